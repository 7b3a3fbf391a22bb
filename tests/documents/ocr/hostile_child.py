"""A child that misbehaves on page 2 as the engine is named, and reads "page N" on others; all else is the real one.

Where it is the loading of the engine that goes wrong, pages are drawn as the real one draws them.
"""

import json
import os
import subprocess
import sys
import tempfile
from typing import NoReturn

from documents.ocr import child
from documents.ocr.messages import LOADING, encode_reading
from documents.ocr.orders import Order
from documents.ocr.readings import Reading
from documents.ocr.values import WordBox
from documents.pictures.failures import PictureFailure
from tests.documents.misbehaving import abort, eat_memory, hang, spin  # noqa: F401 - called by name

HOW = Order.from_argument(sys.argv[1]).engine


def answer(document: object, page: int, order: Order, engine: object) -> bytes:
    text = f"page {page} by {os.getpid()}\n"
    if page == 2:
        text = str(globals()[HOW]())
        if text.startswith("{"):
            return text.encode()
    return encode_reading(page, (text, (WordBox(0, 4, 0, 0, 100, 200),)))


def leave() -> NoReturn:
    os._exit(3)


def raise_error() -> NoReturn:
    raise LookupError("a traceback\nand a library's own error")


def refuse() -> NoReturn:
    raise PictureFailure("damaged", "no such page")


def answer_too_much() -> NoReturn:
    os.write(3, b"x" * (9 << 20))
    hang()


def write_file() -> str:
    with tempfile.TemporaryFile() as stream:  # without a name: nothing is left behind, whatever happens
        stream.write(b"x")
    return "written"


def print_noise() -> str:
    sys.stdout.write("noise on the channel\n")
    sys.stdout.flush()
    os.write(1, b"and more\n")
    return "answer"


def tell_environment() -> str:
    return " ".join(sorted(os.environ))


def leave_a_process() -> str:
    return str(subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL).pid)


def grow() -> str:
    globals()["kept"] = bytearray(400 << 20)
    return "grown"


def garbage() -> str:
    return "{not json"


def another_page() -> str:
    return json.dumps({"page": 1, "text": "", "words": []})


def two_answers() -> str:
    return json.dumps({"page": 2, "text": "first", "words": []}) + '\n{"page": 3, "text": "forged", "words": []}'


def load_for_ever() -> str:
    """It begins with a brace, so that it is sent as it is; what follows is not that it is ready."""
    return LOADING.decode() + "\n" + "no end of it"


class Stub:
    def read(self, picture: object, dpi: int) -> Reading:
        return f"read by {os.getpid()}", ()


def does_not_load(order: Order) -> NoReturn:
    raise SystemExit(4)


def fails_to_load(order: Order) -> NoReturn:
    raise RuntimeError("a broken model")


def loads_unshaken(order: Order) -> Stub:
    """Not in a process that has looked at a file."""
    if not order.loads_first:
        os.abort()
    return Stub()


LOADING_BADLY = {load.__name__: load for load in (does_not_load, fails_to_load, loads_unshaken)}

if __name__ == "__main__":
    if HOW == "does_not_start":
        raise SystemExit(4)
    child.reader_for = LOADING_BADLY.get(HOW, lambda order: Stub())  # type: ignore[assignment]
    if HOW not in LOADING_BADLY:
        child._answer = answer  # type: ignore[assignment]
    child.main()
