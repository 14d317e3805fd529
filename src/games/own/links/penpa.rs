//! Drawings of Penpa+ as levels of a game.
//!
//! The look of a clue in a drawing follows from its coding (`Drawn`). Drawn elements without a meaning in the
//! game are an error, so no clue is lost, and a drawing of another game is not mistaken for one of this game.

use std::collections::BTreeSet;

use super::format::LinkFormat;
use super::places::{Grid, LinkPlaces};
use super::{ClueMarks, LinkPart, Says};
use crate::reading::form::GameForm;
use foolproof_game::{DrawnGame, FormatFault, PenpaFormat};
use foolproof_level::{Level, Place, Site};
use foolproof_links::{Clue, Drawing, Drawn, Spot, SpotKind, plain_name};

/// Drawings with the clues of a game's links.
pub(crate) struct LinkDrawings {
    link: LinkFormat,
    /// Names of the game in drawings.
    names: BTreeSet<String>,
}

impl LinkDrawings {
    /// `None` if a clue of the game's links has no known drawing.
    pub(crate) fn of(form: &GameForm) -> Option<PenpaFormat<Self>> {
        let link = LinkFormat::of(form)?;
        let is_drawn = |part: &LinkPart| match &part.says {
            // Counts outside the board are not drawn: the level has the usual number.
            Says::Text(_) | Says::Setting(_) | Says::Counts { .. } => true,
            Says::Clues { on, .. } => *on != LinkPlaces::Tray && look_of(part).is_some(),
        };
        link.parts_of(&link.writes).all(is_drawn).then_some(())?;
        let manifest = &form.manifest;
        let own = [manifest.id.get_ref(), manifest.name.get_ref()];
        let names = own.into_iter().chain(&manifest.also).chain(&link.types);
        let names = names.map(|name| plain_name(name)).collect();
        Some(PenpaFormat(Self { link, names }))
    }

    fn level(&self, mut drawing: Drawing) -> Result<Level, String> {
        self.crop(&mut drawing)?;
        let (grid, mut level) = self.link.blank(drawing.cols, drawing.rows, "");
        for part in self.link.parts_of(&self.link.writes) {
            match &part.says {
                Says::Clues { on, marks, .. } => {
                    let Some(drawn) = look_of(part) else { continue };
                    for at in Self::places(*on, grid, &level) {
                        self.read_clue((drawn, marks), at, grid, &mut drawing, &mut level)?;
                    }
                }
                Says::Setting(setting) if !self.has_clues_beside() => {
                    if let Some(number) = drawing.take_number_beside() {
                        self.link.set(setting, number, &mut level)?;
                    }
                }
                Says::Text(_) | Says::Setting(_) | Says::Counts { .. } => {}
            }
        }
        if let Some((at, what)) = drawing.left_over() {
            let (at, name) = (name_of(at, grid), &self.link.name);
            return Err(format!("{what} on {at} means nothing in {name}"));
        }
        let mut level = self.link.fitted(level, grid);
        level.author = drawing.author;
        Ok(level)
    }

    /// Returns the places where clues of a part may be drawn.
    fn places(on: LinkPlaces, grid: Grid, level: &Level) -> Vec<Site> {
        // The number of a room may be on any of its cells.
        let is_any = matches!(on, LinkPlaces::Rooms | LinkPlaces::Somewhere);
        let on = if is_any { LinkPlaces::Cells } else { on };
        grid.runs(on, false, level).concat()
    }

    fn read_clue(
        &self,
        (drawn, marks): (Drawn, &ClueMarks),
        at: Site,
        grid: Grid,
        drawing: &mut Drawing,
        level: &mut Level,
    ) -> Result<(), String> {
        let Some(spot) = spot_of(at, grid) else { return Ok(()) };
        let black = |drawing: &mut Drawing| {
            let black = marks.black().filter(|_| drawing.take_black(spot));
            black.cloned()
        };
        let clue = drawn.take(drawing, spot, &|word| marks.said(word));
        match clue.or_else(|| black(drawing)) {
            Some(clue) => self.paint(marks, (at, clue), drawn, grid, level),
            None => Ok(()),
        }
    }

