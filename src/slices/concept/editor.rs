//! The concept editor: what every solution must do, as a tree of properties that reads as a sentence, or as
//! the designer's own rules.
//!
//! Every change is an edit of the level.

use std::sync::Arc;

use egui::{ComboBox, Frame, RichText, Ui};

use crate::concept::{Problem, problems, property, rules, sentence, words};
use foolproof_editor::kit::icon::{self, Icon};
use foolproof_editor::kit::join::Joiner;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_game::{ConceptKind, Game, example};
use foolproof_level::{Concept, History, Level, LevelId, Pack};

/// State of the editor that lasts from one frame to the next.
#[derive(Debug, Default)]
pub struct ConceptEditor {
    joiner: Joiner,
}

/// Context for the parts of the tree.
pub(super) struct ConceptScene<'a> {
    pub(super) game: &'a dyn Game,
    pub(super) level: &'a Level,
    pub(super) kinds: Vec<ConceptKind>,
    pub(super) problems: Vec<Problem>,
    /// The concept already has rules of the designer's own; only one set is allowed.
    pub(super) has_rules: bool,
}

/// The fate of a part of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Stays,
    Goes,
}

impl ConceptEditor {
    /// Shows and edits the concept of a level. `wrong` is the part that the solver cannot read. Returns
    /// true if the concept was changed.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        history: &mut History,
        id: LevelId,
        game: &dyn Game,
        wrong: Option<&str>,
    ) -> bool {
        let Some(level) = history.pack().level(id).map(Arc::clone) else { return false };
        let scene = ConceptScene {
            game,
            level: &level,
            kinds: game.concepts(),
            problems: wrong.map(problems).unwrap_or_default(),
            has_rules: !level.concept.own_rules().is_empty(),
        };
        ui.weak(words::WHAT);
        ui.add_space(theme::TIGHT);
        ui.label(sentence(game, &level.concept));
        ui.add_space(theme::GAP);
        let mut parts = root(level.concept.clone());
        group(ui, &scene, &mut parts);
        ui.add_space(theme::TIGHT);
        unplaced(ui, &scene, wrong);
        let concept = plain(parts);
        if concept == level.concept {
            return false;
        }
        let change = |pack: &mut Pack| {
            if let Some(level) = pack.levels.iter_mut().find(|level| level.id == id) {
                Arc::make_mut(level).concept = concept;
            }
        };
        self.joiner.edit(ui.ctx(), history, words::CHANGE_CONCEPT.to_owned(), change)
    }
}

/// Ways to join the properties of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Join {
    All,
    Any,
}

struct ConceptGroup {
    join: Join,
    parts: Vec<Concept>,
}

/// Wraps the concept in a group, the root of the tree.
fn root(concept: Concept) -> ConceptGroup {
    match concept {
        Concept::Any => ConceptGroup { join: Join::All, parts: Vec::new() },
        Concept::And(parts) => ConceptGroup { join: Join::All, parts },
        Concept::Or(parts) => ConceptGroup { join: Join::Any, parts },
        single => ConceptGroup { join: Join::All, parts: vec![single] },
    }
}

/// Returns the concept of a group, without unnecessary groups.
fn plain(mut group: ConceptGroup) -> Concept {
    match (group.parts.len(), group.join) {
        (0, _) => Concept::Any,
        (1, _) => group.parts.pop().unwrap_or_default(),
        (_, Join::All) => Concept::And(group.parts),
        (_, Join::Any) => Concept::Or(group.parts),
    }
}

fn group(ui: &mut Ui, scene: &ConceptScene<'_>, group: &mut ConceptGroup) {
    if group.parts.len() > 1 {
        ui.horizontal(|ui| {
            let words = |join| if join == Join::All { words::ALL_OF } else { words::ANY_OF };
            let combo = ComboBox::from_id_salt("join").selected_text(words(group.join));
            let response = combo.width(84.0).show_ui(ui, |ui| {
                for join in [Join::All, Join::Any] {
                    ui.selectable_value(&mut group.join, join, words(join));
                }
            });
            name(&response.response, words::JOINED_BY);
        });
    }
    let mut number = 0;
    group.parts.retain_mut(|concept| {
        number += 1;
        ui.push_id(number, |ui| part(ui, scene, concept)).inner == Fate::Stays
    });
    ui.horizontal(|ui| adders(ui, scene, &mut group.parts));
}

/// Gives a box whose own text is its value a name for screen readers.
pub(super) fn name(response: &egui::Response, words: &str) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(words));
}

