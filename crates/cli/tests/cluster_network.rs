//! `grundy cluster` between hosts: two network namespaces with a cable between them that delays and loses packets.
//! Where the machine does not allow this, the test says so and passes.
#![cfg(target_os = "linux")]

use std::fmt::Write;
use std::fs;
use std::process::{Child, Command, Stdio};

/// Two namespaces; they go in the end.
struct Network {
    names: [String; 2],
}

fn run(words: &str) -> Result<(), String> {
    let mut words = words.split_whitespace();
    let program = words.next().unwrap_or_default();
    let output = Command::new(program).args(words).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

impl Network {
    fn new() -> Result<Network, String> {
        let number = std::process::id() % 10_000;
        let network = Network {
            names: [format!("gr{number}a"), format!("gr{number}b")],
        };
        let [a, b] = &network.names;
        run(&format!("ip netns add {a}"))?;
        run(&format!("ip netns add {b}"))?;
        run(&format!(
            "ip link add v{a} netns {a} type veth peer name v{b} netns {b}"
        ))?;
        for (index, name) in network.names.iter().enumerate() {
            run(&format!(
                "ip -n {name} addr add 10.77.0.{}/24 dev v{name}",
                index + 1
            ))?;
            run(&format!("ip -n {name} link set lo up"))?;
            run(&format!("ip -n {name} link set v{name} up"))?;
        }
        // Not every kernel has the module; the rest is worth testing without it.
        let slow = format!("tc -n {a} qdisc add dev v{a} root netem delay 3ms 1ms loss 0.5%");
        if let Err(reason) = run(&slow) {
            eprintln!("without delay and loss: {}", reason.trim());
        }
        Ok(network)
    }

    fn start(&self, process: usize, hosts: &str, graph: &str) -> Child {
        let mut command = Command::new("ip");
        command.args([
            "netns",
            "exec",
            &self.names[process],
            env!("CARGO_BIN_EXE_grundy"),
        ]);
        command.args([
            "-q",
            "cluster",
            "run",
            "--hosts",
            hosts,
            "--process",
            &process.to_string(),
        ]);
        command.args(["--patience", "20s", "--", "graph", graph, "--remoteness"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for name in &self.names {
            let _ = run(&format!("ip netns del {name}"));
        }
    }
}

#[test]
fn two_hosts_agree_over_a_slow_cable_and_notice_when_one_dies() {
    let network = match Network::new() {
        Ok(network) => network,
        Err(reason) => {
            eprintln!(
                "SKIPPED: this machine allows no network namespaces: {}",
                reason.trim()
            );
            return;
        }
    };
    let folder = std::env::temp_dir().join(format!("grundy-network-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).display().to_string();
    let (hosts, graph, long) = (path("hosts.txt"), path("graph.txt"), path("long.txt"));
    fs::write(&hosts, "10.77.0.1:24200\n10.77.0.2:24200\n").unwrap();
    let mut text = "2000 6000\n".to_owned();
    let mut state = 7u64;
    for _ in 0..6000 {
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % 2000
        };
        writeln!(text, "{} {}", next(), next()).unwrap();
    }
    fs::write(&graph, text).unwrap();
    let single = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["-q", "graph", &graph, "--remoteness"])
        .output()
        .unwrap();
    let [second, first] = [1, 0].map(|process| network.start(process, &hosts, &graph));
    let found = first.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&found.stderr), "");
    assert!(found.stdout == single.stdout);
    assert!(second.wait_with_output().unwrap().status.success());

    // A path of many levels, a round trip each: one process dies on the way.
    let mut text = "2000000 1999999\n".to_owned();
    (0..1_999_999).for_each(|v| writeln!(text, "{v} {}", v + 1).unwrap());
    fs::write(&long, text).unwrap();
    let [mut second, first] = [1, 0].map(|process| network.start(process, &hosts, &long));
    std::thread::sleep(std::time::Duration::from_secs(2));
    second.kill().unwrap();
    second.wait().unwrap();
    let since = std::time::Instant::now();
    let found = first.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&found.stderr).into_owned();
    assert_eq!(found.status.code(), Some(1), "{message}");
    assert!(
        message.contains("process 1") && message.contains("lost"),
        "{message}"
    );
    assert!(since.elapsed().as_secs() < 15, "it is noticed soon");
    let _ = fs::remove_dir_all(&folder);
}
