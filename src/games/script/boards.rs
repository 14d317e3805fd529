//! A level as a board of its game, ready to be played and searched, with the results of its searches.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use crate::by_regions::{KeptShortcut, RegionAnswer, RegionSearch, ShortestByRegions};
use crate::concepts::Watched;
use crate::game::ScriptedGame;
use crate::kept_play::KeptPlay;
use foolproof_game::{
    StopCheck,
    kept_search::KeptSearch,
    level_search::{SearchMemory, kept_bytes, searched_beside, searched_until},
};
use foolproof_level::{Board, Level, Site};
use foolproof_puzzlescript::{
    DeadEndReason, RegionStudy, ScriptChances, ScriptGame, ScriptInput, ScriptRegions, ScriptSpace,
    ScriptState, ScriptStepper, ShortcutRegions, SolutionDeed, SpaceEnd, SpaceRefusal, TurnFault,
    heuristic_search,
};
use foolproof_space::{ShortcutSearch, SpaceLimits};

/// From this many states on, or from the memory divided by `MANY_SHARE`, there may be no room or time for all.
const MANY_STATES: usize = 250_000;
const MANY_SHARE: usize = 16;
/// Number of levels whose states are kept, so that a level restored by undo is not searched again.
const KEPT: usize = 6;
/// Memory that all of them together may take, in bytes.
const KEPT_BYTES: usize = 1 << 30;
/// Up to this many states with chance are weighed after a stop: that takes little time.
const FEW_STATES: usize = 1_000_000;
/// Level setting with the number of moves made before the position that it shows.
pub(crate) const TURNS: &str = "turns";

/// Result of searching the states of a level.
pub(crate) type Searching = Result<Arc<ScriptSpace>, SpaceRefusal>;

/// Result of searching the states of a level in which chance decides.
pub(crate) type Weighing = Result<Arc<ScriptChances>, SpaceRefusal>;

/// Answer about solutions that is known before all states are kept.
#[derive(Clone)]
pub(crate) enum EarlyAnswer {
    /// A solution, which need not be a shortest one.
    Found(Vec<ScriptInput>),
    /// The answer of a search by the player's regions.
    ByRegions(RegionAnswer),
}

/// The end of a search, and the memory that it had.
#[derive(Clone)]
struct EndedSearch {
    found: Searching,
    bytes: usize,
}

impl EndedSearch {
    /// Returns whether a search with this much memory, in bytes, would get no further.
    fn is_all_within(&self, bytes: usize) -> bool {
        let is_cut = self.found.as_ref().is_ok_and(|space| *space.end() == SpaceEnd::Limit);
        !is_cut || bytes <= self.bytes
    }
}

/// A search for all states of a game on a board, ended or interrupted.
#[derive(Default)]
struct StateSearch(KeptSearch<ScriptSpace, EndedSearch>);

