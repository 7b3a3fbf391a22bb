"""Which language a text is in, as far as a sample of it tells. Pure: the same text always has the same answer.

The model that knows the languages is loaded when the first text needs it: half a second, and 80 megabytes from then on.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

SIMPLE = "simple"
"""The configuration of Postgres that stems nothing and leaves nothing out: right for any language that has none."""

CONFIG_OF = {
    "ar": "arabic", "ary": "arabic", "arz": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish",
    "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian",
    "ne": "nepali", "nl": "dutch", "nn": "norwegian", "no": "norwegian", "pcm": "english", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
"""The configuration that Postgres brings for a language, by its ISO 639 code. Older servers lack some."""

CERTAIN = 0.8
"""Of 1, how likely a language must be to be believed by itself. Of English snippets of 80 letters nine in ten are, and
none is taken for another language."""

LIKELY = 0.5
NO_LANGUAGE = "zxx"
"""The code of what is no language: codes, names, numbers."""

FEWEST_LETTERS = 20
"""In fewer every language is as likely as another, and the model need not be asked."""

PLACES, LETTERS_AT_EACH = 8, 600
"""A long text is read at so many places, spread evenly, so many code points at each: a foreign title page, a table or
a quotation does not decide, and a text of any length takes a few milliseconds."""

_ENDINGS = {
    "portuguese": ((re.compile(r"cao\b"), "ção"), (re.compile(r"coes\b"), "ções"), (re.compile(r"soes\b"), "sões")),
    "russian": ((re.compile(r"(?<=[еиоы])и\b"), "й"),),
    "spanish": ((re.compile(r"cion\b"), "ción"),),
}
"""What a stemmer knows by its accent alone, as words without accents end: `renovacion`, `новыи`."""

_NO_WORDS = re.compile(r"[\s\d!-/:-@\[-`{-~]+")
"""Digits, and the signs of tables and code. Not all that is no letter: the vowels of many scripts are none."""


def languages_of(text: str) -> dict[str, float]:
    """How likely each language is, by its code, in sum 1; nothing where there is too little to tell."""
    words = _NO_WORDS.sub(" ", _sample(text))
    if sum(map(str.isalpha, words)) < FEWEST_LETTERS:
        return {}
    return dict(_identifier().rank(words))


def certain_config(languages: Mapping[str, float]) -> str:
    """The configuration for a text that is so likely in these languages; empty where that is not certain.

    Languages of one configuration count together. Those that have none are no family: one must be likely by itself.
    """
    likely: dict[str, float] = defaultdict(float)
    for language, share in languages.items():
        likely[CONFIG_OF.get(language, SIMPLE)] += share if language != NO_LANGUAGE else 0.0
    best = max(sorted(likely), key=likely.__getitem__, default="")
    is_certain = bool(best) and likely[best] >= CERTAIN
    return best if is_certain and (best != SIMPLE or likeness(SIMPLE, languages) >= LIKELY) else ""


def likeness(config: str, languages: Mapping[str, float]) -> float:
    """How likely the likeliest of the languages of `config` is."""
    return max((share for one, share in languages.items() if CONFIG_OF.get(one, SIMPLE) == config), default=0.0)


def spelt(keys: str, config: str) -> str:
    """Words without accents, as the stemmer of `config` wants them: with those on their endings that it goes by."""
    for ending, accented in _ENDINGS.get(config, ()):
        keys = ending.sub(accented, keys)
    return keys


def _sample(text: str) -> str:
    if len(text) <= PLACES * LETTERS_AT_EACH:
        return text
    last = len(text) - LETTERS_AT_EACH
    starts = (last * place // (PLACES - 1) for place in range(PLACES))
    return "\n".join(text[start : start + LETTERS_AT_EACH] for start in starts)


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
