"""Pictures of pages and the rectangles of passages on them: from the cache, or from a confined child."""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from threading import Lock
from typing import Any

from django.utils.translation import gettext_lazy as _

from documents import conf
from documents.extractors.media_types import PDF
from documents.models import Revision
from documents.pictures.cache import PictureCache, key_of
from documents.pictures.failures import CODES, PictureFailure
from documents.pictures.frames import pack, unpack
from documents.pictures.geometry import PageRect, Placement, decode_placement, joined
from documents.pictures.renderer import Renderer
from documents.pictures.sizes import PICTURE_WIDTHS, PageSize, width_for
from documents.services.reading import local_copy
from documents.services.recognized_places import is_recognized, recognized_placement
from documents.text import PageSpan, TextSpan

__all__ = [
    "CODES",
    "PICTURE_WIDTHS",
    "PageMarks",
    "PagePicture",
    "PageRect",
    "PageSize",
    "PictureUnavailable",
    "has_pictures",
    "page_marks",
    "page_picture",
    "page_sizes",
    "picture_etag",
    "prune_pictures",
    "warm_up",
]

# Raised when what is kept would be made differently, so that nothing old is taken for it.
_MADE_AS = "1"
_UNTOLD_SIZE = PageSize(595.28, 841.89)
_MEDIA_TYPES = {"image/png": b"\x89PNG\r\n", "image/webp": b"RIFF"}
_PRUNED_AFTER = 500  # answers put into the cache
_FAILURE_KEPT_SECONDS = 120
# Code points of a page that are placed at once, where no more are needed; and parts from which the whole is as quick.
_PART = 20_000
_MOST_PARTS = 3
_FAULTS_OF_THE_FILE = frozenset({"damaged", "password-needed", "took-too-long", "too-much-memory", "renderer-crashed"})

_SENTENCES = {
    "damaged": _("The page is damaged and cannot be drawn."),
    "password-needed": _("The file is protected by a password, so its pages cannot be drawn."),
    "took-too-long": _("Drawing the page took too long and was stopped."),
    "too-much-memory": _("Drawing the page needed too much memory and was stopped."),
    "renderer-crashed": _("The page made its renderer fail."),
    "renderer-missing": _("The part that draws pages does not start. Tell an administrator."),
    "too-busy": _("Many pages are being drawn right now. Try again in a moment."),
    "file-missing": _("The original file is missing from storage. Tell an administrator."),
}

_PROBLEMS = {
    "": "",
    "place-unknown": _("Where this passage stands on the page could not be established, so it is not marked."),
    "outside-picture": _("This passage lies outside the visible part of the page, so it is not marked."),
    "too-long": _("This passage is too long to be marked on the page."),
    "picture-unavailable": _("There is no picture of this page."),
}


