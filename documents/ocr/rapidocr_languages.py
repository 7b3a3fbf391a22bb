"""The languages that RapidOCR's packaged model reads, by Tesseract's codes.

Its characters are those of Chinese and Japanese, and Latin letters with the accents of these languages; of Greek only
letters without accents, and no Cyrillic, Arabic, Hebrew, Indic, Thai or Korean.
"""

_LATIN = """
    afr aze bos cat ceb ces cos cym dan deu eng epo est eus fao fil fin fra fry gla gle glg hat hrv hun ind isl ita jav
    lat lav lit ltz mlt mri msa nld nor oci pol por que ron slk slv spa sqi srp_latn sun swa swe tur uzb
"""
_EAST_ASIAN = "chi_sim chi_tra jpn"

READ_BY_RAPIDOCR = frozenset(f"{_LATIN} {_EAST_ASIAN}".split())
