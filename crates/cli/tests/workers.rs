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
        let request = self.request(path, body);
        stream.write_all(request.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), body.to_owned())
    }

    fn request(&self, path: &str, body: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    /// The status of an answer that may come before the request is sent.
    fn post_or_be_refused(&self, path: &str, body: &str) -> u16 {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let _ = stream.write_all(self.request(path, body).as_bytes());
        let mut head = [0; 12];
        // A server that closes early may reset the connection: as good as a refusal.
        match stream.read_exact(&mut head) {
            Ok(()) => String::from_utf8_lossy(&head)[9..].parse().unwrap(),
            Err(_) => 503,
        }
    }

    /// The most memory that the server itself has had, without its workers.
    fn peak_bytes(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes =
            peak.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        kilobytes.unwrap() << 10
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

#[test]
fn requests_of_many_clients_at_once_do_not_fill_the_memory() {
    // Each text is 30 times as large when it is taken apart; 96 of them were 3 GB.
    let server = Server::start(&[]);
    let body = format!(r#"{{"positions":[{}"nim:3"]}}"#, r#""","#.repeat(600_000));
    let (server, body) = (&server, &body);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..96)
            .map(|_| scope.spawn(|| server.post_or_be_refused("/api/walk", body)))
            .collect();
        let statuses = clients.into_iter().map(|client| client.join().unwrap());
        statuses.collect()
    });
    let expected = [400, 408, 422, 503];
    assert!(
        statuses.iter().all(|status| expected.contains(status)),
        "{statuses:?}"
    );
    let peak = server.peak_bytes();
    assert!(peak <= 384 << 20, "{} MB", peak >> 20);
    let (status, _) = server.post("/api/solve", r#"{"position":"nim:3,4,5"}"#);
    assert_eq!(status, 200);
}

#[test]
fn long_answers_that_nobody_reads_do_not_fill_the_memory() {
    let server = Server::start(&[]);
    let body = r#"{"ruleset":"kayles","to":1000000}"#;
    let request = server.request("/api/values", body);
    let clients: Vec<TcpStream> = (0..150)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    // A short answer comes however many of the others nobody reads.
    let (status, _) = server.post("/api/solve", r#"{"position":"nim:3,4,5"}"#);
    assert_eq!(status, 200);
    drop(clients);
    let peak = server.peak_bytes();
    assert!(peak <= 384 << 20, "{} MB", peak >> 20);
}