class PictureUnavailable(Exception):  # noqa: N818 - a state of the file, mostly, not an error of the program
    """There is no picture, for a reason with a stable `code` and a `sentence` for people."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        return str(_SENTENCES[self.code])


@dataclass(frozen=True, slots=True)
class PagePicture:
    """An image as it is served; `width` and `height` in device pixels."""

    content: bytes
    media_type: str
    etag: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PageMarks:
    """The rectangles of spans on one page: a tuple for each span that was asked for, in that order.

    `size` is None when the page cannot be drawn. `problem` is "", or the code of why a span of this page has none.
    """

    page: int
    size: PageSize | None
    rects: tuple[tuple[PageRect, ...], ...]
    problem: str = ""

    @property
    def sentence(self) -> str:
        """The problem in words; empty when there is none."""
        return str(_PROBLEMS[self.problem])


def has_pictures(revision: Revision) -> bool:
    """Whether its pages can be asked for: a PDF whose pages have been counted."""
    return revision.media_type == PDF and revision.page_count is not None and bool(revision.file)


def page_picture(revision: Revision, number: int, width: int) -> PagePicture:
    """The page `number`, at least `width` device pixels wide if one of PICTURE_WIDTHS is; PictureUnavailable."""
    width = width_for(width)
    key = _picture_key(revision, number, width)
    head, content = _kept(revision, key, {"ask": "picture", "page": number, "width": width})
    media_type, wide, high = head.get("media_type"), head.get("width"), head.get("height")
    is_image = isinstance(media_type, str) and content.startswith(_MEDIA_TYPES.get(media_type, b"?"))
    if not (is_image and isinstance(wide, int) and isinstance(high, int)):
        raise PictureUnavailable("renderer-crashed")
    return PagePicture(content, str(media_type), picture_etag(revision, number, width), wide, high)


def picture_etag(revision: Revision, number: int, width: int) -> str:
    """A strong validator, known before there is a picture: what determines every byte of it."""
    return f'"{_picture_key(revision, number, width_for(width))[:32]}"'


def _picture_key(revision: Revision, number: int, width: int) -> str:
    return key_of(_renderer_version(), "picture", revision.file_sha256, number, width)


def page_sizes(revision: Revision) -> tuple[PageSize, ...]:
    """One for each page of the revision; A4 for a page whose size the file does not tell. PictureUnavailable."""
    key = key_of(_renderer_version(), "sizes", revision.file_sha256)
    head, _ = _kept(revision, key, {"ask": "sizes"})
    told = head.get("sizes", [])
    sizes = [PageSize(*map(float, size)) if size else _UNTOLD_SIZE for size in told[: revision.page_count]]
    return (*sizes, *[_UNTOLD_SIZE] * ((revision.page_count or 0) - len(sizes)))


def page_marks(revision: Revision, number: int, spans: Sequence[TextSpan]) -> PageMarks:
    """Where spans of the canonical text stand on one page. The text is loaded only when the page is met first."""
    try:
        return _marks(revision, number, spans)
    except PictureUnavailable:
        return PageMarks(number, _size_if_drawn(revision, number), ((),) * len(spans), "picture-unavailable")


def _size_if_drawn(revision: Revision, number: int) -> PageSize | None:
    try:
        return page_sizes(revision)[number - 1]
    except (PictureUnavailable, IndexError):
        return None


def _marks(revision: Revision, number: int, spans: Sequence[TextSpan]) -> PageMarks:
    page = next((span for span in revision.spans if span.number == number), None)
    if page is None:
        return PageMarks(number, _size_if_drawn(revision, number), ((),) * len(spans))
    placement = _placement(revision, page, [_within(page, span) for span in spans])
    found = [placement.rects(*_within(page, span)) for span in spans]
    problem = next((problem for _, problem in found if problem), "")
    return PageMarks(number, placement.size, tuple(rects for rects, _ in found), problem)


def _within(page: PageSpan, span: TextSpan) -> tuple[int, int]:
    """The part of a span that is on the page, counted from where the page begins."""
    start, end = max(span.start, page.start), min(span.end, page.end)
    return start - page.start, max(start, end) - page.start


def _placement(revision: Revision, page: PageSpan, needed: Sequence[tuple[int, int]]) -> Placement:
    """At least of what is `needed`: to ask for every character of a very long page takes seconds."""
    if is_recognized(revision, page.number):
        return recognized_placement(revision, page, page_sizes(revision)[page.number - 1])
    length = page.end - page.start
    parts = sorted({at for start, end in needed for at in range(start // _PART, -(-end // _PART)) if start < end})
    if length <= _PART or not 0 < len(parts) <= _MOST_PARTS:
        return _placement_of(revision, page)
    bounds = [(at * _PART, min((at + 1) * _PART, length)) for at in parts]
    placements = [_placement_of(revision, page, *part) for part in bounds]
    return joined(placements[0].size, length, zip([start for start, _ in bounds], placements, strict=True))


def _placement_of(revision: Revision, page: PageSpan, *part: int) -> Placement:
    """Of the whole page, or of its characters `[start, end)`."""
    place = (revision.text_sha256, page.number, page.start, page.end, *part)
    key = key_of(_renderer_version(), "placement", revision.file_sha256, *place)
    request = {"ask": "placement", "page": page.number} | dict(zip(("start", "end"), part, strict=False))
    _, content = _kept(revision, key, request, lambda: _stored_page(revision, page))
    start, end = part or (0, page.end - page.start)
    try:
        placement = decode_placement(content)
    except ValueError as error:
        raise PictureUnavailable("renderer-crashed") from error
    if len(placement.kinds) != end - start:
        raise PictureUnavailable("renderer-crashed")
    return placement


def _stored_page(revision: Revision, page: PageSpan) -> bytes:
    return (revision.text or "")[page.start : page.end].encode()


def _kept(
    revision: Revision, key: str, request: dict[str, Any], body: Callable[[], bytes] = bytes
) -> tuple[dict[str, Any], bytes]:
    """The answer to a request, made once: readers who ask for the same at once wait for one child."""
    kept = _cache().get(key)
    if kept is None:
        with _LOCKS[int(key[:2], 16) % len(_LOCKS)]:
            kept = _cache().get(key)
            if kept is None:
                return _make(revision, key, request, body())
    head, content = unpack(kept)
    if "failure" not in head:
        return head, content
    if head["until"] > time.time():
        raise PictureUnavailable(head["failure"])
    return _make(revision, key, request, body())


def _make(revision: Revision, key: str, request: dict[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
    try:
        head, content = _ask(revision, request, body)
    except PictureFailure as failure:
        if failure.code in _FAULTS_OF_THE_FILE:
            _keep(key, pack({"failure": failure.code, "until": time.time() + _FAILURE_KEPT_SECONDS}))
        raise PictureUnavailable(failure.code) from failure
    _keep(key, pack(head, content))
    return head, content


def _ask(revision: Revision, request: dict[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
    try:
        with local_copy(revision.file) as path, path.open("rb") as file:
            return _RENDERER.ask(file, request, conf.render_limits(), body)
    except FileNotFoundError as error:
        raise PictureFailure("file-missing") from error


def _keep(key: str, content: bytes) -> None:
    """Sweeps prune the cache of their own host; a web host beside it prunes what it puts."""
    global _put_count  # noqa: PLW0603 - a count for this process
    _cache().put(key, content)
    _put_count += 1
    if _put_count % _PRUNED_AFTER == 0:
        prune_pictures()


def prune_pictures() -> int:
    """Remove what was used longest ago, if there is too much; returns how many bytes went."""
    return _cache().prune(conf.picture_cache_bytes())


def warm_up() -> None:
    """Start this process's renderer, so that the first reader need not wait for it. One that fails is told later."""
    with suppress(PictureFailure):
        _RENDERER.start()


def _cache() -> PictureCache:
    return PictureCache(conf.pictures_root())


@cache
def _renderer_version() -> str:
    return f"{_MADE_AS}-{version('pypdfium2')}-{version('pillow')}"


_RENDERER = Renderer()
atexit.register(_RENDERER.stop)
_LOCKS = [Lock() for _ in range(64)]
_put_count = 0
