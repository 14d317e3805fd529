//! The reach of turns: the proof that turns of a level are local.
//!
//! A turn *touches* the cells that it gives movements or whose objects it changes, with all steps that AGAIN
//! asks for. Brackets of rules that ask for a movement match only around touched cells; so do those that ask
//! for a player, as a key gives every player a movement, and *quiet* ones, which match nowhere before the turn.
//! A rule of one bracket that also matches elsewhere may be idle there: it changes nothing and gives no
//! command. Any other rule needs a match of its near brackets to do anything; if all of these match, the rule
//! *looks far* ([`FarRule`]), and the turn is not local. A moving object looks at the next cell only.
//!
//! Hence, from two states that are alike in the touched cells and around them, and in which the same brackets
//! are quiet or idle, each rule that does anything matches in the same places in the same order, and the same
//! changes.

use super::turn_log::{FarRule, QuietRow, RowFinding, RuleRow};
use crate::compiling::masks::{LAYERS_PER_WORD, MOVEMENTS, WideMask};
use crate::compiling::tables::{CompiledRow, CompiledRule, RuleTables, command};
use crate::compiling::widths::with_tables;
use crate::game::ScriptGame;
use crate::reading::words::Facing;
use crate::states::relevance::{IDLE_COMMANDS, live_rules};
use crate::turns::machine::{BoardShape, meets, within};
use crate::turns::stepper::{ScriptState, ScriptStepper};
use std::collections::BTreeMap;

/// At most one in this many sample states may be one in which a bracket is not quiet.
const RARE: usize = 10;

/// A bracket of a rule that asks for a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MovingRow {
    facing: Facing,
    n_cells: usize,
    has_gap: bool,
    /// The cell that has to have these movements; it does not matter for a bracket with a gap.
    anchor: usize,
    moving: Vec<u64>,
}

/// Computes the cells that a turn may look at, given its movements.
#[derive(Clone, Debug)]
pub(super) struct TurnReach {
    shape: BoardShape,
    moving: Vec<MovingRow>,
    /// The most cells of a bracket that asks for no movement: vertical, and horizontal.
    longest: [usize; 2],
    /// A bracket asks for a player and no movement.
    pub(super) asks_for_players: bool,
    /// Brackets that have to be quiet in a state for its turns to be local.
    pub(super) quiet: Vec<QuietRow>,
    pub(super) far_rules: Vec<FarRule>,
    /// The commands that rules may give.
    pub(super) commands: u32,
    /// Number of rules that may match.
    pub(super) n_rules: usize,
}

/// The brackets of a rule that may match, sorted by kind.
struct RowsOfRule {
    number: u32,
    n_rows: usize,
    /// Those that ask for a movement or a player.
    near: Vec<u32>,
    /// The others.
    resting: Vec<u32>,
    /// It gives a command that does something.
    acts: bool,
}

impl TurnReach {
    /// `None` if turns of the level are not local, or too seldom so in the sample states.
    pub(super) fn of(
        game: &ScriptGame,
        level: usize,
        stepper: &mut ScriptStepper,
        samples: &[ScriptState],
    ) -> Option<TurnReach> {
        let board = game.board(level)?;
        let mut start = WideMask::default();
        game.cells(board).into_iter().flatten().for_each(|object| start.insert(object));
        let shape = game.shape(board);
        let (mut reach, rules) =
            with_tables!(&*game.tables, tables => reach_of(tables, shape, &start))?;
        reach.classify(&rules, stepper, samples)?;
        let quiet = |state: &&ScriptState| stepper.is_quiet(state, &reach.quiet);
        (samples.iter().filter(quiet).count() * 2 >= samples.len()).then_some(reach)
    }

    /// Returns whether turns are local in all states, and consist of one step that wins by conditions alone.
    pub(super) fn is_plain(&self) -> bool {
        let acts = command::WIN | command::RESTART | command::CHECKPOINT | command::AGAIN;
        let plain = !self.asks_for_players && self.commands & acts == 0;
        plain && self.quiet.is_empty() && self.far_rules.is_empty()
    }

