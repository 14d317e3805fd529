//! Formats of games: one of a single game, or one that has the same name in several games.

use super::{ExportScope, ExportSource, Exporter, ExporterAbout};
use foolproof_game::Games;
use foolproof_games::{Exported, FormatOf, formats, write_each};
use foolproof_level::Level;

/// A format, with the games whose levels it holds.
pub(super) struct GamesFormat {
    first: FormatOf,
    others: Vec<FormatOf>,
    games: Vec<String>,
}

/// Returns every format of every game that can be written, once.
pub(super) fn games_formats(games: &Games) -> Vec<GamesFormat> {
    let mut all: Vec<GamesFormat> = Vec::new();
    for of in formats(games).into_iter().filter(|of| of.format.is_written()) {
        let game = of.game.about().id.to_string();
        match all.iter_mut().find(|known| known.first.format.id() == of.format.id()) {
            Some(known) => {
                known.games.push(game);
                known.others.push(of);
            }
            None => all.push(GamesFormat { first: of, others: Vec::new(), games: vec![game] }),
        }
    }
    all
}

impl Exporter for GamesFormat {
    fn about(&self) -> ExporterAbout<'_> {
        let format = &self.first.format;
        ExporterAbout {
            id: format.id(),
            name: format.name(),
            endings: format.extensions(),
            scope: ExportScope::Games(&self.games),
        }
    }

    fn is_link(&self) -> bool {
        self.first.format.is_link()
    }

    fn levels(&self, source: &ExportSource<'_>) -> Exported {
        let levels: Vec<&Level> = source.pack.levels.iter().map(AsRef::as_ref).collect();
        let is_of = |of: &&FormatOf, level: &&Level| of.game.about().id == level.game;
        let of_levels =
            levels.iter().find_map(|level| self.others.iter().find(|of| is_of(of, level)));
        let first = levels.iter().any(|level| is_of(&&self.first, level));
        let of = if first { None } else { of_levels };
        write_each(source.games, of.unwrap_or(&self.first), &levels)
    }
}
