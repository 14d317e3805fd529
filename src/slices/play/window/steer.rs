//! Input in games of moves: pieces are dragged, clicked or moved by keys. A move without a side is made by
//! a click on its site, or by its name.

use egui::{Key, Modifiers, PointerButton, Pos2, Response, Sense, Stroke, StrokeKind, Ui, Vec2};

use crate::moves::window as moves;
use crate::moves::window::arrow;
use crate::play::window::moving::{Drag, NAMED_KEYS};
use crate::play::window::scene::PlayScene;
use crate::play::window::session::PlaySession;
use foolproof_editor::kit::painter::Transform;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_game::{Game, HandGesture, Move, MoveAim, Moves, Side};
use foolproof_level::Site;
use foolproof_picture::{Ink, Rect};

/// Distance of a drag before it has a direction, in cells.
const THRESHOLD: f32 = 0.35;
/// The distance of the arrows from a chosen piece, and the size of their areas, in cells.
const BESIDE: f32 = 0.66;
const ROOM: f32 = 0.4;

/// Moves pieces by mouse. Draws the chosen piece, the drag and the hint.
pub(super) fn pointer(
    ui: &mut Ui,
    session: &mut PlaySession,
    scene: &PlayScene<'_>,
    sites: &[(Site, Response)],
) {
    let game = scene.game;
    let Some(moves) = game.moves() else { return };
    let hands = session.hands(game);
    let steers = hands.contains(&HandGesture::Steer);
    let drags = steers || hands.contains(&HandGesture::Push);
    for (site, response) in sites {
        if response.drag_started_by(PointerButton::Primary) && drags {
            session.cursor = None;
            begin(ui, session, moves, *site, steers);
        } else if response.dragged_by(PointerButton::Primary) {
            turn(ui, session, scene.transform);
        } else if response.drag_stopped_by(PointerButton::Primary) {
            turn(ui, session, scene.transform);
            if let Some(Drag { from, towards: Some(towards), .. }) = session.moving.drag.take() {
                session.moving.chosen = None;
                match steers {
                    true => steer(session, game, towards),
                    false => session.make(game, from, towards),
                }
            }
        } else if response.clicked() {
            session.cursor = None;
            click(session, game, *site);
        }
    }
    arrows(ui, session, scene);
}

/// Begins a drag: on a piece, or anywhere if the whole board is steered.
fn begin(ui: &Ui, session: &mut PlaySession, moves: &dyn Moves, from: Site, steers: bool) {
    let holds = steers || session.stand(moves).level.mark(from).is_some();
    let origin = ui.input(|input| input.pointer.press_origin());
    session.moving.drag =
        origin.filter(|_| holds).map(|origin| Drag { from, origin, towards: None });
}

/// Turns a drag into the direction of its larger component.
fn turn(ui: &Ui, session: &mut PlaySession, transform: Transform) {
    let (Some(drag), Some(at)) = (&mut session.moving.drag, ui.ctx().pointer_latest_pos()) else {
        return;
    };
    let far: Vec2 = (at - drag.origin) / transform.scale;
    drag.towards = (far.x.abs().max(far.y.abs()) >= THRESHOLD).then(|| main_side(far));
}

fn main_side(far: Vec2) -> Side {
    match (far.x.abs() >= far.y.abs(), far.x > 0.0, far.y > 0.0) {
        (true, true, _) => Side::East,
        (true, false, _) => Side::West,
        (false, _, true) => Side::South,
        (false, _, false) => Side::North,
    }
}

/// Handles a click, which makes the move of its site. A click on a piece chooses it; one on an empty cell
/// in line with the chosen piece moves it that way.
fn click(session: &mut PlaySession, game: &dyn Game, site: Site) {
    let Some(moves) = game.moves() else { return };
    match session.made_at(moves, site).as_slice() {
        [made] => return session.make_move(game, made),
        [] => {}
        // The strip has buttons for them.
        [_, _, ..] => return,
    }
    let chooses = [HandGesture::Push, HandGesture::PressTwo];
    if !chooses.iter().any(|gesture| session.does(game, gesture)) {
        return session.refuse_at(moves, site);
    }
    let holds = session.stand(moves).level.mark(site).is_some();
    let line = session.moving.chosen.and_then(|from| Some((from, side_to(from, site)?)));
    match line {
        Some((from, towards)) if !holds => session.make(game, from, towards),
        _ => {
            session.choose(moves, site);
            session.refuse_at(moves, site);
        }
    }
}

/// Returns the side of a cell on which another cell in line with it lies.
fn side_to(from: Site, to: Site) -> Option<Side> {
    if from.place != to.place || from == to || (from.col != to.col && from.row != to.row) {
        return None;
    }
    let far = |to: u16, from: u16| f32::from(to) - f32::from(from);
    Some(main_side(Vec2::new(far(to.col, from.col), far(to.row, from.row))))
}

