"""Games of your own, written in Python."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Generic, TypeVar

from . import _grundy
from ._limits import Limits, given
from ._split import Split
from ._value import Value, value_from_json

if TYPE_CHECKING:
    from ._position import Position

P = TypeVar("P", bound=Hashable)


class Game(Generic[P]):
    """The rules of a game. Derive from it and define ``moves``; everything else is optional.

    A position is anything that can be the key of a dictionary: a number, a tuple, a string, a frozenset.
    ``moves`` returns the positions that a move can lead to; :func:`grundy.split` makes one that falls apart. It must always
    return the same for the same position. The player who cannot move loses (under misère play: wins).

    >>> import grundy
    >>> class Squares(grundy.Game[int]):
    ...     def moves(self, n):
    ...         return [n - k * k for k in range(1, n + 1) if k * k <= n]
    >>> squares = Squares()
    >>> squares.value(20), squares.outcome(20)
    (0, 'lose')
    >>> (squares(20) + "kayles:7").value
    2
    """

    def moves(self, position: P, /) -> Iterable[P | Split[P]]:
        """The positions that a move can lead to."""
        raise NotImplementedError(f"{type(self).__name__} must define `moves(self, position)`")

    # Optional: subclasses define them as methods.
    #
    # def canonical(self, position): the representative of the positions that count as the same
    # def show(self, position): the text of a position
    # def result(self, position): "win", "lose" or "draw" for the player to move where the game is over by a rule, else None
    # def describe(self, position, option): a move as a sentence

    @property
    def name(self) -> str:
        """What positions are called: the name of the class in lower case, unless the class has a `name` of its own."""
        return type(self).__name__.lower()

    @property
    def _engine(self) -> _grundy.OwnGame:
        engine: _grundy.OwnGame | None = self.__dict__.get("_grundy_engine")
        if engine is None:
            optional = (getattr(self, name, None) for name in ("canonical", "show", "result", "describe"))
            engine = _grundy.OwnGame(self.name, self.moves, *optional)
            self.__dict__["_grundy_engine"] = engine
        return engine

    def __call__(self, position: P | Split[P], *, misere: bool = False, limits: Limits | None = None) -> Position:
        """A position of this game, which can be asked, played and summed."""
        from ._position import Position

        return Position._of([(self, position)], misere, limits)

    def outcome(self, position: P | Split[P], *, misere: bool = False, limits: Limits | None = None) -> str:
        """``"win"``, ``"lose"`` or ``"draw"`` for the player to move."""
        if misere:
            return self(position, misere=True, limits=limits).outcome
        return self._engine.solve([position], given(limits))[0][0]

    def value(self, position: P | Split[P], *, limits: Limits | None = None) -> Value | None:
        """The nim-value under normal play; ``None`` where there is none because a rule (`result`) ends the game.

        What is found is remembered: asking about many positions costs little more than asking about one.
        """
        return value_from_json(self._engine.solve([position], given(limits))[0][1])

    def values(self, positions: Iterable[P | Split[P]], *, limits: Limits | None = None) -> list[Value | None]:
        """The nim-value of each of `positions`."""
        found = self._engine.solve(list(positions), given(limits))
        return [value_from_json(value) for _, value in found]

    def forget(self) -> None:
        """Forgets everything that was remembered, and frees its memory."""
        self.__dict__.pop("_grundy_engine", None)

    def __getstate__(self) -> dict[str, object]:
        state = dict(self.__dict__)
        state.pop("_grundy_engine", None)
        return state
