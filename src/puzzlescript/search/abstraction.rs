//! Distances in an abstraction of the level: the board with a single movable thing and the player.

use crate::compiling::masks::bits_of;
use crate::game::ScriptGame;
use crate::serialise::objects_in;
use crate::states::space_layer::SpaceWorker;
use crate::turns::machine::BoardShape;
use crate::turns::stepper::{ScriptState, TurnFault};
use foolproof_planning::{EmptiedGame, EmptiedSpace, GONE, MoverWay, MoverWays};
use foolproof_space::{StopCheck, hash_of};
use std::sync::Arc;

/// Maximum number of explored states of an emptied level.
const MAX_STATES: usize = 40_000;
/// Maximum number of movers that are put on an emptied level.
const MAX_MOVERS: usize = 64;
/// Maximum number of stored distances.
const MAX_WAYS: usize = 1 << 20;
/// Maximum bytes of an emptied level's states.
const MAX_BYTES: usize = 16 << 20;

/// Objects that count as one thing.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectGroup {
    /// The objects by number.
    pub(super) planes: Vec<usize>,
    /// A cell must have all of the objects, not just one of them.
    pub(super) together: bool,
}

impl ObjectGroup {
    /// Writes the cells that have the group into `found`. O(objects · cells / 64).
    pub(super) fn cells(&self, shape: BoardShape, state: &ScriptState, found: &mut Vec<u32>) {
        found.clear();
        for word in 0..shape.n_words {
            let mut planes = self
                .planes
                .iter()
                .map(|plane| state.words.get(plane * shape.n_words + word).copied().unwrap_or(0));
            let bits = match self.together {
                true => planes.reduce(|all, plane| all & plane).unwrap_or(0),
                false => planes.by_ref().fold(0, |all, plane| all | plane),
            };
            found.extend(bits_of(bits).map(|bit| (word * 64 + bit) as u32));
        }
    }
}

/// The input of an abstraction.
pub(super) struct AbstractionTask<'a> {
    /// The objects that have to get somewhere, one at a time.
    pub(super) mover: &'a ObjectGroup,
    /// Objects that stay on the board, besides the one mover.
    pub(super) kept: Vec<bool>,
    /// The target cells; if empty, the mover has to disappear.
    pub(super) places: Vec<u32>,
    /// Each turn counts, not only those that change the mover.
    pub(super) all_turns: bool,
}

/// The ways of a mover from each cell to each place.
#[derive(Debug)]
pub(super) struct AbstractWays {
    /// The number of a place, by cell.
    place_of: Vec<Option<usize>>,
    ways: MoverWays,
}

/// The states of emptied boards, with one mover each.
struct EmptiedBoards {
    space: EmptiedSpace,
    /// The first states.
    starts: Vec<u32>,
    /// The player's cell in each state.
    players: Vec<u32>,
}

/// An emptied level, and a worker that plays it.
struct EmptiedLevel<'a> {
    worker: SpaceWorker,
    shape: BoardShape,
    mover: &'a ObjectGroup,
    player: ObjectGroup,
    /// The player's cell in the states so far.
    players: Vec<u32>,
    /// Buffer for the cells of a group.
    found: Vec<u32>,
}

impl AbstractWays {
    /// Explores the emptied level; `None` if no mover has a way to any place. O(states · keys) turns.
    ///
    /// # Errors
    /// [`TurnFault`] if the emptied level cannot be set up.
    pub(super) fn new(
        game: &ScriptGame,
        shape: BoardShape,
        start: &ScriptState,
        task: &AbstractionTask<'_>,
        stop: StopCheck<'_>,
    ) -> Result<Option<AbstractWays>, TurnFault> {
        if task.places.len() * shape.n_cells() > MAX_WAYS {
            return Ok(None);
        }
        let Some(emptied) = EmptiedBoards::explore(game, shape, start, task, stop)? else {
            return Ok(None);
        };
        let mut place_of = vec![None; shape.n_cells()];
        for (number, place) in task.places.iter().enumerate() {
            place_of[*place as usize] = Some(number);
        }
        let places = if task.places.is_empty() { &[GONE][..] } else { &task.places };
        let ways = emptied.space.ways(shape.n_cells(), places);
        let mut starts = Vec::new();
        task.mover.cells(shape, start, &mut starts);
        let is_useful = starts.iter().any(|from| ways.lengths(*from).next().is_some());
        Ok(is_useful.then_some(AbstractWays { place_of, ways }))
    }

    /// The way from a cell to a place.
    pub(super) fn way(&self, from: u32, place: u32) -> MoverWay {
        match self.place_of.get(place as usize) {
            Some(Some(number)) => self.ways.way(from, *number),
            _ => MoverWay::Unknown,
        }
    }

