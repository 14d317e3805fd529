//! Autosave, recovery after a kill, and settings.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use foolproof::editor::files::disk::Disk;
use foolproof::editor::files::vault::{Autosave, DELAY, IDLE, Recovery, saves};
use foolproof::editor::session::document::Document;
use foolproof::editor::session::settings::{ColourScheme, Folders, Initially, Settings, SwitchKey};
use foolproof::editor::session::strangers::Strangers;
use foolproof::game::Games;
use foolproof::level::file::{LARGEST, read_regular};
use foolproof::level::{Board, Concept, Level, Pack};
use foolproof::overlay::Overlay;

fn pack(title: &str) -> Pack {
    let mut level = Level::open("refraction", Board { cols: 3, rows: 2, tray: 1 });
    level.title = "one".to_owned();
    level.paint(foolproof::level::Site::cell(1, 1), "blocker".parse().ok());
    Pack { title: title.to_owned(), levels: vec![Arc::new(level)], ..Pack::default() }
}

/// An open pack with unsaved work, after so many changes.
fn unsaved(pack: &Pack, changes: u64, file: Option<&Path>) -> Document {
    let mut document = Document::new(pack.clone(), Games::default());
    for n in 0..changes {
        document.history_mut().edit("", |open| open.notes = n.to_string());
    }
    document.history_mut().edit("", |open| open.notes.clone_from(&pack.notes));
    document.history_mut().mark_unsaved();
    document.file.path = file.map(Path::to_owned);
    document.file.document = 1;
    document
}

/// The same pack, after it was saved.
fn saved(pack: &Pack) -> Document {
    let mut document = unsaved(pack, 0, None);
    document.history_mut().mark_saved();
    document
}

fn start(folder: &Path) -> (Arc<Autosave>, Vec<Recovery>) {
    let (autosave, found) = Autosave::start(folder).expect("an autosave folder");
    (autosave, found.recoveries)
}

/// Watches at the first change and when it has waited long enough, and lets the disk finish.
fn write(autosave: &Arc<Autosave>, pack: &Pack, file: Option<&Path>) {
    write_at(autosave, pack, file, 1);
}

fn write_at(autosave: &Arc<Autosave>, pack: &Pack, file: Option<&Path>, from: u64) {
    let disk = Disk::start(|| {});
    let now = Instant::now();
    let wait = autosave.watch(&disk, now, &unsaved(pack, from, file));
    assert_eq!(wait, Some(IDLE));
    // Not in the middle of the work, and not long after it was begun either.
    let soon = now + IDLE / 2;
    let wait = autosave.watch(&disk, soon, &unsaved(pack, from + 1, file));
    assert_eq!(wait, Some(IDLE));
    let last = unsaved(pack, from + 2, file);
    assert_eq!(autosave.watch(&disk, now + DELAY, &last), None);
    assert_eq!(autosave.watch(&disk, now + DELAY, &last), None);
    drop(disk);
}

/// A display that goes away ends the program within a call, unheard: at most a moment's work is
/// lost then.
#[test]
fn work_is_written_as_soon_as_the_designer_pauses() {
    let data = tempfile::tempdir().expect("a folder");
    let (autosave, _) = start(data.path());
    let (disk, now, mine) = (Disk::start(|| {}), Instant::now(), pack("mine"));
    assert!(IDLE < Duration::from_secs(1) && DELAY <= Duration::from_secs(3));
    let watch = |disk: &Disk, after: Duration, revision: u64| {
        autosave.watch(disk, now + after, &unsaved(&mine, revision, None))
    };
    assert_eq!(watch(&disk, Duration::ZERO, 1), Some(IDLE));
    assert_eq!(watch(&disk, IDLE, 1), None, "a pause");
    drop(disk);
    assert_eq!(states(data.path()).len(), 1);
    let disk = Disk::start(|| {});
    // Strokes without a pause: each puts it off, and all of them together for no longer than this.
    let step = IDLE / 2;
    let begun = IDLE * 2;
    let mut waited = Duration::ZERO;
    let mut revision = 2;
    while let Some(wait) = watch(&disk, begun + waited, revision) {
        assert!(wait <= IDLE && waited + wait <= DELAY, "{wait:?} after {waited:?}");
        waited += step.min(wait);
        revision += 1;
    }
    assert_eq!(waited, DELAY);
    drop(disk);
    assert_eq!(states(data.path()).len(), 2);
}

