"""Nim-values."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Infinite:
    """The value of a position from which play can go on for ever: infinite, with these finite values among its options.

    It is won if 0 is among them, else drawn.

    >>> import grundy
    >>> grundy.Infinite(frozenset({0, 2}))
    infinite(0, 2)
    """

    options: frozenset[int]
    """The finite values among its options."""

    def __repr__(self) -> str:
        return f"infinite({', '.join(map(str, sorted(self.options)))})"


Value = int | Infinite
"""The nim-value of a position: a Nim heap, or an infinite (loopy) value."""


def read_value(found: object) -> Value | None:
    """A value as reports write it."""
    if isinstance(found, dict):
        return Infinite(frozenset(found["infinite"]))
    return found if isinstance(found, int) else None


def value_from_json(text: str) -> Value | None:
    """A value from its JSON."""
    return read_value(json.loads(text))


def mex(values: object) -> int:
    """The least number, from 0 on, that is not among `values`.

    >>> import grundy
    >>> grundy.mex([0, 1, 3])
    2
    """
    seen = set(values)  # type: ignore[call-overload]
    least = 0
    while least in seen:
        least += 1
    return least