    /// True if words outside the grid are clues.
    fn has_clues_beside(&self) -> bool {
        use LinkPlaces::{Margin, Rim, RimLines, Starts};
        let is_beside = |part: &LinkPart| {
            matches!(&part.says, Says::Clues { on: Margin | Rim | RimLines | Starts, .. })
        };
        self.link.parts_of(&self.link.writes).any(is_beside)
    }

    /// Removes the rows and columns that a drawing has on its grid for clues that this game has outside it.
    fn crop(&self, drawing: &mut Drawing) -> Result<(), String> {
        let outside = self.link.rim();
        let has_rim = outside.left + outside.right + outside.top + outside.bottom > 0;
        if !has_rim || drawing.has_words_beside() {
            return Ok(());
        }
        let side = |length: u16, beside: u16| {
            let side = length.checked_sub(beside).filter(|side| *side > 0);
            side.ok_or_else(|| "the drawing has no room for clues beside its grid".to_owned())
        };
        drawing.cols = side(drawing.cols, outside.left + outside.right)?;
        drawing.rows = side(drawing.rows, outside.top + outside.bottom)?;
        drawing.shift(-i32::from(outside.left), -i32::from(outside.top));
        Ok(())
    }

    fn paint(
        &self,
        marks: &ClueMarks,
        (at, clue): (Site, Clue),
        drawn: Drawn,
        grid: Grid,
        level: &mut Level,
    ) -> Result<(), String> {
        let painted = self.link.paint(marks, (at, &clue), grid, level);
        match (painted, &clue.0[..]) {
            // A game with circles of one colour accepts any colour.
            (Err(why), [Some(colour @ 1..=2)]) if drawn == Drawn::Circle => {
                let other = Clue::number(3 - colour);
                self.link.paint(marks, (at, &other), grid, level).map_err(|_| why)
            }
            (painted, _) => painted,
        }
    }
}

/// Returns the drawing of a part's clues.
fn look_of(part: &LinkPart) -> Option<Drawn> {
    match &part.says {
        Says::Clues { coding, on, .. } => {
            let drawn = part.drawn.or_else(|| Drawn::of(*coding))?;
            let is_room = *on == LinkPlaces::Rooms && drawn == Drawn::Number;
            Some(if is_room { Drawn::RoomNumber } else { drawn })
        }
        _ => None,
    }
}

/// Returns the position of a site in a drawing.
fn spot_of(at: Site, grid: Grid) -> Option<Spot> {
    let kind = match at.place {
        Place::Cell | Place::Under | Place::Over => SpotKind::Cell,
        Place::HEdge => SpotKind::HEdge,
        Place::VEdge => SpotKind::VEdge,
        Place::Vertex => SpotKind::Corner,
        Place::Tray | Place::Step | Place::Constraint => return None,
    };
    let (col, row) = (i32::from(at.col), i32::from(at.row));
    let (left, top) = (i32::from(grid.outside.left), i32::from(grid.outside.top));
    Some(Spot { kind, col: col - left, row: row - top })
}

/// Returns the name of a place in messages; some places are outside the board.
fn name_of(at: Spot, grid: Grid) -> String {
    let place = match at.kind {
        SpotKind::Cell => Place::Cell,
        SpotKind::HEdge => Place::HEdge,
        SpotKind::VEdge => Place::VEdge,
        SpotKind::Corner => Place::Vertex,
    };
    let (left, top) = (i32::from(grid.outside.left), i32::from(grid.outside.top));
    let (col, row) = (at.col + left, at.row + top);
    match (u16::try_from(col), u16::try_from(row)) {
        (Ok(col), Ok(row)) => Site { place, col, row }.name_on(grid.board(0)),
        _ => format!("R{}C{}", row + 1, col + 1),
    }
}

impl DrawnGame for LinkDrawings {
    fn noun(&self) -> &str {
        &self.link.name
    }

    fn is_named(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    fn level_of(&self, drawing: Drawing) -> Result<Level, FormatFault> {
        Ok(self.level(drawing)?)
    }
}