#[test]
fn work_on_a_file_that_nobody_can_find_any_more_has_none() {
    let data = tempfile::tempdir().expect("a folder");
    for (path, kept) in [("p.json", false), ("/packs/p.json", true)] {
        let (autosave, _) = start(data.path());
        write(&autosave, &pack("mine"), Some(Path::new(path)));
        drop(autosave);
        let (_autosave, offers) = start(data.path());
        let [offer] = offers.as_slice() else { panic!("one offer: {offers:?}") };
        assert_eq!(offer.original.as_deref(), kept.then_some(Path::new(path)));
        assert_eq!(offer.folder(), kept.then_some(Path::new("/packs")));
        offer.discard().expect("discarded");
    }
}

#[test]
fn rules_that_waited_are_kept_with_the_work() {
    let data = tempfile::tempdir().expect("a folder");
    let (autosave, _) = start(data.path());
    let mut came = pack("came");
    let concept = Concept::Asp("wanted :- came.".to_owned());
    Arc::make_mut(came.levels.first_mut().expect("a level")).concept = concept;
    let strangers = Strangers::of(&came, &Settings::default());
    let disk = Disk::start(|| {});
    let now = Instant::now();
    let mut document = unsaved(&came, 1, None);
    document.strangers = strangers.clone();
    for time in [now, now + IDLE] {
        autosave.watch(&disk, time, &document);
    }
    drop((disk, autosave));
    let (_autosave, offers) = start(data.path());
    let [offer] = offers.as_slice() else { panic!("one offer: {offers:?}") };
    assert_eq!(offer.states[0].read().expect("a pack").0.waiting, Some(strangers));
}

/// All files below a folder, by their paths in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(inner) = folders.pop() {
        for entry in std::fs::read_dir(inner).expect("a folder").flatten() {
            match entry.file_type().expect("a kind").is_dir() {
                true => folders.push(entry.path()),
                false => found.push(entry.path().strip_prefix(folder).expect("inside").to_owned()),
            }
        }
    }
    found.sort();
    found
}

/// States that are kept below a folder.
fn states(folder: &Path) -> Vec<PathBuf> {
    let mut all = files(folder);
    all.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    all
}

#[test]
fn a_killed_editors_work_is_offered_once_and_reads_back() {
    let data = tempfile::tempdir().expect("a folder");
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("mine.json");
    let (autosave, offers) = start(data.path());
    assert!(offers.is_empty());
    write(&autosave, &pack("mine"), Some(&file));
    assert_eq!(files(home.path()), Vec::<PathBuf>::new(), "nothing lies beside the pack");
    // While that editor runs, its work is nobody else's.
    assert!(start(data.path()).1.is_empty());
    // The kill: the lock goes with the process, nothing is tidied up.
    drop(autosave);
    let (second, offers) = start(data.path());
    let [offer] = offers.as_slice() else { panic!("one offer: {offers:?}") };
    assert_eq!(offer.original.as_deref(), Some(file.as_path()));
    let (_, mut read) = offer.states[0].read().expect("a pack");
    assert_eq!(read.to_json(), pack("mine").to_json());
    // As long as one editor offers it, no other does.
    assert!(start(data.path()).1.is_empty());
    // Recovered, and killed again before it was saved: still there, and offered once.
    let disk = Disk::start(|| {});
    second.adopt(&disk, 1, offer.clone());
    drop((disk, offers));
    read.title = "mine, more".to_owned();
    write(&second, &read, Some(&file));
    drop(second);
    let (third, offers) = start(data.path());
    let [offer] = offers.as_slice() else { panic!("one offer: {offers:?}") };
    assert_eq!(offer.states[0].read().expect("a pack").1.title, "mine, more");
    assert_eq!(offer.states[1].read().expect("the earlier state").1.title, "mine");
    offer.discard().expect("discarded");
    drop((third, offers));
    assert!(start(data.path()).1.is_empty());
}

#[test]
fn later_leaves_the_crashed_work_alone_while_new_work_goes_elsewhere() {
    let data = tempfile::tempdir().expect("a folder");
    let file = data.path().join("pack.json");
    let (first, _) = start(data.path());
    write(&first, &pack("crashed"), Some(&file));
    drop(first);
    // Asked, and put off; then other work on the same pack, and another kill.
    let (second, offers) = start(data.path());
    assert_eq!(offers.len(), 1);
    drop(offers);
    write(&second, &pack("new strokes"), Some(&file));
    // A second editor of the same pack at the same time.
    let (third, _) = start(data.path());
    write(&third, &pack("beside"), Some(&file));
    drop((second, third));
    let (_fourth, offers) = start(data.path());
    let mut titles: Vec<String> =
        offers.iter().map(|offer| offer.states[0].read().expect("a pack").1.title).collect();
    titles.sort();
    assert_eq!(titles, ["beside", "crashed", "new strokes"]);
}

