//! Pictures of levels and of whole packs: one file, a sheet, a file each, a booklet.

use super::*;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The pages of a PDF.
fn pages(path: &Path) -> usize {
    let bytes = fs::read(path).expect("a file");
    assert!(bytes.starts_with(b"%PDF-"), "{}", path.display());
    let text = String::from_utf8_lossy(&bytes);
    text.matches("/Type/Page").count() - text.matches("/Type/Pages").count()
}

/// Three puzzles: one with a yet unknown solution, one without any, one damaged.
fn three(folder: &Path) -> PathBuf {
    let path = folder.join("three.txt");
    let none = PUZZLE.replacen("53", "55", 1);
    fs::write(&path, format!("{PUZZLE}\n{none}\n{PUZZLE}x\n")).expect("written");
    path
}

#[test]
fn a_booklet_solves_its_puzzles_and_names_what_it_cannot_print() {
    let folder = folder("booklet");
    let (lines, out) = (three(&folder), folder.join("out.pdf"));
    let output = run(&["render", text(&lines), "--booklet", text(&out)]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("level 2 (Puzzle 2): it has no solution"), "{errors}");
    assert!(errors.contains("level 3: line 3, column "), "{errors}");
    // Title and rules, puzzles, solutions.
    assert_eq!(pages(&out), 3);
    let fonts =
        String::from_utf8_lossy(&fs::read(&out).expect("a file")).matches("/FontFile").count();
    assert!(fonts > 0, "its words are drawn");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("2 puzzles on 3 pages: "), "{said}");
    assert!(refused(&["render", PACK, "--booklet", text(&out)]).contains("--force"));
    assert!(refused(&["render", PACK, "--booklet", "out.png"]).contains("must end in .pdf"));
    assert!(
        refused(&["render", PACK, "--booklet", "x.pdf", "--paper", "b5"]).contains("a4 and letter")
    );
    let args = ["--no-solutions", "--no-rules", "--puzzles", "2", "--paper", "letter", "--force"];
    let args: Vec<&str> =
        ["render", PACK, "--booklet", text(&out)].into_iter().chain(args).collect();
    printed(&args, 0);
    let levels = Pack::load(Path::new(PACK)).expect("a pack").levels.len();
    assert_eq!(pages(&out), 1 + levels.div_ceil(2));
}

/// A board a step, nine on a page, of each level.
#[test]
fn a_booklet_tells_step_by_step_how_to_solve_its_puzzles() {
    let folder = folder("booklet of steps");
    let (pack_file, out) = (folder.join("stars.json"), folder.join("out.pdf"));
    let mut pack = Pack::load(Path::new("assets/shelf/starbattle/levels.json")).expect("a pack");
    pack.levels.truncate(2);
    pack.save(&pack_file).expect("saved");
    let book = |more: &[&str]| {
        let args = ["render", text(&pack_file), "--booklet", text(&out), "--force"];
        let args: Vec<&str> = args.into_iter().chain(more.iter().copied()).collect();
        printed(&args, 0);
        pages(&out)
    };
    let steps: usize = [1, 2]
        .map(|number| {
            let level = format!("{}#{number}", pack_file.display());
            let told = printed(&["steps", &level], 0);
            let steps = told.lines().filter(|line| line.starts_with("       so ")).count();
            assert!(steps > 9, "{told}");
            steps.div_ceil(9)
        })
        .iter()
        .sum();
    assert_eq!(book(&["--steps"]), book(&[]) + steps);
}

