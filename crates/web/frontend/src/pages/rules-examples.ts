// Rules to begin with, shown beside one's own.

export const EXAMPLE = `"""Take a square number of stones."""

def moves(n):
    return [n - k * k for k in range(1, n + 1) if k * k <= n]

start = 20
`;

/** A name, and the text. */
export const EXAMPLES: [string, string][] = [
  ['squares', EXAMPLE],
  ['rows that fall apart', `"""Kayles: knock down one pin or two adjacent pins."""

def moves(n):
    options = []
    for taken in [1, 2]:
        for left in range(0, n - taken + 1):
            options.append(split(left, n - taken - left))
    return options

start = 7
`],
  ['a claim', `"""Take one or two."""

def moves(n):
    return [n - k for k in [1, 2] if k <= n]

def lose(n):
    return n % 3 == 0

def value(n):
    return n % 3

start = 10
`],
  ['a cycle', `"""A token on a ring of 7: move 1, 2 or 5 back; 0 ends the game."""

def moves(n):
    if n == 0:
        return []
    return [(n - s) % 7 for s in [1, 2, 5]]

start = 4
`],
  ['a board', `"""A rook goes left or down, as far as it likes; at the lower left it stays."""

def moves(place):
    x, y = place
    return [(k, y) for k in range(x)] + [(x, k) for k in range(y)]

def draw(place):
    x, y = place
    rows = [["."] * 6 for _ in range(6)]
    rows[5 - y][x] = "R"
    return ["".join(row) for row in rows]

start = (5, 3)
`],
];
