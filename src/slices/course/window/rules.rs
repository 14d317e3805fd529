//! The rules of order and the concepts of the course, shown and edited.
//!
//! A field that is dragged or typed in changes a draft; the pack changes once, when the field is released.

use egui::{ComboBox, DragValue, Response, RichText, TextEdit, Ui};

use super::chart::state_sign;
use super::known::CourseNow;
use super::{CourseRoom, words};
use crate::course::model::{
    BreachKind, CourseVoice, RuleBreach, RuleVerdict, family, range, telling_marks,
};
use foolproof_editor::kit::icon::{self, Icon};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_level::{CourseRule, Mark, StepSize};

/// Maximum number of suggested concepts, and of listed breaches of a rule.
const MAX_SUGGESTED: usize = 40;
const BREACHES: usize = 6;
/// Width of a list of concepts.
const PICKED: f32 = 200.0;

impl CourseRoom {
    pub(super) fn rules(&mut self, ui: &mut Ui, state: &mut State, now: &CourseNow) {
        let weak = Theme::of(ui).role(Role::Weak);
        if now.judged.course.rules.is_empty() {
            ui.label(RichText::new(words::NO_RULES).color(weak));
        }
        let mut change = None;
        for (at, verdict) in now.judged.verdicts.iter().enumerate() {
            change = self.rule(ui, state, at, verdict, now).or(change);
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(words::ADD_RULE).color(weak));
            for (name, rule) in new_rules(now) {
                let able = rule.is_some();
                if ui.add_enabled(able, egui::Button::new(name)).clicked() {
                    change = rule.map(|rule| RuleDeed::Add(Box::new(rule)));
                }
            }
        });
        match change {
            Some(RuleDeed::Add(rule)) => {
                state.edit_pack(words::STEP_ADD_RULE, |pack| pack.course.rules.push(*rule));
            }
            Some(RuleDeed::Change(at, rule)) => {
                self.draft = None;
                state.edit_pack(words::STEP_CHANGE_RULE, |pack| {
                    pack.course
                        .rules
                        .get_mut(at)
                        .into_iter()
                        .for_each(|old| *old = (*rule).clone());
                });
            }
            Some(RuleDeed::Delete(at)) => {
                self.draft = None;
                state.edit_pack(words::STEP_DELETE_RULE, |pack| {
                    if at < pack.course.rules.len() {
                        pack.course.rules.remove(at);
                    }
                });
            }
            None => {}
        }
    }

    /// Shows a rule as a sentence with fields, and its breaches.
    fn rule(
        &mut self,
        ui: &mut Ui,
        state: &mut State,
        at: usize,
        verdict: &RuleVerdict,
        now: &CourseNow,
    ) -> Option<RuleDeed> {
        let draft = self.draft.as_ref().filter(|(place, _)| *place == at);
        let mut rule = draft.map_or_else(|| verdict.rule.clone(), |(_, rule)| rule.clone());
        let (mut busy, mut delete) = (false, false);
        ui.push_id(("rule", at), |ui| {
            ui.horizontal(|ui| {
                state_sign(ui, verdict.state());
                busy = fields(ui, &mut rule, now, now.judged.voice(state.games()));
                delete = icon::button(ui, Icon::CROSS, words::DELETE_RULE).clicked();
            });
            breaches(ui, state, verdict, now);
        });
        if delete {
            return Some(RuleDeed::Delete(at));
        }
        if busy {
            self.draft = Some((at, rule));
            return None;
        }
        (rule != verdict.rule).then(|| RuleDeed::Change(at, Box::new(rule)))
    }

    /// Shows the concepts that the course is to teach.
    pub(super) fn concepts(&mut self, ui: &mut Ui, state: &mut State, now: &CourseNow) {
        let weak = Theme::of(ui).role(Role::Weak);
        let listed = &now.judged.course.concepts;
        let about = match listed.is_empty() {
            true => words::CONCEPTS_OF_LEVELS,
            false => words::CONCEPTS_LISTED,
        };
        ui.label(RichText::new(about).color(weak));
        let (mut added, mut gone) = (None, None);
        let mut shown = now.judged.concepts.clone();
        let new = suggested(&state.document, now).into_iter();
        shown.extend(new.filter(|one| !now.judged.concepts.contains(one)));
        for concept in &shown {
            ui.horizontal(|ui| {
                match listed.contains(concept) {
                    true if icon::button(ui, Icon::CROSS, words::DELETE_CONCEPT).clicked() => {
                        gone = Some(concept.clone());
                    }
                    false if ui.small_button(words::ADD).clicked() => added = Some(concept.clone()),
                    _ => {}
                }
                let said = text::sentence(&now.judged.voice(state.games()).concept(concept));
                ui.label(said).on_hover_text(concept.as_str());
            });
        }
        ui.horizontal(|ui| {
            let label = ui.label(words::ADD_CONCEPT);
            let field = TextEdit::singleline(&mut self.typed).hint_text(words::CONCEPT_HINT);
            let field = ui.add(field.desired_width(300.0)).labelled_by(label.id);
            let read = self.typed.parse::<Mark>();
            let entered =
                field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let button = ui.add_enabled(read.is_ok(), egui::Button::new(words::ADD));
            match read {
                Ok(concept) if button.clicked() || entered => added = Some(concept),
                Err(why) if !self.typed.trim().is_empty() => {
                    ui.label(RichText::new(text::sentence(&why.to_string())).color(weak));
                }
                _ => {}
            }
        });
        if let Some(concept) = added.filter(|concept| !listed.contains(concept)) {
            self.typed.clear();
            state.edit_pack(words::STEP_ADD_CONCEPT, |pack| pack.course.concepts.push(concept));
        }
        if let Some(concept) = gone {
            state.edit_pack(words::STEP_DELETE_CONCEPT, |pack| {
                pack.course.concepts.retain(|one| *one != concept);
            });
        }
    }
}

