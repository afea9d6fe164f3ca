"""How much work a call may do."""

from __future__ import annotations

from dataclasses import dataclass

Given = tuple["float | None", "int | None", "int | None", "int | None"]


@dataclass(frozen=True)
class Limits:
    """How much work a call may do before it raises :class:`grundy.LimitError`.

    >>> import grundy
    >>> grundy.Position("cram:9x9", limits=grundy.Limits(positions=1000)).outcome
    Traceback (most recent call last):
      ...
    grundy._errors.LimitError: gave up after 1000 positions...
    """

    seconds: float | None = None
    """Seconds for each call."""
    positions: int | None = None
    """Positions that may be examined (20 million if not given)."""
    memory: int | None = None
    """Bytes that tables may take (4 GB if not given)."""
    threads: int | None = None
    """Threads that may be used (all cores if not given)."""


def given(limits: Limits | None) -> Given:
    """The limits as the engine takes them."""
    if limits is None:
        return (None, None, None, None)
    return (limits.seconds, limits.positions, limits.memory, limits.threads)
