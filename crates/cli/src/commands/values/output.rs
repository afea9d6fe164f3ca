//! Values as text, CSV, JSON or raw bytes, written as they come.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use grundy::quotients::QuotientAnswer;
use grundy::sequence::EngineStats;
use grundy::sequences::Sequence;
use grundy::stored::StoredReport;
use serde_json::json;

use super::Width;

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `n value` a line.
    Text,
    /// `n,value` a line, after a header.
    Csv,
    /// One object.
    Json,
    /// One object that leaves the values out.
    JsonWithoutValues,
    /// Bytes.
    Raw(Width),
    /// Not at all.
    Nothing,
}

/// Where values are written to.
pub struct Output<W: Write> {
    out: W,
    format: Format,
    is_first: bool,
    line: Vec<u8>,
}

/// What was met on the way.
pub struct Stats {
    /// What is known of how the method works.
    pub engine: EngineStats,
    /// Values computed.
    pub values: u64,
    /// Time it took.
    pub seconds: f64,
}

/// Writes the elements of heaps in a misère quotient.
pub fn write_elements(
    out: &mut impl Write,
    answer: &QuotientAnswer,
    heaps: RangeInclusive<u64>,
    format: Format,
) -> io::Result<()> {
    let from = *heaps.start();
    let mut words = heaps.map_while(|heap| Some((heap, answer.word_of(heap)?)));
    if format == Format::Json {
        let words: Vec<String> = words.map(|(_, word)| word).collect();
        let name = &answer.name;
        let object =
            json!({"schema": 1, "ruleset": name, "play": "misere", "from": from, "values": words});
        return writeln!(out, "{object}");
    }
    let between = match format {
        Format::Csv => {
            writeln!(out, "n,element")?;
            ','
        }
        _ => ' ',
    };
    words.try_for_each(|(heap, word)| writeln!(out, "{heap}{between}{word}"))
}

impl<W: Write> Output<W> {
    /// Writes to `out`.
    pub fn new(out: W, format: Format) -> Output<W> {
        Output {
            out,
            format,
            is_first: true,
            line: Vec::new(),
        }
    }

    /// What comes before the values.
    pub fn begin(&mut self, ruleset: &str, from: u64) -> io::Result<()> {
        let name = json!(ruleset);
        match self.format {
            Format::Csv => writeln!(self.out, "n,value"),
            Format::Json => write!(
                self.out,
                r#"{{"schema":1,"ruleset":{name},"from":{from},"values":["#
            ),
            Format::JsonWithoutValues => {
                write!(
                    self.out,
                    r#"{{"schema":1,"ruleset":{name},"from":{from},"values":null"#
                )
            }
            Format::Text | Format::Raw(_) | Format::Nothing => Ok(()),
        }
    }

    /// The values of heaps `first`, `first + 1`, …
    pub fn values(&mut self, first: u64, values: &[u64]) -> io::Result<()> {
        for (&value, n) in values.iter().zip(first..=u64::MAX) {
            self.line.clear();
            match self.format {
                Format::Text => self.pair(n, b' ', value),
                Format::Csv => self.pair(n, b',', value),
                Format::Json => {
                    if !self.is_first {
                        self.line.push(b',');
                    }
                    push_decimal(&mut self.line, value);
                }
                Format::Raw(width) => self.raw(width, n, value)?,
                Format::JsonWithoutValues | Format::Nothing => return Ok(()),
            }
            self.is_first = false;
            self.out.write_all(&self.line)?;
        }
        Ok(())
    }

