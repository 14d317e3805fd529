//! The rules of a game as the engine reads them: flat tables of masks with a fixed width.
//!
//! `S` is the number of words for the objects of a cell, and for its movements. A *plane* is a set of cells:
//! there is one for each object, then one for each movement of each layer. A row of cells is first sought in
//! planes, 64 cells at a time ([`TermOp`]); conditions that planes do not decide are tested cell by cell.

use crate::compiling::checks::{Quantifier, WinSide};
use crate::compiling::groups::{Phase, RuleGroup};
use crate::compiling::lower::{CellPattern, CellReplacement, MaskRule, RowPlace};
use crate::compiling::masks::{MOVEMENTS, WideMask, bits_of, movement_place};
use crate::compiling::rule_text::RuleCommand;
use crate::draft::GameDraft;
use crate::reading::dictionary::Dictionary;
use crate::reading::words::Facing;
use std::ops::Range;

/// Objects or movement words of a cell.
pub(crate) type CellWords<const S: usize> = [u64; S];

/// Commands of a rule as bits.
pub(crate) mod command {
    pub(crate) const CANCEL: u32 = 1;
    pub(crate) const RESTART: u32 = 2;
    pub(crate) const WIN: u32 = 4;
    pub(crate) const CHECKPOINT: u32 = 8;
    pub(crate) const AGAIN: u32 = 16;
    pub(crate) const MESSAGE: u32 = 32;
    /// `sfx0`; the others follow.
    pub(crate) const FIRST_SOUND: u32 = 64;
    /// Commands that count as an effect of a rule even if it changes nothing. CANCEL takes its turn back, as if
    /// no rule had acted; the effects of AGAIN and RESTART show in the next turn and at the start.
    pub(crate) const TELLING: u32 = !(CANCEL | RESTART | AGAIN);
}

/// A condition on planes.
#[derive(Clone, Copy)]
pub(crate) enum TermOp {
    Has(u32),
    Lacks(u32),
    /// One of the planes listed from `first`.
    HasAny {
        first: u32,
        n: u32,
    },
    /// None of them.
    LacksAll {
        first: u32,
        n: u32,
    },
}

/// A condition on the cell that is `at` cells along the row.
#[derive(Clone, Copy)]
pub(crate) struct PlaneTerm {
    pub(crate) op: TermOp,
    pub(crate) at: i32,
    /// The direction of the row.
    pub(crate) facing: Facing,
}

#[derive(Clone)]
pub(crate) struct CompiledCell<const S: usize> {
    pub(crate) present: CellWords<S>,
    pub(crate) missing: CellWords<S>,
    pub(crate) moving: CellWords<S>,
    pub(crate) still: CellWords<S>,
    pub(crate) any: Range<u32>,
    pub(crate) replacement: Option<u32>,
}

#[derive(Clone)]
pub(crate) struct CompiledReplacement<const S: usize> {
    pub(crate) keep: CellWords<S>,
    pub(crate) set: CellWords<S>,
    /// Movements that are not cleared.
    pub(crate) keep_moves: CellWords<S>,
    pub(crate) set_moves: CellWords<S>,
    /// Layers that the rule sets, for rigid bodies.
    pub(crate) layers: CellWords<S>,
    pub(crate) random_objects: Vec<u32>,
    pub(crate) random_layers: Vec<u32>,
    /// Planes of the objects and movements that are set.
    pub(crate) set_planes: Vec<u32>,
    /// Objects and movements that are cleared and not set again.
    pub(crate) clear: CellWords<S>,
    pub(crate) clear_moves: CellWords<S>,
}

/// A run of cells without a gap.
#[derive(Clone)]
pub(crate) struct CompiledSegment {
    pub(crate) cells: Range<u32>,
    pub(crate) terms: Range<u32>,
    /// The terms decide everything; no cell needs to be tested.
    pub(crate) exact: bool,
}

/// One bracket of a rule: one to three segments with gaps between.
#[derive(Clone)]
pub(crate) struct CompiledRow {
    pub(crate) segments: Vec<CompiledSegment>,
    /// Cells of all segments.
    pub(crate) n_cells: usize,
}

