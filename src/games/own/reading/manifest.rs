//! The form of `game.toml`: a game's description of what its rules cannot express.
//!
//! Every word that can be wrong keeps its place in the text, so that a message can point to it. The
//! files next to this one interpret the words.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Deserializer, Serialize};
use toml::Spanned;

use crate::links::LinkForm;
use crate::look::LookStyle;
use crate::marking::turning::SymmetryForm;
use crate::reading::rim::RimForm;
use crate::reading::turns::TurnWords;
use foolproof_game::listed;
use foolproof_level::{Level, words};

/// The version of the form that this program reads.
pub(crate) const FORM: u32 = 1;

/// A text with its place in the file.
pub(crate) type ManifestWord = Spanned<String>;

/// A game in its own words.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Foolproof game")]
pub struct Manifest {
    /// Version of this form.
    #[schemars(with = "u32")]
    pub foolproof_game: Spanned<u32>,
    /// What packs call the game: lower case letters, digits and hyphens.
    #[schemars(with = "String")]
    pub id: ManifestWord,
    /// Name on screen.
    #[schemars(with = "String")]
    pub name: ManifestWord,
    /// Other names by which people look for it.
    #[serde(default)]
    pub also: Vec<String>,
    /// With which games it stands in a list: `Shading`, `Loops`, `Numbers`, `Division`, `Moves`.
    #[serde(default)]
    pub group: String,
    /// One sentence for a list of games.
    #[serde(default)]
    pub tagline: String,
    /// Grows when levels mean something else than before.
    #[serde(default = "one")]
    pub rules_version: u32,
    /// Whether a turned or mirrored level has as many solutions: `false` if sides mean something, `left-right`
    /// if only left and right may change places, as in a game in which pieces fall, or `mirrors` if only
    /// quarter turns do not.
    #[serde(default)]
    pub symmetric: SymmetryForm,
    /// Whether solvers expect a level to have one solution only; by default they do, except in games
    /// of moves.
    #[serde(default)]
    pub unique: Option<bool>,
    /// Modules of the shelf that the rules stand on.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub uses: Vec<ManifestWord>,
    /// The rules for players, in a few short paragraphs.
    #[serde(default)]
    pub help: String,
    /// What else a designer of levels should know; players are not told it.
    #[serde(default)]
    pub design: String,
    pub board: BoardForm,
    /// Numbers of a level, which are facts of the rules.
    #[serde(default)]
    pub setting: Vec<SettingForm>,
    pub mark: Vec<MarkForm>,
    /// How `look(Site,Style)` is drawn, by the name of the style.
    #[serde(default)]
    pub look: BTreeMap<String, LookForm>,
    #[serde(default)]
    pub play: PlayForm,
    #[serde(default)]
    pub concept: Vec<ConceptForm>,
    /// What can happen in a game of moves; its concepts are built of it.
    #[serde(default)]
    pub event: Vec<EventForm>,
    /// How new levels are made from a solution.
    #[serde(default)]
    pub generate: Option<GenerateForm>,
    /// How puzzle sites write its levels in links.
    #[serde(default)]
    pub link: Option<LinkForm>,
}

fn one() -> u32 {
    1
}

#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardForm {
    /// Where marks can lie: `cell`, `edge`, `corner`.
    #[serde(default = "cells")]
    #[schemars(with = "Vec<String>")]
    pub places: Vec<ManifestWord>,
    /// Columns and rows of a new level.
    #[schemars(with = "[u16; 2]")]
    pub default: Spanned<[u16; 2]>,
    #[schemars(with = "[u16; 2]")]
    pub smallest: Spanned<[u16; 2]>,
    #[schemars(with = "[u16; 2]")]
    pub largest: Spanned<[u16; 2]>,
    /// Slots beside the board.
    #[serde(default)]
    pub tray: u16,
    /// What a further row or column can be filled with, on any side, so that a level has as many
    /// solutions as before: a mark such as `wall`, or `nothing`.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub padding: Option<ManifestWord>,
    /// Sides whose cells hold clues alone: `top`, `left`, `bottom`, `right`; or how many rows each has.
    #[serde(default)]
    pub rim: RimForm,
    /// What a clue of the rim is about: its `side`, from which it looks along its row or column; that `line`
    /// as a whole; or what is in the line, in its `order`. When the board turns, clues about a side go
    /// along, and others stay at the sides of the rim; in order, they turn round with their line.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub rim_clues: Option<ManifestWord>,
}

