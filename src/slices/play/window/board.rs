//! The board of a level in play, with the sites from which pieces are taken and on which they are put.

use std::sync::Arc;

use egui::{Key, PointerButton, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2};

use crate::play::window::ahead::NextStep;
use crate::play::window::bar;
use crate::play::window::cycling::{self, CycleWay};
use crate::play::window::entry::{self, EntryMode};
use crate::play::window::glide;
use crate::play::window::glow;
use crate::play::window::hinting::HintLook;
use crate::play::window::keys;
use crate::play::window::pen;
use crate::play::window::scene::PlayScene;
use crate::play::window::session::{Held, PlayDeed, PlaySession};
use crate::play::window::sketch;
use crate::play::window::steer;
use crate::play::window::stepping::HintStage;
use crate::play::window::words;
use crate::solving::drawing;
use crate::solving::window::{desk as arguing, leaks};
use foolproof_editor::kit::pack_look::PackLooks;
use foolproof_editor::kit::painter::{self, Motion, Transform};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::session::keyboard;
use foolproof_editor::text;
use foolproof_game::{DOT, Game, HandGesture, KnownMark, Verdict, win_sparks};
use foolproof_level::{Level, Place, Play, Site};
use foolproof_picture::{Ink, Layout, Point};

/// Time in which the ring around a solved board fades, in seconds.
const CHEER: f64 = 0.9;
/// Time after which the last spark is gone, in seconds.
const SPARKLE: f64 = 1.5;
/// Time for which the sites that a line fails blink, in seconds, and the number of blinks.
const BLINK: f64 = 1.8;
const BLINKS: u8 = 4;

/// Shows a level in play; `time` in seconds makes beams flow, `None` leaves them at rest.
pub fn show(
    ui: &mut Ui,
    session: &mut PlaySession,
    game: &dyn Game,
    time: Option<f64>,
) -> Option<PlayDeed> {
    let deed = bar::show(ui, session, game);
    desk(ui, session, game);
    let by_key = table(ui, session, game, time);
    deed.or(by_key)
}

/// Shows the board alone and handles its input. Returns the request of a key, if any.
pub fn table(
    ui: &mut Ui,
    session: &mut PlaySession,
    game: &dyn Game,
    time: Option<f64>,
) -> Option<PlayDeed> {
    let layout = game.layout_of(&session.level);
    let area = ui.available_rect_before_wrap();
    let hand = hand_height(session, game);
    let room = area.with_max_y(area.bottom() - hand).shrink(theme::WIDE);
    let (transform, window) = view(session, game, &layout, room);
    // Includes the space between the strip and the board.
    let ground = area.with_min_y(area.top() - ui.spacing().item_spacing.y);
    ui.painter().rect_filled(ground, 0.0, Theme::of(ui).role(Role::Canvas));
    if let Some(look) = PackLooks::shown(ui.ctx()) {
        look.paint_background(ui.painter(), ground, &Theme::of(ui));
    }
    pass_time(ui, session, game);
    let scene = PlayScene { game, layout, transform, time };
    let over = session.cursor.or_else(|| scene.under_pointer(ui));
    let play = session.preview(game, over);
    let unclipped = ui.clip_rect();
    ui.set_clip_rect(unclipped.intersect(window.unwrap_or(unclipped)));
    if !glide::paint(ui, session, &scene) {
        let flowing = session.flow.time(time);
        let shine = glow::Shine::of(session);
        let motion = match glow::reach(ui, session, &scene) {
            Some(reach) => {
                let shapes = glow::reaching(session, &scene, &reach);
                glow::paint(ui, shine, &scene, &shapes, flowing)
            }
            None => glow::paint(ui, shine, &scene, &session.look(game, play).shapes, flowing),
        };
        if ui.input(|input| input.focused) {
            session.flow.keep_going(motion, ui.ctx());
        }
    }
    clashes(ui, session, &scene);
    entry::draw(ui, session, &scene);
    if let Some(desk) = session.desk.as_ref().filter(|_| session.argues()) {
        let mut shapes = Vec::new();
        arguing::draw(&mut shapes, desk, game, &scene.layout);
        scene.paint(ui, &shapes);
    }
    let sites = sites(ui, session, &scene);
    act(ui, session, &scene, &sites);
    ui.set_clip_rect(unclipped);
    loose_hand(ui, session, game, area.with_min_y(area.bottom() - hand));
    held(ui, session, &scene);
    hinted(ui, session, &scene);
    next_step(ui, session, &scene);
    cheer(ui, session, &scene);
    blink(ui, session, &scene);
    ui.allocate_rect(area, Sense::hover());
    start_from_focus(ui, session, &sites);
    keep_status(ui, session, &scene);
    // A sheet over the board, such as the rules, gets the keys.
    let ours = ui.is_enabled() && keyboard::is_the_boards(ui.ctx());
    ours.then(|| keys::keys(ui, session, game, &scene.layout)).flatten()
}

