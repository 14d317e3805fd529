//! Searches for solutions and shortcuts by the player's regions, for levels with many states.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::concepts::Watched;
use foolproof_game::StopCheck;
use foolproof_puzzlescript::{ScriptInput, ScriptRegions, ShortcutRegions};
use foolproof_space::{ShortcutSearch, ShortestWays, SpaceLimits};

/// Answer about solutions that a search by regions gives.
#[derive(Clone)]
pub(crate) enum RegionAnswer {
    /// None of the `n_states` states is won; no solution passes through others.
    NoSolution { n_states: usize },
    /// A shortest solution, and the number of states up to its end.
    Shortest { play: Vec<ScriptInput>, n_states: usize },
}

/// All shortest solutions.
#[derive(Debug)]
pub(crate) struct ShortestByRegions {
    pub ways: ShortestWays,
    /// The keys that its labels stand for.
    pub keys: Vec<ScriptInput>,
    pub n_states: usize,
}

impl ShortestByRegions {
    /// Returns at most `most` of them, the first in the order of keys.
    pub(crate) fn plays(&self, most: usize) -> Vec<Vec<ScriptInput>> {
        let key = |label: &u32| self.keys.get(*label as usize).copied();
        self.ways.plays(most).iter().map(|labels| labels.iter().filter_map(key).collect()).collect()
    }
}

#[derive(Default)]
pub(crate) struct RegionSearch(Mutex<Progress>);

#[derive(Default)]
struct Progress {
    state: SearchState,
    answer: Option<RegionAnswer>,
    shortest: Option<Arc<ShortestByRegions>>,
}

#[derive(Default)]
enum SearchState {
    #[default]
    NotBegun,
    Begun(Box<ScriptRegions>),
    /// Nothing is left to search for, or the level does not suit this search or has too many states.
    Ended,
}

impl RegionSearch {
    /// Starts or continues until there is an answer; `None` when stopped, or if this search cannot tell. If
    /// `all` shortest solutions are wanted, they are found at once, as far as there is room.
    pub(crate) fn go_on(
        &self,
        all: bool,
        begin: impl FnOnce() -> Option<ScriptRegions>,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Option<RegionAnswer> {
        let mut progress = self.0.lock();
        if progress.answer.is_some() {
            return progress.answer.clone();
        }
        if matches!(progress.state, SearchState::NotBegun) {
            let begun = begin().map(|regions| SearchState::Begun(Box::new(regions)));
            progress.state = begun.unwrap_or(SearchState::Ended);
        }
        let SearchState::Begun(regions) = &mut progress.state else { return None };
        regions.go_on(limits, stop);
        let n_states = regions.space().n_states();
        let answer = match regions.shortest_length() {
            Some(_) => {
                let shortest = if all { all_shortest(regions, limits, stop) } else { None };
                let play = shortest.as_ref().and_then(|shortest| shortest.plays(1).pop());
                let play = play.or_else(|| regions.shortest_play(stop));
                progress.shortest = shortest;
                play.map(|play| RegionAnswer::Shortest { play, n_states })
            }
            None => regions.is_complete().then_some(RegionAnswer::NoSolution { n_states }),
        };
        if answer.is_none() && stop() {
            return None;
        }
        // After a win the states stay: somebody may ask for all shortest solutions.
        let is_kept = matches!(answer, Some(RegionAnswer::Shortest { .. }));
        if !is_kept || progress.shortest.is_some() {
            progress.state = SearchState::Ended;
        }
        progress.answer.clone_from(&answer);
        answer
    }

    /// Returns all shortest solutions, after [`Self::go_on`] has found one; `None` when stopped, or if there is
    /// no room for them.
    pub(crate) fn all_shortest(
        &self,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Option<Arc<ShortestByRegions>> {
        let mut progress = self.0.lock();
        if let SearchState::Begun(regions) = &mut progress.state {
            let shortest = all_shortest(regions, limits, stop);
            if shortest.is_none() && stop() {
                return None;
            }
            progress.shortest = shortest;
            progress.state = SearchState::Ended;
        }
        progress.shortest.clone()
    }

    /// Forgets everything, for use with another game.
    pub(crate) fn forget(&self) {
        *self.0.lock() = Progress::default();
    }

    /// Drops the states once the answer is known: another search needs their room.
    pub(crate) fn make_room(&self) {
        if let Some(mut progress) = self.0.try_lock().filter(|progress| progress.answer.is_some()) {
            progress.state = SearchState::Ended;
        }
    }

    /// Returns the memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self.0.try_lock().as_deref() {
            Some(Progress { state: SearchState::Begun(regions), .. }) => regions.space().bytes(),
            Some(Progress { shortest: Some(shortest), .. }) => shortest.ways.bytes(),
            _ => 0,
        }
    }
}

