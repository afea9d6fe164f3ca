//! Progress on standard error: a bar with rate and time left, the figures of a search, or that work is going on.

use std::sync::mpsc;
use std::thread::JoinHandle;
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

/// Says that work is going on, and for how long, once it has lasted a moment; until it is dropped.
pub struct Waiting(Option<(mpsc::Sender<()>, JoinHandle<()>)>);

/// Work that is over within this time needs no word.
const A_MOMENT: Duration = Duration::from_secs(1);

/// Shows `what` with the time that it has taken, where a person looks at standard error.
pub fn waiting(common: &Common, what: &'static str) -> Waiting {
    if !common.shows_progress() {
        return Waiting(None);
    }
    let (done, is_done) = mpsc::channel::<()>();
    let shown = std::thread::spawn(move || {
        let over = |time| is_done.recv_timeout(time) != Err(mpsc::RecvTimeoutError::Timeout);
        if over(A_MOMENT) {
            return;
        }
        let spinner = ProgressBar::new_spinner();
        let words = format!("{{spinner}} {what}, {{elapsed}} (Ctrl-C ends it)");
        if let Ok(style) = ProgressStyle::with_template(&words) {
            spinner.set_style(style);
        }
        spinner.tick();
        while !over(A_MOMENT / 5) {
            spinner.tick();
        }
        spinner.finish_and_clear();
    });
    Waiting(Some((done, shown)))
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some((done, shown)) = self.0.take() {
            drop(done);
            // A thread that only draws has nothing to tell.
            let _ = shown.join();
        }
    }
}
