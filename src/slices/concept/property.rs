//! One property of a concept: its phrase, with a suitable widget for each parameter.

use egui::{ComboBox, DragValue, TextEdit, Ui};

use crate::concept::editor::{ConceptScene, name};
use crate::concept::words;
use foolproof_editor::text;
use foolproof_game::{Param, ParamKind, PhrasePart, example, fraction, kind_of, phrase, said};
use foolproof_level::{INTENDED, Mark, Place, Site};

fn build(functor: &str, args: &[String]) -> Option<Mark> {
    match args {
        [] => functor.parse().ok(),
        _ => format!("{functor}({})", args.join(",")).parse().ok(),
    }
}

/// Shows a property; returns the changed one after an edit.
pub(super) fn show(ui: &mut Ui, scene: &ConceptScene<'_>, mark: &Mark) -> Option<Mark> {
    let Some(kind) = kind_of(&scene.kinds, mark) else {
        return unknown(ui, scene, mark);
    };
    let mut args: Vec<String> = mark.args().into_iter().map(str::to_owned).collect();
    let before = args.clone();
    let other = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let other = chooser(ui, scene);
        for part in PhrasePart::all(&kind.phrase) {
            match part {
                PhrasePart::Words(words) if words.trim().is_empty() => {}
                PhrasePart::Words(words) => _ = ui.label(words.trim()),
                PhrasePart::Agreeing { by, one, many } => {
                    let is_one = kind
                        .params
                        .get(by)
                        .zip(args.get(by))
                        .is_some_and(|(param, value)| said(scene.game, param, value) == "1");
                    ui.label(if is_one { one } else { many });
                }
                PhrasePart::Slot(at) | PhrasePart::Numbered { slot: at, .. } => {
                    if let (Some(param), Some(value)) = (kind.params.get(at), args.get_mut(at)) {
                        ui.push_id(at, |ui| slot(ui, scene, param, value));
                    }
                }
            }
        }
        other
    });
    let changed = (args != before).then(|| build(&kind.functor, &args)).flatten();
    other.inner.or(changed)
}

/// Shows a property that this game lacks, perhaps from a file of another version.
fn unknown(ui: &mut Ui, scene: &ConceptScene<'_>, mark: &Mark) -> Option<Mark> {
    ui.horizontal_wrapped(|ui| {
        let other = chooser(ui, scene);
        ui.label(egui::RichText::new(mark.as_str()).monospace());
        ui.weak(words::UNKNOWN_PROPERTY);
        other
    })
    .inner
}

/// Offers properties of other kinds. Returns the chosen one.
fn chooser(ui: &mut Ui, scene: &ConceptScene<'_>) -> Option<Mark> {
    let mut chosen = None;
    let menu = ui.menu_button("▾", |ui| {
        chosen = examples(ui, scene);
    });
    name(&menu.response, words::OTHER_PROPERTY);
    chosen
}

/// Lists properties with values that make sense for the level. Returns the chosen one.
pub(super) fn examples(ui: &mut Ui, scene: &ConceptScene<'_>) -> Option<Mark> {
    let mut chosen = None;
    for kind in &scene.kinds {
        let Some(property) = example(scene.game, scene.level, kind) else { continue };
        let words = match property.as_str() == INTENDED {
            true => words::ONLY_INTENDED.to_owned(),
            false => text::capital(&phrase(scene.game, &scene.kinds, &property, true)),
        };
        if ui.button(words).clicked() {
            chosen = Some(property);
        }
    }
    chosen
}

fn slot(ui: &mut Ui, scene: &ConceptScene<'_>, param: &Param, value: &mut String) {
    match &param.kind {
        ParamKind::Number { least, most } => {
            let mut number = value.parse().unwrap_or(*least);
            let widget = DragValue::new(&mut number).range(*least..=*most).speed(speed(ui));
            let response = ui.add(widget);
            name(&response, &param.name);
            if response.changed() {
                *value = number.to_string();
            }
        }
        ParamKind::Choice(options) => {
            let options = options.iter().map(|(v, words)| (v.to_string(), words.to_string()));
            choice(ui, scene, param, value, options.collect());
        }
        ParamKind::Mark => choice(ui, scene, param, value, marks(scene)),
        ParamKind::Site => site(ui, scene, param, value),
        ParamKind::Line => line(ui, scene, param, value),
        ParamKind::Fraction => fraction_field(ui, scene, param, value),
        // Chosen by a click on the board or among the solutions.
        ParamKind::Play => {
            ui.strong(said(scene.game, param, value));
        }
    }
}

