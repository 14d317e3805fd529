//! Levels from elsewhere: the parts of them that could not be read, and what dropping a file would do.

pub(crate) mod words;

use crate::registry::Slices;
use egui::{Align2, Context, FontId, Id, LayerId, Order, RichText, ScrollArea, Ui};

use foolproof_editor::files::open_file::Unread;
use foolproof_editor::files::words as file_words;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::chrome::WindowEffect;
use foolproof_editor::session::command::{Command, Entry, Menu};
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::Window;
use foolproof_picture::Ink;

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<Importing>().window());
}

foolproof_editor::command_names!(pub ImportingCommands, ADD_LEVELS = "add-levels", SHOW_UNREAD = "show-unread");

const COMMANDS: &[Entry] = &[
    Entry::new(Command::ADD_LEVELS, Menu::File, 0, words::ADD, words::ADD_TIP, |state| {
        state.chrome.request(WindowEffect::Add);
    })
    .searched_as("import merge append insert read file load puzzlescript sdk"),
    Entry::new(Command::SHOW_UNREAD, Menu::File, 0, words::UNREAD, words::UNREAD_TIP, |state| {
        state.chrome.open(Window::UNREAD);
    })
    .searched_as("import errors failed skipped unreadable broken problems")
    .when(|state| !state.document.file.unread.faults.is_empty())
    .listed_when_enabled(),
];

/// Width of the list, in points.
const WIDTH: f32 = 520.0;
/// Maximum height, above which the list scrolls.
const HEIGHT: f32 = 320.0;

/// The list of what could not be read. Its state is the file's.
#[derive(Default)]
pub(crate) struct Importing;

foolproof_editor::feature!(Importing, COMMANDS);

impl FeatureWindow for Importing {
    fn windows(&mut self, context: &Context, state: &mut State) {
        Sheet::new(Window::UNREAD, words::UNREAD, WIDTH).show(context, state, |ui, state| {
            let unread = state.document.file.unread.clone();
            list(ui, &unread);
            ui.add_space(theme::GAP);
            ui.horizontal(|ui| {
                if theme::primary(ui, words::CLOSE).clicked() {
                    state.chrome.close();
                }
                if ui.button(words::COPY_LIST).clicked() {
                    state.chrome.request(WindowEffect::Copy(words::as_text(&unread)));
                }
            });
        });
        held_over(context);
    }
}

/// Lists faults: the place, and the reason beneath it.
fn list(ui: &mut Ui, unread: &Unread) {
    let theme = Theme::of(ui);
    ui.set_max_width(WIDTH);
    ui.label(words::summary(unread));
    ui.weak(words::KEPT);
    ui.add_space(theme::GAP);
    ScrollArea::vertical().max_height(HEIGHT).auto_shrink([false, true]).show_rows(
        ui,
        ui.text_style_height(&egui::TextStyle::Body) * 2.0 + theme::GAP,
        unread.faults.len(),
        |ui, rows| {
            for (place, why) in unread.faults.get(rows).unwrap_or_default() {
                ui.strong(place);
                let why = RichText::new(foolproof_editor::text::sentence(why));
                let why = egui::Label::new(why.color(theme.ink(Ink::Conflict))).truncate();
                ui.add(why);
                ui.add_space(theme::TIGHT);
            }
        },
    );
}

/// Says what dropping files would do, over all of the window.
fn held_over(context: &Context) {
    let words = match context.input(|input| input.raw.hovered_files.len()) {
        0 => return,
        1 => file_words::DROP,
        _ => file_words::DROP_SEVERAL,
    };
    let theme = Theme::of_context(context);
    let painter = context.layer_painter(LayerId::new(Order::Foreground, Id::unique("drop")));
    let place = context.content_rect();
    painter.rect_filled(place, 0.0, theme.faded(Role::Canvas, 0.85));
    let colour = theme.role(Role::Text);
    let font = FontId::proportional(28.0);
    painter.text(place.center(), Align2::CENTER_CENTER, words, font, colour);
}
