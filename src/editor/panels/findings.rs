//! The findings panel: results requested by hand, and the findings behind the verdict, folded away.
//!
//! One row per topic: a sign and a word for the status, a sentence if there is more to say, the time it took;
//! limits are in the tip.

use std::time::Instant;

use egui::{Color32, RichText, Ui, Vec2};

use crate::kit::icon::{self, Icon};
use crate::kit::theme::{self, Role, Theme};
use crate::session::command::Command;
use crate::session::findings::Findings;
use crate::session::kinds::{
    FindingRow, JobOwner, LiveFindings, PanelPlace, PanelSection, Telling,
};
use crate::session::knowledge::Freshness;
use crate::session::settings::{Initially, SwitchKey};
use crate::session::state::State;
use crate::text;
use foolproof_game::{Game, Verdict};
use foolproof_level::{Expect, Level, Mark, Play};
use foolproof_picture::Ink;
use foolproof_solver::{Finding, MARKS, Status, Topic, Why, has_intended};

/// The topics for every level, in the order of the rows; features add theirs.
const LIVE: [Topic; 5] =
    [Topic::INTENDED, Topic::SOLVABLE, Topic::SHORTCUT_FREE, Topic::UNIQUE, Topic::COUNT];

/// Contents of a row.
pub struct RowLook {
    pub icon: Icon,
    pub colour: Color32,
    /// The status in a word or two.
    pub word: String,
    pub sentence: String,
}

/// Settings key of the unfolded details.
pub const DETAILS: SwitchKey = SwitchKey("details");

pub(crate) fn show(ui: &mut Ui, state: &mut State) {
    let Some((game, level)) = state.scene() else { return };
    state.each::<dyn PanelSection>(|own, state| own.panel(ui, state, PanelPlace::Top));
    // Results requested by hand come first.
    job_row(ui, state);
    state.each::<dyn PanelSection>(|own, state| own.panel(ui, state, PanelPlace::Asked));
    if state.is_blind() {
        return;
    }
    let open = state.chrome.settings.is_on(DETAILS, Initially::Off);
    let details = egui::CollapsingHeader::new(text::DETAILS).id_salt("details").open(Some(open));
    let shown = details.show(ui, |ui| rows_of(ui, state, &*game, &level));
    if shown.header_response.on_hover_text(text::DETAILS_TIP).clicked() {
        state.chrome.settings.switch(DETAILS, !open);
    }
}

/// Shows a row for each topic.
fn rows_of(ui: &mut Ui, state: &mut State, game: &dyn Game, level: &Level) {
    ui.spacing_mut().item_spacing.y = theme::TIGHT;
    for topic in rows(state, game, level) {
        if !state.any::<dyn LiveFindings>(|own, state| own.in_place_of(ui, state, topic)) {
            topic_row(ui, state, game, level, topic);
        }
    }
}

/// Returns the topics of all rows, in order.
fn rows(state: &State, game: &dyn Game, level: &Level) -> Vec<Topic> {
    let mut rows: Vec<Topic> = LIVE.to_vec();
    rows.retain(|topic| *topic != Topic::INTENDED || has_intended(level));
    let estimated = [Topic::ESTIMATE, Topic::LOOSELY, Topic::WHY_NONE].into_iter();
    rows.extend(
        estimated.filter(|topic| state.findings.knowledge.current(level, *topic).is_some()),
    );
    let own: Vec<FindingRow> =
        state.features_of::<dyn LiveFindings>().flat_map(|own| own.rows()).copied().collect();
    for row in own.iter().rev().filter(|row| (row.arises)(game, level)) {
        let at = rows.iter().position(|topic| *topic == row.after);
        rows.insert(at.map_or(rows.len(), |at| at + 1), row.topic);
    }
    // A unique solution makes the count and the forced marks trivial; several solutions leave the count.
    let known = |topic| state.findings.knowledge.current(level, topic);
    match known(Topic::UNIQUE).map(Finding::status) {
        Some(Status::Proved) => {
            rows.retain(|topic| !matches!(*topic, Topic::COUNT | MARKS));
        }
        Some(Status::Refuted)
            if known(Topic::COUNT).is_some_and(|found| found.answer.plays().is_some()) =>
        {
            rows.retain(|topic| *topic != Topic::UNIQUE);
        }
        _ => {}
    }
    rows
}

