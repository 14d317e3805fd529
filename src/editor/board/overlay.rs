//! The picture of a level and the drawings of the features over it.
//!
//! All of it is made of the same shapes as the board, and cached until the level, the findings about it or the
//! display of a feature changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::tool::Tool;
use crate::session::kinds::{BoardOverlay, Over, OverlayLayer, Pictured};
use crate::session::state::State;
use foolproof_game::{Game, Scene};
use foolproof_level::{Level, Mark};
use foolproof_overlay::OverlayDrawing;
use foolproof_picture::{Ink, Layout, Shape, plain_shapes};

/// The picture of a level with everything over it.
pub struct DrawnBoard {
    key: DrawnBoardKey,
    pub layout: Layout,
    pub shapes: Vec<Shape>,
    pub overlay: OverlayDrawing,
    /// Its shapes are new or changed in this frame.
    pub fresh: bool,
}

/// Everything that the picture depends on.
#[derive(Clone, PartialEq)]
struct DrawnBoardKey {
    level: Same,
    known: u64,
    /// The version of the games whose files are watched.
    games: u64,
    switches: Vec<bool>,
    /// Versions of the features' drawings.
    versions: Vec<u64>,
    brush: Option<Mark>,
    tool: Tool,
}

/// A level that equals only itself: comparing addresses costs nothing.
#[derive(Clone)]
struct Same(Arc<Level>);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl DrawnBoardKey {
    fn of(level: &Arc<Level>, state: &State) -> Self {
        Self {
            level: Same(Arc::clone(level)),
            known: state.findings.knowledge.version(),
            games: state.games().version(),
            switches: state.switches().iter().map(|switch| state.overlay(switch.overlay)).collect(),
            versions: state
                .features_of::<dyn BoardOverlay>()
                .map(|own| own.version(state))
                .collect(),
            brush: state.board.brush.clone(),
            tool: state.board.tool,
        }
    }
}

/// Returns the picture of the level, redrawn only if something in it has changed.
pub fn drawn<'a>(
    kept: &'a mut Option<DrawnBoard>,
    game: &dyn Game,
    level: &Arc<Level>,
    state: &State,
) -> &'a DrawnBoard {
    let key = DrawnBoardKey::of(level, state);
    let drawn = match kept.take() {
        Some(old) if old.key == key => DrawnBoard { fresh: false, ..old },
        old => {
            let mut new = draw(key, game, level, state);
            new.fresh = old.is_none_or(|old| old.shapes != new.shapes);
            new
        }
    };
    kept.insert(drawn)
}

fn draw(key: DrawnBoardKey, game: &dyn Game, level: &Arc<Level>, state: &State) -> DrawnBoard {
    let layout = game.layout_of(level);
    let (artist, mut pictured) = chosen(state, game, level);
    if !pictured.whole
        && let Some(play) = &mut pictured.play
    {
        let all = state.features_of::<dyn BoardOverlay>();
        all.for_each(|own| own.make_room(play, state, game, level));
    }
    let (play, against) = (pictured.play.as_ref(), pictured.against.as_ref());
    let scene = Scene { play, against, ..Scene::default() };
    let shapes = game.draw(&pictured.level, scene);
    let mut overlay = OverlayDrawing::default();
    let overlays = || state.features_of::<dyn BoardOverlay>();
    let mut over = Over {
        drawing: &mut overlay,
        state,
        game,
        level,
        layout: &layout,
        play: pictured.play.as_ref(),
        board: &shapes,
        against: pictured.against.as_ref(),
        ink: ink_of_play(&shapes, || game.draw(&pictured.level, Scene::default())),
        whole: pictured.whole,
        filled: !pictured.alone && overlays().any(|own| own.fills(state, game, level)),
    };
    let mut artists: Vec<(usize, &dyn BoardOverlay)> = overlays().enumerate().collect();
    artists.sort_by_key(|(_, own)| own.layer());
    for (number, own) in artists {
        if !pictured.alone || Some(number) == artist || own.layer() == OverlayLayer::Ground {
            own.draw(&mut over);
        }
    }
    DrawnBoard { key, layout, shapes, overlay, fresh: true }
}

/// Returns the ink in which a game has drawn a play: that of glowing beams and lines, of marks written in, or
/// else the ink that appears more often than on the board without the play.
fn ink_of_play(shapes: &[Shape], without: impl FnOnce() -> Vec<Shape>) -> Ink {
    let glows = |shape: &Shape| match shape {
        Shape::Polyline { stroke, .. } => stroke.ink == Ink::Beam,
        _ => false,
    };
    if plain_shapes(shapes).into_iter().any(glows) {
        return Ink::Beam;
    }
    let (with, without) = (count_of_inks(shapes), count_of_inks(&without()));
    if with.contains_key(&Ink::Intended) {
        return Ink::Intended;
    }
    // Pale grounds follow from placed marks: lit cells, for instance.
    let more = with.into_iter().map(|(ink, count)| {
        let more = count.saturating_sub(without.get(&ink).copied().unwrap_or_default());
        (!matches!(ink, Ink::Tint(_)), more, ink)
    });
    let most =
        more.filter(|(_, more, ink)| *more > 0 && !matches!(ink, Ink::Ground | Ink::Paper)).max();
    most.map_or(Ink::Intended, |(.., ink)| ink)
}

/// Counts the shapes drawn in each ink.
fn count_of_inks(shapes: &[Shape]) -> BTreeMap<Ink, usize> {
    let mut counts = BTreeMap::new();
    for shape in plain_shapes(shapes) {
        let (fill, stroke) = shape.paint();
        let ink = fill.or(stroke.map(|stroke| stroke.ink));
        ink.into_iter().for_each(|ink| *counts.entry(ink).or_default() += 1);
    }
    counts
}

/// Returns the canvas's picture of a level.
pub fn pictured(state: &State, game: &dyn Game, level: &Arc<Level>) -> Pictured {
    chosen(state, game, level).1
}

/// Returns the canvas's picture and the number of its feature: one that wants the board alone comes first.
fn chosen(state: &State, game: &dyn Game, level: &Arc<Level>) -> (Option<usize>, Pictured) {
    let wishes = state.features_of::<dyn BoardOverlay>().enumerate();
    let mut wishes: Vec<(usize, Pictured)> = wishes
        .filter_map(|(number, own)| Some((number, own.pictured(state, game, level)?)))
        .collect();
    wishes.sort_by_key(|(_, pictured)| !pictured.alone);
    match wishes.into_iter().next() {
        Some((number, pictured)) => (Some(number), pictured),
        None => (None, Pictured::plain(level)),
    }
}
