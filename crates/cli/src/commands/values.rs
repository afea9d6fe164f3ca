//! `grundy values`: the nim-sequence of a ruleset.

use std::cell::{Cell, RefCell};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use grundy::core::Limits;
use grundy::quotients::{self, CheckedQuotientRequest, quotient};
use grundy::render::plot::{Plot, Recurrence};
use grundy::render::values::{ValuesFormat, ValuesWriter};
use grundy::report::{
    ElementsReport, EngineReport, Late, Listed, PlayWord, SchemaVersion, ValuesReport,
};
use grundy::sequence::store::Keep;
use grundy::sequences::{self, Sequence};
use grundy::spec::Files;
use grundy::{Error, periods, render};
use indicatif::ProgressBar;

use crate::common::{Common, parse_count};
use crate::completing;
use crate::failure::Failure;
use crate::{output, progress};

mod compare;
mod heaps;
mod outcomes;

/// Heaps behind the first that are shown if nothing is said.
const USUAL_COUNT: u64 = 30;

/// Values handed on at a time.
const CHUNK: usize = 1 << 16;

/// How far, and how long, a picture looks for a period to align rows by; longer ones would not fit in it.
const MOST_VALUES_FOR_ROWS: u64 = 1 << 14;
const PATIENCE_FOR_ROWS: Duration = Duration::from_secs(1);

/// With `--stats`, more values than this are left out of the JSON object, as its help says.
const MOST_VALUES_BESIDE_STATS: u64 = 1_000_000;

/// Arguments of `grundy values`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy values kayles --to 20
  grundy values 0.6 --to 3000000 --stats
  grundy values grundys-game --to 1e6 --raw u16 > values.bin
  grundy values \"4.(3)\" --from 100 --to 120 --csv
  grundy values kayles --to 20 --misere
  grundy values subtract/1,2 --to 20 --outcomes --misere
  grundy values wythoff --heaps 2 --to 12
  grundy values nim --heaps 3 --to 5 --csv
  grundy values kayles --list
  grundy values kayles --compare b002186.txt
  grundy values kayles --to 200 --svg kayles.svg
  grundy values 0.6 --to 1e9 --store officers.seq
  grundy values officers.seq --from 999999000 --to 999999999")]
pub struct Args {
    /// A ruleset whose positions are numbers (a name, a code, a rules file), or a store file
    #[arg(add = completing::rulesets())]
    ruleset: String,

    /// The first heap
    #[arg(long, value_name = "A", default_value = "0", value_parser = parse_count)]
    from: u64,

    /// The last heap (default: 30 behind the first)
    #[arg(long = "to", value_name = "B", value_parser = parse_count)]
    last: Option<u64>,

    /// The last heap, as given or by default.
    #[arg(skip)]
    to: u64,

    /// A table for positions of two or three numbers instead of one
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=3),
          conflicts_with_all = ["store", "stats", "raw", "list", "bfile", "compare"])]
    heaps: Option<u8>,

    /// Print `W` or `L` for each heap instead of its value: whether the player to move wins; with --misere for the
    /// play in which the player who makes the last move loses
    #[arg(long, conflicts_with_all = ["store", "stats", "raw", "list", "bfile", "compare"])]
    outcomes: bool,

    /// Print one comma-separated line
    #[arg(long, conflicts_with_all = ["store", "raw", "csv", "bfile", "compare", "json", "misere"])]
    list: bool,

    /// Print as OEIS writes a b-file: a comment, then `n value` a line
    #[arg(long, conflicts_with_all = ["store", "raw", "csv", "compare", "json", "misere"])]
    bfile: bool,

    /// Compare with the values in this b-file: say that they agree, or where they differ first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["store", "stats", "raw", "csv", "svg", "json", "misere"])]
    compare: Option<PathBuf>,

    /// Misère play: the element of each heap in the misère quotient, as `grundy quotient` names it
    #[arg(long, conflicts_with_all = ["store", "stats", "raw"])]
    misere: bool,

    /// Comma-separated values with a header line
    #[arg(long, conflicts_with_all = ["raw", "json"])]
    csv: bool,

    /// Nothing but the values, little-endian, in this width
    #[arg(long, value_name = "WIDTH", conflicts_with = "json")]
    raw: Option<Width>,

    /// Print what was met instead of the values: largest value, rare values, mask, speed (with
    /// --csv and --raw: on standard error, beside them; with --json: beside up to a million of them,
    /// which are null if they are more)
    #[arg(long)]
    stats: bool,

    /// Draw the values in this file, instead of printing them; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    svg: Option<PathBuf>,

    /// Compute in this file: checkpointed, and resumed by the same command; prints what it
    /// holds. `grundy values FILE --from A --to B` reads it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["csv", "raw", "from"])]
    store: Option<PathBuf>,

    /// What the store keeps (default: values)
    #[arg(long, requires = "store")]
    keep: Option<KeepWhat>,
}

