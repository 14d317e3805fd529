//! Example properties with values that fit a level, for designers who do not know them yet.
//!
//! If there is an intended solution, an example is a property that it has, with the number that it just
//! reaches.

use std::collections::BTreeSet;

use crate::abilities::properties::{ConceptKind, Param, ParamKind};
use crate::game::Game;
use foolproof_level::{Hold, INTENDED, Level, Mark, Place, Site};

/// Maximum number of values tried for each parameter; `MAX_TRIES` limits the properties.
const MAX_VALUES: usize = 24;
const MAX_TRIES: usize = 400;

/// Returns a property of a kind that fits the level. `None` for the property of one particular solution, which
/// is chosen by pointing at it, and for the intended one if there is none.
pub fn example(game: &dyn Game, level: &Level, kind: &ConceptKind) -> Option<Mark> {
    let certain = kind.params.iter().any(|param| matches!(param.kind, ParamKind::Play));
    if certain || (kind.functor == INTENDED && level.intended.is_none()) {
        return None;
    }
    let candidates: Vec<Vec<String>> =
        kind.params.iter().map(|param| values(game, level, param)).collect();
    let tries = choices(&candidates);
    let allowed = |property: &Mark| {
        game.is_of_level(property) || game.concept_rules(level, property, "example").is_ok()
    };
    let mut allowed_tries =
        tries.iter().filter_map(|values| property(kind, values)).filter(allowed).peekable();
    let first = allowed_tries.peek().cloned().or_else(|| fresh(kind));
    let practised = level.intended.as_ref().and_then(|play| {
        allowed_tries.take(MAX_TRIES).find(|property| {
            let just = is_just_reached(game, level, kind, property);
            just && game.practises(level, play, property) == Some(true)
        })
    });
    practised.or(first)
}

/// The property of the kind with its default values.
fn fresh(kind: &ConceptKind) -> Option<Mark> {
    let defaults: Vec<String> =
        kind.params.iter().map(|param| param.default.clone().into_owned()).collect();
    property(kind, &defaults)
}

fn property(kind: &ConceptKind, values: &[String]) -> Option<Mark> {
    match values {
        [] => kind.functor.parse().ok(),
        _ => format!("{}({})", kind.functor, values.join(",")).parse().ok(),
    }
}

/// True if the number of a property is the last one that the intended solution reaches: with one more, or one
/// fewer, it would not have the property. Also true of a property without a number that it has.
fn is_just_reached(game: &dyn Game, level: &Level, kind: &ConceptKind, asked: &Mark) -> bool {
    let Some(play) = &level.intended else { return false };
    let number = kind.params.iter().enumerate().find_map(|(at, param)| match param.kind {
        ParamKind::Number { least, most } => Some((at, least, most)),
        _ => None,
    });
    let Some((at, least, most)) = number.filter(|_| kind.instead.is_some()) else { return true };
    let values: Vec<String> = asked.args().into_iter().map(str::to_owned).collect();
    let Some(here) = values.get(at).and_then(|value| value.parse::<i32>().ok()) else {
        return false;
    };
    let holds = |number: i32| {
        let mut values = values.clone();
        if let Some(value) = values.get_mut(at) {
            *value = number.to_string();
        }
        let property = property(kind, &values)?;
        game.practises(level, play, &property)
    };
    let edge = |number: i32| holds(number) == Some(false);
    here > 0 && ((here < most && edge(here + 1)) || (here > least && edge(here - 1)))
}

/// Returns every combination of one value each, the first values first.
fn choices(candidates: &[Vec<String>]) -> Vec<Vec<String>> {
    let mut chosen: Vec<Vec<String>> = vec![Vec::new()];
    for values in candidates {
        let longer = chosen.iter().flat_map(|chosen| {
            values.iter().map(move |value| {
                let mut longer = chosen.clone();
                longer.push(value.clone());
                longer
            })
        });
        chosen = longer.take(MAX_TRIES * MAX_VALUES).collect();
    }
    chosen
}

