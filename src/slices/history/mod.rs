//! The steps that undo reverts and redo repeats; a click goes to the point after one.

pub mod words;

use crate::registry::Slices;
use egui::{Button, Context, RichText, ScrollArea, Ui};

use foolproof_editor::kit::theme::{Role, Theme};
use foolproof_editor::panels::sheet::{NARROW, Sheet};
use foolproof_editor::session::command::{Command, Entry, Menu};
use foolproof_editor::session::kinds::{FeatureWindow, Listener};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<StepList>().window().listener());
}

foolproof_editor::command_names!(pub HistoryCommands, HISTORY = "history");

pub(crate) const HISTORY_WINDOW: Window =
    Window::new("history", WindowStand::Beside).while_editing();

const COMMANDS: &[Entry] = &[Entry::new(
    Command::HISTORY,
    Menu::Edit,
    0,
    "History…",
    "Lists the steps; click one to go back there.",
    |state| state.chrome.open(HISTORY_WINDOW),
)
.searched_as("undo steps list past log timeline")];

#[derive(Default)]
pub(crate) struct StepList {
    /// The depth last scrolled to.
    shown: Option<usize>,
}

impl StepList {
    fn list(&mut self, ui: &mut Ui, state: &mut State) {
        let history = state.history();
        let (depth, saved) = (history.depth(), history.saved_depth());
        let names = history.done().chain(history.undone());
        let mut names: Vec<String> =
            names.enumerate().map(|(at, name)| words::step(at + 1, name)).collect();
        names.insert(0, words::BEGINNING.to_owned());
        let theme = Theme::of(ui);
        let mut wanted = None;
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            for (at, name) in names.iter().enumerate() {
                let mut signs = Vec::new();
                signs.extend((saved == Some(at)).then_some(words::SAVED));
                signs.extend((at == depth).then_some(words::NOW));
                signs.extend((at > depth).then_some(words::UNDONE));
                let colour = theme.role(if at > depth { Role::Weak } else { Role::Text });
                let note = RichText::new(signs.join(", ")).small().weak();
                let button = Button::selectable(at == depth, RichText::new(name).color(colour))
                    .right_text(note)
                    .truncate()
                    .min_size(egui::vec2(ui.available_width(), 0.0));
                let row = ui.add(button).on_hover_text(words::TIP);
                let role = egui::Role::Button;
                row.widget_info(|| egui::WidgetInfo::selected(role, true, at == depth, name));
                if at == depth && self.shown != Some(depth) {
                    row.scroll_to_me(None);
                    self.shown = Some(depth);
                }
                wanted = row.clicked().then_some(at).or(wanted);
            }
        });
        if let Some(wanted) = wanted {
            state.go_to_step(wanted);
        }
    }
}

foolproof_editor::feature!(StepList, COMMANDS);

impl FeatureWindow for StepList {
    fn windows(&mut self, context: &Context, state: &mut State) {
        Sheet::new(HISTORY_WINDOW, words::TITLE, NARROW).show(context, state, |ui, state| {
            self.list(ui, state);
        });
    }
}

impl Listener for StepList {
    fn forget(&mut self) {
        self.shown = None;
    }
}
