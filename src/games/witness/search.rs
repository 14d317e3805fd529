//! Every line that solves a panel: the fast alternative to `encodings/witness.lp`.
//!
//! Lines are drawn vertex by vertex. After each step the edges that no continuation can reach any more are
//! decided; cells between which a decided edge is not drawn share a region, and a region whose edges are all
//! decided is judged at once, so that most lines are given up early. The cost is the number of beginnings of
//! lines that break no rule yet, a few machine words each. Tests compare it with the encoding.

use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::bits::{Missed, Strokes, Symbols, bit, fits, numbers, places, vertices};
use crate::concepts::WitnessTest;
use crate::panel::{LINE, Panel};
use crate::twin::{PanelSymmetry, Strand};
use crate::word::BoardWord;
use foolproof_game::{Halted, Search, Searched, StopCheck, Wanted};
use foolproof_level::{Board, Level, Mark, Place, Site};

/// The search of this game.
pub(crate) struct WitnessSearch;

impl Search for WitnessSearch {
    fn solutions(&self, level: &Level, wanted: Wanted, stop: StopCheck<'_>) -> Option<Searched> {
        match (fits::<u64>(level.board), fits::<u128>(level.board)) {
            (true, _) => solutions::<u64>(level, wanted, stop),
            (_, true) => solutions::<u128>(level, wanted, stop),
            _ => None,
        }
    }
}

pub(crate) fn solutions<W: BoardWord>(
    level: &Level,
    wanted: Wanted,
    stop: StopCheck<'_>,
) -> Option<Searched> {
    let test = match wanted.shortcuts {
        true => Some(WitnessTest::of(level)?),
        false => None,
    };
    let panel = Panel::of(level);
    let mut walk = LineWalk::<W>::new(&panel, test.as_ref(), wanted, stop);
    // Starts of different symmetries have no lines at all.
    if !panel.at_odds {
        walk.run();
    }
    let mark: Mark = LINE.parse().ok()?;
    let marks = |strokes: Strokes<W>| -> BTreeSet<(Site, Mark)> {
        strokes.sites().map(|site| (site, mark.clone())).collect()
    };
    Some(Searched {
        count: walk.count,
        exhausted: !walk.ended,
        plays: walk.found.iter().map(|line| line.play()).collect(),
        forced: if walk.count == 0 { BTreeSet::new() } else { marks(walk.all) },
        possible: marks(walk.some),
        digest: walk.digest,
        effort: walk.nodes,
        ..Searched::default()
    })
}

/// Every line of an empty board, in a fixed order.
pub(crate) fn every_line(board: Board) -> Vec<Strokes> {
    let wanted = Wanted { shortcuts: false, plays: usize::MAX, most: u64::MAX, marks: false };
    let panel = Panel::of(&Level::open("witness", board));
    let mut walk = LineWalk::<u64>::new(&panel, None, wanted, &|| false);
    walk.run();
    walk.found
}

/// Steps between two checks of the clock.
const STEPS_A_LOOK: u64 = 1 << 12;

/// Most cached regions.
const MAX_KNOWN: usize = 1 << 22;

/// Images of the corners and edges of a board under a symmetry.
struct Images<W> {
    corners: Vec<W>,
    flat: Vec<W>,
    upright: Vec<W>,
    /// Corners that are their own image.
    fixed: W,
}

impl<W: BoardWord> Images<W> {
    fn of(board: Board, symmetry: PanelSymmetry) -> Self {
        let all = |place: Place, set: W| {
            let mut images = vec![W::NONE; 128];
            for (col, row) in places(set) {
                let site = Site { place, col, row };
                let slot = images.get_mut(bit::<W>(site).first() as usize);
                slot.into_iter().for_each(|image| *image = bit(symmetry.site(board, site)));
            }
            images
        };
        let edges = Strokes::<W>::all(board);
        let corners = all(Place::Vertex, vertices(board));
        let own = |at: &u32| corners.get(*at as usize).is_some_and(|image| image.has(*at));
        let fixed = numbers(vertices::<W>(board)).filter(own);
        Self {
            fixed: fixed.fold(W::NONE, |set, at| set | W::ONE << at),
            flat: all(Place::HEdge, edges.h),
            upright: all(Place::VEdge, edges.v),
            corners,
        }
    }

    fn corners(&self, set: W) -> W {
        image(&self.corners, set)
    }

    fn strokes(&self, set: Strokes<W>) -> Strokes<W> {
        Strokes { h: image(&self.flat, set.h), v: image(&self.upright, set.v) }
    }
}

/// The image of a set, place by place.
fn image<W: BoardWord>(images: &[W], set: W) -> W {
    let of = |at: u32| images.get(at as usize).copied().unwrap_or_default();
    numbers(set).fold(W::NONE, |all, at| all | of(at))
}

