//! The server as it is started: requests are answered in processes that can be ended.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(options: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["serve", "--port", "0", "-q"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://");
        Server {
            address: address.trim_end_matches('/').to_owned(),
            child,
        }
    }

    /// The status and the body of an answer.
    fn post(&self, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), body.to_owned())
    }

    /// The processes that the server has started.
    fn workers(&self) -> Vec<u32> {
        let id = self.child.id();
        let path = format!("/proc/{id}/task");
        let tasks = std::fs::read_dir(path).unwrap().flatten();
        let children =
            tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        let children: Vec<String> = children.collect();
        children
            .iter()
            .flat_map(|list| list.split_whitespace())
            .filter_map(|id| id.parse().ok())
            .collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const EASY: &str = r#"{"position":"nim:3,4,5"}"#;

#[test]
fn a_lesser_answer_is_asked_for_again_with_full_limits() {
    let server = Server::start(&[]);
    let (status, answer) = server.post("/api/solve", r#"{"position":"wythoff:60,90"}"#);
    assert_eq!(status, 200);
    assert!(answer.contains("\"value\":24"), "{answer}");
}

#[test]
fn a_worker_that_dies_costs_its_own_request_only() {
    let server = Server::start(&[]);
    assert_eq!(server.post("/api/solve", EASY).0, 200);
    let workers = server.workers();
    assert!(!workers.is_empty(), "no worker was started");
    for worker in workers {
        let killed = Command::new("kill")
            .args(["-9", &worker.to_string()])
            .status();
        assert!(killed.unwrap().success());
    }
    // The next one may meet a process that is just ending, and is then told so.
    let status = server.post("/api/solve", EASY).0;
    assert!(matches!(status, 200 | 422 | 503), "{status}");
    assert_eq!(server.post("/api/solve", EASY).0, 200);
}

#[test]
fn a_script_that_breaks_its_process_does_not_break_the_server() {
    let server = Server::start(&["--time-limit", "1s"]);
    // Writing a value that is nested a million deep needs more stack than there is.
    let rules = "def moves(n):\\n    x = []\\n    for i in range(1000000):\\n        x = [x]\\n    \
                 return [len('%s' % x)]\\n";
    let body = format!("{{\"position\":\"mine.star:3\",\"rules\":\"{rules}\"}}");
    let (status, answer) = server.post("/api/solve", &body);
    assert_eq!(status, 422, "{answer}");
    assert_eq!(server.post("/api/solve", EASY).0, 200);
}

#[test]
fn a_server_answers_to_its_own_address() {
    let server = Server::start(&["--host", "127.0.0.2"]);
    assert!(
        server.address.starts_with("127.0.0.2:"),
        "{}",
        server.address
    );
    assert_eq!(server.post("/api/solve", EASY).0, 200);
}
