//! Games that designers bring: a folder with a manifest and rules, and everything works.
//!
//! A manifest says what rules cannot (`manifest.rs`, `form.rs`); `rules.lp` is an answer set
//! program whose answer sets are the solutions, or one step of a game of moves. The same text is
//! the solver's constraint, the judge of every play and the words for what is broken.
//!
//! # Manifest
//!
//! - `manifest.rs` is the form of `game.toml`, each word with its place. `form.rs` checks it and
//!   reports all faults at once. `term.rs` reads patterns of marks (`clue(1..9)`). The schema is
//!   published as `assets/game.schema.json`.
//! - `look/` turns styles and SVGs into shapes with inks. `turns.rs` knows what turns make of
//!   marks, and refuses tables that do not lead back. A turn takes the board and leaves clue cells
//!   beside it (`games/rims.rs`); a turn that would bring them to a side without clue cells is not
//!   allowed (`Turning::can_turn`).
//! - `statements.rs` reads rules as text, and `slips.rs` finds in them what clingo accepts without
//!   a word: heads that nothing reads, marks that the manifest does not have. What cannot be meant
//!   is a fault, and the game is not loaded. A likely slip is a remark (`Material::slips`); false
//!   alarms are worse than silence. Rules of concepts are tried by grounding them
//!   (`OwnGame::concept_trial`), and the engine answers no question about a concept with a slip
//!   (`solver/concept_slips.rs`).
//!
//! # Rules
//!
//! - Placing and drawing games: answer sets are solutions, `has/2` in, `play/2` chosen. `facts.rs`
//!   adds what authors leave out (tags, and that nothing may be `wrong`) and the modules of
//!   `encodings/shelf/` that `uses` names. To add a module: a file there whose header says what it
//!   reads, derives and needs, with an example, and a line in `shelf.rs`. With the play fixed it
//!   must be stratified and leave nothing to choose.
//! - Games of moves: the rules state one step, without time: `now(S,M)` and `do(A)` in;
//!   `next(S,M)`, `legal`, `won`, `lost`, `event(E)` out. They have no encoding for the solver.
//!   `ground/explore.rs` takes the steps of many positions at once as a `space::Stepper`;
//!   `space/explore.rs` explores, and `space/shortcut.rs` searches states together with the
//!   monitor of a concept. So "no shortcut" holds for plays of any length; numbers of solutions
//!   count the shortest ones (`Search::counts_shortest`), and every sentence about them says so. A
//!   mark that goes where it may never be is found in reached positions (`Explored::astray`);
//!   nothing is proved of such a level. A position in a play is a level in which `lies(M,P,…)`
//!   says that a site began with the mark M and now has the pieces P; the rules are ground once
//!   for all positions.
//! - `judge.rs` judges a play by the ground rules with the play's choices fixed
//!   (`ground/evaluate.rs`), and names what is `wrong` and where. **Invariant:** it shares no
//!   search with clingo, and refuses what would leave anything open. It is no second reading of
//!   the rules: results rest on `rules.lp`, and `test-game` stands in for the second reading.
//!   `solver/sentences.rs` looks for sentences that no random play triggers. If nothing solves a
//!   level, the sentences of `wrong` are left out one by one (`Encoding::named`), and *Why?* names
//!   the fewest that matter.
//! - `derivations.rs` walks down the ground rules (`ground/why.rs`) from an atom to the play, for
//!   *What the rules derive* and `why`.
//!
//! # Grounding
//!
//! - This folder cannot ground. The caller that loads a game gives it a `Grounder`: in an engine
//!   process and on the command line one that waits for a worker of its own
//!   (`solver/grounding.rs`), in the window one that does not wait; meanwhile the judge says that
//!   the rules are being read. `GroundRules::prepare` starts early, so that grounding for the judge and
//!   for the solver run side by side. Grounding counts rules and processor time, never the clock;
//!   `growth.rs` finds rules that feed themselves.
//! - A stroke does not ground again: from the second level on a board on, the rules are ground
//!   once with the marks in use left open (`open_boards.rs`, `games/opening.rs`). The solver is
//!   asked about one of those levels under assumptions (`plan::opened`), the judge is told which
//!   marks lie there, and in games of moves `ground/given.rs` carries them through the program.
//!   **Invariant:** the level alone and the open board give the same answers. If the open board is
//!   too large, only recently used marks stay open; if that is too large as well, each level is
//!   ground alone.
//!
//! # New levels
//!
//! - Placing and drawing games get levels with one solution. A play is drawn, and marks are read
//!   off it until it is the only solution (`solver/drawn_plays.rs`); if that fails, Elise keeps
//!   the solution and looks for a level that it alone solves (`unique_levels.rs`).
//! - Games of moves get levels by trial (`solver/trial_levels.rs`): marks are changed, the level
//!   is searched again, and kept while it gets better. The result is proved as a painted level is;
//!   nothing is said of levels that were not tried. `stock.rs` reads off the sample how many of
//!   each piece levels have.
//!
//! # Loading
//!
//! - `games/library.rs` loads games: from the pack that carries them, beside it, from the user's
//!   folder. `editor/files/watching.rs` watches their files; rules that cannot be read leave the
//!   last good ones in force. A changed game replaces the old one (`session/replaced.rs`): nothing
//!   found under other rules is shown, and levels whose kept verdict held for the old rules are
//!   checked again. Engine processes get the texts of a game before the first question about it,
//!   and again when they change (`EngineProcess::with_games`).

