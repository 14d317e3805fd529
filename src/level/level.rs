//! A level: one puzzle of one game, with what is locked, painted and open, its concept and its
//! intended solution.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Board, Combination, Concept, KeptVerdict, Made, Mark, Play, Site};

/// Tells the levels of an open pack apart, across renaming and reordering. Not saved.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct LevelId(pub u64);

/// How firmly a site holds what it holds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Hold {
    /// The solver's to fill; reads as empty until it is filled.
    #[default]
    Open,
    /// The designer's; a completion keeps it where it can.
    Painted,
    /// The designer's; only she changes it.
    Locked,
}

/// What one site holds and how firmly. An open site holds no mark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spot {
    pub mark: Option<Mark>,
    pub hold: Hold,
}

/// What a check expects of a property of a level.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Expect {
    /// The property must hold.
    Yes,
    /// The property must fail (a lesson in shortcuts has one).
    No,
    /// Either will do.
    #[default]
    Any,
}

impl Expect {
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Any => "either",
        }
    }
}

/// What a level says that `check` asks of it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(deny_unknown_fields, default)]
pub struct Policy {
    pub solvable: Expect,
    /// One solution only. Where this is missing, it is as the game's solvers expect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<Expect>,
    pub shortcut_free: Expect,
}

impl Default for Policy {
    fn default() -> Self {
        Self { solvable: Expect::Yes, unique: None, shortcut_free: Expect::Yes }
    }
}

impl Policy {
    /// What it comes to in a game.
    pub fn in_game(self, unique: Expect) -> Expected {
        let Self { solvable, unique: said, shortcut_free } = self;
        Expected { solvable, unique: said.unwrap_or(unique), shortcut_free }
    }
}

/// What `check` asks of a level, its game considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expected {
    pub solvable: Expect,
    pub unique: Expect,
    pub shortcut_free: Expect,
}

/// The version of rules of levels that do not say.
pub(crate) const FIRST_RULES: u32 = 1;

/// How the notes begin a line that says which property was allowed or forbidden.
const ALLOWED: &str = "Allowed: ";
const FORBIDDEN: &str = "Forbidden: ";

/// One puzzle. As serde has it, it goes from one process of this program to another with all its
/// fields; what files hold says `pack.rs`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    pub id: LevelId,
    /// The game's identifier in the registry.
    pub game: String,
    /// The version of the game's rules that it was made under.
    pub rules: u32,
    pub title: String,
    pub author: String,
    pub tags: Vec<String>,
    pub notes: String,
    /// Short notes on sites, for those who work on the level. No part of the puzzle.
    pub site_notes: BTreeMap<Site, String>,
    pub board: Board,
    /// Numbers that the game's rules ask of every level, by name: stars in each row.
    pub settings: BTreeMap<String, i32>,
    /// Sites that are not open. A site that is missing here is open.
    pub(super) spots: BTreeMap<Site, Spot>,
    pub concept: Concept,
    /// What every way to solve it has to combine in some step.
    pub needs: Option<Combination>,
    pub policy: Policy,
    /// The play that the designer has in mind.
    pub intended: Option<Play>,
    /// Sites whose part of the intended solution a completion must keep.
    pub intended_locked: BTreeSet<Site>,
    /// How the program made it, where it did.
    pub made: Option<Arc<Made>>,
    /// What the last check of its pack found; it may be stale.
    pub checked: Option<Arc<KeptVerdict>>,
}

impl Level {
    /// A level of `game` with every site open.
    pub fn open(game: impl Into<String>, board: Board) -> Self {
        Self {
            id: LevelId::default(),
            game: game.into(),
            rules: FIRST_RULES,
            title: String::new(),
            author: String::new(),
            tags: Vec::new(),
            notes: String::new(),
            site_notes: BTreeMap::new(),
            board,
            settings: BTreeMap::new(),
            spots: BTreeMap::new(),
            concept: Concept::Any,
            needs: None,
            policy: Policy::default(),
            intended: None,
            intended_locked: BTreeSet::new(),
            made: None,
            checked: None,
        }
    }

    pub fn mark(&self, site: Site) -> Option<&Mark> {
        self.spots.get(&site)?.mark.as_ref()
    }

    pub fn hold(&self, site: Site) -> Hold {
        self.spots.get(&site).map_or(Hold::Open, |spot| spot.hold)
    }

    /// What a pointer over a site means where nothing else says so: the uppermost layer that is not open.
    pub fn top_layer(&self, site: Site) -> Site {
        site.layers().find(|site| self.hold(*site) != Hold::Open).unwrap_or(site)
    }

    pub fn spot(&self, site: Site) -> Spot {
        self.spots.get(&site).cloned().unwrap_or_default()
    }

    /// Sets a site; a mark on an open site makes it painted, a site off the board is left alone.
    pub fn set(&mut self, site: Site, spot: Spot) {
        if !self.board.contains(site) {
            return;
        }
        let spot = match spot {
            Spot { mark: Some(mark), hold: Hold::Open } => {
                Spot { mark: Some(mark), hold: Hold::Painted }
            }
            spot => spot,
        };
        self.put_back(site, spot);
    }

