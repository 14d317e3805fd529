//! The rules in Rust: a penguin slides cell by cell until another blocks it.
//!
//! Source: "Using Large Scale Search for Game Design" (AIIDE 2014). Written independently of
//! `encodings/penguin_push.lp` and of the words of `ice.rs`; tests compare the three.

use std::collections::BTreeSet;

use crate::about::PenguinPush;
use crate::facts;
use crate::ice::PENGUIN;
use foolproof_game::{Rules, Side, Verdict};
use foolproof_level::{Board, Level, Mark, Play, Site};

/// A penguin's slide in a push; the first slide is that of the pushed penguin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slide {
    pub from: Site,
    /// Cell on which the penguin stops; `None` when it leaves the board.
    pub to: Option<Site>,
}

pub(crate) fn penguins(level: &Level) -> BTreeSet<Site> {
    level.marks().filter(|(_, mark)| mark.as_str() == PENGUIN).map(|(site, _)| site).collect()
}

/// The neighbour of a cell, if there is one.
pub(crate) fn next(board: Board, at: Site, side: Side) -> Option<Site> {
    let (right, down) = side.step();
    let col = at.col.checked_add_signed(i16::try_from(right).ok()?)?;
    let row = at.row.checked_add_signed(i16::try_from(down).ok()?)?;
    Some(Site::cell(col, row)).filter(|site| board.contains(*site))
}

/// Slides from a cell until the next one is taken or missing. Returns that cell, and the penguin hit, if any.
fn slide(penguins: &BTreeSet<Site>, board: Board, from: Site, side: Side) -> (Site, Option<Site>) {
    let mut at = from;
    loop {
        match next(board, at, side) {
            Some(site) if penguins.contains(&site) => return (at, Some(site)),
            Some(site) => at = site,
            None => return (at, None),
        }
    }
}

/// Reasons for which a push cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PushError {
    #[error("there is no penguin on {}", .0.name())]
    NoPenguin(Site),
    #[error("there is no penguin to the {} that it could hit", .0.name())]
    NothingToHit(Side),
    #[error("its neighbour to the {} is in the way; there must be a gap", .0.name())]
    NoGap(Side),
    #[error("the step before it is missing")]
    StepMissing,
    #[error("`{0}` is not a push such as push(3,4,e)")]
    NoPush(Mark),
}

/// Returns the slides that a push sets in motion, in order, or the reason why it cannot be made.
pub(crate) fn push(
    penguins: &BTreeSet<Site>,
    board: Board,
    from: Site,
    side: Side,
) -> Result<Vec<Slide>, PushError> {
    if !penguins.contains(&from) {
        return Err(PushError::NoPenguin(from));
    }
    match slide(penguins, board, from, side) {
        (_, None) => {
            return Err(PushError::NothingToHit(side));
        }
        (at, Some(_)) if at == from => {
            return Err(PushError::NoGap(side));
        }
        _ => {}
    }
    let (mut slides, mut moving) = (Vec::new(), Some(from));
    while let Some(from) = moving {
        let (at, hit) = slide(penguins, board, from, side);
        slides.push(Slide { from, to: hit.map(|_| at) });
        moving = hit;
    }
    Ok(slides)
}

/// The board after slides.
pub(crate) fn after(penguins: &BTreeSet<Site>, slides: &[Slide]) -> BTreeSet<Site> {
    let mut left = penguins.clone();
    for slide in slides {
        left.remove(&slide.from);
    }
    left.extend(slides.iter().filter_map(|slide| slide.to));
    left
}

/// The boards of a play (the first and the one after each push), its slides, and the failing step with its
/// reason if a push cannot be made.
pub(crate) struct PlayCourse {
    pub boards: Vec<BTreeSet<Site>>,
    pub slides: Vec<Vec<Slide>>,
    pub fault: Option<(Site, PushError)>,
}

pub(crate) fn course(level: &Level, play: &Play) -> PlayCourse {
    let mut course = PlayCourse { boards: vec![penguins(level)], slides: Vec::new(), fault: None };
    for (number, (site, mark)) in play.iter().enumerate() {
        let pushed = match facts::read(mark) {
            _ if site != Site::step(number) => Err(PushError::StepMissing),
            None => Err(PushError::NoPush(mark.clone())),
            Some((from, side)) => match course.boards.last() {
                Some(board) => push(board, level.board, from, side),
                None => Ok(Vec::new()),
            },
        };
        match (pushed, course.boards.last()) {
            (Ok(slides), Some(board)) => {
                let board = after(board, &slides);
                course.boards.push(board);
                course.slides.push(slides);
            }
            (Err(why), _) => {
                course.fault = Some((site, why));
                return course;
            }
            _ => {}
        }
    }
    course
}

impl Rules for PenguinPush {
    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        let course = course(level, play);
        if let Some((site, why)) = course.fault {
            return Verdict::Illegal { why: why.to_string(), sites: vec![site] };
        }
        let left: Vec<Site> = course.boards.last().into_iter().flatten().copied().collect();
        match left.len() {
            0 => Verdict::Unsolved { why: "there is no penguin".to_owned(), sites: left },
            1 => Verdict::Solved,
            n => Verdict::Unsolved { why: format!("{n} penguins are left"), sites: left },
        }
    }
}
