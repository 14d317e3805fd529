//! Search by changes: if turns are local, all walks of the player between two changes count as one step.
//!
//! A state stands for the region in which its player walks, by the least of their places there (as normalised
//! player positions in Sokoban solvers). The turns are known by heart ([`LocalTurns`]), so that a walk through
//! the region takes microseconds.

use super::corrals::{CorralTask, Corrals};
use super::goal_count::{DEAD, GoalCounter, GoalFilling};
use super::region_walk::RegionWalk;
use super::shorten::ShortenTask;
use super::still_objects::still_objects;
use crate::dead_ends::{DeadEndWatch, DeadEnds};
use crate::game::ScriptGame;
use crate::local_turns::{LocalTurn, LocalTurns};
use crate::states::space_layer::SpaceWorker;
use crate::turns::stepper::{ScriptInput, ScriptState, TurnFault};
use foolproof_planning::{CellRank, FeatureCells, MoverPairing, Origin, SearchTree};
use foolproof_space::{StopCheck, hash_of};
use std::sync::Arc;

/// The last change before a state, and the state's features.
#[derive(Clone, Copy)]
struct LastChange {
    /// The player's place after the change.
    place: u32,
    /// The player's place when the key was pressed, on the walk from the parent's place.
    pressed: u32,
    /// The cell to which something was moved; [`NOTHING`] if something else was changed.
    thing: u32,
    /// Number of switches to another moved object, not counting good ones.
    weight: u16,
    /// Number of places filled in order.
    packed: u8,
    /// Number of regions of the player's floor.
    regions: u8,
    key: u8,
}

/// No cell.
const NOTHING: u32 = u32::MAX;

/// End of a search.
pub(super) enum ChangeEnd {
    /// These keys win.
    Won(Vec<ScriptInput>),
    /// All states were expanded.
    Through,
    /// It was stopped, or there was no room.
    Over,
    /// Something happened that this search cannot follow.
    Odd,
}

/// A search in progress.
pub(super) struct ChangeSearch<'a> {
    worker: SpaceWorker,
    turns: LocalTurns,
    goals: GoalCounter,
    dead_ends: Option<DeadEndWatch>,
    tree: SearchTree<LastChange>,
    /// Open states, by places filled and regions.
    queues: FeatureCells,
    filling: GoalFilling,
    /// The player's places in the level without the objects that fill places.
    floor: Vec<u32>,
    walk: RegionWalk,
    beyond: RegionWalk,
    is_odd: bool,
    most_bytes: usize,
    stop: StopCheck<'a>,
    /// The planes of the state being expanded, without the player.
    state: ScriptState,
    alone: Vec<u64>,
    child: Vec<u64>,
    /// The pairing of movers with places in the state being expanded, if nothing else counts.
    pairing: Option<MoverPairing>,
    corrals: Corrals,
    /// Win conditions mention players.
    walks_win: bool,
    /// Hashes of recently met states with the player's place, at slots given by the hash.
    lately: Vec<u64>,
}

/// Number of slots for recently met states.
const MAX_LATELY: usize = 1 << 18;

