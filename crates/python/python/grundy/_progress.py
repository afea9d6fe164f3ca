"""A line that says how far the work is: in terminals and notebooks only, and only if it takes more than a second."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SECONDS_BEFORE_SHOWING = 1.0
_SECONDS_BETWEEN = 0.5


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
    shown = 0.0
    width = shutil.get_terminal_size().columns - 1

    def tell(done: int) -> None:
        nonlocal shown
        passed = time.monotonic() - start
        if passed < max(_SECONDS_BEFORE_SHOWING, shown + _SECONDS_BETWEEN):
            return
        rate = f"{done / passed:,.0f} {unit}/s"
        if total:
            left = f"{passed * (total - done) / done:.0f} s left, " if done else ""
            bar = "#" * (20 * min(done, total) // total)
            text = f"{100 * done // total:3d} % |{bar:20}| {left}{rate}"
        else:
            text = f"{done:,} {unit}, {passed:.0f} s, {rate}"
        sys.stderr.write("\r" + text[:width].ljust(width))
        sys.stderr.flush()
        shown = passed

    try:
        yield tell
    finally:
        if shown:
            sys.stderr.write("\r" + width * " " + "\r")
            sys.stderr.flush()
