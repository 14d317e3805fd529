//! Levels from one format to another: what can be read or written is, and the rest is named.

use super::*;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// What a conversion says: its standard output, and the lines of standard error.
fn converted(args: &[&str], status: i32) -> (String, Vec<String>) {
    let output = run(&[&["convert"], args].concat());
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(status), "{args:?}: {errors}");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    (said, errors.lines().map(str::to_owned).collect())
}

/// So many different puzzles, a line each.
fn puzzles(path: &Path, count: usize) {
    let line = |n: usize| {
        let mut cells = PUZZLE.to_owned();
        let at = cells.match_indices(|c: char| c != '.').nth(n).expect("a digit").0;
        cells.replace_range(at..=at, ".");
        cells + "\n"
    };
    fs::write(path, (0..count).map(line).collect::<String>()).expect("written");
}

fn marks(path: &Path) -> Vec<Vec<(Site, Mark)>> {
    let pack = Pack::load(path).expect("a pack");
    let of = |level: &Level| level.marks().map(|(site, mark)| (site, mark.clone())).collect();
    pack.levels.iter().map(|level| of(level)).collect()
}

#[test]
fn several_puzzles_go_to_every_format_of_sudoku_and_come_back() {
    let folder = folder("several");
    let (lines, pack) = (folder.join("lines.txt"), folder.join("pack.json"));
    puzzles(&lines, 11);
    assert_eq!(
        converted(&[text(&lines), text(&pack)], 0).0,
        format!("11 levels written to {}\n", pack.display())
    );
    for ending in ["txt", "sudoku", "sdm", "url", "fpuzzles", "SDM"] {
        let (out, back) = (folder.join("out").with_extension(ending), folder.join("back.json"));
        converted(&[text(&pack), text(&out)], 0);
        assert!(!fs::read_to_string(&out).expect("a file").contains("foolproof"), "{ending}");
        converted(&[text(&out), text(&back), "--force"], 0);
        assert_eq!(marks(&back), marks(&pack), "{ending}");
    }
    // One a file: what its own program can open.
    let out = folder.join("one.sdk");
    let (said, _) = converted(&[text(&pack), text(&out)], 0);
    assert!(said.contains("one-01.sdk … ") && said.contains("one-11.sdk, one file each"), "{said}");
    assert!(!out.exists());
    let seventh = folder.join("seventh.json");
    converted(&[text(&folder.join("one-07.sdk")), text(&seventh)], 0);
    assert_eq!(marks(&seventh)[0], marks(&pack)[6]);
    assert!(
        refused(&["convert", text(&pack), text(&out)]).contains("one-01.sdk: this file exists")
    );
    assert!(
        refused(&["convert", text(&pack), "-", "--to", "sdk"]).contains("one level in each file")
    );
    // One level of the pack, and one of another program's file.
    converted(&[&format!("{}#3", text(&pack)), text(&out)], 0);
    let third = folder.join("third.json");
    converted(&[text(&out), text(&third)], 0);
    assert_eq!(marks(&third), [marks(&pack)[2].clone()]);
    converted(&[&format!("{}#4", text(&lines)), text(&third), "--force"], 0);
    assert_eq!(marks(&third), [marks(&pack)[3].clone()]);
}

