"""The rules of the benchmarks in plain Python with functools.lru_cache, to compare speed.

Usage: python3 twins.py squares 3000 | kayles 300 | wythoff 60 | nim 1000 | steps 40 | chase 200000
       python3 twins.py sum 40 50 60 (heaps of squares as one tuple) | xor 500 600 700 (the same with the theory)
       python3 twins.py moves squares 3000: the CPU seconds of calling `moves` once for every position, and no more
Prints the nim-value (chase and sum: the outcome) of the largest position, as `grundy solve` does.
"""

import functools
import operator
import sys
import threading
import time
from functools import lru_cache
from math import isqrt


def squares(n):
    return [n - k * k for k in range(1, isqrt(n) + 1)]


def kayles(n):
    one = [(a, n - 1 - a) for a in range((n + 1) // 2)]
    two = [(a, n - 2 - a) for a in range(n // 2)]
    return one + two


def wythoff(p):
    a, b = p
    one = [(x, b) for x in range(a)] + [(a, y) for y in range(b)]
    return one + [(a - k, b - k) for k in range(1, min(a, b) + 1)]


def nim(n):
    return range(n)


def steps(p):
    a, b, c = p
    options = [(a - 1, b, c)] if a > 0 else []
    options += [(a, b - 1, c)] if b > 0 else []
    options += [(a, b, c - 1)] if c > 0 else []
    return options + ([(b, c, a - 2)] if a > 1 else [])


def several(heaps):
    """Heaps of squares side by side, by somebody who knows no theory but sorts them."""
    return [
        tuple(sorted(heaps[:at] + (left,) + heaps[at + 1:]))
        for at, heap in enumerate(heaps)
        for left in squares(heap)
    ]


def chase(size):
    return lambda n: [(n + 1) % size, (n + 4) % size] if n > 0 else []


def mex(values):
    found = set(values)
    n = 0
    while n in found:
        n += 1
    return n


def plain_value(moves):
    @lru_cache(None)
    def value(position):
        return mex(value(option) for option in moves(position))

    return value


def split_value(moves):
    @lru_cache(None)
    def value(heap):
        return mex(value(a) ^ value(b) for a, b in moves(heap))

    return value


def outcome(moves, start):
    """Retrograde analysis: needed where play can repeat."""
    options, users, todo = {}, {}, [start]
    while todo:
        v = todo.pop()
        if v in options:
            continue
        options[v] = moves(v)
        for w in options[v]:
            users.setdefault(w, []).append(v)
            todo.append(w)
    left = {v: len(list_) for v, list_ in options.items()}
    known, queue = {}, [v for v in options if not options[v]]
    for v in queue:
        known[v] = "lose"
    while queue:
        v = queue.pop()
        for u in users.get(v, []):
            if u in known:
                continue
            left[u] -= 1
            if known[v] == "lose" or left[u] == 0:
                known[u] = "win" if known[v] == "lose" else "lose"
                queue.append(u)
    return known.get(start, "draw")


def wins(moves):
    @lru_cache(None)
    def is_won(position):
        return not all([is_won(option) for option in moves(position)])

    return is_won


def seconds_of_moves(moves, starts, parts):
    """CPU seconds of calling `moves` once for everything reachable; `parts` says what an option leads to."""
    seen, todo = set(starts), list(starts)
    for position in todo:
        for option in moves(position):
            for part in parts(option):
                if part not in seen:
                    seen.add(part)
                    todo.append(part)
    before = time.process_time()
    for position in todo:
        len(moves(position))
    return time.process_time() - before


def whole(option):
    return (option,)


def main():
    words = sys.argv[1:]
    is_moves = words[0] == "moves"
    game, *numbers = words[1:] if is_moves else words
    numbers = [int(word) for word in numbers]
    n = numbers[0]
    # The rules, the positions to begin with, what an option leads to, and how it is solved.
    games = {
        "squares": (squares, [n], whole, lambda: plain_value(squares)(n)),
        "kayles": (kayles, [n], tuple, lambda: split_value(kayles)(n)),
        "wythoff": (wythoff, [(n, n)], whole, lambda: plain_value(wythoff)((n, n))),
        "nim": (nim, [n], whole, lambda: plain_value(nim)(n)),
        "steps": (steps, [(n, n, n)], whole, lambda: plain_value(steps)((n, n, n))),
        "chase": (chase(n), [n - 1], whole, lambda: outcome(chase(n), n - 1)),
        "sum": (several, [tuple(sorted(numbers))], whole, lambda: won_or_lost(numbers)),
        "xor": (squares, numbers, whole, lambda: xor_of_values(numbers)),
    }
    moves, starts, parts, solve = games[game]
    print(seconds_of_moves(moves, starts, parts) if is_moves else solve())


def won_or_lost(heaps):
    return "win" if wins(several)(tuple(sorted(heaps))) else "lose"


def xor_of_values(heaps):
    value = plain_value(squares)
    return functools.reduce(operator.xor, [value(heap) for heap in heaps])


sys.setrecursionlimit(10**6)
threading.stack_size(512 << 20)
thread = threading.Thread(target=main)
thread.start()
thread.join()
