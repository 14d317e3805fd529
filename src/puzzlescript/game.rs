//! A compiled game: its settings, objects and levels, and its rules in a form for boards of any size.
//!
//! A [`ScriptGame`] never changes and can be shared between threads; a [`ScriptStepper`](super::ScriptStepper)
//! plays it.

use crate::compiling::masks::{LAYERS_PER_WORD, WideMask, bits_of};
use crate::compiling::tables::{RuleTables, command};
use crate::compiling::widths::{AnyTables, MAX_WORDS, STRIDES, by_stride, with_tables};
use crate::draft::{GameDraft, SpriteDraft, draft};
use crate::reading::diagnostics::Diagnostic;
use crate::reading::level_data::{LevelDraft, MAX_CELLS};
use crate::reading::settings::ScriptSettings;
use crate::turns::machine::BoardShape;
use std::sync::Arc;

/// An object of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptObject {
    /// The number that rules and levels use. It differs from the object's place in the list if a source puts
    /// the object into several layers, since it is only in the last one.
    pub number: usize,
    /// Its name in lower case.
    pub name: String,
    /// Its name as written.
    pub shown: String,
    /// Its collision layer, from 0.
    pub layer: usize,
    /// Its look.
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

/// An entry of the LEVELS section.
#[derive(Clone, Debug)]
pub enum ScriptLevel {
    /// A text to show.
    Message(String),
    /// A board to play.
    Board(ScriptBoard),
    /// A board with too many cells to be played: its width and height.
    TooLarge(usize, usize),
    /// A board with a character that has no meaning, with the reason.
    Unreadable(String),
}

/// A compiled game. Its parts are shared, so that the same rules on another board cost that board.
#[derive(Clone)]
pub struct ScriptGame {
    /// The settings of the prelude.
    pub settings: ScriptSettings,
    /// The objects, by number.
    pub objects: Arc<[ScriptObject]>,
    /// Levels and messages, in order.
    pub levels: Vec<ScriptLevel>,
    pub(super) tables: Arc<AnyTables>,
    pub(super) dictionary: Arc<crate::reading::dictionary::Dictionary>,
    pub(super) parsed: Arc<crate::reading::parsed::ParsedScript>,
    pub(super) stride: usize,
    /// Objects that were left out of rules and level, since they cannot change the outcome.
    pub(super) left_out: Arc<[usize]>,
}

/// The result of compiling a source.
pub struct Compilation {
    /// The game, if it can be played. Errors do not always prevent that.
    pub game: Option<Arc<ScriptGame>>,
    /// The problems, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a source. Never fails: problems are reported as diagnostics.
pub fn compile(source: &str) -> Compilation {
    let (made, mut diagnostics) = draft(source);
    let game = made.and_then(|made| match ScriptGame::new(made) {
        Ok(game) => Some(Arc::new(game)),
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            None
        }
    });
    Compilation { game, diagnostics }
}

impl ScriptGame {
    fn new(draft: GameDraft) -> Result<ScriptGame, Diagnostic> {
        let dictionary = &draft.dictionary;
        let words = dictionary
            .n_objects()
            .div_ceil(64)
            .max(dictionary.n_layers().div_ceil(LAYERS_PER_WORD))
            .max(1);
        let stride = STRIDES.into_iter().find(|&stride| stride >= words);
        let Some(stride) = stride else {
            return Err(Diagnostic {
                severity: crate::reading::diagnostics::Severity::Error,
                line: draft.parsed.heading_line("collisionlayers"),
                column: 1,
                text: format!(
                    "The game has more than {} objects or {} layers. Remove some.",
                    MAX_WORDS * 64,
                    MAX_WORDS * LAYERS_PER_WORD
                ),
            });
        };
        let tables = by_stride!(stride, RuleTables::new(&draft));
        let levels = draft.levels.iter().map(|level| match level {
            LevelDraft::Message(text) => ScriptLevel::Message(text.clone()),
            LevelDraft::TooLarge { width, height } => ScriptLevel::TooLarge(*width, *height),
            LevelDraft::Unreadable(why) => ScriptLevel::Unreadable(why.clone()),
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
                number: entry.place.map_or(id, |(number, _)| number),
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
            tables: Arc::new(tables),
            dictionary: Arc::new(draft.dictionary),
            parsed: Arc::new(draft.parsed),
            stride,
            left_out: Arc::new([]),
        })
    }

