//! The game as one that is played move by move.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ice::PENGUIN;
use crate::ice::{Ice, Penguins, Push};
use crate::web::Web;
use crate::{facts, rules, search};
use foolproof_game::{
    EventElsewhere, EventOfPlay, Glide, Move, MovePictures, Moves, Side, StateGraph, StopCheck,
    Turn, plain::centre,
};
use foolproof_level::{Level, Mark, Play, Site, Spot};
use foolproof_picture::Point;

/// Pushes as moves.
pub(crate) struct Pushes;

impl Moves for Pushes {
    fn after(&self, level: &Level, play: &Play) -> Level {
        let course = rules::course(level, play);
        let mut after = level.clone();
        after.intended = None;
        after.intended_locked.clear();
        let penguin: Option<Mark> = PENGUIN.parse().ok();
        let Some(left) = course.boards.last() else { return after };
        for site in level.board.cells() {
            let mark = if left.contains(&site) { penguin.clone() } else { None };
            let hold = level.hold(site);
            after.set(site, Spot { mark, hold });
        }
        after
    }

    fn legal(&self, level: &Level, play: &Play) -> Vec<Move> {
        let course = rules::course(level, play);
        let Some(left) = course.boards.last().filter(|_| course.fault.is_none()) else {
            return Vec::new();
        };
        let all = Side::ALL.into_iter().flat_map(|side| left.iter().map(move |from| (*from, side)));
        all.filter(|(from, side)| rules::push(left, level.board, *from, *side).is_ok())
            .filter_map(|(from, towards)| {
                Some(Move { mark: facts::mark(from, towards)?, from, towards })
            })
            .collect()
    }

    fn refusal(&self, level: &Level, play: &Play, from: Site, towards: Side) -> String {
        let course = rules::course(level, play);
        let left = course.boards.last().cloned().unwrap_or_default();
        rules::push(&left, level.board, from, towards)
            .err()
            .map(|why| why.to_string())
            .unwrap_or_default()
    }

    fn turned(&self, made: &Mark, turn: Turn, site: &dyn Fn(Site) -> Option<Site>) -> Option<Mark> {
        let (from, side) = facts::read(made)?;
        facts::mark(site(from)?, side.turned(turn))
    }

    fn graph(&self, level: &Level, most: usize, stop: StopCheck<'_>) -> Option<Arc<StateGraph>> {
        let (ice, board) = Ice::of_level(level)?;
        let web = Web::of(&ice, board, stop)?;
        Some(web.graph(&ice, board.count_ones(), most))
    }

    fn events(&self, level: &Level, play: &Play, stop: StopCheck<'_>) -> Option<Vec<EventOfPlay>> {
        let (ice, board) = Ice::of_level(level)?;
        let mut times: BTreeMap<Mark, u32> = BTreeMap::new();
        play.iter().for_each(|(_, mark)| *times.entry(mark.clone()).or_default() += 1);
        times.iter().map(|(mark, times)| event_of(&ice, board, mark, *times, stop)).collect()
    }
}

impl MovePictures for Pushes {
    fn motion(&self, level: &Level, play: &Play, made: &Mark) -> Vec<Glide> {
        let course = rules::course(level, play);
        let (Some(left), Some((from, side))) = (course.boards.last(), facts::read(made)) else {
            return Vec::new();
        };
        let slides = rules::push(left, level.board, from, side).unwrap_or_default();
        let mut begins = 0.0;
        let glide = |slide: rules::Slide| {
            let start = centre(slide.from);
            let to = slide.to.map_or_else(|| beyond(level, start, side), centre);
            let far = (to.x - start.x).abs() + (to.y - start.y).abs();
            let ends = begins + far;
            let mark = PENGUIN.parse().ok()?;
            let leaves = slide.to.is_none();
            let glide = Glide { mark, site: slide.from, from: start, to, begins, ends, leaves };
            begins = ends;
            Some(glide)
        };
        slides.into_iter().filter_map(glide).collect()
    }
}

/// Returns how often every solution makes a push that one solution makes this many times.
fn event_of(
    ice: &Ice,
    board: Penguins,
    mark: &Mark,
    times: u32,
    stop: StopCheck<'_>,
) -> Option<EventOfPlay> {
    let (from, side) = facts::read(mark)?;
    let push = Push { cell: u8::try_from(ice.cell(from)?).ok()?, side };
    let mut event = EventOfPlay {
        event: mark.to_string(),
        words: format!("the penguin on {} is pushed to the {}", from.name(), side.name()),
        times,
        always: times,
        elsewhere: EventElsewhere::Everywhere,
    };
    for most in 0..times {
        match search::rationed(ice, board, push, most, stop) {
            Ok(None) => {}
            Ok(Some(path)) => {
                let other = search::play(ice, &path);
                (event.always, event.elsewhere) = (most, EventElsewhere::NotIn(other));
                break;
            }
            Err(_) if stop() => return None,
            Err(_) => {
                (event.always, event.elsewhere) = (most, EventElsewhere::Unknown);
                break;
            }
        }
    }
    Some(event)
}

/// A place just off the board.
fn beyond(level: &Level, from: Point, side: Side) -> Point {
    let (right, down) = side.step();
    let first = centre(Site::cell(0, 0));
    let (cols, rows) = (f32::from(level.board.cols), f32::from(level.board.rows));
    let along = |from: f32, first: f32, cells: f32, step: i32| match step {
        0 => from,
        step if step > 0 => first + cells,
        _ => first - 1.0,
    };
    Point::new(along(from.x, first.x, cols, right), along(from.y, first.y, rows, down))
}