#[test]
fn several_states_are_kept_and_the_newest_comes_first() {
    let data = tempfile::tempdir().expect("a folder");
    let (autosave, _) = start(data.path());
    for n in 0..9 {
        write_at(&autosave, &pack(&format!("state {n}")), None, 10 * n);
    }
    // All of one minute: where it began, and where it is.
    assert_eq!(states(data.path()).len(), 2);
    drop(autosave);
    let (_autosave, offers) = start(data.path());
    let [offer] = offers.as_slice() else { panic!("one offer: {offers:?}") };
    let titles: Vec<String> =
        offer.states.iter().map(|state| state.read().expect("a pack").1.title).collect();
    assert_eq!(titles, ["state 8", "state 0"]);
    assert!(offer.states.is_sorted_by(|newer, older| newer.written >= older.written));
}

#[test]
fn a_state_that_was_cut_off_hides_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let (autosave, _) = start(data.path());
    write(&autosave, &pack("whole"), None);
    drop(autosave);
    let [state] = <[PathBuf; 1]>::try_from(states(data.path())).expect("one state");
    let state = data.path().join(state);
    let folder = state.parent().expect("a folder");
    // A kill while the next state was written, and a disk that lost the end of another.
    std::fs::write(folder.join("0000009999999999999999999.part"), "{\"tit").expect("written");
    let whole = std::fs::read_to_string(&state).expect("a state");
    let cut = folder.join("0000009999999999999999998.json");
    std::fs::write(&cut, &whole[..40]).expect("written");
    let (_autosave, offers) = start(data.path());
    let [offer] = offers.as_slice() else { panic!("one offer: {offers:?}") };
    assert!(offer.states[0].read().is_err());
    assert_eq!(offer.states[1].read().expect("a pack").1.title, "whole");
    drop((_autosave, offers));
    std::fs::remove_file(folder.join("lock")).expect("removed");
    let (_autosave, offers) = start(data.path());
    let [offer] = offers.as_slice() else { panic!("one offer: {offers:?}") };
    // A state whose first line is lost is still a pack.
    let (_, pack_alone) = whole.split_once('\n').expect("a header");
    std::fs::write(&cut, pack_alone).expect("written");
    assert_eq!(offer.states[0].read().expect("a pack").1.title, "whole");
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_or_lead_astray_what_is_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let data = tempfile::tempdir().expect("a folder");
    let root = data.path().join("autosave");
    let (autosave, _) = start(&root);
    write(&autosave, &pack("private"), None);
    let mode = |path: &Path| std::fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    assert_eq!(mode(&root), 0o700);
    for file in files(&root) {
        let path = root.join(&file);
        assert_eq!(mode(&path) & 0o077, 0, "{file:?}");
        assert_eq!(mode(path.parent().expect("a folder")), 0o700);
    }
    drop(autosave);
    // A planted link with a name of ours leads to somebody else's folder, which is left alone.
    let other = tempfile::tempdir().expect("a folder");
    for name in ["lock", "0000000000000000000000001.json", "notes.txt"] {
        std::fs::write(other.path().join(name), "theirs").expect("written");
    }
    symlink(other.path(), root.join("editor-1-1")).expect("a link");
    let (_autosave, offers) = start(&root);
    assert_eq!(offers.len(), 1);
    assert_eq!(files(other.path()).len(), 3);
}

#[test]
fn a_save_and_a_clean_end_leave_nothing_behind() {
    let data = tempfile::tempdir().expect("a folder");
    let (autosave, _) = start(data.path());
    write(&autosave, &pack("unsaved"), None);
    assert_eq!(states(data.path()).len(), 1);
    let disk = Disk::start(|| {});
    autosave.watch(&disk, Instant::now(), &saved(&pack("unsaved")));
    drop(disk);
    assert_eq!(states(data.path()).len(), 0);
    let disk = Disk::start(|| {});
    autosave.finish(&disk);
    drop(disk);
    assert_eq!(std::fs::read_dir(data.path()).expect("a folder").count(), 0);
}

#[test]
fn the_end_that_a_signal_asks_for_writes_what_is_newest() {
    let data = tempfile::tempdir().expect("a folder");
    let (autosave, _) = start(data.path());
    let disk = Disk::start(|| {});
    // Seen in one frame, and not waited for.
    let work = pack("a moment ago");
    autosave.watch(&disk, Instant::now(), &unsaved(&work, 1, None));
    autosave.end().expect("written");
    drop(autosave);
    let (second, offers) = start(data.path());
    let [offer] = offers.as_slice() else { panic!("one offer: {offers:?}") };
    assert_eq!(offer.states[0].read().expect("a pack").1.title, "a moment ago");
    offer.discard().expect("discarded");
    // Nothing is left behind if nothing was unsaved.
    second.watch(&disk, Instant::now(), &saved(&work));
    second.end().expect("removed");
    assert_eq!(std::fs::read_dir(data.path()).expect("a folder").count(), 0);
}

