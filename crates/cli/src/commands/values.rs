//! `grundy values`: the nim-sequence of a ruleset.

mod output;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use grundy::core::Limits;
use grundy::periods;
use grundy::quotients::{QuotientQuestion, quotient};
use grundy::render::plot::{Plot, Recurrence};
use grundy::sequence::store::Keep;
use grundy::sequences::Sequence;
use grundy::spec::Files;
use grundy::stored;

use crate::common::{Common, parse_count};
use crate::failure::Failure;
use crate::progress;
use output::{Format, Output};

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
  grundy values kayles --to 200 --svg kayles.svg
  grundy values 0.6 --to 1e9 --store officers.seq
  grundy values officers.seq --from 999999000 --to 999999999")]
pub struct Args {
    /// A ruleset whose positions are numbers (a name, a code, a rules file), or a store file
    ruleset: String,

    /// The first heap
    #[arg(long, value_name = "A", default_value = "0", value_parser = parse_count)]
    from: u64,

    /// The last heap
    #[arg(long, value_name = "B", value_parser = parse_count)]
    to: u64,

    /// Misère play: the element of each heap in the misère quotient, as `grundy quotient` names it
    #[arg(long, conflicts_with_all = ["store", "stats", "raw", "svg"])]
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

    /// Draw the values in this file, instead of printing them
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    svg: Option<PathBuf>,

    /// Compute in this file: checkpointed, and gone on with by the same command; prints what it
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
    /// Only what is needed to go on, statistics and a hash
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
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    if args.from > args.to {
        let message = format!("--from {} is beyond --to {}", args.from, args.to);
        return Err(Failure::usage(message));
    }
    if let Some(file) = &args.store {
        return store(&args, file, common);
    }
    if args.misere {
        return misere(&args, common);
    }
    let limits = limits(common);
    let mut sequence = Sequence::open_within(&args.ruleset, args.from, Files::Allow, &limits)?;
    if args.stats {
        sequence = sequence.without_shortcut();
    }
    let start = Instant::now();
    let mut output = Output::new(BufWriter::new(io::stdout().lock()), args.format(common));
    let mut plot = args
        .svg
        .as_ref()
        .map(|_| Plot::new(&sequence.name, args.from, args.to));
    let name = sequence.name.clone();
    copy(
        &args,
        common,
        &limits,
        &mut sequence,
        &mut |first, values| {
            if let Some(plot) = &mut plot {
                plot.add(first, values);
            }
            if first == args.from {
                output.begin(&name, first)?;
            }
            output.values(first, values)
        },
    )?;
    let seconds = start.elapsed().as_secs_f64();
    if let (Some(plot), Some(file)) = (plot, &args.svg) {
        let recurrence = recurrence(&args, &sequence, &limits)?;
        draw(&plot, file, recurrence, common)?;
    }
    let stats = args.stats.then(|| output::Stats::new(&sequence, seconds));
    output.end(stats.as_ref())?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn format(&self, common: &Common) -> Format {
        let many = self.to - self.from >= MOST_VALUES_BESIDE_STATS;
        match (common.json, self.csv, self.raw) {
            (true, ..) if self.stats && many => Format::JsonWithoutValues,
            (true, ..) => Format::Json,
            (_, true, _) => Format::Csv,
            (_, _, Some(width)) => Format::Raw(width),
            _ if self.stats || self.svg.is_some() => Format::Nothing,
            _ => Format::Text,
        }
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
    let start = Instant::now();
    let bar = progress::bar(common, args.to.saturating_add(1), "values");
    let limits = limits(common);
    let report = stored::compute(&args.ruleset, file, keep, args.to, &limits, |count| {
        bar.set_position(count);
    });
    bar.finish_and_clear();
    let report = report?;
    let stats = output::Stats {
        values: report.commit.count - report.resumed_at,
        seconds: start.elapsed().as_secs_f64(),
        engine: report.stats.clone(),
    };
    output::write_stored(&mut io::stdout().lock(), file, &report, &stats, common.json)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the elements of heaps in the misère quotient.
fn misere(args: &Args, common: &Common) -> Result<ExitCode, Failure> {
    let question = QuotientQuestion {
        up_to: Some(args.to),
        limits: common.limits(),
        ..QuotientQuestion::default()
    };
    let answer = quotient(&args.ruleset, &question, &mut |_| ())?;
    let known = answer
        .heaps()
        .map_or(args.to, |largest| largest.min(args.to));
    let mut out = BufWriter::new(io::stdout().lock());
    output::write_elements(&mut out, &answer, args.from..=known, args.format(common))?;
    out.flush()?;
    match answer.failure() {
        None => Ok(ExitCode::SUCCESS),
        Some(error) => Err(error.into()),
    }
}

/// Writes the picture.
fn draw(
    plot: &Plot,
    file: &Path,
    recurrence: Option<Recurrence>,
    common: &Common,
) -> Result<(), Failure> {
    std::fs::write(file, plot.svg(recurrence)).map_err(|source| grundy::Error::Io {
        path: file.to_owned(),
        source,
    })?;
    common.note(format_args!("drawn in {}", file.display()));
    Ok(())
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

/// Hands on the values as they come.
fn copy(
    args: &Args,
    common: &Common,
    limits: &Limits,
    sequence: &mut Sequence,
    take: &mut dyn FnMut(u64, &[u64]) -> io::Result<()>,
) -> Result<(), Failure> {
    let bar = progress::bar(common, args.to.saturating_add(1), "values");
    let mut left = u128::from(args.to - args.from) + 1;
    let mut values = Vec::with_capacity(CHUNK);
    while left > 0 {
        values.clear();
        let first = sequence.position();
        let most = CHUNK.min(usize::try_from(left).unwrap_or(CHUNK));
        let result = sequence.read(most, &mut values, limits);
        // Nothing is printed before there is something to print.
        if !values.is_empty() {
            take(first, &values)?;
        }
        result?;
        left -= values.len() as u128;
        bar.set_position(sequence.computed().max(sequence.position()));
    }
    bar.finish_and_clear();
    Ok(())
}
