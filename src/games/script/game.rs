//! The game itself: its texts and files, its rules and its optional parts.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::boards::{BoardInPlay, KeptBoards};
use crate::look::Sprite;
use crate::words::{ObjectWords, UnknownWord};
use foolproof_game::{
    Abilities, About, AcceptError, Brush, Brushes, ConceptFault, Extent, Game, GameAssets,
    GameError, Group, MeaningError, OutsideClues, PageScript, Range, Rules, Scene, Scope,
    StockItem, Verdict, listed, plain,
};
use foolproof_level::words::one_line;
use foolproof_level::{
    Board, Expect, GameText, LARGEST_SIDE, Level, Mark, Pack, Place, Play, Site,
};
use foolproof_picture::{Layout, Rect, Shape};
use foolproof_puzzlescript::{Diagnostic, ScriptGame, ScriptInput, Severity, compile};

/// The error in a source, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {}", .0.line, .0.column, .0.text)]
pub struct ScriptFault(pub Diagnostic);

/// A PuzzleScript game.
pub struct ScriptedGame {
    about: About,
    pub(crate) assets: GameAssets,
    pub(crate) game: Arc<ScriptGame>,
    pub(crate) words: ObjectWords,
    pub(crate) sprites: Vec<Sprite>,
    /// The characters of the legend, in its order.
    glyphs: Vec<Glyph>,
    /// Characters of the marks that look like others.
    alike: BTreeMap<Mark, char>,
    pub(crate) rule_lines: Vec<u32>,
    pub(crate) boards: KeptBoards,
    /// The levels of the source that fit in a pack.
    pub(crate) drawn: Vec<Arc<Level>>,
    /// Frequency of each mark in the levels of the source.
    usual: BTreeMap<Option<Mark>, MarkFrequency>,
}

/// A character of the legend that levels can be drawn with.
#[derive(Clone, Debug)]
struct Glyph {
    character: char,
    mark: Option<Mark>,
}

/// Frequency of a mark in the levels of the source: its largest number, and its largest share of cells.
#[derive(Clone, Copy, Debug, Default)]
struct MarkFrequency {
    most: usize,
    share: f64,
}

impl ScriptedGame {
    /// Compiles a game from its text, as read from a source; returns all errors if it cannot be played.
    pub fn new(text: Arc<GameText>) -> Result<Self, Vec<ScriptFault>> {
        let compiled = compile(&text.script);
        let Some(game) = compiled.game else {
            let errors = compiled.diagnostics.into_iter();
            return Err(errors
                .filter(|one| one.severity == Severity::Error)
                .map(ScriptFault)
                .collect());
        };
        let words = ObjectWords::new(&game, &text.script);
        let sample = Pack::from_json(&text.sample).unwrap_or_default();
        let glyphs = game.glyphs().into_iter();
        let glyph = |(character, objects): (char, Vec<usize>)| Glyph {
            character,
            mark: words.mark(&as_drawn(&game, &objects)),
        };
        let glyphs: Vec<Glyph> = glyphs.map(glyph).collect();
        let about = about(&game, &text, &sample);
        let objects = game.objects.iter().enumerate();
        let sprites: Vec<Sprite> =
            objects.map(|(id, object)| Sprite::of(&object.sprite, words.word(id))).collect();
        let sample_text = match text.sample.is_empty() {
            true => Cow::Borrowed("{ \"foolproof\": 1, \"levels\": [] }\n"),
            false => Cow::Owned(text.sample.clone()),
        };
        let page = Some(PageScript::of(crate::page::SCRIPT));
        let text = Some(text);
        Ok(Self {
            assets: GameAssets { sample: sample_text, page, text, ..GameAssets::default() },
            about,
            alike: alike(&glyphs, &words, &sprites),
            sprites,
            rule_lines: game.rule_lines(),
            usual: usual(&sample),
            drawn: sample.levels,
            game,
            words,
            glyphs,
            boards: KeptBoards::default(),
        })
    }

