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
use foolproof_games::own::GameCard;
use foolproof_games::{Game, Games, shelf};
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
/// Cards side by side, and how much of the gallery is seen at once.
const IN_ROW: f32 = 6.0;
const GALLERY: f32 = 340.0;
/// What of a small screen is beside the gallery.
const MARGIN: Vec2 = Vec2::new(100.0, 330.0);

/// What is asked for, as it is chosen and typed in.
#[derive(Default)]
pub(crate) struct NewPack {
    form: Option<NewPackForm>,
    thumbs: Thumbs<usize>,
}

struct NewPackForm {
    title: String,
    search: String,
    gallery: Vec<GalleryGame>,
    /// Games of the shelf that are shown here; they are loaded into the document when one is chosen.
    shelf: Games,
    chosen: usize,
    board: Board,
}

/// A game of the gallery.
struct GalleryGame {
    id: String,
    name: String,
    /// The heading under which it stands.
    group: String,
    tagline: String,
    /// What it is found by, in small letters.
    searched: String,
    loaded: Loaded,
}

/// The game itself; those of the shelf are loaded when they are seen.
enum Loaded {
    NotYet,
    /// With a level of its sample as its picture.
    Game(Arc<dyn Game>, Option<Arc<Level>>),
    Failed,
}

impl GalleryGame {
    fn of_game(game: Arc<dyn Game>) -> Self {
        let about = game.about();
        let (name, tagline) = (about.name.to_string(), about.tagline.to_string());
        let group = if game.is_built_in() { words::BUILT_IN } else { words::YOURS };
        Self {
            id: about.id.to_string(),
            searched: format!("{name} {tagline} {group}").to_lowercase(),
            name,
            group: group.to_owned(),
            tagline,
            loaded: Loaded::of(game),
        }
    }

    fn of_card(card: &GameCard) -> Self {
        let GameCard { id, name, group, tagline, .. } = card.clone();
        let searched = card.searched();
        Self { id, name, group, tagline, searched, loaded: Loaded::NotYet }
    }

    /// Whether it has all of these words.
    fn is_found_by(&self, typed: &str) -> bool {
        typed.to_lowercase().split_whitespace().all(|word| self.searched.contains(word))
    }

    fn load(&mut self, shelf: &Games) {
        let Loaded::NotYet = self.loaded else { return };
        let library = shelf.library();
        let loaded = library.and_then(|library| library.load_from_shelf(shelf, &self.id));
        let game = loaded.and_then(Result::ok).and_then(|id| shelf.by_id(&id));
        self.loaded = game.map_or(Loaded::Failed, Loaded::of);
    }

    fn game(&self) -> Option<&Arc<dyn Game>> {
        match &self.loaded {
            Loaded::Game(game, _) => Some(game),
            Loaded::NotYet | Loaded::Failed => None,
        }
    }
}

impl Loaded {
    fn of(game: Arc<dyn Game>) -> Self {
        let picture = picture_of(&*game);
        Self::Game(game, picture)
    }
}

impl NewPackForm {
    fn new(document: &Document) -> Self {
        let games = document.games();
        // Games that are loaded stand where they belong, once.
        let (of_shelf, others): (Vec<_>, Vec<_>) =
            games.all().into_iter().partition(|game| shelf::card(&game.about().id).is_some());
        let is_own = |game: &&Arc<dyn Game>| games.place_of(&game.about().id).is_some();
        let own = of_shelf.iter().filter(is_own).cloned();
        let cards = shelf::cards().iter().map(GalleryGame::of_card);
        let others = others.into_iter().chain(own).map(GalleryGame::of_game);
        let mut gallery: Vec<GalleryGame> = others.chain(cards).collect();
        gallery.sort_by_key(|game| words::place_of_group(&game.group));
        let current = document.level().map(|level| level.game.clone());
        let welcome = || games.welcome().map(|game| game.about().id.to_string());
        let id = current.or_else(welcome);
        let chosen = gallery.iter().position(|game| Some(&game.id) == id.as_ref());
        let shelf = match games.library() {
            Some(library) => Games::default().with_library(library),
            None => Games::default(),
        };
        let board = Board { cols: 1, rows: 1, tray: 0 };
        let (title, search) = (String::new(), String::new());
        let mut form = Self { title, search, gallery, shelf, chosen: 0, board };
        form.choose(chosen.unwrap_or_default());
        form
    }

