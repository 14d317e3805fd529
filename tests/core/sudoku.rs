//! Arguments in Sudoku against their specification, `encodings/sudoku_argument.lp`, on random boards;
//! concepts about arguments; the verbs that argue, complete and take off clues.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use fastrand::Rng;
use foolproof::asp::{Program, Session, SessionOptions, Shot};
use foolproof::game::{Game, MakerWish};
use foolproof::level::{Board, Level, Mark, Play, Site};
use foolproof::slices::solving::question::{DEDUCTION, DeduceLevel, DeducedLevel};
use foolproof::solver::{
    COMPLETE, CompleteLevel, Engine, FindNeedlessMarks, Finding, Limits, MINIMISE, MinimiseLevel,
    ProveShortcutFree, Question, REDUNDANT, SolveLevel, Status, Stop, Topic, Why, WorkerCommand,
};

const ENCODING: &str = include_str!("../../encodings/sudoku_argument.lp");

fn game() -> &'static dyn Game {
    static GAME: LazyLock<Arc<dyn Game>> =
        LazyLock::new(|| foolproof::built_in().by_id("sudoku").expect("the game"));
    &**GAME
}

fn blank(side: u16) -> Level {
    Level::open("sudoku", Board { cols: side, rows: side, tray: 0 })
}

fn never() -> bool {
    false
}

/// A board with one solution, and the solution's digits that are filled in beside its clues.
fn position(side: u16, rng: &mut Rng) -> (Level, Play) {
    let wish =
        MakerWish { seed: rng.u64(..), minimal: rng.bool(), image: None, marks: None, kinds: &[] };
    let level = game().maker().expect("its maker").make(&blank(side), &wish, &never);
    let level = level.expect("a level");
    let solution = level.intended.clone().expect("its solution");
    let share = rng.u32(0..4);
    let filled = solution.0.into_iter().filter(|_| rng.u32(..4) < share);
    (level, Play(filled.collect()))
}

/// The facts of a position for the encoding.
fn facts(level: &Level, filled: &Play, asked: Option<Site>) -> String {
    let (wide, high) = match level.board.cols {
        4 => (2, 2),
        6 => (3, 2),
        _ => (3, 3),
    };
    let mut text = format!("side({}). wide({wide}). high({high}).\n", level.board.cols);
    let solution = level.intended.as_ref().expect("its solution");
    for site in level.board.cells() {
        let mark = level.mark(site).or_else(|| solution.get(site)).expect("a digit");
        text.push_str(&format!("site({site}). solved({site},{mark}).\n"));
        if level.mark(site).is_some() || filled.get(site).is_some() {
            text.push_str(&format!("filled({site}).\n"));
        }
    }
    text.extend(asked.map(|site| format!("asked({site}).\n")));
    text
}

/// The least evidence by the encoding; `None` if there is no argument.
fn least_by_encoding(level: &Level, filled: &Play, asked: Option<Site>) -> Option<i64> {
    let program = Program::default()
        .with("sudoku_argument.lp", ENCODING)
        .with("facts", facts(level, filled, asked));
    let options = SessionOptions { optimise: true, ..SessionOptions::default() };
    let mut session = Session::ground(&program, &options).expect("a program");
    let shot = Shot::new(Duration::from_secs(60), &Stop::default());
    let found = session.optimum(&[], &["evidence"], &shot, &mut |_| {}).expect("solved");
    assert!(found.proved);
    found.model.map(|model| model.costs[0])
}

#[test]
fn the_smallest_arguments_are_those_of_the_encoding() {
    let mut rng = Rng::with_seed(41);
    let (mut sizes, mut hints) = (BTreeSet::new(), 0);
    for round in 0..1_100 {
        // Boards of 4x4 by the hundreds; larger ones are dear to the encoding.
        let side = if round % 40 == 0 { 6 } else { 4 };
        let (level, filled) = position(side, &mut rng);
        let mut cases =
            game().arguments().expect("arguments").cases(&level, &never).expect("a solution");
        let open: Vec<Site> = level
            .board
            .cells()
            .filter(|site| level.mark(*site).is_none() && filled.get(*site).is_none())
            .collect();
        let Some(site) = rng.choice(&open).copied() else { continue };
        let ours = cases.smallest(&filled, site, &never).expect("an answer");
        let ours = ours.map(|argument| argument.evidence.len() as i64);
        assert_eq!(ours, least_by_encoding(&level, &filled, Some(site)), "{site} {level:#?}");
        sizes.extend(ours);
        if round % 4 == 0 {
            hints += 1;
            let hint = cases.strategy(&filled, &never).expect("an answer");
            let ours = hint.first().map(|argument| argument.evidence.len() as i64);
            assert_eq!(ours, least_by_encoding(&level, &filled, None), "{level:#?}");
        }
    }
    assert!(sizes.len() >= 6 && hints > 200, "{sizes:?} {hints}");
}

