//! A game read from its folder, with its answers as a `Game`.

use foolproof_game::{
    Abilities, About, AcceptError, Brushes, ClueReading, Derived, Encoding, Format, Game,
    GameAssets, GameError, GroundPlay, GroundRules, GroundSource, Grounder, Grounding, Group,
    LevelNumber, NoGroundPlay, Opening, PageScript, Range, RulesFault, Scene, Scope, StockItem,
    Text, TriedPlay, Tuning, UnfinishedGrounding, level_search::SearchMemory,
};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use crate::links::{FileFormat, LinkDrawings, LinkFormat};
use crate::movement::move_rules::MoveRules;
use crate::movement::step_faults::is_for_lack_of_pieces;
use crate::own_game::OwnGame;
use crate::reading::fault::OwnFault;
use crate::reading::folder::MANIFEST;
use crate::reading::form::{GameForm, PlayKind};
use crate::rules::grounding::{GroundKey, Kept};
use crate::rules::helpers::{RuleHelpers, with_plain_choices};
use crate::rules::judge::Judge;
use crate::rules::open_boards::OpenBoards;
use foolproof_ground::GroundProgram;
use foolproof_level::{Board, Expect, GameText, Level, Mark, Pack, Site};
use foolproof_picture::{Layout, Rect, Shape};

/// Predicates that the rules of a game of moves must derive.
const NEEDED: [&str; 3] = ["next", "legal", "won"];
/// The script that plays levels by their ground rules in a browser.
const PAGE: &str = concat!(
    include_str!("../../../assets/web/own_rules.js"),
    include_str!("../../../assets/web/own.js")
);
/// Number of cached judges. A judge is small, and generation tries level after level.
const KEPT_JUDGES: usize = 64;
/// Number of cached judges of open boards. Each is larger, and serves many levels.
const KEPT_OPEN_JUDGES: usize = 8;
/// Number of cached searches of games of moves. Each may hold millions of positions.
const KEPT_SEARCHES: usize = 4;

impl OwnGame {
    /// Reads a game from its texts. The error lists all faults of the manifest, and statements that the rules
    /// may not contain. Other errors in the rules show when a level is asked about.
    pub fn new(text: Arc<GameText>, grounder: Arc<dyn Grounder>) -> Result<Self, Vec<OwnFault>> {
        let form = GameForm::read(&text.manifest, &text.drawings).map_err(|faults| {
            let placed = |fault: crate::reading::manifest::ManifestFault| {
                let (line, column) =
                    crate::reading::term::line_and_column(&text.manifest, &fault.at);
                OwnFault { file: MANIFEST.to_owned(), line, column, why: fault.why }
            };
            faults.into_iter().map(placed).collect::<Vec<_>>()
        })?;
        let mut refused = crate::rules::forbidden::faults(&with_plain_choices(&text.rules));
        let moves = form.kind == PlayKind::Moves;
        let missing =
            NEEDED.iter().filter(|name| moves && !crate::rules::facts::mentions(&text.rules, name));
        refused.extend(missing.map(|name| OwnFault {
            file: crate::reading::folder::RULES.to_owned(),
            line: 1,
            column: 1,
            why: format!("a game of moves needs `{name}`, and the rules never say it"),
        }));
        let lints = crate::rules::lints::lints(&form, &text.rules);
        refused.extend(lints.faults);
        let helpers = RuleHelpers::of(&form, &text.rules);
        refused.extend(helpers.faults(&form, &text.rules, &text.manifest));
        if !refused.is_empty() {
            return Err(refused);
        }
        let mut event_names = lints.events;
        event_names.extend(form.events.iter().map(|(event, _)| event.functor().to_owned()));
        event_names.sort_unstable();
        event_names.dedup();
        let about = about(&form);
        let library = crate::rules::facts::library(&form, &text);
        let assets = GameAssets {
            slips: lints.remarks.iter().map(ToString::to_string).collect(),
            ..assets(&form, &text, &library)
        };
        Ok(Self {
            about,
            assets,
            library,
            usual: OnceLock::new(),
            may_grow: OnceLock::new(),
            helpers,
            form,
            text,
            grounder,
            judges: Kept::new(KEPT_JUDGES),
            open_judges: Kept::new(KEPT_OPEN_JUDGES),
            open_boards: OpenBoards::default(),
            steps: Kept::new(KEPT_SEARCHES),
            open_step_rules: Kept::new(KEPT_OPEN_JUDGES),
            search_memory: SearchMemory::default(),
            large: Mutex::default(),
            event_names,
        })
    }

