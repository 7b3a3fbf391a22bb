from documents.text.edits import Edit, edited_sources, edited_text

EDITS = [Edit(0, 2, "X"), Edit(3, 4, ""), Edit(5, 7, "YZ", ((6, 7), (5, 6)))]


def test_what_is_not_edited_stays():
    assert edited_text("abcdefgh", EDITS) == "XceYZh"
    assert edited_text("abc", []) == "abc"


def test_each_character_knows_its_origin():
    singles = [(at, at + 1) for at in range(8)]
    assert edited_sources(singles, EDITS) == [(0, 2), (2, 3), (4, 5), (6, 7), (5, 6), (7, 8)]


def test_origins_lead_through_earlier_edits_to_the_raw_text():
    assert edited_sources([(0, 2), (5, 6), (4, 5)], [Edit(1, 3, "Z")]) == [(0, 2), (4, 6)]
