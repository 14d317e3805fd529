//! The window of a new pack: its game, chosen by a picture, the size of the first board, and a title.

mod words;

use crate::registry::Slices;
use foolproof_games::LibraryShelf;
use std::sync::Arc;

use egui::{Context, Key, TextEdit, Ui, Vec2};

use foolproof_editor::kit::games::{CARD, GameGallery};
use foolproof_editor::kit::theme;
use foolproof_editor::panels::sheet::{SheetDeed, board_size, buttons, form, known_boards};
use foolproof_editor::session::chrome::WindowEffect;
use foolproof_editor::session::document::Document;
use foolproof_editor::session::kinds::{FeatureWindow, Listener};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::Window;
use foolproof_editor::text;
use foolproof_level::bounds::LONGEST_OWN_TITLE;
use foolproof_level::{Board, Level, Pack};

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<NewPack>().window().listener());
}

/// Maximum number of cards side by side.
const IN_ROW: f32 = 8.0;
/// Space around the gallery, in points. The gallery fills the rest of the window.
const MARGIN: Vec2 = Vec2::new(100.0, 360.0);

/// The state of the form.
#[derive(Default)]
pub(crate) struct NewPack {
    form: Option<NewPackForm>,
}

struct NewPackForm {
    title: String,
    gallery: GameGallery,
    board: Board,
}

impl NewPackForm {
    fn new(document: &Document) -> Self {
        let games = document.games();
        let current = document.level().map(|level| level.game.clone());
        let welcome = || games.welcome().map(|game| game.about().id.to_string());
        let gallery = GameGallery::new(games, current.or_else(welcome).as_deref());
        let board = gallery.game().map(|game| game.about().default_board);
        let board = board.unwrap_or(Board { cols: 1, rows: 1, tray: 0 });
        Self { title: String::new(), gallery, board }
    }

    fn pack(&self) -> Option<Pack> {
        let game = self.gallery.game()?;
        let level = Arc::new(Level::open(&*game.about().id, self.board));
        let title = self.title.trim().to_owned();
        Some(Pack { title, levels: vec![level], ..Pack::default() })
    }
}

impl NewPack {
    fn show(&mut self, ui: &mut Ui) -> Option<SheetDeed> {
        let form = self.form.as_mut()?;
        let wide = CARD.x * IN_ROW + theme::GAP * IN_ROW + theme::GAP * 2.0;
        ui.set_width(wide.min(ui.ctx().content_rect().width() - MARGIN.x));
        let before = form.gallery.game().cloned();
        let mut entered = form.gallery.search_field(ui);
        ui.add_space(theme::TIGHT);
        let room = ui.ctx().content_rect().height() - MARGIN.y;
        if let Some(at) = form.gallery.show(ui, room.max(CARD.y)) {
            form.gallery.choose(at);
        }
        if let (Some(before), Some(game)) = (before, form.gallery.game())
            && !Arc::ptr_eq(&before, game)
        {
            form.board = game.about().default_board;
        }
        let is_shown = form.gallery.shows_chosen();
        ui.weak(if is_shown { form.gallery.tagline() } else { "" });
        ui.add_space(theme::GAP);
        egui::Grid::new("new pack").num_columns(2).show(ui, |ui| {
            let label = ui.label(words::PACK_TITLE);
            let field = TextEdit::singleline(&mut form.title).hint_text(text::UNTITLED);
            let field = field.char_limit(LONGEST_OWN_TITLE).desired_width(260.0);
            let field = ui.add(field).labelled_by(label.id);
            let is_free = field.lost_focus() || ui.memory(|memory| memory.focused().is_none());
            entered |= is_free && ui.input(|input| input.key_pressed(Key::Enter));
            ui.end_row();
            ui.label(words::SIZE);
            size(ui, form);
            ui.end_row();
        });
        ui.add_space(theme::GAP);
        let clicked = buttons(ui, words::CREATE, is_shown);
        clicked.or((entered && is_shown).then_some(SheetDeed::Go))
    }
}

/// Shows the fields for the size of the first board.
fn size(ui: &mut Ui, form: &mut NewPackForm) {
    let Some(game) = form.gallery.game() else { return };
    let (about, board) = (game.about(), &mut form.board);
    ui.horizontal(|ui| {
        known_boards(ui, about, board);
        board_size(ui, about, board);
    });
}

foolproof_editor::feature!(NewPack);

impl FeatureWindow for NewPack {
    fn windows(&mut self, context: &Context, state: &mut State) {
        if !state.chrome.is_open(Window::NEW_PACK) {
            self.form = None;
            return;
        }
        self.form.get_or_insert_with(|| NewPackForm::new(&state.document));
        let Some(deed) = form(context, words::TITLE, |ui| self.show(ui)) else { return };
        state.chrome.close();
        let pack = self.form.as_ref().filter(|_| deed == SheetDeed::Go);
        if let Some(pack) = pack.and_then(NewPackForm::pack) {
            state.document.games().load_for(&pack, None);
            state.chrome.request(WindowEffect::New(Box::new(pack)));
        }
    }
}

impl Listener for NewPack {
    fn replaced(&mut self, _: &mut State, _: &dyn Fn(&Level) -> bool) {
        self.form = None;
    }
}
