"""The real engines on scans: what they read, and where on the page as displayed they say that it stands."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

import pytest
from PIL import Image

from documents.ocr import recognizing
from documents.ocr.engines import available_engines, engine_for
from documents.ocr.values import WHOLE, OcrLimits, PageFailure, RecognizedText, WordBox
from tests.corpus import corpus_file, needs_corpus
from tests.documents.extractors.pdf_files import make_pdf

from .scans import PROSE, picture, scan_of

pytestmark = pytest.mark.long

OFFLINE = "tests.documents.ocr.offline_child"
WITHOUT_OPENVINO = "tests.documents.ocr.without_openvino_child"
NARROW = 19  # pixels of letters of which two columns have room
ARTICLE, NOTICE = PROSE, tuple(line.upper() for line in PROSE)
GERMAN = "Größere Schäden müssen dem Amt für Straßenbau gemeldet werden."

UPRIGHT = picture((120, 200, PROSE))
PAGES: dict[str, Image.Image] = {
    "upright": UPRIGHT,
    "columns": picture((90, 200, ARTICLE), (660, 200, NOTICE), letters=NARROW),
    "on its left side": UPRIGHT.transpose(Image.Transpose.ROTATE_90),
    "on its head": UPRIGHT.transpose(Image.Transpose.ROTATE_180),
    "on its right side": UPRIGHT.transpose(Image.Transpose.ROTATE_270),
    "askew": UPRIGHT.rotate(2, Image.Resampling.BICUBIC, fillcolor=255),
    "blank": picture(),
}

Place = tuple[float, float]
TURNED: dict[str, Callable[[Place], Place]] = {
    "upright": lambda at: at,
    "on its left side": lambda at: (at[1], 1 - at[0]),
    "on its head": lambda at: (1 - at[0], 1 - at[1]),
    "on its right side": lambda at: (1 - at[1], at[0]),
}


def limits_for(engine: str, languages: str = "eng") -> OcrLimits:
    return OcrLimits(seconds=240, memory_bytes=4 << 30, languages=languages, engine=engine)


@dataclass(frozen=True)
class Scans:
    """What one engine read on `PAGES`."""

    engine: str
    pages: dict[str, RecognizedText]

    def text(self, name: str) -> str:
        return self.pages[name].text

    def box(self, name: str, word: str) -> WordBox:
        page = self.pages[name]
        return next(one for one in page.words if page.text[one.start : one.end].strip(".,") == word)


def read_pages(
    path: Path, engine: str, numbers: tuple[int, ...], languages: str = "eng", child: str = OFFLINE
) -> list[RecognizedText]:
    if engine not in available_engines():
        pytest.skip(f"{engine} is not installed here")
    limits = limits_for(engine, languages)
    found = []
    for answer in recognizing._recognize(child, path, numbers, limits, engine_for(engine, languages)):
        assert not isinstance(answer, PageFailure), answer
        found.append(answer)
    return found


ENGINES = ("rapidocr", "tesseract")


@pytest.fixture(scope="module", params=ENGINES)
def scans(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Scans:
    path = tmp_path_factory.mktemp("scans") / "upload"
    path.write_bytes(scan_of(*PAGES.values()))
    pages = read_pages(path, request.param, tuple(range(1, len(PAGES) + 1)))
    return Scans(request.param, dict(zip(PAGES, pages, strict=True)))


def share_right(read: str, known: str) -> float:
    """Of the letters of the known text those that were read, in order."""
    ours, theirs = "".join(read.split()), "".join(known.split())
    blocks = SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / max(len(ours), len(theirs))


def test_a_page_is_read_line_by_line(scans: Scans) -> None:
    assert share_right(scans.text("upright"), "".join(PROSE)) > 0.98
    assert [line.split()[0] for line in scans.text("upright").split("\n") if line] == [one.split()[0] for one in PROSE]


def test_it_says_who_read_it(scans: Scans) -> None:
    page = scans.pages["upright"]
    assert (page.page, page.engine) == (1, scans.engine)
    assert page.engine_version[0].isdigit()


@pytest.mark.parametrize("name", ["on its left side", "on its head", "on its right side", "askew"])
def test_so_is_one_that_does_not_stand_upright(scans: Scans, name: str) -> None:
    assert share_right(scans.text(name), "".join(PROSE)) > 0.97


def test_columns_are_read_one_after_the_other(scans: Scans) -> None:
    text = " ".join(scans.text("columns").split())
    assert share_right(text, "".join((*ARTICLE, *NOTICE))) > 0.95
    assert text.index("watchman") < text.index("HARBOUR")


def test_nothing_is_read_on_a_blank_page(scans: Scans) -> None:
    assert (scans.text("blank"), scans.pages["blank"].words) == ("", ())


def test_every_word_has_its_place_in_the_text(scans: Scans) -> None:
    page = scans.pages["upright"]
    assert [page.text[word.start : word.end] for word in page.words] == page.text.split()


@pytest.mark.parametrize("name", TURNED)
def test_a_word_has_its_place_on_the_page_as_displayed(scans: Scans, name: str) -> None:
    """The ink of "harbour", whichever way the page was turned to be read."""
    font_place = (120 + 48, 200), (120 + 48 + 115, 200 + 36)  # generous: where Pillow drew it
    inside = [TURNED[name]((x / UPRIGHT.width, y / UPRIGHT.height)) for x, y in font_place]
    box = scans.box(name, "harbour")
    xs, ys = sorted(x for x, _ in inside), sorted(y for _, y in inside)
    middle = (box.x0 + box.x1) / 2 / WHOLE, (box.y0 + box.y1) / 2 / WHOLE
    assert xs[0] < middle[0] < xs[1]
    assert ys[0] < middle[1] < ys[1]


@pytest.mark.parametrize("name", TURNED)
def test_the_boxes_cover_the_ink_and_little_else(scans: Scans, name: str) -> None:
    dark = PAGES[name].point(lambda value: 255 * (value < 128)).getbbox()
    assert dark is not None
    words, (wide, high) = scans.pages[name].words, PAGES[name].size
    around = (
        min(word.x0 for word in words) * wide / WHOLE,
        min(word.y0 for word in words) * high / WHOLE,
        max(word.x1 for word in words) * wide / WHOLE,
        max(word.y1 for word in words) * high / WHOLE,
    )
    # Some engines draw their boxes larger than the ink, by up to a letter.
    assert all(abs(one - other) < 30 for one, other in zip(dark, around, strict=True))


def test_umlauts_need_no_other_model(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_bytes(make_pdf(GERMAN))  # drawn with a font that has them; the engine sees its picture only
    (page,) = read_pages(path, "rapidocr", (1,), "deu")
    assert page.text.strip() == GERMAN


def test_where_openvino_does_not_load_the_other_runtime_reads(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_bytes(scan_of(picture((120, 200, PROSE[:2]))))
    (page,) = read_pages(path, "rapidocr", (1,), child=WITHOUT_OPENVINO)
    assert share_right(page.text, "".join(PROSE[:2])) > 0.97


@needs_corpus
@pytest.mark.parametrize("engine", ENGINES)
def test_a_real_scan_is_read_and_its_columns_do_not_interleave(engine: str) -> None:
    (page,) = read_pages(corpus_file("OCRmyPDF--linn.pdf"), engine, (1,))
    text = " ".join(page.text.split())
    assert "LinnSequencer" in text
    assert "32 Track MIDI Sequence Recorder" in text
    assert text.index("To record a sequence") < text.index("specific points within a sequence")
    assert text.index("specific points within a sequence") < text.index("find the desired bar number")
    assert text.index("find the desired bar number") < text.index("Composition Without Compromise")


@needs_corpus
@pytest.mark.parametrize("engine", ENGINES)
def test_glyphs_without_letters_are_read_from_their_picture(engine: str) -> None:
    (page,) = read_pages(corpus_file("OCRmyPDF--type3_font_nomapping.pdf"), engine, (1,))
    assert "ua" in page.text