/// Lets time pass in a game where time makes moves, while the window is in front and the board is visible.
fn pass_time(ui: &Ui, session: &mut PlaySession, game: &dyn Game) {
    let (now, in_front) = ui.input(|input| (input.time, input.focused));
    if !in_front || !ui.is_enabled() {
        return session.stop_time();
    }
    if let Some(seconds) = session.pass_time(game, now) {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(seconds));
    }
}

/// Handles the pointer, according to the gestures of the game.
fn act(ui: &mut Ui, session: &mut PlaySession, scene: &PlayScene<'_>, sites: &[(Site, Response)]) {
    if session.argues() {
        return argue(session, sites);
    }
    if scene.game.moves().is_some() {
        return steer::pointer(ui, session, scene, sites);
    }
    // Clicks put the mark chosen from the palette, also in games of lines.
    if session.cycling.brush.is_some() {
        return cycling::pointer(ui, session, scene, sites);
    }
    for gesture in session.hands(scene.game) {
        match gesture {
            HandGesture::Draw(_) => return pen::pointer(ui, session, scene, sites),
            HandGesture::Type if sketch::draws_lines(session) => {
                return sketch::pointer(ui, session, scene);
            }
            HandGesture::Type => return entry::pointer(ui, session, scene, sites),
            HandGesture::Carry => return pointer(ui, session, scene, sites),
            HandGesture::Cycle { .. } => return cycling::pointer(ui, session, scene, sites),
            _ => {}
        }
    }
}

/// Returns the board's position on the screen, and its visible part unless all of it is visible.
fn view(
    session: &mut PlaySession,
    game: &dyn Game,
    layout: &Layout,
    room: Rect,
) -> (Transform, Option<Rect>) {
    let moves = game.moves().filter(|_| !session.moving.whole_board);
    let window = moves.and_then(|moves| {
        let (first, last) = session.stand(moves).window?;
        Some((layout.rect(first)?.min, layout.rect(last)?.max))
    });
    let Some((min, max)) = window else {
        return (Transform::fit(room, Vec2::new(layout.width, layout.height)), None);
    };
    let mut transform = Transform::fit(room, Vec2::new(max.x - min.x, max.y - min.y));
    let seen = Rect::from_min_size(
        transform.origin,
        Vec2::new(max.x - min.x, max.y - min.y) * transform.scale,
    );
    transform.origin -= Vec2::new(min.x, min.y) * transform.scale;
    (transform, Some(seen))
}

/// Shows the desk with the argument, at the right.
fn desk(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) {
    let argues = session.argues();
    let Some(desk) = session.desk.as_mut().filter(|_| argues) else { return };
    let frame = Theme::of(ui).panel();
    let panel = egui::Panel::right("arguments").frame(frame).default_size(290.0);
    let wish = panel.show(ui, |ui| {
        let scroll = egui::ScrollArea::vertical().auto_shrink([false, false]);
        scroll.show(ui, |ui| arguing::show(ui, desk, game, true)).inner
    });
    if wish.inner == Some(arguing::ArguingWish::Conclude) {
        session.conclude();
    }
}

