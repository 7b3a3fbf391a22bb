"""Which image format a page becomes.

Text in shades of grey is a PNG of sixteen shades: half the bytes of WebP, a third of its time, and nothing is blurred.
Colour, photographs and scans are WebP: half the bytes of JPEG, and no fringes around letters.
"""

import io

from PIL import Image, ImageChops

PNG = "image/png"
WEBP = "image/webp"

_SHADES = 16
_NEAREST_SHADE = [round(value / 17) for value in range(256)]
_PALETTE = [part for shade in range(_SHADES) for part in (shade * 17,) * 3]
_PAPER_SHARE = 0.6


def encode(image: Image.Image) -> tuple[str, bytes]:
    """Media type and content of an RGB image."""
    red, green, blue = image.split()
    is_grey = not (_differ(red, green) or _differ(green, blue))
    return _png(green) if is_grey and _is_text_on_paper(green) else _webp(image)


def _differ(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is not None


def _is_text_on_paper(grey: Image.Image) -> bool:
    """One shade makes up most of it: a photograph would show bands in sixteen shades."""
    return max(grey.histogram()) >= _PAPER_SHARE * grey.width * grey.height


def _png(grey: Image.Image) -> tuple[str, bytes]:
    shades = Image.frombytes("P", grey.size, grey.point(_NEAREST_SHADE).tobytes())
    shades.putpalette(_PALETTE)
    out = io.BytesIO()
    shades.save(out, "PNG", compress_level=1, bits=4)
    return PNG, out.getvalue()


def _webp(image: Image.Image) -> tuple[str, bytes]:
    out = io.BytesIO()
    image.save(out, "WEBP", quality=75, method=0)
    return WEBP, out.getvalue()
