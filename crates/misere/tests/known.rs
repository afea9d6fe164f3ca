//! Published quotients: every row of the table, and chains of quotients heap by heap.

use grundy_core::{HeapRules, Limits};
use grundy_misere::{QuotientSearchRequest, quotient, search};

/// The rules of a code with one digit before the point.
fn rules(code: &str) -> HeapRules {
    let digits: Vec<u8> = code
        .chars()
        .filter_map(|c| c.to_digit(16))
        .map(|digit| digit as u8)
        .collect();
    HeapRules::with_tail(&digits, &[])
}

struct Row {
    code: String,
    kind: String,
    heaps: Option<u64>,
    order: usize,
    p_portion: Option<usize>,
    period: Option<(u64, u64)>,
}

fn table() -> Vec<Row> {
    let text = grundy_misere::KNOWN_QUOTIENTS;
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let number = |at: usize| cells[at].parse().ok();
            Row {
                code: cells[0].to_owned(),
                kind: cells[1].to_owned(),
                heaps: number(2),
                order: cells[3].parse().unwrap(),
                p_portion: cells[4].parse().ok(),
                period: number(5).zip(number(6)),
            }
        })
        .collect()
}

#[test]
fn every_published_quotient_is_found() {
    let rows = table();
    assert!(rows.len() > 100);
    for row in rows {
        let found = quotient(&rules(&row.code), row.heaps, &Limits::default()).unwrap();
        let code = &row.code;
        assert_eq!(found.order(), row.order, "{code}");
        assert_eq!(
            found.is_tame(),
            row.kind == "tame" || row.code == "0.562",
            "{code}"
        );
        if let Some(size) = row.p_portion {
            assert_eq!(found.p_portion().len(), size, "{code}");
        }
        let period = found.period().map(|p| (p.period, p.preperiod));
        if row.heaps.is_none() {
            assert_eq!(period, row.period, "{code}");
        }
    }
}

/// `heap:order/P` at every heap where the quotient changes.
fn chain(code: &str, to: u64) -> String {
    let mut steps: Vec<(u64, usize, usize)> = Vec::new();
    let request = QuotientSearchRequest {
        up_to: Some(to),
        ..QuotientSearchRequest::default()
    };
    search(&rules(code), request, &Limits::default(), &mut |progress| {
        let last = steps.last().map_or(1, |step| step.1);
        if progress.order != last {
            steps.push((progress.heap, progress.order, progress.p_portion));
        }
    })
    .unwrap();
    let show = |(heap, order, p): &(u64, usize, usize)| format!("{heap}:{order}/{p}");
    steps.iter().map(show).collect::<Vec<_>>().join(" ")
}

#[test]
fn quotients_grow_heap_by_heap_as_published() {
    let chains = [
        (
            "0.07",
            33,
            "2:2/1 4:6/2 10:12/3 14:24/5 25:144/23 27:176/28 30:360/65 31:520/89 32:552/93 33:638/109",
        ),
        (
            "0.77",
            40,
            "1:2/1 2:6/2 5:12/3 9:18/6 12:24/8 25:32/9 27:40/9",
        ),
        (
            "0.15",
            40,
            "1:2/1 6:6/2 14:8/2 18:16/4 20:20/5 23:30/8 27:36/9 29:40/11 30:42/12",
        ),
    ];
    for (code, to, expected) in chains {
        assert_eq!(chain(code, to), expected, "{code}");
    }
}

#[test]
fn partial_quotients_are_as_published() {
    let at = |code: &str, to| quotient(&rules(code), Some(to), &Limits::default()).unwrap();
    assert_eq!(at("0.3102", 11).order(), 74);
    let kayles = quotient(&rules("0.77"), None, &Limits::default()).unwrap();
    let period = kayles.period().unwrap();
    assert_eq!((period.period, period.preperiod), (12, 71));
    assert!(!kayles.is_tame());
}
