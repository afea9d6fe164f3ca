//! `grundy check`: a conjecture against computed truth.

use std::io::{self, Write};
use std::process::ExitCode;

use grundy::check::{CheckRequest, Checked, CheckedClaim, ClaimText, check};
use grundy::core::Play;

use crate::common::Common;
use crate::failure::Failure;

/// Arguments of `grundy check`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy check subtract/1,2 --to 10000 --lose \"n % 3 == 0\"
  grundy check kayles --to 60 --value \"n % 4\"
  grundy check nim --to 12 --heaps 3 --lose \"xor(p) == 0\"
  grundy check nim --to 8 --heaps 2 --misere --lose \"p == [0, 1] or p[0] == p[1] and p[0] > 1\"
  grundy check my-game.star --to 200

EXPR is a Starlark expression in `n`, the heap, or `p`, the list of heaps (or the position of a rules
file). Without one, the functions lose(position) and value(position) of the file are tested.")]
pub struct Args {
    /// The ruleset: a game, a code or a path to a .star file
    ruleset: String,

    /// How far to test: heaps, or sizes of positions, up to this
    #[arg(long, value_name = "N", value_parser = crate::common::parse_count)]
    to: u64,

    /// Claim that the positions for which this is true are lost, and no others
    #[arg(long, value_name = "EXPR", conflicts_with = "value")]
    lose: Option<String>,

    /// Claim that positions are worth this
    #[arg(long, value_name = "EXPR")]
    value: Option<String>,

    /// Heaps per position
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=16))]
    heaps: u8,

    /// Who cannot move wins: who makes the last move loses
    #[arg(long, conflicts_with = "value")]
    misere: bool,
}

/// Says whether the claim holds; exit status 1 if not.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let claim = match (args.lose, args.value) {
        (Some(text), _) => Some(ClaimText::Lose(text)),
        (None, Some(text)) => Some(ClaimText::Value(text)),
        (None, None) => None,
    };
    let request = CheckRequest {
        ruleset: args.ruleset,
        to: args.to,
        claim,
        heaps: usize::from(args.heaps),
        play: match args.misere {
            true => Play::Misere,
            false => Play::Normal,
        },
        limits: common.limits(),
        files: grundy::spec::Files::Allow,
    };
    let checked = check(&request)?;
    let mut out = io::stdout().lock();
    match common.json {
        true => writeln!(out, "{}", json(&request, &checked))?,
        false => {
            for claim in &checked.claims {
                write_claim(&mut out, claim, &checked.domain, request.play)?;
            }
        }
    }
    Ok(match checked.holds() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    })
}

fn write_claim(
    out: &mut impl Write,
    claim: &CheckedClaim,
    domain: &str,
    play: Play,
) -> io::Result<()> {
    let CheckedClaim {
        kind,
        text,
        positions,
        counterexample,
    } = claim;
    let plural = if *positions == 1 { "" } else { "s" };
    let Some(wrong) = counterexample else {
        writeln!(out, "holds: {kind} = {text}")?;
        return writeln!(
            out,
            "tested on {positions} position{plural} ({domain}; {}); beyond them it is not proved",
            play.in_words()
        );
    };
    writeln!(out, "refuted: {kind} = {text}")?;
    writeln!(out, "counterexample  {}", wrong.position)?;
    writeln!(out, "claimed         {}", wrong.claimed)?;
    writeln!(out, "truth           {} ({})", wrong.truth, play.in_words())?;
    writeln!(out, "why             {}", wrong.reason)?;
    if let Some((sentence, to)) = &wrong.offending_move {
        writeln!(out, "move            {sentence}  → {to}")?;
    }
    writeln!(
        out,
        "it is the smallest: the claim is right for the {} position{} before it ({domain})",
        positions - 1,
        if *positions == 2 { "" } else { "s" }
    )
}

fn json(request: &CheckRequest, checked: &Checked) -> serde_json::Value {
    let claims: Vec<serde_json::Value> = checked
        .claims
        .iter()
        .map(|claim| {
            let counterexample = claim.counterexample.as_ref().map(|wrong| {
                serde_json::json!({
                    "position": wrong.position,
                    "claimed": wrong.claimed,
                    "truth": wrong.truth,
                    "reason": wrong.reason,
                    "move": wrong.offending_move.as_ref().map(|(text, to)| {
                        serde_json::json!({"text": text, "to": to})
                    }),
                })
            });
            serde_json::json!({
                "claim": claim.kind,
                "text": claim.text,
                "holds": claim.counterexample.is_none(),
                "positions": claim.positions,
                "counterexample": counterexample,
            })
        })
        .collect();
    serde_json::json!({
        "schema": 1,
        "ruleset": request.ruleset,
        "play": request.play.word(),
        "to": request.to,
        "domain": checked.domain,
        "holds": checked.holds(),
        "claims": claims,
    })
}
