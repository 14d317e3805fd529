//! Gates that compute a program for many assignments at once, one bit for each assignment.
//!
//! Every gate is an *and* of two wires that may be inverted (A. Kuehlmann et al., *Robust Boolean reasoning for
//! equivalence checking*, 2002); equal gates are shared, and constants are folded away. Atoms in a positive
//! cycle become a loop, which is run until nothing changes.

use rustc_hash::FxHashMap;

/// A gate's output: twice the node, plus one if it is inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Wire(u32);

impl Wire {
    pub(crate) const FALSE: Self = Self(0);
    pub(crate) const TRUE: Self = Self(1);

    pub(crate) fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub(crate) fn inverted(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The output of a node.
    pub(crate) fn of_node(node: usize) -> Self {
        Self((node as u32) << 1)
    }

    /// Returns the node of the wire, and whether the wire is inverted.
    pub(crate) fn node(self) -> (usize, bool) {
        ((self.0 >> 1) as usize, self.0 & 1 == 1)
    }

    /// Inverts the wire if `positive` is false.
    pub(crate) fn signed(self, positive: bool) -> Self {
        if positive { self } else { self.inverted() }
    }
}

/// A range of nodes; a loop if it has registers, each with the wire that feeds it.
#[derive(Clone, Debug, Default)]
struct Part {
    first: u32,
    last: u32,
    registers: Vec<(u32, Wire)>,
}

/// A circuit, built gate by gate in order of execution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Circuit {
    /// Node 0 is false, then come the inputs; inputs and registers have no gate.
    gates: Vec<(Wire, Wire)>,
    known: FxHashMap<(Wire, Wire), Wire>,
    parts: Vec<Part>,
    part_first: u32,
}

impl Circuit {
    pub(crate) fn new(n_inputs: usize) -> Self {
        let gates = vec![(Wire::FALSE, Wire::FALSE); n_inputs + 1];
        let part_first = gates.len() as u32;
        Self { gates, part_first, ..Self::default() }
    }

    /// The wire of an input, from 0.
    pub(crate) fn input(at: usize) -> Wire {
        Wire((at as u32 + 1) << 1)
    }

    pub(crate) fn and(&mut self, one: Wire, other: Wire) -> Wire {
        let (one, other) = (one.min(other), one.max(other));
        match (one, other) {
            (Wire::FALSE, _) => return Wire::FALSE,
            (Wire::TRUE, other) => return other,
            _ if one == other => return one,
            _ if one == other.inverted() => return Wire::FALSE,
            _ => {}
        }
        let gates = &mut self.gates;
        *self.known.entry((one, other)).or_insert_with(|| {
            gates.push((one, other));
            Wire((gates.len() as u32 - 1) << 1)
        })
    }

    pub(crate) fn or(&mut self, one: Wire, other: Wire) -> Wire {
        self.and(one.inverted(), other.inverted()).inverted()
    }

    pub(crate) fn exclusive(&mut self, one: Wire, other: Wire) -> Wire {
        let both = self.and(one, other);
        let neither = self.and(one.inverted(), other.inverted());
        self.and(both.inverted(), neither.inverted())
    }

    /// Returns a wire that is on if the weights of the wires that are on reach a bound. Uses adders in columns,
    /// one column for every binary digit.
    pub(crate) fn reaches(&mut self, weighed: &[(Wire, i64)], bound: i64) -> Wire {
        let total: i64 = weighed.iter().map(|(_, weight)| *weight).sum();
        if bound <= 0 || total < bound {
            return Wire::constant(bound <= 0);
        }
        let n_digits = (i64::BITS - total.leading_zeros()) as usize;
        let mut columns: Vec<Vec<Wire>> = vec![Vec::new(); n_digits + 1];
        for (wire, weight) in weighed {
            for (digit, column) in columns.iter_mut().enumerate() {
                if weight >> digit & 1 == 1 && *wire != Wire::FALSE {
                    column.push(*wire);
                }
            }
        }
        let mut reached = Wire::TRUE;
        for digit in 0..n_digits {
            let sum = self.add_column(&mut columns, digit);
            reached = match bound >> digit & 1 {
                1 => self.and(sum, reached),
                _ => self.or(sum, reached),
            };
        }
        reached
    }

    /// Adds the wires of a column up to one digit, and carries into the next.
    fn add_column(&mut self, columns: &mut [Vec<Wire>], digit: usize) -> Wire {
        let mut column = std::mem::take(&mut columns[digit]);
        let mut carries = Vec::new();
        while column.len() > 1 {
            let rest = column.split_off(column.len() - column.len().min(3));
            let (one, other) = (rest[0], rest[1]);
            let third = rest.get(2).copied().unwrap_or(Wire::FALSE);
            let half = self.exclusive(one, other);
            let sum = self.exclusive(half, third);
            let both = self.and(one, other);
            let through = self.and(half, third);
            carries.push(self.or(both, through));
            // First in, first out keeps the chains short.
            column.insert(0, sum);
        }
        carries.retain(|carry| *carry != Wire::FALSE);
        columns[digit + 1].extend(carries);
        column.pop().unwrap_or(Wire::FALSE)
    }

    /// Begins a loop with this many registers, which are false at first.
    pub(crate) fn begin_loop(&mut self, n_registers: usize) -> Vec<Wire> {
        self.end_part();
        let first = self.gates.len() as u32;
        self.gates.resize(self.gates.len() + n_registers, (Wire::FALSE, Wire::FALSE));
        self.part_first = self.gates.len() as u32;
        (first..self.part_first).map(|node| Wire(node << 1)).collect()
    }

