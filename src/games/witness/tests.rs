//! The figures of the source, and the rules piece by piece.

use crate::panel::{LINE, Panel, edges, is_connected, line_of};
use std::collections::BTreeMap;

use crate::about::Witness;
use crate::piece::Form;
use crate::{formats, json, orthogonality, panel, search};
use foolproof_game::{
    Format as _, Game, Rules, Search as _, Searched, StudyEnd, Studying as _, Verdict, Wanted,
};
use foolproof_level::{Board, Level, Mark, Play, Site};

/// Every line of a board without symbols, by walking.
pub(crate) fn lines(board: Board) -> Vec<Play> {
    let level = Level::open("witness", board);
    let panel = Panel::of(&level);
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for start in &panel.starts {
        open.push((vec![*start], Play::default()));
    }
    while let Some((path, play)) = open.pop() {
        let at = *path.last().expect("a start");
        if panel.ends.contains_key(&at) && !play.is_empty() {
            found.push(play);
            continue;
        }
        for edge in edges(&board) {
            let ends = panel::ends(edge).expect("an edge");
            let Some(next) = ends.iter().find(|end| **end != at && ends.contains(&at)) else {
                continue;
            };
            if !path.contains(next) {
                let mut further = play.clone();
                further.0.insert(edge, LINE.parse().expect("a mark"));
                open.push(([path.as_slice(), &[*next]].concat(), further));
            }
        }
    }
    found
}

fn board(cols: u16, rows: u16) -> Board {
    Board { cols, rows, tray: 0 }
}

fn level(size: Board, marks: &[(&str, &str)]) -> Level {
    let mut level = Level::open("witness", size);
    for (site, mark) in marks {
        level.paint(site.parse().expect("a site"), Some(mark.parse().expect("a mark")));
    }
    level
}

fn solutions(level: &Level) -> usize {
    let solved = |play: &Play| Rules::judge(&Witness, level, play) == Verdict::Solved;
    lines(level.board).iter().filter(|play| solved(play)).count()
}

/// Source: table 3.1.
#[test]
fn boards_have_as_many_lines_as_the_source_says() {
    for (cols, rows, count) in [(2, 2, 12), (2, 3, 38), (3, 3, 184), (4, 3, 976)] {
        let lines = lines(board(cols, rows));
        assert_eq!(lines.len(), count);
        assert!(lines.iter().all(|play| is_connected(&line_of(play))));
        assert_eq!(solutions(&Level::open("witness", board(cols, rows))), count);
    }
}

/// Source: figures 3.2 to 3.4.
#[test]
fn squares_on_two_by_two_are_as_in_the_source() {
    let cells = ["cell(0,0)", "cell(1,0)", "cell(0,1)", "cell(1,1)"];
    let unique = |pieces: u32| {
        let mut unique = 0;
        for code in 0..81u32 {
            let marks: Vec<(&str, &str)> = (0..4)
                .filter_map(|at| match code / 3u32.pow(at) % 3 {
                    0 => None,
                    1 => Some((cells[at as usize], "square(black)")),
                    _ => Some((cells[at as usize], "square(blue)")),
                })
                .collect();
            if marks.len() == pieces as usize {
                unique += usize::from(solutions(&level(board(2, 2), &marks)) == 1);
            }
        }
        unique
    };
    assert_eq!([unique(1), unique(2), unique(3), unique(4)], [0, 0, 4, 4]);
}

/// Among themselves, pieces of the type <{11, 01, 00}, all> are squares.
#[test]
fn squares_are_a_generalised_type() {
    let cells = ["cell(0,0)", "cell(1,0)", "cell(0,1)", "cell(1,1)"];
    for code in 0..81u32 {
        let marks = |type_of: &dyn Fn(&str) -> String| -> Vec<(&str, String)> {
            (0..4)
                .filter_map(|at| match code / 3u32.pow(at) % 3 {
                    0 => None,
                    1 => Some((cells[at as usize], type_of("black"))),
                    _ => Some((cells[at as usize], type_of("blue"))),
                })
                .collect()
        };
        let count = |marks: Vec<(&str, String)>| {
            let marks: Vec<(&str, &str)> =
                marks.iter().map(|(site, mark)| (*site, mark.as_str())).collect();
            solutions(&level(board(2, 2), &marks))
        };
        let squares = count(marks(&|colour| format!("square({colour})")));
        let rules = count(marks(&|colour| format!("rule({colour},x1101,all,0)")));
        assert_eq!(squares, rules);
    }
}

