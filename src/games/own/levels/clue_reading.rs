//! Clues read off a play, by the rules of `[generate]`: the inverse of `wrong`.

use std::collections::{BTreeMap, BTreeSet};

use crate::levels::frames::{self, Rooms};
use crate::levels::moved_walls;
use crate::levels::telling_walls;
use crate::own_game::OwnGame;
use crate::reading::term::term;
use crate::rules::facts::{self, FURTHER};
use crate::rules::trials::sentences_in;
use foolproof_game::{ClueReading, KnownPlays, OpenRooms, PartOfPlay, Text, list_of};
use foolproof_level::{Level, Mark, Play, Site};

/// The predicate for the clues of a play, or for the items of a clue that is a list.
const CLUE: &str = "clue";
/// The predicate that ranks cells at random, so that rules can choose one of several.
const RANK: &str = "rank";
/// The module that finds the rooms of a level.
pub(crate) const ROOMS: &str = "rooms";

impl OwnGame {
    /// True if the player draws the walls of these rooms.
    fn plays(&self, rooms: &Rooms) -> bool {
        let mark = rooms.example();
        mark.and_then(|mark| self.form.kind_of(&mark)).is_some_and(|kind| kind.by_player)
    }

    /// Returns the rooms of new levels, if their walls are the designer's and can move.
    fn rooms_with_walls(&self) -> Option<&Rooms> {
        let rooms = self.form.generation.as_ref()?.rooms.as_ref()?;
        (!rooms.rectangles && !self.plays(rooms)).then_some(rooms)
    }
}

impl ClueReading for OwnGame {
    fn framed(&self, level: &Level, seed: u64) -> Level {
        let Some(generation) = &self.form.generation else { return level.clone() };
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut framed = level.clone();
        for strewn in &generation.strewn {
            frames::strew(&mut framed, &self.form, strewn, &mut rng);
        }
        let drawn = generation.rooms.as_ref().filter(|rooms| !self.plays(rooms));
        if let Some(rooms) = drawn.filter(|_| self.open_rooms(level).is_none()) {
            frames::draw_rooms(&mut framed, self.form.outside_clues(), rooms, &mut rng);
        }
        framed
    }

    fn open_rooms(&self, level: &Level) -> Option<OpenRooms> {
        if self.reads_clues() || self.form.shelf.iter().all(|module| module.name != ROOMS) {
            return None;
        }
        let rooms = self.form.generation.as_ref()?.rooms.as_ref()?;
        let wall = rooms.example().filter(|_| !self.plays(rooms))?;
        let rules = frames::open_rooms(level, rooms, &wall)?;
        Some(OpenRooms { source: facts::source_of(ROOMS), rules })
    }

    fn draws_plays(&self) -> bool {
        self.form.generation.as_ref().is_some_and(|made| {
            let has_lines = made.lines.is_some() || made.chain.is_some();
            has_lines || made.rooms.as_ref().is_some_and(|rooms| self.plays(rooms))
        })
    }

    fn drawn_play(&self, level: &Level, seed: u64, again: Option<&PartOfPlay<'_>>) -> Option<Play> {
        let made = self.form.generation.as_ref()?;
        let (rng, outside) = (&mut fastrand::Rng::with_seed(seed), self.form.outside_clues());
        match (&made.lines, &made.chain, again) {
            (Some(lines), _, None) => Some(lines.drawn(level, outside, rng)),
            (Some(lines), _, Some(again)) => lines.redrawn(again, rng),
            (None, Some(chain), None) => chain.drawn(level, outside, rng),
            (None, Some(_), Some(_)) => None,
            (None, None, None) => frames::play_of_rooms(level, outside, made.rooms.as_ref()?, rng),
            (None, None, Some(again)) => {
                frames::redrawn_rooms(level, outside, made.rooms.as_ref()?, again, rng)
            }
        }
    }

    fn with_moved_walls(&self, level: &Level, part: &PartOfPlay<'_>, seed: u64) -> Option<Level> {
        let rooms = self.rooms_with_walls()?;
        let mut rng = fastrand::Rng::with_seed(seed);
        moved_walls::moved_walls(level, self.form.outside_clues(), rooms, part, &mut rng)
    }

    fn with_telling_walls(
        &self,
        level: &Level,
        known: &KnownPlays<'_>,
        seed: u64,
    ) -> Option<Level> {
        let rooms = self.rooms_with_walls()?;
        let mut rng = fastrand::Rng::with_seed(seed);
        telling_walls::telling_walls(level, self.form.outside_clues(), rooms, known, &mut rng)
    }

