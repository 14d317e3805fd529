//! A checked manifest: patterns are read, places are known, names are unique.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::links::{self, LinkPart};
use crate::look::{BoardGround, Course, Hand, LookLayers, LookPlaces, LookStyle, SvgDrawing};
use crate::marking::turning;
use crate::reading::folder::{LONGEST_ID, LONGEST_NAME};
use crate::reading::generation::Generation;
use crate::reading::layers;
use crate::reading::manifest::{
    ConceptForm, EventForm, Manifest, ManifestFault, ManifestWord, MarkForm, SettingForm, one_of,
};
use crate::reading::rim::{self, RimClues};
use crate::reading::term::{Pattern, TermPart, filled, split};
use crate::reading::turns;
use crate::reading::turns::TurnForm;
use crate::rules::shelf;
use toml::Spanned;

use foolproof_game::{OutsideClues, capital};
use foolproof_level::{Board, LARGEST_SIDE, LARGEST_TRAY, Mark, Place};

/// Functor of the mark for a site whose pieces are not those that it began with.
pub(crate) const LIES: &str = "lies";

/// Names that the house reserves in rules.
const TAKEN: [&str; 14] = [
    "site", "rim", "board", "has", "play", "now", "do", "next", "legal", "won", "lost", "event",
    "wrong", "look",
];

/// The part of a board that a mark can lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum MarkPlace {
    Cell,
    /// Other layers of a cell, beneath and above.
    Under,
    Over,
    Edge,
    Corner,
    Tray,
    /// A clue cell outside the grid.
    Rim,
    /// A clue cell of this row; row 1 is next to the grid.
    RimRow(u16),
}

impl MarkPlace {
    const ALL: [(&'static str, MarkPlace); 5] = [
        ("cell", MarkPlace::Cell),
        ("edge", MarkPlace::Edge),
        ("corner", MarkPlace::Corner),
        ("tray", MarkPlace::Tray),
        ("rim", MarkPlace::Rim),
    ];

    /// Returns the kinds of site that it means, starting with the one that represents them all.
    pub(crate) fn places(self) -> &'static [Place] {
        match self {
            Self::Cell | Self::Rim | Self::RimRow(_) => &[Place::Cell],
            Self::Under => &[Place::Under],
            Self::Over => &[Place::Over],
            Self::Edge => &[Place::HEdge, Place::VEdge],
            Self::Corner => &[Place::Vertex],
            Self::Tray => &[Place::Tray],
        }
    }

    /// Numbered words such as `rim2` are valid only if the rim is as deep.
    fn read(word: &ManifestWord, rim: OutsideClues) -> Result<Self, ManifestFault> {
        let row = word.get_ref().strip_prefix("rim").and_then(|row| row.parse::<u16>().ok());
        match row {
            Some(row) if row > 0 && row <= rim.deepest() => Ok(Self::RimRow(row)),
            Some(row) => {
                let deepest = rim.deepest();
                let why =
                    format!("there is no row {row} of the rim; its deepest side has {deepest}");
                Err(ManifestFault::of(word, why))
            }
            None => one_of(word, &Self::ALL),
        }
    }
}

/// The way a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayKind {
    Put,
    Line,
    Moves,
}

/// The filling of added rows and columns that leaves the solutions unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BoardPadding {
    Nothing,
    Mark(Mark),
}

#[derive(Clone, Debug)]
pub(crate) struct MarkKind {
    pub pattern: Pattern,
    pub on: Vec<MarkPlace>,
    pub group: String,
    /// Words with `{1}` for the first part; `None` if the manifest has none, and the term itself is shown.
    pub words: Option<String>,
    pub(crate) by_player: bool,
    /// The key that selects it as the brush.
    pub key: Option<char>,
    pub turn: TurnForm,
    pub look: LookStyle,
}

/// The type of a property's parameter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ParamForm {
    Cell,
    /// An edge or a corner.
    Line,
    Number(i32, i32),
    Choice(Vec<String>),
}

