"""PDFs whose structure goes round in circles, goes on for ever, or nests without end."""

from typing import BinaryIO

from benchmarks.bomb_files.bomb import Bomb
from benchmarks.bomb_files.pdf_bombs import FONT, HELLO, one_page, stream, write_pdf


def _count(file: BinaryIO, size: float) -> None:
    objects = one_page(stream(HELLO))
    objects[1] = b"<</Type/Pages/Kids[3 0 R]/Count 9999999999>>"
    write_pdf(file, objects)


def _count_that_fits(file: BinaryIO, size: float) -> None:
    objects = one_page(stream(HELLO))
    objects[1] = b"<</Type/Pages/Kids[3 0 R]/Count 2147483647>>"
    write_pdf(file, objects)


def _page_tree_loop(file: BinaryIO, size: float) -> None:
    objects = one_page(stream(HELLO), b"<</Type/Pages/Kids[2 0 R 6 0 R]/Count 100000/Parent 2 0 R>>")
    objects[1] = b"<</Type/Pages/Kids[6 0 R 3 0 R 2 0 R]/Count 1000000/Parent 6 0 R>>"
    write_pdf(file, objects)


def _page_tree_of_twins(file: BinaryIO, size: float) -> None:
    """Each level holds the next one twice: thirty levels are a thousand million pages, and one object each."""
    levels = 30
    tree = [
        b"<</Type/Pages/Kids[%d 0 R %d 0 R]/Count %d>>" % (number + 1, number + 1, 2 ** (levels + 6 - number))
        for number in range(6, 6 + levels)
    ]
    objects = one_page(stream(HELLO), *tree, b"<</Type/Pages/Kids[3 0 R]/Count 1>>")
    objects[1] = b"<</Type/Pages/Kids[6 0 R]/Count %d>>" % 2**levels
    write_pdf(file, objects)


def _many_pages(file: BinaryIO, size: float) -> None:
    count = int(200_000 * size)
    objects = one_page(stream(HELLO))
    objects[1] = b"<</Type/Pages/Kids[%b]/Count %d>>" % (b"3 0 R " * count, count)
    write_pdf(file, objects)


def _outline_loop(file: BinaryIO, size: float) -> None:
    entries = [
        b"<</First 7 0 R/Last 8 0 R/Count 2>>",
        b"<</Title(One)/Parent 6 0 R/Next 8 0 R/First 8 0 R/Last 8 0 R/Dest[3 0 R/Fit]>>",
        b"<</Title(Two)/Parent 7 0 R/Next 7 0 R/Prev 7 0 R/First 7 0 R/Last 7 0 R/Dest[3 0 R/Fit]>>",
    ]
    write_pdf(file, one_page(stream(HELLO), *entries, root=b"/Outlines 6 0 R"))


def _long_outline(file: BinaryIO, size: float) -> None:
    count = int(500_000 * size)
    entries = [b"<</Title(Entry)/Parent 6 0 R/Next %d 0 R/Dest[3 0 R/Fit]>>" % (number + 8) for number in range(count)]
    write_pdf(file, one_page(stream(HELLO), b"<</First 7 0 R>>", *entries, root=b"/Outlines 6 0 R"))


def _name_tree_loop(file: BinaryIO, size: float) -> None:
    trees = (b"<</Kids[7 0 R 6 0 R]>>", b"<</Kids[6 0 R 7 0 R 6 0 R]/Limits[(a)(z)]>>")
    root = b"/Names<</EmbeddedFiles 6 0 R/Dests 7 0 R>>/PageLabels 6 0 R"
    write_pdf(file, one_page(stream(HELLO), *trees, root=root))


def _form_loop(file: BinaryIO, size: float) -> None:
    """Each form draws itself and the other, twice."""
    facts = b"/Type/XObject/Subtype/Form/BBox[0 0 600 700]/Resources<</Font<</F1 5 0 R>>/XObject<</A 6 0 R/B 7 0 R>>>>"
    form = stream(b"/A Do /B Do /A Do /B Do " + HELLO, facts)
    resources = b"/Font<</F1 5 0 R>>/XObject<</A 6 0 R/B 7 0 R>>"
    write_pdf(file, one_page(stream(b"/A Do /B Do " + HELLO), form, form, resources=resources))


def _forms_of_forms(file: BinaryIO, size: float) -> None:
    """No circle: twelve levels, each of which draws the next one ten times."""
    levels = 12
    forms = [
        stream(
            b"/A Do " * 10,
            b"/Type/XObject/Subtype/Form/BBox[0 0 600 700]/Resources<</XObject<</A %d 0 R>>>>" % (number + 7),
        )
        for number in range(levels)
    ]
    last = stream(HELLO, b"/Type/XObject/Subtype/Form/BBox[0 0 600 700]/Resources<</Font<</F1 5 0 R>>>>")
    write_pdf(file, one_page(stream(b"/A Do"), *forms, last, resources=b"/XObject<</A 6 0 R>>"))


