//! Looks ahead of a play: whether it can still become a solution, the next thing to do, and the way
//! back to a solvable position.

use std::sync::Arc;

use crate::play::window::light::{Outlook, PlayLight, Prospect};
use crate::play::window::session::PlaySession;
use crate::play::window::words;
use foolproof_game::{Game, Verdict};
use foolproof_level::{Mark, Place, Play, Site};

/// The state of looking ahead.
#[derive(Clone, Debug, Default)]
pub struct Ahead {
    pub light: PlayLight,
    /// The light is on.
    pub lit: bool,
    /// The play to give a hint for.
    hinted: Option<Play>,
    /// Undo continues until the play can become a solution.
    seeks: bool,
    /// The play at which that ended, and the words about it.
    pub(super) told: Option<(Play, &'static str)>,
}

/// The next thing to do on the way to a solution.
#[derive(Clone, Debug, PartialEq)]
pub enum NextStep {
    /// A mark is put on a site, for a reason if the game can give one.
    Put { site: Site, mark: Mark, why: Option<String> },
    /// A line continues from one place to another.
    Draw { from: Site, to: Site },
}

impl PlaySession {
    /// Asks for the next thing to do. The request lapses when the play changes.
    pub(crate) fn ask_for_hint(&mut self) {
        self.refusal = None;
        self.ahead.hinted = Some(self.play.clone());
    }

    pub(crate) fn is_hinted(&self) -> bool {
        self.ahead.hinted.as_ref() == Some(&self.play)
    }

    /// Returns the question whether the play can become a solution.
    pub(crate) fn prospect(&mut self, game: &dyn Game) -> Prospect {
        match game.moves() {
            Some(moves) => {
                Prospect { level: Arc::clone(&self.stand(moves).level), played: Play::default() }
            }
            None => Prospect {
                level: Arc::clone(&self.level),
                played: game.settled(&self.level, &self.play),
            },
        }
    }

    /// Returns the question of [`Self::prospect`] if it is wanted now: for the light, a hint or the way back.
    pub(crate) fn wonders(&mut self, game: &dyn Game) -> Option<Prospect> {
        let wants = self.ahead.lit || self.is_hinted() || self.ahead.seeks;
        if !wants || self.argues() {
            return None;
        }
        let open = self.judgement(game).0 != Verdict::Solved;
        open.then(|| self.prospect(game))
    }

    /// Returns what is known about the current play.
    pub fn outlook(&mut self, game: &dyn Game) -> Option<Outlook> {
        let prospect = self.prospect(game);
        self.ahead.light.outlook(&prospect).cloned()
    }

    /// Returns the next thing to do in a game without moves, if a hint is wanted and a solution is known.
    pub fn next_step(&mut self, game: &dyn Game) -> Option<NextStep> {
        if !self.is_hinted() || game.moves().is_some() {
            return None;
        }
        let Outlook::Open(solution) = self.outlook(game)? else { return None };
        if !game.pens(&self.level, &Play::default()).is_empty() {
            return self.next_stroke(game, &solution);
        }
        let next = game.next(&self.level, &self.play, &solution)?;
        let mark = solution.get(next.site)?.clone();
        Some(NextStep::Put { site: next.site, mark, why: next.why })
    }

    /// Returns the next piece of a line on its way to a solution.
    fn next_stroke(&self, game: &dyn Game, solution: &Play) -> Option<NextStep> {
        let mut pens = game.pens(&self.level, &self.play);
        // Existing lines continue before new ones begin.
        let starts = game.pens(&self.level, &Play::default());
        pens.sort_by_key(|pen| (Some(*pen) != self.pen, starts.contains(pen)));
        pens.into_iter().find_map(|from| {
            let set = game.pen_set(&self.level, &self.play, from);
            if self.play.minus(&set).next().is_some() {
                return None;
            }
            let to = walk(game, self, &set, from, solution)?;
            Some(NextStep::Draw { from, to })
        })
    }

    /// Starts to go back until the play can become a solution.
    pub(crate) fn seek_solvable(&mut self, game: &dyn Game) {
        if self.judgement(game).0 == Verdict::Solved {
            return;
        }
        self.held = None;
        self.refusal = None;
        self.pen_up();
        if self.shortened(game).is_some() {
            // A line is shortened piece by piece; a single undo restores all of it.
            self.past.push(self.here());
            self.future.clear();
        }
        self.ahead.seeks = true;
    }

    pub(crate) fn seeks(&self) -> bool {
        self.ahead.seeks
    }

