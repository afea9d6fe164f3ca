//! What is done with files every day: what a file is, compressed input, tables as text, CSV and pictures, samples of a
//! judge, what a shell is offered.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Standard output, standard error and status.
fn run(arguments: &[&str], input: &[u8]) -> (String, String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let status = output.status.code().unwrap();
    (text(output.stdout), text(output.stderr), status)
}

fn answer(arguments: &[&str]) -> String {
    let (text, errors, status) = run(arguments, b"");
    assert_eq!(status, 0, "{arguments:?}: {errors}");
    text
}

/// A folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, contents: &[u8]) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, contents).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn info_knows_every_kind_of_file() {
    let folder = Folder::new("info");
    let store = folder.path("kayles.seq");
    answer(&["values", "kayles", "--to", "500", "--store", &store]);
    let said = answer(&["info", &store]);
    for fact in ["sequence store", "kayles", "501", "first at heap"] {
        assert!(said.contains(fact), "{said}");
    }
    let search = folder.path("dawson.seq");
    answer(&["period", "dawson", "--store", &search]);
    assert!(answer(&["info", &search]).contains("period search"));
    let certificate = folder.file("c.json", answer(&["period", "0.77", "--json"]).as_bytes());
    let said = answer(&["info", &certificate]);
    assert!(
        said.contains("certificate") && said.contains("--check"),
        "{said}"
    );
    let quotient = folder.path("q.txt");
    answer(&["quotient", "0.15", "--to", "8", "--store", &quotient]);
    assert!(answer(&["info", &quotient]).contains("quotient store"));
    let graph = folder.file("g.txt", b"3 2\n0 1\n1 2\n");
    let said = answer(&["info", &graph, "--json"]);
    assert!(said.contains("\"vertices\":3,\"edges\":2"), "{said}");
    let binary = folder.path("g.bin");
    answer(&["graph", &graph, "--convert", &binary]);
    assert!(answer(&["info", &binary]).contains("binary"));
    let rules = folder.file(
        "r.star",
        b"\"\"\"Take one.\"\"\"\ndef moves(n):\n    return [n - 1] if n else []\n",
    );
    assert!(answer(&["info", &rules]).contains("Take one."));
    assert_eq!(run(&["info", &folder.path("none")], b"").2, 2);
    let noise = folder.file("noise", b"what is this?\n");
    assert_ne!(run(&["info", &noise], b"").2, 0);
}

/// `win 2`, `lose 0` and `# a comment` as gzip and zstd write them.
#[test]
fn compressed_input_is_read_as_if_it_were_not() {
    use std::process::Command as Tool;
    let folder = Folder::new("compressed");
    let plain = b"nim:3,4,5\n# a comment\nnim:1,1\n";
    let file = folder.file("lines.txt", plain);
    let Ok(made) = Tool::new("gzip").args(["-k", "-c", &file]).output() else {
        return;
    };
    let (text, errors, status) = run(&["solve", "--lines", "-"], &made.stdout);
    assert_eq!((text.as_str(), status), ("win 2\nlose 0\n", 0), "{errors}");
    let packed = folder.file("lines.gz", &made.stdout);
    assert_eq!(answer(&["solve", "--lines", &packed]), "win 2\nlose 0\n");
    let terms = folder.file("b.txt", b"0 0\n1 1\n2 2\n3 3\n4 1\n");
    let made = Tool::new("gzip").args(["-c", &terms]).output().unwrap();
    let packed = folder.file("b.gz", &made.stdout);
    assert!(answer(&["values", "kayles", "--compare", &packed]).contains("5 values"));
    let damaged = folder.file("damaged.gz", &made.stdout[..made.stdout.len() / 2]);
    let (_, errors, status) = run(&["values", "kayles", "--compare", &damaged], b"");
    assert!(status != 0 && !errors.contains("panicked"), "{errors}");
}

