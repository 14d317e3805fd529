//! Marks of a designer's own game: palette, words, valid sites, and the board's picture.

use crate::look;
use crate::look::{LookStyle, PlacedMark, Scenery};
use crate::movement::moves;
use crate::own_game::OwnGame;
use crate::reading::form::PlayKind;
use crate::reading::form::{GameForm, MarkKind, MarkPlace};
use crate::reading::term::filled;
use crate::reading::term::side;
use foolproof_game::{AcceptError, Brush, Group, MeaningError, Scene, list_items, listed};
use foolproof_level::{Board, Level, Mark, Place, Play, Site};
use foolproof_picture::{Ink, Layout, Rect, Shape};

/// Maximum number of marks of a range in the palette; others are typed or set.
const MAX_BRUSHES: usize = 200;

/// True for a clue cell outside the grid.
pub(crate) fn is_rim(form: &GameForm, board: &Board, site: Site) -> bool {
    form.ground(*board).is_beside(site)
}

/// True for a cell where two rims meet, which holds nothing.
fn is_dead(form: &GameForm, board: &Board, site: Site) -> bool {
    let ground = form.ground(*board);
    ground.is_beside(site) && !ground.is_rim(site)
}

pub(crate) fn layout(form: &GameForm, board: &Board) -> Layout {
    look::layout(&form.ground(*board))
}

pub(crate) fn palette(game: &OwnGame) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for kind in game.form.marks.iter().filter(|kind| !kind.by_player) {
        // Edges have two kinds of site, and so do marks on both cells and the rim.
        let mut shown = Vec::new();
        for place in kind.on.iter().filter_map(|spot| spot.places().first()) {
            if shown.contains(place) {
                continue;
            }
            shown.push(*place);
            let brushes = kind.pattern.marks().into_iter().take(MAX_BRUSHES);
            let brushes = brushes.map(|mark| {
                let name = describe(&game.form, &mark);
                Brush { mark, name }
            });
            let known = |group: &&mut Group| group.name == kind.group && group.place == *place;
            match groups.iter_mut().find(known) {
                Some(group) => group.brushes.extend(brushes),
                None => groups.push(Group {
                    name: kind.group.clone().into(),
                    place: *place,
                    brushes: brushes.collect(),
                }),
            }
        }
    }
    groups
}

/// Maps keys to the marks of the kinds that have them. Kinds may share a key.
pub(crate) fn brush_keys(form: &GameForm) -> Vec<(char, Vec<Mark>)> {
    let mut keys: Vec<(char, Vec<Mark>)> = Vec::new();
    for kind in &form.marks {
        let Some(key) = kind.key else { continue };
        let marks = kind.pattern.marks().into_iter().take(MAX_BRUSHES);
        match keys.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => known.extend(marks),
            None => keys.push((key, marks.collect())),
        }
    }
    keys
}

pub(crate) fn accepts(
    form: &GameForm,
    board: &Board,
    site: Site,
    mark: &Mark,
) -> Result<(), AcceptError> {
    let Some(kind) = form.kind_of(mark).filter(|kind| !kind.by_player) else {
        let functor = mark.functor();
        let near = form.marks.iter().find(|kind| kind.pattern.functor == functor);
        let why = match near {
            Some(kind) if kind.by_player => format!("`{mark}` is the player's"),
            Some(_) => {
                format!("`{mark}` has a part that {} does not have", form.manifest.name.get_ref())
            }
            None => format!("{} has no mark `{mark}`", form.manifest.name.get_ref()),
        };
        return Err(MeaningError::Unknown(why).into());
    };
    let is_layer = site != site.cell_of_layer();
    let is_off = is_dead(form, board, site) || is_layer && !form.ground(*board).contains(site);
    if !board.contains(site) || is_off {
        return Err(AcceptError::OffBoard(site));
    }
    match lies_on(form, board, kind, site) {
        true => Ok(()),
        false => Err(AcceptError::Elsewhere(format!(
            "{} goes on {}",
            describe(form, mark),
            on_words(kind)
        ))),
    }
}

/// True if marks of a kind may lie on this site.
pub(crate) fn lies_on(form: &GameForm, board: &Board, kind: &MarkKind, site: Site) -> bool {
    kind.on.iter().any(|spot| match spot {
        MarkPlace::Cell => site.place == Place::Cell && !is_rim(form, board, site),
        MarkPlace::Rim => is_rim(form, board, site),
        MarkPlace::RimRow(row) => form.ground(*board).rim_row(site) == Some(*row),
        other => other.places().contains(&site.place),
    })
}

fn on_words(kind: &MarkKind) -> String {
    let word = |spot: &MarkPlace| match spot {
        MarkPlace::Cell | MarkPlace::Under | MarkPlace::Over => "a cell".to_owned(),
        MarkPlace::Edge => "an edge".to_owned(),
        MarkPlace::Corner => "a corner".to_owned(),
        MarkPlace::Tray => "the tray".to_owned(),
        MarkPlace::Rim => "a clue cell beside the board".to_owned(),
        MarkPlace::RimRow(1) => "a clue cell next to the board".to_owned(),
        MarkPlace::RimRow(row) => format!("a clue cell in row {row} from the board"),
    };
    let words: Vec<String> = kind.on.iter().map(word).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    listed(&words, "or")
}

