//! Rules files that mean harm, or are merely wrong: every one ends in a clear error, soon, within its
//! memory, and with the right exit status.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A limit was reached.
const LIMIT: i32 = 1;
/// The rules are wrong.
const WRONG: i32 = 2;

/// What `moves(n)` does, how it ends, and a part of the message.
const MOVES: [(&str, i32, &str); 38] = [
    (
        "for i in range(1000000000):\n        pass",
        LIMIT,
        "1000000 steps",
    ),
    (
        "return [i for i in range(100000) for j in range(100000)]",
        LIMIT,
        "",
    ),
    ("return list(range(1000000000000000000))", LIMIT, "range"),
    ("return list(range(2000000000))", LIMIT, "range"),
    ("return ['a' * 10000000000]", LIMIT, "too long"),
    ("return [[1] * 1000000000]", LIMIT, "too long"),
    ("return [n - 1] * 100000000", LIMIT, "too long"),
    (
        "s = 'a'\n    for i in range(100):\n        s += s\n    return [s]",
        LIMIT,
        "MB",
    ),
    (
        "s = [1]\n    for i in range(100):\n        s.extend(s)\n    return s",
        LIMIT,
        "MB",
    ),
    (
        "s = 'x' * 1000000\n    return [len(s.replace('x', s))]",
        LIMIT,
        "MB",
    ),
    (
        "s = 'x'\n    for i in range(60):\n        s = '%s%s%s%s' % (s, s, s, s)\n    return [s]",
        LIMIT,
        "MB",
    ),
    (
        "s = 'x'\n    for i in range(60):\n        s = f'{s}{s}{s}'\n    return [s]",
        LIMIT,
        "MB",
    ),
    (
        "d = {}\n    for i in range(900000):\n        d[i] = 'x' * 1000\n    return []",
        LIMIT,
        "MB",
    ),
    ("return [pow(10, 1000000)]", LIMIT, "bits"),
    (
        "x = 3\n    for i in range(100):\n        x = x * x\n    return [x]",
        LIMIT,
        "bits",
    ),
    ("return [1 << 10000000000]", LIMIT, "too large"),
    ("return moves(n)", LIMIT, "nested deeper than 200"),
    (
        "return sorted([1, 2], key=lambda x: moves(n))",
        LIMIT,
        "nested deeper than 200",
    ),
    (
        "p = 1\n    for i in range(1000):\n        p = (p,)\n    return [p]",
        LIMIT,
        "nested deeper",
    ),
    (
        "p = 1\n    for i in range(60):\n        p = [p, p]\n    return [p]",
        LIMIT,
        "longer than",
    ),
    (
        "a = []\n    a.append(a)\n    return [a]",
        LIMIT,
        "nested deeper",
    ),
    (
        "s = 1\n    for i in range(10000):\n        s = split(s, 1)\n    return [s]",
        LIMIT,
        "nested deeper",
    ),
    (
        "s = 1\n    for i in range(60):\n        s = split(s, s)\n    return [s]",
        LIMIT,
        "longer than",
    ),
    (
        "a = [1]\n    a.append(split(a, 1))\n    return [a]",
        WRONG,
        "split inside",
    ),
    ("return [n + 1, n + 2]", LIMIT, "20000 positions"),
    ("return [split(n + 1, n)]", LIMIT, "positions"),
    ("return [n * 1000003]", LIMIT, ""),
    ("return [1.5]", WRONG, "is a float"),
    ("return [None]", WRONG, "None is not a position"),
    ("return None", WRONG, "is a `return` missing?"),
    ("return [{1: 2}]", WRONG, "is a dict"),
    ("return [moves]", WRONG, "is a function"),
    ("return n - 1", WRONG, "as a list"),
    (
        "STATE.append(n)\n    return [len(STATE)]",
        WRONG,
        "cannot be changed",
    ),
    ("print(n)", WRONG, "None was returned"),
    ("fail('boom')", WRONG, "boom"),
    ("return [outcome(n)]", WRONG, "only judge(text)"),
    ("return [n // 0]", WRONG, "division by zero"),
];