fn cells() -> Vec<ManifestWord> {
    vec![Spanned::new(0..0, "cell".to_owned())]
}

#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingForm {
    /// Name of the fact.
    #[schemars(with = "String")]
    pub name: ManifestWord,
    /// What it is, in words.
    pub words: String,
    pub least: i32,
    pub most: i32,
    #[schemars(with = "i32")]
    pub default: Spanned<i32>,
    /// What players are told instead of the words: a sentence with `{1}` for the value. One without is
    /// told if the value is not the default; an empty one never.
    #[serde(default)]
    pub told: Option<String>,
}

#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkForm {
    /// The mark, with ranges and choices for its parts: `clue(1..9)`, `arrow(n|e|s|w)`.
    #[schemars(with = "String")]
    pub term: ManifestWord,
    /// Where it lies: `cell`, `edge`, `corner`, `tray`, `rim`, `rim1` for its row beside the board and so
    /// on; one of them or several.
    #[serde(default = "cells", deserialize_with = "one_or_more")]
    #[schemars(with = "OneOrMore")]
    pub on: Vec<ManifestWord>,
    /// The layer of the cell that it lies in, `under` or `over` marks that name none: a cell can hold one
    /// mark of each layer.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub layer: Option<ManifestWord>,
    /// Its row of the palette.
    #[serde(default)]
    pub group: Option<String>,
    /// What it is, in words; `{1}` stands for its first part.
    #[serde(default)]
    pub words: Option<String>,
    /// Who puts it: `designer` or `player`.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub by: Option<ManifestWord>,
    /// A letter that takes it up as the brush, before whatever else that key does in the window; pressed
    /// again, the next one of its kind.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub key: Option<ManifestWord>,
    /// What a turn of the board does to it: `rotate` its directions, leave it the `same`, or what a
    /// `quarter` turn to the right and a `mirror` of left and right make of it.
    #[serde(default)]
    #[schemars(with = "Option<TurnWords>")]
    pub turn: Option<Spanned<TurnWords>>,
    /// Of a mark that stands on the edge where a line of cells begins, and is about that line: the mark of
    /// cells that end lines. A turn that makes the end the beginning takes the mark there.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub line_until: Option<ManifestWord>,
    #[serde(default)]
    #[schemars(with = "Option<DrawSchema>")]
    pub draw: Option<Spanned<LookStyle>>,
}

/// How a style of `look` is drawn.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookForm {
    #[schemars(with = "DrawSchema")]
    pub draw: Spanned<LookStyle>,
}

/// The shape of a taught line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaughtForm {
    #[default]
    Bent,
    Straight,
    Step,
}

#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayForm {
    /// How it is played: `put` marks, draw a `line`, or make `moves`.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub kind: Option<ManifestWord>,
    /// Of a game in which lines are drawn: the mark on the edges of a line.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub line: Option<ManifestWord>,
    /// Whether lines run from cell to cell rather than along the grid.
    #[serde(default)]
    pub across: bool,
    /// How far a line goes in the picture that teaches players to draw it: `bent` (the default),
    /// `straight`, or one `step`, if the rules allow no more.
    #[serde(default)]
    #[schemars(with = "String")]
    pub taught: TaughtForm,
    /// Of a game of moves: the marks that move, by their names.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub moving: Vec<ManifestWord>,
}

#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConceptForm {
    /// The property, with what its parts are: `star_on(cell)`, `at_least(1..40)`.
    #[schemars(with = "String")]
    pub term: ManifestWord,
    /// What holds, in words; `{1}` stands for its first part.
    pub words: String,
    /// The same for when it does not hold.
    #[serde(default)]
    pub otherwise: Option<String>,
    /// Whether it still holds when level and play are turned, as `symmetric` of the game; levels whose
    /// concept has it are turned only then.
    #[serde(default)]
    pub symmetric: SymmetryForm,
    /// Rules that derive `{concept}` where it holds.
    #[schemars(with = "String")]
    pub rule: ManifestWord,
}

