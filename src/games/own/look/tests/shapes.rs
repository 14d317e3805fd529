//! Every style in every place: each drawing is where it belongs.

use std::sync::Arc;
use std::time::Instant;

use super::super::{
    BoardGround, Course, Hand, LookPlaces, LookStyle, PlacedMark, Scenery, SvgDrawing, draw_board,
    draw_mark, mark_part,
};
use super::{bounds, inks, keep, mark, read, style};
use crate::reading::form::GameForm;
use foolproof_game::OutsideClues;
use foolproof_level::{Board, Place, Site};
use foolproof_picture::{Ink, Layout, Point, Rect, Shape};

const FORMS: [&str; 10] =
    ["circle", "square", "diamond", "triangle", "cross", "ring", "bar", "star", "arrow", "dot"];

const PIECE: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>
  <path d='M50 4 L92 60 H66 V96 H34 V60 H8Z' fill='currentColor'/>
  <circle cx='50' cy='56' r='12' class='ground'/>
</svg>";

pub(super) const CRATE: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'>
  <rect x='4' y='4' width='56' height='56' rx='6' fill='#d9a25f' stroke='#8a5a2b' stroke-width='5'/>
  <path d='M12 12L52 52M52 12L12 52' stroke='#8a5a2b' stroke-width='7' stroke-linecap='round'/>
  <rect x='10' y='10' width='44' height='44' fill='none' stroke='#8a5a2b' stroke-width='5'/>
</svg>";

const RINGS: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>
  <path fill-rule='evenodd' d='M50 5A45 45 0 1 1 49.9 5ZM50 20A30 30 0 1 0 50.1 20ZM50 35A15 15 0 1 1 49.9 35Z'/>
</svg>";

const FIVE: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>
  <path fill-rule='evenodd' class='good' d='M50 2 L79 95 L3 37 H97 L21 95Z'/>
</svg>";

pub(super) fn drawn(text: &str) -> LookStyle {
    let drawing = SvgDrawing::read("x.svg", text).unwrap_or_else(|why| panic!("{why}"));
    style("svg = 'x.svg'").with_drawing(Arc::new(drawing))
}

fn square(col: f32, row: f32) -> Rect {
    Rect::square(Point::new(col + 0.5, row + 0.5), 1.0)
}