    /// Tries to ground the rules on the first level of the sample, or on an empty one.
    pub fn trial(&self, grounder: &dyn Grounder) -> Result<(), RulesFault> {
        let sample = Pack::from_json(&self.assets.sample);
        let first = sample.ok().and_then(|pack| pack.levels.first().cloned());
        let level = first.filter(|level| level.game == self.about.id);
        let empty = || Arc::new(Level::open(&*self.about.id, self.about.default_board));
        let level = level.unwrap_or_else(empty);
        let sources =
            crate::rules::facts::judged(self, &level, "").map_err(|why| why.to_string())?;
        match grounder.ground(&sources) {
            Grounding::Pending => Ok(()),
            Grounding::Failed(why) | Grounding::Unfinished(UnfinishedGrounding { why, .. }) => {
                Err(why)
            }
            // An empty board has no moves.
            Grounding::Ready(_) if self.plays_moves() && level.marks().next().is_none() => Ok(()),
            Grounding::Ready(program) if self.plays_moves() => {
                MoveRules::new(&program, &self.form, level.board).map(drop)
            }
            Grounding::Ready(program) => Judge::new(&program, &self.helpers).map(drop),
        }
    }

    /// Tries to ground the rules of each concept. The error names the concept whose rules use a name that
    /// nothing derives.
    pub fn concept_trial(&self, grounder: &dyn Grounder) -> Result<(), RulesFault> {
        // A name is derived on every board or on none.
        let level = Level::open(&*self.about.id, self.about.smallest);
        for rule in &self.form.concepts {
            let further = self.sample_rules(rule, crate::rules::judge::PROPERTY);
            let sources = crate::rules::facts::judged(self, &level, &further)
                .map_err(|why| why.to_string())?;
            if let Grounding::Failed(why) = grounder.ground(&sources) {
                return Err(format!("the [[concept]] {}: {why}", rule.functor).into());
            }
        }
        Ok(())
    }

    /// Returns the grounder for its rules.
    pub fn grounder(&self) -> &dyn Grounder {
        &*self.grounder
    }

    pub(crate) fn plays_moves(&self) -> bool {
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
        outside_clues: form.outside_clues(),
        numbers: form.manifest.setting.iter().map(number).collect(),
        unique: match manifest.unique.unwrap_or(form.kind != PlayKind::Moves) {
            true => Expect::Yes,
            false => Expect::Any,
        },
    }
}

fn number(setting: &crate::reading::manifest::SettingForm) -> LevelNumber {
    LevelNumber {
        name: Cow::Owned(setting.name.get_ref().clone()),
        words: Cow::Owned(setting.words.clone()),
        least: setting.least,
        most: setting.most,
        default: *setting.default.get_ref(),
        choices: Vec::new(),
        told: setting.told.clone().map(Cow::Owned),
    }
}

fn assets(form: &GameForm, text: &Arc<GameText>, library: &[(Text, Text)]) -> GameAssets {
    let encoding = (form.kind != PlayKind::Moves).then(|| Encoding {
        name: Cow::Borrowed(crate::reading::folder::RULES),
        text: Cow::Owned(crate::rules::facts::as_read(form, &text.rules)),
        asks: Vec::new(),
        beside: crate::rules::facts::beside(library, form.has_layers()),
        named: Some(crate::rules::facts::named(&text.rules)),
    });
    let sample = match text.sample.is_empty() {
        true => Cow::Borrowed("{ \"foolproof\": 1, \"levels\": [] }\n"),
        false => Cow::Owned(text.sample.clone()),
    };
    let links = LinkFormat::of(form).map(|format| Arc::new(format) as Arc<dyn Format>);
    let files = FileFormat::of(form).map(|format| Arc::new(format) as Arc<dyn Format>);
    let drawings = LinkDrawings::of(form).map(|format| Arc::new(format) as Arc<dyn Format>);
    let formats = links.into_iter().chain(files).chain(drawings).collect();
    let page = Some(PageScript::of(PAGE));
    let text = Some(Arc::clone(text));
    GameAssets { encoding, sample, formats, page, text, ..GameAssets::default() }
}

impl Game for OwnGame {
    fn about(&self) -> &About {
        &self.about
    }

    fn palette(&self) -> Vec<Group> {
        crate::marking::marks::palette(self)
    }

