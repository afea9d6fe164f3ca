//! Sprouts on plane maps: explicit vertices, edges with their order around each vertex, and regions.
//!
//! It shares nothing with the representation that the search uses: nothing is reduced, dead parts stay, and
//! maps are compared by a code of the whole drawing.

use std::collections::BTreeMap;

/// Half an edge; the other half has the number with the last bit flipped.
type Dart = usize;

/// A drawing on the sphere.
#[derive(Clone)]
pub struct PlaneMap {
    /// The lines at each vertex.
    degrees: Vec<usize>,
    /// The vertex that each dart leaves.
    origins: Vec<usize>,
    /// The next dart around that vertex.
    next: Vec<Dart>,
    regions: Vec<Vec<Walk>>,
}

/// A part of the border of a region: an isolated vertex, or the walk that a dart lies on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Walk {
    Spot(usize),
    Along(Dart),
}

/// Where a line can begin: at an isolated vertex, or before a dart in the order around its vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Corner {
    walk: usize,
    vertex: usize,
    before: Option<Dart>,
}

impl PlaneMap {
    pub fn spots(count: usize) -> PlaneMap {
        PlaneMap {
            degrees: vec![0; count],
            origins: Vec::new(),
            next: Vec::new(),
            regions: vec![(0..count).map(Walk::Spot).collect()],
        }
    }

    fn walk(&self, first: Dart) -> Vec<Dart> {
        let mut darts = vec![first];
        loop {
            let dart = self.next[darts[darts.len() - 1] ^ 1];
            if dart == first {
                return darts;
            }
            darts.push(dart);
        }
    }

    fn corners(&self, region: usize) -> Vec<Corner> {
        let mut corners = Vec::new();
        for (walk, border) in self.regions[region].iter().enumerate() {
            match *border {
                Walk::Spot(vertex) => corners.push(Corner {
                    walk,
                    vertex,
                    before: None,
                }),
                Walk::Along(first) => {
                    corners.extend(self.walk(first).into_iter().map(|dart| Corner {
                        walk,
                        vertex: self.origins[dart],
                        before: Some(dart),
                    }))
                }
            }
        }
        corners.retain(|corner| self.degrees[corner.vertex] < 3);
        corners
    }

    /// Every map after one move.
    pub fn options(&self) -> Vec<PlaneMap> {
        let mut options = Vec::new();
        for region in 0..self.regions.len() {
            let corners = self.corners(region);
            for (at, &from) in corners.iter().enumerate() {
                for &to in &corners[at..] {
                    let needed = if from.vertex == to.vertex { 2 } else { 1 };
                    if self.degrees[from.vertex] + needed <= 3 {
                        self.join(region, from, to, &mut options);
                    }
                }
            }
        }
        options
    }

    fn join(&self, region: usize, from: Corner, to: Corner, options: &mut Vec<PlaneMap>) {
        let mut map = self.clone();
        let middle = map.degrees.len();
        map.degrees.push(2);
        map.degrees[from.vertex] += 1;
        map.degrees[to.vertex] += 1;
        let [out, back] = [map.origins.len(), map.origins.len() + 2];
        // `out` leaves `from`, `back ^ 1` leaves `to`, the other two leave the new vertex.
        map.origins.extend([from.vertex, middle, middle, to.vertex]);
        map.next.extend([out, back, out ^ 1, back ^ 1]);
        map.insert(out, from.before);
        let before = if from == to && to.before.is_none() {
            Some(out)
        } else {
            to.before
        };
        map.insert(back ^ 1, before);
        let others: Vec<Walk> = (0..self.regions[region].len())
            .filter(|&walk| walk != from.walk && walk != to.walk)
            .map(|walk| self.regions[region][walk])
            .collect();
        map.regions.swap_remove(region);
        if from.walk != to.walk {
            map.regions
                .push([&[Walk::Along(out)], &others[..]].concat());
            options.push(map);
            return;
        }
        for chosen in 0..1usize << others.len() {
            let mut sides = [vec![Walk::Along(out)], vec![Walk::Along(out ^ 1)]];
            for (at, &walk) in others.iter().enumerate() {
                sides[chosen >> at & 1].push(walk);
            }
            let mut option = map.clone();
            option.regions.extend(sides);
            options.push(option);
        }
    }

    /// Puts a dart before another in the order around their vertex; alone it is followed by itself.
    fn insert(&mut self, dart: Dart, before: Option<Dart>) {
        self.next[dart] = dart;
        if let Some(before) = before {
            let last = (0..self.next.len()).find(|&d| d != dart && self.next[d] == before);
            self.next[last.expect("around every vertex")] = dart;
            self.next[dart] = before;
        }
    }

    /// The same text for the same drawing.
    pub fn code(&self) -> String {
        let mut sides = BTreeMap::new();
        for (region, walks) in self.regions.iter().enumerate() {
            for (at, walk) in walks.iter().enumerate() {
                if let Walk::Along(first) = *walk {
                    sides.extend(
                        self.walk(first)
                            .into_iter()
                            .map(|dart| (dart, (region, at))),
                    );
                }
            }
        }
        let roots = 0..self.regions.len();
        let codes = roots.map(|root| self.region_code(root, usize::MAX, &sides));
        codes.min().unwrap_or_default()
    }

    fn region_code(&self, region: usize, entered: usize, sides: &Sides) -> String {
        let walks = self.regions[region].iter().enumerate();
        let others = walks.filter(|(at, _)| *at != entered);
        let mut codes: Vec<String> = others
            .map(|(_, walk)| match *walk {
                Walk::Spot(_) => "o".to_owned(),
                Walk::Along(first) => {
                    let starts = self.walk(first).into_iter();
                    let codes = starts.map(|start| self.component_code(start, sides));
                    codes.min().expect("a walk has darts")
                }
            })
            .collect();
        codes.sort_unstable();
        format!("({})", codes.join(","))
    }

    /// A component read from a dart on; what lies in its other regions follows.
    fn component_code(&self, start: Dart, sides: &Sides) -> String {
        let mut order = vec![start];
        let mut numbers = BTreeMap::from([(start, 0)]);
        let mut code = String::new();
        let mut entered = vec![sides[&start]];
        let mut at = 0;
        while at < order.len() {
            let dart = order[at];
            at += 1;
            for near in [dart ^ 1, self.next[dart]] {
                let fresh = numbers.len();
                let number = *numbers.entry(near).or_insert(fresh);
                if number == fresh {
                    order.push(near);
                }
                code.push(char::from(b'0' + number as u8));
            }
            let side = sides[&dart];
            if !entered.contains(&side) {
                entered.push(side);
                code.push_str(&self.region_code(side.0, side.1, sides));
            }
        }
        code
    }

    /// The position in the notation of the game: only vertices with lives, nothing else reduced.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for walks in &self.regions {
            for walk in walks {
                match *walk {
                    Walk::Spot(_) => text.push('0'),
                    Walk::Along(first) => {
                        for dart in self.walk(first) {
                            let vertex = self.origins[dart];
                            match self.degrees[vertex] {
                                1 => text.push('1'),
                                2 => {
                                    text.push(char::from(b'A' + (vertex % 26) as u8));
                                    text.push_str(&"'".repeat(vertex / 26));
                                }
                                _ => {}
                            }
                        }
                    }
                }
                text.push('.');
            }
            text.push('}');
        }
        text
    }
}

/// For each dart, the region and the walk that it lies on.
type Sides = BTreeMap<Dart, (usize, usize)>;
