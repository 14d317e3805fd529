//! Texts of a level and of its pack: title, author, tags, notes, and the expectations of a check.
//!
//! Every letter is an edit, and the edits of one field between entering and leaving it are one undo step; no
//! text waits in a field to be lost.

use std::sync::Arc;

use egui::{ComboBox, Grid, Response, TextEdit, Ui};

use crate::kit::join::Joiner;
use crate::kit::theme;
use crate::text;
use foolproof_game::Games;
use foolproof_level::bounds;
use foolproof_level::{CheckItem, Expect, History, Level, LevelId, Made, Pack};

/// State of the forms between two frames.
#[derive(Debug, Default)]
pub struct FormMemory {
    joiner: Joiner,
    /// The tags as typed, including a final comma without a tag.
    tags: Option<(LevelId, String)>,
}

/// Puts a field's new value into the pack.
pub(crate) type SetField<'a> = &'a dyn Fn(&mut Pack, String);

#[derive(Clone, Copy)]
pub(crate) struct PackField<'a> {
    name: &'static str,
    value: &'a str,
    hint: &'static str,
    lines: usize,
    /// Maximum number of letters.
    most: usize,
}

impl<'a> PackField<'a> {
    pub(crate) fn new(
        name: &'static str,
        hint: &'static str,
        value: &'a str,
        lines: usize,
    ) -> Self {
        // The limits of a file, so that the written text can be read again.
        let most = if lines > 1 { bounds::LONGEST_OWN_NOTES } else { bounds::LONGEST_OWN_TITLE };
        Self { name, value, hint, lines, most }
    }

    pub(crate) fn at_most(self, most: usize) -> Self {
        Self { most, ..self }
    }
}

impl FormMemory {
    /// Shows the texts of one level.
    pub fn level(&mut self, ui: &mut Ui, history: &mut History, id: LevelId) {
        let Some(level) = history.pack().level(id).map(Arc::clone) else { return };
        let field = |name, value, hint, lines| PackField::new(name, hint, value, lines);
        Grid::new("level form").num_columns(2).show(ui, |ui| {
            let title = field(text::TITLE, level.title.as_str(), text::UNTITLED, 1);
            self.field(ui, history, title, &|pack, value| put(pack, id, |l| l.title = value));
            let author = field(text::AUTHOR, level.author.as_str(), "", 1);
            self.field(ui, history, author, &|pack, value| put(pack, id, |l| l.author = value));
            self.tags(ui, history, &level);
            let notes = field(text::NOTES, level.notes.as_str(), text::NOTES_HINT, 3);
            self.field(ui, history, notes, &|pack, value| put(pack, id, |l| l.notes = value));
        });
        if let Some(made) = &level.made {
            how_made(ui, made);
        }
    }

    /// Shows the texts of the pack.
    pub fn pack(&mut self, ui: &mut Ui, history: &mut History) {
        let Pack { title, author, notes, .. } = history.pack().clone();
        let field = |name, value, hint, lines| PackField::new(name, hint, value, lines);
        Grid::new("pack form").num_columns(2).show(ui, |ui| {
            let title = field(text::PACK_TITLE, &title, text::UNTITLED, 1);
            self.field(ui, history, title, &|pack, value| pack.title = value);
            let author = field(text::PACK_AUTHOR, &author, "", 1);
            self.field(ui, history, author, &|pack, value| pack.author = value);
            let notes = field(text::PACK_NOTES, &notes, text::NOTES_HINT, 3);
            self.field(ui, history, notes, &|pack, value| pack.notes = value);
        });
        ui.add_space(theme::GAP);
        self.for_players(ui, history);
    }

    /// Edits the pack; joins the step with the previous one when the same field made both.
    pub(crate) fn join(
        &mut self,
        context: &egui::Context,
        history: &mut History,
        name: String,
        change: impl FnOnce(&mut Pack),
    ) {
        self.joiner.edit(context, history, name, change);
    }

    pub(crate) fn field(
        &mut self,
        ui: &mut Ui,
        history: &mut History,
        field: PackField<'_>,
        set: SetField<'_>,
    ) {
        let mut value = field.value.to_owned();
        if line(ui, &mut value, field).changed() {
            let name = text::change_of(field.name);
            self.joiner.edit(ui.ctx(), history, name, |pack| set(pack, value));
        }
        ui.end_row();
    }