/// The last search for a shortcut, with its concept.
#[derive(Default)]
pub(crate) struct KeptShortcut(Mutex<Option<(Watched, ShortcutRegions)>>);

impl KeptShortcut {
    /// Starts or continues until it is known whether there is a shortcut; `None` when stopped, or if this
    /// search cannot tell.
    pub(crate) fn go_on(
        &self,
        watched: &Watched,
        begin: impl FnOnce() -> Option<ShortcutRegions>,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Option<ShortcutSearch<ScriptInput>> {
        let mut kept = self.0.lock();
        if kept.as_ref().is_none_or(|(known, _)| known != watched) {
            *kept = None;
            *kept = begin().map(|search| (watched.clone(), search));
        }
        match kept.as_mut()?.1.go_on(limits, stop) {
            ShortcutSearch::Stopped | ShortcutSearch::Limit => None,
            found => Some(found),
        }
    }

    /// Returns the memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let kept = self.0.try_lock();
        kept.and_then(|kept| kept.as_ref().map(|(_, search)| search.bytes())).unwrap_or(0)
    }
}

fn all_shortest(
    regions: &mut ScriptRegions,
    limits: &SpaceLimits,
    stop: StopCheck<'_>,
) -> Option<Arc<ShortestByRegions>> {
    let ways = regions.shortest_ways(limits, stop)?.clone();
    let (keys, n_states) = (regions.keys().to_vec(), regions.space().n_states());
    Some(Arc::new(ShortestByRegions { ways, keys, n_states }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_puzzlescript::{ScriptGame, ScriptSpace, compile};

    /// Returns a game with a room, and a corridor that ends on the goal of the red box.
    fn game(row: &str) -> Arc<ScriptGame> {
        let source = format!(
            "title Pushing\n\nOBJECTS\nBackground\nblack\n\nWall\nbrown\n\nPlayer\nblue\n\nRed\nred\n\n\
             Grey\ngrey\n\nGoal\nyellow\n\nLEGEND\n. = Background\n# = Wall\nP = Player\nR = Red\nB = Grey\n\
             G = Goal\nBox = Red or Grey\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nGoal\n\
             Player, Wall, Red, Grey\n\nRULES\n[ > Player | Box ] -> [ > Player | > Box ]\n\nWINCONDITIONS\n\
             All Goal on Red\n\nLEVELS\n\n#########\n#...#####\n#.R..{row}#\n#.P.#####\n#...#####\n#########\n"
        );
        compile(&source).game.expect("a game")
    }

    /// Returns the answer for a game if a search is stopped and resumed, and all states.
    fn asked(game: &Arc<ScriptGame>, search: &RegionSearch) -> (RegionAnswer, ScriptSpace) {
        let limits = SpaceLimits::default();
        let space = ScriptSpace::explore(game, 0, &limits, &|| false).expect("states");
        assert!(
            search.go_on(false, || ScriptRegions::of(&space, &limits), &limits, &|| true).is_none()
        );
        let again = || unreachable!("it has begun");
        let answer = search.go_on(false, again, &limits, &|| false).expect("an answer");
        assert!(search.go_on(false, again, &limits, &|| true).is_some(), "the answer is kept");
        (answer, space)
    }

    #[test]
    fn the_answer_is_that_of_all_states() {
        let search = RegionSearch::default();
        let (answer, space) = asked(&game("..G"), &search);
        let RegionAnswer::Shortest { play, .. } = answer else { panic!("a solution") };
        assert_eq!(space.shortest_length(), Some(play.len()));
        let limits = SpaceLimits::default();
        let shortest = search.all_shortest(&limits, &|| false).expect("all of them");
        assert_eq!(Some(shortest.ways.n_plays()), space.space().n_shortest());
        assert!(search.all_shortest(&limits, &|| true).is_some(), "they are kept");
    }

    #[test]
    fn no_solution_is_told_of_all_states() {
        let search = RegionSearch::default();
        let (answer, space) = asked(&game("B.G"), &search);
        let RegionAnswer::NoSolution { n_states } = answer else { panic!("no solution") };
        assert_eq!(space.shortest_length(), None);
        // Dead ends are not followed.
        assert!((100..=space.n_states()).contains(&n_states), "{n_states}");
        assert!(search.all_shortest(&SpaceLimits::default(), &|| false).is_none());
    }
}
