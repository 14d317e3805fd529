//! The pointer on the canvas: strokes, panning, zooming, and the space bar.
//!
//! Left paints, selects or moves, depending on the tool; right erases; the middle button or space pans; Alt
//! picks, and turns the brush with the wheel. A fast stroke touches every site on its way.

use std::collections::BTreeSet;

use egui::{Context, CursorIcon, Key, PointerButton, Pos2, Response, Ui, Vec2};

use crate::board::canvas::CanvasFrame;
use crate::board::state::BoardState;
use crate::board::state::View;
use crate::board::tool::{FillShape, StrokeDeed, Tool};
use crate::session::command::Command;
use crate::session::keyboard;
use crate::session::state::State;
use foolproof_level::Site;

/// Points of a touchpad stroke that equal one notch of a wheel.
const POINTS_OF_A_NOTCH: f32 = 50.0;

/// State of the pointer in the last frame.
#[derive(Default)]
pub(crate) struct Memory {
    last: Option<Pos2>,
    /// The space bar is held, and went down while the board had the keys.
    space: bool,
    /// Nothing was pressed since it went down, so its release acts at the cursor.
    acts: bool,
    /// The site that was pressed, to tell a click from a stroke.
    pressed: Option<Site>,
    /// Turns of the wheel since the brush last turned, in notches.
    wheel: f32,
    /// The wheel that turned the brush is still coasting.
    turning: bool,
}

/// State of the pointer with respect to things over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointerTaken {
    No,
    Yes,
}

impl Memory {
    pub(crate) fn handle(
        &mut self,
        ui: &Ui,
        state: &mut State,
        place: &CanvasFrame<'_>,
        response: &Response,
        taken: PointerTaken,
    ) {
        let at = response.hover_pos().or_else(|| ui.input(|input| input.pointer.interact_pos()));
        let over = response.contains_pointer() && taken == PointerTaken::No;
        let hover = at.filter(|_| over).and_then(|at| place.site_at(at, &state.board));
        state.board.hover = hover;
        self.keys(ui, state);
        self.zoom(ui, state, place, response);
        if self.pan(ui, state, response) {
            ui.set_cursor_icon(CursorIcon::Grabbing);
            return;
        }
        let Some(at) = at else { return };
        self.edit(state, place, response, at, over);
        self.last = Some(at);
    }

    /// Paints at the cursor when a space bar is released that panned nothing.
    fn keys(&mut self, ui: &Ui, state: &mut State) {
        let (down, up, held) = ui.input(|input| {
            let space = Key::Space;
            (input.key_pressed(space), input.key_released(space), input.key_down(space))
        });
        let ours = keyboard::is_the_boards(ui.ctx());
        // A held key repeats.
        let fresh = down && !self.space;
        self.space = ours && (self.space || down) && (held || up);
        self.acts = self.space && (self.acts || fresh);
        if up && std::mem::take(&mut self.space) && std::mem::take(&mut self.acts) {
            state.run(Command::ACT);
        }
    }

    /// Turns the brush by the wheel with Alt.
    fn turn(&mut self, ui: &Ui, state: &mut State) {
        let notches = |event: &egui::Event| match event {
            egui::Event::MouseWheel { unit: egui::MouseWheelUnit::Point, delta, .. } => {
                delta.y / POINTS_OF_A_NOTCH
            }
            egui::Event::MouseWheel { delta, .. } => delta.y,
            _ => 0.0,
        };
        self.wheel += ui.input(|input| input.events.iter().map(notches).sum::<f32>());
        while self.wheel.abs() >= 1.0 {
            state.turn_marks(if self.wheel < 0.0 { 1 } else { 3 });
            self.wheel -= self.wheel.signum();
        }
    }

