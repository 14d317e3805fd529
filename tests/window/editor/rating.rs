//! The rating in the window: there for every game that has one, and in nobody's way.

use foolproof::slices::rating::question::{MeasuredLevel, RATING};
use foolproof::slices::verdict::window::LevelVerdict;
use foolproof::solver::Topic;

use super::*;

/// The number in the row of a measure.
fn number(window: &Window, measure: &str) -> Option<f64> {
    let level = window.level();
    let finding = window.app().state.findings.knowledge.current(level, RATING)?;
    let rated: &MeasuredLevel = finding.answer.report()?;
    rated.measures.iter().find(|one| one.id == measure).map(|one| one.value)
}

#[test]
fn every_game_that_has_a_rating_shows_it() {
    for game in foolproof::built_in().all() {
        let Some(rating) = game.rating() else { continue };
        let pack = Pack::from_json(&game.sample()).expect("the sample pack");
        let (_folder, mut window) = opened(sample_of(&game.about().id, &pack.levels[0].title));
        window.show_rating();
        window.finding(RATING);
        for measure in rating.measures() {
            assert!(window.says(&measure.name), "{}: no row for {measure:?}", game.about().id);
        }
    }
}

#[test]
fn the_rating_of_refraction_follows_the_level() {
    let (_folder, mut window) = opened(sample("First light"));
    window.show_rating();
    window.finding(RATING);
    let used = number(&window, "used").expect("a solution");
    assert_eq!((used, number(&window, "solutions")), (2.0, Some(3.0)));
    window.state().edit("Paint", |level| {
        let sources: Vec<Site> = level
            .marks()
            .filter(|(_, mark)| mark.functor() == "source")
            .map(|(site, _)| site)
            .collect();
        sources.into_iter().for_each(|source| level.paint(source, None));
    });
    window.steps(2);
    window.finding(RATING);
    assert_eq!((number(&window, "used"), number(&window, "solutions")), (None, Some(0.0)));
    assert!(window.says("Fewest pieces used"), "its row stays");
    window.key(Modifiers::COMMAND, Key::Z);
    window.finding(RATING);
    assert_eq!(number(&window, "used"), Some(used));
    window.state().chrome.tab = SideTab::Level;
    window.steps(2);
    assert!(!window.says("Fewest pieces used"));
    window.click("Rating");
    assert!(window.says("Fewest pieces used"));
}

/// The field for the level's title, as drawn and as the keyboard sees it.
fn field(window: &Window) -> (egui::Rect, bool) {
    let node = window.harness.get_by_label("Title");
    (node.rect(), node.is_focused())
}

#[test]
fn who_types_a_title_while_findings_arrive_goes_on_typing() {
    for game in foolproof::built_in().all() {
        let pack = Pack::from_json(&game.sample()).expect("the sample pack");
        let (_folder, mut window) = opened(sample_of(&game.about().id, &pack.levels[0].title));
        window.harness.get_by_label("Title").focus();
        window.steps(2);
        let (place, mut typed) = (field(&window).0, 0);
        // Until everything has been said of the level, again with a mark less, and a while after that.
        for mut spare in [3, 20] {
            let begun = Instant::now();
            while spare > 0 {
                assert!(begun.elapsed() < PATIENCE, "{}: no rest", game.about().id);
                window.harness.get_by_label("Title").type_text("x");
                std::thread::sleep(Duration::from_millis(5));
                window.steps(1);
                typed += 1;
                let (now, has_focus) = field(&window);
                assert!(has_focus, "{}: the focus is gone after {typed} letters", game.about().id);
                let (game, level) = window.app().state.scene().expect("a level");
                let verdict = LevelVerdict::of(&window.app().state, &*game, &level);
                assert_eq!(now, place, "{}: the field has moved: {verdict:?}", game.about().id);
                let level = window.level();
                let known =
                    window.app().state.findings.knowledge.current(level, Topic::COUNT).is_some();
                spare -= usize::from(
                    known && !window.app().state.findings.knowledge.is_asking(level.id),
                );
            }
            let last = window.level().marks().last().map(|(site, _)| site).expect("a mark");
            window.state().edit("Paint", |level| level.paint(last, None));
        }
        let title = &window.level().title;
        assert!(title.ends_with(&"x".repeat(typed)), "{title}: not all of {typed} letters");
    }
}