#[test]
fn every_shape_lies_in_its_rectangle() {
    let mut styles: Vec<LookStyle> = vec![LookStyle::default()];
    for form in FORMS {
        styles.push(style(&format!("shape = '{form}'")));
        styles.push(style(&format!("shape = '{form}', ink = 'white', size = 1, text = '{{2}}'")));
        styles.push(style(&format!("shape = '{form}', fill = 'red', border = 'all'")));
    }
    styles.push(style("text = 'antidisestablishmentarianism', ink = 'faint', width = 1"));
    styles.push(style("text = '{1} {2}', size = 1"));
    styles.push(style("ink = 'red', width = 1, dash = 'dotted'"));
    styles.extend([PIECE, CRATE, RINGS, FIVE].map(drawn));
    let marks =
        ["arrow(e,2)", "x(n,transformer)", "x(w,1)", "x(s,30)", "word", "-7", "f(g(1,2),h)"];
    let into = Rect { min: Point::new(3.0, 5.0), max: Point::new(4.2, 6.2) };
    for style in &styles {
        for course in [Course::Along, Course::Across] {
            for hand in [Hand::Designer, Hand::Player] {
                let style = style.clone().running(course).made_by(hand);
                for text in marks {
                    for place in
                        [Place::Cell, Place::HEdge, Place::VEdge, Place::Vertex, Place::Tray]
                    {
                        let shapes = draw_mark(&style, &mark(text), into, place);
                        for shape in shapes {
                            let got = bounds(&shape);
                            let inside = got.min.x >= into.min.x - 1e-3
                                && got.min.y >= into.min.y - 1e-3
                                && got.max.x <= into.max.x + 1e-3
                                && got.max.y <= into.max.y + 1e-3;
                            assert!(inside, "{text} {place:?} {style:?}: {shape:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_sheet_of_all_shapes() {
    let mut shapes = Vec::new();
    for (col, form) in FORMS.iter().enumerate() {
        let col = col as f32;
        for (row, fields) in [
            "",
            ", ink = 'blue', text = '3'",
            ", ink = 'white'",
            ", ink = 'colour {2}', fill = 'pale orange'",
        ]
        .iter()
        .enumerate()
        {
            let look = style(&format!("shape = '{form}'{fields}"));
            let of = mark(["x(n,1)", "x(e,2)", "x(s,3)", "x(w,4)"][row]);
            shapes.extend(draw_mark(&look, &of, square(col, row as f32), Place::Cell));
        }
    }
    let turned = ["x(n)", "x(e)", "x(s)", "x(w)"].map(mark);
    for (row, text) in [PIECE, CRATE, RINGS, FIVE].into_iter().enumerate() {
        let look = drawn(text);
        for (col, of) in turned.iter().enumerate() {
            let into = square(col as f32, row as f32 + 4.0);
            shapes.extend(draw_mark(&look, of, into, Place::Cell));
        }
        let mine = look.clone().made_by(Hand::Player);
        shapes.extend(draw_mark(&mine, &turned[0], square(4.0, row as f32 + 4.0), Place::Cell));
    }
    for number in 0..16u8 {
        let (col, row) = (f32::from(number % 5) + 5.0, f32::from(number / 5) + 4.0);
        let of = mark(&format!("r({number})"));
        let look = style("fill = 'colour {1}', shape = 'circle', ink = 'colour {1}', text = '{1}'");
        shapes.extend(draw_mark(&look, &of, square(col, row), Place::Cell));
    }
    keep("sheet", &Layout { width: 10.0, height: 8.0, sites: Vec::new() }, &shapes);
}

#[test]
fn areas_with_holes_are_exact() {
    let area = |points: &[Point]| {
        let next = points.iter().cycle().skip(1);
        (points.iter().zip(next).map(|(a, b)| a.x * b.y - a.y * b.x).sum::<f32>() / 2.0).abs()
    };
    let covered = |text: &str| -> f32 {
        let into = Rect::square(Point::new(0.0, 0.0), 1.0 / 0.86);
        let shapes = draw_mark(&drawn(text), &mark("x"), into, Place::Cell);
        shapes
            .iter()
            .map(|shape| match shape {
                Shape::Polygon { points, fill: Some(_), .. } => area(points),
                Shape::Area { rings, .. } => {
                    let (outline, holes) = rings.split_first().expect("an outline");
                    area(outline) - holes.iter().map(|hole| area(hole)).sum::<f32>()
                }
                _ => 0.0,
            })
            .sum()
    };
    let near = |got: f32, wanted: f32| assert!((got - wanted).abs() < 0.012, "{got} {wanted}");
    let disc = |radius: f32| std::f32::consts::PI * radius * radius;
    near(covered(RINGS), disc(0.45) - disc(0.3) + disc(0.15));
    let svg = |d: &str, rule: &str| {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><path fill-rule='{rule}' d='{d}'/></svg>"
        )
    };
    let same = "M0 0H10V10H0Z M2 2H8V8H2Z";
    let other = "M0 0H10V10H0Z M2 2V8H8V2Z";
    near(covered(&svg(same, "evenodd")), 0.64);
    near(covered(&svg(same, "nonzero")), 1.0);
    near(covered(&svg(other, "nonzero")), 0.64);
    // Squares that overlap, that touch, that stick out of the page; two holes side by side.
    near(covered(&svg("M1 1H6V6H1Z M4 4H9V9H4Z", "evenodd")), 0.42);
    near(covered(&svg("M1 1H6V6H1Z M4 4H9V9H4Z", "nonzero")), 0.46);
    near(covered(&svg("M1 1H5V5H1Z M5 1H9V5H5Z", "nonzero")), 0.32);
    near(covered(&svg("M5 5H50V50H5Z", "nonzero")), 0.25);
    near(covered(&svg("M0 0H10V10H0Z M1 1V4H4V1Z M6 1V4H9V1Z M1 6V9H9V6Z", "nonzero")), 0.58);
}

#[test]
fn colours_and_classes_become_inks() {
    let got = |inner: &str| {
        let text =
            format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>{inner}</svg>");
        let mut got = inks(&draw_mark(&drawn(&text), &mark("x"), square(0.0, 0.0), Place::Cell));
        got.dedup();
        got
    };
    let rect = "width='5' height='5'";
    // Black alone is the mark's ink; next to colours it is black.
    assert_eq!(got(&format!("<rect {rect}/>")), [Ink::Text]);
    assert_eq!(got(&format!("<rect {rect} fill='currentColor'/>")), [Ink::Text]);
    let two = format!("<rect {rect}/><rect {rect} fill='red'/>");
    assert_eq!(got(&two), [Ink::Colour(0), Ink::Colour(2)]);
    assert_eq!(got(&format!("<rect {rect} class='piece'/>")), [Ink::Piece]);
    assert_eq!(got(&format!("<rect {rect} id='good' fill='red'/>")), [Ink::Good]);
    assert_eq!(got(&format!("<g class='beam'><rect {rect}/></g>")), [Ink::Beam]);
    let line = "<path d='M1 1L8 8' class='line-bad' stroke-width='2'/>";
    assert_eq!(got(line), [Ink::Text, Ink::Bad][1..]);
    assert_eq!(got(&format!("<rect {rect} style='fill:#0072b2'/>")), [Ink::Colour(3)]);
}

#[test]
fn mistakes_are_said_with_what_is_possible() {
    let why = |fields: &str| read(fields).expect_err(fields).to_string();
    assert!(why("ink = 'gren'").contains("there is no ink \"gren\"; did you mean \"green\"?"));
    assert!(why("shape = 'sqare'").contains("did you mean \"square\"? there are circle, "));
    assert!(why("shap = 'star'").contains("unknown field `shap`, expected one of `text`"));
    assert!(why("border = 'different'").contains("where different, all, none"));
    assert!(why("size = 2").contains("from 0.01 to 1, not 2"));
    assert!(why("size = nan").contains("shares of a cell"));
    assert!(why("text = '{x}'").contains("write {1} for the first argument"));
    assert!(why("text = '{1'").contains("text"));
    assert!(why("svg = '../x.svg'").contains("the game's own folder"));
    assert!(why("svg = 'x.svg', shape = 'dot'").contains("not by both"));
    assert!(why("dash = 'flowing'").contains("solid, dashed, dotted"));
    let check =
        |fields: &str, of: &str| style(fields).check(&mark(of)).map_err(|error| error.to_string());
    assert_eq!(check("text = '{2}'", "a(1,2)"), Ok(()));
    let none = check("text = '{2}'", "clue(1)").expect_err("no second");
    assert_eq!(none, "there is no argument {2}: clue(1) has one argument");
    assert!(check("ink = 'colour {1}'", "gem(red)").expect_err("a word").contains("not \"red\""));
    assert_eq!(check("ink = '{1}'", "gem(red)"), Ok(()));
    assert!(check("fill = '{1}'", "gem(redd)").expect_err("no ink").contains("mean \"red\""));
}

/// Run by hand, in release mode: a board of 20x20 with 400 marks.
#[test]
fn a_large_board_is_drawn_quickly() {
    let board = Board { cols: 20, rows: 20, tray: 0 };
    let ground = BoardGround {
        board,
        places: LookPlaces::default(),
        rim: OutsideClues::NONE,
        course: Course::Along,
        drawn: true,
    };
    let star = style("shape = 'star'").made_by(Hand::Player);
    let region = style("fill = 'colour {1}', border = 'where different'");
    for (name, look, per) in [
        ("tiles", LookStyle::default(), "clue({})"),
        ("regions", region, "region({})"),
        ("words", style("text = '{1}'"), "clue({})"),
        ("numbered discs", style("shape = 'circle', ink = 'colour {1}', text = '{1}'"), "end({})"),
        ("drawings", drawn(PIECE), "x({})"),
    ] {
        let marks: Vec<_> = board
            .cells()
            .map(|site| {
                (site, mark(&per.replace("{}", &(1 + (site.col / 3 + site.row) % 14).to_string())))
            })
            .collect();
        let level: Vec<PlacedMark<'_>> = marks
            .iter()
            .map(|(site, mark)| PlacedMark { site: *site, mark, style: &look })
            .collect();
        let of = mark("star");
        let play: Vec<PlacedMark<'_>> = (0..20)
            .map(|n| PlacedMark { site: Site::cell(n, n), mark: &of, style: &star })
            .collect();
        let scenery = Scenery { level: &level, play: &play, ..Scenery::default() };
        let rounds = if cfg!(debug_assertions) { 3 } else { 200 };
        let began = Instant::now();
        let mut count = 0;
        for _ in 0..rounds {
            count = draw_board(&ground, scenery).len();
        }
        let each = began.elapsed() / rounds;
        println!("{name}: {count} shapes in {each:?}");
        let limit = if cfg!(debug_assertions) { 200_000 } else { 2_000 };
        assert!(each.as_micros() < limit, "{name}: {each:?}");
    }
}

/// A triangle in the top left half of its page.
const HALF: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>
  <path d='M0 0H100L0 100Z' fill='currentColor'/>
</svg>";

/// Returns the middle of all corners of shapes.
fn middle(shapes: &[Shape]) -> (i32, i32) {
    let points: Vec<Point> = shapes
        .iter()
        .flat_map(|shape| match shape {
            Shape::Polygon { points, .. } => points.clone(),
            _ => Vec::new(),
        })
        .collect();
    let count = points.len() as f32;
    let sum = |of: fn(&Point) -> f32| points.iter().map(of).sum::<f32>() / count - 0.5;
    // Only the side of the middle counts.
    (sum(|p| p.x).signum() as i32, sum(|p| p.y).signum() as i32)
}

#[test]
fn a_drawing_is_turned_as_the_table_of_its_mark_says() {
    let manifest = "foolproof_game = 1\nid = \"toy\"\nname = \"Toy\"\n[board]\ndefault = [3, 3]\n\
         smallest = [1, 1]\nlargest = [9, 9]\n[[mark]]\nterm = \"half(nw|ne|se|sw)\"\n\
         draw = { svg = \"half.svg\" }\n[mark.turn]\n\
         quarter = { nw = \"ne\", ne = \"se\", se = \"sw\", sw = \"nw\" }\n\
         mirror = { nw = \"ne\", ne = \"nw\", se = \"sw\", sw = \"se\" }\n\
         [[mark]]\nterm = \"hook(a|b)\"\ndraw = { svg = \"half.svg\" }\n\
         turn = { mirror = { a = \"b\", b = \"a\" } }\n";
    let drawings = [("half.svg".to_owned(), HALF.to_owned())].into();
    let form = GameForm::read(manifest, &drawings).map_err(|faults| faults.len());
    let form = form.expect("a manifest");
    let drawn = |text: &str, place| {
        let mark = mark(text);
        let kind = form.kind_of(&mark).expect("a kind");
        let whole = draw_mark(&kind.look, &mark, square(0.0, 0.0), place);
        let alone = mark_part(&kind.look, &mark, place, false).body;
        assert_eq!(middle(&whole), middle(&alone), "{text}: in the window and on a page");
        middle(&whole)
    };
    for (word, side) in [("nw", (-1, -1)), ("ne", (1, -1)), ("se", (1, 1)), ("sw", (-1, 1))] {
        assert_eq!(drawn(&format!("half({word})"), Place::Cell), side, "{word}");
    }
    assert_eq!((drawn("hook(a)", Place::Cell), drawn("hook(b)", Place::Cell)), ((-1, -1), (1, -1)));
}

#[test]
fn a_mark_beside_its_edge_is_there_on_a_page_as_well() {
    let sum = style("shape = 'square', size = 0.3, shift = [-0.2, -0.1]");
    for (place, at) in [(Place::VEdge, (0.3, 0.4)), (Place::HEdge, (0.4, 0.3))] {
        let body = mark_part(&sum, &mark("sum"), place, false).body;
        let [Shape::Rect { rect, .. }] = body.as_slice() else { panic!("{body:?}") };
        let Point { x, y } = rect.centre();
        assert!((x - at.0).abs() < 1e-6 && (y - at.1).abs() < 1e-6, "{place:?}: {rect:?}");
    }
}

#[test]
fn a_page_is_told_of_each_line_how_it_runs() {
    let wall = style("width = 0.1").running(Course::Along);
    let tube = style("width = 0.4, across = true").running(Course::Along);
    let runs = |style: &LookStyle| {
        let part = mark_part(style, &mark("wall"), Place::VEdge, false);
        part.line.map(|line| line.across)
    };
    assert_eq!((runs(&wall), runs(&tube)), (Some(false), Some(true)));
}

#[test]
fn the_brush_of_an_arrow_runs_where_it_points() {
    let arrow = style("shape = 'triangle', width = 0.1, across = true").running(Course::Along);
    let level = |text: &str| {
        let shapes = draw_mark(&arrow, &mark(text), square(0.0, 0.0), Place::HEdge);
        shapes.iter().find_map(|shape| match shape {
            Shape::Polyline { points, .. } => Some((points[0].y - points[1].y).abs() < 0.01),
            _ => None,
        })
    };
    assert_eq!(
        ["e", "w", "n", "s"].map(|side| level(&format!("arrow({side})"))),
        [Some(true), Some(true), Some(false), Some(false)]
    );
}
