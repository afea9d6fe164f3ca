//! Every format gives the same graph; every broken file gives an error with its line.

mod reference;

use grundy_core::{Limits, Outcome, Play};
use grundy_graph::format::{FormatErrorKind, binary, load};
use grundy_graph::{Format, Graph, GraphFile, GraphSource, Labels, LoadError};
use reference::{Random, random_graph};

fn read(text: &[u8], format: Option<Format>, one_based: bool) -> Result<GraphFile, LoadError> {
    let source = GraphSource::Bytes(text.to_vec());
    load(&source, format, one_based, &Limits::default())
}

fn detect(text: &str) -> GraphFile {
    read(text.as_bytes(), None, false).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn edges(file: &GraphFile) -> Vec<(u32, u32)> {
    file.graph().edges().collect()
}

/// The line and the message of the error that `text` gives.
fn error(text: &str) -> (Option<u64>, String) {
    match read(text.as_bytes(), None, false) {
        Err(LoadError::Format(error)) => (error.line, error.kind.to_string()),
        Err(other) => panic!("{text:?}: {other}"),
        Ok(file) => panic!("{text:?} is a graph of {} vertices", file.vertices()),
    }
}

fn counted(graph: &Graph, first: u32) -> String {
    let mut text = format!("{} {}\n", graph.vertices(), graph.edge_count());
    for (a, b) in graph.edges() {
        text += &format!("{} {}\n", a + first, b + first);
    }
    text
}

fn adjacency(graph: &Graph) -> String {
    let mut text = format!("{}\n", graph.vertices());
    for v in 0..graph.vertices() {
        text += &graph.out_degree(v).to_string();
        graph
            .successors(v)
            .iter()
            .for_each(|w| text += &format!(" {w}"));
        text += "\n";
    }
    text
}

fn dot(graph: &Graph) -> String {
    let mut text = "digraph G {\n".to_owned();
    (0..graph.vertices()).for_each(|v| text += &format!("  {v};\n"));
    graph
        .edges()
        .for_each(|(a, b)| text += &format!("  {a} -> {b};\n"));
    text + "}\n"
}

fn json(graph: &Graph) -> String {
    let edges: Vec<String> = graph.edges().map(|(a, b)| format!("[{a},{b}]")).collect();
    format!(
        "{{\"vertices\":{},\"edges\":[{}]}}",
        graph.vertices(),
        edges.join(",\n")
    )
}

#[test]
fn all_formats_give_the_same_graph() {
    for seed in 0..400 {
        let graph = random_graph(&mut Random(seed), seed as u32, 30);
        let file = detect(&counted(&graph, 0));
        assert_eq!(file.format, Format::Counted);
        let mut sorted: Vec<(u32, u32)> = graph.edges().collect();
        sorted.sort_unstable();
        assert_eq!(
            (file.vertices(), edges(&file)),
            (graph.vertices(), sorted.clone()),
            "{seed}"
        );
        let mut packed = Vec::new();
        binary::write(&file, &mut packed).unwrap();
        let others = [
            (Format::Json, json(&graph).into_bytes()),
            (Format::Dot, dot(&graph).into_bytes()),
            (Format::Adjacency, adjacency(&graph).into_bytes()),
            (Format::Binary, packed),
        ];
        for (format, text) in others {
            let given = Some(format).filter(|f| *f == Format::Adjacency);
            let other = read(&text, given, false).unwrap();
            assert_eq!(other.format, format, "{seed}");
            assert_eq!(
                (other.vertices(), edges(&other)),
                (graph.vertices(), sorted.clone()),
                "{seed} {format:?}"
            );
            assert_eq!(other.labels, Labels::Numbers { first: 0 });
        }
        let from_one = read(counted(&graph, 1).as_bytes(), None, true).unwrap();
        assert_eq!(edges(&from_one), sorted, "{seed}");
    }
}

#[test]
fn a_list_without_a_header_is_told_from_one_with() {
    let shapes = |text: &str| {
        let file = detect(text);
        (file.format, file.vertices(), file.edge_count())
    };
    assert_eq!(shapes("3 2\n0 1\n1 2\n"), (Format::Counted, 3, 2));
    assert_eq!(shapes("0 1\n1 2\n"), (Format::Edges, 3, 2));
    assert_eq!(shapes("0 1\n1 2\n2 0\n"), (Format::Edges, 3, 3));
    assert_eq!(shapes("1 2\n2 3\n3 1\n"), (Format::Edges, 4, 3));
    assert_eq!(shapes("3 1\n0 4\n1 2\n2 0\n3 4\n"), (Format::Edges, 5, 5));
    assert_eq!(shapes("0 1"), (Format::Edges, 2, 1));
    assert_eq!(shapes("0 0"), (Format::Counted, 0, 0));
    assert_eq!(shapes("5 0"), (Format::Counted, 5, 0));
    assert_eq!(
        shapes("# a comment\r\n2 1\r\n\r\n0 1\r\n"),
        (Format::Counted, 2, 1)
    );
    assert_eq!(shapes("0\n2 0 1\n"), (Format::Adjacency, 2, 2));
    assert_eq!(shapes("2\n1 1\n0\n"), (Format::Adjacency, 2, 1));
    assert_eq!(shapes("1 1\n2 0 1\n"), (Format::Adjacency, 2, 3));
    let edges = read(b"3 1\n0 1\n", Some(Format::Edges), false).unwrap();
    assert_eq!((edges.vertices(), edges.edge_count()), (4, 2));
}

#[test]
fn broken_lists_are_refused_with_their_line() {
    let cases = [
        (
            "3 2\n0 1\n0 5\n",
            Some(3),
            "vertex 5 is not in the graph; its vertices are 0 to 2",
        ),
        (
            "2 1\n0 2\n",
            Some(2),
            "vertex 2 is not in the graph; its vertices are 0 to 1; do they count from 1?",
        ),
        (
            "3 3\n0 1\n0 2\n",
            Some(1),
            "the file promises 3 edges and has 2",
        ),
        (
            "3 1\n0 1\n0 2\n",
            Some(1),
            "the file promises 1 edges and has 2",
        ),
        (
            "3 2\n0 1\n0 2 x\n",
            Some(3),
            "unexpected `x`; expected two vertices, `a b`, and nothing else in the line",
        ),
        (
            "3 2\n0 1\n\n0\n",
            Some(4),
            "unexpected `0`; expected two vertices, `a b`, and nothing else in the line",
        ),
        (
            "3 2\n0 -1\n0 2\n",
            Some(2),
            "unexpected `-1`; expected a vertex, a number from 0 on",
        ),
        (
            "99999999999 5\n0 1\n",
            Some(1),
            "the file promises 5 edges and has 1",
        ),
        (
            "99999999999 1\n0 1\n",
            Some(1),
            "99999999999 vertices are too many; the most is 2147483647",
        ),
        (
            "3 1\n0 99999999999\n",
            Some(2),
            "vertex 99999999999 is not in the graph; its vertices are 0 to 2",
        ),
        (
            "3 18446744073709551616\n",
            Some(1),
            "the file promises 18446744073709551615 edges and has 0",
        ),
        (
            "",
            None,
            "there is no graph here; the first line is `n m`, then m lines `a b` follow",
        ),
        (
            "\n \n",
            None,
            "there is no graph here; the first line is `n m`, then m lines `a b` follow",
        ),
        (
            "hello\n",
            Some(1),
            "unexpected `hello`; expected a vertex, a number from 0 on",
        ),
        (
            "2\n1 1\n1 2\n",
            Some(3),
            "vertex 2 is not in the graph; its vertices are 0 to 1; do they count from 1?",
        ),
        (
            "3\n1 1\n0\n",
            Some(1),
            "the file promises 3 vertices and has 2",
        ),
    ];
    for (text, line, message) in cases {
        assert_eq!(error(text), (line, message.to_owned()), "{text:?}");
    }
    let one_based = read(b"2 1\n0 1\n", None, true).unwrap_err().to_string();
    assert_eq!(
        one_based,
        "line 2: vertex 0 is not in the graph; its vertices are 1 to 2"
    );
}

#[test]
fn broken_dot_and_json_are_refused_with_their_line() {
    let lines = [
        ("digraph {\n 0 -> 1\n 1 -> \n}\n", 4),
        ("digraph {\n 0 -- 1\n}", 2),
        ("graph { 0 -- 1 }", 1),
        ("digraph {\n 0 -> 1\n", 3),
        ("digraph {\n 0 [result=maybe]\n}", 2),
        ("digraph { \"a }", 1),
        ("digraph {} x", 1),
        ("{\"vertices\":2,\n\"edges\":[[0,1],\n[1,2]]}", 3),
        ("{\"vertices\":2,\n\"edges\":[[0,1,2]]}", 2),
        ("{\"vertices\":-2,\"edges\":[]}", 1),
        ("{\"vertices\":2,\n\"edges\":[[0,1]]", 2),
        ("{\"vertices\":2,\n\"edges\":[],\n\"owner\":[0]}", 3),
        ("{\"vertices\":3,\"edges\":[],\n\"owner\":[0,1,2]}", 2),
        (
            "{\"vertices\":2,\"edges\":[],\"result\":{\n\"1\":\"lost\"}}",
            2,
        ),
        (
            "{\"vertices\":2,\"edges\":[],\"result\":{\n\"2\":\"lose\"}}",
            2,
        ),
        (
            "{\"vertices\":2,\"edges\":[],\"result\":{\n\"x\":\"lose\"}}",
            2,
        ),
        (
            "{\"vertices\":2,\"edges\":[],\"result\":{\"1\":\"lose\",\n\"1\":\"win\"}}",
            2,
        ),
        ("{\"vertices\":2,\"edgs\":[]}", 1),
    ];
    for (text, line) in lines {
        assert_eq!(error(text).0, Some(line), "{text}: {}", error(text).1);
    }
    let huge = error("{\"vertices\":99999999999,\"edges\":[]}").1;
    assert_eq!(
        huge,
        "99999999999 vertices are too many; the most is 2147483647"
    );
}

#[test]
fn owners_and_results_are_read_and_survive_the_binary_format() {
    let text = "{\"vertices\":3,\"edges\":[[0,1],[0,2]],\"owner\":[\"Ann\",\"Bob\",\"Ann\"],\
                \"result\":{\"2\":\"Bob\",\"1\":\"draw\"}}";
    let check = |file: &GraphFile| {
        let owners = file.owners.as_ref().unwrap();
        assert_eq!(
            (&owners.of[..], &owners.names),
            (&[0, 1, 0][..], &["Ann".to_owned(), "Bob".to_owned()])
        );
        assert_eq!(file.decided, [(1, Outcome::Draw), (2, Outcome::Lose)]);
        let solution = file.solve(Play::Normal, &Limits::default()).unwrap();
        assert_eq!(solution.outcome(0), Outcome::Draw);
    };
    let file = detect(text);
    check(&file);
    let mut packed = Vec::new();
    binary::write(&file, &mut packed).unwrap();
    check(&read(&packed, None, false).unwrap());
    let dot = "digraph { 0 [owner=Ann]; 1 [owner=Bob, result=draw]; 2 [owner=Ann, result=Bob]; 0 -> {1 2} }";
    check(&detect(dot));
}

#[test]
fn a_binary_file_with_two_results_for_a_vertex_is_refused() {
    let mut file =
        detect("{\"vertices\":3,\"edges\":[[0,1]],\"result\":{\"1\":\"win\",\"2\":\"lose\"}}");
    let packed = |file: &GraphFile| {
        let mut packed = Vec::new();
        binary::write(file, &mut packed).unwrap();
        packed
    };
    assert!(read(&packed(&file), None, false).is_ok());
    file.decided[1] = (1, Outcome::Lose);
    assert!(read(&packed(&file), None, false).is_err());
}

#[test]
fn names_in_dot_keep_their_order_and_numbers_are_sorted() {
    let file = detect("digraph { b -> a -> \"c d\" -> b }");
    assert_eq!(
        file.labels,
        Labels::Names(["b", "a", "c d"].map(str::to_owned).to_vec())
    );
    assert_eq!(edges(&file), [(0, 1), (1, 2), (2, 0)]);
    let file = detect(
        "strict digraph \"x\" { 2 -> 1; 1 -> 3 [label=\"->\"]; node [shape=box]; rankdir=LR }",
    );
    assert_eq!(file.labels, Labels::Numbers { first: 1 });
    assert_eq!(edges(&file), [(0, 2), (1, 0)]);
    let file = detect("digraph { subgraph cluster_0 { 7 9 } -> 4; 7:n -> 9:s:e }");
    assert_eq!(
        file.labels,
        Labels::Names(["4", "7", "9"].map(str::to_owned).to_vec())
    );
    assert_eq!(edges(&file), [(1, 0), (1, 2), (2, 0)]);
}

/// One file of each format.
fn samples() -> Vec<Vec<u8>> {
    let graph = random_graph(&mut Random(5), 5, 12);
    let owned = "{\"vertices\":2,\"edges\":[[0,1]],\"owner\":[0,1],\"result\":{\"1\":\"win\"}}";
    let mut packed = Vec::new();
    binary::write(&detect(owned), &mut packed).unwrap();
    let texts = [
        counted(&graph, 0),
        counted(&graph, 1),
        adjacency(&graph),
        dot(&graph),
        json(&graph),
        owned.to_owned(),
    ];
    let mut samples: Vec<Vec<u8>> = texts.into_iter().map(String::into_bytes).collect();
    samples.push(packed);
    samples
}

#[test]
fn thousands_of_damaged_files_are_graphs_or_errors_and_nothing_else() {
    // What damage yields must at least be solvable; mostly it is an error with a message.
    let limits = Limits {
        bytes: 1 << 24,
        threads: 1,
        ..Limits::default()
    };
    let mut errors = 0;
    for (index, sample) in samples().into_iter().enumerate() {
        for seed in 0..1500 {
            let mut random = Random(seed << 3 | index as u64);
            let mut bytes = sample.clone();
            for _ in 0..1 + random.below(3) {
                let at = random.below(bytes.len() as u32) as usize;
                match random.below(6) {
                    0 => bytes.truncate(at.max(1)),
                    1 => bytes[at] = random.below(256) as u8,
                    2 => bytes.insert(at, b" \n0199-{}[],\":;>\r"[random.below(17) as usize]),
                    3 => drop(bytes.remove(at.min(bytes.len() - 1))),
                    4 => bytes.extend_from_within(at..),
                    _ => bytes[at] ^= 1 << random.below(8),
                }
                if bytes.is_empty() {
                    bytes.push(b'0');
                }
            }
            for one_based in [false, true] {
                let source = GraphSource::Bytes(bytes.clone());
                match load(&source, None, one_based, &limits) {
                    Ok(file) => drop(file.solve(Play::Normal, &limits).unwrap()),
                    Err(error) => {
                        assert!(!error.to_string().is_empty());
                        errors += 1;
                    }
                }
            }
            for format in Format::ALL {
                let source = GraphSource::Bytes(bytes.clone());
                drop(load(&source, Some(format), false, &limits));
            }
        }
    }
    assert!(errors > 8_000, "{errors}");
}

#[test]
fn a_damaged_binary_file_is_always_refused() {
    let graph = random_graph(&mut Random(3), 5, 40);
    let mut packed = Vec::new();
    binary::write(&detect(&counted(&graph, 0)), &mut packed).unwrap();
    for at in 8..packed.len() {
        let mut bytes = packed.clone();
        bytes[at] ^= 0x10;
        let result = read(&bytes, None, false);
        assert!(matches!(result, Err(LoadError::Format(_))), "byte {at}");
        let cut = read(&packed[..at], None, false);
        assert!(matches!(cut, Err(LoadError::Format(_))), "cut at {at}");
    }
    packed.push(0);
    let longer = read(&packed, None, false);
    assert!(
        matches!(longer, Err(LoadError::Format(e)) if matches!(e.kind, FormatErrorKind::Unexpected { .. }))
    );
}

#[test]
fn a_list_of_many_pieces_is_read_by_every_number_of_threads() {
    let mut random = Random(9);
    let n = 50_000;
    let list: Vec<(u32, u32)> = (0..400_000)
        .map(|_| (random.below(n), random.below(n)))
        .collect();
    let graph = Graph::from_edge_list(n, &list);
    let mut text = format!("{n} {}\r\n", list.len());
    list.iter()
        .for_each(|(a, b)| text += &format!("{a} {b}\r\n"));
    assert!(text.len() > 4 << 20);
    let mut sorted = list;
    sorted.sort_unstable();
    for threads in 1..=3 {
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        let file = load(
            &GraphSource::Bytes(text.clone().into_bytes()),
            None,
            false,
            &limits,
        )
        .unwrap();
        let mut found = edges(&file);
        found.sort_unstable();
        assert!(found == sorted, "{threads}");
        assert_eq!(file.graph().out_degree(7), graph.out_degree(7));
        // The same with one wrong line far inside.
        let place = text[3_500_000..].find('\n').unwrap() + 3_500_001;
        let broken = format!("{}x{}", &text[..place], &text[place..]);
        let line = 1 + broken[..place].matches('\n').count() as u64;
        match load(
            &GraphSource::Bytes(broken.into_bytes()),
            None,
            false,
            &limits,
        ) {
            Err(LoadError::Format(error)) => assert_eq!(error.line, Some(line)),
            other => panic!("{:?}", other.map(|file| file.vertices())),
        }
    }
}
