//! Depth-first proof-number search on couples (component, n): is the component, with a Nim heap of n beside it,
//! lost for the player to move? It is exactly if the nimber of the component is n.
//!
//! After J. Lemoine and S. Viennot, *Nimbers are inevitable* (2010), with the weak proof numbers of
//! T. Ueda et al. (2008): work left for a loss is the maximum over the moves, not the sum, because different moves
//! lead to the same positions.
//!
//! Why it is right. A couple is marked as won only after a move of it was proved to be lost for the
//! opponent, and as lost only after all its moves were proved to be won for the opponent: the moves in the
//! component, and those in the heap, where (component, k) is won if k is excluded. An option whose
//! components all have known nimbers is worth their xor. Proof numbers only decide where to look next. Every
//! proof is finite, so it holds even where play could go on for ever; only the two rules that need finite play
//! (equal components cancel, [`Components::known`] by symmetry) are left to games that promise it.

mod children;

use grundy_core::SearchProgress;
use rustc_hash::FxHashSet;

use crate::components::{Components, Options};
use crate::crowd::{Crowd, EXPANSIONS_ALONE};
use crate::meter::{Meter, Stop};
use crate::numbers::ProofNumbers;
use crate::tables::{Both, Exclusions, Guard, Known, Tables};

/// One thread's search in shared tables.
pub struct CoupleSearch<'s, G: Components> {
    game: &'s G,
    tables: &'s Tables<G::Key>,
    meter: &'s Meter,
    /// Held between two looks at the limits.
    guard: Option<Guard<'s, G::Key>>,
    /// Components that play went through to get here, where play might repeat.
    path: FxHashSet<G::Key>,
    depth: usize,
    /// The other threads, if there may be some.
    crowd: Option<&'s Crowd>,
    /// Expansions after which it stops, so that several threads can go on.
    alone_until: u64,
    /// The couples on the way here, where another thread might decide one of them.
    line: Vec<(G::Key, u32)>,
    /// Which of them it did.
    superseded: usize,
    /// What the whole question looked like when last seen.
    root: ProofNumbers,
    /// Called now and then, while nothing is held.
    pause: Option<&'s (dyn Fn() + Sync)>,
    /// Expansions since the meter was last told.
    unreported: u32,
    spare_options: Vec<Options<G::Key>>,
    spare_children: Vec<Vec<Child<G::Key>>>,
    open: Vec<(G::Key, Option<Exclusions>)>,
}

/// A move of a couple that has not been decided.
struct Child<K> {
    /// The component that the opponent is asked about.
    main: K,
    /// The heap beside it, once `rest` is known.
    heap: u32,
    /// Smaller components whose nimbers are not known yet.
    rest: Vec<K>,
    numbers: ProofNumbers,
}

/// What expanding a couple came to.
enum Expanded {
    Won,
    Exact(u32),
    Open,
}

/// How deep the search may recurse.
pub const DEEPEST: usize = 20_000;
/// Expansions between two looks at the limits.
const EXPANSIONS_BETWEEN_CHECKS: u32 = 128;