/// Something that happens: `event(E)` in step rules.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventForm {
    #[schemars(with = "String")]
    pub term: ManifestWord,
    /// What happens, as a clause: "a crate slides".
    pub words: String,
}

/// New levels: what no play tells is drawn at random, then a play, and clues are read off it until it is the
/// only solution.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GenerateForm {
    /// Rules that derive `clue(Site,Mark)`: every clue that is true of the play.
    #[serde(default)]
    pub rules: String,
    /// Sentences of `wrong` that plays may break while no clue is there yet.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub without: Vec<ManifestWord>,
    /// Further constraints on plays that are drawn, so that they are no trivial ones.
    #[serde(default)]
    pub plays: String,
    /// Whether those draw plays by themselves, without the rules of the game.
    #[serde(default)]
    pub alone: bool,
    /// Rooms that are drawn first.
    #[serde(default)]
    pub rooms: Option<RoomsForm>,
    /// Lines that cover the board: the play, which is drawn without the solver.
    #[serde(default)]
    pub lines: Option<LinesForm>,
    /// A chain of all cells, as the play: the mark of a cell, in which `{1}` is its number, or the mark of an
    /// edge that a path through all cells crosses.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub chain: Option<ManifestWord>,
    /// Marks that are strewn over the board first.
    #[serde(default)]
    pub strewn: Vec<StrewnForm>,
    /// Whether no clue is taken away: a level is printed with all of them.
    #[serde(default)]
    pub keep_all: bool,
}

#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoomsForm {
    /// What lies on the edges between rooms; a mark with `{1}` lies on their cells instead, and `{1}` is
    /// the number of cells of the room.
    #[schemars(with = "String")]
    pub mark: ManifestWord,
    /// How many cells a room has.
    pub least: usize,
    pub most: usize,
    /// Whether rooms are rectangles.
    #[serde(default)]
    pub rectangles: bool,
    /// Whether rooms that meet differ in size.
    #[serde(default)]
    pub unlike: bool,
}

#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinesForm {
    /// What lies on the edges that the lines cross.
    #[schemars(with = "String")]
    pub mark: ManifestWord,
    /// How many cells a line has at least.
    pub least: usize,
}

#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrewnForm {
    /// A mark, or a pattern of marks to draw from.
    #[schemars(with = "String")]
    pub mark: ManifestWord,
    /// On which share of the cells, from 0 to 1.
    #[schemars(with = "f64")]
    pub share: Spanned<f64>,
    /// Whether they lie alike after half a turn.
    #[serde(default)]
    pub symmetric: bool,
}

/// How a mark is drawn, for the schema; each part may be left out.
#[derive(schemars::JsonSchema)]
#[allow(dead_code, reason = "for the schema")]
#[schemars(deny_unknown_fields)]
struct DrawSchema {
    /// Words, in which `{1}` stands for the mark's first part.
    text: Option<String>,
    /// circle, square, diamond, triangle, cross, ring, bar, star, arrow or dot.
    shape: Option<String>,
    /// The ink of the ground: a role or a colour, such as `pale red` or `colour {1}`.
    fill: Option<String>,
    /// The ink of shape, drawing and words.
    ink: Option<String>,
    /// Thick sides: `where different`, `all` or `none`.
    border: Option<String>,
    /// Share of the cell, from 0 to 1.
    size: Option<f32>,
    /// A drawing of the game's folder.
    svg: Option<String>,
    /// Width of lines, in cells.
    width: Option<f32>,
    /// `solid`, `dashed`, `dotted`, or `double` for two lines beside each other.
    dash: Option<String>,
    /// Whether a mark on an edge runs from cell to cell rather than along the grid. A player's mark does
    /// where lines do, a designer's mark only if it says so.
    across: Option<bool>,
    /// How far from the middle of its edge a mark is drawn, across and along it, in cells.
    shift: Option<[f64; 2]>,
    /// Whether a mark that is only text has it in the upper left corner of its cell, small.
    corner: Option<bool>,
}

/// One word, or a list of them.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub(crate) enum OneOrMore {
    One(String),
    More(Vec<String>),
}

fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<ManifestWord>, D::Error> {
    let value = Spanned::<toml::Value>::deserialize(from)?;
    let span = value.span();
    let word = |value: toml::Value| match value {
        toml::Value::String(text) => Ok(Spanned::new(span.clone(), text)),
        other => Err(serde::de::Error::custom(format!(
            "expected a word or a list of words, found {}",
            other.type_str()
        ))),
    };
    match value.into_inner() {
        toml::Value::Array(values) => values.into_iter().map(word).collect(),
        value => Ok(vec![word(value)?]),
    }
}

/// An error in a manifest, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ManifestFault {
    /// Its place in the text, in bytes.
    pub at: Range<usize>,
    pub why: String,
}

impl ManifestFault {
    pub(crate) fn new(at: Range<usize>, why: impl Into<String>) -> Self {
        Self { at, why: why.into() }
    }

    /// Returns a fault at a word.
    pub(crate) fn of<T>(word: &Spanned<T>, why: impl Into<String>) -> Self {
        Self::new(word.span(), why)
    }
}

impl SettingForm {
    /// Returns the setting's number in a level.
    pub(crate) fn of(&self, level: &Level) -> i32 {
        *level.settings.get(self.name.get_ref()).unwrap_or(self.default.get_ref())
    }

    /// Checks that a level may have this number.
    pub(crate) fn allows(&self, number: i32) -> Result<(), String> {
        let (name, least, most) = (self.name.get_ref(), self.least, self.most);
        match (least..=most).contains(&number) {
            true => Ok(()),
            false => Err(format!("{name} is {number}; it goes from {least} to {most}")),
        }
    }
}

impl Manifest {
    /// Reads a manifest. One with a later version of the form is refused as a whole.
    pub(crate) fn read(text: &str) -> Result<Self, ManifestFault> {
        let fault = |error: &toml::de::Error| {
            ManifestFault::new(error.span().unwrap_or_default(), error.message().trim())
        };
        #[derive(Deserialize)]
        struct ManifestHeader {
            foolproof_game: Option<Spanned<u32>>,
        }
        let header: ManifestHeader = toml::from_str(text).map_err(|error| fault(&error))?;
        match header.foolproof_game {
            None => Err(ManifestFault::new(
                0..0,
                "this is not a game: it does not begin with foolproof_game = 1",
            )),
            Some(form) if *form.get_ref() != FORM => Err(ManifestFault::of(
                &form,
                format!(
                    "the game has form {}; this program reads form {FORM}. A newer Foolproof may \
                     open it",
                    form.get_ref()
                ),
            )),
            Some(_) => {
                let mut read: Self = toml::from_str(text).map_err(|error| fault(&error))?;
                read.clean_words();
                Ok(read)
            }
        }
    }

    /// Reduces the words for people to plain text, so that a stranger's game cannot use them to forge a line of
    /// its own where they are shown.
    fn clean_words(&mut self) {
        let Self { name, also, group, tagline, help, setting, mark, concept, event, .. } = self;
        let marks = mark.iter_mut().flat_map(|mark| mark.group.iter_mut().chain(&mut mark.words));
        let concepts = concept
            .iter_mut()
            .flat_map(|concept| std::iter::once(&mut concept.words).chain(&mut concept.otherwise));
        [name.get_mut(), tagline, group]
            .into_iter()
            .chain(also)
            .chain(setting.iter_mut().map(|setting| &mut setting.words))
            .chain(marks)
            .chain(concepts)
            .chain(event.iter_mut().map(|event| &mut event.words))
            .for_each(words::clean_line);
        words::clean_lines(help);
    }

    /// Returns the published schema of the file, as JSON text.
    pub fn schema() -> String {
        let schema = schemars::schema_for!(Manifest);
        let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// Returns the value of a word, or the list of valid words.
pub(crate) fn one_of<T: Copy>(
    word: &ManifestWord,
    known: &[(&str, T)],
) -> Result<T, ManifestFault> {
    known.iter().find(|(name, _)| name == word.get_ref()).map(|(_, value)| *value).ok_or_else(
        || {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let why =
                format!("there is no `{}` here; write {}", word.get_ref(), listed(&names, "or"));
            ManifestFault::of(word, why)
        },
    )
}
