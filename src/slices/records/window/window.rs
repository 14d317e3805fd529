//! The window of play records: numbers for each level, then details of the one on the canvas.

use egui::{ComboBox, Grid, RichText, ScrollArea, Ui};

use super::curve::{self, CurvePoint};
use super::{RecordDesk, words};
use crate::solution::{self, Shown};
use foolproof_editor::kit::icon::{self, Icon};
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::session::chrome::Chrome;
use foolproof_editor::session::command::Command;
use foolproof_editor::session::document::Document;
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_game::Measure;
use foolproof_level::{LevelId, Play};
use foolproof_picture::Ink;
use foolproof_records::{FoundPlay, PlayPractice, PlaySummary};

/// The measure shown on the curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Measured {
    #[default]
    Time,
    Moves,
}

/// A request about a solution that players found.
enum FoundDeed {
    Show(Play),
    Forbid(Play),
    Allow(Play),
    Repair,
}

impl RecordDesk {
    pub(super) fn show(&mut self, ui: &mut Ui, state: &mut State) {
        self.files(ui, &mut state.chrome);
        if self.open.is_empty() {
            let words = if self.is_reading() { words::READING } else { words::NO_RECORDS };
            ui.weak(words);
            return;
        }
        let room = (ui.ctx().content_rect().height() - 190.0).max(160.0);
        ScrollArea::vertical().max_height(room).auto_shrink([false, true]).show(ui, |ui| {
            self.levels(ui, state);
            ui.add_space(theme::GAP);
            self.curves(ui, state);
            ui.add_space(theme::GAP);
            self.found(ui, state);
            ui.add_space(theme::GAP);
            self.stuck(ui);
            ui.add_space(theme::GAP);
            self.stopped(ui);
            ui.add_space(theme::GAP);
            self.said(ui);
            ui.add_space(theme::GAP);
            self.show_replay(ui);
        });
    }

    fn files(&mut self, ui: &mut Ui, chrome: &mut Chrome) {
        ui.horizontal(|ui| {
            if theme::primary(ui, words::ADD).clicked() {
                Self::choose(chrome);
            }
            if self.open.is_empty() {
                return;
            }
            if ui.button(words::CLOSE_ALL).clicked() {
                self.close_all();
            }
            let names: Vec<String> =
                self.open.iter().map(|open| open.path.display().to_string()).collect();
            ui.label(words::open(self.open.len())).on_hover_text(names.join("\n"));
        });
        ui.add_space(theme::TIGHT);
    }

    /// Shows a row for each level that was played.
    fn levels(&self, ui: &mut Ui, state: &mut State) {
        let Some(told) = &self.pack else { return };
        let shown = state.level_id();
        let mut go: Option<LevelId> = None;
        Grid::new("played levels").num_columns(6).striped(true).show(ui, |ui| {
            for name in words::LEVELS {
                theme::section(ui, name).on_hover_text(words::MEDIANS);
            }
            ui.end_row();
            for (at, (id, plays)) in told.ids.iter().zip(&told.plays).enumerate() {
                let Some(level) = state.history().pack().level(*id) else { continue };
                if plays.visits.is_empty() {
                    continue;
                }
                let summary = PlaySummary::of(&plays.visits);
                let title = format!("{}. {}", at + 1, level.title);
                let title: String = title.chars().take(28).collect();
                if ui.selectable_label(*id == shown, title).clicked() {
                    go = Some(*id);
                }
                ui.label(words::solved(&summary));
                ui.label(words::time(summary.median_time_ms));
                for number in [summary.median_moves, summary.median_undos, summary.median_restarts]
                {
                    ui.label(number.to_string());
                }
                ui.end_row();
            }
        });
        if told.gone > 0 {
            ui.small(words::gone(told.gone));
        }
        if let Some(id) = go {
            state.show_level(id);
        }
    }

