//! Turns of levels as a whole: the turns that leave them the same puzzle, and the marks that move to other
//! places.
//!
//! Clues of a margin stay at its sides, in the order of their lines. Marks at the beginning of a line
//! (`line_until`) move to its other end if a turn reverses the line.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::links::Margin;
use crate::own_game::OwnGame;
use crate::reading::manifest::{ManifestFault, MarkForm};
use crate::reading::rim::RimClues;
use crate::reading::turns;
use foolproof_game::{OutsideClues, Side, Turn, TurnError, Turning};
use foolproof_level::lattice::shifted;
use foolproof_level::{Level, Mark, Place, Site};

/// The turns after which a level has as many solutions: all, none, or mirrors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(untagged, expecting = "expected true, false, \"left-right\" or \"mirrors\"")]
pub enum SymmetryForm {
    Any(bool),
    Mirror(MirrorForm),
}

/// The mirrors that are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MirrorForm {
    LeftRight,
    /// Both.
    Mirrors,
}

impl Default for SymmetryForm {
    fn default() -> Self {
        Self::Any(true)
    }
}

impl SymmetryForm {
    pub(crate) fn is_full(self) -> bool {
        self == Self::Any(true)
    }

    fn allows(self, turn: Turn) -> bool {
        match self {
            Self::Any(any) => any,
            Self::Mirror(MirrorForm::LeftRight) => turn == Turn::MirrorColumns,
            Self::Mirror(MirrorForm::Mirrors) => turn != Turn::Clockwise,
        }
    }
}

/// Returns the faults in `line_until`: functors that are not marks of the game.
pub(crate) fn faults(forms: &[MarkForm]) -> Vec<ManifestFault> {
    let functor = |form: &MarkForm| functor(form.term.get_ref()).to_owned();
    let known: Vec<String> = forms.iter().map(functor).collect();
    let ends = forms.iter().filter_map(|form| form.line_until.as_ref());
    let unknown = ends.filter(|end| !known.contains(end.get_ref()));
    unknown
        .map(|end| {
            ManifestFault::of(end, format!("no [[mark]] of the game is `{}`", end.get_ref()))
        })
        .collect()
}

fn functor(term: &str) -> &str {
    term.split('(').next().unwrap_or(term)
}

/// Returns the name of a side of the board.
fn side_of_board(side: Side) -> &'static str {
    match side {
        Side::North => "top",
        Side::East => "right",
        Side::South => "bottom",
        Side::West => "left",
    }
}

impl Turning for OwnGame {
    fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        turns::turned(&self.form.marks, mark, turn)
    }

    fn orders_clues(&self) -> bool {
        self.form.rim_clues == RimClues::Order || self.margin_settings().is_some()
    }

    fn margin(&self, level: &Level) -> Option<OutsideClues> {
        Some(self.margin_settings()?.of(level))
    }

    fn swap_margin(&self, level: &mut Level) {
        if let Some(margin) = self.margin_settings() {
            margin.swap(level);
        }
    }

    fn swapped(&self, level: &Level, turn: Turn) -> BTreeMap<Site, Site> {
        let reversed = match turn {
            Turn::MirrorColumns => Place::VEdge,
            Turn::MirrorRows | Turn::Clockwise => Place::HEdge,
        };
        let marks = level.marks().filter(|(site, _)| site.place == reversed);
        let ends = marks.filter_map(|(site, mark)| Some((site, self.line_end(level, site, mark)?)));
        ends.flat_map(|(start, end)| [(start, end), (end, start)]).collect()
    }

    fn reversed(&self, mark: &Mark) -> Mark {
        crate::marking::lists::reversed(mark)
    }

    fn can_turn(&self, level: &Level, turn: Turn) -> Result<(), TurnError> {
        self.keeps_directions(level, turn)?;
        self.margin_fits(level, turn)?;
        let rim = self.form.rim;
        let room = |to: Side| match rim.at(to) {
            // Clues about a line may lie at its other end.
            0 if self.form.rim_clues != RimClues::Side => rim.at(to.opposite()),
            rows => rows,
        };
        let lost = |side: &Side| rim.at(*side) > room(side.turned(turn));
        match Side::ALL.into_iter().find(lost) {
            None => Ok(()),
            Some(side) => Err(TurnError::Shape(format!(
                "the clue cells at the {} would lie at the {}, where this game has {}",
                side_of_board(side),
                side_of_board(side.turned(turn)),
                if rim.at(side.turned(turn)) == 0 { "none" } else { "fewer" },
            ))),
        }
    }
}

impl OwnGame {
    /// Returns the settings that hold the numbers of clue cells on the board.
    fn margin_settings(&self) -> Option<Margin> {
        let manifest = &self.form.manifest;
        let margin = manifest.link.as_ref()?.margin.as_ref()?;
        Margin::read(margin, &manifest.setting)
    }

    /// Checks that neither the rules nor the properties of the concept distinguish directions that a turn
    /// exchanges.
    fn keeps_directions(&self, level: &Level, turn: Turn) -> Result<(), TurnError> {
        let manifest = &self.form.manifest;
        if !manifest.symmetric.allows(turn) {
            let (name, known) = (&self.about.name, manifest.symmetric);
            return Err(TurnError::Directions(match known {
                SymmetryForm::Any(_) => format!("the rules of {name} tell directions apart"),
                SymmetryForm::Mirror(MirrorForm::LeftRight) => format!(
                    "the rules of {name} tell top and bottom apart; left and right can be mirrored"
                ),
                SymmetryForm::Mirror(MirrorForm::Mirrors) => {
                    format!("the rules of {name} tell rows and columns apart; it can be mirrored")
                }
            }));
        }
        let tells = |property: &Mark| {
            let mut named = manifest.concept.iter();
            named.any(|form| {
                functor(form.term.get_ref()) == property.functor() && !form.symmetric.allows(turn)
            })
        };
        match level.concept.properties().into_iter().find(|property| tells(property)) {
            Some(property) => Err(TurnError::Property(property.clone())),
            None => Ok(()),
        }
    }

    /// Checks that the settings of a level can hold its margin after a turn.
    fn margin_fits(&self, level: &Level, turn: Turn) -> Result<(), TurnError> {
        let margin = self.margin_settings().filter(|_| turn == Turn::Clockwise);
        margin.map_or(Ok(()), |margin| margin.can_swap(level)).map_err(TurnError::Shape)
    }

    /// Returns the edge at the other end of a line that begins at an edge with a mark about it.
    fn line_end(&self, level: &Level, edge: Site, mark: &Mark) -> Option<Site> {
        let mut forms = self.form.manifest.mark.iter().zip(&self.form.marks);
        let (form, _) = forms.find(|(_, kind)| kind.pattern.matches(mark))?;
        let end = form.line_until.as_ref()?.get_ref();
        let is_open = |cell: Option<Site>| {
            let cell = cell.filter(|cell| level.board.contains(*cell));
            cell.is_some_and(|cell| level.mark(cell).is_none_or(|mark| mark.functor() != end))
        };
        let (along, back) = match edge.place {
            Place::VEdge => ((2, 0), (-2, 0)),
            _ => ((0, 2), (0, -2)),
        };
        let (first, mut at) = (Site::cell(edge.col, edge.row), edge);
        if !is_open(Some(first)) || is_open(shifted(first, back)) {
            return None;
        }
        while is_open(Some(Site::cell(at.col, at.row))) {
            at = shifted(at, along)?;
        }
        Some(at)
    }
}
