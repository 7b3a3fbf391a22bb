import stat
from pathlib import Path

from kb_project.environment import read_stack_addresses
from kb_project.local_stack.addresses import given_addresses, stack_file, write_stack_file

OURS = {"DATABASE_URL": "postgresql://pincite@/pincite?host=/somewhere", "CHROMA_URL": "http://127.0.0.1:1"}


def test_other_shells_read_the_addresses_that_were_written(data_dir: Path) -> None:
    (data_dir / "run").mkdir()
    write_stack_file(stack_file(data_dir), OURS)
    assert read_stack_addresses(data_dir) == OURS
    assert stat.S_IMODE(stack_file(data_dir).stat().st_mode) == 0o600


def test_an_address_is_given_when_a_person_set_it(data_dir: Path) -> None:
    assert given_addresses(data_dir, {"DATABASE_URL": "postgresql://db/x", "CHROMA_URL": ""}) == {
        "DATABASE_URL": "postgresql://db/x"
    }


def test_what_a_killed_stack_left_behind_counts_as_given_by_nobody(data_dir: Path) -> None:
    (data_dir / "run").mkdir()
    write_stack_file(stack_file(data_dir), OURS)
    environ = OURS | {"CHROMA_URL": "http://vectors:8000"}
    assert given_addresses(data_dir, environ) == {"CHROMA_URL": "http://vectors:8000"}