impl<'s, G: Components> CoupleSearch<'s, G> {
    /// A search that has just begun.
    pub fn new(game: &'s G, tables: &'s Tables<G::Key>, meter: &'s Meter) -> CoupleSearch<'s, G> {
        CoupleSearch {
            game,
            tables,
            meter,
            guard: Some(tables.read()),
            path: FxHashSet::default(),
            depth: 0,
            crowd: None,
            alone_until: u64::MAX,
            line: Vec::new(),
            superseded: 0,
            root: ProofNumbers::leaf(1),
            pause: None,
            unreported: 0,
            spare_options: Vec::new(),
            spare_children: Vec::new(),
            open: Vec::new(),
        }
    }

    /// The same search as one of several threads.
    pub fn among(self, crowd: &'s Crowd) -> CoupleSearch<'s, G> {
        CoupleSearch {
            crowd: Some(crowd),
            ..self
        }
    }

    /// The same search, which ends with [`Stop::Superseded`] when it has become long enough for several threads.
    pub fn until_long(self) -> CoupleSearch<'s, G> {
        CoupleSearch {
            alone_until: self.meter.expansions() + EXPANSIONS_ALONE,
            ..self
        }
    }

    /// The same search, which pauses now and then to do something else.
    pub fn pausing(self, pause: &'s (dyn Fn() + Sync)) -> CoupleSearch<'s, G> {
        CoupleSearch {
            pause: Some(pause),
            ..self
        }
    }

    /// The nimber of a component.
    ///
    /// # Errors
    ///
    /// [`Stop`] when a limit is reached, play can repeat, or the rules fail.
    pub fn nimber(&mut self, component: &G::Key) -> Result<u32, Stop<G::Error>> {
        if let Some(nimber) = self.game.known(component) {
            return Ok(nimber);
        }
        loop {
            let asked = match self.both().nimbers.known(component) {
                Some(Known::Exact(nimber)) => return Ok(nimber),
                Some(Known::Not(excluded)) => excluded.mex(),
                None => 0,
            };
            self.search(component, asked, NO_LIMIT)?;
        }
    }

    /// True if the sum of `components` and a heap is lost for the player to move. Only what decides is asked: all but
    /// the largest component are valued, the largest is asked for one nimber.
    ///
    /// # Errors
    ///
    /// As [`CoupleSearch::nimber`].
    pub fn is_lost(&mut self, components: &[G::Key], heap: u32) -> Result<bool, Stop<G::Error>> {
        let mut left = components.to_vec();
        left.sort_by_key(|component| self.game.size(component));
        let Some(largest) = left.pop() else {
            return Ok(heap == 0);
        };
        let mut heap = heap;
        for component in &left {
            heap ^= self.nimber(component)?;
        }
        if let Some(nimber) = self.game.known(&largest) {
            return Ok(nimber == heap);
        }
        let numbers = self.search(&largest, heap, NO_LIMIT)?;
        Ok(numbers == ProofNumbers::LOST)
    }

    /// Searches a couple until it is decided or one of its numbers reaches a threshold.
    fn search(
        &mut self,
        component: &G::Key,
        heap: u32,
        thresholds: ProofNumbers,
    ) -> Result<ProofNumbers, Stop<G::Error>> {
        if let Some(decided) = self.decided(component, heap) {
            return Ok(decided);
        }
        if self.crowd.is_none() {
            return self.search_open(component, heap, thresholds);
        }
        self.line.push((*component, heap));
        let found = self.search_open(component, heap, thresholds);
        self.line.pop();
        match found {
            Err(Stop::Superseded) if self.superseded == self.line.len() => {
                let decided = self.decided(component, heap);
                Ok(decided.expect("what is decided remains so"))
            }
            found => found,
        }
    }

    /// Searches a couple that is not decided.
    fn search_open(
        &mut self,
        component: &G::Key,
        heap: u32,
        thresholds: ProofNumbers,
    ) -> Result<ProofNumbers, Stop<G::Error>> {
        self.tick()?;
        let mut children = self.spare_children.pop().unwrap_or_default();
        let mut values = Exclusions::default();
        let found = match self.expand(component, heap, &mut children, &mut values) {
            Ok(Expanded::Won) => Ok(ProofNumbers::WON),
            Ok(Expanded::Exact(nimber)) => {
                self.set_exact(component, nimber);
                Ok(if nimber == heap {
                    ProofNumbers::LOST
                } else {
                    ProofNumbers::WON
                })
            }
            Ok(Expanded::Open) => {
                self.depth += 1;
                let found = self.visit_children(component, heap, thresholds, &mut children, values);
                self.depth -= 1;
                found
            }
            Err(stop) => Err(stop),
        };
        children.clear();
        self.spare_children.push(children);
        found
    }

    /// Visits moves, the most promising first.
    fn visit_children(
        &mut self,
        component: &G::Key,
        heap: u32,
        thresholds: ProofNumbers,
        children: &mut Vec<Child<G::Key>>,
        values: Exclusions,
    ) -> Result<ProofNumbers, Stop<G::Error>> {
        if self.depth > DEEPEST {
            return Err(Stop::TooDeep);
        }
        let mut values = values;
        let is_watched = !self.game.is_acyclic();
        if is_watched && !self.path.insert(*component) {
            return Err(Stop::Cycle);
        }
        let found = self.visit_options(component, heap, thresholds, children, &mut values);
        if is_watched {
            self.path.remove(component);
        }
        match found? {
            Some(numbers) => Ok(numbers),
            None => self.visit_heaps(component, heap, thresholds),
        }
    }

    /// Visits the moves in the component; `None` if none of them wins.
    fn visit_options(
        &mut self,
        component: &G::Key,
        heap: u32,
        thresholds: ProofNumbers,
        children: &mut Vec<Child<G::Key>>,
        values: &mut Exclusions,
    ) -> Result<Option<ProofNumbers>, Stop<G::Error>> {
        loop {
            if children.is_empty() {
                self.exclude(component, values);
                return Ok(None);
            }
            let (numbers, best, second) = self.summary(children);
            if self.depth == 1 {
                self.root = numbers;
            }
            if numbers.win >= thresholds.win || numbers.lose >= thresholds.lose {
                self.exclude(component, values);
                self.both().couples.set(component, heap, numbers);
                return Ok(Some(numbers));
            }
            while let Some(part) = children[best].rest.pop() {
                let nimber = self.nimber(&part)?;
                children[best].heap ^= nimber;
            }
            let others = children.len() as u32 - 1;
            let child = &children[best];
            let (main, asked) = (child.main, child.heap);
            let below = thresholds_below(thresholds, others, second);
            let found = self.search_apart(&main, asked, below)?;
            if found == ProofNumbers::LOST {
                values.insert(heap);
                self.exclude(component, values);
                return Ok(Some(ProofNumbers::WON));
            }
            if found == ProofNumbers::WON {
                if let Some(Known::Exact(nimber)) = self.both().nimbers.known(&main) {
                    // The option is worth what the heap was without the one it is asked against.
                    values.insert(nimber ^ asked ^ heap);
                }
                children.swap_remove(best);
            } else {
                children[best].numbers = found;
            }
        }
    }

    /// The same search, which other threads avoid meanwhile.
    fn search_apart(
        &mut self,
        main: &G::Key,
        asked: u32,
        below: ProofNumbers,
    ) -> Result<ProofNumbers, Stop<G::Error>> {
        let Some(crowd) = self.crowd else {
            return self.search(main, asked, below);
        };
        crowd.enter(main, asked);
        let found = self.search(main, asked, below);
        crowd.leave(main, asked);
        found
    }

    #[inline]
    fn summary(&self, children: &[Child<G::Key>]) -> (ProofNumbers, usize, u32) {
        match self.crowd {
            Some(crowd) => summary(children, |child| {
                crowd.seen_from_outside(&child.main, child.heap, child.numbers)
            }),
            None => summary(children, |child| child.numbers),
        }
    }

    /// Visits the moves in the heap: none of those in the component wins.
    fn visit_heaps(
        &mut self,
        component: &G::Key,
        heap: u32,
        thresholds: ProofNumbers,
    ) -> Result<ProofNumbers, Stop<G::Error>> {
        for smaller in 0..heap {
            let below = ProofNumbers {
                win: thresholds.lose,
                lose: thresholds.win,
            };
            let found = self.search(component, smaller, below)?;
            if found == ProofNumbers::LOST {
                return Ok(ProofNumbers::WON);
            }
            if found != ProofNumbers::WON {
                let numbers = ProofNumbers {
                    win: found.lose,
                    lose: found.win,
                };
                self.both().couples.set(component, heap, numbers);
                return Ok(numbers);
            }
        }
        self.set_exact(component, heap);
        Ok(ProofNumbers::LOST)
    }

    fn set_exact(&self, component: &G::Key, nimber: u32) {
        self.both().nimbers.set_exact(component, nimber);
    }

    fn exclude(&self, component: &G::Key, excluded: &Exclusions) {
        self.both().nimbers.exclude(component, excluded);
    }

    /// Tells the meter what it has not been told yet.
    pub fn finish(&mut self) {
        let more = std::mem::take(&mut self.unreported);
        let _ = self.meter.report(more);
    }

    fn tick(&mut self) -> Result<(), Stop<G::Error>> {
        self.unreported += 1;
        if self.unreported < EXPANSIONS_BETWEEN_CHECKS {
            return Ok(());
        }
        let more = std::mem::take(&mut self.unreported);
        self.meter.report(more).map_err(Stop::Limit)?;
        if self.crowd.is_some() {
            self.look_at_line()?;
        } else if self.meter.expansions() >= self.alone_until {
            return Err(Stop::Superseded);
        }
        if self.meter.is_time_to_look() {
            self.look_around();
        }
        if self
            .tables
            .wants_attention(self.guard.as_ref().expect("held"))
        {
            self.guard = None;
            let room = self.tables.make_room();
            self.guard = Some(self.tables.read());
            room.map_err(Stop::Limit)?;
        }
        Ok(())
    }

    /// Fails if another thread has decided a couple on the way here.
    fn look_at_line(&mut self) -> Result<(), Stop<G::Error>> {
        let is_decided =
            |(component, heap): &(G::Key, u32)| self.decided(component, *heap).is_some();
        match self.line.iter().position(is_decided) {
            Some(at) => {
                self.superseded = at;
                Err(Stop::Superseded)
            }
            None => Ok(()),
        }
    }

    /// Says how far the search is, and lets go of the tables for a moment.
    fn look_around(&mut self) {
        let watch = &self.meter.limits().watch;
        if watch.is_watched() {
            watch.tell(&SearchProgress {
                expansions: self.meter.expansions(),
                proof: (self.root.win, self.root.lose),
                ..self.both().progress()
            });
        }
        if let Some(pause) = self.pause {
            self.guard = None;
            pause();
            self.guard = Some(self.tables.read());
        }
    }

    #[inline]
    fn both(&self) -> &Both<G::Key> {
        self.guard.as_ref().expect("held except for a moment")
    }
}

const NO_LIMIT: ProofNumbers = ProofNumbers {
    win: ProofNumbers::NEVER,
    lose: ProofNumbers::NEVER,
};

/// The numbers of a couple by those of its moves, the best move, and the work that the second best needs.
#[inline]
fn summary<K>(
    children: &[Child<K>],
    look: impl Fn(&Child<K>) -> ProofNumbers,
) -> (ProofNumbers, usize, u32) {
    let (mut best, mut least, mut second, mut most) =
        (0, ProofNumbers::NEVER, ProofNumbers::NEVER, 0);
    for (at, child) in children.iter().enumerate() {
        let ProofNumbers { win, lose } = look(child);
        most = most.max(win);
        if lose < least {
            (second, least, best) = (least, lose, at);
        } else if lose < second {
            second = lose;
        }
    }
    let numbers = ProofNumbers {
        win: least,
        lose: most
            .saturating_add(children.len() as u32 - 1)
            .min(ProofNumbers::NEVER - 1),
    };
    (numbers, best, second)
}

/// How far the best move may be searched before another is better.
#[inline]
fn thresholds_below(thresholds: ProofNumbers, others: u32, second: u32) -> ProofNumbers {
    let win = if thresholds.lose == ProofNumbers::NEVER {
        ProofNumbers::NEVER
    } else {
        thresholds.lose - others
    };
    let patience = second.saturating_add(second / 8).saturating_add(1);
    ProofNumbers {
        win,
        lose: thresholds.win.min(patience),
    }
}
