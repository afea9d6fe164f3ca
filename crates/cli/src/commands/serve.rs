//! `grundy serve`: the playground, served from this machine.

use std::net::{IpAddr, SocketAddr};
use std::process::{ExitCode, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;

use grundy_web::{Config, Playground, RequestLimits, WorkerCommand};

use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Arguments of `grundy serve`.
#[derive(clap::Args)]
#[command(after_help = "\
The page needs no network: everything is inside this program. Requests are limited to 5 seconds, 512 MB
and 5 million positions each; --time-limit, --memory-limit and --max-positions change that.")]
pub struct Args {
    /// The port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 4567)]
    port: u16,

    /// The address to listen on; anything but loopback lets other machines use this one
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    host: IpAddr,

    /// A name under which browsers may address the playground, beside its address; may be repeated
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,

    /// Open the page in the default browser
    #[arg(long)]
    open: bool,

    /// Answer requests from standard input: how the playground keeps them apart
    #[arg(long, hide = true)]
    worker: bool,
}

/// Serves until Ctrl-C.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    if args.worker {
        grundy_web::answer_all(std::io::stdin().lock(), std::io::stdout())?;
        return Ok(ExitCode::SUCCESS);
    }
    let config = Config {
        host: args.host,
        port: args.port,
        limits: request_limits(common),
        worker: worker_command(),
        names: args.names,
    };
    let playground = Playground::bind(&config).map_err(|error| {
        Failure::usage(format!(
            "cannot listen on {}:{}: {error}; try another --port",
            args.host, args.port
        ))
    })?;
    let address = page_address(playground.address());
    output::print_text(&format!("{address}\n"))?;
    common.note("the playground is open at this address; Ctrl-C ends it");
    if !args.host.is_loopback() {
        common.note("warning: other machines can reach it, and use this one to compute");
    }
    if args.open {
        open_browser(&address, common);
    }
    stop_on_interrupt(&playground, common);
    playground.run()?;
    Ok(ExitCode::SUCCESS)
}

/// This program again, as a worker. A system that does not say where it is gets no workers.
fn worker_command() -> Option<WorkerCommand> {
    Some(WorkerCommand {
        program: std::env::current_exe().ok()?,
        arguments: vec!["serve".to_owned(), "--worker".to_owned()],
    })
}

fn request_limits(common: &Common) -> RequestLimits {
    let mut limits = RequestLimits::default();
    if let Some(time) = common.time_limit {
        limits.time = time;
    }
    if let Some(bytes) = common.memory_limit {
        limits.bytes = bytes;
    }
    if let Some(positions) = common.max_positions {
        limits.positions = positions;
    }
    if let Some(threads) = common.threads {
        limits.heavy_threads = usize::from(threads);
    }
    limits
}

/// An address that a browser can open: "any address" is reached through this machine's own.
fn page_address(bound: SocketAddr) -> String {
    if bound.ip().is_unspecified() {
        format!("http://127.0.0.1:{}/", bound.port())
    } else {
        format!("http://{bound}/")
    }
}

fn stop_on_interrupt(playground: &Playground, common: &Common) {
    let stopper = playground.stopper();
    let interrupted = common.limits().cancel;
    std::thread::spawn(move || {
        while !interrupted.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
        }
        stopper.stop();
    });
}

fn open_browser(address: &str, common: &Common) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let started = std::process::Command::new(opener)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        common.note(format_args!(
            "no browser was found; open {address} yourself"
        ));
    }
}
