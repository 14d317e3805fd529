//! Boards that a designer is painting. After the second stroke the rules are unfolded once for all marks in use
//! and similar ones, so that later strokes need no unfolding.
//!
//! That produces two to ten times as many ground rules, and far more if walls close off rooms or any cell may
//! begin an area. Then only recently used marks are left open, which can be removed and put back without
//! unfolding; if that is too much as well, each level's rules are unfolded separately.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::own_game::OwnGame;
use crate::rules::facts;
use crate::rules::grounding::{GroundKey, Kept};
use crate::rules::judge::Judge;
use foolproof_game::{Game as _, MAX_BEGUN_RULES, Opening, RulesFault};
use foolproof_ground::GroundProgram;
use foolproof_level::{Board, Level, Mark, Site};

/// Number of boards that are remembered.
const MAX_BOARDS: usize = 8;
/// Maximum number of open pairs of a site and a mark.
const MAX_PAIRS: usize = 4000;
/// Up to this number of pairs, marks of the same kinds are open before anybody paints them.
const AT_HAND: usize = 1000;
/// Maximum number of recent marks that are no longer on the board.
const MAX_LATELY: usize = 40;

/// The most recently painted boards.
#[derive(Default)]
pub(crate) struct OpenBoards(Mutex<VecDeque<OpenBoard>>);

struct OpenBoard {
    board: Board,
    settings: BTreeMap<String, i32>,
    /// The first level asked about, and the last one that no opening covered.
    first: GroundKey,
    last: GroundKey,
    opening: Option<Arc<Opening>>,
    /// An opening for questions that will follow.
    asked_for: Option<Arc<Opening>>,
    width: OpenWidth,
    /// Marks that were recently on the board.
    lately: BTreeSet<(Site, Mark)>,
}

/// The part of a board that is left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenWidth {
    /// Marks in use, on all their sites.
    Everywhere,
    /// Recent marks, only on their sites.
    Lately,
    Nothing,
}

fn lying(level: &Level) -> BTreeSet<(Site, Mark)> {
    level.marks().map(|(site, mark)| (site, mark.clone())).collect()
}

impl OpenBoard {
    fn new(level: &Level, first: GroundKey) -> Self {
        Self {
            board: level.board,
            settings: level.settings.clone(),
            first,
            last: first,
            opening: None,
            asked_for: None,
            width: OpenWidth::Everywhere,
            lately: lying(level),
        }
    }

    fn is_of(&self, level: &Level) -> bool {
        self.board == level.board && self.settings == level.settings
    }

    /// Returns a new opening for a level that fits no existing one.
    fn widened(&mut self, game: &OwnGame, level: &Level, key: GroundKey) -> Option<Opening> {
        let is_first = self.opening.is_none() && self.first == key;
        let is_last = std::mem::replace(&mut self.last, key) == key;
        let (lying, before) = (lying(level), self.lately.clone());
        let brings_nothing = lying.is_subset(&before);
        self.lately.extend(lying.iter().cloned());
        if self.lately.len() > lying.len() + MAX_LATELY {
            self.lately.clone_from(&lying);
        }
        if is_first {
            return None;
        }
        if self.width == OpenWidth::Everywhere {
            let before = self.opening.as_ref().map(|opening| opening.marks()).unwrap_or_default();
            let opening = pairs(game, level, before).map(Opening::new);
            if opening.is_none() {
                self.width = OpenWidth::Lately;
            }
            return opening;
        }
        // A stroke with a new mark is followed by others, and this opening would not cover them.
        (self.width == OpenWidth::Lately && brings_nothing && !is_last)
            .then(|| Opening::new(self.lately.clone()))
    }
}

impl OpenBoards {
    /// Returns the opening of a level's board, once several levels on it were asked about.
    pub(crate) fn of(&self, game: &OwnGame, level: &Level) -> Option<Arc<Opening>> {
        let key = GroundKey::of(level, "");
        let mut boards = self.0.lock();
        let Some(known) = boards.iter_mut().find(|known| known.is_of(level)) else {
            boards.truncate(MAX_BOARDS - 1);
            boards.push_front(OpenBoard::new(level, key));
            return None;
        };
        // The requested marks are already included.
        let mut open = known.asked_for.iter().chain(&known.opening);
        if let Some(opening) = open.find(|opening| opening.covers(level)) {
            return Some(Arc::clone(opening));
        }
        let opening = known.widened(game, level, key).map(Arc::new);
        if opening.is_some() || known.width == OpenWidth::Nothing {
            known.opening.clone_from(&opening);
        }
        opening
    }