struct LineWalk<'a, W = u64> {
    symbols: Symbols<W>,
    starts: W,
    ends: W,
    vertices: W,
    /// The images of corners and edges in a panel of two lines.
    images: Option<Images<W>>,
    /// Edges that are not broken.
    whole: Strokes<W>,
    inner: Strokes<W>,
    dots: W,
    dotted: Strokes<W>,
    /// Dots of the blue and of the yellow line: corners and edges.
    strands: [(W, Strokes<W>); 2],
    test: Option<&'a WitnessTest<W>>,
    wanted: Wanted,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Start of the line.
    begin: W,
    known: HashMap<(W, Missed<W>), bool>,
    nodes: u64,
    ended: bool,
    count: u64,
    found: Vec<Strokes<W>>,
    all: Strokes<W>,
    some: Strokes<W>,
    digest: u64,
}

impl<'a, W: BoardWord> LineWalk<'a, W> {
    fn new(
        panel: &Panel,
        test: Option<&'a WitnessTest<W>>,
        wanted: Wanted,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let all = Strokes::all(panel.board);
        let set = |sites: &mut dyn Iterator<Item = &Site>| {
            sites.map(|site| bit(*site)).fold(W::NONE, |set, bit: W| set | bit)
        };
        Self {
            symbols: Symbols::of(panel),
            starts: set(&mut panel.starts.iter()),
            ends: set(&mut panel.ends.keys()),
            vertices: vertices(panel.board),
            images: panel.symmetry.map(|symmetry| Images::of(panel.board, symmetry)),
            whole: all.without(Strokes::of(panel.gaps.iter().copied())),
            inner: Strokes::inner(panel.board),
            dots: set(&mut panel.dots.iter().filter(|site| site.place == Place::Vertex)),
            dotted: Strokes::of(panel.dots.iter().copied()),
            strands: Strand::BOTH.map(|strand| {
                let own = || panel.strands.iter().filter(|(_, of)| **of == strand).map(|own| own.0);
                let corners = &mut own().filter(|site| site.place == Place::Vertex);
                (set(corners), Strokes::of(own().copied()))
            }),
            test,
            wanted,
            stop,
            begin: W::NONE,
            known: HashMap::new(),
            nodes: 0,
            ended: false,
            count: 0,
            found: Vec::new(),
            all,
            some: Strokes::default(),
            digest: 0,
        }
    }

    fn run(&mut self) {
        // Everything is undecided, broken edges too, so that the first step examines all cells.
        let undecided = self.whole.or(self.inner);
        let (mut starts, mut corners) = (self.starts, self.vertices);
        if let Some(images) = &self.images {
            // Both lines would meet at a corner that is its own image.
            corners = corners.without(images.fixed);
            starts = starts.without(images.fixed);
            self.whole = self.whole.and(images.strokes(self.whole));
        }
        while !starts.is_none() && !self.ended {
            self.begin = starts.lowest();
            let taken = self.both(self.begin);
            starts = starts.without(taken);
            self.step(self.begin, corners.without(taken), Strokes::default(), undecided);
        }
    }

    /// Corners with their images, if there are two lines.
    fn both(&self, corners: W) -> W {
        self.images.as_ref().map_or(corners, |images| corners | images.corners(corners))
    }

    /// Edges with their images.
    fn twins(&self, edges: Strokes<W>) -> Strokes<W> {
        self.images.as_ref().map_or(edges, |images| edges.or(images.strokes(edges)))
    }

