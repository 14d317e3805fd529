//! The findings panel: what the solver says of the level, how sure it is, and what to do about it.
//!
//! One row a topic: a sign and a word for the status, a sentence in plain words, the time that it
//! took; limits in the tip. Knows the state and findings. Must never know `asp`.

use std::time::Instant;

use egui::{Color32, RichText, Ui, Vec2};

use super::command::{Command, entry};
use super::icon::{self, Icon};
use super::knowledge::Freshness;
use super::overlay;
use super::state::{Shown, State};
use super::theme::{self, Role, Theme};
use super::{arguing, concept, text};
use crate::games::{Game, Verdict};
use crate::level::{Concept, Level, Mark, Play};
use crate::picture::Ink;
use crate::solver::{Detail, Finding, Status, Topic, has_intended};

/// The topics that are asked live, in the order of their rows.
const LIVE: [Topic; 7] = [
    Topic::Intended,
    Topic::Solvable,
    Topic::ShortcutFree,
    Topic::Unique,
    Topic::Count,
    Topic::Marks,
    Topic::Redundant,
];

/// How a row looks.
struct Row {
    icon: Icon,
    colour: Color32,
    /// The status in a word or two.
    word: String,
    sentence: String,
}

/// Shows the panel.
pub fn show(ui: &mut Ui, state: &mut State) {
    let Some((game, level)) = state.scene() else { return };
    if state.argues()
        && let Some(desk) = state.desk()
    {
        if arguing::show(ui, desk, game, false) == Some(arguing::Wish::Path) {
            state.open_proof_path();
        }
        ui.add_space(theme::WIDE);
    }
    heading(ui, state);
    ui.add_space(theme::TIGHT);
    if state.strangers.are_in(&level) {
        strangers_row(ui, state);
    }
    // What the designer asked for by hand comes first.
    job_row(ui, state);
    blame_row(ui, state);
    let searches = state.searches();
    for topic in LIVE.into_iter().filter(|topic| *topic != Topic::Redundant || searches) {
        if topic == Topic::Intended && !has_intended(&level) {
            continue;
        }
        if topic == Topic::ShortcutFree && level.concept == Concept::Any {
            no_concept(ui, state);
            continue;
        }
        topic_row(ui, state, (game, &level, topic));
        if topic == Topic::Count && state.knowledge.current(&level, Topic::Estimate).is_some() {
            topic_row(ui, state, (game, &level, Topic::Estimate));
        }
        if topic == Topic::Count && state.knowledge.current(&level, Topic::Loosely).is_some() {
            topic_row(ui, state, (game, &level, Topic::Loosely));
        }
        if topic == Topic::Unique && game.deduction().is_some() {
            topic_row(ui, state, (game, &level, Topic::Deduction));
        }
        if topic == Topic::Count && game.moves().is_some() {
            topic_row(ui, state, (game, &level, Topic::Positions));
        }
    }
    ui.add_space(theme::TIGHT);
    buttons(ui, state);
}

fn heading(ui: &mut Ui, state: &mut State) {
    ui.horizontal(|ui| {
        ui.heading("Findings");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let (icon, name) = match state.live.on {
                true => (Icon::Pause, "Pause the solver"),
                false => (Icon::Play, "Let the solver go on"),
            };
            let keys = entry(Command::TogglePause).and_then(|entry| entry.key_words(ui.ctx()));
            let tip = format!("{name}  ({})", keys.unwrap_or_default());
            let stand = icon::State::of(!state.live.on);
            if icon::with_tip(ui, icon, (name, &tip), stand).clicked() {
                state.run(Command::TogglePause);
            }
            if !state.live.on {
                ui.label(RichText::new("paused").small().color(Theme::of(ui).role(Role::Weak)));
            }
        });
    });
}

/// Rules that came with the pack and wait for leave to run.
fn strangers_row(ui: &mut Ui, state: &mut State) {
    let row = Row {
        icon: Icon::Warning,
        colour: Theme::of(ui).ink(Ink::Bad),
        word: "rules of its own".to_owned(),
        sentence: text::STRANGERS.to_owned(),
    };
    card(ui, &row, "", |ui| {
        let runs = ui.small_button(text::RUN_STRANGERS).on_hover_text(text::RUN_STRANGERS_TIP);
        if runs.clicked()
            && let Some(level) = state.level().cloned()
        {
            state.strangers.let_run(&level, &mut state.settings);
        }
        command_button(ui, state, Command::EditConcept, "Read them…");
    });
}