    /// Narrows what is left open on a board with too many rules: from marks on all sites to recent marks, then
    /// to nothing.
    pub(crate) fn give_up(&self, level: &Level) {
        let key = GroundKey::of(level, "");
        let mut boards = self.0.lock();
        if let Some(known) = boards.iter_mut().find(|known| known.is_of(level)) {
            known.width = match known.width {
                OpenWidth::Everywhere => OpenWidth::Lately,
                OpenWidth::Lately | OpenWidth::Nothing => OpenWidth::Nothing,
            };
            (known.opening, known.last, known.lately) = (None, key, lying(level));
        }
    }

    /// Uses this opening on a level's board, too.
    fn leave_open(&self, level: &Level, opening: Arc<Opening>) {
        let mut boards = self.0.lock();
        match boards.iter_mut().find(|known| known.is_of(level)) {
            Some(known) => known.asked_for = Some(opening),
            None => {
                let mut known = OpenBoard::new(level, GroundKey::of(level, ""));
                known.asked_for = Some(opening);
                boards.truncate(MAX_BOARDS - 1);
                boards.push_front(known);
            }
        }
    }
}

impl OwnGame {
    /// Returns the result made from the rules of a level's board, once they are unfolded for all its levels. If
    /// there are too many rules, less is left open.
    pub(crate) fn made_of_board<T>(
        &self,
        kept: &Kept<T>,
        level: &Level,
        further: &str,
        make: impl FnOnce(&GroundProgram) -> Result<T, RulesFault>,
    ) -> Option<Arc<T>> {
        let opening = self.open_boards.of(self, level)?;
        let key = GroundKey::of_all(level, &opening, further);
        if let Some(known) = kept.known(key) {
            return known.ok();
        }
        let sources = facts::judged_all(self, level, &opening, further).ok()?;
        let made =
            kept.keep(key, self.grounder.begun(&sources)?, |program| match program.n_rules() {
                0..=MAX_BEGUN_RULES => make(program),
                n => Err(too_many(n)),
            })?;
        if made.is_err() {
            self.open_boards.give_up(level);
        }
        made.ok()
    }

    /// Unfolds the rules immediately for all levels that differ from this one in its own marks and in
    /// these, unless they are too many.
    pub(crate) fn open_at_once(&self, level: &Level, more: &[(Site, Mark)]) {
        let marks: BTreeSet<(Site, Mark)> = lying(level).into_iter().chain(more.to_vec()).collect();
        if marks.len() > MAX_PAIRS {
            return;
        }
        let opening = Opening::new(marks);
        let key = GroundKey::of_all(level, &opening, "");
        let sources = || facts::judged_all(self, level, &opening, "");
        let make = |program: &GroundProgram| match program.n_rules() {
            0..=MAX_BEGUN_RULES => Judge::new(program, &self.helpers),
            n => Err(too_many(n)),
        };
        if let Some(Ok(_)) = self.open_judges.of(key, &*self.grounder, sources, make) {
            self.open_boards.leave_open(level, Arc::new(opening));
        }
    }

    /// Starts to unfold the rules for all levels of a board, if there is no result for them yet.
    pub(crate) fn open_board<T>(&self, kept: &Kept<T>, level: &Level, further: &str) {
        if let Some(opening) = self.open_boards.of(self, level)
            && kept.known(GroundKey::of_all(level, &opening, further)).is_none()
            && let Ok(sources) = facts::judged_all(self, level, &opening, further)
        {
            self.grounder.begin(&sources);
        }
    }
}

fn too_many(rules: usize) -> RulesFault {
    format!("{rules} ground rules on an open board; {MAX_BEGUN_RULES} are the most").into()
}

/// Possible pairs of a site and a mark: the marks of a level and earlier ones, and further marks of their kinds
/// while there are few. `None` if there are too many, or one of the marks does not belong on its site.
fn pairs(
    game: &OwnGame,
    level: &Level,
    mut marks: BTreeSet<Mark>,
) -> Option<BTreeSet<(Site, Mark)>> {
    marks.extend(level.marks().map(|(_, mark)| mark.clone()));
    let sites: Vec<Site> = game.layout_of(level).sites.into_iter().map(|(site, _)| site).collect();
    let mut pairs = BTreeSet::new();
    let mut open = |mark: &Mark| {
        let may = |site: &&Site| game.accepts(&level.board, **site, mark).is_ok();
        pairs.extend(sites.iter().filter(may).map(|site| (*site, mark.clone())));
        pairs.len()
    };
    if marks.iter().any(|mark| open(mark) > MAX_PAIRS) {
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
