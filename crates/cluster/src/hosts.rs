//! How the processes of a run find each other: each listens at its own address and connects to those before it.
//!
//! Before anything else is sent, two processes tell each other what they are about to do, and end if that
//! differs. Nothing is encrypted, and nobody has to prove who he is: the network must be private.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use grundy_core::Limits;
use serde::{Deserialize, Serialize};
use socket2::{SockRef, TcpKeepalive};

use crate::fault::Fault;

/// How long between two attempts.
const PAUSE: Duration = Duration::from_millis(100);
/// How long somebody who has connected may take to say what he is.
const GREETING: Duration = Duration::from_secs(5);
/// The longest greeting.
const MOST_GREETING: u32 = 1 << 16;

/// The processes of a run.
#[derive(Debug)]
pub struct Hosts {
    /// `host:port` of each.
    pub addresses: Vec<String>,
    /// Which of them this is.
    pub process: usize,
    /// Where it listens, if somebody has opened that already.
    pub listener: Option<TcpListener>,
    /// How long the others may take to come.
    pub patience: Duration,
}

/// What a process is about to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Greeting {
    /// Its version.
    pub(crate) version: String,
    /// Which process it is, of how many, with how many workers each.
    pub(crate) process: usize,
    pub(crate) processes: usize,
    pub(crate) workers: usize,
    /// What is asked.
    pub(crate) question: String,
    /// The graph that it has: its length and a checksum of samples.
    pub(crate) bytes: u64,
    pub(crate) samples: u32,
}

impl Greeting {
    /// What of `other` does not fit, in words.
    fn difference(&self, other: &Greeting) -> Option<String> {
        let of = |what: &str, theirs: &dyn std::fmt::Display, own: &dyn std::fmt::Display| {
            Some(format!(
                "does not fit: {what} is {theirs} there and {own} here"
            ))
        };
        if other.version != self.version {
            return of("grundy's version", &other.version, &self.version);
        }
        if other.processes != self.processes {
            return of("the number of processes", &other.processes, &self.processes);
        }
        if other.workers != self.workers {
            return of("the number of workers", &other.workers, &self.workers);
        }
        if other.question != self.question {
            return of("the question", &other.question, &self.question);
        }
        if other.bytes != self.bytes {
            let (there, here) = (other.bytes, self.bytes);
            return Some(format!(
                "has another graph: it has {there} bytes there and {here} here"
            ));
        }
        let same = other.samples == self.samples;
        (!same).then(|| "has another graph of the same length".to_owned())
    }
}

/// A connection to each other process, in order; none to this one.
pub(crate) fn connect(
    hosts: &Hosts,
    greeting: &Greeting,
    limits: &Limits,
) -> Result<Vec<Option<TcpStream>>, Fault> {
    let deadline = Instant::now() + hosts.patience;
    let own = &hosts.addresses[hosts.process];
    let listener = match &hosts.listener {
        Some(listener) => listener.try_clone(),
        None => TcpListener::bind(own),
    };
    let listener = listener.map_err(|error| Fault::Listen {
        address: own.clone(),
        error,
    })?;
    let mut sockets: Vec<Option<TcpStream>> = hosts.addresses.iter().map(|_| None).collect();
    for (process, socket) in sockets.iter_mut().enumerate().take(hosts.process) {
        let stream = reach(hosts, process, deadline, limits)?;
        let theirs = greet(&stream, greeting).map_err(|error| Fault::Unreachable {
            process,
            address: hosts.addresses[process].clone(),
            waited: hosts.patience,
            error: Some(error),
        })?;
        check(hosts, process, greeting, &theirs)?;
        *socket = Some(stream);
    }
    await_others(hosts, &listener, greeting, deadline, limits, &mut sockets)?;
    for stream in sockets.iter().flatten() {
        prepare(stream).map_err(|error| Fault::Listen {
            address: own.clone(),
            error,
        })?;
    }
    Ok(sockets)
}

