"""Nim-sequences as arrays, their periods, and surveys of many of them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _grundy
from ._errors import FileError, RefutedError
from ._game import Game
from ._limits import Limits, given
from ._progress import progress as shown_progress
from ._table import Table

Ruleset = str | Game[int]
Values = npt.NDArray[np.unsignedinteger[Any]]


def _open(ruleset: Ruleset, start: int, limits: Limits | None) -> _grundy.Sequence:
    if isinstance(ruleset, Game):
        return _grundy.Sequence(ruleset.name, ruleset._engine, start, given(limits))
    return _grundy.Sequence(os.fspath(ruleset), None, start, given(limits))


def values(
    ruleset: Ruleset, count: int, *, start: int = 0, limits: Limits | None = None, progress: bool | None = None
) -> Values:
    """The nim-values of the heaps `start`, `start` + 1, …, `count` of them, as an array of the narrowest unsigned type.

    `ruleset` is the name or code of a heap game, a store file, or a :class:`grundy.Game` on numbers. Ctrl-C raises
    ``KeyboardInterrupt``, a limit :class:`grundy.LimitError`; the values found by then are the exception's ``found``.

    >>> import grundy
    >>> grundy.values("kayles", 10)
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], dtype=uint8)
    """
    if count < 0 or start < 0:
        raise ValueError("heaps are counted from 0")
    sequence = _open(ruleset, start, limits)
    with shown_progress(count, "values", progress) as tell:
        found: Values = sequence.read(count, tell)
    return found


def chunks(
    ruleset: Ruleset, size: int = 1 << 20, *, start: int = 0, limits: Limits | None = None
) -> Iterator[Values]:
    """The nim-values from heap `start` on without end, as arrays of `size` values each.

    >>> import grundy
    >>> from itertools import islice
    >>> [int(chunk.max()) for chunk in islice(grundy.chunks("kayles", 1000), 3)]
    [8, 8, 8]
    """
    if size < 1:
        raise ValueError("a chunk has at least one value")
    sequence = _open(ruleset, start, limits)
    while True:
        yield sequence.read(size)


@dataclass(frozen=True)
class Statistics:
    """Figures about a nim-sequence; made by :func:`statistics`."""

    values: int
    """The values that were computed."""
    largest: int
    """The largest of them."""
    largest_at: int
    """The first heap that has it."""
    mask: int | None
    """The mask of the sparse space, where the method uses one: values with an even number of bits in common with it are rare."""
    rare: int | None
    """The number of heaps with a rare value, heap 0 included."""
    last_rare: int | None
    """The last heap with a rare value."""
    method: str
    """How the values were computed."""
    seconds: float
    """How long that took."""


def statistics(
    ruleset: Ruleset, count: int, *, limits: Limits | None = None, progress: bool | None = None
) -> Statistics:
    """Figures about the nim-values of the heaps 0 to `count` - 1, which are not kept: the largest, and the sparse space.

    >>> import grundy
    >>> found = grundy.statistics("0.6", 100_001)
    >>> found.largest, found.largest_at, hex(found.mask), found.rare, found.last_rare
    (285, 89634, '0x1ee', 1584, 20627)
    """
    if count < 0:
        raise ValueError("heaps are counted from 0")
    sequence = _open(ruleset, 0, limits)
    with shown_progress(count, "values", progress) as tell:
        found = json.loads(sequence.statistics(count, tell))
    return Statistics(
        count,
        found["largest"],
        found["largest_at"],
        found["mask"],
        found["rare"],
        found["last_rare"],
        found["method"],
        found["seconds"],
    )


class Period:
    """What is known of the period of a nim-sequence; made by :func:`period`."""

    certificate: str
    """The whole report as JSON; where the period is proved, it is a certificate that ``grundy period --check`` reads."""

    def __init__(self, certificate: str) -> None:
        self.certificate = certificate
        self._report: dict[str, Any] = json.loads(certificate)

    @property
    def ruleset(self) -> str:
        """The game as grundy writes it."""
        return str(self._report["ruleset"])

    @property
    def is_proved(self) -> bool:
        """True if a theorem says that the sequence repeats for ever."""
        return bool(self._report["proved"])

    def _proved(self, key: str) -> int | None:
        found: int | None = self._report[key]
        return found

    @property
    def period(self) -> int | None:
        """The period, if it is proved."""
        return self._proved("period")

    @property
    def preperiod(self) -> int | None:
        """The first heap from which it holds."""
        return self._proved("preperiod")

    @property
    def saltus(self) -> int | None:
        """What is added to the values from one period to the next; 0 for a purely periodic sequence."""
        return self._proved("saltus")

    @property
    def last_exception(self) -> int | None:
        """The last heap for which it does not hold."""
        return self._proved("last_exception")

    @property
    def checked_to(self) -> int:
        """The last heap that was looked at."""
        return int(self._report["checked_to"])

    @property
    def theorem(self) -> str | None:
        """The theorem that proves it, in words."""
        found: str | None = self._report["theorem_in_words"]
        return found

    @property
    def observed(self) -> dict[str, int] | None:
        """The recurrence that was seen but is not proved: period, preperiod, saltus."""
        found: dict[str, int] | None = self._report["observed"]
        return found

    def check(self, *, limits: Limits | None = None) -> bool:
        """Computes the values anew and checks the proof; false if it does not hold, or nothing is proved."""
        if not self.is_proved:
            return False
        try:
            _grundy.check_period(self.certificate, given(limits))
        except RefutedError:
            return False
        return True

    def __bool__(self) -> bool:
        return self.is_proved

    def __repr__(self) -> str:
        if self.is_proved:
            plus = f" + {self.saltus}" if self.saltus else ""
            return f"<Period of {self.ruleset}: g(n + {self.period}) = g(n){plus} for all n >= {self.preperiod}>"
        return f"<Period of {self.ruleset}: none proved by heap {self.checked_to}>"


def period(
    ruleset: Ruleset, to: int = 1_000_000, *, limits: Limits | None = None, progress: bool | None = None
) -> Period:
    """Looks for a period in the values of heaps up to `to`, and proves it.

    >>> import grundy
    >>> kayles = grundy.period("0.77")
    >>> kayles.period, kayles.preperiod, kayles.check()
    (12, 71, True)
    """
    name, own = (ruleset.name, ruleset._engine) if isinstance(ruleset, Game) else (ruleset, None)
    with shown_progress(to, "values", progress) as tell:
        return Period(_grundy.find_period(name, own, to, given(limits), tell))


def survey(to: int = 20_000, *, limits: Limits | None = None, progress: bool | None = None) -> Table:
    """Every octal code of up to three digits: which sequences are the same up to a shift, and which are proved periodic."""
    with shown_progress(1024, "codes", progress) as tell:
        rows = json.loads(_grundy.survey(to, given(limits), tell))["rows"]
    return Table({key: [row[key] for row in rows] for key in ("code", "same_as", "largest", "periodic", "preperiod", "period")})


class Store:
    """Values in a store file: read block by block, only those that are asked for.

    The file packs values into as few bits as they need, so it cannot be mapped into memory as it is;
    :meth:`memmap` unpacks it once into an ``.npy`` file that NumPy maps.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        if not _grundy.is_store(self._path):
            found = "not a stored sequence" if os.path.exists(self._path) else "no such file"
            raise FileError(f"{self._path}: {found}; grundy.store(ruleset, path, to) makes one")
        self._length = _grundy.Sequence(self._path, None, 0, given(None)).computed()

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, heaps: int | slice) -> Any:
        if isinstance(heaps, slice):
            start, stop, step = heaps.indices(self._length)
            if step < 1:
                raise ValueError("stores are read forwards")
            return values(self._path, max(stop - start, 0), start=start, progress=False)[::step]
        at = heaps + self._length if heaps < 0 else heaps
        if not 0 <= at < self._length:
            raise IndexError(f"the store has the values of heaps 0 to {self._length - 1}")
        return values(self._path, 1, start=at, progress=False)[0]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.asarray(self[:], dtype=dtype)

    def memmap(self, path: str | os.PathLike[str], dtype: npt.DTypeLike = np.uint16) -> Any:
        """All values in the file `path` (``.npy``), mapped into memory; it is written if it is not there or holds other than
        these."""
        if not self._is_unpacked(path, np.dtype(dtype)):
            unfinished = f"{os.fspath(path)}.unfinished"
            self._unpack(unfinished, np.dtype(dtype))
            os.replace(unfinished, path)
        return np.load(path, mmap_mode="r")

    def _is_unpacked(self, path: str | os.PathLike[str], dtype: np.dtype[Any]) -> bool:
        """True if the file holds as many values of this type, and the last of them are the same."""
        if not os.path.exists(path):
            return False
        found = np.load(path, mmap_mode="r")
        is_like = found.shape == (self._length,) and found.dtype == dtype
        last = max(self._length - 1000, 0)
        return is_like and bool((found[last:] == self[last:]).all())

    def _unpack(self, path: str, dtype: np.dtype[Any]) -> None:
        written = np.lib.format.open_memmap(path, mode="w+", dtype=dtype, shape=(self._length,))
        largest = np.iinfo(dtype).max
        for start in range(0, self._length, 1 << 20):
            block = self[start : start + (1 << 20)]
            if block.max(initial=0) > largest:
                raise OverflowError(f"{dtype} cannot hold the value {block.max()}")
            written[start : start + len(block)] = block
        written.flush()

    def __repr__(self) -> str:
        return f"<Store {self._path!r}: {self._length} values>"


def store(
    ruleset: str, path: str | os.PathLike[str], to: int, *, limits: Limits | None = None, progress: bool | None = None
) -> Store:
    """Computes the values of heaps up to `to` in the file `path`, resuming where it stands.

    What was computed is kept, also after Ctrl-C or a limit: the same call goes on from there.
    """
    with shown_progress(to, "values", progress) as tell:
        _grundy.compute_in_store(ruleset, os.fspath(path), to, given(limits), tell)
    return Store(path)
