"""Ctrl-C ends long calls with KeyboardInterrupt, wherever it comes, and keeps what was found."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import grundy
import pytest

# Ends a call that does not listen, so that its test fails instead of hanging.
PATIENCE = grundy.Limits(seconds=60)


class Interrupting(grundy.Game[int]):
    """A user presses Ctrl-C while the moves of 50 are listed."""

    def moves(self, position: int, /) -> list[int]:
        if position == 50:
            signal.raise_signal(signal.SIGINT)
        return [position - taken for taken in (1, 3, 4) if taken <= position]


ASKED: dict[str, Callable[[], object]] = {
    "value": lambda: Interrupting().value(10**6, limits=PATIENCE),
    "values": lambda: grundy.values(Interrupting(), 10**6, limits=PATIENCE),
    "period": lambda: grundy.period(Interrupting(), to=10**6, limits=PATIENCE),
    "misère": lambda: Interrupting().outcome(10**6, misere=True, limits=PATIENCE),
    "sum": lambda: (Interrupting()(10**6) + "kayles:5").explain(),
    "check": lambda: grundy.check(Interrupting(), lambda n: n % 7 in (0, 2), to=10**6, limits=PATIENCE),
    "guess": lambda: grundy.guess(Interrupting(), to=10**5, limits=PATIENCE),
    "moves": lambda: Interrupting()(50).moves(),
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED.keys())
def test_rules_in_python_can_be_interrupted(asked: Callable[[], object]) -> None:
    with pytest.raises(KeyboardInterrupt):
        asked()


def test_a_claim_can_be_interrupted() -> None:
    def claim(heap: int) -> bool:
        if heap == 50:
            signal.raise_signal(signal.SIGINT)
        return heap % 3 == 0

    with pytest.raises(KeyboardInterrupt):
        grundy.check("subtract/1,2", claim, to=10**6)


@pytest.mark.parametrize("name", ["values", "store", "position"])
def test_the_engine_can_be_interrupted(name: str, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    asked: dict[str, Callable[[], object]] = {
        "values": lambda: grundy.values("grundys-game", 10**9, limits=PATIENCE),
        "store": lambda: grundy.store("0.106", path, 10**12, limits=PATIENCE),
        "position": lambda: grundy.Position("cram:9x9", limits=PATIENCE).outcome,
    }
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt) as raised:
        timer.start()
        asked[name]()
    if name == "values":
        found = raised.value.found  # type: ignore[attr-defined]
        assert (found[:20] == grundy.values("grundys-game", 20)).all()
    if name == "store":
        assert (grundy.Store(path)[:20] == grundy.values("0.106", 20)).all()
