//! A progress bar with rate and time left, on standard error.

use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

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
