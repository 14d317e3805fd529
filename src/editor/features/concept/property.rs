//! One property of a concept: its phrase with a fitting widget in place of each parameter.
//!
//! Knows concept kinds, marks and egui.

use egui::{ComboBox, DragValue, TextEdit, Ui};

use crate::editor::features::concept::editor::{ConceptScene, name};
use crate::editor::features::concept::words;
use crate::games::{ConceptKind, Game, Param, ParamKind};
use crate::level::{Mark, Place, Play, Site};

/// A property as it starts.
pub(super) fn fresh(kind: &ConceptKind) -> Option<Mark> {
    let defaults = kind.params.iter().map(|param| param.default.clone().into_owned());
    build(&kind.functor, &defaults.collect::<Vec<_>>())
}

fn build(functor: &str, args: &[String]) -> Option<Mark> {
    match args {
        [] => functor.parse().ok(),
        _ => format!("{functor}({})", args.join(",")).parse().ok(),
    }
}

/// The property in words.
pub(super) fn phrase(game: &dyn Game, kinds: &[ConceptKind], mark: &Mark) -> String {
    let Some(kind) = kind_of(kinds, mark) else { return mark.to_string() };
    let args = mark.args();
    let mut words = String::new();
    for piece in pieces(&kind.phrase) {
        match piece {
            PhrasePart::Words(text) => words.push_str(text),
            PhrasePart::Slot(at) => match (kind.params.get(at), args.get(at)) {
                (Some(param), Some(value)) => words.push_str(&said(game, param, value)),
                _ => words.push('…'),
            },
        }
    }
    words
}

fn kind_of<'a>(kinds: &'a [ConceptKind], mark: &Mark) -> Option<&'a ConceptKind> {
    kinds
        .iter()
        .find(|kind| kind.functor == mark.functor() && kind.params.len() == mark.args().len())
}

/// A part of a phrase.
enum PhrasePart<'a> {
    Words(&'a str),
    Slot(usize),
}

fn pieces(phrase: &str) -> Vec<PhrasePart<'_>> {
    let mut found = Vec::new();
    let mut rest = phrase;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((number, behind)) = after.split_once('}') else { break };
        found.push(PhrasePart::Words(before));
        found.push(PhrasePart::Slot(number.parse().unwrap_or(usize::MAX)));
        rest = behind;
    }
    found.push(PhrasePart::Words(rest));
    found
}

fn said(game: &dyn Game, param: &Param, value: &str) -> String {
    match &param.kind {
        ParamKind::Number { .. } => value.to_owned(),
        ParamKind::Choice(options) => options
            .iter()
            .find(|(option, _)| *option == value)
            .map_or_else(|| value.to_owned(), |(_, words)| words.to_string()),
        ParamKind::Site | ParamKind::Line => {
            value.parse::<Site>().map_or_else(|_| value.to_owned(), Site::name)
        }
        ParamKind::Mark => {
            value.parse().map_or_else(|_| value.to_owned(), |mark| game.describe(&mark))
        }
        ParamKind::Fraction => fraction(value),
        ParamKind::Play => words::solution_of(Play::of_term(value).map_or(0, |play| play.len())),
    }
}

/// `frac(1,2)` as `1/2`.
fn fraction(value: &str) -> String {
    match value.parse::<Mark>() {
        Ok(mark) if mark.functor() == "frac" => mark.args().join("/"),
        _ => value.to_owned(),
    }
}

/// `1/2` or `3` as `frac(1,2)` or `frac(3,1)`.
fn read_fraction(text: &str) -> Option<String> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let above: u32 = above.trim().parse().ok()?;
    let below: u32 = below.trim().parse().ok().filter(|below| *below > 0)?;
    Some(format!("frac({above},{below})"))
}