/// A whole file, the command, how it ends, and a part of the message.
const FILES: [(&str, &str, i32, &str); 21] = [
    ("", "solve F:5", WRONG, "no function `moves`"),
    ("moves = 3\n", "solve F:5", WRONG, "must be a function"),
    (
        "def moves(a, b, c):\n    return []\n",
        "solve F:5",
        WRONG,
        "takes the position",
    ),
    ("load('x.star', 'y')\n", "solve F:5", WRONG, "stands alone"),
    ("import os\n", "solve F:5", WRONG, "no import"),
    (
        "for i in range(1000000000):\n    pass\n",
        "solve F:5",
        LIMIT,
        "steps",
    ),
    (
        "start = 1.5\ndef moves(n):\n    return []\n",
        "solve F",
        WRONG,
        "`start` is not a position",
    ),
    (
        "def moves(n):\n    return []\ndef parse(t):\n    return parse(t)\n",
        "solve F:5",
        LIMIT,
        "nested",
    ),
    (
        "def moves(n):\n    return []\ndef parse(t):\n    return None\n",
        "solve F:5",
        WRONG,
        "None",
    ),
    (
        "def moves(n):\n    return []\ndef show(n):\n    return show(n)\n",
        "solve F:5",
        LIMIT,
        "nested",
    ),
    (
        "def moves(n):\n    return []\ndef show(n):\n    return n\n",
        "solve F:5",
        WRONG,
        "return a string",
    ),
    (
        "def moves(n):\n    return []\ndef result(n):\n    return 3\n",
        "solve F:5",
        WRONG,
        "is not a result",
    ),
    (
        "def moves(n):\n    return []\ndef result(n):\n    return result(n)\n",
        "solve F:5",
        LIMIT,
        "nested",
    ),
    (
        "start = ()\ndef moves(p):\n    return [(p,)]\n",
        "solve F",
        LIMIT,
        "nested deeper",
    ),
    (
        "start = 'a'\ndef moves(p):\n    return [p + p]\n",
        "solve F --misere",
        LIMIT,
        "longer than",
    ),
    (
        "def moves(n):\n    return []\ndef lose(n):\n    return lose(n)\n",
        "check F --to 5",
        LIMIT,
        "nested",
    ),
    (
        "def moves(n):\n    return []\ndef value(n):\n    return 'x'\n",
        "check F --to 5",
        WRONG,
        "not a nim-value",
    ),
    (
        "def judge(text):\n    return judge(text)\n",
        "judge F",
        LIMIT,
        "nested deeper than 10000",
    ),
    (
        "def judge(text):\n    return {}\n",
        "judge F",
        WRONG,
        "return the output",
    ),
    (
        "def judge(text):\n    return str(graph_outcomes(2, [(0, 7)]))\n",
        "judge F",
        WRONG,
        "not a vertex",
    ),
    (
        "def judge(text):\n    for i in range(2000000000):\n        pass\n",
        "judge F",
        LIMIT,
        "steps",
    ),
];

/// Commands that ask for the moves of 5 and smaller numbers.
const COMMANDS: [&str; 8] = [
    "solve F:5 --threads 1",
    "solve F:5 --threads 2 --json",
    "solve F:5 --misere",
    "solve F:5 nim:2 --explain",
    "values F --to 9",
    "period F --to 9",
    "guess F --to 9",
    "check F --to 9 --lose n%2==0",
];

