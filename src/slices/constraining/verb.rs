//! `constraints`: lists the constraints of a level with their problems, adds, changes and removes them.
//!
//! Solves nothing.

use std::ffi::OsString;

use clap::Args;
use serde_json::{Value, json};

use super::{constraints, free_site, notation};
use foolproof_cli::Report;
use foolproof_cli::input::{Usage, pick_level};
use foolproof_cli::output::{OutArgs, PackOut};
use foolproof_cli::questions::holds;
use foolproof_cli::report::columns;
use foolproof_cli::verb::Verb;
use foolproof_game::{ConstraintForm, ConstraintKind, Constraints, Game, Games};
use foolproof_level::{Level, Mark, Site};

/// List the constraints of a level, add, change and remove them (exit status 1: one is at odds with its
/// own cells)
#[derive(Debug, Args)]
pub(super) struct ListConstraints {
    pub level: OsString,
    /// Add one: its kind, its numbers, its cells, such as "cage 12 R1C1 R1C2", "thermometer R1C1-R1C5" or
    /// "arrow R1C1 / R1C2-R1C4"; may be repeated
    #[arg(long, value_name = "CONSTRAINT")]
    pub add: Vec<String>,
    /// Replace a constraint: "3=cage 12 R1C1 R1C2"; may be repeated
    #[arg(long, value_name = "NUMBER=CONSTRAINT")]
    pub change: Vec<String>,
    /// Remove the one with this number, as the list has them; may be repeated
    #[arg(long, value_name = "NUMBER")]
    pub remove: Vec<u16>,
    /// List the kinds that the game of the level has
    #[arg(long, conflicts_with_all = ["add", "change", "remove"])]
    pub kinds: bool,
    #[command(flatten)]
    pub out: OutArgs,
}

impl Verb for ListConstraints {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let picked = pick_level(games, &self.level)?;
        let game = &*picked.game;
        let none = || Usage::of_game(game, "has no constraints");
        let known = game.constraints().ok_or_else(none)?;
        if self.kinds {
            return Ok(kinds_listed(&known.kinds()));
        }
        let out = PackOut::of(games, &self.out, Some(&picked))?;
        let mut level = (*picked.level).clone();
        self.edit(known, &mut level)?;
        if level.keep_locked(&picked.level) > 0 {
            return Err(Usage("a locked constraint cannot be changed or removed".to_owned()));
        }
        let changed = level != *picked.level;
        if changed && out.is_none() {
            return Err(Usage("--out says where the changed level is written".to_owned()));
        }
        if let Some(out) = &out {
            out.change(level.clone())?;
        }
        let faults = known.faults(&level);
        let outcome = holds(faults.is_empty());
        let report = Report::new(outcome, table(game, &level, &faults)).of_level(&level);
        Ok(report.fields(listed(game, &level, &faults)))
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard()
    }
}

impl ListConstraints {
    /// Numbers refer to the level as it was read.
    fn edit(&self, known: &dyn Constraints, level: &mut Level) -> Result<(), Usage> {
        for text in &self.change {
            let fault = |why: String| Usage(format!("--change {text}: {why}"));
            let parts = text.split_once('=');
            let number = parts.and_then(|(number, _)| number.trim().parse().ok());
            let (Some(number), Some((_, written))) = (number, parts) else {
                return Err(fault("write the number, =, and the constraint".to_owned()));
            };
            let site = site_of(level, number).map_err(fault)?;
            let mark = notation::read(known, &level.board, written).map_err(fault)?;
            level.paint(site, Some(mark));
        }
        for number in &self.remove {
            let fault = |why: String| Usage(format!("--remove {number}: {why}"));
            let site = site_of(level, *number).map_err(fault)?;
            level.paint(site, None);
        }
        for text in &self.add {
            let read = notation::read(known, &level.board, text);
            let mark = read.map_err(|why| Usage(format!("--add {text}: {why}")))?;
            let site = free_site(level);
            level.paint(site, Some(mark));
        }
        Ok(())
    }
}

/// Returns the site of the constraint with a number, counted from 1.
fn site_of(level: &Level, number: u16) -> Result<Site, String> {
    let site = number.checked_sub(1).map(Site::constraint);
    let site = site.filter(|site| level.mark(*site).is_some());
    site.ok_or_else(|| match constraints(level).count() {
        0 => "the level has no constraints".to_owned(),
        count => format!("the level has {count} constraints, and none with this number"),
    })
}