#[test]
fn a_pack_that_was_being_opened_when_the_editor_ended_is_suspected_once() {
    let data = tempfile::tempdir().expect("a folder");
    let begin = || Autosave::start(data.path()).expect("an autosave folder");
    let (first, found) = begin();
    assert!(found.suspects.is_empty());
    first.opening(Path::new("/packs/bad.json"));
    // It may still open.
    assert!(begin().1.suspects.is_empty());
    drop(first);
    let (second, found) = begin();
    assert_eq!(found.suspects, [PathBuf::from("/packs/bad.json")]);
    second.opening(Path::new("/packs/good.json"));
    second.opened();
    drop(second);
    assert!(begin().1.suspects.is_empty());
}

/// The files as they were written before saves and unsaved work had one form.
#[test]
fn copies_of_earlier_versions_are_still_found() {
    let data = tempfile::tempdir().expect("a folder");
    let root = data.path().join("autosave");
    let left = root.join("editor-1790000000000000000-999999999");
    let kept = data.path().join("backups/e59797310d6ff22e530b019b");
    for folder in [&left, &kept] {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    let header = r#"{"title":"mine","original":"/packs/p.json","known":null}"#;
    let name = "0000001790000000000000000.json";
    let text = pack("mine").to_json();
    std::fs::write(left.join(name), format!("{header}\n{text}")).expect("written");
    std::fs::write(left.join("lock"), "").expect("written");
    std::fs::write(left.join("opening"), "\"/packs/bad.json\"").expect("written");
    std::fs::write(kept.join(name), &text).expect("written");
    let (_autosave, found) = Autosave::start(&root).expect("an autosave folder");
    assert_eq!(found.suspects, [PathBuf::from("/packs/bad.json")]);
    let [offer] = found.recoveries.as_slice() else { panic!("one offer: {found:?}") };
    assert_eq!(offer.original.as_deref(), Some(Path::new("/packs/p.json")));
    let saves = saves(data.path(), Path::new("/packs/p.json"));
    assert_eq!(saves.len(), 1);
    for copy in [&offer.states[0], &saves[0]] {
        assert_eq!(copy.read().expect("a pack").1.to_json(), text);
    }
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
    settings.look = ColourScheme::Dark;
    for n in 0..12 {
        settings.opened(Path::new(&format!("/packs/{n}.json")));
    }
    settings.opened(Path::new("/packs/5.json"));
    settings.suspect(vec![PathBuf::from("/packs/3.json")]);
    settings.switch(SwitchKey(Overlay::FORCED.0), false);
    let disk = Disk::start(|| {});
    settings.save(&folders, &disk).expect("queued");
    drop(disk);
    let again = Settings::load(&folders);
    assert_eq!(again, settings);
    assert_eq!(again.recent.len(), 10);
    assert_eq!(again.recent.first().map(|p| p.as_path()), Some(Path::new("/packs/5.json")));
    let is_on = |overlay: Overlay| again.is_on(SwitchKey(overlay.0), Initially::On);
    assert!(!is_on(Overlay::FORCED) && is_on(Overlay::POSSIBLE));
    settings.clear_of_suspicion(Path::new("/packs/3.json"));
    assert!(again.is_suspect(Path::new("/packs/3.json")));
    assert!(!settings.is_suspect(Path::new("/packs/3.json")));
    std::fs::write(folders.config.join("settings.json"), "{\"look\": 7").expect("a file");
    assert_eq!(Settings::load(&folders), Settings::default());
}

/// JSON has no words for such a name; it must not cost everything else that is remembered.
#[cfg(unix)]
#[test]
fn a_recent_pack_whose_name_is_no_text_costs_no_settings() {
    use std::os::unix::ffi::OsStrExt as _;
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { config: home.path().join("config"), data: home.path().join("data") };
    let odd = Path::new(std::ffi::OsStr::from_bytes(b"/packs/\xff.json"));
    let mut settings = Settings::default();
    settings.look = ColourScheme::Dark;
    settings.opened(Path::new("/packs/plain.json"));
    settings.opened(odd);
    let disk = Disk::start(|| {});
    settings.save(&folders, &disk).expect("queued");
    drop(disk);
    assert_eq!(Settings::load(&folders), settings);
    // Work on such a pack is recovered with its name.
    let (autosave, _) = start(&folders.autosave());
    write(&autosave, &pack("odd"), Some(odd));
    drop(autosave);
    let (_autosave, offers) = start(&folders.autosave());
    assert_eq!(offers.first().and_then(|offer| offer.original.as_deref()), Some(odd));
    let (text, _) = read_regular(&folders.config.join("settings.json"), LARGEST).expect("a file");
    assert!(text.contains("plain.json"));
}
