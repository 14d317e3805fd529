//! Levels turned and mirrored as a whole: everything that they name goes along, so that they keep
//! their numbers of solutions and shortcuts, and a full turn restores them.

use std::collections::BTreeMap;

use foolproof::game::{TurnError, turned_level};
use foolproof::level::Spot;

use super::*;

const TURNS: [Turn; 3] = [Turn::MirrorColumns, Turn::MirrorRows, Turn::Clockwise];

/// A random level with a concept of many properties, a locked part of its intended solution and some
/// of its sites locked.
fn random_subject(game: &dyn Game, rng: &mut Rng) -> Level {
    let (mut level, _) = concepts::solvable_level(game, rng);
    let kinds = game.concepts();
    let mut parts = Vec::new();
    for _ in 0..rng.usize(1..=3) {
        let kind = &kinds[rng.usize(..kinds.len())];
        let property = concepts::property_of(game, &level, kind, rng);
        parts.push(match rng.bool() {
            true => Concept::Is(property),
            false => Concept::Not(Box::new(Concept::Is(property))),
        });
    }
    level.concept = if rng.bool() { Concept::And(parts) } else { Concept::Or(parts) };
    let marked: Vec<(Site, Spot)> = level.spots().map(|(site, s)| (site, s.clone())).collect();
    for (site, spot) in marked.into_iter().filter(|_| rng.bool()) {
        level.set(site, Spot { hold: Hold::Locked, ..spot });
    }
    let intended = level.intended.clone().unwrap_or_default();
    level.intended_locked = intended.iter().map(|(s, _)| s).filter(|_| rng.bool()).collect();
    if let Some(property) = game.property_of(&level, &intended).filter(|_| rng.bool()) {
        level.take_stand(property, rng.bool());
    }
    // Marks read from a corner of the board are painted by the first turn.
    game.spelled_out(&level).unwrap_or(level)
}

/// How many solutions there are, and how many of them practise the concept.
fn numbers(game: &dyn Game, level: &Level) -> (usize, usize) {
    let known = solutions(game, level);
    (known.len(), known.iter().filter(|play| practises(game, level, play)).count())
}

#[test]
fn a_turned_level_is_the_same_puzzle() {
    let (mut rng, mut engine) = (Rng::with_seed(82), search::quick_engine());
    for game in subjects() {
        let (mut turned_once, mut shortcuts) = (0, 0);
        for n in 0..150 {
            let level = random_subject(&*game, &mut rng);
            for turn in TURNS {
                let Ok(turned) = turned_level(&*game, &level, turn) else { continue };
                turned_once += 1;
                let again = if turn == Turn::Clockwise { 3 } else { 1 };
                let back = (0..again)
                    .try_fold(turned.clone(), |level, _| turned_level(&*game, &level, turn));
                assert_eq!(back.as_ref(), Ok(&level), "{turn:?}");
                let before = numbers(&*game, &level);
                assert_eq!(numbers(&*game, &turned), before, "{turn:?} {level:#?} {turned:#?}");
                let intended = turned.intended.as_ref().expect("it went along");
                assert_eq!(game.judge(&turned, intended), Verdict::Solved);
                shortcuts += usize::from(before.0 > before.1);
                if n < 40 {
                    let mut asked = |level: &Level| {
                        let found = ask(&mut engine, level, Question::from(ProveShortcutFree));
                        about(&found, Topic::SHORTCUT_FREE).status()
                    };
                    assert_eq!(asked(&level), asked(&turned), "{turn:?} {level:#?}");
                }
            }
        }
        assert!(turned_once >= 400, "{}: {turned_once} turned", game.about().id);
        assert!(shortcuts >= 40, "{}: {shortcuts} with shortcuts", game.about().id);
    }
}

