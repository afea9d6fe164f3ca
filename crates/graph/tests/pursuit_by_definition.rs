//! Pursuit against its definition: every state and every move written out, and plain rounds over all
//! states until nothing changes. Nothing here shares code or ideas with the solver.

use std::collections::HashMap;

use grundy_core::Limits;
use grundy_graph::pursuit::{Map, MoveSet, Ply, PursuitOutcome, PursuitRules, Side, solve};

/// Cells as (row, column).
type Place = (i32, i32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    police: Vec<Place>,
    thieves: Vec<Place>,
    police_turn: bool,
}

struct Board {
    grid: Vec<Vec<char>>,
    rules: PursuitRules,
}

/// Winner and plies of each state that somebody wins.
type Decided = HashMap<State, (Side, u64)>;

impl Board {
    fn free(&self, (row, column): Place) -> bool {
        let cell = self
            .grid
            .get(row as usize)
            .and_then(|cells| cells.get(column as usize));
        row >= 0 && column >= 0 && cell.is_some_and(|&cell| cell != '#')
    }

    fn steps(&self, moves: MoveSet, from: Place) -> Vec<Place> {
        let mut found = Vec::new();
        let far = match moves {
            MoveSet::Rook | MoveSet::Bishop | MoveSet::Queen => {
                self.grid.len().max(self.grid[0].len()) as i32
            }
            _ => 2,
        };
        for rows in -far..=far {
            for columns in -far..=far {
                let (long, short) = (rows.abs().max(columns.abs()), rows.abs().min(columns.abs()));
                let straight = short == 0;
                let diagonal = short == long;
                let fits = match moves {
                    MoveSet::King => long == 1,
                    MoveSet::Wazir => long == 1 && straight,
                    MoveSet::Ferz => long == 1 && diagonal,
                    MoveSet::Knight => (long, short) == (2, 1),
                    MoveSet::Rook => long > 0 && straight,
                    MoveSet::Bishop => long > 0 && diagonal,
                    MoveSet::Queen => long > 0 && (straight || diagonal),
                };
                let path: Vec<Place> = match moves {
                    MoveSet::Knight => vec![(rows, columns)],
                    _ => (1..=long)
                        .map(|k| (rows.signum() * k, columns.signum() * k))
                        .collect(),
                };
                let on_path = |&(r, c): &Place| self.free((from.0 + r, from.1 + c));
                if fits && path.iter().all(on_path) {
                    found.push((from.0 + rows, from.1 + columns));
                }
            }
        }
        found
    }

    fn over(&self, state: &State) -> Option<Side> {
        if state.police.iter().any(|cell| state.thieves.contains(cell)) {
            return Some(Side::Police);
        }
        let is_out = |&(row, column): &Place| self.grid[row as usize][column as usize] == 'E';
        state.thieves.iter().any(is_out).then_some(Side::Thief)
    }

    fn options(&self, state: &State) -> Vec<State> {
        let (pieces, moves) = if state.police_turn {
            (&state.police, self.rules.police_moves)
        } else {
            (&state.thieves, self.rules.thief_moves)
        };
        let mut found = Vec::new();
        for (index, &from) in pieces.iter().enumerate() {
            for to in self.steps(moves, from) {
                let mut next = state.clone();
                next.police_turn = !state.police_turn;
                if state.police_turn {
                    next.police[index] = to;
                } else {
                    next.thieves[index] = to;
                }
                // Policemen are alike.
                next.police.sort_unstable();
                found.push(next);
            }
        }
        if found.is_empty() || self.rules.may_stay {
            let mut next = state.clone();
            next.police_turn = !state.police_turn;
            found.push(next);
        }
        found
    }

    fn start(&self) -> State {
        let places = |wanted: char| {
            let mut found = Vec::new();
            for (row, cells) in self.grid.iter().enumerate() {
                for (column, &cell) in cells.iter().enumerate() {
                    if cell == wanted {
                        found.push((row as i32, column as i32));
                    }
                }
            }
            found
        };
        State {
            police: places('P'),
            thieves: places('T'),
            police_turn: true,
        }
    }