    /// Continues going back, as far as answers are known.
    pub(crate) fn seek_on(&mut self, game: &dyn Game) {
        while self.ahead.seeks {
            let solved = self.judgement(game).0 == Verdict::Solved;
            let end = match self.outlook(game) {
                _ if solved => words::SOLVABLE_AGAIN,
                None => return,
                Some(Outlook::Open(_)) => words::SOLVABLE_AGAIN,
                Some(Outlook::Unknown(_)) => words::SEEK_UNKNOWN,
                Some(Outlook::DeadEnd) => match self.shortened(game) {
                    Some(shorter) => {
                        self.play = shorter;
                        continue;
                    }
                    None if self.play.is_empty() || self.past.is_empty() => words::NEVER_SOLVABLE,
                    None => {
                        self.undo();
                        continue;
                    }
                },
            };
            self.ahead.seeks = false;
            self.ahead.told = Some((self.play.clone(), end));
        }
    }

    /// Stops going back, because of another action.
    pub(super) fn stop_seeking(&mut self) {
        self.ahead.seeks = false;
    }

    /// Returns the words about the end of the way back, until the play changes.
    pub(crate) fn sought(&self) -> Option<&'static str> {
        let (play, words) = self.ahead.told.as_ref()?;
        (*play == self.play).then_some(*words)
    }

    /// Returns the play with its line one piece shorter, in a game of one line that runs along edges.
    fn shortened(&self, game: &dyn Game) -> Option<Play> {
        let starts = game.pens(&self.level, &Play::default());
        let ends = game.pens(&self.level, &self.play).into_iter();
        let loose = ends.filter(|end| end.place != Place::Cell && !starts.contains(end));
        let layout = game.layout_of(&self.level);
        let mut ways = loose.flat_map(|at| layout.sites.iter().map(move |(to, _)| (at, *to)));
        ways.find_map(|(from, to)| {
            let (shorter, _) = game.pen(&self.level, &self.play, from, to)?;
            (shorter.len() + 1 == self.play.len()).then_some(shorter)
        })
    }
}

/// Returns the first site of a pen on its way to a solution. There is hardly ever a choice.
fn walk(
    game: &dyn Game,
    session: &PlaySession,
    play: &Play,
    at: Site,
    solution: &Play,
) -> Option<Site> {
    let layout = game.layout_of(&session.level);
    let mut open: Vec<(Play, Site, Option<Site>)> = vec![(play.clone(), at, None)];
    let mut tried = 0;
    while let Some((play, at, first)) = open.pop() {
        // Each step adds to the play; this only guards against a game where it does not.
        tried += 1;
        if tried > 4 * layout.sites.len() {
            return None;
        }
        for (to, _) in &layout.sites {
            let Some((next, pen)) = game.pen(&session.level, &play, at, *to) else { continue };
            let grows = next.len() > play.len() && play.minus(&next).next().is_none();
            let near = next.len() == play.len() + 1 || at.place == Place::Cell;
            if !grows || !near || next.minus(solution).next().is_some() {
                continue;
            }
            let first = first.or(Some(pen));
            if solution.minus(&next).next().is_none() || at.place == Place::Cell {
                return first;
            }
            open.push((next, pen, first));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::{Board, Level};

    fn line(edges: &[&str]) -> Play {
        let mark = |edge: &&str| (edge.parse().expect("a site"), "line".parse().expect("a mark"));
        edges.iter().map(mark).collect()
    }

    fn session(drawn: &[&str]) -> (PlaySession, Arc<dyn Game>) {
        let board = Board { cols: 2, rows: 1, tray: 0 };
        let mut session = PlaySession::new(Arc::new(Level::open("witness", board)));
        session.play = line(drawn);
        (session, foolproof_built_in::built_in().by_id("witness").expect("a game"))
    }

    fn site(words: &str) -> Site {
        words.parse().expect("a site")
    }

    #[test]
    fn a_hint_goes_on_from_the_loose_end_of_a_line() {
        let solution = line(&["vedge(0,0)", "hedge(0,0)", "hedge(1,0)"]);
        let (fresh, game) = session(&[]);
        let next = |session: &PlaySession| session.next_stroke(&*game, &solution);
        let (from, to) = (site("vertex(0,1)"), site("vertex(0,0)"));
        assert_eq!(next(&fresh), Some(NextStep::Draw { from, to }));
        let (begun, _) = session(&["vedge(0,0)"]);
        let (from, to) = (site("vertex(0,0)"), site("vertex(1,0)"));
        assert_eq!(next(&begun), Some(NextStep::Draw { from, to }));
        let (astray, _) = session(&["hedge(0,1)"]);
        assert_eq!(next(&astray), None, "no part of that solution");
    }

    #[test]
    fn a_line_is_taken_back_bit_by_bit_from_its_end() {
        let (drawn, game) = session(&["vedge(0,0)", "hedge(0,0)"]);
        assert_eq!(drawn.shortened(&*game), Some(line(&["vedge(0,0)"])));
        let (bare, _) = session(&[]);
        assert_eq!(bare.shortened(&*game), None);
    }
}
