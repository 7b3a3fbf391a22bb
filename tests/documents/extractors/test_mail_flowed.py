"""Lines that were broken for the way are whole again."""

import pytest

from documents.extractors.mail_flowed import unflowed


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a soft \nbreak\nand a hard one", "a soft break\nand a hard one"),
        ("a \r\nb \r\nc\r\n", "a b c\n"),
        ("> quoted \n> on\nanswer", "> quoted on\nanswer"),
        ("> quoted \n>> deeper", "> quoted\n>> deeper"),
        (">> a \n>> b", ">> a b"),
        (" From here \nwe go", "From here we go"),
        (" > no quote", "> no quote"),
        ("end \n-- \nAnn", "end\n-- \nAnn"),
        ("one \n\ntwo", "one\ntwo"),
        ("trailing ", "trailing"),
        ("", ""),
    ],
)
def test_a_space_at_the_end_says_that_the_line_goes_on(text: str, written: str) -> None:
    assert unflowed(text) == written


def test_the_space_itself_may_be_for_the_way_only() -> None:
    assert unflowed("日本 \n語 \nの", deletes_space=True) == "日本語の"
