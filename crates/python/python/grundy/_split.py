"""Positions that have fallen apart.

>>> import grundy
>>> class Kayles(grundy.Game[int]):
...     def moves(self, n):
...         return [grundy.split(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)]
>>> [Kayles().value(n) for n in range(8)]
[0, 1, 2, 3, 1, 4, 3, 2]
>>> grundy.split(1, 2), grundy.split(1, 2) == grundy.split(1, 2), grundy.split(1, 2).parts
(split(1, 2), True, (1, 2))
"""

from __future__ import annotations

from ._grundy import Split, split

__all__ = ["Split", "split"]