fn no_concept(ui: &mut Ui, state: &mut State) {
    let theme = Theme::of(ui);
    let row = Row {
        icon: Icon::Flag,
        colour: theme.role(Role::Weak),
        word: "no concept".to_owned(),
        sentence: text::NO_CONCEPT.to_owned(),
    };
    card(ui, &row, "", |ui| {
        if ui.small_button("Choose a concept…").clicked() {
            state.run(Command::EditConcept);
        }
    });
}

fn topic_row(ui: &mut Ui, state: &mut State, (game, level, topic): (&dyn Game, &Level, Topic)) {
    let theme = Theme::of(ui);
    let running = state
        .knowledge
        .running()
        .filter(|running| running.topic == topic && state.knowledge.is_asking(level.id))
        .map(|running| running.since);
    let known = state.knowledge.finding(level, topic).map(|(f, fresh)| (f.clone(), fresh));
    let (row, tip, fresh) = match &known {
        Some((finding, fresh)) => {
            let mut row = row_of(theme, finding, (game, level));
            if running.is_some() && matches!(finding.status, Status::AtLeast(_)) {
                row.sentence = text::STILL_COUNTING.to_owned();
            }
            let row = if *fresh == Freshness::Stale { stale(theme, row) } else { row };
            (row, text::how(&finding.how), Some(*fresh))
        }
        None => (waiting(theme, topic, state), String::new(), None),
    };
    card(ui, &row, &tip, |ui| {
        if let Some(since) = running {
            spinner(ui, state, since);
        } else if let (Some((finding, _)), Some(Freshness::Current)) = (&known, fresh) {
            let took = text::took(&finding.how);
            ui.label(RichText::new(took).small().color(theme.role(Role::Weak)));
        }
        if let (Some((finding, _)), Some(Freshness::Current)) = (&known, fresh) {
            actions(ui, state, (game, level, finding));
        }
    });
}

/// A row that has nothing to say yet.
fn waiting(theme: Theme, topic: Topic, state: &State) -> Row {
    let word = if state.live.on { "waiting" } else { "paused" };
    Row {
        icon: Icon::Clock,
        colour: theme.role(Role::Weak),
        word: word.to_owned(),
        sentence: text::asking(topic).to_owned(),
    }
}

fn stale(theme: Theme, row: Row) -> Row {
    let weak = theme.role(Role::Weak);
    Row { colour: weak, word: format!("{}, stale", row.word), icon: Icon::Clock, ..row }
}

/// A finding in a word, a sentence and a sign.
fn row_of(theme: Theme, finding: &Finding, (game, level): (&dyn Game, &Level)) -> Row {
    let (good, bad) = (theme.ink(Ink::Good), theme.ink(Ink::Conflict));
    let (weak, plain) = (theme.role(Role::Weak), theme.role(Role::Accent));
    let concept = concept::sentence(game, &level.concept);
    let mut sentence = text::finding(finding, &concept);
    let idle = idle(finding, (game, level));
    let (icon, colour) = match (&finding.status, finding.topic) {
        // True, and no success: nothing is asked of the player.
        _ if idle.is_some() => (Icon::Minus, weak),
        (Status::Unknown(why), _) if why.is_moot() => (Icon::Minus, weak),
        (Status::Unknown(_), _) => (Icon::Question, theme.ink(Ink::Bad)),
        (Status::Proved, Topic::Marks) => (Icon::Pin, plain),
        (Status::Refuted, Topic::Redundant) => (Icon::Minus, weak),
        (Status::Proved, _) => (Icon::Check, good),
        // More than one solution is no fault, unless the designer wants exactly one.
        (Status::Refuted, Topic::Unique) if level.policy.unique != crate::level::Expect::Yes => {
            (Icon::Minus, weak)
        }
        (Status::Refuted, _) => (Icon::Cross, bad),
        (Status::Exactly(0), Topic::Positions) => (Icon::Minus, weak),
        (Status::Exactly(0), _) => (Icon::Cross, bad),
        (Status::Exactly(_) | Status::AtLeast(_), _) => (Icon::Cards, plain),
    };
    if let Some(words) = idle {
        words.clone_into(&mut sentence);
    }
    let mut word = text::status(&finding.status, finding.topic);
    if let (Topic::Loosely, Some(reading)) = (finding.topic, game.looser_reading()) {
        word = format!("{word} {reading}");
    }
    Row { icon, colour, word, sentence }
}

