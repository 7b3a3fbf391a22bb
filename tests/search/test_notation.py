"""What Postgres is asked for where the documents are of several languages."""

from search.notation import Merging, any_of, quoted


def test_a_lexeme_is_quoted_whatever_is_in_it() -> None:
    assert quoted("it's \\ a") == "'it''s \\\\ a'"


def test_alternatives_are_each_named_once() -> None:
    assert any_of(["a", "b", "a"]) == "(a) | (b)"
    assert any_of([]) == ""


def test_what_is_the_same_in_every_language_is_asked_for_without_one() -> None:
    merging = Merging({"english": 3, "german": 2})
    assert merging.term({"english": "'bergamot'", "german": "'bergamot'"}) == "'bergamot'"
    assert merging.term({"english": "", "german": ""}) == ""
    assert (merging.variants, merging.unsaid) == ({}, {})


def test_each_language_is_asked_for_its_own_stem() -> None:
    merging = Merging({"english": 3, "german": 2, "simple": 1})
    whole = merging.term({"english": "'polici'", "german": "'policies'", "simple": "'policies'"})
    assert whole == "(('polici') & ('/english')) | (('policies') & ('/german' | '/simple'))"
    assert merging.variants[whole] == (("'polici'", "'/english'"), ("'policies'", "'/german' | '/simple'"))


def test_a_stop_word_of_one_language_is_asked_of_the_others() -> None:
    merging = Merging({"english": 3, "german": 2})
    whole = merging.term({"english": "'die'", "german": ""})
    assert whole == "(('die') & ('/english'))"
    assert merging.unsaid == {whole: 2}
    assert merging.where_said(whole, "'=die'") == "('=die') & ('/english')"
    assert merging.instead(whole, [whole]) == ""
    assert merging.instead(whole, [whole, "'cast'"]) == f"({whole}) | (('/german') & (('cast')))"
    assert merging.where_said("'cast'", "'=cast'") == "'=cast'"
    assert merging.instead("'cast'", ["'cast'", whole]) == ""