#[test]
fn hostile_moves_end_in_a_clear_error_through_every_command() {
    let mut failures = Vec::new();
    for (at, (body, status, message)) in MOVES.into_iter().enumerate() {
        let source = format!("STATE = []\ndef moves(n):\n    {body}\n");
        // Each file meets two of the commands; all together meet all of them many times.
        for command in [COMMANDS[at % 8], COMMANDS[(at + 1 + at / 8) % 8]] {
            failures.extend(trouble(
                &format!("moves-{at}"),
                &source,
                command,
                status,
                message,
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// What `moves(n)` returns for n > 0, and a part of the message: few values that come to very many parts.
const SPLITS: [(&str, &str); 9] = [
    ("[split(*([n - 1] * 1000000))]", "longer than 1048576 bytes"),
    ("[split(*([n - 1] * 200000))] * 1000", "more than 32 MB"),
    ("[split(*([(n - 1,)] * 100000))] * 1000", "more than 32 MB"),
    (
        "[split(*([(n - 1, 'x')] * 100000))] * 1000",
        "more than 32 MB",
    ),
    (
        "[split(*(['x' * (n - 1)] * 100000))] * 1000",
        "more than 32 MB",
    ),
    ("['x' * 100000] * 1000", "more than 32 MB"),
    ("[doubled(n - 1, 17)] * 1000", "more than 32 MB"),
    ("[doubled(n - 1, 30)]", "longer than 1048576 bytes"),
    (
        "[split(doubled(n - 1, 16), (n, k)) for k in range(3000)]",
        "more than 32 MB",
    ),
];

#[test]
fn options_of_very_many_parts_end_within_the_memory_limit() {
    let mut failures = Vec::new();
    for (at, (options, message)) in SPLITS.into_iter().enumerate() {
        let doubled = "def doubled(s, times):\n    for i in range(times):\n        s = split(s, s)\n    return s\n";
        let size = "def size(p):\n    return p if type(p) == 'int' else len(p)\n";
        let moves =
            format!("def moves(p):\n    n = size(p)\n    return {options} if n > 0 else []\n");
        let source = format!("{doubled}{size}{moves}");
        let path = write(&format!("splits-{at}"), source.as_bytes());
        for more in [&[][..], &["--threads", "1"], &["--misere"]] {
            let position = format!("{}:9", path.display());
            let mut arguments = vec!["solve", &position, "--memory-limit", "128M"];
            arguments.extend(["--time-limit", "20s"]);
            arguments.extend(more);
            let run = grundy(&arguments);
            let where_it_was = format!("splits-{at}.star:7: moves: ");
            let is_clear = [&where_it_was, message, "(at position `9`)", "^^^^"]
                .into_iter()
                .all(|part| run.stderr.contains(part));
            // A quarter of the limit for the values of a call, a quarter for what they come to.
            if run.status != Some(LIMIT) || !is_clear || run.peak_bytes > 150 << 20 {
                let peak = run.peak_bytes >> 20;
                failures.push(format!(
                    "{options} {more:?}: {:?}, peak {peak} MB: {}",
                    run.status, run.stderr
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn hostile_files_end_in_a_clear_error() {
    let mut failures = Vec::new();
    for (at, (source, command, status, message)) in FILES.into_iter().enumerate() {
        failures.extend(trouble(
            &format!("file-{at}"),
            source,
            command,
            status,
            message,
        ));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn tabs_carriage_returns_and_a_byte_order_mark_are_read_as_python_reads_them() {
    let source = "\u{feff}def moves(n):\r\n\tif n > 0:\r\n\t\treturn [n - 1]\r\n\treturn []\r\n";
    let path = write("spelling", source.as_bytes());
    let position = format!("{}:5", path.display());
    let run = grundy(&["solve", &position]);
    assert!(
        run.stdout.starts_with("win"),
        "{}{}",
        run.stdout,
        run.stderr
    );
}

#[test]
fn what_is_no_text_is_refused() {
    let not_text = write("not-text", b"def moves(n):\n    return ['\xff']\n");
    let long = write("long", &vec![b'#'; 1 << 20]);
    let folder = not_text.parent().unwrap().join("folder.star");
    std::fs::create_dir_all(&folder).unwrap();
    for (path, message) in [
        (not_text, "UTF-8"),
        (long, "longer than"),
        (folder, "irectory"),
    ] {
        let run = grundy(&["solve", &format!("{}:5", path.display())]);
        assert_eq!(run.status, Some(WRONG), "{}", run.stderr);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

/// What is not as it should be when `source` meets `command`.
fn trouble(name: &str, source: &str, command: &str, status: i32, message: &str) -> Option<String> {
    let path = write(name, source.as_bytes());
    let path = path.display().to_string();
    let words = command.split(' ');
    let mut arguments: Vec<String> = words
        .map(|word| match word.strip_prefix('F') {
            Some(rest) => format!("{path}{rest}"),
            None => word.to_owned(),
        })
        .collect();
    let limits = "--memory-limit 128M --max-steps 1000000 --max-positions 20000 --time-limit 20s";
    arguments.extend(limits.split(' ').map(str::to_owned));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = grundy(&arguments);
    let is_clear = run.stderr.contains(message) && !run.stderr.contains("panicked");
    // What is between two looks of the watchdog comes on top of the limit.
    let is_bounded = run.peak_bytes < 400 << 20;
    if run.status == Some(status) && is_clear && is_bounded {
        return None;
    }
    Some(format!(
        "{command} of\n{source}ended with {:?}, wanted {status} and `{message}`, peak {} MB:\n{}{}",
        run.status,
        run.peak_bytes >> 20,
        run.stdout,
        run.stderr
    ))
}

struct Run {
    status: Option<i32>,
    stdout: String,
    stderr: String,
    /// The most memory that was seen in use, where the system tells.
    peak_bytes: u64,
}

fn grundy(arguments: &[&str]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut peak_bytes = 0;
    while child.try_wait().unwrap().is_none() {
        peak_bytes = peak_bytes.max(peak_of(child.id()));
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        peak_bytes,
    }
}

fn peak_of(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

fn write(name: &str, source: &[u8]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.star"));
    std::fs::write(&path, source).unwrap();
    path
}
