//! PuzzleScript levels played key by key: the possible keys, what each sets in motion, positions as levels.
//!
//! A position during a play is a level with the current contents in its cells.

use std::sync::Arc;

use crate::boards::{BoardInPlay, TURNS};
use crate::game::ScriptedGame;
use crate::hopeless::on_endless_turn;
use crate::keys::{key, keys_of, mark, side, towards};
use crate::look::centre;
use foolproof_game::{
    Aftermath, EventOfPlay, Glide, Move, MoveAim, MoveControls, MovePictures, Moves, Side,
    StateGraph, StopCheck, Turn, Verdict, explored::graph_of_space,
};
use foolproof_level::{Level, Mark, Play, Site, Spot};
use foolproof_puzzlescript::{ScriptInput, ScriptState};

/// Maximum number of states for which a graph is computed: counting ways to reach and win each takes more memory.
pub(crate) const MAX_GRAPH_STATES: usize = 10_000_000;

/// Stands for the place of a level that is not known: the level is found by its board.
const NOWHERE: usize = usize::MAX - 1;
/// The message for a key that does nothing.
const NOTHING_HAPPENS: &str = "nothing happens";

/// Returns the moved objects, each with its old and new site; within a kind, they are paired by nearness.
pub(crate) fn moved(
    game: &ScriptedGame,
    board: &BoardInPlay,
    before: &ScriptState,
    after: &ScriptState,
) -> Vec<(usize, Site, Site)> {
    let (mut left, mut came) = (Vec::<(usize, Site)>::new(), Vec::<(usize, Site)>::new());
    for site in board.board.cells() {
        let (was, is) = (board.objects(before, site), board.objects(after, site));
        left.extend(was.iter().filter(|id| !is.contains(id)).map(|id| (*id, site)));
        came.extend(is.iter().filter(|id| !was.contains(id)).map(|id| (*id, site)));
    }
    let mut found = Vec::new();
    for (object, from) in left {
        // A player that turns may be drawn as another object.
        let alike = |other: usize| {
            other == object || game.words.is_player(object) && game.words.is_player(other)
        };
        let far = |site: Site| from.col.abs_diff(site.col) + from.row.abs_diff(site.row);
        let like = came.iter().enumerate().filter(|(_, (other, _))| alike(*other));
        if let Some((at, _)) = like.min_by_key(|(_, (other, site))| (*other != object, far(*site)))
        {
            let (object, to) = came.swap_remove(at);
            found.push((object, from, to));
        }
    }
    found
}

impl ScriptedGame {
    /// Returns the level in a state.
    fn lying(
        &self,
        level: &Level,
        board: &BoardInPlay,
        state: &ScriptState,
        turns: usize,
    ) -> Level {
        let mut after = level.clone();
        (after.intended, after.intended_locked) = (None, Default::default());
        for site in level.board.cells() {
            let mark = self.words.mark(&board.objects(state, site));
            if mark.as_ref() != level.mark(site) {
                after.set(site, Spot { mark, hold: level.hold(site) });
            }
        }
        let before = level.settings.get(TURNS).copied().unwrap_or(0);
        let turns = i32::try_from(turns).unwrap_or(i32::MAX);
        after.settings.insert(TURNS.to_owned(), before.saturating_add(turns));
        after
    }

    /// Returns the board and its state after the moves of a play.
    fn reached(&self, level: &Level, play: &Play) -> Option<(Arc<BoardInPlay>, ScriptState)> {
        let board = self.board_of(level)?;
        let course = board.course(&keys_of(play).ok()?).ok()?;
        let state = course.states.last().cloned()?;
        Some((board, state))
    }

