//! Access to the rules of a designer's own game for its tests: the number of ground rules, possible sentences,
//! the events of a play, and random plays.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use crate::marking::marks::{describe, lies_on};
use crate::movement::move_rules::MoveRules;
use crate::own_game::OwnGame;
use crate::reading::form::BoardPadding;
use crate::reading::turns;
use crate::rules::facts;
use foolproof_game::{
    Game as _, GameError, GroundSource, Grounding, RulesFault, Side, StopCheck,
    UnfinishedGrounding, shifted_level,
};
use foolproof_ground::{GroundProgram, PositionId, StepState, unquote};
use foolproof_level::{Board, Level, Mark, Place, Play, Site};
use foolproof_space::SpaceLimits;

/// Maximum number of moves in a random play.
const MAX_MOVES: usize = 40;

/// Sentences of `wrong`, or of `refused` in a game of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentences {
    /// Sentences that a play of the level may violate, as far as the rules can tell.
    pub possible: BTreeSet<String>,
    /// Sentences that this play violates.
    pub said: BTreeSet<String>,
}

/// Maximum number of positions in which every action is tried.
const MAX_LOOKED_AT: usize = 3000;

/// The refusals in the positions of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefusalsReached {
    pub said: BTreeSet<String>,
    /// The number of positions studied; `all` is true if these are all that can be reached.
    pub positions: usize,
    pub all: bool,
}