/// A random level of each kind of constraint, and of pairs of them: clues outside the grid, arrows, regions and
/// all others.
#[test]
fn a_turned_sudoku_keeps_the_solutions_of_its_constraints() {
    let game = foolproof::built_in().by_id("sudoku").expect("the game");
    let kinds = game.constraints().expect("constraints").kinds();
    let (mut rng, mut engine) = (Rng::with_seed(21), search::quick_engine());
    for kind in &kinds {
        let (mut turned, mut refused) = (0, 0);
        for _ in 0..20 {
            if turned >= 9 {
                break;
            }
            let other = &kinds[rng.usize(0..kinds.len())];
            let both = [kind, other];
            let chosen = if rng.bool() { &both[..1] } else { &both[..] };
            let level = constrained::random_level(&*game, chosen, &mut rng);
            let Some(level) = level else { continue };
            let before = constrained::counted(&mut engine, &*game, &level).0.number;
            for turn in TURNS {
                let other = match turned_level(&*game, &level, turn) {
                    Ok(other) => other,
                    Err(TurnError::Directions(_) | TurnError::Shape(_)) => {
                        refused += 1;
                        continue;
                    }
                    Err(why) => panic!("{}: {why}", kind.id),
                };
                let after = constrained::counted(&mut engine, &*game, &other).0.number;
                assert_eq!(after, before, "{turn:?} {level:#?}");
                turned += 1;
            }
        }
        // Windows of a board of 6x6 lie nearer to one corner.
        let may_refuse = ["own_rules", "windows"].contains(&kind.id);
        assert!(turned >= 6 || (may_refuse && refused > 0), "{}: {turned}", kind.id);
    }
}

/// The number in a pill is read as people read.
#[test]
fn an_arrow_with_a_pill_is_turned_only_where_its_number_stays() {
    let board = Board { cols: 4, rows: 4, tray: 0 };
    let turns = |pill: &str| {
        let arrow = format!("arrow(cells({pill}),cells(cell(2,2),cell(3,3)))");
        let level = level_of("sudoku", board, &[("constraint(0)", &arrow)]);
        let game = foolproof::built_in().by_id("sudoku").expect("a game");
        TURNS.map(|turn| turned_level(&*game, &level, turn).is_ok())
    };
    assert_eq!(turns("cell(0,0)"), [true; 3]);
    assert_eq!(turns("cell(0,0),cell(1,0)"), [false, true, true]);
    assert_eq!(turns("cell(0,0),cell(0,1)"), [true, false, false]);
}

fn level_of(game: &str, board: Board, marks: &[(&str, &str)]) -> Level {
    let mut level = Level::open(game, board);
    for (site, mark) in marks {
        level.paint(site.parse().expect("a site"), Some(mark.parse().expect("a mark")));
    }
    level
}

/// The result of turning a concept, or why that fails.
fn check(
    game: &str,
    (cols, rows): (u16, u16),
    concept: &str,
    turn: Turn,
    expected: Result<&str, &str>,
) {
    let mut level = level_of(game, Board { cols, rows, tray: 0 }, &[]);
    level.concept = concept.parse().expect("a concept");
    let turned = turned_level(&*foolproof::built_in().by_id(game).expect("a game"), &level, turn);
    match (turned, expected) {
        (Ok(turned), Ok(text)) => assert_eq!(turned.concept.to_string(), text),
        (Err(why), Err(words)) => assert!(why.to_string().contains(words), "{why}"),
        (got, _) => panic!("{concept} by {turn:?}: {got:?}"),
    }
}

