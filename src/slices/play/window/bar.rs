//! The strip above a level in play: its state, and buttons for the play.

use egui::{Frame, Margin, RichText, Ui};

use crate::moves::window as moves;
use crate::play::window::ahead::NextStep;
use crate::play::window::entry;
use crate::play::window::entry::EntryMode;
use crate::play::window::hearing;
use crate::play::window::hinting;
use crate::play::window::light::Outlook;
use crate::play::window::moving::NAMED_KEYS;
use crate::play::window::session::{PlayDeed, PlaySession};
use crate::play::window::steer::key_of;
use crate::play::window::words;
use crate::solving::window as solving;
use foolproof_editor::kit::icon::{self, Icon, IconState};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::text;
use foolproof_game::{Game, Verdict};
use foolproof_picture::Ink;

/// Shows the strip. Returns the designer's request, if any.
pub(super) fn show(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) -> Option<PlayDeed> {
    let theme = Theme::of(ui);
    let strip = Frame::NONE.fill(theme.role(Role::Panel)).inner_margin(Margin::symmetric(10, 4));
    strip
        .show(ui, |ui| {
            let deed = ui.horizontal(|ui| buttons(ui, session, game)).inner;
            messages(ui, session, game);
            if !session.argues() {
                ui.horizontal(|ui| ahead(ui, session, game));
            }
            named_moves(ui, session, game);
            if hinting::says_why(game) {
                ui.horizontal(|ui| reason(ui, session, game));
            }
            if !session.argues() {
                let weak = RichText::new(game.instruction(&session.level));
                ui.add(egui::Label::new(weak.color(theme.role(Role::Weak))).truncate());
            }
            deed
        })
        .inner
}

/// Shows the strip that a player of a pack sees: named moves, modes of typing, the last hint, and the
/// reason why the last gesture failed. No verdict.
pub(crate) fn for_player(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) {
    let theme = Theme::of(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        if entry::types(session, game) {
            modes(ui, session);
            ui.add_space(theme::GAP);
        }
        let against = session.clash(game).map(|(why, _)| why);
        let told = session.told(game).map(|told| told.words);
        let (words, colour) = match session.refusal.clone().or(against) {
            Some(why) => (text::sentence(&why), theme.ink(Ink::Bad)),
            None => match told.or_else(|| hint(session, game)).or_else(|| no_hint(session, game)) {
                Some(hint) => (hint, theme.ink(Ink::Intended)),
                None => (game.instruction(&session.level), theme.role(Role::Weak)),
            },
        };
        ui.add(egui::Label::new(RichText::new(words).color(colour)).wrap());
    });
    named_moves(ui, session, game);
}

/// Returns the reason why a requested hint is not available.
fn no_hint(session: &mut PlaySession, game: &dyn Game) -> Option<String> {
    if !session.is_hinted() {
        return None;
    }
    Some(match session.outlook(game) {
        None => moves::words::ASKING.to_owned(),
        Some(Outlook::DeadEnd) if session.play.is_empty() => words::NEVER_SOLVABLE.to_owned(),
        Some(Outlook::DeadEnd) => words::TAKE_BACK.to_owned(),
        Some(Outlook::Unknown(_)) => words::NO_HINT_FOUND.to_owned(),
        Some(Outlook::Open(_)) => words::HINT_UNFIT.to_owned(),
    })
}

/// Shows the game's own messages to its player.
pub(crate) fn messages(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) {
    let Some(moves) = game.moves() else { return };
    for said in &session.stand(moves).told {
        ui.add(egui::Label::new(RichText::new(said).strong()).wrap());
    }
}

/// Shows a button for each move that neither a side nor a click can express.
fn named_moves(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) {
    let Some(moves) = game.moves() else { return };
    let named = session.named_moves(moves);
    if named.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (made, key) in named.iter().zip(NAMED_KEYS) {
            let key = key_of(moves, made, key);
            let name = text::capital(&game.describe(&made.mark));
            let shown = match moves.letter(&made.mark) {
                Some(letter) => format!("{name} ({letter})"),
                None => name,
            };
            if ui.button(shown).on_hover_text(key.symbol_or_name()).clicked() {
                session.make_move(game, made);
            }
        }
    });
}

