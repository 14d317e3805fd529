//! Input that is made to harm ends at a bound, with a sentence, and takes little memory.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{folder, text};

/// Runs `check` with no more memory than this machine's smallest neighbour has, which must refuse
/// the file on one line.
fn refused(file: &Path) -> String {
    let (status, errors, _) = checked(file);
    assert_eq!(status, Some(2), "{}: {errors}", file.display());
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors
}

/// The same, and how it ends.
fn checked(file: &Path) -> (Option<i32>, String, String) {
    let limited = "ulimit -v 1200000 && exec \"$0\" check \"$1\"";
    let output = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_foolproof"), text(file)])
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stderr), text(output.stdout))
}

fn pack(change: impl FnOnce(&mut Value)) -> String {
    let sample = foolproof::built_in().by_id("refraction").expect("a game").sample();
    let mut pack: Value = serde_json::from_str(&sample).expect("JSON");
    change(&mut pack);
    pack.to_string()
}

/// A code of LZString in which each phrase extends the previous one by a letter.
fn bomb(phrases: u32) -> String {
    let signs = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = Vec::new();
    let mut put = |number: u32, count: u32| bits.extend((0..count).map(|bit| number >> bit & 1));
    put(0, 2);
    put(u32::from(b'{'), 8);
    (4..phrases).for_each(|number| put(number, number.ilog2() + 1));
    let sign = |six: &[u32]| {
        let number = (0..6).fold(0, |n, at| n * 2 + six.get(at).copied().unwrap_or_default());
        char::from(signs[number as usize])
    };
    bits.chunks(6).map(sign).collect()
}

#[test]
fn what_is_made_to_harm_is_refused_and_takes_little_memory() {
    let folder = folder("bounds");
    let deep = format!("{{\"foolproof\": 1, \"levels\": {}", "[".repeat(200_000));
    let first = |pack: &Value| pack["levels"][0].clone();
    let cases = [
        (
            "bomb.fpuzzles",
            format!("https://www.f-puzzles.com/?load={}", bomb(40_000)),
            "stands for more than 1048576 letters",
        ),
        (
            "notes.json",
            pack(|pack| pack["notes"] = json!("x ".repeat(10_000_000))),
            "notes have 20000000 letters",
        ),
        (
            "title.json",
            pack(|pack| pack["title"] = json!("é".repeat(501))),
            "the pack's title has 501 letters; at most 500",
        ),
        (
            "levels.json",
            pack(|pack| pack["levels"] = json!(vec![first(pack); 50_001])),
            "more than 50000 levels",
        ),
        ("deep.json", deep, "the file ends too early"),
    ];
    for (name, text, why) in cases {
        let file = folder.join(name);
        std::fs::write(&file, text).expect("written");
        let errors = refused(&file);
        assert!(errors.contains(why), "{name}: {errors:.400}");
    }
    for endless in ["/dev/zero", "/dev/full"] {
        let errors = refused(Path::new(endless));
        assert!(errors.contains("longer than the limit of 64 MB"), "{errors}");
    }
}

/// An error in one level does not hide the others.
#[test]
fn a_level_that_is_made_to_harm_fails_alone() {
    let folder = folder("bounds_of_a_level");
    let level = |change: &dyn Fn(&mut Value)| pack(|pack| change(&mut pack["levels"][0]));
    let cases = [
        (
            "level_notes.json",
            level(&|level| level["notes"] = json!("x".repeat(100_001))),
            "level 1: the notes have 100001 letters",
        ),
        (
            "tags.json",
            level(&|level| level["tags"] = json!(vec!["a"; 101])),
            "101 tags are too many",
        ),
        (
            "game.json",
            level(&|level| level["game"] = json!("g".repeat(1000))),
            "the game has 1000 letters",
        ),
        (
            "concept.json",
            level(&|level| level["concept"] = json!("any and ".repeat(20_000))),
            "longer than 100000 bytes",
        ),
    ];
    for (name, text, why) in cases {
        let file = folder.join(name);
        std::fs::write(&file, text).expect("written");
        let (status, errors, table) = checked(&file);
        assert_eq!(status, Some(1), "{name}: {errors:.400}");
        assert!(table.contains(why) && table.contains("1 of 15 levels"), "{name}: {table}");
    }
}

#[test]
fn as_much_as_fits_is_read() {
    let folder = folder("as_much_as_fits");
    let file = folder.join("notes.json");
    let pack = pack(|pack| {
        pack["notes"] = json!("é".repeat(100_000));
        pack["levels"][0]["title"] = json!("t".repeat(500));
    });
    std::fs::write(&file, pack).expect("written");
    super::printed(&["solve", &format!("{}#1", file.display())], 0);
}

/// Output can be read again, and only files are written.
#[test]
fn only_files_are_written_and_protected_ones_are_left_alone() {
    let folder = folder("protected");
    let (pack, out) = ("assets/packs/refraction.json#1", folder.join("out.svg"));
    super::printed(&["render", pack, text(&out)], 0);
    let mut permissions = std::fs::metadata(&out).expect("a file").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&out, permissions).expect("set");
    let before = std::fs::read(&out).expect("a file");
    let errors = super::refused(&["render", pack, text(&out), "--dark"]);
    assert!(errors.contains("this file exists already"), "{errors}");
    assert_eq!(std::fs::read(&out).expect("a file"), before);
    super::printed(&["render", pack, text(&out), "--dark", "--force"], 0);
    assert_ne!(std::fs::read(&out).expect("a file"), before);
    assert!(std::fs::metadata(&out).expect("a file").permissions().readonly());
    #[cfg(unix)]
    {
        let link = folder.join("link.svg");
        std::os::unix::fs::symlink("nowhere.svg", &link).expect("a link");
        let errors = super::refused(&["render", pack, text(&link)]);
        assert!(errors.contains("this link leads nowhere"), "{errors}");
        assert!(std::fs::symlink_metadata(&link).expect("a link").is_symlink());
        let pipe = folder.join("pipe.svg");
        let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().expect("cat");
        super::printed(&["render", pack, text(&pipe)], 0);
        let read = reader.wait_with_output().expect("cat ends").stdout;
        assert!(String::from_utf8_lossy(&read).contains("</svg>"));
        assert!(!std::fs::metadata(&pipe).expect("a pipe").is_file());
    }
}
