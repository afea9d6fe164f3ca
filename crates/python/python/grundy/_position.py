"""Positions: asked, played, added, shown."""

from __future__ import annotations

import html
import json
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from . import _grundy
from ._errors import IllegalMoveError
from ._game import Game
from ._limits import Limits, given
from ._split import Split
from ._table import Table
from ._value import Value, read_value, value_from_json

Component = str | tuple[Game[Any], Hashable]
_MOVES_SHOWN = 40


@dataclass(frozen=True)
class Move:
    """A legal move."""

    text: str
    """What it does, as a sentence."""
    position: Position
    """The position that it leads to."""
    component: int
    """The component that it is made in, from 0."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text!r} → {self.position}>"


@dataclass(frozen=True)
class Explanation:
    """Why a position is won, lost or drawn. ``print`` it; notebooks show it as it is."""

    text: str
    report: dict[str, Any]
    """The same as data: what the command line prints with ``--json``."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


class Verdict(dict[str, Any]):
    """Everything that is known about a position, as data; notebooks show it as a table."""

    def _repr_html_(self) -> str:
        facts = ("position", "outcome", "value", "method", "moves", "remoteness")
        rows = [(name, self[name]) for name in facts if self.get(name) is not None]
        rows += [("winning move", f"{move['text']} → {move['position']}") for move in self["winning_moves"][:_MOVES_SHOWN]]
        body = "".join(f"<tr><th>{name}</th><td>{html.escape(str(fact))}</td></tr>" for name, fact in rows)
        return f"<table>{body}</table>"


@dataclass(frozen=True)
class BestPlay:
    """Best play from a position: the winner hurries, the loser delays."""

    moves: tuple[Move, ...]
    """The moves of both players in turn."""
    is_complete: bool
    """True if they lead to the end of the game."""

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)


