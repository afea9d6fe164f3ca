//! Certificates: the documented example, round trips, and foreign documents.

use grundy_core::{HeapRules, Limits};
use grundy_misere::{
    CertificateError, CertifiedGame, GameClosure, Heaps, QuotientCertificate,
    QuotientSearchRequest, quotient, quotient_of,
};

#[test]
fn the_documented_example_is_what_is_written() {
    let source = include_str!("../src/certificate.rs");
    let (_, example) = source.split_once("//! ```json\n").unwrap();
    let (example, _) = example.split_once("//! ```\n").unwrap();
    let example = example.replace("//! ", "");
    let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
    let found = quotient(&kayles, Some(2), &Limits::default()).unwrap();
    let written = QuotientCertificate::new("kayles", CertifiedGame::from(&kayles), &found);
    assert_eq!(QuotientCertificate::from_json(&example).unwrap(), written);
}

#[test]
fn certificates_of_every_kind_of_game_survive_a_round_trip() {
    let limits = Limits::default();
    let games = [
        HeapRules::with_tail(&[0, 7, 7], &[]),
        HeapRules::with_tail(&[0], &[3, 0, 1]),
        HeapRules::with_tail(&[4], &[]).unequal(),
        HeapRules::new([(2, 3), (u64::MAX, 15)]),
    ];
    for rules in &games {
        let found = quotient(rules, Some(12), &limits).unwrap();
        let written = QuotientCertificate::new("", CertifiedGame::from(rules), &found);
        let read = QuotientCertificate::from_json(&written.to_json()).unwrap();
        assert_eq!(read, written, "{rules}");
        assert_eq!(written.images.len() as u64, written.heaps + 1);
    }
    let closure = GameClosure::parse("[[2],0]").unwrap();
    let found = quotient_of(&closure, QuotientSearchRequest::default(), &limits).unwrap();
    let listed = CertifiedGame::listed(&closure, closure.count().unwrap(), &limits).unwrap();
    let written = QuotientCertificate::new("[[2],0]", listed, &found);
    let read = QuotientCertificate::from_json(&written.to_json()).unwrap();
    assert_eq!((read.order, read), (14, written));
}

#[test]
fn other_documents_are_refused() {
    for text in ["", "{}", "[1]", "{\"format\":1}"] {
        let error = QuotientCertificate::from_json(text).unwrap_err();
        assert!(matches!(error, CertificateError::Json(_)), "{text}");
    }
    let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
    let found = quotient(&rules, Some(2), &Limits::default()).unwrap();
    let mut later = QuotientCertificate::new("kayles", CertifiedGame::from(&rules), &found);
    later.version = 2;
    let error = QuotientCertificate::from_json(&later.to_json()).unwrap_err();
    assert!(matches!(
        error,
        CertificateError::Foreign { version: 2, .. }
    ));
}