#[derive(Clone)]
pub(crate) struct CompiledRule<const S: usize> {
    /// Objects and movements that must be on the board for the rule to apply anywhere.
    pub(crate) need: CellWords<S>,
    pub(crate) need_moves: CellWords<S>,
    /// Everything that decides whether the rule applies and changes something.
    pub(crate) touch: CellWords<S>,
    pub(crate) touch_moves: CellWords<S>,
    pub(crate) rows: Range<u32>,
    pub(crate) facing: Facing,
    pub(crate) has_right: bool,
    pub(crate) commands: u32,
    pub(crate) message: Option<u32>,
    /// If no cell would change, the rule has no effect: it is neither rigid nor random.
    pub(crate) can_idle: bool,
    /// Every match is a single cell, so matches that would change nothing can be left out.
    pub(crate) one_cell: bool,
    /// Number of the rigid group, from 1; 0 if the rule is not rigid.
    pub(crate) rigid: u32,
    pub(crate) line: u32,
}

#[derive(Clone)]
pub(crate) struct CompiledGroup {
    pub(crate) rules: Range<u32>,
    /// One match of the whole group is chosen.
    pub(crate) random: bool,
    /// Applying a rule may draw random numbers even if it changes nothing.
    pub(crate) draws: bool,
    /// It draws directions, and nothing else in it depends on them.
    pub(crate) draws_evenly: bool,
    pub(crate) line: u32,
}

#[derive(Clone, Default)]
pub(crate) struct CompiledPhase {
    pub(crate) groups: Vec<CompiledGroup>,
    pub(crate) loop_back: Vec<Option<usize>>,
}

/// One side of a win condition: planes, and whether a cell must be in all of them or in any.
#[derive(Clone)]
pub(crate) struct WinPlanes {
    pub(crate) planes: Vec<u32>,
    pub(crate) together: bool,
}

#[derive(Clone)]
pub(crate) struct CompiledWin {
    pub(crate) quantifier: Quantifier,
    pub(crate) first: WinPlanes,
    pub(crate) second: Option<WinPlanes>,
}

/// All tables of a game.
#[derive(Clone)]
pub(crate) struct RuleTables<const S: usize> {
    pub(crate) n_objects: usize,
    pub(crate) n_layers: usize,
    pub(crate) rules: Vec<CompiledRule<S>>,
    pub(crate) rows: Vec<CompiledRow>,
    pub(crate) cells: Vec<CompiledCell<S>>,
    pub(crate) any: Vec<CellWords<S>>,
    pub(crate) terms: Vec<PlaneTerm>,
    pub(crate) listed: Vec<u32>,
    pub(crate) replacements: Vec<CompiledReplacement<S>>,
    pub(crate) messages: Vec<String>,
    pub(crate) early: CompiledPhase,
    pub(crate) late: CompiledPhase,
    /// The early group of each rigid group.
    pub(crate) rigid_groups: Vec<usize>,
    pub(crate) layer_masks: Vec<CellWords<S>>,
    /// The layer of each object.
    pub(crate) layers: Vec<u16>,
    pub(crate) player: CellWords<S>,
    pub(crate) player_planes: Vec<u32>,
    pub(crate) player_together: bool,
    pub(crate) wins: Vec<CompiledWin>,
    pub(crate) requires_movement: bool,
    pub(crate) runs_rules_on_start: bool,
    /// The first line that draws random numbers.
    pub(crate) random_line: Option<u32>,
    /// Objects that some rule may make, destroy or move.
    pub(crate) dynamic: WideMask,
    /// Layers of which a cell may have several objects.
    pub(crate) crowded: WideMask,
    /// The source has errors, so nothing about its rules is certain.
    pub(crate) is_flawed: bool,
    /// Objects that move or change were left out, since they cannot change the outcome.
    pub(crate) hides: bool,
    /// Lines of rules that were left out, in whole or in part.
    pub(crate) cut_lines: std::collections::BTreeSet<u32>,
}

fn planes(mask: &WideMask) -> Vec<u32> {
    mask.iter().map(|id| id as u32).collect()
}

/// Returns whether applying a rule draws random numbers.
fn draws_at_random(rule: &MaskRule) -> bool {
    rule.rows.iter().flatten().any(|place| match place {
        RowPlace::Cell(cell) => cell
            .replacement
            .as_ref()
            .is_some_and(|made| !made.random_objects.is_empty() || !made.random_layers.is_empty()),
        RowPlace::Gap => false,
    })
}

/// The most missing objects of a cell that become a plane term each.
const MAX_LACKS: usize = 2;
/// Maximum number of planes of a term; a condition on more is tested cell by cell.
const MAX_LISTED: usize = 24;