#[test]
fn the_name_of_the_file_says_its_format() {
    let folder = folder("endings");
    let out = |name: &str| folder.join(name);
    let has = |name: &str, start: &str| {
        let written = fs::read_to_string(out(name)).expect("a file");
        assert!(written.starts_with(start), "{name}: {written}");
    };
    let fling = "assets/packs/penguin_push.json#1";
    converted(&[fling, text(&out("a.fling"))], 0);
    converted(&[fling, text(&out("a.txt"))], 0);
    has("a.fling", "Hash:");
    has("a.txt", "Hash:");
    converted(&["assets/packs/witness.json#1", text(&out("b.txt"))], 0);
    assert!(fs::read_to_string(out("b.txt")).expect("a file").ends_with("_0\n"));
    converted(&["assets/packs/linjat.json#1", text(&out("c.jsonl"))], 0);
    has("c.jsonl", "{\n  \"");
    converted(&["assets/packs/linjat.json#1", text(&out("c.json"))], 0);
    has("c.json", "{\n  \"foolproof\": 1");
    converted(&["assets/packs/linjat.json#1", text(&out("d.json")), "--to", "linjat-json"], 0);
    let why = refused(&["convert", fling, text(&out("a.xyz"))]);
    assert!(
        why.contains("choose one with --to: foolproof (.json), linjat-json (.json, .jsonl)"),
        "{why}"
    );
    assert!(why.contains("sdm (.sdm)"), "{why}");
    assert!(refused(&["convert", fling, text(&out("noending"))]).contains("choose one with --to"));
    // The name says Sudoku, but the level is not one.
    let (said, errors) = converted(&[fling, text(&out("a.sdm"))], 1);
    assert_eq!(said, "0 of 1 levels written; 1 was not\n");
    assert!(errors[0].contains("sdm holds no levels of Penguin Push"), "{errors:?}");
    assert!(!out("a.sdm").exists());
    let pack: Value = serde_json::from_str(&converted(&[fling, "-"], 0).0).expect("a pack");
    assert_eq!(pack["foolproof"], 1);
    let why = refused(&["convert", text(&out("c.json")), text(&out("c.json")), "--force"]);
    assert!(why.contains("this is the input file"), "{why}");
}

#[test]
fn a_level_that_a_format_lacks_is_named_and_the_others_are_written() {
    let folder = folder("partly");
    let (pack, out, back) =
        (folder.join("pack.json"), folder.join("out.txt"), folder.join("back.json"));
    let level = |title: &str, mark: &str| {
        format!(
            r#"{{"game":"witness","title":"{title}","board":{{"cols":2,"rows":1}},
                "painted":{{"cell(0,0)":"{mark}"}}}}"#
        )
    };
    let levels = [
        level("One", "square(black)"),
        level("Two", "rule(red,x0111,eq,1)"),
        level("Three", "star(blue)"),
    ];
    let other = r#"{"game":"sudoku","title":"Four","board":{"cols":9,"rows":9}}"#;
    let whole = format!(r#"{{"foolproof":1,"levels":[{},{other}]}}"#, levels.join(","));
    fs::write(&pack, whole).expect("written");
    for format in ["windmill", "witnesspuzzles"] {
        let to = [text(&pack), text(&out), "--to", format, "--force"];
        let (said, errors) = converted(&to, 1);
        let (written, lost) = (said.lines().next(), said.lines().nth(1).unwrap_or_default());
        let sentence = format!("2 of 4 levels written to {}; 2 were not", out.display());
        assert_eq!(written, Some(&*sentence));
        // The other one keeps their names.
        let no_titles = "windmill keeps no titles: 2 levels lose something";
        assert_eq!(lost, if format == "windmill" { no_titles } else { "" });
        assert_eq!(errors.len(), 2, "{errors:?}");
        assert!(errors[0].starts_with("foolproof: level 2 (Two): R1C1: "), "{errors:?}");
        let why = format!("foolproof: level 4 (Four): {format} holds no levels of Sudoku");
        assert_eq!(errors[1], why);
        converted(&[text(&out), text(&back), "--force"], 0);
        let marks: Vec<String> =
            marks(&back).concat().iter().map(|(_, mark)| mark.to_string()).collect();
        assert!(marks.contains(&"star(blue)".to_owned()), "{marks:?}");
        assert_eq!(Pack::load(&back).expect("a pack").levels.len(), 2);
    }
    let output =
        run(&["convert", text(&pack), text(&out), "--to", "windmill", "--force", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&document["written"], &document["holds"]), (&2.into(), &false.into()));
    assert_eq!(document["levels"][1]["title"], "Two");
    assert!(document["levels"][1]["file"].is_null() && document["levels"][1]["why"].is_string());
    assert_eq!(document["levels"][2]["file"], text(&out));
}

