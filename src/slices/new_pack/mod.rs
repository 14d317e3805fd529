//! A new pack: its game, chosen by a picture, the size of the first board, and a title.

pub mod words;

use crate::registry::Slices;
use std::sync::Arc;

use egui::{Context, Rect, Sense, TextEdit, Ui, Vec2};

use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::kit::thumbs::{Subject, Thumbs};
use foolproof_editor::panels::sheet::{SheetDeed, board_size, buttons, form, known_boards};
use foolproof_editor::session::chrome::WindowEffect;
use foolproof_editor::session::document::Document;
use foolproof_editor::session::feature::Feature;
use foolproof_editor::session::kinds::{FeatureWindow, Listener};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::Window;
use foolproof_editor::text;
use foolproof_games::Game;
use foolproof_level::bounds::LONGEST_OWN_TITLE;
use foolproof_level::{Board, Level, Pack};

/// Adds the slice to the program.
pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| {
        features.add::<NewPack>().window().listener();
    });
}

const CARD: Vec2 = Vec2::new(108.0, 128.0);
const PICTURE: f32 = 92.0;

/// What is asked for, as it is chosen and typed in.
#[derive(Default)]
pub(crate) struct NewPack {
    form: Option<NewPackForm>,
    thumbs: Thumbs<usize>,
}

/// A game, and a level of its sample.
type PicturedGame = (Arc<dyn Game>, Option<Arc<Level>>);

struct NewPackForm {
    title: String,
    /// The games, each with a level of its sample as its picture.
    games: Vec<PicturedGame>,
    chosen: usize,
    board: Board,
}

impl NewPackForm {
    fn new(document: &Document) -> Self {
        let all = document.games().all().into_iter();
        let games: Vec<PicturedGame> = all
            .map(|game| {
                let picture = picture_of(&*game);
                (game, picture)
            })
            .collect();
        let current = document.level().map(|level| level.game.as_str());
        let welcome = document.games().welcome().map(|game| game.about().id.clone());
        let id = current.or(welcome.as_deref());
        let chosen = games.iter().position(|(game, _)| Some(&*game.about().id) == id);
        let chosen = chosen.unwrap_or_default();
        let board = games.get(chosen).map(|(game, _)| game.about().default_board);
        let board = board.unwrap_or(Board { cols: 1, rows: 1, tray: 0 });
        Self { title: String::new(), games, chosen, board }
    }

    fn choose(&mut self, at: usize) {
        if let Some((game, _)) = self.games.get(at) {
            (self.chosen, self.board) = (at, game.about().default_board);
        }
    }

    fn pack(&self) -> Option<Pack> {
        let (game, _) = self.games.get(self.chosen)?;
        let level = Arc::new(Level::open(&*game.about().id, self.board));
        let title = self.title.trim().to_owned();
        Some(Pack { title, levels: vec![level], ..Pack::default() })
    }
}

/// A level of the game's sample.
fn picture_of(game: &dyn Game) -> Option<Arc<Level>> {
    Pack::from_json(&game.sample()).ok()?.levels.first().cloned()
}

impl NewPack {
    fn show(&mut self, ui: &mut Ui) -> Option<SheetDeed> {
        let Self { form: Some(form), thumbs } = self else { return None };
        ui.set_width(CARD.x * 5.0 + theme::GAP * 4.0);
        ui.label(words::GAME);
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            for (at, (game, picture)) in form.games.iter().enumerate() {
                if card(ui, at, form.chosen == at, &**game, picture.as_ref(), thumbs) {
                    chosen = Some(at);
                }
            }
        });
        if let Some(at) = chosen {
            form.choose(at);
        }
        let tagline = form.games.get(form.chosen).map(|(game, _)| game.about().tagline.clone());
        ui.weak(tagline.as_deref().unwrap_or_default());
        ui.add_space(theme::GAP);
        egui::Grid::new("new pack").num_columns(2).show(ui, |ui| {
            let label = ui.label(words::PACK_TITLE);
            let field = TextEdit::singleline(&mut form.title).hint_text(text::UNTITLED);
            let field = field.char_limit(LONGEST_OWN_TITLE).desired_width(260.0);
            ui.add(field).labelled_by(label.id);
            ui.end_row();
            ui.label(words::SIZE);
            size(ui, form);
            ui.end_row();
        });
        ui.add_space(theme::GAP);
        buttons(ui, words::CREATE, !form.games.is_empty())
    }
}

/// The board of the first level.
fn size(ui: &mut Ui, form: &mut NewPackForm) {
    let Some((game, _)) = form.games.get(form.chosen) else { return };
    let (about, board) = (game.about(), &mut form.board);
    ui.horizontal(|ui| {
        known_boards(ui, about, board);
        board_size(ui, about, board);
    });
}

/// A game with its picture; whether it was clicked.
fn card(
    ui: &mut Ui,
    at: usize,
    chosen: bool,
    game: &dyn Game,
    picture: Option<&Arc<Level>>,
    thumbs: &mut Thumbs<usize>,
) -> bool {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    let name = &game.about().name;
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, chosen, words::card(name))
    });
    let fill = match (chosen, response.hovered()) {
        (true, _) => theme.role(Role::Tint),
        (false, true) => theme.role(Role::Hover),
        _ => theme.role(Role::Button),
    };
    ui.painter().rect_filled(rect, theme::ROUND_CARD, fill);
    if chosen || response.has_focus() {
        let ring = egui::Stroke::new(1.5, theme.role(Role::Accent));
        ui.painter().rect_stroke(rect, theme::ROUND_CARD, ring, egui::StrokeKind::Inside);
    }
    let place = rect.center_top() + Vec2::new(0.0, 6.0 + PICTURE / 2.0);
    let place = Rect::from_center_size(place, Vec2::splat(PICTURE));
    if let Some(level) = picture {
        let play = level.intended.as_ref();
        thumbs.paint(ui, place, at, Subject { game, level, play, against: None });
    }
    let below = egui::pos2(rect.center().x, rect.bottom() - 14.0);
    let font = egui::TextStyle::Body.resolve(ui.style());
    let colour = theme.role(Role::Text);
    ui.painter().text(below, egui::Align2::CENTER_CENTER, name, font, colour);
    response.clicked()
}

impl Feature for NewPack {}

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
            state.chrome.request(WindowEffect::New(Box::new(pack)));
        }
    }
}

impl Listener for NewPack {
    fn replaced(&mut self, _: &mut State, _: &dyn Fn(&Level) -> bool) {
        self.form = None;
    }
}
