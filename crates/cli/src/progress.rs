//! How far the work is, on standard error: a bar with rate and time left, or the figures of a search.

use std::time::{Duration, Instant};

use grundy::core::{SearchProgress, Watch};
use indicatif::{
    HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

use crate::common::Common;

/// A bar for `total` steps of `what`, hidden where none is wanted.
pub fn bar(common: &Common, total: u64, what: &str) -> ProgressBar {
    if !common.shows_progress() {
        return ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
    }
    let bar = ProgressBar::new(total);
    let template =
        format!("{{wide_bar}} {{human_pos}} of {{human_len}} {what}, {{rate}}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.with_key("rate", rate));
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Steps per second, as a whole number.
fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
}

/// Shows the figures of a search, where progress is wanted.
pub fn search(common: &Common) -> Watch {
    if !common.shows_progress() {
        return Watch::default();
    }
    let spinner = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        spinner.set_style(style);
    }
    let start = Instant::now();
    Watch::new(move |progress| {
        spinner.set_message(figures(progress, start.elapsed()));
        spinner.tick();
    })
}

fn figures(progress: &SearchProgress, elapsed: Duration) -> String {
    let rate = progress.expansions as f64 / elapsed.as_secs_f64().max(0.001);
    let proof = match progress.proof {
        (0, 0) => String::new(),
        (win, lose) => format!(", proof numbers {win} to win, {lose} to lose"),
    };
    format!(
        "{} expanded, {}/s, {} nimbers, {} components, {}{proof}",
        HumanCount(progress.expansions),
        HumanCount(rate as u64),
        HumanCount(progress.nimbers),
        HumanCount(progress.components),
        HumanBytes(progress.bytes),
    )
}
