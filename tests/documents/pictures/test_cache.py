"""What is kept is whole or not there, is its owner's only, and does not grow without end."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from documents.pictures.cache import PictureCache, key_of

KEY = key_of("one")
CONTENT = b"the picture" * 50


@pytest.fixture
def cache(tmp_path: Path) -> PictureCache:
    return PictureCache(tmp_path / "pictures")


def files(cache: PictureCache) -> list[Path]:
    return [path for path in cache.folder.rglob("*") if path.is_file()]


def test_what_was_put_comes_back(cache: PictureCache) -> None:
    assert cache.get(KEY) is None
    cache.put(KEY, CONTENT)
    assert cache.get(KEY) == CONTENT


def test_only_its_owner_may_look_into_it(cache: PictureCache) -> None:
    cache.put(KEY, CONTENT)
    (file,) = files(cache)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (cache.folder, file.parent, file)] == [0o700, 0o700, 0o600]


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: content[:10],
        lambda content: b"",
        lambda content: content + b"x",
        lambda content: content[:-5] + b"other",
        lambda content: b"x" + content[1:],
    ],
    ids=["cut off", "nearly nothing", "empty", "longer", "changed", "another kind"],
)
def test_a_damaged_file_is_never_served_and_goes(cache: PictureCache, damage: object) -> None:
    cache.put(KEY, CONTENT)
    (file,) = files(cache)
    assert callable(damage)
    file.write_bytes(damage(file.read_bytes()))
    assert cache.get(KEY) is None
    assert files(cache) == []


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file where the folder should be")
    cache = PictureCache(tmp_path / "pictures")
    cache.put(KEY, CONTENT)
    assert cache.get(KEY) is None
    assert cache.prune(1) == 0


def test_pruning_removes_what_was_used_longest_ago(cache: PictureCache) -> None:
    keys = [key_of(number) for number in range(10)]
    for age, key in enumerate(keys):
        cache.put(key, CONTENT)
        moment = time.time() - 10_000 + age
        os.utime(cache._path(key), (moment, moment))
    cache.get(keys[0])
    size = files(cache)[0].stat().st_size
    removed = cache.prune(5 * size)
    assert removed == 6 * size
    assert [cache.get(key) is not None for key in keys] == [True, *[False] * 6, *[True] * 3]


def test_pruning_leaves_a_cache_within_its_bound_alone(cache: PictureCache) -> None:
    cache.put(KEY, CONTENT)
    assert cache.prune(1_000_000) == 0
    assert cache.get(KEY) == CONTENT


def test_the_drafts_of_processes_that_died_are_removed_and_young_ones_are_not(cache: PictureCache) -> None:
    cache.put(KEY, CONTENT)
    folder = files(cache)[0].parent
    old, young = folder / "draft-old", folder / "draft-young"
    for draft in (old, young):
        draft.write_bytes(b"x")
    os.utime(old, (0, 0))
    cache.prune(1_000_000)
    assert (old.exists(), young.exists()) == (False, True)


def test_different_parts_never_make_one_key() -> None:
    assert len({key_of("a", "b"), key_of("ab"), key_of("b", "a"), key_of("a", "b", "")}) == 4