/// Returns the speed of dragging: a point is a twentieth of a step, and an arrow key a whole one.
fn speed(ui: &Ui) -> f64 {
    if ui.ctx().dragged_id().is_some() { 0.05 } else { 1.0 }
}

/// Shows a list of values; one outside it, such as a rule that fires, is named in the game's words.
fn choice(
    ui: &mut Ui,
    scene: &ConceptScene<'_>,
    param: &Param,
    value: &mut String,
    options: Vec<(String, String)>,
) {
    let chosen = options.iter().find(|(option, _)| option == value);
    let words = chosen.map_or_else(|| said(scene.game, param, value), |(_, words)| words.clone());
    let combo =
        ComboBox::from_id_salt("choice").selected_text(words).truncate().show_ui(ui, |ui| {
            for (option, words) in options {
                ui.selectable_value(value, option, words);
            }
        });
    name(&combo.response, &param.name);
}

/// Lists every mark of the level once, with its name.
fn marks(scene: &ConceptScene<'_>) -> Vec<(String, String)> {
    let marks: std::collections::BTreeSet<&Mark> =
        scene.level.marks().map(|(_, mark)| mark).collect();
    marks.into_iter().map(|mark| (mark.to_string(), scene.game.describe(mark))).collect()
}

fn site(ui: &mut Ui, scene: &ConceptScene<'_>, param: &Param, value: &mut String) {
    let board = scene.level.board;
    let at = value.parse::<Site>().unwrap_or(Site::cell(0, 0));
    if at.place != Place::Cell {
        ui.label(at.name());
        return;
    }
    column_and_row(ui, param, at, board.cols, board.rows, value);
}

/// Shows the fields of an edge or a corner: its kind and its place.
fn line(ui: &mut Ui, scene: &ConceptScene<'_>, param: &Param, value: &mut String) {
    let board = scene.level.board;
    let corner = Site { place: Place::Vertex, col: 0, row: 0 };
    let at = value.parse::<Site>().unwrap_or(corner);
    let kinds = [Place::Vertex, Place::HEdge, Place::VEdge].map(|place| {
        let moved = Site { place, ..at };
        (moved.to_string(), words::line_place(place).to_owned())
    });
    choice(ui, scene, param, value, kinds.to_vec());
    let at = value.parse::<Site>().unwrap_or(at);
    let more = |place: Place| u16::from(at.place == place || at.place == Place::Vertex);
    let (cols, rows) = (board.cols + more(Place::VEdge), board.rows + more(Place::HEdge));
    column_and_row(ui, param, at, cols, rows, value);
}

fn column_and_row(ui: &mut Ui, param: &Param, at: Site, cols: u16, rows: u16, value: &mut String) {
    // People count from 1.
    let (mut col, mut row) = (at.col + 1, at.row + 1);
    ui.label(words::COLUMN);
    let first = ui.add(DragValue::new(&mut col).range(1..=cols).speed(speed(ui)));
    name(&first, &format!("{}: {}", param.name, words::COLUMN));
    ui.label(words::ROW);
    let second = ui.add(DragValue::new(&mut row).range(1..=rows).speed(speed(ui)));
    name(&second, &format!("{}: {}", param.name, words::ROW));
    if first.changed() || second.changed() {
        let (col, row) = (col.saturating_sub(1), row.saturating_sub(1));
        *value = Site { col, row, ..at }.to_string();
    }
}

/// Shows a fraction as text; while the typed text is invalid, the last valid one stays.
fn fraction_field(ui: &mut Ui, scene: &ConceptScene<'_>, param: &Param, value: &mut String) {
    let id = ui.scope_id().with("fraction");
    let kept: Option<String> = ui.data(|data| data.get_temp(id));
    let mut typed = kept.unwrap_or_else(|| said(scene.game, param, value));
    let response = ui.add(TextEdit::singleline(&mut typed).id(id).desired_width(44.0));
    name(&response, &param.name);
    if response.changed()
        && let Some(read) = fraction(&typed)
    {
        *value = read;
    }
    let writing = response.has_focus();
    ui.data_mut(|data| {
        if writing {
            data.insert_temp(id, typed);
        } else {
            data.remove::<String>(id);
        }
    });
}
