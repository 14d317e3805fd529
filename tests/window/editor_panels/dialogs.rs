//! File dialogs with and without a desktop that has one; questions before a loss.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::files::dialogs::{
    Access, Confirm, ConfirmTone, DialogAnswer, DialogRequest, FileDialogs, Leaving, Portal,
    confirm, unsaved,
};
use foolproof::editor::files::filter::Filter;

struct Asking {
    dialogs: FileDialogs<&'static str>,
    request: Option<DialogRequest>,
    answer: Option<(&'static str, DialogAnswer)>,
}

fn request(folder: &Path, access: Access) -> DialogRequest {
    DialogRequest {
        title: "A pack".to_owned(),
        access,
        filters: vec![Filter::packs()],
        folder: Some(folder.to_owned()),
        name: "new pack".to_owned(),
    }
}

fn asking(portal: Portal, request: DialogRequest) -> Harness<'static, Asking> {
    let state = Asking { dialogs: FileDialogs::new(portal), request: Some(request), answer: None };
    Harness::builder().with_size([800.0, 600.0]).build_ui_state(
        |ui, state: &mut Asking| {
            let context = ui.ctx().clone();
            if let Some(request) = state.request.take() {
                state.dialogs.ask(&context, "test", request);
            }
            if let Some(answer) = state.dialogs.show(&context) {
                state.answer = Some(answer);
            }
        },
        state,
    )
}

/// Frames until something is so, for the threads that the dialogs use.
fn until(harness: &mut Harness<'_, Asking>, done: impl Fn(&Harness<'_, Asking>) -> bool) {
    for _ in 0..200 {
        harness.step();
        if done(harness) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing happened for two seconds");
}

fn no_portal() -> Portal {
    Arc::new(|_| None)
}

/// A folder with two packs, a text and a folder.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["first.json", "other.json", "notes.txt", ".hidden.json"] {
        std::fs::write(folder.path().join(name), "{}").expect("a file");
    }
    std::fs::create_dir(folder.path().join("inner")).expect("a folder");
    folder
}

#[test]
fn the_desktops_answer_is_passed_on() {
    let picked: Portal = Arc::new(|_| Some(PathBuf::from("/somewhere/pack.json")));
    let mut harness = asking(picked, request(Path::new("/"), Access::Open));
    until(&mut harness, |h| h.state().answer.is_some());
    let expected = DialogAnswer::Picked(PathBuf::from("/somewhere/pack.json"));
    assert_eq!(harness.state().answer, Some(("test", expected)));
    assert!(!harness.state().dialogs.is_open());
}

#[test]
fn a_slow_no_is_a_person_who_cancelled() {
    let slow: Portal = Arc::new(|_| {
        std::thread::sleep(Duration::from_millis(400));
        None
    });
    let mut harness = asking(slow, request(Path::new("/"), Access::Open));
    until(&mut harness, |h| h.state().answer.is_some());
    assert_eq!(harness.state().answer, Some(("test", DialogAnswer::Cancelled)));
}

#[test]
fn without_a_desktop_dialog_a_path_is_typed() {
    let folder = folder();
    let mut harness = asking(no_portal(), request(folder.path(), Access::Open));
    until(&mut harness, |h| h.query_by_label_contains("first.json").is_some());
    harness.get_by_label("This desktop offers no file dialog; type a path instead.");
    assert!(harness.query_by_label_contains("notes.txt").is_none(), "no pack");
    assert!(harness.query_by_label_contains("hidden").is_none(), "hidden");
    harness.get_by_label_contains("other.json").click();
    harness.run_steps(2);
    harness.get_by_label("Open").click();
    until(&mut harness, |h| h.state().answer.is_some());
    let expected = DialogAnswer::Picked(folder.path().join("other.json"));
    assert_eq!(harness.state().answer, Some(("test", expected)));
}

#[test]
fn tab_completes_and_enter_confirms() {
    let folder = folder();
    let mut harness = asking(no_portal(), request(folder.path(), Access::Open));
    until(&mut harness, |h| h.query_by_label_contains("first.json").is_some());
    harness.get_by_label("Path").type_text("fi");
    harness.run_steps(2);
    harness.key_press(Key::Tab);
    harness.run_steps(3);
    let value = harness.get_by_label("Path").value();
    assert_eq!(value, Some(folder.path().join("first.json").display().to_string()));
    harness.key_press(Key::Enter);
    until(&mut harness, |h| h.state().answer.is_some());
    let expected = DialogAnswer::Picked(folder.path().join("first.json"));
    assert_eq!(harness.state().answer, Some(("test", expected)));
}

#[test]
fn a_missing_file_is_said_and_escape_cancels() {
    let folder = folder();
    let mut harness = asking(no_portal(), request(folder.path(), Access::Open));
    until(&mut harness, |h| h.query_by_label("Path").is_some());
    harness.get_by_label("Path").type_text("nothing.json");
    harness.run_steps(2);
    harness.get_by_label("Open").click();
    harness.run_steps(3);
    harness.get_by_label_contains("There is no file");
    harness.key_press(Key::Escape);
    until(&mut harness, |h| h.state().answer.is_some());
    assert_eq!(harness.state().answer, Some(("test", DialogAnswer::Cancelled)));
}

#[test]
fn saving_over_a_file_asks_first() {
    let folder = folder();
    let asked = DialogRequest { name: "first".to_owned(), ..request(folder.path(), Access::Save) };
    let mut harness = asking(no_portal(), asked);
    until(&mut harness, |h| h.query_by_label("Path").is_some());
    harness.get_by_label("Save").click();
    until(&mut harness, |h| h.query_by_label("Replace").is_some());
    assert_eq!(harness.state().answer, None);
    harness.get_by_label("Replace").click();
    until(&mut harness, |h| h.state().answer.is_some());
    let expected = DialogAnswer::Picked(folder.path().join("first.json"));
    assert_eq!(harness.state().answer, Some(("test", expected)));
}

#[test]
fn escape_never_loses_anything() {
    let mut harness = Harness::builder()
        .build_ui_state(|ui, answer| *answer = answer.or(unsaved(ui.ctx(), "Pack")), None);
    harness.run();
    harness.get_by_label_contains("Pack");
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(*harness.state(), Some(Leaving::Cancel));
    let question = Confirm {
        title: "Delete it?".to_owned(),
        body: String::new(),
        proceed: "Delete".to_owned(),
        tone: ConfirmTone::Destructive,
    };
    let mut harness = Harness::builder().build_ui_state(
        |ui, answer: &mut Option<bool>| *answer = answer.or(confirm(ui.ctx(), &question)),
        None,
    );
    harness.run();
    // Enter is too easily pressed to destroy anything.
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(*harness.state(), None);
    harness.get_by_label("Delete").click();
    harness.run();
    assert_eq!(*harness.state(), Some(true));
}
