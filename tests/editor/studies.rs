//! The workshop when the process of its study ends: the window stays, and goes on from what was kept.

use foolproof::editor::session::command::Command;

use super::files::folders_in;
use super::*;

/// A program that notes its number where it becomes the process of a study.
fn telling(folder: &Path) -> (PathBuf, PathBuf) {
    use std::os::unix::fs::PermissionsExt as _;
    let (script, pids) = (folder.join("worker.sh"), folder.join("pids"));
    let text = format!(
        "#!/bin/sh\n[ \"$1\" = --study-worker ] && echo $$ >> '{}'\nexec '{}' \"$@\"\n",
        pids.display(),
        env!("CARGO_BIN_EXE_foolproof")
    );
    std::fs::write(&script, text).expect("written");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("allowed");
    (script, pids)
}

fn shown(window: &Window, label: &str) -> bool {
    window.harness.query_all_by_label_contains(label).count() > 0
}

#[test]
fn a_study_whose_process_ends_goes_on_from_what_was_kept_last() {
    let (folder, path) = sample_of("penguin_push", "Mind the gap");
    let (folders, (script, pids)) = (folders_in(folder.path()), telling(folder.path()));
    let kept = folders.data.join("study-penguin_push.json");
    let mut window = Window::start_by(&script, Some(&path), Some(folders), false);
    window.until("the pack is open", |app| app.state.file.path().is_some());
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.run(Command::STUDY);
    window.steps(3);
    window.click("Start");
    window.until("something is kept", |_| kept.is_file());
    let numbers = std::fs::read_to_string(&pids).expect("a process");
    let killed = std::process::Command::new("kill").args(["-9", numbers.trim()]).status();
    assert!(killed.expect("killed").success());
    let begun = Instant::now();
    while !shown(&window, "study's process ended") {
        assert!(begun.elapsed() < PATIENCE, "nothing is said of it");
        std::thread::sleep(Duration::from_millis(20));
        window.steps(1);
    }
    assert!(kept.is_file());
    window.click("Go on");
    window.steps(3);
    assert!(shown(&window, "Stop") && !shown(&window, "study's process ended"));
    window.until("another process runs", |_| {
        std::fs::read_to_string(&pids).is_ok_and(|numbers| numbers.lines().count() == 2)
    });
}
