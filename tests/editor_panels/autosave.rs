//! Autosave, recovery after a kill, and settings.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foolproof::editor::autosave::{Autosave, DELAY, Recovery, Saved, Work};
use foolproof::editor::disk::Disk;
use foolproof::editor::settings::{Folders, Initially, Look, Settings};
use foolproof::level::{Board, Level, Pack, Revision};

fn pack(title: &str) -> Pack {
    let mut level = Level::open("refraction", Board { cols: 3, rows: 2, tray: 1 });
    level.title = "one".to_owned();
    level.paint(foolproof::level::Site::cell(1, 1), "blocker".parse().ok());
    Pack { title: title.to_owned(), levels: vec![Arc::new(level)], ..Pack::default() }
}

fn work<'a>(pack: &'a Pack, revision: u64, file: Option<&'a Path>, state: Saved) -> Work<'a> {
    Work { pack, revision: Revision(revision), file, state }
}

fn start(folder: &Path) -> (Autosave, Vec<Recovery>) {
    Autosave::start(folder).expect("an autosave folder")
}

/// Watches at the first change and when it has waited long enough, and lets the disk finish.
fn write(autosave: &mut Autosave, pack: &Pack, file: Option<&Path>) {
    let disk = Disk::start(|| {});
    let now = Instant::now();
    let wait = autosave.watch(&disk, now, work(pack, 1, file, Saved::No));
    assert_eq!(wait, Some(DELAY));
    // A later change does not put the writing off.
    let soon = now + Duration::from_secs(1);
    assert!(autosave.watch(&disk, soon, work(pack, 2, file, Saved::No)).is_some());
    assert_eq!(autosave.watch(&disk, now + DELAY, work(pack, 3, file, Saved::No)), None);
    assert_eq!(autosave.watch(&disk, now + DELAY, work(pack, 3, file, Saved::No)), None);
    drop(disk);
}

/// Names of the files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_killed_editors_work_is_offered_once_and_reads_back() {
    let data = tempfile::tempdir().expect("a folder");
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("mine.json");
    let (mut autosave, offers) = start(data.path());
    assert_eq!(offers, []);
    write(&mut autosave, &pack("mine"), Some(&file));
    assert_eq!(files(home.path()), [".mine.json.autosave.json"]);
    // While that editor runs, its work is nobody else's.
    assert_eq!(start(data.path()).1, []);
    // The kill: the lock goes with the process, nothing is tidied up.
    drop(autosave);
    let (mut second, offers) = start(data.path());
    let [offer] = offers.as_slice() else { panic!("one offer: {offers:?}") };
    assert_eq!(offer.original.as_deref(), Some(file.as_path()));
    let mut read = offer.read().expect("a pack");
    assert_eq!(read.to_json(), pack("mine").to_json());
    // Recovered, and killed again before it was saved: still there, and offered once.
    second.adopt(offer.clone());
    read.title = "mine, more".to_owned();
    write(&mut second, &read, Some(&file));
    drop(second);
    let (third, offers) = start(data.path());
    let [offer] = offers.as_slice() else { panic!("one offer: {offers:?}") };
    assert_eq!(offer.read().expect("a pack").title, "mine, more");
    offer.discard().expect("discarded");
    assert_eq!(files(home.path()), Vec::<String>::new());
    drop(third);
    assert_eq!(start(data.path()).1, []);
}

#[test]
fn a_save_and_a_clean_end_leave_nothing_behind() {
    let data = tempfile::tempdir().expect("a folder");
    let (mut autosave, _) = start(data.path());
    write(&mut autosave, &pack("unsaved"), None);
    assert_eq!(files(data.path()).len(), 2, "a note and an autosave");
    let disk = Disk::start(|| {});
    let saved = pack("unsaved");
    let file = data.path().join("saved").join("pack.json");
    autosave.watch(&disk, Instant::now(), work(&saved, 4, Some(&file), Saved::Yes));
    drop(disk);
    assert_eq!(files(data.path()).len(), 1, "the note");
    let disk = Disk::start(|| {});
    autosave.finish(&disk);
    drop(disk);
    assert_eq!(files(data.path()), Vec::<String>::new());
}

#[test]
fn a_folder_that_cannot_be_written_sends_the_work_to_the_data_folder() {
    let data = tempfile::tempdir().expect("a folder");
    let (mut autosave, _) = start(data.path());
    let file = Path::new("/proc/none/such/pack.json");
    write(&mut autosave, &pack("far away"), Some(file));
    drop(autosave);
    let (_autosave, offers) = start(data.path());
    let [offer] = offers.as_slice() else { panic!("one offer: {offers:?}") };
    assert_eq!(offer.original.as_deref(), Some(file));
    assert_eq!(offer.read().expect("a pack").title, "far away");
}

#[test]
fn trouble_of_the_disk_is_reported() {
    let disk = Disk::start(|| {});
    disk.run(|| Err("no room".to_owned())).expect("queued");
    let mut troubles = Vec::new();
    for _ in 0..200 {
        troubles.extend(disk.troubles());
        if !troubles.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(troubles, ["no room"]);
}

#[test]
fn settings_survive_and_damage_does_not_stop_the_start() {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { config: home.path().join("config"), data: home.path().join("data") };
    let mut settings = Settings::load(&folders);
    assert_eq!(settings, Settings::default());
    settings.look = Look::Dark;
    for n in 0..12 {
        settings.opened(Path::new(&format!("/packs/{n}.json")));
    }
    settings.opened(Path::new("/packs/5.json"));
    settings.switches.insert("forced".to_owned(), false);
    let disk = Disk::start(|| {});
    settings.save(&folders, &disk).expect("queued");
    drop(disk);
    let again = Settings::load(&folders);
    assert_eq!(again, settings);
    assert_eq!(again.recent.len(), 10);
    assert_eq!(again.recent.first().map(|p| p.as_path()), Some(Path::new("/packs/5.json")));
    assert!(!again.is_on("forced", Initially::On) && again.is_on("other", Initially::On));
    std::fs::write(folders.config.join("settings.json"), "{\"look\": 7").expect("a file");
    assert_eq!(Settings::load(&folders), Settings::default());
}