/// Values of a parameter that may make sense, the likeliest first.
fn values(game: &dyn Game, level: &Level, param: &Param) -> Vec<String> {
    let default = param.default.clone().into_owned();
    match &param.kind {
        ParamKind::Number { least, most } => {
            let first = default.parse().unwrap_or(*least);
            let others = (*least..=*most).filter(|number| *number != first);
            let all = std::iter::once(first).chain(others);
            all.take(MAX_TRIES).map(|number| number.to_string()).collect()
        }
        ParamKind::Choice(options) => {
            let others = options.iter().map(|(value, _)| value.to_string());
            let others = others.filter(|value| *value != default);
            std::iter::once(default.clone()).chain(others).take(MAX_VALUES).collect()
        }
        ParamKind::Site => cells(level, param.held).into_iter().map(|at| at.to_string()).collect(),
        ParamKind::Line => lines(game, level),
        ParamKind::Mark => {
            let movable = |place: Place| place != Place::Cell;
            let (other, cells): (Vec<_>, Vec<_>) =
                level.marks().partition(|(site, _)| movable(site.place));
            let marks = other.into_iter().chain(cells).map(|(_, mark)| mark.to_string());
            let unique: BTreeSet<String> = marks.clone().collect();
            let mut named: Vec<String> = Vec::with_capacity(unique.len());
            for mark in marks.chain([default]) {
                if !named.contains(&mark) {
                    named.push(mark);
                }
            }
            named.truncate(MAX_VALUES);
            named
        }
        ParamKind::Fraction => {
            let controls = level.marks().flat_map(|(_, mark)| game.controls(mark));
            let read = controls.filter_map(|control| fraction(&control.value));
            let found: BTreeSet<String> = read.collect();
            let others = found.into_iter().filter(|value| *value != default);
            std::iter::once(default.clone()).chain(others).take(MAX_VALUES).collect()
        }
        ParamKind::Play => Vec::new(),
    }
}

/// Converts `1/2` or `3` to `frac(1,2)` or `frac(3,1)`; `None` for anything else.
pub fn fraction(text: &str) -> Option<String> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let above: u32 = above.trim().parse().ok()?;
    let below: u32 = below.trim().parse().ok().filter(|below| *below > 0)?;
    Some(format!("frac({above},{below})"))
}

/// Cells of the board: those that the intended solution uses, then the middle one and the others; cells that
/// hold a mark come first, or last.
fn cells(level: &Level, held: bool) -> Vec<Site> {
    let board = level.board;
    let middle = Site::cell(board.cols / 2, board.rows / 2);
    let of_play = level.intended.iter().flat_map(|play| play.iter().map(|(site, _)| site));
    let of_play: Vec<Site> = of_play.filter(|site| site.place == Place::Cell).collect();
    let suits = |site: &Site| level.mark(*site).is_some() == held;
    let usable = |site: &Site| level.hold(*site) != Hold::Locked || held;
    let mut found: Vec<Site> = Vec::new();
    let all = of_play.into_iter().chain([middle]).chain(board.cells());
    let (first, last): (Vec<Site>, Vec<Site>) =
        all.filter(|site| board.contains(*site)).partition(|site| suits(site) && usable(site));
    for site in first.into_iter().chain(last) {
        if !found.contains(&site) {
            found.push(site);
        }
    }
    found.truncate(MAX_VALUES);
    found
}

/// Edges and corners: those of the intended solution, then a corner in the middle.
fn lines(game: &dyn Game, level: &Level) -> Vec<String> {
    let board = level.board;
    let is_line = |site: &Site| {
        matches!(site.place, Place::HEdge | Place::VEdge | Place::Vertex) && board.contains(*site)
    };
    let middle = Site { place: Place::Vertex, col: board.cols / 2, row: board.rows / 2 };
    let of_play = level.intended.iter().flat_map(|play| play.iter().map(|(site, _)| site));
    let of_play: Vec<Site> = of_play.filter(is_line).collect();
    let half = of_play.len() / 2;
    let others = game.layout(&board).sites.into_iter().map(|(site, _)| site).filter(is_line);
    let all = of_play.into_iter().skip(half).chain([middle]).chain(others);
    all.take(MAX_VALUES).map(|site| site.to_string()).collect()
}
