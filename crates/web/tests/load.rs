//! Two hundred clients at once, some with questions that have no end.
//!
//! Ignored by default, because it measures time. Alone on a quiet machine:
//! `cargo test --workspace --profile checked --test load -- --ignored --nocapture`.

mod server;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use grundy_web::RequestLimits;
use server::Server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const LIGHT_CLIENTS: usize = 160;
const HEAVY_CLIENTS: usize = 40;
const RUN: Duration = Duration::from_secs(8);
/// A person or a page does not ask again at once.
const PAUSE: Duration = Duration::from_millis(100);

const LIGHT: [(&str, &str); 4] = [
    ("/api/solve", r#"{"position":"nim:3,4,5 + kayles:6"}"#),
    ("/api/analyse", r#"{"position":"kayles:5,4,2,1"}"#),
    ("/api/reply", r#"{"position":"nim:1,2,4","play":"misere"}"#),
    ("/api/values", r#"{"ruleset":"kayles","to":100}"#),
];
/// Searches that have no end, tables that grow, long answers.
const HEAVY: [(&str, &str); 5] = [
    (
        "/api/solve",
        r#"{"position":"treblecross:60","play":"misere"}"#,
    ),
    ("/api/solve", r#"{"position":"cram:7x7","play":"misere"}"#),
    ("/api/period", r#"{"ruleset":"0.007"}"#),
    ("/api/values", r#"{"ruleset":"0.6","to":1000000}"#),
    (
        "/api/plot",
        r#"{"ruleset":"0.16","to":10000000,"columns":1000,"rows":300}"#,
    ),
];

/// What the process takes before anybody asks, answers on their way, and plots that are kept.
const BESIDE_THE_LANES: u64 = 512 << 20;

/// The most memory that this process, server and clients, has had; `None` where nobody tells.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// The status of an answer.
async fn ask(server: std::net::SocketAddr, (path, body): (&str, &str)) -> std::io::Result<u16> {
    let mut stream = TcpStream::connect(server).await?;
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await?;
    let status = std::str::from_utf8(&response[9..12]).ok();
    Ok(status.and_then(|status| status.parse().ok()).unwrap_or(0))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
#[ignore = "measures time: run it alone"]
async fn light_requests_stay_fast_among_heavy_ones() {
    let limits = RequestLimits::default();
    // Every thread of the heavy lane may fill its tables; those of the light lane hold 32 MB each.
    let promised = limits.heavy_threads as u64 * (limits.bytes + (64 << 20)) + BESIDE_THE_LANES;
    let server = Server::start(limits);
    let address = server.address;
    let over = Arc::new(AtomicBool::new(false));
    let heavy_answers = Arc::new(AtomicUsize::new(0));
    let heavy: Vec<_> = (0..HEAVY_CLIENTS)
        .map(|client| {
            let (over, answers) = (Arc::clone(&over), Arc::clone(&heavy_answers));
            tokio::spawn(async move {
                while !over.load(Ordering::Relaxed) {
                    let question = HEAVY[client % HEAVY.len()];
                    let status = ask(address, question).await.expect("an answer");
                    assert!(matches!(status, 200 | 422 | 503), "{status}");
                    answers.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    let light: Vec<_> = (0..LIGHT_CLIENTS)
        .map(|client| {
            tokio::spawn(async move {
                let mut times = Vec::new();
                let start = Instant::now();
                while start.elapsed() < RUN {
                    let asked = Instant::now();
                    let status = ask(address, LIGHT[client % LIGHT.len()])
                        .await
                        .expect("an answer");
                    assert_eq!(status, 200);
                    times.push(asked.elapsed());
                    tokio::time::sleep(PAUSE).await;
                }
                times
            })
        })
        .collect();
    let mut times = Vec::new();
    for client in light {
        times.extend(client.await.unwrap());
    }
    over.store(true, Ordering::Relaxed);
    for client in heavy {
        client.abort();
        // Cancelled is as good as done; a failed assertion is neither.
        assert!(
            client
                .await
                .map_or_else(|error| error.is_cancelled(), |()| true)
        );
    }
    times.sort_unstable();
    let (median, slow) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    let heavy = heavy_answers.load(Ordering::Relaxed);
    println!(
        "{} light answers: median {median:?}, 99 % within {slow:?}; {heavy} heavy ones",
        times.len()
    );
    assert!(median < Duration::from_millis(50), "median {median:?}");
    if let Some(peak) = peak_bytes() {
        println!("at most {} MB, of {} promised", peak >> 20, promised >> 20);
        assert!(peak < promised, "{peak} bytes of {promised}");
    }
}