    fn choose(&mut self, at: usize) {
        let Some(game) = self.gallery.get_mut(at) else { return };
        game.load(&self.shelf);
        if let Some(game) = game.game() {
            (self.chosen, self.board) = (at, game.about().default_board);
        }
    }

    fn pack(&self) -> Option<Pack> {
        let game = self.gallery.get(self.chosen)?.game()?;
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
        let wide = CARD.x * IN_ROW + theme::GAP * IN_ROW + theme::GAP * 2.0;
        ui.set_width(wide.min(ui.ctx().content_rect().width() - MARGIN.x));
        ui.horizontal(|ui| {
            let label = ui.label(words::GAME);
            let field = TextEdit::singleline(&mut form.search).hint_text(words::SEARCH);
            ui.add(field.desired_width(400.0_f32.min(ui.available_width()))).labelled_by(label.id);
        });
        ui.add_space(theme::TIGHT);
        let chosen = gallery(ui, form, thumbs);
        if let Some(at) = chosen {
            form.choose(at);
        }
        let tagline = form.gallery.get(form.chosen).map_or("", |game| game.tagline.as_str());
        ui.weak(tagline);
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
        buttons(ui, words::CREATE, !form.gallery.is_empty())
    }
}

/// The games that are searched for, under their headings; which was clicked.
fn gallery(ui: &mut Ui, form: &mut NewPackForm, thumbs: &mut Thumbs<usize>) -> Option<usize> {
    let found: Vec<usize> = (0..form.gallery.len())
        .filter(|at| form.gallery.get(*at).is_some_and(|game| game.is_found_by(&form.search)))
        .collect();
    let mut chosen = None;
    let room = ui.ctx().content_rect().height() - MARGIN.y;
    let height = room.clamp(CARD.y, GALLERY);
    let area = egui::ScrollArea::vertical().max_height(height).auto_shrink([false, false]);
    area.show(ui, |ui| {
        if found.is_empty() {
            ui.label(words::NONE_FOUND);
        }
        let group = |at: &usize| form.gallery.get(*at).map_or("", |game| game.group.as_str());
        let groups: Vec<Vec<usize>> = found
            .chunk_by(|one, other| group(one) == group(other))
            .map(<[usize]>::to_vec)
            .collect();
        for places in groups {
            let first = places.first().and_then(|at| form.gallery.get(*at));
            ui.strong(first.map_or("", |game| game.group.as_str()));
            ui.horizontal_wrapped(|ui| {
                for at in places {
                    let Some(game) = form.gallery.get_mut(at) else { continue };
                    if card(ui, at, form.chosen == at, game, &form.shelf, thumbs) {
                        chosen = Some(at);
                    }
                }
            });
            ui.add_space(theme::TIGHT);
        }
    });
    chosen
}

/// The board of the first level.
fn size(ui: &mut Ui, form: &mut NewPackForm) {
    let Some(game) = form.gallery.get(form.chosen).and_then(GalleryGame::game) else { return };
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
    game: &mut GalleryGame,
    shelf: &Games,
    thumbs: &mut Thumbs<usize>,
) -> bool {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, chosen, words::card(&game.name))
    });
    if !ui.is_rect_visible(rect) {
        return response.clicked();
    }
    game.load(shelf);
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
    if let Loaded::Game(game, Some(level)) = &game.loaded {
        let play = level.intended.as_ref();
        thumbs.paint(ui, place, at, Subject { game: &**game, level, play, against: None });
    }
    let below = egui::pos2(rect.center().x, rect.bottom() - 14.0);
    let font = egui::TextStyle::Body.resolve(ui.style());
    let colour = theme.role(Role::Text);
    ui.painter().text(below, egui::Align2::CENTER_CENTER, &game.name, font, colour);
    response.on_hover_text(&game.tagline).clicked()
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