impl StateSearch {
    /// Starts or continues; returns all states, or as many as there was room for. `None` when stopped.
    fn go_on(
        &self,
        game: &Arc<ScriptGame>,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Option<Searching> {
        let search = |begun: Option<ScriptSpace>| {
            let found = match begun {
                Some(begun) => Ok(begun.resume(limits, stop)),
                None => ScriptSpace::explore(game, 0, limits, stop),
            };
            match found {
                Ok(space) if *space.end() == SpaceEnd::Stopped => ControlFlow::Continue(space),
                found => {
                    let found = found.map(Arc::new);
                    ControlFlow::Break(EndedSearch { found, bytes: limits.bytes })
                }
            }
        };
        let found = self.0.go_on(|ended| ended.is_all_within(limits.bytes), search);
        found.map(|ended| ended.found)
    }

    /// Reads the states that a stopped search has found so far.
    fn so_far<T: Default>(&self, read: impl FnOnce(&mut ScriptSpace) -> T) -> T {
        self.0.so_far(read).unwrap_or_default()
    }

    /// Returns the states if their search has ended.
    fn known(&self) -> Option<Arc<ScriptSpace>> {
        self.0.known()?.found.ok()
    }

    /// Returns the bytes of the states, including those of a stopped search. Bytes on disk count for less.
    fn bytes(&self) -> usize {
        let of = |space: &ScriptSpace| kept_bytes(space.space());
        self.0.bytes(of, |ended| ended.found.as_ref().map_or(0, |space| of(space)))
    }
}

/// A level on which the rules can be tried.
pub(crate) struct BoardInPlay {
    pub game: Arc<ScriptGame>,
    pub board: Board,
    /// The level is a position in the course of a play, on which rules of the start do not run.
    is_position: bool,
    memory: Arc<SearchMemory>,
    /// Idle steppers: as many as were used at the same time.
    steppers: Mutex<Vec<ScriptStepper>>,
    /// The game without what cannot change the outcome, computed on demand; then whether something left out
    /// turned out to have an effect after all; then its states.
    outcome: OnceLock<Arc<ScriptGame>>,
    is_torn: AtomicBool,
    search: StateSearch,
    /// The states of the whole game, if they differ from those.
    whole: StateSearch,
    /// The states with every outcome of chance.
    weighing: KeptSearch<ScriptChances, Weighing>,
    /// A play that wins if chance helps, if one was looked for and found.
    pub lucky: Mutex<Option<Vec<ScriptInput>>>,
    /// The reason why the level has no solution, computed on demand, if it is seen without the states.
    hopeless: OnceLock<Option<DeadEndReason>>,
    /// The answer found before all states were kept, and the search by regions.
    found_early: Mutex<Option<EarlyAnswer>>,
    regions: RegionSearch,
    shortcut: KeptShortcut,
    /// The play of the last question.
    pub(super) kept_play: KeptPlay,
}

impl BoardInPlay {
    fn new(game: ScriptGame, level: &Level, memory: Arc<SearchMemory>) -> Self {
        Self {
            game: Arc::new(game),
            board: level.board,
            is_position: level.settings.contains_key(TURNS),
            memory,
            steppers: Mutex::default(),
            outcome: OnceLock::new(),
            is_torn: AtomicBool::new(false),
            search: StateSearch::default(),
            whole: StateSearch::default(),
            weighing: KeptSearch::default(),
            lucky: Mutex::default(),
            hopeless: OnceLock::new(),
            found_early: Mutex::default(),
            regions: RegionSearch::default(),
            shortcut: KeptShortcut::default(),
            kept_play: KeptPlay::default(),
        }
    }

    /// Runs a closure with a stepper and the state at the start of the level.
    pub(crate) fn play<T>(
        &self,
        doing: impl FnOnce(&mut ScriptStepper, ScriptState) -> Result<T, TurnFault>,
    ) -> Result<T, TurnFault> {
        self.with_stepper(|stepper| {
            // Every play of a level gets the same random numbers.
            stepper.seed("");
            let start = if self.is_position { stepper.prepare(0) } else { stepper.start(0) };
            start.and_then(|start| doing(stepper, start))
        })
    }

    /// Runs a closure with an idle stepper, in the state in which its last user left it.
    pub(super) fn with_stepper<T>(&self, doing: impl FnOnce(&mut ScriptStepper) -> T) -> T {
        let idle = self.steppers.lock().pop();
        let mut stepper = idle.unwrap_or_else(|| ScriptStepper::new(Arc::clone(&self.game)));
        let done = doing(&mut stepper);
        self.steppers.lock().push(stepper);
        done
    }

    /// Returns the state at the start of the level.
    pub(crate) fn start(&self) -> Result<ScriptState, TurnFault> {
        self.play(|_, start| Ok(start))
    }

    /// Returns all states as far as they matter for the outcome, or as many as have room; `None` when stopped.
    pub(crate) fn space(&self, stop: StopCheck<'_>) -> Option<Searching> {
        self.regions.make_room();
        let found = self.search.go_on(&self.searched_game(), &self.limits(), stop)?;
        if !is_torn(&found) || self.is_torn.swap(true, Ordering::Relaxed) {
            return Some(found);
        }
        self.search.0.forget();
        self.regions.forget();
        self.space(stop)
    }

    /// Returns all states of the whole game if there is room for them, else those of [`Self::space`]. `None`
    /// when stopped.
    pub(crate) fn told_apart(&self, stop: StopCheck<'_>) -> Option<Searching> {
        let found = match self.space(stop)? {
            Ok(space) if space.is_complete() && self.leaves_out() && !self.game.is_random() => {
                space
            }
            found => return Some(found),
        };
        match self.space_of_whole(stop)? {
            Ok(whole) if whole.is_complete() => Some(Ok(whole)),
            _ => Some(Ok(found)),
        }
    }

    /// Returns all states of the whole game, or as many as there was room for; `None` when stopped.
    fn space_of_whole(&self, stop: StopCheck<'_>) -> Option<Searching> {
        self.whole.go_on(&self.whole_game(), &self.limits(), stop)
    }

