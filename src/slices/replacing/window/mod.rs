//! Find and replace: replaces one mark by another in the selection, the level or all levels of its
//! game, in one step.

pub mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{ComboBox, Context, Grid, Key, Ui};

use foolproof_editor::kit::theme;
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::sheet::{SheetDeed, buttons, form};
use foolproof_editor::session::command::{Command, Entry, Menu, ctrl, has_level};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_game::{Game, Replaced, replace_marks};
use foolproof_level::{Level, LevelId, Mark, Site};

foolproof_editor::command_names!(pub ReplacingCommands, REPLACE = "replace");

pub(crate) const REPLACE_WINDOW: Window =
    Window::new("replace", WindowStand::Before).while_editing();

const COMMANDS: &[Entry] = &[Entry::new(
    Command::REPLACE,
    Menu::Edit,
    2,
    "Find and replace…",
    "Replaces one mark by another, in the selection, the level or the pack.",
    open,
)
.searched_as("search find substitute change all rename mark")
.keys(&[ctrl(Key::H)])
.when(has_level)];

/// The scope of the replacement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ReplaceScope {
    Selection,
    #[default]
    Level,
    Pack,
}

/// The mark to replace, and its replacement.
#[derive(Clone, Debug, Default)]
pub(crate) struct Replacing {
    pub find: Option<Mark>,
    /// `None` removes marks.
    pub with: Option<Mark>,
    pub scope: ReplaceScope,
}

fn open(state: &mut State) {
    let targets = state.board.targets();
    let chosen =
        state.level().and_then(|level| targets.iter().find_map(|site| level.mark(*site)).cloned());
    let first = chosen.or_else(|| marks_of_game(&state.document).into_iter().next());
    let scope = if targets.len() > 1 { ReplaceScope::Selection } else { ReplaceScope::Level };
    let with = state.board.brush.clone();
    if let Some(own) = state.feature_mut::<Replacing>() {
        *own = Replacing { find: first, with, scope };
    }
    state.chrome.open(REPLACE_WINDOW);
}

/// Returns the distinct marks of all levels of this game, with the current level's first.
fn marks_of_game(document: &Document) -> Vec<Mark> {
    let Some(level) = document.level() else { return Vec::new() };
    let others = document.history().pack().levels.iter().filter(|other| other.game == level.game);
    let levels = std::iter::once(level).chain(others);
    let mut seen = BTreeSet::new();
    let marks = levels.flat_map(|level| level.marks().map(|(_, mark)| mark));
    marks.filter(|mark| seen.insert(*mark)).cloned().collect()
}

/// Returns the levels of a scope, and their sites unless all are meant.
fn scope_of(state: &State, scope: ReplaceScope) -> (Vec<Arc<Level>>, Option<BTreeSet<Site>>) {
    let own = state.level().cloned();
    match scope {
        ReplaceScope::Selection => (own.into_iter().collect(), Some(state.board.targets())),
        ReplaceScope::Level => (own.into_iter().collect(), None),
        ReplaceScope::Pack => {
            let of_game = |level: &&Arc<Level>| own.as_ref().is_some_and(|o| o.game == level.game);
            (state.history().pack().levels.iter().filter(of_game).cloned().collect(), None)
        }
    }
}

/// Counts the marks that would be replaced, and the levels that have some.
pub(crate) fn count(state: &State, wish: &Replacing) -> (Replaced, usize) {
    let (mut all, mut levels) = (Replaced::default(), 0);
    let (Some(game), Some(find)) = (state.game(), &wish.find) else { return (all, levels) };
    let (found, within) = scope_of(state, wish.scope);
    for level in found {
        let mut copy = (*level).clone();
        let Replaced { found, changed } =
            replace_marks(&*game, &mut copy, find, wish.with.as_ref(), within.as_ref());
        all.found += found;
        all.changed += changed;
        levels += usize::from(found > 0);
    }
    (all, levels)
}

/// Replaces the marks, in one step for undo.
pub(crate) fn replace(state: &mut State, wish: &Replacing) {
    let (Some(game), Some(find)) = (state.game(), &wish.find) else { return };
    let (levels, within) = scope_of(state, wish.scope);
    let ids: BTreeSet<LevelId> = levels.iter().map(|level| level.id).collect();
    let mut changed = 0;
    state.edit_pack(words::STEP, |pack| {
        for level in pack.levels.iter_mut().filter(|level| ids.contains(&level.id)) {
            let mut copy = (**level).clone();
            let with = wish.with.as_ref();
            changed += replace_marks(&*game, &mut copy, find, with, within.as_ref()).changed;
            if copy != **level {
                *level = Arc::new(copy);
            }
        }
    });
    state.say(ToastTone::Good, words::replaced(changed));
}

foolproof_editor::feature!(Replacing, COMMANDS);

impl FeatureWindow for Replacing {
    fn windows(&mut self, context: &Context, state: &mut State) {
        let Some(game) = state.game().filter(|_| state.chrome.is_open(REPLACE_WINDOW)) else {
            return;
        };
        let known = marks_of_game(&state.document);
        let selected = !state.board.targets().is_empty();
        if self.scope == ReplaceScope::Selection && !selected {
            self.scope = ReplaceScope::Level;
        }
        let deed = form(context, words::TITLE, |ui| {
            Grid::new("replace").num_columns(2).show(ui, |ui| {
                marks(ui, &*game, words::FIND, &known, &mut self.find, None);
                let brushes = game.palette().into_iter().flat_map(|group| group.brushes);
                let mut others = known.clone();
                others.extend(brushes.map(|brush| brush.mark).filter(|mark| !known.contains(mark)));
                marks(ui, &*game, words::WITH, &others, &mut self.with, Some(words::NOTHING));
            });
            ui.label(words::WHERE);
            ui.horizontal_wrapped(|ui| {
                let all = [ReplaceScope::Selection, ReplaceScope::Level, ReplaceScope::Pack];
                for (scope, name) in all.into_iter().zip(words::SCOPES) {
                    let able = selected || scope != ReplaceScope::Selection;
                    ui.add_enabled_ui(able, |ui| ui.radio_value(&mut self.scope, scope, name));
                }
            });
            ui.add_space(theme::TIGHT);
            let (all, levels) = count(state, self);
            match known.is_empty() {
                true => ui.label(words::NO_MARKS),
                false => ui.label(words::found(all.found, all.changed, levels)),
            };
            ui.add_space(theme::GAP);
            buttons(ui, words::GO, all.changed > 0)
        });
        let Some(deed) = deed else { return };
        state.chrome.close();
        if deed == SheetDeed::Go {
            replace(state, self);
        }
    }
}

/// Shows a list to choose a mark from.
fn marks(
    ui: &mut Ui,
    game: &dyn Game,
    name: &str,
    all: &[Mark],
    chosen: &mut Option<Mark>,
    nothing: Option<&str>,
) {
    let label = ui.label(name);
    let words = |mark: &Mark| foolproof_editor::text::capital(&game.describe(mark));
    let shown = chosen.as_ref().map(words).or_else(|| nothing.map(str::to_owned));
    let list = ComboBox::from_id_salt(name).width(240.0).selected_text(shown.unwrap_or_default());
    let list = list.show_ui(ui, |ui| {
        if let Some(nothing) = nothing {
            ui.selectable_value(chosen, None, nothing);
        }
        for mark in all {
            ui.selectable_value(chosen, Some(mark.clone()), words(mark));
        }
    });
    list.response.labelled_by(label.id);
    ui.end_row();
}
