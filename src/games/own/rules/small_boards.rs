//! Small boards with all of their levels at once, to test what the rules forbid.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use crate::own_game::OwnGame;
use crate::rules::facts;
use foolproof_game::{
    Game as _, GroundSource, Grounding, Opening, RulesFault, UnfinishedGrounding,
};
use foolproof_ground::GroundProgram;
use foolproof_level::{Board, Level, Mark};

/// Processor time for grounding the rules of a searched board. Boards that take longer are skipped.
const UNFOLDING: Duration = Duration::from_secs(2);
/// Settings are tried up to this far above their minimum.
const ABOVE: i32 = 2;

impl OwnGame {
    /// Returns the smallest boards that levels may have, up to this many cells, smallest first. Long ones are
    /// left out.
    pub fn small_boards(&self, most_cells: usize) -> Vec<Board> {
        let about = &self.about;
        let tray = about.default_board.tray;
        let long = about.smallest.cols.abs_diff(about.smallest.rows) + 1;
        let mut boards: Vec<Board> = match about.boards.is_empty() {
            false => about.boards.to_vec(),
            true => (about.smallest.cols..=about.largest.cols)
                .flat_map(|cols| {
                    let rows = about.smallest.rows..=about.largest.rows;
                    rows.map(move |rows| Board { cols, rows, tray })
                })
                .collect(),
        };
        let cells = |board: &Board| usize::from(board.cols) * usize::from(board.rows);
        boards.retain(|board| board.cols.abs_diff(board.rows) <= long);
        boards.sort_by_key(|board| (cells(board), board.rows));
        // A turned board adds nothing.
        let mut seen = BTreeSet::new();
        if self.is_symmetric() {
            let sides = |board: &Board| (board.cols.min(board.rows), board.cols.max(board.rows));
            boards.retain(|board| seen.insert(sides(board)));
        }
        let small = boards.iter().filter(|board| cells(board) <= most_cells).count();
        boards.truncate(small.max(1));
        boards
    }

    /// Grounds the rules for all levels on the board of this one, with up to `most` marks of each kind, small
    /// numbers first.
    pub fn rules_of_board(
        &self,
        level: &Level,
        most: usize,
    ) -> Result<Arc<GroundProgram>, RulesFault> {
        let sites: Vec<_> = self.layout_of(level).sites.into_iter().map(|(site, _)| site).collect();
        let mut open = BTreeSet::new();
        for kind in self.form.marks.iter().filter(|kind| !kind.by_player) {
            let mut marks = kind.pattern.marks();
            marks.sort_by_key(largest_number);
            for mark in marks.iter().take(most) {
                let fits = sites.iter().filter(|at| self.accepts(&level.board, **at, mark).is_ok());
                open.extend(fits.map(|site| (*site, mark.clone())));
            }
        }
        let sources = facts::judged_all(self, level, &Opening::new(open), "");
        self.unfolded_soon(&sources.map_err(|why| why.to_string())?)
    }

    /// Grounds the rules for all plays of this level.
    pub fn rules_of_level(&self, level: &Level) -> Result<Arc<GroundProgram>, RulesFault> {
        let sources = facts::judged(self, level, "");
        self.unfolded_soon(&sources.map_err(|why| why.to_string())?)
    }

    fn unfolded_soon(&self, sources: &[GroundSource]) -> Result<Arc<GroundProgram>, RulesFault> {
        let allowed = self.grounder.allowed();
        self.grounder.allow(allowed.min(UNFOLDING));
        let grounding = self.grounder.ground(sources);
        self.grounder.allow(allowed);
        match grounding {
            Grounding::Ready(program) => Ok(program),
            Grounding::Failed(why) | Grounding::Unfinished(UnfinishedGrounding { why, .. }) => {
                Err(why)
            }
            Grounding::Pending => Err("the rules are being read".into()),
        }
    }

    /// Returns the settings to try small levels with: the defaults, the minimum, and small ones above the
    /// minimum.
    pub fn small_settings(&self) -> Vec<BTreeMap<String, i32>> {
        let all = &self.form.manifest.setting;
        let usual = all.iter().map(|of| (of.name.get_ref().clone(), *of.default.get_ref()));
        let least = all.iter().map(|of| (of.name.get_ref().clone(), of.least));
        let above = all
            .iter()
            .map(|of| (of.name.get_ref().clone(), of.most.min(of.least.saturating_add(ABOVE))));
        let mut tried = vec![usual.collect::<BTreeMap<_, _>>()];
        for other in [least.collect(), above.collect()] {
            if !tried.contains(&other) {
                tried.push(other);
            }
        }
        tried
    }
}

fn largest_number(mark: &Mark) -> u32 {
    let digits = mark.as_str().split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|number| number.parse().ok()).max().unwrap_or(0)
}