    fn tags(&mut self, ui: &mut Ui, history: &mut History, level: &Level) {
        let kept = self.tags.take().filter(|(id, typed)| {
            // An undo changes the tags under the field; then the typed text is out of date.
            *id == level.id && split(typed) == level.tags
        });
        let mut typed = kept.map_or_else(|| level.tags.join(", "), |(_, typed)| typed);
        let field = PackField::new(text::TAGS, text::TAGS_HINT, "", 1);
        let response = line(ui, &mut typed, field);
        if response.changed() {
            let tags = split(&typed);
            let change = |pack: &mut Pack| put(pack, level.id, |level| level.tags = tags);
            self.joiner.edit(ui.ctx(), history, text::change_of(text::TAGS), change);
        }
        if response.has_focus() {
            self.tags = Some((level.id, typed));
        }
        ui.end_row();
    }
}

fn line(ui: &mut Ui, value: &mut String, field: PackField<'_>) -> Response {
    let label = ui.label(field.name);
    // A longer text from a file stays as it is.
    let value_length = if value.len() > field.most { value.chars().count() } else { 0 };
    let edit = match field.lines {
        1 => TextEdit::singleline(value),
        lines => TextEdit::multiline(value).desired_rows(lines),
    };
    let edit = edit.char_limit(field.most.max(value_length));
    let edit = edit.hint_text(field.hint).desired_width(f32::INFINITY);
    ui.add(edit).labelled_by(label.id)
}

fn put(pack: &mut Pack, id: LevelId, change: impl FnOnce(&mut Level)) {
    if let Some(level) = pack.levels.iter_mut().find(|level| level.id == id) {
        change(Arc::make_mut(level));
    }
}

fn split(typed: &str) -> Vec<String> {
    typed.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
}

/// Shows the command that made the level, and its number among that command's levels.
fn how_made(ui: &mut Ui, made: &Made) {
    ui.add_space(theme::GAP);
    theme::section(ui, text::MADE).on_hover_text(text::MADE_TIP);
    ui.label(text::made(made));
    ui.add(egui::Label::new(egui::RichText::new(made.line()).monospace().small()).wrap());
    if ui.button(text::COPY_COMMAND).on_hover_text(text::COPY_COMMAND_TIP).clicked() {
        ui.ctx().copy_text(made.line());
    }
}

/// Width of an answer with the note that it is the usual one, in points; a narrow panel shows the answer alone.
const ANSWER_AS_USUAL: f32 = 120.0;

/// Shows what a check expects of the level.
pub fn policy(ui: &mut Ui, history: &mut History, games: &Games, level: &Level) {
    Grid::new("policy").num_columns(2).show(ui, |ui| {
        let mut policy = level.policy;
        let asked = games.expected(level);
        let usual = games.by_id(&level.game).map(|game| game.about().unique);
        let mut unique = asked.unique;
        let rows = [
            (CheckItem::Solvable, &mut policy.solvable, None),
            (CheckItem::Unique, &mut unique, usual),
            (CheckItem::ShortcutFree, &mut policy.shortcut_free, None),
        ];
        for (item, expect, usual) in rows {
            let name = item.statement();
            let label = ui.label(name);
            let words = |option: Expect| match usual == Some(option) {
                true => text::as_usual(option.word()),
                false => option.word().to_owned(),
            };
            let selected = match ui.available_width() < ANSWER_AS_USUAL {
                true => expect.word().to_owned(),
                false => words(*expect),
            };
            let combo = ComboBox::from_id_salt(name).selected_text(selected);
            let shown = combo.show_ui(ui, |ui| {
                for option in [Expect::Yes, Expect::No, Expect::Any] {
                    ui.selectable_value(expect, option, words(option));
                }
            });
            shown.response.labelled_by(label.id);
            ui.end_row();
        }
        if unique != asked.unique {
            policy.unique = Some(unique).filter(|unique| usual != Some(*unique));
        }
        if policy != level.policy {
            history.edit(text::change_of(text::POLICY), |pack| {
                put(pack, level.id, |level| level.policy = policy);
            });
        }
    });
}
