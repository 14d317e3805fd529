//! A level on the table: the board, the controls that a player needs around it, and the moment of the win.
//!
//! Shows no verdict.

use std::sync::Arc;

use egui::{Align, CentralPanel, Frame, Key, Layout, Margin, Modifiers, Panel, RichText, Ui};

use super::frame::PlayerFrame;
use super::remarks::PlayerRemarks;
use super::words;
use crate::play::window::{self as play, Guidance, PlayDeed, PlaySession};
use foolproof_editor::kit::icon::{self, Icon, IconState};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_game::Game;
use foolproof_level::Level;
use foolproof_picture::Ink;

/// The player's next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableDeed {
    /// Returns to the list.
    Leave,
    /// Goes on to the next level.
    Next,
}

/// The level that is played.
pub struct LevelOnTable {
    /// Its index in the pack, from 0.
    pub number: usize,
    /// The level as it is in the pack.
    pub level: Arc<Level>,
    /// Digest that identifies the puzzle.
    pub digest: String,
    pub game: Arc<dyn Game>,
    pub session: PlaySession,
    pub(super) remarks: PlayerRemarks,
    /// The win was reported already.
    told: bool,
}

/// Height of the line over the board, in points.
const STRIP: f32 = 26.0;

impl LevelOnTable {
    pub(crate) fn new(
        number: usize,
        level: &Arc<Level>,
        game: Arc<dyn Game>,
        guidance: Guidance,
    ) -> Self {
        // The designer's concept matters neither to the player nor to hints.
        let mut seen = level.without_concept();
        seen.intended = None;
        let seen = Arc::new(seen);
        if let Some(rules) = game.ground_rules() {
            rules.prepare(&seen);
        }
        let mut session = PlaySession::new(seen);
        session.guidance = guidance;
        let digest = level.digest_for_players();
        let remarks = PlayerRemarks::default();
        Self { number, level: Arc::clone(level), digest, game, session, remarks, told: false }
    }

    /// Returns whether the level was solved since the last call.
    pub(super) fn takes_solved(&mut self) -> bool {
        !self.told && {
            self.told = self.session.is_solved(&*self.game);
            self.told
        }
    }

    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        frame: &mut PlayerFrame,
        hints: bool,
        awake: bool,
        next: Option<usize>,
    ) -> Option<TableDeed> {
        let theme = Theme::of(ui);
        self.remarks.show(ui.ctx());
        let awake = awake && !self.remarks.is_open();
        self.session.marks_clashes = frame.marks_clashes();
        let solved = self.session.is_solved(&*self.game);
        let mut deed = (solved && awake).then(|| onward(ui, next)).flatten();
        let bar = Frame::NONE.fill(theme.role(Role::Panel)).inner_margin(Margin::symmetric(10, 6));
        Panel::top("player bar").frame(bar).show(ui, |ui| {
            let said = ui.horizontal(|ui| self.buttons(ui, frame, hints)).inner;
            deed = deed.or(said);
        });
        let strip = Frame::NONE
            .fill(theme.role(if solved { Role::Tint } else { Role::Panel }))
            .inner_margin(Margin::symmetric(10, 4));
        Panel::top("player strip").frame(strip).show(ui, |ui| {
            ui.set_min_height(STRIP);
            play::messages(ui, &mut self.session, &*self.game);
            goal(ui, &self.session, &*self.game);
            match solved {
                true => deed = deed.or(solved_band(ui, &self.session, &*self.game, next)),
                false => play::for_player(ui, &mut self.session, &*self.game),
            }
        });
        let time = frame.motion().then(|| ui.input(|input| input.time));
        let (session, game) = (&mut self.session, &*self.game);
        let table = CentralPanel::no_frame().show(ui, |ui| {
            ui.add_enabled_ui(awake, |ui| {
                // Faded tiles would show seams, so a sheet dims the board as a whole.
                ui.set_opacity(1.0);
                play::table(ui, session, game, time)
            })
            .inner
        });
        frame.play(&self.session.take_cues(&*self.game));
        match table.inner.filter(|_| awake) {
            Some(PlayDeed::Leave) => deed.or(Some(TableDeed::Leave)),
            Some(PlayDeed::Intend(_) | PlayDeed::Shortcut(_)) | None => deed,
        }
    }

    fn buttons(&mut self, ui: &mut Ui, frame: &mut PlayerFrame, hints: bool) -> Option<TableDeed> {
        let theme = Theme::of(ui);
        let (session, game) = (&mut self.session, &*self.game);
        let mut deed = None;
        let back = icon::with_tip(
            ui,
            Icon::LEFT,
            words::TO_LEVELS.0,
            words::TO_LEVELS.1,
            IconState::Plain,
        );
        if back.clicked() {
            deed = Some(TableDeed::Leave);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            frame.buttons(ui);
            ui.separator();
            let on = |able: bool| if able { IconState::Plain } else { IconState::Disabled };
            let (redo, undo) = (!session.future.is_empty(), !session.past.is_empty());
            let again = game.moves().map_or(words::RESTART, |_| play::start_again(game));
            if icon::with_tip(ui, Icon::AGAIN, again.0, again.1, on(!session.play.is_empty()))
                .clicked()
            {
                session.reset(game);
            }
            if icon::with_tip(ui, Icon::REDO, words::REDO.0, words::REDO.1, on(redo)).clicked() {
                session.redo();
            }
            if icon::with_tip(ui, Icon::UNDO, words::UNDO.0, words::UNDO.1, on(undo)).clicked() {
                session.undo();
            }
            if hints {
                let open = !session.is_solved(game);
                let hint = ui.add_enabled(open, egui::Button::new(words::HINT));
                if hint.on_hover_text(words::HINT_TIP).clicked() {
                    session.ask_for_help(game);
                }
            }
            self.remarks.button(ui);
            // The title gets the space that the buttons leave.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = words::level_title(self.number, &self.level.title);
                let title = RichText::new(title).heading().color(theme.role(Role::Text));
                ui.add(egui::Label::new(title).truncate());
                let name = RichText::new(&*game.about().name).color(theme.role(Role::Weak));
                ui.add(egui::Label::new(name).truncate());
            });
        });
        deed
    }
}

