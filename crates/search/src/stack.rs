//! Recursion as deep as play is long.

use crate::meter::Meter;

/// Bytes of a large stack; the system provides what is used of it.
const LARGE: usize = 512 << 20;

/// Runs `work` where it can recurse [`crate::couples::DEEPEST`] times; here, where there are no threads.
pub fn on_a_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if cfg!(target_family = "wasm") {
        return work();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(LARGE);
        let thread = thread
            .spawn_scoped(scope, work)
            .expect("the system can start a thread");
        thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Runs `work` on a large stack, and at the same time on `helpers` more threads; the answer of the first counts, and the
/// others stop.
pub fn with_helpers<T: Send>(meter: &Meter, helpers: usize, work: impl Fn() -> T + Sync) -> T {
    let work = &work;
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            let help = move || drop(work());
            // A system that has no more threads does with fewer.
            let _ = std::thread::Builder::new()
                .stack_size(LARGE)
                .spawn_scoped(scope, help);
        }
        let found = on_a_large_stack(work);
        meter.end();
        found
    })
}
