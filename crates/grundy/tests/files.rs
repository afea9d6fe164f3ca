//! Which files a position may name.

use grundy::core::Limits;
use grundy::spec::{Files, open_ruleset};

#[test]
fn a_file_that_is_no_rules_is_named_as_such_only_where_files_may_be_named() {
    let path = std::env::temp_dir().join(format!("grundy-foreign-{}.seq", std::process::id()));
    std::fs::write(&path, "hello").unwrap();
    let name = path.to_str().unwrap();
    let said = |files| match open_ruleset(name, files, &Limits::default()) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{name} is no game"),
    };
    let (allowed, denied) = (said(Files::Allow), said(Files::Deny));
    std::fs::remove_file(&path).unwrap();
    assert!(allowed.contains("not a stored sequence"), "{allowed}");
    assert!(allowed.contains(name), "{allowed}");
    // Whether it exists is none of their business.
    assert_eq!(denied, said(Files::Allow), "{denied}");
    assert!(!denied.contains("``"), "{denied}");
}
