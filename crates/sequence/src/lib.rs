//! Nim-sequences of taking-and-breaking games.
use grundy_core::*;
/// tmp
pub struct Values {
    rules: HeapRules,
    v: Vec<u128>,
}
impl Values {
    /// tmp
    pub fn new(rules: HeapRules) -> Values {
        Values { rules, v: vec![] }
    }
    /// tmp
    pub fn value(&mut self, heap: u64, limits: &Limits) -> Result<Nimber, LimitReached> {
        limits.check_positions(heap)?;
        while self.v.len() as u64 <= heap {
            let mut o = vec![];
            self.rules.for_each_option(self.v.len() as u64, |_, l| {
                o.push(Nimber(l.iter().fold(0, |s, &x| s ^ self.v[x as usize])));
                true
            });
            self.v.push(Nimber::mex(o).0);
        }
        Ok(Nimber(self.v[heap as usize]))
    }
    /// tmp
    pub fn period(&self) -> Option<()> {
        None
    }
}
