//! The concept editor: properties by widgets, groups, own rules with errors at their line.

use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::kit::theme::Theme;
use foolproof::level::{Concept, History, LevelId, Pack};
use foolproof::slices::concept::{ConceptEditor, sentence};

use super::coins::{self, Coins};

struct Desk {
    history: History,
    level: LevelId,
    editor: ConceptEditor,
    wrong: Option<String>,
}

fn harness(concept: &str, wrong: Option<&str>) -> Harness<'static, Desk> {
    let mut level = coins::level();
    level.concept = concept.parse().expect("a concept");
    let pack = Pack { levels: vec![Arc::new(level)], ..Pack::default() };
    let history = History::new(pack);
    let level = history.pack().levels.first().map(|level| level.id).expect("a level");
    let wrong = wrong.map(str::to_owned);
    let desk = Desk { history, level, editor: ConceptEditor::default(), wrong };
    let mut harness = Harness::builder().with_size([460.0, 560.0]).build_ui_state(
        |ui, desk: &mut Desk| {
            Theme::install(ui.ctx());
            let wrong = desk.wrong.as_deref();
            desk.editor.show(ui, &mut desk.history, desk.level, &Coins, wrong);
        },
        desk,
    );
    harness.run();
    harness
}

fn concept(harness: &Harness<'_, Desk>) -> String {
    let desk = harness.state();
    desk.history.pack().level(desk.level).map(|l| l.concept.to_string()).expect("a level")
}

