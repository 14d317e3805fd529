//! The available games, by their pictures: built in, on the shelf, the user's own.

mod example;
pub mod words;

pub use example::SolvedExample;
use foolproof_games::{LibraryShelf, own::GameCard, shelf};

use std::sync::Arc;

use egui::{Rect, Sense, TextEdit, Ui, Vec2};

use crate::kit::theme::{self, Role, Theme};
use crate::kit::thumbs::{Subject, Thumbs};
use foolproof_game::{Game, Games};
use foolproof_level::{Level, Pack};

pub const CARD: Vec2 = Vec2::new(108.0, 128.0);
const PICTURE: f32 = 92.0;

/// The games to choose from, filtered by the search, and the chosen one.
pub struct GameGallery {
    search: String,
    games: Vec<GalleryGame>,
    /// Games of the shelf that are shown here; they are loaded elsewhere when one is chosen.
    shelf: Games,
    chosen: usize,
    thumbs: Thumbs<usize>,
    /// The search field has already had the keyboard focus.
    has_begun: bool,
}

struct GalleryGame {
    id: String,
    name: String,
    /// The heading above it.
    group: String,
    tagline: String,
    /// Text that the search looks through, in small letters.
    searched: String,
    loaded: LoadedGame,
}

/// The game itself; those of the shelf are loaded when they come into view.
enum LoadedGame {
    NotYet,
    /// The game, with a level of its sample as its picture.
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
            loaded: LoadedGame::of(game),
        }
    }

    fn of_card(card: &GameCard) -> Self {
        let GameCard { id, name, group, tagline, .. } = card.clone();
        let searched = card.searched();
        Self { id, name, group, tagline, searched, loaded: LoadedGame::NotYet }
    }

    /// True if it has all of these words.
    fn is_found_by(&self, typed: &str) -> bool {
        typed.to_lowercase().split_whitespace().all(|word| self.searched.contains(word))
    }

    fn load(&mut self, shelf: &Games) {
        let LoadedGame::NotYet = self.loaded else { return };
        let library = shelf.library();
        let loaded = library.and_then(|library| library.load_from_shelf(shelf, &self.id));
        let game = loaded.and_then(Result::ok).and_then(|id| shelf.by_id(&id));
        self.loaded = game.map_or(LoadedGame::Failed, LoadedGame::of);
    }

    fn game(&self) -> Option<&Arc<dyn Game>> {
        match &self.loaded {
            LoadedGame::Game(game, _) => Some(game),
            LoadedGame::NotYet | LoadedGame::Failed => None,
        }
    }
}

impl LoadedGame {
    fn of(game: Arc<dyn Game>) -> Self {
        let picture = picture_of(&*game);
        Self::Game(game, picture)
    }
}

impl GameGallery {
    /// Lists the games of a library, with the current one chosen if it is among them.
    pub fn new(games: &Games, current: Option<&str>) -> Self {
        // Loaded games appear once, in their own group.
        let (of_shelf, others): (Vec<_>, Vec<_>) =
            games.all().into_iter().partition(|game| shelf::card(&game.about().id).is_some());
        let is_own = |game: &&Arc<dyn Game>| games.place_of(&game.about().id).is_some();
        let own = of_shelf.iter().filter(is_own).cloned();
        let cards = shelf::cards().iter().map(GalleryGame::of_card);
        let others = others.into_iter().chain(own).map(GalleryGame::of_game);
        let mut all: Vec<GalleryGame> = others.chain(cards).collect();
        all.sort_by_key(|game| words::place_of_group(&game.group));
        let chosen = all.iter().position(|game| Some(game.id.as_str()) == current);
        let shelf = match games.library() {
            Some(library) => Games::default().with_library(library),
            None => Games::default(),
        };
        let (search, thumbs) = (String::new(), Thumbs::default());
        let mut gallery = Self { search, games: all, shelf, chosen: 0, thumbs, has_begun: false };
        gallery.choose(chosen.unwrap_or_default());
        gallery
    }

    /// True if the chosen game is among the results of the search.
    pub fn shows_chosen(&self) -> bool {
        self.game().is_some() && self.found().contains(&self.chosen)
    }

