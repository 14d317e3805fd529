//! Lines that a designer draws with a brush from cell to cell. Going back undoes what the stroke has drawn; a
//! stroke that begins over an existing line removes it.

use crate::board::tool::{StrokeDeed, ToolStroke};
use crate::session::state::State;
use foolproof_game::{Game, Side};
use foolproof_level::lattice::shifted;
use foolproof_level::{Board, Mark, Place, Site, Spot};

/// A line that is being drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct BrushLine {
    brush: Mark,
    /// The cell that it has reached.
    at: Site,
    pieces: Vec<LinePiece>,
    /// The stroke removes lines.
    takes_off: bool,
    /// It has reached another cell.
    has_moved: bool,
}

/// An edge that a line crosses.
#[derive(Clone, Debug, PartialEq)]
struct LinePiece {
    /// The cell before it.
    from: Site,
    edge: Site,
    /// Its contents before.
    before: Spot,
}

impl BrushLine {
    pub(crate) fn is_only_begun(&self) -> bool {
        !self.has_moved
    }
}

/// True if the brush draws lines from this cell on.
fn is_drawn_from(game: &dyn Game, board: &Board, brush: &Mark, cell: Site) -> bool {
    let mut beside = Side::ALL.into_iter().filter_map(|side| {
        let (col, row) = side.step();
        shifted(cell, (2 * col, 2 * row))
    });
    game.accepts(board, cell, brush).is_err()
        && beside.any(|next| game.drawn(board, brush, [cell, next]).is_some())
}

/// Returns the next cell on a straight way to another; `None` if the way is not straight.
fn toward(at: Site, to: Site) -> Option<Site> {
    let step = |from: u16, to: u16| 2 * (i32::from(to) - i32::from(from)).signum();
    let by = (step(at.col, to.col), step(at.row, to.row));
    let is_straight = (by.0 == 0) != (by.1 == 0);
    shifted(at, by).filter(|_| is_straight)
}

impl State {
    /// Begins to paint at a site, or to draw there, depending on the brush.
    pub(crate) fn begin_painting(&mut self, site: Site) {
        let brush = self.board.brush.clone();
        let drawn = self.scene().zip(brush.clone()).filter(|((game, level), brush)| {
            site.place == Place::Cell && is_drawn_from(&**game, &level.board, brush, site)
        });
        self.begin_stroke(match drawn {
            Some((_, brush)) => StrokeDeed::Line(BrushLine {
                brush,
                at: site,
                pieces: Vec::new(),
                takes_off: false,
                has_moved: false,
            }),
            None => StrokeDeed::Paint(brush),
        });
    }

    /// Extends the current stroke to a cell, as far as the way is straight.
    pub(crate) fn draw_to(&mut self, to: Site) {
        if to.place != Place::Cell {
            return;
        }
        while let Some(ToolStroke { deed: StrokeDeed::Line(line), .. }) = &self.board.stroke {
            let Some(next) = toward(line.at, to) else { return };
            let mut line = line.clone();
            if !self.draw_piece(&mut line, next) {
                return;
            }
            line.at = next;
            line.has_moved = true;
            if let Some(stroke) = &mut self.board.stroke {
                stroke.deed = StrokeDeed::Line(line);
            }
        }
    }

    /// Draws on to the adjacent cell, or removes the last piece if the line comes from there; returns whether
    /// it can go there.
    fn draw_piece(&mut self, line: &mut BrushLine, next: Site) -> bool {
        let name = format!("Draw {}", line.brush.functor());
        if let Some(last) = line.pieces.pop_if(|last| last.from == next) {
            self.edit(name, |level| level.set(last.edge, last.before));
            return true;
        }
        let Some((game, level)) = self.scene() else { return false };
        let Some((edge, mark)) = game.drawn(&level.board, &line.brush, [line.at, next]) else {
            return false;
        };
        if game.accepts(&level.board, edge, &mark).is_err() {
            return false;
        }
        let is_there = level.mark(edge) == Some(&mark);
        if line.pieces.is_empty() {
            line.takes_off = is_there;
        }
        line.pieces.push(LinePiece { from: line.at, edge, before: level.spot(edge) });
        match line.takes_off {
            true if is_there => _ = self.edit(name, |level| level.set(edge, Spot::default())),
            true => {}
            false => _ = self.edit(name, |level| level.paint(edge, Some(mark))),
        }
        true
    }
}