    /// Returns a level's board, ready to play; `None` if the level has a mark that the game lacks.
    pub(crate) fn board_of(&self, level: &Level) -> Option<Arc<BoardInPlay>> {
        self.boards.of(self, level)
    }

    /// Returns the rules on the board of a level.
    pub(crate) fn on_board(&self, level: &Level) -> Option<ScriptGame> {
        let Board { cols, rows, .. } = level.board;
        let cells = self.words.cells(level).ok()?;
        self.game.on_board(usize::from(cols), usize::from(rows), &cells)
    }

    /// Returns the keys that the game uses, in the order in which a search presses them.
    pub(crate) fn keys(&self) -> Vec<ScriptInput> {
        foolproof_puzzlescript::keys_of(&self.game)
    }

    /// Returns whether a rule reads the key X.
    pub(crate) fn rules_name_action(&self) -> bool {
        self.assets.text.as_ref().is_some_and(|text| names_action(&self.game, &text.script))
    }

    /// Converts a pattern in the language's brackets to a term of concepts; fails if it makes no sense.
    pub(crate) fn pattern_term(&self, brackets: &str) -> Result<Mark, ConceptFault> {
        let term = crate::patterns::term_of_brackets(&self.words, brackets)?;
        let text =
            crate::patterns::brackets(&self.words, &term).unwrap_or_else(|| Ok(String::new()))?;
        match self.question(&text) {
            Ok(()) => Ok(term),
            Err(diagnostics) => {
                let first = diagnostics.into_iter().next();
                Err(first.map_or_else(|| "it makes no sense".into(), |first| first.text.into()))
            }
        }
    }

    /// Checks that brackets ask for something that can be on a board.
    pub(crate) fn question(&self, brackets: &str) -> Result<(), Vec<Diagnostic>> {
        let background = self.game.background().unwrap_or(0);
        match self.game.on_board(1, 1, &[vec![background]]) {
            Some(game) => game.question(0, brackets).map(drop),
            None => Ok(()),
        }
    }
}

/// Returns the marks that look like others, such as a player who covers other objects, with their characters.
fn alike(glyphs: &[Glyph], words: &ObjectWords, sprites: &[Sprite]) -> BTreeMap<Mark, char> {
    let mut seen: Vec<(&Mark, char, crate::look::CellPixels)> = Vec::new();
    for Glyph { character, mark } in glyphs {
        let Some(mark) = mark else { continue };
        if seen.iter().all(|(known, ..)| *known != mark) {
            let objects = words.cell(Some(mark)).unwrap_or_default();
            seen.push((mark, *character, crate::look::seen(sprites, &objects)));
        }
    }
    let looks_alike =
        |one: &crate::look::CellPixels| seen.iter().filter(|(.., other)| other == one).count() > 1;
    let alike = seen.iter().filter(|(.., pixels)| looks_alike(pixels));
    alike.map(|(mark, character, _)| ((*mark).clone(), *character)).collect()
}

/// Returns a glyph's objects as its cell has them: with the usual background if it names none.
fn as_drawn(game: &ScriptGame, objects: &[usize]) -> Vec<usize> {
    let layer = game.background_layer();
    let is_ground = |id: &usize| game.objects.get(*id).map(|object| object.layer) == layer;
    let mut drawn = objects.to_vec();
    if !objects.iter().any(is_ground) {
        drawn.extend(game.background());
    }
    drawn
}

/// Returns whether a rule of a game's source reads the key X.
fn names_action(game: &ScriptGame, script: &str) -> bool {
    let script = script.to_lowercase();
    let rules =
        script.split("\nrules").nth(1).and_then(|rest| rest.split("\nwinconditions").next());
    // Remarks in round brackets can contain others.
    let mut depth = 0_usize;
    let read = rules.unwrap_or_default().chars().filter(|c| {
        depth += usize::from(*c == '(');
        let is_rule = depth == 0;
        depth = depth.saturating_sub(usize::from(*c == ')'));
        is_rule
    });
    let read: String = read.collect();
    let is_named = read.split(|c: char| !c.is_alphanumeric()).any(|word| word == "action");
    is_named && !game.settings.without_action
}