/// Returns a mark in words.
pub(crate) fn describe(form: &GameForm, mark: &Mark) -> String {
    let args = mark.args();
    if moves::is_lying(mark) {
        let pieces = moves::pieces_on(mark);
        let words: Vec<String> = pieces.iter().map(|piece| describe(form, piece)).collect();
        return if words.is_empty() { "nothing".to_owned() } else { words.join(" and ") };
    }
    // An action that is a site and nothing else.
    if let Ok(site) = mark.as_str().parse::<Site>() {
        return site.name();
    }
    let kind = form.kind_of(mark);
    match kind.and_then(|kind| Some((kind, kind.words.as_ref()?))) {
        Some((kind, words)) => filled(words, &spoken(&kind.pattern.args(mark))),
        None if args.is_empty() => mark.as_str().replace('_', " "),
        None => format!("{} {}", mark.functor().replace('_', " "), spoken(&args).join(", ")),
    }
}

/// Returns the name of a cell's corner.
fn corner(word: &str) -> Option<&'static str> {
    Some(match word {
        "ne" => "the upper right",
        "nw" => "the upper left",
        "se" => "the lower right",
        "sw" => "the lower left",
        _ => return None,
    })
}

/// Returns arguments in words: names of sides, corners and sites; others stay unchanged.
fn spoken(args: &[&str]) -> Vec<String> {
    let word = |arg: &&str| match (side(arg), arg.parse::<Site>()) {
        _ if list_items(arg).is_some() => list_items(arg).unwrap_or_default().join(" "),
        (Some(side), _) => side.name().to_owned(),
        (None, Ok(site)) => site.name(),
        (None, Err(_)) => corner(arg).unwrap_or(arg).to_owned(),
    };
    args.iter().map(word).collect()
}

impl GameForm {
    /// Adapts shapes to the game: if by rule an ink is darker or lighter than the ground, the ground is paper.
    pub(crate) fn on_ground(&self, shapes: Vec<Shape>) -> Vec<Shape> {
        // In dark style, black has to differ from the ground, and unshaded cells are lighter than shaded ones.
        let mut styles = self.marks.iter().map(|kind| &kind.look).chain(self.looks.values());
        if !styles.any(LookStyle::has_lightness) {
            return shapes;
        }
        let own = |ink| if ink == Ink::Ground { Ink::Paper } else { ink };
        shapes.into_iter().map(|shape| shape.in_inks(&own)).collect()
    }
}

pub(crate) fn mark_style<'a>(form: &'a GameForm, mark: &Mark) -> Option<&'a LookStyle> {
    form.kind_of(mark).map(|kind| &kind.look)
}

pub(crate) fn draw_mark(form: &GameForm, mark: &Mark, into: Rect) -> Vec<Shape> {
    let unknown = LookStyle::default();
    let kind = form.kind_of(mark);
    let place = kind.and_then(|kind| kind.on.first()?.places().first().copied());
    let style = kind.map_or(&unknown, |kind| &kind.look);
    let (inner, place) = look::edge_in(into, place.unwrap_or(Place::Cell));
    let shapes = form.on_ground(look::draw_mark(style, mark, inner, place));
    Shape::of_mark(mark, into, shapes).into_iter().collect()
}

/// Returns the board with its marks, the player's over the designer's; in a game of moves, the current pieces
/// and the fixed marks.
pub(crate) fn draw(game: &OwnGame, level: &Level, scene: Scene<'_>) -> Vec<Shape> {
    let form = &game.form;
    let unknown = LookStyle::default();
    let style = |mark: &Mark| form.kind_of(mark).map_or(&unknown, |kind| &kind.look);
    let moves = form.kind == PlayKind::Moves;
    let shown = |play: Option<&Play>| -> Vec<(Site, Mark)> {
        let shown = play.filter(|_| !moves).into_iter().flat_map(Play::iter);
        shown.map(|(site, mark)| (site, mark.clone())).collect()
    };
    let level_marks = if moves { lying_marks(game, level) } else { own_marks(level) };
    let (play, against) = (shown(scene.play), shown(scene.against));
    let look_marks = game.looks(level, scene.play);
    let looks: Vec<PlacedMark<'_>> = look_marks
        .iter()
        .filter_map(|(site, mark)| {
            Some(PlacedMark { site: *site, mark, style: form.looks.get(mark.functor())? })
        })
        .collect();
    let level_marks = with_styles(&level_marks, &style);
    let (play_marks, against_marks) = (with_styles(&play, &style), with_styles(&against, &style));
    let [ways, numbers] = crate::movement::trails::draw(game, level, scene);
    let scenery = Scenery {
        level: &level_marks,
        play: &play_marks,
        against: scene.against.map(|_| &against_marks[..]),
        looks: &looks,
        beneath: &ways,
    };
    let mut shapes = look::draw_board(&form.ground(level.board), scenery);
    shapes.extend(numbers);
    form.on_ground(shapes)
}

fn own_marks(level: &Level) -> Vec<(Site, Mark)> {
    level.marks().map(|(site, mark)| (site, mark.clone())).collect()
}

fn with_styles<'a>(
    marks: &'a [(Site, Mark)],
    style: &dyn Fn(&Mark) -> &'a LookStyle,
) -> Vec<PlacedMark<'a>> {
    let placed =
        |(site, mark): &'a (Site, Mark)| PlacedMark { site: *site, mark, style: style(mark) };
    marks.iter().map(placed).collect()
}

/// Returns the marks of a level in the course of a play: current pieces, and marks that never move.
fn lying_marks(game: &OwnGame, level: &Level) -> Vec<(Site, Mark)> {
    if !level.marks().any(|(_, mark)| moves::is_lying(mark)) {
        return own_marks(level);
    }
    let began = moves::beginning(level);
    let Some((from, pieces)) = game.lies_now(level) else { return own_marks(&began) };
    let mut marks = own_marks(&began);
    // The marks that pieces began on are left to the looks of the rules.
    marks.retain(|(site, _)| !from.contains(site));
    let each =
        pieces.into_iter().flat_map(|(site, of)| of.into_iter().map(move |mark| (site, mark)));
    marks.extend(each);
    marks
}