#[test]
fn tables_of_two_and_three_numbers_agree_with_solve() {
    for (ruleset, heaps) in [
        ("nim", 2),
        ("wythoff", 2),
        ("chop", 2),
        ("moore/2", 3),
        ("kayles", 3),
    ] {
        let count = heaps.to_string();
        let csv = answer(&["values", ruleset, "--heaps", &count, "--to", "3", "--csv"]);
        let mut lines = csv.lines();
        let head = ["a,b,value", "a,b,c,value"][heaps - 2];
        assert_eq!(lines.next(), Some(head));
        for line in lines {
            let (numbers, value) = line.rsplit_once(',').unwrap();
            let mark = if ruleset == "chop" { "x" } else { "," };
            let position = format!("{ruleset}:{}", numbers.replace(',', mark));
            let solved = answer(&["solve", &position, "--brief"]);
            let known = solved.trim().split(' ').nth(1).unwrap_or("?");
            assert_eq!(value, known, "{position}");
        }
    }
    let text = answer(&["values", "nim", "--heaps", "2", "--to", "2"]);
    assert_eq!(text, "   0 1 2\n0  0 1 2\n1  1 0 3\n2  2 3 0\n");
    let text = answer(&["values", "nim", "--heaps", "2", "--to", "2", "--misere"]);
    assert_eq!(text, "   0 1 2\n0  W L W\n1  L W W\n2  W W L\n");
    let json = answer(&["values", "nim", "--heaps", "2", "--to", "1", "--json"]);
    assert!(
        json.contains(r#"{"numbers":[1,0],"outcome":"win","value":1}"#),
        "{json}"
    );
    let svg = answer(&["values", "nim", "--heaps", "3", "--to", "2", "--svg", "-"]);
    assert_eq!(svg.matches("<title>").count(), 3, "{svg}");
    let (_, errors, status) = run(&["values", "kayles", "--heaps", "3", "--to", "100000"], b"");
    assert!(status == 2 && errors.contains("smaller --to"), "{errors}");
    let (_, errors, _) = run(&["values", "wythoff"], b"");
    assert!(errors.contains("--heaps 2"), "{errors}");
}

#[test]
fn surveys_quotients_and_genera_are_written_as_csv() {
    let csv = answer(&["quotient", "kayles", "--to", "4", "--csv"]);
    let first: Vec<&str> = csv.lines().take(3).collect();
    assert_eq!(first, ["heap,element,outcome", "0,1,win", "1,a,lose"]);
    let csv = answer(&["quotient", "kayles", "--genus", "2", "--csv"]);
    assert_eq!(
        csv,
        "heap,genus,temper,misere_nim_value\n0,0^120,tame,1\n1,1^031,tame,0\n2,2^20,tame,2\n"
    );
    let csv = answer(&["survey", "--to", "60", "--csv", "-q"]);
    assert!(csv.starts_with("code,same_as,largest,preperiod,period\n"));
    assert!(csv.lines().all(|line| line.matches(',').count() == 4));
}

#[test]
fn samples_of_a_judge_are_counted_and_timed() {
    let folder = Folder::new("samples");
    folder.file("1.in", b"4\n");
    folder.file("1.out", b"8\n");
    folder.file("2.in", b"5\n");
    folder.file("2.out", b"11\n");
    let program = folder.file(
        "twice.star",
        b"def judge(text):\n    return 2 * int(text)\n",
    );
    let samples = folder.0.to_str().unwrap();
    let (text, _, status) = run(&["judge", &program, "--test", samples], b"");
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("passed  1.in") && lines[0].ends_with(" s"),
        "{text}"
    );
    assert!(lines[1].contains("expected `11`, got `10`"), "{text}");
    assert!(lines[2].starts_with("1 of 2 passed"), "{text}");
    assert_eq!(status, 1);
    let (_, errors, _) = run(&["judge", "lightoj-119"], b"1\n");
    assert!(errors.contains("or `lightoj-1199`?)"), "{errors}");
}

/// What the program answers a shell that asks for the last of these words.
fn offered(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_COMPLETE", "bash")
        .env("_CLAP_IFS", "\n")
        .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string())
        .env("_CLAP_COMPLETE_COMP_TYPE", "9")
        .env("_CLAP_COMPLETE_SPACE", "true")
        .arg("--")
        .args(words)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_shell_is_offered_games_problems_and_files() {
    assert!(offered(&["grundy", "solve", "kay"]).contains("kayles:"));
    assert!(offered(&["grundy", "period", "grun"]).contains("grundys-game"));
    assert!(offered(&["grundy", "judge", "lightoj-11"]).contains("lightoj-1199"));
    assert!(offered(&["grundy", "qu"]).contains("quotient"));
    let folder = Folder::new("completing");
    let rules = folder.file("mine.star", b"def moves(n):\n    return []\n");
    let begun = rules.strip_suffix("ne.star").unwrap();
    assert!(offered(&["grundy", "solve", begun]).contains("mine.star"));
    let script = answer(&["completions", "bash"]);
    assert!(script.contains("GRUNDY_COMPLETE"), "{script}");
}

#[test]
fn play_without_a_position_offers_the_games() {
    let (text, list, status) = run(&["play"], b"nothing\n1\nquit\n");
    assert!(list.contains("knock down one pin"), "{list}");
    assert!(list.contains("there is no game `nothing`"), "{list}");
    assert!(text.contains("nim:3,4,5"), "{text}");
    assert_eq!(status, 0);
    assert_eq!(run(&["play"], b"q\n").2, 0);
}

#[test]
fn names_that_people_type_are_understood_or_explained() {
    assert_eq!(answer(&["solve", "pick-up-bricks:7", "--brief"]), "win 1\n");
    assert_eq!(answer(&["mex", "0,1,3"]), "2\n");
    for (name, said) in [
        ("misere-nim:3", "--misere"),
        ("lightoj1199", "grundy judge"),
        ("tictactoe", "partizan"),
    ] {
        let (_, errors, status) = run(&["solve", name], b"");
        assert!(errors.contains(said) && status == 2, "{errors}");
    }
}

/// Theory answers; the list of all winning moves is not waited for.
#[test]
fn a_verdict_of_theory_does_not_wait_for_a_list_of_moves() {
    for (board, won) in [("4x5", true), ("8x8", false), ("2x20", false)] {
        let report = answer(&["solve", &format!("cram:{board}"), "--json"]);
        let outcome = if won { "win" } else { "lose" };
        assert!(
            report.contains(&format!("\"outcome\":\"{outcome}\"")),
            "{report}"
        );
        assert_eq!(report.contains("\"text\":"), won, "{report}");
    }
}

#[test]
fn rules_whose_positions_are_strings_are_not_guessed_at() {
    let folder = Folder::new("strings");
    let rules = folder.file(
        "s.star",
        b"def moves(s):\n    return [s[1:]] if s else []\n",
    );
    let (_, errors, status) = run(&["guess", &rules], b"");
    assert!(status == 2 && errors.contains("positions(n)"), "{errors}");
}
