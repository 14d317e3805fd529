//! Files of the window: a slow disk, other people's changes, protected files, kills and signals.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::files::Store;
use foolproof::editor::files::vault::Autosave;
use foolproof::editor::files::words;
use foolproof::editor::session::chrome::WindowEffect;
use foolproof::editor::session::settings::{Folders, Settings};
use foolproof::level::{Level, Pack, Site};

use super::{PATIENCE, Window, sample};

pub fn folders_in(folder: &Path) -> Folders {
    Folders { config: folder.join("c"), data: folder.join("d") }
}

/// Whether some editor has kept a state.
pub fn is_kept(folders: &Folders) -> bool {
    let folders = std::fs::read_dir(folders.autosave()).into_iter().flatten().flatten();
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.path()).into_iter().flatten());
    files.flatten().any(|file| file.path().extension().is_some_and(|ending| ending == "json"))
}

fn first() -> Site {
    Site::cell(1, 5)
}

fn second() -> Site {
    Site::cell(2, 5)
}

impl Window {
    fn paint(&mut self, site: Site) {
        self.brush("blocker");
        self.stroke(PointerButton::Primary, &[site]);
        assert_eq!(self.mark(site).as_deref(), Some("blocker"), "{site}");
    }

    fn ask(&mut self, effect: WindowEffect) {
        self.harness.state_mut().as_mut().expect("a window").state.chrome.request(effect);
        self.steps(2);
    }

    fn store(&mut self, store: Store) {
        self.harness.state_mut().as_mut().expect("a window").set_store(store);
    }

    fn save(&mut self) {
        self.key(Modifiers::COMMAND, Key::S);
    }

    fn until_saved(&mut self) {
        self.until("it is saved", |app| app.state.history().is_saved());
    }

    /// Saves, with nothing to be asked.
    fn saves(&mut self) {
        self.save();
        self.until_saved();
    }

    fn is_saved(&self) -> bool {
        self.app().state.history().is_saved()
    }

    pub(super) fn until_said(&mut self, words: &str) {
        let said = |app: &foolproof::editor::App| {
            app.state.chrome.toasts.all().iter().any(|toast| toast.words.contains(words))
        };
        self.until(&format!("“{words}” is said"), said);
    }

    pub fn comes_back(&mut self) {
        for focused in [false, true] {
            self.harness.input_mut().focused = focused;
            self.steps(2);
        }
    }
}

/// The first level of a pack's file.
fn on_disk(path: &Path) -> Arc<Level> {
    let pack = Pack::load(path).expect("a pack");
    Arc::clone(pack.levels.first().expect("a level"))
}

fn has(level: &Level, site: Site) -> bool {
    level.mark(site).is_some_and(|mark| mark.as_str() == "blocker")
}

/// What another program writes into the file: a blocker there, and new words.
fn change(path: &Path, site: Site) {
    let mut pack = Pack::load(path).expect("a pack");
    let level = Arc::make_mut(pack.levels.first_mut().expect("a level"));
    level.paint(site, "blocker".parse().ok());
    std::fs::write(path, pack.to_json()).expect("written");
}

/// A disk on which the writes with these numbers are slow, and what was written, in order.
fn stalling(numbers: &'static [usize]) -> (Store, Arc<Mutex<Vec<String>>>) {
    let (real, count) = (Store::default(), AtomicUsize::new(0));
    let written = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&written);
    let write = move |pack: &Pack, path: &Path, order: &foolproof::level::file::WriteOrder| {
        if numbers.contains(&count.fetch_add(1, Ordering::SeqCst)) {
            std::thread::sleep(Duration::from_millis(400));
        }
        let done = (real.write)(pack, path, order);
        log.lock().expect("a log").push(pack.to_json());
        done
    };
    (Store { write: Arc::new(write), ..Store::default() }, written)
}

