"""CPU seconds of grundy and of CPython on the same rules, side by side; the answers must agree.

Usage, from the repository's root: python3 examples/benchmarks/compare.py [path of grundy] [runs]
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


def measured(command, runs):
    """What it prints, and the least of the CPU seconds that it takes."""
    best = None
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        best = seconds if best is None else min(best, seconds)
    return printed.strip(), best


def main():
    grundy = sys.argv[1] if len(sys.argv) > 1 else "grundy"
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    print(f"{'game':<8} {'position':<22} {'grundy s':>9} {'CPython s':>10} {'ratio':>6}")
    for name, rules, position, arguments in GAMES:
        ours = [grundy, "solve", "--json", "--threads", "1", f"{rules}:{position}"]
        twin = [sys.executable, HERE + "twins.py", name, *arguments]
        (answer, seconds), (expected, python_seconds) = measured(ours, runs), measured(twin, runs)
        solved = json.loads(answer)
        if expected not in (str(solved["value"]), solved["outcome"]):
            sys.exit(f"{name}: grundy says {answer[:200]}, CPython {expected}")
        ratio = python_seconds / seconds
        print(f"{name:<8} {position:<22} {seconds:>9.3f} {python_seconds:>10.3f} {ratio:>6.1f}")


main()