    fn players<'a>(
        &'a self,
        board: &'a BoardInPlay,
        state: &'a ScriptState,
    ) -> impl Iterator<Item = Site> + 'a {
        let stands = |site: &Site| {
            board.objects(state, *site).into_iter().any(|id| self.words.is_player(id))
        };
        board.board.cells().filter(stands)
    }

    /// Returns the position of a player.
    fn player_at(&self, board: &BoardInPlay, state: &ScriptState) -> Option<Site> {
        self.players(board, state).next()
    }

    /// Returns the site of the player that the window follows: the leftmost, and of those the topmost.
    fn first_player(&self, board: &BoardInPlay, state: &ScriptState) -> Option<Site> {
        self.players(board, state).min_by_key(|site| (site.col, site.row))
    }

    fn made(&self, board: &BoardInPlay, state: &ScriptState, key: ScriptInput) -> Option<Move> {
        let from = self.player_at(board, state).unwrap_or(Site::cell(0, 0));
        Some(Move { mark: mark(key)?, from, towards: side(key).unwrap_or(Side::North) })
    }

    /// Judges a play by the rules, key by key.
    pub(super) fn judge_keys(&self, level: &Level, play: &Play) -> Verdict {
        let unsolved = |why: &str| Verdict::Unsolved { why: why.to_owned(), sites: Vec::new() };
        let keys = match keys_of(play) {
            Ok(keys) => keys,
            Err(at) => {
                let why = match play.get(Site::step(at)) {
                    Some(word) => format!("step {}: `{word}` is not a key", at + 1),
                    None => format!("step {} has no key", at + 1),
                };
                return Verdict::Illegal { why, sites: vec![Site::step(at)] };
            }
        };
        let Some(board) = self.board_of(level) else {
            let why = "the level has a mark that the game does not know".to_owned();
            return Verdict::Undecided { why, sites: Vec::new() };
        };
        match board.course(&keys) {
            Err(fault) => Verdict::Undecided { why: fault.to_string(), sites: Vec::new() },
            Ok(course) => match course.won_after {
                Some(after) if after == keys.len() => Verdict::Solved,
                Some(after) => unsolved(&format!("it is won after {after} keys, and goes on")),
                None => unsolved("it is not won yet"),
            },
        }
    }
}

impl Moves for ScriptedGame {
    fn after(&self, level: &Level, play: &Play) -> Level {
        match self.reached(level, play) {
            Some((board, state)) if !play.is_empty() || board.game.settings.runs_rules_on_start => {
                self.lying(level, &board, &state, play.len())
            }
            _ => level.clone(),
        }
    }

    fn legal(&self, level: &Level, play: &Play) -> Vec<Move> {
        let Some(board) = self.board_of(level) else { return Vec::new() };
        let Ok(keys) = keys_of(play) else { return Vec::new() };
        if board.course(&keys).is_ok_and(|course| course.won_after.is_some()) {
            return Vec::new();
        }
        let found = board.after(&keys, |stepper, state| {
            let mut found = Vec::new();
            for key in self.keys() {
                // An endless turn is no move.
                let Ok(turn) = stepper.turn(&mut state.clone(), key) else { continue };
                if turn.changed || turn.won {
                    found.extend(self.made(&board, &state, key));
                }
            }
            Ok(found)
        });
        found.unwrap_or_default()
    }

    fn refusal(&self, _: &Level, _: &Play, _: Site, _: Side) -> String {
        NOTHING_HAPPENS.to_owned()
    }

    fn aim(&self, made: &Mark) -> MoveAim {
        match key(made).and_then(side) {
            Some(_) => MoveAim::Side,
            None => MoveAim::Name,
        }
    }

    fn controls(&self, _: &Level) -> MoveControls {
        let keys = self.keys().into_iter().filter_map(mark);
        let aims = keys.map(|made| self.aim(&made)).collect();
        let acts = mark(ScriptInput::Action).filter(|_| self.rules_name_action());
        let acts = acts.and_then(|made| Some((self.letter(&made)?, "act".to_owned())));
        MoveControls { aims, is_steered: true, letters: acts.into_iter().collect() }
    }

    fn clock(&self) -> Option<(f64, Mark)> {
        Some((self.game.settings.realtime_interval?, mark(ScriptInput::Wait)?))
    }

    fn has_checkpoints(&self) -> bool {
        self.game.has_checkpoints()
    }

    fn letter(&self, made: &Mark) -> Option<char> {
        match key(made)? {
            ScriptInput::Action => Some('X'),
            ScriptInput::Wait => Some('W'),
            _ => None,
        }
    }

    fn restart(&self, level: &Level, play: &Play) -> Play {
        let last = || {
            let course = self.board_of(level)?.course(&keys_of(play).ok()?).ok()?;
            Some(course.checkpoint())
        };
        // If the player has done nothing since the last checkpoint, they go back to the start.
        let last = last().filter(|last| *last < play.len()).unwrap_or(0);
        play.iter().take(last).map(|(site, made)| (site, made.clone())).collect()
    }

    fn turned(&self, made: &Mark, turn: Turn, _: &dyn Fn(Site) -> Option<Site>) -> Option<Mark> {
        match key(made).and_then(side) {
            Some(side) => mark(towards(side.turned(turn))),
            None => Some(made.clone()),
        }
    }

