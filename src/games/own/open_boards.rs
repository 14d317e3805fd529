//! Boards on which a designer paints: after the second stroke their rules are unfolded once for all marks
//! in use and those near them, so that later strokes wait for no unfolding.
//!
//! Twice to ten times as many ground rules come of it, and where walls close off rooms far more: then a
//! board is given up, and each level's rules are unfolded by themselves. Knows the form.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use super::grounding::{GroundKey, Kept};
use super::{OwnGame, facts};
use crate::games::{Game as _, Opening};
use crate::ground::GroundProgram;
use crate::level::{Board, Level, Mark, Site};

/// Boards that are kept in mind.
const MOST_BOARDS: usize = 8;
/// Pairs of a site and a mark that may be open at once.
const MOST_PAIRS: usize = 4000;
/// Up to so many pairs, the other marks of a kind are open before somebody paints them.
const AT_HAND: usize = 1000;
/// Ground rules of an open board that are worth having.
const MOST_RULES: usize = 80_000;

/// The boards that were painted on last.
#[derive(Default)]
pub struct OpenBoards(Mutex<VecDeque<OpenBoard>>);

struct OpenBoard {
    board: Board,
    settings: BTreeMap<String, i32>,
    /// The level that was asked about first.
    first: GroundKey,
    opening: Option<Arc<Opening>>,
    given_up: bool,
}

impl OpenBoard {
    fn is_of(&self, level: &Level) -> bool {
        self.board == level.board && self.settings == level.settings
    }
}

impl OpenBoards {
    /// What is open on a level's board, once several levels on it were asked about.
    pub fn of(&self, game: &OwnGame, level: &Level) -> Option<Arc<Opening>> {
        let mut boards = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = boards.iter_mut().find(|known| known.is_of(level)) else {
            boards.truncate(MOST_BOARDS - 1);
            boards.push_front(OpenBoard {
                board: level.board,
                settings: level.settings.clone(),
                first: GroundKey::of(level, ""),
                opening: None,
                given_up: false,
            });
            return None;
        };
        if known.given_up {
            return None;
        }
        if let Some(opening) = known.opening.as_ref().filter(|opening| opening.covers(level)) {
            return Some(Arc::clone(opening));
        }
        if known.opening.is_none() && known.first == GroundKey::of(level, "") {
            return None;
        }
        let before = known.opening.as_ref().map(|opening| opening.marks()).unwrap_or_default();
        let pairs = pairs(game, level, before);
        let opening = pairs.map(|pairs| Arc::new(Opening::new(pairs)));
        known.given_up = opening.is_none();
        known.opening.clone_from(&opening);
        opening
    }

    /// Says that an open board is too much, whatever lies on it.
    pub fn give_up(&self, level: &Level) {
        let mut boards = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = boards.iter_mut().find(|known| known.is_of(level)) {
            known.given_up = true;
        }
    }
}

impl OwnGame {
    /// What is made of the rules of a level's board, once they are unfolded for all its levels. A board
    /// whose rules are too many is given up.
    pub(super) fn made_of_board<T>(
        &self,
        kept: &Kept<T>,
        level: &Level,
        further: &str,
        make: impl FnOnce(&GroundProgram) -> Result<T, String>,
    ) -> Option<Arc<T>> {
        let opening = self.open_boards.of(self, level)?;
        let key = GroundKey::of_all(level, &opening, further);
        if let Some(known) = kept.known(key) {
            return known.ok();
        }
        let sources = facts::judged_all(self, level, &opening, further).ok()?;
        let made =
            kept.keep(key, self.grounder.begun(&sources)?, |program| match program.n_rules() {
                0..=MOST_RULES => make(program),
                n => Err(format!("{n} ground rules on an open board; {MOST_RULES} are the most")),
            })?;
        if made.is_err() {
            self.open_boards.give_up(level);
        }
        made.ok()
    }

    /// Begins to unfold the rules for all levels of a board, where nothing was made of them yet.
    pub(super) fn open_board<T>(&self, kept: &Kept<T>, level: &Level, further: &str) {
        if let Some(opening) = self.open_boards.of(self, level)
            && kept.known(GroundKey::of_all(level, &opening, further)).is_none()
            && let Ok(sources) = facts::judged_all(self, level, &opening, further)
        {
            self.grounder.begin(&sources);
        }
    }
}

/// What may lie where: the marks of a level and those before, and further marks of their kinds while they
/// are few. None if there are too many, or one of them does not belong there.
fn pairs(
    game: &OwnGame,
    level: &Level,
    mut marks: BTreeSet<Mark>,
) -> Option<BTreeSet<(Site, Mark)>> {
    marks.extend(level.marks().map(|(_, mark)| mark.clone()));
    let sites: Vec<Site> =
        game.layout(&level.board).sites.into_iter().map(|(site, _)| site).collect();
    let mut pairs = BTreeSet::new();
    let mut open = |mark: &Mark| {
        let may = |site: &&Site| game.accepts(&level.board, **site, mark).is_ok();
        pairs.extend(sites.iter().filter(may).map(|site| (*site, mark.clone())));
        pairs.len()
    };
    if marks.iter().any(|mark| open(mark) > MOST_PAIRS) {
        return None;
    }
    for kind in game.form.marks.iter().filter(|kind| !kind.by_player) {
        let others: Vec<Mark> =
            kind.pattern.marks().into_iter().filter(|mark| !marks.contains(mark)).collect();
        let few = others.len().saturating_mul(sites.len()) <= AT_HAND;
        if few && others.iter().any(|mark| open(mark) > AT_HAND) {
            break;
        }
    }
    level.marks().all(|(site, mark)| pairs.contains(&(site, mark.clone()))).then_some(pairs)
}
