//! The connections of a server: so many, and none that is idle for long.
//!
//! A connection is idle while no request of it is being answered: before it sends one, while it sends the head of
//! one, and while it does not read its answer. (The body has a time-out of its own, see `endpoint`.) When there are
//! too many, the one that has been idle longest is closed for a new one, so that clients which hold connections open
//! cannot lock others out.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::Instant;

/// What a server keeps of the head of a request, at most.
const HEAD_BYTES: usize = 64 << 10;
/// Descriptors for everything that is not a connection: workers, files, the listener.
const OTHER_DESCRIPTORS: u64 = 96;
/// How long to wait when the system has no descriptor left.
const PAUSE: Duration = Duration::from_millis(50);

/// The open connections of a server.
#[derive(Clone)]
pub(crate) struct Connections {
    open: Arc<Mutex<Open>>,
    most: usize,
    idle: Duration,
}

#[derive(Default)]
struct Open {
    next: u64,
    connections: BTreeMap<u64, Arc<Connection>>,
}

/// One connection.
struct Connection {
    /// Requests that are being answered.
    requests: AtomicUsize,
    /// When it last began to be idle.
    idle_since: Mutex<Instant>,
    close: Notify,
}

impl Connections {
    /// No connections yet; later at most `most`, or as many as the system allows, each idle for `idle` at most.
    pub fn new(most: usize, idle: Duration) -> Connections {
        Connections {
            open: Arc::default(),
            most: most.min(allowed_by_the_system()).max(1),
            idle,
        }
    }

    /// Accepts connections and serves them, for ever.
    ///
    /// # Errors
    ///
    /// None that a later connection would not have: those are waited out.
    pub async fn serve(self, listener: TcpListener, routes: Router) -> io::Result<()> {
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            let Some((number, connection)) = self.admit() else {
                continue;
            };
            let (this, routes) = (self.clone(), routes.clone());
            tokio::spawn(async move {
                this.converse(stream, routes, &connection).await;
                this.lock().connections.remove(&number);
            });
        }
    }

    /// Makes room for a connection; `None` if all others are being answered.
    fn admit(&self) -> Option<(u64, Arc<Connection>)> {
        let mut open = self.lock();
        if open.connections.len() >= self.most {
            let idle = open.connections.iter().filter(|(_, c)| c.is_idle());
            let oldest = idle.min_by_key(|(_, connection)| connection.idle_since());
            let number = oldest.map(|(number, _)| *number)?;
            let closed = open.connections.remove(&number)?;
            closed.close.notify_one();
        }
        let connection = Arc::new(Connection {
            requests: AtomicUsize::new(0),
            idle_since: Mutex::new(Instant::now()),
            close: Notify::new(),
        });
        let number = open.next;
        open.next += 1;
        open.connections.insert(number, Arc::clone(&connection));
        Some((number, connection))
    }

    /// Answers the requests of one connection until it ends, or has been idle for too long.
    async fn converse(&self, stream: TcpStream, routes: Router, state: &Arc<Connection>) {
        let routes = TowerToHyperService::new(routes);
        let counted = Arc::clone(state);
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let busy = Busy::new(&counted);
            let answer = routes.call(request);
            async move {
                let answer = answer.await;
                drop(busy);
                answer
            }
        });
        let serving = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.idle)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        tokio::pin!(serving);
        loop {
            tokio::select! {
                _ = &mut serving => return,
                () = state.close.notified() => return,
                () = tokio::time::sleep_until(state.idle_since() + self.idle) => {
                    if state.is_idle() && state.idle_since().elapsed() >= self.idle {
                        return;
                    }
                    // A request is being answered; look again later.
                    tokio::select! {
                        _ = &mut serving => return,
                        () = tokio::time::sleep(PAUSE) => {}
                    }
                }
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    fn is_idle(&self) -> bool {
        self.requests.load(Ordering::SeqCst) == 0
    }

    fn idle_since(&self) -> Instant {
        *self
            .idle_since
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection is not idle while one of these is there.
struct Busy(Arc<Connection>);

impl Busy {
    fn new(connection: &Arc<Connection>) -> Busy {
        connection.requests.fetch_add(1, Ordering::SeqCst);
        Busy(Arc::clone(connection))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let since = self.0.idle_since.lock();
        *since.unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.0.requests.fetch_sub(1, Ordering::SeqCst);
    }
}

/// How many connections the limit on open files leaves room for.
fn allowed_by_the_system() -> usize {
    #[cfg(target_os = "linux")]
    {
        let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
        let descriptors = limit.current.unwrap_or(u64::MAX);
        usize::try_from(descriptors.saturating_sub(OTHER_DESCRIPTORS)).unwrap_or(usize::MAX)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = OTHER_DESCRIPTORS;
        usize::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_connection_that_was_idle_longest_makes_room() {
        let connections = Connections::new(2, Duration::from_secs(1));
        let (first, one) = connections.admit().unwrap();
        let (second, two) = connections.admit().unwrap();
        let busy = Busy::new(&one);
        let (third, three) = connections.admit().unwrap();
        let numbers = |c: &Connections| c.lock().connections.keys().copied().collect::<Vec<_>>();
        assert_eq!(numbers(&connections), [first, third]);
        two.close.notified().await;
        let _other = Busy::new(&three);
        assert!(connections.admit().is_none());
        drop(busy);
        assert!(connections.admit().is_some());
        assert!(!numbers(&connections).contains(&second));
    }
}
