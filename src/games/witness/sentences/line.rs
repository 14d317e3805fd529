//! The line: it runs from corner to corner, from one start to one end, in one piece, and over all dots.
//!
//! A line that begins at several places or branches is wrong for that reason alone; each sentence has a
//! meaning for any set of edges.

use std::collections::{BTreeMap, BTreeSet};

use foolproof_ground::AtomNumber;
use foolproof_level::{Place, Site};

use super::PanelWriter;
use crate::panel::{ends, vertices};

const BRANCHES: &str = "the line branches here";
const STOPS: &str = "the line stops here";
const APART: &str = "this part of the line hangs on no start";
const TOO_MANY_ENDS: &str = "the line has more than two ends";
const MISSED: &str = "the line misses the dot";
const AT_ODDS: &str = "the starts ask for lines of different symmetries";
const MEET: &str = "the two lines meet here";
const OTHER_LINE: &str = "a dot of the same colour is on the other line";
const OTHER_COLOUR: &str = "a dot of the other colour is on the same line";

/// Sentences about one end of the line.
struct EndWords {
    /// For a single possible place.
    lacking: &'static str,
    passed: &'static str,
    /// For several possible places.
    nowhere: &'static str,
    twice: &'static str,
}

const START: EndWords = EndWords {
    lacking: "the line does not begin here",
    passed: "the line passes through its start",
    nowhere: "the line begins at no start",
    twice: "the line begins at two starts",
};

const END: EndWords = EndWords {
    lacking: "the line does not end here",
    passed: "the line passes through its end",
    nowhere: "the line ends at no end",
    twice: "the line ends at two ends",
};

/// Facts about the line at a corner.
struct CornerLine {
    passed: AtomNumber,
    /// Exactly one edge of it is drawn.
    loose: AtomNumber,
}

type CornerLines = BTreeMap<Site, CornerLine>;

