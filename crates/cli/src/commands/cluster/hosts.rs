//! The processes of a run: from a file, or as they were started on this machine.

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use grundy_cluster::Hosts;

use super::RunArgs;
use crate::failure::Failure;

/// The processes of a run, unless there is only this one.
pub fn hosts(args: &RunArgs) -> Result<Option<Hosts>, Failure> {
    let (addresses, process, listener) = match (&args.hosts, args.launched) {
        (Some(file), _) => {
            let addresses = read(file)?;
            let process = args.process.unwrap_or(0);
            if process >= addresses.len() {
                return Err(Failure::usage(format!(
                    "--process {process}: {} has {} lines, the first is process 0",
                    file.display(),
                    addresses.len()
                )));
            }
            (addresses, process, listener(args)?)
        }
        (None, Some(process)) => (args.addresses.clone(), process, inherited()),
        (None, None) => return Ok(None),
    };
    if addresses.len() == 1 {
        return Ok(None);
    }
    Ok(Some(Hosts {
        addresses,
        process,
        listener,
        patience: args.patience,
    }))
}

/// A socket at the address that was asked for.
fn listener(args: &RunArgs) -> Result<Option<TcpListener>, Failure> {
    let Some(address) = &args.listen else {
        return Ok(None);
    };
    match TcpListener::bind(address) {
        Ok(listener) => Ok(Some(listener)),
        Err(error) => Err(Failure::usage(format!(
            "--listen {address}: cannot listen there: {error}"
        ))),
    }
}

/// The lines of a list of hosts.
fn read(file: &Path) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(file).map_err(|source| grundy::Error::Io {
        path: file.to_owned(),
        source,
    })?;
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut addresses = Vec::new();
    for line in lines {
        let has_port = line.rsplit_once(':').is_some_and(|(host, port)| {
            !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0)
        });
        if !has_port {
            return Err(Failure::usage(format!(
                "{}: `{line}` is not `host:port`",
                file.display()
            )));
        }
        if addresses.iter().any(|known| known == line) {
            return Err(Failure::usage(format!(
                "{}: `{line}` is there twice; each process has an address of its own",
                file.display()
            )));
        }
        addresses.push(line.to_owned());
    }
    if addresses.is_empty() {
        let file = file.display();
        return Err(Failure::usage(format!("{file}: there is no host in it")));
    }
    Ok(addresses)
}

/// The socket that whoever started this process has opened for it as its standard input.
#[cfg(unix)]
fn inherited() -> Option<TcpListener> {
    use std::os::fd::AsFd;
    let listener = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
    let listener = TcpListener::from(listener);
    listener.local_addr().ok()?;
    Some(listener)
}

#[cfg(not(unix))]
fn inherited() -> Option<TcpListener> {
    None
}
