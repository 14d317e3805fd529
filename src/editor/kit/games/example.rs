//! A small solved example next to the rules of a game: a level of the game with an intended
//! solution, without it and with it.

use std::sync::Arc;

use egui::{Sense, Ui, Vec2};

use super::words;
use crate::kit::theme;
use crate::kit::thumbs::{Subject, Thumbs};
use foolproof_game::Game;
use foolproof_games::shelf;
use foolproof_level::{Level, Pack};

/// Side of one of its pictures, in points.
const PICTURE: f32 = 170.0;

/// The example of the last requested game, with its pictures.
#[derive(Default)]
pub struct SolvedExample {
    of: Option<ExampleLevel>,
    thumbs: Thumbs<bool>,
}

struct ExampleLevel {
    game: Arc<dyn Game>,
    level: Option<Arc<Level>>,
}

impl SolvedExample {
    /// Shows a puzzle of the game and its solution, side by side. A game whose levels are solved by moves shows
    /// none: no picture is a solution there. Levels in `secret`, which somebody is about to solve, are not
    /// shown either.
    pub fn show(&mut self, ui: &mut Ui, game: &Arc<dyn Game>, secret: &[Arc<Level>]) {
        if self.of.as_ref().is_none_or(|of| !Arc::ptr_eq(&of.game, game)) {
            self.of =
                Some(ExampleLevel { game: Arc::clone(game), level: example_of(&**game, secret) });
        }
        let game = &**game;
        let Some(level) = self.of.as_ref().and_then(|of| of.level.as_ref()) else { return };
        ui.add_space(theme::GAP);
        theme::section(ui, words::EXAMPLE);
        ui.horizontal(|ui| {
            for (solved, caption) in [(false, words::PUZZLE), (true, words::SOLUTION)] {
                ui.vertical(|ui| {
                    let (rect, response) =
                        ui.allocate_exact_size(Vec2::splat(PICTURE), Sense::hover());
                    response.widget_info(|| {
                        egui::WidgetInfo::labeled(egui::Role::Image, true, caption)
                    });
                    let play = level.intended.as_ref().filter(|_| solved);
                    let subject = Subject { game, level, play, against: None };
                    self.thumbs.paint(ui, rect, solved, subject);
                    ui.weak(caption);
                });
                ui.add_space(theme::GAP);
            }
        });
    }
}

/// Returns the first level of the game's own packs that has an intended solution and is not secret.
fn example_of(game: &dyn Game, secret: &[Arc<Level>]) -> Option<Arc<Level>> {
    if game.moves().is_some() {
        return None;
    }
    let id = &game.about().id;
    // A folder of the user's own may have the name of a game of the shelf.
    let is_of_shelf = game
        .text()
        .is_some_and(|text| shelf::text(id).is_some_and(|known| known.manifest == text.manifest));
    let known = if is_of_shelf { shelf::known_levels(id) } else { Vec::new() };
    let sample = Pack::from_json(&game.sample()).ok().map_or_else(Vec::new, |pack| pack.levels);
    let is_secret = |level: &Arc<Level>| secret.iter().any(|secret| secret.same_puzzle(level));
    known.into_iter().chain(sample).find(|level| level.intended.is_some() && !is_secret(level))
}