/// A property that concepts can use.
#[derive(Clone, Debug)]
pub(crate) struct ConceptRule {
    pub functor: String,
    pub params: Vec<ParamForm>,
    pub words: String,
    pub otherwise: Option<String>,
    pub rule: String,
}

/// A checked manifest.
#[derive(Clone, Debug)]
pub(crate) struct GameForm {
    pub manifest: Manifest,
    pub spots: Vec<MarkPlace>,
    pub rim: OutsideClues,
    pub(crate) rim_clues: RimClues,
    pub padding: Option<BoardPadding>,
    pub marks: Vec<MarkKind>,
    /// Layers of cells besides the ordinary one.
    pub(crate) layers: LookLayers,
    pub looks: BTreeMap<String, LookStyle>,
    pub kind: PlayKind,
    /// The mark of a line, for games with lines.
    pub line: Option<String>,
    pub across: bool,
    /// Functors of marks that move, in a game of moves.
    pub moving: Vec<String>,
    pub concepts: Vec<ConceptRule>,
    /// Events of a game of moves, each with its words.
    pub events: Vec<(Mark, String)>,
    /// Generation of new levels from a solution.
    pub(crate) generation: Option<Generation>,
    /// Parts of a link on puzzle sites.
    pub(crate) link: Vec<LinkPart>,
    /// Modules of the shelf, each after its dependencies.
    pub shelf: Vec<&'static shelf::Module>,
}

fn is_id(id: &str) -> bool {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.chars().all(letter)
        && id.len() <= LONGEST_ID
}

impl GameForm {
    /// Reads and checks the text of `game.toml`. The error holds all faults, in the order of the text.
    /// `drawings` are the texts of SVGs by their names.
    pub(crate) fn read(
        text: &str,
        drawings: &BTreeMap<String, String>,
    ) -> Result<Self, Vec<ManifestFault>> {
        let manifest = Manifest::read(text).map_err(|fault| vec![fault])?;
        let mut faults = Faults(Vec::new());
        let course = if manifest.play.across { Course::Across } else { Course::Along };
        check_names(&manifest, &mut faults);
        check_board(&manifest, &mut faults);
        let spots = faults.all(manifest.board.places.iter().map(board_spot));
        let (rim, rim_clues) = read_rim(&manifest, &mut faults);
        let studio = Studio { drawings, course, rim };
        let kind = manifest.play.kind.as_ref().map_or(Ok(PlayKind::Put), |kind| {
            one_of(
                kind,
                &[("put", PlayKind::Put), ("line", PlayKind::Line), ("moves", PlayKind::Moves)],
            )
        });
        let kind = faults.one(kind).unwrap_or(PlayKind::Put);
        let marks = mark_kinds(&manifest, &studio, &mut faults);
        let looks = manifest.look.iter().map(|(name, look)| {
            Ok((name.clone(), studio.look(&look.draw, Hand::Designer, studio.course)?))
        });
        let looks = faults.all(looks).into_iter().collect();
        let padding = manifest.board.padding.as_ref().map(|word| padding(word, &marks));
        let padding = padding.and_then(|padding| faults.one(padding));
        let moving = faults.all(manifest.play.moving.iter().map(|word| moving(word, &marks)));
        let line = manifest.play.line.as_ref().map(|word| line_mark(word, &marks));
        let line = line.and_then(|line| faults.one(line));
        let concepts = faults.all(manifest.concept.iter().map(|form| concept(form, kind)));
        let events = faults.all(manifest.event.iter().map(events)).concat();
        let shelf = faults.all(manifest.uses.iter().map(module));
        let generation = manifest.generate.as_ref().map(Generation::read);
        let generation = generation.and_then(|read| faults.one(read));
        let link = manifest.link.iter().flat_map(|link| &link.part);
        let link = faults.all(link.map(|part| LinkPart::read(part, &manifest.setting)));
        faults.0.extend(links::faults(&manifest, &link));
        check_kind(&manifest, kind, &moving, line.as_deref(), &mut faults);
        let form = Self {
            spots,
            rim,
            rim_clues,
            padding,
            layers: layers::of(marks.iter()),
            marks,
            looks,
            kind,
            line,
            across: manifest.play.across,
            moving,
            concepts,
            events,
            generation,
            link,
            shelf: shelf::with_needs(&shelf),
            manifest,
        };
        match faults.0 {
            faults if faults.is_empty() => Ok(form.reading_layers()),
            mut faults => {
                faults.sort_by_key(|fault| fault.at.start);
                Err(faults)
            }
        }
    }

