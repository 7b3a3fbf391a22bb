"""What Postgres is asked for, in its own notation for queries: plain strings, put together here and parsed by no one.

A document is stemmed by the configuration of its language, and is asked for the stems of that language alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

CONFIG_MARK = "/"
"""What the lexeme begins with that says by which configuration the others of a chunk were stemmed."""

Variants = tuple[tuple[str, str], ...]
"""What a term is stemmed to, and the mark of the configurations that stem it so."""


def config_lexeme(config: str) -> str:
    return CONFIG_MARK + config


def quoted(lexeme: str) -> str:
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def alternatives(notations: Iterable[str]) -> str:
    return " | ".join(notations)


def any_of(notations: Iterable[str]) -> str:
    """Each once; empty for none."""
    return alternatives(f"({one})" for one in dict.fromkeys(notations))


def both(one: str, other: str) -> str:
    return f"({one}) & ({other})"


def mark(configs: Iterable[str]) -> str:
    """What finds the chunks that are stemmed by any of these."""
    return alternatives(quoted(config_lexeme(config)) for config in configs)


class Merging:
    """Puts what a term is in each configuration together, as what any chunk can be asked for."""

    def __init__(self, configs: Mapping[str, int]) -> None:
        self.configs = configs
        self.variants: dict[str, Variants] = {}
        self.unsaid: dict[str, int] = {}
        self._silent: dict[str, str] = {}

    def term(self, notations: Mapping[str, str]) -> str:
        """`notations` has one for each configuration, empty where nothing is left of the term."""
        whole = self.phrase(notations)
        silent = [config for config, notation in notations.items() if not notation]
        if whole and silent:
            self.unsaid[whole] = sum(self.configs[config] for config in silent)
            self._silent[whole] = mark(silent)
        return whole

    def phrase(self, notations: Mapping[str, str]) -> str:
        """`notations` may lack configurations, whose chunks then do not match."""
        same: dict[str, list[str]] = {}
        for config, notation in notations.items():
            if notation:
                same.setdefault(notation, []).append(config)
        if not same or len(next(iter(same.values()))) == len(self.configs):
            return next(iter(same), "")
        variants = tuple((notation, mark(configs)) for notation, configs in same.items())
        whole = any_of(both(*variant) for variant in variants)
        self.variants[whole] = variants
        return whole

    def where_said(self, notation: str, forms: str) -> str:
        """`forms` of a term, but not in documents in whose language it is a stop word."""
        if notation not in self._silent:
            return forms
        return both(forms, alternatives(where for _, where in self.variants[notation]))

    def instead(self, notation: str, terms: Iterable[str]) -> str:
        """For a required term that is a stop word in some languages: there, any other of `terms` will do."""
        others = [one for one in terms if one != notation]
        if notation not in self._silent or not others:
            return ""
        return any_of([notation, both(self._silent[notation], any_of(others))])
