//! Keys in play: arrows move, Enter takes up and puts down, Backspace undoes.

use egui::{Key, Modifiers, Ui, Vec2};

use crate::play::window::board::{click, draws};
use crate::play::window::cycling;
use crate::play::window::entry;
use crate::play::window::session::{Guidance, PlayDeed, PlaySession};
use crate::play::window::steer;
use foolproof_game::{Game, LineStart};
use foolproof_level::Site;
use foolproof_picture::{Layout, Point};

fn pressed(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    ui.input_mut(|input| input.consume_key(modifiers, key))
}

pub(super) fn keys(
    ui: &Ui,
    session: &mut PlaySession,
    game: &dyn Game,
    layout: &Layout,
) -> Option<PlayDeed> {
    steer::keys(ui, session, game);
    let plain = |key| pressed(ui, Modifiers::NONE, key);
    if pressed(ui, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)
        || pressed(ui, Modifiers::COMMAND, Key::Y)
    {
        session.redo();
    }
    // In games of moves, Z alone undoes.
    let alone = game.moves().is_some() && !session.argues();
    if pressed(ui, Modifiers::COMMAND, Key::Z) || alone && pressed(ui, Modifiers::NONE, Key::Z) {
        session.undo();
    }
    let typing = !session.argues() && entry::types(session, game);
    arrows(ui, session, game, layout, typing);
    if session.argues() && pressed(ui, Modifiers::SHIFT, Key::Enter) {
        session.conclude();
    }
    if typing {
        entry::keys(ui, session, game, layout);
    } else if !session.argues() && session.cycles(game) {
        cycling::keys(ui, session, game);
    }
    if let Some(site) = session.cursor.filter(|_| !typing || session.held.is_some()) {
        if plain(Key::Enter) || plain(Key::Space) {
            click(session, game, site);
        }
        if plain(Key::Backspace) || plain(Key::Delete) {
            match draws(session, game) {
                _ if session.cycles(game) => session.wipe(game, site),
                true => session.take_at(game, site),
                false => session.take(game, site),
            }
        }
    }
    if !session.argues() {
        help(ui, session, game);
    }
    if plain(Key::R) {
        session.reset(game);
    }
    if plain(Key::Escape) { escape(session) } else { None }
}

/// Moves the cursor or the keyboard's pen.
fn arrows(ui: &Ui, session: &mut PlaySession, game: &dyn Game, layout: &Layout, typing: bool) {
    let ways = [
        (Key::ArrowLeft, Vec2::LEFT),
        (Key::ArrowRight, Vec2::RIGHT),
        (Key::ArrowUp, Vec2::UP),
        (Key::ArrowDown, Vec2::DOWN),
    ];
    for (key, way) in ways {
        let extends = typing && pressed(ui, Modifiers::SHIFT, key);
        if !extends && !pressed(ui, Modifiers::NONE, key) {
            continue;
        }
        let onward = session.pen.and_then(|pen| pen_onward(game, layout, pen, way));
        match (session.pen, onward) {
            (Some(_), Some(to)) => {
                session.draw_to(game, to);
                session.cursor = session.pen;
            }
            _ => {
                let first = steer::first(session, game);
                session.cursor = first.or_else(|| neighbour(layout, session.cursor, way));
            }
        }
        if typing {
            entry::cursor_moved(session, extends);
        }
    }
}

/// Returns the next site of a pen in a direction: along the grid, or the nearest site.
fn pen_onward(game: &dyn Game, layout: &Layout, pen: Site, way: Vec2) -> Option<Site> {
    match game.drawing()?.begins() {
        LineStart::Number | LineStart::Start => neighbour(layout, Some(pen), way),
        LineStart::Cell | LineStart::Corner => {
            let step = |at: u16, by: f32| match by {
                0.0 => Some(at),
                by if by > 0.0 => Some(at + 1),
                _ => at.checked_sub(1),
            };
            Some(Site { col: step(pen.col, way.x)?, row: step(pen.row, way.y)?, ..pen })
        }
    }
}

/// Handles the keys for hints and for the way back to a solvable position.
fn help(ui: &Ui, session: &mut PlaySession, game: &dyn Game) {
    if session.guidance != Guidance::None && pressed(ui, Modifiers::NONE, Key::H) {
        session.ask_for_help(game);
    }
    if session.guidance == Guidance::Full && pressed(ui, Modifiers::NONE, Key::U) {
        session.seek_solvable(game);
    }
}

/// Releases the held piece; if there is none, leaves play.
fn escape(session: &mut PlaySession) -> Option<PlayDeed> {
    if session.pen.is_some() {
        session.pen_up();
    } else if session.cycling.brush.take().is_some() {
    } else if session.held.take().is_none() && session.entry.chosen.is_empty() {
        return Some(PlayDeed::Leave);
    } else {
        session.entry.chosen.clear();
    }
    session.refusal = None;
    None
}

/// Returns the nearest site in a direction, or the first one if nothing is selected.
fn neighbour(layout: &Layout, from: Option<Site>, way: Vec2) -> Option<Site> {
    let Some(start) = from.and_then(|site| layout.rect(site)) else {
        return layout.sites.first().map(|(site, _)| *site);
    };
    let centre = |rect: foolproof_picture::Rect| {
        let Point { x, y } = rect.centre();
        Vec2::new(x, y)
    };
    let start = centre(start);
    let cost = |rect: foolproof_picture::Rect| {
        let step = centre(rect) - start;
        let ahead = step.dot(way);
        // Sideways distance counts double, so that a straight neighbour beats a near diagonal one.
        (ahead > 0.1).then(|| ahead + 2.0 * step.dot(way.rot90()).abs())
    };
    let costs = layout.sites.iter().filter_map(|(site, rect)| Some((*site, cost(*rect)?)));
    costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(site, _)| site).or(from)
}