mod allowed;
mod concepts;
mod derivations;
mod facts;
mod folder;
mod form;
mod ground_play;
mod grounding;
mod growth;
mod happenings;
mod judge;
mod look;
mod manifest;
mod marks;
mod measures;
mod moves;
mod open_boards;
mod open_steps;
mod playing;
mod remarks;
mod search;
mod shelf;
mod slips;
mod statements;
mod step_faults;
mod stock;
mod templates;
mod term;
mod trials;
mod turns;

use std::borrow::Cow;
use std::sync::Arc;

pub use concepts::{BEFORE, HAPPENS, MOST, NEVER};

pub use concepts::{formula_of_concept, formula_of_property, kinds_of_moves};
pub use folder::{FolderError, SAMPLE, read_folder};
pub use folder::{MANIFEST, manifest_id};
pub use grounding::{GroundSource, Grounder, Grounding, NoGrounder, UnfinishedGrounding};
pub use growth::{RuleGrowth, growth_in};
pub use manifest::Manifest;
pub use remarks::remark;
pub use templates::LONGEST_ID;
pub use templates::{
    GameTemplate, LONGEST_NAME, companion_of, id_of_name, sample_games, template, write_folder,
};
pub use trials::{PieceCounts, RefusalsReached, Sentences, places_for, sentences_in};

use foolproof_game::{
    Abilities, About, AcceptError, Brushes, Derived, Encoding, Game, GameError, GroundPlay,
    GroundRules, Group, LevelNumber, Material, NoGroundPlay, Opening, PageScript, Range, Scene,
    Scope, StockItem, TriedPlay,
};
use foolproof_level::{Board, GameText, Level, Mark, Pack, Site};
use foolproof_picture::{Layout, Rect, Shape};
use form::{GameForm, PlayKind};
use grounding::{GroundKey, Kept};
use judge::Judge;
use moves::MoveRules;
use open_boards::OpenBoards;
use open_steps::OpenSteps;
use step_faults::is_for_lack_of_pieces;
use stock::UsualNumbers;

/// What the rules of a game of moves have to derive.
const NEEDED: [&str; 3] = ["next", "legal", "won"];
/// What plays levels by their ground rules in a browser.
const PAGE: &str = concat!(
    include_str!("../../../assets/web/own_rules.js"),
    include_str!("../../../assets/web/own.js")
);
/// Ground programs that a game keeps: a judge is small, and a generation tries level after level.
const KEPT_JUDGES: usize = 64;
/// Those of open boards are larger, and each serves many levels.
const KEPT_OPEN_JUDGES: usize = 8;
/// Searches of games of moves that are kept; each may hold millions of positions.
const KEPT_SEARCHES: usize = 4;

/// What is wrong with a file of a game's folder, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}, column {column}: {why}")]
pub struct OwnFault {
    pub file: String,
    /// From 1, both; in characters.
    pub line: usize,
    pub column: usize,
    pub why: String,
}

/// A game that lies in a folder.
pub struct OwnGame {
    form: GameForm,
    about: About,
    material: Material,
    text: Arc<GameText>,
    usual: UsualNumbers,
    grounder: Arc<dyn Grounder>,
    judges: Kept<Judge>,
    open_judges: Kept<Judge>,
    open_boards: OpenBoards,
    steps: Kept<MoveRules>,
    open_step_rules: Kept<OpenSteps>,
    /// Names of what can happen, as manifest and rules have them.
    event_names: Vec<String>,
}

