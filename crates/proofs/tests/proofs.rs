//! Proofs of random games: written, read, checked; damaged and forged in every way, and refused.

use std::collections::HashMap;

use grundy_core::{Limits, Removal, RemovalGame};
use grundy_proofs::{
    Claim, Component, Oracle, ProofError, ProofFile, check_entries, write_entries,
};

/// A small generator of random numbers, so that every failure can be repeated by its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % u64::from(bound)) as u32
    }
}

/// Nimbers by the definition, one position at a time.
struct Plain<'g> {
    game: &'g RemovalGame,
    known: HashMap<Vec<u32>, u32>,
    /// Whether what is asked for the first time counts as known.
    is_forgetful: bool,
}

impl Oracle for Plain<'_> {
    type Error = ();

    fn known(&mut self, cells: &[u32]) -> Option<u32> {
        if self.is_forgetful {
            return None;
        }
        self.nimber(cells).ok()
    }

    fn nimber(&mut self, cells: &[u32]) -> Result<u32, ()> {
        if let Some(&known) = self.known.get(cells) {
            return Ok(known);
        }
        let mut values = Vec::new();
        for played in &self.game.moves {
            if played.needs.iter().all(|cell| cells.contains(cell)) {
                let left = cells
                    .iter()
                    .copied()
                    .filter(|cell| !played.removes.contains(cell));
                values.push(self.nimber(&left.collect::<Vec<u32>>())?);
            }
        }
        let nimber = (0..).find(|n| !values.contains(n)).unwrap();
        self.known.insert(cells.to_vec(), nimber);
        Ok(nimber)
    }

    fn has_nimber(&mut self, cells: &[u32], nimber: u32) -> Result<bool, ()> {
        Ok(self.nimber(cells)? == nimber)
    }
}

fn plain(game: &RemovalGame) -> Plain<'_> {
    Plain {
        game,
        known: HashMap::new(),
        is_forgetful: game.moves.len().is_multiple_of(2),
    }
}

/// A random game of one of several kinds, on a board or not.
fn random_game(random: &mut Random) -> RemovalGame {
    let (rows, columns) = (1 + random.below(3), 2 + random.below(3));
    let count = rows * columns;
    let beside = |cell: u32| {
        let right = (cell % columns + 1 < columns).then_some(cell + 1);
        let below = (cell + columns < count).then_some(cell + columns);
        [right, below].into_iter().flatten()
    };
    let kind = random.below(5);
    let mut moves = Vec::new();
    for cell in 0..count {
        match kind {
            0 => moves.extend(beside(cell).map(|other| (vec![cell, other], vec![cell, other]))),
            1 => {
                let before = (0..cell).filter(|other| beside(*other).any(|o| o == cell));
                let around = before.chain(beside(cell)).chain([cell]);
                moves.push((vec![cell], around.collect()));
            }
            2 => moves.push((
                vec![cell],
                (0..=cell)
                    .filter(|c| cell % (c + 1) != 1 || *c == cell)
                    .collect(),
            )),
            3 => {
                let other = random.below(count);
                moves.push((vec![cell], vec![cell, other]));
            }
            _ => {
                let (a, b) = (random.below(count), random.below(count));
                moves.push((vec![cell, a], vec![cell, b]));
            }
        }
    }
    let moves = moves.into_iter().map(|(needs, removes)| {
        let sorted = |mut cells: Vec<u32>| {
            cells.sort_unstable();
            cells.dedup();
            cells
        };
        Removal {
            needs: sorted(needs),
            removes: sorted(removes),
        }
    });
    let mut game = RemovalGame::new(count as usize, moves.collect());
    if random.below(4) > 0 {
        game.places = Some(
            (0..count)
                .map(|cell| (cell / columns, cell % columns))
                .collect(),
        );
    }
    game
}

fn whole(game: &RemovalGame) -> Vec<u32> {
    (0..game.cells.len() as u32).collect()
}

#[test]
fn what_an_oracle_knows_is_proved_and_nothing_else_is() {
    let limits = Limits::default();
    for seed in 1..600 {
        let game = random_game(&mut Random(seed * 0x9e37_79b9));
        let nimber = plain(&game).nimber(&whole(&game)).unwrap();
        let check =
            |claim, text: &str| check_entries(&game, &whole(&game), claim, text, 3, &limits);
        let mut claims = vec![Claim::Is(nimber)];
        claims.extend((0..nimber + 3).filter(|n| *n != nimber).map(Claim::Not));
        for claim in claims {
            let proof = write_entries(&game, &whole(&game), claim, &mut plain(&game));
            let proof = proof.unwrap().unwrap();
            let checked = check(claim, &proof.text);
            assert!(
                checked == Ok(proof.count),
                "seed {seed}: {checked:?}\n{}",
                proof.text
            );
            for other in 0..nimber + 3 {
                if other != nimber {
                    assert!(check(Claim::Is(other), &proof.text).is_err(), "seed {seed}");
                }
            }
            assert!(
                check(Claim::Not(nimber), &proof.text).is_err(),
                "seed {seed}"
            );
        }
    }
}

