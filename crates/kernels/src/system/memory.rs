//! Hints about memory: what to bring near, and where large pages pay.
//!
//! None of these changes what a program computes, so the scalar meaning of each is to do nothing.

/// Asks the processor to bring `slice[index]` into the cache; any index is harmless.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    let address = slice.as_ptr().wrapping_add(index);
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch never faults, whatever the address, and reads nothing that the
        // program could see; SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast::<i8>()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// Asks the operating system to back `slice` with large pages, before it is first touched.
///
/// Random access over hundreds of megabytes otherwise spends most of its time on page tables.
pub fn advise_huge_pages<T>(slice: &[T]) {
    advise(slice.as_ptr(), slice.len());
}

/// As [`advise_huge_pages`] for all that `vector` has room for.
pub fn advise_huge_pages_of<T>(vector: &Vec<T>) {
    advise(vector.as_ptr(), vector.capacity());
}

/// Gives memory that has been freed back to the operating system at once.
pub fn release_free_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the allocator only gives back pages that hold no live allocation.
    unsafe {
        libc::malloc_trim(0)
    };
}

/// Has large blocks go back to the operating system as soon as they are freed, from now on.
///
/// Otherwise each thread keeps the largest that it ever had, for the next one that never comes.
pub fn return_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const LARGE: libc::c_int = 256 << 10;
        // SAFETY: this sets from which size on the allocator maps blocks one by one; it may be
        // called at any time, and blocks that are there already are not concerned.
        unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
    }
}

/// Advises on `length` elements from `start`, memory that the caller's argument borrows.
fn advise<T>(start: *const T, length: usize) {
    #[cfg(target_os = "linux")]
    {
        const LARGE_PAGE: usize = 2 << 20;
        let start = start as usize;
        let end = start + length * std::mem::size_of::<T>();
        let (first, last) = (start.next_multiple_of(LARGE_PAGE), end & !(LARGE_PAGE - 1));
        if first < last {
            // SAFETY: the range lies inside one allocation that is borrowed; MADV_HUGEPAGE changes
            // how it is backed and never its contents. A refusal is of no consequence.
            unsafe {
                libc::madvise(
                    first as *mut libc::c_void,
                    last - first,
                    libc::MADV_HUGEPAGE,
                )
            };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_change_nothing() {
        let mut numbers = vec![0u32; 3 << 20];
        advise_huge_pages(&numbers);
        for (at, number) in numbers.iter_mut().enumerate() {
            *number = at as u32;
        }
        for index in [0, 1, numbers.len(), usize::MAX, usize::MAX / 4] {
            prefetch(&numbers, index);
        }
        advise_huge_pages(&numbers);
        advise_huge_pages_of(&numbers);
        advise_huge_pages::<u32>(&[]);
        return_large_blocks();
        release_free_memory();
        assert!(numbers.iter().enumerate().all(|(at, &n)| at as u32 == n));
    }
}
