//! Small things that are done every day: many lines at once, lines of best play, nimbers, formats of values.

use std::io::Write;
use std::process::{Command, Stdio};

/// Standard output, standard error and status.
fn run(arguments: &[&str], input: &str) -> (String, String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let status = output.status.code().unwrap();
    (text(output.stdout), text(output.stderr), status)
}

fn answer(arguments: &[&str]) -> String {
    let (text, errors, status) = run(arguments, "");
    assert_eq!(status, 0, "{arguments:?}: {errors}");
    text
}

#[test]
fn each_line_has_its_answer_in_order() {
    let input = "nim:3,4,5\n\n# a comment\n*2 + kayles:6\nnim:1,1\nnin:4\nkayles:7\n";
    let (text, _, status) = run(&["solve", "--lines", "-"], input);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..3], ["win 2", "win 1", "lose 0"]);
    assert!(lines[3].starts_with("error unknown game `nin`"), "{text}");
    assert_eq!(lines[4..], ["win 2"]);
    assert_eq!(status, 1);
    let (text, _, status) = run(&["solve", "--lines", "-", "--misere"], "nim:1,1\nnim:1\n");
    assert_eq!((text.as_str(), status), ("win\nlose\n", 0));
}

#[test]
fn many_lines_are_answered_as_one_by_one_on_any_number_of_threads() {
    let input: String = (0..10_000)
        .map(|n| format!("nim:{n},5\nkayles:{}\n", n % 90))
        .collect();
    let path = std::env::temp_dir().join(format!("grundy-lines-{}.txt", std::process::id()));
    std::fs::write(&path, input).unwrap();
    let file = path.to_str().unwrap();
    let one = answer(&["solve", "--lines", file, "--threads", "1"]);
    let four = answer(&["solve", "--lines", file, "--threads", "4"]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(one, four);
    let lines: Vec<&str> = one.lines().collect();
    assert_eq!(lines.len(), 20_000);
    assert_eq!(lines[2 * 5], "lose 0");
    assert_eq!(lines[2 * 9_999], format!("win {}", 9_999 ^ 5));
}

#[test]
fn lines_of_json_are_objects() {
    let (text, _, status) = run(&["solve", "--lines", "-", "--json"], "nim:3\nnin:3\n");
    let objects: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects[0]["value"], 3);
    assert_eq!(objects[1]["error"]["kind"], "unknown-game");
    assert_eq!(status, 1);
}

