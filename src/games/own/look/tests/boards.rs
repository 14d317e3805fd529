//! Whole boards: a game of regions, of lines, of moves, of clues outside the grid, and one without styles.

use super::super::{BoardGround, Course, Hand, LookPlaces, LookStyle, Scenery};
use super::shapes::{CRATE, drawn};
use super::{Item, drawn_board, mark, placed, shown, style};
use foolproof_game::OutsideClues;
use foolproof_level::{Board, Place, Site};
use foolproof_picture::{Ink, Shape};

fn ground(cols: u16, rows: u16) -> BoardGround {
    let board = Board { cols, rows, tray: 0 };
    BoardGround {
        board,
        places: LookPlaces::default(),
        rim: OutsideClues::NONE,
        course: Course::Along,
        drawn: true,
    }
}

/// Returns the letters of a picture in text, with their cells.
fn letters(rows: &[&str]) -> Vec<(Site, char)> {
    let mut cells = Vec::new();
    for (row, line) in (0u16..).zip(rows) {
        cells.extend((0u16..).zip(line.chars()).map(|(col, c)| (Site::cell(col, row), c)));
    }
    cells
}

const REGIONS: [&str; 10] = [
    "AAAABBBBCC", "ADABBBCCCC", "ADDDEECFCC", "ADGGEEEFFF", "GGGGEHHHFF", "GIIGHHHJJF",
    "KIIIHLLLJF", "KKIMMLNNJJ", "KKMMMLLNNJ", "KKKMMMNNNN",
];

#[test]
fn star_battle() {
    let region = style("fill = 'colour {1}', border = 'where different'");
    let star = style("shape = 'star'").made_by(Hand::Player);
    let crossed = style("text = '·', ink = 'faint', size = 1");
    let regions: Vec<Item<'_>> = letters(&REGIONS)
        .into_iter()
        .map(|(site, c)| (site, mark(&format!("region({})", c as u32 - 'A' as u32 + 1)), &region))
        .collect();
    let stars: Vec<Item<'_>> = [(2, 0), (6, 1), (1, 2), (4, 3), (8, 4), (5, 5), (1, 6), (7, 7)]
        .map(|(col, row)| (Site::cell(col, row), mark("star"), &star))
        .into();
    let crosses: Vec<Item<'_>> = [(0, 4), (1, 4), (9, 9), (0, 9), (3, 9), (6, 9)]
        .map(|(col, row)| (Site::cell(col, row), mark("crossed"), &crossed))
        .into();
    let (level, play, looks) = (placed(&regions), placed(&stars), placed(&crosses));
    let scenery =
        Scenery { level: &level, play: &play, looks: &looks, against: None, beneath: &[] };
    let shapes = shown("star-battle", &ground(10, 10), scenery);
    assert_eq!(super::inks(&shapes).iter().filter(|ink| **ink == Ink::Intended).count(), 8);
    // Compared with another play: one star moved, one added.
    let other: Vec<Item<'_>> = [(2, 0), (6, 1), (1, 2), (4, 3), (8, 4), (5, 5), (3, 6)]
        .map(|(col, row)| (Site::cell(col, row), mark("star"), &star))
        .into();
    let other = placed(&other);
    let shapes =
        shown("star-battle-against", &ground(10, 10), Scenery { against: Some(&other), ..scenery });
    assert_eq!(super::inks(&shapes).iter().filter(|ink| **ink == Ink::Shortcut).count(), 4);
}

