"""Claims about games on numbers, on tuples and on heaps side by side."""

from __future__ import annotations

import grundy


class Wythoff(grundy.Game[tuple[int, int]]):
    def moves(self, position: tuple[int, int], /) -> list[tuple[int, int]]:
        a, b = position
        straight = [(x, b) for x in range(a)] + [(a, y) for y in range(b)]
        return straight + [(a - k, b - k) for k in range(1, min(a, b) + 1)]


class Kayles(grundy.Game[int]):
    def moves(self, position: int, /) -> list[grundy.Split[int]]:
        taken = [k for k in (1, 2) if k <= position]
        return [grundy.split(left, position - k - left) for k in taken for left in range(position - k + 1)]


def test_several_numbers_are_a_tuple_where_moves_takes_one() -> None:
    game = Wythoff()
    lost = {(a, b) for a in range(13) for b in range(13) if game.outcome((a, b)) == "lose"}
    found = grundy.check(game, lambda a, b: (a, b) in lost, to=12)
    assert found.holds and found.positions == 169
    wrong = grundy.check(game, lambda a, b: a == b, to=12)
    assert not wrong.holds and wrong.counterexample in ("wythoff:(1, 1)", "wythoff:(1, 2)", "wythoff:(2, 1)")


def test_several_numbers_are_heaps_side_by_side_elsewhere() -> None:
    game = Kayles()
    assert grundy.check(game, lambda a, b: game.value(a) == game.value(b), to=15)
    assert grundy.check(game, lambda heaps: len(heaps) == 3, heaps=3, to=0)
    values = grundy.values("kayles", 16).tolist()
    assert grundy.check(game, lambda a, b, c: values[a] ^ values[b] ^ values[c], claims="value", to=9)


def test_a_claim_may_take_one_list_or_all_numbers() -> None:
    assert grundy.check("nim", lambda heaps: heaps[0] == heaps[1], heaps=2, to=9)
    assert grundy.check("nim", lambda *heaps: heaps[0] ^ heaps[1] ^ heaps[2] == 0, heaps=3, to=5)


def test_an_exception_of_a_claim_comes_out_unchanged() -> None:
    try:
        grundy.check("nim", lambda heap: 1 // heap, to=3)
    except ZeroDivisionError:
        return
    raise AssertionError("no exception")
