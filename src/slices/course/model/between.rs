//! A level between two: which board, which concept and which marks would be halfway.

use std::collections::BTreeSet;

use super::lesson::{family, required};
use foolproof_games::{Game, StockItem, room_for};
use foolproof_level::{Board, Concept, Hold, Level, Mark, Site, Spot};

/// What a level between two others is to be made of.
#[derive(Clone, Debug, PartialEq)]
pub struct BetweenPlan {
    /// Open but for what is locked in the second.
    pub template: Level,
    pub stock: Vec<StockItem>,
}

impl BetweenPlan {
    /// For a level of the game between these two.
    pub fn of(game: &dyn Game, one: &Level, other: &Level) -> Self {
        let mut template = other.clone();
        let sites = game.layout_of(other).sites.into_iter().map(|(site, _)| site);
        let painted: Vec<Site> = sites.filter(|site| other.hold(*site) == Hold::Painted).collect();
        painted.into_iter().for_each(|site| template.set(site, Spot::default()));
        (template.intended, template.made, template.checked) = (None, None, None);
        template.intended_locked.clear();
        template.site_notes.clear();
        template.notes.clear();
        template.concept = concept(game, &one.concept, &other.concept);
        let board = board(game, one.board, other.board);
        if room_for(game, &template, board).is_ok() {
            template.resize(board);
        }
        Self { stock: stock(game, one, other), template }
    }
}

/// Halfway between two boards, where the game has such a board.
fn board(game: &dyn Game, one: Board, other: Board) -> Board {
    let middle = Board {
        cols: half(one.cols, other.cols),
        rows: half(one.rows, other.rows),
        tray: half(one.tray, other.tray),
    };
    if game.about().allows(middle).is_ok() { middle } else { other }
}

/// The middle; of two, the one nearer to the second.
fn half(one: u16, other: u16) -> u16 {
    let (sum, up) = (u32::from(one) + u32::from(other), u32::from(other > one));
    u16::try_from((sum + up) / 2).unwrap_or(other)
}

/// The requirements of both, halfway, and the first one that only the second has: if that is the only new
/// one, half as much of it.
fn concept(game: &dyn Game, one: &Concept, other: &Concept) -> Concept {
    let (before, after) = (required(one), required(other));
    let of = |property: &Mark| family(game, property);
    let known: BTreeSet<Mark> = before.iter().map(|property| of(property)).collect();
    let mut parts = Vec::new();
    for property in &after {
        let earlier = before.iter().find(|earlier| of(earlier) == of(property));
        parts.extend(earlier.map(|earlier| between(earlier, property)));
    }
    let mut new = after.iter().filter(|property| !known.contains(&of(property)));
    match (new.next(), new.next()) {
        (Some(first), None) => parts.push(halved(first)),
        (Some(first), Some(_)) => parts.push((*first).clone()),
        _ => {}
    }
    let mut parts: Vec<Concept> = parts.into_iter().map(Concept::Is).collect();
    match parts.len() {
        0 => Concept::Any,
        1 => parts.pop().unwrap_or_default(),
        _ => Concept::And(parts),
    }
}

/// A property with its own numbers changed.
fn with_numbers(property: &Mark, change: &dyn Fn(usize, i32) -> i32) -> Mark {
    let args: Vec<String> = property
        .args()
        .into_iter()
        .enumerate()
        .map(|(at, arg)| arg.parse().map_or(arg.to_owned(), |n| change(at, n).to_string()))
        .collect();
    let text = match args.is_empty() {
        true => property.functor().to_owned(),
        false => format!("{}({})", property.functor(), args.join(",")),
    };
    text.parse().unwrap_or_else(|_| property.clone())
}

/// Halfway between two properties that differ in their numbers alone.
fn between(one: &Mark, other: &Mark) -> Mark {
    let before: Vec<Option<i32>> = one.args().into_iter().map(|arg| arg.parse().ok()).collect();
    with_numbers(other, &|at, n| match before.get(at) {
        Some(Some(was)) => i32::midpoint(*was, n + i32::from(n > *was)),
        _ => n,
    })
}

fn halved(property: &Mark) -> Mark {
    with_numbers(property, &|_, n| if n > 1 { (n + 1) / 2 } else { n })
}

/// The marks of both, as many as are halfway.
fn stock(game: &dyn Game, one: &Level, other: &Level) -> Vec<StockItem> {
    let earlier = game.stock(one);
    let mut stock = game.stock(other);
    for item in &mut stock {
        let same = |known: &&StockItem| known.group == item.group && known.place == item.place;
        let Some(known) = earlier.iter().find(same) else { continue };
        let new = known.marks.iter().filter(|mark| !item.marks.contains(mark));
        let new: Vec<Mark> = new.cloned().collect();
        item.marks.extend(new);
        item.least = item.least.min(known.least);
        item.most = u32::midpoint(item.most, known.most).max(item.least);
    }
    stock
}