fn part(ui: &mut Ui, scene: &ConceptScene<'_>, concept: &mut Concept) -> Fate {
    let theme = Theme::of(ui);
    let mut fate = Fate::Stays;
    let frame = Frame::NONE
        .fill(theme.role(Role::Card))
        .stroke(egui::Stroke::new(1.0, theme.role(Role::Line)))
        .corner_radius(theme::ROUND)
        .inner_margin(6);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let negated = matches!(concept, Concept::Not(_));
        ui.horizontal_top(|ui| {
            // Faint while it is off: the row must not read as if it were negated.
            let colour = match negated {
                true => theme.role(Role::Accent),
                false => theme.role(Role::Weak).gamma_multiply(0.45),
            };
            let word = RichText::new(words::NOT).color(colour);
            let not = ui.selectable_label(negated, word).on_hover_text(words::NOT_TIP);
            let flip = not.clicked();
            let buttons = 28.0;
            let width = (ui.available_width() - buttons - theme::GAP).max(60.0);
            ui.allocate_ui(egui::vec2(width, 0.0), |ui| {
                ui.set_width(width);
                inside(ui, scene, unnegated(concept));
            });
            if icon::button(ui, Icon::CROSS, words::REMOVE).clicked() {
                fate = Fate::Goes;
            }
            if flip {
                negate(concept);
            }
        });
    });
    if is_hollow(concept) { Fate::Goes } else { fate }
}

/// Returns the concept under a `not`, or the concept itself.
fn unnegated(concept: &mut Concept) -> &mut Concept {
    match concept {
        Concept::Not(inner) => inner,
        other => other,
    }
}

fn negate(concept: &mut Concept) {
    *concept = match std::mem::take(concept) {
        Concept::Not(inner) => *inner,
        other => Concept::Not(Box::new(other)),
    };
}

/// True if a group has lost its last property.
fn is_hollow(concept: &Concept) -> bool {
    match concept {
        Concept::And(parts) | Concept::Or(parts) => parts.is_empty(),
        Concept::Not(inner) => is_hollow(inner),
        _ => false,
    }
}

fn inside(ui: &mut Ui, scene: &ConceptScene<'_>, concept: &mut Concept) {
    match concept {
        Concept::Any => _ = ui.label(words::ANY_SOLUTION),
        Concept::Is(mark) => {
            if let Some(changed) = property::show(ui, scene, mark) {
                *mark = changed;
            }
        }
        Concept::Asp(own) => rules::show(ui, own, &scene.problems),
        Concept::Not(inner) => inside(ui, scene, inner),
        Concept::And(_) | Concept::Or(_) => {
            let join = if matches!(concept, Concept::And(_)) { Join::All } else { Join::Any };
            let (Concept::And(parts) | Concept::Or(parts)) = std::mem::take(concept) else {
                return;
            };
            let mut inner = ConceptGroup { join, parts };
            ui.vertical(|ui| group(ui, scene, &mut inner));
            // An inner group stays a group, so that it does not vanish while the designer edits it.
            *concept = match inner.join {
                Join::All => Concept::And(inner.parts),
                Join::Any => Concept::Or(inner.parts),
            };
        }
    }
}

/// Shows the buttons that add to a group.
fn adders(ui: &mut Ui, scene: &ConceptScene<'_>, parts: &mut Vec<Concept>) {
    ui.menu_button(words::ADD_PROPERTY, |ui| {
        parts.extend(property::examples(ui, scene).map(Concept::Is));
    });
    let first = scene.kinds.iter().find_map(|kind| example(scene.game, scene.level, kind));
    if ui.button(words::ADD_GROUP).on_hover_text(words::ADD_GROUP_TIP).clicked() {
        parts.extend(first.map(|property| Concept::Or(vec![Concept::Is(property)])));
    }
    let own = ui.add_enabled(!scene.has_rules, egui::Button::new(words::OWN_RULES));
    if own.on_hover_text(words::OWN_RULES_TIP).clicked() {
        parts.push(Concept::Asp(words::OWN_RULES_START.to_owned()));
    }
}

/// Shows errors in the concept outside the designer's own rules.
fn unplaced(ui: &mut Ui, scene: &ConceptScene<'_>, wrong: Option<&str>) {
    let placed = scene.has_rules && !scene.problems.is_empty();
    let Some(wrong) = wrong.filter(|_| !placed) else { return };
    let colour = Theme::of(ui).ink(foolproof_picture::Ink::Conflict);
    ui.horizontal_wrapped(|ui| {
        icon::inline(ui, Icon::WARNING, colour);
        ui.label(RichText::new(wrong).color(colour));
    });
}
