//! Packs that bring rules of their own: nothing of them runs before it is let run, once.

use foolproof::level::Concept;

use super::*;

const RULES: &str = "wanted :- play(_,_).";

fn pack_with_rules() -> (tempfile::TempDir, PathBuf) {
    let (folder, path) = sample("First light");
    let mut pack = Pack::load(&path).expect("a pack");
    let mut level = (*pack.levels[0]).clone();
    level.concept = Concept::Asp(RULES.to_owned());
    pack.levels = vec![Arc::new(level)];
    pack.save(&path).expect("saved");
    (folder, path)
}

fn folders(folder: &Path) -> Folders {
    Folders { config: folder.join("config"), data: folder.join("data") }
}

fn findings(window: &Window) -> usize {
    let level = window.app().state.level().expect("a level");
    let topics = [Topic::SOLVABLE, Topic::SHORTCUT_FREE, Topic::UNIQUE, Topic::COUNT];
    let known =
        |topic: &&Topic| window.app().state.findings.knowledge.current(level, **topic).is_some();
    topics.iter().filter(known).count()
}

fn until_remembered(window: &mut Window, folder: &Path) {
    let settings = folder.join("config/settings.json");
    window.until("the settings are kept", |_| {
        std::fs::read_to_string(&settings).is_ok_and(|text| text.contains(RULES))
    });
}

#[test]
fn rules_that_came_with_a_pack_wait_until_they_are_let_run_and_are_remembered() {
    let (folder, path) = pack_with_rules();
    let mut window = Window::open(&path, Some(folders(folder.path())));
    for _ in 0..60 {
        std::thread::sleep(Duration::from_millis(20));
        window.steps(1);
    }
    assert_eq!(findings(&window), 0);
    window.harness.get_by_label("They came with this pack and decide what the solver says of this level. They run only if you agree.");
    // Nor does a job run them.
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.start_job(foolproof::solver::CompleteLevel::default().into(), Default::default());
    assert!(app.state.findings.job.running().is_none());

    window.click("Run them");
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Proved);
    assert!(window.harness.query_by_label("Run them").is_none());
    until_remembered(&mut window, folder.path());

    let mut again = Window::open(&path, Some(folders(folder.path())));
    assert_eq!(again.finding(Topic::SHORTCUT_FREE), Status::Proved);
}

#[test]
fn rules_that_the_designer_writes_and_saves_never_wait() {
    let (folder, path) = sample("First light");
    let mut window = Window::open(&path, Some(folders(folder.path())));
    let app = window.harness.state_mut().as_mut().expect("the window");
    let id = app.state.level_id();
    app.state.document.history_mut().edit("Write rules", |pack| {
        for level in pack.levels.iter_mut().filter(|level| level.id == id) {
            Arc::make_mut(level).concept = Concept::Asp(RULES.to_owned());
        }
    });
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Proved);
    window.key(Modifiers::COMMAND, Key::S);
    window.until("the pack is saved", |app| app.state.history().is_saved());

    until_remembered(&mut window, folder.path());
    let mut again = Window::open(&path, Some(folders(folder.path())));
    assert_eq!(again.finding(Topic::SHORTCUT_FREE), Status::Proved);
}

/// A crash makes nobody a stranger to her own rules; those of others wait as they did.
#[test]
fn recovered_rules_wait_only_where_they_waited() {
    for (came, waits) in [(false, false), (true, true)] {
        let (folder, path) = if came { pack_with_rules() } else { sample("First light") };
        let mut window = Window::open(&path, Some(folders(folder.path())));
        let app = window.harness.state_mut().as_mut().expect("the window");
        app.state.edit("Write rules", |level| {
            level.concept = Concept::Asp(RULES.to_owned());
            level.notes = "changed".to_owned();
        });
        let folders = folders(folder.path());
        window.until("it is autosaved", |_| files::is_kept(&folders));
        drop(window);
        let mut window = Window::open(&path, Some(folders));
        window.click("Recover");
        let level = window.level().clone();
        assert_eq!(level.concept, Concept::Asp(RULES.to_owned()));
        assert_eq!(window.app().state.document.strangers.are_in(&level), waits);
    }
}

#[test]
fn rules_that_somebody_else_writes_into_the_open_file_wait() {
    let (folder, path) = sample("First light");
    let mut window = Window::open(&path, Some(folders(folder.path())));
    window.steps(2);
    let mut pack = Pack::load(&path).expect("a pack");
    for level in &mut pack.levels {
        Arc::make_mut(level).concept = Concept::Asp(RULES.to_owned());
    }
    pack.save(&path).expect("saved");
    window.comes_back();
    window.until("the file is read again", |app| {
        app.state.level().is_some_and(|level| level.concept == Concept::Asp(RULES.to_owned()))
    });
    window.steps(2);
    window.harness.get_by_label("They came with this pack and decide what the solver says of this level. They run only if you agree.");
    assert_eq!(findings(&window), 0);
}