    /// Rounds over all states that can come up, until nothing changes.
    fn decide(&self) -> Decided {
        let mut numbers = HashMap::from([(self.start(), 0)]);
        let mut states = vec![self.start()];
        let mut options: Vec<Vec<usize>> = Vec::new();
        let mut decided: Vec<Option<(Side, u64)>> = Vec::new();
        while options.len() < states.len() {
            let state = states[options.len()].clone();
            let over = self.over(&state);
            decided.push(over.map(|winner| (winner, 0)));
            let mut next = Vec::new();
            if over.is_none() {
                for option in self.options(&state) {
                    let number = *numbers.entry(option.clone()).or_insert(states.len());
                    if number == states.len() {
                        states.push(option);
                    }
                    next.push(number);
                }
            }
            options.push(next);
        }
        for round in 1.. {
            let before = decided.clone();
            for (number, state) in states.iter().enumerate() {
                let mover = if state.police_turn {
                    Side::Police
                } else {
                    Side::Thief
                };
                let before = &before;
                let won_by = |side| {
                    move |&option: &usize| before[option].is_some_and(|(winner, _)| winner == side)
                };
                if before[number].is_some() {
                    continue;
                }
                if options[number].iter().any(won_by(mover)) {
                    decided[number] = Some((mover, round));
                } else if options[number].iter().all(won_by(mover.other())) {
                    decided[number] = Some((mover.other(), round));
                }
            }
            if decided == before {
                break;
            }
        }
        let known = states.into_iter().zip(decided);
        known
            .filter_map(|(state, result)| Some((state, result?)))
            .collect()
    }
}

/// Small random numbers that are the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    fn map(&mut self, height: u64, width: u64, police: usize, thieves: usize) -> Option<String> {
        let walls = self.below(60);
        let exits = self.below(40);
        let mut cells: Vec<char> = (0..height * width)
            .map(|_| match self.below(100) {
                chance if chance < walls => '#',
                chance if chance < walls + exits => 'E',
                _ => '.',
            })
            .collect();
        let pieces = ["P".repeat(police), "T".repeat(thieves)].concat();
        if pieces.len() > cells.len() {
            return None;
        }
        for piece in pieces.chars() {
            loop {
                let at = self.below(height * width) as usize;
                if cells[at] != 'P' && cells[at] != 'T' {
                    cells[at] = piece;
                    break;
                }
            }
        }
        let rows: Vec<String> = cells
            .chunks(width as usize)
            .map(String::from_iter)
            .collect();
        Some(rows.join("\n"))
    }
}

fn places(map: &Map, cells: &[u32]) -> Vec<Place> {
    let place = |&cell: &u32| {
        let (row, column) = map.position(cell);
        (row as i32, column as i32)
    };
    cells.iter().map(place).collect()
}

/// Walks the line: every ply must be legal and keep the outcome at its exact distance.
fn check_line(board: &Board, map: &Map, decided: &Decided, line: &[Ply], text: &str) -> Vec<State> {
    let mut states = vec![board.start()];
    for ply in line {
        let before = states.last().expect("the start is there");
        assert_eq!(ply.side == Side::Police, before.police_turn, "{text}");
        let after = State {
            police: places(map, &ply.police),
            thieves: places(map, &ply.thieves),
            police_turn: !before.police_turn,
        };
        assert!(
            board.options(before).contains(&after),
            "illegal ply: {text}"
        );
        let expected = decided
            .get(before)
            .map(|&(winner, plies)| (winner, plies - 1));
        assert_eq!(decided.get(&after).copied(), expected, "{text}");
        states.push(after);
    }
    states
}

fn check(text: &str, rules: PursuitRules) -> PursuitOutcome {
    let map: Map = text.parse().expect("a good map");
    let grid = text.lines().map(|line| line.chars().collect()).collect();
    let board = Board { grid, rules };
    let decided = board.decide();
    let message = format!("{rules:?}\n{text}");
    let answer = solve(&map, rules, true, &Limits::default()).expect("within the limits");
    let expected = match decided.get(&board.start()) {
        Some(&(winner, plies)) => PursuitOutcome::Won { winner, plies },
        None => PursuitOutcome::Draw,
    };
    assert_eq!(answer.outcome, expected, "{message}");
    let states = check_line(&board, &map, &decided, &answer.line, &message);
    match expected {
        PursuitOutcome::Won { plies, .. } => assert_eq!(answer.line.len() as u64, plies),
        PursuitOutcome::Draw => {
            let first = answer.repeats_from.expect("small maps repeat");
            assert_eq!(states[first], states[states.len() - 1], "{message}");
        }
    }
    let plain = solve(&map, rules, false, &Limits::default()).expect("within the limits");
    assert_eq!(plain.outcome, expected, "without a line: {message}");
    expected
}

