//! The server: binds, serves until told to stop.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tokio::sync::watch;

use crate::endpoint::House;
use crate::lanes::{Lanes, RequestLimits};
use crate::worker::{WorkerCommand, Workers};
use crate::{api, headers, page};

/// How a playground is served.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; loopback unless told.
    pub host: IpAddr,
    /// The port; 0 takes any free one.
    pub port: u16,
    /// What one request may take.
    pub limits: RequestLimits,
    /// How to start a process for rules that a request brings along; without it they run in this
    /// one, where nothing can stop a single step that takes everything.
    pub worker: Option<WorkerCommand>,
}

impl Default for Config {
    /// `127.0.0.1:4567`.
    fn default() -> Config {
        Config {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 4567,
            limits: RequestLimits::default(),
            worker: None,
        }
    }
}

/// A playground that listens and is about to answer.
pub struct Playground {
    listener: TcpListener,
    address: SocketAddr,
    limits: RequestLimits,
    worker: Option<WorkerCommand>,
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
        let only_local = headers::OnlyLocal(self.address.ip().is_loopback());
        let workers = self
            .worker
            .map(|command| Workers::new(command, self.limits.clone()));
        let house = House {
            lanes: Lanes::start(self.limits)?,
            workers,
        };
        let routes = routes(Arc::new(house), only_local);
        let mut stopped = self.stop.subscribe();
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            // `wait_for` fails only when every sender is gone, and `self.stop` is one.
            let serving = axum::serve(listener, routes);
            tokio::select! {
                result = serving => result,
                _ = stopped.wait_for(|stop| *stop) => Ok(()),
            }
        });
        runtime.shutdown_background();
        served
    }
}

fn routes(house: Arc<House>, only_local: headers::OnlyLocal) -> Router {
    api::routes(house)
        .fallback(page::serve)
        .layer(from_fn_with_state(only_local, headers::local_names))
        .layer(from_fn(headers::secure))
}
