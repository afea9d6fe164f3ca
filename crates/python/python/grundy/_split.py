"""Positions that have fallen apart."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)


class Split(Generic[P]):
    """Several positions of one game side by side; a move is a move in one of them. Made by :func:`split`."""

    __slots__ = ("parts",)

    parts: tuple[P, ...]

    def __init__(self, parts: tuple[P, ...]) -> None:
        self.parts = parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Split) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(("grundy.Split", self.parts))

    def __repr__(self) -> str:
        return f"split({', '.join(map(repr, self.parts))})"


def split(*parts: P) -> Split[P]:
    """The option in which a position falls apart into `parts`, for use in :meth:`grundy.Game.moves`.

    Without parts nothing is left to move in.

    >>> import grundy
    >>> class Kayles(grundy.Game[int]):
    ...     def moves(self, n):
    ...         return [grundy.split(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)]
    >>> [Kayles().value(n) for n in range(8)]
    [0, 1, 2, 3, 1, 4, 3, 2]
    """
    return Split(parts)
