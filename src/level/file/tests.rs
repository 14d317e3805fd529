//! Tests that the right files are read and overwritten, and others left alone.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::*;

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pack.json");
    (folder, file)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn put(path: &Path, bytes: &[u8], there: There) -> std::result::Result<Fingerprint, WriteError> {
    let order = WriteOrder { there, even_if_protected: false };
    write(path, bytes, &order)
}

const CHANGED: &str = "another program has saved the file";

#[test]
fn somebody_elses_change_is_not_written_over() {
    let (_folder, file) = folder();
    let first = put(&file, b"one", There::Nothing).expect("written");
    let second = put(&file, b"two", There::Same(first.clone())).expect("written");
    assert!(second.looks_the_same(&file) && second.is_of(b"two"));
    // The existing file is no longer the first one.
    assert_eq!(put(&file, b"three", There::Same(first)).expect_err("changed").to_string(), CHANGED);
    assert_eq!(put(&file, b"three", There::Nothing).expect_err("changed").to_string(), CHANGED);
    assert_eq!(std::fs::read(&file).expect("a file"), b"two");
    // With the same length, and within the same second.
    std::fs::write(&file, "owt").expect("written");
    assert_eq!(
        put(&file, b"three", There::Same(second.clone())).expect_err("changed").to_string(),
        CHANGED
    );
    // Nothing is lost by writing the same content again, or to a new file.
    put(&file, b"owt", There::Nothing).expect("the same");
    std::fs::remove_file(&file).expect("removed");
    put(&file, b"three", There::Same(second)).expect("nothing is there");
    assert_eq!(read_regular(&file, 5).expect("a file").0, "three");
}