fn fault_of(faults: &[(Site, String)], site: Site) -> Option<&str> {
    faults.iter().find(|(at, _)| *at == site).map(|(_, why)| why.as_str())
}

fn table(game: &dyn Game, level: &Level, faults: &[(Site, String)]) -> String {
    if constraints(level).next().is_none() {
        return "no constraints\n".to_owned();
    }
    let row = |(site, mark): (Site, &Mark)| {
        let fault = fault_of(faults, site).unwrap_or_default();
        [(site.col + 1).to_string(), game.describe(mark), fault.to_owned()]
    };
    format!("{}\n", columns([""; 0], constraints(level).map(row)))
}

fn listed(game: &dyn Game, level: &Level, faults: &[(Site, String)]) -> Value {
    let one = |(site, mark): (Site, &Mark)| {
        let why = fault_of(faults, site);
        json!({ "number": site.col + 1, "mark": mark, "words": game.describe(mark), "fault": why })
    };
    json!({ "constraints": constraints(level).map(one).collect::<Vec<_>>() })
}

/// Describes how to write the cells of a kind.
fn written(kind: &ConstraintKind) -> String {
    let cells = match kind.form {
        ConstraintForm::Whole => "",
        ConstraintForm::Area | ConstraintForm::Line => "CELLS",
        ConstraintForm::Pair => "CELL CELL",
        ConstraintForm::Corner => "CELL CELL CELL CELL",
        // The first and the last cell.
        ConstraintForm::Straight | ConstraintForm::Slanted => "CELL-CELL",
        ConstraintForm::Circle | ConstraintForm::Groups => "CELLS / CELLS",
    };
    let number = match kind.numbers {
        _ if kind.text.is_some() => "\"TEXT\"",
        (_, 0) => "",
        (0, _) => "[NUMBER]",
        (_, 1) => "NUMBER",
        _ => "NUMBERS",
    };
    let words = [kind.id, number, cells].into_iter().filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn kinds_listed(kinds: &[ConstraintKind]) -> Report {
    let one = |kind: &ConstraintKind| json!({ "kind": kind.id, "name": kind.name, "rule": kind.rule, "written": written(kind) });
    let all: Value = kinds.iter().map(one).collect();
    let rows = kinds.iter().map(|kind| [written(kind), kind.rule.to_owned()]);
    Report::done(format!("{}\n", columns([""; 0], rows))).fields(json!({ "kinds": all }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Board;

    /// Replaces the placeholders of a usage by cells of a 9x9 board: one of the results fits every kind.
    fn filled(usage: &str) -> Vec<String> {
        let lines = ["R1C1-R1C3", "R1C1-R1C4", "R1C1-R1C9", "R1C1-R9C9"];
        let filled = |line: &str| {
            let usage = usage.replace("CELL CELL CELL CELL", "R1C1 R1C2 R2C1 R2C2");
            let usage = usage.replace("CELLS / CELLS", "R1C1 / R1C2");
            let usage = usage.replace("CELL CELL", "R1C1 R1C2").replace("CELL-CELL", line);
            let usage = usage.replace("CELLS", line).replace("[NUMBER]", "5");
            usage.replace("NUMBERS", "5").replace("NUMBER", "5")
        };
        lines.map(filled).to_vec()
    }

    #[test]
    fn the_usage_of_every_kind_is_what_is_read() {
        let games = foolproof_built_in::built_in();
        let sudoku = games.by_id("sudoku").expect("Sudoku");
        let known = sudoku.constraints().expect("constraints");
        let board = Board { cols: 9, rows: 9, tray: 0 };
        for kind in known.kinds() {
            let text = kind.text.unwrap_or_default();
            let usage = written(&kind).replace("TEXT", text);
            let read = |text: &String| notation::read(known, &board, text).err();
            let faults: Vec<String> = filled(&usage).iter().flat_map(read).collect();
            assert!(faults.len() < 4, "{usage}: {faults:?}");
        }
        let commas = notation::read(known, &board, "sandwich 5 R1C1, R1C9").expect("commas part");
        let plain = notation::read(known, &board, "sandwich 5 R1C1-R1C9");
        assert_eq!(Ok(commas), plain);
    }
}