    /// Decides which brackets have to be quiet; `None` if turns are not local.
    fn classify(
        &mut self,
        rules: &[RowsOfRule],
        stepper: &mut ScriptStepper,
        samples: &[ScriptState],
    ) -> Option<()> {
        let places = rules
            .iter()
            .flat_map(|rule| rule.resting.iter().map(|&row| RuleRow { rule: rule.number, row }));
        let places: Vec<RuleRow> = places.collect();
        // Number of samples in which each matches, and in which it may change something.
        let mut counts = vec![(0, 0); places.len()];
        for sample in samples.iter().filter(|_| !places.is_empty()) {
            for (count, finding) in counts.iter_mut().zip(stepper.findings(sample, &places)) {
                count.0 += usize::from(finding != RowFinding::Nowhere);
                count.1 += usize::from(finding == RowFinding::Stirs);
            }
        }
        let is_rare = |n: usize| n * RARE <= samples.len();
        let mut counted = places.into_iter().zip(counts);
        for rule in rules {
            let rows: Vec<_> = counted.by_ref().take(rule.resting.len()).collect();
            if let (1, [(place, (matched, stirred))]) = (rule.n_rows, rows.as_slice()) {
                let most = match *matched > 0 && !rule.acts && is_rare(*stirred) {
                    true => RowFinding::Idle,
                    false if is_rare(*matched) => RowFinding::Nowhere,
                    false => return None,
                };
                self.quiet.push(QuietRow { place: *place, most });
                continue;
            }
            // If the rule has near brackets, only brackets that match nowhere are of any use.
            let may_be = |n: usize| if rule.near.is_empty() { is_rare(n) } else { n == 0 };
            let least = rows.iter().map(|(_, (matched, _))| *matched).min();
            let quiet = rows.iter().filter(|(_, count)| Some(count.0) == least && may_be(count.0));
            let quiet: Vec<RuleRow> = quiet.map(|(place, _)| *place).collect();
            let mut near = rule.near.clone();
            near.extend(quiet.iter().map(|place| place.row));
            if near.is_empty() {
                return None;
            }
            self.quiet
                .extend(quiet.iter().map(|&place| QuietRow { place, most: RowFinding::Nowhere }));
            if near.len() < rule.n_rows {
                self.far_rules.push(FarRule { rule: rule.number, near });
            }
        }
        Some(())
    }

    /// Returns the cells that a turn may have looked at, in order, given all cells that it touched with the
    /// movements that they had in it.
    pub(super) fn cells(&self, touched: &BTreeMap<u32, Vec<u64>>) -> Vec<usize> {
        let mut seen = vec![false; self.shape.n_cells()];
        for (&cell, had) in touched {
            let cell = cell as usize;
            self.see_along(cell, Facing::Up, self.longest[0], &mut seen);
            self.see_along(cell, Facing::Left, self.longest[1], &mut seen);
            for facing in Facing::ALL {
                if moves_towards(had, facing) && self.shape.room_ahead(cell, facing) > 1 {
                    seen[self.along(cell, facing, 1)] = true;
                }
            }
            for row in &self.moving {
                let has = row.moving.iter().zip(had).all(|(asked, had)| asked & !had == 0);
                if has && row.has_gap {
                    self.see_along(cell, row.facing, self.shape.n_cells(), &mut seen);
                } else if has {
                    self.see_row(cell, row, &mut seen);
                }
            }
        }
        (0..seen.len()).filter(|cell| seen[*cell]).collect()
    }

    /// Marks the cells of a bracket whose anchor is in a cell.
    fn see_row(&self, cell: usize, row: &MovingRow, seen: &mut [bool]) {
        let ahead = self.shape.room_ahead(cell, row.facing);
        let behind = self.shape.room_ahead(cell, row.facing.back());
        if ahead < row.n_cells - row.anchor || behind <= row.anchor {
            return;
        }
        let first = self.along(cell, row.facing.back(), row.anchor);
        (0..row.n_cells).for_each(|n| seen[self.along(first, row.facing, n)] = true);
    }

    /// Marks the cells that brackets of `n_cells` cells through this one may have, on the line of a direction.
    fn see_along(&self, cell: usize, facing: Facing, n_cells: usize, seen: &mut [bool]) {
        for facing in [facing, facing.back()] {
            let n = n_cells.max(1).min(self.shape.room_ahead(cell, facing));
            (0..n).for_each(|steps| seen[self.along(cell, facing, steps)] = true);
        }
    }

    /// Returns the cell that is `steps` ahead, which has to be on the board.
    fn along(&self, cell: usize, facing: Facing, steps: usize) -> usize {
        match facing {
            Facing::Up => cell - steps,
            Facing::Down => cell + steps,
            Facing::Left => cell - steps * self.shape.height,
            Facing::Right => cell + steps * self.shape.height,
        }
    }
}

