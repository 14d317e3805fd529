//! `replace`: marks that are found and replaced in levels of a pack.

use super::*;

const PANELS: &str = r#"{ "foolproof": 1, "title": "Panels", "levels": [
    { "game": "witness", "title": "One", "board": { "cols": 2, "rows": 1 },
      "painted": { "cell(0,0)": "square(black)", "vertex(1,0)": "dot" },
      "locked": { "cell(1,0)": "square(black)" } },
    { "game": "linjat", "title": "Two", "board": { "cols": 3, "rows": 1 },
      "painted": { "cell(0,0)": "3", "cell(1,0)": "dot", "cell(2,0)": "dot" } },
    { "game": "witness", "title": "Three", "board": { "cols": 1, "rows": 1 },
      "painted": { "cell(0,0)": "square(black)" } } ] }"#;

fn panels(folder: &Path) -> PathBuf {
    let path = folder.join("panels.json");
    fs::write(&path, PANELS).expect("written");
    path
}

fn names(path: &Path, level: usize) -> Vec<String> {
    let pack = Pack::load(path).expect("a pack");
    pack.levels[level].marks().map(|(site, mark)| format!("{site} {mark}")).collect()
}

#[test]
fn marks_are_counted_replaced_in_place_and_in_a_pack_of_their_own() {
    let folder = folder("replace");
    let path = panels(&folder);
    let find = ["replace", text(&path), "--find", "square(black)", "--with", "star(red)"];
    // Without a place to write to, or with a dry run, it only counts.
    let counted = "level 1 (One): 1 of 2\nlevel 3 (Three): 1 of 1\n2 marks would be replaced in 2 levels; \
                   1 stays: locked, or the new mark does not fit there\n";
    assert_eq!(printed(&find, 1), counted);
    let dry = [&find[..], &["--out", text(&path), "--dry-run"]].concat();
    assert_eq!(printed(&dry, 1), counted);
    assert_eq!(fs::read_to_string(&path).expect("read"), PANELS);
    // Into another pack go all levels, the changed and the others.
    let other = folder.join("other.json");
    let out = [&find[..], &["--out", text(&other)]].concat();
    assert!(printed(&out, 1).contains(&format!("written to {}", other.display())));
    assert_eq!(names(&other, 0).len(), 3);
    assert!(names(&other, 0).contains(&"cell(0,0) star(red)".to_owned()));
    assert!(names(&other, 0).contains(&"cell(1,0) square(black)".to_owned()), "it is locked");
    assert_eq!(Pack::load(&other).expect("a pack").levels.len(), 3);
    assert_eq!(fs::read_to_string(&path).expect("read"), PANELS);
    assert!(refused(&out).contains("this file exists already; --force overwrites it"));
    // In its own pack the chosen level changes and nothing else.
    let one = format!("{}#1", text(&path));
    let document = json(&["replace", &one, "--find", "square(black)", "--out", text(&path)], 1);
    assert_eq!((&document["found"], &document["replaced"]), (&2.into(), &1.into()));
    assert_eq!(document["levels"][0]["title"], "One");
    assert_eq!(names(&path, 0), ["cell(1,0) square(black)", "vertex(1,0) dot"]);
    assert_eq!(names(&path, 2), ["cell(0,0) square(black)"]);
    let all = [&find[..], &["--out", text(&path)]].concat();
    assert!(printed(&all, 1).contains("1 mark replaced in 1 level"));
    assert_eq!(names(&path, 2), ["cell(0,0) star(red)"]);
}

#[test]
fn a_mark_that_does_not_fit_stays_and_strange_marks_are_refused() {
    let folder = folder("replace_refused");
    let path = panels(&folder);
    fn replace<'a>(path: &'a Path, rest: &[&'a str]) -> Vec<&'a str> {
        [&["replace", text(path)][..], rest].concat()
    }
    let replace = |rest| replace(&path, rest);
    // A dot of a panel lies on a corner, where no square goes; Linjat's dots do not belong to its game.
    let dots = replace(&["--find", "dot", "--with", "square(white)", "--of", "witness"]);
    let told = printed(&dots, 1);
    assert_eq!(
        told,
        "level 1 (One): 0 of 1\n0 marks would be replaced in 0 levels; 1 stays: locked, or the new \
         mark does not fit there\n"
    );
    // On one site alone.
    let site = ["--find", "dot", "--with", "4", "--site", "R1C2", "--site", "cell(0,0)"];
    assert_eq!(json(&replace(&site), 0)["replaced"], 1);
    assert_eq!(printed(&replace(&["--find", "star(red)"]), 1), "No mark was found.\n");
    for (rest, why) in [
        (&["--find", "sqx(black)"][..], "--find: "),
        (&["--find", "square(black)", "--with", "sqx(red)"], "--with: "),
        (&["--find", "Square("], "--find: `Square(` is not a mark"),
        (&["--find", "dot", "--with", "dot"], "--find and --with name the same mark"),
        (&["--find", "dot", "--site", "R9C9"], "--site: R9C9 is off the board"),
        (&["--find", "dot", "--site", "there"], "--site: `there` is not a site"),
        (&["--find", "dot", "--of", "chess"], "there is no game `chess`"),
    ] {
        let said = refused(&replace(rest));
        assert!(said.contains(why), "{rest:?}: {said}");
    }
    // Without a replacement nothing is written.
    let nothing = replace(&["--find", "star(red)", "--out", text(&path)]);
    let output = run(&nothing);
    assert_eq!(output.status.code(), Some(1));
    assert!(complaints(&output).contains("no mark was replaced, so nothing was written"));
    assert_eq!(fs::read_to_string(&path).expect("read"), PANELS);
}