    /// Continues from the head of a line; `undecided` edges were so before the head arrived there.
    fn step(&mut self, head: W, free: W, line: Strokes<W>, undecided: Strokes<W>) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STEPS_A_LOOK) && (self.stop)() {
            self.ended = true;
        }
        if head.meets(self.ends) && !line.is_empty() {
            self.finish(head, line, undecided);
        }
        if self.ended {
            return;
        }
        let reach = self.whole.reach(head, free);
        let ahead = self.both(reach);
        // Dots missed for good; erasers may erase some.
        let missed = (self.dots & free).without(ahead).len();
        if !(reach & self.ends).meets(!head) || missed > self.symbols.erasers().len() {
            return;
        }
        let open = Strokes {
            h: self.whole.h & ahead & ahead >> 1,
            v: self.whole.v & ahead & ahead >> W::ROW,
        };
        if !self.may_hold(line, open, undecided, missed) {
            return;
        }
        let Strokes { h, v } = open;
        let upright = Strokes { v: head >> W::ROW & v, h: W::NONE };
        let steps = [
            (head >> W::ROW, upright),
            (head << 1, Strokes { h: head & h, v: W::NONE }),
            (head << W::ROW, Strokes { v: head & v, h: W::NONE }),
            (head >> 1, Strokes { h: head >> 1 & h, v: W::NONE }),
        ];
        for (next, edge) in steps {
            if !edge.is_empty() && next.meets(free) {
                let free = free.without(self.both(next));
                self.step(next, free, line.or(self.twins(edge)), open);
            }
        }
    }

    /// Returns whether the line may become a solution by continuing along some of the open edges, with this
    /// many missed dots.
    fn may_hold(
        &mut self,
        line: Strokes<W>,
        open: Strokes<W>,
        undecided: Strokes<W>,
        missed: u32,
    ) -> bool {
        let drawable = line.or(open);
        let edges = self.dotted.without(drawable);
        let triangles = match self.symbols.has_triangles() {
            true => self.symbols.wrong_triangles(line, open),
            false => W::NONE,
        };
        if missed + edges.len() + triangles.len() > self.symbols.erasers().len() {
            return false;
        }
        if self.images.is_some() && !self.may_be_of_strands(line) {
            return false;
        }
        if !self.symbols.has_pieces() {
            return true;
        }
        let mut left = undecided.without(open).beside() & self.symbols.cells;
        while !left.is_none() {
            let part = drawable.flood(left.lowest(), self.symbols.cells);
            left = left.without(part);
            // Edges of the rim separate no cells, but erasures there depend on them.
            let ahead = if self.erases() { open } else { open.and(self.inner) };
            let holds = match part.meets(ahead.beside()) {
                false => self.holds(part, line),
                true => self.symbols.may_hold(part),
            };
            if !holds {
                return false;
            }
        }
        true
    }

    /// Returns whether there are erasers, so that something may stay wrong.
    fn erases(&self) -> bool {
        !self.symbols.erasers().is_none()
    }

    /// Returns whether the dots of each of the two lines are on one of them so far.
    fn may_be_of_strands(&self, line: Strokes<W>) -> bool {
        let [blue, yellow] = self.strands;
        let first = line.reach(self.begin, self.vertices);
        let other = line.passed().without(first);
        let lies = |(corners, edges): (W, Strokes<W>), on: W| {
            let drawn = edges.and(line);
            (corners & line.passed()).meets(on) || (drawn.h | drawn.v).meets(on)
        };
        !(lies(blue, first) && lies(yellow, first)
            || lies(blue, other) && lies(yellow, other)
            || lies(blue, first) && lies(blue, other)
            || lies(yellow, first) && lies(yellow, other))
    }

    /// Errors of a region that depend only on the line; all edges of the region are decided.
    fn missed(&self, region: W, line: Strokes<W>) -> Missed<W> {
        let none = Strokes::default();
        let corners = self.dots.without(line.passed());
        let around = region | region << 1 | region << W::ROW | region << (W::ROW + 1);
        let edges = self.dotted.without(line);
        let beside = Strokes { h: region | region << W::ROW, v: region | region << 1 };
        Missed {
            triangles: self.symbols.wrong_triangles(line, none) & region,
            corners: corners & around,
            edges: edges.and(beside),
        }
    }

    /// Returns whether a whole region is satisfied; ends if the search is stopped meanwhile.
    fn holds(&mut self, region: W, line: Strokes<W>) -> bool {
        let missed = match self.erases() {
            true => self.missed(region, line),
            // Nothing may be missed, and that is already checked.
            false => Missed::default(),
        };
        if !self.symbols.takes_long() {
            return self.symbols.hold(region, &missed, &self.stop).unwrap_or(false);
        }
        if let Some(known) = self.known.get(&(region, missed)) {
            return *known;
        }
        // A tiling takes longer than a check of the clock.
        let holds = match (self.stop)() {
            true => Err(Halted),
            false => self.symbols.hold(region, &missed, &self.stop),
        };
        match holds {
            Ok(holds) if self.known.len() < MAX_KNOWN => {
                self.known.insert((region, missed), holds);
            }
            Ok(_) => {}
            Err(Halted) => self.ended = true,
        }
        holds.unwrap_or(false)
    }

    /// Ends the line here, if that is a solution.
    fn finish(&mut self, head: W, line: Strokes<W>, undecided: Strokes<W>) {
        // The line is equal from either end.
        let backwards = head.meets(self.starts) && self.begin.meets(self.ends);
        let missed = self.dots.without(line.passed()).len();
        if backwards && self.begin > self.both(head).lowest() {
            return;
        }
        if !self.may_hold(line, Strokes::default(), undecided, missed) {
            return;
        }
        if self.test.is_some_and(|test| test.practises(line, self.symbols.cells)) {
            return;
        }
        self.count += 1;
        self.digest = self.digest.wrapping_add(line.digest());
        self.all = self.all.and(line);
        self.some = self.some.or(line);
        if self.found.len() < self.wanted.plays {
            self.found.push(line);
        }
        self.ended |= self.count >= self.wanted.most;
    }
}