pub(crate) fn survey(
    size: Board,
    new: &[&str],
    there: &[&str],
    pieces: usize,
) -> orthogonality::SurveyRun {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let course = orthogonality::SurveyRun::new(size, names(new), names(there), pieces, 2);
    let mut course = course.expect("a survey");
    assert_eq!(course.run(&|_: f64| true), StudyEnd::Whole);
    course
}

/// Source: section 4.6, on three rows of two cells with up to six pieces.
#[test]
fn types_express_as_much_alone_as_in_the_source() {
    let course = survey(board(2, 3), &["square", "star", "triangle", "poly"], &[], 6);
    assert_eq!(course.survey.lines.len(), 38);
    let express: Vec<usize> =
        course.survey.ranked().iter().map(|ranked| ranked.by_pieces.iter().sum()).collect();
    assert_eq!(express, [8, 0, 37, 10]);
}

/// Source: sections 3.1 and 3.2, figures 3.4, 3.5 and 3.7.
#[test]
fn lines_and_levels_by_pieces_are_as_in_the_source() {
    let small = survey(board(2, 2), &["square"], &[], 4).survey.ranked().remove(0);
    assert_eq!(small.by_pieces, [0, 0, 2, 0]);
    assert_eq!(small.unique_levels, [0, 0, 4, 4]);
    let stars = survey(board(3, 3), &["star"], &[], 9).survey.ranked().remove(0);
    assert_eq!(stars.by_pieces, [0, 0, 0, 0, 0, 0, 0, 8, 0]);
}

/// Source: table 4.1 and section 4.3.
#[test]
fn the_space_of_types_is_ranked_as_in_the_source() {
    let course = survey(board(3, 3), &["all"], &["square", "star"], 5);
    let ranked = course.ranked();
    assert_eq!(ranked.len(), 96);
    let mut histogram: BTreeMap<String, usize> = BTreeMap::new();
    for ranked in &ranked {
        *histogram.entry(format!("{:.4}", ranked.o)).or_default() += 1;
    }
    let best = &ranked[0];
    assert_eq!(best.name, Form::SINGLETON.text());
    let sooner: Vec<_> = best.beside.iter().map(|beside| beside.sooner_lines).collect();
    assert_eq!(sooner, [Some(8), Some(16)]);
    let expected = [
        ("0.0000", 58),
        ("0.0006", 2),
        ("0.0017", 1),
        ("0.0026", 5),
        ("0.0031", 1),
        ("0.0035", 8),
        ("0.0043", 10),
        ("0.0046", 4),
        ("0.0064", 4),
        ("0.0078", 1),
        ("0.0099", 1),
        ("0.0130", 1),
    ];
    let expected = expected.map(|(o, count)| (o.to_owned(), count));
    assert_eq!(histogram, expected.into_iter().collect());
}

/// Compares the walk's implementation of the rules, by numbers in regions, with the rules themselves.
#[test]
fn levels_of_a_survey_are_what_it_says_of_them() {
    let there = ["square", "triangle", "poly:p0001:p0013", "star"];
    let course =
        survey(board(3, 2), &["x0111:eq:1", "triangle", "poly", "x0010:none:0"], &there, 4);
    let mut seen = 0;
    for ranked in course.ranked() {
        for level in course.levels(&ranked.name) {
            let found = searched(&level, 2);
            assert_eq!(found.count, 1, "{}: {level:#?}", ranked.name);
            assert_eq!(found.plays.first(), level.intended.as_ref());
            seen += 1;
        }
    }
    assert!(seen >= 30, "{seen}");
}

