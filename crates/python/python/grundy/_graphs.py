"""Games on graphs: a token on a vertex, a move along an edge."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _grundy
from ._game import Game
from ._limits import Limits, given
from ._position import Position
from ._table import Table
from ._value import Infinite, Value

OUTCOMES = ("win", "lose", "draw")
"""The outcomes in the order of their numbers in arrays."""
NONE = 2**32 - 1
"""The entry of arrays where there is no remoteness or no finite value."""

Numbers = npt.NDArray[np.integer[Any]]
_NUMBER_TYPES = (np.dtype(np.int64), np.dtype(np.int32), np.dtype(np.uint32), np.dtype(np.uint64))


class GraphSolution:
    """Who wins at each vertex of a graph. Vertices are named as in the graph that was given."""

    outcomes: npt.NDArray[np.uint8]
    """0 where the player to move wins, 1 where that player loses, 2 for a draw; see :data:`grundy.OUTCOMES`."""
    remotenesses: npt.NDArray[np.uint32]
    """Moves to the end when the winner hurries and the loser delays; 2^32 - 1 for a draw."""
    finite_values: npt.NDArray[np.uint32] | None
    """Nim-values, if they were asked for; 2^32 - 1 where the value is infinite."""

    def __init__(
        self,
        solution: _grundy.Solution,
        rows: _Rows,
        names: Sequence[Hashable] | None,
        misere: bool,
    ) -> None:
        self._solution = solution
        self._rows = rows
        self._names = names
        self._numbers = None if names is None else {name: at for at, name in enumerate(names)}
        self._misere = misere
        self.outcomes = solution.outcomes()
        self.remotenesses = solution.remoteness()
        self.finite_values = solution.values()

    def _number(self, vertex: Any) -> int:
        if self._numbers is not None:
            return self._numbers[vertex]
        if not isinstance(vertex, (int, np.integer)) or not 0 <= vertex < len(self.outcomes):
            raise KeyError(vertex)
        return int(vertex)

    def _name(self, number: int) -> Any:
        return number if self._names is None else self._names[number]

    @property
    def vertices(self) -> Sequence[Any]:
        """The vertices, in the order of the arrays."""
        return range(len(self.outcomes)) if self._names is None else self._names

    def __len__(self) -> int:
        return len(self.outcomes)

    def outcome(self, vertex: Any) -> str:
        """``"win"``, ``"lose"`` or ``"draw"`` for the player who moves at a vertex."""
        return OUTCOMES[self.outcomes[self._number(vertex)]]

    def remoteness(self, vertex: Any) -> int | None:
        """Moves to the end from a vertex; ``None`` for a draw."""
        found = int(self.remotenesses[self._number(vertex)])
        return None if found == NONE else found

    def value(self, vertex: Any) -> Value:
        """The nim-value of a vertex, if values were asked for."""
        if self.finite_values is None:
            raise ValueError("values were not computed; ask for them: solve_graph(graph, values=True)")
        number = self._number(vertex)
        found = int(self.finite_values[number])
        if found != NONE:
            return found
        return Infinite(frozenset(self._solution.finite_followers(number) or ()))

    def successors(self, vertex: Any) -> list[Any]:
        """Where a move from a vertex can lead."""
        return [self._name(int(to)) for to in self._rows.row(self._number(vertex))]

    def best_moves(self, vertex: Any) -> list[Any]:
        """The best moves: the quickest wins, those that keep a draw, or the longest defences."""
        number = self._number(vertex)
        options = np.unique(self._rows.row(number))
        outcome = self.outcomes[number]
        if outcome == 0:
            good = options[self.outcomes[options] == 1]
            best = good[self.remotenesses[good] == self.remotenesses[good].min(initial=NONE)]
        elif outcome == 1:
            best = options[self.remotenesses[options] == self.remotenesses[options].max(initial=0)]
        else:
            best = options[self.outcomes[options] == 2]
        return [self._name(int(to)) for to in best]

    def strategy(self) -> dict[Any, Any]:
        """A best move for every vertex that has a move."""
        found = {}
        for number in range(len(self)):
            best = self.best_moves(self._name(number))
            if best:
                found[self._name(number)] = best[0]
        return found

    def best_play(self, vertex: Any, most: int = 10_000) -> list[Any]:
        """The vertices of a line of best play from `vertex`; it ends at the end of the game, or where it repeats."""
        line, seen = [vertex], {vertex}
        while len(line) <= most:
            best = self.best_moves(line[-1])
            if not best:
                break
            line.append(best[0])
            if best[0] in seen:
                break
            seen.add(best[0])
        return line

    def position(self, vertex: Any) -> Position:
        """The token on a vertex as a position, to be summed with others."""
        return _GraphGame(self)(vertex, misere=self._misere)

    def table(self) -> Table:
        """Vertex, outcome, remoteness and (if asked for) value as a table; the last two have gaps."""
        columns: dict[str, Any] = {
            "vertex": [str(self._name(at)) for at in range(len(self))] if self._names is not None else np.arange(len(self)),
            "outcome": [OUTCOMES[outcome] for outcome in self.outcomes],
            "remoteness": [None if found == NONE else int(found) for found in self.remotenesses],
        }
        if self.finite_values is not None:
            columns["value"] = [None if found == NONE else int(found) for found in self.finite_values]
        return Table(columns)

    def __repr__(self) -> str:
        won, lost, drawn = (int((self.outcomes == kind).sum()) for kind in range(3))
        return f"<GraphSolution: {won} won, {lost} lost, {drawn} drawn>"


class _GraphGame(Game[Hashable]):
    """A token on a graph as a game."""

    name = "graph"

    def __init__(self, solution: GraphSolution) -> None:
        self._solution = solution

    def moves(self, position: Hashable, /) -> Iterable[Hashable]:
        return self._solution.successors(position)


class _Rows:
    """The moves of each vertex; columns of edges are sorted into rows when somebody asks."""

    def __init__(self, vertices: int, sources: Numbers | None, targets: Numbers, bounds: Numbers | None) -> None:
        self._vertices, self._sources, self._targets, self._bounds = vertices, sources, targets, bounds

    def row(self, vertex: int) -> Numbers:
        if self._bounds is None:
            assert self._sources is not None
            order = np.argsort(self._sources, kind="stable")
            self._targets = self._targets[order]
            self._bounds = np.searchsorted(self._sources[order], np.arange(self._vertices + 1))
        row: Numbers = self._targets[self._bounds[vertex] : self._bounds[vertex + 1]]
        return row


def _numbers(array: Any, what: str) -> Any:
    """The array as the engine reads it; the same one where its layout allows."""
    found = np.asarray(array)
    if found.size == 0:
        found = found.astype(np.int64)
    if found.dtype.kind not in "iu":
        raise TypeError(f"{what} are integers, not {found.dtype}")
    if found.dtype not in _NUMBER_TYPES:
        found = found.astype(np.int64)
    return np.ascontiguousarray(found)


def _largest(*arrays: Any) -> int:
    return max((int(array.max()) + 1 for array in arrays if array.size), default=0)


def solve_graph(
    graph: Any,
    *,
    vertices: int | None = None,
    layout: str | None = None,
    misere: bool = False,
    values: bool = False,
    owners: Any = None,
    results: Mapping[Any, str] | None = None,
    limits: Limits | None = None,
) -> GraphSolution:
    """Who wins at each vertex of a directed graph, in how many moves, and (if asked for) the nim-values.

    `graph` is one of

    - a ``networkx.DiGraph``: vertices keep their names;
    - an array of edges with two columns (source, target), or a list of pairs, whose vertices are numbers from 0 on, or names;
    - a pair of arrays: columns ``(sources, targets)``, or compressed sparse rows ``(indptr, indices)``; `layout` (``"edges"`` or
      ``"csr"``) says which, and is needed only where both would make sense;
    - a SciPy sparse matrix with an entry for each edge;
    - a dictionary from vertices to lists of vertices.

    Arrays of 32 and 64 bit integers are not copied. `owners` says for each vertex whether player 0 or 1 moves there (games in
    which the players' moves differ), as an array or a dictionary; `results` maps vertices at which the game is over to ``"win"``, ``"lose"`` or ``"draw"``.

    >>> import grundy
    >>> solution = grundy.solve_graph([(0, 1), (1, 0), (2, 0), (2, 3)])
    >>> [solution.outcome(v) for v in range(4)]
    ['draw', 'draw', 'win', 'lose']
    >>> grundy.solve_graph({"a": ["b"], "b": []}).best_moves("a")
    ['b']
    """
    if misere and values:
        raise ValueError("misère games have no nim-values; ask for outcomes only")
    names: Sequence[Hashable] | None = None
    if hasattr(graph, "is_directed") and hasattr(graph, "adj"):
        if not graph.is_directed():
            raise TypeError("the graph is not directed; graph.to_directed() makes moves of both directions")
        names = list(graph)
        graph = {name: list(graph.successors(name)) for name in names}
    if isinstance(graph, list) and graph and _has_names(graph):
        graph = _rows_by_name(graph)
    if isinstance(graph, Mapping):
        names = _names(graph) if names is None else names
        graph = _rows_of(graph, names)
    numbered = None if names is None else {name: at for at, name in enumerate(names)}
    decided = _decided(results or {}, numbered)
    if hasattr(graph, "tocsr") and hasattr(graph, "shape"):
        if graph.shape[0] != graph.shape[1]:
            raise ValueError("the matrix of a graph is square")
        rows = graph.tocsr()
        graph, layout = (rows.indptr, rows.indices), "csr"
    asked: dict[str, Any] = {"misere": misere, "values": values, "decided": decided, "given": given(limits), "owners": None}

    def count(found: int) -> int:
        total = found if vertices is None else vertices
        if not 0 <= total < NONE:
            raise ValueError(f"a graph has fewer than 2^32 - 1 vertices, numbered from 0 on, not {total}")
        if owners is not None:
            by_vertex = owners
            if isinstance(owners, Mapping):
                by_vertex = [owners[vertex] for vertex in (range(total) if names is None else names)]
            asked["owners"] = np.ascontiguousarray(by_vertex, dtype=np.uint8)
            if len(asked["owners"]) != total or asked["owners"].max(initial=0) > 1:
                raise ValueError(f"`owners` has 0 or 1 for each of the {total} vertices")
        for vertex, _ in decided:
            if not 0 <= vertex < total:
                raise ValueError(f"{vertex} has a result but is not a vertex")
        return total

    if isinstance(graph, tuple) and len(graph) == 2 and np.ndim(graph[0]) == 1 and not _is_edge_list(graph):
        first, second = _numbers(graph[0], "vertices"), _numbers(graph[1], "vertices")
        if first.dtype != second.dtype:
            first, second = first.astype(np.int64), second.astype(np.int64)
        if _is_csr(first, second, layout):
            if vertices is not None and vertices != len(first) - 1:
                raise ValueError(f"there are rows of {len(first) - 1} vertices, not of {vertices}")
            total = count(len(first) - 1)
            return GraphSolution(_grundy.solve_rows(first, second, asked), _Rows(total, None, second, first), names, misere)
        total = count(_largest(first, second))
        solved = _grundy.solve_columns(total, first, second, asked)
        return GraphSolution(solved, _Rows(total, first, second, None), names, misere)
    pairs = _numbers(graph if hasattr(graph, "shape") else list(graph), "vertices")
    if pairs.size == 0:
        pairs = pairs.reshape(0, 2)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise ValueError(f"edges have two columns, source and target; this array has the shape {pairs.shape}")
    total = count(_largest(pairs))
    solved = _grundy.solve_pairs(total, pairs, asked)
    return GraphSolution(solved, _Rows(total, pairs[:, 0], pairs[:, 1], None), names, misere)


def _decided(results: Mapping[Any, str], numbers: Mapping[Any, int] | None) -> list[tuple[int, int]]:
    """The vertices that have results, by their numbers."""
    found = []
    for vertex, result in results.items():
        if result not in OUTCOMES:
            raise ValueError(f'a result is "win", "lose" or "draw", not {result!r}')
        found.append((vertex if numbers is None else numbers[vertex], OUTCOMES.index(result)))
    return sorted(found)


def _has_names(edges: list[Any]) -> bool:
    """True for a list of pairs whose vertices are not numbers."""
    first = edges[0]
    is_pair = isinstance(first, (tuple, list)) and len(first) == 2
    return is_pair and not all(isinstance(vertex, (int, np.integer)) for vertex in first)


def _rows_by_name(edges: list[Any]) -> dict[Any, list[Any]]:
    rows: dict[Any, list[Any]] = {}
    for source, target in edges:
        rows.setdefault(source, []).append(target)
        rows.setdefault(target, [])
    return rows


def _is_csr(first: Any, second: Any, layout: str | None) -> bool:
    """True if a pair of arrays is row bounds and indices, false if it is sources and targets."""
    if layout is not None:
        if layout not in ("edges", "csr"):
            raise ValueError('layout is "edges" or "csr"')
        return layout == "csr"
    if len(first) != len(second):
        return True
    if len(first) and first[0] == 0 and first[-1] == len(second) and bool((first[1:] >= first[:-1]).all()):
        raise ValueError('this may be a list of edges or compressed sparse rows; pass layout="edges" or layout="csr"')
    return False


def _is_edge_list(graph: tuple[Any, Any]) -> bool:
    """True for a tuple of two edges, which looks like a pair of arrays."""
    return all(isinstance(part, tuple) and len(part) == 2 for part in graph)


def _names(graph: Mapping[Any, Iterable[Any]]) -> list[Hashable]:
    names = dict.fromkeys(graph)
    for options in graph.values():
        names.update(dict.fromkeys(options))
    return list(names)


def _rows_of(graph: Mapping[Any, Iterable[Any]], names: Sequence[Hashable]) -> Any:
    numbers = {name: at for at, name in enumerate(names)}
    sources, targets = [], []
    for name in names:
        for option in graph.get(name, ()):
            sources.append(numbers[name])
            targets.append(numbers[option])
    bounds = np.searchsorted(np.array(sources, dtype=np.int64), np.arange(len(names) + 1))
    return _Csr(bounds.astype(np.int64), np.array(targets, dtype=np.int64))


class _Csr:
    """Rows that are known to be rows."""

    def __init__(self, indptr: Any, indices: Any) -> None:
        self.indptr, self.indices = indptr, indices
        self.shape = (len(indptr) - 1, len(indptr) - 1)

    def tocsr(self) -> _Csr:
        return self


def annotate(graph: Any, solution: GraphSolution | None = None, *, values: bool = False, misere: bool = False) -> GraphSolution:
    """Solves a ``networkx.DiGraph`` and writes `outcome`, `remoteness` (and `value`) to its nodes as attributes."""
    if solution is None:
        solution = solve_graph(graph, values=values, misere=misere)
    for node in graph:
        attributes = graph.nodes[node]
        attributes["outcome"] = solution.outcome(node)
        attributes["remoteness"] = solution.remoteness(node)
        if solution.finite_values is not None:
            attributes["value"] = solution.value(node)
    return solution