    /// Ends the loop: its gates run until every register equals its input.
    pub(crate) fn end_loop(&mut self, registers: &[Wire], fed_by: &[Wire]) {
        let fed = registers.iter().zip(fed_by);
        let registers = fed.map(|(register, by)| (register.0 >> 1, *by)).collect();
        let last = self.gates.len() as u32;
        self.parts.push(Part { first: self.part_first, last, registers });
        self.part_first = last;
    }

    /// Ends a part. Returns the number of parts so far, for `Lanes::run`.
    pub(crate) fn end_part(&mut self) -> usize {
        let last = self.gates.len() as u32;
        if last > self.part_first {
            self.parts.push(Part { first: self.part_first, last, registers: Vec::new() });
        }
        self.part_first = last;
        self.parts.len()
    }

    pub(crate) fn n_gates(&self) -> usize {
        self.gates.len()
    }

    /// Returns the registers of loops, each with the wire that it equals in the end.
    pub(crate) fn registers(&self) -> impl Iterator<Item = (Wire, Wire)> {
        let all = self.parts.iter().flat_map(|part| &part.registers);
        all.map(|(register, by)| (Wire::of_node(*register as usize), *by))
    }

    /// Returns the inputs of a node's gate; `None` for inputs, registers and the constant.
    pub(crate) fn gate(&self, node: usize) -> Option<(Wire, Wire)> {
        let gate = self.gates.get(node).copied()?;
        (gate != (Wire::FALSE, Wire::FALSE)).then_some(gate)
    }
}

/// The values of all wires for 64 · W assignments.
#[derive(Clone, Debug)]
pub(crate) struct Lanes<const W: usize> {
    values: Vec<[u64; W]>,
}

impl<const W: usize> Lanes<W> {
    /// The number of assignments.
    pub(crate) const COUNT: usize = 64 * W;

    pub(crate) fn new(circuit: &Circuit) -> Self {
        Self { values: vec![[0; W]; circuit.gates.len()] }
    }

    /// Sets one input, from 0, for the assignments of one block.
    pub(crate) fn set(&mut self, input: usize, block: usize, bits: u64) {
        self.values[input + 1][block] = bits;
    }

    pub(crate) fn get(&self, wire: Wire) -> [u64; W] {
        let invert = u64::from(wire.0 & 1).wrapping_neg();
        self.values[(wire.0 >> 1) as usize].map(|bits| bits ^ invert)
    }

    pub(crate) fn get_block(&self, wire: Wire, block: usize) -> u64 {
        self.values[(wire.0 >> 1) as usize][block] ^ u64::from(wire.0 & 1).wrapping_neg()
    }

    /// Computes parts of the circuit. All parts before them must have been computed.
    pub(crate) fn run(&mut self, circuit: &Circuit, parts: std::ops::Range<usize>) {
        for part in &circuit.parts[parts] {
            for (register, _) in &part.registers {
                self.values[*register as usize] = [0; W];
            }
            loop {
                self.compute(&circuit.gates, part);
                let mut changed = false;
                for (register, by) in &part.registers {
                    let value = self.get(*by);
                    let register = &mut self.values[*register as usize];
                    changed |= *register != value;
                    *register = value;
                }
                if !changed {
                    break;
                }
            }
        }
    }

    fn compute(&mut self, gates: &[(Wire, Wire)], part: &Part) {
        let nodes = part.first as usize..part.last as usize;
        for (node, (one, other)) in nodes.clone().zip(&gates[nodes]) {
            let (invert_one, invert_other) =
                (u64::from(one.0 & 1).wrapping_neg(), u64::from(other.0 & 1).wrapping_neg());
            let one = self.values[(one.0 >> 1) as usize];
            let other = self.values[(other.0 >> 1) as usize];
            let value = &mut self.values[node];
            for block in 0..W {
                value[block] = (one[block] ^ invert_one) & (other[block] ^ invert_other);
            }
        }
    }
}

/// Turns 64 rows of 64 bits into columns (H. S. Warren, *Hacker's Delight*, 7-3).
pub(crate) fn transpose(rows: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, 0x0000_0000_FFFF_FFFFu64);
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let moved = (rows[row] >> width ^ rows[row + width]) & mask;
            rows[row] ^= moved << width;
            rows[row + width] ^= moved;
            row = (row + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_swaps_rows_and_columns() {
        let mut rng = fastrand::Rng::with_seed(1);
        let rows: [u64; 64] = std::array::from_fn(|_| rng.u64(..));
        let mut turned = rows;
        transpose(&mut turned);
        for (at, row) in rows.iter().enumerate() {
            for (column, turned) in turned.iter().enumerate() {
                assert_eq!(row >> column & 1, turned >> at & 1);
            }
        }
    }

    #[test]
    fn weights_add_up() {
        let weights = [1, 3, 2, 0, 5, 1, 1];
        for bound in -1..15 {
            let mut circuit = Circuit::new(weights.len());
            let weighed: Vec<(Wire, i64)> =
                (0..weights.len()).map(|at| (Circuit::input(at), weights[at])).collect();
            let reached = circuit.reaches(&weighed, bound);
            let n_parts = circuit.end_part();
            let mut lanes = Lanes::<2>::new(&circuit);
            for input in 0..weights.len() {
                for block in 0..2 {
                    let bits = (0..64).filter(|lane| (64 * block + lane) >> input & 1 == 1);
                    lanes.set(input, block, bits.map(|lane| 1u64 << lane).sum());
                }
            }
            lanes.run(&circuit, 0..n_parts);
            for lane in 0..128 {
                let on = (0..weights.len()).filter(|input| lane >> input & 1 == 1);
                let sum: i64 = on.map(|input| weights[input]).sum();
                let found = lanes.get(reached)[lane / 64] >> (lane % 64) & 1 == 1;
                assert_eq!(found, sum >= bound, "{lane} {bound}");
            }
        }
    }
}
