//! `grundy quotient`: the misère quotient of a heap game.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use grundy::certificates::{self, Confirmation};
use grundy::quotients::{
    CheckedQuotient, CheckedQuotientRequest, failure, genera_to, quotient, quotient_of_games,
};
use grundy::report::{QuotientCheckReport, QuotientReport, QuotientStructure, SchemaVersion};
use grundy::{Error, render};

use crate::common::{Common, PATIENCE, parse_count};
use crate::completing;
use crate::failure::Failure;
use crate::{input, output};

/// Arguments of `grundy quotient`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy quotient kayles
  grundy quotient 0.07 --to 33 --json
  grundy quotient 0.123 --table
  grundy quotient 0.77 --svg kayles.svg
  grundy quotient --games '[[2],0]'
  grundy quotient 0.137 --genus 30
  grundy quotient kayles --certificate kayles.json && grundy quotient --check kayles.json

Under misère play the player who makes the last move loses. Sums of heaps are then won or lost by their product
in the quotient: look up the element of each heap, multiply, and see whether the product is in the
P-portion (lost for the player to move).")]
pub struct Args {
    /// A heap game: a name or a code, such as kayles or 0.77
    #[arg(required_unless_present_any = ["games", "check"], conflicts_with = "games", add = completing::rulesets())]
    ruleset: Option<String>,

    /// Only heaps up to this one (default: all, which needs a proved period; without any limit
    /// given, as far as one minute goes)
    #[arg(long, value_name = "N", value_parser = parse_count, conflicts_with = "games")]
    to: Option<u64>,

    /// Games written as lists of options, with numbers for Nim heaps: '[[2],0]'
    #[arg(long, value_name = "GAMES")]
    games: Option<String>,

    /// No quotient: the genus, temper and misère nim-value of heaps up to this one, by search
    #[arg(long, value_name = "N", value_parser = parse_count,
          conflicts_with_all = ["games", "to", "table", "dot", "svg", "store", "max_order"])]
    genus: Option<u64>,

    /// Comma-separated values with a header line: the element of each heap, or with --genus its genus
    #[arg(long, conflicts_with_all = ["json", "table", "dot", "check"])]
    csv: bool,

    /// Print the multiplication table, too
    #[arg(long)]
    table: bool,

    /// Print the structure of the monoid as a Graphviz graph instead
    #[arg(long, conflicts_with_all = ["json", "table"])]
    dot: bool,

    /// Draw the structure of the monoid into this file; `-` is standard output, instead of the text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Keep the quotient in this file and resume from it next time
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    store: Option<PathBuf>,

    /// Write a certificate to this file, from which anybody can check the quotient; `-` is standard output,
    /// instead of the text
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    certificate: Option<PathBuf>,

    /// Check a certificate by a checker that shares no code with the search; `-` reads standard input
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["ruleset", "games", "to", "table", "dot", "svg", "store", "max_order", "genus", "certificate"])]
    check: Option<String>,

    /// Give up when a monoid has more elements than this
    #[arg(long, value_name = "N", value_parser = parse_count)]
    max_order: Option<u64>,
}

/// Answers on standard output; where a limit ended the work, with what is known by then.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    if let (Some(ruleset), Some(to)) = (&args.ruleset, args.genus) {
        return genera(ruleset, to, args.csv, common);
    }
    if let Some(file) = &args.check {
        return check(file, common);
    }
    output::check_one_output(args.svg.as_deref(), common)?;
    output::check_one_output(args.certificate.as_deref(), common)?;
    let limits = common.limits();
    let is_limited = args.to.or(args.max_order).is_some() || common.time_limit.is_some();
    let request = CheckedQuotientRequest {
        up_to: args.to,
        max_order: args
            .max_order
            .map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
        store: args.store.clone(),
        // Where no quotient is finite the search would never end.
        limits: if is_limited {
            limits
        } else {
            limits.within(PATIENCE)
        },
    };
    let shows_progress = common.shows_progress();
    let mut last = 0;
    let answer = match (&args.ruleset, &args.games) {
        (Some(ruleset), _) => quotient(ruleset, &request, &mut |progress| {
            if shows_progress && progress.order != last {
                last = progress.order;
                common.note(format_args!(
                    "heap {}: order {}, P {}",
                    progress.heap, progress.order, progress.p_portion
                ));
            }
        })?,
        (None, Some(games)) => quotient_of_games(games, &request)?,
        (None, None) => return Err(Failure::usage("name a ruleset, or give --games")),
    };
    if let Some(path) = &args.certificate {
        write_certificate(&answer, path, common)?;
    }
    if !args
        .certificate
        .as_deref()
        .is_some_and(output::is_standard_output)
    {
        print(&answer, &args, common)?;
    }
    match failure(&answer) {
        None => Ok(ExitCode::SUCCESS),
        Some(failure) => Err(failure.into()),
    }
}

/// Writes the certificate of a quotient, which the checker has confirmed.
fn write_certificate(
    answer: &CheckedQuotient,
    path: &Path,
    common: &Common,
) -> Result<(), Failure> {
    let named = grundy::spec::heap_rules(&answer.name).map_err(grundy::Error::from)?;
    let (text, confirmation) = certificates::quotient_certificate(
        &named.name,
        &named.rules,
        &answer.quotient,
        &common.limits(),
    )?;
    if let Confirmation::NotChecked(why) = confirmation {
        common.note(format_args!(
            "the certificate has not been checked independently ({why})"
        ));
    }
    output::write_picture(path, &(text + "\n"), common)
}

/// Checks the certificate in a file.
fn check(file: &str, common: &Common) -> Result<ExitCode, Failure> {
    let limits = common.limits();
    let text = input::read_text(file, &limits)?;
    let checked = certificates::check_quotient(file, &text, &limits)?;
    let report = QuotientCheckReport {
        schema: SchemaVersion,
        verified: true,
        ruleset: checked.ruleset,
        ruleset_known: checked.is_ruleset_known,
        heaps: checked.heaps,
        order: checked.order as u64,
        period: checked.period.map(|(_, period)| period),
        preperiod: checked.period.map(|(preperiod, _)| preperiod),
    };
    output::print(common, &report, |report, _| {
        render::quotient::check_text(report)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Prints genera; where a limit ended the search, those that are known by then.
fn genera(ruleset: &str, to: u64, csv: bool, common: &Common) -> Result<ExitCode, Failure> {
    let (report, stopped) = genera_to(ruleset, to, &common.limits())?;
    if csv {
        output::print_text(&render::quotient::genus_csv(&report))?;
    } else {
        output::print(common, &report, |report, _| {
            render::quotient::genus_text(report)
        })?;
    }
    match stopped {
        None => Ok(ExitCode::SUCCESS),
        Some(reached) => Err(Error::Limit {
            reached,
            progress: Some(format!("{} heaps are printed", report.genus.len())),
        }
        .into()),
    }
}

fn print(answer: &CheckedQuotient, args: &Args, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &args.svg {
        let picture = render::quotient_drawing::svg(&QuotientStructure::new(answer));
        output::write_picture(path, &picture, common)?;
        if output::is_standard_output(path) {
            return Ok(());
        }
    }
    if args.dot {
        return output::print_text(&render::quotient_drawing::dot(&QuotientStructure::new(
            answer,
        )));
    }
    let report = QuotientReport::new(answer, args.table);
    if args.csv {
        return output::print_text(&render::quotient::csv(&report));
    }
    output::print(common, &report, render::quotient::text)
}