/// Shows a property; gives it as it is after a change.
pub(super) fn show(ui: &mut Ui, scene: &ConceptScene<'_>, mark: &Mark) -> Option<Mark> {
    let Some(kind) = kind_of(&scene.kinds, mark) else {
        return unknown(ui, scene, mark);
    };
    let mut args: Vec<String> = mark.args().into_iter().map(str::to_owned).collect();
    let before = args.clone();
    let other = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let other = chooser(ui, scene);
        for piece in pieces(&kind.phrase) {
            match piece {
                PhrasePart::Words(words) if words.trim().is_empty() => {}
                PhrasePart::Words(words) => _ = ui.label(words.trim()),
                PhrasePart::Slot(at) => {
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

/// A property that this game does not have, from a file of another version perhaps.
fn unknown(ui: &mut Ui, scene: &ConceptScene<'_>, mark: &Mark) -> Option<Mark> {
    ui.horizontal_wrapped(|ui| {
        let other = chooser(ui, scene);
        ui.label(egui::RichText::new(mark.as_str()).monospace());
        ui.weak(words::UNKNOWN_PROPERTY);
        other
    })
    .inner
}

/// Changes a property for one of another kind.
fn chooser(ui: &mut Ui, scene: &ConceptScene<'_>) -> Option<Mark> {
    let mut chosen = None;
    let menu = ui.menu_button("▾", |ui| {
        for kind in &scene.kinds {
            if ui.button(words::outline(kind)).clicked() {
                chosen = fresh(kind);
            }
        }
    });
    name(&menu.response, words::OTHER_PROPERTY);
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
            choice(ui, &param.name, value, options.collect());
        }
        ParamKind::Mark => choice(ui, &param.name, value, marks(scene)),
        ParamKind::Site => site(ui, scene, param, value),
        ParamKind::Line => line(ui, scene, param, value),
        ParamKind::Fraction => fraction_field(ui, param, value),
        // Chosen by pointing at it, on the board or among the solutions.
        ParamKind::Play => {
            ui.strong(said(scene.game, param, value)).on_hover_text(value.as_str());
        }
    }
}

/// A point of dragging is a twentieth of a step, and an arrow key is a whole one.
fn speed(ui: &Ui) -> f64 {
    if ui.ctx().dragged_id().is_some() { 0.05 } else { 1.0 }
}

fn choice(ui: &mut Ui, label: &str, value: &mut String, options: Vec<(String, String)>) {
    let chosen = options.iter().find(|(option, _)| option == value);
    let words = chosen.map_or_else(|| value.clone(), |(_, words)| words.clone());
    let combo = ComboBox::from_id_salt("choice").selected_text(words).show_ui(ui, |ui| {
        for (option, words) in options {
            ui.selectable_value(value, option, words);
        }
    });
    name(&combo.response, label);
}

/// Every mark of the level, once, with its words.
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
    let size = (board.cols, board.rows);
    column_and_row(ui, param, (at, size), value);
}

/// An edge or a corner: what it is, and where.
fn line(ui: &mut Ui, scene: &ConceptScene<'_>, param: &Param, value: &mut String) {
    let board = scene.level.board;
    let corner = Site { place: Place::Vertex, col: 0, row: 0 };
    let at = value.parse::<Site>().unwrap_or(corner);
    let kinds = [Place::Vertex, Place::HEdge, Place::VEdge].map(|place| {
        let moved = Site { place, ..at };
        (moved.to_string(), words::line_place(place).to_owned())
    });
    choice(ui, &param.name, value, kinds.to_vec());
    let at = value.parse::<Site>().unwrap_or(at);
    let more = |place: Place| u16::from(at.place == place || at.place == Place::Vertex);
    let size = (board.cols + more(Place::VEdge), board.rows + more(Place::HEdge));
    column_and_row(ui, param, (at, size), value);
}

fn column_and_row(
    ui: &mut Ui,
    param: &Param,
    (at, (cols, rows)): (Site, (u16, u16)),
    value: &mut String,
) {
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

/// A fraction as text; while it is typed and makes no sense, the last good one stays.
fn fraction_field(ui: &mut Ui, param: &Param, value: &mut String) {
    let id = ui.scope_id().with("fraction");
    let kept: Option<String> = ui.data(|data| data.get_temp(id));
    let mut typed = kept.unwrap_or_else(|| fraction(value));
    let response = ui.add(TextEdit::singleline(&mut typed).id(id).desired_width(44.0));
    name(&response, &param.name);
    if response.changed()
        && let Some(read) = read_fraction(&typed)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_written_and_read_as_people_do() {
        assert_eq!(fraction("frac(3,4)"), "3/4");
        assert_eq!(read_fraction(" 3 / 4 ").as_deref(), Some("frac(3,4)"));
        assert_eq!(read_fraction("2").as_deref(), Some("frac(2,1)"));
        assert_eq!(read_fraction("1/0"), None);
        assert_eq!(read_fraction("x"), None);
    }

    #[test]
    fn a_phrase_falls_into_words_and_slots() {
        let slots = |phrase| {
            let found = pieces(phrase);
            let texts: Vec<String> = found
                .into_iter()
                .map(|piece| match piece {
                    PhrasePart::Words(words) => words.to_owned(),
                    PhrasePart::Slot(at) => format!("<{at}>"),
                })
                .collect();
            texts.concat()
        };
        assert_eq!(slots("at least {1} of {0} are used"), "at least <1> of <0> are used");
        assert_eq!(slots("no slot"), "no slot");
        assert_eq!(slots("broken {1"), "broken {1");
    }
}