    /// The way from a cell to leaving the board.
    pub(super) fn way_out(&self, from: u32) -> MoverWay {
        self.ways.way(from, 0)
    }
}

/// Returns the order in which movers should fill places, as a hint; `None` if there is no mover.
///
/// # Errors
/// [`TurnFault`] if the emptied level cannot be set up.
pub(super) fn filling_order(
    game: &ScriptGame,
    shape: BoardShape,
    start: &ScriptState,
    task: &AbstractionTask<'_>,
    stop: StopCheck<'_>,
) -> Result<Option<Vec<u32>>, TurnFault> {
    let emptied = EmptiedBoards::explore(game, shape, start, task, stop)?;
    Ok(emptied.map(|EmptiedBoards { space, starts, players }| {
        space.filling_order(&task.places, &starts, &players)
    }))
}

impl EmptiedBoards {
    /// Explores the boards with one mover each; `None` if there is no mover.
    fn explore(
        game: &ScriptGame,
        shape: BoardShape,
        start: &ScriptState,
        task: &AbstractionTask<'_>,
        stop: StopCheck<'_>,
    ) -> Result<Option<EmptiedBoards>, TurnFault> {
        let mut movers = Vec::new();
        task.mover.cells(shape, start, &mut movers);
        let all: Vec<Vec<usize>> =
            (0..shape.n_cells()).map(|cell| objects_in(shape, start, cell)).collect();
        let kept = |object: &usize| task.kept.get(*object) == Some(&true);
        let mut level: Option<EmptiedLevel<'_>> = None;
        let mut starts = Vec::new();
        for &from in movers.iter().take(MAX_MOVERS) {
            let stays = |(cell, objects): (usize, &Vec<usize>)| {
                let mover =
                    |object: &usize| cell as u32 == from && task.mover.planes.contains(object);
                objects.iter().filter(|object| kept(object) || mover(object)).copied().collect()
            };
            let cells: Vec<Vec<usize>> = all.iter().enumerate().map(stays).collect();
            let Some(emptied) = game.on_board(shape.width, shape.height, &cells) else {
                return Ok(None);
            };
            let emptied = Arc::new(emptied);
            let Some(board) = emptied.board(0) else { return Ok(None) };
            let state = ScriptState { words: board.start.clone() };
            let level = match &mut level {
                Some(level) => level,
                none => none.insert(EmptiedLevel::new(&emptied, shape, task.mover)?),
            };
            let mut packed = Vec::new();
            level.worker.packer.pack(&state, &mut packed);
            starts.push(packed);
        }
        let Some(mut level) = level else { return Ok(None) };
        let state_bytes = level.worker.packer.n_words() * size_of::<u64>();
        let max_states = MAX_STATES.min(MAX_BYTES / state_bytes + 1);
        let mut space = EmptiedSpace::explore(&mut level, &starts, max_states, stop);
        if task.all_turns {
            space.count_all();
        }
        let starts =
            starts.iter().filter_map(|start| space.states.find(start, hash_of(start))).collect();
        Ok(Some(EmptiedBoards { space, starts, players: level.players }))
    }
}

impl<'a> EmptiedLevel<'a> {
    fn new(
        emptied: &Arc<ScriptGame>,
        shape: BoardShape,
        mover: &'a ObjectGroup,
    ) -> Result<EmptiedLevel<'a>, TurnFault> {
        let worker = SpaceWorker::new(emptied, 0)?;
        let player = ObjectGroup { planes: emptied.players(), together: false };
        let (players, found) = (Vec::new(), Vec::new());
        Ok(EmptiedLevel { worker, shape, mover, player, players, found })
    }
}

impl EmptiedGame for EmptiedLevel<'_> {
    const TOGETHER: usize = 1;

    fn cell(&mut self, state: &[u64]) -> u32 {
        self.worker.stand_on(state);
        let mut first = |group: &ObjectGroup| {
            group.cells(self.shape, &self.worker.from, &mut self.found);
            self.found.first().copied().unwrap_or(GONE)
        };
        self.players.push(first(&self.player));
        first(self.mover)
    }

    fn take_steps(&mut self, states: &[u64], visit: &mut dyn FnMut(usize, &[u64])) -> bool {
        let worker = &mut self.worker;
        worker.stand_on(states);
        let mut is_known = true;
        for &key in &worker.keys {
            worker.to.words.copy_from_slice(&worker.from.words);
            match worker.stepper.turn(&mut worker.to, key) {
                Ok(turn) if turn.changed && !turn.restarted => {
                    worker.packer.pack(&worker.to, &mut worker.packed);
                    visit(0, &worker.packed);
                }
                Ok(_) => {}
                Err(_) => is_known = false,
            }
        }
        is_known
    }
}
