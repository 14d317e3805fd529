//! The size of a level's board.

pub mod words;

use egui::{Context, DragValue, Grid, RichText, Ui};

use crate::editor::kit::theme::{self, Theme};
use crate::editor::panels::sheet::{SheetDeed, buttons, centred};
use crate::editor::session::command::{Command, Entry, Menu, has_level};
use crate::editor::session::feature::{Feature, Window, WindowStand};
use crate::editor::session::state::State;
use crate::level::Board;
use crate::picture::Ink;

impl Command {
    pub const RESIZE: Command = Command("resize");
}

impl Window {
    pub const RESIZE: Window = Window::new("resize", WindowStand::Before);
}

const COMMANDS: &[Entry] = &[Entry::new(
    (Command::RESIZE, Menu::Level, 2),
    "Resize the board…",
    "Changes columns, rows and tray.",
    open,
)
.when(has_level)];

/// The board as it is typed in.
#[derive(Default)]
pub struct Resizing {
    board: Option<Board>,
}

fn open(state: &mut State) {
    let board = state.level().map(|level| level.board);
    if let Some(own) = state.room_mut::<Resizing>() {
        own.board = board;
        state.open(Window::RESIZE);
    }
}

impl Feature for Resizing {
    fn commands(&self) -> &'static [Entry] {
        COMMANDS
    }

    fn windows(&mut self, context: &Context, state: &mut State) {
        let open = state.is_open(Window::RESIZE);
        let (Some((game, level)), Some(mut board)) = (state.scene(), self.board.filter(|_| open))
        else {
            return;
        };
        let about = game.about();
        let (least, most) = (about.smallest, about.largest);
        let (open, deed) = centred(context, "Resize the board", |ui| {
            sizes(ui, &about.boards, &mut board);
            Grid::new("size").num_columns(2).show(ui, |ui| {
                if !about.boards.is_empty() {
                    return;
                }
                number(ui, "Columns", &mut board.cols, (least.cols, most.cols));
                number(ui, "Rows", &mut board.rows, (least.rows, most.rows));
                if most.tray > 0 {
                    number(ui, "Tray slots", &mut board.tray, (least.tray, most.tray));
                }
            });
            let lost = level.marks().filter(|(site, _)| !board.contains(*site)).count();
            if lost > 0 {
                let colour = Theme::of(ui).ink(Ink::Bad);
                ui.label(RichText::new(words::falls_off(lost)).color(colour));
            }
            ui.add_space(theme::GAP);
            buttons(ui, "Resize", true)
        });
        self.board = Some(board);
        let deed = deed.flatten();
        if !open || deed.is_some() {
            state.close();
        }
        if deed == Some(SheetDeed::Go) {
            state.resize("Resize the board", board);
        }
    }
}

/// The boards that there are, where not every size will do.
fn sizes(ui: &mut Ui, boards: &[Board], board: &mut Board) {
    ui.horizontal(|ui| {
        for known in boards {
            ui.selectable_value(board, *known, format!("{}×{}", known.cols, known.rows));
        }
    });
}

fn number(ui: &mut Ui, name: &str, value: &mut u16, (least, most): (u16, u16)) {
    let label = ui.label(name);
    ui.add(DragValue::new(value).range(least..=most).speed(0.1)).labelled_by(label.id);
    ui.end_row();
}