    /// Returns all states with every outcome of chance, or as many as there was room for; `None` when stopped.
    pub(crate) fn chances(&self, stop: StopCheck<'_>) -> Option<Weighing> {
        let search = |begun: Option<ScriptChances>| {
            let found = match begun {
                Some(begun) => Ok(begun.resume(&self.limits(), stop)),
                None => ScriptChances::explore(&self.searched_game(), 0, &self.limits(), stop),
            };
            match found {
                Ok(chances) if *chances.end() == SpaceEnd::Stopped => {
                    ControlFlow::Continue(chances)
                }
                found => ControlFlow::Break(found.map(Arc::new)),
            }
        };
        self.weighing.go_on(|_| true, search)
    }

    /// Weighs the states that a stopped search has found, if they are few, and reads them.
    pub(crate) fn weigh_so_far<T>(
        &self,
        read: impl FnOnce(&ScriptChances) -> Option<T>,
    ) -> Option<T> {
        let weighed = |chances: &mut ScriptChances| {
            (chances.n_states() <= FEW_STATES).then(|| chances.weigh(&|| false))?;
            read(chances)
        };
        self.weighing.so_far(weighed).flatten()
    }

    /// Returns whether chance can decide about the win.
    pub(crate) fn is_of_chance(&self) -> bool {
        self.searched_game().is_random()
    }

    /// Returns whether the searched states leave something out.
    pub(crate) fn leaves_out(&self) -> bool {
        !self.searched_game().left_out().is_empty()
    }

    /// Reads the states that a stopped search has found so far.
    pub(crate) fn so_far<T: Default>(&self, read: impl FnOnce(&mut ScriptSpace) -> T) -> T {
        self.search.so_far(read)
    }

    /// Reads the known states: all of them, or those that a stopped search has found so far.
    pub(crate) fn seen_so_far<T>(&self, read: impl Fn(&ScriptSpace) -> T) -> Option<T> {
        match self.search.known() {
            Some(space) => Some(read(&space)),
            None => self.search.0.so_far(|space| read(space)),
        }
    }

    /// Returns the limits of a search.
    pub(crate) fn limits(&self) -> SpaceLimits {
        self.memory.limits()
    }

    /// Returns the bytes for a search that runs beside the one for all states.
    pub(crate) fn bytes_beside(&self) -> usize {
        self.memory.beside()
    }

    /// Returns the game whose states are searched: without what cannot change the outcome.
    pub(crate) fn searched_game(&self) -> Arc<ScriptGame> {
        if self.is_torn.load(Ordering::Relaxed) {
            return self.whole_game();
        }
        let reduced = || {
            let whole = self.whole_game();
            whole.without_decoration(0).map_or(whole, Arc::new)
        };
        Arc::clone(self.outcome.get_or_init(reduced))
    }

    /// Returns the reason why the level has no solution, if abstractions show it.
    pub(crate) fn why_hopeless(&self) -> Option<&DeadEndReason> {
        self.hopeless.get_or_init(|| self.searched_game().why_hopeless(0)).as_ref()
    }

    /// Returns whether abstractions show that the level has no solution.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.why_hopeless().is_some()
    }

    /// Returns a sentence about a turn that never ends, if one of the searched states has such a turn.
    pub(crate) fn why_stuck(&self) -> Option<String> {
        crate::hopeless::on_endless_turn(&*self.search.known()?)
    }

    /// Returns whether a search has ended, with all states or as many as there was room for.
    pub(crate) fn is_searched(&self) -> bool {
        self.search.known().is_some()
    }

    /// Returns the game with nothing left out.
    pub(crate) fn whole_game(&self) -> Arc<ScriptGame> {
        match self.is_position && self.game.settings.runs_rules_on_start {
            true => Arc::new(as_position(&self.game)),
            false => Arc::clone(&self.game),
        }
    }