    fn curves(&mut self, ui: &mut Ui, state: &mut State) {
        let Some(told) = &self.pack else { return };
        let played = told.plays.iter().filter(|of| !of.visits.is_empty()).count();
        if played < 2 {
            return;
        }
        let mut names: Vec<String> = Vec::new();
        for measure in self.measures.values().flat_map(|(_, measures)| measures) {
            if !names.contains(&measure.name) {
                names.push(measure.name.clone());
            }
        }
        theme::section(ui, words::CURVES).on_hover_text(words::CURVES_TIP);
        ui.horizontal(|ui| {
            for (measured, name) in
                [(Measured::Time, words::BY_TIME), (Measured::Moves, words::BY_MOVES)]
            {
                ui.selectable_value(&mut self.measured, measured, name);
            }
        });
        if self.predicted.as_ref().is_none_or(|name| !names.contains(name)) {
            self.predicted = names.first().cloned();
        }
        let by = self.predicted.clone();
        if let Some(mut chosen) = by.clone() {
            ComboBox::from_id_salt("predicted").width(220.0).selected_text(&chosen).show_ui(
                ui,
                |ui| {
                    for name in &names {
                        ui.selectable_value(&mut chosen, name.clone(), name);
                    }
                },
            );
            self.predicted = Some(chosen);
        }
        let points = self.points(&state.document, by.as_deref());
        let measured = match self.measured {
            Measured::Time => words::BY_TIME,
            Measured::Moves => words::BY_MOVES,
        };
        let predicted = by.as_deref().unwrap_or(words::NO_MEASURE);
        let clicked = curve::show(ui, &points, measured, predicted);
        let id = clicked.and_then(|at| self.pack.as_ref()?.ids.get(at).copied());
        if let Some(id) = id {
            state.show_level(id);
        }
    }

    fn points(&self, document: &Document, by: Option<&str>) -> Vec<CurvePoint> {
        let Some(told) = &self.pack else { return Vec::new() };
        let of = |(number, (id, plays)): (usize, (&LevelId, &foolproof_records::LevelPlays))| {
            let level =
                document.history().pack().level(*id).filter(|_| !plays.visits.is_empty())?;
            let summary = PlaySummary::of(&plays.visits);
            // The numbers of one play are small enough to be exact as floats.
            let measured = match self.measured {
                Measured::Time => summary.median_time_ms as f64 / 1000.0,
                Measured::Moves => summary.median_moves as f64,
            };
            let named = |measure: &&Measure| Some(measure.name.as_str()) == by;
            let measures = self.measures.get(id).map(|(_, measures)| measures);
            let predicted = measures.and_then(|all| all.iter().find(named)).map(|one| one.value);
            Some(CurvePoint { number, title: level.title.clone(), measured, predicted })
        };
        told.ids.iter().zip(&told.plays).enumerate().filter_map(of).collect()
    }

    /// Shows the solutions that players found on the current level, with the possible actions.
    fn found(&mut self, ui: &mut Ui, state: &mut State) {
        let Some(told) = &self.told else { return };
        theme::section(ui, words::FOUND);
        if let Some(left_out) = words::left_out(&told.plays) {
            ui.label(RichText::new(left_out).small().weak());
        }
        if told.found.is_empty() {
            let none = told.plays.visits.is_empty();
            let words = if none { words::NO_PLAYS } else { words::NONE_FOUND };
            ui.weak(words);
            return;
        }
        let mut deed = None;
        for found in &told.found {
            if let Some(wanted) = row(ui, found, told.is_proved()) {
                deed = Some((wanted, words::found(found, told.is_proved())));
            }
        }
        let against = told.level.intended.clone();
        match deed {
            None => {}
            Some((FoundDeed::Show(play), words)) => {
                self.leave_replay();
                solution::show(state, Shown { words, play, against });
            }
            Some((FoundDeed::Forbid(play), _)) => solution::forbid(state, &play),
            Some((FoundDeed::Allow(play), _)) => solution::allow(state, &play),
            Some((FoundDeed::Repair, _)) => state.run(Command::COMPLETE),
        }
    }