impl OwnGame {
    /// Reads a game from its texts; everything that is wrong with its manifest, and what its rules may
    /// not say. What else is wrong with the rules shows when a level is asked about.
    pub fn new(text: Arc<GameText>, grounder: Arc<dyn Grounder>) -> Result<Self, Vec<OwnFault>> {
        let form = GameForm::read(&text.manifest, &text.drawings).map_err(|faults| {
            let placed = |fault: manifest::ManifestFault| {
                let (line, column) = term::line_and_column(&text.manifest, &fault.at);
                OwnFault { file: MANIFEST.to_owned(), line, column, why: fault.why }
            };
            faults.into_iter().map(placed).collect::<Vec<_>>()
        })?;
        let mut refused = allowed::faults(&text.rules);
        let moves = form.kind == PlayKind::Moves;
        let missing = NEEDED.iter().filter(|name| moves && !facts::mentions(&text.rules, name));
        refused.extend(missing.map(|name| OwnFault {
            file: folder::RULES.to_owned(),
            line: 1,
            column: 1,
            why: format!("a game of moves needs `{name}`, and the rules never say it"),
        }));
        let slips = slips::slips(&form, &text.rules);
        refused.extend(slips.faults);
        if !refused.is_empty() {
            return Err(refused);
        }
        let mut event_names = slips.events;
        event_names.extend(form.events.iter().map(|(event, _)| event.functor().to_owned()));
        event_names.sort_unstable();
        event_names.dedup();
        let about = about(&form);
        let material = Material {
            slips: slips.remarks.iter().map(ToString::to_string).collect(),
            ..material(&form, &text)
        };
        Ok(Self {
            about,
            material,
            usual: UsualNumbers::of(&form, &text.sample),
            form,
            text,
            grounder,
            judges: Kept::new(KEPT_JUDGES),
            open_judges: Kept::new(KEPT_OPEN_JUDGES),
            open_boards: OpenBoards::default(),
            steps: Kept::new(KEPT_SEARCHES),
            open_step_rules: Kept::new(KEPT_OPEN_JUDGES),
            event_names,
        })
    }

    /// Whether its rules can be read at all, tried on the first level of its sample, or an empty one;
    /// why not.
    pub fn trial(&self, grounder: &dyn Grounder) -> Result<(), String> {
        let sample = Pack::from_json(&self.material.sample);
        let first = sample.ok().and_then(|pack| pack.levels.first().cloned());
        let level = first.filter(|level| level.game == self.about.id);
        let empty = || Arc::new(Level::open(&*self.about.id, self.about.default_board));
        let level = level.unwrap_or_else(empty);
        let sources = facts::judged(self, &level, "").map_err(|why| why.to_string())?;
        match grounder.ground(&sources) {
            Grounding::Pending => Ok(()),
            Grounding::Failed(why) | Grounding::Unfinished(UnfinishedGrounding { why, .. }) => {
                Err(why.to_string())
            }
            // Where nothing lies, nothing moves.
            Grounding::Ready(_) if self.plays_moves() && level.marks().next().is_none() => Ok(()),
            Grounding::Ready(program) if self.plays_moves() => {
                MoveRules::new(&program, &self.form).map(drop)
            }
            Grounding::Ready(program) => Judge::new(&program).map(drop),
        }
    }

    /// Tries the rules of its concepts: where a name in them is derived by nothing, which concept it is.
    pub fn concept_trial(&self, grounder: &dyn Grounder) -> Result<(), String> {
        // A name is derived on every board, or on none.
        let level = Level::open(&*self.about.id, self.about.smallest);
        for rule in &self.form.concepts {
            let further = self.sample_rules(rule, judge::PROPERTY);
            let sources = facts::judged(self, &level, &further).map_err(|why| why.to_string())?;
            if let Grounding::Failed(why) = grounder.ground(&sources) {
                return Err(format!("the [[concept]] {}: {why}", rule.functor));
            }
        }
        Ok(())
    }

    /// Who reads its rules.
    pub fn grounder(&self) -> &dyn Grounder {
        &*self.grounder
    }

    fn plays_moves(&self) -> bool {
        self.form.kind == PlayKind::Moves
    }
}

fn about(form: &GameForm) -> About {
    let manifest = &form.manifest;
    About {
        id: Cow::Owned(manifest.id.get_ref().clone()),
        name: Cow::Owned(manifest.name.get_ref().clone()),
        tagline: Cow::Owned(manifest.tagline.clone()),
        rules: Cow::Owned(manifest.help.clone()),
        design: Cow::Owned(manifest.design.clone()),
        rules_version: manifest.rules_version,
        default_board: form.board(&manifest.board.default),
        smallest: Board { tray: 0, ..form.board(&manifest.board.smallest) },
        largest: form.board(&manifest.board.largest),
        boards: Cow::Borrowed(&[]),
        rims: form.rims(),
        numbers: form.manifest.setting.iter().map(number).collect(),
    }
}

fn number(setting: &manifest::SettingForm) -> LevelNumber {
    LevelNumber {
        name: Cow::Owned(setting.name.get_ref().clone()),
        words: Cow::Owned(setting.words.clone()),
        least: setting.least,
        most: setting.most,
        default: *setting.default.get_ref(),
        choices: Vec::new(),
    }
}