    /// Returns a quick answer about solutions. If not all states are found soon, three searches look for it:
    /// the one for all states, a heuristic one, and, once there are many states, one by regions instead of the
    /// first. `None` if the known states tell more, or if none of the three finds anything. If all states are
    /// `wanted` afterwards, the other two begin only when there are many states and no win is among them.
    pub(crate) fn answer_early(&self, wanted: bool, stop: StopCheck<'_>) -> Option<EarlyAnswer> {
        if let Some(found) = &*self.found_early.lock() {
            return Some(found.clone());
        }
        let is_won = |space: &ScriptSpace| space.shortest_length().is_some();
        let soon = self.space_until(stop, |space| !wanted || self.is_many(space) || is_won(space));
        let is_needed = match soon {
            Some(Ok(space)) => *space.end() == SpaceEnd::Limit && !is_won(&space),
            Some(Err(_)) => false,
            None => !self.so_far(|space| is_won(space)),
        };
        if !is_needed || stop() || self.searched_game().is_random() || self.is_hopeless() {
            return None;
        }
        let heuristic = |stop: StopCheck<'_>| {
            let game = self.searched_game();
            heuristic_search(&game, 0, self.bytes_beside(), stop).ok().flatten()
        };
        let mut by_regions = None;
        let all = |stop: StopCheck<'_>| {
            by_regions = self.answer_by_regions(wanted, stop);
            if by_regions.is_some() {
                return true;
            }
            match self.space_until(stop, is_won) {
                Some(all) => all.is_ok_and(|space| space.is_complete() || is_won(&space)),
                None => self.so_far(|space| is_won(space)),
            }
        };
        let found = searched_beside(stop, heuristic, all).map(EarlyAnswer::Found);
        let found = by_regions.map(EarlyAnswer::ByRegions).or(found);
        self.found_early.lock().clone_from(&found);
        found
    }

    /// Returns whether there may be no room or time for all states.
    fn is_many(&self, space: &ScriptSpace) -> bool {
        space.n_states() >= MANY_STATES || space.space().bytes() > self.memory.all() / MANY_SHARE
    }

    /// Searches by regions, once the search for all states has found many and no win. If `all` shortest
    /// solutions are wanted, finds them too.
    pub(crate) fn answer_by_regions(&self, all: bool, stop: StopCheck<'_>) -> Option<RegionAnswer> {
        let is_won = |space: &ScriptSpace| space.shortest_length().is_some();
        let few = self.space_until(stop, |space| self.is_many(space) || is_won(space));
        if few.is_some() || stop() || self.so_far(|space| is_won(space)) {
            return None;
        }
        let limits = self.limits_beside(self.shortcut.bytes());
        let begin = || self.so_far(|space| ScriptRegions::of(space, &limits));
        self.regions.go_on(all, begin, &limits, stop)
    }

    /// Returns all shortest solutions, after a search by regions has found one; `None` when stopped, or if
    /// there is no room for them.
    pub(crate) fn all_shortest(&self, stop: StopCheck<'_>) -> Option<Arc<ShortestByRegions>> {
        self.regions.all_shortest(&self.limits_beside(self.shortcut.bytes()), stop)
    }

    /// Looks by regions for a solution that does not practise a concept, once the search for all states has
    /// found many; `None` when stopped, or if regions cannot tell.
    pub(crate) fn shortcut_by_regions(
        &self,
        watched: &Watched,
        stop: StopCheck<'_>,
    ) -> Option<ShortcutSearch<ScriptInput>> {
        if self.game.is_random() {
            return None;
        }
        // What is left out may be part of the concept.
        let search = self.until_many(self.leaves_out(), stop)?;
        let limits = self.limits_beside(self.regions.bytes());
        let of = |space: &mut ScriptSpace| {
            ShortcutRegions::of(space, &watched.formula, &watched.patterns, &limits).ok().flatten()
        };
        self.shortcut.go_on(watched, || search.so_far(of), &limits, stop)
    }

    /// Lists the deeds of a play that solves the level, each with whether every solution does it, by regions,
    /// once the search for all states has found many; `None` when stopped, or if regions cannot tell.
    pub(crate) fn deeds_by_regions(
        &self,
        play: &[ScriptInput],
        patterns: &[String],
        stop: StopCheck<'_>,
    ) -> Option<Vec<SolutionDeed>> {
        if self.is_of_chance() {
            return None;
        }
        let search = self.until_many(false, stop)?;
        let limits = self.limits_beside(self.regions.bytes() + self.shortcut.bytes());
        let whole = self.whole_game();
        let of = |space: &mut ScriptSpace| {
            RegionStudy::of_whole(&whole, space, play, patterns).ok().flatten()
        };
        search.so_far(of)?.deeds(&limits, stop).ok()
    }

    /// Returns the search for all states, or for those of the `whole` game, once it has found many, but not
    /// all; `None` if there are few, or when stopped.
    fn until_many(&self, whole: bool, stop: StopCheck<'_>) -> Option<&StateSearch> {
        let search = if whole { &self.whole } else { &self.search };
        let all = |stop: StopCheck<'_>| match whole {
            true => self.space_of_whole(stop),
            false => self.space(stop),
        };
        let ended = searched_until(stop, all, || search.so_far(|space| self.is_many(space)));
        (ended.is_none() && !stop()).then_some(search)
    }

    /// Returns the limits of a search by regions, beside the known states and this many `bytes`.
    fn limits_beside(&self, bytes: usize) -> SpaceLimits {
        let limits = self.limits();
        let beside = self.search.bytes() + self.whole.bytes() + bytes;
        SpaceLimits { bytes: limits.bytes.saturating_sub(beside), ..limits }
    }

    /// Returns all states as [`Self::space`] does; `None` also if enough of them were seen.
    fn space_until(
        &self,
        stop: StopCheck<'_>,
        enough: impl Fn(&ScriptSpace) -> bool,
    ) -> Option<Searching> {
        searched_until(stop, |stop| self.space(stop), || self.so_far(|space| enough(space)))
    }

    /// Returns the bytes of all states of the board.
    fn bytes(&self) -> usize {
        let of = |found: &Weighing| found.as_ref().map_or(0, |chances| chances.bytes());
        let weighing = self.weighing.bytes(ScriptChances::bytes, of);
        let by_regions = self.regions.bytes() + self.shortcut.bytes();
        self.search.bytes() + self.whole.bytes() + by_regions + weighing
    }

    /// Returns the numbers of the objects in a cell.
    pub(crate) fn objects(&self, state: &ScriptState, site: Site) -> Vec<usize> {
        self.game.objects_at(0, state, usize::from(site.col), usize::from(site.row))
    }
}

