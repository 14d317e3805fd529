//! A proposed order: searched for in the background, shown as a list, adopted in one step.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::Receiver;
use egui::{Grid, RichText, ScrollArea, Ui};

use super::known::CourseNow;
use super::{CourseRoom, words};
use crate::course::model::{Lesson, OrderWish, Practising, ProposedOrder, ease, number, propose};
use foolproof_editor::kit::aside::aside;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_level::{Level, LevelId};

/// A proposed order, or the search for one.
pub(super) struct OrderProposal {
    levels: Vec<LevelId>,
    stop: Arc<AtomicBool>,
    result: Receiver<ProposedOrder>,
    found: Option<ProposedOrder>,
}

impl Drop for OrderProposal {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl OrderProposal {
    fn start(context: &egui::Context, now: &CourseNow) -> Option<Self> {
        let (lessons, concepts) = (now.judged.lessons.clone(), now.judged.concepts.clone());
        let (rules, overview) = (now.judged.course.rules.clone(), now.overview.clone());
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let work = move || {
            let (rules, concepts, lessons) = (&rules, &concepts, &lessons);
            let wish = OrderWish { rules, concepts, lessons, ease: &ease(lessons, &overview) };
            propose(wish, &|| told.load(Ordering::Relaxed))
        };
        let result = aside(context, "order", work).ok()?;
        let levels = now.levels.iter().map(|level| level.id).collect();
        Some(Self { levels, stop, result, found: None })
    }

    /// True if the pack still has the same levels in the same order.
    fn is_of(&self, now: &CourseNow) -> bool {
        now.levels.iter().map(|level| level.id).eq(self.levels.iter().copied())
    }
}

impl CourseRoom {
    pub(super) fn order(&mut self, ui: &mut Ui, state: &mut State, now: &CourseNow) {
        let weak = Theme::of(ui).role(Role::Weak);
        ui.label(RichText::new(words::ABOUT_ORDER).color(weak));
        if let Some(proposal) = &mut self.proposal
            && let Ok(found) = proposal.result.try_recv()
        {
            proposal.found = Some(found);
        }
        self.proposal = self.proposal.take().filter(|proposal| proposal.is_of(now));
        let looking = self.proposal.as_ref().is_some_and(|proposal| proposal.found.is_none());
        ui.horizontal(|ui| {
            if looking {
                ui.add(egui::Spinner::new().size(14.0));
                ui.label(words::LOOKING);
                if ui.button(words::STOP).clicked() {
                    self.proposal = None;
                }
                return;
            }
            let button = theme::primary(ui, words::PROPOSE).on_hover_text(words::PROPOSE_TIP);
            if button.clicked() {
                self.proposal = OrderProposal::start(ui.ctx(), now);
            }
            if !now.judged.course.rules.is_empty() && has_unknown(now) {
                ui.label(RichText::new(words::UNKNOWN_COUNTS).color(weak));
            }
        });
        let Some(found) = self.proposal.as_ref().and_then(|one| one.found.clone()) else { return };
        ui.label(words::kept(&found, now.judged.course.rules.len()));
        if let Some(clash) = &found.clash {
            let said = text::sentence(
                &now.judged.voice(state.games()).clash(clash, &now.judged.course.rules),
            );
            ui.label(RichText::new(said).strong());
        }
        if found.order.iter().copied().eq(0..now.levels.len()) {
            ui.label(words::SAME_ORDER);
            return;
        }
        if ui.button(words::ACCEPT).clicked() {
            accept(state, &found.order, &now.levels);
            self.proposal = None;
        }
        preview(ui, now, &found);
    }
}

fn has_unknown(now: &CourseNow) -> bool {
    let open = |lesson: &Lesson| {
        lesson.measures.is_none()
            || lesson.practises.values().any(|practice| *practice == Practising::Unknown)
    };
    now.judged.lessons.iter().any(open)
}

fn accept(state: &mut State, order: &[usize], levels: &[Arc<Level>]) {
    let ids: Vec<LevelId> =
        order.iter().filter_map(|at| levels.get(*at)).map(|level| level.id).collect();
    state.edit_pack(words::STEP_ORDER, |pack| {
        let place = |level: &Arc<Level>| ids.iter().position(|id| *id == level.id);
        pack.levels.sort_by_key(|level| place(level).unwrap_or(usize::MAX));
    });
}

/// Shows the levels in the new order, with their current places.
fn preview(ui: &mut Ui, now: &CourseNow, found: &ProposedOrder) {
    ScrollArea::vertical().id_salt("proposed").auto_shrink([false, true]).show(ui, |ui| {
        let grid = Grid::new("proposed").num_columns(3).striped(true).spacing([theme::WIDE, 2.0]);
        grid.show(ui, |ui| {
            for (place, at) in found.order.iter().enumerate() {
                let both = now.levels.get(*at).zip(now.judged.lessons.get(*at));
                let Some((level, lesson)) = both else { continue };
                let role = if place == *at { Role::Weak } else { Role::Text };
                let colour = Theme::of(ui).role(role);
                ui.label(RichText::new(words::place(place, *at)).color(colour));
                ui.label(RichText::new(text::title_of(level)).color(colour));
                let value = now.overview.value(lesson).map_or_else(String::new, number);
                ui.label(RichText::new(value).color(colour));
                ui.end_row();
            }
        });
    });
}