/// Shows the goal of this level.
fn goal(ui: &mut Ui, session: &PlaySession, game: &dyn Game) {
    let about = game.about();
    let mut said = vec![about.tagline.trim().to_owned()];
    said.extend(game.asked_for(&session.level));
    said.retain(|said| !said.is_empty());
    if !said.is_empty() {
        let said = RichText::new(said.join(" ")).color(Theme::of(ui).role(Role::Text));
        ui.add(egui::Label::new(said).wrap());
    }
}

/// Handles keys: Enter and N go on from a solved level, Escape goes back.
fn onward(ui: &Ui, next: Option<usize>) -> Option<TableDeed> {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if pressed(Key::Escape) {
        return Some(TableDeed::Leave);
    }
    // A focused button keeps its Enter.
    let free = ui.memory(|memory| memory.focused().is_none());
    let goes_on = free && (pressed(Key::Enter) || pressed(Key::N));
    goes_on.then_some(if next.is_some() { TableDeed::Next } else { TableDeed::Leave })
}

/// Shows the band above a solved board.
fn solved_band(
    ui: &mut Ui,
    session: &PlaySession,
    game: &dyn Game,
    next: Option<usize>,
) -> Option<TableDeed> {
    let theme = Theme::of(ui);
    let mut deed = None;
    ui.horizontal(|ui| {
        icon::inline(ui, Icon::CHECK, theme.ink(Ink::Good));
        let moves = game.moves().map(|_| session.play.len());
        ui.label(RichText::new(words::solved(moves)).strong().size(15.0));
        ui.add_space(theme::GAP);
        if next.is_some() {
            let on = theme::primary(ui, words::NEXT_LEVEL).on_hover_text(words::NEXT_LEVEL_TIP);
            if on.clicked() {
                deed = Some(TableDeed::Next);
            }
        } else {
            ui.label(words::ALL_SOLVED);
        }
        if ui.button(words::LEVELS).clicked() {
            deed = Some(TableDeed::Leave);
        }
    });
    deed
}