/// Adds clicked sites to the evidence.
fn argue(session: &mut PlaySession, sites: &[(Site, Response)]) {
    for (site, response) in sites {
        if response.clicked()
            && let Some(desk) = &mut session.desk
        {
            session.cursor = None;
            desk.click(*site);
        }
    }
}

/// Makes sites that can be clicked, dragged, reached by Tab and read by screen readers.
fn sites(ui: &mut Ui, session: &mut PlaySession, scene: &PlayScene<'_>) -> Vec<(Site, Response)> {
    let theme = Theme::of(ui);
    let lies = lies(session, scene.game);
    let mut found = Vec::with_capacity(scene.layout.sites.len());
    for (site, rect) in &scene.layout.sites {
        let rect = scene.transform.rect_to_screen(*rect);
        let id = ui.scope_id().with(("play site", *site));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        response.widget_info(|| {
            let name = said_of(session, scene.game, &lies, *site, &site.spoken());
            egui::WidgetInfo::labeled(egui::Role::Button, true, name)
        });
        if session.cursor == Some(*site) || response.has_focus() {
            let ring = Stroke::new(2.0, theme.role(Role::Accent));
            ui.painter().rect_stroke(rect, theme::ROUND, ring, StrokeKind::Inside);
        } else if response.hovered() && session.held.is_none() {
            let ring = Stroke::new(1.0, theme.faded(Role::Accent, 0.6));
            ui.painter().rect_stroke(rect, theme::ROUND, ring, StrokeKind::Inside);
        }
        found.push((*site, response));
    }
    found
}

/// Returns the level in its current state.
fn lies(session: &mut PlaySession, game: &dyn Game) -> Arc<Level> {
    match game.moves() {
        Some(moves) => Arc::clone(&session.stand(moves).level),
        None => Arc::clone(&session.level),
    }
}

/// Describes a site in words: its name and its contents.
fn said_of(session: &PlaySession, game: &dyn Game, lies: &Level, site: Site, name: &str) -> String {
    let notes = session.notes.get(&site);
    let noted = notes.and_then(|notes| notes.values().flatten().next());
    let words = match (session.play.get(site), noted.filter(|note| note.as_str() == DOT)) {
        (Some(mark), _) => game.describe(mark),
        (None, Some(_)) => game.note_of_none(&session.level, site.place).to_owned(),
        (None, None) => {
            lies.mark(site).map_or_else(|| words::EMPTY.to_owned(), |mark| game.describe(mark))
        }
    };
    format!("{name}: {words}")
}

/// Updates the status line: it describes the site under the pointer, else the one at the cursor.
fn keep_status(ui: &Ui, session: &mut PlaySession, scene: &PlayScene<'_>) {
    let site = scene.under_pointer(ui).or(session.cursor);
    let lies = lies(session, scene.game);
    session.status = site.map(|site| {
        let name = site.name_on(lies.board);
        text::capital(&said_of(session, scene.game, &lies, site, &name))
    });
}

/// True if the player draws lines rather than moves pieces.
pub(super) fn draws(session: &PlaySession, game: &dyn Game) -> bool {
    !game.pens(&session.level, &Play::default()).is_empty()
}

/// Draws the subject of the last hint.
fn hinted(ui: &Ui, session: &mut PlaySession, scene: &PlayScene<'_>) {
    let Some(told) = session.told(scene.game) else { return };
    let layout = &scene.layout;
    let shapes = match &told.look {
        HintLook::Nothing => return,
        HintLook::Wrong(site) => {
            layout.rect(*site).map(|rect| leaks::ring(rect, Ink::Conflict)).into_iter().collect()
        }
        HintLook::Step { step, stage: HintStage::Where } => drawing::places(step, layout),
        HintLook::Step { step, stage: HintStage::Why } => {
            let mut shapes = drawing::places(step, layout);
            shapes.extend(drawing::rings(step, layout));
            shapes
        }
        HintLook::Step { step, stage: HintStage::What } => {
            let (game, level) = (scene.game, &session.level);
            let named = |mark: &KnownMark| game.marks_put(level, mark.site.place).len() > 1;
            let name = |mark: &KnownMark| named(mark).then(|| game.describe(&mark.mark));
            drawing::followed(step, layout, &name)
        }
    };
    scene.paint(ui, &shapes);
}

