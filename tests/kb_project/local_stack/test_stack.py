import threading
from pathlib import Path

from kb_project.local_stack.addresses import stack_file, write_stack_file
from kb_project.local_stack.ports import free_port
from kb_project.local_stack.stack import LocalStack


def test_what_a_killed_stack_wrote_down_is_gone_before_anything_starts(data_dir: Path) -> None:
    (data_dir / "run").mkdir()
    write_stack_file(stack_file(data_dir), {"PORT": "8123", "CHROMA_URL": "http://127.0.0.1:1"})
    stack = LocalStack(data_dir, free_port(), print, threading.Event())
    with stack._claimed_folder():
        assert not stack_file(data_dir).exists()