impl PanelWriter<'_> {
    pub(super) fn line(&mut self) {
        let panel = self.panel;
        if panel.at_odds {
            let wrong = self.writer.wrong_anywhere(AT_ODDS);
            self.writer.rule(wrong, &[], &[]);
        }
        let corners = self.corners();
        let starts: BTreeSet<Site> =
            panel.starts.iter().map(|start| self.first_of_twins(*start)).collect();
        let ends: BTreeSet<Site> = panel.ends.keys().map(|end| self.first_of_twins(*end)).collect();
        let disjoint = starts.is_disjoint(&ends);
        self.one_of(&starts, &corners, disjoint, &START);
        self.one_of(&ends, &corners, disjoint, &END);
        if !disjoint {
            let all: Vec<AtomNumber> = loose_at(starts.union(&ends), &corners);
            if all.len() > 2 {
                let wrong = self.writer.wrong_anywhere(TOO_MANY_ENDS);
                self.writer.at_least(wrong, 3, &all);
            }
        }
        let bases = self.bases(&starts, &corners);
        self.in_one_piece(&bases, &corners);
        self.dots(&corners);
        if panel.symmetry.is_some() {
            self.apart();
            self.strands(&bases);
        }
    }

    /// The first of a place and its image, if there are two lines.
    fn first_of_twins(&self, site: Site) -> Site {
        self.panel.image(site).map_or(site, |image| image.min(site))
    }

    /// The conditions at each corner, which make the line continue.
    fn corners(&mut self) -> CornerLines {
        let panel = self.panel;
        let mut corners = CornerLines::new();
        for corner in vertices(&panel.board) {
            let edges = self.edges_at(corner);
            let writer = &mut self.writer;
            let (passed, twice, loose) = (writer.derived(), writer.derived(), writer.derived());
            writer.at_least(passed, 1, &edges);
            writer.at_least(twice, 2, &edges);
            writer.rule(loose, &[passed], &[twice]);
            corners.insert(corner, CornerLine { passed, loose });
            if self.first_of_twins(corner) != corner {
                continue;
            }
            let place = corner.to_string();
            if edges.len() > 2 {
                self.writer.wants_at_most(2, BRANCHES, &place, &edges);
            }
            if !panel.starts.contains(&corner) && !panel.ends.contains_key(&corner) {
                let wrong = self.writer.wrong(STOPS, &place);
                self.writer.rule(wrong, &[loose], &[]);
            }
        }
        corners
    }

    /// Requires that the line has one end among these corners: one of each pair of images.
    fn one_of(
        &mut self,
        corners: &BTreeSet<Site>,
        lines: &CornerLines,
        disjoint: bool,
        words: &EndWords,
    ) {
        if let (Some(only), 1) = (corners.first(), corners.len()) {
            let (edges, place) = (self.edges_at(*only), only.to_string());
            self.writer.wants_one(words.lacking, &place, &edges);
            if edges.len() > 1 {
                self.writer.wants_at_most(1, words.passed, &place, &edges);
            }
            return;
        }
        let loose = loose_at(corners, lines);
        let nowhere = self.writer.wrong_anywhere(words.nowhere);
        self.writer.rule(nowhere, &[], &loose);
        if disjoint {
            let twice = self.writer.wrong_anywhere(words.twice);
            self.writer.at_least(twice, 2, &loose);
        }
    }

    /// Possible beginnings of the line: an atom for each start. The one that is true is that of the only
    /// start, or of the first start at which the line has a loose end.
    fn bases(
        &mut self,
        starts: &BTreeSet<Site>,
        corners: &CornerLines,
    ) -> BTreeMap<Site, AtomNumber> {
        let mut before = Vec::new();
        let mut bases = BTreeMap::new();
        for start in starts {
            let Some(loose) = corners.get(start).map(|corner| corner.loose) else { continue };
            let base = self.writer.derived();
            match starts.len() {
                1 => self.writer.rule(base, &[], &[]),
                _ => self.writer.rule(base, &[loose], &before),
            }
            before.push(loose);
            bases.insert(*start, base);
        }
        bases
    }

    /// The corners that lines lead to from these, with the atoms for that.
    fn reached(&mut self, bases: &BTreeMap<Site, AtomNumber>) -> BTreeMap<Site, AtomNumber> {
        let reached: BTreeMap<Site, AtomNumber> =
            vertices(&self.panel.board).map(|corner| (corner, self.writer.derived())).collect();
        for (corner, base) in bases {
            if let Some(head) = reached.get(corner) {
                self.writer.rule(*head, &[*base], &[]);
            }
        }
        for (edge, drawn) in &self.edges {
            let two = ends(*edge).map(|ends| ends.map(|end| reached.get(&end).copied()));
            if let Some([Some(one), Some(other)]) = two {
                self.writer.rule(one, &[other, *drawn], &[]);
                self.writer.rule(other, &[one, *drawn], &[]);
            }
        }
        reached
    }

    fn in_one_piece(&mut self, bases: &BTreeMap<Site, AtomNumber>, corners: &CornerLines) {
        let images = bases.iter().filter_map(|(at, base)| Some((self.panel.image(*at)?, *base)));
        let both: BTreeMap<Site, AtomNumber> =
            images.chain(bases.iter().map(|(at, base)| (*at, *base))).collect();
        let reached = self.reached(&both);
        for (corner, hangs) in reached {
            let Some(line) = corners.get(&corner) else { continue };
            let is_base = both.len() == 1 && both.contains_key(&corner);
            if !is_base && self.first_of_twins(corner) == corner {
                let wrong = self.writer.wrong(APART, &corner.to_string());
                self.writer.rule(wrong, &[line.passed], &[hangs]);
            }
        }
    }

    fn dots(&mut self, corners: &CornerLines) {
        for dot in &self.panel.dots {
            let passed = match dot.place {
                Place::Vertex => corners.get(dot).map(|corner| corner.passed),
                _ => self.edges.get(dot).copied(),
            };
            self.writer.wants_one(
                MISSED,
                &dot.to_string(),
                &passed.into_iter().collect::<Vec<_>>(),
            );
        }
    }

    /// Keeps a line apart from its image: they meet on a corner or an edge that is its own image, and nowhere
    /// else if the line never branches.
    fn apart(&mut self) {
        let own = |site: &Site| self.panel.image(*site) == Some(*site);
        let fixed: Vec<Site> = vertices(&self.panel.board).filter(own).collect();
        let crossing: Vec<Site> = self.edges.keys().copied().filter(own).collect();
        for corner in fixed {
            let edges = self.edges_at(corner);
            self.writer.wants_at_most(0, MEET, &corner.to_string(), &edges);
        }
        for edge in crossing {
            let ends_fixed = ends(edge).is_some_and(|ends| ends.iter().any(&own));
            let drawn = self.edges.get(&edge).copied().filter(|_| !ends_fixed);
            if let Some(drawn) = drawn {
                self.writer.wants_at_most(0, MEET, &edge.to_string(), &[drawn]);
            }
        }
    }

    /// Requires that dots of a colour are on one of the two lines, those of the other colour on the other.
    fn strands(&mut self, bases: &BTreeMap<Site, AtomNumber>) {
        let panel = self.panel;
        if panel.strands.len() < 2 {
            return;
        }
        let first = self.reached(bases);
        let mut on: BTreeMap<Site, [AtomNumber; 2]> = BTreeMap::new();
        for dot in panel.strands.keys() {
            let lines = [Some(*dot), panel.image(*dot)].map(|dot| self.lies_on(dot, &first));
            on.insert(*dot, lines);
        }
        for (dot, strand) in &panel.strands {
            let Some([one, other]) = on.get(dot).copied() else { continue };
            let others = || panel.strands.iter().filter(|(at, _)| *at != dot);
            for (sentence, alike) in [(OTHER_LINE, true), (OTHER_COLOUR, false)] {
                let mut against = others().filter(|(_, of)| (*of == strand) == alike).peekable();
                if against.peek().is_none() {
                    continue;
                }
                let wrong = self.writer.wrong(sentence, &dot.to_string());
                for lines in against.filter_map(|(at, _)| on.get(at)) {
                    let [near, far] = if alike { [lines[1], lines[0]] } else { *lines };
                    self.writer.rule(wrong, &[one, near], &[]);
                    self.writer.rule(wrong, &[other, far], &[]);
                }
            }
        }
    }

    /// True if a corner or an edge is passed by the line that leads to these corners.
    fn lies_on(&mut self, dot: Option<Site>, first: &BTreeMap<Site, AtomNumber>) -> AtomNumber {
        let lies = self.writer.derived();
        let Some(dot) = dot else { return lies };
        let drawn = self.edges.get(&dot).copied();
        let corner = ends(dot).map_or(dot, |[corner, _]| corner);
        match (first.get(&corner), dot.place, drawn) {
            (Some(reached), Place::Vertex, _) => self.writer.rule(lies, &[*reached], &[]),
            (Some(reached), _, Some(drawn)) => self.writer.rule(lies, &[*reached, drawn], &[]),
            _ => {}
        }
        lies
    }
}

/// The atoms for line ends at these corners.
fn loose_at<'a>(
    corners: impl IntoIterator<Item = &'a Site>,
    lines: &CornerLines,
) -> Vec<AtomNumber> {
    corners.into_iter().filter_map(|corner| Some(lines.get(corner)?.loose)).collect()
}
