//! The API against a real server on a real socket: answers, limits, refusals, cancellation.

mod server;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use grundy_web::RequestLimits;
use serde_json::{Value, json};
use server::Server;

/// A question whose search cannot end within any limit used here.
fn heavy() -> Value {
    json!({"position": "treblecross:60", "play": "misere"})
}

fn quick() -> RequestLimits {
    RequestLimits {
        time: Duration::from_millis(300),
        ..RequestLimits::default()
    }
}

#[test]
fn a_position_is_solved_as_the_command_line_solves_it() {
    let server = Server::start(RequestLimits::default());
    let (status, answer) = server.post("/api/solve", &json!({"position": "nim:3,4,5 + kayles:6"}));
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["schema"], 1);
    assert_eq!(answer["outcome"], "win");
    assert_eq!(answer["value"], 1);
    assert_eq!(answer["moves"], 18);
    assert_eq!(answer["winning_moves"].as_array().unwrap().len(), 3);
}

#[test]
fn every_endpoint_answers_its_own_example() {
    let server = Server::start(RequestLimits::default());
    let (_, description) = server.get("/api/openapi.json");
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() >= 6);
    for (path, methods) in paths {
        if let Some(post) = methods.get("post") {
            let example = &post["requestBody"]["content"]["application/json"]["example"];
            let (status, answer) = server.post(path, example);
            assert_eq!(status, 200, "{path}: {answer}");
            assert_eq!(answer["schema"], 1, "{path}: {answer}");
        } else {
            let path = path.replace("{name}", "kayles");
            assert_eq!(server.get(&path).0, 200, "{path}");
        }
    }
}

#[test]
fn every_game_of_the_list_can_be_analysed_and_played() {
    let server = Server::start(RequestLimits::default());
    let (_, list) = server.get("/api/games");
    for game in list["games"].as_array().unwrap() {
        let position = json!({"position": game["example"]});
        let (status, analysis) = server.post("/api/analyse", &position);
        assert_eq!(status, 200, "{game}: {analysis}");
        assert_eq!(analysis["pictures"].as_array().unwrap().len(), 1);
        let (status, reply) = server.post("/api/reply", &position);
        assert_eq!(status, 200, "{game}: {reply}");
        let options = analysis["options"].as_array().unwrap();
        let is_option = |option: &Value| option["position"] == reply["move"]["position"];
        assert!(options.iter().any(is_option), "{game}: {reply}");
    }
}

#[test]
fn a_board_comes_without_solving_and_its_touches_and_walks_are_checked() {
    let server = Server::start(quick());
    let (status, board) = server.post("/api/board", &json!({"position": "cram:9x9"}));
    assert_eq!(status, 200, "{board}");
    assert_eq!(board["moves"].as_array().unwrap().len(), 144);
    assert_eq!(board["ended"], Value::Null);
    let touch =
        json!({"position": "nim:1000000000,5", "component": 0, "touch": ["heap:0", "take:7"]});
    let (_, found) = server.post("/api/touch", &touch);
    assert_eq!(found["move"]["position"], "nim:999999993,5");
    let touch = json!({"position": "nim:3", "component": 7, "touch": ["stone:0/9"]});
    assert_eq!(server.post("/api/touch", &touch).1["move"], Value::Null);
    let walk = json!({"positions": ["nim:3,4,5", "nim:3,4", "nim:0,0,0"]});
    let (_, walked) = server.post("/api/walk", &walk);
    assert_eq!(
        (
            &walked["is_legal"],
            walked["moves"].as_array().unwrap().len()
        ),
        (&json!(false), 1)
    );
    // A random opponent needs no solving, either.
    let reply = json!({"position": "cram:9x9", "level": "random", "seed": 3});
    assert_eq!(server.post("/api/reply", &reply).0, 200);
}

#[test]
fn errors_point_at_the_place_and_say_the_cure() {
    let server = Server::start(RequestLimits::default());
    let (status, failure) = server.post("/api/solve", &json!({"position": "nin:3"}));
    assert_eq!(status, 400);
    let error = &failure["error"];
    assert_eq!(error["kind"], "unknown-game");
    assert_eq!(error["span"], json!([0, 3]));
    assert!(
        error["hint"].as_str().unwrap().contains("`nim`"),
        "{failure}"
    );
}