impl<const S: usize> RuleTables<S> {
    pub(crate) fn new(draft: &GameDraft) -> RuleTables<S> {
        let mut tables = RuleTables::empty(&draft.dictionary);
        let win_side =
            |side: &WinSide| WinPlanes { planes: planes(&side.mask), together: side.together };
        tables.wins = draft
            .wins
            .iter()
            .map(|win| CompiledWin {
                quantifier: win.quantifier,
                first: win_side(&win.first),
                second: win.second.as_ref().map(win_side),
            })
            .collect();
        tables.requires_movement = draft.settings.requires_movement;
        tables.runs_rules_on_start = draft.settings.runs_rules_on_start;
        let numbered = draft.program.rigid.iter().enumerate();
        tables.rigid_groups =
            numbered.filter(|(_, number)| number.is_some()).map(|(group, _)| group).collect();
        tables.is_flawed = draft.is_flawed;
        // Nothing is certain about a game with errors.
        (tables.dynamic, tables.crowded) = if draft.is_flawed {
            (
                WideMask::all_below(draft.dictionary.n_objects()),
                WideMask::all_below(draft.dictionary.n_layers()),
            )
        } else {
            (
                crate::compiling::dynamic_objects::dynamic(&draft.program, &draft.dictionary),
                crate::compiling::dynamic_objects::crowded(&draft.program, &draft.dictionary),
            )
        };
        tables.early = tables.phase(&draft.program.early, &draft.program.rigid);
        tables.late = tables.phase(&draft.program.late, &[]);
        tables.find_even_draws();
        tables
    }

    /// Tables of rules that belong to no phase and are only matched.
    pub(crate) fn of_patterns(dictionary: &Dictionary, rules: &[MaskRule]) -> RuleTables<S> {
        let mut tables = RuleTables::empty(dictionary);
        for rule in rules {
            let rule = tables.rule(rule, 0);
            // A question is about every match, including those where a rule would do nothing.
            tables.rules.push(CompiledRule { can_idle: false, one_cell: false, ..rule });
        }
        tables
    }

    fn empty(dictionary: &Dictionary) -> RuleTables<S> {
        let layer_of =
            |id| dictionary.layer_masks.iter().position(|mask| mask.contains(id)).unwrap_or(0);
        RuleTables {
            n_objects: dictionary.n_objects(),
            n_layers: dictionary.n_layers(),
            rules: Vec::new(),
            rows: Vec::new(),
            cells: Vec::new(),
            any: Vec::new(),
            terms: Vec::new(),
            listed: Vec::new(),
            replacements: Vec::new(),
            messages: Vec::new(),
            early: CompiledPhase::default(),
            late: CompiledPhase::default(),
            rigid_groups: Vec::new(),
            layer_masks: dictionary.layer_masks.iter().map(WideMask::fixed).collect(),
            layers: (0..dictionary.n_objects()).map(|id| layer_of(id) as u16).collect(),
            player: dictionary.player.1.fixed(),
            player_planes: planes(&dictionary.player.1),
            player_together: dictionary.player.0,
            wins: Vec::new(),
            requires_movement: false,
            runs_rules_on_start: false,
            random_line: None,
            dynamic: WideMask::default(),
            crowded: WideMask::default(),
            is_flawed: false,
            hides: false,
            cut_lines: Default::default(),
        }
    }

    fn phase(&mut self, phase: &Phase, rigid: &[Option<usize>]) -> CompiledPhase {
        let groups = phase.groups.iter().enumerate().map(|(index, group)| {
            let number = rigid.get(index).copied().flatten().map(|number| number as u32 + 1);
            self.group(group, number)
        });
        CompiledPhase { groups: groups.collect(), loop_back: phase.loop_back.clone() }
    }

    fn group(&mut self, group: &RuleGroup, rigid: Option<u32>) -> CompiledGroup {
        let first = self.rules.len() as u32;
        let line = group.first().map_or(1, |rule| rule.line);
        let random = group.first().is_some_and(|rule| rule.random);
        let mut draws = random;
        for rule in group {
            let rule_draws = draws_at_random(rule);
            draws |= rule_draws;
            if rule_draws || random {
                self.random_line =
                    Some(self.random_line.map_or(rule.line, |line| line.min(rule.line)));
            }
            let rigid = if rule.rigid { rigid.unwrap_or(0) } else { 0 };
            let rule = self.rule(rule, rigid);
            // One of all matches is drawn, including those that would change nothing.
            let (can_idle, one_cell) = (rule.can_idle && !random, rule.one_cell && !random);
            self.rules.push(CompiledRule { can_idle, one_cell, ..rule });
        }
        let rules = first..self.rules.len() as u32;
        CompiledGroup { rules, random, draws, draws_evenly: false, line }
    }

