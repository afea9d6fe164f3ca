//! Nim-sequences as text, CSV or raw bytes, written while the values are computed.

use std::io::{self, Write};

use grundy_report::{ElementsReport, EngineReport, StoreReport};

/// How values are written, where that is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValuesFormat {
    /// `n value` a line.
    Text,
    /// `n,value` a line, after a header.
    Csv,
    /// Bytes, little-endian, so many for each value: 1, 2 or 4.
    Raw(usize),
    /// One line, commas between the values.
    List,
    /// As OEIS writes a b-file: `n value` a line, after comments.
    BFile,
    /// Not at all.
    Nothing,
}

/// Writes values as they come.
pub struct ValuesWriter<W: Write> {
    out: W,
    format: ValuesFormat,
    is_begun: bool,
    line: Vec<u8>,
}

impl<W: Write> ValuesWriter<W> {
    /// Writes to `out`.
    pub fn new(out: W, format: ValuesFormat) -> ValuesWriter<W> {
        ValuesWriter {
            out,
            format,
            is_begun: false,
            line: Vec::new(),
        }
    }

    /// The values of heaps `first`, `first + 1`, …
    ///
    /// # Errors
    ///
    /// Those of the output; [`io::ErrorKind::InvalidData`] for a value that does not fit its width.
    pub fn values(&mut self, first: u64, values: &[u64]) -> io::Result<()> {
        if self.format == ValuesFormat::Csv && !self.is_begun {
            writeln!(self.out, "n,value")?;
        }
        for (&value, n) in values.iter().zip(first..=u64::MAX) {
            self.line.clear();
            match self.format {
                ValuesFormat::List => {
                    if self.is_begun {
                        self.line.push(b',');
                    }
                    push_decimal(&mut self.line, value);
                }
                ValuesFormat::Text | ValuesFormat::BFile => self.pair(n, b' ', value),
                ValuesFormat::Csv => self.pair(n, b',', value),
                ValuesFormat::Raw(bytes) => self.raw(bytes, n, value)?,
                ValuesFormat::Nothing => return Ok(()),
            }
            self.out.write_all(&self.line)?;
            self.is_begun = true;
        }
        Ok(())
    }

    /// A line that those who read values skip.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn comment(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "# {text}")
    }

    /// The output, flushed.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<W> {
        if self.format == ValuesFormat::List && self.is_begun {
            self.out.write_all(b"\n")?;
        }
        self.out.flush()?;
        Ok(self.out)
    }

    fn pair(&mut self, n: u64, between: u8, value: u64) {
        push_decimal(&mut self.line, n);
        self.line.push(between);
        push_decimal(&mut self.line, value);
        self.line.push(b'\n');
    }

    fn raw(&mut self, bytes: usize, n: u64, value: u64) -> io::Result<()> {
        if value >> (8 * bytes) != 0 {
            let bits = 8 * bytes;
            let message = format!("the value {value} of heap {n} does not fit in {bits} bits");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        self.line.extend_from_slice(&value.to_le_bytes()[..bytes]);
        Ok(())
    }
}

/// The elements of heaps in a misère quotient, a line each.
pub fn elements_text(report: &ElementsReport, format: ValuesFormat) -> String {
    let (mut text, between) = match format {
        ValuesFormat::Csv => (String::from("n,element\n"), ','),
        _ => (String::new(), ' '),
    };
    for (heap, word) in (report.from..).zip(&report.values) {
        text += &format!("{heap}{between}{word}\n");
    }
    text
}

/// How values were computed.
pub fn stats_text(stats: &EngineReport) -> String {
    let mut text = format!(
        "method         {}\nlargest value  {} (heap {})\n",
        stats.method, stats.largest, stats.largest_at
    );
    match (stats.rare, stats.last_rare) {
        (Some(count), Some(last)) => {
            text += &format!("rare values    {count}, the last at heap {last}\n");
        }
        (Some(_), None) => text += "rare values    none\n",
        (None, _) => {}
    }
    if let Some(mask) = stats.mask {
        let parity = if stats.position_parity {
            " with the parity of the heap"
        } else {
            ""
        };
        text += &format!("mask           {mask:#x}{parity}\n");
    }
    text + &format!(
        "computed       {} values in {:.3} s, {} per second\n",
        stats.values, stats.seconds, stats.values_per_second
    )
}

/// What a store holds.
pub fn store_text(report: &StoreReport) -> String {
    format!(
        "{}: {} up to heap {}\nkeeps          {}\nhash           {}\n{}",
        report.store,
        report.ruleset,
        report.to,
        report.keep,
        report.hash,
        stats_text(&report.stats)
    )
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

    fn written(format: ValuesFormat, values: &[u64]) -> io::Result<Vec<u8>> {
        let mut writer = ValuesWriter::new(Vec::new(), format);
        writer.values(9, values)?;
        writer.finish()
    }

    #[test]
    fn each_format_holds_the_values() {
        let values = [4, 0, u64::from(u32::MAX)];
        let text = |format| String::from_utf8(written(format, &values).unwrap()).unwrap();
        assert_eq!(text(ValuesFormat::Text), "9 4\n10 0\n11 4294967295\n");
        assert_eq!(
            text(ValuesFormat::Csv),
            "n,value\n9,4\n10,0\n11,4294967295\n"
        );
        assert_eq!(text(ValuesFormat::Nothing), "");
        assert_eq!(text(ValuesFormat::List), "4,0,4294967295\n");
        assert_eq!(text(ValuesFormat::BFile), "9 4\n10 0\n11 4294967295\n");
        let raw = written(ValuesFormat::Raw(2), &[1, 258]).unwrap();
        assert_eq!(raw, [1, 0, 2, 1]);
        assert!(written(ValuesFormat::Raw(2), &values).is_err());
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