#[test]
fn malformed_requests_are_refused_with_an_object() {
    let server = Server::start(RequestLimits::default());
    for body in [
        "",
        "{",
        "[]",
        "{\"position\": 3}",
        "{\"position\": \"nim:1\", \"x\": 1}",
        "\u{0}",
    ] {
        let (status, failure) = server.send("POST", "/api/solve", Some(body));
        assert_eq!(status, 400, "{body}");
        assert_eq!(failure["error"]["kind"], "malformed", "{body}");
    }
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(server.send("POST", "/api/solve", Some(&deep)).0, 400);
    assert_eq!(server.send("GET", "/api/solve", None).0, 405);
    assert_eq!(server.send("DELETE", "/api/games", None).0, 405);
    assert_eq!(server.get("/api/nothing").0, 404);
    assert_eq!(server.get("/../Cargo.toml").0, 404);
    let plain = server.raw("POST /api/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}");
    assert!(plain.starts_with("HTTP/1.1 415"), "{plain}");
}

#[test]
fn files_of_this_machine_are_not_read() {
    let server = Server::start(RequestLimits::default());
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for position in [
        format!("graph:{here}@0"),
        format!("{here}.star:3"),
        "/etc/passwd:1".to_owned(),
        "../x.star:1".to_owned(),
        "graph:-@0".to_owned(),
    ] {
        for path in ["/api/solve", "/api/analyse", "/api/reply"] {
            let (status, failure) = server.post(path, &json!({"position": position}));
            assert!((400..500).contains(&status), "{position}: {failure}");
            let text = failure.to_string();
            assert!(
                !text.contains("[package]") && !text.contains("root:"),
                "{text}"
            );
            // Whether a file exists is nobody's business either.
            assert!(!text.contains("No such file"), "{text}");
        }
    }
}

#[test]
fn long_requests_are_refused() {
    let limits = RequestLimits {
        body_bytes: 1000,
        ..RequestLimits::default()
    };
    let server = Server::start(limits);
    let position = format!("nim:{}", "1,".repeat(2000));
    let (status, failure) = server.post("/api/solve", &json!({"position": position}));
    assert_eq!(
        (status, &failure["error"]["kind"]),
        (413, &json!("too-large"))
    );
}

#[test]
fn heavy_work_ends_at_its_limit_and_light_work_passes_it() {
    let server = Server::start(RequestLimits {
        heavy_threads: 1,
        ..quick()
    });
    let heavy: Vec<_> = (0..4)
        .map(|_| server.in_background("/api/solve", heavy()))
        .collect();
    let light = server.post("/api/solve", &json!({"position": "nim:3,4,5"}));
    assert_eq!(light.0, 200);
    for request in heavy {
        let (status, failure) = request.join().unwrap();
        assert_eq!(status, 422, "{failure}");
        assert_eq!(failure["error"]["kind"], "limit");
        assert!(failure["error"]["hint"].is_string());
    }
}

#[test]
fn a_client_that_leaves_takes_its_work_along() {
    let server = Server::start(RequestLimits {
        time: Duration::from_secs(3600),
        heavy_threads: 1,
        bytes: 8 << 30,
        positions: u64::MAX,
        ..RequestLimits::default()
    });
    let body = heavy().to_string();
    for _ in 0..3 {
        // With one heavy thread, the next round gets no answer unless the work of this one stopped.
        let mut stream = TcpStream::connect(server.address).unwrap();
        let head = format!(
            "POST /api/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_millis(200)))
            .unwrap();
        assert!(
            stream.read(&mut [0; 16]).is_err(),
            "the work must not have ended by itself"
        );
    }
    // More positions than the light lane grants, and few once the heavy lane is free.
    let (status, answer) = server.post(
        "/api/solve",
        &json!({"position": "treblecross:18", "play": "misere"}),
    );
    assert_eq!(status, 200, "{answer}");
}

#[test]
fn every_response_carries_the_headers_of_a_closed_house() {
    let server = Server::start(RequestLimits::default());
    for path in ["/", "/api/games", "/nothing"] {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let response = server.raw(&request).to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(response.contains(header), "{path}: {header}");
        }
    }
    let foreign = server
        .raw("GET /api/games HTTP/1.1\r\nhost: evil.example:4567\r\nconnection: close\r\n\r\n");
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
}

#[test]
fn the_first_page_is_small_and_asks_nobody_else() {
    let server = Server::start(RequestLimits::default());
    let page = server.raw("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assert!(page.contains("<div id=\"app\">"));
    let mut total = page.len();
    for part in page.split('"').filter(|part| part.starts_with("./assets/")) {
        let path = part.trim_start_matches('.');
        let file = server.raw(&format!(
            "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        ));
        assert!(file.starts_with("HTTP/1.1 200"), "{path}");
        total += file.len();
    }
    assert!((20_000..200_000).contains(&total), "{total} bytes");
    assert!(!page.contains("http://") && !page.contains("https://"));
}