#[test]
fn cables() {
    let end = style("shape = 'circle', ink = 'colour {1}', text = '{1}'");
    let cable = style("ink = 'rim'").made_by(Hand::Player).running(Course::Across);
    let tint = style("ink = 'colour {1}'");
    let pale = style("fill = 'colour {1}'");
    let ends: Vec<Item<'_>> =
        letters(&["1..2..3", ".....3.", "..4....", ".2.5...", "....4..", ".......", "1..5..."])
            .into_iter()
            .filter(|(_, c)| *c != '.')
            .map(|(site, c)| (site, mark(&format!("end({c})")), &end))
            .collect();
    let edge = |place, col, row| Site { place, col, row };
    let (h, v) = (Place::HEdge, Place::VEdge);
    let mut lines: Vec<Item<'_>> =
        (1..7).map(|row| (edge(h, 0, row), mark("cable"), &cable)).collect();
    let bends = [(v, 3, 0), (v, 2, 0), (h, 1, 1), (h, 1, 2), (h, 1, 3), (h, 6, 1), (v, 6, 1)];
    lines.extend(bends.map(|(place, col, row)| (edge(place, col, row), mark("cable"), &cable)));
    let (one, two, three) = (mark("tint(1)"), mark("tint(2)"), mark("tint(3)"));
    let looks: Vec<Item<'_>> = (0u16..)
        .zip(&lines)
        .map(|(at, (site, ..))| {
            let tints = [&one, &two, &three];
            let of = if at < 6 {
                0
            } else if at < 11 {
                1
            } else {
                2
            };
            (*site, tints[of].clone(), &tint)
        })
        .chain((0..7).map(|row| (Site::cell(0, row), one.clone(), &pale)))
        .collect();
    let board = BoardGround {
        places: LookPlaces { edges: true, ..LookPlaces::default() },
        course: Course::Across,
        ..ground(7, 7)
    };
    let (level, play, looks) = (placed(&ends), placed(&lines), placed(&looks));
    let scenery =
        Scenery { level: &level, play: &play, looks: &looks, against: None, beneath: &[] };
    shown("cables", &board, scenery);
    let mut other = lines.clone();
    other.retain(|(site, ..)| site.place != h || site.col != 1);
    other.extend(
        [(v, 1, 0), (v, 1, 6), (h, 2, 1)].map(|(p, c, r)| (edge(p, c, r), mark("cable"), &cable)),
    );
    let other = placed(&other);
    shown("cables-against", &board, Scenery { looks: &[], against: Some(&other), ..scenery });
}