    /// Returns the ground of levels of this size.
    pub(crate) fn ground(&self, board: Board) -> BoardGround {
        let has = |spot: MarkPlace| self.spots.contains(&spot);
        let places = LookPlaces {
            cells: has(MarkPlace::Cell),
            layers: self.layers,
            edges: has(MarkPlace::Edge),
            corners: has(MarkPlace::Corner),
        };
        let drawn = self.kind == PlayKind::Line;
        BoardGround { board, places, course: self.course(), rim: self.rim, drawn }
    }

    /// Clue cells outside the grid.
    pub(crate) fn outside_clues(&self) -> OutsideClues {
        self.rim
    }

    fn course(&self) -> Course {
        if self.across { Course::Across } else { Course::Along }
    }

    pub(crate) fn kind_of(&self, mark: &Mark) -> Option<&MarkKind> {
        self.marks.iter().find(|kind| kind.pattern.matches(mark))
    }

    /// Returns the message for an unknown mark, with the closest known name.
    pub(crate) fn no_such_mark(&self, mark: &Mark) -> String {
        let name = mark.functor();
        let known = self.marks.iter().map(|kind| kind.pattern.functor.as_str());
        let near = known.filter(|other| crate::rules::lints::is_slip(name, other)).min();
        let meant = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
        format!("there is no mark `{mark}`{meant}")
    }

    pub(crate) fn setting(&self, name: &str) -> Option<&SettingForm> {
        self.manifest.setting.iter().find(|setting| setting.name.get_ref() == name)
    }

    pub(crate) fn board(&self, of: &Spanned<[u16; 2]>) -> Board {
        let [cols, rows] = *of.get_ref();
        Board { cols, rows, tray: self.manifest.board.tray }
    }
}

/// Reads the clue cells outside the grid, and the subject of their clues.
fn read_rim(manifest: &Manifest, faults: &mut Faults) -> (OutsideClues, RimClues) {
    let board = &manifest.board;
    let (clues, unfit) = board.rim.read();
    faults.0.extend(unfit);
    if clues != OutsideClues::NONE && rim::fills_board(board, clues) {
        let why = "the smallest board has clue cells alone; columns and rows count them";
        faults.0.push(ManifestFault::of(&board.smallest, why));
    }
    let about = board.rim_clues.as_ref().map_or(Ok(RimClues::Side), RimClues::read);
    (clues, faults.one(about).unwrap_or_default())
}

/// Faults found so far; reading continues after each.
struct Faults(Vec<ManifestFault>);

impl Faults {
    fn one<T>(&mut self, read: Result<T, ManifestFault>) -> Option<T> {
        read.map_err(|fault| self.0.push(fault)).ok()
    }

    fn all<T>(&mut self, read: impl Iterator<Item = Result<T, ManifestFault>>) -> Vec<T> {
        read.filter_map(|one| self.one(one)).collect()
    }
}

