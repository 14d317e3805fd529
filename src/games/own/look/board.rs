//! A board with its marks, in layers: ground, fills, grid, borders, lines, the designer's marks, the
//! player's, and the looks that the rules derive.

use std::collections::{BTreeMap, BTreeSet};

use super::borders::borders;
use super::draw::{BORDER, MarkRoom, Recolour, body, plate};
use super::layout::BoardGround;
use super::lines;
use super::style::{Course, LookStyle};
use foolproof_level::{Mark, Place, Site};
use foolproof_picture::{Dash, Ink, Point, Rect, Shape, Stroke};

/// A mark, its site, and its style.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedMark<'a> {
    pub site: Site,
    pub mark: &'a Mark,
    pub style: &'a LookStyle,
}

/// The contents of a board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scenery<'a> {
    pub level: &'a [PlacedMark<'a>],
    pub play: &'a [PlacedMark<'a>],
    /// A second play. Where the two differ, `play` is in the shortcut's ink and this one faint beneath.
    pub against: Option<&'a [PlacedMark<'a>]>,
    /// The derived looks. A style with only an ink recolours its site.
    pub looks: &'a [PlacedMark<'a>],
    /// Shapes on the ground, beneath all marks.
    pub beneath: &'a [Shape],
}

pub(crate) fn draw_board(ground: &BoardGround, scenery: Scenery<'_>) -> Vec<Shape> {
    Painting::of(ground, scenery).painted()
}

/// Draws the ground with its fills, grid and borders.
pub(super) fn painted_ground(ground: &BoardGround, scenery: Scenery<'_>) -> Vec<Shape> {
    let mut painting = Painting::of(ground, scenery);
    painting.painted_ground();
    painting.frame();
    painting.shapes
}

/// A mark of the level, or one of a play in comparison with the other play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardSide {
    Clue,
    /// No other play is shown, or it has the same mark here.
    Same,
    /// Only here.
    Differs,
}

struct Painting<'a> {
    ground: &'a BoardGround,
    scenery: Scenery<'a>,
    /// The other play's marks that differ, and the sites where this play differs.
    others: Vec<PlacedMark<'a>>,
    differing: BTreeSet<Site>,
    /// Inks that derived looks give to sites.
    inks: BTreeMap<Site, Ink>,
    /// Cells that a line is drawn across.
    crossed: BTreeSet<Site>,
    shapes: Vec<Shape>,
}