/// Lists the goals that a player sees: an object that no level begins with is a matter of the rules alone.
fn goals(game: &ScriptGame) -> Vec<String> {
    let drawn: BTreeSet<usize> =
        game.glyphs().into_iter().flat_map(|(_, objects)| objects).collect();
    let is_drawn = |name: &str| {
        let named = game.objects.iter().position(|object| object.name.eq_ignore_ascii_case(name));
        named.is_none_or(|id| drawn.contains(&id))
    };
    let gone = |goal: &str| goal.strip_prefix("no ")?.strip_suffix(" is left").map(str::to_owned);
    let seen = |goal: &&String| gone(goal).is_none_or(|name| is_drawn(&name));
    let seen: Vec<String> = game.settings.goals.iter().filter(seen).cloned().collect();
    if seen.is_empty() { game.settings.goals.clone() } else { seen }
}

fn about(game: &ScriptGame, text: &GameText, sample: &Pack) -> About {
    let line = |text: &Option<String>| one_line(text.as_deref().unwrap_or_default()).into_owned();
    let (title, author) = (line(&game.settings.title), line(&game.settings.author));
    let name = if title.is_empty() { "PuzzleScript game".to_owned() } else { title };
    let by = if author.is_empty() { String::new() } else { format!(" by {author}") };
    let first = sample.levels.first().map(|level| level.board);
    let mut rules = format!("{name}{by}, a PuzzleScript game.");
    if let Some(page) = &game.settings.homepage {
        rules.push_str(&format!(" {}", one_line(page)));
    }
    About {
        id: Cow::Owned(crate::levels::id_of(text)),
        name: Cow::Owned(name),
        tagline: Cow::Owned(match &goals(game)[..] {
            [] => format!("A PuzzleScript game{by}"),
            goals => format!("Win when {}.", listed(goals, "and")),
        }),
        rules: Cow::Owned(rules),
        design: Cow::Borrowed(""),
        rules_version: 1,
        default_board: first.unwrap_or(Board { cols: 8, rows: 8, tray: 0 }),
        smallest: Board { cols: 1, rows: 1, tray: 0 },
        largest: Board { cols: LARGEST_SIDE, rows: LARGEST_SIDE, tray: 0 },
        boards: Cow::Borrowed(&[]),
        outside_clues: OutsideClues::NONE,
        numbers: Vec::new(),
        unique: Expect::Any,
    }
}

fn usual(sample: &Pack) -> BTreeMap<Option<Mark>, MarkFrequency> {
    let mut found: BTreeMap<Option<Mark>, MarkFrequency> = BTreeMap::new();
    for level in &sample.levels {
        let mut here: BTreeMap<Mark, usize> = BTreeMap::new();
        for (_, mark) in level.marks() {
            *here.entry(mark.clone()).or_default() += 1;
        }
        let cells = level.board.cells().count().max(1);
        for (mark, n) in here {
            let usual = found.entry(Some(mark)).or_default();
            usual.most = usual.most.max(n);
            usual.share = usual.share.max(n as f64 / cells as f64);
        }
    }
    found
}

impl Game for ScriptedGame {
    fn about(&self) -> &About {
        &self.about
    }

    fn palette(&self) -> Vec<Group> {
        let mut brushes: Vec<Brush> = Vec::new();
        for glyph in &self.glyphs {
            let Some(mark) = &glyph.mark else { continue };
            if brushes.iter().all(|known| known.mark != *mark) {
                let name = format!("{} ({})", self.words.describe(mark), glyph.character);
                brushes.push(Brush { mark: mark.clone(), name });
            }
        }
        brushes.sort_by_key(|brush| {
            let objects = self.words.objects(&brush.mark).unwrap_or_default();
            (objects.len(), objects)
        });
        vec![Group { name: "Legend".into(), place: Place::Cell, brushes }]
    }

