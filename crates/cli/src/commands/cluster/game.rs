//! A game that many processes explore from one position.

use std::io::{self, Write};
use std::process::ExitCode;

use grundy::core::{Outcome, Play};
use grundy::pursuit;
use grundy::report::to_json;
use grundy_cluster::{About, Fault, GameAnswer, GameJob, Hosts, Process};
use serde::Serialize;

use super::positions::{Chase, Sums};
use super::question::{PursuitQuestion, SolveQuestion};
use super::{RunArgs, refusal, run};
use crate::common::Common;
use crate::failure::Failure;

/// A sum in the position language.
pub fn solve(
    args: &RunArgs,
    hosts: Option<Hosts>,
    question: &SolveQuestion,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let text = question.positions.join(" + ");
    let limits = common.limits();
    // What is wrong with the text is said as everywhere.
    grundy::spec::parse_sum(&question.positions, grundy::Files::Allow, &limits)
        .map_err(grundy::Error::from)?;
    let play = if question.misere {
        Play::Misere
    } else {
        Play::Normal
    };
    let rules = checksum_of_rules(&text)?;
    let job = job(
        args,
        hosts.as_ref(),
        play,
        format!("solve {text}{rules}"),
        common,
    );
    let game_limits = job.limits.clone();
    let start = text.clone();
    let make = move || Sums::new(start.clone(), game_limits.clone());
    let answer = match process(args, hosts, job, common, make)? {
        Ok(Some(answer)) => answer,
        Ok(None) => return Ok(ExitCode::SUCCESS),
        Err(status) => return Ok(status),
    };
    let outcome = answer.start.outcome(0);
    let remoteness = answer.start.remoteness(0);
    if common.json {
        print_json(&text, word(outcome), play, &answer)?;
    } else {
        let mut out = io::stdout().lock();
        match remoteness {
            Some(remoteness) => writeln!(out, "{} {remoteness}", word(outcome))?,
            None => writeln!(out, "{}", word(outcome))?,
        }
    }
    finish(args, &answer, common)
}

/// Policemen and thieves on a map.
pub fn chase(
    args: &RunArgs,
    hosts: Option<Hosts>,
    question: &PursuitQuestion,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let name = question.map.display().to_string();
    let bytes = std::fs::read(&question.map).map_err(|source| grundy::Error::Io {
        path: question.map.clone(),
        source,
    })?;
    let map = pursuit::read_map(&name, &bytes)?;
    let rules = pursuit::PursuitRules {
        may_stay: question.stay,
        ..pursuit::PursuitRules::default()
    };
    let sum = grundy::files::checksum(&bytes);
    let asked = format!("pursuit {sum:08x}, stay {}", question.stay);
    let job = job(args, hosts.as_ref(), Play::Normal, asked, common);
    let make = move || Chase::new(map.clone(), rules);
    let answer = match process(args, hosts, job, common, make)? {
        Ok(Some(answer)) => answer,
        Ok(None) => return Ok(ExitCode::SUCCESS),
        Err(status) => return Ok(status),
    };
    let winner = match answer.start.outcome(0) {
        Outcome::Win => "police",
        Outcome::Lose => "thief",
        _ => "draw",
    };
    if common.json {
        print_json(&name, winner, Play::Normal, &answer)?;
    } else {
        let mut out = io::stdout().lock();
        match answer.start.remoteness(0) {
            Some(plies) => writeln!(out, "{winner} {plies}")?,
            None => writeln!(out, "{winner}")?,
        }
    }
    finish(args, &answer, common)
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        _ => "draw",
    }
}

fn job(
    args: &RunArgs,
    hosts: Option<&Hosts>,
    play: Play,
    question: String,
    common: &Common,
) -> GameJob {
    GameJob {
        question: format!("{question}, {}", play.word()),
        play,
        limits: run::limits(args, hosts, common),
        checkpoints: run::checkpoints(args),
        say: run::say(hosts.is_none_or(|hosts| hosts.process == 0), common),
    }
}

/// Runs a game; its answer, or the status with which this process ends.
fn process<G: grundy_cluster::Positions + 'static>(
    args: &RunArgs,
    hosts: Option<Hosts>,
    job: GameJob,
    common: &Common,
    make: impl Fn() -> G + Send + Sync + 'static,
) -> Result<Result<Option<GameAnswer>, ExitCode>, Failure> {
    if args.output.is_some() {
        return Err(Failure::usage(
            "--output is for graphs; of a game the answer is one line",
        ));
    }
    let about = About {
        question: job.question.clone(),
        ..About::default()
    };
    let addresses = run::addresses(hosts.as_ref());
    let process = Process {
        hosts,
        workers: usize::from(args.workers),
    };
    let (end, lost) = (run::end(common), run::lost(args, addresses, common));
    let limits = common.limits();
    let work = move |worker: &mut _| job.run(worker, make());
    let done: Result<Option<GameAnswer>, Fault> = process.run(&about, &limits, end, lost, work);
    Ok(done.map_err(|fault| ExitCode::from(refusal::report(&fault, common))))
}

#[derive(Serialize)]
struct GameReport<'a> {
    schema: u32,
    question: &'a str,
    play: &'static str,
    outcome: &'static str,
    remoteness: Option<u32>,
    positions: u64,
    moves: u64,
    win: u64,
    lose: u64,
    draw: u64,
}

fn print_json(
    question: &str,
    outcome: &'static str,
    play: Play,
    answer: &GameAnswer,
) -> io::Result<()> {
    let [win, lose, draw] = answer.tally;
    let report = GameReport {
        schema: 1,
        question,
        play: play.word(),
        outcome,
        remoteness: answer.start.remoteness(0),
        positions: answer.positions,
        moves: answer.moves,
        win,
        lose,
        draw,
    };
    writeln!(io::stdout().lock(), "{}", to_json(&report))
}

fn finish(args: &RunArgs, answer: &GameAnswer, common: &Common) -> Result<ExitCode, Failure> {
    let [win, lose, draw] = answer.tally;
    common.note(format_args!(
        "{} positions, {} moves: win {win}, lose {lose}, draw {draw}",
        answer.positions, answer.moves
    ));
    if args.report {
        run::report(&answer.reports)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A checksum of the rules files that a text names, so that all processes play by the same rules.
fn checksum_of_rules(text: &str) -> Result<String, Failure> {
    let mut sums = String::new();
    for component in text.split(" + ") {
        let Some(end) = component.find(".star") else {
            continue;
        };
        let path = component[..end + ".star".len()].trim();
        let bytes = std::fs::read(path).map_err(|source| grundy::Error::Io {
            path: path.into(),
            source,
        })?;
        sums += &format!(", rules {:08x}", grundy::files::checksum(&bytes));
    }
    Ok(sums)
}