/// The counts of a survey, obtained by solving every level.
#[test]
fn a_survey_counts_what_solving_every_level_does() {
    let ranked = survey(board(2, 2), &["triangle", "poly", "x0111:eq:1"], &[], 4).survey.ranked();
    for (sort, ranked) in ["triangle", "poly", "x0111:eq:1"].into_iter().zip(ranked) {
        let pieces = orthogonality::Sort::of_text(sort, 2).expect("a type").pieces;
        let mut unique = [0u64; 4];
        let kinds = pieces.len() + 1;
        for code in 1..kinds.pow(4) {
            let mut level = level(board(2, 2), &[]);
            for (n, cell) in board(2, 2).cells().enumerate() {
                let kind = code / kinds.pow(n as u32) % kinds;
                level.paint(cell, kind.checked_sub(1).and_then(|kind| pieces[kind].mark()));
            }
            unique[level.marks().count() - 1] += u64::from(solutions(&level) == 1);
        }
        assert_eq!(ranked.unique_levels, unique, "{sort}");
    }
}

#[test]
fn a_survey_that_was_stopped_goes_on_where_it_was() {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let (new, there) = (names(&["all"]), names(&["square", "triangle"]));
    let run = orthogonality::SurveyRun::new(board(3, 2), new, there, 4, 2);
    let mut course = run.expect("a survey");
    let mut stops = 0;
    loop {
        let from = course.survey.share();
        let ended = course.run(&|share: f64| share < from + 0.2);
        if ended == StudyEnd::Whole {
            break;
        }
        stops += 1;
        assert!(course.account().summary.contains('%'));
        let kept = course.kept().expect("a text");
        course = orthogonality::SurveyRun::resumed(&kept).expect("the same survey");
    }
    assert!(stops > 1, "it was never stopped");
    let whole = survey(board(3, 2), &["all"], &["square", "triangle"], 4);
    assert_eq!(course.ranked(), whole.ranked());
    assert_eq!(course.levels("x0111:eq:1"), whole.levels("x0111:eq:1"));
    assert!(orthogonality::Survey::resumed("{}").is_err());
}

#[test]
fn every_symbol_asks_for_what_it_should() {
    let small = board(2, 1);
    let count = |marks: &[(&str, &str)]| solutions(&level(small, marks));
    assert_eq!(count(&[]), 4);
    // One line separates the two cells, the others leave them together.
    assert_eq!(count(&[("cell(0,0)", "square(black)"), ("cell(1,0)", "square(blue)")]), 2);
    assert_eq!(count(&[("cell(0,0)", "star(red)"), ("cell(1,0)", "square(red)")]), 2);
    assert_eq!(count(&[("cell(0,0)", "star(red)")]), 0);
    assert_eq!(count(&[("cell(0,0)", "triangle(orange,3)")]), 1);
    assert_eq!(count(&[("cell(0,0)", "poly(yellow,p0003,fixed)")]), 2);
    assert_eq!(count(&[("cell(0,0)", "poly(yellow,p0011,fixed)")]), 0);
    assert_eq!(count(&[("cell(0,0)", "poly(yellow,p0011,free)")]), 2);
    assert_eq!(count(&[("cell(0,0)", "rule(red,x0111,eq,1)"), ("cell(1,0)", "square(red)")]), 2);
    assert_eq!(count(&[("cell(0,0)", "rule(red,x0100,ge,1)"), ("cell(1,0)", "square(red)")]), 2);
    assert_eq!(count(&[("hedge(0,0)", "dot")]), 2);
    assert_eq!(count(&[("hedge(0,0)", "gap")]), 2);
    assert_eq!(count(&[("vertex(1,0)", "dot"), ("vertex(1,1)", "dot")]), 2);
}