fn engine() -> Engine {
    Engine::new(
        WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof"))),
        foolproof::built_in(),
    )
}

fn ask(engine: &mut Engine, level: &Level, question: Question) -> Vec<Finding> {
    engine.answer(level, &question, &Limits::default(), &Stop::default(), &mut |_| {})
}

fn about(findings: &[Finding], topic: Topic) -> &Finding {
    findings.iter().rev().find(|finding| finding.topic() == topic).expect("an answer")
}

#[test]
fn a_concept_of_arguments_is_that_of_the_proof_path() {
    let (mut rng, mut engine) = (Rng::with_seed(42), engine());
    for _ in 0..40 {
        let (mut level, _) = position(6, &mut rng);
        let found = ask(&mut engine, &level, DeduceLevel.into());
        let finding = about(&found, DEDUCTION);
        assert_eq!(finding.status(), Status::Proved);
        let Some(DeducedLevel(found)) = finding.report() else {
            panic!("{finding:?}");
        };
        let sizes: Vec<usize> = found.steps.iter().map(|step| step.size).collect();
        let Some(most) = sizes.iter().max() else { continue };
        let n_most = sizes.iter().filter(|size| *size == most).count();
        let first = found.steps[0].marks[0].site;
        let mut holds = |concept: String| {
            level.concept = concept.parse().expect("a concept");
            let found = ask(&mut engine, &level, Question::from(ProveShortcutFree));
            match about(&found, Topic::SHORTCUT_FREE).status() {
                Status::Proved => true,
                Status::Refuted => false,
                other => panic!("{other:?}"),
            }
        };
        assert!(holds(format!("needs({most})")));
        assert!(!holds(format!("needs({})", most + 1)));
        assert!(holds(format!("not needs({})", most + 1)));
        assert!(holds(format!("steps({n_most},{most})")));
        assert!(!holds(format!("steps({},{most})", n_most + 1)));
        assert!(holds(format!("weight({first},{})", sizes[0])));
        assert!(!holds(format!("weight({first},{})", sizes[0] + 1)));
        assert!(!holds(format!("needs({most}) and needs({})", most + 1)));
        assert!(holds(format!("needs({}) or not needs({})", most + 1, most + 1)));
    }
}

/// Marks chosen by the solver cannot be checked for a property of the level as a whole; nothing is claimed
/// of it.
#[test]
fn what_cannot_be_asked_is_said() {
    let mut engine = engine();
    let mut level = blank(4);
    level.concept = "needs(12)".parse().expect("a concept");
    let found = ask(&mut engine, &level, Question::from(CompleteLevel::default()));
    let status = about(&found, COMPLETE).status();
    assert!(matches!(status, Status::Unknown(Why::Moot(_))), "{status:?}");
    let mut wrong = blank(9);
    wrong.board = Board { cols: 8, rows: 9, tray: 0 };
    let found = ask(&mut engine, &wrong, Question::from(SolveLevel::default()));
    let status = about(&found, Topic::SOLVABLE).status();
    assert_eq!(status, Status::Unknown(Why::BadInput("a Sudoku has 4x4 to 16x16 cells".into())));
}

fn count(level: &Level) -> u64 {
    let wanted = foolproof::game::Wanted { shortcuts: false, plays: 0, most: 2, marks: false };
    game().search().expect("its search").solutions(level, wanted, &never).expect("found").count
}

