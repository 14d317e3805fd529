//! A compiled game: what it is made of, and its rules ready for any board.
//!
//! A [`ScriptGame`] never changes and can be shared between threads; whoever
//! plays makes a [`Stepper`](super::Stepper) of it.

use super::book::RuleBook;
use super::complaints::Complaint;
use super::draft::{GameDraft, SpriteDraft, draft};
use super::level_data::LevelDraft;
use super::machine::BoardShape;
use super::masks::{LAYERS_PER_WORD, WideMask};
use super::settings::ScriptSettings;
use super::widths::{AnyBook, MOST_WORDS, STRIDES, by_stride, with_book};
use std::sync::Arc;

/// An object of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptObject {
    /// Its name in lower case.
    pub name: String,
    /// Its name as written.
    pub shown: String,
    /// Its collision layer, from 0.
    pub layer: usize,
    /// How it looks.
    pub sprite: SpriteDraft,
    /// The line of its declaration, from 1.
    pub line: u32,
}

/// A level as it starts.
#[derive(Clone, Debug)]
pub struct ScriptBoard {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    pub(super) start: Box<[u64]>,
}

/// One entry of the LEVELS section.
#[derive(Clone, Debug)]
pub enum ScriptLevel {
    /// A text that is shown.
    Message(String),
    /// A board to play.
    Board(ScriptBoard),
}

/// A compiled game.
pub struct ScriptGame {
    /// What the prelude says.
    pub settings: ScriptSettings,
    /// The objects, by number.
    pub objects: Vec<ScriptObject>,
    /// Levels and messages, in order.
    pub levels: Vec<ScriptLevel>,
    pub(super) book: AnyBook,
    pub(super) dictionary: super::dictionary::Dictionary,
    pub(super) parsed: super::parsed::ParsedScript,
    pub(super) stride: usize,
}

/// What became of a source.
pub struct Compilation {
    /// The game, if one can be played. Errors do not always prevent that.
    pub game: Option<Arc<ScriptGame>>,
    /// What is wrong, in the order in which it was found.
    pub complaints: Vec<Complaint>,
}

/// Compiles a source. Never fails: what is wrong is complained about.
pub fn compile(source: &str) -> Compilation {
    let (made, mut complaints) = draft(source);
    let game = made.and_then(|made| match ScriptGame::new(made) {
        Ok(game) => Some(Arc::new(game)),
        Err(complaint) => {
            complaints.push(complaint);
            None
        }
    });
    Compilation { game, complaints }
}

impl ScriptGame {
    fn new(draft: GameDraft) -> Result<ScriptGame, Complaint> {
        let dictionary = &draft.dictionary;
        let words = dictionary
            .n_objects()
            .div_ceil(64)
            .max(dictionary.n_layers().div_ceil(LAYERS_PER_WORD))
            .max(1);
        let stride = STRIDES.into_iter().find(|&stride| stride >= words);
        let Some(stride) = stride else {
            return Err(Complaint {
                severity: super::complaints::Severity::Error,
                line: draft.parsed.heading_line("collisionlayers"),
                column: 1,
                text: format!(
                    "The game has more than {} objects or {} layers. Remove some.",
                    MOST_WORDS * 64,
                    MOST_WORDS * LAYERS_PER_WORD
                ),
            });
        };
        let book = by_stride!(stride, RuleBook::new(&draft));
        let levels = draft.levels.iter().map(|level| match level {
            LevelDraft::Message(text) => ScriptLevel::Message(text.clone()),
            LevelDraft::Cells { width, height, cells } => {
                let shape = BoardShape::new(*width, *height, dictionary.n_objects(), stride);
                ScriptLevel::Board(ScriptBoard {
                    width: *width,
                    height: *height,
                    start: state_of(shape, cells),
                })
            }
        });
        let levels = levels.collect();
        let objects = dictionary.by_id.iter().enumerate().filter_map(|(id, &index)| {
            let entry = dictionary.objects.get(index)?;
            Some(ScriptObject {
                name: dictionary.id_text(id).to_string(),
                shown: draft.parsed.objects.get(index)?.shown.clone(),
                layer: entry.layer(),
                sprite: draft.sprites.get(index)?.clone(),
                line: entry.line,
            })
        });
        let objects = objects.collect();
        Ok(ScriptGame {
            settings: draft.settings,
            objects,
            levels,
            book,
            dictionary: draft.dictionary,
            parsed: draft.parsed,
            stride,
        })
    }

    /// The first line that draws random numbers, if any does: then a turn has no one result.
    pub fn random_line(&self) -> Option<u32> {
        with_book!(&self.book, book => book.random_line)
    }

    /// Whether turns depend on chance.
    pub fn is_random(&self) -> bool {
        self.random_line().is_some()
    }

    /// The board of an entry of the levels, unless it is a message.
    pub fn board(&self, level: usize) -> Option<&ScriptBoard> {
        match self.levels.get(level)? {
            ScriptLevel::Board(board) => Some(board),
            ScriptLevel::Message(_) => None,
        }
    }

    /// The characters that levels may use, in order, each with its objects by number.
    pub fn glyphs(&self) -> Vec<(char, Vec<usize>)> {
        let mut glyphs: Vec<(char, Vec<usize>)> = self
            .parsed
            .glyphs
            .iter()
            .filter_map(|&glyph| {
                let name = self.dictionary.lookup(glyph.encode_utf8(&mut [0; 4]))?;
                let objects = self.dictionary.glyphs.get(&name)?;
                Some((glyph, objects.iter().map(|&(_, id)| id).collect()))
            })
            .collect();
        glyphs.sort();
        glyphs
    }

    pub(super) fn shape(&self, board: &ScriptBoard) -> BoardShape {
        BoardShape::new(board.width, board.height, self.objects.len(), self.stride)
    }

    /// Rules after expansion: what a turn may try.
    pub fn n_rules(&self) -> usize {
        with_book!(&self.book, book => book.rules.len())
    }
}

/// A state of given cells.
pub(super) fn state_of(shape: BoardShape, cells: &[WideMask]) -> Box<[u64]> {
    let mut state = vec![0; shape.state_words()];
    let first_cell = shape.plane_words();
    let first_present = first_cell + shape.n_cells() * shape.stride;
    for (index, cell) in cells.iter().enumerate() {
        for id in cell.iter().filter(|&id| id < shape.n_objects) {
            state[id * shape.n_words + index / 64] |= 1 << (index % 64);
            state[first_cell + index * shape.stride + id / 64] |= 1 << (id % 64);
            state[first_present + id / 64] |= 1 << (id % 64);
        }
    }
    state.into()
}