    /// What comes after the values.
    pub fn end(&mut self, stats: Option<&Stats>) -> io::Result<()> {
        match (self.format, stats) {
            (Format::Json, None) => writeln!(self.out, "]}}")?,
            (Format::Json, Some(stats)) => writeln!(self.out, r#"],"stats":{}}}"#, stats.json())?,
            (Format::JsonWithoutValues, Some(stats)) => {
                writeln!(self.out, r#","stats":{}}}"#, stats.json())?;
            }
            (Format::Nothing, Some(stats)) => self.out.write_all(stats.text().as_bytes())?,
            (_, Some(stats)) => eprint!("{}", stats.text()),
            (_, None) => {}
        }
        self.out.flush()
    }

    fn pair(&mut self, n: u64, between: u8, value: u64) {
        push_decimal(&mut self.line, n);
        self.line.push(between);
        push_decimal(&mut self.line, value);
        self.line.push(b'\n');
    }

    fn raw(&mut self, width: Width, n: u64, value: u64) -> io::Result<()> {
        let (bytes, name) = match width {
            Width::U8 => (1, "u8"),
            Width::U16 => (2, "u16"),
            Width::U32 => (4, "u32"),
        };
        if value >> (8 * bytes) != 0 {
            let message = format!("the value {value} of heap {n} does not fit in {name}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        self.line.extend_from_slice(&value.to_le_bytes()[..bytes]);
        Ok(())
    }
}

impl Stats {
    /// What `sequence` met in `seconds`.
    pub fn new(sequence: &Sequence, seconds: f64) -> Stats {
        Stats {
            engine: sequence.stats(),
            values: sequence.computed(),
            seconds,
        }
    }

    fn per_second(&self) -> u64 {
        (self.values as f64 / self.seconds.max(1e-9)) as u64
    }

    fn json(&self) -> serde_json::Value {
        let engine = &self.engine;
        json!({
            "method": engine.method,
            "largest": engine.largest,
            "largest_at": engine.largest_at,
            "rare": engine.rare_count,
            "last_rare": engine.last_rare,
            "mask": engine.mask,
            "position_parity": engine.position_parity,
            "window": engine.window,
            "values": self.values,
            "seconds": self.seconds,
            "values_per_second": self.per_second(),
        })
    }

    fn text(&self) -> String {
        let engine = &self.engine;
        let mut text = format!(
            "method         {}\nlargest value  {} (heap {})\n",
            engine.method, engine.largest, engine.largest_at
        );
        match (engine.rare_count, engine.last_rare) {
            (Some(count), Some(last)) => {
                text += &format!("rare values    {count}, the last at heap {last}\n");
            }
            (Some(_), None) => text += "rare values    none\n",
            (None, _) => {}
        }
        if let Some(mask) = engine.mask {
            let parity = if engine.position_parity {
                " with the parity of the heap"
            } else {
                ""
            };
            text += &format!("mask           {mask:#x}{parity}\n");
        }
        text + &format!(
            "computed       {} values in {:.3} s, {} per second\n",
            self.values,
            self.seconds,
            self.per_second()
        )
    }
}

/// What a store holds, as text or as one object.
pub fn write_stored(
    out: &mut impl Write,
    file: &Path,
    report: &StoredReport,
    stats: &Stats,
    json: bool,
) -> io::Result<()> {
    let commit = &report.commit;
    let last = commit.count.saturating_sub(1);
    if json {
        let object = json!({
            "schema": 1,
            "ruleset": report.name,
            "store": file.display().to_string(),
            "keep": report.keep.word(),
            "from": 0,
            "to": last,
            "hash": commit.hash.to_string(),
            "stats": stats.json(),
        });
        return writeln!(out, "{object}");
    }
    writeln!(out, "{}: {} up to heap {last}", file.display(), report.name)?;
    writeln!(out, "keeps          {}", report.keep.word())?;
    writeln!(out, "hash           {}", commit.hash)?;
    out.write_all(stats.text().as_bytes())
}

/// Appends `number` in decimal; `write!` is several times slower, and this is what the time goes to.
fn push_decimal(line: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    line.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: Format, values: &[u64]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes, format);
        output.begin("0.77", 9)?;
        output.values(9, values)?;
        output.end(None)?;
        drop(output);
        Ok(bytes)
    }

    #[test]
    fn each_format_holds_the_values() {
        let values = [4, 0, u64::from(u32::MAX)];
        let text = |format| String::from_utf8(written(format, &values).unwrap()).unwrap();
        assert_eq!(text(Format::Text), "9 4\n10 0\n11 4294967295\n");
        assert_eq!(text(Format::Csv), "n,value\n9,4\n10,0\n11,4294967295\n");
        let object: serde_json::Value = serde_json::from_str(&text(Format::Json)).unwrap();
        let expected = json!({"schema": 1, "ruleset": "0.77", "from": 9, "values": values});
        assert_eq!(object, expected);
        let raw = written(Format::Raw(Width::U16), &[1, 258]).unwrap();
        assert_eq!(raw, [1, 0, 2, 1]);
        assert!(written(Format::Raw(Width::U16), &values).is_err());
    }

    #[test]
    fn numbers_are_written_in_decimal() {
        for number in [0, 7, 10, 1_000_000, u64::MAX] {
            let mut line = Vec::new();
            push_decimal(&mut line, number);
            assert_eq!(line, number.to_string().into_bytes());
        }
    }
}
