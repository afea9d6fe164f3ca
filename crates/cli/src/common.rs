//! The options that every command has.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use clap::{Args, ValueEnum};
use grundy::core::{Deadline, Limits};
use grundy::render::paint::{Paint, USUAL_WIDTH, visible};

/// Options that every command has.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    pub json: bool,

    /// Print the answer only: no notes, no progress
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,

    /// Threads to use (default: all cores)
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// Give up after this long: 10, 500ms, 2m, 1h
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,

    /// Give up when tables would take more than this: 512M, 4G
    #[arg(long, global = true, value_name = "BYTES", value_parser = parse_bytes)]
    pub memory_limit: Option<u64>,

    /// Give up after examining this many positions
    #[arg(long, global = true, value_name = "N", value_parser = parse_count)]
    pub max_positions: Option<u64>,

    /// Steps that a rules file may take for one position
    #[arg(long, global = true, value_name = "N", value_parser = parse_count)]
    pub max_steps: Option<u64>,

    /// How deep calls in a rules file may nest, at most 1000
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub max_depth: Option<u16>,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How long to look for what may not exist, when nothing is said.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Set by Ctrl-C: one flag for the process, however often limits are asked for.
static INTERRUPTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// True once somebody has pressed Ctrl-C.
pub fn was_interrupted() -> bool {
    INTERRUPTED
        .get()
        .is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// The flag that Ctrl-C sets, with a handler that does so.
fn interrupt_flag() -> Arc<AtomicBool> {
    let listen = || {
        let flag = Arc::new(AtomicBool::new(false));
        let cancel = flag.clone();
        // A second Ctrl-C does not wait for the next check. Where no handler can be set, the default
        // action stays.
        let _ = ctrlc::set_handler(move || {
            if cancel.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        flag
    };
    INTERRUPTED.get_or_init(listen).clone()
}

impl Common {
    /// The limits that were asked for; Ctrl-C cancels them.
    pub fn limits(&self) -> Limits {
        Limits {
            cancel: interrupt_flag(),
            deadline: self.deadline(),
            ..self.limits_without_interrupt()
        }
    }

    /// When the command has to end: the same moment, however often limits are asked for.
    fn deadline(&self) -> Option<Deadline> {
        static DEADLINE: OnceLock<Option<Deadline>> = OnceLock::new();
        *DEADLINE.get_or_init(|| self.limits_without_interrupt().deadline)
    }

    /// The limits that were asked for, for commands that listen to Ctrl-C themselves.
    pub fn limits_without_interrupt(&self) -> Limits {
        let mut limits = Limits::default();
        if let Some(positions) = self.max_positions {
            limits.positions = positions;
        }
        if let Some(bytes) = self.memory_limit {
            limits.bytes = bytes;
        }
        if let Some(steps) = self.max_steps {
            limits.rule_steps = steps;
        }
        if let Some(depth) = self.max_depth {
            limits.rule_depth = usize::from(depth);
        }
        if let Some(threads) = self.threads {
            limits.threads = usize::from(threads);
        }
        match self.time_limit {
            Some(allowed) => limits.within(allowed),
            None => limits,
        }
    }

    /// How text is put on standard output.
    pub fn paint(&self) -> Paint {
        Paint {
            colors: self.colors_on(std::io::stdout().is_terminal()),
            width: width(),
        }
    }

    /// How text is put on standard error.
    pub fn error_paint(&self) -> Paint {
        Paint {
            colors: self.colors_on(std::io::stderr().is_terminal()),
            width: width(),
        }
    }

    /// Prints a note on standard error, unless told to be quiet.
    pub fn note(&self, text: impl std::fmt::Display) {
        if !self.quiet {
            // A note that nobody can read is no reason to fail.
            let _ = writeln!(std::io::stderr(), "{}", visible(&text.to_string()));
        }
    }

    /// Whether a progress bar makes sense.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }

    fn colors_on(&self, is_terminal: bool) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        }
    }
}

/// Columns that text is wrapped to: what `COLUMNS` says, else the terminal, else 80.
fn width() -> usize {
    const LEAST: usize = 20;
    let columns = std::env::var("COLUMNS").ok();
    let columns = columns.and_then(|columns| columns.trim().parse().ok());
    let columns = columns.filter(|&columns: &usize| columns > 0);
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    columns.or_else(terminal).unwrap_or(USUAL_WIDTH).max(LEAST)
}

/// `10`, `1.5s`, `500ms`, `2m`, `1h`.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        unit => return Err(format!("unknown unit `{unit}`; use ms, s, m or h")),
    };
    let number: f64 = digits
        .parse()
        .map_err(|_| "expected a time such as 10s, 500ms or 2m".to_owned())?;
    Duration::try_from_secs_f64(number * unit)
        .map_err(|_| "the time is negative or too long".to_owned())
}

/// `1000`, `512K`, `300M`, `4G`, also with `B` or `iB` behind.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        unit => return Err(format!("unknown unit `{unit}`; use K, M, G or T")),
    };
    let number: u64 = digits
        .parse()
        .map_err(|_| "expected a size such as 512M or 4G".to_owned())?;
    number
        .checked_mul(1 << shift)
        .ok_or_else(|| "the size is too large".to_owned())
}

/// A count, also as `1_000_000`, `10^6`, `1e6`, `5M`.
pub fn parse_count(text: &str) -> Result<u64, String> {
    let error = || "expected a count such as 1000000, 10^6, 1e6 or 5M".to_owned();
    let plain = text.replace('_', "");
    if let Ok(number) = plain.parse() {
        return Ok(number);
    }
    if let Some((base, exponent)) = plain.split_once('^') {
        let (base, exponent): (u64, u32) = (
            base.parse().map_err(|_| error())?,
            exponent.parse().map_err(|_| error())?,
        );
        return base.checked_pow(exponent).ok_or_else(error);
    }
    let (digits, zeros) = match plain.split_once(['e', 'E']) {
        Some((digits, zeros)) => (digits, zeros.parse().map_err(|_| error())?),
        None => match plain.char_indices().next_back() {
            Some((at, 'k' | 'K')) => (&plain[..at], 3),
            Some((at, 'M')) => (&plain[..at], 6),
            Some((at, 'G')) => (&plain[..at], 9),
            _ => return Err(error()),
        },
    };
    let digits: u64 = digits.parse().map_err(|_| error())?;
    10u64
        .checked_pow(zeros)
        .and_then(|power| digits.checked_mul(power))
        .ok_or_else(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_people_write_them() {
        for text in ["1000000", "1_000_000", "10^6", "1e6", "1M", "1000k"] {
            assert_eq!(parse_count(text), Ok(1_000_000), "{text}");
        }
        for text in ["", "e", "-1", "1e99", "10^99", "M", "é"] {
            assert!(parse_count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_and_sizes_have_units() {
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert!(parse_duration("5 apples").is_err());
        assert!(parse_duration("-1").is_err());
        assert_eq!(parse_bytes("2G"), Ok(2 << 30));
        assert!(parse_bytes("99999999T").is_err());
    }
}
