//! Numbered rooms: the first digit of a line gives the cell that holds the clue's digit.

use super::{Amount, Broken, Constraint, Form, Iss, Lie, Object, Pen, held_in};
use crate::engine::{Board, CellReading, CellSight, Layers, Model, Propagator, Told, digits_of};
use crate::puzzle::Puzzle;

pub(super) struct NumberedRoom;

/// The cell that the first digit of a line points to, and the digit there.
fn room(line: &[usize], digits: &[u8]) -> Option<(usize, i32)> {
    let at = held_in(*line.first()?, digits)?;
    let room = *line.get(usize::from(at) - 1)?;
    Some((room, i32::from(held_in(room, digits)?)))
}

impl Constraint for NumberedRoom {
    fn id(&self) -> &'static str {
        "numbered_room"
    }

    fn name(&self) -> &'static str {
        "numbered room"
    }

    fn rule(&self) -> &'static str {
        "A digit beside a row or column stands in its X-th cell, where X is the digit next to the clue."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Maybe(1, 16), lie: Lie::Straight }
    }

    fn amounts_in(&self, object: &Object, digits: &[u8]) -> Option<Vec<i32>> {
        let (_, found) = room(object.line(), digits)?;
        Some(vec![found])
    }

    fn needs_number(&self) -> bool {
        true
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("NumberedRoom", Iss::BothSides)]
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let Some(Ok(before)) = object.amount().map(|digit| u32::try_from(digit - 1)) else {
            return;
        };
        let digit = 1u16.checked_shl(before).unwrap_or(0);
        model.post(Room { cells: object.line().to_vec(), digit });
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let (wanted, line) = (object.amount()?, object.line());
        let (room, found) = room(line, digits)?;
        let why = format!("its room holds {found} and not {wanted}");
        let broken = Broken { why, cells: vec![*line.first()?, room] };
        (found != wanted).then_some(broken)
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.outside(object, &format!(":{}:", object.number_or_blank()), false);
    }

    fn rules(&self) -> &'static str {
        "broken(\"this numbered room holds another digit\",K) :- kind(K,numbered_room), \
             amount(K,0,N), at(K,0,0,S), value(S,X), at(K,0,X-1,T), value(T,E), E != N.\n"
    }
}

struct Room {
    cells: Vec<usize>,
    digit: u16,
}

impl Propagator for Room {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn prune(&self, board: &mut Board<'_>) -> bool {
        let (first, takes) =
            (self.cells[0], |board: &Board<'_>, cell: usize| board.of(cell) & self.digit);
        let rooms = digits_of(board.of(first)).filter(|at| {
            let room = self.cells[usize::from(*at) - 1];
            takes(board, room) != 0
        });
        let kept = rooms.fold(0u16, |kept, at| kept | 1 << (at - 1));
        if !board.keep(first, kept) {
            return false;
        }
        match kept.is_power_of_two() {
            true => board.keep(self.cells[kept.trailing_zeros() as usize], self.digit),
            false => true,
        }
    }

    fn tell(&self, frame: &CellSight<'_>) -> Option<Told> {
        // Number of cells before the room.
        let step = |at: usize, room: &usize, digit: u8| {
            let room = if at == 0 { usize::from(digit) } else { *room };
            let holds = self.digit >> (digit - 1) & 1 == 1;
            (room != at + 1 || holds).then_some(if room > at + 1 { room } else { 0 })
        };
        let end = |room: &usize| (*room == 0).then_some(0);
        let reading = CellReading { start: 0, step: &step, end: &end };
        Layers::of(frame, &self.cells, &reading).map(Told::Paths)
    }
}
