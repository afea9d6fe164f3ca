//! The three programs of the chapter "Using the library": they run, they are short, and the chapter shows them as they are.

#[path = "../../../examples/nim_sequence.rs"]
mod nim_sequence;
#[path = "../../../examples/own_game.rs"]
mod own_game;
#[path = "../../../examples/solve.rs"]
mod solve;

const PROGRAMS: [&str; 3] = [
    include_str!("../../../examples/solve.rs"),
    include_str!("../../../examples/own_game.rs"),
    include_str!("../../../examples/nim_sequence.rs"),
];

#[test]
fn the_programs_run() {
    solve::main().unwrap();
    own_game::main().unwrap();
    nim_sequence::main().unwrap();
}

#[test]
fn the_chapter_shows_the_programs_and_they_are_short() {
    let chapter = include_str!("../../../docs/library.md");
    for program in PROGRAMS {
        let lines = program.lines().filter(|line| !line.is_empty());
        assert!(lines.count() <= 15, "{program}");
        assert!(
            chapter.contains(&format!("```rust\n{program}```\n")),
            "{program}"
        );
    }
}
