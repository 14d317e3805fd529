//! The verdict: one sentence about the level, its next step, and nothing beyond the findings.

use crate::commands::*;
use foolproof::editor::session::command::Command;
use foolproof::level::Expect;
use foolproof::slices::verdict::window::{LevelVerdict, VerdictTone};

use super::*;

fn verdict(window: &Window) -> LevelVerdict {
    let state = &window.app().state;
    let (game, level) = state.scene().expect("a level");
    LevelVerdict::of(state, &*game, &level)
}

/// The second sample level of a game, changed, in a window.
fn window_of(game: &str, change: impl FnOnce(&mut Level)) -> (tempfile::TempDir, Window) {
    let of = foolproof::built_in().by_id(game).expect("a game");
    let mut level = (*Pack::from_json(&of.sample()).expect("the sample pack").levels[1]).clone();
    change(&mut level);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pack.json");
    let pack = Pack { levels: vec![Arc::new(level)], ..Pack::default() };
    pack.save(&path).expect("saved");
    (folder, Window::open(&path, None))
}

/// A sample level that the check expects to be free of shortcuts, or not to be.
fn with_policy(title: &str, shortcut_free: Expect) -> (tempfile::TempDir, Window) {
    let (folder, path) = sample(title);
    let mut pack = Pack::load(&path).expect("a pack");
    for level in &mut pack.levels {
        Arc::make_mut(level).policy.shortcut_free = shortcut_free;
    }
    pack.save(&path).expect("saved");
    let window = Window::open(&path, None);
    (folder, window)
}

fn settled(window: &mut Window) -> LevelVerdict {
    window.finding(Topic::SOLVABLE);
    window.until("all is answered", |app| {
        app.state.level().is_some_and(|level| !app.state.findings.knowledge.is_asking(level.id))
    });
    verdict(window)
}

#[test]
fn a_sound_level_of_every_game_has_one_good_sentence() {
    for game in foolproof::built_in().all() {
        let (_folder, mut window) = window_of(&game.about().id, |_| {});
        let verdict = settled(&mut window);
        assert_eq!(verdict.tone, VerdictTone::Good, "{}: {verdict:?}", game.about().id);
        assert!(window.says(&verdict.headline), "{}", verdict.headline);
        let detail = verdict.detail.expect("what it rests on");
        assert!(detail.starts_with("Proved "), "{}: {detail}", game.about().id);
    }
}

#[test]
fn a_shortcut_is_named_with_what_can_be_done_about_it() {
    let (_folder, mut window) = with_policy("A hole in the wall", Expect::Yes);
    let verdict = settled(&mut window);
    assert_eq!(verdict.tone, VerdictTone::Bad);
    assert!(verdict.headline.starts_with("Shortcut: "), "{}", verdict.headline);
    for name in ["Show", "Repair…", "Allow"] {
        assert_eq!(window.harness.query_all_by_label(name).count(), 1, "{name}");
    }
    // The card stays there while the rest scrolls.
    let place =
        |window: &Window| window.harness.get_by_label_contains("Shortcut: ").rect().center();
    let before = place(&window);
    window.harness.hover_at(before + egui::vec2(0.0, 300.0));
    window.harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -2_000.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    window.steps(20);
    assert_eq!(place(&window), before);
}

#[test]
fn what_the_check_expects_is_no_fault() {
    let (_folder, mut window) = with_policy("A hole in the wall", Expect::No);
    let verdict = settled(&mut window);
    // Nor is it praise: a shortcut with a tick beside it would look like one.
    assert_eq!(verdict.tone, VerdictTone::Plain, "{verdict:?}");
    // And the opposite: a level without a shortcut where one is expected.
    let (_folder, mut window) = window_of("refraction", |level| {
        level.policy.shortcut_free = Expect::No;
    });
    let verdict = settled(&mut window);
    assert_eq!(verdict.tone, VerdictTone::Bad, "{verdict:?}");
}

#[test]
fn no_solution_offers_why_and_complete() {
    let (_folder, mut window) = window_of("refraction", |level| {
        level.paint(Site::cell(3, 0), Some("target(n,1,1)".parse().expect("a mark")));
        level.intended = None;
    });
    let verdict = settled(&mut window);
    assert_eq!((verdict.tone, verdict.headline.as_str()), (VerdictTone::Bad, "No solution"));
    assert_eq!(window.harness.query_all_by_label("Why?").count(), 1);
}

/// What the solver cannot read is reported once, and all other questions are answered.
#[test]
fn an_error_in_a_concept_stands_once() {
    let (_folder, mut window) = window_of("refraction", |level| {
        level.concept = "used(bender,3) and usd(x)".parse().expect("it can be parsed");
    });
    window.unfold();
    let verdict = settled(&mut window);
    assert_eq!(verdict.tone, VerdictTone::Trouble, "{verdict:?}");
    assert_eq!(window.finding(Topic::SOLVABLE), Status::Proved);
    let said = window.harness.query_all_by_label_contains("at character 20 of").count();
    assert_eq!(said, 1, "the error");
}

#[test]
fn more_time_asks_again_and_doubles_the_limit() {
    let (_folder, mut window) = opened(sample("First light"));
    settled(&mut window);
    let before = window.app().state.findings.live.limits.time;
    window.state().run(Command::MORE_TIME);
    assert_eq!(window.app().state.findings.live.limits.time, before * 2);
    window.until("it is asked again", |app| {
        let level = app.state.level().expect("a level");
        app.state
            .findings
            .knowledge
            .current(level, Topic::COUNT)
            .is_some_and(|found| found.how.limits.time == before * 2)
    });
}

#[test]
fn the_legend_names_what_is_drawn_and_nothing_else() {
    let (_folder, mut window) = opened(sample("A hole in the wall"));
    settled(&mut window);
    window.steps(3);
    for name in ["Shortcut", "Intended"] {
        assert_eq!(window.harness.query_all_by_label(name).count(), 1, "{name}");
    }
    assert!(window.harness.query_by_label("To blame").is_none());
    window.state().run(Command::TOGGLE_LEGEND);
    window.steps(3);
    assert!(window.harness.query_by_label("Intended").is_none());
}
