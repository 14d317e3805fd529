//! Moves everything that can move.
//!
//! An object moves if its layer is free in the next cell. The cells are visited repeatedly until nothing more
//! moves, so that rows of objects move together. If a rigid group could not move everything, it is banned.

use crate::compiling::masks::{ANY_MOVEMENT, LAYERS_PER_WORD, MOVEMENTS, bits_of};
use crate::compiling::tables::RuleTables;
use crate::turns::machine::{BoardMachine, NOWHERE};
use crate::turns::trace::{StepDirection, TurnEvent, TurnWatcher};

impl<const S: usize> BoardMachine<S> {
    /// Moves the objects that can move and clears all movements. True if a rigid group is newly banned.
    pub(crate) fn resolve<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        watcher: &mut T,
    ) -> bool {
        let mut moved = true;
        while moved {
            moved = false;
            for word in 0..self.touched.len() {
                for bit in bits_of(self.touched[word]) {
                    moved |= self.move_cell(tables, word * 64 + bit, watcher);
                }
            }
        }
        if T::WATCHES {
            self.tell_stuck(tables, watcher);
        }
        let banned = !self.rigid_layers.is_empty() && self.ban_stuck_groups(tables);
        self.clear_moves();
        banned
    }

    fn move_cell<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        cell: usize,
        watcher: &mut T,
    ) -> bool {
        let moves = self.moves[cell];
        let mut left = moves;
        for s in 0..S {
            let mut rest = moves[s];
            while rest != 0 {
                let layer = rest.trailing_zeros() as usize / MOVEMENTS;
                let shift = layer * MOVEMENTS;
                let movement = rest >> shift & ANY_MOVEMENT;
                rest &= !(ANY_MOVEMENT << shift);
                if self.move_layer(tables, cell, s * LAYERS_PER_WORD + layer, movement, watcher) {
                    left[s] &= !(movement << shift);
                }
            }
        }
        if left == moves {
            return false;
        }
        self.write_moves(cell, left);
        true
    }

    /// Moves the objects on a layer of a cell; false if something is in their way.
    fn move_layer<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        cell: usize,
        layer: usize,
        movement: u64,
        watcher: &mut T,
    ) -> bool {
        let Some(mask) = tables.layer_masks.get(layer) else { return false };
        let (side, direction) = match movement {
            0b00001 => (0, StepDirection::Up),
            0b00010 => (1, StepDirection::Down),
            0b00100 => (2, StepDirection::Left),
            0b01000 => (3, StepDirection::Right),
            // The action needs no room and is done at once.
            0b10000 => {
                if T::WATCHES {
                    for object in objects_of(&self.cells[cell], mask) {
                        watcher.note(TurnEvent::Acted { object });
                    }
                }
                return true;
            }
            // Contradictory movements end only if there is nothing to move.
            _ => return (0..S).all(|s| self.cells[cell][s] & mask[s] == 0),
        };
        let target = self.neighbours[cell][side];
        if target == NOWHERE {
            return false;
        }
        let target = target as usize;
        let (here, there) = (self.cells[cell], self.cells[target]);
        if (0..S).any(|s| there[s] & mask[s] != 0) {
            return false;
        }
        if (0..S).all(|s| here[s] & mask[s] == 0) {
            return true;
        }
        self.write_objects(cell, std::array::from_fn(|s| here[s] & !mask[s]));
        self.write_objects(target, std::array::from_fn(|s| there[s] | here[s] & mask[s]));
        if T::WATCHES {
            let mut entered = false;
            let (from, to) = (cell as u32, target as u32);
            for object in objects_of(&here, mask) {
                watcher.note(TurnEvent::Moved { object, from, to, direction });
                let (s, bit) = (object as usize / 64, object % 64);
                entered |= tables.player[s] >> bit & 1 == 1;
            }
            if entered {
                watcher.note(TurnEvent::Entered { cell: target as u32 });
            }
        }
        true
    }

    /// Reports the objects with movements that could not be carried out.
    fn tell_stuck<T: TurnWatcher>(&self, tables: &RuleTables<S>, watcher: &mut T) {
        let words = self.touched.iter().enumerate();
        for cell in words.flat_map(|(word, bits)| bits_of(*bits).map(move |bit| word * 64 + bit)) {
            for (s, &left) in self.moves[cell].iter().enumerate() {
                let mut rest = left;
                while rest != 0 {
                    let place = rest.trailing_zeros() as usize / MOVEMENTS;
                    let shift = place * MOVEMENTS;
                    let movement = (rest >> shift & ANY_MOVEMENT) as u8;
                    rest &= !(ANY_MOVEMENT << shift);
                    let mask = tables.layer_masks.get(s * LAYERS_PER_WORD + place);
                    let objects = mask.into_iter().flat_map(|m| objects_of(&self.cells[cell], m));
                    objects.for_each(|object| watcher.note(TurnEvent::Stuck { object, movement }));
                }
            }
        }
    }

    /// Bans the rigid groups with movements that could not be carried out.
    fn ban_stuck_groups(&mut self, tables: &RuleTables<S>) -> bool {
        let mut newly = false;
        for word in 0..self.touched.len() {
            for bit in bits_of(self.touched[word]) {
                let cell = word * 64 + bit;
                let stuck: [u64; S] =
                    std::array::from_fn(|s| self.moves[cell][s] & self.rigid_layers[cell][s]);
                let Some(s) = (0..S).find(|&s| stuck[s] != 0) else { continue };
                let shift = stuck[s].trailing_zeros() as usize / MOVEMENTS * MOVEMENTS;
                let number = self.rigid_groups[cell][s] >> shift & ANY_MOVEMENT;
                let group = (number as usize)
                    .checked_sub(1)
                    .and_then(|number| tables.rigid_groups.get(number));
                if let Some(banned) = group.and_then(|&group| self.banned.get_mut(group))
                    && !*banned
                {
                    *banned = true;
                    newly = true;
                }
            }
        }
        newly
    }
}

/// The objects of a cell that belong to a set.
fn objects_of<const S: usize>(
    here: &[u64; S],
    mask: &[u64; S],
) -> impl Iterator<Item = u32> + use<S> {
    let common: [u64; S] = std::array::from_fn(|s| here[s] & mask[s]);
    (0..S).flat_map(move |s| bits_of(common[s]).map(move |bit| (s * 64 + bit) as u32))
}