/// Draws the mark or the piece of a line that the last hint suggests, at its place.
fn next_step(ui: &Ui, session: &mut PlaySession, scene: &PlayScene<'_>) {
    let (layout, transform) = (&scene.layout, scene.transform);
    let theme = Theme::of(ui);
    let ring = Stroke::new(2.5, theme.ink(Ink::Intended));
    match session.next_step(scene.game) {
        None => {}
        Some(NextStep::Put { site, mark, .. }) => {
            let Some(rect) = layout.rect(site) else { return };
            let mut faint = ui.painter().clone();
            faint.multiply_opacity(0.55);
            painter::paint(&faint, transform, &scene.game.draw_mark(&mark, rect), &theme, None);
            let rect = transform.rect_to_screen(rect);
            ui.painter().rect_stroke(rect, theme::ROUND, ring, StrokeKind::Inside);
        }
        Some(NextStep::Draw { from, to }) => {
            let (Some(from), Some(to)) = (layout.rect(from), layout.rect(to)) else { return };
            let ends = [from, to].map(|rect| transform.to_screen(rect.centre()));
            let [begin, end] = ends;
            ui.painter().line_segment(ends, Stroke::new(transform.scale * 0.07, ring.color));
            let way = (end - begin).normalized() * transform.scale * 0.14;
            let tip = [end + way, end + way.rot90(), end - way.rot90()];
            let head = egui::Shape::convex_polygon(tip.to_vec(), ring.color, Stroke::NONE);
            ui.painter().add(head);
        }
    }
}

/// Handles a drag from one site to another, or a click on each.
fn pointer(ui: &Ui, session: &mut PlaySession, scene: &PlayScene<'_>, sites: &[(Site, Response)]) {
    let game = scene.game;
    let over = session.cursor.or_else(|| scene.under_pointer(ui));
    for (site, response) in sites {
        if response.secondary_clicked() && session.play.get(*site).is_some() {
            session.take(game, *site);
        } else if response.drag_started_by(PointerButton::Primary) && session.held.is_none() {
            session.cursor = None;
            session.pick(game, *site);
        } else if response.drag_stopped_by(PointerButton::Primary) {
            session.put(game, over);
        } else if response.clicked() {
            session.cursor = None;
            click(session, game, *site);
        }
    }
    // A click outside the board releases the held piece.
    let outside = over.is_none() && ui.input(|input| input.pointer.primary_clicked());
    if outside && session.held.is_some() && !sites.iter().any(|(_, r)| r.dragged()) {
        session.put(game, None);
    }
}

pub(super) fn click(session: &mut PlaySession, game: &dyn Game, site: Site) {
    if session.argues() {
        if let Some(desk) = &mut session.desk {
            desk.click(site);
        }
        return;
    }
    if draws(session, game) {
        match session.pen {
            Some(_) => session.pen_up(),
            None => _ = session.pen_down(game, site) || session.cycle(game, site, CycleWay::Onward),
        }
        return;
    }
    if session.cycles(game) {
        session.cycle(game, site, CycleWay::Onward);
        return;
    }
    match &session.held {
        // A second click on a piece of the tray puts it back.
        Some(_) => session.put(game, Some(site)),
        None => _ = session.pick(game, site),
    }
}

/// Returns the pieces that have no slot in the picture, with the counts left, for games without a tray.
fn loose(session: &PlaySession, game: &dyn Game) -> Vec<(Held, u32)> {
    if session.argues() || game.moves().is_some() {
        return Vec::new();
    }
    let items = match session.cycles(game) {
        true => cycling::palette(session, game),
        false if draws(session, game) => Vec::new(),
        false => game.hand(&session.level, &session.play),
    };
    let items = items.into_iter();
    items
        .filter(|item| item.site.is_none_or(|site| site.place != Place::Tray) && item.left > 0)
        .map(|item| (Held { mark: item.mark, from: None }, item.left))
        .collect()
}

