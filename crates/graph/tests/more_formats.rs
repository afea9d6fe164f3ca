//! Compressed files, names, CSV and node-link data; columns of errors; files that count from 1.

mod reference;

use std::io::Write;

use grundy_core::{Limits, Outcome};
use grundy_graph::format::{binary, load, looks_one_based};
use grundy_graph::{Format, GraphFile, GraphSource, Labels, LoadError};
use reference::Random;

fn read(bytes: &[u8], format: Option<Format>) -> Result<GraphFile, LoadError> {
    load(
        &GraphSource::Bytes(bytes.to_vec()),
        format,
        false,
        &Limits::default(),
    )
}

fn detect(text: &str) -> GraphFile {
    read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn edges(file: &GraphFile) -> Vec<(u32, u32)> {
    file.graph().edges().collect()
}

fn names(names: &[&str]) -> Labels {
    Labels::Names(names.iter().map(|&name| name.to_owned()).collect())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    ruzstd::encoding::compress_to_vec(bytes, level)
}

const TEXTS: [(&str, Format); 9] = [
    ("3 2\n0 1\n1 2\n", Format::Counted),
    ("0 1\n1 2\n7 9\n", Format::Edges),
    ("3\n1 1\n2 0 2\n0\n", Format::Adjacency),
    (
        "home school\nschool pub\n# a comment\nshed\n",
        Format::Names,
    ),
    ("source,target,weight\n\"a, b\",c,3\nc,d,4\n", Format::Csv),
    ("digraph { a -> b [label=x]; b [result=draw] }", Format::Dot),
    (
        "{\"vertices\":2,\"edges\":[[0,1]],\"owner\":[\"A\",\"B\"],\"result\":{\"1\":\"A\"}}",
        Format::Json,
    ),
    (
        "{\"directed\":true,\"multigraph\":false,\"graph\":{},\"nodes\":[{\"id\":\"x\"},{\"id\":7,\"result\":\"win\"}],\
         \"links\":[{\"source\":\"x\",\"target\":7,\"weight\":1.5}]}",
        Format::NodeLink,
    ),
    ("a,b\nb,c\n", Format::Csv),
];

#[test]
fn every_format_is_recognised_plain_and_compressed() {
    for (text, format) in TEXTS {
        let plain = detect(text);
        assert_eq!(plain.format, format, "{text}");
        // Two members of a compressed file are one text.
        let (head, tail) = text.as_bytes().split_at(text.len() / 2);
        let both = |compress: fn(&[u8]) -> Vec<u8>| [compress(head), compress(tail)].concat();
        for packed in [
            gzip(text.as_bytes()),
            zstd(text.as_bytes()),
            both(gzip),
            both(zstd),
        ] {
            let file = read(&packed, None).unwrap();
            assert_eq!(file.format, format);
            assert_eq!(edges(&file), edges(&plain));
            assert_eq!(
                (file.labels, file.decided),
                (plain.labels.clone(), plain.decided.clone())
            );
            assert!(read(&packed[..packed.len() - 5], None).is_err(), "{text}");
        }
    }
}

#[test]
fn a_compressed_list_is_solved_on_disk() {
    let source = GraphSource::Bytes(gzip(b"3 2\n0 1\n1 2\n"));
    let play = grundy_core::Play::Normal;
    let found = grundy_graph::solve_on_disk(&source, None, false, play, &Limits::default());
    assert_eq!(found.unwrap().solution.outcome(0), Outcome::Lose);
}

#[test]
fn names_become_vertices_in_order() {
    let file = detect("home school\nschool pub\nshed\n  pub\thome\r\n");
    assert_eq!(file.labels, names(&["home", "school", "pub", "shed"]));
    assert_eq!(edges(&file), [(0, 1), (1, 2), (2, 0)]);
    let file = read(b"7 a\na 8\n", Some(Format::Names)).unwrap();
    assert_eq!(file.labels, names(&["7", "a", "8"]));
    let file = read(b"2 1\n1 3\n", Some(Format::Names)).unwrap();
    assert_eq!(file.labels, Labels::Numbers { first: 1 });
    assert_eq!(edges(&file), [(0, 2), (1, 0)]);
    let csv = detect("weight,to,from\n1,\"x,y\",z\n2,z,w\n,,v\n");
    assert_eq!(csv.labels, names(&["z", "x,y", "w", "v"]));
    assert_eq!(edges(&csv), [(0, 1), (2, 0)]);
}

#[test]
fn node_link_data_has_owners_and_results() {
    let file = detect(
        "{\"nodes\":[{\"id\":\"a\",\"owner\":\"Ann\"},{\"owner\":\"Bob\",\"id\":\"b\",\"result\":\"Ann\"}],\
         \"edges\":[{\"source\":\"a\",\"target\":\"b\"}]}",
    );
    assert_eq!(file.labels, names(&["a", "b"]));
    assert_eq!(file.owners.unwrap().of, [0, 1]);
    assert_eq!(file.decided, [(1, Outcome::Lose)]);
    for wrong in [
        "{\"directed\":false,\"nodes\":[],\"links\":[]}",
        "{\"nodes\":[{\"id\":3},{\"id\":\"3\"}],\"links\":[]}",
        "{\"nodes\":[{\"id\":3}],\"links\":[{\"source\":3,\"target\":4}]}",
        "{\"nodes\":[{\"name\":3}],\"links\":[]}",
        "{\"nodes\":[{\"id\":3}],\"edges\":[[0,0]]}",
        "{\"nodes\":[{\"id\":3}]}",
        "{\"nodes\":[{\"id\":3,\"result\":\"maybe\"}],\"links\":[]}",
    ] {
        assert!(read(wrong.as_bytes(), None).is_err(), "{wrong}");
    }
}

#[test]
fn errors_point_at_the_columns() {
    let place = |text: &str, format: Option<Format>| {
        let Err(LoadError::Format(error)) = read(text.as_bytes(), format) else {
            panic!("{text:?} is not refused for its contents");
        };
        (error.line, error.columns)
    };
    let at = |line, columns| (Some(line), Some(columns));
    assert_eq!(place("3 2\n0 1\n0 33\n", None), at(3, 3..5));
    assert_eq!(place("3 2\n0 1\n0 x7 5\n", None), at(3, 3..5));
    assert_eq!(place("3 2\n0 1\n0 1 5\n", None), at(3, 5..6));
    assert_eq!(place("3 2\n0 1\n0\n", None), at(3, 2..2));
    assert_eq!(place("0 x\n", Some(Format::Edges)), at(1, 3..4));
    let adjacency = Some(Format::Adjacency);
    assert_eq!(place("2\n1 1\n1 22\n", adjacency), at(3, 3..5));
    assert_eq!(place("2\n1 1\n  3 1\n", adjacency), at(3, 3..4));
    assert_eq!(place("a b\nc d e\n", None), at(2, 5..6));
    assert_eq!(place("digraph {\n a -- b\n}", None), at(2, 4..6));
    assert_eq!(place("digraph {\n a [result=odd]\n}", None), at(2, 12..15));
    assert_eq!(
        place("{\"vertices\":2,\n \"edges\":[[0,1],[1,2]]}", None),
        at(2, 17..22)
    );
    assert_eq!(place("{\"vertices\":2,\n \"edgs\":[]}", None).0, Some(2));
}

#[test]
fn files_that_count_from_one_are_noticed() {
    let looks = |text: &str| {
        let source = GraphSource::Bytes(text.as_bytes().to_vec());
        looks_one_based(&source, None, &Limits::default()).unwrap()
    };
    assert!(looks("3 2\n1 2\n2 3\n"));
    assert!(looks("1 2\n2 3\n3 1\n1 3\n2 1\n"));
    assert!(looks("{\"vertices\":2,\"edges\":[[1,2]]}"));
    assert!(!looks("3 2\n0 1\n1 2\n"));
    assert!(!looks("3 2\n0 1\n1 3\n"), "both 0 and 3");
    assert!(!looks("0 1\n7 8\n"));
    assert!(!looks("a b\n"));
    assert!(!looks("3 2\n1 2\n2 9\n"));
}

#[test]
fn no_name_of_a_file_reaches_a_terminal_raw() {
    let texts = [
        "digraph { \"\u{1b}[2J\" -> b [label=x] }",
        "digraph { a [result=\"\u{1b}[2J\"] }",
        "digraph { a [owner=\"\u{1b}\"]; b [owner=\"\u{7}\"]; c [owner=\"\u{8}\"] }",
        "{\"edges\":[],\"\u{1b}\":1}",
        "{\"edges\":[[0,1]],\"owner\":[\"\\u001b\",\"\\u0007\",\"\\u0008\"]}",
        "{\"edges\":[],\"result\":{\"\\u001b\":\"win\"}}",
        "{\"nodes\":[{\"id\":\"\\u001b\"},{\"id\":\"\\u001b\"}],\"links\":[]}",
        "x,\u{1b}\ny,\"z\n",
    ];
    for text in texts {
        match read(text.as_bytes(), None) {
            Ok(file) => {
                let shown = (0..file.vertices()).map(|v| file.labels.show(v));
                assert!(
                    shown
                        .into_iter()
                        .all(|name| !name.contains(char::is_control))
                );
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control), "{error:?}"),
        }
    }
}