/// A change of the rules.
enum RuleDeed {
    Add(Box<CourseRule>),
    Change(usize, Box<CourseRule>),
    Delete(usize),
}

/// Returns concepts that levels ask for or practise, as suggestions.
fn suggested(document: &Document, now: &CourseNow) -> Vec<Mark> {
    let mut found: Vec<Mark> = Vec::new();
    for lesson in &now.judged.lessons {
        let Some(game) = document.games().by_id(&lesson.game) else { continue };
        for property in lesson.properties() {
            let family = family(&*game, property);
            if !found.contains(&family) {
                found.push(family);
            }
        }
    }
    let marks = telling_marks(now.levels.iter().map(|level| &**level));
    found.extend(marks);
    found.truncate(MAX_SUGGESTED);
    found
}

/// Returns a new rule of each sort, if there is a value to start it with.
fn new_rules(now: &CourseNow) -> [(&'static str, Option<CourseRule>); 4] {
    let (first, second) =
        (now.judged.concepts.first().cloned(), now.judged.concepts.get(1).cloned());
    let measure = now.overview.measures.iter().next();
    let values = now.judged.lessons.iter().filter_map(|lesson| now.overview.value(lesson));
    let range = range(values).map(|(least, most)| most - least).filter(|range| *range > 0.0);
    let size = range.map_or(1.0, |range| (range / 2.0).ceil());
    let step = measure.zip(StepSize::new(size)).map(|((game, measure), most)| CourseRule::Step {
        measure: measure.clone(),
        most,
        game: (now.judged.games.len() > 1).then(|| game.clone()),
    });
    let middle = u32::try_from(now.levels.len() / 2).unwrap_or(u32::MAX).max(2);
    let alone = CourseRule::PractiseFirst { times: 2, concept: None };
    [
        (
            words::RULE_NOT_BEFORE,
            first.clone().map(|concept| CourseRule::NotBefore { concept, level: middle }),
        ),
        (words::RULE_ALONE, first.is_some().then_some(alone)),
        (words::RULE_STEP, step),
        (
            words::RULE_BEFORE,
            first.zip(second).map(|(first, then)| CourseRule::Before { first, then }),
        ),
    ]
}

/// Shows the fields of a rule in its sentence. Returns whether one of them is being changed.
fn fields(ui: &mut Ui, rule: &mut CourseRule, now: &CourseNow, voice: CourseVoice<'_>) -> bool {
    let held = |response: &Response| response.dragged() || response.has_focus();
    match rule {
        CourseRule::NotBefore { concept, level } => {
            ui.label(words::NO);
            pick(ui, "concept", concept, now, voice);
            ui.label(words::BEFORE_LEVEL);
            let number = DragValue::new(level).range(1..=50_000_u32).speed(0.1);
            held(&named(ui.add(number), words::LEVEL))
        }
        CourseRule::PractiseFirst { times, concept } => {
            pick_any(ui, concept, now, voice);
            let number = DragValue::new(times).range(1..=100_u32).speed(0.1);
            let held = held(&named(ui.add(number), words::TIMES));
            ui.label(words::TIMES_ALONE);
            held
        }
        CourseRule::Step { measure, most, game } => {
            ui.label(words::NO_STEP);
            let mut size = most.value();
            let number = DragValue::new(&mut size).range(0.0..=1e9).speed(0.1).max_decimals(2);
            let held = held(&named(ui.add(number), words::LARGEST_STEP));
            *most = StepSize::new(size).unwrap_or(*most);
            ui.label(words::IN);
            let list = ComboBox::from_id_salt("measure").selected_text(measure.clone());
            let all = measures(now).into_iter().map(|id| (id.clone(), id));
            named(theme::choice(ui, list, measure, all), words::MEASURE);
            game.iter().for_each(|game| _ = ui.label(words::of_game(&voice.game(game))));
            held
        }
        CourseRule::Before { first, then } => {
            let (one, other) = (first.clone(), then.clone());
            pick(ui, "first", first, now, voice);
            ui.label(words::BEFORE);
            pick(ui, "then", then, now, voice);
            // Nothing comes before itself: the two are swapped.
            if first == then {
                (*first, *then) = (other, one);
            }
            false
        }
    }
}

fn measures(now: &CourseNow) -> Vec<String> {
    let all = now.judged.lessons.iter().flat_map(|lesson| lesson.measures.iter().flatten());
    let mut ids: Vec<String> = Vec::new();
    for measure in all {
        if !ids.contains(&measure.id) {
            ids.push(measure.id.clone());
        }
    }
    ids
}

fn named(response: Response, name: &str) -> Response {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(name));
    response
}

