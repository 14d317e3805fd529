//! The forms of long work: completions one after the other, and generations.

use super::*;

fn offered(window: &Window) -> Arc<Level> {
    Arc::clone(&completing::proposal_of(&window.app().state).expect("offered").level)
}

#[test]
fn another_completion_differs_and_one_goes_back_to_the_first() {
    let (_folder, mut window) = opened(sample("A hole in the wall"));
    let before = window.level().clone();
    window.key(Modifiers::COMMAND, Key::Enter);
    window.until("a repair is offered", |app| completing::proposal_of(&app.state).is_some());
    window.until("it is done", |app| app.state.findings.job.running().is_none());
    let first = offered(&window);
    window.until_called("Another");
    let place = |window: &Window, name: &str| window.harness.get_by_label(name).rect();
    let places = [place(&window, "Accept"), place(&window, "Another")];
    window.click("Another");
    window.until("there are two", |app| completing::proposals(&app.state).0 == 2);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Enter);
    window.until("there are three", |app| completing::proposals(&app.state).0 == 3);
    // Those with the fewest changes come first, and each is another design, proved.
    let mut seen: Vec<(usize, Arc<Level>)> = Vec::new();
    window.until_called("Previous");
    assert_eq!([place(&window, "Accept"), place(&window, "Another")], places, "buttons stay");
    while completing::proposals(&window.app().state).1 > 0 {
        window.click("Previous");
    }
    for number in 1..=3 {
        window.until_says(&format!("{number} of 3:"));
        let proposal = completing::proposal_of(&window.app().state).expect("offered").clone();
        assert_eq!(proposal.finding.status(), Status::Proved);
        seen.push((proposal.changed.len(), proposal.level));
        if number < 3 {
            window.click("Next");
        }
    }
    assert!(seen.iter().any(|(_, level)| Arc::ptr_eq(level, &first)));
    assert!(seen.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    for (n, (_, one)) in seen.iter().enumerate() {
        assert!(seen[..n].iter().all(|(_, other)| !one.marks().eq(other.marks())));
    }
    assert!(window.level().same_puzzle(&before), "previews change nothing");
    window.click("Accept");
    assert!(window.level().same_puzzle(&seen[2].1));
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Proved);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(window.level().same_puzzle(&before));
}

#[test]
fn that_there_is_no_other_completion_is_said_and_the_first_stays() {
    let (folder, path) = (tempfile::tempdir().expect("a folder"), "one.json");
    let path = folder.path().join(path);
    // One slot is open, and only one bender leads the light around the corner.
    let text = r#"{ "foolproof": 1, "levels": [ { "game": "refraction", "title": "One",
        "board": { "cols": 2, "rows": 2, "tray": 1 },
        "locked": { "cell(0,0)": "source(e,1,1)", "cell(1,0)": null, "cell(0,1)": null,
            "cell(1,1)": "target(n,1,1)" } } ] }"#;
    std::fs::write(&path, text).expect("written");
    let mut window = Window::open(&path, None);
    let mut found = 0;
    window.key(Modifiers::COMMAND, Key::Enter);
    window.until_called("Accept");
    window.until("it is done", |app| app.state.findings.job.running().is_none());
    let accept = window.harness.get_by_label("Accept").rect();
    loop {
        window.until("it is done", |app| app.state.findings.job.running().is_none());
        let all = completing::proposals(&window.app().state).0;
        if all == found {
            break;
        }
        found = all;
        completing::another(window.state());
        window.steps(2);
    }
    assert_eq!(found, 1);
    let says = window.app().state.chrome.toasts.all().iter().any(|toast| {
        toast.words.contains("other than these") || toast.words.contains("No other completion")
    });
    assert!(says, "{:?}", window.app().state.chrome.toasts.all());
    assert!(completing::proposal_of(&window.app().state).is_some());
    // The message moves no button.
    window.steps(4);
    assert_eq!(window.harness.get_by_label("Accept").rect(), accept);
}

#[test]
fn a_generation_leaves_the_concept_alone_and_its_button_is_always_in_reach() {
    let (_folder, path) = sample("First light");
    for size in [[1280.0, 800.0], [1024.0, 700.0], [640.0, 400.0], [512.0, 350.0]] {
        let mut window = Window::open(&path, None);
        window.harness.set_size(size.into());
        window.steps(3);
        let before = window.level().clone();
        window.key(Modifiers::COMMAND, Key::G);
        for _ in 0..2 {
            let shown = window.harness.get_by_label("Generate").rect();
            assert!(shown.bottom() <= size[1] && shown.top() >= 0.0, "{size:?}: {shown:?}");
            window.click("More settings");
            window.steps(12);
        }
        assert!(window.says("Same board, same concept."));
        window.click("Cancel");
        assert_eq!(*window.level(), before);
    }
}

#[test]
fn a_generation_says_why_it_made_fewer_and_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("narrow.json");
    let text = r#"{ "foolproof": 1, "levels": [ { "game": "refraction", "title": "Narrow",
        "board": { "cols": 4, "rows": 1, "tray": 0 },
        "locked": { "cell(0,0)": "source(e,1,1)", "cell(3,0)": "target(w,1,1)",
                    "cell(1,0)": null } } ] }"#;
    std::fs::write(&path, text).expect("written");
    let mut window = Window::open(&path, None);
    let before = window.level().clone();
    window.key(Modifiers::COMMAND, Key::G);
    window.click("Generate");
    window.until("it is done", |app| app.state.findings.job.running().is_none());
    window.until_called("Change the settings…");
    let made = generating::generated(&window.app().state).len();
    assert!(made < 5, "{made}");
    assert!(
        window.says("made.")
            || made == 0 && window.says(generating::words::NONE_FOUND)
            || window.says("There is no such level")
    );
    assert!(window.says("llow more in More settings"), "no next step");
    // What is known of each: how many solutions, how many marks.
    window.until("the solutions are counted", |app| {
        generating::generated(&app.state).iter().all(|made| made.solutions.is_some())
    });
    assert!(window.says("One solution · 2 marks") || made == 0);
    window.click("Change the settings…");
    window.until_called("More settings");
    assert_eq!(*window.level(), before);
}