impl<'a> Painting<'a> {
    fn of(ground: &'a BoardGround, scenery: Scenery<'a>) -> Self {
        let mut others = Vec::new();
        let mut differing = BTreeSet::new();
        if let Some(against) = scenery.against {
            let by_site = |marks: &[PlacedMark<'a>]| -> BTreeMap<Site, &'a Mark> {
                marks.iter().map(|placed| (placed.site, placed.mark)).collect()
            };
            let (own, other) = (by_site(scenery.play), by_site(against));
            others.extend(against.iter().filter(|p| own.get(&p.site) != Some(&p.mark)));
            let differs = |p: &&PlacedMark<'a>| other.get(&p.site) != Some(&p.mark);
            differing.extend(scenery.play.iter().filter(differs).map(|p| p.site));
        }
        let named = scenery.looks.iter().filter(|look| look.style.is_ink_alone());
        let inks = named.map(|look| (look.site, look.style.ink(look.mark))).collect();
        let marks = scenery.level.len() + scenery.play.len() + scenery.looks.len();
        Self {
            ground,
            scenery,
            others,
            differing,
            inks,
            crossed: BTreeSet::new(),
            shapes: Vec::with_capacity(80 + 2 * marks),
        }
    }

    fn painted(mut self) -> Vec<Shape> {
        let Scenery { level, play, looks, beneath, .. } = self.scenery;
        self.painted_ground();
        self.lines();
        // Over the ends of borders, so that all corners are joined.
        self.frame();
        self.shapes.extend_from_slice(beneath);
        for placed in level {
            self.mark(placed, BoardSide::Clue);
        }
        let clues: BTreeSet<Site> = level.iter().map(|placed| placed.site).collect();
        let others = std::mem::take(&mut self.others);
        let (beside, alone): (Vec<_>, Vec<_>) =
            others.iter().partition(|other| self.differing.contains(&other.site));
        alone.into_iter().for_each(|other| self.ghost(other));
        for placed in play {
            let side = match self.differing.contains(&placed.site) {
                true => BoardSide::Differs,
                false if clues.contains(&placed.site) => BoardSide::Clue,
                false => BoardSide::Same,
            };
            self.mark(placed, side);
        }
        beside.into_iter().for_each(|other| self.ghost(other));
        for look in looks.iter().filter(|look| !look.style.is_plain()) {
            let ink = look.style.named_ink(look.mark).unwrap_or(Ink::Faint);
            let into = self.ground.square(look.site);
            if self.ground.contains(look.site) {
                self.shapes.extend(body(
                    look.style,
                    look.mark,
                    self.room(look, into),
                    Recolour::Ink(ink),
                ));
            }
        }
        self.shapes
    }

    fn painted_ground(&mut self) {
        let Scenery { level, play, looks, .. } = self.scenery;
        self.grounds();
        for placed in level.iter().chain(play) {
            let fill = self.fill(placed).map(|fill| vec![fill]).unwrap_or_default();
            self.part(placed, fill);
        }
        let derived = looks.iter().filter_map(|look| self.fill(look));
        self.shapes.extend(derived.collect::<Vec<_>>());
        self.grid();
        self.shapes.extend(borders(self.ground, level.iter().chain(play)));
    }

    /// Draws the grid's ground and the tray's slots, but no clue cells.
    fn grounds(&mut self) {
        let (rect, fill) = (self.ground.grid(), Some(Ink::Ground));
        self.shapes.push(Shape::Rect { rect, radius: 0.0, fill, stroke: None });
        for slot in self.ground.board.tray_slots() {
            let rect = Rect::square(self.ground.centre(slot), 0.96);
            let stroke = Some(Stroke::new(Ink::Open, 0.03));
            self.shapes.push(Shape::Rect { rect, radius: 0.14, fill, stroke });
        }
    }

    /// Returns the ground of a mark in a cell or a slot.
    fn fill(&self, placed: &PlacedMark<'_>) -> Option<Shape> {
        let site = placed.site;
        let has_ground = site.place.is_in_cell() || site.place == Place::Tray;
        if !has_ground || !self.ground.contains(site) {
            return None;
        }
        let fill = Some(placed.style.fill(placed.mark)?);
        let slot = site.place == Place::Tray;
        let (side, radius) = if slot { (0.9, 0.12) } else { (1.0, 0.0) };
        let rect = Rect::square(self.ground.centre(site), side);
        Some(Shape::Rect { rect, radius, fill, stroke: None })
    }

    /// Adds a part of the drawing of a mark.
    fn part(&mut self, placed: &PlacedMark<'_>, shapes: Vec<Shape>) {
        let into = placed.style.shifted(self.ground.square(placed.site), placed.site.place);
        self.shapes.extend(Shape::of_mark(placed.mark, into, shapes));
    }

    fn grid(&mut self) {
        let Rect { min, max } = self.ground.grid();
        let ((left, top), (right, bottom)) = (self.ground.first(), self.ground.end());
        let stroke = Stroke::new(Ink::Grid, 0.025);
        let mut line = |from: Point, to: Point| {
            self.shapes.push(Shape::Polyline { points: vec![from, to], stroke });
        };
        for col in left + 1..right {
            let x = BoardGround::corner(col, 0).x;
            line(Point::new(x, min.y), Point::new(x, max.y));
        }
        for row in top + 1..bottom {
            let y = BoardGround::corner(0, row).y;
            line(Point::new(min.x, y), Point::new(max.x, y));
        }
    }

    /// Draws the board's outline, as heavy as the borders on it; or its corners, if lines run along the grid.
    fn frame(&mut self) {
        let rect = self.ground.grid();
        let places = self.ground.places;
        if !(self.ground.drawn && places.edges && self.ground.course == Course::Along) {
            let marks = self.scenery.level.iter().chain(self.scenery.play);
            let has_borders = marks.clone().any(|it| it.style.border.is_some() || is_border(it));
            let width = if has_borders { BORDER } else { 0.05 };
            let stroke = Some(Stroke::new(Ink::Rim, width));
            self.shapes.push(Shape::Rect { rect, radius: 0.0, fill: None, stroke });
            return;
        }
        let stroke = Some(Stroke::new(Ink::Grid, 0.025));
        self.shapes.push(Shape::Rect { rect, radius: 0.0, fill: None, stroke });
        let ((left, top), (right, bottom)) = (self.ground.first(), self.ground.end());
        for row in top..=bottom {
            let dot = |col| lines::round(BoardGround::corner(col, row), 0.055, Ink::Rim);
            self.shapes.extend((left..=right).map(dot));
        }
    }

    /// Draws lines on edges, so that marks of cells lie over them; ends and bends are round.
    fn lines(&mut self) {
        let Scenery { level, play, looks, .. } = self.scenery;
        let others = std::mem::take(&mut self.others);
        let mut ends: BTreeSet<(i32, i32, i32)> = BTreeSet::new();
        // Above all ends and bends, which are hatched in pictures without colours.
        let mut drawn = Vec::new();
        let (ghosts, rest): (Vec<_>, Vec<_>) = others.into_iter().partition(|p| is_line(p));
        let faint = ghosts.iter().map(|placed| (placed, Some(Ink::Faint), true));
        let own = level.iter().map(|placed| (placed, self.inks.get(&placed.site).copied(), false));
        let played = play.iter().map(|placed| match self.differing.contains(&placed.site) {
            true => (placed, Some(Ink::Shortcut), false),
            false => (placed, self.inks.get(&placed.site).copied(), false),
        });
        let derived = looks.iter().filter(|look| look.style.width().is_some());
        let derived = derived.map(|look| (look, None, false));
        let all = faint.chain(derived).chain(own).chain(played);
        let all: Vec<_> = all.filter(|(p, ..)| is_line(p)).collect();
        for (placed, ink, ghost) in all {
            if !self.ground.contains(placed.site) {
                continue;
            }
            let ink = ink.unwrap_or_else(|| placed.style.ink(placed.mark));
            if placed.style.hides_words(placed.mark) {
                self.crossed.extend(beside(placed.site));
            }
            let into = self.ground.square(placed.site);
            let joined = lines::joined(placed.style, ink, into, placed.site.place, ghost);
            let stroke = joined.stroke;
            drawn.extend(joined.lines);
            for end in joined.ends.into_iter().flatten() {
                // Each bend once for a kind of line: places lie on half cells.
                let kind = (stroke.width * 1000.0) as i32 * 64 + number_of(stroke.ink);
                if ends.insert(((end.x * 20.0) as i32, (end.y * 20.0) as i32, kind)) {
                    self.shapes.push(lines::round(end, stroke.width / 2.0, stroke.ink));
                }
            }
        }
        self.shapes.extend(drawn);
        self.others = rest;
    }

    /// Returns the room for a mark on a site. Clues above and below the board are stacked, like their columns.
    fn room(&self, placed: &PlacedMark<'_>, into: Rect) -> MarkRoom {
        let site = placed.site;
        let into = placed.style.shifted(into, site.place);
        let stacks = self.ground.is_above_or_below(site);
        MarkRoom { into, place: site.place, stacks, has_corner: true }
    }

    fn mark(&mut self, placed: &PlacedMark<'a>, side: BoardSide) {
        let PlacedMark { site, mark, style } = *placed;
        if is_line(placed) && style.is_plain() || !self.ground.contains(site) {
            return;
        }
        let into = self.ground.square(site);
        let recolour = match (side, self.inks.get(&site)) {
            (BoardSide::Differs, _) => Recolour::All(Ink::Shortcut),
            (BoardSide::Same | BoardSide::Clue, Some(ink)) => Recolour::Ink(*ink),
            // Where a clue looks the same, an answer has the ink of solutions.
            (BoardSide::Same, None) if is_words_alone(style, mark) => Recolour::Ink(Ink::Intended),
            (BoardSide::Same | BoardSide::Clue, None) => Recolour::None,
        };
        if self.crossed.contains(&site) {
            self.shapes.extend(plate(style, mark, into));
        }
        if !is_ground_alone(style) {
            self.part(placed, body(style, mark, self.room(placed, into), recolour));
        }
        if side == BoardSide::Differs && (site.place.is_in_cell() || site.place == Place::Tray) {
            let stroke = Stroke { ink: Ink::Shortcut, width: 0.045, dash: Dash::Dashed };
            let rect = Rect::square(into.centre(), 0.88);
            let stroke = Some(stroke);
            self.shapes.push(Shape::Rect { rect, radius: 0.1, fill: None, stroke });
        }
    }

    /// Draws a mark of the other play, small in the corner if this play has a mark there too.
    fn ghost(&mut self, placed: &PlacedMark<'a>) {
        let PlacedMark { site, mark, style } = *placed;
        if !self.ground.contains(site) {
            return;
        }
        let whole = self.ground.square(site);
        let beside = self.differing.contains(&site);
        let corner = Point::new(whole.max.x - 0.25, whole.max.y - 0.25);
        let into = if beside { Rect::square(corner, 0.42) } else { whole };
        let (fill, stroke) = (Some(Ink::Open), None);
        if is_ground_alone(style) {
            let rect = Rect::square(into.centre(), 0.5 * into.width());
            self.shapes.push(Shape::Rect { rect, radius: 0.08 * into.width(), fill, stroke });
            return;
        }
        let room = self.room(placed, into);
        let drawn = body(style, mark, room, Recolour::All(Ink::Faint));
        self.shapes.extend(Shape::of_mark(mark, room.into, drawn));
    }
}

/// Returns the cells on both sides of an edge, on the board or off it.
fn beside(edge: Site) -> impl Iterator<Item = Site> {
    let other = match edge.place {
        Place::HEdge => edge.row.checked_sub(1).map(|row| Site::cell(edge.col, row)),
        _ => edge.col.checked_sub(1).map(|col| Site::cell(col, edge.row)),
    };
    other.into_iter().chain([Site::cell(edge.col, edge.row)])
}

/// True if a mark is the line of its edge.
fn is_line(placed: &PlacedMark<'_>) -> bool {
    matches!(placed.site.place, Place::HEdge | Place::VEdge) && placed.style.has_line()
}

/// True if a mark consists only of words in the ink of clues.
fn is_words_alone(style: &LookStyle, mark: &Mark) -> bool {
    style.shape.is_none() && style.drawing.is_none() && style.ink(mark) == Ink::Text
}

/// True if a mark is a line along the grid.
fn is_border(placed: &PlacedMark<'_>) -> bool {
    is_line(placed) && placed.style.course != Course::Across
}

/// True if a mark consists only of a ground and its border.
fn is_ground_alone(style: &LookStyle) -> bool {
    !style.is_plain() && style.has_no_body()
}

/// Returns a number for each ink that lines usually have.
fn number_of(ink: Ink) -> i32 {
    match ink {
        Ink::Colour(number) => i32::from(number % 16),
        Ink::Tint(number) => 16 + i32::from(number % 14),
        Ink::Text => 30,
        Ink::Intended => 31,
        Ink::Shortcut => 32,
        Ink::Faint => 33,
        Ink::Good => 34,
        Ink::Bad => 35,
        Ink::Beam => 36,
        _ => 37,
    }
}
