"""The solver for impartial two-player games.

>>> import grundy
>>> grundy.Position("nim:3,4,5").winning_moves()[0].text
'take 2 from the heap of 3'
"""

from ._conjectures import Check, check, guess
from ._errors import (
    FileError,
    GrundyError,
    IllegalMoveError,
    InputError,
    LimitError,
    PositionError,
    RefutedError,
    RulesError,
    UnknownGameError,
    UsageError,
)
from ._game import Game
from ._graphs import OUTCOMES, GraphSolution, annotate, solve_graph
from ._limits import Limits
from ._misere import Quotient, quotient
from ._position import BestPlay, Explanation, Move, Position, Verdict, games
from ._sequences import Period, Statistics, Store, chunks, period, statistics, store, survey, values
from ._split import Split, split
from ._table import Table
from ._value import Infinite, Value, mex

__all__ = [
    "OUTCOMES",
    "BestPlay",
    "Check",
    "Explanation",
    "FileError",
    "Game",
    "GraphSolution",
    "GrundyError",
    "IllegalMoveError",
    "Infinite",
    "InputError",
    "LimitError",
    "Limits",
    "Move",
    "Period",
    "Position",
    "PositionError",
    "Quotient",
    "RefutedError",
    "RulesError",
    "Split",
    "Statistics",
    "Store",
    "Table",
    "UnknownGameError",
    "UsageError",
    "Value",
    "Verdict",
    "annotate",
    "check",
    "chunks",
    "games",
    "guess",
    "mex",
    "period",
    "quotient",
    "solve_graph",
    "split",
    "statistics",
    "store",
    "survey",
    "values",
]