#[test]
fn a_full_level_makes_others_like_it() {
    let (_folder, mut window) = opened(sample_of("witness", "Two colours"));
    let before = window.level().clone();
    window.key(Modifiers::COMMAND, Key::G);
    window.steps(3);
    let anew = window.says("Keep only what is locked");
    let open = window.says("open cell");
    assert!(anew || open);
    window.click("Generate");
    window.until("a level is there", |app| !generating::generated(&app.state).is_empty());
    assert_eq!(*window.level(), before, "the level on the canvas stays");
}

#[test]
fn constraints_of_a_kind_that_was_picked_are_laid() {
    let (_folder, mut window) = opened(sample_of("sudoku", "Six by six"));
    window.key(Modifiers::COMMAND, Key::G);
    window.click(generating::words::ADD_KIND);
    window.click("Thermometer");
    window.click("Generate");
    window.until("a level is there", |app| !generating::generated(&app.state).is_empty());
    let made = generating::generated(&window.app().state)[0].level.clone();
    let thermometers = made.marks().filter(|(_, mark)| mark.functor() == "thermo").count();
    assert!((3..=6).contains(&thermometers), "{thermometers}");
}

/// The line that was drawn last goes along the rim, and parts no squares.
#[test]
fn painted_marks_that_contradict_the_line_make_room_for_others() {
    let (_folder, mut window) = opened(sample_of("witness", "Two colours"));
    let rim = ["vedge(0,1)", "vedge(0,0)", "hedge(0,0)", "hedge(1,0)"];
    let line = rim.map(|name| (name.parse().expect("a site"), "line".parse().expect("a mark")));
    window.state().edit("Draw", |level| level.intended = Some(line.into_iter().collect()));
    window.key(Modifiers::COMMAND, Key::G);
    window.until_says(generating::words::CONTRADICTED);
    let form = generating::GenerateForm::of(
        &*window.app().state.game().expect("a game"),
        &window.level().clone(),
        false,
    );
    assert!(form.fills == generating::Fills::Anew && form.contradicted);
    // If kept all the same, one sentence says so once, with the way out next to it.
    let kept = generating::GenerateForm { fills: generating::Fills::Open, ..form };
    generating::start(window.state(), &kept);
    window.until("it is done", |app| app.state.findings.job.running().is_none());
    window.until_says(generating::words::RULED_OUT);
    let ruled_out = |window: &Window| {
        let says =
            |text: Option<String>| text.is_some_and(|text| text.contains("No level was made"));
        window.harness.query_all_by(|node| says(node.label()) || says(node.value())).count()
    };
    assert!(ruled_out(&window) <= 2, "a label has one node, or two with its text");
    assert!(
        window.app().state.chrome.toasts.all().is_empty(),
        "{:?}",
        window.app().state.chrome.toasts.all()
    );
    window.click(generating::words::KEEP_LOCKED);
    window.until("a level is there", |app| !generating::generated(&app.state).is_empty());
    assert_eq!(ruled_out(&window), 0, "what failed before is said no more");
}

#[test]
fn the_window_asks_before_generated_levels_are_lost() {
    use foolproof::editor::session::chrome::WindowEffect;
    let (_folder, mut window) = opened(sample("First light"));
    window.key(Modifiers::COMMAND, Key::G);
    window.click("Generate");
    window.until("a level is there", |app| !generating::generated(&app.state).is_empty());
    window.until("it is done", |app| app.state.findings.job.running().is_none());
    assert!(window.app().state.history().is_saved(), "the pack itself is clean");
    window.state().chrome.request(WindowEffect::Quit);
    window.until_says(generating::words::NOT_ADDED);
    window.plain(Key::Escape);
    assert!(!window.app().quits());
    let made = generating::generated(&window.app().state).len();
    window.state().chrome.request(WindowEffect::Quit);
    window.click(&generating::words::add_all(made));
    assert_eq!(window.app().state.history().pack().levels.len(), 1 + made);
    // Now it is the pack that is not saved.
    window.until_says("Save the changes");
    window.plain(Key::Escape);
    assert!(!window.app().quits());
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.app().state.history().pack().levels.len(), 1, "one step took all in");
}

#[test]
fn closing_while_levels_are_generated_asks_and_can_lose_them() {
    use foolproof::editor::session::chrome::WindowEffect;
    let (_folder, mut window) = opened(sample("First light"));
    let game = window.app().state.game().expect("a game");
    let mut form = generating::GenerateForm::of(&*game, &window.level().clone(), false);
    form.settings.count = 100;
    generating::start(window.state(), &form);
    window.steps(2);
    assert!(window.app().state.findings.job.running().is_some());
    window.state().chrome.request(WindowEffect::Quit);
    window.until_says("Levels are being generated");
    // The first level brings a button more, which moves the others.
    window.until("a level is there", |app| !generating::generated(&app.state).is_empty());
    window.steps(2);
    window.click("Lose them");
    window.until_so("the window closes", |window| window.app().quits());
}
