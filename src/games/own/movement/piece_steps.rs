//! Effects of steps on the pieces of a game of moves: how their number changes, how far they move, what they
//! land on and pass over. Facts for the author of the rules, who knows what is meant.

use std::collections::{BTreeMap, BTreeSet};

use crate::movement::move_rules::MoveRules;
use crate::movement::moves::{Pieces, beginning, moved_pieces};
use crate::own_game::OwnGame;
use foolproof_game::StopCheck;
use foolproof_ground::{Explored, PositionId, StepState};
use foolproof_level::{Level, Mark, Place, Play, Site};
use foolproof_space::{ActionId, SpaceLimits};

/// The name for an empty site.
const NOTHING: &str = "nothing";

/// Effects of steps on the pieces of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceSteps {
    pub steps: u64,
    /// The change of their number in a step, at least and at most.
    pub least: i64,
    pub most: i64,
    pub most_before: u32,
    pub most_after: u32,
    /// The step that removes most pieces, and of those the one with most before: their number before and after.
    pub taken: Option<(u32, u32, StepExample)>,
    /// The number of steps that change the number of pieces, and one that does so without an event while the
    /// play continues.
    pub changing: u64,
    pub silent: Option<StepExample>,
    /// Maximum distance of a move, in cells.
    pub farthest: u16,
    /// Marks that pieces land on, and marks that they pass over on a straight way, each with an example.
    pub onto: BTreeMap<String, StepExample>,
    pub over: BTreeMap<String, StepExample>,
}

/// A step of a level: the way to the position before it, and the step itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepExample {
    pub level: Level,
    pub before: Play,
    pub after: Play,
}

/// The steps of a level, by kinds of pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PiecesOfLevel {
    pub kinds: BTreeMap<String, PieceSteps>,
    pub positions: usize,
    /// These are all reachable positions.
    pub all: bool,
}

impl PieceSteps {
    pub fn join(&mut self, other: &Self) {
        if self.steps == 0 {
            *self = other.clone();
            return;
        }
        self.steps += other.steps;
        self.changing += other.changing;
        (self.least, self.most) = (self.least.min(other.least), self.most.max(other.most));
        self.most_before = self.most_before.max(other.most_before);
        self.most_after = self.most_after.max(other.most_after);
        self.farthest = self.farthest.max(other.farthest);
        if let Some((was, is, example)) = &other.taken
            && self.takes_more(*was, *is)
        {
            self.taken = Some((*was, *is, example.clone()));
        }
        if self.silent.is_none() {
            self.silent.clone_from(&other.silent);
        }
        for (all, more) in [(&mut self.onto, &other.onto), (&mut self.over, &other.over)] {
            for (what, example) in more {
                all.entry(what.clone()).or_insert_with(|| example.clone());
            }
        }
    }

    fn takes_more(&self, was: u32, is: u32) -> bool {
        let known = self.taken.as_ref().map(|(was, is, _)| (was.saturating_sub(*is), *was));
        was > is && known < Some((was - is, was))
    }

    fn count(&mut self, was: u32, is: u32) {
        let change = i64::from(is) - i64::from(was);
        let first = self.steps == 0;
        self.steps += 1;
        self.changing += u64::from(change != 0);
        self.least = if first { change } else { self.least.min(change) };
        self.most = if first { change } else { self.most.max(change) };
        self.most_before = self.most_before.max(was);
        self.most_after = self.most_after.max(is);
    }
}

/// A level during the study of its steps.
struct StepsOfLevel<'a> {
    level: &'a Level,
    began: &'a Level,
    rules: &'a MoveRules,
    explored: &'a Explored,
    /// By position: the pieces, and the looks over sites.
    pieces: Vec<Pieces>,
    looks: Vec<BTreeMap<Site, BTreeSet<Mark>>>,
}

/// A step between two positions.
#[derive(Clone, Copy)]
struct Step {
    from: PositionId,
    action: ActionId,
    to: PositionId,
}

impl OwnGame {
    /// Studies the effects of steps on the pieces of a level of moves, in up to this many positions; `None` if
    /// no position is known.
    pub fn piece_steps(
        &self,
        level: &Level,
        positions: usize,
        stop: StopCheck<'_>,
    ) -> Option<PiecesOfLevel> {
        let rules = self.ready(level)?;
        let limits = SpaceLimits { states: positions, ..self.search_memory.limits() };
        let explored = rules.game.with_all_marks().explore(&limits, stop);
        let number = PositionId::try_from(explored.n_positions()).ok()?;
        let states: Vec<StepState> = (0..number).map(|at| explored.state(at)).collect();
        let began = beginning(level);
        let all = StepsOfLevel {
            level,
            began: &began,
            rules: &rules,
            explored: &explored,
            pieces: states.iter().map(|state| Self::pieces(&rules, state)).collect(),
            looks: states.iter().map(|state| looks_of(&rules, state)).collect(),
        };
        let mut found = PiecesOfLevel {
            kinds: BTreeMap::new(),
            positions: explored.n_positions(),
            all: explored.has_all(),
        };
        let moving: BTreeSet<&str> = self.form.moving.iter().map(String::as_str).collect();
        for from in 0..number {
            if stop() {
                found.all = false;
                break;
            }
            for (action, to) in explored.steps(from) {
                all.note(Step { from, action, to }, &moving, &mut found.kinds);
            }
        }
        Some(found)
    }
}