const LOOSE: f32 = 44.0;

fn hand_height(session: &PlaySession, game: &dyn Game) -> f32 {
    if !loose(session, game).is_empty() { LOOSE + theme::WIDE } else { 0.0 }
}

/// Shows the pieces in a row beneath the board, or the colours while cells are coloured.
fn loose_hand(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game, area: Rect) {
    if area.height() < LOOSE {
        return;
    }
    if entry::types(session, game) && session.entry.mode == EntryMode::Colour {
        return swatches(ui, session, area);
    }
    let theme = Theme::of(ui);
    let items = loose(session, game);
    let places = in_a_row(area, items.len());
    for ((piece, count), rect) in items.into_iter().zip(places) {
        let id = ui.scope_id().with(("hand", piece.mark.as_str()));
        let response = ui.interact(rect, id, Sense::click());
        let name = words::in_hand(&game.describe(&piece.mark), count);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        let cycles = session.cycles(game);
        let held = match cycles {
            true => session.cycling.brush.as_ref() == Some(&piece.mark),
            false => session.held.as_ref() == Some(&piece),
        };
        let fill = if held { Role::Tint } else { Role::Card };
        ui.painter().rect_filled(rect, theme::ROUND, theme.role(fill));
        paint_mark(ui, game, &piece, rect.shrink(theme::TIGHT));
        if response.clicked() {
            match () {
                () if !session.entry.chosen.is_empty() => {
                    session.put_in(game, &piece.mark, session.entry.mode);
                }
                () if cycles => session.choose_brush(piece.mark),
                () => session.held = (!held).then_some(piece),
            }
        }
    }
}

/// Returns rectangles for `pieces` pieces side by side, smaller if there are many.
fn in_a_row(area: Rect, pieces: usize) -> impl Iterator<Item = Rect> {
    // A hand has few pieces; the count is exact.
    let count = pieces.max(1) as f32;
    let step = (LOOSE + theme::TIGHT).min(area.width() / count);
    let size = Vec2::splat(step - theme::TIGHT);
    let left = area.center().x - step * count / 2.0;
    (0..pieces)
        .map(move |at| Rect::from_min_size(egui::pos2(left + step * at as f32, area.top()), size))
}

/// Shows the colours that cells can have.
fn swatches(ui: &mut Ui, session: &mut PlaySession, area: Rect) {
    let theme = Theme::of(ui);
    for ((number, ink), rect) in (1u8..).zip(sketch::COLOURS).zip(in_a_row(area, 9)) {
        let response = ui.interact(rect, ui.scope_id().with(("colour", number)), Sense::click());
        let name = words::colour(number);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        ui.painter().rect_filled(rect, theme::ROUND, theme.ink(ink));
        let rim = Stroke::new(1.0, theme.role(Role::Weak));
        ui.painter().rect_stroke(rect, theme::ROUND, rim, StrokeKind::Inside);
        if response.on_hover_text(&name).clicked() {
            session.colour(number);
        }
    }
}

fn paint_mark(ui: &Ui, game: &dyn Game, piece: &Held, rect: Rect) {
    let transform = Transform { origin: rect.min, scale: rect.width() };
    let unit = foolproof_picture::Rect { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
    let shapes = game.draw_mark(&piece.mark, unit);
    painter::paint(ui.painter(), transform, &shapes, &Theme::of(ui), None);
}

/// Draws the held piece at the pointer or over the cursor.
fn held(ui: &Ui, session: &PlaySession, scene: &PlayScene<'_>) {
    let Some(piece) = &session.held else { return };
    let over = session.cursor.and_then(|site| scene.rect(site)).map(|rect| rect.center());
    let Some(place) = over.or_else(|| ui.ctx().pointer_latest_pos()) else { return };
    let rect = Rect::from_center_size(place, Vec2::splat(scene.transform.scale * 0.8));
    if over.is_none() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    }
    paint_mark(ui, scene.game, piece, rect);
}