    /// Returns the indices of the games that match the search.
    fn found(&self) -> Vec<usize> {
        let is_found =
            |at: &usize| self.games.get(*at).is_some_and(|game| game.is_found_by(&self.search));
        (0..self.games.len()).filter(is_found).collect()
    }

    /// Chooses a game, if it can be loaded.
    pub fn choose(&mut self, at: usize) -> Option<&Arc<dyn Game>> {
        let game = self.games.get_mut(at)?;
        game.load(&self.shelf);
        if game.game().is_some() {
            self.chosen = at;
        }
        self.games.get(at)?.game()
    }

    /// Returns the chosen game.
    pub fn game(&self) -> Option<&Arc<dyn Game>> {
        self.games.get(self.chosen)?.game()
    }

    pub fn tagline(&self) -> &str {
        self.games.get(self.chosen).map_or("", |game| game.tagline.as_str())
    }

    /// Shows the search field, which has the keyboard at first; returns whether Enter was pressed in it. If the
    /// search excludes the chosen game, a matching one is chosen, preferably one whose name begins with the
    /// typed text.
    pub fn search_field(&mut self, ui: &mut Ui) -> bool {
        let field = ui.horizontal(|ui| {
            let label = ui.label(words::GAME);
            let field = TextEdit::singleline(&mut self.search).hint_text(words::SEARCH);
            let field = field.desired_width(400.0_f32.min(ui.available_width()));
            ui.add(field).labelled_by(label.id)
        });
        let field = field.inner;
        if !std::mem::replace(&mut self.has_begun, true) {
            field.request_focus();
        }
        if field.changed() {
            let typed = self.search.trim().to_lowercase();
            let found = self.found();
            let begins = |at: &&usize| {
                let game = self.games.get(**at);
                game.is_some_and(|game| game.name.to_lowercase().starts_with(&typed))
            };
            let hit = found.iter().find(begins).or(found.first()).copied();
            if let Some(hit) = hit.filter(|_| !found.contains(&self.chosen)) {
                self.choose(hit);
            }
        }
        field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
    }

    /// Shows the matching games under their headings; returns the index of a clicked one.
    pub fn show(&mut self, ui: &mut Ui, height: f32) -> Option<usize> {
        let found = self.found();
        let Self { games, shelf, chosen, thumbs, .. } = self;
        let mut clicked = None;
        let area = egui::ScrollArea::vertical().max_height(height).auto_shrink([false, false]);
        area.show(ui, |ui| {
            if found.is_empty() {
                ui.label(words::NONE_FOUND);
            }
            let group = |at: &usize| games.get(*at).map_or("", |game| game.group.as_str());
            let groups: Vec<Vec<usize>> = found
                .chunk_by(|one, other| group(one) == group(other))
                .map(<[usize]>::to_vec)
                .collect();
            for places in groups {
                let first = places.first().and_then(|at| games.get(*at));
                ui.strong(first.map_or("", |game| game.group.as_str()));
                ui.horizontal_wrapped(|ui| {
                    for at in places {
                        let Some(game) = games.get_mut(at) else { continue };
                        if card(ui, at, *chosen == at, game, shelf, thumbs) {
                            clicked = Some(at);
                        }
                    }
                });
                ui.add_space(theme::TIGHT);
            }
        });
        clicked
    }
}

/// Returns the first level of the game's sample.
fn picture_of(game: &dyn Game) -> Option<Arc<Level>> {
    Pack::from_json(&game.sample()).ok()?.levels.first().cloned()
}

/// Shows a game with its picture; returns whether it was clicked.
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
    if let LoadedGame::Game(game, Some(level)) = &game.loaded {
        let play = level.intended.as_ref();
        thumbs.paint(ui, place, at, Subject { game: &**game, level, play, against: None });
    }
    let below = egui::pos2(rect.center().x, rect.bottom() - 14.0);
    let font = egui::TextStyle::Body.resolve(ui.style());
    let colour = theme.role(Role::Text);
    ui.painter().text(below, egui::Align2::CENTER_CENTER, &game.name, font, colour);
    response.on_hover_text(&game.tagline).clicked()
}