#[test]
fn a_completion_has_one_solution_and_takes_off_as_few_clues_as_it_can() {
    let (mut rng, mut engine) = (Rng::with_seed(43), engine());
    for round in 0..12 {
        let (level, _) = position(9, &mut rng);
        let mut part = blank(9);
        for (site, mark) in level.marks().filter(|_| rng.bool()) {
            part.paint(site, Some(mark.clone()));
        }
        let first = part.marks().next().map(|(site, mark)| (site, mark.clone()));
        let (site, mark) = first.expect("a clue");
        let wrong = round % 3 == 0;
        if wrong {
            // The same digit once more in its row.
            let twin = Site::cell((site.col + 4) % 9, site.row);
            part.paint(twin, Some(mark));
        }
        let found = ask(&mut engine, &part, Question::from(CompleteLevel::default()));
        let finding = about(&found, COMPLETE);
        let made = &finding.answer.proposed().expect("a level").level;
        assert_eq!(count(made), 1);
        let kept = part.marks().filter(|(site, mark)| made.mark(*site) == Some(*mark)).count();
        let lost = part.marks().count() - kept;
        assert!(lost == 0 || wrong, "{lost}");
        assert!(lost <= 2, "{lost}");
    }
}

#[test]
fn no_clue_is_left_that_is_not_needed() {
    let (mut rng, mut engine) = (Rng::with_seed(44), engine());
    for _ in 0..10 {
        let (level, filled) = position(9, &mut rng);
        let mut rich = level.clone();
        filled.iter().for_each(|(site, mark)| rich.paint(site, Some(mark.clone())));
        let question =
            Question::from(MinimiseLevel { seed: rng.u64(..), ..MinimiseLevel::default() });
        let found = ask(&mut engine, &rich, question);
        let made = &about(&found, MINIMISE).answer.proposed().expect("a level").level;
        assert_eq!(count(made), 1);
        let marks: Vec<(Site, Mark)> = made.marks().map(|(s, m)| (s, m.clone())).collect();
        for (site, _) in marks {
            let mut fewer = (**made).clone();
            fewer.paint(site, None);
            assert_eq!(count(&fewer), 2, "{site} is not needed");
        }
    }
}

/// Findings about one board are not taken for another.
#[test]
fn arguments_are_those_of_the_board_as_it_is() {
    let mut engine = engine();
    for side in [4, 6, 9, 4] {
        let mut level = blank(side);
        level.paint(Site::cell(0, 0), "1".parse().ok());
        let found = ask(&mut engine, &level, DeduceLevel.into());
        // One clue proves nothing, on no board.
        assert_eq!(about(&found, DEDUCTION).status(), Status::Refuted, "{side}");
    }
    let (small, _) = position(4, &mut Rng::with_seed(45));
    let found = ask(&mut engine, &small, DeduceLevel.into());
    assert_eq!(about(&found, DEDUCTION).status(), Status::Proved);
    let mut large = small.clone();
    large.resize(Board { cols: 6, rows: 6, tray: 0 });
    let found = ask(&mut engine, &large, DeduceLevel.into());
    assert_ne!(about(&found, DEDUCTION).status(), Status::Proved);
}

#[test]
fn marks_off_the_cells_are_refused() {
    let mut engine = engine();
    for site in ["vertex(0,0)", "vertex(9,9)", "hedge(0,9)", "step(200)"] {
        let site: Site = site.parse().expect("a site");
        let mut level = blank(9);
        level.set(
            site,
            foolproof::level::Spot { mark: "5".parse().ok(), hold: foolproof::level::Hold::Locked },
        );
        let found = ask(&mut engine, &level, Question::from(SolveLevel::default()));
        let status = about(&found, Topic::SOLVABLE).status();
        assert!(matches!(status, Status::Unknown(Why::BadInput(_))), "{site}: {status:?}");
        assert!(game().hand(&level, &Play::default()).is_empty());
        let mut level = blank(4);
        for concept in [format!("weight({site},3)"), format!("digit({site},5)")] {
            level.concept = concept.parse().expect("a concept");
            let found = ask(&mut engine, &level, Question::from(ProveShortcutFree));
            assert_ne!(about(&found, Topic::SHORTCUT_FREE).status(), Status::Proved, "{concept}");
        }
    }
}

