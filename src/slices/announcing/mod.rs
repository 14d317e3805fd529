//! Announces what the solver has found: new findings about the level on the canvas are read out by screen
//! readers, once each, when the solver has come to rest.
//!
//! Costs nothing while no screen reader runs.

use std::collections::BTreeMap;

use egui::accesskit::Live;
use egui::{Area, Context, Id, Order, Role, Sense, Vec2, WidgetInfo};

use crate::registry::Slices;
use crate::solving::question::DEDUCTION;
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_level::LevelId;
use foolproof_solver::{Status, Topic, has_concept, has_intended};

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<Announcing>().window());
}

/// The topics to announce, in this order.
const TOPICS: [Topic; 6] = [
    Topic::SOLVABLE,
    Topic::INTENDED,
    Topic::UNIQUE,
    Topic::COUNT,
    Topic::SHORTCUT_FREE,
    DEDUCTION,
];

/// The last announcement.
#[derive(Debug, Default)]
pub(crate) struct Announcing {
    level: LevelId,
    said: BTreeMap<Topic, String>,
    /// The new parts of it.
    news: Vec<(Topic, String)>,
}

impl Announcing {
    /// Takes in the current findings. If some are new, they become the announcement.
    fn heed(&mut self, level: LevelId, known: Vec<(Topic, String)>) {
        if self.level != level {
            *self = Self { level, ..Self::default() };
        }
        let is_new = |(topic, words): &&(Topic, String)| self.said.get(topic) != Some(words);
        let new: Vec<_> = known.iter().filter(is_new).cloned().collect();
        if !new.is_empty() {
            self.news = new;
            self.said.extend(known);
        }
    }

    /// Withdraws an announcement about something that the level no longer has.
    fn forget(&mut self, topic: Topic) {
        self.said.remove(&topic);
        self.news.retain(|(of, _)| *of != topic);
    }

    fn words(&self) -> String {
        let words: Vec<&str> = self.news.iter().map(|(_, words)| words.as_str()).collect();
        if words.is_empty() { String::new() } else { text::sentence(&words.join(", ")) }
    }
}

foolproof_editor::feature!(Announcing);

impl FeatureWindow for Announcing {
    fn windows(&mut self, context: &Context, state: &mut State) {
        let Some(level) = state.level().filter(|_| !state.chrome.is_playing()) else { return };
        if !has_intended(level) {
            self.forget(Topic::INTENDED);
        }
        if !has_concept(level) {
            self.forget(Topic::SHORTCUT_FREE);
        }
        // Findings that change every moment are not read out.
        if state.findings.knowledge.running().is_none() {
            let known = TOPICS.into_iter().filter_map(|topic| {
                let status = state.findings.knowledge.current(level, topic)?.status();
                let told = !matches!(&status, Status::Unknown(why) if why.is_moot());
                told.then(|| (topic, text::status(&status, topic)))
            });
            let known = known.collect();
            self.heed(level.id, known);
        }
        let id = Id::unique("announcements");
        let area = Area::new(id).order(Order::Background).fixed_pos(context.content_rect().min);
        area.interactable(false).show(context, |ui| {
            let (_, response) = ui.allocate_exact_size(Vec2::ZERO, Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Status, true, self.words()));
            context.accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_announced_once_and_again_when_it_changes() {
        let mut announcing = Announcing::default();
        let known = |solvable: &str, unique: &str| {
            vec![(Topic::SOLVABLE, solvable.to_owned()), (Topic::UNIQUE, unique.to_owned())]
        };
        announcing.heed(LevelId(1), known("solvable", "unique"));
        assert_eq!(announcing.words(), "Solvable, unique.");
        announcing.heed(LevelId(1), known("solvable", "not unique"));
        assert_eq!(announcing.words(), "Not unique.", "only what is new");
        announcing.heed(LevelId(1), known("solvable", "not unique"));
        assert_eq!(announcing.words(), "Not unique.");
        announcing.forget(Topic::UNIQUE);
        assert_eq!(announcing.words(), "", "it is not asked any more");
        announcing.heed(LevelId(1), known("solvable", "not unique"));
        assert_eq!(announcing.words(), "Not unique.", "and it is asked again");
        announcing.heed(LevelId(2), known("solvable", "not unique"));
        assert_eq!(announcing.words(), "Solvable, not unique.", "another level");
    }
}
