//! The pictures of a look: a row for each mark of the level's game, and one for the background.

use std::collections::BTreeSet;

use egui::{Button, Grid, RichText, Sense, Ui, Vec2};

use super::words;
use crate::look::remarks::{brushes_of, marks_of};
use foolproof_editor::files::filter::Filter;
use foolproof_editor::kit::painter::{self, Transform};
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::session::chrome::{Chrome, FileWish, WindowEffect};
use foolproof_editor::session::state::State;
use foolproof_game::Game;
use foolproof_level::{LookPicture, Mark, PackLook, PngFile};
use foolproof_picture::Point;

pub(super) const WISH: &str = "picture of a look";
/// The side of a mark in the list, in points.
const SIDE: f32 = 30.0;
/// Room for a mark's name.
const NAME: f32 = 150.0;

/// A place for a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PictureSlot {
    /// `None` for the background.
    mark: Option<Mark>,
    dark: bool,
}

impl PictureSlot {
    fn get<'a>(&self, look: &'a PackLook) -> Option<&'a LookPicture> {
        match &self.mark {
            Some(mark) => look.tiles.get(mark),
            None => look.background.as_ref(),
        }
    }

    fn file<'a>(&self, look: &'a PackLook) -> Option<&'a PngFile> {
        let picture = self.get(look)?;
        if self.dark { picture.dark.as_ref() } else { Some(&picture.light) }
    }

    pub(super) fn put(&self, look: &mut PackLook, file: PngFile) {
        let picture = match self.get(look).cloned() {
            Some(picture) if self.dark => LookPicture { dark: Some(file), ..picture },
            Some(picture) => LookPicture { light: file, ..picture },
            None => LookPicture { light: file, dark: None },
        };
        self.set(look, Some(picture));
    }

    fn take(&self, look: &mut PackLook) {
        let rest = self.get(look).cloned().filter(|_| self.dark);
        self.set(look, rest.map(|picture| LookPicture { dark: None, ..picture }));
    }

    fn set(&self, look: &mut PackLook, picture: Option<LookPicture>) {
        match (&self.mark, picture) {
            (None, picture) => look.background = picture,
            (Some(mark), None) => _ = look.tiles.remove(mark),
            (Some(mark), Some(picture)) => _ = look.tiles.insert(mark.clone(), picture),
        }
    }
}

/// Asks for the file of a picture.
pub(super) fn ask_for_file(chrome: &mut Chrome) {
    let png = Filter { name: words::PNG_FILES.to_owned(), endings: vec!["png".to_owned()] };
    let (title, filters) = (words::CHOOSE.to_owned(), vec![png]);
    chrome.request(WindowEffect::Choose(Box::new(FileWish { what: WISH, title, filters })));
}

/// Shows the list. Returns the place for which a file is to be chosen.
pub(super) fn show(ui: &mut Ui, state: &State, look: &mut PackLook) -> Option<PictureSlot> {
    theme::section(ui, words::PICTURES);
    ui.add(egui::Label::new(RichText::new(words::PICTURES_EXPLAINED).weak()).wrap());
    let game = state.game()?;
    let mut wanted = None;
    Grid::new("pictures of the look").num_columns(4).striped(true).show(ui, |ui| {
        ui.label("");
        ui.label(words::BACKGROUND);
        row(ui, look, None, words::BACKGROUND, &mut wanted);
        if game.compiled_rules().is_some() {
            ui.label("");
            ui.label(words::SPRITES);
            ui.end_row();
            return;
        }
        for mark in marks(state, &*game, look) {
            drawn(ui, &*game, &mark);
            let name = game.describe(&mark);
            ui.scope(|ui| {
                ui.set_width(NAME);
                ui.add(egui::Label::new(&name).truncate());
            });
            row(ui, look, Some(mark), &name, &mut wanted);
        }
    });
    wanted
}

/// Returns the marks that can have a picture: those of the pack's levels first, then the palette's.
fn marks(state: &State, game: &dyn Game, look: &PackLook) -> Vec<Mark> {
    let pack = state.history().pack();
    let levels = pack.levels.iter().filter(|level| *level.game == *game.about().id);
    let on_levels: BTreeSet<Mark> =
        levels.flat_map(|level| marks_of(game, level).cloned()).collect();
    let mut marks: Vec<Mark> = on_levels.into_iter().collect();
    let others = brushes_of(game).chain(look.tiles.keys().cloned());
    for mark in others {
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }
    marks
}

/// Draws a mark without its picture.
fn drawn(ui: &mut Ui, game: &dyn Game, mark: &Mark) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
    let square = foolproof_picture::Rect::square(Point::new(0.5, 0.5), 1.0);
    let into = Transform { origin: rect.min, scale: SIDE };
    painter::paint(ui.painter(), into, &game.draw_mark(mark, square), &Theme::of(ui), None);
}

fn row(
    ui: &mut Ui,
    look: &mut PackLook,
    mark: Option<Mark>,
    name: &str,
    wanted: &mut Option<PictureSlot>,
) {
    for dark in [false, true] {
        let slot = PictureSlot { mark: mark.clone(), dark };
        let can = !dark || slot.get(look).is_some();
        ui.horizontal(|ui| {
            let file = slot.file(look);
            let shown = match file {
                Some(file) => {
                    let [width, height] = file.size();
                    format!("{width}x{height}")
                }
                None => (if dark { words::DARK_TOO } else { words::PICTURE_OF }).to_owned(),
            };
            let tip = words::choose(name, dark);
            let button = ui.add_enabled(can, Button::new(shown));
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, can, tip.clone()));
            if button.on_hover_text(&tip).clicked() {
                *wanted = Some(slot.clone());
            }
            let has = file.is_some();
            if has {
                let tip = words::remove(name, dark);
                let button = ui.add(Button::new("×").frame(false));
                button.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, tip.clone())
                });
                if button.on_hover_text(&tip).clicked() {
                    slot.take(look);
                }
            }
        });
    }
    ui.end_row();
}
