//! Effects of single edits on the solutions of a level.

use crate::engine::own_search::{count_solutions, is_of_puzzle, prepare_edits};
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::engine::ask::Ask;
use crate::engine::query::{Query, QueryKind, QuerySlice};
use crate::values::answer::Count;
use crate::values::finding::Origin;
use crate::values::report::{LevelReport, ReportKind};
use crate::values::status::{Status, Why};
use crate::values::topic::{Topic, TopicWords};
use foolproof_asp::Program;
use foolproof_level::{Hold, Mark, Site};

pub(crate) const SLICE: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<TryEdits>()], &[ReportKind::of::<EditsTried>()]);

pub const EFFECTS: Topic =
    Topic(&TopicWords::new("effects", "What would a mark do?", "single edits"));

/// Asks for the number of solutions after each of many edits of one site.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TryEdits {
    pub candidates: Candidates,
}

/// Edits of one site each to try, besides removing the existing mark.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Candidates {
    /// This mark on every site that may hold it.
    OfMark(Mark),
    /// Every mark on this site.
    OfSite(Site),
}

/// The number of solutions now, and after each of some edits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EditsTried {
    pub now: Count,
    pub effects: Vec<Effect>,
    /// Number of edits that were skipped because they make no valid program.
    pub skipped: usize,
    /// Reason why the trials ended early.
    pub halt: Option<Why>,
}

/// The effect of an edit of one site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    pub site: Site,
    /// The mark to paint; `None` removes the existing one.
    pub mark: Option<Mark>,
    /// The exact or least number of solutions.
    pub solutions: Count,
    /// The solutions are the same as now, if known.
    pub same: Option<bool>,
    /// For a removed mark: the level still meets its requirements, if known.
    pub needless: Option<bool>,
}

impl Query for TryEdits {
    fn topic() -> Topic {
        EFFECTS
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let edits = edits(ask, &self.candidates);
        let tried = after_each(ask, &edits);
        ask.report(tried);
    }
}

impl LevelReport for EditsTried {
    fn topic() -> Topic {
        EFFECTS
    }

    fn status(&self) -> Status {
        Status::proved_unless(self.halt.as_ref())
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let edits: Value = self.effects.iter().map(Effect::json).collect();
        Some(("effects", json!({ "now": self.now.status().json(), "edits": edits })))
    }
}

impl Effect {
    fn json(&self) -> Value {
        json!({
            "site": self.site.to_string(),
            "mark": self.mark,
            "solutions": self.solutions.status().json(),
            "same": self.same,
            "needless": self.needless,
        })
    }
}

/// Counts the solutions now and after each edit, as far as time allows.
fn after_each(ask: &mut Ask<'_>, edits: &[(Site, Option<Mark>)]) -> Result<EditsTried, Why> {
    let put = |(site, mark): &(Site, Option<Mark>)| Some((*site, mark.clone()?));
    prepare_edits(ask, edits.len(), &edits.iter().filter_map(put).collect::<Vec<_>>());
    let now = count_solutions(ask, ask.level)?;
    if ask.engine.has_search(ask.game) {
        ask.origin = Origin::Search;
    }
    let (mut effects, mut skipped, mut halt) = (Vec::new(), 0, None);
    let patience = ask.patience();
    for (done, (site, mark)) in edits.iter().enumerate() {
        if patience.is_over() {
            halt = Some(patience.why());
            break;
        }
        ask.note(done as u64, format!("{done} of {} edits tried", edits.len()));
        let mut level = ask.level.clone();
        level.paint(*site, mark.clone());
        match count_solutions(ask, &level) {
            Ok(count) => {
                let same = now.is_same(&count);
                let (site, mark) = (*site, mark.clone());
                effects.push(Effect { site, mark, solutions: count.number, same, needless: None });
            }
            // An edit that makes no valid program (too many powers, say) is not a candidate.
            Err(Why::BadInput(_) | Why::Undecided(_)) => skipped += 1,
            Err(why) => {
                halt = Some(why);
                break;
            }
        }
    }
    Ok(EditsTried { now: now.number, effects, skipped, halt })
}

/// Returns the edits to try: removals, and candidates painted on unlocked sites.
fn edits(ask: &Ask<'_>, candidates: &Candidates) -> Vec<(Site, Option<Mark>)> {
    let (game, level) = (ask.game, ask.level);
    let free = |site: &Site| level.spot(*site).hold != Hold::Locked;
    let (sites, marks): (Vec<Site>, Vec<Mark>) = match candidates {
        Candidates::OfMark(mark) => {
            let sites = game.layout_of(level).sites.into_iter().map(|(site, _)| site);
            (sites.collect(), vec![mark.clone()])
        }
        Candidates::OfSite(site) => {
            let own = level.marks().map(|(_, mark)| mark.clone());
            let brushes = game.palette().into_iter().flat_map(|group| group.brushes);
            let all: BTreeSet<Mark> = brushes.map(|brush| brush.mark).chain(own).collect();
            (vec![*site], all.into_iter().collect())
        }
    };
    let mut edits = Vec::new();
    for site in sites.into_iter().filter(free) {
        edits.extend(level.mark(site).is_some().then_some((site, None)));
        let fits = |mark: &&Mark| {
            level.mark(site) != Some(*mark)
                && is_of_puzzle(game, mark)
                && game.accepts(&level.board, site, mark).is_ok()
        };
        edits.extend(marks.iter().filter(fits).map(|mark| (site, Some(mark.clone()))));
    }
    edits
}