def _glyph_loop(file: BinaryIO, size: float) -> None:
    """A font whose letter is drawn with the font."""
    glyph = stream(b"1000 0 0 0 1000 1000 d1 BT /F1 1 Tf (aaaaaaaaaa) Tj ET")
    font = (
        b"<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 7 0 R>>"
        b"/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1000]/Resources<</Font<</F1 6 0 R>>>>>>"
    )
    page = stream(b"BT /F1 12 Tf 72 700 Td (aaaaaaaaaa) Tj ET")
    write_pdf(file, one_page(page, font, glyph, resources=b"/Font<</F1 6 0 R>>"))


def _object_stream_loop(file: BinaryIO, size: float) -> None:
    """The page is said to stand in an object stream that says the same of itself."""
    objects = b"3 0 6 60 <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>".ljust(80) + b"<<>>"
    packed = stream(objects, b"/Type/ObjStm/N 2/First 9/Extends 6 0 R")
    file.write(b"%PDF-1.7\n")
    offsets = {}
    parts = {1: b"<</Type/Catalog/Pages 2 0 R>>", 2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>", 6: packed}
    for number, body in parts.items():
        offsets[number] = file.tell()
        file.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
    start = file.tell()
    rows = [
        (0, 0, 0),
        (1, offsets[1], 0),
        (1, offsets[2], 0),
        (2, 6, 0),
        (0, 0, 0),
        (0, 0, 0),
        (2, 6, 1),
        (1, start, 0),
    ]
    table = b"".join(bytes([kind]) + where.to_bytes(4) + bytes([last]) for kind, where, last in rows)
    facts = b"/Type/XRef/Size 8/W[1 4 1]/Root 1 0 R/Prev %d" % start
    file.write(b"7 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (stream(table, facts), start))


def _long_table(file: BinaryIO, size: float) -> None:
    """A cross-reference table of a million entries, and a file of six objects."""
    objects = one_page(stream(HELLO)) + [b"null"] * int(1_000_000 * size)
    write_pdf(file, objects)


def _declared_table(file: BinaryIO, size: float) -> None:
    write_pdf(file, one_page(stream(HELLO)), b"/Size 2147483647")


def _deep_arrays(file: BinaryIO, size: float) -> None:
    depth = int(1_000_000 * size)
    nested = b"[" * depth + b"]" * depth
    write_pdf(file, one_page(stream(HELLO), nested, facts=b"/Annots 6 0 R", root=b"/Outlines 6 0 R"))


def _deep_content(file: BinaryIO, size: float) -> None:
    depth = int(5_000_000 * size)
    content = b"q " * depth + b"[" * depth + b"<<" * depth + HELLO
    write_pdf(file, one_page(stream(content)))


def _many_annotations(file: BinaryIO, size: float) -> None:
    note = b"<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(A note)>>"
    objects = one_page(stream(HELLO), note, facts=b"/Annots[%b]" % (b"6 0 R " * int(1_000_000 * size)))
    write_pdf(file, objects)


def _endless_mapping(file: BinaryIO, size: float) -> None:
    """A map from codes to letters with a range of four thousand million codes."""
    ranges = b"1 beginbfrange\n<00000000> <FFFFFFFF> <0041>\nendbfrange\n" * 50
    mapping = b"begincmap\n1 begincodespacerange\n<00000000> <FFFFFFFF>\nendcodespacerange\n" + ranges + b"endcmap"
    font = FONT.replace(b">>", b"/ToUnicode 7 0 R>>")
    write_pdf(file, one_page(stream(HELLO), font, stream(mapping), resources=b"/Font<</F1 6 0 R>>"))


ODD_PDF_BOMBS = tuple(
    Bomb(name, write, is_drawn=True)
    for name, write in (
        ("count-10-thousand-million.pdf", _count),
        ("count-2-thousand-million.pdf", _count_that_fits),
        ("page-tree-loop.pdf", _page_tree_loop),
        ("page-tree-of-twins.pdf", _page_tree_of_twins),
        ("200000-pages.pdf", _many_pages),
        ("outline-loop.pdf", _outline_loop),
        ("long-outline.pdf", _long_outline),
        ("name-tree-loop.pdf", _name_tree_loop),
        ("form-loop.pdf", _form_loop),
        ("forms-of-forms.pdf", _forms_of_forms),
        ("glyph-loop.pdf", _glyph_loop),
        ("object-stream-loop.pdf", _object_stream_loop),
        ("1000000-objects.pdf", _long_table),
        ("declared-2-thousand-million-objects.pdf", _declared_table),
        ("deep-arrays.pdf", _deep_arrays),
        ("deep-content.pdf", _deep_content),
        ("1000000-annotations.pdf", _many_annotations),
        ("endless-mapping.pdf", _endless_mapping),
    )
)