fn crc(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

fn proof_of(game: &RemovalGame, nimber: u32) -> ProofFile {
    let entries = write_entries(game, &whole(game), Claim::Is(nimber), &mut plain(game));
    let component = Component {
        position: "some game".to_owned(),
        claim: Claim::Is(nimber),
        entries: entries.unwrap().unwrap(),
        first_line: 5,
    };
    ProofFile {
        components: vec![component],
    }
}

fn strip(cells: u32) -> RemovalGame {
    let dominoes = (0..cells - 1).map(|a| Removal {
        needs: vec![a, a + 1],
        removes: vec![a, a + 1],
    });
    RemovalGame::new(cells as usize, dominoes.collect())
}

#[test]
fn every_damaged_byte_is_noticed() {
    let game = strip(9);
    let nimber = plain(&game).nimber(&whole(&game)).unwrap();
    let file = proof_of(&game, nimber);
    let text = file.write(crc);
    assert_eq!(ProofFile::read(&text, crc).as_ref(), Ok(&file));
    let mut refused = 0;
    for at in 0..text.len() {
        for new in [b'0', b'1', b' ', b'\n', b'z'] {
            let mut bytes = text.clone().into_bytes();
            if bytes[at] == new {
                continue;
            }
            bytes[at] = new;
            assert!(ProofFile::read(std::str::from_utf8(&bytes).unwrap(), crc).is_err());
            refused += 1;
        }
        assert!(
            ProofFile::read(&text[..at], crc).is_err(),
            "cut off at {at}"
        );
    }
    assert!(ProofFile::read(&format!("{text}\n"), crc).is_err());
    assert!(refused > 500);
}

/// A forged number, in whatever line, never shows what is false. (It may still show what is true.)
#[test]
fn forged_entries_never_show_what_is_false() {
    let limits = Limits::default();
    let (mut forged, mut refused) = (0, 0);
    for seed in 1..300 {
        let mut random = Random(seed * 0x51_7cc1);
        let game = random_game(&mut random);
        let nimber = plain(&game).nimber(&whole(&game)).unwrap();
        let mut honest = plain(&game);
        let text = write_entries(&game, &whole(&game), Claim::Is(nimber), &mut honest);
        let text = text.unwrap().unwrap().text;
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..20 {
            if lines.is_empty() {
                break;
            }
            let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            let at = random.below(lines.len() as u32) as usize;
            let words: Vec<&str> = lines[at].split(' ').collect();
            let word = random.below(words.len() as u32) as usize;
            match random.below(4) {
                0 => drop(changed.remove(at)),
                1 => changed[at] = lines[random.below(lines.len() as u32) as usize].to_owned(),
                _ => {
                    let mut words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
                    words[word] = random.below(5).to_string();
                    changed[at] = words.join(" ");
                }
            }
            if changed == lines {
                continue;
            }
            let changed: String = changed.iter().map(|line| format!("{line}\n")).collect();
            forged += 1;
            for other in 0..nimber + 3 {
                let claim = if other == nimber {
                    Claim::Not(other)
                } else {
                    Claim::Is(other)
                };
                let checked = check_entries(&game, &whole(&game), claim, &changed, 3, &limits);
                assert!(checked.is_err(), "seed {seed}: {claim:?}\n{changed}");
            }
            let checked = check_entries(
                &game,
                &whole(&game),
                Claim::Is(nimber),
                &changed,
                3,
                &limits,
            );
            refused += usize::from(checked.is_err());
        }
    }
    assert!(
        forged > 2_000 && refused > forged / 2,
        "{refused} of {forged}"
    );
}

#[test]
fn errors_say_where_and_what() {
    let game = strip(5);
    let check = |text: &str| {
        check_entries(
            &game,
            &whole(&game),
            Claim::Is(0),
            text,
            5,
            &Limits::default(),
        )
        .unwrap_err()
        .to_string()
    };
    assert!(check("1f is 3\n").starts_with("the entry in line 5 fails: "));
    assert!(check("nonsense\n").contains("not written as an entry"));
    assert!(check("3f is 3\n").contains("a cell that the game does not have"));
    assert!(check("1b is 0\n").contains("not one component"));
    assert_eq!(
        check(""),
        "the claim in line 3 does not follow from the entries"
    );
    assert_eq!(ProofFile::read("", crc), Err(ProofError::NotAProof));
}
