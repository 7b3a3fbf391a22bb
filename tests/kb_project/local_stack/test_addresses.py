import stat
from pathlib import Path

from kb_project.environment import read_stack_addresses
from kb_project.local_stack.addresses import given_addresses, stack_file, web_addresses, write_stack_file

OURS = {"DATABASE_URL": "postgresql://pincite@/pincite?host=/somewhere", "CHROMA_URL": "http://127.0.0.1:1"}


def test_other_shells_read_the_addresses_that_were_written(data_dir: Path) -> None:
    (data_dir / "run").mkdir()
    write_stack_file(stack_file(data_dir), OURS)
    assert read_stack_addresses(data_dir) == OURS
    assert stat.S_IMODE(stack_file(data_dir).stat().st_mode) == 0o600


def test_an_address_is_given_when_a_person_set_it() -> None:
    assert given_addresses({"DATABASE_URL": "postgresql://db/x", "CHROMA_URL": "", "PATH": "/bin"}) == {
        "DATABASE_URL": "postgresql://db/x"
    }


def test_links_in_other_shells_need_the_port_and_the_public_address_that_was_given() -> None:
    assert web_addresses(8123, {"PORT": "1"}) == {"PORT": "8123"}
    assert web_addresses(8123, {"PUBLIC_URL": ""}) == {"PORT": "8123"}
    assert web_addresses(1, {"PUBLIC_URL": "https://kb.example"}) == {"PORT": "1", "PUBLIC_URL": "https://kb.example"}
