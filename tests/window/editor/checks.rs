//! What the window says is so: of intended solutions, of empty boards, of counts.

use crate::commands::*;
use foolproof::editor::session::knowledge::Freshness;
use foolproof::level::{Board, CheckItem, Concept, History, KeptStatus, LevelId, Mark, Play};
use foolproof::slices::completing::window as completing;
use foolproof::slices::solution::{self, Shown};

use foolproof::slices::moves::question::POSITIONS;
use foolproof::slices::solving::question::DEDUCTION;
use foolproof::solver::{MARKS, REDUNDANT, Status, Topic};

use super::*;

/// A pack of one level in a separate folder.
fn pack_of(level: Level) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pack.json");
    let pack = Pack { levels: vec![Arc::new(level)], ..Pack::default() };
    pack.save(&path).expect("saved");
    (folder, path)
}

/// The second sample level of a game.
fn second(game: &str) -> Level {
    let game = foolproof::built_in().by_id(game).expect("a game");
    (*Pack::from_json(&game.sample()).expect("the sample pack").levels[1]).clone()
}

/// The player's marks on the board.
fn drawn(window: &Window) -> Option<Play> {
    let state = &window.app().state;
    let level = state.level().expect("a level");
    let game = foolproof::built_in().by_id(&level.game).expect("a game");
    foolproof::editor::board::overlay::pictured(state, &*game, level).play
}

#[test]
fn an_intended_solution_that_is_none_is_shown_as_it_is_and_said_to_be_none() {
    for game in foolproof::built_in().all() {
        let mut level = second(&game.about().id);
        let nonsense: Mark = "nonsense(q)".parse().expect("a mark");
        let play = level.intended.as_mut().expect("an intended solution");
        play.0.values_mut().next().into_iter().for_each(|mark| *mark = nonsense.clone());
        let (_folder, mut window) = opened(pack_of(level.clone()));
        assert_eq!(window.finding(Topic::INTENDED), Status::Refuted);
        assert_eq!(window.finding(Topic::SOLVABLE), Status::Proved);
        window.until_says("The intended solution fails");
        // A solution was found; the designer's own stays on the board all the same.
        assert_eq!(drawn(&window), level.intended);
    }
}

#[test]
fn an_intended_solution_is_judged_anew_with_every_edit() {
    let (_folder, mut window) = opened(sample("First light"));
    window.unfold();
    assert_eq!(window.finding(Topic::INTENDED), Status::Proved);
    window.until_says("Intended solution works");
    let intended = window.level().intended.clone().expect("an intended solution");
    let (taken, _) = intended.iter().next().expect("a piece");
    window.brush("blocker");
    window.stroke(PointerButton::Primary, &[taken]);
    assert_eq!(window.finding(Topic::INTENDED), Status::Refuted);
    let why = format!("It does not solve the level: {} is taken already.", taken.name());
    assert!(window.says(&why), "{why}");
    assert_eq!(drawn(&window), Some(intended));
    // Without one, no message.
    window.key(Modifiers::COMMAND, Key::Z);
    let app = window.harness.state_mut().as_mut().expect("a window");
    app.state.run(foolproof::editor::session::command::Command::CLEAR_INTENDED);
    assert_eq!(window.finding(Topic::SOLVABLE), Status::Proved);
    window.until_so("nothing is said of it", |window| !window.says("Intended solution works"));
}

#[test]
fn an_empty_board_is_no_success() {
    for game in foolproof::built_in().all() {
        let about = game.about();
        let (_folder, path) = pack_of(Level::open(about.id.clone(), about.default_board));
        let mut window = Window::open(&path, None);
        window.until_says("Nothing is placed yet");
        assert_eq!(drawn(&window), None, "{}: no arbitrary solution", about.id);
        window.unfold();
        let solvable = window.finding(Topic::SOLVABLE);
        window.finding(Topic::UNIQUE);
        let words = [
            "It is solved before the player makes a move.",
            "Nothing is placed yet that asks anything of the player.",
        ];
        // That there is none is no news either.
        let said = words.iter().any(|words| window.says(words));
        let is_known = matches!(solvable, Status::Proved | Status::Refuted);
        assert_eq!(said, is_known, "{}", about.id);
        assert!(
            window.says("Nothing is placed yet") && !window.says("One solution, "),
            "{}",
            about.id
        );
        assert_eq!(drawn(&window), None, "{}: no arbitrary solution", about.id);
        if game.search().is_some() {
            assert!(matches!(window.finding(REDUNDANT), Status::Unknown(_)), "{}", about.id);
        }
        if game.deduction().is_some() {
            window.finding(DEDUCTION);
            assert!(window.says("There is nothing to deduce."));
        }
        if game.moves().is_some() {
            window.finding(POSITIONS);
            assert!(window.says("There is nothing to move."));
        }
    }
}

/// If nothing is asked, the absence of shortcuts is not a success either.
#[test]
fn no_shortcut_on_an_empty_board_is_no_success() {
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    let about = game.about();
    let mut level = Level::open(about.id.clone(), about.default_board);
    level.concept = "not used(splitter,1)".parse().expect("a concept");
    let (_folder, mut window) = opened(pack_of(level));
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Proved);
    window.unfold();
    assert!(window.says("But the level is solved before the player makes a move."));
}