#[test]
fn what_is_no_line_is_told_apart() {
    let level = level(board(1, 1), &[]);
    let play = |edges: &[&str]| -> Play {
        let line: Mark = LINE.parse().expect("a mark");
        edges.iter().map(|edge| (edge.parse().expect("a site"), line.clone())).collect()
    };
    let solved = |edges: &[&str]| Rules::judge(&Witness, &level, &play(edges));
    assert_eq!(solved(&["vedge(0,0)", "hedge(0,0)"]), Verdict::Solved);
    for edges in [&["vedge(0,0)"][..], &[], &["hedge(0,0)", "hedge(0,1)"]] {
        assert!(matches!(solved(edges), Verdict::Unsolved { .. }), "{edges:?}");
    }
    let ring = ["vedge(0,0)", "hedge(0,0)", "vedge(1,0)", "hedge(0,1)"];
    assert!(matches!(solved(&ring), Verdict::Unsolved { .. }));
    assert!(matches!(solved(&["cell(0,0)"]), Verdict::Illegal { .. }));
    assert!(matches!(solved(&["hedge(0,7)"]), Verdict::Illegal { .. }));
}

/// A panel with a symbol of every kind that other programs have, and one more polyomino.
fn panel_of_everything(poly: &str) -> Level {
    level(
        board(3, 2),
        &[
            ("vertex(0,2)", "start"),
            ("vertex(3,0)", "end(e)"),
            ("vertex(1,1)", "dot"),
            ("hedge(0,0)", "gap"),
            ("vedge(2,1)", "dot"),
            ("cell(0,0)", "square(white)"),
            ("cell(1,0)", "star(magenta)"),
            ("cell(2,0)", "triangle(orange,2)"),
            ("cell(0,1)", "poly(yellow,p0013,free)"),
            ("cell(1,1)", poly),
        ],
    )
}

fn marks(level: &Level) -> Vec<(Site, Mark)> {
    level.marks().map(|(site, mark)| (site, mark.clone())).collect()
}

#[test]
fn windmill_links_are_read_and_written_back() {
    let panel = panel_of_everything("poly(blue,p0001,fixed)");
    let code = formats::Windmill.write(&[&panel]).expect("a code");
    assert!(formats::Windmill.recognises(&code));
    let back = formats::Windmill.read(&code).expect("a panel");
    assert_eq!(marks(&back[0]), marks(&panel));
    assert_eq!(formats::Windmill.write(&[&back[0]]).as_ref(), Ok(&code));
    // A start and an end that need no mark here need one there.
    let plain = formats::Windmill.write(&[&level(board(1, 1), &[])]).expect("a code");
    let read = formats::Windmill.read(&plain).expect("a panel");
    let names: Vec<String> = marks(&read[0]).iter().map(|(_, mark)| mark.to_string()).collect();
    assert_eq!(names, ["start", "end"]);
    let rule = level(board(1, 1), &[("cell(0,0)", "rule(red,x0111,eq,1)")]);
    let error = formats::Windmill.write(&[&rule]).expect_err("no such type there");
    assert_eq!(error.why, "R1C1: Windmill has no kinds that count symbols");
}

/// The code of a panel of one cell, with a start at the bottom left, an end that points right and a
/// black square, by hand: the fields of `grid.proto` in their order.
fn hand_made_code() -> String {
    let end = [0x12, 8, 8, 4, 0x1A, 4, 8, 2, 16, 0];
    let bytes = [
        &[0x08, 3][..],
        &[0x12, 2, 0x28, 2],
        &end,
        &[0x12, 0],
        &[0x12, 4, 8, 7, 16, 1],
        &[0x12, 0],
        &[0x12, 2, 8, 3],
        &[0x12, 2, 0x28, 2],
    ];
    base64::Engine::encode(&base64::engine::general_purpose::STANDARD, bytes.concat()) + "_0"
}

#[test]
fn a_windmill_link_is_read_wherever_it_was_copied() {
    let code = hand_made_code();
    let address = format!("https://windmill.thefifthmatt.com/build/{code}");
    let whole = [
        code.clone(),
        address.clone(),
        format!("http://windmill.thefifthmatt.com/build/{code}/"),
        format!("  {address}?from=chat#top  "),
        address.replace('=', "%3D"),
    ];
    let wanted =
        [("vertex(1,0)", "end(e)"), ("cell(0,0)", "square(black)"), ("vertex(0,1)", "start")];
    let wanted = marks(&level(board(1, 1), &wanted));
    for text in whole {
        assert!(formats::Windmill.recognises(&text), "{text}");
        let read = formats::Windmill.read(&text).expect("a panel");
        assert_eq!((read[0].board, marks(&read[0])), (board(1, 1), wanted.clone()), "{text}");
        // It is written back as the link that the site itself would show.
        assert_eq!(formats::Windmill.write(&[&read[0]]), Ok(format!("{address}\n")));
    }
    let published = "https://windmill.thefifthmatt.com/wk83sgh";
    assert!(formats::Windmill.recognises(published));
    let error = formats::Windmill.read(published).expect_err("the panel is on the server");
    assert!(error.why.contains("choose Edit"), "{error}");
}