    fn rule(&mut self, rule: &MaskRule, rigid: u32) -> CompiledRule<S> {
        let first_row = self.rows.len() as u32;
        let mut need = WideMask::default();
        let mut need_moves = WideMask::default();
        let (mut touch, mut touch_moves) = (WideMask::default(), WideMask::default());
        for row in &rule.rows {
            for place in row {
                if let RowPlace::Cell(cell) = place {
                    need.add_all(&cell.present);
                    need_moves.add_all(&cell.moving);
                    cell.add_touched(&mut touch, &mut touch_moves);
                }
            }
            let row = self.row(row, rule.facing);
            self.rows.push(row);
        }
        let mut commands = 0;
        let mut message = None;
        for each in rule.commands.iter() {
            let bit = match each {
                RuleCommand::Cancel => command::CANCEL,
                RuleCommand::Restart => command::RESTART,
                RuleCommand::Win => command::WIN,
                RuleCommand::Checkpoint => command::CHECKPOINT,
                RuleCommand::Again => command::AGAIN,
                RuleCommand::Message(_) => command::MESSAGE,
                RuleCommand::Sound(name) => {
                    let number = name.trim_start_matches("sfx").parse::<u32>().unwrap_or(0).min(10);
                    command::FIRST_SOUND << number
                }
            };
            if let RuleCommand::Message(text) = each
                && commands & bit == 0
            {
                message = Some(self.messages.len() as u32);
                self.messages.push(text.clone());
            }
            commands |= bit;
        }
        let has_gap = rule.rows.iter().flatten().any(|place| matches!(place, RowPlace::Gap));
        let can_idle = rigid == 0 && !has_gap && !draws_at_random(rule);
        CompiledRule {
            can_idle,
            one_cell: can_idle && matches!(rule.rows.as_slice(), [row] if row.len() == 1),
            need: need.fixed(),
            need_moves: need_moves.fixed(),
            touch: touch.fixed(),
            touch_moves: touch_moves.fixed(),
            rows: first_row..self.rows.len() as u32,
            facing: rule.facing,
            has_right: rule.has_right,
            commands,
            message,
            rigid,
            line: rule.line,
        }
    }

    fn row(&mut self, row: &[RowPlace], facing: Facing) -> CompiledRow {
        let mut segments = Vec::new();
        let mut n_cells = 0;
        for part in row.split(|place| matches!(place, RowPlace::Gap)) {
            let cells: Vec<&CellPattern> = part
                .iter()
                .filter_map(|place| {
                    if let RowPlace::Cell(cell) = place { Some(cell.as_ref()) } else { None }
                })
                .collect();
            n_cells += cells.len();
            segments.push(self.segment(&cells, facing));
        }
        CompiledRow { segments, n_cells }
    }

    fn segment(&mut self, cells: &[&CellPattern], facing: Facing) -> CompiledSegment {
        let first_cell = self.cells.len() as u32;
        let first_term = self.terms.len() as u32;
        let mut moves = Vec::new();
        let mut rest = Vec::new();
        let mut exact = true;
        for (at, cell) in cells.iter().enumerate() {
            exact &= self.cell_terms(cell, at as i32, facing, &mut moves, &mut rest);
            let cell = self.cell(cell);
            self.cells.push(cell);
        }
        // Movements are rarest: they come first, so that most words are decided by one look.
        rest.sort_by_key(|term: &PlaneTerm| match term.op {
            TermOp::Has(_) => 0,
            TermOp::HasAny { .. } => 1,
            TermOp::Lacks(_) => 2,
            TermOp::LacksAll { .. } => 3,
        });
        self.terms.extend(moves);
        self.terms.extend(rest);
        CompiledSegment {
            cells: first_cell..self.cells.len() as u32,
            terms: first_term..self.terms.len() as u32,
            exact,
        }
    }

