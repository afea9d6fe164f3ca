//! Games that many processes explore: sums in the position language, and pursuits on a map.

use grundy::core::{Ending, Limits, Outcome};
use grundy::graph::pursuit::Map;
use grundy::pursuit::PursuitRules;
use grundy::spec::OpenGames;
use grundy::{Error, Files};
use grundy_cluster::{Fault, Positions};

/// A sum of games, whose positions are texts.
pub struct Sums {
    games: OpenGames,
    start: String,
    limits: Limits,
}

impl Sums {
    /// Begins with the sum that this text describes.
    pub fn new(start: String, limits: Limits) -> Sums {
        Sums {
            games: OpenGames::new(Files::Allow),
            start,
            limits,
        }
    }
}

/// Says what is wrong with a position or with its rules.
fn fault(error: &Error) -> Fault {
    Fault::Rules(error.to_string())
}

impl Positions for Sums {
    fn start(&mut self) -> Result<Vec<u8>, Fault> {
        let read = self.games.read(&self.start, &self.limits);
        let (sum, components) = read.map_err(|error| fault(&error.into()))?;
        let key = sum.key(&components);
        Ok(sum.show(&key).into_bytes())
    }

    fn options(
        &mut self,
        position: &[u8],
        options: &mut Vec<Vec<u8>>,
    ) -> Result<Option<Outcome>, Fault> {
        let text = String::from_utf8_lossy(position);
        let read = self.games.read(&text, &self.limits);
        let (sum, components) = read.map_err(|error| fault(&error.into()))?;
        let key = sum.key(&components);
        let again = sum.show(&key);
        if again != text {
            return Err(Fault::Rules(format!(
                "the position `{text}` is written `{again}` when it is read again; many processes need one text for each position"
            )));
        }
        let found = sum.options(&key, &self.limits);
        for option in found.map_err(|error| fault(&error.into()))? {
            let option = sum.key(&option);
            options.push(sum.show(&option).into_bytes());
        }
        Ok(match sum.ending(&key) {
            Some(Ending::Decided(outcome)) => Some(outcome),
            _ => None,
        })
    }
}

/// A pursuit: where the policemen and the thieves are, and whose turn it is.
pub struct Chase {
    map: Map,
    rules: PursuitRules,
}

impl Chase {
    /// The pursuit on this map.
    pub fn new(map: Map, rules: PursuitRules) -> Chase {
        Chase { map, rules }
    }

    /// The bytes of a state; pieces of a side are alike.
    fn bytes(&self, sides: &[Vec<u32>; 2], turn: usize) -> Vec<u8> {
        let mut bytes = vec![turn as u8];
        for side in sides {
            let mut cells = side.clone();
            cells.sort_unstable();
            bytes.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
        }
        bytes
    }
}

impl Positions for Chase {
    fn start(&mut self) -> Result<Vec<u8>, Fault> {
        let sides = [self.map.police().to_vec(), self.map.thieves().to_vec()];
        Ok(self.bytes(&sides, 0))
    }

    fn options(
        &mut self,
        position: &[u8],
        options: &mut Vec<Vec<u8>>,
    ) -> Result<Option<Outcome>, Fault> {
        let turn = usize::from(position[0]);
        let four = |four: &[u8]| u32::from_le_bytes(four.try_into().expect("four bytes"));
        let cells: Vec<u32> = position[1..].chunks_exact(4).map(four).collect();
        let (police, thieves) = cells.split_at(self.map.police().len());
        let mut sides = [police.to_vec(), thieves.to_vec()];
        let is_caught = police.iter().any(|cell| thieves.contains(cell));
        if is_caught || thieves.iter().any(|&cell| self.map.is_exit(cell)) {
            let winner = if is_caught { 0 } else { 1 };
            let is_win = winner == turn;
            return Ok(Some(if is_win { Outcome::Win } else { Outcome::Lose }));
        }
        let moves = [self.rules.police_moves, self.rules.thief_moves][turn];
        for piece in 0..sides[turn].len() {
            let from = sides[turn][piece];
            for to in moves.targets(&self.map, from) {
                sides[turn][piece] = to;
                options.push(self.bytes(&sides, 1 - turn));
            }
            sides[turn][piece] = from;
        }
        if options.is_empty() || self.rules.may_stay {
            options.push(self.bytes(&sides, 1 - turn));
        }
        options.sort_unstable();
        options.dedup();
        Ok(None)
    }
}