    fn zoom(&mut self, ui: &Ui, state: &mut State, place: &CanvasFrame<'_>, response: &Response) {
        let Some(at) = response.hover_pos() else { return };
        if state.board.tool == Tool::PAINT && ui.input(|input| input.modifiers.alt) {
            self.turning = true;
            return self.turn(ui, state);
        }
        let (pinch, wheel) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta()));
        self.turning &= pinch != 1.0 || wheel != Vec2::ZERO;
        if self.turning {
            return;
        }
        self.wheel = 0.0;
        let factor = pinch * (wheel.y * 0.004).exp();
        let mut view = state.board.view();
        if wheel.x != 0.0 {
            view.pan.x += wheel.x;
            view.scale = Some(place.transform.scale);
            state.board.set_view(view);
        }
        if factor == 1.0 {
            return;
        }
        let scale = place.transform.scale;
        let next = (scale * factor).clamp(8.0, 400.0);
        // The point under the pointer stays in place.
        let from_middle = at - place.middle;
        let pan = from_middle - (from_middle - view.pan) * (next / scale);
        state.board.set_view(View { scale: Some(next), pan });
    }

    fn pan(&mut self, ui: &Ui, state: &mut State, response: &Response) -> bool {
        let pressed = response.is_pointer_button_down_on();
        let by_space = self.space && pressed && ui.input(|input| input.pointer.primary_down());
        if !by_space && !response.dragged_by(PointerButton::Middle) {
            return false;
        }
        if by_space {
            response.request_focus();
        }
        self.acts = false;
        state.cancel_stroke();
        let mut view = state.board.view();
        view.scale = Some(view.scale.unwrap_or(state.board.fitted));
        view.pan += ui.input(|input| input.pointer.delta());
        state.board.set_view(view);
        true
    }

    fn edit(
        &mut self,
        state: &mut State,
        place: &CanvasFrame<'_>,
        response: &Response,
        at: Pos2,
        over: bool,
    ) {
        let (site, context) = (place.site_at(at, &state.board), &response.ctx);
        let pointer = context.input(|input| input.pointer.clone());
        // A tap can press and release between two frames: then it is a click, and no button is down.
        let tapped = response.clicked() || response.secondary_clicked();
        let down_on_us = (response.is_pointer_button_down_on() || tapped) && over;
        if pointer.primary_pressed() && down_on_us {
            response.request_focus();
            // A fast stroke has already moved on.
            let begun = pointer.press_origin().unwrap_or(at);
            self.pressed = place.site_at(begun, &state.board);
            self.last = Some(begun);
            self.press(context, state, place, begun);
        } else if pointer.secondary_pressed() && down_on_us && site.is_some() {
            self.last = Some(at);
            state.begin_stroke(StrokeDeed::Erase);
        }
        if state.board.stroke.is_some() {
            self.drag(state, place, at);
            context.request_repaint();
        }
        if pointer.any_released() {
            self.release(state, place, at);
        }
        if over {
            context.set_cursor_icon(if self.space {
                CursorIcon::Grab
            } else {
                icon(&state.board, site)
            });
        }
    }

    fn press(&self, context: &Context, state: &mut State, place: &CanvasFrame<'_>, at: Pos2) {
        let modifiers = context.input(|input| input.modifiers);
        state.board.popover = None;
        let Some(site) = place.site_at(at, &state.board) else {
            if state.board.tool == Tool::SELECT {
                begin_area(state, place, at, modifiers.shift);
            }
            return;
        };
        state.board.cursor = Some(site);
        if modifiers.alt {
            return state.pick(site);
        }
        match state.board.tool {
            Tool::PAINT if modifiers.shift || modifiers.command => {
                let from = place.transform.to_board(at);
                let line = FillShape::Line;
                let shape = if modifiers.shift { FillShape::Rectangle } else { line };
                let brush = state.board.brush.clone();
                state.begin_stroke(StrokeDeed::Fill { from, to: from, shape, brush });
            }
            Tool::PAINT => state.begin_painting(site),
            Tool::ERASE => state.begin_stroke(StrokeDeed::Erase),
            Tool::LOCK => {
                let hold = state.lock_or_unlock(site);
                state.begin_stroke(StrokeDeed::Hold(hold));
            }
            Tool::PICK => state.pick(site),
            Tool::SELECT => select(state, place, site, at, modifiers.shift),
            _ => state.with_tool(|feature, state| feature.press(state, site)),
        }
    }

    /// Covers every site between the last position of the pointer and this one.
    fn drag(&self, state: &mut State, place: &CanvasFrame<'_>, at: Pos2) {
        if let Some(StrokeDeed::Area { .. }) =
            state.board.stroke.as_ref().map(|stroke| &stroke.deed)
        {
            return state.select_area(place.transform.to_board(at));
        }
        if let Some(StrokeDeed::Fill { .. }) =
            state.board.stroke.as_ref().map(|stroke| &stroke.deed)
        {
            return state.fill_to(place.transform.to_board(at));
        }
        let from = self.last.unwrap_or(at);
        let way: Vec2 = at - from;
        let steps = (way.length() / (place.transform.scale * 0.3)).ceil().clamp(1.0, 400.0);
        for step in 1..=(steps as u16) {
            let on_way = from + way * (f32::from(step) / steps);
            if let Some(site) = place.site_at(on_way, &state.board) {
                state.stroke_over(site);
            }
        }
    }

    fn release(&mut self, state: &mut State, place: &CanvasFrame<'_>, at: Pos2) {
        let deed = state.board.stroke.as_ref().map(|stroke| stroke.deed.clone());
        let released = place.site_at(at, &state.board);
        let clicked = self.pressed.take().filter(|site| released == Some(*site));
        match (deed, clicked) {
            (Some(StrokeDeed::Move { from, to }), Some(site)) if from == to => {
                // A click, not a move: a site among several becomes the only selected one, and can be set.
                state.cancel_stroke();
                state.board.selection = BTreeSet::from([site]);
                state.board.popover = Some(site);
            }
            (Some(StrokeDeed::Area { .. }), Some(site)) => {
                state.finish_stroke();
                if state.board.selection.len() <= 1 {
                    state.board.selection = BTreeSet::from([site]);
                }
            }
            _ => state.finish_stroke(),
        }
    }
}

fn begin_area(state: &mut State, place: &CanvasFrame<'_>, at: Pos2, shift: bool) {
    let from = place.transform.to_board(at);
    let kept = if shift { state.board.selection.clone() } else { BTreeSet::new() };
    state.board.selection.clone_from(&kept);
    state.begin_stroke(StrokeDeed::Area { from, to: from, kept });
}

fn select(state: &mut State, place: &CanvasFrame<'_>, site: Site, at: Pos2, shift: bool) {
    if shift {
        if !state.board.selection.remove(&site) {
            state.board.selection.insert(site);
        }
        return begin_area(state, place, at, true);
    }
    if place.level.mark(site).is_none() && !state.board.selection.contains(&site) {
        return begin_area(state, place, at, false);
    }
    if !state.board.selection.contains(&site) {
        state.board.selection = BTreeSet::from([site]);
    }
    state.begin_stroke(StrokeDeed::Move { from: site, to: site });
}

fn icon(board: &BoardState, site: Option<Site>) -> CursorIcon {
    match (board.tool, site) {
        (Tool::SELECT, Some(site)) if board.selection.contains(&site) => CursorIcon::Move,
        (Tool::SELECT, _) | (_, None) => CursorIcon::Default,
        (Tool::PICK, _) => CursorIcon::PointingHand,
        _ => CursorIcon::Crosshair,
    }
}