/// Draws the ring around the chosen piece with its arrows, and the arrows of a drag and of a hint.
fn arrows(ui: &mut Ui, session: &mut PlaySession, scene: &PlayScene<'_>) {
    let (game, layout, transform) = (scene.game, &scene.layout, scene.transform);
    let Some(moves) = game.moves() else { return };
    let theme = Theme::of(ui);
    if let Some(made) = session.hint(game)
        && let Some(cell) = layout.rect(made.from)
    {
        match moves.aim(&made.mark) {
            MoveAim::Side | MoveAim::Sites(..) => {
                scene.paint(ui, &arrow::plain(cell, made.towards, Ink::Intended));
            }
            MoveAim::Site(_) => {
                let ring = Stroke::new(2.5, theme.ink(Ink::Intended));
                let rect = transform.rect_to_screen(cell);
                ui.painter().rect_stroke(rect, theme::ROUND, ring, StrokeKind::Inside);
            }
            // The strip shows the hint.
            MoveAim::Name => {}
        }
    }
    if let Some(Drag { from, towards: Some(towards), .. }) = session.moving.drag
        && let Some(cell) = layout.rect(from)
    {
        let stand = session.stand(moves);
        let steered = moves.controls(&session.level).is_steered;
        let fits = stand
            .legal
            .iter()
            .any(|made| made.towards == towards && (steered || made.from == from));
        let ink = if fits { Ink::Selection } else { Ink::Faint };
        scene.paint(ui, &arrow::plain(cell, towards, ink));
    }
    // A moving piece is marked once it has arrived.
    let chosen = session.moving.chosen.filter(|_| session.moving.gliding.is_none());
    let Some((chosen, cell)) = chosen.and_then(|site| Some((site, layout.rect(site)?))) else {
        return;
    };
    let ring = Stroke::new(2.5, theme.role(Role::Accent));
    let rect = transform.rect_to_screen(cell).shrink(1.0);
    ui.painter().rect_stroke(rect, theme::ROUND_CARD, ring, StrokeKind::Inside);
    let stand = session.stand(moves);
    let has_side = |made: &&Move| moves.aim(&made.mark) != MoveAim::Name;
    for made in stand.legal.iter().filter(|made| made.from == chosen).filter(has_side) {
        if way(ui, scene, cell, chosen, made.towards) {
            session.make(game, chosen, made.towards);
        }
    }
}

/// Shows a small arrow that moves the chosen piece. Returns whether it was clicked.
fn way(ui: &mut Ui, scene: &PlayScene<'_>, cell: Rect, from: Site, towards: Side) -> bool {
    let (theme, transform) = (Theme::of(ui), scene.transform);
    let middle = transform.to_screen(arrow::place(cell, towards, BESIDE));
    let room = egui::Rect::from_center_size(middle, Vec2::splat(ROOM * transform.scale));
    let response = ui.interact(room, ui.scope_id().with(("way", from, towards)), Sense::click());
    let name = moves::words::towards(towards);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    let strong = response.hovered() || response.has_focus();
    let long = if strong { 0.3 } else { 0.22 };
    let tip = arrow::place(cell, towards, BESIDE + long / 2.0);
    let points: Vec<Pos2> = arrow::head(tip, towards, long * cell.width())
        .into_iter()
        .map(|point| transform.to_screen(point))
        .collect();
    let colour = theme.faded(Role::Accent, if strong { 1.0 } else { 0.8 });
    ui.painter().add(egui::Shape::convex_polygon(points, colour, Stroke::NONE));
    response.on_hover_text(name).clicked()
}

/// Handles the keys of games of moves, in addition to those of every game.
pub(super) fn keys(ui: &Ui, session: &mut PlaySession, game: &dyn Game) {
    let Some(moves) = game.moves() else { return };
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if session.moving.drag.is_some() && pressed(Key::Escape) {
        session.moving.drag = None;
    }
    let ways = [
        (Key::ArrowLeft, Side::West),
        (Key::ArrowRight, Side::East),
        (Key::ArrowUp, Side::North),
        (Key::ArrowDown, Side::South),
    ];
    if moves.controls(&session.level).is_steered {
        if let Some((_, towards)) = ways.into_iter().find(|(key, _)| pressed(*key)) {
            steer(session, game, towards);
        }
    } else if let Some(chosen) = session.moving.chosen {
        if let Some((_, towards)) = ways.into_iter().find(|(key, _)| pressed(*key)) {
            session.cursor = session.cursor.or(Some(chosen));
            session.make(game, chosen, towards);
        }
        if pressed(Key::Escape) {
            session.moving.chosen = None;
            session.refusal = None;
        }
    }
    if let Some(cursor) = session.cursor
        && (pressed(Key::Enter) || pressed(Key::Space))
    {
        click(session, game, cursor);
    }
    let named = session.named_moves(moves);
    let keyed = named.iter().zip(NAMED_KEYS).map(|(made, key)| (made, key_of(moves, made, key)));
    if let Some((made, _)) = keyed.into_iter().find(|(_, key)| pressed(*key)) {
        session.make_move(game, made);
    }
    if pressed(Key::Backspace) {
        session.undo();
    }
}

/// Returns the key of a move that has to be named: its letter, or the number of its button.
pub(super) fn key_of(moves: &dyn Moves, made: &Move, number: Key) -> Key {
    let letter = moves.letter(&made.mark).map(|letter| letter.to_string());
    letter.and_then(|letter| Key::from_name(&letter)).unwrap_or(number)
}

/// Moves towards a side, in a game where nothing is selected first.
fn steer(session: &mut PlaySession, game: &dyn Game, towards: Side) {
    let Some(moves) = game.moves() else { return };
    let stand = session.stand(moves);
    let is_meant = |made: &&Move| made.towards == towards && moves.aim(&made.mark) == MoveAim::Side;
    let made = stand.legal.iter().find(is_meant);
    // If no piece can move, the refusal is about any of them.
    let from = made.or(stand.legal.first()).map(|made| made.from);
    session.make(game, from.unwrap_or(Site::cell(0, 0)), towards);
}

/// Returns the first site of the cursor in a game of moves: a movable piece, else any piece.
pub(super) fn first(session: &mut PlaySession, game: &dyn Game) -> Option<Site> {
    let moves = game.moves().filter(|_| session.cursor.is_none())?;
    let stand = session.stand(moves);
    let movable = stand.legal.iter().map(|made| made.from);
    movable.chain(stand.level.marks().map(|(site, _)| site)).next()
}