/// What a store keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KeepWhat {
    /// Every value, compressed
    Values,
    /// Only what is needed to resume, statistics and a hash
    State,
}

/// Widths of raw values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Width {
    /// One byte
    U8,
    /// Two bytes
    U16,
    /// Four bytes
    U32,
}

/// Prints the values.
pub fn run(mut args: Args, common: &Common) -> Result<ExitCode, Failure> {
    args.to = args
        .last
        .unwrap_or_else(|| args.from.saturating_add(USUAL_COUNT));
    if args.from > args.to {
        let message = format!("--from {} is beyond --to {}", args.from, args.to);
        return Err(Failure::usage(message));
    }
    output::check_one_output(args.svg.as_deref(), common)?;
    if let Some(heaps @ 2..) = args.heaps {
        return heaps::run(&args, usize::from(heaps), common);
    }
    if let Some(file) = &args.store {
        return store(&args, file, common);
    }
    if args.svg.is_some() && (args.outcomes || args.misere) {
        return Err(Failure::usage(
            "a picture of outcomes is one of a table; give --heaps 2 or 3",
        ));
    }
    if args.outcomes && common.json {
        return Err(Failure::usage(
            "--outcomes prints letters; leave out --json, or use `grundy solve --lines - --json`",
        ));
    }
    if args.outcomes {
        return outcomes::run(&args, common);
    }
    if let Some(file) = &args.compare {
        return compare::run(&args, file, common);
    }
    if args.misere {
        return misere(&args, common);
    }
    let limits = limits(common);
    let mut sequence = sequences::open(&args.ruleset, args.from, Files::Allow, &limits)?;
    if args.stats {
        sequence = sequence.without_shortcut();
    }
    let mut source = Source::new(&args, sequence, &limits, common);
    source.fill()?;
    let source = if common.json {
        print_json(&args, source)?
    } else {
        print_plain(&args, source)?
    };
    source.bar.finish_and_clear();
    if let (Some(plot), Some(file)) = (&source.plot, &args.svg) {
        let recurrence = recurrence(&args, &source.sequence, &limits)?;
        output::write_picture(file, &plot.svg(recurrence), common)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn format(&self) -> ValuesFormat {
        match (self.csv, self.raw) {
            (true, _) => ValuesFormat::Csv,
            (_, Some(Width::U8)) => ValuesFormat::Raw(1),
            (_, Some(Width::U16)) => ValuesFormat::Raw(2),
            (_, Some(Width::U32)) => ValuesFormat::Raw(4),
            _ if self.list => ValuesFormat::List,
            _ if self.bfile => ValuesFormat::BFile,
            _ if self.stats || self.svg.is_some() => ValuesFormat::Nothing,
            _ => ValuesFormat::Text,
        }
    }
}

/// Where values come from, chunk by chunk.
struct Source<'a> {
    sequence: Sequence,
    limits: &'a Limits,
    plot: Option<Plot>,
    bar: ProgressBar,
    start: Instant,
    /// Values that are still to be read.
    left: u128,
    /// The chunk that was read last, the heap it begins at, and how much of it was taken.
    values: Vec<u64>,
    first: u64,
    taken: usize,
}