#[test]
fn a_level_that_cannot_be_read_is_named_and_the_others_are() {
    let folder = folder("damaged_lines");
    let (lines, pack) = (folder.join("lines.txt"), folder.join("pack.json"));
    puzzles(&lines, 3);
    let whole = fs::read_to_string(&lines).expect("lines");
    let mut rows: Vec<String> = whole.lines().map(str::to_owned).collect();
    rows[1].replace_range(4..5, "x");
    fs::write(&lines, rows.join("\n")).expect("written");
    let (said, errors) = converted(&[text(&lines), text(&pack)], 1);
    assert_eq!(said, format!("2 of 3 levels written to {}; 1 was not\n", pack.display()));
    assert_eq!(
        errors,
        ["foolproof: level 2: line 2, column 5: `x` is neither a digit nor `.` for an empty cell"]
    );
    assert_eq!(Pack::load(&pack).expect("a pack").levels.len(), 2);
    // Each keeps its number, for other verbs too.
    printed(&["solve", &format!("{}#3", text(&lines))], 0);
    assert!(refused(&["solve", &format!("{}#2", text(&lines))]).contains("line 2, column 5"));
    let output = run(&["check", text(&lines), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let passes: Vec<&Value> =
        document["levels"].as_array().expect("levels").iter().map(|row| &row["passes"]).collect();
    assert_eq!(passes, [true, false, true]);
    assert!(document["levels"][1]["fault"].as_str().is_some_and(|why| why.contains("column 5")));
    let table = printed(&["check", text(&lines)], 1);
    assert!(table.contains("lines.txt, level 2: line 2, column 5"), "{table}");
    fs::write(&lines, &rows[1]).expect("written");
    let alone = ["convert", text(&lines), text(&pack), "--force", "--from", "sudoku-lines"];
    assert!(refused(&alone).contains("line 1, column 5"));
}

#[test]
fn a_pack_without_a_level_is_not_converted() {
    let folder = folder("empty");
    let (pack, out) = (folder.join("pack.json"), folder.join("out.any"));
    fs::write(&pack, r#"{"foolproof":1,"levels":[]}"#).expect("written");
    for format in [
        "foolproof", "linjat-json", "fling", "windmill", "witnesspuzzles", "sdm", "sdk",
        "f-puzzles",
    ] {
        let why = refused(&["convert", text(&pack), text(&out), "--to", format]);
        assert!(why.contains("there is no level to convert"), "{why}");
        assert!(!out.exists(), "{format}");
    }
}

#[test]
fn a_damaged_level_of_a_pack_is_named_with_its_place_and_the_others_are_written() {
    let folder = folder("damaged_pack");
    let (pack, out) = (folder.join("pack.json"), folder.join("out.json"));
    let whole = fs::read_to_string(PACK).expect("a pack");
    let broken = whole.replacen("\"cols\": 6", "\"cols\": \"six\"", 1);
    fs::write(&pack, &broken).expect("written");
    let line = broken.lines().position(|line| line.contains("six")).expect("a line") + 1;
    let (said, errors) = converted(&[text(&pack), text(&out)], 1);
    assert_eq!(said, format!("14 of 15 levels written to {}; 1 was not\n", out.display()));
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains(&format!(": line {line}, column ")), "{errors:?}");
    assert!(errors[0].contains("in `levels["), "{errors:?}");
    let (kept, all) = (Pack::load(&out).expect("a pack"), Pack::load(Path::new(PACK)).expect("it"));
    assert_eq!((kept.levels.len(), &kept.title), (14, &all.title));
    assert!(kept.levels.iter().all(|level| all.levels.contains(level)));
    // A site that is painted twice is damage too, in a file without a line end as well.
    let twice = r#"{"foolproof":1,"title":"T","levels":[{"game":"sudoku","board":{"cols":4,"rows":4},
        "painted":{"cell(0,0)":"1"}},{"game":"sudoku","board":{"cols":4,"rows":4},"painted":
        {"cell(0,0)":"1","cell(0,0)":"2"}}]}"#;
    fs::write(&pack, twice.replace("\n        ", "")).expect("written");
    let (said, errors) = converted(&[text(&pack), text(&out), "--force"], 1);
    assert!(said.starts_with("1 of 2 levels written"), "{said}");
    assert!(errors[0].starts_with("foolproof: level 2: line 1, column 1"), "{errors:?}");
    // An error outside the levels is reported for the whole file; an error in a level, only for
    // that one.
    fs::write(&pack, broken.replace("\"foolproof\": 1", "\"foolproof\": 9")).expect("written");
    let args = ["convert", text(&pack), text(&out), "--force"];
    assert!(refused(&args).contains("has format 9"));
    fs::write(&pack, &broken).expect("written");
    assert!(printed(&["check", text(&pack)], 1).contains("levels["));
}