impl<'a> ChangeSearch<'a> {
    /// `None` if turns are not local, or if there is not one player, or not one object that has to fill cells.
    ///
    /// # Errors
    /// [`TurnFault`] if the level cannot be started.
    pub(super) fn new(
        game: &Arc<ScriptGame>,
        level: usize,
        most_bytes: usize,
        stop: StopCheck<'a>,
    ) -> Result<Option<ChangeSearch<'a>>, TurnFault> {
        let Some(turns) = LocalTurns::with_plain_turns(game, level) else { return Ok(None) };
        let mut worker = SpaceWorker::new(game, level)?;
        let board = game.board(level).ok_or(TurnFault::NoBoard(level))?;
        let shape = game.shape(board);
        let start = worker.stepper.start(level)?;
        let mut child = Vec::new();
        worker.packer.pack(&start, &mut child);
        let Some(place) = turns.place_in(&child) else { return Ok(None) };
        if turns.is_won(&child) {
            return Ok(None);
        }
        let still = still_objects(game, &mut worker, &start, stop);
        let mut goals = GoalCounter::new(game, shape, &start, &still, stop)?;
        let Some(filling) = goals.filling(game, &start, &still, stop)? else { return Ok(None) };
        let n_places = turns.n_places();
        let first = LastChange {
            place,
            pressed: 0,
            thing: NOTHING,
            weight: 0,
            packed: 0,
            regions: 1,
            key: 0,
        };
        let mut search = ChangeSearch {
            tree: SearchTree::of_start(&child, first),
            dead_ends: DeadEnds::of(game, level).map(|ends| DeadEndWatch::new(Arc::new(ends))),
            state: start,
            worker,
            walks_win: turns.players_win(),
            turns,
            goals,
            filling,
            queues: FeatureCells::default(),
            floor: Vec::new(),
            walk: RegionWalk::new(n_places),
            beyond: RegionWalk::new(n_places),
            is_odd: false,
            most_bytes,
            stop,
            alone: Vec::new(),
            child,
            pairing: None,
            corrals: Corrals::default(),
            lately: vec![0; MAX_LATELY],
        };
        search.begin(place);
        Ok(Some(search))
    }

    /// Adds the start, with the player in this place, and examines it without the objects that fill places.
    fn begin(&mut self, place: u32) {
        self.turns.flip_player(place, &mut self.child);
        let mover = self.filling.mover;
        let mut emptied = self.child.clone();
        for cell in self.turns.cells_of(mover, &self.child) {
            self.turns.flip_object(mover, cell, &mut emptied);
        }
        self.walk.go(&mut self.turns, &emptied, place, false);
        self.floor = self.walk.places.iter().map(|(place, ..)| *place).collect();
        self.corrals = Corrals::new(&mut self.turns, &emptied, &self.floor, mover);
        self.pairing = self.goals.pairing(&self.state);
        let least = self.beyond.go(&mut self.turns, &self.child, place, false);
        self.turns.flip_player(least, &mut self.child);
        let first = self.tree[0].data;
        self.tree.begin(&self.child, first);
        self.queues.push(0, CellRank { cell: Some((0, 1)), weight: 0, far: 0 });
    }

    /// Searches until a win, until nothing is left, or until room or time runs out.
    pub(super) fn run(&mut self) -> ChangeEnd {
        loop {
            let Some(number) = self.queues.next(|number| self.tree[number].is_through) else {
                return if self.is_odd { ChangeEnd::Odd } else { ChangeEnd::Through };
            };
            if (self.stop)() {
                return ChangeEnd::Over;
            }
            if self.turns.is_of_no_use() {
                return ChangeEnd::Odd;
            }
            if let Some(end) = self.expand(number) {
                return end;
            }
        }
    }

    /// Takes all changes that the player can reach from a state.
    fn expand(&mut self, number: u32) -> Option<ChangeEnd> {
        self.tree[number].is_through = true;
        let mut alone = std::mem::take(&mut self.alone);
        alone.clear();
        alone.extend_from_slice(self.tree.states().state(number));
        if let Some(least) = self.turns.place_in(&alone) {
            self.turns.flip_player(least, &mut alone);
        }
        self.turns.unpack(&alone, &mut self.state);
        if let Some(pairing) = &mut self.pairing {
            pairing.pair(&self.turns.cells_of(self.filling.mover, &alone));
        }
        let Origin { depth, data: before, .. } = self.tree[number];
        self.walk.go(&mut self.turns, &alone, before.place, true);
        if let Some(end) = self.won_on_walk(number, &alone) {
            return Some(end);
        }
        let mut changes = std::mem::take(&mut self.walk.changes);
        if let Some(first) = self.corral(&alone) {
            let is_first = |from: u32| first.binary_search(&from).is_ok();
            changes.retain(|(_, _, turn)| turn.moved.is_some_and(|(from, _)| is_first(from)));
        }
        let end = changes.iter().find_map(|(at, key, turn)| {
            let pressed = self.walk.places[*at as usize].0;
            let goes_on = turn.moved.is_some_and(|(from, _)| from == before.thing);
            let data = LastChange {
                place: turn.to,
                pressed,
                thing: turn.moved.map_or(NOTHING, |(_, to)| to),
                weight: before.weight.saturating_add(u16::from(!goes_on)),
                key: *key,
                ..before
            };
            self.change(
                &alone,
                turn,
                Origin { parent: number, depth: depth + 1, is_through: false, data },
            )
        });
        changes.clear();
        self.walk.changes = changes;
        self.alone = alone;
        end
    }

    /// Looks for a win by a walk alone, if conditions mention players.
    fn won_on_walk(&mut self, number: u32, alone: &[u64]) -> Option<ChangeEnd> {
        if !self.walks_win {
            return None;
        }
        self.child.clear();
        self.child.extend_from_slice(alone);
        let (turns, child) = (&self.turns, &mut self.child);
        let at = self.walk.places.iter().skip(1).position(|(place, ..)| {
            turns.flip_player(*place, child);
            let is_won = turns.is_won(child);
            turns.flip_player(*place, child);
            is_won
        })?;
        let last = self.walk.way(at as u32 + 1);
        Some(self.won(number, last))
    }

    /// The movers of the corral that should be opened first, if there is one.
    fn corral(&mut self, alone: &[u64]) -> Option<Vec<u32>> {
        let pairing = self.pairing.as_ref()?;
        let movers = self.turns.cells_of(self.filling.mover, alone);
        let (walk, n_cells) = (&self.walk, self.turns.n_cells());
        // With any object of the player.
        let reaches = |cell: u32| {
            walk.met.iter().skip(cell as usize).step_by(n_cells).any(|met| *met == walk.number)
        };
        let is_lost = |cell: u32| pairing.is_lost(cell, DEAD);
        let (places, movers, needs) = (&self.filling.places, movers.as_slice(), pairing.needs());
        let task = CorralTask { reaches: &reaches, movers, places, needs, is_lost: &is_lost };
        self.corrals.first(&task)
    }

    /// Adds the state to which a change leads, if it is new and no dead end.
    fn change(
        &mut self,
        alone: &[u64],
        turn: &LocalTurn,
        mut origin: Origin<LastChange>,
    ) -> Option<ChangeEnd> {
        self.child.clear();
        self.child.extend_from_slice(alone);
        self.turns.apply(turn, &mut self.child);
        self.turns.flip_player(turn.to, &mut self.child);
        if self.turns.is_won(&self.child) {
            let last = self.walk.way_by(origin.data.pressed, origin.data.key);
            return Some(self.won(origin.parent, last));
        }
        self.turns.flip_player(turn.to, &mut self.child);
        if self.was_met(turn.to) {
            return None;
        }
        self.turns.apply_to_planes(turn, &mut self.state.words);
        self.turns.flip_player_plane(turn.to, &mut self.state.words);
        let is_dead = self.dead_ends.as_mut().is_some_and(|ends| ends.is_dead_end(&self.state));
        let estimate = if is_dead { None } else { self.enter(turn, &mut origin.data) };
        self.turns.flip_player_plane(turn.to, &mut self.state.words);
        self.turns.apply_to_planes(turn, &mut self.state.words);
        let (far, hash) = estimate?;
        if !self.tree.has_room(self.most_bytes, || (self.queues.capacity(), 0)) {
            return Some(ChangeEnd::Over);
        }
        let before = self.tree[origin.parent].data;
        let LastChange { packed, regions, weight, .. } = &mut origin.data;
        if *packed > before.packed || *regions < before.regions {
            *weight = before.weight;
        }
        let cell = (far < DEAD).then_some((*packed, *regions));
        let rank = CellRank { cell, weight: *weight, far };
        let Some(fresh) = self.tree.add(&self.child, hash, origin) else {
            return Some(ChangeEnd::Over);
        };
        self.queues.push(fresh, rank);
        None
    }

    /// Returns whether the state `child` was met recently with the player in this place.
    fn was_met(&mut self, place: u32) -> bool {
        let hash = hash_of(&self.child).rotate_left(place % 64) ^ u64::from(place) << 8;
        let slot = &mut self.lately[hash as usize % MAX_LATELY];
        std::mem::replace(slot, hash) == hash
    }

    /// Examines the region of a new state. Returns the distance to a win and the hash; `None` if it is known.
    fn enter(&mut self, turn: &LocalTurn, last: &mut LastChange) -> Option<(u32, u64)> {
        let least = self.beyond.go(&mut self.turns, &self.child, turn.to, false);
        self.is_odd |= self.beyond.is_odd;
        self.turns.flip_player(least, &mut self.child);
        let hash = hash_of(&self.child);
        if self.tree.states().find(&self.child, hash).is_some() {
            return None;
        }
        self.turns.flip_player(least, &mut self.child);
        last.regions = self.beyond.regions(&mut self.turns, &self.child, &self.floor);
        self.turns.flip_player(least, &mut self.child);
        last.packed = self.packed();
        let paired = self.pairing.as_mut().zip(turn.moved);
        let paired = paired.and_then(|(pairing, (from, to))| pairing.after_move(from, to));
        let far = paired.unwrap_or_else(|| self.goals.estimate(&self.state).far);
        Some((far, hash))
    }

    /// Counts the filled places of the order before the first that is not.
    fn packed(&self) -> u8 {
        let mover = self.filling.mover;
        let is_filled = |cell: &&u32| self.turns.has(&self.state.words, mover, **cell);
        self.filling.order.iter().take_while(is_filled).count().min(usize::from(u8::MAX)) as u8
    }

    /// The keys to a state and then to a win, played by the rules and shortened.
    fn won(&mut self, number: u32, last: Vec<usize>) -> ChangeEnd {
        let mut way = Vec::new();
        for child in self.tree.way_to(number) {
            way.extend(self.leg_to(child));
        }
        way.extend(last);
        self.played(&way).map_or(ChangeEnd::Odd, ChangeEnd::Won)
    }

    /// The keys from the parent's place to the place where a change's key was pressed, and that key.
    fn leg_to(&mut self, child: u32) -> Vec<usize> {
        let Origin { parent, data: LastChange { pressed, key, .. }, .. } = self.tree[child];
        let mut alone = self.tree.states().state(parent).to_vec();
        if let Some(least) = self.turns.place_in(&alone) {
            self.turns.flip_player(least, &mut alone);
        }
        let from = self.tree[parent].data.place;
        self.beyond.go(&mut self.turns, &alone, from, false);
        self.beyond.way_by(pressed, key)
    }

    /// A solution, shortened, if it wins by the rules.
    fn played(&mut self, way: &[usize]) -> Option<Vec<ScriptInput>> {
        let level = self.worker.stepper.level();
        let start = self.worker.stepper.start(level).ok()?;
        let n_found = self.tree.states().n_states();
        let way = ShortenTask::new(&mut self.worker, &start, n_found, self.stop).shorten(way);
        let keys = &self.worker.keys;
        let way: Vec<ScriptInput> = way.iter().filter_map(|&key| keys.get(key).copied()).collect();
        let mut state = start.clone();
        let mut wins = Vec::new();
        for &key in &way {
            wins.push(self.worker.stepper.turn(&mut state, key).ok()?.won);
        }
        let first = wins.iter().position(|won| *won)?;
        Some(way[..=first].to_vec())
    }
}
