//! `grundy bench misere`: the published misère quotients, found again within a time limit each.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use grundy::Error;
use grundy_bench::quotients::{QuotientRow, known, other_codes, run as run_one};
use serde_json::json;

use crate::common::{Common, parse_duration};
use crate::failure::Failure;

/// Arguments of `grundy bench misere`.
#[derive(clap::Args)]
pub struct Args {
    /// How long each game may take
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = parse_duration)]
    each: Duration,

    /// Also the octal games with up to three digits that are not in the table
    #[arg(long)]
    all: bool,
}

/// Measures and prints a line for each game, then the sums.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let limits = common.limits();
    let mut games: Vec<_> = known()
        .into_iter()
        .map(|row| (row.code.clone(), Some(row)))
        .collect();
    if args.all {
        games.extend(other_codes().into_iter().map(|code| (code, None)));
    }
    let mut out = io::stdout().lock();
    let mut rows = Vec::new();
    for (code, known) in games {
        let row = run_one(&code, known, args.each, &limits)?;
        if !common.json {
            writeln!(out, "{}", line(&row))?;
            out.flush()?;
        }
        rows.push(row);
    }
    let sums = Sums::of(&rows);
    if common.json {
        writeln!(out, "{}", object(&rows, &sums))?;
    } else {
        out.write_all(sums.text(args.each).as_bytes())?;
    }
    if rows.iter().all(|row| row.agrees) {
        return Ok(ExitCode::SUCCESS);
    }
    let message = "some games differ from the table, or did not get as far".to_owned();
    Err(Error::Refuted { message }.into())
}

/// How many games came out how.
struct Sums {
    /// Published as solved; of those: solved again with the same answer.
    whole: (usize, usize),
    /// Published in part; of those: reached with the same order, and solved or taken further.
    part: (usize, usize, usize),
    /// Not in the table; of those: solved.
    other: (usize, usize),
    took: Duration,
}

impl Sums {
    fn of(rows: &[QuotientRow]) -> Sums {
        let mut sums = Sums {
            whole: (0, 0),
            part: (0, 0, 0),
            other: (0, 0),
            took: rows.iter().map(|row| row.took).sum(),
        };
        for row in rows {
            match &row.known {
                None => {
                    sums.other.0 += 1;
                    sums.other.1 += usize::from(row.period.is_some());
                }
                Some(known) if known.heaps.is_none() => {
                    sums.whole.0 += 1;
                    sums.whole.1 += usize::from(row.agrees);
                }
                Some(_) => {
                    sums.part.0 += 1;
                    sums.part.1 += usize::from(row.agrees);
                    sums.part.2 += usize::from(row.is_further());
                }
            }
        }
        sums
    }

    fn text(&self, each: Duration) -> String {
        let mut text = format!(
            "solved games of the table: {} of {} again, with the same answers\n\
             partial ones: {} of {} as far with the same order, {} solved or taken further\n",
            self.whole.1, self.whole.0, self.part.1, self.part.0, self.part.2
        );
        if self.other.0 > 0 {
            text += &format!("other games: {} of {} solved\n", self.other.1, self.other.0);
        }
        text + &format!("{:.1?} in all, at most {each:?} each\n", self.took)
    }
}

fn line(row: &QuotientRow) -> String {
    let found = match row.period {
        Some((period, preperiod)) => {
            format!(
                "solved: order {}, period {period} from {preperiod} on",
                row.order
            )
        }
        None => format!("to heap {}: order {}", row.heap, row.order),
    };
    let table = match &row.known {
        None => "",
        Some(_) if !row.agrees => "  NOT AS IN THE TABLE",
        Some(_) if row.is_further() => "  further than the table",
        Some(_) => "  as in the table",
    };
    format!("{:<6} {:>7.0?}  {found}{table}", row.code, row.took)
}

fn object(rows: &[QuotientRow], sums: &Sums) -> serde_json::Value {
    let rows: Vec<serde_json::Value> = rows
        .iter()
        .map(|row| {
            json!({
                "ruleset": row.code,
                "heaps": if row.period.is_some() { json!("all") } else { json!(row.heap) },
                "order": row.order,
                "period": row.period.map(|p| p.0),
                "preperiod": row.period.map(|p| p.1),
                "agrees": row.agrees,
                "further": row.is_further(),
                "seconds": row.took.as_secs_f64(),
            })
        })
        .collect();
    json!({
        "schema": 1,
        "solved": {"known": sums.whole.0, "again": sums.whole.1},
        "partial": {"known": sums.part.0, "as_far": sums.part.1, "further": sums.part.2},
        "other": {"games": sums.other.0, "solved": sums.other.1},
        "seconds": sums.took.as_secs_f64(),
        "games": rows,
    })
}
