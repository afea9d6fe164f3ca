"""CPU seconds of grundy and of CPython on the same rules, side by side; the answers must agree.

Usage, from the repository's root: python3 examples/benchmarks/compare.py [path of grundy] [runs]

"moves" is what calling `moves` once for every position takes, with nothing done with the options: the two
interpreters alone. "own" is all the rest, the start of the process included.
"""

import json
import resource
import subprocess
import sys

HERE, RULES = "examples/benchmarks/", "examples/rules/"
GAMES = [
    # name, rules, position, arguments of twins.py
    ("squares", RULES + "squares.star", "20000", ["20000"]),
    ("kayles", RULES + "kayles.star", "1000", ["1000"]),
    ("wythoff", RULES + "wythoff.star", "(90,90)", ["90"]),
    ("nim", HERE + "nim.star", "2000", ["2000"]),
    ("steps", HERE + "steps.star", "(50,50,50)", ["50"]),
    ("chase", HERE + "chase.star", "199999", ["200000"]),
    ("sum", RULES + "squares.star", "40,50,60", ["40", "50", "60"]),
    ("xor", RULES + "squares.star", "5000,6000,7000,8000", ["5000", "6000", "7000", "8000"]),
]


def measured(command):
    """What it prints, and the CPU seconds that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return printed.strip(), seconds


def compared(grundy, name, position, rules, arguments, runs):
    """The least CPU seconds of each: grundy, CPython, and `moves` alone in both; in turn, so that all have the
    same chances on a busy machine."""
    spec = f"{rules}:{position}"
    twins = [sys.executable, HERE + "twins.py"]
    least = [float("inf")] * 4
    for _ in range(runs):
        answer, ours = measured([grundy, "solve", "--json", "--threads", "1", spec])
        expected, theirs = measured([*twins, name, *arguments])
        solved = json.loads(answer)
        if expected not in (str(solved["value"]), solved["outcome"]):
            sys.exit(f"{name}: grundy says {answer[:200]}, CPython {expected}")
        bench, _ = measured([grundy, "bench", "rules", "--json", "--threads", "1", spec])
        our_moves = json.loads(bench)["games"][0]["rules_cpu_seconds"]
        their_moves = float(measured([*twins, "moves", name, *arguments])[0])
        least = [min(pair) for pair in zip(least, [ours, theirs, our_moves, their_moves])]
    return least


def main():
    grundy = sys.argv[1] if len(sys.argv) > 1 else "grundy"
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print(f"{'':<28} {'all':^23} {'moves alone':^23} {'own':^23}")
    print(f"{'game':<7} {'position':<20}" + 3 * f" {'grundy':>8} {'CPython':>8} {'':>5}")
    for name, rules, position, arguments in GAMES:
        ours, theirs, *moves = compared(grundy, name, position, rules, arguments, runs)
        parts = [(ours, theirs), moves, (ours - moves[0], theirs - moves[1])]
        # A ratio of less than a millisecond says nothing.
        ratios = [f"{b / a:.1f}" if a >= 0.001 else "-" for a, b in parts]
        columns = [f"{a:>8.3f} {b:>8.3f} {ratio:>5}" for (a, b), ratio in zip(parts, ratios)]
        print(f"{name:<7} {position:<20}", *columns)


main()