fn pick(ui: &mut Ui, salt: &str, concept: &mut Mark, now: &CourseNow, voice: CourseVoice<'_>) {
    let said = voice.concept(concept);
    let list = ComboBox::from_id_salt(salt).width(PICKED).truncate().selected_text(&said);
    let all = now.judged.concepts.iter().map(|other| (other.clone(), voice.concept(other)));
    named(theme::choice(ui, list, concept, all), words::CONCEPT).on_hover_text(said);
}

fn pick_any(ui: &mut Ui, concept: &mut Option<Mark>, now: &CourseNow, voice: CourseVoice<'_>) {
    let said = concept.as_ref().map_or(words::EACH.to_owned(), |concept| voice.concept(concept));
    let list = ComboBox::from_id_salt("concept").width(PICKED).truncate().selected_text(&said);
    let each = [(None, words::EACH.to_owned())].into_iter();
    let all = now.judged.concepts.iter().map(|one| (Some(one.clone()), voice.concept(one)));
    named(theme::choice(ui, list, concept, each.chain(all)), words::CONCEPT).on_hover_text(said);
}

/// Lists the breaches of a rule; a click shows the level.
fn breaches(ui: &mut Ui, state: &mut State, verdict: &RuleVerdict, now: &CourseNow) {
    let games = state.games().clone();
    let voice = now.judged.voice(&games);
    let of_level = |breach: &&RuleBreach| {
        !matches!(breach.kind, BreachKind::NoMeasure | BreachKind::Unheard(_))
    };
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = 16.0;
    for breach in verdict.breaches.iter().take(BREACHES) {
        let said = text::sentence(&voice.breach(breach, &verdict.rule));
        ui.horizontal(|ui| {
            ui.add_space(theme::WIDE + theme::GAP);
            let role = if breach.sure { Role::Text } else { Role::Weak };
            let said = RichText::new(said).small().color(Theme::of(ui).role(role));
            match now.levels.get(breach.level).filter(|_| of_level(&breach)) {
                Some(level) => {
                    if ui.link(said).clicked() {
                        state.show_level(level.id);
                    }
                }
                None => _ = ui.label(said),
            }
        });
    }
    let left = verdict.breaches.len().saturating_sub(BREACHES);
    if left > 0 {
        ui.weak(words::more(left));
    }
}
