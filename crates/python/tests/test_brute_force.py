"""Random graphs and random games written in Python, against plain definitions that share no code with the engine."""

from __future__ import annotations

import functools
import operator
import random

import grundy
import numpy as np
import pytest


def plain_graph(vertices: int, edges: list[tuple[int, int]]) -> tuple[list[str], list[int | None]]:
    """Outcomes and remoteness, round by round, until nothing more is decided."""
    options: list[list[int]] = [[] for _ in range(vertices)]
    for source, target in edges:
        options[source].append(target)
    outcomes: dict[int, str] = {}
    remoteness: dict[int, int] = {}
    for moves in range(vertices + 1):
        found = {}
        for vertex in set(range(vertices)) - set(outcomes):
            if any(outcomes.get(to) == "lose" for to in options[vertex]):
                found[vertex] = "win"
            elif all(outcomes.get(to) == "win" for to in options[vertex]):
                found[vertex] = "lose"
        outcomes.update(found)
        remoteness.update(dict.fromkeys(found, moves))
    return [outcomes.get(v, "draw") for v in range(vertices)], [remoteness.get(v) for v in range(vertices)]


@pytest.mark.parametrize("seed", range(300))
def test_graphs_are_solved_as_by_the_plain_definition(seed: int) -> None:
    rng = random.Random(seed)
    vertices = rng.randint(1, 12)
    edges = [(rng.randrange(vertices), rng.randrange(vertices)) for _ in range(rng.randint(0, 25))]
    solution = grundy.solve_graph(np.array(edges, dtype=np.int64).reshape(-1, 2), vertices=vertices)
    outcomes, remoteness = plain_graph(vertices, edges)
    assert [solution.outcome(v) for v in range(vertices)] == outcomes
    assert [solution.remoteness(v) for v in range(vertices)] == remoteness


class RandomGame(grundy.Game[int]):
    """From a heap to smaller heaps, some of which fall apart in two."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    @functools.lru_cache(None)
    def options(self, heap: int) -> tuple[tuple[int, ...], ...]:
        rng = random.Random(f"{self.seed}/{heap}")
        found: list[tuple[int, ...]] = []
        for _ in range(rng.randint(0, 4) if heap else 0):
            first = rng.randrange(heap)
            found.append((first,) if rng.random() < 0.6 else (first, rng.randrange(heap - first)))
        return tuple(found)

    def moves(self, position: int, /) -> list[int | grundy.Split[int]]:
        return [option[0] if len(option) == 1 else grundy.split(*option) for option in self.options(position)]


@pytest.mark.parametrize("seed", range(100))
def test_games_in_python_are_solved_as_by_mex(seed: int) -> None:
    game = RandomGame(seed)

    @functools.lru_cache(None)
    def value(heap: int) -> int:
        options = {functools.reduce(operator.xor, map(value, option)) for option in game.options(heap)}
        return next(least for least in range(len(options) + 1) if least not in options)

    @functools.lru_cache(None)
    def wins_misere(heaps: tuple[int, ...]) -> bool:
        after = [
            tuple(sorted(heaps[:at] + option + heaps[at + 1 :]))
            for at, heap in enumerate(heaps)
            for option in game.options(heap)
        ]
        return not after or any(not wins_misere(option) for option in after)

    assert game.values(range(30)) == [value(heap) for heap in range(30)]
    assert (game(17) + "nim:5").value == value(17) ^ 5
    won = [game.outcome(heap, misere=True) == "win" for heap in range(10)]
    assert won == [wins_misere((heap,)) for heap in range(10)]