/// Returns whether something left out may have an effect after all.
fn is_torn(found: &Searching) -> bool {
    match found {
        Ok(space) => matches!(space.end(), SpaceEnd::Fault { fault: TurnFault::Torn, .. }),
        Err(why) => *why == SpaceRefusal::Start(TurnFault::Torn),
    }
}

/// Returns the game without running its rules at the start.
fn as_position(game: &ScriptGame) -> ScriptGame {
    let mut game = game.clone();
    game.settings.runs_rules_on_start = false;
    game
}

/// The boards of the last questions, and the memory that searches of one board may take.
#[derive(Default)]
pub(crate) struct KeptBoards {
    /// The newest at the end.
    boards: Mutex<Vec<(u64, Arc<BoardInPlay>)>>,
    memory: Arc<SearchMemory>,
}

impl KeptBoards {
    /// Sets the bytes that the searches of each level may take from now on.
    pub(crate) fn allow_memory(&self, bytes: usize) {
        self.memory.allow(bytes);
    }

    /// Returns the board of a level; `None` if the level has a mark that the game lacks.
    pub(crate) fn of(&self, game: &ScriptedGame, level: &Level) -> Option<Arc<BoardInPlay>> {
        let key = key(level);
        let mut kept = self.boards.lock();
        if let Some(at) = kept.iter().position(|(known, _)| *known == key) {
            let found = kept.remove(at);
            let board = Arc::clone(&found.1);
            kept.push(found);
            return Some(board);
        }
        let board =
            Arc::new(BoardInPlay::new(game.on_board(level)?, level, Arc::clone(&self.memory)));
        kept.push((key, Arc::clone(&board)));
        while kept.len() > KEPT
            || (kept.len() > 1 && kept.iter().map(|(_, b)| b.bytes()).sum::<usize>() > KEPT_BYTES)
        {
            kept.remove(0);
        }
        Some(board)
    }

    /// Returns the states of a completely searched level from which this board's state can be reached, and the
    /// state's number there.
    pub(crate) fn reaching(&self, board: &BoardInPlay) -> Option<(Arc<ScriptSpace>, u32)> {
        let state = board.start().ok()?;
        let kept = self.boards.lock();
        let mut same = kept.iter().rev().filter(|(_, known)| known.board == board.board);
        same.find_map(|(_, known)| {
            let space = known.search.known().filter(|space| space.is_complete())?;
            let number = space.number_of(&state)?;
            Some((space, number))
        })
    }
}

impl KeptBoards {
    /// Returns the states with chance of a completely searched level from which this position can be reached,
    /// and the position's number there.
    pub(crate) fn weighed(&self, board: &BoardInPlay) -> Option<(Arc<ScriptChances>, u32)> {
        // Other levels may begin in one of several states.
        let state = board.start().ok().filter(|_| board.is_position)?;
        let kept = self.boards.lock();
        let mut same = kept.iter().rev().filter(|(_, known)| known.board == board.board);
        same.find_map(|(_, known)| {
            let chances = known.weighing.known()?.ok()?;
            let number = chances.number_of(&state)?;
            (*chances.end() == SpaceEnd::Complete).then_some((chances, number))
        })
    }
}

/// Hashes the size, settings and marks of a level, to tell its board from others.
fn key(level: &Level) -> u64 {
    let mut hasher = DefaultHasher::new();
    (level.board.cols, level.board.rows, &level.settings).hash(&mut hasher);
    level.marks().for_each(|mark| mark.hash(&mut hasher));
    hasher.finish()
}