fn topic_row(ui: &mut Ui, state: &mut State, game: &dyn Game, level: &Level, topic: Topic) {
    let theme = Theme::of(ui);
    let knowledge = &state.findings.knowledge;
    let running = knowledge.running().filter(|running| running.topic == topic);
    let running = running.filter(|_| knowledge.is_asking(level.id)).map(|running| running.since);
    let known = knowledge.finding(level, topic).map(|(found, fresh)| (found.clone(), fresh));
    let (row, tip) = match &known {
        Some((finding, fresh)) => {
            let mut row = row_of(theme, finding, state, game, level);
            match finding.status() {
                Status::AtLeast(_) if running.is_some() => {
                    row.sentence = text::STILL_COUNTING.to_owned();
                }
                Status::AtLeast(n)
                    if topic == Topic::COUNT && n == u64::from(state.findings.live.cap) =>
                {
                    row.sentence = text::stopped_at(state.findings.live.cap);
                }
                _ => {}
            }
            let row = if *fresh == Freshness::Stale { stale(theme, row) } else { row };
            let tip = match finding.status() {
                Status::Unknown(why @ Why::BadInput(_)) => text::why(&why),
                _ => text::how(&finding.how),
            };
            (row, tip)
        }
        None => (waiting(theme, topic, &state.findings), String::new()),
    };
    line(ui, &row, &tip, |ui| {
        if let Some(since) = running {
            spinner(ui, state, since);
        }
        if let Some((finding, Freshness::Current)) = &known
            && !leads(finding)
        {
            actions(ui, state, finding);
        }
    });
}

/// True if the verdict is about this finding, and has its buttons.
fn leads(finding: &Finding) -> bool {
    matches!(finding.topic(), Topic::SOLVABLE | Topic::SHORTCUT_FREE)
        && finding.status() == Status::Refuted
}

/// Returns a row without a result yet.
fn waiting(theme: Theme, topic: Topic, findings: &Findings) -> RowLook {
    let word = if findings.live.on { text::WAITING } else { text::PAUSED };
    RowLook {
        icon: Icon::CLOCK,
        colour: theme.role(Role::Weak),
        word: word.to_owned(),
        sentence: topic.0.asks.to_owned(),
    }
}

fn stale(theme: Theme, row: RowLook) -> RowLook {
    let weak = theme.role(Role::Weak);
    RowLook { colour: weak, word: text::older(&row.word), icon: Icon::CLOCK, ..row }
}

/// Returns a finding as a word, a sentence and a sign.
fn row_of(
    theme: Theme,
    finding: &Finding,
    state: &State,
    game: &dyn Game,
    level: &Level,
) -> RowLook {
    let (good, bad) = (theme.ink(Ink::Good), theme.ink(Ink::Conflict));
    let (weak, plain) = (theme.role(Role::Weak), theme.role(Role::Accent));
    let told = told(finding, state, game, level);
    let idle = idle(finding, game, level);
    let (status, topic) = (finding.status(), finding.topic());
    let expected = game.expected(level);
    let (icon, colour) = match (&status, topic) {
        // True, but no success: nothing is asked of the player.
        _ if idle.is_some() => (Icon::MINUS, weak),
        (Status::Unknown(why), _) if why.is_moot() => (Icon::MINUS, weak),
        (Status::Unknown(_), _) => (Icon::QUESTION, theme.ink(Ink::Bad)),
        _ if told.quiet => (Icon::MINUS, weak),
        _ if told.plain.is_some() => (told.plain.unwrap_or(Icon::MINUS), plain),
        // A reason is neither good nor bad news.
        (Status::Proved, Topic::WHY_NONE) => (Icon::MINUS, weak),
        (Status::Proved, _) => (Icon::CHECK, good),
        // Expected results are no faults, nor are several solutions unless a single one is wanted.
        (Status::Refuted, Topic::UNIQUE) if expected.unique != Expect::Yes => (Icon::MINUS, weak),
        (Status::Refuted, Topic::SHORTCUT_FREE) if expected.shortcut_free == Expect::No => {
            (Icon::MINUS, weak)
        }
        (Status::Refuted, Topic::SOLVABLE) | (Status::Exactly(0), Topic::COUNT)
            if expected.solvable == Expect::No =>
        {
            (Icon::MINUS, weak)
        }
        (Status::Refuted, _) | (Status::Exactly(0), _) => (Icon::CROSS, bad),
        (Status::Exactly(_) | Status::AtLeast(_), _) => (Icon::CARDS, plain),
    };
    let unknown = matches!(status, Status::Unknown(_));
    let own = told.sentence.filter(|_| !unknown);
    let plain = || text::finding(finding, level.board);
    let sentence = idle.map(str::to_owned).or(own).unwrap_or_else(plain);
    let own = told.word.filter(|_| !unknown);
    let mut word = own.unwrap_or_else(|| text::status(&status, topic));
    if let (Topic::LOOSELY, Some(reading)) = (topic, game.looser_reading()) {
        word = format!("{word} {reading}");
    }
    RowLook { icon, colour, word, sentence }
}

/// Returns the features' presentation of a finding.
fn told(finding: &Finding, state: &State, game: &dyn Game, level: &Level) -> Telling {
    let all = state.features_of::<dyn LiveFindings>().map(|own| own.tells(finding, game, level));
    all.fold(Telling::default(), |told, more| Telling {
        word: told.word.or(more.word),
        sentence: told.sentence.or(more.sentence),
        plain: told.plain.or(more.plain),
        quiet: told.quiet || more.quiet,
    })
}