/// Four penguins in a row can be pushed in more ways than one.
#[test]
fn the_worth_of_uniqueness_is_said_of_unique_levels_alone() {
    let mut level = Level::open("penguin_push", Board { cols: 7, rows: 8, tray: 0 });
    for col in [0, 2, 4, 6] {
        level.paint(Site::cell(col, 0), Some("penguin".parse().expect("a mark")));
    }
    let (_folder, mut window) = opened(pack_of(level));
    window.unfold();
    assert_eq!(window.finding(Topic::UNIQUE), Status::Refuted);
    window.finding(POSITIONS);
    let boasts = |window: &Window| {
        window.harness.query_all_by_label_contains("Knowing that the solution is unique").count()
            > 0
    };
    assert!(!boasts(&window));
    let (_folder, mut window) = opened(pack_of(second("penguin_push")));
    window.unfold();
    let unique = window.finding(Topic::UNIQUE) == Status::Proved;
    window.finding(POSITIONS);
    assert_eq!(boasts(&window), unique);
}

#[test]
fn what_does_not_depend_on_a_broken_concept_is_answered() {
    let mut level = second("refraction");
    level.concept = "used(bender,3) and usd(x)".parse().expect("it can be parsed");
    let (_folder, mut window) = opened(pack_of(level));
    assert_eq!(window.finding(Topic::SOLVABLE), Status::Proved);
    assert!(matches!(window.finding(Topic::COUNT), Status::Exactly(_) | Status::AtLeast(_)));
    assert_eq!(window.finding(MARKS), Status::Proved);
    let free = window.finding(Topic::SHORTCUT_FREE);
    assert!(format!("{free:?}").contains("at character 20 of"), "{free:?}");
}

#[test]
fn taking_off_what_is_not_needed_keeps_the_concept() {
    let (_folder, mut window) = opened(sample_of("linjat", "Four corners"));
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Proved);
    assert_eq!(window.finding(REDUNDANT), Status::Refuted);
    let app = window.harness.state_mut().as_mut().expect("a window");
    app.state.run(foolproof::editor::session::command::Command::MINIMISE);
    window.until("less is offered", |app| completing::proposal_of(&app.state).is_some());
    window.click("Accept");
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Proved);
    assert_eq!(window.finding(Topic::INTENDED), Status::Proved);
    assert_eq!(window.finding(REDUNDANT), Status::Proved);
}

/// What a row of the findings does is an edit like any other: the play that was looked at goes.
#[test]
fn a_shortcut_that_is_allowed_is_shown_no_more() {
    let (_folder, mut window) = opened(sample("A hole in the wall"));
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Refuted);
    let state = &mut window.harness.state_mut().as_mut().expect("a window").state;
    let level = state.level().cloned().expect("a level");
    let finding = state.findings.knowledge.current(&level, Topic::SHORTCUT_FREE).expect("known");
    let play = finding.answer.play().cloned().expect("the shortcut");
    let shown = Shown { words: "A shortcut".to_owned(), play, against: None };
    solution::show(state, shown);
    window.steps(2);
    assert!(window.says("Hide"));
    window.click("Allow");
    window.steps(2);
    assert!(solution::shown_play(&window.app().state).is_none() && !window.says("Hide"));
}

/// So is a change of the concept, which decides what a shortcut is.
#[test]
fn a_shortcut_of_another_concept_is_shown_no_more() {
    let (_folder, mut window) = opened(sample("A hole in the wall"));
    let state = &mut window.harness.state_mut().as_mut().expect("a window").state;
    let shown = Shown { words: "A shortcut".to_owned(), play: Play::default(), against: None };
    solution::show(state, shown);
    let id = state.level_id();
    let rename = |history: &mut History| {
        history.edit("Rename", |pack| level_of(pack, id).title = "A door".to_owned())
    };
    assert!(state.change_words(rename) && solution::shown_play(state).is_some());
    let change = |history: &mut History| {
        history.edit("Change the concept", |pack| level_of(pack, id).concept = Concept::Any)
    };
    assert!(state.change_words(change) && solution::shown_play(state).is_none());
}

fn level_of(pack: &mut Pack, id: LevelId) -> &mut Level {
    let level = pack.levels.iter_mut().find(|level| level.id == id).expect("a level");
    Arc::make_mut(level)
}

#[test]
fn all_levels_are_watched_without_a_change_to_the_pack() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pack.json");
    std::fs::copy("assets/packs/refraction.json", &path).expect("the sample pack");
    let mut window = Window::open(&path, None);
    window.state().chrome.settings.switch(WATCH, true);
    let standing = |app: &App, level: &Level, item| {
        let (status, freshness) = app.state.findings.standing(level, item)?;
        (freshness == Freshness::Current).then_some(status)
    };
    let levels = |app: &App| app.state.history().pack().levels.clone();
    window.until("all levels are known", |app| {
        levels(app).iter().all(|level| standing(app, level, CheckItem::Solvable).is_some())
    });
    assert!(window.app().state.history().is_saved());
    let [first, second] = [0, 1].map(|at| levels(window.app())[at].id);
    window.state().show_level(second);
    window.state().edit("Paint", |level| {
        let sources = level.marks().filter(|(_, mark)| mark.functor() == "source");
        let sources: Vec<Site> = sources.map(|(site, _)| site).collect();
        sources.into_iter().for_each(|site| level.paint(site, None));
    });
    window.state().show_level(first);
    let is_worse = |app: &App| app.state.findings.verdicts.is_worse(&levels(app)[1]);
    let solvable = |app: &App| standing(app, &levels(app)[1], CheckItem::Solvable);
    window.until("it is worse", |app| is_worse(app) && solvable(app) == Some(KeptStatus::Refuted));
    window.key(Modifiers::COMMAND, Key::Z);
    window.state().show_level(first);
    window.until("it is as good as before", |app| {
        !is_worse(app) && solvable(app) == Some(KeptStatus::Proved)
    });
}
