"""One shape for every figure: what is printed and what is written are the same values."""

import io
import json
from pathlib import Path

import pytest

from benchmarks.table import Figure, as_json, in_turns, number, print_table, ratios, read_json, write_json

BARE = Figure("bare", "s", [1.0, 2.0, 4.0])
OURS = Figure("Pincite", "s", [3.0, 4.0, 8.0], ratio_to="bare", limit="the model alone")
FACTS = {"cores": 2}


def printed(*figures: Figure) -> list[str]:
    out = io.StringIO()
    print_table(figures, out)
    return out.getvalue().splitlines()


def test_a_record_has_the_values_and_what_follows_from_them() -> None:
    assert as_json([BARE, OURS], FACTS) == {
        "machine": {"cores": 2},
        "figures": [
            {
                "part": None,
                "name": "bare",
                "unit": "s",
                "values": [1.0, 2.0, 4.0],
                "median": 2.0,
                "low": 1.0,
                "high": 4.0,
                "p95": None,
                "ratio_to": None,
                "ratio": None,
                "ratio_low": None,
                "ratio_high": None,
                "limit": None,
            },
            {
                "part": None,
                "name": "Pincite",
                "unit": "s",
                "values": [3.0, 4.0, 8.0],
                "median": 4.0,
                "low": 3.0,
                "high": 8.0,
                "p95": None,
                "ratio_to": "bare",
                "ratio": 2.0,
                "ratio_low": 2.0,
                "ratio_high": 3.0,
                "limit": "the model alone",
            },
        ],
    }


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "new" / "figures.json"
    write_json(file, [BARE, OURS], FACTS)
    read = read_json(file, "embedding")
    assert [(one.part, one.name, list(one.values)) for one in read] == [
        ("embedding", "bare", [1.0, 2.0, 4.0]),
        ("embedding", "Pincite", [3.0, 4.0, 8.0]),
    ]
    assert (read[1].ratio_to, read[1].limit) == ("bare", "the model alone")
    write_json(file, read, FACTS)
    assert read_json(file, "another") == read


def test_what_is_not_that_shape_is_no_report(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    file.write_text(json.dumps({"machine": {}}), encoding="utf-8")
    with pytest.raises(KeyError):
        read_json(file)


def test_ratios_are_taken_turn_by_turn_where_there_are_as_many() -> None:
    assert ratios(OURS, [BARE, OURS]) == [3.0, 2.0, 2.0]
    fewer = Figure("Pincite", "s", [6.0], ratio_to="bare")
    assert ratios(fewer, [BARE, fewer]) == [3.0]
    assert ratios(BARE, [BARE]) == []


def test_a_ratio_is_to_a_figure_of_the_same_part() -> None:
    elsewhere = Figure("bare", "s", [1.0], part="start")
    ours = Figure("Pincite", "s", [4.0], ratio_to="bare", part="embedding")
    with pytest.raises(ValueError, match="which was not measured"):
        ratios(ours, [elsewhere, ours])
    assert ratios(ours, [elsewhere, Figure("bare", "s", [2.0], part="embedding"), ours]) == [2.0]


def test_nothing_is_divided_by_nothing() -> None:
    nothing = Figure("bare", "s", [0.0])
    ours = Figure("Pincite", "s", [1.0], ratio_to="bare")
    assert ratios(ours, [nothing, ours]) == []
    assert printed(nothing, ours)[2].split() == ["Pincite,", "s", "1.00", "1.00", "1.00"]


def test_a_line_has_median_range_and_ratio_and_the_limit_stands_below() -> None:
    heads, first, second, limit = printed(BARE, OURS)
    assert heads.split() == ["median", "lowest", "highest", "95", "of", "100", "ratio"]
    assert first.split() == ["bare,", "s", "2.00", "1.00", "4.00"]
    assert second.split() == ["Pincite,", "s", "4.00", "3.00", "8.00", "2.00", "(2.00", "to", "3.00)", "of", "bare"]
    assert limit == "    the model alone"


def test_parts_stand_under_their_names() -> None:
    lines = printed(Figure("cold", "ms", [3.0], part="start"), Figure("one", "ms", [2.0], part="search"))
    assert lines[1:3] == ["", "start"]
    assert lines[4:6] == ["", "search"]


def test_of_many_values_it_is_told_what_all_but_a_twentieth_stay_within() -> None:
    assert Figure("one", "ms", [float(one) for one in range(1, 101)]).p95 == 95.0
    assert Figure("one", "ms", [1.0] * 19).p95 is None


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (0.01234, "0.0123"), (1, "1.00"), (12.34, "12.3"), (123.4, "123"), (12345.6, "12,346"), (-2.5, "-2.50")],
)
def test_numbers_have_three_digits_that_count(value: float, shown: str) -> None:
    assert number(value) == shown


def test_ways_take_turns() -> None:
    order: list[str] = []

    def way(name: str, value: float) -> float:
        order.append(name)
        return value

    turns = in_turns({"one": lambda: way("one", 1.0), "other": lambda: way("other", 2.0)}, rounds=2)
    assert turns == {"one": [1.0, 1.0], "other": [2.0, 2.0]}
    assert order == ["one", "other", "one", "other"]