fn check_names(manifest: &Manifest, faults: &mut Faults) {
    if !is_id(manifest.id.get_ref()) {
        let why = "an id is lower case letters, digits and hyphens, and begins with a letter";
        faults.0.push(ManifestFault::of(&manifest.id, why));
    }
    if manifest.name.get_ref().trim().is_empty()
        || manifest.name.get_ref().chars().count() > LONGEST_NAME
    {
        faults.0.push(ManifestFault::of(&manifest.name, "a name has 1 to 60 letters"));
    }
    let mut known = BTreeSet::new();
    for setting in &manifest.setting {
        let (name, default) = (setting.name.get_ref(), setting.default.get_ref());
        let why = match split(name) {
            Err(why) => Some(why.to_string()),
            Ok((_, parts)) if !parts.is_empty() => Some("a setting is a name alone".to_owned()),
            Ok(_) if TAKEN.contains(&name.as_str()) => {
                Some(format!("`{name}` already means something else in the rules"))
            }
            Ok(_) if !known.insert(name) => Some(format!("there are two settings `{name}`")),
            Ok(_) => None,
        };
        faults.0.extend(why.map(|why| ManifestFault::of(&setting.name, why)));
        if !(setting.least..=setting.most).contains(default) {
            let why = format!("{default} is not from {} to {}", setting.least, setting.most);
            faults.0.push(ManifestFault::of(&setting.default, why));
        }
    }
    if manifest.mark.is_empty() {
        faults
            .0
            .push(ManifestFault::new(0..0, "the game has no [[mark]], so nothing can be painted"));
    }
}

fn check_board(manifest: &Manifest, faults: &mut Faults) {
    let board = &manifest.board;
    let ([least_cols, least_rows], [most_cols, most_rows]) =
        (*board.smallest.get_ref(), *board.largest.get_ref());
    let mut sides = vec![(&board.smallest, *board.smallest.get_ref())];
    sides.push((&board.largest, *board.largest.get_ref()));
    for (word, [cols, rows]) in sides {
        if !(1..=LARGEST_SIDE).contains(&cols) || !(1..=LARGEST_SIDE).contains(&rows) {
            let why = format!("a side of a board is 1 to {LARGEST_SIDE}");
            faults.0.push(ManifestFault::of(word, why));
        }
    }
    if least_cols > most_cols || least_rows > most_rows {
        let why = "the smallest board is larger than the largest";
        faults.0.push(ManifestFault::of(&board.smallest, why));
    }
    let [cols, rows] = *board.default.get_ref();
    if !(least_cols..=most_cols).contains(&cols) || !(least_rows..=most_rows).contains(&rows) {
        let why = "the default board is not between the smallest and the largest";
        faults.0.push(ManifestFault::of(&board.default, why));
    }
    if board.tray > LARGEST_TRAY {
        let why = format!("a tray has at most {LARGEST_TRAY} slots");
        faults.0.push(ManifestFault::of(&board.default, why));
    }
}

/// Reads a word of `places`. The tray and the rim have keys of their own.
fn board_spot(word: &ManifestWord) -> Result<MarkPlace, ManifestFault> {
    one_of(
        word,
        &[("cell", MarkPlace::Cell), ("edge", MarkPlace::Edge), ("corner", MarkPlace::Corner)],
    )
}

/// Reads the filling of added rows and columns.
fn padding(word: &ManifestWord, marks: &[MarkKind]) -> Result<BoardPadding, ManifestFault> {
    if word.get_ref() == "nothing" {
        return Ok(BoardPadding::Nothing);
    }
    let fills = |mark: &Mark| {
        let mut kinds = marks.iter().filter(|kind| kind.pattern.matches(mark));
        kinds.any(|kind| !kind.by_player && kind.on.contains(&MarkPlace::Cell))
    };
    let mark = word.get_ref().parse().ok().filter(fills).map(BoardPadding::Mark);
    let why = "a board is padded with nothing, or with a mark that a designer puts on cells";
    mark.ok_or_else(|| ManifestFault::of(word, format!("`{}`: {why}", word.get_ref())))
}

/// The context for reading looks: drawings, line course and rim.
struct Studio<'a> {
    drawings: &'a BTreeMap<String, String>,
    course: Course,
    rim: OutsideClues,
}

impl Studio<'_> {
    /// Reads a look, including its drawing.
    fn look(
        &self,
        draw: &Spanned<LookStyle>,
        hand: Hand,
        course: Course,
    ) -> Result<LookStyle, ManifestFault> {
        let mut style = draw.get_ref().clone();
        if let Some(name) = style.svg().map(str::to_owned) {
            let missing = || {
                let why = format!("there is no drawing `{name}` in the game's folder");
                ManifestFault::of(draw, why)
            };
            let text = self.drawings.get(&name).ok_or_else(missing)?;
            let drawing = SvgDrawing::read(&name, text)
                .map_err(|why| ManifestFault::of(draw, why.to_string()))?;
            style = style.with_drawing(Arc::new(drawing));
        }
        Ok(style.made_by(hand).running(course))
    }
}