#[test]
fn a_pack_is_drawn_on_a_sheet_and_as_a_file_each() {
    let folder = folder("sheets");
    for name in ["sheet.png", "sheet.svg", "sheet.pdf"] {
        let out = folder.join(name);
        printed(&["render", PACK, text(&out), "--scale", "0.5"], 0);
        assert!(fs::metadata(&out).expect("a file").len() > 5_000, "{name}");
    }
    let sheet = fs::read_to_string(folder.join("sheet.svg")).expect("a sheet");
    let pack = Pack::load(Path::new(PACK)).expect("a pack");
    for level in pack.levels.iter().filter(|level| level.title.len() < 14) {
        assert!(sheet.contains(&format!("  {}</text>", level.title)), "{}", level.title);
    }
    let each = folder.join("each");
    let said = printed(&["render", PACK, "--each", text(&each), "--as", "svg"], 0);
    assert_eq!(said, format!("{} pictures in {}\n", pack.levels.len(), each.display()));
    assert_eq!(fs::read_dir(&each).expect("a folder").count(), pack.levels.len());
    assert!(refused(&["render", PACK, "--each", text(&each), "--as", "svg"]).contains("--force"));
    printed(&["render", PACK, "--each", text(&each), "--as", "svg", "--force"], 0);
    assert!(
        refused(&["render", PACK, "--each", text(&each), "--as", "gif"])
            .contains("svg, png and pdf")
    );
    assert!(refused(&["render", PACK]).contains("--booklet"));
}

#[test]
fn overlays_are_drawn_over_a_level() {
    let folder = folder("overlays");
    let lines = folder.join("one.txt");
    fs::write(&lines, format!("{PUZZLE}\n")).expect("written");
    let drawn = |name: &str, overlay: &str| {
        let out = folder.join(name).with_extension("svg");
        printed(&["render", text(&lines), text(&out), "--overlay", overlay], 0);
        let svg = fs::read_to_string(&out).expect("a picture");
        svg.matches("</text>").count()
    };
    let plain = drawn("plain", "");
    assert_eq!(plain, 30, "the clues");
    assert_eq!(drawn("solution", "solution"), 81);
    assert_eq!(drawn("coordinates", "coordinates"), plain + 18);
    assert_eq!(drawn("both", "solution,coordinates"), 81 + 18);
    assert_eq!(drawn("forced", "forced"), 81, "all of a puzzle with one solution");
    let out = folder.join("out.svg");
    let why = refused(&["render", text(&lines), text(&out), "--overlay", "solutoin"]);
    assert!(why.contains("coordinates, intended, solution, shortcut, holds, "), "{why}");
    let output = run(&["render", text(&lines), text(&out), "--overlay", "shortcut,intended"]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("it has no intended solution"), "{errors}");
    assert!(errors.contains("no shortcut was found"), "{errors}");
}

/// The colours of an SVG, as red, green and blue.
fn colours(svg: &str) -> Vec<[String; 3]> {
    let found = svg.split("=\"#").skip(1).filter_map(|rest| rest.get(..6));
    found.map(|hex| [&hex[..2], &hex[2..4], &hex[4..]].map(str::to_owned)).collect()
}

#[test]
fn a_picture_in_greys_has_no_colour_and_more_lines() {
    let folder = folder("greys");
    let panel = folder.join("panel.json");
    let painted = r#"{"foolproof":1,"levels":[{"game":"witness","board":{"cols":2,"rows":1},
        "painted":{"cell(0,0)":"square(green)","cell(1,0)":"star(magenta)"}}]}"#;
    fs::write(&panel, painted).expect("written");
    let drawn = |theme: &str| {
        let out = folder.join(format!("{theme}.svg"));
        printed(&["render", text(&panel), text(&out), "--theme", theme], 0);
        fs::read_to_string(out).expect("a picture")
    };
    let (light, greys) = (drawn("light"), drawn("greys"));
    let is_grey = |[red, green, blue]: &[String; 3]| red == green && green == blue;
    assert!(colours(&greys).len() > 10 && colours(&greys).iter().all(is_grey), "{greys}");
    assert!(!colours(&light).iter().all(is_grey), "{light}");
    // Green and magenta are hatched.
    let lines = |svg: &str| svg.matches("<polyline").count();
    assert!(lines(&greys) >= lines(&light) + 10, "{greys}");
    // A pack in greys is a booklet in greys.
    let booklet = folder.join("booklet.pdf");
    let asked = ["render", text(&panel), "--booklet", text(&booklet), "--no-solutions"];
    let asked = [&asked[..], &["--theme", "greys"]].concat();
    assert!(printed(&asked, 0).starts_with("1 puzzle on"));
    assert!(
        refused(&["render", text(&panel), "a.svg", "--dark", "--theme", "greys"])
            .contains("--dark")
    );
}