/// Returns the sentences in rules: quoted texts after `wrong(` or `refused(`.
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
    /// Returns the rules on a level, with the play left open and `wrong` not forbidden.
    pub fn open_rules(&self, level: &Level) -> Result<Vec<GroundSource>, GameError> {
        facts::judged(self, level, "")
    }

    /// Returns the number of ground rules for a level; an error if they do not unfold.
    pub fn count_ground_rules(&self, level: &Level) -> Result<usize, RulesFault> {
        let sources = self.open_rules(level).map_err(|why| why.to_string())?;
        match self.grounder.ground(&sources) {
            Grounding::Ready(program) => Ok(program.n_rules()),
            Grounding::Failed(why) | Grounding::Unfinished(UnfinishedGrounding { why, .. }) => {
                Err(why)
            }
            Grounding::Pending => Err("the rules are being read".into()),
        }
    }

    /// True if its manifest says that turned and mirrored levels have equally many solutions.
    pub fn is_symmetric(&self) -> bool {
        self.form.manifest.symmetric.is_full()
    }

    /// Returns the filling for added rows and columns according to the manifest, in words.
    pub fn padding(&self) -> Option<String> {
        Some(match self.form.padding.as_ref()? {
            BoardPadding::Nothing => "nothing".to_owned(),
            BoardPadding::Mark(mark) => describe(&self.form, mark),
        })
    }

    /// Returns a level with one more row or column of its board's padding; `None` if the result is not a level
    /// of the game.
    pub fn padded(&self, level: &Level, side: Side) -> Option<Level> {
        let padding = self.form.padding.as_ref()?;
        let Board { cols, rows, tray } = level.board;
        let (wider, higher) = match side {
            Side::East | Side::West => (1, 0),
            Side::North | Side::South => (0, 1),
        };
        let board = Board { cols: cols + wider, rows: rows + higher, tray };
        self.about.allows(board).ok()?;
        let (right, down, new_line) = match side {
            // Clue cells would belong to other rows and columns.
            side if self.form.rim.at(side) > 0 => return None,
            Side::North => (0, 1, 0),
            Side::West => (1, 0, 0),
            Side::East => (0, 0, cols),
            Side::South => (0, 0, rows),
        };
        let mut after = shifted_level(self, level, board, right, down).ok()?;
        if let BoardPadding::Mark(mark) = padding {
            let is_new =
                |cell: &Site| if wider > 0 { cell.col == new_line } else { cell.row == new_line };
            for cell in board.cells().filter(is_new) {
                if self.accepts(&board, cell, mark).is_ok() {
                    after.paint(cell, Some(mark.clone()));
                }
            }
        }
        Some(after)
    }

    /// Returns all marks of the game, including the player's.
    pub fn marks(&self) -> Vec<Mark> {
        self.form.marks.iter().flat_map(|kind| kind.pattern.marks()).collect()
    }

    /// Random settings of a level: defaults, or values near the minimum.
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

    /// Returns all events of the manifest's patterns.
    pub fn event_terms(&self) -> Vec<String> {
        self.form.events.iter().map(|(event, _)| event.to_string()).collect()
    }

    /// Returns a mark and a site such that the rules let the player put it there, but the manifest does not.
    pub fn played_astray(&self, level: &Level) -> Option<(Site, Mark)> {
        let playable = (!self.plays_moves()).then(|| self.playable(level)).flatten()?;
        let lies = |(site, mark): &&(Site, Mark)| {
            let kind = self.form.kind_of(mark);
            kind.is_none_or(|kind| lies_on(&self.form, &level.board, kind, *site))
        };
        playable.iter().find(|of| !lies(of)).cloned()
    }

    /// Returns a combination of turns that should leave a mark unchanged but does not, and the mark that
    /// results.
    pub fn turned_astray(&self, mark: &Mark) -> Option<(&'static str, Mark)> {
        turns::astray(&self.form.marks, mark)
    }

    /// True if the rules have helpers: then it depends on their choice what is wrong with a play.
    pub fn has_helpers(&self) -> bool {
        !self.helpers.is_empty()
    }

    /// Returns the sentences that a play violates, and those that are possible; `None` if the rules cannot be
    /// read, or the play cannot be made.
    pub fn sentences(&self, level: &Level, play: &Play) -> Option<Sentences> {
        if !self.plays_moves() {
            return self.own_judge(level, "")?.ok()?.sentences(level, play);
        }
        let rules = self.ready(level)?;
        let state = rules.after(&self.position(&rules, level)?, play).ok()?;
        Some(Sentences { possible: refusals(rules.game.program()), said: refused(&rules, &state) })
    }

    /// Finds which of these sentences refuse some action in positions of a level of moves; `None` if no
    /// position is known.
    pub fn refusals_reached(
        &self,
        level: &Level,
        wanted: &BTreeSet<String>,
        stop: StopCheck<'_>,
    ) -> Option<RefusalsReached> {
        let rules = self.ready(level)?;
        let limits = SpaceLimits { states: MAX_LOOKED_AT, ..self.search_memory.limits() };
        // Refusals may depend on marks that are otherwise irrelevant.
        let explored = rules.game.with_all_marks().explore(&limits, stop);
        let mut reached = RefusalsReached::default();
        for position in 0..PositionId::try_from(explored.n_positions()).ok()? {
            if stop() {
                return Some(reached);
            }
            reached.said.extend(refused(&rules, &explored.state(position)));
            reached.positions += 1;
            if wanted.is_subset(&reached.said) {
                return Some(reached);
            }
        }
        reached.all = explored.has_all();
        Some(reached)
    }

    /// Returns the events in the moves of a play.
    pub fn events_in(&self, level: &Level, play: &Play) -> Option<BTreeSet<String>> {
        let rules = self.ready(level)?;
        let start = self.position(&rules, level)?;
        Some(rules.events(&start, play)?.into_iter().flatten().collect())
    }

    /// Returns a random play of a level: few or many marks that the rules let the player put, or legal moves.
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
        for _ in 0..rng.usize(..MAX_MOVES) {
            let Some(action) = rng.choice(rules.game.legal_actions(&state)) else { break };
            state = rules.game.step(&state, action).next;
            actions.push(action);
        }
        rules.play_of(&actions)
    }
}

/// Returns the sentences of `refused` in a program.
fn refusals(program: &GroundProgram) -> BTreeSet<String> {
    let with_site = program.atoms_of::<2>("refused").map(|(_, [why, _])| unquote(why));
    let without = program.atoms_of::<1>("refused").map(|(_, [why])| unquote(why));
    with_site.chain(without).collect()
}

/// Returns the refusals in a position, for all possible actions.
fn refused(rules: &MoveRules, state: &StepState) -> BTreeSet<String> {
    let actions = rules.game.actions().iter().filter_map(|word| rules.game.action(word));
    let sentences = actions.flat_map(|action| rules.game.step(state, action).refused);
    sentences.map(|refusal| refusal.sentence).collect()
}

/// Returns the sites of a level's board that may hold this mark.
pub fn places_for(game: &OwnGame, level: &Level, mark: &Mark) -> Vec<Site> {
    let sites = game.layout_of(level).sites.into_iter().map(|(site, _)| site);
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
