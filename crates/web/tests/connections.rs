//! Connections that do nothing: they are closed, and never in the way of others.

mod server;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use grundy_web::RequestLimits;
use serde_json::json;
use server::Server;

/// Reads until the server closes the connection.
fn rest(mut stream: TcpStream) -> String {
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut bytes = Vec::new();
    // A reset is as good as an end.
    if let Err(error) = stream.read_to_end(&mut bytes) {
        assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "still open");
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn open(server: &Server, head: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

#[test]
fn a_connection_that_sends_nothing_or_half_a_request_is_closed() {
    let server = Server::start(RequestLimits {
        idle: Duration::from_millis(300),
        ..RequestLimits::default()
    });
    assert_eq!(rest(open(&server, "")), "");
    let half = rest(open(&server, "POST /api/solve HTTP/1.1\r\nhost: local"));
    assert!(
        half.is_empty() || half.starts_with("HTTP/1.1 408"),
        "{half}"
    );
    let body = "POST /api/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                content-length: 100\r\n\r\n{";
    let answer = rest(open(&server, body));
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

#[test]
fn many_idle_connections_lock_nobody_out() {
    let server = Server::start(RequestLimits {
        idle: Duration::from_secs(600),
        connections: 8,
        ..RequestLimits::default()
    });
    let held: Vec<TcpStream> = (0..30).map(|_| open(&server, "POST /api")).collect();
    let (status, _) = server.post("/api/solve", &json!({"position": "nim:3,4,5"}));
    assert_eq!(status, 200);
    assert_eq!(held.len(), 30);
}

#[test]
fn two_names_at_once_are_refused() {
    let server = Server::start(RequestLimits::default());
    let answer = server.raw(
        "GET /api/games HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n",
    );
    assert!(!answer.starts_with("HTTP/1.1 200"), "{answer}");
}