    /// Gives a site what it held once, wherever the board ends.
    pub(super) fn put_back(&mut self, site: Site, spot: Spot) {
        if spot.hold == Hold::Open {
            self.spots.remove(&site);
        } else {
            self.spots.insert(site, spot);
        }
    }

    /// All of it but what its sites hold.
    pub(super) fn without_spots(&self) -> Self {
        Self { spots: BTreeMap::new(), ..self.clone() }
    }

    /// Takes all of another level but what its sites hold, and what a check found of it.
    pub(super) fn take_all_but_spots(&mut self, other: &Self) {
        let (spots, checked) = (std::mem::take(&mut self.spots), self.checked.take());
        *self = Self { spots, checked, ..other.clone() };
    }

    /// Paints a mark, or a deliberate emptiness; a locked site stays locked.
    pub fn paint(&mut self, site: Site, mark: Option<Mark>) {
        let hold = if self.hold(site) == Hold::Locked { Hold::Locked } else { Hold::Painted };
        self.set(site, Spot { mark, hold });
    }

    /// Writes a note on a site, replacing the existing one; an empty one removes it.
    pub fn annotate(&mut self, site: Site, note: &str) {
        match note.trim() {
            "" => _ = self.site_notes.remove(&site),
            note if self.board.contains(site) => _ = self.site_notes.insert(site, note.to_owned()),
            _ => {}
        }
    }

    /// Replaces each property in the notes on what was allowed and forbidden.
    pub fn map_stands(&mut self, to: &mut dyn FnMut(&Mark) -> Option<Mark>) {
        let mut line = |line: &str| {
            let words = [ALLOWED, FORBIDDEN].into_iter().find(|words| line.starts_with(words))?;
            let property = to(&line.get(words.len()..)?.parse().ok()?)?;
            Some(format!("{words}{property}"))
        };
        let lines =
            self.notes.split('\n').map(|text| line(text).unwrap_or_else(|| text.to_owned()));
        self.notes = lines.collect::<Vec<_>>().join("\n");
    }

    /// Takes plays with this property into the concept, or shuts them out of it, and notes that.
    pub fn take_stand(&mut self, property: Mark, allowed: bool) {
        if !self.notes.is_empty() {
            self.notes.push('\n');
        }
        self.notes.push_str(if allowed { ALLOWED } else { FORBIDDEN });
        self.notes.push_str(property.as_str());
        let before = std::mem::take(&mut self.concept);
        self.concept = match allowed {
            true => before.allowing(property),
            false => before.forbidding(property),
        };
    }

    /// The same level, without requirements on its solutions or the ways to them.
    pub fn without_concept(&self) -> Self {
        Self { concept: Concept::Any, needs: None, ..self.clone() }
    }

    /// Gives locked sites of an earlier state back what they held; how many had lost it.
    pub fn keep_locked(&mut self, before: &Self) -> usize {
        let is_lost = |(site, spot): &(Site, &Spot)| {
            spot.hold == Hold::Locked && self.board.contains(*site) && self.spot(*site) != **spot
        };
        let lost: Vec<(Site, Spot)> =
            before.spots().filter(is_lost).map(|(site, spot)| (site, spot.clone())).collect();
        for (site, spot) in &lost {
            self.set(*site, spot.clone());
        }
        lost.len()
    }

    /// Every site that is not open, in order.
    pub fn spots(&self) -> impl Iterator<Item = (Site, &Spot)> {
        self.spots.iter().map(|(site, spot)| (*site, spot))
    }

    /// Every site with a mark, in order.
    pub fn marks(&self) -> impl Iterator<Item = (Site, &Mark)> {
        self.spots().filter_map(|(site, spot)| Some((site, spot.mark.as_ref()?)))
    }

    /// Changes the size and drops what falls off the board, from the intended solution too.
    pub fn resize(&mut self, board: Board) {
        self.board = board;
        self.spots.retain(|site, _| board.contains(*site));
        if let Some(play) = &mut self.intended {
            play.0.retain(|site, _| board.contains(*site));
        }
        self.intended_locked.retain(|site| board.contains(*site));
        self.site_notes.retain(|site, _| board.contains(*site));
    }

    /// True when the solver sees the same in both: everything but words.
    pub fn same_puzzle(&self, other: &Level) -> bool {
        // Every field by name: of a new one it has to be said whether the solver sees it.
        let Self {
            id: _,
            game,
            rules,
            title: _,
            author: _,
            tags: _,
            notes: _,
            site_notes: _,
            board,
            settings,
            spots,
            concept,
            needs,
            policy: _,
            intended,
            intended_locked,
            made: _,
            checked: _,
        } = self;
        *game == other.game
            && *rules == other.rules
            && *board == other.board
            && *settings == other.settings
            && *spots == other.spots
            && *concept == other.concept
            && *needs == other.needs
            && *intended == other.intended
            && *intended_locked == other.intended_locked
    }
}
