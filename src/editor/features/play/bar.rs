//! The strip over a level in play: how it stands, and what can be done with the play.

use egui::{Frame, Margin, RichText, Ui};

use crate::editor::features::arguing;
use crate::editor::features::deduction;
use crate::editor::features::moves;
use crate::editor::features::play::words;
use crate::editor::features::play::{Outlook, PlayDeed, PlaySession};
use crate::editor::kit::icon::{self, Icon, IconState};
use crate::editor::kit::theme::{self, Role, Theme};
use crate::editor::text;
use crate::games::{Game, Moves, Verdict};
use crate::picture::Ink;

/// Shows the strip; gives what the designer wants of the play.
pub(super) fn show(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) -> Option<PlayDeed> {
    let theme = Theme::of(ui);
    let strip = Frame::NONE.fill(theme.role(Role::Panel)).inner_margin(Margin::symmetric(10, 4));
    strip
        .show(ui, |ui| {
            let deed = ui.horizontal(|ui| buttons(ui, session, game)).inner;
            if game.moves().is_some() {
                ui.horizontal(|ui| ahead(ui, session, game));
            }
            if game.deduction().is_some() {
                ui.horizontal(|ui| reason(ui, session, game));
            }
            deed
        })
        .inner
}

/// What lies ahead, in a game of moves: the hint, and whether it can still be solved.
fn ahead(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) {
    let Some(moves) = game.moves() else { return };
    let solved = session.judgement(game).0 == Verdict::Solved;
    let hint = ui.add_enabled(!solved, egui::Button::new(moves::words::HINT));
    if hint.on_hover_text(moves::words::HINT_TIP).clicked() {
        session.ask_for_hint();
    }
    ui.add_space(theme::GAP);
    match session.hint(moves) {
        Some(made) => {
            let words = moves::words::hint(&game.describe(&made.mark));
            let colour = Theme::of(ui).ink(Ink::Intended);
            ui.add(egui::Label::new(RichText::new(words).color(colour)).truncate());
        }
        None => light(ui, session, (game, moves)),
    }
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.checkbox(&mut session.moving.lit, moves::words::LIGHT)
            .on_hover_text(moves::words::LIGHT_TIP);
    });
}

/// What can be found next, and why, in a game that is solved by rules of deduction.
fn reason(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) {
    let theme = Theme::of(ui);
    let solved = session.judgement(game).0 == Verdict::Solved;
    let hint = ui.add_enabled(!solved, egui::Button::new(moves::words::HINT));
    if hint.on_hover_text(deduction::words::HINT_TIP).clicked() {
        session.ask_for_reason(game);
    }
    ui.add_space(theme::GAP);
    let Some(told) = session.told(game) else {
        let weak = RichText::new(deduction::words::PLAY_TIP).color(theme.role(Role::Weak));
        ui.add(egui::Label::new(weak).truncate());
        return;
    };
    let (icon, colour) = match told.is_wrong() {
        true => (Icon::CROSS, theme.ink(Ink::Conflict)),
        false => (Icon::WAND, theme.ink(Ink::Intended)),
    };
    icon::inline(ui, icon, colour);
    ui.add(egui::Label::new(RichText::new(&told.words).color(colour)).wrap());
}

/// Whether the position can still be solved: a sign, and words.
fn light(ui: &mut Ui, session: &mut PlaySession, (game, moves): (&dyn Game, &dyn Moves)) {
    let theme = Theme::of(ui);
    if session.judgement(game).0 == Verdict::Solved || !(session.moving.lit || session.is_hinted())
    {
        let weak = RichText::new(moves::words::MOVE_TIP).color(theme.role(Role::Weak));
        ui.add(egui::Label::new(weak).truncate());
        return;
    }
    let stand = session.stand(moves);
    let weak = theme.role(Role::Weak);
    let (icon, colour, words) = match session.moving.light.outlook(&stand.level) {
        Some(Outlook::Open(_)) => (Icon::CHECK, theme.ink(Ink::Good), moves::words::OPEN),
        Some(Outlook::DeadEnd) => (Icon::CROSS, theme.ink(Ink::Bad), moves::words::DEAD_END),
        Some(Outlook::Unknown(why)) => (Icon::QUESTION, weak, why.as_str()),
        None => (Icon::CLOCK, weak, moves::words::ASKING),
    };
    icon::inline(ui, icon, colour);
    ui.add(egui::Label::new(RichText::new(words).color(colour)).truncate());
}

fn buttons(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) -> Option<PlayDeed> {
    let mut deed = None;
    let on = |possible: bool| if possible { IconState::Plain } else { IconState::Disabled };
    if icon::toggle(ui, Icon::UNDO, words::UNDO_MOVE, on(!session.past.is_empty())).clicked() {
        session.undo();
    }
    if icon::toggle(ui, Icon::REDO, words::REDO_MOVE, on(!session.future.is_empty())).clicked() {
        session.redo();
    }
    if icon::toggle(ui, Icon::AGAIN, words::RESET, on(!session.play.is_empty())).clicked() {
        session.reset();
    }
    if session.desk.is_some() {
        let mut argues = !session.freely;
        let words = arguing::words::ARGUE_ALWAYS;
        let argue = ui.checkbox(&mut argues, words);
        argue.on_hover_text(arguing::words::ARGUE_ALWAYS_TIP);
        session.freely = !argues;
    }
    ui.add_space(theme::GAP);
    let verdict = verdict(ui, session, game);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if ui.button(words::BACK_TO_EDIT).on_hover_text("Esc").clicked() {
            deed = Some(PlayDeed::Leave);
        }
        let solved = verdict == Verdict::Solved;
        let intend = egui::Button::new(text::MAKE_INTENDED);
        if ui.add_enabled(solved, intend).on_disabled_hover_text(words::NOT_SOLVED).clicked() {
            deed = Some(PlayDeed::Intend(session.play.clone()));
        }
        let record = egui::Button::new(words::RECORD_SHORTCUT);
        let tip = words::RECORD_SHORTCUT_TIP;
        let record = ui.add_enabled(solved, record).on_disabled_hover_text(words::NOT_SOLVED);
        if record.on_hover_text(tip).clicked() {
            deed = Some(PlayDeed::Shortcut(session.play.clone()));
        }
    });
    deed
}

fn verdict(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) -> Verdict {
    let theme = Theme::of(ui);
    let (verdict, words) = session.judgement(game);
    if let Some(refusal) = &session.refusal {
        icon::inline(ui, Icon::WARNING, theme.ink(Ink::Bad));
        ui.add(
            egui::Label::new(RichText::new(text::sentence(refusal)).color(theme.ink(Ink::Bad)))
                .truncate(),
        );
        return verdict;
    }
    let (icon, colour) = match verdict {
        Verdict::Solved => (Some(Icon::CHECK), theme.ink(Ink::Good)),
        Verdict::Unsolved { .. } | Verdict::Undecided { .. } => (None, theme.role(Role::Weak)),
        Verdict::Illegal { .. } => (Some(Icon::WARNING), theme.ink(Ink::Bad)),
    };
    if let Some(icon) = icon {
        icon::inline(ui, icon, colour);
    }
    ui.add(egui::Label::new(RichText::new(text::sentence(&words)).color(colour)).truncate());
    verdict
}