#[test]
fn codes_that_are_none_or_say_too_much_are_refused_by_name() {
    let refused = |code: &str| formats::Windmill.read(code).expect_err("refused").why;
    assert!(refused("hello").contains("ends with _0"));
    assert!(refused("!!!_0").contains("not base64"));
    assert!(refused("CAM_0").contains("no grid") || refused("CAM_0").contains("not base64"));
    // Three by three places; the middle one has the first number of the pair.
    let cell = |entity: &[u8]| {
        let mut bytes = vec![0x08, 3, 0x12, 2, 0x28, 4, 0x12, entity.len() as u8];
        bytes.extend_from_slice(entity);
        bytes.extend([0x12, 2, 0x28, 4]);
        base64::Engine::encode(&base64::engine::general_purpose::STANDARD, bytes) + "_0"
    };
    assert!(formats::Windmill.read(&cell(&[8, 7, 16, 1])).is_ok());
    assert!(formats::Windmill.read(&cell(&[8, 10])).is_ok());
    assert!(formats::Windmill.read(&cell(&[8, 1])).is_ok());
    assert!(refused(&cell(&[8, 5])).contains("cannot stand here"));
    assert!(refused(&cell(&[8, 7, 16, 77])).contains("there is no colour 77"));
    assert!(refused(&cell(&[8, 9, 0x22, 3, 8, 1, 0x20])).contains("cut off"));
}

pub(crate) fn searched(level: &Level, plays: usize) -> Searched {
    let wanted = Wanted { shortcuts: false, plays, most: u64::MAX, marks: false };
    search::WitnessSearch.solutions(level, wanted, &|| false).expect("an answer")
}

/// Source: table 3.1; and 1,262,816 lines on 5x5, which the sequence A007764 has.
#[test]
fn the_search_draws_every_line_once() {
    let sizes = [(1, 1, 2), (2, 2, 12), (2, 3, 38), (3, 3, 184), (4, 3, 976), (4, 4, 8_512)];
    for (cols, rows, count) in sizes.into_iter().chain([(5, 5, 1_262_816)]) {
        let found = searched(&Level::open("witness", board(cols, rows)), 10);
        assert_eq!((found.count, found.exhausted), (count, true));
        assert_eq!(found.plays.len() as u64, count.min(10));
        assert!(found.forced.is_empty());
    }
}

#[test]
fn panels_of_witnesspuzzles_are_read_and_written_back() {
    let panel = panel_of_everything("poly(blue,p0111,fixed)");
    let format = json::WitnessPuzzles;
    let text = format.write(&[&panel]).expect("a panel");
    assert!(format.recognises(&text) && !formats::Windmill.recognises(&text));
    // Columns first: the vertical polyomino is in the lowest bits.
    assert!(text.contains("\"polyshape\":7}"), "{text}");
    assert!(text.contains("\"polyshape\":1048595"), "{text}");
    let back = format.read(&text).expect("a panel");
    assert_eq!(marks(&back[0]), marks(&panel));
    let both = format.write(&[&panel, &panel]).expect("two panels");
    assert_eq!(format.read(&both).expect("two panels").len(), 2);
}

