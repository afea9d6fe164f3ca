//! Recursion as deep as play is long.

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
