//! A game of moves as gates: the facts of a position, and the effects of every action.
//!
//! The part that depends on the position alone is computed once for all actions; every action has its own
//! gates, with all other actions folded away.

use super::circuit::{Circuit, Lanes, Wire, transpose};
use super::lower::Lowering;
use super::program::AtomNumber;
use super::steps::StepGame;
use foolproof_space::Standing;

/// The gates of a game.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub(crate) circuit: Circuit,
    /// Number of parts of the circuit that depend on the position alone.
    position_parts: usize,
    n_parts: usize,
    /// The number of words of a position.
    pub width: usize,
    /// The number of words of a set of events.
    pub(crate) event_width: usize,
    pub(crate) won: Wire,
    pub(crate) lost: Wire,
    pub actions: Vec<ActionWires>,
}

#[derive(Clone, Debug)]
pub(crate) struct ActionWires {
    pub(crate) legal: Wire,
    /// Otherwise allowed by the rules, but a mark goes where it is never allowed.
    pub(crate) astray: Wire,
    pub(crate) next: Vec<Wire>,
    events: Vec<Wire>,
}

impl Machine {
    pub(crate) fn new(game: &StepGame) -> Self {
        let program = &game.program;
        let constraints: Vec<usize> =
            (0..program.n_rules()).filter(|at| program.rule(*at).is_constraint()).collect();
        let next = game.kept().iter().map(|now| now.next).filter(|atom| *atom != 0);
        let wanted = game.told().chain(next);
        let mut lowering = Lowering::new(program, &game.strata, game.kept().len(), wanted);
        let of_action = depending(game);
        let mut wires = vec![Wire::FALSE; program.last_atom() as usize + 1];
        for (at, now) in game.kept().iter().enumerate() {
            wires[now.atom as usize] = Circuit::input(at);
        }
        lowering.lower(&mut wires, |atom| !of_action[atom as usize]);
        let position_parts = lowering.circuit.end_part();
        let mut actions = Vec::with_capacity(game.actions.len());
        for action in &game.actions {
            let mut wires = wires.clone();
            wires[*action as usize] = Wire::TRUE;
            lowering.lower(&mut wires, |atom| of_action[atom as usize]);
            let mut legal = wires[game.legal as usize];
            for constraint in &constraints {
                let broken = lowering.body(*constraint, &wires);
                legal = lowering.circuit.and(legal, broken.inverted());
            }
            let mut stray = Wire::FALSE;
            for atom in game.strays.iter().map(|stray| stray.atom) {
                stray = lowering.circuit.or(stray, wires[atom as usize]);
            }
            actions.push(ActionWires {
                legal: lowering.circuit.and(legal, stray.inverted()),
                astray: lowering.circuit.and(legal, stray),
                next: game.kept().iter().map(|now| wires[now.next as usize]).collect(),
                events: game.events.iter().map(|event| wires[*event as usize]).collect(),
            });
        }
        let n_parts = lowering.circuit.end_part();
        Self {
            circuit: lowering.circuit,
            position_parts,
            n_parts,
            width: game.kept().len().div_ceil(64),
            event_width: game.events.len().div_ceil(64),
            won: wires[game.won as usize],
            lost: wires[game.lost as usize],
            actions,
        }
    }
}

/// For each atom, true if it depends on the action.
fn depending(game: &StepGame) -> Vec<bool> {
    let mut depends = vec![false; game.program.last_atom() as usize + 1];
    game.actions.iter().for_each(|action| depends[*action as usize] = true);
    let components = &game.strata.components;
    for component in 0..components.len() {
        let atoms: &[AtomNumber] = components.nodes(component);
        let any = atoms.iter().any(|atom| {
            depends[*atom as usize]
                || game.strata.rules.get(*atom).iter().any(|rule| {
                    let body = game.program.rule(*rule as usize).body;
                    body.iter().any(|literal| depends[literal.unsigned_abs() as usize])
                })
        });
        atoms.iter().for_each(|atom| depends[*atom as usize] |= any);
    }
    depends
}

/// The effects of all actions on up to 64 · W positions.
#[derive(Clone, Debug)]
pub(crate) struct Batch<const W: usize> {
    lanes: Lanes<W>,
    won: [u64; W],
    lost: [u64; W],
    /// For every action, the positions in which it is legal.
    legal: Vec<[u64; W]>,
    /// Some otherwise legal action leads astray in some position.
    pub(crate) any_astray: bool,
    astray: Vec<[u64; W]>,
    /// For every action and position, the next position and the events.
    next: Vec<u64>,
    events: Vec<u64>,
}

impl<const W: usize> Batch<W> {
    pub(crate) fn new(machine: &Machine) -> Self {
        let n_steps = machine.actions.len() * Lanes::<W>::COUNT;
        Self {
            lanes: Lanes::new(&machine.circuit),
            won: [0; W],
            lost: [0; W],
            legal: vec![[0; W]; machine.actions.len()],
            any_astray: false,
            astray: vec![[0; W]; machine.actions.len()],
            next: vec![0; n_steps * machine.width],
            events: vec![0; n_steps * machine.event_width],
        }
    }

    pub(crate) fn bytes(machine: &Machine) -> usize {
        let words = machine.actions.len() * 64 * (machine.width + machine.event_width);
        (words + machine.circuit.n_gates()) * W * size_of::<u64>()
    }