    /// Shows the players' remarks on the current level.
    fn said(&mut self, ui: &mut Ui) {
        let Some(told) = &self.told else { return };
        let visits = || told.plays.visits.iter().enumerate();
        if visits().all(|(_, visit)| visit.said.is_empty()) {
            return;
        }
        theme::section(ui, words::SAID);
        let mut show = None;
        for (number, visit) in visits() {
            for said in &visit.said {
                ui.horizontal_wrapped(|ui| {
                    ui.label(words::said(visit, said));
                    if ui.button(words::SHOW).clicked() {
                        show = Some((number, said.steps));
                    }
                });
            }
        }
        if let Some((visit, step)) = show {
            self.show_moment(visit, step);
        }
    }

    /// Shows the solving steps at which players stopped.
    fn stopped(&mut self, ui: &mut Ui) {
        let Some(told) = &self.told else { return };
        let stops = told.stopped.as_deref().unwrap_or_default();
        if stops.is_empty() {
            return;
        }
        theme::section(ui, words::STOPPED).on_hover_text(words::STOPPED_TIP);
        let mut show = None;
        for stop in stops {
            ui.horizontal_wrapped(|ui| {
                ui.label(text::sentence(&stop.text()));
                if ui.button(words::SHOW).clicked() {
                    show = Some(stop.moment);
                }
            });
        }
        if let Some((visit, step)) = show {
            self.show_moment(visit, step);
        }
    }

    fn stuck(&mut self, ui: &mut Ui) {
        let Some(told) = self.told.as_ref().filter(|told| !told.plays.visits.is_empty()) else {
            return;
        };
        theme::section(ui, words::STUCK).on_hover_text(words::STUCK_TIP);
        let mut show = None;
        for stuck in &told.stuck.stuck {
            let tester = told.plays.visits.get(stuck.visit).map_or(0, |visit| visit.record);
            ui.horizontal(|ui| {
                icon::inline(ui, Icon::CROSS, Theme::of(ui).ink(Ink::Bad));
                ui.label(words::stuck(tester, stuck.step, stuck.solved_later));
                if ui.button(words::SHOW).clicked() {
                    show = Some((stuck.visit, stuck.step));
                }
            });
        }
        if !told.is_searched {
            ui.weak(words::SEARCHING);
        } else if told.stuck.stuck.is_empty() && told.stuck.unknown + told.stuck.left_out == 0 {
            ui.weak(words::NOBODY_STUCK);
        }
        let unknown = words::unknown_positions(told.stuck.unknown, told.stuck.left_out);
        if let Some(unknown) = unknown.filter(|_| told.is_searched) {
            ui.label(RichText::new(unknown).small().weak());
        }
        if let Some((visit, step)) = show {
            self.show_moment(visit, step);
        }
    }
}

/// Shows a solution that was found: an icon, words, and the possible actions.
fn row(ui: &mut Ui, found: &FoundPlay, proved: bool) -> Option<FoundDeed> {
    let theme = Theme::of(ui);
    let mut deed = None;
    let is_shortcut = found.practice == PlayPractice::Shortcut;
    ui.horizontal_wrapped(|ui| {
        let (sign, ink) = match found.practice {
            PlayPractice::Shortcut => (Icon::SHORTCUT, Ink::Shortcut),
            PlayPractice::Practises => (Icon::CHECK, Ink::Good),
            PlayPractice::Unknown => (Icon::QUESTION, Ink::Faint),
        };
        icon::inline(ui, sign, theme.ink(ink));
        ui.label(words::found(found, proved));
    });
    ui.horizontal(|ui| {
        ui.add_space(20.0);
        if ui.button(words::SHOW).clicked() {
            deed = Some(FoundDeed::Show(found.play.clone()));
        }
        let forbid = ui.add_enabled(!is_shortcut, egui::Button::new(words::FORBID));
        let forbid = forbid.on_hover_text(words::FORBID_TIP);
        if forbid.on_disabled_hover_text(words::FORBIDDEN).clicked() {
            deed = Some(FoundDeed::Forbid(found.play.clone()));
        }
        if found.practice != PlayPractice::Practises {
            if ui.button(words::ALLOW).on_hover_text(words::ALLOW_TIP).clicked() {
                deed = Some(FoundDeed::Allow(found.play.clone()));
            }
            if ui.button(words::REPAIR).on_hover_text(words::REPAIR_TIP).clicked() {
                deed = Some(FoundDeed::Repair);
            }
        }
    });
    deed
}
