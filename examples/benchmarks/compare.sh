#!/bin/sh
# CPU seconds of grundy and of CPython on the same rules. Run from the repository's root with grundy in the path.
set -e
rules=examples/rules
here=examples/benchmarks
run() {
    name=$1; shift
    printf '%s\n' "$name"
    /usr/bin/time -f '  %U s user, %e s, %M KB' "$@" | tail -n 1
}
for line in squares:20000 kayles:1000 'wythoff:(90,90)' chase:199999; do
    game=${line%%:*}; position=${line#*:}
    case $game in chase) file=$here/chase.star; n=200000 ;; *) file=$rules/$game.star; n=$position ;; esac
    n=$(printf '%s' "$n" | tr -d '()' | cut -d, -f1)
    run "$game $position, grundy (1 thread)" grundy solve --json --threads 1 "$file:$position" | cut -c1-160
    run "$game $position, CPython with lru_cache" python3 $here/twins.py "$game" "$n"
done
