//! Several processes on this machine: started, watched, and ended together.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use grundy_cluster::About;

use super::question::Question;
use super::{RunArgs, refusal};
use crate::common::{Common, was_interrupted};
use crate::failure::Failure;

/// How often the processes are looked at.
const PAUSE: Duration = Duration::from_millis(20);
/// How long the others may take to end when one has ended.
const GRACE: Duration = Duration::from_secs(5);

/// Starts the processes and waits for them.
pub fn run(args: &RunArgs, question: &Question, common: &Common) -> Result<ExitCode, Failure> {
    // What is wrong with the file is said once.
    if let Some(file) = question.file() {
        About::file(String::new(), file).map_err(refusal::failure)?;
    }
    let _interrupts = common.limits();
    let failed = |source| {
        Failure::Grundy(grundy::Error::Io {
            path: "a process of the run".into(),
            source,
        })
    };
    let listeners: Vec<TcpListener> = (0..args.processes)
        .map(|_| TcpListener::bind("127.0.0.1:0"))
        .collect::<io::Result<_>>()
        .map_err(failed)?;
    let addresses: Vec<String> = listeners
        .iter()
        .map(|listener| Ok(listener.local_addr()?.to_string()))
        .collect::<io::Result<_>>()
        .map_err(failed)?;
    let said = Arc::new(Mutex::new(HashSet::new()));
    let mut children = Children(Vec::new());
    let mut readers = Vec::new();
    for (process, listener) in listeners.into_iter().enumerate() {
        let mut child = start(process, &addresses, listener).map_err(failed)?;
        if let Some(errors) = child.stderr.take() {
            let said = said.clone();
            readers.push(thread::spawn(move || forward(errors, &said)));
        }
        children.0.push(child);
    }
    let status = children.wait(args, common).map_err(failed)?;
    // A process that was ended has closed its end; nothing more comes.
    readers.into_iter().for_each(|reader| {
        let _ = reader.join();
    });
    Ok(status)
}

/// Starts one process with the arguments of this one.
fn start(process: usize, addresses: &[String], listener: TcpListener) -> io::Result<Child> {
    let mut arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let question = arguments.iter().position(|argument| argument == "--");
    let at = question.unwrap_or(arguments.len());
    let own = [
        format!("--launched={process}"),
        format!("--addresses={}", addresses.join(",")),
    ];
    arguments.splice(at..at, own.map(OsString::from));
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments).stderr(Stdio::piped());
    command.stdin(as_input(listener));
    if process > 0 {
        command.stdout(Stdio::null());
    }
    command.spawn()
}

/// The socket as a process inherits it.
#[cfg(unix)]
fn as_input(listener: TcpListener) -> Stdio {
    Stdio::from(std::os::fd::OwnedFd::from(listener))
}

/// Elsewhere the process opens the port again.
#[cfg(not(unix))]
fn as_input(listener: TcpListener) -> Stdio {
    drop(listener);
    Stdio::null()
}

/// Forwards what a process says; an error that several processes have is said once.
fn forward(errors: impl io::Read, said: &Mutex<HashSet<Vec<u8>>>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    while matches!(errors.read_until(b'\n', &mut line), Ok(count) if count > 0) {
        let is_error = line.starts_with(b"error:") || line.starts_with(b"{");
        let is_new = !is_error || said.lock().is_ok_and(|mut said| said.insert(line.clone()));
        if is_new {
            let _ = io::stderr().write_all(&line);
        }
        line.clear();
    }
}

/// The processes; they end with this value.
struct Children(Vec<Child>);

impl Children {
    /// Waits for all; when one fails, for the others a moment.
    fn wait(&mut self, args: &RunArgs, common: &Common) -> io::Result<ExitCode> {
        let mut failed: Option<(ExitStatus, Instant)> = None;
        loop {
            let mut running = 0;
            for (process, child) in self.0.iter_mut().enumerate() {
                match child.try_wait()? {
                    None => running += 1,
                    // What was asked is wrong: this says more than that a connection is lost.
                    Some(status) if status.code() == Some(2) => {
                        let since = failed.map_or_else(Instant::now, |(_, since)| since);
                        failed = Some((status, since));
                    }
                    Some(status) if !status.success() && failed.is_none() => {
                        failed = Some((status, Instant::now()));
                        if status.code().is_none() {
                            tell(process, status, args, common);
                        }
                    }
                    Some(_) => {}
                }
            }
            match failed {
                None if running == 0 => return Ok(ExitCode::SUCCESS),
                Some((status, _)) if running == 0 => {
                    let status = status.code().unwrap_or(1);
                    let status = if was_interrupted() { 130 } else { status };
                    return Ok(ExitCode::from(status as u8));
                }
                Some((_, since)) if since.elapsed() > GRACE => self.kill(),
                _ => thread::sleep(PAUSE),
            }
        }
    }

    fn kill(&mut self) {
        for child in &mut self.0 {
            // One that has ended already cannot be ended.
            let _ = child.kill();
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        self.kill();
        for child in &mut self.0 {
            let _ = child.wait();
        }
    }
}

/// Says that a process was ended from outside.
fn tell(process: usize, status: ExitStatus, args: &RunArgs, common: &Common) {
    let again = match args.checkpoint {
        Some(_) => "the same command goes on from the last checkpoint",
        None => "with --checkpoint the same command would go on from where it was",
    };
    let message = format!("process {process} was ended ({status}), and the run with it; {again}");
    refusal::print("process", &message, common);
}

/// Ends this process when the one that started it is gone.
#[cfg(unix)]
pub fn end_with_parent() {
    let parent = std::os::unix::process::parent_id();
    thread::spawn(move || {
        while std::os::unix::process::parent_id() == parent {
            thread::sleep(Duration::from_millis(500));
        }
        std::process::exit(1);
    });
}

/// Elsewhere a process ends when its connections do.
#[cfg(not(unix))]
pub fn end_with_parent() {}