    fn keeps_all_clues(&self) -> bool {
        self.form.generation.as_ref().is_some_and(|generation| generation.keeps_all)
    }

    fn of_drawn_plays(&self) -> &str {
        self.form.generation.as_ref().map_or("", |generation| &generation.plays)
    }

    fn may_read(&self, mark: &Mark) -> Option<bool> {
        let rules = &self.form.generation.as_ref()?.rules;
        self.reads_clues().then(|| facts::mentions(rules, mark.functor()))
    }

    fn draws_alone(&self) -> bool {
        self.form.generation.as_ref().is_some_and(|generation| generation.plays_alone)
    }

    fn clues_of(&self, level: &Level, play: &Play, seed: u64) -> Result<Vec<(Site, Mark)>, Text> {
        let Some(rules) = self.clue_rules(level, seed) else { return Ok(Vec::new()) };
        let fault = |why: &str| Text::from(format!("the rules of [generate]: {why}"));
        let judge = self.own_judge(level, &rules).ok_or_else(|| fault("they are not read yet"))?;
        let judge = judge.map_err(|why| fault(&why.to_string()))?;
        let outcome = judge.after_possible(level, play);
        let outcome = outcome.ok_or_else(|| fault("nobody can make the play that was drawn"))?;
        let held = judge
            .program()
            .names()
            .filter(|(atom, term)| (*atom == 0 || outcome.holds(*atom)) && term.starts_with(CLUE));
        let is_clue = |(site, mark): &(Site, Mark)| {
            self.form.kind_of(mark).is_some_and(|kind| !kind.by_player)
                && crate::marking::marks::accepts(&self.form, &level.board, *site, mark).is_ok()
                && level.mark(*site).is_none()
        };
        let mut clues: BTreeSet<(Site, Mark)> = BTreeSet::new();
        let mut lists: BTreeMap<(Site, String), BTreeMap<i32, String>> = BTreeMap::new();
        for (_, term) in held {
            let Ok(atom) = term.parse::<Mark>() else { continue };
            match (atom.functor(), atom.args().as_slice()) {
                (CLUE, [site, mark]) => clues.extend(site.parse().ok().zip(mark.parse().ok())),
                (CLUE, [site, functor, place, item]) => {
                    if let (Ok(site), Ok(place)) = (site.parse(), place.parse()) {
                        let items = lists.entry((site, (*functor).to_owned())).or_default();
                        items.insert(place, (*item).to_owned());
                    }
                }
                _ => {}
            }
        }
        clues.extend(lists.into_iter().filter_map(|((site, functor), items)| {
            let list = list_of(&items.into_values().collect::<Vec<String>>());
            Some((site, term(&functor, &[list]).parse().ok()?))
        }));
        let in_layers = clues.into_iter().map(|(site, mark)| {
            let site = self.form.in_layer(site, &mark);
            (site, mark)
        });
        Ok(in_layers.filter(is_clue).collect())
    }
}

impl OwnGame {
    /// Returns the rules that derive the clues of a play, with ranks if the rules use them; `None` if the game
    /// has no such rules.
    fn clue_rules(&self, level: &Level, seed: u64) -> Option<String> {
        if !self.reads_clues() {
            return None;
        }
        let mut rules = self.form.generation.as_ref()?.rules.clone();
        if facts::mentions(&rules, RANK) {
            let mut sites: Vec<Site> = level.board.cells().collect();
            fastrand::Rng::with_seed(seed).shuffle(&mut sites);
            let ranks = sites.iter().enumerate();
            rules.extend(ranks.map(|(rank, site)| format!("\n{RANK}({site},{rank}).")));
        }
        Some(rules)
    }

    /// True if the manifest has rules that read clues off plays.
    pub fn reads_clues(&self) -> bool {
        self.form.generation.as_ref().is_some_and(|generation| !generation.rules.trim().is_empty())
    }

    /// Returns the error in the rules of `[generate]` that keeps clues from being read off plays of a level, if
    /// there is one.
    pub fn clue_fault(&self, level: &Level) -> Option<String> {
        let rules = self.clue_rules(level, 0)?;
        let why = self.own_judge(level, &rules)?.err()?.to_string();
        Some(why.replace(&format!("{FURTHER}, "), ""))
    }

    /// Returns the sentences that `without` of `[generate]` names but the rules lack.
    pub fn unknown_without(&self) -> Vec<String> {
        let known = sentences_in(&self.text.rules);
        let generate = self.form.manifest.generate.iter();
        let named = generate.flat_map(|form| form.without.iter().map(|word| word.get_ref()));
        named.filter(|sentence| !known.contains(*sentence)).cloned().collect()
    }
}