/// Shows the controls that look ahead: the hint, the light, and the way back to a solvable position.
fn ahead(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) {
    let solved = session.judgement(game).0 == Verdict::Solved;
    if !hinting::says_why(game) {
        let tip = if game.moves().is_some() { moves::words::HINT_TIP } else { words::HINT_TIP };
        let hint = ui.add_enabled(!solved, egui::Button::new(moves::words::HINT));
        if hint.on_hover_text(tip).clicked() {
            session.ask_for_help(game);
        }
    }
    let back = !solved && (!session.past.is_empty() || !session.play.is_empty());
    let undo = ui.add_enabled(back, egui::Button::new(words::TO_SOLVABLE));
    if undo.on_hover_text(words::TO_SOLVABLE_TIP).clicked() {
        session.seek_solvable(game);
    }
    ui.add_space(theme::GAP);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.checkbox(&mut session.ahead.lit, words::LIGHT).on_hover_text(words::LIGHT_TIP);
        if game.moves().is_none() {
            let marks = ui.checkbox(&mut session.marks_clashes, words::CLASHES);
            marks.on_hover_text(words::CLASHES_TIP);
        }
        if game.moves().is_some_and(|moves| session.stand(moves).window.is_some()) {
            let whole = ui.checkbox(&mut session.moving.whole_board, words::WHOLE_BOARD);
            whole.on_hover_text(words::WHOLE_BOARD_TIP);
        }
        hearing::menu(ui, &mut session.volume);
        let left = egui::Layout::left_to_right(egui::Align::Center);
        ui.with_layout(left, |ui| match hint(session, game).or_else(|| no_hint(session, game)) {
            Some(words) => {
                let colour = Theme::of(ui).ink(Ink::Intended);
                ui.add(egui::Label::new(RichText::new(words).color(colour)).truncate());
            }
            None => light(ui, session, game),
        });
    });
}

/// Returns the words of the last hint, until the player does something else.
fn hint(session: &mut PlaySession, game: &dyn Game) -> Option<String> {
    if let Some(made) = session.hint(game) {
        return Some(moves::words::hint(&game.describe(&made.mark)));
    }
    let open = |session: &mut PlaySession| {
        let outlook = session.outlook(game);
        game.moves().is_none() && matches!(outlook, Some(Outlook::Open(_)))
    };
    match session.next_step(game) {
        Some(NextStep::Put { site, mark, why }) => Some(words::put(
            &game.describe(&mark),
            &site.name_on(session.level.board),
            why.as_deref(),
        )),
        Some(NextStep::Draw { to, .. }) => Some(words::draw(&to.name_on(session.level.board))),
        None if session.is_hinted() && open(session) => Some(words::HINT_UNFIT.to_owned()),
        None => None,
    }
}

/// Shows the next thing that can be found, with its reason, in a game whose hints give reasons.
fn reason(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) {
    let theme = Theme::of(ui);
    let solved = session.judgement(game).0 == Verdict::Solved;
    let hint = ui.add_enabled(!solved, egui::Button::new(moves::words::HINT));
    let tip = match game.deduction() {
        Some(_) => solving::words::HINT_TIP,
        None => words::STEP_HINT_TIP,
    };
    if hint.on_hover_text(tip).clicked() {
        session.ask_for_help(game);
    }
    ui.add_space(theme::GAP);
    let Some(told) = session.told(game) else {
        return;
    };
    let (icon, colour) = match told.is_wrong() {
        true => (Icon::CROSS, theme.ink(Ink::Conflict)),
        false => (Icon::WAND, theme.ink(Ink::Intended)),
    };
    icon::inline(ui, icon, colour);
    ui.add(egui::Label::new(RichText::new(&told.words).color(colour)).wrap());
}