fn crates<'a>(styles: &'a [(char, &'a str, LookStyle)], rows: &[&str]) -> Vec<Item<'a>> {
    letters(rows)
        .into_iter()
        .filter_map(|(site, c)| {
            let (_, name, look) = styles.iter().find(|(of, ..)| *of == c)?;
            Some((site, mark(name), look))
        })
        .collect()
}

const WAREHOUSE: [&str; 7] =
    ["########", "#   #  #", "# $  . #", "#  @$ .#", "# #  * #", "#    i #", "########"];

#[test]
fn sokoban() {
    let styles = [
        ('#', "wall", style("fill = 'blocker'")),
        ('.', "goal", style("shape = 'ring', ink = 'good', size = 0.5")),
        ('@', "player", style("shape = 'circle', ink = 'intended', text = '☺'")),
        ('$', "box", drawn(CRATE)),
        ('*', "stored", drawn(&CRATE.replace("#d9a25f", "#008a63"))),
        ('i', "ice", style("fill = 'pale cyan'")),
    ];
    let items = crates(&styles, &WAREHOUSE);
    let level = placed(&items);
    shown("sokoban", &ground(8, 7), Scenery { level: &level, ..Scenery::default() });
}

#[test]
fn tiles() {
    let (plain, mine) = (LookStyle::default(), LookStyle::default().made_by(Hand::Player));
    let names = [
        "wall", "goal", "player", "box", "stored", "ice", "arrow(e,2)", "arrow(n)", "clue(3)",
        "tapa(1,1,3)", "transformer", "7", "big_red_box", "lamp", "region(12)", "end(4)",
        "portal(a)", "mirror(w)", "x", "conveyor_belt(s)", "antidisestablishment", "gem(red)",
        "-1", "number(25)",
    ];
    let cells = ground(6, 5).board.cells();
    let items: Vec<Item<'_>> =
        cells.zip(names).map(|(site, name)| (site, mark(name), &plain)).collect();
    let played: Vec<Item<'_>> = [(0, 4, "star"), (1, 4, "bend(n,e)"), (2, 4, "7")]
        .map(|(col, row, name)| (Site::cell(col, row), mark(name), &mine))
        .into();
    let (level, play) = (placed(&items), placed(&played));
    shown("tiles", &ground(6, 5), Scenery { level: &level, play: &play, ..Scenery::default() });
}

#[test]
fn rims_edges_corners_and_a_tray() {
    let clue = style("text = '{1}'");
    let wall = style("ink = 'text'");
    let dot = style("shape = 'circle', ink = 'white', size = 0.3");
    let sign = style("text = '<'");
    let bend = style("shape = 'arrow', ink = 'orange', text = '{2}'");
    let line = style("").made_by(Hand::Player);
    let board = BoardGround {
        board: Board { cols: 6, rows: 6, tray: 4 },
        places: LookPlaces { edges: true, corners: true, ..LookPlaces::default() },
        rim: OutsideClues { top: 1, left: 1, ..OutsideClues::NONE },
        course: Course::Along,
        drawn: true,
    };
    let edge = |place, col, row| Site { place, col, row };
    let mut items: Vec<Item<'_>> = (1u16..6)
        .flat_map(|n| [(Site::cell(n, 0), n), (Site::cell(0, n), n + 7)])
        .map(|(site, n)| (site, mark(&format!("clue({n})")), &clue))
        .collect();
    items.push((edge(Place::HEdge, 2, 3), mark("wall"), &wall));
    items.push((edge(Place::VEdge, 3, 3), mark("wall"), &wall));
    items.push((edge(Place::VEdge, 5, 5), mark("less"), &sign));
    items.push((edge(Place::Vertex, 4, 4), mark("pearl"), &dot));
    for (n, way) in (0u16..).zip(["n", "e", "s", "w"]) {
        items.push((Site::cell(n + 1, 2), mark(&format!("arrow({way},{n})")), &bend));
        items.push((Site::tray(n), mark(&format!("arrow({way},{n})")), &bend));
    }
    let lines: Vec<Item<'_>> =
        [(Place::HEdge, 4, 4), (Place::HEdge, 4, 6), (Place::VEdge, 4, 4), (Place::VEdge, 4, 5)]
            .map(|(place, col, row)| (edge(place, col, row), mark("line"), &line))
            .into();
    let (level, play) = (placed(&items), placed(&lines));
    shown("rims", &board, Scenery { level: &level, play: &play, ..Scenery::default() });
}

#[test]
fn two_plays_side_by_side() {
    let given = style("text = '{1}', fill = 'piece'");
    let digit = style("text = '{1}'").made_by(Hand::Player);
    let shade = style("fill = 'black'").made_by(Hand::Player);
    let tile = LookStyle::default().made_by(Hand::Player);
    let items: Vec<Item<'_>> = letters(&["1..4", "..2.", ".3..", "4..."])
        .into_iter()
        .filter(|(_, c)| *c != '.')
        .map(|(site, c)| (site, mark(&format!("clue({c})")), &given))
        .collect();
    let put = |marks: &[(u16, u16, &str)]| -> Vec<Item<'_>> {
        let each = marks.iter().map(|(col, row, name)| {
            let look = match *name {
                "shade" => &shade,
                "box" | "lamp(2)" => &tile,
                _ => &digit,
            };
            (Site::cell(*col, *row), mark(name), look)
        });
        each.collect()
    };
    let one =
        put(&[(1, 0, "d(2)"), (2, 0, "d(3)"), (0, 1, "shade"), (1, 1, "shade"), (3, 3, "box")]);
    let two = put(&[
        (1, 0, "d(3)"),
        (2, 0, "d(3)"),
        (0, 1, "shade"),
        (3, 1, "shade"),
        (0, 2, "d(2)"),
        (3, 3, "lamp(2)"),
    ]);
    let (level, play, other) = (placed(&items), placed(&one), placed(&two));
    let scenery =
        Scenery { level: &level, play: &play, against: Some(&other), looks: &[], beneath: &[] };
    shown("two-plays", &ground(4, 4), scenery);
}

/// Returns the positions of shapes of a kind in the order of painting.
fn places(shapes: &[Shape], is_it: impl Fn(&Shape) -> bool) -> Vec<usize> {
    shapes.iter().enumerate().filter(|(_, shape)| is_it(shape)).map(|(at, _)| at).collect()
}

#[test]
fn numbers_stay_readable_under_a_line_that_is_drawn_across() {
    let line = style("ink = 'blue'").made_by(Hand::Player).running(Course::Across);
    let board = BoardGround {
        places: LookPlaces { edges: true, ..LookPlaces::default() },
        course: Course::Across,
        ..ground(2, 1)
    };
    let edge = Site { place: Place::VEdge, col: 1, row: 0 };
    let lines = [(edge, mark("line"), &line)];
    for look in ["shape = 'ring', text = '{1}'", "text = '{1}'"] {
        let look = style(look).running(Course::Across);
        let clue = [(Site::cell(0, 0), mark("clue(3)"), &look)];
        let (level, play) = (placed(&clue), placed(&lines));
        let scenery = Scenery { level: &level, play: &play, ..Scenery::default() };
        let shapes = drawn_board(&board, scenery);
        let line = places(
            &shapes,
            |shape| matches!(shape, Shape::Polyline { stroke, .. } if stroke.width > 0.2),
        );
        let plate = places(
            &shapes,
            |shape| matches!(shape, Shape::Circle { fill: Some(Ink::Ground), radius, .. } if *radius > 0.2),
        );
        let words = places(&shapes, |shape| matches!(shape, Shape::Text { .. }));
        assert!(line.last() < plate.first() && plate.last() < words.first(), "{shapes:?}");
    }
}

#[test]
fn a_board_has_a_frame_unless_the_player_draws_along_its_grid() {
    let framed = |drawn: bool| {
        let board = BoardGround {
            places: LookPlaces { edges: true, ..LookPlaces::default() },
            drawn,
            ..ground(3, 2)
        };
        let shapes = drawn_board(&board, Scenery::default());
        let rim = |shape: &Shape| matches!(shape, Shape::Rect { stroke: Some(stroke), .. } if stroke.ink == Ink::Rim);
        let dots = |shape: &Shape| matches!(shape, Shape::Circle { .. });
        (shapes.iter().any(rim), shapes.iter().any(dots))
    };
    assert_eq!((framed(false), framed(true)), ((true, false), (false, true)));
}

#[test]
fn a_line_across_has_its_shape_besides_and_a_pale_one_lets_words_stand() {
    let word = style("text = '{1}'");
    let drawn = |line: &str| {
        let line = style(line).running(Course::Along);
        let edge = Site { place: Place::VEdge, col: 1, row: 0 };
        let marks = [(edge, mark("arrow(e)"), &line), (Site::cell(0, 0), mark("n(3)"), &word)];
        let level = placed(&marks);
        let board = BoardGround {
            places: LookPlaces { edges: true, ..LookPlaces::default() },
            drawn: false,
            ..ground(2, 1)
        };
        let shapes = drawn_board(&board, Scenery { level: &level, ..Scenery::default() });
        let plate = |shape: &Shape| matches!(shape, Shape::Circle { fill: Some(Ink::Ground), .. });
        let head = |shape: &Shape| matches!(shape, Shape::Polygon { .. });
        let wide =
            |shape: &Shape| matches!(shape, Shape::Polyline { stroke, .. } if stroke.width > 0.3);
        [plate, head, wide].map(|is_it: fn(&Shape) -> bool| shapes.iter().any(is_it))
    };
    assert_eq!(drawn("ink = 'red', width = 0.4, across = true"), [true, false, true]);
    assert_eq!(drawn("ink = 'pale red', width = 0.4, across = true"), [false, false, true]);
    let arrow = "ink = 'red', width = 0.4, across = true, shape = 'triangle'";
    assert_eq!(drawn(arrow), [true, true, true]);
    // Along the grid, a mark is its shape alone.
    assert_eq!(drawn("ink = 'red', width = 0.4, shape = 'triangle'"), [false, true, false]);
}

#[test]
fn a_mark_is_drawn_beside_the_middle_of_its_edge() {
    let sum = style("shape = 'square', shift = [-0.2, 0.1]");
    let drawn = |place| {
        let (col, row) = if place == Place::VEdge { (1, 0) } else { (0, 1) };
        let marks = [(Site { place, col, row }, mark("sum(3)"), &sum)];
        let level = placed(&marks);
        let board = BoardGround {
            places: LookPlaces { edges: true, ..LookPlaces::default() },
            ..ground(2, 2)
        };
        let middle = board.centre(level[0].site);
        let shapes = drawn_board(&board, Scenery { level: &level, ..Scenery::default() });
        let square = shapes.iter().rev().find_map(|shape| match shape {
            Shape::Rect { rect, .. } if rect.width() < 0.9 => Some(rect.centre()),
            _ => None,
        });
        square.map(|at| [at.x - middle.x, at.y - middle.y].map(|by| (by * 100.0).round()))
    };
    // Across the edge and along it.
    assert_eq!(drawn(Place::VEdge), Some([-20.0, 10.0]));
    assert_eq!(drawn(Place::HEdge), Some([10.0, -20.0]));
    for wrong in ["[1, 0]", "[0, -0.6]", "[0.1]", "0.1"] {
        let read = toml::from_str::<LookStyle>(&format!("shift = {wrong}"));
        assert!(read.is_err(), "{wrong}");
    }
}
