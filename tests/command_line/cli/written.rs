//! What verbs write: never over a file without being told to, and into the pack that was read without
//! losing anything of it.

use super::*;

/// Three levels with all that a pack may say; the second one has a single completion.
const THREE: &str = r#"{ "foolproof": 1, "title": "Three", "author": "A. N. Other", "notes": "kept\nas is",
  "levels": [
    { "game": "sudoku", "title": "First", "author": "x", "tags": ["t"], "notes": "n",
      "board": { "cols": 4, "rows": 4 }, "painted": { "cell(0,0)": "1" },
      "concept": "needs(3)", "policy": { "unique": "no" } },
    { "game": "refraction", "title": "Second", "author": "y", "tags": ["u"], "notes": "m",
      "concept": "used(bender,1)", "board": { "cols": 3, "rows": 2, "tray": 1 },
      "painted": { "tray(0)": "bender(s,e)", "cell(1,1)": "source(n,1,1)" },
      "locked": { "cell(0,0)": "source(e,1,1)", "cell(2,0)": "target(w,1,1)" } },
    { "game": "linjat", "title": "Third", "board": { "cols": 2, "rows": 1 },
      "painted": { "cell(0,0)": "2", "cell(1,0)": "dot" } } ] }"#;

fn three(folder: &Path) -> PathBuf {
    let path = folder.join("three.json");
    fs::write(&path, THREE).expect("written");
    path
}

/// Whether the pack is the one above but for its second level, and that one changed.
fn only_the_second_changed(path: &Path) {
    let (before, after) =
        (Pack::from_json(THREE).expect("a pack"), Pack::load(path).expect("a pack"));
    let head = |pack: &Pack| (pack.title.clone(), pack.author.clone(), pack.notes.clone());
    assert_eq!(head(&before), head(&after));
    assert_eq!(after.levels.len(), 3);
    assert_eq!((&before.levels[0], &before.levels[2]), (&after.levels[0], &after.levels[2]));
    let (old, new) = (&before.levels[1], &after.levels[1]);
    assert_ne!(old, new);
    let said = |level: &Level| (level.title.clone(), level.author.clone(), level.tags.clone());
    // What a designer allows or forbids is appended to her notes.
    assert!(new.notes.starts_with(&old.notes), "{}", new.notes);
    assert_eq!((said(old), old.policy), (said(new), new.policy));
}

/// The verbs that give a level in another state, and how they end on the second level.
const CHANGES: [(&[&str], i32); 3] =
    [(&["verify", "--allow"], 1), (&["solve", "--forbid", "1"], 0), (&["minimise"], 0)];

#[test]
fn a_level_is_changed_in_its_pack_and_nothing_else() {
    let folder = folder("in_place");
    let path = three(&folder);
    let level = format!("{}#2", text(&path));
    for (verb, status) in CHANGES {
        three(&folder);
        // The painted source is not needed where any way will do.
        let needs = THREE.replace("used(bender,1)", "any");
        let any = verb[0] == "minimise";
        if any {
            fs::write(&path, needs).expect("written");
        }
        let args = [&verb[..1], &[&level], &verb[1..], &["--out", text(&path)]].concat();
        printed(&args, status);
        match any {
            true => assert_eq!(Pack::load(&path).expect("a pack").levels.len(), 3, "{verb:?}"),
            false => only_the_second_changed(&path),
        }
    }
    // Selected by its title; completing it requires a removal.
    three(&folder);
    let level = format!("{}#Second", text(&path));
    let locked =
        "\"tray(0)\": \"bender(s,e)\", \"cell(1,1)\": \"source(n,1,1)\" },\n      \"locked\": {";
    let open =
        "\"cell(1,1)\": \"source(n,1,1)\" },\n      \"locked\": { \"tray(0)\": \"bender(s,e)\",";
    let completable = THREE.replace(locked, open).replace("\"cell(0,0)\": \"source(e,1,1)\", ", "");
    fs::write(&path, &completable).expect("written");
    let args = ["complete", &level, "-o", text(&path)];
    printed(&args, 0);
    only_the_second_changed(&path);
}

#[test]
fn the_pack_is_known_by_every_way_to_its_name() {
    let folder = folder("other_names");
    let path = three(&folder);
    let level = format!("{}#2", text(&path));
    let forbid = |out: &Path| printed(&["solve", &level, "--forbid", "1", "-o", text(out)], 0);
    let round = folder.join("..").join("other_names").join(".").join("three.json");
    forbid(&round);
    only_the_second_changed(&path);
    three(&folder);
    #[cfg(unix)]
    {
        let (link, linked) = (folder.join("link.json"), folder.join("folder"));
        std::os::unix::fs::symlink("three.json", &link).expect("a link");
        std::os::unix::fs::symlink(".", &linked).expect("a link");
        forbid(&link);
        only_the_second_changed(&path);
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        three(&folder);
        // The other way round: read through a link, written by its name.
        let level = format!("{}#2", text(&linked.join("link.json")));
        printed(&["solve", &level, "--forbid", "1", "-o", text(&path)], 0);
        only_the_second_changed(&path);
    }
}