#[test]
fn reading_ends_at_its_bound() {
    let (_folder, file) = folder();
    std::fs::write(&file, "12345").expect("written");
    assert_eq!(read_text(&file, 5).expect("short enough"), "12345");
    for why in [
        read_text(&file, 4).expect_err("too long"),
        read_regular(&file, 4).map(|_| ()).expect_err("too long"),
        read_text_from(std::io::repeat(b'x'), 1 << 20).expect_err("endless"),
    ] {
        assert_eq!(why.kind(), ErrorKind::FileTooLarge);
    }
    std::fs::write(&file, [0xff, 0xfe]).expect("written");
    assert_eq!(read_text(&file, 5).expect_err("no text").to_string(), "this is not a text file");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).expect("a file").permissions().mode() & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("set");
    }

    fn pipe(path: &Path) {
        let made = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo");
        assert!(made.success());
    }

    #[test]
    fn pipes_devices_and_folders_are_neither_read_nor_replaced() {
        let (folder, _) = folder();
        let fifo = folder.path().join("pipe");
        pipe(&fifo);
        for (path, kind) in [
            (fifo.as_path(), "a pipe"),
            (Path::new("/dev/null"), "a device"),
            (folder.path(), "a folder"),
        ] {
            let words = format!("it is {kind}, not a file");
            let read = read_regular(path, LARGEST).map(|_| ()).expect_err("no file");
            assert_eq!(read.to_string(), words);
            assert_eq!(put(path, b"x", There::Whatever).expect_err("no file").to_string(), words);
        }
        assert_eq!(names(folder.path()), ["pipe"]);
        let null = std::fs::metadata("/dev/null").expect("a device");
        assert!(!null.is_file(), "the device is still one");
        // The command line reads the data written to a pipe, and no more.
        let writer = std::thread::spawn({
            let fifo = fifo.clone();
            move || std::fs::write(fifo, "through the pipe")
        });
        assert_eq!(read_text(&fifo, LARGEST).expect("a text"), "through the pipe");
        writer.join().expect("no panic").expect("written");
        let endless = read_text(Path::new("/dev/zero"), 1 << 20).expect_err("endless");
        assert_eq!(endless.to_string(), "it is longer than the limit of 1 MB");
    }

    #[test]
    fn a_link_is_followed_to_its_file_and_not_into_nothing() {
        let (folder, file) = folder();
        let (link, astray) = (folder.path().join("link"), folder.path().join("astray"));
        std::fs::write(&file, "old").expect("written");
        symlink("pack.json", &link).expect("a link");
        symlink("nowhere/none.json", &astray).expect("a link");
        put(&link, b"new", There::Whatever).expect("written");
        assert!(std::fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(std::fs::read(&file).expect("a file"), b"new");
        let why = put(&astray, b"new", There::Whatever).expect_err("a dangling link");
        let nowhere = folder.path().join("nowhere/none.json");
        let expected = format!("it is a link to “{}”, which does not exist", nowhere.display());
        assert_eq!(why.to_string(), expected);
        assert!(std::fs::symlink_metadata(&astray).expect("a link").is_symlink());
    }

    #[test]
    fn a_second_name_stays_one_of_the_same_file() {
        let (folder, file) = folder();
        let other = folder.path().join("other.json");
        std::fs::write(&file, "a longer old text").expect("written");
        std::fs::hard_link(&file, &other).expect("a link");
        let known = put(&file, b"new", There::Whatever).expect("written");
        assert_eq!(std::fs::read(&other).expect("a file"), b"new");
        assert_eq!(std::fs::metadata(&file).expect("a file").nlink(), 2);
        assert!(known.looks_the_same(&other));
        assert_eq!(names(folder.path()), ["other.json", "pack.json"]);
        assert_eq!(whole_copy(&file), None);
        // As a kill in the middle would leave it.
        let copy = folder.path().join(".pack.json.foolproof-abcdefgh.whole");
        std::fs::write(&copy, "new").expect("written");
        assert_eq!(whole_copy(&file), Some(copy));
    }

    #[test]
    fn read_only_files_are_written_over_only_when_asked_and_keep_their_mode() {
        let (_folder, file) = folder();
        std::fs::write(&file, "old").expect("written");
        set_mode(&file, 0o444);
        let why = put(&file, b"new", There::Whatever).expect_err("read-only");
        assert_eq!(why.to_string(), "the file is read-only; it was not overwritten");
        let why = write_atomically(&file, b"new").expect_err("read-only");
        assert_eq!(why.kind(), ErrorKind::PermissionDenied);
        assert_eq!(std::fs::read(&file).expect("a file"), b"old");
        let order = WriteOrder { there: There::Whatever, even_if_protected: true };
        write(&file, b"new", &order).expect("written");
        assert_eq!((std::fs::read(&file).expect("a file"), mode(&file)), (b"new".to_vec(), 0o444));
    }

    #[test]
    fn a_file_of_somebody_else_is_written_over_only_when_asked_and_stays_theirs() {
        let (_folder, file) = folder();
        std::fs::write(&file, "old").expect("written");
        if std::os::unix::fs::chown(&file, Some(1234), Some(1234)).is_err() {
            // Only an administrator can give a file away.
            return;
        }
        set_mode(&file, 0o640);
        let why = put(&file, b"new", There::Whatever).expect_err("theirs");
        assert_eq!(why.to_string(), "the file belongs to somebody else; it was not overwritten");
        let order = WriteOrder { there: There::Whatever, even_if_protected: true };
        write(&file, b"new", &order).expect("written");
        let now = std::fs::metadata(&file).expect("a file");
        assert_eq!((now.uid(), now.gid(), mode(&file)), (1234, 1234, 0o640));
    }

    #[test]
    fn what_lies_beside_a_private_file_is_private_from_the_first_byte() {
        let (folder, file) = folder();
        std::fs::write(&file, "old").expect("written");
        for (private, expected) in [(0o600, 0o600), (0o644, 0o600)] {
            set_mode(&file, private);
            let old = std::fs::metadata(&file).expect("a file");
            let beside = write::beside(&file, Some(&old)).expect("a file");
            assert_eq!(mode(beside.path()), expected);
            drop(beside);
            put(&file, b"new", There::Whatever).expect("written");
            assert_eq!(mode(&file), private);
        }
        assert_eq!(names(folder.path()), ["pack.json"]);
    }

    #[test]
    fn what_killed_saves_have_left_is_cleared_away_and_nothing_else() {
        let (folder, file) = folder();
        let at = |name: &str| folder.path().join(name);
        let (left, held) =
            (at(".pack.json.foolproof-abcdefgh.tmp"), at(".x.foolproof-12345678.tmp"));
        let others = [
            ".pack.json.foolproof-abcdefgh.whole",
            ".pack.json.foolproof-abc.tmp",
            ".pack.json.swp",
            ".tmpabcdef",
            "foolproof-abcdefgh.tmp",
        ];
        for path in others.iter().map(|name| at(name)).chain([left.clone(), held.clone()]) {
            std::fs::write(path, "{").expect("written");
        }
        std::fs::write(&file, "{}").expect("written");
        symlink("pack.json", at(".link.foolproof-abcdefgh.tmp")).expect("a link");
        let lock = File::open(&held).expect("a file");
        lock.try_lock().expect("locked");
        sweep(&file, SystemTime::now());
        assert!(left.exists(), "it may still be written");
        let soon = SystemTime::now() + Duration::from_secs(60);
        sweep(&at("x"), soon);
        assert!(left.exists() && held.exists(), "it belongs to another file, or is held");
        sweep(&file, soon);
        assert!(!left.exists() && held.exists(), "{:?}", names(folder.path()));
        assert_eq!(names(folder.path()).len(), others.len() + 3);
        drop(lock);
        sweep(&file, soon);
        assert!(held.exists(), "it is of another file");
        sweep(&file, SystemTime::now() + Duration::from_secs(3600));
        assert!(!held.exists());
    }

    #[test]
    fn a_temporary_file_is_ours_by_its_name_and_held_while_it_is_written() {
        let (folder, file) = folder();
        let mut beside = write::beside(&file, None).expect("a file");
        beside.write_all(b"half").expect("written");
        let [name] = <[String; 1]>::try_from(names(folder.path())).expect("one file");
        assert!(name.starts_with(".pack.json.foolproof-") && name.ends_with(".tmp"), "{name}");
        // A kill: nothing is cleaned up.
        let (_, path) = beside.keep().expect("kept");
        sweep(&file, SystemTime::now() + Duration::from_secs(60));
        assert!(!path.exists());
    }
}