/// Draws a ring that fades around a board that has just been solved.
fn cheer(ui: &Ui, session: &mut PlaySession, scene: &PlayScene<'_>) {
    let PlayScene { game, layout, transform, time } = scene;
    let now = ui.input(|input| input.time);
    // Waits until the last move has ended.
    let moving = session.moving.gliding.is_some();
    if moving || session.judgement(*game).0 != Verdict::Solved {
        session.solved_at = None;
        return;
    }
    let since = now - *session.solved_at.get_or_insert(now);
    let theme = Theme::of(ui);
    let size = Vec2::new(layout.width, layout.height) * transform.scale;
    let rect = Rect::from_min_size(transform.origin, size);
    let left = (1.0 - since / CHEER).clamp(0.0, 1.0);
    // Between 0 and 1, so the cast loses nothing visible.
    let left = if time.is_some() { left as f32 } else { 0.0 };
    let ring = Stroke::new(2.0 + 4.0 * left, theme.ink(Ink::Good));
    ui.painter().rect_stroke(rect.expand(2.0 + 8.0 * left), 10.0, ring, StrokeKind::Outside);
    if time.is_some() && since < CHEER.max(SPARKLE) {
        sparks(ui, rect, since);
        Motion::Flowing.keep_going(ui.ctx());
    }
}

/// Draws the sparks `since` seconds after a win.
fn sparks(ui: &Ui, board: Rect, since: f64) {
    let theme = Theme::of(ui);
    for spark in win_sparks() {
        // A few seconds at most, so the cast loses nothing visible.
        let Some(flying) = spark.flying(since as f32) else { continue };
        let half = board.size() / 2.0;
        let at = board.center() + Vec2::new(flying.at.x * half.x, flying.at.y * half.y);
        let ink = theme.ink(spark.ink).gamma_multiply(flying.opacity);
        ui.painter().circle_filled(at, flying.size / 2.0, ink);
    }
}

/// Makes the sites that a line fails blink a few times once the line has reached an end.
fn blink(ui: &Ui, session: &mut PlaySession, scene: &PlayScene<'_>) {
    let game = scene.game;
    let now = ui.input(|input| input.time);
    let sites = match session.judgement(game).0 {
        // With several lines, one is always still missing.
        Verdict::Unsolved { sites, .. } if draws(session, game) && game.deduction().is_none() => {
            sites
        }
        _ => Vec::new(),
    };
    if sites.is_empty() {
        session.failed_at = None;
        return;
    }
    let since = now - *session.failed_at.get_or_insert(now);
    if scene.time.is_none() || since >= BLINK {
        return;
    }
    let share = since / BLINK;
    let wave = (share * f64::from(BLINKS) * std::f64::consts::PI).sin().powi(2) * (1.0 - share);
    // Between 0 and 1, so the cast loses nothing visible.
    let ink = Theme::of(ui).ink(Ink::Conflict).gamma_multiply(0.7 * wave as f32);
    for rect in sites.iter().filter_map(|site| scene.rect(*site)) {
        ui.painter().circle_filled(rect.center(), rect.width().max(rect.height()) * 0.55, ink);
    }
    Motion::Flowing.keep_going(ui.ctx());
}

/// Draws the sites that break a rule in the current play.
fn clashes(ui: &Ui, session: &mut PlaySession, scene: &PlayScene<'_>) {
    let Some((_, sites)) = session.clash(scene.game) else { return };
    let ink = Theme::of(ui).ink(Ink::Conflict);
    for rect in sites.iter().filter_map(|site| scene.rect(*site)) {
        ui.painter().rect_filled(rect.shrink(1.0), 2.0, ink.gamma_multiply(0.22));
    }
}

/// Lets an arrow key continue from the site that Tab has reached.
fn start_from_focus(ui: &Ui, session: &mut PlaySession, sites: &[(Site, Response)]) {
    let arrows = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
    let moved = ui.input(|input| arrows.iter().any(|key| input.key_pressed(*key)));
    let focused = sites.iter().find(|(_, response)| response.has_focus());
    if let (true, Some((site, response))) = (moved, focused) {
        session.cursor = session.cursor.or(Some(*site));
        response.surrender_focus();
    }
}