#[test]
fn what_witnesspuzzles_has_beyond_the_rules_is_refused_by_name() {
    let cell = |cell: &str| {
        let line = r#"{"type":"line","line":0}"#;
        format!(
            r#"{{"grid":[[{line},{line},{line}],[{line},{cell},{line}],[{line},{line},{line}]],"name":"x"}}"#
        )
    };
    let read = |text: &str| json::WitnessPuzzles.read(text);
    let refused = |text: &str| read(text).expect_err("refused").to_string();
    assert!(read(&cell(r##"{"type":"star","color":"#ff8000"}"##)).is_ok());
    assert!(read(&cell("null")).is_ok() && read(&cell(r#"{"type":"nonce"}"#)).is_ok());
    assert!(read(&cell(r#"{"type":"nega","color":"white"}"#)).is_ok());
    assert!(refused(&cell(r#"{"type":"ylop","polyshape":0}"#)).contains("without squares"));
    assert!(refused(&cell(r#"{"type":"arrow"}"#)).contains("`arrow`"));
    assert!(refused(&cell(r#"{"type":"triangle","count":5}"#)).contains("1 to 4"));
    assert!(refused(&cell(r#"{"type":"poly","polyshape":131073}"#)).contains("131073"));
    assert!(refused(&cell(r#"{"type":"square","color":"blurple"}"#)).contains("blurple"));
    assert!(refused(&cell("null").replacen("0}", "0,\"gap\":2}", 2)).contains("rim"));
    assert!(refused(&cell("null").replacen("0}", "0,\"dot\":5}", 1)).contains("dot of kind 5"));
    assert!(refused(r#"{"grid":[[{"type":"line"}]]}"#).contains("not one of corners"));
    assert!(refused(r#"{"size":1,"grid":[[{"value":1}]]}"#).contains("no `grid` of a panel"));
    assert!(refused("{").contains("line 1"));
}

/// Chapter by chapter the sample pack introduces a type; within a chapter every level takes more effort than
/// the one before, and every chapter ends harder than the last.
#[test]
fn the_sample_pack_rises_in_difficulty() {
    let pack = foolproof_level::Pack::from_json(&Witness.assets().sample).expect("the sample pack");
    let (mut known, mut chapters) = (std::collections::BTreeSet::new(), Vec::<Vec<u64>>::new());
    for level in &pack.levels {
        let pieces = Panel::of(level).pieces;
        let kinds = pieces.values().filter_map(|piece| piece.kind()).map(|(kind, _)| kind);
        let before = known.len();
        known.extend(kinds);
        if known.len() > before {
            chapters.push(Vec::new());
        }
        let found = searched(level, 2);
        assert_eq!(found.count, 1, "{}", level.title);
        chapters.last_mut().expect("a chapter").push(found.effort);
    }
    assert_eq!(chapters.len(), 5, "squares, triangles, stars, polyominoes, singletons");
    for chapter in &chapters {
        assert!(chapter.is_sorted_by(|one, two| one < two), "{chapters:?}");
    }
    let ends: Vec<u64> = chapters.iter().filter_map(|chapter| chapter.last().copied()).collect();
    assert!(ends.is_sorted_by(|one, two| one < two), "{ends:?}");
}

#[test]
fn no_two_polyominoes_have_one_name() {
    use crate::piece::{Colour, PanelSymbol, Polyomino};

    let mut names = std::collections::BTreeSet::new();
    let mut shapes = std::collections::BTreeSet::new();
    for bits in 1..1u16 << 12 {
        let cells = (0..16u8).filter(|bit| bits >> bit & 1 == 1).map(|bit| (bit % 4, bit / 4));
        let Some(shape) = Polyomino::of(cells) else { continue };
        shapes.insert(shape);
        names.insert(PanelSymbol::Poly { colour: Colour::BLACK, shape, free: false }.spoken());
    }
    assert_eq!(names.len(), shapes.len());
    let name = |cells: &[(u8, u8)]| {
        let shape = Polyomino::of(cells.iter().copied()).expect("squares");
        PanelSymbol::Poly { colour: Colour::BLACK, shape, free: false }.spoken()
    };
    let l = name(&[(0, 0), (0, 1), (0, 2), (1, 2)]);
    assert_eq!(l, "black L polyomino of 4, x- over x- over xx");
    assert!(name(&[(1, 0), (1, 1), (1, 2), (0, 2)]).starts_with("black J polyomino of 4"));
    assert!(name(&[(0, 0), (1, 0), (2, 0), (1, 1)]).starts_with("black T polyomino of 4"));
}
