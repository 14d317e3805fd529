//! Play records over the level: what testers made of it, the shortcut that they found, and what is done
//! about it.

use crate::commands::*;
use foolproof::editor::session::command::Command;
use foolproof::level::{Concept, Mark, Play};
use foolproof::records::{
    KnownBefore, PlayPractice, PlayerStep, RECORD_VERSION, RecordEntry, record_beside,
};
use foolproof::slices::records::window::{self as records, RecordDesk};

use super::*;

/// The record of somebody who plays these plays in a level, one after the other.
fn record(level: &Level, visits: &[&[Play]]) -> String {
    let game = foolproof::built_in().by_id(&level.game).expect("a game");
    let mut entries = vec![RecordEntry::Run {
        record: RECORD_VERSION,
        pack: String::new(),
        by: "foolproof".to_owned(),
        date: "2026-11-24T20:30:36Z".to_owned(),
    }];
    for steps in visits {
        entries.push(RecordEntry::Level {
            number: 1,
            title: level.title.clone(),
            game: level.game.clone(),
            puzzle: level.digest_for_players(),
            rules: game.digest(),
            at: 0,
        });
        let mut before = Play::default();
        for (n, play) in steps.iter().enumerate() {
            let at = 1000 * (n as u64 + 1);
            entries.push(RecordEntry::step(at, at, PlayerStep::Move, &before, play));
            if game.judge(level, play) == foolproof::game::Verdict::Solved {
                entries.push(RecordEntry::Solved { at, active: at });
            }
            before.clone_from(play);
        }
        entries.push(RecordEntry::Left { at: 60_000, active: 60_000 });
    }
    entries.iter().map(RecordEntry::line).collect()
}

/// All of a play bit by bit.
fn step_by_step(play: &Play) -> Vec<Play> {
    let all: Vec<(Site, Mark)> = play.iter().map(|(site, mark)| (site, mark.clone())).collect();
    (1..=all.len()).map(|n| all[..n].iter().cloned().collect()).collect()
}

fn desk(app: &App) -> &RecordDesk {
    app.state.feature::<RecordDesk>().expect("the desk")
}

/// A level with a shortcut, the intended solution and the shortcut that the solver shows.
fn shortcut_of(window: &mut Window) -> (Level, Play) {
    window.finding(Topic::SHORTCUT_FREE);
    let level = window.level().clone();
    let finding = window.app().state.findings.knowledge.current(&level, Topic::SHORTCUT_FREE);
    let play = finding.and_then(|finding| finding.answer.play().cloned()).expect("a shortcut");
    (level, play)
}

#[test]
fn the_shortcut_that_a_player_found_is_shown_replayed_and_allowed() {
    let (_folder, path) = sample("A hole in the wall");
    let mut window = Window::open(&path, None);
    let (level, shortcut) = shortcut_of(&mut window);
    let intended = level.intended.clone().expect("an intended solution");
    let (short, long) = (step_by_step(&shortcut), step_by_step(&intended));
    let steps = short.len();
    fs_write(&record_beside(&path), &record(&level, &[&short, &long]));
    window.state().run(Command::RECORDS);
    window.until("records are read", |app| desk(app).told.is_some());
    window
        .until("all is asked", |app| desk(app).told.as_ref().is_some_and(|told| told.is_searched));
    let found = desk(window.app()).told.as_ref().expect("told").found.clone();
    let seen: Vec<(PlayPractice, KnownBefore)> =
        found.iter().map(|f| (f.practice, f.known)).collect();
    assert!(seen.contains(&(PlayPractice::Shortcut, KnownBefore::Shortcut)), "{seen:?}");
    assert!(seen.contains(&(PlayPractice::Practises, KnownBefore::Intended)), "{seen:?}");
    window.until_says("Shortcut, the solver shows it too: 1 tester");
    // Everything that she played leads to a solution: nobody was stuck.
    window.until_says("No one got stuck.");
    assert!(window.says("Players went there"), "the legend explains the discs");
    // The replay goes step by step over the board, and Escape leaves it.
    let desk_of = |window: &Window| desk(window.app()).replay;
    window.state().with_feature(|desk: &mut RecordDesk, _| desk.show_moment(0, 0));
    window.steps(3);
    for step in 1..=steps {
        // It may lie out of sight, further down.
        window.harness.get_by_label("Step on").click_accesskit();
        window.steps(3);
        assert_eq!(desk_of(&window).map(|replay| replay.step), Some(step));
    }
    window.until_says("this solves the level");
    // One click allows it; the concept says so, and undo takes it back.
    let allow = window.harness.query_all_by_label("Allow").next();
    allow.expect("a button").click_accesskit();
    window.steps(4);
    assert_ne!(window.level().concept, level.concept);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.level().concept, level.concept);
}