fn click(harness: &mut Harness<'_, Desk>, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

fn check_sentence(concept: &str, expected: &str) {
    let concept: Concept = concept.parse().expect("a concept");
    assert_eq!(sentence(&Coins, &concept), expected);
}

#[test]
fn a_concept_reads_as_a_sentence() {
    check_sentence("any", "Any solution will do.");
    check_sentence("used(coin,2)", "In every solution, at least 2 gold coins are used.");
    check_sentence("not used(goal,1)", "In every solution, fewer than 1 goal is used.");
    check_sentence(
        "used(coin,2) and (at(cell(0,2)) or not used(goal,1))",
        "In every solution, at least 2 gold coins are used, and either a coin lies at R3C1 \
         or fewer than 1 goal is used.",
    );
    check_sentence(
        "(used(coin,2) and at(cell(0,2))) or used(goal,3)",
        "In every solution, either both at least 2 gold coins are used and a coin lies at R3C1, \
         or at least 3 goals are used.",
    );
    check_sentence(
        "(used(coin,2) and (at(cell(0,2)) or used(goal,1))) or used(goal,3)",
        "In every solution, either both at least 2 gold coins are used, and either a coin lies \
         at R3C1 or at least 1 goal is used; or at least 3 goals are used.",
    );
    check_sentence(
        "strange(7) and asp(\"wanted.\")",
        "In every solution, strange(7) and the level’s own rules hold.",
    );
}

#[test]
fn properties_are_added_joined_negated_and_removed() {
    let mut harness = harness("any", None);
    click(&mut harness, "Add property");
    click(&mut harness, "At least 2 gold coins are used");
    assert_eq!(concept(&harness), "used(coin,2)");
    click(&mut harness, "Add property");
    click(&mut harness, "A coin lies at R1C2");
    assert_eq!(concept(&harness), "used(coin,2) and at(cell(1,0))");
    click(&mut harness, "How these are joined");
    click(&mut harness, "any of");
    assert_eq!(concept(&harness), "used(coin,2) or at(cell(1,0))");
    harness.get_all_by_label("not").next().expect("a first property").click();
    harness.run();
    assert_eq!(concept(&harness), "not used(coin,2) or at(cell(1,0))");
    harness.get_all_by_label("Remove").next().expect("a first property").click();
    harness.run();
    assert_eq!(concept(&harness), "at(cell(1,0))");
    click(&mut harness, "Add group");
    assert_eq!(concept(&harness), "at(cell(1,0)) and (used(coin,2))");
    for _ in 0..6 {
        harness.state_mut().history.undo();
    }
    harness.run();
    assert_eq!(concept(&harness), "any");
}

#[test]
fn parameters_are_set_by_fitting_widgets_and_a_drag_is_one_undo() {
    let mut harness = harness("used(coin,2)", None);
    click(&mut harness, "type");
    click(&mut harness, "goals");
    assert_eq!(concept(&harness), "used(goal,2)");
    let number = harness.get_by_label("number").rect().center();
    harness.drag_at(number);
    harness.run_steps(2);
    for step in 1..=6u8 {
        harness.hover_at(number + egui::vec2(10.0 * f32::from(step), 0.0));
        harness.run_steps(1);
    }
    harness.drop_at(number + egui::vec2(60.0, 0.0));
    harness.run();
    let dragged = concept(&harness);
    assert!(dragged != "used(goal,2)" && dragged.starts_with("used(goal,"), "{dragged}");
    assert_eq!(harness.state().history.depth(), 2, "a choice and a drag");
    harness.state_mut().history.undo();
    harness.run();
    assert_eq!(concept(&harness), "used(goal,2)");
}

#[test]
fn fractions_are_typed_and_marks_chosen_from_the_level() {
    let mut harness = harness("worth(coin,frac(1,2))", None);
    harness.get_by_label(
        "What every solution of this level must do. A solution without it is a shortcut.",
    );
    harness.get_by_label("In every solution, a coin is worth 1/2.");
    click(&mut harness, "mark");
    click(&mut harness, "wall");
    assert_eq!(concept(&harness), "worth(wall,frac(1,2))");
    harness.get_by_label("worth").focus();
    harness.run();
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    harness.run();
    for (letter, expected) in [("3", "frac(3,1)"), ("/", "frac(3,1)"), ("4", "frac(3,4)")] {
        harness.event(egui::Event::Text(letter.to_owned()));
        harness.run();
        assert_eq!(concept(&harness), format!("worth(wall,{expected})"), "after {letter}");
    }
    assert_eq!(harness.get_by_label("worth").value().as_deref(), Some("3/4"));
}

#[test]
fn a_site_is_set_by_column_and_row() {
    let mut harness = harness("at(cell(0,0))", None);
    harness.get_by_label("place: column").focus();
    harness.run();
    harness.key_press(egui::Key::ArrowUp);
    harness.run();
    assert_eq!(concept(&harness), "at(cell(1,0))");
}

#[test]
fn a_property_is_exchanged_for_another() {
    let mut harness = harness("used(coin,2)", None);
    click(&mut harness, "Choose another property");
    click(&mut harness, "A coin lies at R1C2");
    assert_eq!(concept(&harness), "at(cell(1,0))");
}

#[test]
fn own_rules_are_written_and_their_errors_stand_at_their_line() {
    let message = "concept, line 2, column 8: syntax error — `wanted :-`";
    let mut harness = harness("used(coin,2)", Some(message));
    harness.get_by_label(message);
    click(&mut harness, "Own rules");
    harness.get_by_label("Line 2, column 8: syntax error — `wanted :-`");
    assert!(concept(&harness).starts_with("used(coin,2) and asp(\"% A play"), "added");
    let field = harness.get_by_role(egui::accesskit::Role::MultilineTextInput);
    field.focus();
    harness.run();
    for letter in ["%", "o", "k"] {
        harness.event(egui::Event::Text(letter.to_owned()));
        harness.run();
    }
    assert!(concept(&harness).contains("%ok"), "{}", concept(&harness));
    assert_eq!(harness.state().history.depth(), 2, "one undo for what was typed");
}

#[test]
fn what_is_wrong_without_a_line_is_said_all_the_same() {
    let harness = harness("used(coin,2)", Some("only one set of rules can stand in a concept"));
    harness.get_by_label("only one set of rules can stand in a concept");
}