#[test]
fn the_given_rules_agree_with_the_definition_on_thousands_of_maps() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut outcomes: HashMap<&str, u32> = HashMap::new();
    let mut longest = 0;
    for _ in 0..3000 {
        let (height, width) = (1 + random.below(5), 2 + random.below(5));
        let Some(text) = random.map(height, width, 1, 1) else {
            continue;
        };
        let rules = PursuitRules {
            may_stay: random.below(2) == 1,
            ..PursuitRules::default()
        };
        let word = match check(&text, rules) {
            PursuitOutcome::Won { winner, plies } => {
                longest = longest.max(plies);
                winner.word()
            }
            PursuitOutcome::Draw => "draw",
        };
        *outcomes.entry(word).or_default() += 1;
    }
    // The maps must not be all alike.
    assert!(outcomes["police"] > 300, "{outcomes:?}");
    assert!(outcomes["thief"] > 300, "{outcomes:?}");
    assert!(outcomes["draw"] > 150, "{outcomes:?}");
    assert!(longest > 8, "{longest}");
}

#[test]
fn every_pair_of_move_sets_agrees_with_the_definition() {
    let mut random = Random(0x0123_4567_89ab_cdef);
    for (police_moves, ..) in MoveSet::ALL {
        for (thief_moves, ..) in MoveSet::ALL {
            for round in 0..12 {
                let (height, width) = (1 + random.below(5), 1 + random.below(5));
                let Some(text) = random.map(height, width, 1, 1) else {
                    continue;
                };
                let rules = PursuitRules {
                    police_moves,
                    thief_moves,
                    may_stay: round % 2 == 1,
                };
                check(&text, rules);
            }
        }
    }
}

#[test]
fn several_pieces_agree_with_the_definition() {
    let mut random = Random(0xfeed_beef_1234_5677);
    let sets: Vec<MoveSet> = MoveSet::ALL.iter().map(|row| row.0).collect();
    for round in 0..400 {
        let (police, thieves) = random.pick(&[(2, 1), (1, 2), (2, 2), (3, 1), (1, 3)]);
        let side = if police + thieves > 3 { 3 } else { 4 };
        let (height, width) = (1 + random.below(side), 2 + random.below(side));
        let Some(text) = random.map(height, width, police, thieves) else {
            continue;
        };
        let rules = match round % 4 {
            0 => PursuitRules::default(),
            _ => PursuitRules {
                police_moves: random.pick(&sets),
                thief_moves: random.pick(&sets),
                may_stay: random.below(2) == 1,
            },
        };
        check(&text, rules);
    }
}

#[test]
fn maps_of_many_blocks_agree_with_the_definition() {
    // More than 256 cells within the thief's box, so that moves cross the borders of blocks.
    let mut random = Random(0x5151_5151_0707_0707);
    for (height, width) in [(2, 140), (17, 17), (3, 100), (1, 300), (20, 14)] {
        let mut text = random.map(height, width, 1, 1).expect("room for two");
        while text.matches('#').count() < (height * width / 3) as usize {
            text = random.map(height, width, 1, 1).expect("room for two");
        }
        check(&text, PursuitRules::default());
    }
}

#[test]
fn threads_do_not_change_the_answer() {
    let mut random = Random(0xabcd_ef01_2345_6789);
    for _ in 0..6 {
        let text = random.map(30, 30, 1, 1).expect("room for two");
        let map: Map = text.parse().expect("a good map");
        let answer = |threads| {
            let limits = Limits {
                threads,
                ..Limits::default()
            };
            let answer =
                solve(&map, PursuitRules::default(), true, &limits).expect("within the limits");
            (answer.outcome, answer.line)
        };
        assert_eq!(answer(1), answer(3), "{text}");
    }
}

#[test]
fn worked_examples() {
    let outcome = |text: &str| {
        let map: Map = text.parse().expect("a good map");
        let answer = solve(&map, PursuitRules::default(), false, &Limits::default());
        answer.expect("within the limits").outcome.to_string()
    };
    // One step and he has him.
    assert_eq!(outcome("PT"), "police 1");
    // Who can move must: the thief walks into the policeman's arms.
    assert_eq!(outcome("P.T"), "police 2");
    // The exit is one step away, and it is the policeman's turn first.
    assert_eq!(outcome("P..TE"), "thief 2");
    // The policeman gets to the exit first, must leave it, and the thief comes.
    assert_eq!(outcome("#P#\n.E.\n###\n#T#"), "draw");
    // Walls all around: nobody ever moves.
    assert_eq!(outcome("P#T"), "draw");
    // Between two walls there is room for a diagonal step.
    assert_eq!(outcome("P#\n#T"), "police 1");
}