/// Returns whether any layer has a movement in a direction.
fn moves_towards(had: &[u64], facing: Facing) -> bool {
    let bit = facing as usize;
    let layers =
        (0..LAYERS_PER_WORD).fold(0, |all, layer| all | 1_u64 << (layer * MOVEMENTS + bit));
    had.iter().any(|word| word & layers != 0)
}

/// Returns the reach of the rules that may ever match, without its quiet brackets; and those of these rules
/// that have a bracket without a movement.
fn reach_of<const S: usize>(
    tables: &RuleTables<S>,
    shape: BoardShape,
    start: &WideMask,
) -> Option<(TurnReach, Vec<RowsOfRule>)> {
    let is_odd = tables.is_flawed
        || tables.random_line.is_some()
        || !tables.crowded.is_empty()
        || tables.player_together;
    if is_odd {
        return None;
    }
    let (live, _) = live_rules(tables, start);
    let mut reach = TurnReach {
        shape,
        moving: Vec::new(),
        longest: [0; 2],
        asks_for_players: false,
        quiet: Vec::new(),
        far_rules: Vec::new(),
        commands: 0,
        n_rules: live.iter().filter(|live| **live).count(),
    };
    let mut rules = Vec::new();
    for (number, rule) in tables.rules.iter().enumerate().filter(|(number, _)| live[*number]) {
        let acts = rule.commands & !IDLE_COMMANDS != 0;
        if !rule.has_right && !acts {
            continue;
        }
        if rule.rigid != 0 {
            return None;
        }
        reach.commands |= rule.commands;
        let rows = reach.add_rule(tables, number, rule)?;
        if !rows.resting.is_empty() {
            rules.push(RowsOfRule { acts, ..rows });
        }
    }
    Some((reach, rules))
}

impl TurnReach {
    /// Adds the brackets of a rule; `None` if one has a gap and asks for no movement.
    fn add_rule<const S: usize>(
        &mut self,
        tables: &RuleTables<S>,
        number: usize,
        rule: &CompiledRule<S>,
    ) -> Option<RowsOfRule> {
        let rows = &tables.rows[rule.rows.start as usize..rule.rows.end as usize];
        let mut found = RowsOfRule {
            number: number as u32,
            n_rows: rows.len(),
            near: Vec::new(),
            resting: Vec::new(),
            acts: false,
        };
        for (index, row) in rows.iter().enumerate() {
            match moving_row(tables, rule.facing, row) {
                Some(row) => {
                    found.near.push(index as u32);
                    if !self.moving.contains(&row) {
                        self.moving.push(row);
                    }
                }
                None if row.segments.len() > 1 => return None,
                None => {
                    let by_player = asks_for_player(tables, row);
                    let rows = if by_player { &mut found.near } else { &mut found.resting };
                    rows.push(index as u32);
                    self.asks_for_players |= by_player;
                    let longest = &mut self.longest[usize::from(rule.facing.is_horizontal())];
                    *longest = row.n_cells.max(*longest);
                }
            }
        }
        Some(found)
    }
}

/// Returns a bracket as one that asks for a movement; `None` if it does not.
fn moving_row<const S: usize>(
    tables: &RuleTables<S>,
    facing: Facing,
    row: &CompiledRow,
) -> Option<MovingRow> {
    let mut segments = row.segments.iter();
    let (anchor, moving) = segments.find_map(|segment| {
        let cells = &tables.cells[segment.cells.start as usize..segment.cells.end as usize];
        let anchor = cells.iter().position(|cell| cell.moving != [0; S])?;
        Some((anchor, cells[anchor].moving.to_vec()))
    })?;
    Some(MovingRow {
        facing,
        n_cells: row.n_cells,
        has_gap: row.segments.len() > 1,
        anchor,
        moving,
    })
}

/// Returns whether a bracket matches only where there is a player.
fn asks_for_player<const S: usize>(tables: &RuleTables<S>, row: &CompiledRow) -> bool {
    let cells = row.segments.iter().flat_map(|segment| {
        &tables.cells[segment.cells.start as usize..segment.cells.end as usize]
    });
    cells.into_iter().any(|cell| {
        let any = &tables.any[cell.any.start as usize..cell.any.end as usize];
        meets(&cell.present, &tables.player) || any.iter().any(|any| within(any, &tables.player))
    })
}
