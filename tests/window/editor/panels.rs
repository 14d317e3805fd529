//! Panels of The Witness in the window: lines drawn by hand, what edits would do, the workshop.

use foolproof::solver::{Count, EFFECTS, EditsTried, REDUNDANT, Status};

use super::*;

/// A window with the sample panel of this title.
fn panel(title: &str) -> (tempfile::TempDir, Window) {
    let (folder, path) = sample_of("witness", title);
    (folder, Window::open(&path, None))
}

fn site(text: &str) -> Site {
    text.parse().expect("a site")
}

fn line(window: &Window) -> Vec<String> {
    let play = window.level().intended.clone().unwrap_or_default();
    play.iter().map(|(site, _)| site.to_string()).collect()
}

#[test]
fn a_line_is_drawn_by_hand_and_held_in_part() {
    let (_folder, mut window) = panel("Two colours");
    window.plain(Key::S);
    let way = ["vertex(0,2)", "vertex(0,1)", "vertex(0,0)", "vertex(1,0)", "vertex(2,0)"].map(site);
    window.stroke(PointerButton::Primary, &way);
    let drawn = ["hedge(0,0)", "hedge(1,0)", "vedge(0,0)", "vedge(0,1)"];
    assert_eq!(line(&window), drawn);
    // A click on a part of it holds that part, and another lets it go.
    let part = site("vedge(0,1)");
    window.stroke(PointerButton::Primary, &[part]);
    assert_eq!(window.level().intended_locked.iter().copied().collect::<Vec<_>>(), [part]);
    window.stroke(PointerButton::Primary, &[part]);
    assert!(window.level().intended_locked.is_empty());
    // The stroke was one step; the two clicks were one each.
    for _ in 0..3 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    assert_ne!(line(&window), drawn);
    // With the keyboard: the pen goes down at the start, the arrows draw.
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.set_cursor(Some(way[0]), foolproof::editor::board::tools::Extend::No);
    let board = window.at(way[0]);
    window.harness.hover_at(board);
    window.steps(2);
    for key in
        [Key::Enter, Key::ArrowUp, Key::ArrowUp, Key::ArrowRight, Key::ArrowRight, Key::Enter]
    {
        window.plain(key);
    }
    assert_eq!(line(&window), drawn);
}

#[test]
fn what_a_mark_would_do_is_known_and_painted_from_the_list() {
    let (_folder, mut window) = panel("There and back");
    assert_eq!(window.finding(REDUNDANT), Status::Refuted);
    let cell = site("cell(1,1)");
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[cell]);
    assert_eq!(window.finding(EFFECTS), Status::Proved);
    let level = window.level().clone();
    let finding =
        window.app().state.findings.knowledge.current(&level, EFFECTS).expect("a finding");
    let EditsTried { now, effects, .. } = finding.answer.edits().expect("edits were tried");
    assert_eq!(*now, Count::Exactly(1));
    assert!(effects.iter().all(|effect| effect.site == cell) && effects.len() > 20);
    let blue = effects
        .iter()
        .find(|effect| effect.mark.as_ref().is_some_and(|mark| mark.as_str() == "square(blue)"));
    assert_eq!(blue.expect("a square").solutions, Count::Exactly(1));
    // The list lies below what is in view, where a screen reader reaches it all the same.
    for label in ["What each mark would do here", "blue square: 1"] {
        window.harness.get_by_label(label).click_accesskit();
        window.steps(30);
    }
    assert_eq!(window.mark(cell).as_deref(), Some("square(blue)"));
}

#[test]
fn a_polyomino_is_drawn_square_by_square() {
    let (_folder, mut window) = panel("Just one");
    let (cell, before) =
        window.level().marks().next().map(|(s, m)| (s, m.to_string())).expect("it");
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[cell]);
    let switch = |window: &mut Window| {
        let squares = window.harness.query_all_by_label("Squares: row 4, column 4");
        squares.into_iter().next().expect("the last square").click_accesskit();
        window.steps(4);
        window.mark(cell).expect("a polyomino")
    };
    let with = switch(&mut window);
    assert!(with.contains(",p8") && with != before, "{with}");
    assert_eq!(switch(&mut window), before);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.mark(cell), Some(with));
}