impl<'a> Source<'a> {
    fn new(args: &Args, sequence: Sequence, limits: &'a Limits, common: &Common) -> Source<'a> {
        let plot = args.svg.as_ref();
        Source {
            plot: plot.map(|_| Plot::new(&sequence.name, args.from, args.to)),
            sequence,
            limits,
            bar: progress::bar(common, args.to.saturating_add(1), "values"),
            start: Instant::now(),
            left: u128::from(args.to - args.from) + 1,
            values: Vec::with_capacity(CHUNK),
            first: args.from,
            taken: 0,
        }
    }

    /// Reads the next chunk if the last one is used up; afterwards it is empty only at the end.
    fn fill(&mut self) -> Result<(), Failure> {
        while self.taken == self.values.len() && self.left > 0 {
            self.values.clear();
            self.taken = 0;
            self.first = self.sequence.position();
            let most = CHUNK.min(usize::try_from(self.left).unwrap_or(CHUNK));
            let result = self.sequence.read(most, &mut self.values, self.limits);
            self.left -= self.values.len() as u128;
            if let Some(plot) = &mut self.plot {
                plot.add(self.first, &self.values);
            }
            let position = self.sequence.computed().max(self.sequence.position());
            self.bar.set_position(position);
            // What was read before a limit was reached is handed on first.
            if self.values.is_empty() {
                result.map_err(Error::from)?;
            }
        }
        Ok(())
    }

    /// The next value.
    fn next(&mut self) -> Result<Option<u64>, Failure> {
        self.fill()?;
        let value = self.values.get(self.taken).copied();
        self.taken += usize::from(value.is_some());
        Ok(value)
    }

    fn stats(&self) -> EngineReport {
        let seconds = self.start.elapsed().as_secs_f64();
        EngineReport::new(&self.sequence.stats(), self.sequence.computed(), seconds)
    }
}

/// Writes text, CSV or bytes while the values are computed.
fn print_plain<'a>(args: &Args, mut source: Source<'a>) -> Result<Source<'a>, Failure> {
    let out = BufWriter::new(io::stdout().lock());
    let mut writer = ValuesWriter::new(out, args.format());
    if args.bfile {
        writer.comment(&format!("nim-values of {}", source.sequence.name))?;
    }
    while !source.values.is_empty() {
        writer.values(source.first, &source.values)?;
        source.taken = source.values.len();
        source.fill()?;
        if source.taken == source.values.len() {
            break;
        }
    }
    let mut out = writer.finish()?;
    if args.stats {
        let text = render::values::stats_text(&source.stats());
        if args.format() == ValuesFormat::Nothing {
            out.write_all(text.as_bytes())?;
            out.flush()?;
        } else {
            let _ = io::stderr().write_all(text.as_bytes());
        }
    }
    Ok(source)
}

/// Writes one JSON object while the values are computed.
fn print_json<'a>(args: &Args, source: Source<'a>) -> Result<Source<'a>, Failure> {
    let with_values = !(args.stats && args.to - args.from >= MOST_VALUES_BESIDE_STATS);
    let (ruleset, source) = (source.sequence.name.clone(), RefCell::new(source));
    let failure = Cell::new(None);
    let has_failed = Cell::new(false);
    let next = || match source.borrow_mut().next() {
        Ok(value) => value,
        Err(error) => {
            failure.set(Some(error));
            has_failed.set(true);
            None
        }
    };
    if !with_values {
        while next().is_some() {}
    }
    let report = ValuesReport {
        schema: SchemaVersion,
        ruleset,
        from: args.from,
        values: with_values.then(|| Listed::new(|| std::iter::from_fn(next))),
        stats: args.stats.then(|| Late::new(|| source.borrow().stats())),
        figures: None,
    };
    let mut out = Unless {
        out: BufWriter::new(io::stdout().lock()),
        has_failed: &has_failed,
    };
    let written = serde_json::to_writer(&mut out, &report).map_err(io::Error::from);
    let written = written
        .and_then(|()| writeln!(out))
        .and_then(|()| out.flush());
    drop(report);
    if let Some(failure) = failure.take() {
        return Err(failure);
    }
    written?;
    Ok(source.into_inner())
}