fn material(form: &GameForm, text: &Arc<GameText>) -> Material {
    let encoding = (form.kind != PlayKind::Moves).then(|| Encoding {
        name: Cow::Borrowed(folder::RULES),
        text: Cow::Owned(text.rules.clone()),
        asks: Vec::new(),
        beside: facts::beside(form),
        named: Some(facts::named(&text.rules)),
    });
    let sample = match text.sample.is_empty() {
        true => Cow::Borrowed("{ \"foolproof\": 1, \"levels\": [] }\n"),
        false => Cow::Owned(text.sample.clone()),
    };
    let page = Some(PageScript::of(PAGE));
    let text = Some(Arc::clone(text));
    Material { encoding, sample, page, text, ..Material::default() }
}

impl Game for OwnGame {
    fn about(&self) -> &About {
        &self.about
    }

    fn palette(&self) -> Vec<Group> {
        marks::palette(self)
    }

    fn layout(&self, board: &Board) -> Layout {
        marks::layout(&self.form, board)
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError> {
        marks::accepts(&self.form, board, site, mark)
    }

    fn describe(&self, mark: &Mark) -> String {
        marks::describe(&self.form, mark)
    }

    fn draw(&self, level: &Level, scene: Scene<'_>) -> Vec<Shape> {
        marks::draw(self, level, scene)
    }

    fn draw_mark(&self, mark: &Mark, into: Rect) -> Vec<Shape> {
        marks::draw_mark(&self.form, mark, into)
    }

    fn facts(&self, level: &Level, _: Scope<'_>) -> Result<String, GameError> {
        let began = moves::beginning(level);
        for (site, mark) in began.marks() {
            self.accepts(&level.board, site, mark).map_err(|why| GameError::Mark { site, why })?;
        }
        // A game of moves has no encoding that could say what is wrong with its rules.
        if let Some(Err(why)) = self.plays_moves().then(|| self.step_rules(level)).flatten() {
            return Err(match is_for_lack_of_pieces(&why, &self.form) {
                true => GameError::Idle(why.to_string()),
                false => GameError::Board(why.to_string()),
            });
        }
        facts::of_level(&self.form, level)
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        stock::stock(self, level)
    }

    fn range(&self, level: &Level) -> Range {
        stock::range(self, level)
    }

    fn material(&self) -> &Material {
        &self.material
    }

    fn abilities(&self) -> Abilities<'_> {
        let every = Abilities {
            rules: Some(self),
            properties: Some(self),
            brushes: Some(self),
            turning: Some(self),
            ground_rules: Some(self),
            ..Abilities::default()
        };
        match self.form.kind {
            PlayKind::Put => Abilities { playing: Some(self), ..every },
            PlayKind::Line => Abilities { playing: Some(self), drawing: Some(self), ..every },
            PlayKind::Moves => {
                Abilities { moves: Some(self), search: Some(self), rating: Some(self), ..every }
            }
        }
    }
}

impl Brushes for OwnGame {
    fn brush_keys(&self) -> Vec<(char, Vec<Mark>)> {
        marks::brush_keys(&self.form)
    }

    fn key_of_brush(&self, mark: &Mark) -> Option<char> {
        self.form.kind_of(mark)?.key
    }
}

impl GroundRules for OwnGame {
    fn prepare(&self, level: &Level) {
        let began = moves::beginning(level);
        let key = GroundKey::of(&began, "");
        let is_known = match self.plays_moves() {
            true => self.steps.known(key).is_some() || self.open_steps(&began).is_some(),
            false => self.judges.known(key).is_some() || self.open_judge(level, "").is_some(),
        };
        if !is_known && let Ok(sources) = facts::judged(self, &began, "") {
            self.grounder.prefetch(&sources);
        }
    }

    fn prepare_edits(&self, level: &Level, more: &[(Site, Mark)]) {
        if !self.plays_moves() {
            self.open_at_once(level, more);
        }
    }

    fn opening(&self, level: &Level) -> Option<Arc<Opening>> {
        if self.plays_moves() {
            return None;
        }
        // Where plays can be judged for all of them, solutions can be looked for, too.
        self.open_judge(level, "")?;
        self.open_boards.of(self, level)
    }

    fn undrawn(&self, level: &Level) -> Option<String> {
        self.without_looks(level)
    }

    fn ground_play(&self, level: &Level) -> Result<GroundPlay, NoGroundPlay> {
        ground_play::ground_play(self, level)
    }

    fn derived(
        &self,
        level: &Level,
        played: TriedPlay<'_>,
        site: Option<Site>,
    ) -> Option<Vec<String>> {
        self.after_play(level, played, |rules| Some(rules.derived(site)))
    }

    fn why(&self, level: &Level, played: TriedPlay<'_>, term: &str) -> Option<Derived> {
        self.after_play(level, played, |rules| rules.why(term))
    }
}