/// Returns the looks that the rules put over sites in a position.
fn looks_of(rules: &MoveRules, state: &StepState) -> BTreeMap<Site, BTreeSet<Mark>> {
    let mut looks: BTreeMap<Site, BTreeSet<Mark>> = BTreeMap::new();
    for (site, style) in rules.looks(state) {
        looks.entry(site).or_default().insert(style);
    }
    looks
}

impl StepsOfLevel<'_> {
    fn note(&self, step: Step, moving: &BTreeSet<&str>, kinds: &mut BTreeMap<String, PieceSteps>) {
        let at = |position: PositionId| self.pieces.get(position as usize);
        let (Some(was), Some(is)) = (at(step.from), at(step.to)) else { return };
        let number = |pieces: &Pieces, kind: &str| {
            let marks = pieces.values().flatten();
            u32::try_from(marks.filter(|mark| mark.functor() == kind).count()).unwrap_or(u32::MAX)
        };
        // Without a next step, the end of the play shows that something happened: a snake fell, a box is gone.
        let goes_on = self.explored.steps(step.to).next().is_some();
        let silent = goes_on && self.explored.events(step.from, step.action).is_empty();
        for kind in moving {
            let (before, after) = (number(was, kind), number(is, kind));
            let noted = kinds.entry((*kind).to_owned()).or_default();
            noted.count(before, after);
            if noted.takes_more(before, after) {
                noted.taken = Some((before, after, self.example(step)));
            }
            if silent && before != after && noted.silent.is_none() {
                noted.silent = Some(self.example(step));
            }
        }
        for (mark, from, to) in moved_pieces(was, is) {
            let noted = kinds.entry(mark.functor().to_owned()).or_default();
            noted.farthest =
                noted.farthest.max(from.col.abs_diff(to.col) + from.row.abs_diff(to.row));
            let onto = self.lying(step.from, to, false);
            noted.onto.entry(onto).or_insert_with(|| self.example(step));
            for site in between(from, to) {
                let what = self.lying(step.from, site, true);
                if what != NOTHING {
                    noted.over.entry(what).or_insert_with(|| self.example(step));
                }
            }
        }
    }

    /// Returns the contents of a site in a position: the mark of the level, and the pieces over it, which come
    /// first if `pieces` is set.
    fn lying(&self, position: PositionId, site: Site, pieces: bool) -> String {
        let at = position as usize;
        let lies = self.pieces.get(at).and_then(|all| all.get(&site)).and_then(BTreeSet::first);
        if let Some(piece) = lies.filter(|_| pieces) {
            return piece.functor().to_owned();
        }
        let began = self.began.mark(site);
        // A piece that started there is not part of the ground.
        let first = self.pieces.first().and_then(|all| all.get(&site));
        let ground = began.filter(|mark| first.is_none_or(|pieces| !pieces.contains(*mark)));
        let ground = ground.map_or(NOTHING, Mark::functor);
        let looks = self.looks.get(at).and_then(|all| all.get(&site));
        match looks.and_then(BTreeSet::first) {
            Some(look) => format!("{ground} that looks {}", look.functor()),
            None => ground.to_owned(),
        }
    }

    fn example(&self, step: Step) -> StepExample {
        let mut way = self.explored.way_to(step.from);
        let before = self.rules.play_of(&way);
        way.push(step.action);
        StepExample { level: self.level.clone(), before, after: self.rules.play_of(&way) }
    }
}

/// Returns the cells between two cells of a row or column.
fn between(from: Site, to: Site) -> Vec<Site> {
    let cells = from.place == Place::Cell && to.place == Place::Cell;
    let inside = |one: u16, other: u16| one.min(other) + 1..one.max(other);
    match (cells, from.col == to.col, from.row == to.row) {
        (true, true, false) => {
            inside(from.row, to.row).map(|row| Site::cell(from.col, row)).collect()
        }
        (true, false, true) => {
            inside(from.col, to.col).map(|col| Site::cell(col, from.row)).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_lie_between_on_straight_ways_alone() {
        let (one, other) = (Site::cell(4, 2), Site::cell(1, 2));
        assert_eq!(between(one, other), [Site::cell(2, 2), Site::cell(3, 2)]);
        assert_eq!(between(one, Site::cell(4, 3)), []);
        assert_eq!(between(one, Site::cell(1, 5)), []);
    }

    #[test]
    fn of_steps_that_take_as_many_the_one_that_begins_with_most_is_kept() {
        let example = || {
            let level = Level::open("any", foolproof_level::Board { cols: 1, rows: 1, tray: 0 });
            StepExample { level, before: Play::default(), after: Play::default() }
        };
        let mut steps = PieceSteps::default();
        for (was, is) in [(3, 1), (2, 2), (5, 3), (4, 2), (9, 8)] {
            let mut one = PieceSteps::default();
            one.count(was, is);
            if one.takes_more(was, is) {
                one.taken = Some((was, is, example()));
            }
            steps.join(&one);
        }
        let taken = steps.taken.as_ref().map(|(was, is, _)| (*was, *is));
        assert_eq!((steps.steps, steps.least, steps.most, taken), (5, -2, 0, Some((5, 3))));
    }
}
