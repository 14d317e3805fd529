//! The size of a level's board.

pub(crate) mod words;

use crate::registry::Slices;
use egui::{Context, Grid, RichText, Ui};
use foolproof_game::falling_off;

use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::panels::sheet::{SheetDeed, board_size, buttons, form, known_boards};
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_level::Board;
use foolproof_picture::Ink;

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<Resizing>().window());
}

pub(crate) const RESIZE_WINDOW: Window = Window::new("resize", WindowStand::Before);

const COMMANDS: &[Entry] = &[Entry::new(
    Command::RESIZE,
    Menu::Level,
    2,
    "Resize the board…",
    "Changes columns, rows and tray.",
    open,
)
.searched_as("size larger smaller rows columns grow shrink width height crop board")
.when(has_level)];

/// The state of the form.
#[derive(Default)]
pub(crate) struct Resizing {
    board: Option<Board>,
    /// Columns are added and removed at the left; with `at_top`, rows at the top.
    at_left: bool,
    at_top: bool,
}

fn open(state: &mut State) {
    let board = state.level().map(|level| level.board);
    if let Some(own) = state.feature_mut::<Resizing>() {
        *own = Resizing { board, ..Resizing::default() };
        state.chrome.open(RESIZE_WINDOW);
    }
}

foolproof_editor::feature!(Resizing, COMMANDS);

impl FeatureWindow for Resizing {
    fn windows(&mut self, context: &Context, state: &mut State) {
        let open = state.chrome.is_open(RESIZE_WINDOW);
        let (Some((game, level)), Some(mut board)) = (state.scene(), self.board.filter(|_| open))
        else {
            return;
        };
        let about = game.about();
        let mut by = (0, 0);
        let deed = form(context, "Resize the board", |ui| {
            ui.horizontal(|ui| known_boards(ui, about, &mut board));
            let grid = Grid::new("size").num_columns(2);
            grid.show(ui, |ui| board_size(ui, about, &mut board));
            if about.boards.is_empty() {
                sides(ui, words::COLUMNS, &mut self.at_left, words::COLUMNS_AT);
                sides(ui, words::ROWS, &mut self.at_top, words::ROWS_AT);
            }
            by = (
                grown(board.cols, level.board.cols, self.at_left),
                grown(board.rows, level.board.rows, self.at_top),
            );
            let lost = falling_off(&*game, &level, board, by.0, by.1);
            if lost > 0 {
                let colour = Theme::of(ui).ink(Ink::Bad);
                ui.label(RichText::new(words::falls_off(lost)).color(colour));
            }
            ui.add_space(theme::GAP);
            buttons(ui, "Resize", true)
        });
        self.board = Some(board);
        let Some(deed) = deed else { return };
        state.chrome.close();
        if deed == SheetDeed::Go {
            state.resize("Resize the board", board, by.0, by.1);
        }
    }
}

/// Returns the distance by which the contents move, in cells.
fn grown(to: u16, from: u16, first: bool) -> i32 {
    if first { i32::from(to) - i32::from(from) } else { 0 }
}

/// Shows the choice of the side at which columns or rows are added and removed.
fn sides(ui: &mut Ui, what: &str, first: &mut bool, names: [&str; 2]) {
    ui.horizontal(|ui| {
        ui.label(what);
        let [before, behind] = names;
        ui.selectable_value(first, false, behind);
        ui.selectable_value(first, true, before);
    });
}
