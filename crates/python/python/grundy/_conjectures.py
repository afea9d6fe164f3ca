"""Conjectures: claims that are Python functions, and patterns that grundy finds."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from . import _grundy
from ._game import Game
from ._limits import Limits, given
from ._table import Table

Ruleset = str | Game[Any]


@dataclass(frozen=True)
class Check:
    """What came of a claim. It is true if the claim holds on all positions that were tested."""

    holds: bool
    """True if there is no counterexample."""
    positions: int
    """The positions that were tested."""
    counterexample: Any
    """The smallest position for which the claim is wrong, if there is one."""
    reason: str
    """Why it is wrong, in words."""

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        if self.holds:
            return f"<Check: holds on {self.positions} positions>"
        return f"<Check: wrong at {self.counterexample}: {self.reason}>"


def check(
    game: Ruleset,
    claim: Callable[..., Any],
    *,
    to: int | None = None,
    claims: str = "lose",
    heaps: int | None = None,
    positions: Iterable[Hashable] | None = None,
    misere: bool = False,
    limits: Limits | None = None,
) -> Check:
    """Tests a claim: which positions are lost (``claims="lose"``) or what they are worth (``claims="value"``).

    The claim is called with the numbers of a position, as many as it has parameters, from 0 to `to` each; with `heaps` numbers
    in one list if it has one parameter. In games of your own they are a tuple where `moves` takes one, else heaps
    side by side. Games of your own with other positions are tested on `positions`.

    >>> import grundy
    >>> grundy.check("subtract/1,2", lambda n: n % 3 == 0, to=10_000)
    <Check: holds on 10001 positions>
    >>> bool(grundy.check("subtract/1,2", lambda n: n % 4 == 0, to=100))
    False
    >>> grundy.check("nim", lambda a, b: a ^ b, claims="value", to=20).holds
    True
    >>> grundy.check("nim", lambda heaps: sum(heaps) % 2 == 0, heaps=3, to=5).counterexample
    'nim:2'
    """
    if claims not in ("lose", "value"):
        raise ValueError('claims is "lose" or "value"')
    is_value = claims == "value"
    if positions is not None:
        return _check_on(game, claim, is_value, positions, misere, limits)
    needed, takes_all = _parameters(claim)
    count = heaps if heaps is not None else needed
    asked = claim
    if count > 1 and needed == 1 and not takes_all:

        def asked(*numbers: int) -> Any:
            return claim(list(numbers))

    name, own = (game.name, game._engine) if isinstance(game, Game) else (game, None)
    text = getattr(claim, "__name__", "the claim")
    report = json.loads(_grundy.check(name, own, asked, is_value, text, to, count, misere, given(limits)))
    found = report["claims"][0]
    wrong = found["counterexample"]
    if wrong is None:
        return Check(True, found["positions"], None, "")
    reason = f"claimed {wrong['claimed']}, in truth {wrong['truth']}; {wrong['reason']}"
    if wrong["move"]:
        reason += f": {wrong['move']['text']} → {wrong['move']['to']}"
    return Check(False, found["positions"], wrong["position"], reason)


def _check_on(
    game: Ruleset, claim: Callable[..., Any], is_value: bool, positions: Iterable[Hashable], misere: bool, limits: Limits | None
) -> Check:
    if not isinstance(game, Game):
        raise TypeError("`positions` is for games of your own; others are tested on numbers")
    tested = 0
    for position in positions:
        tested += 1
        said = claim(position)
        if is_value:
            truth: Any = game.value(position, limits=limits)
        else:
            said, truth = bool(said), game.outcome(position, misere=misere, limits=limits) == "lose"
        if said != truth:
            words = (f"claimed {said}, in truth {truth}") if is_value else ("it is not lost" if said else "it is lost")
            return Check(False, tested, position, words)
    return Check(True, tested, None, "")


def _parameters(claim: Callable[..., Any]) -> tuple[int, bool]:
    """The numbers that a claim needs, at least one, and whether it takes any number of them."""
    try:
        parameters = inspect.signature(claim).parameters.values()
    except (TypeError, ValueError):
        return 1, False
    needed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty]
    return max(len(needed), 1), any(p.kind is p.VAR_POSITIONAL for p in parameters)


def guess(
    game: Ruleset,
    *,
    start: int = 0,
    to: int | None = None,
    heaps: int | None = None,
    misere: bool = False,
    limits: Limits | None = None,
) -> Table:
    """Looks for patterns in the values, the lost positions and the remoteness of a game whose positions are numbers.

    >>> import grundy
    >>> "value = n mod 3" in grundy.guess("subtract/1,2", to=100)["pattern"]
    True
    """
    name, own = (game.name, game._engine) if isinstance(game, Game) else (game, None)
    report = json.loads(_grundy.guess(name, own, start, to, heaps, misere, given(limits)))
    patterns = report["patterns"]
    return Table({key: [pattern[key] for pattern in patterns] for key in ("pattern", "quantity", "standing", "fails_at")})
