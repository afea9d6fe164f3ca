//! Numbers for tests that look random and are the same every time.

/// A source of numbers, each below what it is asked for.
pub(crate) fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    }
}