#[test]
fn what_a_format_lacks_is_said_and_a_dry_run_writes_nothing() {
    let folder = folder("lacks");
    let (pack, out) = (folder.join("pack.json"), folder.join("out.sdm"));
    let level = |title: &str, more: &str| {
        format!(
            r#"{{"game":"sudoku","title":"{title}","board":{{"cols":4,"rows":4}}{more},
                "painted":{{"cell(0,0)":"1"}},"locked":{{"cell(1,0)":"2","cell(2,0)":null}}}}"#
        )
    };
    let first = level("Named", r#","author":"A. Setter","tags":["easy"]"#);
    fs::write(&pack, format!(r#"{{"foolproof":1,"levels":[{first}]}}"#)).expect("written");
    let (said, errors) = converted(&[text(&pack), text(&out), "--dry-run"], 0);
    assert!(errors.is_empty() && !out.exists());
    let lacks =
        "sdm keeps no titles, no authors, no tags, no locks and no cells marked to stay empty";
    assert_eq!(said, format!("1 level would be written to {}\n{lacks}\n", out.display()));
    let (said, _) = converted(&[text(&pack), text(&out)], 0);
    assert!(said.ends_with(&format!("{lacks}\n")) && out.exists(), "{said}");
    // f-puzzles has titles and authors.
    let other = folder.join("out.fpuzzles");
    let (said, _) = converted(&[text(&pack), text(&other)], 0);
    assert!(
        said.ends_with("f-puzzles keeps no tags, no locks and no cells marked to stay empty\n"),
        "{said}"
    );
    let output = run(&["convert", text(&pack), text(&other), "--force", "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        document["levels"][0]["loses"],
        serde_json::json!(["tags", "locks", "cells marked to stay empty"])
    );
    // A pack keeps everything.
    let copy = folder.join("copy.json");
    assert_eq!(converted(&[text(&pack), text(&copy)], 0).0.lines().count(), 1);
}

/// Three orange stars and an orange eraser: in the game it vanishes with one of them.
#[test]
fn whose_rules_a_panel_follows_is_set_and_an_export_says_where_it_matters() {
    let folder = folder("reading");
    let (pack, link) = (folder.join("pack.json"), folder.join("out.txt"));
    let level = r#"{"game":"witness","title":"Three stars","board":{"cols":2,"rows":2},
        "painted":{"cell(0,0)":"star(orange)","cell(1,0)":"star(orange)",
        "cell(0,1)":"star(orange)","cell(1,1)":"eraser(orange)"}}"#;
    fs::write(&pack, format!(r#"{{"foolproof":1,"levels":[{level}]}}"#)).expect("written");
    let said = printed(&["solve", text(&pack)], 0);
    assert!(said.contains("Solutions by the rules of the game: exactly 2"), "{said}");
    let (_, errors) = converted(&[text(&pack), text(&link)], 0);
    let warning = "Windmill reads erasers otherwise than the game: lines that solve it are 0 there and 2 here";
    assert!(errors.iter().any(|line| line.contains(warning)), "{errors:?}");
    let site = folder.join("site.json");
    let args = [text(&pack), text(&site), "--to", "witnesspuzzles"];
    assert_eq!(converted(&args, 0).1, Vec::<String>::new());
    // A link comes back with the rules that it was made for.
    let back = folder.join("back.json");
    converted(&[text(&link), text(&back)], 0);
    let said = printed(&["solve", text(&back)], 1);
    assert!(said.contains("Solutions by the rules of Windmill: exactly 0"), "{said}");
    let again = folder.join("again.json");
    converted(&[text(&back), text(&again), "--set", "reading=the game"], 0);
    let said = printed(&["solve", text(&again)], 0);
    assert!(said.contains("by the rules of the game: exactly 2"), "{said}");
    let why = refused(&["convert", text(&back), "-", "--set", "reading=mine"]);
    assert!(why.contains("reading is one of: the game, Windmill"), "{why}");
    let why = refused(&["convert", text(&back), "-", "--set", "stars=2"]);
    assert!(why.contains("no level here has a number `stars`"), "{why}");
}

#[test]
fn the_link_of_a_puzzle_stands_where_a_file_does() {
    let folder = folder("address");
    let star_battle = "https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk";
    let pack = folder.join("pack.json");
    converted(&[star_battle, text(&pack)], 0);
    assert_eq!(Pack::load(&pack).expect("a pack").levels[0].game, "starbattle");
    let solved = run(&["solve", star_battle]);
    let said = String::from_utf8_lossy(&solved.stdout);
    assert!(said.contains("exactly 1 ("), "{said}");
    let no_level = refused(&["solve", "https://example.com/p?nothing"]);
    assert!(no_level.contains("https://example.com/p?nothing"), "{no_level}");
}

#[test]
fn a_format_of_several_games_is_one_format() {
    let folder = folder("several");
    let (links, pack) = (folder.join("in.url"), folder.join("pack.json"));
    let two = "https://puzz.link/p?nurikabe/4/4/g2o3j\nhttps://puzz.link/p?slither/4/4/bgdh27271\n";
    fs::write(&links, two).expect("written");
    converted(&[text(&links), text(&pack)], 0);
    let mut levels: Value =
        serde_json::from_str(&fs::read_to_string(&pack).expect("text")).expect("JSON");
    let other = r#"{"game":"penguin_push","title":"Third","board":{"cols":3,"rows":3}}"#;
    let all = levels["levels"].as_array_mut().expect("levels");
    all.push(serde_json::from_str(other).expect("JSON"));
    fs::write(&pack, levels.to_string()).expect("written");
    // The ending says it, as for one game.
    let back = folder.join("back.url");
    let (said, errors) = converted(&[text(&pack), text(&back)], 1);
    assert!(said.starts_with("2 of 3 levels written"), "{said}");
    assert!(errors[0].contains("level 3 (Third): puzz.link holds no levels of Penguin Push"));
    assert_eq!(fs::read_to_string(&back).expect("a file"), two);
    let why = refused(&["convert", text(&pack), "-", "--to", "nothing"]);
    assert_eq!(why.matches("puzz.link").count(), 1, "{why}");
}

#[test]
fn a_link_that_would_leave_out_rows_is_not_written_and_says_what_it_would_keep() {
    let folder = folder("wide_margins");
    let pack = folder.join("pack.json");
    let level = r#"{"game":"nonogram","title":"Wide","board":{"cols":9,"rows":9},
        "settings":{"at_left":4,"on_top":4},
        "painted":{"cell(3,4)":"clue(2)","cell(4,3)":"clue(1)"}}"#;
    fs::write(&pack, format!(r#"{{"foolproof":1,"levels":[{level}]}}"#)).expect("written");
    let (_, errors) = converted(&[text(&pack), text(&folder.join("wide.url"))], 1);
    assert!(errors[0].contains("puzz.link would keep 6x6 of its 9x9 cells"), "{errors:?}");
}
