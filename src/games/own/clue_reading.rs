//! Clues read off a play, by the rules of `[generate]`: the inverse of `wrong`.

use std::collections::BTreeSet;

use crate::facts::{self, FURTHER};
use crate::frames;
use crate::own_game::OwnGame;
use crate::trials::sentences_in;
use foolproof_game::ClueReading;
use foolproof_level::{Level, Mark, Play, Site};

/// The predicate that names the clues of a play.
const CLUE: &str = "clue";
/// The predicate that ranks cells at random, by which rules choose one of several.
const RANK: &str = "rank";

impl ClueReading for OwnGame {
    fn framed(&self, level: &Level, seed: u64) -> Level {
        let Some(generation) = &self.form.generation else { return level.clone() };
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut framed = level.clone();
        for strewn in &generation.strewn {
            frames::strew(&mut framed, self.form.outside_clues(), strewn, &mut rng);
        }
        if let Some(rooms) = &generation.rooms {
            frames::draw_rooms(&mut framed, self.form.outside_clues(), rooms, &mut rng);
        }
        framed
    }

    fn of_drawn_plays(&self) -> &str {
        self.form.generation.as_ref().map_or("", |generation| &generation.plays)
    }

    fn clues_of(&self, level: &Level, play: &Play, seed: u64) -> Option<Vec<(Site, Mark)>> {
        let judge = self.own_judge(level, &self.clue_rules(level, seed)?)?.ok()?;
        let outcome = judge.after_possible(level, play)?;
        let held = judge
            .program()
            .names()
            .filter(|(atom, term)| (*atom == 0 || outcome.holds(*atom)) && term.starts_with(CLUE));
        let is_clue = |(site, mark): &(Site, Mark)| {
            self.form.kind_of(mark).is_some_and(|kind| !kind.by_player)
                && crate::marks::accepts(&self.form, &level.board, *site, mark).is_ok()
                && level.mark(*site).is_none()
        };
        let clues = held.filter_map(|(_, term)| {
            let atom: Mark = term.parse().ok()?;
            match (atom.functor(), atom.args().as_slice()) {
                (CLUE, [site, mark]) => Some((site.parse().ok()?, mark.parse().ok()?)),
                _ => None,
            }
        });
        let clues: BTreeSet<(Site, Mark)> = clues.filter(is_clue).collect();
        Some(clues.into_iter().collect())
    }
}

impl OwnGame {
    /// The rules that derive the clues of a play, with ranks where they ask for them.
    fn clue_rules(&self, level: &Level, seed: u64) -> Option<String> {
        let mut rules = self.form.generation.as_ref()?.rules.clone();
        if facts::mentions(&rules, RANK) {
            let mut sites: Vec<Site> = level.board.cells().collect();
            fastrand::Rng::with_seed(seed).shuffle(&mut sites);
            let ranks = sites.iter().enumerate();
            rules.extend(ranks.map(|(rank, site)| format!("\n{RANK}({site},{rank}).")));
        }
        Some(rules)
    }

    /// Whether its manifest has rules that read clues off plays.
    pub fn reads_clues(&self) -> bool {
        self.form.generation.as_ref().is_some_and(|generation| !generation.rules.trim().is_empty())
    }

    /// Why no clues can be read off plays of a level, where the rules of `[generate]` are at fault.
    pub fn clue_fault(&self, level: &Level) -> Option<String> {
        let rules = self.clue_rules(level, 0)?;
        let why = self.own_judge(level, &rules)?.err()?.to_string();
        Some(why.replace(&format!("{FURTHER}, "), ""))
    }

    /// Sentences that `without` of `[generate]` names and the rules do not have.
    pub fn unknown_without(&self) -> Vec<String> {
        let known = sentences_in(&self.text.rules);
        let generate = self.form.manifest.generate.iter();
        let named = generate.flat_map(|form| form.without.iter().map(|word| word.get_ref()));
        named.filter(|sentence| !known.contains(*sentence)).cloned().collect()
    }
}
