//! The moving pictures that teach players: what they show is allowed, since it is a part of solutions.

use std::collections::BTreeSet;
use std::sync::Arc;

use foolproof::game::{Game, GestureScene, HandGesture, LineStart, MoveAim};
use foolproof::level::{Level, Pack, Place, Play, Site};
use foolproof::picture::{Ink, Point, Shape};

use crate::shelf;

/// A segment between two lattice points beside each other: column, row, and whether it goes down.
type Segment = (i32, i32, bool);

fn samples(game: &dyn Game) -> Vec<Arc<Level>> {
    Pack::from_json(&game.sample()).map(|pack| pack.levels).unwrap_or_default()
}

/// The segments that a solution draws; edges lie across them, or along the grid.
fn drawn(play: &Play, across: bool) -> BTreeSet<Segment> {
    let sites = play.iter().map(|(site, _)| site);
    let segment = |Site { place, col, row }: Site| {
        let (col, row) = (i32::from(col), i32::from(row));
        match (place, across) {
            (Place::HEdge, false) => Some((col, row, false)),
            (Place::VEdge, false) => Some((col, row, true)),
            (Place::HEdge, true) => Some((col, row - 1, true)),
            (Place::VEdge, true) => Some((col - 1, row, false)),
            _ => None,
        }
    };
    sites.filter_map(segment).collect()
}

/// The lines of a scene, as segments of a lattice through its places.
fn taught(scene: &GestureScene) -> Vec<Segment> {
    let shapes = scene.parts.iter().flat_map(|part| &part.shapes);
    let whole = |at: f32, from: f32| (at - from).round() as i32;
    let lines = shapes.filter_map(|shape| match shape {
        Shape::Polyline { points, stroke } if stroke.ink == Ink::Source => match points[..] {
            [a, b] => Some((a, b)),
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<(Point, Point)> = lines.collect();
    let Some((origin, _)) = lines.first().copied() else { return Vec::new() };
    let segment = |(a, b): &(Point, Point)| {
        let at = |pick: fn(&Point) -> f32| {
            whole(pick(a), pick(&origin)).min(whole(pick(b), pick(&origin)))
        };
        (at(|p| p.x), at(|p| p.y), (a.x - b.x).abs() < 0.1)
    };
    lines.iter().map(segment).collect()
}

/// The pattern turned by quarters and mirrored.
fn turned(pattern: &[Segment]) -> Vec<Vec<Segment>> {
    let quarter = |(x, y, down): &Segment| {
        // (x, y) goes to (-y, x), and a segment begins at its upper or left end.
        if *down { (-y - 1, *x, false) } else { (-y, *x, true) }
    };
    let mirrored =
        |(x, y, down): &Segment| if *down { (-x, *y, true) } else { (-x - 1, *y, false) };
    let mut all = vec![pattern.to_vec(), pattern.iter().map(mirrored).collect()];
    for from in 0..6 {
        let next = all[from].iter().map(quarter).collect();
        all.push(next);
    }
    all
}

fn is_in(pattern: &[Segment], drawn: &BTreeSet<Segment>) -> bool {
    turned(pattern).iter().any(|pattern| {
        let (x, y, down) = pattern[0];
        drawn.iter().filter(|segment| segment.2 == down).any(|(col, row, _)| {
            let by = (col - x, row - y);
            pattern.iter().all(|(x, y, down)| drawn.contains(&(x + by.0, y + by.1, *down)))
        })
    })
}

/// Whether some solution leaves three cells in a row empty.
fn leaves_three(level: &Level, play: &Play) -> bool {
    let is_free = |site: Site| level.board.contains(site) && play.get(site).is_none();
    level.board.cells().any(|cell| (0..3).all(|by| is_free(Site { col: cell.col + by, ..cell })))
}

fn is_allowed(game: &dyn Game, levels: &[Arc<Level>], hand: &HandGesture) -> bool {
    let Some(scene) = game.scene(&levels[0], hand) else { return true };
    let solutions = || levels.iter().filter_map(|level| Some((level, level.intended.as_ref()?)));
    let segments = taught(&scene);
    let texts = |shape: &Shape| match shape {
        Shape::Text { text, .. } => Some(text.clone()),
        _ => None,
    };
    let mut texts = scene.parts.iter().flat_map(|part| &part.shapes).filter_map(texts);
    match hand {
        HandGesture::Draw(LineStart::Number) => {
            // Straight, with as many cells as the number says.
            let cells = segments.len() + 1;
            let is_straight = segments.iter().all(|(_, y, down)| *y == 0 && !down);
            is_straight && texts.any(|text| text == cells.to_string())
        }
        HandGesture::Draw(start) => {
            let across = *start == LineStart::Cell;
            solutions().any(|(_, play)| is_in(&segments, &drawn(play, across)))
        }
        HandGesture::Sweep if segments.is_empty() => {
            solutions().any(|(level, play)| leaves_three(level, play))
        }
        HandGesture::Sweep => solutions().any(|(_, play)| is_in(&segments, &drawn(play, false))),
        HandGesture::Type => {
            texts.next().is_some_and(|text| game.mark_typed(&levels[0], &text).is_some())
        }
        HandGesture::PressTwo => {
            // Two cells apart in a row.
            let moves = game.moves().expect("moves");
            levels.iter().flat_map(|level| moves.legal(level, &Play::default())).any(|made| {
                matches!(moves.aim(&made.mark), MoveAim::Sites(a, b) if a.row == b.row
                    && a.col.abs_diff(b.col) == 2)
            })
        }
        _ => true,
    }
}

#[test]
fn pictures_of_gestures_show_what_the_rules_allow() {
    let mut faults = Vec::new();
    let mut checked = 0;
    for game in foolproof::built_in().all().iter().chain(shelf::all().all().iter()) {
        let levels = samples(&**game);
        for hand in game.gestures(&levels[0]) {
            checked += 1;
            if !is_allowed(&**game, &levels, &hand) {
                faults.push(format!("{}: {hand:?}", game.about().id));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 250, "{checked}");
}

/// The level with one of its numbers at a value.
fn with_number(level: &Level, name: &str, value: i32) -> Level {
    let mut level = level.clone();
    level.settings.insert(name.to_owned(), value);
    level
}

#[test]
fn players_read_sentences_and_no_settings() {
    let mut faults = Vec::new();
    for game in foolproof::built_in().all().iter().chain(shelf::all().all().iter()) {
        let about = game.about();
        let mut levels: Vec<Level> =
            samples(&**game).iter().map(|level| (**level).clone()).collect();
        let first = levels[0].clone();
        for number in &about.numbers {
            let values = (number.least..=number.most).take(3).chain([number.default]);
            levels.extend(values.map(|value| with_number(&first, &number.name, value)));
        }
        let asked = levels.iter().flat_map(|level| game.asked_for(level));
        let said: BTreeSet<String> =
            asked.chain([about.rules.to_string(), about.tagline.to_string()]).collect();
        for said in said {
            let raw = ["(1)", "(0)", "(0:"].iter().any(|raw| said.contains(raw));
            if raw || said.ends_with(": 0.") || said.contains('{') {
                faults.push(format!("{}: {said}", about.id));
            }
        }
        // What is usual is not said.
        let mut usual = first;
        usual.settings.clear();
        for number in about.numbers.iter().filter(|number| number.is_switch()) {
            assert_eq!(number.told(number.default), None, "{}: {}", about.id, number.name);
            let other = with_number(&usual, &number.name, 1 - number.default);
            assert!(game.asked_for(&other).len() > game.asked_for(&usual).len(), "{}", about.id);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