#[test]
fn new_levels_go_behind_those_of_the_pack_that_they_are_made_from() {
    let folder = folder("behind");
    let path = three(&folder);
    let level = format!("{}#2", text(&path));
    let made = ["generate", "refraction", "--from", &level, "--concept", "any", "-n", "1"];
    printed(&[&made[..], &["-o", text(&path)]].concat(), 0);
    let (before, after) =
        (Pack::from_json(THREE).expect("a pack"), Pack::load(&path).expect("a pack"));
    assert_eq!(after.title, "Three");
    assert_eq!(after.levels.len(), 4);
    assert_eq!(after.levels[..3], before.levels[..]);
    assert_eq!(after.levels[3].title, "Generated 1");
    let third = format!("{}#3", text(&path));
    let made = ["optimize", "--around", &third, "--numbers", "1", "--steps", "20"];
    let output = run(&[&made[..], &["-o", text(&path)]].concat());
    let least = 4 + usize::from(output.status.code() == Some(0));
    let pack = Pack::load(&path).expect("a pack");
    assert!(pack.levels.len() >= least && pack.levels[..3] == before.levels[..]);
}

/// Every verb that writes, with what it writes to behind it.
fn writers(level: &str) -> Vec<Vec<&str>> {
    let common: [&[&str]; 9] = [
        &["complete", level, "-o"],
        &["minimise", level, "-o"],
        &["verify", level, "--allow", "-o"],
        &["solve", level, "--forbid", "1", "-o"],
        &["generate", "refraction", "--size", "3x3", "-o"],
        &["orthogonality", "--type", "singleton", "--size", "2x2", "-o"],
        &["mine", "--pieces", "3", "--size", "3x3", "-o"],
        &["optimize", "--tier", "easy", "--steps", "10", "-o"],
        &["convert", level],
    ];
    common.iter().map(|args| args.to_vec()).collect()
}

#[test]
fn a_file_that_is_there_stays_without_force() {
    let folder = folder("force");
    let path = three(&folder);
    let level = format!("{}#2", text(&path));
    let there = folder.join("there.json");
    for args in writers(&level) {
        fs::write(&there, "mine").expect("written");
        let why = refused(&[&args[..], &[text(&there)]].concat());
        assert!(why.contains("this file exists already; --force"), "{args:?}: {why}");
        assert_eq!(fs::read_to_string(&there).expect("there"), "mine", "{args:?}");
    }
    let picture = folder.join("there.svg");
    fs::write(&picture, "mine").expect("written");
    assert!(refused(&["render", &level, text(&picture)]).contains("--force"));
    assert_eq!(fs::read_to_string(&picture).expect("there"), "mine");
    printed(&["render", &level, text(&picture), "--force"], 0);
    assert!(fs::read_to_string(&picture).expect("there").starts_with("<svg"));
    printed(&["convert", &level, text(&there), "--force"], 0);
    let alone = Pack::load(&there).expect("a pack");
    // The level alone, but under the names of its pack.
    assert_eq!((alone.levels.len(), alone.title.as_str()), (1, "Three"));
    printed(&["solve", &level, "--forbid", "1", "-o", text(&there), "--force"], 0);
    assert_eq!(Pack::load(&there).expect("a pack").title, "Three");
    assert_eq!(fs::read_to_string(&path).expect("there"), THREE);
}

