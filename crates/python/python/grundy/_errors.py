"""Exceptions: one class per kind of error, each with the message, the hint and the place in the text."""

from __future__ import annotations

import json
from typing import Any


class GrundyError(Exception):
    """Anything that grundy reports.

    ``str(error)`` is the whole text: the message, the hint, and the part of the text that is wrong with carets below it.

    >>> import grundy
    >>> try:
    ...     grundy.Position("nim:3 + nin:4")
    ... except grundy.UnknownGameError as error:
    ...     print(error)
    unknown game `nin`; did you mean `nim`?
      nim:3 + nin:4
              ^^^
    """

    kind: str = ""
    """A word for programs: ``unknown-game``, ``limit``, …"""
    message: str = ""
    """What is wrong."""
    hint: str | None = None
    """What to do about it."""
    span: tuple[int, int] | None = None
    """Where, in the text that was given: bytes, from the first to one beyond the last."""
    excerpt: str | None = None
    """The part of the text that is wrong, with carets below it."""
    file: str | None = None
    """The file that is wrong."""
    line: int | None = None
    """The line in the file, from 1."""
    found: Any = None
    """What had been found when the work ended: an array of values, a quotient of fewer heaps."""


class PositionError(GrundyError, ValueError):
    """A text does not describe a position or a ruleset."""


class UnknownGameError(PositionError):
    """There is no game of this name."""


class RulesError(GrundyError):
    """Rules that somebody wrote failed."""


class InputError(GrundyError, ValueError):
    """A file has wrong contents."""


class FileError(GrundyError, OSError):
    """A file cannot be read or written."""


class UsageError(GrundyError, ValueError):
    """What was asked makes no sense."""


class RefutedError(GrundyError):
    """The work was done and its answer is no: a certificate that does not hold."""


class LimitError(GrundyError):
    """A limit ended the work: time, memory or positions. See :class:`grundy.Limits`."""

    limit: str | None = None
    """Which limit: ``positions``, ``memory``, ``time`` or ``rules``."""


class IllegalMoveError(GrundyError, ValueError):
    """The position has no such move."""


_CLASSES: dict[str, type[GrundyError]] = {
    "unknown-game": UnknownGameError,
    "limit": LimitError,
    "rules": RulesError,
    "input": InputError,
    "io": FileError,
    "usage": UsageError,
    "refuted": RefutedError,
}


def from_report(report: str) -> GrundyError:
    """The exception for an error report of the engine."""
    entry = json.loads(report)["error"]
    kind: str = entry["kind"]
    limit = entry.get("limit")
    of_kind = LimitError if limit else _CLASSES.get(kind, PositionError)
    hint = entry.get("hint")
    if isinstance(limit, str) and not hint:
        hint = "pass larger limits: grundy.Limits(seconds=…, positions=…, memory=…)"
    place = ""
    if entry.get("file"):
        place = entry["file"] + (f":{entry['line']}" if entry.get("line") else "") + ": "
    text = place + entry["message"] + (f"; {hint}" if hint else "")
    if entry.get("excerpt"):
        text += "\n" + entry["excerpt"]
    error = of_kind(text)
    error.kind = kind
    error.message = entry["message"]
    error.hint = hint
    error.excerpt = entry.get("excerpt")
    error.file = entry.get("file")
    error.line = entry.get("line")
    if entry.get("span"):
        first, end = entry["span"]
        error.span = (first, end)
    if isinstance(error, LimitError):
        error.limit = limit
    return error
