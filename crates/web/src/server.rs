//! The server: binds, serves until told to stop.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tokio::sync::watch;

use crate::connections::Connections;
use crate::endpoint::Answerers;
use crate::held::Room;
use crate::lanes::{Lanes, RequestLimits};
use crate::worker::{WorkerCommand, Workers};
use crate::{api, headers, page};

/// What requests that wait may take, and what answers that are being read: see `held`.
const REQUESTS_BYTES: usize = 64 << 20;
const ANSWERS_BYTES: usize = 160 << 20;

/// How a playground is served.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; loopback unless told.
    pub host: IpAddr,
    /// The port; 0 takes any free one.
    pub port: u16,
    /// What one request may take.
    pub limits: RequestLimits,
    /// How to start a process that answers requests; without it they are answered in this one, where
    /// nothing can stop a single step that takes everything.
    pub worker: Option<WorkerCommand>,
    /// Names under which requests may address the server, beside its own addresses and `localhost`.
    pub names: Vec<String>,
}

impl Default for Config {
    /// `127.0.0.1:4567`.
    fn default() -> Config {
        Config {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 4567,
            limits: RequestLimits::default(),
            worker: None,
            names: Vec::new(),
        }
    }
}

/// A playground that listens and is about to answer.
pub struct Playground {
    listener: TcpListener,
    address: SocketAddr,
    limits: RequestLimits,
    worker: Option<WorkerCommand>,
    names: Vec<String>,
    stop: watch::Sender<bool>,
}

/// Stops a [`Playground`] from another thread.
#[derive(Clone)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Lets the requests in flight end and [`Playground::run`] return.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Playground {
    /// Takes the port.
    ///
    /// # Errors
    ///
    /// The system's, for instance when the port is taken.
    pub fn bind(config: &Config) -> io::Result<Playground> {
        let listener = TcpListener::bind((config.host, config.port))?;
        listener.set_nonblocking(true)?;
        Ok(Playground {
            address: listener.local_addr()?,
            listener,
            limits: config.limits.clone(),
            worker: config.worker.clone(),
            names: config.names.clone(),
            stop: watch::Sender::new(false),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What stops it.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Answers until it is stopped.
    ///
    /// # Errors
    ///
    /// The system's, when threads cannot be started or the socket fails.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()?;
        let names = headers::Names::new(self.address.ip(), self.names);
        let workers = self
            .worker
            .map(|command| Workers::new(command, &self.limits));
        let connections = Connections::new(self.limits.connections, self.limits.idle);
        let answerers = Answerers {
            lanes: Lanes::start(self.limits)?,
            workers,
            requests: Room::new(REQUESTS_BYTES),
            answers: Room::new(ANSWERS_BYTES),
        };
        let routes = routes(Arc::new(answerers), names);
        let mut stopped = self.stop.subscribe();
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            // `wait_for` fails only when every sender is gone, and `self.stop` is one.
            tokio::select! {
                result = connections.serve(listener, routes) => result,
                _ = stopped.wait_for(|stop| *stop) => Ok(()),
            }
        });
        runtime.shutdown_background();
        served
    }
}

fn routes(answerers: Arc<Answerers>, names: headers::Names) -> Router {
    api::routes(answerers)
        .fallback(page::serve)
        .layer(from_fn_with_state(Arc::new(names), headers::own_names))
        .layer(from_fn(headers::secure))
}
