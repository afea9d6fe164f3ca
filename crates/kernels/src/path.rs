//! Which vectors are used: those of the processor, or fewer if the environment says so.

use std::sync::OnceLock;

/// The environment variable that chooses: `scalar`, `avx2` or `avx512`.
pub const VARIABLE: &str = "GRUNDY_SIMD";

/// A way to compute; later ones use wider vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Path {
    /// One number at a time: what every kernel means.
    Scalar,
    /// 32 bytes at a time: AVX2, POPCNT and BMI1.
    Avx2,
    /// 64 bytes at a time: AVX-512 F and BW as well.
    Avx512,
}

impl Path {
    /// All of them, the narrowest first.
    pub const ALL: [Path; 3] = [Path::Scalar, Path::Avx2, Path::Avx512];

    /// The word for it in the environment variable.
    pub fn word(self) -> &'static str {
        match self {
            Path::Scalar => "scalar",
            Path::Avx2 => "avx2",
            Path::Avx512 => "avx512",
        }
    }

    /// True if this processor can do it.
    pub fn is_supported(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = || {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("bmi1")
            };
            let avx512 =
                || is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            match self {
                Path::Scalar => true,
                Path::Avx2 => avx2(),
                Path::Avx512 => avx2() && avx512(),
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            self == Path::Scalar
        }
    }

    /// The widest that the processor supports and [`VARIABLE`] allows; chosen once.
    ///
    /// A value of the variable that is none of the words is ignored: the answer is the same on every path.
    #[inline]
    pub fn chosen() -> Path {
        static CHOSEN: OnceLock<Path> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let word = std::env::var(VARIABLE).unwrap_or_default();
            Path::widest(&word, Path::is_supported)
        })
    }

    /// The widest path that is supported, and no wider than the one with this word.
    fn widest(word: &str, is_supported: impl Fn(Path) -> bool) -> Path {
        let forced = Path::ALL.into_iter().find(|path| path.word() == word);
        let allowed = |path: &Path| forced.is_none_or(|forced| *path <= forced);
        let mut supported = Path::ALL.into_iter().filter(|&path| is_supported(path));
        supported.rfind(allowed).unwrap_or(Path::Scalar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_narrows_what_the_processor_supports() {
        let all = |_| true;
        let no_512 = |path| path < Path::Avx512;
        assert_eq!(Path::widest("", all), Path::Avx512);
        assert_eq!(Path::widest("", no_512), Path::Avx2);
        assert_eq!(Path::widest("avx512", no_512), Path::Avx2);
        assert_eq!(Path::widest("avx2", all), Path::Avx2);
        assert_eq!(Path::widest("scalar", all), Path::Scalar);
        assert_eq!(Path::widest("something else", all), Path::Avx512);
    }
}