    /// Returns a game with the same rules and one level: a board of these objects, by number, column by column
    /// from the top. A cell without a background stays without one.
    ///
    /// `None` if the number of cells is not `width` times `height`, or too large.
    pub fn on_board(
        &self,
        width: usize,
        height: usize,
        cells: &[Vec<usize>],
    ) -> Option<ScriptGame> {
        if cells.len() != width * height || cells.is_empty() || cells.len() > MAX_CELLS {
            return None;
        }
        let mask = |objects: &Vec<usize>| {
            let mut mask = WideMask::default();
            objects.iter().filter(|&&id| id < self.objects.len()).for_each(|&id| mask.insert(id));
            mask
        };
        let cells: Vec<WideMask> = cells.iter().map(mask).collect();
        let shape = BoardShape::new(width, height, self.objects.len(), self.stride);
        let board = ScriptBoard { width, height, start: state_of(shape, &cells) };
        Some(ScriptGame { levels: vec![ScriptLevel::Board(board)], ..self.clone() })
    }

    /// The object that fills cells without a background.
    pub fn background(&self) -> Option<usize> {
        self.dictionary.background.map(|(id, _)| id)
    }

    /// The layer in which backgrounds lie.
    pub fn background_layer(&self) -> Option<usize> {
        self.dictionary.background.map(|(_, layer)| layer)
    }

    /// The objects that are players, or parts of a player.
    pub fn players(&self) -> Vec<usize> {
        self.dictionary.player.1.iter().filter(|&id| id < self.objects.len()).collect()
    }

    /// The objects of a board, by number, column by column from the top.
    pub fn cells(&self, board: &ScriptBoard) -> Vec<Vec<usize>> {
        let shape = self.shape(board);
        let cell = |index: usize| {
            let first = shape.plane_words() + index * shape.stride;
            let words = board.start.get(first..first + shape.stride).unwrap_or(&[]);
            let objects = words.iter().enumerate();
            objects.flat_map(|(s, &word)| bits_of(word).map(move |bit| s * 64 + bit)).collect()
        };
        (0..shape.n_cells()).map(cell).collect()
    }

    /// The first line that draws random numbers, if there is one: then a turn has no unique result.
    pub fn random_line(&self) -> Option<u32> {
        with_tables!(&*self.tables, tables => tables.random_line)
    }

    /// The first line whose chance can affect a win in some level, if there is one.
    pub fn chance_line(&self) -> Option<u32> {
        self.random_line()?;
        with_tables!(&*self.tables, tables => crate::states::projection::chance_line(tables))
    }

    /// Returns whether some rule gives CHECKPOINT, which makes the board the one to which RESTART leads.
    pub fn has_checkpoints(&self) -> bool {
        with_tables!(&*self.tables, tables => {
            tables.rules.iter().any(|rule| rule.commands & command::CHECKPOINT != 0)
        })
    }

    /// Returns whether turns depend on chance.
    pub fn is_random(&self) -> bool {
        self.random_line().is_some()
    }

    /// The board of an entry of the levels, if it is one that can be played.
    pub fn board(&self, level: usize) -> Option<&ScriptBoard> {
        match self.levels.get(level)? {
            ScriptLevel::Board(board) => Some(board),
            ScriptLevel::Message(_) | ScriptLevel::TooLarge(..) | ScriptLevel::Unreadable(_) => {
                None
            }
        }
    }

    /// Returns the entries of the levels except messages, in order: a player's first level, second level and so
    /// on, including those that cannot be played.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &ScriptLevel)> {
        let entries = self.levels.iter().enumerate();
        entries.filter(|(_, entry)| !matches!(entry, ScriptLevel::Message(_)))
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

    /// The names that the legend defines, in lower case and in order.
    pub fn legend_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.parsed.legend_lines.keys().cloned().collect();
        names.sort();
        names
    }

    /// The objects that a turn can move, make or destroy, by number.
    pub fn dynamic_objects(&self) -> Vec<usize> {
        with_tables!(&*self.tables, tables => tables.dynamic.iter().collect())
    }

    /// The lines of its rules, each once and in order, without rules that can never act.
    pub fn rule_lines(&self) -> Vec<u32> {
        let mut lines: Vec<u32> = with_tables!(&*self.tables, tables => tables.rules.iter().map(|rule| rule.line).collect());
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    pub(super) fn shape(&self, board: &ScriptBoard) -> BoardShape {
        BoardShape::new(board.width, board.height, self.objects.len(), self.stride)
    }
}

/// A state with these cells.
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