    /// Loads positions, given their words concatenated, and finds won and lost ones.
    pub(crate) fn judge(&mut self, machine: &Machine, positions: &[u64]) {
        let width = machine.width;
        for block in 0..W {
            let from = (block * 64 * width).min(positions.len());
            let to = (from + 64 * width).min(positions.len());
            let rows = &positions[from..to];
            for word in 0..width {
                let mut bits = [0; 64];
                for (bits, row) in bits.iter_mut().zip(rows.chunks_exact(width)) {
                    *bits = row[word];
                }
                transpose(&mut bits);
                let inputs = machine.n_inputs().min(64 * word + 64);
                for input in 64 * word..inputs {
                    self.lanes.set(input, block, bits[input % 64]);
                }
            }
        }
        self.lanes.run(&machine.circuit, 0..machine.position_parts);
        let n_positions = positions.len() / width;
        let there: [u64; W] = std::array::from_fn(|block| first(n_positions, block));
        let only = |bits: [u64; W]| std::array::from_fn(|block| bits[block] & there[block]);
        self.lost = only(self.lanes.get(machine.lost));
        let won: [u64; W] = only(self.lanes.get(machine.won));
        self.won = std::array::from_fn(|block| won[block] & !self.lost[block]);
    }

    /// After `judge`: continues as if nothing were won.
    pub(crate) fn forget_wins(&mut self) {
        self.won = [0; W];
    }

    /// After `judge`: computes the effect of every action on each of the first `n_positions` positions.
    pub(crate) fn act(&mut self, machine: &Machine, n_positions: usize) {
        self.lanes.run(&machine.circuit, machine.position_parts..machine.n_parts);
        self.any_astray = false;
        for (at, action) in machine.actions.iter().enumerate() {
            for block in 0..W {
                let open = first(n_positions, block) & !self.won[block] & !self.lost[block];
                let legal = self.lanes.get_block(action.legal, block) & open;
                self.legal[at][block] = legal;
                let astray = self.lanes.get_block(action.astray, block) & open;
                self.astray[at][block] = astray;
                self.any_astray |= astray != 0;
                if legal != 0 {
                    let row = at * Lanes::<W>::COUNT + 64 * block;
                    self.read(&action.next, block, row, LoopTable::Next(machine.width));
                    self.read(&action.events, block, row, LoopTable::Events(machine.event_width));
                }
            }
        }
    }

    /// Writes a block of wires as rows of bits.
    fn read(&mut self, wires: &[Wire], block: usize, row: usize, table: LoopTable) {
        let (rows, width) = match table {
            LoopTable::Next(width) => (&mut self.next, width),
            LoopTable::Events(width) => (&mut self.events, width),
        };
        for (word, wires) in wires.chunks(64).enumerate() {
            let mut bits = [0; 64];
            let mut any = 0;
            for (bits, wire) in bits.iter_mut().zip(wires) {
                *bits = self.lanes.get_block(*wire, block);
                any |= *bits;
            }
            // Most sets of events are empty.
            if any != 0 {
                transpose(&mut bits);
            }
            let places = rows[row * width..].iter_mut().skip(word).step_by(width);
            places.zip(bits).for_each(|(place, bits)| *place = bits);
        }
    }

    /// After `judge`: true if a wire that depends on the position alone is on.
    pub(crate) fn is_on(&self, wire: Wire, position: usize) -> bool {
        self.lanes.get_block(wire, position / 64) >> (position % 64) & 1 == 1
    }

    /// After `judge`: tells if a position is won or lost.
    pub(crate) fn standing(&self, position: usize) -> Standing {
        let is_on = |bits: &[u64; W]| bits[position / 64] >> (position % 64) & 1 == 1;
        match (is_on(&self.lost), is_on(&self.won)) {
            (true, _) => Standing::Lost,
            (false, true) => Standing::Won,
            (false, false) => Standing::Open,
        }
    }

    pub(crate) fn is_legal(&self, action: usize, position: usize) -> bool {
        self.legal[action][position / 64] >> (position % 64) & 1 == 1
    }

    /// After `act`: returns the first action that leads astray in a position.
    pub(crate) fn astray(&self, position: usize) -> Option<usize> {
        let is_on = |bits: &[u64; W]| bits[position / 64] >> (position % 64) & 1 == 1;
        self.astray.iter().position(is_on)
    }

    /// Returns the position after a legal action.
    pub(crate) fn next(&self, machine: &Machine, action: usize, position: usize) -> &[u64] {
        let from = (action * Lanes::<W>::COUNT + position) * machine.width;
        &self.next[from..from + machine.width]
    }

    pub(crate) fn events(&self, machine: &Machine, action: usize, position: usize) -> &[u64] {
        let from = (action * Lanes::<W>::COUNT + position) * machine.event_width;
        &self.events[from..from + machine.event_width]
    }
}

impl Machine {
    /// Returns the conditions of a win; all must hold.
    pub(crate) fn goals(&self) -> Vec<Wire> {
        let (mut goals, mut open) = (Vec::new(), vec![self.won]);
        while let Some(wire) = open.pop() {
            let (node, inverted) = wire.node();
            match self.circuit.gate(node).filter(|_| !inverted) {
                Some((one, other)) => open.extend([one, other]),
                None => goals.push(wire),
            }
        }
        goals.sort_unstable();
        goals.dedup();
        goals
    }

    /// Number of marks that a position may have.
    pub(crate) fn n_inputs(&self) -> usize {
        self.actions.first().map_or(0, |action| action.next.len())
    }
}

#[derive(Clone, Copy)]
enum LoopTable {
    Next(usize),
    Events(usize),
}

/// Returns the bits of a block that belong to the first `n` positions.
fn first(n: usize, block: usize) -> u64 {
    match n.saturating_sub(64 * block) {
        0 => 0,
        n @ 1..64 => (1 << n) - 1,
        _ => u64::MAX,
    }
}