/// Takes nothing more once the values have failed, so that the object stays open and cannot pass for a
/// whole one.
struct Unless<'a, W> {
    out: W,
    has_failed: &'a Cell<bool>,
}

impl<W: Write> Write for Unless<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.has_failed.get() {
            return Err(io::Error::other("the values ended early"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The limits that were asked for; how many values there may be is what `--to` says.
fn limits(common: &Common) -> Limits {
    Limits {
        positions: common.max_positions.unwrap_or(u64::MAX),
        ..common.limits()
    }
}

/// Computes in a store and prints what it holds.
fn store(args: &Args, file: &Path, common: &Common) -> Result<ExitCode, Failure> {
    let keep = args.keep.map(|keep| match keep {
        KeepWhat::Values => Keep::Values,
        KeepWhat::State => Keep::State,
    });
    let bar = progress::bar(common, args.to.saturating_add(1), "values");
    let (ruleset, limits) = (&args.ruleset, limits(common));
    let report = sequences::compute_in_store(ruleset, file, keep, args.to, &limits, |count| {
        bar.set_position(count);
    });
    bar.finish_and_clear();
    let report = report?;
    output::print(common, &report, |report, _| {
        render::values::store_text(report)
    })?;
    common.note(format_args!(
        "kept in {}; run the same command with a larger --to to continue",
        file.display()
    ));
    Ok(ExitCode::SUCCESS)
}

/// Prints the elements of heaps in the misère quotient.
fn misere(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let request = CheckedQuotientRequest {
        up_to: Some(args.to),
        limits: common.limits(),
        ..CheckedQuotientRequest::default()
    };
    let answer = quotient(&args.ruleset, &request, &mut |_| ())?;
    let known = answer
        .heaps()
        .map_or(args.to, |largest| largest.min(args.to));
    let report = ElementsReport {
        schema: SchemaVersion,
        ruleset: answer.name.clone(),
        play: PlayWord::Misere,
        from: args.from,
        values: (args.from..=known)
            .map_while(|heap| answer.word_of(heap))
            .collect(),
    };
    output::print(common, &report, |report, _| {
        render::values::elements_text(report, args.format())
    })?;
    match quotients::failure(&answer) {
        None => Ok(ExitCode::SUCCESS),
        Some(error) => Err(error.into()),
    }
}

/// The period for the rows of the picture: met on the way, or found soon among some more values than are
/// shown, since a proof needs more of them than an eye.
fn recurrence(
    args: &Args,
    sequence: &Sequence,
    limits: &Limits,
) -> Result<Option<Recurrence>, Failure> {
    let mut period = sequence.period().cloned();
    if period.is_none() && args.from == 0 && sequence.rules().is_some() {
        let found = periods::find(
            &args.ruleset,
            MOST_VALUES_FOR_ROWS,
            Some(PATIENCE_FOR_ROWS),
            limits,
            &mut |_| {},
        );
        period = match found {
            Ok(report) => report.certificate.map(|certificate| certificate.period),
            // A limit on positions only costs the rows; whoever interrupts wants no picture.
            Err(error) if limits.check_time().is_err() => return Err(error.into()),
            Err(_) => None,
        };
    }
    Ok(period.map(|period| Recurrence {
        preperiod: period.preperiod,
        period: period.period,
        saltus: period.saltus,
    }))
}