    fn layout(&self, board: &Board) -> Layout {
        crate::marking::marks::layout(&self.form, board)
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError> {
        crate::marking::marks::accepts(&self.form, board, site, mark)
    }

    fn describe(&self, mark: &Mark) -> String {
        crate::marking::marks::describe(&self.form, mark)
    }

    fn draw(&self, level: &Level, scene: Scene<'_>) -> Vec<Shape> {
        crate::marking::marks::draw(self, level, scene)
    }

    fn draw_mark(&self, mark: &Mark, into: Rect) -> Vec<Shape> {
        crate::marking::marks::draw_mark(&self.form, mark, into)
    }

    fn facts(&self, level: &Level, _: Scope<'_>) -> Result<String, GameError> {
        let began = crate::movement::moves::beginning(level);
        for (site, mark) in began.marks() {
            self.accepts(&level.board, site, mark).map_err(|why| GameError::Mark { site, why })?;
        }
        // A game of moves has no encoding that would report errors in its rules.
        if let Some(Err(why)) = self.plays_moves().then(|| self.step_rules(level)).flatten() {
            return Err(match is_for_lack_of_pieces(&why.to_string(), &self.form) {
                true => GameError::Idle(why.to_string()),
                false => GameError::Board(why.to_string()),
            });
        }
        crate::rules::facts::of_level(&self.form, level)
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        crate::levels::stock::stock(self, level)
    }

    fn range(&self, level: &Level) -> Range {
        crate::levels::stock::range(self, level)
    }

    fn assets(&self) -> &GameAssets {
        &self.assets
    }

    fn abilities(&self) -> Abilities<'_> {
        let every = Abilities {
            rules: Some(self),
            properties: Some(self),
            brushes: Some(self),
            tuning: self.has_lists().then_some(self as &dyn Tuning),
            typing: Some(self),
            turning: Some(self),
            ground_rules: Some(self),
            rating: Some(self),
            clue_reading: self.form.generation.is_some().then_some(self as &dyn ClueReading),
            ..Abilities::default()
        };
        match self.form.kind {
            PlayKind::Put => Abilities { playing: Some(self), sentences: Some(self), ..every },
            PlayKind::Line => Abilities {
                playing: Some(self),
                drawing: Some(self),
                sentences: Some(self),
                ..every
            },
            PlayKind::Moves => Abilities { moves: Some(self), search: Some(self), ..every },
        }
    }
}

impl Brushes for OwnGame {
    fn brush_keys(&self) -> Vec<(char, Vec<Mark>)> {
        crate::marking::marks::brush_keys(&self.form)
    }

    fn drawn(&self, board: &Board, brush: &Mark, cells: [Site; 2]) -> Option<(Site, Mark)> {
        crate::marking::brush_lines::drawn(&self.form, board, brush, cells)
    }

    fn key_of_brush(&self, mark: &Mark) -> Option<char> {
        self.form.kind_of(mark)?.key
    }
}

impl GroundRules for OwnGame {
    fn remark(&self, message: &str, sources: &[GroundSource]) -> Option<String> {
        crate::rules::clingo_messages::remark(message, sources)
    }

    fn prepare(&self, level: &Level) {
        let began = crate::movement::moves::beginning(level);
        let key = GroundKey::of(&began, "");
        let is_known = match self.plays_moves() {
            true => self.steps.known(key).is_some() || self.open_steps(&began).is_some(),
            false => self.judges.known(key).is_some() || self.open_judge(level, "").is_some(),
        };
        if !is_known && let Ok(sources) = crate::rules::facts::judged(self, &began, "") {
            self.grounder.prefetch(&sources);
        }
    }

    fn waits_for_ground(&self, level: &Level) -> bool {
        !self.plays_moves()
            && self.judges.known(GroundKey::of(level, "")).is_none()
            && self.open_judge(level, "").is_none()
            // Rules that may not end need the bounds of a grounding of their own.
            && crate::rules::facts::judged(self, level, "").is_ok_and(|sources| {
                // Facts of a level derive nothing, so all levels have the same answer.
                !self.may_grow.get_or_init(|| crate::rules::growth::growth_in(&sources).is_some())
            })
    }

    fn take_ground(&self, level: &Level, ground: GroundProgram) {
        let make = |program: &GroundProgram| Judge::new(program, &self.helpers);
        let ready = Grounding::Ready(Arc::new(ground));
        let _ = self.judges.keep(GroundKey::of(level, ""), ready, make);
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
        // If plays can be judged for all of them, solutions can be looked for as well.
        self.open_judge(level, "")?;
        self.open_boards.of(self, level)
    }

    fn undrawn(&self, level: &Level) -> Option<String> {
        self.without_looks(level)
    }

    fn ground_play(&self, level: &Level) -> Result<GroundPlay, NoGroundPlay> {
        crate::rules::ground_play::ground_play(self, level)
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