    fn graph(&self, level: &Level, most: usize, stop: StopCheck<'_>) -> Option<Arc<StateGraph>> {
        let board = self.board_of(level)?;
        let space = board.told_apart(stop)?.ok()?;
        if !space.is_complete() || space.n_states() > MAX_GRAPH_STATES {
            return None;
        }
        let moves_of = |number: u32| match space.state(number) {
            Some(state) => {
                space.turns(number).map(|(key, _)| self.made(&board, &state, key)).collect()
            }
            None => Vec::new(),
        };
        let mut graph = graph_of_space(space.space(), most, &moves_of, stop)?;
        let name = |object: &usize| self.words.name(*object).to_owned();
        graph.without_effect = board.searched_game().left_out().iter().map(name).collect();
        graph.merged = !space.left_out().is_empty();
        graph.endless = on_endless_turn(&space);
        graph.hopeless = (graph.solutions == 0).then(|| self.why_hopeless(&board)).flatten();
        Some(Arc::new(graph))
    }

    fn events(&self, level: &Level, play: &Play, stop: StopCheck<'_>) -> Option<Vec<EventOfPlay>> {
        crate::happenings::events(self, level, play, stop)
    }
}

impl MovePictures for ScriptedGame {
    fn motion(&self, level: &Level, play: &Play, made: &Mark) -> Vec<Glide> {
        let glides = || {
            let board = self.board_of(level)?;
            let course = board.way(&keys_of(play).ok()?, key(made)?).ok()?;
            let [before, after, ..] = course.states.as_slice() else { return None };
            let glide = |(object, from, to): (usize, Site, Site)| {
                let far = f32::from(from.col.abs_diff(to.col) + from.row.abs_diff(to.row));
                let mark = self.words.word(object).parse().ok()?;
                let (begins, ends) = (0.0, far.max(0.01));
                let (start, end) = (centre(from), centre(to));
                Some(Glide { mark, site: from, from: start, to: end, begins, ends, leaves: false })
            };
            Some(moved(self, &board, before, after).into_iter().filter_map(glide).collect())
        };
        glides().unwrap_or_default()
    }

    fn lifted(&self, level: &Level, glides: &[Glide]) -> Level {
        let mut lifted = level.clone();
        for glide in glides {
            let mut objects = self.words.cell(lifted.mark(glide.site)).unwrap_or_default();
            let gone = self.words.objects(&glide.mark).unwrap_or_default();
            // A player that turns becomes another object, so any player object counts.
            let is_gone = |id: &usize| {
                gone.contains(id)
                    || self.words.is_player(*id) && gone.iter().any(|g| self.words.is_player(*g))
            };
            objects.retain(|id| !is_gone(id));
            let mark = self.words.mark(&objects);
            lifted.set(glide.site, Spot { mark, hold: lifted.hold(glide.site) });
        }
        lifted
    }

    fn aftermath(&self, level: &Level, play: &Play, made: &Mark) -> Aftermath {
        let boards = || {
            let board = self.board_of(level)?;
            let course = board.way(&keys_of(play).ok()?, key(made)?).ok()?;
            let [_, on_the_way @ .., _] = course.states.as_slice() else { return None };
            let lying = |state| self.lying(level, &board, state, play.len());
            Some(on_the_way.iter().map(lying).collect())
        };
        let boards = boards().unwrap_or_default();
        Aftermath { boards, each: self.game.settings.again_interval }
    }

    fn window(&self, level: &Level, play: &Play) -> Option<(Site, Site)> {
        let settings = &self.game.settings;
        let (wide, high) = settings.zoomscreen.or(settings.flickscreen)?;
        let board = self.board_of(level)?;
        let course = board.course(&keys_of(play).ok()?).ok()?;
        // Without a player, the view stays where it last was.
        let stands = |state| self.first_player(&board, state);
        let player = course.states.iter().rev().find_map(stands)?;
        let along = |at: u16, size: u32, side: u16| {
            let size = u16::try_from(size).unwrap_or(u16::MAX).clamp(1, side.max(1));
            let begin = match settings.zoomscreen {
                Some(_) => at.saturating_sub(size / 2).min(side - size),
                None => at / size * size,
            };
            (begin, (begin + size).min(side) - 1)
        };
        let (left, right) = along(player.col, wide, level.board.cols);
        let (top, bottom) = along(player.row, high, level.board.rows);
        Some((Site::cell(left, top), Site::cell(right, bottom)))
    }

    fn told_before(&self, level: &Level) -> Vec<String> {
        self.said_around(level, NOWHERE).0.to_vec()
    }

    fn says(&self, level: &Level, play: &Play) -> Option<String> {
        let board = self.board_of(level)?;
        let course = board.course(&keys_of(play).ok()?).ok()?;
        let said = board.play(|stepper, _| {
            Ok(course.message().and_then(|n| stepper.message(n).map(str::to_owned)))
        });
        let mut said: Vec<String> = said.ok()?.into_iter().collect();
        if course.won_after.is_some() {
            said.extend_from_slice(self.said_around(level, NOWHERE).1);
        }
        (!said.is_empty()).then(|| said.join("\n"))
    }
}
