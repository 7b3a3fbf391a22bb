"""Files that are small, or ordinary to look at, and want to cost far more than they may. Each builds itself."""

from benchmarks.bomb_files.bomb import Bomb
from benchmarks.bomb_files.odd_pdf_bombs import ODD_PDF_BOMBS
from benchmarks.bomb_files.pdf_bombs import PDF_BOMBS
from benchmarks.bomb_files.text_bombs import TEXT_BOMBS
from benchmarks.bomb_files.xml_bombs import XML_BOMBS
from benchmarks.bomb_files.zip_bombs import ZIP_BOMBS

BOMBS: tuple[Bomb, ...] = (*ZIP_BOMBS, *XML_BOMBS, *PDF_BOMBS, *ODD_PDF_BOMBS, *TEXT_BOMBS)

__all__ = ["BOMBS", "Bomb"]