/// Shows with an icon and words whether the level can still be solved.
fn light(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) {
    let theme = Theme::of(ui);
    let weak = theme.role(Role::Weak);
    let solved = session.judgement(game).0 == Verdict::Solved;
    let wants = session.ahead.lit || session.is_hinted() || session.seeks();
    if solved || !wants {
        let said = session.sought().filter(|_| !solved);
        ui.add(egui::Label::new(RichText::new(said.unwrap_or_default()).color(weak)).truncate());
        return;
    }
    let begun = game.settled(&session.level, &session.play) != session.play;
    let (icon, colour, words) = match session.outlook(game) {
        _ if session.seeks() => (Icon::CLOCK, weak, words::SEEKING.to_owned()),
        Some(Outlook::Open(_)) => {
            let words = match session.sought() {
                Some(sought) => sought,
                None if begun => words::OPEN_BUT_BEGUN,
                None => words::OPEN,
            };
            (Icon::CHECK, theme.ink(Ink::Good), words.to_owned())
        }
        Some(Outlook::DeadEnd) => (Icon::CROSS, theme.ink(Ink::Bad), dead_end(session, game)),
        Some(Outlook::Unknown(why)) => (Icon::QUESTION, weak, why),
        None => (Icon::CLOCK, weak, moves::words::ASKING.to_owned()),
    };
    icon::inline(ui, icon, colour);
    ui.add(egui::Label::new(RichText::new(words).color(colour)).truncate());
}

/// Returns the words for a dead end, with the reason if the rules give one.
fn dead_end(session: &mut PlaySession, game: &dyn Game) -> String {
    if let Some(sought) = session.sought() {
        return sought.to_owned();
    }
    match session.judgement(game).0 {
        _ if session.play.is_empty() => words::NEVER_SOLVABLE.to_owned(),
        _ if game.moves().is_some() => moves::words::DEAD_END.to_owned(),
        Verdict::Illegal { why, .. } => words::dead_end(&why),
        _ => words::DEAD_END.to_owned(),
    }
}

/// Returns the name and the tip of the button that starts again.
pub fn start_again(game: &dyn Game) -> (&'static str, &'static str) {
    match game.moves() {
        Some(moves) if moves.has_checkpoints() => words::TO_CHECKPOINT,
        Some(_) => words::START_AGAIN,
        None => words::RESET,
    }
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
    let (again, tip) = start_again(game);
    if icon::with_tip(ui, Icon::AGAIN, again, tip, on(!session.play.is_empty())).clicked() {
        session.reset(game);
    }
    if session.desk.is_some() {
        let mut argues = !session.freely;
        let words = solving::desk::words::ARGUE_ALWAYS;
        let argue = ui.checkbox(&mut argues, words);
        argue.on_hover_text(solving::desk::words::ARGUE_ALWAYS_TIP);
        session.freely = !argues;
    }
    if !session.argues() && entry::types(session, game) {
        modes(ui, session);
    }
    ui.add_space(theme::GAP);
    let solved = session.judgement(game).0 == Verdict::Solved;
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if ui.button(words::BACK_TO_EDIT).on_hover_text("Esc").clicked() {
            deed = Some(PlayDeed::Leave);
        }
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
        // In a narrow window, words give way to the buttons.
        let left = egui::Layout::left_to_right(egui::Align::Center);
        ui.with_layout(left, |ui| verdict(ui, session, game));
    });
    deed
}

/// Shows the choice of modes: fill in digits, note them, colour cells or draw lines.
fn modes(ui: &mut Ui, session: &mut PlaySession) {
    for ((_, mode), (name, tip)) in EntryMode::ALL.into_iter().zip(words::MODES) {
        ui.selectable_value(&mut session.entry.mode, mode, name).on_hover_text(tip);
    }
}

/// Shows the verdict of the rules on the play, or the reason why the last gesture was impossible.
fn verdict(ui: &mut Ui, session: &mut PlaySession, game: &dyn Game) {
    let theme = Theme::of(ui);
    let (verdict, words) = session.judgement(game);
    if let Some(refusal) = &session.refusal {
        icon::inline(ui, Icon::WARNING, theme.ink(Ink::Bad));
        ui.add(
            egui::Label::new(RichText::new(text::sentence(refusal)).color(theme.ink(Ink::Bad)))
                .truncate(),
        );
        return;
    }
    if matches!(verdict, Verdict::Illegal { .. }) && session.clash(game).is_none() {
        return;
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
}