/// What to say of a proof that is worth nothing: of a level that is solved as it stands, or has no mark
/// that could ask anything of the player.
fn idle(finding: &Finding, (game, level): (&dyn Game, &Level)) -> Option<&'static str> {
    let solved = || game.judge(level, &Play::default()) == Verdict::Solved;
    let words = match (&finding.status, finding.topic) {
        (Status::Proved, Topic::Solvable | Topic::Intended) if solved() => text::SOLVED_AT_ONCE,
        (Status::Proved, Topic::ShortcutFree) if solved() => text::NO_SHORTCUT_SOLVED,
        (Status::Proved, Topic::Unique) if solved() => text::NOTHING_TO_DO,
        (Status::Proved, Topic::Deduction) if solved() => text::NOTHING_TO_DEDUCE,
        (Status::Proved, Topic::Solvable | Topic::Intended) if is_bare(game, level) => {
            text::NOTHING_ASKED
        }
        (Status::Proved, Topic::ShortcutFree) if is_bare(game, level) => text::NO_SHORTCUT_ASKED,
        _ => return None,
    };
    Some(words)
}

/// Whether a level has no mark but notes.
pub(super) fn is_bare(game: &dyn Game, level: &Level) -> bool {
    let is_note = |mark: &Mark| game.arguments().is_some_and(|rules| !rules.is_evidence(mark));
    level.marks().all(|(_, mark)| is_note(mark))
}

/// A row: sign, word and what stands at the right; the sentence beneath.
fn card(ui: &mut Ui, row: &Row, tip: &str, right: impl FnOnce(&mut Ui)) {
    let theme = Theme::of(ui);
    let response = theme
        .card()
        .inner_margin(egui::Margin::symmetric(8, 6))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing = Vec2::new(6.0, 3.0);
            ui.horizontal(|ui| {
                icon::inline(ui, row.icon, row.colour);
                let word = RichText::new(text::capital(&row.word)).color(row.colour).strong();
                ui.label(word);
            });
            ui.label(&row.sentence);
            ui.horizontal_wrapped(right);
        })
        .response;
    if !tip.is_empty() {
        response.on_hover_text(tip);
    }
    ui.add_space(-2.0);
}

fn spinner(ui: &mut Ui, state: &mut State, since: Instant) {
    ui.add(egui::Spinner::new().size(12.0));
    let seconds = since.elapsed().as_secs_f32();
    ui.label(RichText::new(format!("{seconds:.1} s")).small());
    if ui.small_button("Stop").on_hover_text(text::STOP_TIP).clicked() {
        state.stop_live();
    }
    ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
}

/// What can be done with a finding.
fn actions(ui: &mut Ui, state: &mut State, (game, level, finding): (&dyn Game, &Level, &Finding)) {
    match (&finding.status, finding.topic, &finding.detail) {
        (Status::Proved, Topic::Solvable, Detail::Play(play)) => {
            let same = level
                .intended
                .as_ref()
                .is_some_and(|intended| game.essence(level, intended) == game.essence(level, play));
            if !same && ui.small_button("Show").on_hover_text(text::SHOW_SOLUTION).clicked() {
                let against = level.intended.clone();
                state.shown =
                    Some(Shown { words: "A solution".to_owned(), play: play.clone(), against });
            }
            if level.intended.is_none()
                && ui.small_button("Intend").on_hover_text(text::INTEND_TIP).clicked()
            {
                state.intend(play.clone());
            }
        }
        (Status::Refuted, Topic::Solvable, _) => {
            command_button(ui, state, Command::Blame, "Why?");
            command_button(ui, state, Command::Complete, "Complete…");
        }
        (Status::Refuted, Topic::ShortcutFree, Detail::Play(play)) => {
            if ui.small_button("Show").on_hover_text(text::SHOW_SHORTCUT).clicked() {
                show_shortcut(state, (game, level), play.clone());
            }
            command_button(ui, state, Command::Complete, "Repair…");
            if ui.small_button("Allow").on_hover_text(text::ALLOW_TIP).clicked() {
                state.allow(play.clone());
            }
        }
        (_, Topic::Positions, Detail::Graph(_)) => {
            command_button(ui, state, Command::StateGraph, text::moves::GRAPH_BUTTON);
        }
        (_, Topic::Deduction, Detail::Deduced(_)) => {
            command_button(ui, state, Command::Deduction, text::deduction::BUTTON);
        }
        (_, Topic::Count, Detail::Plays(plays)) if !plays.is_empty() => {
            command_button(ui, state, Command::Solutions, "Show them…");
        }
        _ => {}
    }
}