/// Returns the words for a proof that is worth nothing: the level is solved from the start, or has no mark that
/// demands anything of the player.
fn idle(finding: &Finding, game: &dyn Game, level: &Level) -> Option<&'static str> {
    let bare = is_bare(game, level);
    match (finding.status(), finding.topic()) {
        (Status::Proved, _) => {}
        // An empty board has no solution because it has nothing at all: no bad news.
        (Status::Refuted, Topic::SOLVABLE) | (Status::Exactly(0), Topic::COUNT) if bare => {
            return Some(text::NOTHING_ASKED);
        }
        _ => return None,
    }
    let solved = || game.judge(level, &Play::default()) == Verdict::Solved;
    match finding.topic() {
        Topic::SOLVABLE | Topic::INTENDED => {
            solved().then_some(text::SOLVED_AT_ONCE).or(bare.then_some(text::NOTHING_ASKED))
        }
        Topic::SHORTCUT_FREE => {
            let bare = bare.then_some(text::NO_SHORTCUT_ASKED);
            solved().then_some(text::NO_SHORTCUT_SOLVED).or(bare)
        }
        Topic::UNIQUE => solved().then_some(text::NOTHING_TO_DO),
        _ => None,
    }
}

/// True if a level has no mark but notes.
pub fn is_bare(game: &dyn Game, level: &Level) -> bool {
    let is_note = |mark: &Mark| game.arguments().is_some_and(|rules| !rules.is_evidence(mark));
    level.marks().all(|(_, mark)| is_note(mark))
}

/// Shows a row in a frame of its own.
pub fn card(ui: &mut Ui, row: &RowLook, tip: &str, right: impl FnOnce(&mut Ui)) {
    let margin = egui::Margin::symmetric(8, 5);
    Theme::of(ui).card().inner_margin(margin).show(ui, |ui| line(ui, row, tip, right));
}

/// Shows a row: sign and word, the sentence beneath, and the actions.
pub fn line(ui: &mut Ui, row: &RowLook, tip: &str, right: impl FnOnce(&mut Ui)) {
    let response = egui::Frame::NONE
        .inner_margin(egui::Margin::symmetric(0, 3))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing = Vec2::new(6.0, 2.0);
            ui.horizontal_wrapped(|ui| {
                icon::inline(ui, row.icon, row.colour);
                let word = RichText::new(text::capital(&row.word)).color(row.colour).strong();
                ui.label(word);
                right(ui);
            });
            if !row.sentence.is_empty() {
                ui.label(&row.sentence);
            }
        })
        .response;
    if !tip.is_empty() {
        response.on_hover_text(tip);
    }
}

fn spinner(ui: &mut Ui, state: &mut State, since: Instant) {
    ui.add(egui::Spinner::new().size(12.0));
    let seconds = since.elapsed().as_secs_f32();
    ui.label(RichText::new(format!("{seconds:.1} s")).small());
    if ui.button(text::STOP).on_hover_text(text::STOP_TIP).clicked() {
        state.stop_live();
    }
    ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
}

/// Shows the actions for a finding.
pub fn actions(ui: &mut Ui, state: &mut State, finding: &Finding) {
    if (finding.topic(), finding.status()) == (Topic::SOLVABLE, Status::Refuted) {
        command_button(ui, state, Command::BLAME, text::WHY);
        command_button(ui, state, Command::COMPLETE, text::COMPLETE);
    }
    state.each::<dyn LiveFindings>(|own, state| own.actions(ui, state, finding));
}

/// Shows a small button that runs a command, if the command suits the game.
pub fn command_button(ui: &mut Ui, state: &mut State, command: Command, words: &str) {
    let Some(entry) = state.entry(command).filter(|entry| entry.suits(state)) else { return };
    let button = ui.add_enabled(entry.is_enabled(state), egui::Button::new(words));
    if button.on_hover_text(entry.tip).clicked() {
        state.run(command);
    }
}

fn job_row(ui: &mut Ui, state: &mut State) {
    let Some(job) = state.findings.job.running().cloned() else { return };
    let theme = Theme::of(ui);
    let row = RowLook {
        icon: Icon::WAND,
        colour: theme.role(Role::Accent),
        word: job.topic.0.job.to_owned(),
        sentence: if job.note.is_empty() {
            text::JOB_BEGINS.to_owned()
        } else {
            text::sentence(&job.note)
        },
    };
    card(ui, &row, "", |ui| {
        ui.add(egui::Spinner::new().size(12.0));
        let seconds = job.since.elapsed().as_secs_f32();
        let words = match state.features_of::<dyn JobOwner>().find_map(|own| own.job_progress(&job))
        {
            Some(done) => format!("{done}, {seconds:.1} s"),
            None => format!("{seconds:.1} s"),
        };
        ui.label(RichText::new(words).small());
        if ui.button(text::STOP).on_hover_text(text::STOP_JOB_TIP).clicked() {
            state.findings.job.stop();
        }
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
    });
}
