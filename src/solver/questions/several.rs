//! The reason why a level has several solutions: the sites where they differ, and a mark that tells them
//! apart.

use crate::questions::solutions::first_solutions;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::engine::ask::Ask;
use crate::engine::solves;
use crate::values::answer::sites_json;
use crate::values::report::LevelReport;
use crate::values::status::{Status, Why};
use crate::values::topic::{Topic, TopicWords};
use foolproof_game::{Game, counted, listed};
use foolproof_level::{Board, Hold, Level, Mark, Play, Site};

pub const SEVERAL: Topic = Topic(&TopicWords::new(
    "several",
    "Why are there several solutions?",
    "difference between solutions",
));

/// Maximum number of judged plays in the search for a telling mark.
const MAX_JUDGED: usize = 8000;
/// Maximum number of sites to name. More are only counted.
const MAX_NAMED: usize = 6;

/// Some solutions of a level with several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeveralSolutions {
    /// Number of solutions that were compared.
    pub seen: usize,
    /// The sites where they differ.
    pub sites: Vec<Site>,
    /// A mark that would leave few of them.
    pub clue: Option<TellingMark>,
}

/// A mark on an open site, and the number of compared solutions that it leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TellingMark {
    pub site: Site,
    pub mark: Mark,
    pub leaves: usize,
}

impl LevelReport for SeveralSolutions {
    fn topic() -> Topic {
        SEVERAL
    }

    fn status(&self) -> Status {
        Status::Proved
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let clue = self.clue.as_ref().map(|TellingMark { site, mark, leaves }| {
            json!({ "site": site.to_string(), "mark": mark, "leaves": leaves })
        });
        let sites = sites_json(&self.sites);
        Some(("several", json!({ "compared": self.seen, "differ": sites, "clue": clue })))
    }
}

impl SeveralSolutions {
    /// Returns words for where they differ, and what would tell them apart.
    pub fn words(&self, game: &dyn Game, board: Board) -> String {
        let named = self.sites.iter().take(MAX_NAMED).map(|site| site.name_on(board));
        let mut named: Vec<String> = named.collect();
        if self.sites.len() > MAX_NAMED {
            named.push(format!("{} more", self.sites.len() - MAX_NAMED));
        }
        let differ = format!("They differ in {}.", listed(&named, "and"));
        let Some(TellingMark { site, mark, leaves }) = &self.clue else { return differ };
        let (mark, site) = (game.describe(mark), site.name_on(board));
        let leaves = match leaves {
            1 => "one".to_owned(),
            n => n.to_string(),
        };
        let seen = counted(self.seen, "solution", "solutions");
        format!("{differ} Of the {seen} compared, {mark} in {site} would leave {leaves}.")
    }
}

/// Returns what tells the solutions of a level apart, or `None` if it has one solution, or none.
pub(crate) fn several_of(ask: &mut Ask<'_>) -> Result<Option<SeveralSolutions>, Why> {
    let solutions = first_solutions(ask)?;
    let [first, others @ ..] = solutions.as_slice() else { return Ok(None) };
    let sites: BTreeSet<Site> =
        solutions.iter().flat_map(Play::iter).map(|(site, _)| site).collect();
    let differs = |site: &Site| others.iter().any(|play| play.get(*site) != first.get(*site));
    let mut sites: Vec<Site> = sites.into_iter().filter(differs).collect();
    sites.sort_by_key(|site| (site.place, site.row, site.col));
    if sites.is_empty() {
        return Ok(None);
    }
    let clue = telling_mark(ask, &solutions, &sites);
    Ok(Some(SeveralSolutions { seen: solutions.len(), sites, clue }))
}

/// Returns whether a play solves the level with a mark on this site, with or without the player's same mark
/// there.
fn stays_solution(game: &dyn Game, level: &Level, site: Site, play: &Play) -> bool {
    if play.get(site).is_none() || play.get(site) != level.mark(site) {
        return solves(game, level, play);
    }
    let mut given = play.clone();
    given.0.remove(&site);
    solves(game, level, &given) || solves(game, level, play)
}

/// Returns the mark on an open site that leaves the fewest solutions, but at least one. Sites that differ
/// come first.
fn telling_mark(ask: &Ask<'_>, solutions: &[Play], differ: &[Site]) -> Option<TellingMark> {
    let (game, asked) = (ask.game, ask.level);
    let stock = game.stock(asked);
    let others = game.layout_of(asked).sites.into_iter().map(|(site, _)| site);
    let others = others.filter(|site| !differ.contains(site));
    let patience = ask.patience();
    let (mut best, mut judged): (Option<TellingMark>, usize) = (None, 0);
    for site in differ.iter().copied().chain(others) {
        if asked.hold(site) != Hold::Open {
            continue;
        }
        let marks = stock.iter().filter(|item| item.place == site.place && item.most > 0);
        for mark in marks.flat_map(|item| &item.marks) {
            if game.accepts(&asked.board, site, mark).is_err() {
                continue;
            }
            if judged >= MAX_JUDGED || patience.is_over() {
                return best;
            }
            let mut level: Level = asked.clone();
            level.paint(site, Some(mark.clone()));
            judged += solutions.len();
            let stays = |play: &&Play| stays_solution(game, &level, site, play);
            let leaves = solutions.iter().filter(stays).count();
            let fewest = best.as_ref().map_or(solutions.len(), |best| best.leaves);
            if leaves > 0 && leaves < fewest {
                best = Some(TellingMark { site, mark: mark.clone(), leaves });
            }
            if leaves == 1 {
                return best;
            }
        }
    }
    best
}