/// Reads the kinds of marks, with the turns of their looks.
fn mark_kinds(manifest: &Manifest, studio: &Studio<'_>, faults: &mut Faults) -> Vec<MarkKind> {
    let mut marks = faults.all(manifest.mark.iter().map(|mark| mark_kind(mark, studio)));
    // A table may lead to marks of other kinds, so all of them are read first.
    if marks.len() == manifest.mark.len() {
        faults.0.extend(turns::faults(&marks, &manifest.mark));
        faults.0.extend(turning::faults(&manifest.mark));
        let turns: Vec<_> = marks.iter().map(|kind| turns::look_turns(&marks, kind)).collect();
        for (kind, turns) in marks.iter_mut().zip(turns) {
            kind.look = std::mem::take(&mut kind.look).turning(turns);
        }
    }
    marks
}

fn mark_kind(form: &MarkForm, studio: &Studio<'_>) -> Result<MarkKind, ManifestFault> {
    let pattern = Pattern::read(&form.term)?;
    if pattern.functor == LIES {
        let why = format!("`{}` means something else here; choose another name", pattern.functor);
        return Err(ManifestFault::of(&form.term, why));
    }
    let on = form
        .on
        .iter()
        .map(|word| MarkPlace::read(word, studio.rim))
        .collect::<Result<Vec<_>, _>>()?;
    let by = form
        .by
        .as_ref()
        .map_or(Ok(false), |by| one_of(by, &[("designer", false), ("player", true)]));
    let on = match &form.layer {
        Some(layer) => layers::places(layer, &on, by.as_ref().is_ok_and(|by| *by))?,
        None => on,
    };
    let turn = form.turn.as_ref().map_or(Ok(TurnForm::Rotate), TurnForm::read);
    let by_player = by?;
    let hand = if by_player { Hand::Player } else { Hand::Designer };
    // Walls of rooms lie along the grid, whichever way the player draws.
    let course = if by_player { studio.course } else { Course::Along };
    let look = match &form.draw {
        None => LookStyle::default().made_by(hand).running(course),
        Some(draw) => {
            let look = studio.look(draw, hand, course)?;
            let unfit = |mark| look.check(&mark).err();
            match pattern.marks().into_iter().find_map(unfit) {
                Some(why) => return Err(ManifestFault::of(draw, why.to_string())),
                None => look,
            }
        }
    };
    let group = match &form.group {
        Some(group) => group.clone(),
        None => capital(&pattern.functor.replace('_', " ")),
    };
    let (words, turn) = (form.words.clone(), turn?);
    let key = form.key.as_ref().map(|word| key_of(word, by_player)).transpose()?;
    Ok(MarkKind { pattern, on, group, words, by_player, key, turn, look })
}

fn key_of(word: &ManifestWord, by_player: bool) -> Result<char, ManifestFault> {
    let mut letters = word.get_ref().chars();
    match (letters.next(), letters.next()) {
        _ if by_player => {
            Err(ManifestFault::of(word, "a key takes up a brush, and the player has none"))
        }
        (Some(letter), None) if letter.is_ascii_alphabetic() => Ok(letter.to_ascii_lowercase()),
        _ => Err(ManifestFault::of(word, "a key is one letter, such as \"w\"")),
    }
}

fn moving(word: &ManifestWord, marks: &[MarkKind]) -> Result<String, ManifestFault> {
    // With its parts or without: `robot(1..4)` is `robot`.
    let (name, _) =
        split(word.get_ref()).map_err(|why| ManifestFault::of(word, why.to_string()))?;
    let mut kinds = marks.iter().filter(|kind| kind.pattern.functor == name);
    match layers::of(kinds.clone()) == LookLayers::default() {
        false => Err(ManifestFault::of(word, "marks that move have no layers")),
        true if kinds.next().is_some() => Ok(name.to_owned()),
        true => Err(ManifestFault::of(word, format!("there is no [[mark]] `{name}`"))),
    }
}