#[test]
fn the_step_at_which_a_player_left_is_named_and_shown() {
    let (_folder, path) = sample_of("sudoku", "Six by six");
    let mut window = Window::open(&path, None);
    let level = window.level().clone();
    let solution = level.intended.clone().expect("its solution");
    let begun: Vec<Play> = step_by_step(&solution).into_iter().take(3).collect();
    fs_write(&record_beside(&path), &record(&level, &[&begun]));
    window.state().run(Command::RECORDS);
    window.until_says("Steps at which players stopped");
    window.until_says("Longest pause of 1 visit (1 ended there): before step");
    let shown = window.harness.query_all_by_label("Show").last();
    shown.expect("a button").click_accesskit();
    window.steps(3);
    assert_eq!(desk(window.app()).replay.map(|replay| replay.step), Some(3));
}

#[test]
fn a_record_that_is_dropped_on_the_window_opens_over_the_level() {
    let (folder, path) = sample("A hole in the wall");
    let mut window = Window::open(&path, None);
    let level = window.level().clone();
    let intended = level.intended.clone().expect("an intended solution");
    let dropped = folder.path().join("somewhere.jsonl");
    fs_write(&dropped, &record(&level, &[&step_by_step(&intended)]));
    window.drops(&[&dropped]);
    window.until("the record is open", |app| desk(app).has_records());
    window.until("it is told of", |app| desk(app).told.is_some());
    assert_eq!(window.app().state.document.file.path(), Some(path.as_path()), "the pack stays");
    // Lines of levels are not a record: they open as usual.
    let levels = folder.path().join("levels.jsonl");
    fs_write(&levels, "{\"what\":\"nothing that is known\"}\n");
    window.drops(&[&levels]);
    window.steps(3);
    assert_eq!(desk(window.app()).told.as_ref().map(|told| told.found.len()), Some(1));
}

#[test]
fn where_a_player_got_stuck_is_the_first_position_that_cannot_be_solved() {
    let (_folder, path) = sample_of("penguin_push", "Round the corner");
    let mut window = Window::open(&path, None);
    let (level, game) = (window.level().clone(), window.app().state.game().expect("a game"));
    let moves = game.moves().expect("a game of moves");
    let graph = moves.graph(&level, 10_000, &|| false).expect("a graph");
    // A first move to a dead end.
    let dead = graph.positions[0].choices.iter().find(|choice| choice.solutions == 0);
    let dead = dead.expect("a way to lose").made.mark.clone();
    let wrong: Play = [(Site::step(0), dead)].into_iter().collect();
    let right = step_by_step(&level.intended.clone().expect("a solution"));
    fs_write(&record_beside(&path), &record(&level, &[&[wrong], &right]));
    window.state().run(Command::RECORDS);
    window
        .until("all is asked", |app| desk(app).told.as_ref().is_some_and(|told| told.is_searched));
    let told = desk(window.app()).told.as_ref().expect("told");
    let stuck: Vec<(usize, usize)> =
        told.stuck.stuck.iter().map(|at| (at.visit, at.step)).collect();
    assert_eq!((stuck, told.stuck.unknown), (vec![(0, 1)], 0));
    window.until_says("Tester 1, after 1 step");
}

#[test]
fn a_damaged_record_is_refused_with_its_line_and_costs_nothing() {
    let (folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    window.state().edit("Change", |level| level.concept = Concept::Any);
    let before = window.app().state.history().pack().clone();
    let good = record(window.level(), &[&[]]);
    let (whole, damaged) = (folder.path().join("a.jsonl"), folder.path().join("b.jsonl"));
    fs_write(&whole, &good);
    fs_write(&damaged, &format!("{good}nonsense\n"));
    window.state().run(Command::RECORDS);
    records::open(window.state(), vec![whole, damaged]);
    let says = |app: &App| {
        let line = |words: &str| words.contains("b.jsonl") && words.contains("line 4");
        app.state.chrome.toasts.all().iter().any(|toast| line(&toast.words))
    };
    window.until("the damaged one is told of", says);
    window.until("the other one is there", |app| desk(app).has_records());
    assert_eq!(*window.app().state.history().pack(), before);
}

fn fs_write(path: &Path, text: &str) {
    std::fs::write(path, text).expect("written");
}