#[test]
fn a_place_that_takes_nothing_is_refused_before_the_work() {
    let folder = folder("places");
    let path = three(&folder);
    let level = format!("{}#2", text(&path));
    let nowhere = folder.join("no").join("such.json");
    for (out, why) in [(nowhere.as_path(), "there is no folder"), (&folder, "this is a folder")] {
        for args in writers(&level) {
            if args[0] == "convert" {
                continue;
            }
            let said = refused(&[&args[..], &[text(out)]].concat());
            assert!(said.contains(why), "{args:?}: {said}");
        }
    }
    let read_only = |is: bool| {
        let mut permissions = fs::metadata(&path).expect("there").permissions();
        permissions.set_readonly(is);
        fs::set_permissions(&path, permissions).expect("set");
    };
    read_only(true);
    let protected = refused(&["solve", &level, "--forbid", "1", "-o", text(&path)]);
    assert!(protected.contains("the file is read-only; --force overwrites it"), "{protected}");
    read_only(false);
    assert_eq!(fs::read_to_string(&path).expect("there"), THREE);
    let alone = refused(&["solve", &level, "-o", text(&folder.join("new.json"))]);
    assert!(alone.contains("--forbid"), "{alone}");
    let alone = refused(&["verify", &level, "-o", text(&folder.join("new.json"))]);
    assert!(alone.contains("--allow"), "{alone}");
    let one = text(&path);
    let same = refused(&["optimize", "--resume", one, "-o", one, "--force"]);
    assert!(same.contains("name the same file"), "{same}");
    // Another program's file cannot receive a level.
    let lines = folder.join("lines.txt");
    let puzzles = format!("{}\n{}\n", ".".repeat(81), ".".repeat(81));
    fs::write(&lines, &puzzles).expect("written");
    let level = format!("{}#2", text(&lines));
    let why = refused(&["minimise", &level, "-o", text(&lines), "--force"]);
    assert!(why.contains("another program's file"), "{why}");
    assert_eq!(fs::read_to_string(&lines).expect("there"), puzzles);
}

#[test]
fn standard_output_takes_levels_and_the_report_steps_aside() {
    let folder = folder("standard");
    let path = three(&folder);
    let level = format!("{}#2", text(&path));
    let output = run(&["solve", &level, "--forbid", "1", "-o", "-"]);
    assert_eq!(output.status.code(), Some(0));
    let pack = Pack::from_json(&String::from_utf8_lossy(&output.stdout)).expect("a pack");
    assert_eq!((pack.levels.len(), pack.title.as_str()), (1, "Three"));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("Solutions: "));
    let both = refused(&["solve", &level, "--forbid", "1", "-o", "-", "--json"]);
    assert!(both.contains("--json and - would both"), "{both}");
    // From standard input to standard output, the whole pack goes through.
    let mut child = command(&["solve", "--forbid", "1", "-o", "-", "--", "-#2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(THREE.as_bytes()).expect("written");
    let through = child.wait_with_output().expect("ended").stdout;
    fs::write(&path, through).expect("written");
    only_the_second_changed(&path);
}

#[cfg(unix)]
#[test]
fn a_pipe_takes_levels_and_stays_a_pipe() {
    use std::os::unix::fs::FileTypeExt as _;
    let folder = folder("pipe");
    let level = format!("{}#2", text(&three(&folder)));
    let pipe = folder.join("pipe.json");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("a pack")
    });
    printed(&["solve", &level, "--forbid", "1", "-o", text(&pipe)], 0);
    assert!(fs::symlink_metadata(&pipe).expect("there").file_type().is_fifo());
    assert_eq!(Pack::from_json(&reader.join().expect("read")).expect("a pack").levels.len(), 1);
}

#[test]
fn without_a_level_no_pack_is_written() {
    let out = folder("no_level").join("none.json");
    // No board of one penguin has a solution.
    let output = run(&["mine", "--pieces", "1", "--size", "3x3", "-o", text(&out)]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!out.exists(), "{said}");
}

/// A level whose title moves the cursor, turns the text and ends the line.
fn loud() -> String {
    THREE.replace("\"Second\"", r#""A\u001b[2J\u009b31m\u202eB\nAll 9 levels meet their policy.""#)
}

#[test]
fn what_hides_in_a_title_is_written_out() {
    let folder = folder("loud");
    let path = folder.join("loud.json");
    fs::write(&path, loud()).expect("written");
    let hidden =
        |text: &str| text.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}');
    let output = run(&["check", text(&path)]);
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!hidden(&table), "{table:?}");
    assert!(table.contains(r"A[2J31m\u202eB All 9"), "{table}");
    assert_eq!(table.lines().filter(|line| line.contains("policy.")).count(), 2, "{table}");
    let solved = String::from_utf8(run(&["solve", text(&path)]).stdout).expect("UTF-8");
    assert!(!hidden(&solved) && solved.contains("A[2J"), "{solved:?}");
    for args in [&["verify", text(&path)][..], &["solve", &format!("{}#9", text(&path))]] {
        let why = refused(args);
        assert!(!hidden(&why) && why.contains("A[2J"), "{why:?}");
    }
    let away = folder.join("away.fling");
    let output = run(&["convert", text(&path), text(&away)]);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!hidden(&said) && said.lines().count() == 3, "{said:?}");
    // Control characters are taken out when a file is read; an override of the direction stays.
    let document = json(&["solve", &format!("{}#2", text(&path))], 0);
    assert_eq!(document["title"], "A[2J31m\u{202e}B All 9 levels meet their policy.");
    let raw = printed(&["solve", &format!("{}#2", text(&path)), "--json"], 0);
    assert!(!hidden(&raw), "{raw:?}");
    let out = folder.join("again.json");
    printed(&["solve", &format!("{}#2", text(&path)), "--forbid", "1", "-o", text(&out)], 0);
    assert!(Pack::load(&out).expect("a pack").levels[0].title.contains("A[2J"));
    let word = refused(&["frob\u{1b}[2Jnicate"]);
    assert!(!hidden(&word), "{word:?}");
    let option = refused(&["generate", "\u{1b}[2J"]);
    assert!(!hidden(&option), "{option:?}");
}