class Position:
    """A position: one game or a sum of games, written in the position language.

    >>> import grundy
    >>> p = grundy.Position("nim:3,4,5 + kayles:6")
    >>> p.outcome, p.value
    ('win', 1)
    >>> for move in p.winning_moves():
    ...     print(move, "→", move.position)
    take 1 from the heap of 3 → nim:2,4,5 + kayles:6
    take 1 from the heap of 5 → nim:3,4,4 + kayles:6
    knock down two adjacent pins, leaving rows of 1 and 3 → nim:3,4,5 + kayles:1,3
    >>> p.play(p.winning_moves()[0]).outcome
    'lose'
    >>> grundy.Position("nim:1", misere=True).outcome
    'lose'

    Positions do not change; two that differ only in the order of heaps or components are equal.

    >>> grundy.Position("nim:4,3") == grundy.Position("nim:3,4")
    True
    """

    _parts: tuple[Component, ...]
    _misere: bool
    _limits: Limits | None
    _sum: _grundy.Sum
    _verdict: dict[str, Any] | None
    _key: Hashable

    def __init__(self, text: str, *, misere: bool = False, limits: Limits | None = None) -> None:
        if isinstance(text, Position):
            text = str(text)
        if not isinstance(text, str):
            message = f"a position is a text such as 'nim:3,4,5', not {text!r}; a game of your own makes positions by game(position)"
            raise TypeError(message)
        self._set(_grundy.Sum(text, [], misere, given(limits)), (text,), misere, limits)

    def _set(self, core: _grundy.Sum, parts: tuple[Component, ...], misere: bool, limits: Limits | None) -> None:
        self._sum = core
        self._parts = parts
        self._misere = misere
        self._limits = limits
        self._verdict = None
        self._key = None

    @classmethod
    def _of(cls, parts: Iterable[Component], misere: bool, limits: Limits | None) -> Position:
        """The sum of some components; those of games written in Python are named to the engine by numbers."""
        parts = tuple(parts)
        games: list[Game[Any]] = []
        texts = []
        for part in parts:
            if isinstance(part, str):
                texts.append(part)
                continue
            game, position = part
            if not any(game is known for known in games):
                games.append(game)
            number = next(at for at, known in enumerate(games) if known is game)
            texts.append(f"own{number}:@{game._engine.atoms(position)}")
        engines = [game._engine for game in games]
        made = cls.__new__(cls)
        made._set(_grundy.Sum(" + ".join(texts), engines, misere, given(limits)), parts, misere, limits)
        return made

    @property
    def misere(self) -> bool:
        """True if the player who makes the last move loses."""
        return self._misere

    @property
    def outcome(self) -> str:
        """``"win"``, ``"lose"`` or ``"draw"``: what happens to the player to move."""
        if self._verdict is not None:
            return str(self._verdict["outcome"])
        alone = self._alone()
        if alone is not None:
            game, position = alone
            return game.outcome(position, limits=self._limits)
        return self._sum.outcome()

    @property
    def value(self) -> Value | None:
        """The nim-value: an integer, :class:`Infinite` where play can go on for ever, or ``None`` where there is none.

        Misère play has no nim-values.
        """
        if self._misere:
            return None
        if self._verdict is not None:
            return read_value(self._verdict["value"])
        alone = self._alone()
        if alone is not None:
            game, position = alone
            return game.value(position, limits=self._limits)
        return value_from_json(self._sum.outcome_and_value()[1])

    def _alone(self) -> tuple[Game[Any], Hashable] | None:
        """The component, if it is the only one, of a game written in Python, under normal play: its game remembers."""
        if not self._misere and len(self._parts) == 1 and not isinstance(self._parts[0], str):
            return self._parts[0]
        return None

    @property
    def components(self) -> tuple[Position, ...]:
        """The components of the sum, each alone."""
        parts: list[Component] = []
        for part in self._parts:
            if isinstance(part, str):
                alone = _grundy.Sum(part, [], self._misere, given(self._limits))
                parts.extend(alone.components())
            else:
                parts.append(part)
        return tuple(Position._of([part], self._misere, self._limits) for part in parts)

    def solve(self) -> Verdict:
        """Everything that is known, as data: what the command line prints with ``--json``.

        >>> import grundy
        >>> grundy.Position("nim:1,2,3").solve()["method"]
        "Bouton's rule: Nim in disguise"
        """
        if self._verdict is None:
            self._verdict = json.loads(self._sum.solve(False))
        return Verdict(self._verdict)

    @property
    def remoteness(self) -> int | None:
        """Moves to the end when the winner hurries and the loser delays, where it was computed."""
        remoteness: int | None = self.solve()["remoteness"]
        return remoteness

    def moves(self) -> list[Move]:
        """The legal moves, one for each option."""
        return self._moves(json.loads(self._sum.moves()))

    def winning_moves(self) -> list[Move]:
        """The moves that win, the quickest first where that is known; no more than 10,000."""
        return self._moves(self.solve()["winning_moves"])

    def drawing_moves(self) -> list[Move]:
        """The moves that keep a draw."""
        return self._moves(self.solve()["drawing_moves"])

    def best_move(self) -> Move | None:
        """A winning move, one that keeps the draw, or the one that delays a loss longest; ``None`` if there is none."""
        verdict = self.solve()
        entries = verdict["winning_moves"] or verdict["drawing_moves"]
        if not entries and verdict["defence"]:
            entries = [verdict["defence"]]
        found = self._moves(entries[:1])
        return found[0] if found else next(iter(self.moves()), None)

    def _moves(self, entries: list[dict[str, Any]]) -> list[Move]:
        return [Move(entry["text"], self._after(entry), entry["component"]) for entry in entries]

    def _after(self, entry: dict[str, Any]) -> Position:
        if all(isinstance(part, str) for part in self._parts):
            return Position(entry["position"], misere=self._misere, limits=self._limits)
        # Components in the order of the engine: a text may hold several.
        parts: list[Component] = []
        for component in self.components:
            parts.extend(component._parts)
        at: int = entry["component"]
        before = parts[at]
        if isinstance(before, str):
            parts[at] = entry["to"]
        else:
            numbers = entry["touch"][0].removeprefix("option:")
            atoms = [int(number) for number in numbers.split("/") if number]
            parts[at] = (before[0], before[0]._engine.position(atoms))
        return Position._of(parts, self._misere, self._limits)

    def play(self, move: Move | Position | str) -> Position:
        """The position after a move: one of :meth:`moves`, its sentence, or the position that it leads to.

        >>> import grundy
        >>> p = grundy.Position("nim:3,4")
        >>> p.play("take 1 from the heap of 4")
        Position('nim:3,3')
        >>> p.play("nim:4,1")
        Position('nim:1,4')
        """
        if isinstance(move, Move):
            text, target = move.text, move.position
        elif isinstance(move, Position):
            text, target = "", move
        else:
            text, target = move, None
        legal = self.moves()
        for one in legal:
            if target is not None and one.position == target:
                return one.position
        if target is None:
            for one in legal:
                if one.text == text or str(one.position) == text:
                    return one.position
            if ":" in text:
                wanted = Position(text, misere=self._misere)
                for one in legal:
                    if one.position == wanted:
                        return one.position
        shown = "; ".join(one.text for one in legal[:5]) or "none"
        more = f"; … ({len(legal)} moves)" if len(legal) > 5 else ""
        raise IllegalMoveError(f"`{move}` is no move of {self}; its moves are: {shown}{more}")

    def best_play(self, most: int = 1000) -> BestPlay:
        """Best play to the end, at most `most` moves."""
        line = json.loads(self._sum.line(most))
        moves: list[Move] = []
        position = self
        for entry in line["line"]:
            move = position._moves([entry])[0]
            moves.append(move)
            position = move.position
        return BestPlay(tuple(moves), bool(line["line_is_complete"]))

    def explain(self) -> Explanation:
        """Why: the values of the parts, the deciding bits, the winning move.

        >>> import grundy
        >>> print(str(grundy.Position("nim:1,2").explain()).splitlines()[0])
        win: the player to move wins (normal play: the player who makes the last move wins)
        """
        text, report = self._sum.explain()
        self._verdict = json.loads(report)
        return Explanation(text, json.loads(report))

    def verify(self) -> bool:
        """True if a verifier that knows only the rules agrees with the verdict; small positions only."""
        return bool(json.loads(self._sum.verify())["agrees"])

    def show_moves(self) -> Table:
        """Every move with what happens to the player who makes it, as a table."""
        report = json.loads(self._sum.analyse())
        options = report["options"]
        return Table(
            {
                "move": [option["text"] for option in options],
                "result": [option["result"] for option in options],
                "position": [option["position"] for option in options],
            }
        )

    def __add__(self, other: Position | str) -> Position:
        """The sum: a move is a move in one of the two. The convention and the limits are those of the first."""
        if isinstance(other, str):
            other = Position(other, misere=self._misere)
        if not isinstance(other, Position):
            return NotImplemented
        if other._misere != self._misere:
            raise ValueError("one of the positions is played misère and the other is not")
        return Position._of(self._parts + other._parts, self._misere, self._limits)

    def __radd__(self, other: str | int) -> Position:
        if other == 0:
            # What `sum` starts with.
            return self
        if isinstance(other, str):
            return Position(other, misere=self._misere) + self
        return NotImplemented

    def _identity(self) -> Hashable:
        if self._key is None:
            own: list[tuple[int, str]] = []
            texts: list[str] = []
            for part in self._parts:
                if isinstance(part, str):
                    texts.append(part)
                else:
                    own.append((id(part[0]), part[0]._engine.canonical(part[1])))
            key = _grundy.Sum(" + ".join(texts), [], self._misere, given(None)).key() if texts else ""
            self._key = (key, tuple(sorted(own)), self._misere)
        return self._key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __str__(self) -> str:
        return self._sum.text()

    def __repr__(self) -> str:
        misere = ", misere=True" if self._misere else ""
        if all(isinstance(part, str) for part in self._parts):
            return f"Position({str(self)!r}{misere})"
        return f"<Position {self}{misere}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Position._of, (self._parts, self._misere, self._limits))

    def _repr_svg_(self) -> str:
        return self._sum.svg()


def games() -> Table:
    """The games that grundy knows, as a table: name, title, summary, example.

    >>> import grundy
    >>> "kayles" in grundy.games()["name"]
    True
    """
    entries = json.loads(_grundy.games())["games"]
    return Table({key: [entry[key] for entry in entries] for key in ("name", "title", "summary", "rules", "notation", "example")})