#[test]
fn a_line_of_best_play_goes_to_the_end() {
    let text = answer(&["solve", "nim:1,2", "--line"]);
    assert!(text.contains("best play"), "{text}");
    assert!(
        text.contains("the game is over: the opponent has no move; you win"),
        "{text}"
    );
    let json = answer(&["solve", "nim:2,2", "--line", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["line"].as_array().unwrap().len(), 4);
    assert_eq!(json["line_is_complete"], true);
}

#[test]
fn nimbers_are_reckoned_with() {
    assert_eq!(answer(&["mex", "0", "1", "3"]), "2\n");
    assert_eq!(answer(&["mex"]), "0\n");
    assert_eq!(answer(&["xor", "5", "3", "-q"]), "6\n");
    assert!(answer(&["xor", "5", "3"]).ends_with("6  110\n"));
    assert_eq!(answer(&["nim-product", "4", "4", "-q"]), "6\n");
    let json = answer(&["nim-product", "2", "2", "--json"]);
    assert!(json.contains("\"result\":3"), "{json}");
    assert_eq!(answer(&["solve", "*5", "--brief"]), "win 5\n");
    assert_eq!(answer(&["solve", "*2 + kayles:6", "--brief"]), "win 1\n");
}

#[test]
fn values_have_the_formats_that_people_want() {
    assert_eq!(
        answer(&["values", "kayles", "--to", "5", "--list"]),
        "0,1,2,3,1,4\n"
    );
    assert_eq!(answer(&["values", "kayles"]).lines().count(), 31);
    let bfile = answer(&["values", "kayles", "--to", "2", "--bfile"]);
    assert_eq!(bfile, "# nim-values of kayles\n0 0\n1 1\n2 2\n");
    let (text, note, _) = run(&["values", "subtract/1,2", "--to", "4", "--outcomes"], "");
    assert_eq!(text, "0 L\n1 W\n2 W\n3 L\n4 W\n");
    assert!(note.contains("2 of 5 (0, 3)"), "{note}");
    let misere = answer(&[
        "values",
        "subtract/1,2",
        "--to",
        "4",
        "--outcomes",
        "--misere",
    ]);
    assert_eq!(misere, "0 W\n1 L\n2 W\n3 W\n4 L\n");
}

#[test]
fn values_are_compared_with_a_b_file() {
    let path = std::env::temp_dir().join(format!("grundy-b-{}.txt", std::process::id()));
    let name = path.to_str().unwrap();
    std::fs::write(&path, "# Kayles\n0 0\n1 1\n2 2\n3 3\n4 1\n5 4\n").unwrap();
    let agrees = answer(&["values", "kayles", "--compare", name]);
    assert!(agrees.contains("agrees with kayles: 6 values"), "{agrees}");
    std::fs::write(&path, "2 2\n5 7\n").unwrap();
    let (_, error, status) = run(&["values", "kayles", "--compare", name], "");
    assert_eq!(status, 1);
    assert!(
        error.contains("heap 5 is the first that differs"),
        "{error}"
    );
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn names_are_found_as_people_write_them() {
    assert!(answer(&["games", "grundy's game"]).contains("grundys-game"));
    assert!(answer(&["games", "pick-up bricks"]).contains("subtract"));
    assert_eq!(run(&["judge", "1199"], "1\n1\n4\n").2, 0);
    for partizan in [
        "domineering:3x3",
        "red-blue hackenbush:1",
        "hackenbush red-blue",
    ] {
        let (_, error, status) = run(&["solve", partizan], "");
        assert_eq!(status, 2);
        assert!(error.contains("partizan"), "{error}");
    }
}

#[test]
fn a_picture_is_svg_or_refused() {
    let (_, error, status) = run(&["values", "kayles", "--svg", "k.png"], "");
    assert_eq!(status, 2);
    assert!(error.contains("SVG"), "{error}");
}

#[test]
fn treblecross_is_refused_where_heaps_are_meant() {
    for arguments in [
        &["quotient", "treblecross", "--to", "5"][..],
        &["quotient", "treblecross", "--genus", "5"],
        &["values", "treblecross", "--misere", "--to", "5"],
        &[
            "values",
            "treblecross",
            "--to",
            "5",
            "--store",
            "never-made.seq",
        ],
    ] {
        let (_, error, status) = run(arguments, "");
        assert_eq!(status, 2, "{arguments:?}");
        assert!(error.contains("0.007"), "{error}");
    }
}

/// A heap of n under `subtract/1..K` is a Nim heap of n mod (K + 1), so nothing is searched.
#[test]
fn misere_subtraction_of_1_to_k_is_theory() {
    let large = ["solve", "subtract/1..635:877300", "--misere", "--brief"];
    assert_eq!(877_300 % 636, 256);
    assert_eq!(answer(&large), "win\n");
    let lost = ["solve", "subtract/1..635:877045", "--misere", "--brief"];
    assert_eq!(877_045 % 636, 1);
    assert_eq!(answer(&lost), "lose\n");
}

#[test]
fn rules_may_print() {
    let path = std::env::temp_dir().join(format!("grundy-print-{}.star", std::process::id()));
    std::fs::write(
        &path,
        "def moves(n):\n    print('at', n)\n    return [0] if n else []\n",
    )
    .unwrap();
    let position = format!("{}:1", path.display());
    let (text, errors, _) = run(&["solve", &position, "--brief"], "");
    assert_eq!(text, "win 1\n");
    assert!(errors.contains("at 1\n"), "{errors}");
    assert_eq!(run(&["solve", &position, "--brief", "-q"], "").1, "");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_long_row_of_end_nim_is_answered_by_the_rule() {
    // A row that reads the same both ways around an even middle is answered by imitation.
    let half: Vec<String> = (0..500).map(|n| (n * 7 % 90 + 2).to_string()).collect();
    let row: Vec<String> = half.iter().chain(half.iter().rev()).cloned().collect();
    let (text, errors, status) = run(&["solve", &format!("end-nim:{}", row.join(","))], "");
    assert_eq!(status, 0, "{errors}");
    assert!(text.starts_with("lose"), "{text}");
    let mut taller = row;
    taller[0] = "1000".to_owned();
    let (text, errors, status) = run(&["solve", &format!("end-nim:{}", taller.join(","))], "");
    assert_eq!(status, 0, "{errors}");
    assert!(text.starts_with("win"), "{text}");
}

#[test]
fn rows_of_usual_length_keep_their_value() {
    let row: Vec<String> = (0..50).map(|n| (n * 7 % 5 + 1).to_string()).collect();
    let text = answer(&["solve", &format!("end-nim:{}", row.join(",")), "--json"]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let value = json["value"].as_u64().expect("a value");
    assert_eq!(json["outcome"] == "win", value > 0, "{text}");
}

#[test]
fn a_winner_does_not_go_round_in_circles() {
    // White moves pawns up, black down; gaps are the heaps of Nim, and retreats are answered by following.
    let text = answer(&["solve", "northcott/8:1,3,2/5,5,5", "--line", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["outcome"], "lose");
    let line = json["line"].as_array().unwrap();
    assert_eq!(json["line_is_complete"], true, "{} moves", line.len());
    assert!(line.len().is_multiple_of(2), "the opponent moves last");
    for reply in line.iter().skip(1).step_by(2) {
        let position = reply["position"].as_str().unwrap();
        let (_, pawns) = position.split_once(':').unwrap();
        let (white, black) = pawns.split_once('/').unwrap();
        let rows =
            |text: &str| -> Vec<u64> { text.split(',').map(|n| n.parse().unwrap()).collect() };
        let gaps = rows(black)
            .into_iter()
            .zip(rows(white))
            .map(|(black, white)| black - white - 1);
        assert_eq!(gaps.fold(0, |sum, gap| sum ^ gap), 0, "{position}");
    }
    let end = line.last().unwrap()["position"].as_str().unwrap();
    let end = answer(&["solve", end]);
    assert!(end.contains("no legal move"), "{end}");
}

#[test]
fn stores_and_quotients_of_rules_in_files_are_refused_with_the_reason() {
    let path = std::env::temp_dir().join(format!("grundy-own-{}.star", std::process::id()));
    std::fs::write(
        &path,
        "def moves(n):\n    return [n - k for k in (1, 3) if k <= n]\n",
    )
    .unwrap();
    let file = path.to_str().unwrap();
    for arguments in [
        &["values", file, "--store", "never-written.seq"][..],
        &["period", file, "--store", "never-written.period"],
        &["quotient", file],
        &["quotient", file, "--genus", "5"],
        &["values", file, "--misere"],
    ] {
        let (_, error, status) = run(arguments, "");
        assert_eq!(status, 2, "{arguments:?}: {error}");
        assert!(
            error.contains("rules in a file are a program"),
            "{arguments:?}: {error}"
        );
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn empty_input_of_a_judge_problem_is_named() {
    for problem in grundy::judge::PROBLEMS {
        let (text, error, status) = run(&["judge", problem.name], " \n");
        assert_eq!((text.as_str(), status), ("", 2), "{}", problem.name);
        assert!(error.contains("the input is empty"), "{error}");
    }
}