#[test]
fn a_completion_keeps_the_intended_solution_where_it_is_held() {
    let (mut rng, mut engine) = (Rng::with_seed(46), engine());
    for whole in [true, false] {
        let (full, _) = position(9, &mut rng);
        let mut level = blank(9);
        level.intended.clone_from(&full.intended);
        let play = full.intended.clone().expect("a solution");
        match whole {
            true => level.concept = "intended".parse().expect("a concept"),
            false => level.intended_locked = play.iter().map(|(site, _)| site).step_by(3).collect(),
        }
        let found = ask(&mut engine, &level, Question::from(CompleteLevel::default()));
        let finding = about(&found, COMPLETE);
        let made = &finding.answer.proposed().expect("a level").level;
        assert_eq!(count(made), 1);
        let after = game().whole(made, made.intended.as_ref().expect("a solution"));
        for (site, mark) in play.iter() {
            if whole || level.intended_locked.contains(&site) {
                assert_eq!(after.get(site), Some(mark));
            }
        }
    }
    // Where nothing is open, several solutions stay several: that is not a completion.
    let mut shut = blank(4);
    shut.board.cells().for_each(|site| shut.paint(site, None));
    let found = ask(&mut engine, &shut, Question::from(CompleteLevel::default()));
    assert!(matches!(about(&found, COMPLETE).status(), Status::Unknown(Why::Moot(_))));
}

#[test]
fn pencil_marks_are_no_part_of_the_puzzle() {
    let (mut rng, mut engine) = (Rng::with_seed(47), engine());
    let (mut level, _) = position(9, &mut rng);
    let question = Question::from(MinimiseLevel { seed: 1, ..MinimiseLevel::default() });
    let found = ask(&mut engine, &level, question.clone());
    if let Some(made) = about(&found, MINIMISE).answer.proposed() {
        level = (*made.level).clone();
    }
    let open = level.board.cells().find(|site| level.mark(*site).is_none()).expect("a cell");
    level.paint(open, "notes(1,2)".parse().ok());
    let found = ask(&mut engine, &level, Question::from(FindNeedlessMarks));
    assert_eq!(about(&found, REDUNDANT).status(), Status::Proved);
    let found = ask(&mut engine, &level, question);
    let answer = &about(&found, MINIMISE).answer;
    assert_eq!(answer.status(), Status::Proved);
    assert!(answer.proposed().is_some_and(|made| made.changed.is_empty()));
}

fn argue(args: &[&str]) -> (Option<i32>, serde_json::Value, String) {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("puzzle.txt");
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    std::fs::write(&file, puzzle).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_foolproof"))
        .arg("argue")
        .arg(&file)
        .args(args)
        .output()
        .expect("runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let json = serde_json::from_str(&text).unwrap_or_default();
    (output.status.code(), json, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn the_verb_argues() {
    let (code, json, _) = argue(&["--conclusion", "r5c5", "--json"]);
    assert_eq!(code, Some(0));
    let findings = json["findings"].as_array().expect("findings");
    let smallest = findings.iter().rev().find_map(|f| f.get("smallest")).expect("the smallest");
    assert!(smallest["size"].as_u64().is_some_and(|size| size >= 4), "{smallest}");
    assert!(smallest["in_all"].is_array() && smallest["in_none"].is_array());
    let evidence = smallest["argument"]["evidence"].as_array().expect("evidence");
    let named: Vec<String> =
        evidence.iter().filter_map(|site| site.as_str()).map(str::to_owned).collect();
    let list: Vec<String> = named
        .iter()
        .map(|site| {
            let site: Site = site.parse().expect("a site");
            format!("r{}c{}", site.row + 1, site.col + 1)
        })
        .collect();
    let (code, json, _) = argue(&["--conclusion", "r5c5", "--evidence", &list.join(","), "--json"]);
    assert_eq!((code, &json["findings"][0]["argument"]["valid"]), (Some(0), &true.into()));
    let (code, json, _) = argue(&["--conclusion", "r5c5", "--evidence", "r1c1", "--json"]);
    assert_eq!((code, &json["findings"][0]["argument"]["valid"]), (Some(1), &false.into()));
    assert_eq!(argue(&["--path", "--json"]).0, Some(0));
    assert_eq!(argue(&["--json"]).0, Some(0));
    for (args, why) in [
        (["--conclusion", "r5"], "--conclusion: `r5` is not a cell"),
        (["--conclusion", "r10c1"], "is off the board"),
        (["--evidence", "r1c3"], "is empty, so it cannot be evidence"),
        (["--conclusion", "r1c1"], "is filled already"),
        (["--filled", "r1c3"], "--filled: write CELL=MARK"),
    ] {
        let (code, _, error) = argue(&args);
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(why), "{error}");
    }
}
