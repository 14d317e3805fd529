//! The workshop when the process of its study ends: the window stays, and goes on from what was kept.

use crate::commands::*;
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
    window.until("the pack is open", |app| app.state.document.file.path().is_some());
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

/// The window leads; the other process is the command line's, on this machine.
#[test]
fn a_study_works_together_with_the_processes_of_a_hosts_file() {
    let (folder, path) = sample_of("penguin_push", "Mind the gap");
    let doors: Vec<std::net::TcpListener> =
        (0..2).map(|_| std::net::TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let address = |door: &std::net::TcpListener| door.local_addr().expect("an address").to_string();
    let lines: Vec<String> = doors.iter().map(address).collect();
    drop(doors);
    let hosts = folder.path().join("hosts.txt");
    std::fs::write(&hosts, lines.join("\n")).expect("written");
    let mut window = Window::start(Some(&path), Some(folders_in(folder.path())));
    window.until("the pack is open", |app| app.state.document.file.path().is_some());
    let app = window.harness.state_mut().as_mut().expect("the window");
    app.state.run(Command::STUDY);
    window.steps(3);
    let name = hosts.to_str().expect("a path in UTF-8");
    window.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "Machines").focus();
    window.steps(2);
    window.harness.event(egui::Event::Text(name.to_owned()));
    window.steps(2);
    window.click("Start");
    window.until_says(&format!("waiting for process 1 ({})", lines[1]));
    let helper = std::process::Command::new(env!("CARGO_BIN_EXE_foolproof"))
        .args(["mine", "--hosts", name, "--process", "1", "--threads", "1"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program runs");
    window.until_so("work that begins", |window| !window.says("waiting for process"));
    window.until_says("penguins on 7x8");
    window.click("Stop");
    // The helper is told that it is over.
    let helped = helper.wait_with_output().expect("a process");
    let said = String::from_utf8_lossy(&helped.stdout);
    assert!(said.starts_with("Process 1 helped with "), "{said}");
    window.until_called("Go on");
}