fn check(hosts: &Hosts, process: usize, own: &Greeting, theirs: &Greeting) -> Result<(), Fault> {
    let reason = match own.difference(theirs) {
        Some(reason) => reason,
        None if theirs.process == process => return Ok(()),
        None => format!(
            "says that it is process {}; each has a line of the list of hosts of its own",
            theirs.process
        ),
    };
    Err(Fault::Different {
        process,
        address: hosts.addresses[process].clone(),
        reason,
    })
}

/// Connects to a process, again and again until it is there.
fn reach(
    hosts: &Hosts,
    process: usize,
    deadline: Instant,
    limits: &Limits,
) -> Result<TcpStream, Fault> {
    let address = &hosts.addresses[process];
    loop {
        limits.check_time()?;
        let left = deadline.saturating_duration_since(Instant::now());
        match connect_once(address, left) {
            Ok(stream) => return Ok(stream),
            Err(error) if left.is_zero() => {
                return Err(Fault::Unreachable {
                    process,
                    address: address.clone(),
                    waited: hosts.patience,
                    error: Some(error),
                });
            }
            Err(_) => std::thread::sleep(PAUSE.min(left)),
        }
    }
}

fn connect_once(address: &str, left: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    let found: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
    for address in found {
        let patience = left.clamp(PAUSE, GREETING);
        match TcpStream::connect_timeout(&address, patience) {
            // On one machine a port can connect to itself while nobody listens there.
            Ok(stream) if stream.local_addr()? == stream.peer_addr()? => {
                last = io::ErrorKind::ConnectionRefused.into();
            }
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Waits for the processes after this one.
fn await_others(
    hosts: &Hosts,
    listener: &TcpListener,
    greeting: &Greeting,
    deadline: Instant,
    limits: &Limits,
    sockets: &mut [Option<TcpStream>],
) -> Result<(), Fault> {
    let failed = |error| Fault::Listen {
        address: hosts.addresses[hosts.process].clone(),
        error,
    };
    listener.set_nonblocking(true).map_err(failed)?;
    let missing = |sockets: &[Option<TcpStream>]| {
        let later = hosts.process + 1..sockets.len();
        later
            .into_iter()
            .find(|&process| sockets[process].is_none())
    };
    while let Some(process) = missing(sockets) {
        limits.check_time()?;
        if Instant::now() >= deadline {
            return Err(Fault::Unreachable {
                process,
                address: hosts.addresses[process].clone(),
                waited: hosts.patience,
                error: None,
            });
        }
        let stream = match listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                std::thread::sleep(PAUSE / 5);
                continue;
            }
            Err(error) => return Err(failed(error)),
        };
        // Who does not speak our language is nobody of ours.
        let Ok(theirs) = stream
            .set_nonblocking(false)
            .and_then(|()| greet(&stream, greeting))
        else {
            continue;
        };
        let process = theirs.process;
        let is_later = process > hosts.process && process < sockets.len();
        let claimed = if is_later { process } else { hosts.process };
        check(hosts, claimed, greeting, &theirs)?;
        if !is_later || sockets[process].is_some() {
            return Err(Fault::Different {
                process,
                address: hosts.addresses[claimed].clone(),
                reason: "is there twice; each has a line of the list of hosts of its own"
                    .to_owned(),
            });
        }
        sockets[process] = Some(stream);
    }
    Ok(())
}

/// Says what this process is about to do, and hears what the other is.
fn greet(mut stream: &TcpStream, own: &Greeting) -> io::Result<Greeting> {
    stream.set_read_timeout(Some(GREETING))?;
    stream.set_write_timeout(Some(GREETING))?;
    let bytes = serde_json::to_vec(own).expect("a greeting is plain data");
    stream.write_all(&(bytes.len() as u32).to_be_bytes())?;
    stream.write_all(&bytes)?;
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_be_bytes(length);
    if length > MOST_GREETING {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length as usize];
    stream.read_exact(&mut bytes)?;
    Ok(serde_json::from_slice(&bytes)?)
}

/// A machine that is gone without a word is noticed within half a minute.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)?;
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    let keepalive = TcpKeepalive::new()
        .with_time(Duration::from_secs(10))
        .with_interval(Duration::from_secs(4));
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(any(target_os = "linux", target_os = "android"))]
    socket.set_tcp_user_timeout(Some(Duration::from_secs(30)))?;
    Ok(())
}
