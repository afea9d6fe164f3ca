"""A line that says how far the work is: in terminals and notebooks only, and only if it takes more than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SECONDS_BEFORE_SHOWING = 1.0


def _is_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


@contextmanager
def progress(total: int | None, unit: str, wanted: bool | None) -> Iterator[Callable[[int], None] | None]:
    """Shows progress towards `total` while the block runs; `wanted` is ``None`` for "if somebody can see it"."""
    if wanted is None:
        wanted = sys.stderr.isatty() or _is_notebook()
    if not wanted:
        yield None
        return
    start = time.monotonic()
    shown = False

    def tell(done: int) -> None:
        nonlocal shown
        passed = time.monotonic() - start
        if passed < _SECONDS_BEFORE_SHOWING:
            return
        rate = f"{done / passed:,.0f} {unit}/s"
        part = f"{100 * done / total:3.0f} % of {total:,}" if total else f"{done:,}"
        sys.stderr.write(f"\r{part} {unit}, {passed:.0f} s, {rate}   ")
        sys.stderr.flush()
        shown = True

    try:
        yield tell
    finally:
        if shown:
            sys.stderr.write("\r" + 70 * " " + "\r")
            sys.stderr.flush()
