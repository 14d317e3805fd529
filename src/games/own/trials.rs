//! What the tests of a game that a designer brings have to know of its rules: how far they unfold,
//! which sentences they may come to say, what happens in a play, and what a player may do at random.
//!
//! Knows judges, steps and the form.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use super::grounding::Grounding;
use super::moves::MoveRules;
use super::{OwnGame, facts};
use crate::games::Game as _;
use crate::ground::{GroundProgram, StepState, unquote};
use crate::level::{Level, Mark, Place, Play, Site};

/// Moves of a random play.
const MOST_MOVES: usize = 40;

/// Sentences of `wrong`, or of `refused` in a game of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentences {
    /// Those that some play of the level may come to hear, as far as the rules can tell.
    pub possible: BTreeSet<String>,
    /// Those that this play hears.
    pub said: BTreeSet<String>,
}

/// The sentences that stand in rules: what follows `wrong(` or `refused(` in quotes.
pub fn sentences_in(rules: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in rules.lines().map(str::trim_start).filter(|line| !line.starts_with('%')) {
        for head in ["wrong(\"", "refused(\""] {
            for (at, _) in line.match_indices(head) {
                let behind = line.get(at + head.len()..).unwrap_or_default();
                let end = behind.char_indices().scan(false, |escaped, (at, c)| {
                    let ends = c == '"' && !*escaped;
                    *escaped = c == '\\' && !*escaped;
                    Some((at, ends))
                });
                let end = end.filter(|(_, ends)| *ends).map(|(at, _)| at).next();
                let text = end.and_then(|end| behind.get(..end));
                found.extend(text.map(|text| unquote(&format!("\"{text}\""))));
            }
        }
    }
    found
}

impl OwnGame {
    /// How many rules its rules become on a level; why they do not unfold, where they do not.
    pub fn count_ground_rules(&self, level: &Level) -> Result<usize, String> {
        let sources = facts::judged(self, level, "").map_err(|why| why.to_string())?;
        match self.grounder.ground(&sources) {
            Grounding::Ready(program) => Ok(program.n_rules()),
            Grounding::Failed(why) => Err(why.to_string()),
            Grounding::Pending => Err("the rules are being read".to_owned()),
        }
    }

    /// Whether its manifest says that turned and mirrored levels have equally many solutions.
    pub fn is_symmetric(&self) -> bool {
        self.form.manifest.symmetric
    }

    /// Every mark that it has, the player's too.
    pub fn marks(&self) -> Vec<Mark> {
        self.form.marks.iter().flat_map(|kind| kind.pattern.marks()).collect()
    }

    /// Settings of a level, most of them near the least.
    pub fn random_numbers(&self, rng: &mut Rng) -> BTreeMap<String, i32> {
        let settings = self.form.manifest.setting.iter();
        let chosen = settings.map(|setting| {
            let value = match rng.bool() {
                true => *setting.default.get_ref(),
                false => rng.i32(setting.least..=setting.most.min(setting.least.saturating_add(2))),
            };
            (setting.name.get_ref().clone(), value)
        });
        chosen.collect()
    }

    /// What can happen in it, by the terms of its manifest.
    pub fn event_terms(&self) -> Vec<String> {
        self.form.manifest.event.iter().map(|event| event.term.get_ref().clone()).collect()
    }

    /// The sentences that its rules say of a play, and those that they may come to say; `None` where
    /// they cannot be read, or the play cannot be made.
    pub fn sentences(&self, level: &Level, play: &Play) -> Option<Sentences> {
        if !self.plays_moves() {
            return self.own_judge(level, "")?.ok()?.sentences(level, play);
        }
        let rules = self.ready(level)?;
        let state = rules.after(&self.position(&rules, level)?, play).ok()?;
        Some(Sentences { possible: refusals(rules.game.program()), said: refused(&rules, &state) })
    }

    /// What happens in the moves of a play.
    pub fn events_in(&self, level: &Level, play: &Play) -> Option<BTreeSet<String>> {
        let rules = self.ready(level)?;
        let start = self.position(&rules, level)?;
        Some(rules.events(&start, play)?.into_iter().flatten().collect())
    }

    /// Something that a player may do on a level: marks that the rules let her put, some or many, or
    /// legal moves.
    pub fn random_play(&self, level: &Level, rng: &mut Rng) -> Play {
        if self.plays_moves() {
            return self.random_moves(level, rng);
        }
        let share = [5, 20, 50, 80].get(rng.usize(..4)).copied().unwrap_or(50);
        let mut playable: Vec<(Site, Mark)> =
            self.playable(level).iter().flat_map(|set| set.iter().cloned()).collect();
        rng.shuffle(&mut playable);
        playable.into_iter().filter(|_| rng.u32(..100) < share).collect()
    }

    fn random_moves(&self, level: &Level, rng: &mut Rng) -> Play {
        let mut actions = Vec::new();
        let Some(rules) = self.ready(level) else { return Play::default() };
        let Some(mut state) = self.position(&rules, level) else { return Play::default() };
        for _ in 0..rng.usize(..MOST_MOVES) {
            let Some(action) = rng.choice(rules.game.legal_actions(&state)) else { break };
            state = rules.game.step(&state, action).next;
            actions.push(action);
        }
        rules.play_of(&actions)
    }
}

/// The sentences of `refused` that a program has.
fn refusals(program: &GroundProgram) -> BTreeSet<String> {
    let with_site = program.atoms_of::<2>("refused").map(|(_, [why, _])| unquote(why));
    let without = program.atoms_of::<1>("refused").map(|(_, [why])| unquote(why));
    with_site.chain(without).collect()
}

/// What is refused in a position, of all that could be tried.
fn refused(rules: &MoveRules, state: &StepState) -> BTreeSet<String> {
    let actions = rules.game.actions().iter().filter_map(|word| rules.game.action(word));
    let sentences = actions.flat_map(|action| rules.game.step(state, action).refused);
    sentences.map(|refusal| refusal.sentence).collect()
}

/// Sites of a level's board on which this mark may lie.
pub fn places_for(game: &OwnGame, level: &Level, mark: &Mark) -> Vec<Site> {
    let sites = game.layout(&level.board).sites.into_iter().map(|(site, _)| site);
    let fits =
        |site: &Site| site.place != Place::Step && game.accepts(&level.board, *site, mark).is_ok();
    sites.filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_found_where_they_stand() {
        let rules = "% wrong(\"in a comment\",S).\nwrong(\"two meet\",S) :- a(S). wrong(\"a \\\"b\\\"\").\n\
                     refused(\"no way\",S) :- do(S).\n";
        let found: Vec<String> = sentences_in(rules).into_iter().collect();
        assert_eq!(found, ["a \"b\"", "no way", "two meet"]);
    }
}