fn line_mark(word: &ManifestWord, marks: &[MarkKind]) -> Result<String, ManifestFault> {
    let is_it = |kind: &&MarkKind| kind.pattern.functor == *word.get_ref();
    match marks.iter().find(is_it) {
        None => Err(ManifestFault::of(word, format!("there is no [[mark]] `{}`", word.get_ref()))),
        Some(kind) if !kind.by_player => Err(ManifestFault::of(
            word,
            "a line is drawn by the player: give the mark by = \"player\"",
        )),
        Some(kind) if !kind.pattern.parts.is_empty() => {
            Err(ManifestFault::of(word, "the mark of a line has no parts"))
        }
        Some(_) => Ok(word.get_ref().clone()),
    }
}

fn check_kind(
    manifest: &Manifest,
    kind: PlayKind,
    moving: &[String],
    line: Option<&str>,
    faults: &mut Faults,
) {
    let Some(word) = &manifest.play.kind else { return };
    let why = match kind {
        PlayKind::Moves if moving.is_empty() && manifest.play.moving.is_empty() => {
            "a game of moves says which marks move: moving = [\"player\"]"
        }
        PlayKind::Line if line.is_none() && manifest.play.line.is_none() => {
            "a game of lines says which mark a line is made of: line = \"cable\""
        }
        _ => return,
    };
    faults.0.push(ManifestFault::of(word, why));
}

fn module(word: &ManifestWord) -> Result<&'static shelf::Module, ManifestFault> {
    shelf::module(word.get_ref()).ok_or_else(|| {
        let names: Vec<&str> = shelf::SHELF.iter().map(|module| module.name).collect();
        let why = format!("the shelf has no `{}`; it has {}", word.get_ref(), names.join(", "));
        ManifestFault::of(word, why)
    })
}

/// Returns every event of a pattern, with its words.
fn events(form: &EventForm) -> Result<Vec<(Mark, String)>, ManifestFault> {
    let pattern = Pattern::read(&form.term)?;
    let worded = |mark: Mark| {
        let words = filled(&form.words, &pattern.args(&mark));
        (mark, words)
    };
    Ok(pattern.marks().into_iter().map(worded).collect())
}

fn concept(form: &ConceptForm, kind: PlayKind) -> Result<ConceptRule, ManifestFault> {
    if kind == PlayKind::Moves {
        let why = "a game of moves has no [[concept]]: its concepts are built of its [[event]]s";
        return Err(ManifestFault::of(&form.term, why));
    }
    let fault = |why: String| ManifestFault::of(&form.term, why);
    let (functor, parts) = split(form.term.get_ref()).map_err(|why| fault(why.to_string()))?;
    let param = |part: &str| match part.trim() {
        "cell" => Ok(ParamForm::Cell),
        "edge" | "corner" | "site" => Ok(ParamForm::Line),
        // A range or a choice, read like a part of a mark.
        other => {
            let word = ManifestWord::new(form.term.span(), format!("p({other})"));
            match Pattern::read(&word)?.parts.pop() {
                Some(TermPart::Range(least, most)) => Ok(ParamForm::Number(least, most)),
                Some(TermPart::Words(words)) => Ok(ParamForm::Choice(words)),
                Some(TermPart::List(_) | TermPart::Rare(_)) => {
                    Err(fault("a concept has no lists and nothing rare".to_owned()))
                }
                None => Err(ManifestFault::of(&word, "a part is missing")),
            }
        }
    };
    let params = parts.into_iter().map(param).collect::<Result<Vec<_>, _>>()?;
    if !form.rule.get_ref().contains("{concept}") {
        let why = "the rule does not derive {concept}, so the property would never hold";
        return Err(ManifestFault::of(&form.rule, why));
    }
    let functor = functor.to_owned();
    let (words, otherwise) = (form.words.clone(), form.otherwise.clone());
    Ok(ConceptRule { functor, params, words, otherwise, rule: form.rule.get_ref().clone() })
}