#[cfg(unix)]
#[test]
fn a_path_of_any_bytes_is_read_as_it_is_written() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder("bytes");
    let path = folder.join(OsStr::from_bytes(b"n\xff\xfe.json"));
    let status = |args: &[&OsStr]| {
        let output = command(&[]).args(args).output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let word = OsStr::new;
    let from = three(&folder);
    let (path, from) = (path.as_os_str(), from.as_os_str());
    assert_eq!(status(&[word("convert"), from, path]), (Some(0), String::new()));
    let mut second = path.to_owned();
    second.push("#Second");
    for verb in ["solve", "explain", "rate", "program", "minimise", "complete"] {
        let (code, said) = status(&[word(verb), &second]);
        assert!(code.is_some_and(|code| code < 2), "{verb}: {said}");
    }
    let (code, said) = status(&[word("check"), path]);
    assert!(code.is_some_and(|code| code < 2), "{said}");
    let forbid = [word("solve"), &second, word("--forbid"), word("1"), word("-o"), path];
    assert_eq!(status(&forbid), (Some(0), String::new()));
    only_the_second_changed(Path::new(path));
    let rules = folder.join(OsStr::from_bytes(b"r\xff.lp"));
    fs::write(&rules, TAGGED).expect("written");
    assert_eq!(status(&[word("shortcut-free"), rules.as_os_str()]).0, Some(0));
    assert_eq!(
        status(&[word("generate"), word("refraction"), word("--program"), word("--from"), &second])
            .0,
        Some(0)
    );
}

/// The second level with the designer's own rules instead of its concept.
fn with_rules(rules: &str) -> String {
    let concept = format!("asp({})", Value::from(rules));
    let quoted = Value::from(concept).to_string();
    THREE.replace("\"used(bender,1)\"", &quoted)
}

#[test]
fn a_fault_in_rules_of_ones_own_is_told_where_it_is() {
    let folder = folder("rules");
    let path = folder.join("rules.json");
    let level = format!("{}#2", text(&path));
    for (rules, place) in [
        // Without the last dot, the rules would go on in what is joined behind them.
        ("wanted :- play(S,M)", "concept, line 1, column 20"),
        ("wanted :- play(S,M),\n  not", "concept, line 2, column 6"),
        ("% ä\nwanted :- play(S,\"ä\"), .", "concept, line 2, column 24"),
        ("wanted :- x.\nwanted :- play(S,M).\n", "concept, line 1, column 1"),
        ("wanted :- spare.\nwanted :- play(S,M), T < 2.\n", "concept, line 2, column 1"),
        ("wanted. %* never ends", "concept, line 1, column "),
    ] {
        fs::write(&path, with_rules(rules)).expect("written");
        let questions: [&[&str]; 6] = [
            &["verify", &level],
            &["complete", &level],
            &["explain", &level],
            &["check", text(&path)],
            &["generate", "refraction", "--from", &level],
            &["minimise", &level],
        ];
        for args in questions {
            let output = run(args);
            let said = String::from_utf8_lossy(&output.stderr).into_owned()
                + &String::from_utf8_lossy(&output.stdout);
            if args[0] != "minimise" {
                assert!(said.contains(place), "{rules:?}, {args:?}: {said}");
            }
            for other in ["completion, line", "design.lp, line", "shape, line", "formula, line"] {
                assert!(!said.contains(other), "{rules:?}, {args:?}: {said}");
            }
        }
    }
    // Of several files of a program, too.
    let (one, two) = (folder.join("one.lp"), folder.join("two.lp"));
    fs::write(&one, "{ left(1..2) }").expect("written");
    fs::write(&two, TAGGED).expect("written");
    let why = refused(&["shortcut-free", text(&one), text(&two)]);
    assert!(why.contains("one.lp, line 1, column 15"), "{why}");
}
