//! The bodies of the fuzz targets: any bytes, no panic, no hang, and what is read can be written and read again.

use std::path::Path;
use std::time::Duration;

use grundy::own_rules;
use grundy::spec::{Files, heap_rules, parse_sum};
use grundy::{Question, periods};
use grundy_checker::{CheckLimits, check_period, check_quotient};
use grundy_core::{Limits, Play};
use grundy_graph::format::load;
use grundy_graph::pursuit::{Map, PursuitRules};
use grundy_graph::{Format, GraphSource};
use grundy_misere::{Quotient, QuotientCertificate};
use grundy_sequence::store::StoredRun;
use serde_json::{Value, json};

/// One fuzz target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, which is that of its corpus.
    pub name: &'static str,
    /// What it does with any bytes.
    pub body: fn(&[u8]),
}

/// Every fuzz target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "position",
        body: position,
    },
    Target {
        name: "code",
        body: code,
    },
    Target {
        name: "graph",
        body: graph,
    },
    Target {
        name: "certificate",
        body: certificate,
    },
    Target {
        name: "store",
        body: store,
    },
    Target {
        name: "map",
        body: map,
    },
    Target {
        name: "rules",
        body: rules,
    },
    Target {
        name: "http",
        body: http,
    },
];

/// Small limits: an input may be refused, never hang.
fn small() -> Limits {
    Limits {
        positions: 2_000,
        bytes: 8 << 20,
        threads: 1,
        rule_steps: 20_000,
        ..Limits::default()
    }
    .within(Duration::from_secs(20))
}

fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// A text in the position language: what is read is written, and read again as the same; then it is solved.
pub fn position(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let limits = small();
    let read = |text: &str| parse_sum(&[text.to_owned()], Files::Deny, &limits);
    let Ok(sum) = read(text) else { return };
    let shown = sum.show(&sum.components);
    let again = read(&shown).unwrap_or_else(|error| panic!("{shown:?}: {error:?}"));
    assert_eq!(again.show(&again.components), shown);
    for play in [Play::Normal, Play::Misere] {
        let question = Question {
            play,
            explain: true,
            most_moves: 20,
            limits: limits.clone(),
            files: Files::Deny,
            ..Question::new([text])
        };
        let _ = grundy::solve(&question).map_err(|error| error.report());
    }
}

/// A ruleset of heaps: its code is read as the same rules; a few values, a period.
pub fn code(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(named) = heap_rules(text) else { return };
    let again = heap_rules(&named.name).expect("names can be read");
    assert_eq!(again.name, named.name);
    if let Some(code) = named.rules.code() {
        let read = heap_rules(&code).expect("codes can be read");
        assert_eq!(read.rules, named.rules, "{code}");
    }
    let _ = periods::find(text, 200, None, &small(), &mut |_| {});
}

/// A graph in any format; then it is solved.
pub fn graph(data: &[u8]) {
    let formats = Format::ALL.into_iter().map(Some).chain([None]);
    for (format, one_based) in formats.flat_map(|format| [(format, false), (format, true)]) {
        let source = GraphSource::Bytes(data.to_vec());
        let limits = small();
        let Ok(file) = load(&source, format, one_based, &limits) else {
            continue;
        };
        if file.vertices() > 0 {
            let label = file.labels.show(0);
            assert!(!label.contains(char::is_control), "{label:?}");
        }
        for play in [Play::Normal, Play::Misere] {
            if let Ok(solution) = file.solve(play, &limits) {
                assert_eq!(solution.vertices(), file.vertices());
            }
        }
    }
}

/// Certificates of periods and quotients, through the checker and through the front door.
pub fn certificate(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let few = || CheckLimits {
        steps: 3_000_000,
        bytes: 8 << 20,
        ..CheckLimits::default()
    };
    let by_checker = check_period(text, few());
    let by_prover = periods::check("certificate", text, &small());
    // A claim that the checker proved is not refuted by what found it.
    if by_checker.is_ok() {
        let refuted = matches!(by_prover, Err(grundy::Error::Refuted { .. }));
        assert!(!refuted, "{text}");
    }
    let _ = check_quotient(text, few());
    if let Ok(read) = QuotientCertificate::from_json(text) {
        let again = QuotientCertificate::from_json(&read.to_json()).expect("it was written by us");
        assert_eq!(again, read);
    }
}

/// A file of stored values, and one of a stored quotient.
pub fn store(data: &[u8]) {
    let folder = tempfile::tempdir().expect("there is room for a temporary file");
    let path = folder.path().join("store");
    std::fs::write(&path, data).expect("there is room for a temporary file");
    read_store(&path);
    if let Some(text) = text(data)
        && let Ok((name, quotient)) = Quotient::from_store(text)
    {
        let again = Quotient::from_store(&quotient.to_store(&name));
        assert_eq!(again.expect("it was written by us").0, name);
    }
}

fn read_store(path: &Path) {
    let named = heap_rules("0.6").expect("a code");
    let before = std::fs::read(path).expect("it was just written");
    match StoredRun::open(path, &named.name, &named.rules, None, &small()) {
        Ok(mut run) => {
            let _ = run.advance(2_000, &small(), &mut |_| {});
        }
        // What is refused is left as it is.
        Err(_) => assert_eq!(std::fs::read(path).expect("it is there"), before),
    }
}

/// A map of a pursuit.
pub fn map(data: &[u8]) {
    let limits = small();
    let Ok(Ok(map)) = Map::from_bytes_within(data, &limits) else {
        return;
    };
    let _ = grundy::pursuit::solve(&map, PursuitRules::default(), true, &limits);
}

/// A rules file: everything a page shows of it, and a position.
pub fn rules(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let limits = small();
    let Ok(looked) = own_rules::look_at(text, 5, &limits) else {
        return;
    };
    let _ = looked;
    let question = Question {
        limits,
        files: own_rules::given(text),
        ..Question::new(["mine.star:3"])
    };
    let _ = grundy::solve(&question).map_err(|error| error.report());
}

/// The body of a request; the first byte chooses the address.
pub fn http(data: &[u8]) {
    const PATHS: [&str; 8] = [
        "/api/solve",
        "/api/analyse",
        "/api/reply",
        "/api/values",
        "/api/period",
        "/api/graph",
        "/api/pursuit",
        "/api/rules",
    ];
    let Some((first, body)) = data.split_first() else {
        return;
    };
    let Ok(request) = serde_json::from_slice::<Value>(body) else {
        return;
    };
    let question = json!({
        "path": PATHS[usize::from(*first) % PATHS.len()], "request": request, "seconds": 0.2,
        "bytes": 1u64 << 30, "positions": 2_000,
    });
    let line = format!("{question}\n");
    grundy_web::answer_all(line.as_bytes(), std::io::sink()).expect("a sink takes everything");
}
