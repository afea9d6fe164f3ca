//! A playground on a port of its own, and a client for it.

#![allow(dead_code, reason = "each test file uses a part")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;

use grundy_web::{Config, Playground, RequestLimits, Stopper};
use serde_json::Value;

/// A running playground; it stops when it is dropped.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts one with these limits.
    pub fn start(limits: RequestLimits) -> Server {
        let config = Config {
            port: 0,
            limits,
            ..Config::default()
        };
        let playground = Playground::bind(&config).expect("a free port");
        let (address, stopper) = (playground.address(), playground.stopper());
        let thread = std::thread::spawn(move || playground.run().expect("it serves"));
        Server {
            address,
            stopper,
            thread: Some(thread),
        }
    }

    /// The status and the JSON of an answer.
    pub fn get(&self, path: &str) -> (u16, Value) {
        self.send("GET", path, None)
    }

    /// The status and the JSON of an answer.
    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.send("POST", path, Some(&body.to_string()))
    }

    /// Any method with any body, called JSON.
    pub fn send(&self, method: &str, path: &str, body: Option<&str>) -> (u16, Value) {
        send(self.address, method, path, body)
    }

    /// A request on a thread of its own.
    pub fn in_background(&self, path: &'static str, body: Value) -> JoinHandle<(u16, Value)> {
        let address = self.address;
        std::thread::spawn(move || send(address, "POST", path, Some(&body.to_string())))
    }

    /// The whole response to a request that is written out.
    pub fn raw(&self, request: &str) -> String {
        raw(self.address, request)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends in order");
        }
    }
}

fn send(address: SocketAddr, method: &str, path: &str, body: Option<&str>) -> (u16, Value) {
    let body = body.unwrap_or_default();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let response = raw(address, &request);
    let (head, body) = response.split_once("\r\n\r\n").expect("a head and a body");
    let status = head[9..12].parse().expect("a status");
    let json = serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error}: {body}"));
    (status, json)
}

fn raw(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    // A server that refuses early may close before all is written; its answer is still read.
    let _ = stream.write_all(request.as_bytes());
    let mut response = Vec::new();
    let _ = stream.read_to_end(&mut response);
    String::from_utf8_lossy(&response).into_owned()
}
