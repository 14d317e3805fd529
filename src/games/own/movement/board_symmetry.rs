//! Symmetries of levels in games of moves, and searches that use them.
//!
//! Where a level has many positions, one is kept of all that turns and mirrors of the board map to each other.
//! That tells whether the level can be won, and the shortest solutions; everything else needs all positions.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use crate::movement::move_rules::MoveRules;
use crate::own_game::OwnGame;
use crate::reading::turns::turned;
use foolproof_game::{
    Game, Moves, PlacedClues, StopCheck, Turn,
    kept_search::KeptSearch,
    level_search::{kept_bytes, searched_until},
};
use foolproof_ground::{Quotient, Renaming, Symmetries};
use foolproof_level::{Mark, Site};
use foolproof_space::{ExploreEnd, SpaceLimits, StateSpace};

/// Number of positions searched before symmetries are looked for. Fewer are soon known, and tell more.
const MANY_POSITIONS: usize = 100_000;

/// The search for classes of positions.
#[derive(Default)]
pub(crate) struct ClassSearch {
    symmetries: OnceLock<Option<Arc<Symmetries>>>,
    search: KeptSearch<Quotient>,
}

impl ClassSearch {
    /// Returns the number of bytes that search results take. Bytes on disk count for less.
    pub(crate) fn bytes(&self) -> usize {
        let of = |classes: &Quotient| kept_bytes(classes.space());
        self.search.bytes(of, |classes| of(classes))
    }

    /// Reads the classes if the search for them has ended.
    pub(crate) fn known<T>(&self, read: impl FnOnce(&StateSpace) -> T) -> Option<T> {
        self.search.ended().map(|classes| read(classes.space()))
    }

    pub(crate) fn forget(&self) {
        self.search.forget();
    }
}

impl OwnGame {
    /// Returns the symmetries of a level among turns and mirrors of its board. The rules verify them, whatever
    /// the manifest says of turns.
    fn symmetries(&self, rules: &MoveRules) -> Option<Symmetries> {
        let game: &dyn Game = self;
        let clues = PlacedClues::new(game.about().outside_clues, rules.board);
        let site_after = |site: &str, turn: Turn| match site.parse::<Site>() {
            Ok(site) => clues.turned(site, turn).map(|site| site.to_string()),
            Err(_) => Some(site.to_owned()),
        };
        let mark_after = |turn: Turn| {
            move |site: &str, mark: &str| {
                let after = turned(&self.form.marks, &mark.parse().ok()?, turn);
                Some((site_after(site, turn)?, after.to_string()))
            }
        };
        let action_after = |turn: Turn| {
            move |word: &str| {
                let (made, site) = (word.parse::<Mark>().ok()?, |site| clues.turned(site, turn));
                Some(Moves::turned(self, &made, turn, &site)?.to_string())
            }
        };
        let mut turns = vec![Turn::MirrorColumns, Turn::MirrorRows];
        if rules.board.cols == rules.board.rows {
            turns.push(Turn::Clockwise);
        }
        let after: Vec<_> =
            turns.into_iter().map(|turn| (mark_after(turn), action_after(turn))).collect();
        let renamings = after.iter().map(|(mark, action)| Renaming { mark, action });
        rules.game.symmetries(&renamings.collect::<Vec<_>>())
    }

    /// Finds one position of each class of a level with symmetries, within the memory limit; `None` when
    /// stopped, or if there are no symmetries.
    fn classes(&self, rules: &Arc<MoveRules>, stop: StopCheck<'_>) -> Option<Arc<Quotient>> {
        let classes = &rules.positions.classes;
        let found = classes.symmetries.get_or_init(|| self.symmetries(rules).map(Arc::new));
        let symmetries = found.as_ref()?;
        let limits =
            SpaceLimits { bytes: self.search_memory.beside(), ..self.search_memory.limits() };
        let search = |begun: Option<Quotient>| {
            let found = rules.game.explore_quotient(symmetries, begun, &limits, stop);
            match found.end() {
                ExploreEnd::Stopped => ControlFlow::Continue(found),
                _ => ControlFlow::Break(Arc::new(found)),
            }
        };
        classes.search.go_on(|_| true, search)
    }

    /// Finds all classes of positions of a level, if it has symmetries and many positions. `None` also when
    /// stopped, or if `enough` is known before.
    pub(crate) fn all_classes(
        &self,
        rules: &Arc<MoveRules>,
        enough: &dyn Fn() -> bool,
        stop: StopCheck<'_>,
    ) -> Option<Arc<Quotient>> {
        let is_many =
            || rules.so_far(|explored| explored.n_positions() > MANY_POSITIONS) == Some(true);
        let search = |stop: StopCheck<'_>| self.explored(rules, stop);
        match searched_until(stop, search, || enough() || is_many()) {
            None if !enough() => self.classes(rules, stop).filter(|classes| classes.is_complete()),
            _ => None,
        }
    }
}
