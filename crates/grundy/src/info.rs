//! What a file is: `grundy info`.

use std::path::Path;

use grundy_core::Limits;
use grundy_graph::format::{self, GraphSource};
use grundy_misere::Quotient;
use grundy_report::InfoReport;
use grundy_sequence::store::{Contents, Store, is_store};

use crate::spec::{Files, star_rules};
use crate::{Error, rules};

/// The longest file that may be text of our own: certificates, quotients.
const LONGEST_TEXT: u64 = 256 << 20;

/// What the file at `path` is, and what is in it.
///
/// # Errors
///
/// [`Error::Io`], [`Error::Input`] if it is none of grundy's files and no graph, [`Error::Limit`].
pub fn info(path: &str, limits: &Limits) -> Result<InfoReport, Error> {
    let length = std::fs::metadata(path).map_err(|error| Error::io(path, error))?;
    let report = InfoReport {
        file: path.to_owned(),
        bytes: length.len(),
        ..InfoReport::default()
    };
    if is_store(Path::new(path)) {
        return store(path, report);
    }
    if rules::is_star(path) {
        return own_rules(path, report, limits);
    }
    if report.bytes <= LONGEST_TEXT
        && let Ok(text) = std::fs::read_to_string(path)
    {
        if let Ok((ruleset, quotient)) = Quotient::from_store(&text) {
            return Ok(quotient_store(path, report, ruleset, &quotient));
        }
        if let Some(report) = certificate(path, &report, &text) {
            return Ok(report);
        }
    }
    graph(path, report, limits)
}

fn store(path: &str, report: InfoReport) -> Result<InfoReport, Error> {
    let opened = Store::open_to_read(Path::new(path));
    let store = opened.map_err(|error| Error::in_store(error.into(), Path::new(path), 0))?;
    let commit = store.committed();
    let is_empty = commit.count == 0;
    let (kind, ruleset, next) = match store.holds() {
        Contents::Sequence(game) => {
            let next = format!("grundy values {game} --to N --store {path}");
            ("sequence store", game, next)
        }
        Contents::Search(game) => {
            let next = format!("grundy period {game} --store {path}");
            ("period search", game, next)
        }
    };
    let has_figures = kind == "sequence store" && !is_empty;
    Ok(InfoReport {
        kind: kind.to_owned(),
        ruleset: Some(ruleset),
        keep: Some(store.keep().word().to_owned()),
        heaps: Some(commit.count),
        largest: has_figures.then(|| u64::from(commit.largest)),
        largest_at: has_figures.then_some(commit.largest_at),
        hash: has_figures.then(|| commit.hash.to_string()),
        next: Some(next),
        ..report
    })
}

fn own_rules(path: &str, report: InfoReport, limits: &Limits) -> Result<InfoReport, Error> {
    star_rules(path, Files::Allow, limits)?;
    let source = rules::read_rules(path).map_err(|error| Error::io(path, error))?;
    let quoted = source.trim_start().strip_prefix("\"\"\"");
    let about = quoted.and_then(|text| text.split("\"\"\"").next());
    Ok(InfoReport {
        kind: "rules".to_owned(),
        about: about.map(|text| text.trim().to_owned()),
        next: Some(format!("grundy solve {path}:POSITION")),
        ..report
    })
}

fn quotient_store(
    path: &str,
    report: InfoReport,
    ruleset: String,
    quotient: &Quotient,
) -> InfoReport {
    InfoReport {
        kind: "quotient store".to_owned(),
        next: Some(format!("grundy quotient {ruleset} --store {path}")),
        ruleset: Some(ruleset),
        order: Some(quotient.order() as u64),
        p_portion_size: Some(quotient.p_portion().len() as u64),
        ..report
    }
}

/// A certificate of a period or a quotient: a JSON object about a ruleset.
fn certificate(path: &str, report: &InfoReport, text: &str) -> Option<InfoReport> {
    let object: serde_json::Value = serde_json::from_str(text).ok()?;
    let ruleset = object.get("ruleset")?.as_str()?.to_owned();
    let number = |key: &str| object.get(key).and_then(serde_json::Value::as_u64);
    let is_quotient = object.get("periodic").is_none();
    let command = if is_quotient { "quotient" } else { "period" };
    Some(InfoReport {
        kind: "certificate".to_owned(),
        ruleset: Some(ruleset),
        order: number("order"),
        period: number("period"),
        preperiod: number("preperiod"),
        heaps: number("checked_to").map(|last| last + 1),
        next: Some(format!("grundy {command} --check {path}")),
        ..report.clone()
    })
}

fn graph(path: &str, report: InfoReport, limits: &Limits) -> Result<InfoReport, Error> {
    let source = GraphSource::open_within(Path::new(path), limits);
    let loaded = source.and_then(|source| format::load(&source, None, false, limits));
    let file = loaded.map_err(|error| Error::in_graph(error, path))?;
    Ok(InfoReport {
        kind: "graph".to_owned(),
        format: Some(file.format.in_words().to_owned()),
        vertices: Some(u64::from(file.vertices())),
        edges: Some(file.edge_count()),
        next: Some(format!("grundy graph {path}")),
        ..report
    })
}