    fn layout(&self, board: &Board) -> Layout {
        crate::look::layout(board)
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError> {
        let unknown = |why: String| AcceptError::Meaning(MeaningError::Unknown(why));
        let objects = self.words.objects(mark).map_err(|UnknownWord(word)| {
            unknown(format!("{} has no object `{word}`", self.about.name))
        })?;
        if let Some((one, other)) = self.words.crowd(&objects) {
            let (one, other) = (self.words.name(one), self.words.name(other));
            return Err(AcceptError::Meaning(MeaningError::Parts(format!(
                "{one} and {other} are in one collision layer, so a cell has one of them"
            ))));
        }
        plain::on_cell(board, site)
    }

    fn describe(&self, mark: &Mark) -> String {
        self.words.describe(mark)
    }

    fn draw(&self, level: &Level, scene: Scene<'_>) -> Vec<Shape> {
        crate::look::draw(self, level, scene)
    }

    fn draw_mark(&self, mark: &Mark, into: Rect) -> Vec<Shape> {
        crate::look::draw_mark(self, mark, into)
    }

    fn facts(&self, level: &Level, _: Scope<'_>) -> Result<String, GameError> {
        for (site, mark) in level.marks() {
            self.accepts(&level.board, site, mark).map_err(|why| GameError::Mark { site, why })?;
        }
        Ok(String::new())
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        let cells = level.board.cells().count();
        let mut stock = Vec::new();
        for brush in self.palette().into_iter().flat_map(|group| group.brushes) {
            let usual = self.usual.get(&Some(brush.mark.clone())).copied().unwrap_or_default();
            let here = level.marks().filter(|(_, mark)| **mark == brush.mark).count();
            let by_share = (usual.share * cells as f64).ceil() as usize;
            let few = usual.most <= FEW;
            let most = if few { usual.most } else { by_share }.max(here).min(cells);
            let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let players = self.words.objects(&brush.mark).unwrap_or_default();
            let least =
                usize::from(players.iter().any(|id| self.words.is_player(*id)) && most == 1);
            stock.push(StockItem {
                group: self.words.describe(&brush.mark),
                place: Place::Cell,
                marks: vec![brush.mark],
                least: number(least),
                most: number(most),
            });
        }
        // If several marks hold the player, a level has one of them, and it is unknown which.
        let with_player = stock.iter().filter(|item| item.least > 0).count();
        if with_player > 1 {
            stock.iter_mut().for_each(|item| item.least = 0);
        }
        stock
    }

    fn range(&self, level: &Level) -> Range {
        let cells = u32::try_from(level.board.cells().count()).unwrap_or(u32::MAX);
        let whole = |item: StockItem| StockItem { least: 0, most: cells, ..item };
        Range::new(self.stock(level).into_iter().map(whole).collect(), Extent::Palette)
    }

    fn assets(&self) -> &GameAssets {
        &self.assets
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            rules: Some(self),
            properties: Some(self),
            brushes: Some(self),
            turning: Some(self),
            rating: Some(self),
            search: Some(self),
            moves: Some(self),
            chance: Some(self),
            compiled_rules: Some(self),
            sounds: Some(self),
            ..Abilities::default()
        }
    }
}

/// A mark that no level of the source has more often than this is not expected more often on a larger board.
const FEW: usize = 8;

impl Brushes for ScriptedGame {
    fn draw_brush(&self, mark: &Mark, into: Rect) -> Option<Vec<Shape>> {
        Some(crate::look::draw_cell(self, Some(mark), into))
    }

    fn fills_squares(&self) -> bool {
        true
    }

    fn sign_of_brush(&self, mark: &Mark) -> Option<char> {
        self.alike.get(mark).copied()
    }
}

impl Rules for ScriptedGame {
    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        self.judge_keys(level, play)
    }
}