/// Each writer reads, adds a line and overwrites the file, and repeats this if it has changed.
#[test]
fn of_several_writers_none_loses_what_another_wrote() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lines");
    std::fs::write(&path, "").expect("written");
    let add = |line: &str| loop {
        let (text, known) = read_regular(&path, LARGEST).expect("read");
        let order = WriteOrder { there: There::Same(known), ..WriteOrder::default() };
        match write(&path, format!("{text}{line}\n").as_bytes(), &order) {
            Ok(_) => break,
            Err(WriteError::Changed) => {}
            Err(error) => panic!("{error}"),
        }
    };
    std::thread::scope(|scope| {
        for writer in 0..6 {
            scope.spawn(move || (0..15).for_each(|n| add(&format!("{writer} {n}"))));
        }
    });
    let text = std::fs::read_to_string(&path).expect("read");
    let lines: std::collections::BTreeSet<&str> = text.lines().collect();
    assert_eq!((text.lines().count(), lines.len()), (90, 90));
}

#[test]
fn of_several_that_make_a_file_one_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new");
    let order = WriteOrder { there: There::Nothing, ..WriteOrder::default() };
    let made = std::thread::scope(|scope| {
        let make = |n: usize| (n, write(&path, format!("by {n}").as_bytes(), &order).is_ok());
        let all: Vec<_> = (0..8).map(|n| scope.spawn(move || make(n))).collect();
        all.into_iter().map(|made| made.join().expect("ended")).collect::<Vec<_>>()
    });
    let makers: Vec<usize> = made.iter().filter(|(_, made)| *made).map(|(n, _)| *n).collect();
    assert_eq!(makers.len(), 1, "{made:?}");
    assert_eq!(std::fs::read_to_string(&path).expect("read"), format!("by {}", makers[0]));
}