    /// The plane terms of a cell. Returns whether they decide everything.
    fn cell_terms(
        &mut self,
        cell: &CellPattern,
        at: i32,
        facing: Facing,
        moves: &mut Vec<PlaneTerm>,
        rest: &mut Vec<PlaneTerm>,
    ) -> bool {
        let mut exact = true;
        moves.extend(self.movement_planes(&cell.moving).map(|plane| PlaneTerm {
            op: TermOp::Has(plane),
            at,
            facing,
        }));
        rest.extend(cell.present.iter().map(|id| PlaneTerm {
            op: TermOp::Has(id as u32),
            at,
            facing,
        }));
        for any in &cell.any {
            let planes = any.iter().map(|id| id as u32).collect();
            match self.listed(planes) {
                Some((first, n)) => {
                    rest.push(PlaneTerm { op: TermOp::HasAny { first, n }, at, facing });
                }
                None => exact = false,
            }
        }
        let missing: Vec<u32> = cell.missing.iter().map(|id| id as u32).collect();
        let still: Vec<u32> = self.movement_planes(&cell.still).collect();
        for lacked in [missing, still] {
            if lacked.len() <= MAX_LACKS {
                let lacks = |plane| PlaneTerm { op: TermOp::Lacks(plane), at, facing };
                rest.extend(lacked.into_iter().map(lacks));
                continue;
            }
            match self.listed(lacked) {
                Some((first, n)) => {
                    rest.push(PlaneTerm { op: TermOp::LacksAll { first, n }, at, facing });
                }
                None => exact = false,
            }
        }
        exact
    }

    /// Lists the planes of a term; `None` if they are too many.
    fn listed(&mut self, planes: Vec<u32>) -> Option<(u32, u32)> {
        let (first, n) = (self.listed.len() as u32, planes.len() as u32);
        let fits = planes.len() <= MAX_LISTED;
        fits.then(|| self.listed.extend(planes)).map(|()| (first, n))
    }

    fn movement_planes(&self, moves: &WideMask) -> impl Iterator<Item = u32> + use<'_, S> {
        let words: CellWords<S> = moves.fixed();
        let first = self.n_objects;
        words.into_iter().enumerate().flat_map(move |(word, bits)| {
            bits_of(bits).map(move |bit| {
                (first + word * crate::compiling::masks::LAYERS_PER_WORD * MOVEMENTS + bit) as u32
            })
        })
    }

    fn cell(&mut self, cell: &CellPattern) -> CompiledCell<S> {
        let first_any = self.any.len() as u32;
        self.any.extend(cell.any.iter().map(WideMask::fixed::<S>));
        let replacement = cell.replacement.as_ref().map(|made| {
            let made = self.replacement(made);
            self.replacements.push(made);
            self.replacements.len() as u32 - 1
        });
        CompiledCell {
            present: cell.present.fixed(),
            missing: cell.missing.fixed(),
            moving: cell.moving.fixed(),
            still: cell.still.fixed(),
            any: first_any..self.any.len() as u32,
            replacement,
        }
    }

    fn replacement(&self, made: &CellReplacement) -> CompiledReplacement<S> {
        let mut moves = made.movement_clear.clone();
        moves.add_all(&made.layers);
        let mut clear = made.clear.clone();
        clear.remove_all(&made.set);
        let mut clear_moves = moves.clone();
        clear_moves.remove_all(&made.movement_set);
        let set_objects = made.set.iter().map(|id| id as u32);
        CompiledReplacement {
            set_planes: set_objects.chain(self.movement_planes(&made.movement_set)).collect(),
            clear: clear.fixed(),
            clear_moves: clear_moves.fixed(),
            keep: made.clear.fixed::<S>().map(|word| !word),
            set: made.set.fixed(),
            keep_moves: moves.fixed::<S>().map(|word| !word),
            set_moves: made.movement_set.fixed(),
            layers: made.layers.fixed(),
            random_objects: made.random_objects.iter().map(|id| id as u32).collect(),
            random_layers: {
                let mut layers: Vec<u32> =
                    made.random_layers.iter().map(|&layer| layer as u32).collect();
                layers.sort_unstable();
                layers.dedup();
                layers
            },
        }
    }

    /// The number of planes of objects and movements together.
    pub(crate) fn n_planes(&self) -> usize {
        let movements = match self.n_layers.checked_sub(1) {
            Some(last) => {
                let (word, shift) = movement_place(last);
                word * crate::compiling::masks::LAYERS_PER_WORD * MOVEMENTS
                    + shift as usize
                    + MOVEMENTS
            }
            None => 0,
        };
        self.n_objects + movements
    }
}
