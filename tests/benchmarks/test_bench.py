"""The runner: every benchmark is a part of it or says why not, and what fails is told beside what was measured."""

import ast
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from benchmarks import bench
from benchmarks.bench import APART, PARTS, Part, run
from benchmarks.instance import clean_environment
from benchmarks.table import Figure, read_json

FOLDER = Path(bench.__file__).parent
FIGURES = 'write_json(sys.argv[-1], [Figure("one", "ms", [2.0, 3.0])], {"cores": 1})'
WRITES = f"import sys\nfrom benchmarks.table import Figure, write_json\n{FIGURES}\n"


def has_main(file: Path) -> bool:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return any(isinstance(one, ast.FunctionDef) and one.name == "main" for one in tree.body)


def test_every_benchmark_is_a_part_or_stands_apart_with_a_reason() -> None:
    runnable = {file.stem for file in FOLDER.glob("*.py") if has_main(file)}
    assert runnable <= {part.module for part in PARTS} | APART.keys()


def test_parts_have_names_of_their_own_and_modules_that_are_there() -> None:
    assert len({part.name for part in PARTS}) == len(PARTS)
    assert [part.module for part in PARTS if find_spec(part.path) is None] == []
    assert not {part.module for part in PARTS} & APART.keys()


@pytest.mark.parametrize("module", sorted({part.module for part in PARTS}))
def test_every_part_writes_what_it_measured(module: str) -> None:
    code = (FOLDER / f"{module}.py").read_text(encoding="utf-8")
    assert "add_json_option" in code or '"--json"' in code
    assert "benchmarks.table" in code


def test_an_instance_of_its_own_never_sees_the_addresses_of_a_library() -> None:
    given = {"DATABASE_URL": "postgres://elsewhere/", "DATA_DIR": "/srv/pincite", "MEDIA_ROOT": "/srv", "PATH": "/bin"}
    assert clean_environment(given) == {"PATH": "/bin"}


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes a program that stands for a benchmark; returns the part that it is."""
    monkeypatch.setattr(Part, "path", property(lambda part: part.module))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(FOLDER.parent)]))

    def make(code: str) -> Part:
        (tmp_path / "some_part.py").write_text(code, encoding="utf-8")
        return Part("some part", "some_part", ("{folder}",))

    return make


def test_a_part_is_run_and_its_figures_are_read(program: Any, tmp_path: Path) -> None:
    figures = run(program(WRITES), tmp_path, os.environ)
    assert figures == [Figure("one", "ms", (2.0, 3.0), part="some part")]


def test_a_part_is_given_the_folder(program: Any, tmp_path: Path) -> None:
    code = f"import sys\nassert sys.argv[1] == {str(tmp_path)!r}, sys.argv\n{WRITES}"
    assert run(program(code), tmp_path, os.environ)


@pytest.mark.parametrize("code", ["raise SystemExit('no luck')", "pass", f"{WRITES}sys.exit(3)"])
def test_a_part_that_fails_has_no_figures_and_is_told(
    program: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    assert run(program(code), tmp_path, os.environ) == []
    assert ("no luck" in capsys.readouterr().err) == ("no luck" in code)


def test_one_report_of_all_parts(
    program: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good, missing = program(WRITES), Part("not written yet", "no_such_module_at_all")
    bad = Part("fails", "json.tool", ("no-such-file",))
    monkeypatch.setattr(bench, "PARTS", (good, bad, missing))
    result = tmp_path / "result.json"
    monkeypatch.setattr(sys, "argv", ["bench", "--json", str(result), "--folder", str(tmp_path)])
    monkeypatch.syspath_prepend(tmp_path)
    assert bench.main() == 1
    said = capsys.readouterr().out
    assert "Failed: fails" in said
    assert "Not there: no_such_module_at_all" in said
    assert [(one.part, one.name) for one in read_json(result)] == [("some part", "one")]


def test_growth_is_told_by_the_exponent_of_the_size() -> None:
    from benchmarks.growth import at_size, compared

    linear = [at_size(Figure("audit", "s", [value]), size) for size, value in ((1000, 2.0), (100_000, 200.0))]
    still = [at_size(Figure("one search", "ms", [value]), size) for size, value in ((100_000, 44.0), (1000, 40.0))]
    rate = [at_size(Figure("rebuild", "chunks/s", [value]), size) for size, value in ((1000, 90.0), (100_000, 80.0))]
    figures = {one.name: one for one in compared([*linear, *still, *rate])}
    assert list(figures)[2:4] == ["one search, 1,000 passages", "one search, 100,000 passages"]
    assert figures["audit, 100,000 passages"].ratio_to == "audit, 1,000 passages"
    assert (figures["audit, 100,000 passages"].limit or "").startswith("grows as the library: size to the 1.00")
    assert (figures["one search, 100,000 passages"].limit or "").startswith("stands still")
    assert (figures["rebuild, 100,000 passages"].limit or "").startswith("what one costs stands still")
    assert figures["audit, 1,000 passages"].limit is None
