//! Compares answers with plain definitions, at random, for a given time: `cargo xtask differential`.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use grundy_trials::Random;
use grundy_trials::differential::run_one;

const HELP: &str = "\
differential [--seconds N] [--seed S] [--threads T]
  compares answers with plain definitions for N seconds (default 60), beginning with this seed";

/// How long the trials under way when the time is over may go on; one that takes longer is a failure.
const GRACE: Duration = Duration::from_secs(60);

/// Trials between two looks at the clock; each such batch has a seed of its own, which is printed when it fails.
const BATCH: u64 = 32;

fn main() -> ExitCode {
    let Some([seconds, seed, threads]) = arguments() else {
        println!("{HELP}");
        return ExitCode::from(2);
    };
    println!("differential: seed {seed}, {seconds} s, {threads} threads");
    let end = Instant::now() + Duration::from_secs(seconds);
    let workers: Vec<_> = (0..threads)
        .map(|thread| {
            let under_way = Arc::new(AtomicU64::new(seed));
            let told = Arc::clone(&under_way);
            let worker = std::thread::spawn(move || work(seed, thread, threads, end, &told));
            (worker, under_way)
        })
        .collect();
    let (mut counts, mut failed) = (BTreeMap::new(), false);
    for (worker, under_way) in workers {
        while !worker.is_finished() && Instant::now() < end + GRACE {
            std::thread::sleep(Duration::from_millis(20));
        }
        if !worker.is_finished() {
            let seed = under_way.load(Ordering::Relaxed);
            println!("does not end (again with --seed {seed} --threads 1)");
            failed = true;
            continue;
        }
        match worker.join() {
            Ok(Ok(found)) => {
                for (name, (trials, compared)) in found {
                    let entry: &mut (u64, u64) = counts.entry(name).or_default();
                    *entry = (entry.0 + trials, entry.1 + compared);
                }
            }
            Ok(Err(message)) => {
                println!("{message}");
                failed = true;
            }
            Err(_) => failed = true,
        }
    }
    for (name, (trials, compared)) in &counts {
        println!("{name:<14} {trials:>9} trials {compared:>10} positions compared");
    }
    let all: u64 = counts.values().map(|(_, compared)| compared).sum();
    println!(
        "{all} positions compared, {}",
        if failed {
            "some differ"
        } else {
            "none differs"
        }
    );
    ExitCode::from(u8::from(failed))
}

type Counts = BTreeMap<&'static str, (u64, u64)>;

/// Batches with the numbers of this thread until the time is over; `under_way` tells the seed of the present one.
fn work(
    seed: u64,
    thread: u64,
    threads: u64,
    end: Instant,
    under_way: &AtomicU64,
) -> Result<Counts, String> {
    let mut counts = Counts::new();
    let mut batch = thread;
    while Instant::now() < end {
        let seed = seed.wrapping_add(batch.wrapping_mul(0x1000));
        under_way.store(seed, Ordering::Relaxed);
        let mut random = Random::new(seed);
        for _ in 0..BATCH {
            match run_one(&mut random) {
                Ok((name, compared)) => {
                    let entry = counts.entry(name).or_default();
                    *entry = (entry.0 + 1, entry.1 + compared);
                }
                Err(found) => {
                    return Err(format!(
                        "differs (again with --seed {seed} --threads 1):\n{found}"
                    ));
                }
            }
        }
        batch += threads;
    }
    Ok(counts)
}

/// Seconds, seed and threads.
fn arguments() -> Option<[u64; 3]> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let mut found = [60, now.map_or(1, |now| now.as_secs()), cores];
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let at = ["--seconds", "--seed", "--threads"]
            .iter()
            .position(|known| *known == name)?;
        found[at] = arguments.next()?.parse().ok()?;
    }
    found[2] = found[2].max(1);
    Some(found)
}
