"""What a hostile file may make a confined child do."""

import os
import time
from typing import NoReturn


def hang() -> NoReturn:
    while True:
        time.sleep(60)


def spin() -> NoReturn:
    while True:
        pass


def eat_memory() -> int:
    blocks = []
    while True:
        blocks.append(bytearray(1 << 20))


def abort() -> NoReturn:
    os.abort()
