"""Misère quotients."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _grundy
from ._errors import GrundyError
from ._limits import Limits, given
from ._progress import progress as shown_progress
from ._table import Table


class Quotient:
    """The misère quotient of a heap game: a commutative monoid in which every sum of heaps has its element.

    Elements are numbered from 0, the identity, on.
    """

    elements: list[str]
    """Every element as a word in the generators."""
    table: npt.NDArray[np.uint16]
    """``table[a, b]`` is the number of the product of the elements numbered `a` and `b`."""
    lost: npt.NDArray[np.bool_]
    """True for the elements of the P-portion: sums that the player to move loses."""
    heaps: npt.NDArray[np.uint16]
    """The number of each heap's element, for the heaps that were computed."""
    report: dict[str, Any]
    """Everything as data."""
    stopped: GrundyError | None
    """The limit that ended the search, if one did: the quotient is then about fewer heaps."""

    def __init__(self, found: tuple[Any, ...]) -> None:
        report, self.elements, self.table, lost, self.heaps, self.stopped = found
        self.lost = np.array(lost, dtype=np.bool_)
        self.report = json.loads(report)

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.elements)

    @property
    def is_tame(self) -> bool:
        """True if misère play is as simple as in Nim."""
        return bool(self.report["tame"])

    @property
    def is_complete(self) -> bool:
        """True if it is the quotient of all heaps."""
        return bool(self.report["heaps"] == "all")

    @property
    def relations(self) -> list[str]:
        """The relations between the generators."""
        return list(self.report["relations"])

    def element(self, heaps: Iterable[int]) -> int:
        """The number of the element of a sum of heaps."""
        found = 0
        for heap in heaps:
            found = int(self.table[found, self._heap(heap)])
        return found

    def _heap(self, heap: int) -> int:
        period, preperiod = self.report["period"], self.report["preperiod"]
        if self.is_complete and period and heap >= len(self.heaps):
            heap = preperiod + (heap - preperiod) % period
        if not 0 <= heap < len(self.heaps):
            raise IndexError(f"the quotient is about heaps up to {len(self.heaps) - 1}")
        return int(self.heaps[heap])

    def outcome(self, heaps: Iterable[int]) -> str:
        """``"win"`` or ``"lose"`` for the player to move in a sum of heaps under misère play."""
        return "lose" if self.lost[self.element(heaps)] else "win"

    def as_table(self) -> Table:
        """Number, word and whether it is lost, of each element."""
        return Table({"element": np.arange(self.order), "word": self.elements, "lost": self.lost})

    def __repr__(self) -> str:
        of = "all heaps" if self.is_complete else f"heaps up to {self.report['heaps']}"
        tame = "tame" if self.is_tame else "wild"
        return f"<Quotient of {self.report['ruleset']}: {of}, order {self.order}, {tame}>"


def quotient(
    ruleset: str,
    *,
    to: int | None = None,
    max_order: int | None = None,
    limits: Limits | None = None,
    progress: bool | None = None,
) -> Quotient:
    """The misère quotient of a heap game, of heaps up to `to` or of all.

    A limit is no error: the answer is then about fewer heaps than asked for, and its `stopped` says why.

    >>> import grundy
    >>> kayles = grundy.quotient("0.77")
    >>> kayles
    <Quotient of 0.77: all heaps, order 40, wild>
    >>> kayles.table.shape, kayles.outcome([40, 33, 17])
    ((40, 40), 'win')
    """
    with shown_progress(None, "steps", progress) as tell:
        return Quotient(_grundy.quotient(ruleset, to, max_order, given(limits), tell))
