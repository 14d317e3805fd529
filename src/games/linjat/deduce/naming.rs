//! The rule that leads from one state of knowledge to another.

use super::{DeductionLayer, DeductionState, Rule, cannot_fit, cover, dependent, one_of, square};
use crate::marks::Line;
use crate::ways::{Table, WaySet};

/// Lines by the cell of their number, each known to be present or absent.
pub(crate) type KnownWays = Vec<(u16, Line, bool)>;

/// All findings of a rule in a state.
pub(super) fn find<const W: usize>(
    rule: Rule,
    table: &Table<W>,
    state: &DeductionState<W>,
    layer: &mut DeductionLayer<W>,
) {
    match rule {
        Rule::Cover => cover::find(table, state, layer),
        Rule::CannotFit => cannot_fit::find(table, state, layer),
        Rule::Square => square::find(table, state, layer),
        Rule::Dependent => dependent::find(table, state, layer),
        Rule::OneOf => one_of::find(table, state, layer),
    }
}

/// The easiest rule that leads from these reasons to all of these marks in one round, once the cells whose
/// owner follows from the reasons are taken; `None` if no rule does.
pub(crate) fn rule_for<const W: usize>(
    table: &Table<W>,
    dots: &[u16],
    reasons: &KnownWays,
    marks: &KnownWays,
) -> Option<Rule> {
    let mut state = DeductionState::new(table, dots);
    state.alive = state.alive - gone(table, reasons);
    let wanted = gone(table, marks) & state.alive;
    if wanted.is_empty() {
        return None;
    }
    state.look(table);
    let leads = |rule: &Rule| {
        let mut layer = DeductionLayer::new(false);
        find(*rule, table, &state, &mut layer);
        wanted.is_within(&layer.gone)
    };
    let direct = Rule::ALL.into_iter().find(|rule| leads(rule));
    direct.or_else(|| {
        let mut taken = state.clone();
        let mut layer = DeductionLayer::new(false);
        cover::find(table, &taken, &mut layer);
        layer.gone = WaySet::EMPTY;
        taken.apply(table, &layer);
        layer.clear();
        cannot_fit::find(table, &taken, &mut layer);
        wanted.is_within(&layer.gone).then_some(Rule::CannotFit)
    })
}

/// The ways known to be absent.
fn gone<const W: usize>(table: &Table<W>, known: &KnownWays) -> WaySet<W> {
    let mut gone = WaySet::EMPTY;
    for (index, way) in table.ways.iter().enumerate() {
        let cell = table.numbers[usize::from(way.number)].cell;
        let told = known.iter().filter(|(of, ..)| *of == cell);
        let is_gone = told.into_iter().any(|(_, line, on)| (*line == way.line) != *on);
        if is_gone {
            gone.insert(index);
        }
    }
    gone
}
