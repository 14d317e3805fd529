//! The trait of a game, made of plain questions and plain answers.
//!
//! A level design is marks on sites, `has(S,M)` in the game's encoding; a play is marks on sites too,
//! `play(S,M)`. So reading a model back, comparing solutions, locks, overlays and repairs are written once, for
//! every game.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::abilities::Abilities;
use crate::about::{About, Group, Scene, Scope};
use crate::assets::GameAssets;
use crate::format::Format;
use crate::plain;
use crate::refusals::{AcceptError, GameError};
use crate::stock::{Extent, Range, StockItem};
use crate::study::Study;
use crate::text::Text;
use foolproof_level::{Board, Expected, GameText, Level, Mark, Site, source};
use foolproof_picture::{Layout, Rect, Shape};

/// A puzzle domain: its marks, its picture, and the optional parts that it has.
///
/// Every game has all of these; [`Abilities`] names what else a game can do, each in a trait of its own.
/// `tests/toy` is a whole game, to be copied.
pub trait Game: Send + Sync {
    fn about(&self) -> &About;

    /// Its encoding, packs, formats and study.
    fn assets(&self) -> &GameAssets;

    /// Its optional parts.
    fn abilities(&self) -> Abilities<'_>;

    /// Every mark that a designer can paint, in rows.
    fn palette(&self) -> Vec<Group>;

    /// Positions of the sites; usually cells alone.
    fn layout(&self, board: &Board) -> Layout {
        plain::layout(board)
    }

    /// Like [`Game::layout`], for a level: its clue cells may need room.
    fn layout_of(&self, level: &Level) -> Layout {
        self.layout(&level.board)
    }

    /// Checks that the site may hold the mark; says why not.
    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError>;

    /// Describes the mark in words: "source, power 1/2, to the east".
    fn describe(&self, mark: &Mark) -> String;

    /// Draws the level, and the play of the scene. What a mark looks like by itself, in both methods, is a
    /// [`Shape::Mark`], so that a pack's pictures can replace it.
    fn draw(&self, level: &Level, scene: Scene<'_>) -> Vec<Shape>;

    /// Draws a mark alone: palette, tray, ghosts of forced and possible marks.
    fn draw_mark(&self, mark: &Mark, into: Rect) -> Vec<Shape>;

    /// Facts that the encoding needs besides `site/1`, `has/2`, `open/1` and `may/2`, and the
    /// check that every mark of the level has a meaning.
    fn facts(&self, level: &Level, scope: Scope<'_>) -> Result<String, GameError>;

    /// Marks that a generation may use, taken from the level's own marks if it has some.
    fn stock(&self, level: &Level) -> Vec<StockItem>;

    /// The widest sensible stock: any number of marks that fits, on every site that is not locked. A statement
    /// about all levels rests on a search of it.
    fn range(&self, level: &Level) -> Range {
        Range::new(self.stock(level), Extent::Some)
    }
}

/// Derived methods for every game.
impl dyn Game + '_ {
    /// Digest of the rules' version and of the encoding's text; it identifies the rules.
    pub fn digest(&self) -> String {
        let mut digest = Sha256::new();
        digest.update(self.about().rules_version.to_string());
        // Separates the number from the text after it.
        digest.update("\n");
        let encoding = self.assets().encoding.as_ref();
        digest.update(encoding.map_or("", |encoding| &encoding.text));
        for (name, text) in encoding.iter().flat_map(|encoding| &encoding.beside) {
            digest.update(&**name);
            digest.update(&**text);
        }
        // For a game without an encoding: the text of its rules, and of its manifest if it has one.
        for text in self.text().iter().flat_map(|text| [&text.rules, &text.script, &text.manifest])
        {
            digest.update(text);
        }
        let digits: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}{digits}", source::DIGEST)
    }

    /// Expectations of a check for a level.
    pub fn expected(&self, level: &Level) -> Expected {
        level.policy.in_game(self.about().unique)
    }

    /// Checks that every mark of a level has a meaning; lack of room in the encoding is not an error.
    pub fn makes_sense_of(&self, level: &Level) -> Result<(), GameError> {
        match self.facts(level, Scope::Fixed) {
            Ok(_) | Err(GameError::TooMuch(_)) => Ok(()),
            Err(why) => Err(why),
        }
    }

    /// True if it is part of the program.
    pub fn is_built_in(&self) -> bool {
        self.text().is_none()
    }

    /// Text of the sample pack.
    pub fn sample(&self) -> Text {
        self.assets().sample.clone()
    }

    pub fn formats(&self) -> Vec<Arc<dyn Format>> {
        self.assets().formats.clone()
    }

    /// A long study of very many levels, if the game offers one.
    pub fn study(&self) -> Option<Arc<dyn Study>> {
        self.assets().study.clone()
    }

    /// Contents of its folder, for a game that a designer brings.
    pub fn text(&self) -> Option<&Arc<GameText>> {
        self.assets().text.as_ref()
    }
}
