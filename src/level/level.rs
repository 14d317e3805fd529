//! A level: one puzzle of one game, with locked, painted and open sites, a concept and an intended solution.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Board, Combination, Concept, KeptVerdict, Made, Mark, Play, Site};

/// Identifies a level of an open pack across renaming and reordering. Not saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize)]
pub struct LevelId(pub u64);

/// Strength with which a site keeps its mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize)]
pub enum Hold {
    /// For the solver to fill; reads as empty until it is filled.
    #[default]
    Open,
    /// Set by the designer; a completion keeps it if it can.
    Painted,
    /// Set by the designer; only the designer changes it.
    Locked,
}

/// The mark of a site and how firmly it is held. An open site holds no mark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spot {
    pub mark: Option<Mark>,
    pub hold: Hold,
}

/// What a check expects of a property of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, schemars::JsonSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, schemars::JsonSchema)]
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
    /// Resolves the policy in a game.
    pub fn in_game(self, unique: Expect) -> Expected {
        let Self { solvable, unique: said, shortcut_free } = self;
        Expected { solvable, unique: said.unwrap_or(unique), shortcut_free }
    }
}

/// Expectations of `check` for a level in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expected {
    pub solvable: Expect,
    pub unique: Expect,
    pub shortcut_free: Expect,
}

/// Version of the rules of levels that do not state it.
pub(crate) const FIRST_RULES: u32 = 1;

/// Beginning of a line of the notes that says which property was allowed or forbidden.
const ALLOWED: &str = "Allowed: ";
const FORBIDDEN: &str = "Forbidden: ";

/// One puzzle. Serde sends all fields between processes; `pack.rs` defines the format in files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    pub id: LevelId,
    /// The game's identifier in the registry.
    pub game: String,
    /// The version of the game's rules under which it was made.
    pub rules: u32,
    pub title: String,
    pub author: String,
    pub tags: Vec<String>,
    pub notes: String,
    /// Short notes on sites, for people who work on the level. Not part of the puzzle.
    pub site_notes: BTreeMap<Site, String>,
    pub board: Board,
    /// Numbers that the game's rules ask of every level, by name, such as stars in each row.
    pub settings: BTreeMap<String, i32>,
    /// Sites that are not open. A site that is missing here is open.
    pub(super) spots: BTreeMap<Site, Spot>,
    pub concept: Concept,
    /// Combination that some step of every way to solve the level has to contain.
    pub needs: Option<Combination>,
    pub policy: Policy,
    /// The play that the designer has in mind.
    pub intended: Option<Play>,
    /// Sites whose part of the intended solution a completion must keep.
    pub intended_locked: BTreeSet<Site>,
    /// The command that made it, if the program did.
    pub made: Option<Arc<Made>>,
    /// Result of the last check of its pack; it may be stale.
    pub checked: Option<Arc<KeptVerdict>>,
}

impl Level {
    /// Creates a level of `game` with every site open.
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

    /// The site that a pointer over a square means by default: the uppermost layer that is not open.
    pub fn top_layer(&self, site: Site) -> Site {
        site.layers().find(|site| self.hold(*site) != Hold::Open).unwrap_or(site)
    }

    pub fn spot(&self, site: Site) -> Spot {
        self.spots.get(&site).cloned().unwrap_or_default()
    }

    /// Sets a site. A mark on an open site becomes painted; a site off the board is ignored.
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

    /// Restores a site, even outside the board.
    pub(super) fn put_back(&mut self, site: Site, spot: Spot) {
        if spot.hold == Hold::Open {
            self.spots.remove(&site);
        } else {
            self.spots.insert(site, spot);
        }
    }

    /// Returns everything except the content of its sites.
    pub(super) fn without_spots(&self) -> Self {
        Self { spots: BTreeMap::new(), ..self.clone() }
    }

    /// Takes everything of another level except the content of its sites and the result of a check.
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

    /// Replaces each property in the notes about allowed and forbidden ones.
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

    /// Allows plays with this property in the concept, or forbids them, and adds a note about it.
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

    /// Returns the level without requirements on its solutions or the ways to them.
    pub fn without_concept(&self) -> Self {
        Self { concept: Concept::Any, needs: None, ..self.clone() }
    }

    /// Restores locked sites from an earlier state. Returns the number of those that had changed.
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

    /// Changes the size and drops what falls off the board, also from the intended solution.
    pub fn resize(&mut self, board: Board) {
        self.board = board;
        self.spots.retain(|site, _| board.contains(*site));
        if let Some(play) = &mut self.intended {
            play.0.retain(|site, _| board.contains(*site));
        }
        self.intended_locked.retain(|site| board.contains(*site));
        self.site_notes.retain(|site, _| board.contains(*site));
    }

    /// True if the solver sees the same in both: everything except words.
    pub fn same_puzzle(&self, other: &Level) -> bool {
        // Every field by name, so that a new one forces a decision whether the solver sees it.
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