/// A sample of every format, plain and compressed.
fn samples() -> Vec<Vec<u8>> {
    let mut samples: Vec<Vec<u8>> = Vec::new();
    for (text, _) in TEXTS {
        let mut packed = Vec::new();
        binary::write(&detect(text), &mut packed).unwrap();
        samples.extend([
            text.as_bytes().to_vec(),
            gzip(text.as_bytes()),
            zstd(text.as_bytes()),
            packed,
        ]);
    }
    samples
}

#[test]
fn damaged_and_random_bytes_are_graphs_or_errors_within_the_limits() {
    let limits = Limits {
        bytes: 8 << 20,
        threads: 1,
        ..Limits::default()
    };
    let pieces: [&[u8]; 14] = [
        b"{",
        b"[",
        b"\"",
        b"-> ",
        b"99999999999999999999",
        b"2147483646 ",
        b"\n",
        b"\0",
        b"\xff\xfe",
        b",",
        b"digraph{",
        b"nodes",
        b"\x1b",
        b"}",
    ];
    let samples = samples();
    for seed in 0..12_000u64 {
        let mut random = Random(seed);
        let mut bytes = samples[random.below(samples.len() as u32) as usize].clone();
        match seed % 4 {
            0 => bytes.truncate(random.below(bytes.len() as u32 + 1) as usize),
            1 => bytes = (0..random.below(60)).map(|_| random.next() as u8).collect(),
            _ => {
                for _ in 0..1 + random.below(4) {
                    let at = random.below(bytes.len() as u32 + 1) as usize;
                    if random.below(2) == 0 && at < bytes.len() {
                        bytes[at] = random.next() as u8;
                    } else {
                        let piece = pieces[random.below(pieces.len() as u32) as usize];
                        bytes.splice(at..at, piece.iter().copied());
                    }
                }
            }
        }
        let format = match random.below(3) {
            0 => Some(Format::ALL[random.below(Format::ALL.len() as u32) as usize]),
            _ => None,
        };
        let one_based = random.below(4) == 0;
        let source = GraphSource::Bytes(bytes);
        match load(&source, format, one_based, &limits) {
            Ok(file) => {
                assert!(file.memory_bytes() <= limits.bytes, "seed {seed}");
                assert_eq!(file.graph().edge_count(), file.edge_count(), "seed {seed}");
            }
            Err(error) => {
                let message = error.to_string();
                assert!(
                    !message.contains(char::is_control),
                    "seed {seed}: {message:?}"
                );
            }
        }
    }
}