#[test]
fn what_a_concept_names_is_turned() {
    let (columns, rows, round) = (Turn::MirrorColumns, Turn::MirrorRows, Turn::Clockwise);
    let refraction = |concept, turn, text| check("refraction", (4, 3), concept, turn, text);
    refraction("through(cell(2,1))", columns, Ok("through(cell(1,1))"));
    refraction(
        "uses(bender(w,n)) and not through(cell(0,0))",
        round,
        Ok("uses(bender(n,e)) and not through(cell(2,0))"),
    );
    let network = "network(play(put(cell(0,0),splitter(w,es))))";
    refraction(network, rows, Ok("network(play(put(cell(0,2),splitter(w,ne))))"));
    refraction("through(cell(9,1))", columns, Err("R2C10, which would be off the board"));
    refraction(r#"asp("wanted :- active(cell(0,0)).")"#, columns, Err("rules of its own"));
    refraction("nonsense(4)", columns, Err("`nonsense(4)`"));
    let penguins = |concept, turn, text| check("penguin_push", (4, 3), concept, turn, text);
    penguins("first(cell(0,1)) or turns(2)", columns, Ok("first(cell(3,1)) or turns(2)"));
    penguins(
        "order(play(put(step(0),push(0,1,e))))",
        round,
        Ok("order(play(put(step(0),push(1,0,s))))"),
    );
    let linjat = |concept, turn, text| check("linjat", (4, 3), concept, turn, text);
    linjat("lies(cell(0,0),across)", columns, Ok("lies(cell(3,0),across)"));
    linjat("run(3,down) and many(across,2)", round, Ok("run(3,across) and many(down,2)"));
    linjat("is(play(put(cell(1,0),across(1,2))))", round, Ok("is(play(put(cell(2,1),down(1,2))))"));
    let witness = |concept, turn, text| check("witness", (4, 3), concept, turn, text);
    witness("passes(hedge(0,0))", round, Ok("passes(vedge(3,0))"));
    witness("shape(p0311,fixed)", columns, Ok("shape(p0322,fixed)"));
    witness("shape(p0311,free)", round, Ok("shape(p0311,free)"));
    check("sudoku", (6, 6), "digit(cell(0,1),4)", columns, Ok("digit(cell(5,1),4)"));
    check("sudoku", (6, 6), "any", round, Err("boxes of 3 columns and 2 rows"));
    check("sudoku", (9, 9), "weight(cell(0,1),4)", round, Ok("weight(cell(7,0),4)"));
}

#[test]
fn notes_of_what_was_allowed_are_turned_too() {
    let mut level = level_of("refraction", Board { cols: 4, rows: 3, tray: 0 }, &[]);
    level.notes = "Allowed: nothing.".to_owned();
    level.take_stand("through(cell(2,1))".parse().expect("a property"), false);
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    let turned = turned_level(&*game, &level, Turn::MirrorColumns).expect("turned");
    assert_eq!(turned.notes, "Allowed: nothing.\nForbidden: through(cell(1,1))");
}

#[test]
fn a_panel_without_start_and_end_keeps_them_when_it_turns() {
    let game = foolproof::built_in().by_id("witness").expect("a game");
    let board = Board { cols: 2, rows: 3, tray: 0 };
    let level = level_of("witness", board, &[("cell(0,0)", "square(black)")]);
    let turned = turned_level(&*game, &level, Turn::Clockwise).expect("turned");
    let mark = |site: &str| turned.mark(site.parse().expect("a site")).map(ToString::to_string);
    assert_eq!(mark("vertex(0,0)").as_deref(), Some("start"));
    assert_eq!(mark("vertex(3,2)").as_deref(), Some("end"));
    // A dot where the line begins leaves no room for its start.
    let level = level_of("witness", board, &[("vertex(0,3)", "dot")]);
    let why = turned_level(&*game, &level, Turn::MirrorRows).expect_err("no room");
    let site = "vertex(0,3)".parse().expect("a site");
    assert_eq!(why, TurnError::Occupied { piece: "start".to_owned(), site });
    assert!(
        why.to_string().contains("there is no room for a start on the top left corner of R4C1"),
        "{why}"
    );
}

/// A level after a block of it has been moved and perhaps turned, and whether what it names changed.
fn moved(
    level: &Level,
    block: &[(&str, &str)],
    turn: Option<Turn>,
) -> Result<(Level, bool), TurnError> {
    let game = foolproof::built_in().by_id(&level.game).expect("a game");
    let site = |text: &str| text.parse::<Site>().expect("a site");
    let to: BTreeMap<Site, Site> = block.iter().map(|(a, b)| (site(a), site(b))).collect();
    let mut after = level.clone();
    to.keys().for_each(|from| after.set(*from, Spot::default()));
    for (from, to) in &to {
        let spot = level.spot(*from);
        let mark = spot.mark.map(|mark| turn.map_or(mark.clone(), |turn| game.turned(&mark, turn)));
        after.set(*to, Spot { mark, ..spot });
    }
    let changed = foolproof::game::carry_along(&*game, level, &mut after, &to, turn)?;
    Ok((after, changed))
}

#[test]
fn what_names_a_block_goes_along_with_it() {
    let board = Board { cols: 3, rows: 3, tray: 0 };
    let mut level = level_of("linjat", board, &[("cell(0,0)", "3"), ("cell(2,2)", "1")]);
    level.concept = "lies(cell(0,0),across) and not covers(cell(1,1),3)".parse().expect("one");
    let play = |text: &str| Play::of_term(text).expect("a play");
    let one = "put(cell(2,2),across(0,0))";
    level.intended = Some(play(&format!("play(put(cell(0,0),across(0,2)),{one})")));
    level.intended_locked = ["cell(0,0)".parse().expect("a site")].into();
    let (after, changed) =
        moved(&level, &[("cell(0,0)", "cell(0,1)")], None).expect("nothing is in its way");
    assert!(changed);
    assert_eq!(after.concept.to_string(), "lies(cell(0,1),across) and not covers(cell(1,1),3)");
    assert_eq!(after.intended, Some(play(&format!("play(put(cell(0,1),across(0,2)),{one})"))));
    assert_eq!(after.intended_locked, ["cell(0,1)".parse().expect("a site")].into());
    let turn = Some(Turn::Clockwise);
    let (after, _) = moved(&level, &[("cell(0,0)", "cell(0,0)")], turn).expect("turned in place");
    assert_eq!(after.concept.to_string(), "lies(cell(0,0),down) and not covers(cell(1,1),3)");
    assert_eq!(after.intended, Some(play(&format!("play(put(cell(0,0),down(0,2)),{one})"))));
    // Nothing is named of the other number but its line, which runs nowhere.
    let (after, changed) = moved(&level, &[("cell(2,2)", "cell(2,1)")], None).expect("moved");
    assert!(changed);
    assert_eq!(after.concept, level.concept);

    // A line that remains a solution stays in place.
    let board = Board { cols: 2, rows: 1, tray: 0 };
    let mut level = level_of("witness", board, &[("cell(0,0)", "square(black)")]);
    let line = ["vedge(0,0)", "hedge(0,0)", "hedge(1,0)"].map(|edge| format!("put({edge},line)"));
    level.intended = Some(play(&format!("play({})", line.join(","))));
    level.concept = "hugs(cell(0,0),2) and passes(vertex(1,0))".parse().expect("one");
    let (after, changed) = moved(&level, &[("cell(0,0)", "cell(1,0)")], None).expect("moved");
    assert_eq!(after.concept.to_string(), "hugs(cell(1,0),2) and passes(vertex(1,0))");
    assert_eq!((after.intended, changed), (level.intended.clone(), true));

    level.concept = r#"asp("wanted :- side(cell( 0,0 ),E), play(E,line).")"#.parse().expect("one");
    let why = moved(&level, &[("cell(0,0)", "cell(1,0)")], None).expect_err("they name it");
    assert_eq!(why, TurnError::NamedInRules(Site::cell(0, 0)));
    assert!(why.to_string().contains("name R1C1"), "{why}");
    assert!(moved(&level, &[("cell(1,0)", "cell(0,0)")], None).is_ok(), "they do not name it");
}

#[test]
fn a_kind_of_brush_is_a_brush_with_its_turns() {
    for game in foolproof::built_in().all() {
        for group in game.palette() {
            let kinds = game.kinds(&group.brushes);
            let mut listed: Vec<Mark> = kinds.iter().flatten().map(|b| b.mark.clone()).collect();
            let mut all: Vec<Mark> = group.brushes.iter().map(|b| b.mark.clone()).collect();
            listed.sort();
            all.sort();
            assert_eq!(listed, all, "{}: each brush is of one kind", group.name);
            for kind in &kinds {
                for pair in kind.windows(2) {
                    assert_eq!(game.turned(&pair[0].mark, Turn::Clockwise), pair[1].mark);
                }
            }
        }
    }
    let refraction = foolproof::built_in().by_id("refraction").expect("a game");
    let sizes: Vec<(String, usize)> = refraction
        .palette()
        .iter()
        .map(|group| (group.name.to_string(), refraction.kinds(&group.brushes).len()))
        .collect();
    assert_eq!(sizes[0], ("Sources".to_owned(), 1));
    assert_eq!(sizes[3], ("Benders".to_owned(), 2));
}

/// Growing at the left and top and shrinking there again restores the level, and the intended solution goes
/// along both times.
#[test]
fn a_board_that_grows_at_the_left_and_top_takes_all_along() {
    let mut tried = 0;
    for game in foolproof::built_in().all() {
        let about = game.about();
        let pack = Pack::from_json(&game.sample()).expect("the sample pack");
        for level in pack.levels {
            let Board { cols, rows, tray } = level.board;
            let larger = Board { cols: cols + 1, rows: rows + 1, tray };
            if about.allows(larger).is_err() {
                continue;
            }
            let grown = match foolproof::game::shifted_level(&*game, &level, larger, 1, 1) {
                Ok(grown) => grown,
                Err(why) => {
                    assert!(!level.concept.own_rules().is_empty(), "{}: {why}", level.title);
                    continue;
                }
            };
            // In The Witness the rim closes regions, and a larger Sudoku has more digits: a larger board is
            // another puzzle.
            let is_another = ["witness", "sudoku"].contains(&&*about.id);
            if let Some(intended) = grown.intended.as_ref().filter(|_| !is_another) {
                let was = game.judge(&level, level.intended.as_ref().expect("one"));
                assert_eq!(game.judge(&grown, intended), was, "{}", level.title);
            }
            let back = foolproof::game::shifted_level(&*game, &grown, level.board, -1, -1);
            let before = game.spelled_out(&level).expect("room for what is spelled out");
            assert_eq!(back.expect("it fits again"), before, "{}", level.title);
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried}");
}
