"""A format that a test adds to the registry, and nothing else; run as a program, the real child that knows it too."""

from dataclasses import replace
from pathlib import Path

from documents.extractors import child
from documents.extractors.formats import Format, TextSign
from documents.extractors.limits import Limits
from documents.extractors.outcome import ExtractedText
from documents.extractors.registry import FORMATS

FILE = b"SHOUT/1\nthe ferry leaves at seven"
MODULE = "tests.documents.extractors.added_format"


def is_shout(text: str) -> bool:
    return text.startswith("SHOUT/1\n")


SHOUT = Format(
    media_type="text/x-shout",
    module=MODULE,
    word="Shouted text",
    short_name="shout",
    suffixes=(".shout",),
    signs=(TextSign(is_shout),),
    advice_without_text="Say something.",
)


def extract(path: Path, limits: Limits) -> ExtractedText:
    words = path.read_text(encoding="utf-8").partition("\n")[2]
    return ExtractedText("shout", "1", SHOUT.media_type, text=words.upper())


if __name__ == "__main__":
    # It is loaded already: the confined child may not read files of the tests.
    FORMATS[SHOUT.media_type] = replace(SHOUT, module=__name__)
    child.main()