#[test]
fn on_a_disk_that_stalls_the_newest_save_is_the_last() {
    let (_folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    let (store, written) = stalling(&[0]);
    window.store(store);
    window.paint(first());
    window.save();
    window.paint(second());
    window.save();
    assert!(!window.is_saved(), "nothing is on the disk yet");
    assert!(window.app().state.chrome.toasts.all().is_empty(), "and nothing is said");
    window.until_said("Saved");
    assert!(window.is_saved());
    assert!(has(&on_disk(&path), second()), "what is said to be saved is on the disk");
    std::thread::sleep(Duration::from_millis(500));
    assert!(has(&on_disk(&path), second()), "no older save comes after it");
    let written = written.lock().expect("a log").clone();
    assert_eq!(written.last(), Some(&window.app().state.history().pack().to_json()));
    assert!(written.len() <= 2, "{}", written.len());
}

#[test]
fn a_save_that_comes_late_does_not_touch_the_next_pack() {
    let (folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    window.store(stalling(&[0]).0);
    window.paint(first());
    window.save();
    // Waits for the disk, then continues automatically.
    window.ask(WindowEffect::New(Box::default()));
    assert!(window.app().state.document.file.path().is_some());
    window.until("the new pack is there", |app| app.state.document.file.path().is_none());
    assert!(has(&on_disk(&path), first()));
    // A save to another place of a pack without changes is waited for, too.
    let other = folder.path().join("other.json");
    std::fs::copy(&path, &other).expect("copied");
    let mut window = Window::open(&other, None);
    window.store(stalling(&[0]).0);
    window.save();
    window.ask(WindowEffect::Quit);
    assert!(!window.quits(), "not before the disk is through");
    window.paint(second());
    window.until_says("Save the changes");
    assert!(!window.quits(), "what was painted meanwhile is asked about");
}

impl Window {
    fn quits(&self) -> bool {
        self.app().quits()
    }
}

#[test]
fn somebody_elses_change_is_asked_about_before_it_is_written_over() {
    let (_folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    window.paint(first());
    change(&path, second());
    let theirs = std::fs::read(&path).expect("a file");
    window.save();
    window.until_says("was saved by another program");
    let both = "Level 1 “First light”: changed by you and in the file";
    assert_eq!(window.harness.query_all_by_label_contains(both).count(), 2);
    window.harness.get_by_label("Overwriting it with yours loses:");
    window.harness.get_by_label("Taking theirs loses:");
    window.click("Cancel");
    assert_eq!(std::fs::read(&path).expect("a file"), theirs);
    assert!(!window.is_saved() && has(window.level(), first()));
    // Theirs: taken in one step, so that nothing of mine is lost.
    window.save();
    window.until_says("Take theirs");
    window.click("Take theirs");
    assert!(has(window.level(), second()) && !has(window.level(), first()));
    assert!(window.is_saved());
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(has(window.level(), first()) && !has(window.level(), second()));
    // Mine: what was shown may go, and is known now.
    window.saves();
    change(&path, second());
    window.paint(Site::cell(3, 5));
    window.save();
    window.until_says("Overwrite with mine");
    window.click("Overwrite with mine");
    window.until_saved();
    assert!(has(&on_disk(&path), Site::cell(3, 5)) && !has(&on_disk(&path), second()));
    window.paint(Site::cell(4, 5));
    window.saves();
}

/// The losses of each choice are told apart: my own changes are not theirs.
#[test]
fn a_change_is_said_to_be_whose_it_is() {
    let (folder, _) = sample("First light");
    let path = folder.path().join("pack.json");
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    let mut pack = Pack::from_json(&game.sample()).expect("the sample pack");
    let at = pack.levels.iter().position(|level| level.title == "First light").expect("it");
    pack.levels.rotate_left(at);
    pack.levels.truncate(2);
    pack.save(&path).expect("saved");
    let title = pack.levels[1].title.clone();
    let mut window = Window::open(&path, None);
    window.paint(first());
    Arc::make_mut(&mut pack.levels[1]).notes = "new".to_owned();
    pack.save(&path).expect("saved");
    window.save();
    window.until_says("Overwriting it with yours loses:");
    window.harness.get_by_label_contains("Level 1 “First light”: changed by you");
    window.harness.get_by_label_contains(&format!("Level 2 “{title}”: changed in the file"));
    window.click("Cancel");
    // Blanks are nobody's change, and nothing is asked about them.
    std::fs::write(
        &path,
        window.app().state.document.file.base.as_ref().expect("a base").to_json() + "\n\n",
    )
    .expect("written");
    window.saves();
    assert!(has(&on_disk(&path), first()));
}

/// A path that was typed in one folder means another file in the next.
#[test]
fn a_relative_path_is_kept_as_one_that_leads_there_from_everywhere() {
    let here = std::env::current_dir().expect("a folder");
    let folder = tempfile::tempdir_in(&here).expect("a folder");
    let (_sample, path) = sample("First light");
    let absolute = folder.path().join("pack.json");
    std::fs::copy(&path, &absolute).expect("copied");
    let relative = absolute.strip_prefix(&here).expect("below").to_owned();
    let data = tempfile::tempdir().expect("a folder");
    let folders = folders_in(data.path());
    let mut window = Window::open(&relative, Some(folders.clone()));
    assert_eq!(window.app().state.document.file.path(), Some(absolute.as_path()));
    window.paint(first());
    window.until("it is autosaved", |_| is_kept(&folders));
    drop(window);
    let (_autosave, found) = Autosave::start(&folders.autosave()).expect("a folder");
    let originals: Vec<_> = found.recoveries.iter().map(|offer| offer.original.clone()).collect();
    assert_eq!(originals, [Some(absolute.clone())]);
}

#[test]
fn work_is_thrown_away_only_after_a_question_that_names_its_folder() {
    let (folder, path) = sample("First light");
    let folders = folders_in(folder.path());
    let mut window = Window::open(&path, Some(folders.clone()));
    window.paint(first());
    window.until("it is autosaved", |_| is_kept(&folders));
    drop(window);
    let mut window = Window::open(&path, Some(folders.clone()));
    let place = words::folder(folder.path());
    window.harness.get_by_label_contains(&place);
    window.click("Discard changes");
    window.harness.get_by_label("Discard these changes for good?");
    window.harness.get_by_label_contains(&place);
    window.plain(Key::Escape);
    assert!(is_kept(&folders));
    window.click("Discard changes");
    window.click("Discard changes");
    window.until("it is gone", |_| !is_kept(&folders));
    assert!(window.harness.query_by_label("Unsaved work was found").is_none());
    let long = format!("/{}/end", "x".repeat(200));
    let shown = words::folder(Path::new(&long));
    assert!(shown.chars().count() <= 65 && shown.ends_with("/end"), "{shown}");
}

#[test]
fn a_file_that_is_no_pack_any_more_is_not_written_over_unasked() {
    let (_folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    window.paint(first());
    std::fs::write(&path, "<<<<<<< a merge").expect("written");
    window.save();
    window.until_says("cannot be read as a pack any more");
    assert!(window.harness.query_by_label("Take theirs").is_none());
    window.plain(Key::Escape);
    assert_eq!(std::fs::read(&path).expect("a file"), b"<<<<<<< a merge");
}

#[test]
fn after_recovery_somebody_elses_change_is_asked_about_too() {
    let (folder, path) = sample("First light");
    let folders = folders_in(folder.path());
    let mut window = Window::open(&path, Some(folders.clone()));
    window.paint(first());
    window.until("it is autosaved", |_| is_kept(&folders));
    drop(window);
    change(&path, second());
    let mut window = Window::open(&path, Some(folders));
    window.click("Recover");
    window.save();
    window.until_says("was saved by another program");
    window.click("Overwrite with mine");
    window.until_saved();
    assert!(has(&on_disk(&path), first()) && !has(&on_disk(&path), second()));
}

#[test]
fn a_change_outside_is_noticed_when_the_window_comes_back() {
    let (_folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    change(&path, first());
    window.comes_back();
    window.until_said("was read again");
    assert!(has(window.level(), first()) && window.is_saved());
    // Known now: saving asks nothing.
    window.paint(second());
    window.saves();
    // What cannot be read is no trouble any more once it can.
    let good = std::fs::read(&path).expect("a file");
    std::fs::write(&path, "{").expect("written");
    window.comes_back();
    window.until_says("cannot be read");
    std::fs::write(&path, good).expect("written");
    window.comes_back();
    window.until_so("the trouble is over", |window| !window.says("cannot be read"));
    // With changes of one's own a message appears, and nothing is touched.
    window.paint(Site::cell(3, 5));
    change(&path, Site::cell(4, 5));
    window.comes_back();
    window.until_said("Saving keeps its changes and yours");
    assert!(has(window.level(), Site::cell(3, 5)) && !has(window.level(), Site::cell(4, 5)));
    // A file that is gone is not saved any more.
    window.save();
    window.until_says("Overwrite with mine");
    window.click("Overwrite with mine");
    window.until_saved();
    std::fs::remove_file(&path).expect("removed");
    window.comes_back();
    window.until_said("is gone");
    assert!(!window.is_saved());
    window.saves();
    assert!(has(&on_disk(&path), Site::cell(3, 5)));
}

/// A disk that is slow to read.
fn slow_to_read() -> Store {
    let real = Store::default();
    let read = move |path: &Path| {
        std::thread::sleep(Duration::from_millis(900));
        (real.read)(path)
    };
    Store { read: Arc::new(read), ..Store::default() }
}

#[test]
fn what_is_painted_while_a_pack_is_opened_is_asked_about() {
    let (folder, path) = sample("First light");
    let other = folder.path().join("other.json");
    std::fs::copy(&path, &other).expect("copied");
    let mut window = Window::open(&path, None);
    window.store(slow_to_read());
    window.ask(WindowEffect::OpenPath(other.clone()));
    window.paint(first());
    window.until_says("Save the changes");
    assert!(has(window.level(), first()));
    window.click("Cancel");
    assert!(
        has(window.level(), first())
            && window.app().state.document.file.path() == Some(path.as_path())
    );
    // Saved on the way, then shown.
    window.ask(WindowEffect::OpenPath(other.clone()));
    window.click("Discard changes");
    window.paint(second());
    window.until_says("Save the changes");
    window.click("Save");
    window
        .until("the other is open", |app| app.state.document.file.path() == Some(other.as_path()));
    assert!(has(&on_disk(&path), second()) && !has(window.level(), second()));
    // Nothing painted, nothing asked.
    window.ask(WindowEffect::OpenPath(path.clone()));
    window.until("the first is open", |app| app.state.document.file.path() == Some(path.as_path()));
}

#[test]
fn opening_can_be_given_up() {
    let (folder, path) = sample("First light");
    let other = folder.path().join("other.json");
    std::fs::copy(&path, &other).expect("copied");
    let mut window = Window::open(&path, None);
    // Reading ends only after opening was given up.
    let (let_go, held) = std::sync::mpsc::channel::<()>();
    let (done, read) = std::sync::mpsc::channel::<()>();
    let held = Mutex::new(held);
    let real = Store::default();
    let late = move |path: &Path| {
        held.lock().expect("one reader").recv().ok();
        let read = (real.read)(path);
        done.send(()).ok();
        read
    };
    window.store(Store { read: Arc::new(late), ..Store::default() });
    window.ask(WindowEffect::OpenPath(other));
    window.until_says("Opening “other.json” takes long");
    window.click("Cancel");
    let_go.send(()).expect("a reader");
    read.recv_timeout(PATIENCE).expect("it was read");
    std::thread::sleep(Duration::from_millis(100));
    window.steps(5);
    assert_eq!(window.app().state.document.file.path(), Some(path.as_path()));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_pack_and_a_read_only_file_is_asked_about() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, path) = sample("First light");
    let pipe = folder.path().join("pipe.json");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let mut window = Window::open(&path, None);
    window.paint(first());
    window.saves();
    window.ask(WindowEffect::OpenPath(pipe));
    window.until_said("it is a pipe, not a file.");
    // Saving over a protected file.
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).expect("set");
    window.paint(second());
    window.save();
    window.until_says("is read-only");
    window.plain(Key::Escape);
    assert!(!has(&on_disk(&path), second()) && !window.is_saved());
    window.save();
    window.until_says("is read-only");
    window.click("Overwrite it");
    window.until_saved();
    assert!(has(&on_disk(&path), second()));
    // Asked once.
    window.paint(Site::cell(3, 5));
    window.saves();
}

#[test]
fn a_pack_that_brought_the_editor_down_is_not_opened_again_by_itself() {
    let (folder, path) = sample("First light");
    let folders = folders_in(folder.path());
    let window = Window::open(&path, Some(folders.clone()));
    drop(window);
    // The next editor falls while it opens that pack.
    let (fallen, _) = Autosave::start(&folders.autosave()).expect("a folder");
    fallen.opening(&path);
    drop(fallen);
    let mut window = Window::start(None, Some(folders.clone()));
    window.until_said("did not open it again");
    std::thread::sleep(Duration::from_millis(200));
    window.steps(5);
    assert_eq!(window.app().state.document.file.path(), None);
    assert!(window.app().state.chrome.settings.is_suspect(&path));
    window.click("File");
    window.click("Open recent");
    window.until_says("the editor ended while opening it");
    window.plain(Key::Escape);
    // Whoever opens it herself clears it of suspicion.
    window.ask(WindowEffect::OpenPath(path.clone()));
    window.until("it is cleared", |app| !app.state.chrome.settings.is_suspect(&path));
    window.until("that is remembered", |_| !Settings::load(&folders).is_suspect(&path));
    drop(window);
    let mut window = Window::start(None, Some(folders));
    window.until("it is opened by itself", |app| app.state.document.file.path().is_some());
}

/// Names the folder that [`a_window_to_be_killed`] works in.
const CHILD: &str = "FOOLPROOF_TEST_CHILD";

/// Not a test: a window in its own process, which the next test sends signals to.
#[test]
fn a_window_to_be_killed() {
    let Some(folder) = std::env::var_os(CHILD).map(PathBuf::from) else { return };
    let mut window = Window::open(&folder.join("pack.json"), Some(folders_in(&folder)));
    window.harness.state_mut().as_mut().expect("a window").heed_signals();
    window.paint(first());
    std::fs::write(folder.join("ready"), "").expect("written");
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        // No frame is drawn, so that only the signal causes a write.
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_ends_the_window_loses_nothing() {
    use std::os::unix::process::ExitStatusExt as _;
    for (signal, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
        let (folder, path) = sample("First light");
        // `nohup` and the like make all that they start deaf to SIGHUP.
        let mut child = std::process::Command::new("env")
            .arg("--default-signal=HUP")
            .arg(std::env::current_exe().expect("a test"))
            .args(["editor::files::a_window_to_be_killed", "--exact"])
            .env(CHILD, folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("a process");
        let begun = Instant::now();
        while !folder.path().join("ready").exists() {
            assert!(begun.elapsed() < PATIENCE, "the window has not come");
            std::thread::sleep(Duration::from_millis(10));
        }
        let folders = folders_in(folder.path());
        assert!(!is_kept(&folders), "it is too early for an autosave");
        let mut kill = std::process::Command::new("kill");
        let sent = kill.args(["-s", signal, &child.id().to_string()]).status().expect("kill");
        assert!(sent.success());
        let status = child.wait().expect("an end");
        assert_eq!(status.signal(), Some(number), "it ends as the signal asks: {status}");
        assert!(!has(&on_disk(&path), first()));
        let mut window = Window::open(&path, Some(folders));
        window.click("Recover");
        assert!(has(window.level(), first()), "SIG{signal}");
    }
}