fn show_shortcut(state: &mut State, (game, level): (&dyn Game, &Level), play: Play) {
    let (_, against) = overlay::plays(game, level, state);
    let against = against.or_else(|| level.intended.clone());
    state.shown = Some(Shown { words: text::A_SHORTCUT.to_owned(), play, against });
}

fn command_button(ui: &mut Ui, state: &mut State, command: Command, words: &str) {
    let Some(entry) = entry(command) else { return };
    let button = ui.add_enabled(entry.is_enabled(state), egui::Button::new(words).small());
    if button.on_hover_text(entry.tip).clicked() {
        state.run(command);
    }
}

/// The job that runs.
fn job_row(ui: &mut Ui, state: &mut State) {
    let Some(job) = state.jobs.running.clone() else { return };
    let theme = Theme::of(ui);
    let row = Row {
        icon: Icon::Wand,
        colour: theme.role(Role::Accent),
        word: text::job_name(job.topic).to_owned(),
        sentence: if job.note.is_empty() {
            text::JOB_BEGINS.to_owned()
        } else {
            text::sentence(&job.note)
        },
    };
    card(ui, &row, "", |ui| {
        ui.add(egui::Spinner::new().size(12.0));
        let seconds = job.since.elapsed().as_secs_f32();
        let made = state.jobs.generated.len();
        let words = match job.topic {
            Topic::Generate => format!("{made} of {}, {seconds:.1} s", job.wanted),
            _ => format!("{seconds:.1} s"),
        };
        ui.label(RichText::new(words).small());
        if ui.small_button("Stop").on_hover_text(text::STOP_JOB_TIP).clicked() {
            state.stop_job();
        }
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
    });
}

/// The conflict that was found.
fn blame_row(ui: &mut Ui, state: &mut State) {
    let Some(blame) = state.blame().cloned() else { return };
    let Detail::Blame(found) = &blame.finding.detail else { return };
    let theme = Theme::of(ui);
    let row = Row {
        icon: Icon::Warning,
        colour: theme.ink(Ink::Conflict),
        word: "conflict".to_owned(),
        sentence: text::blame(found),
    };
    card(ui, &row, &text::how(&blame.finding.how), |ui| {
        if !blame.sites.is_empty() && ui.small_button("Select them").clicked() {
            state.set_tool(super::tools::Tool::Select);
            state.selection = blame.sites.iter().copied().collect();
        }
        if ui.small_button("Dismiss").clicked() {
            state.jobs.blame = None;
        }
    });
}

fn buttons(ui: &mut Ui, state: &mut State) {
    ui.add_space(theme::TIGHT);
    ui.horizontal_wrapped(|ui| {
        for (command, words) in [
            (Command::Complete, "Complete"),
            (Command::Generate, "Generate…"),
            (Command::Solutions, "Solutions…"),
            (Command::EditConcept, "Concept…"),
        ] {
            let Some(entry) = entry(command) else { continue };
            let button = ui.add_enabled(entry.is_enabled(state), egui::Button::new(words));
            let keys = entry.key_words(ui.ctx()).map(|k| format!("  ({k})")).unwrap_or_default();
            if button.on_hover_text(format!("{}{keys}", entry.tip)).clicked() {
                state.run(command);
            }
        }
    });
}
