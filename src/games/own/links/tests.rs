//! Links of the shelf's games, read and written without their rules.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{FileFormat, LinkDrawings, LinkFormat};
use crate::reading::form::GameForm;
use foolproof_game::Format;
use foolproof_level::{Level, Mark, Site};

/// Returns the links of a game of the shelf.
fn links(game: &str) -> LinkFormat {
    LinkFormat::of(&form(game)).expect("links")
}

/// Returns a game of the shelf.
fn form(game: &str) -> GameForm {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/shelf").join(game);
    let text = |path: &Path| std::fs::read_to_string(path).expect("a text");
    let files =
        std::fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
    let drawings = files.filter(|path| path.extension().is_some_and(|ending| ending == "svg"));
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let drawings: BTreeMap<String, String> =
        drawings.map(|path| (name(&path), text(&path))).collect();
    GameForm::read(&text(&folder.join("game.toml")), &drawings).expect("a manifest")
}

/// Reads a link, checking that it is written back unchanged.
fn read(links: &LinkFormat, body: &str) -> Level {
    let link = format!("https://puzz.link/p?{body}");
    let level = links.read(&link).expect(body).remove(0);
    assert_eq!(links.write(&[&level]).as_deref().map(str::trim), Ok(&*link));
    level
}

/// Returns the contents of a site of a level, given the site's name.
fn at<'a>(level: &'a Level, site: &str) -> Option<&'a str> {
    level.mark(site.parse().expect(site)).map(Mark::as_str)
}

#[test]
fn links_are_written_back_as_they_were() {
    for (game, body) in [
        ("battleships", "battleship/6/6/13102h30312g06v1j0q//c"),
        ("battleships", "battleship/6/4/3g2g20222gi0h5i1i0g2m/4/11g/11g/21o/31s"),
        ("compass", "compass/4/3/_g-281.3h5..2i_h"),
        ("double-choco", "dbchoco/8/2/i2ugi.k2j2g"),
        ("geradeweg", "geradeweg/f/5/4/h2g1l.n"),
        ("haisu", "haisu/3/3/11330000h2k3"),
        ("icebarn", "icebarn/5/5/6sap6z56o8/11/10"),
        ("japanese-sums", "japanesesums/4/4/3/.g6g6g2g24.g6g2gk3p"),
        ("magnets", "magnets/6/6/2h2h3g3g22n1g3geemmbbpvrfvs006000000000"),
        ("kakuro", "kakuro/4/3/mcd.m-9-a.h1----"),
        ("mid-loop", "midloop/4/4/hfjflfs"),
        ("slitherlink", "slither/f/4/4/dgdh2c71"),
        ("country-road", "country/e/4/4/0000003"),
        ("nonogram", "nonogram/5/5/1h4h13g4h1h1h3h5h11g3h"),
        ("slalom", "slalom/d/6/3/6261111342242402231124/5"),
        ("starbattle", "starbattle/8/8/2/22h5tgll18a06313amc6c000"),
        ("statue-park", "statuepark/7/7/9291002i0o60i0030//t"),
        ("statue-park", "statuepark/6/5/0i0660j109/3/23bg/23eg/13s"),
        ("suguru", "suguru/4/4/94g1s0g3i2i3i4h"),
    ] {
        read(&links(game), body);
    }
}

#[test]
fn clues_of_a_margin_are_read_next_to_the_picture_and_written_without_gaps() {
    let links = links("nonogram");
    let mut level = read(&links, "nonogram/3/3/1i1g11j");
    assert_eq!((level.board.cols, level.board.rows), (5, 4));
    assert_eq!(level.settings, [("at_left".into(), 2), ("on_top".into(), 1)].into());
    let column = ["cell(2,0)", "cell(4,0)"].map(|site| at(&level, site));
    assert_eq!(column, [Some("clue(1)"), Some("clue(1)")]);
    assert_eq!([at(&level, "cell(0,1)"), at(&level, "cell(1,1)")], [Some("clue(1)"); 2]);
    // A gap means nothing.
    level.paint(Site::cell(0, 2), "clue(2)".parse().ok());
    let gap = links.write(&[&level]).expect("a link");
    assert_eq!(gap.trim(), "https://puzz.link/p?nonogram/3/3/1i1g112i");
    // The sites have room for two clues of three cells.
    level.board.rows += 2;
    level.settings.insert("on_top".to_owned(), 3);
    (0..3).for_each(|row| level.paint(Site::cell(2, row), "clue(1)".parse().ok()));
    let why = links.write(&[&level]).expect_err("three clues").why;
    assert!(why.contains("no place for `clue(1)`"), "{why}");
}

#[test]
fn a_bank_fills_slots_and_a_fleet_is_counted() {
    let park = read(&links("statue-park"), "statuepark/6/5/0i0660j109/3/23bg/23eg/13s");
    assert_eq!(park.board.tray, 3);
    let slots = ["tray(0)", "tray(1)", "tray(2)"].map(|slot| at(&park, slot));
    assert_eq!(slots, [Some("piece(l4)"), Some("piece(t4)"), Some("piece(i3)")]);
    let links = links("battleships");
    let fleet = read(&links, "battleship/6/6/13102h30312g06v1j0q//c");
    let number = |name: &str| fleet.settings.get(name).copied();
    assert_eq!(["ones", "twos", "threes", "fours"].map(number), [3, 2, 1, 0].map(Some));
    // Sites write nothing for a board without clues.
    let empty = links.read("https://puzz.link/p?battleship/3/3///c").expect("a link").remove(0);
    assert_eq!((empty.marks().count(), empty.settings.get("ones").copied()), (0, Some(3)));
    let bent = links.read("https://puzz.link/p?battleship/2/2/jj/1/22s").expect_err("bent").why;
    assert_eq!(bent, "Battleships counts no `2 2 7`");
}

#[test]
fn arrows_follow_their_edges_and_clues_of_the_rim_its_sides() {
    let barn = read(&links("icebarn"), "icebarn/5/5/6sap6z56o8/11/10");
    assert_eq!([at(&barn, "vedge(0,1)"), at(&barn, "vedge(0,0)")], [Some("in"), Some("out")]);
    let arrows = barn.marks().filter(|(_, mark)| mark.functor() == "arrow");
    let arrows: Vec<String> = arrows.map(|(site, mark)| format!("{site} {mark}")).collect();
    assert_eq!(arrows, ["hedge(1,3) arrow(s)", "vedge(3,1) arrow(e)"]);
    let up = read(&links("icebarn"), "icebarn/4/5/4mm4t1v/5/0");
    assert_eq!(at(&up, "hedge(2,4)"), Some("arrow(n)"));
    let magnets = read(&links("magnets"), "magnets/4/4/g1g12k1h21gdmopv0");
    assert_eq!([at(&magnets, "cell(1,0)"), at(&magnets, "cell(1,5)")], [Some("pluses(1)"), None]);
    assert_eq!(at(&magnets, "cell(3,5)"), Some("minuses(2)"));
}

#[test]
fn flags_tell_which_parts_a_link_has() {
    let links = links("slalom");
    let new = read(&links, "slalom/d/3/6/63133137136020405/9");
    let old = links.read("https://puzz.link/p?slalom/p/3/6/63133137136245/9").expect("a link");
    assert_eq!(links.write(&[&old[0]]), links.write(&[&new]));
    let none = links.read("https://puzz.link/p?slalom/3/6/63133137136245/9").expect_err("no flag");
    assert_eq!(none.why, "links of Slalom without one of the flags `dp` are not read");
}

#[test]
fn a_flag_switches_a_setting_and_other_rules_are_refused() {
    let links = links("slitherlink");
    let everywhere =
        |link: &str| links.read(link).expect(link)[0].settings.get("everywhere").copied();
    assert_eq!(everywhere("https://puzz.link/p?slither/f/4/4/dgdh2c71"), Some(1));
    assert_eq!(everywhere("https://puzz.link/p?slither/4/4/dgdh2c71"), Some(0));
    let other = links.read("https://puzz.link/p?slither/x/4/4/dgdh2c71").expect_err("a flag");
    let why = "it stands for other rules, or for an older form";
    assert_eq!(other.why, format!("links of Slitherlink with the flag `x` are not read: {why}"));
}

#[test]
fn what_says_nothing_is_read_and_what_would_be_read_otherwise_is_not_written() {
    let kakuro = links("kakuro");
    let level = kakuro.read("https://puzz.link/p?kakuro/3/3/l0-l00m").expect("a link").remove(0);
    assert!(level.marks().all(|(_, mark)| mark.as_str() != "sum(0)"));
    let sums = links("japanese-sums");
    let mut level = read(&sums, "japanesesums/4/4/3/.g6g6g2g24.g6g2gk3p");
    level.paint(Site::cell(2, 1), "sum(0)".parse().ok());
    let why = sums.write(&[&level]).expect_err("an empty line").why;
    assert!(why.contains("no place for `sum(0)`"), "{why}");
    let creek = links("creek").read("https://puzz.link/p?creek/3/2/.j1.").expect("a link");
    assert_eq!(creek[0].marks().count(), 1);
    // A 0 of the site means as little as a question mark, but something else here.
    for (game, body) in [("geradeweg", "geradeweg/3/2/0h2h"), ("country-road", "country/2/2/200")] {
        let links = links(game);
        let mut level = links.read(&format!("https://puzz.link/p?{body}")).expect(body).remove(0);
        assert_eq!(at(&level, "cell(0,0)"), Some("clue(q)"), "{game}");
        level.paint(Site::cell(0, 0), "clue(0)".parse().ok());
        let why = links.write(&[&level]).expect_err(game).why;
        assert!(why.contains("no place for `clue(0)`"), "{why}");
    }
}

/// Returns the files of a game of the shelf.
fn files(game: &str) -> FileFormat {
    FileFormat::of(&form(game)).expect("files")
}

#[test]
fn a_file_says_what_the_link_says_and_is_written_and_read_again() {
    for (game, body) in [
        ("akari", "akari/4/3/.h2i.b"),
        ("battleships", "battleship/6/6/13102h30312g06v1j0q//c"),
        ("battleships", "battleship/6/4/3g2g20222gi0h5i1i0g2m/4/11g/11g/21o/31s"),
        ("country-road", "country/e/4/4/0000003"),
        ("creek", "creek/3/3/h2g.i1i"),
        ("castle-wall", "castle/4/3/a023b114c20."),
        ("balance-loop", "balance/4/3/0h1g4i-11h"),
        ("double-choco", "dbchoco/8/2/i2ugi.k2j2g"),
        ("easy-as-abc", "easyasabc/4/4/3/1m2h3g3h"),
        ("fillomino", "fillomino/3/3/h2g.h1g8400"),
        ("fillomino", "fillomino/t/3/3/h2g.h1g"),
        ("five-cells", "fivecells/5/4/7a2c.h1c"),
        ("galaxies", "tentaisho/4/3/i3g8k0q"),
        ("galaxies", "tentaisho/3/3/zgfk"),
        ("galaxies", "tentaisho/4/3/ek7q2040"),
        ("suguru", "suguru/4/3/94003m4i040"),
        ("haisu", "haisu/3/3/11330000h2k3"),
        ("icebarn", "icebarn/5/5/6sap6z56o8/11/10"),
        ("magnets", "magnets/a/6/6/2h2h3g3g22n1g3geemmbbpvrfvs006000000000"),
        ("kakuro", "kakuro/4/3/mcd.m-9-a.h1----"),
        ("kropki", "kropki/3/3/5i01"),
        ("nonogram", "nonogram/5/5/1h4h13g4h1h1h3h5h11g3h"),
        ("pipelink", "pipelink/4/3/abcdefgl"),
        ("sashigane", "sashigane/4/3/k3m.ghijk"),
        ("shakashaka", "shakashaka/4/3/.h2i.b"),
        ("slalom", "slalom/d/3/6/63133137136020405/9"),
        ("snake", "snake/4/4/060300g1h4i"),
        ("statue-park", "statuepark/6/5/0i0660j109/3/23bg/23eg/13s"),
        ("starbattle", "starbattle/8/8/2/22h5tgll18a06313amc6c000"),
        ("tapa", "tapa/4/3/2habg9j0g"),
        ("tatamibari", "tatamibari/4/3/h1g2i3h."),
        ("tents", "tents/5/5/3g2j1hk1322313"),
        ("tetrominous", "tetrominous/4/2/g1h2i40g"),
        ("tilepaint", "tilepaint/4/3/9400r3....2."),
        ("yajilin", "yajilin/ob/4/3/a20c32b1.c"),
        ("yajilin", "yajilin/4/3/a20c32b1.c"),
    ] {
        let link = format!("https://puzz.link/p?{body}");
        let mut linked = links(game).read(&link).expect(body).remove(0);
        // Values that the game has no mark for are noted, and not written.
        linked.notes.clear();
        let files = files(game);
        let text = files.write(&[&linked]).expect(body);
        assert!(files.recognises(&text), "{text}");
        assert_eq!(files.read(&text).expect(&text), [linked], "{text}");
        let address =
            format!("http://pzv.jp/p.html?{}", text.replace('\n', "/").replace(' ', "%20"));
        assert_eq!(files.read(&address), files.read(&text), "{address}");
    }
}

#[test]
fn answers_and_older_forms_of_files_are_read() {
    let heyawake = files("heyawake");
    let new = "pzprv3.1\nheyawake\n2\n3\n0 1 \n0 1 \n0 0 0 \n2 . - \n. . . \n# + . \n. # . \n";
    let old = "pzprv3\nheyawake\n2\n3\n2\n0 0 1 \n0 0 1 \n2 . - \n. . . \n# + . \n. # . \n";
    let read = |text: &str| heyawake.read(text).expect(text).remove(0);
    assert_eq!(read(new), read(old));
    assert_eq!(at(&read(new), "cell(2,0)"), Some("clue(q)"));
    // The first version has no line of flags.
    let country = "pzprv3\ncountry\n1\n2\n2\n0 1 \n2 . \n0 \n. . \n";
    let country = files("country-road").read(country).expect("a file").remove(0);
    assert_eq!((at(&country, "cell(0,0)"), country.marks().count()), (Some("clue(2)"), 2));
    // Numbers without a letter are answers.
    let towers = files("skyscrapers").read("pzprv3\nskyscrapers\n2\n2\n. 1 . .\n. q2 1 .\n");
    let towers = towers.expect("a file").remove(0);
    assert_eq!(towers.marks().count(), 2);
    let text = "pzprv3\nslither\n1\n2\n3 .\ninfo:{\"metadata\":{\"author\":\"Ann\"}}\n";
    assert_eq!(files("slitherlink").read(text).expect("a file")[0].author, "Ann");
}

/// Returns the intended solution of a file, mark by mark, and the notes about it.
fn answer(game: &str, text: &str) -> (String, String) {
    let level = files(game).read(text).expect(text).remove(0);
    let play = level.intended.unwrap_or_default();
    let marks: Vec<String> = play.iter().map(|(site, mark)| format!("{site} {mark}")).collect();
    (marks.join(", "), level.notes)
}

#[test]
fn a_players_answer_is_the_intended_solution() {
    for (game, text, marks) in [
        ("nurikabe", "nurikabe\n2\n2\n2 # \n+ # \n", "cell(1,0) shade, cell(1,1) shade"),
        ("nonogram", "nonogram\n2\n1\n. 1 \n1 # \n. . \n", "cell(1,1) shade"),
        ("norinori", "norinori\n1\n2\n1\n0 0 \n# # \n", "cell(0,0) shade, cell(1,0) shade"),
        ("masyu", "mashu\n2\n2\n. . \n. 1 \n1 \n-1 \n0 1 \n", "hedge(1,1) line, vedge(1,0) line"),
        (
            "slitherlink",
            "slither\n1\n2\n3 . \n1 1 -1 \n1 0 \n1 0 \n",
            "hedge(0,0) line, hedge(0,1) line, vedge(0,0) line, vedge(1,0) line",
        ),
        ("shikaku", "shikaku\n1\n2\n1 1 \n1 \n", "vedge(1,0) fence"),
        ("suguru", "suguru\n1\n2\n0 \n1 . \n. 2 \n", "cell(1,0) number(2)"),
        ("hashiwokakero", "hashikake\n1\n2\n2 2 \n2 \n", "vedge(1,0) twin"),
        ("skyscrapers", "skyscrapers\n1\n1\n. . .\n. 1 .\n. . .\n", "cell(1,1) number(1)"),
        ("slitherlink", "slither\n1\n1\n3 \n0 0 \n0 \n0 \n", ""),
        ("tents", "tents\n2\n2\n. . . \n. 1 A \n. - . \n0 \n-1 \n0 0 \n", "cell(2,1) tent"),
        ("galaxies", "tentaisho\n1\n3\n1...X\n1 1 \n0 0 0 \n", "vedge(1,0) fence"),
    ] {
        let found = answer(game, &format!("pzprv3\n{text}"));
        assert_eq!(found, (marks.to_owned(), String::new()), "{game}");
    }
    // Diagonals are numbers there, which mean no number here.
    let unread = "Not read here: the answer.".to_owned();
    let text = "pzprv3\ngokigen\n1\n1\n. . \n. . \n1 \n";
    assert_eq!(answer("gokigen", text), (String::new(), unread.clone()));
    // Numbers on cells mean fences there.
    let text = "pzprv3\ntetrominous\n1\n2\n. . \n1 1 \n0 \n";
    assert_eq!(answer("tetrominous", text), (String::new(), unread));
}

#[test]
fn what_a_level_does_not_keep_is_noted() {
    let notes = |game: &str, body: &str| {
        let link = format!("https://puzz.link/p?{body}");
        links(game).read(&link).expect(body).remove(0).notes
    };
    assert_eq!(notes("fillomino", "fillomino/3/3/h2g.h1g"), "Not read here: 1 x `?`.");
    assert_eq!(notes("hitori", "hitori/2/1/%%"), "Not read here: 2 x `?`.");
    assert_eq!(notes("yajilin", "yajilin/b/2/1/a1."), "Not read here: the flag `b`.");
    assert_eq!(notes("yajilin", "yajilin/2/1/a03"), "Not read here: 1 x `0 3`.");
    assert_eq!(notes("kakuro", "kakuro/3/3/l0-l00m"), "");
    let text = "pzprv3\nhitori\n1\n2\n- 1 \n. . \ninfo:{\"metadata\":{\"comment\":\"Nice.\",\"source\":\"A book\"}}\n";
    let level = files("hitori").read(text).expect("a file").remove(0);
    let noted = "Nice.\n\nNot read here: `source` \"A book\".\n\nNot read here: 1 x `?`.";
    assert_eq!(level.notes, noted);
}

#[test]
fn a_value_that_the_game_lacks_is_refused_with_its_place() {
    for (game, body, why) in [
        ("araf", "araf/4/3/+100-10j.i0g", "`256` on R1C1 is not a mark of Araf"),
        ("araf", "araf/4/3/1+100-10j.i0g", "`256` on R1C2 is not a mark of Araf"),
    ] {
        let fault = links(game).read(&format!("https://puzz.link/p?{body}")).expect_err(body);
        assert_eq!(fault.why, why);
        assert!(fault.column > 20, "{fault}");
    }
}

#[test]
fn links_may_be_copied_with_the_words_about_them() {
    let shikaku = links("shikaku");
    let plain = "https://puzz.link/p?shikaku/3/2/2h2h";
    let level = shikaku.read(plain).expect("a link");
    for behind in ["&id=259flcep", ".0", ".", "%22", "\"", "/", "#top", "”", "&id=2#top", ")."] {
        assert_eq!(shikaku.read(&format!("{plain}{behind}")).as_ref(), Ok(&level), "{behind}");
    }
    // Links whose last part may be longer.
    for (game, plain) in
        [("skyscrapers", "skyscrapers/4/4/k13h4j3g"), ("fillomino", "fillomino/5/5/g1k34g2h5h4n")]
    {
        let plain = format!("https://puzz.link/p?{plain}");
        let level = links(game).read(&plain).expect("a link");
        for behind in [".0", "%22", ")", "%20", ".00", "\"."] {
            assert_eq!(
                links(game).read(&format!("{plain}{behind}")).as_ref(),
                Ok(&level),
                "{game}"
            );
        }
    }
    let why = "the link goes on where nothing is left to say";
    for behind in ["3", ".3", ".0.0", "-10", "%223"] {
        let fault = shikaku.read(&format!("{plain}{behind}")).expect_err(behind);
        assert_eq!(fault.why, why, "{behind}");
    }
}

#[test]
fn files_with_other_rules_or_too_many_entries_say_where() {
    let slither = files("slitherlink");
    let fault = |text: &str| slither.read(text).expect_err(text);
    let other = fault("pzprv3\nslither\n2\n2\nz\n. .\n. .\n");
    assert_eq!((other.line, other.why.contains("the flag `z`")), (5, true));
    let long = fault("pzprv3\nslither\n1\n2\n. . .\n");
    assert_eq!((long.line, long.why.as_str()), (5, "there are 2 places here at the most"));
    // A wall that ends within a room would be lost.
    let stars =
        links("starbattle").read("https://puzz.link/p?starbattle/3/3/1/8g00").expect("a link");
    let why = files("starbattle").write(&[&stars[0]]).expect_err("a wall").why;
    assert!(why.contains("no place for `wall`"), "{why}");
}

/// Returns an address of a drawing of Penpa+ on a grid of 4 columns and 3 rows.
fn drawing(question: &str, tags: &str) -> String {
    let cells = "[18,1,1,1,5,1,1,1,5,1,1,1]";
    let head = "square,4,3,38,0,1,1,152,114,20,20,0,0,0,0,Title: Fun,Author: Ann";
    let more = "\n\"x\"".repeat(10);
    let text = format!("{head}\n[0,0,0,0]\n{{}}\n{question}\n{{}}\n{cells}\n[]{more}\n{tags}");
    let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(text.as_bytes()).expect("packed");
    let code = STANDARD.encode(packed.finish().expect("a code"));
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={code}")
}

/// Checks that a drawing is read as the same level as the link with this body.
fn is_drawn_as(game: &str, question: &str, body: &str) {
    let form = form(game);
    let drawings = LinkDrawings::of(&form).expect("drawings");
    let link = drawing(question, "[]");
    assert!(!drawings.recognises(&link), "{game}");
    let name = form.manifest.name.get_ref().to_lowercase();
    assert!(drawings.recognises(&drawing(question, &format!("[{name:?}]"))), "{game}");
    let drawn = drawings.read(&link).expect(game).remove(0);
    let linked = links(game).read(&format!("https://puzz.link/p?{body}")).expect(body).remove(0);
    let marks = |level: &Level| -> Vec<String> {
        level.marks().map(|(site, mark)| format!("{site} {mark}")).collect()
    };
    assert_eq!(marks(&drawn), marks(&linked), "{game}");
    assert_eq!((drawn.board, &drawn.settings), (linked.board, &linked.settings), "{game}");
    assert_eq!(drawn.author, "Ann");
}

#[test]
fn drawings_say_what_links_say() {
    let numbers = r#"{"number":{"18":["3",1,"1"],"28":["?",1,"1"]}}"#;
    let rooms = r#"{"number":{"18":["2",1,"1"]},"lineE":{"67,75":2,"75,83":2,"83,91":2}}"#;
    let pearls = r#"{"symbol":{"19":[1,"circle_L",1],"37":[2,"circle_M",1]}}"#;
    let lamps = r#"{"surface":{"18":4,"29":4},"number":{"29":["0",7,"1"]}}"#;
    let arrows = r#"{"number":{"18":["2_3",1,"2"],"37":["?_1",1,"2"]}}"#;
    let lists = r#"{"number":{"18":["1?",1,"4"],"37":["8",1,"4"]}}"#;
    let sums = r#"{"surface":{"28":4},"symbol":{"18":[1,"kakuro",2]},
        "numberS":{"302":["4",4],"329":["3",4]}}"#
        .replace('\n', "");
    let rims = r#"{"number":{"19":["2",1,"1"],"34":["1",1,"1"]}}"#;
    for (game, question, body) in [
        ("kakuro", &*sums, "kakuro/3/2/k.n4-3-"),
        ("snake", rims, "snake/3/2/002i1"),
        ("slitherlink", numbers, "slither/4/3/3k.k"),
        ("nurikabe", numbers, "nurikabe/4/3/3k.k"),
        ("heyawake", rooms, "heyawake/4/3/94002g"),
        ("masyu", pearls, "masyu/4/3/3002"),
        ("akari", lamps, "akari/4/3/.l0"),
        ("yajilin", arrows, "yajilin/4/3/22j3."),
        ("tapa", lists, "tapa/4/3/a6p8"),
    ] {
        is_drawn_as(game, question, body);
    }
    let lits = LinkDrawings::of(&form("lits")).expect("drawings");
    let why = lits.read(&drawing(numbers, "[]")).expect_err("a number").why;
    assert_eq!(why, "`3` on R1C1 means nothing in LITS");
}

#[test]
fn circles_letters_and_words_beside_the_grid_of_drawings_are_clues() {
    let circles =
        r#"{"number":{"18":["3",6,"1"],"20":[" ",6,"1"],"28":[5,6,"1"],"29":[" ",1,"1"]}}"#;
    let islands =
        r#"{"number":{"18":[3,6,"1"],"28":["2",6,"1"]},"symbol":{"20":[1,"circle_L",1]}}"#;
    let letters = r#"{"number":{"18":["F",1,"1"],"28":["i",1,"1"]},"surface":{"20":4}}"#;
    let towers = r#"{"number":{"18":["",1,"2"],"19":["2_1",7,"2"]},"surface":{"19":4,"21":8},
        "lineE":{"66,74":2,"73,74":2}}"#;
    let stars = r#"{"number":{"13":["2",1,"1"]},"symbol":{"14":[2,"star",2]},
        "lineE":{"67,75":2,"75,83":2,"83,91":2}}"#;
    let balance = r#"{"number":{"18":[" ",1,"1"],"29":[3,4,"1"]},
        "symbol":{"18":[1,"circle_L",1],"21":[2,"circle_L",1],"29":[2,"circle_L",1]}}"#;
    let tents = r#"{"number":{"10":["2",1,"1"],"13":[1,1,"1"]},
        "symbol":{"18":[1,"tents",1],"20":[1,"tents",1]}}"#;
    let picture = r#"{"number":{"3":[1,1,"1"],"10":[2,1,"1"],"11":[1,1,"1"],"13":[1,1,"1"]}}"#;
    let lamps = r#"{"surface":{"18":4,"29":4},"number":{"18":[" ",7,"1"],"29":["0",7,"1"]}}"#;
    let boxes = r#"{"number":{"18":[" ",1,"1"],"28":["5",1,"1"]},
        "symbol":{"18":[1,"square_L",1],"28":[1,"square_L",1]}}"#;
    let corners = r#"{"numberS":{"296":[2,1]},"lineE":{"67,75":2,"75,83":2,"83,91":2}}"#;
    let pairs =
        r#"{"number":{"18":["A",1,"1"],"28":["A",1,"1"],"29":["B",1,"1"],"37":["b",1,"1"]}}"#;
    let old = r#"{"number":{"18":["2",1,"1"],"37":["?",1,"1"]},
        "symbol":{"18":[[0,1,0,0,0,0,0,0],"arrow_fouredge_B",2],"37":[[0,0,1,0,0,0,0,0],"arrow_fouredge_B",2]}}"#;
    let signs = r#"{"number":{"19":["?",1,"1"]},"symbol":{"18":[5,"line",1],"28":[2,"line",1],"29":[1,"line",1]}}"#;
    let pipes = r#"{"line":{"18,130":2,"18,186":2,"28,132":2,"28,140":2}}"#;
    let compass = r#"{"surface":{"37":4},"numberS":{"520":[" ",1],"521":["?",1],"522":[6,1],"523":[9,1]},
        "symbol":{"18":[1,"compass",1]}}"#;
    let path = r#"{"number":{"18":["S",1,"1"],"36":["G",1,"1"],"28":["2",1,"1"]},
        "lineE":{"67,75":2,"75,83":2,"83,91":2}}"#;
    let boxes_of_towers = r#"{"number":{"18":["5_0",1,"2"],"19":["?_1",1,"2"],"29":["2_2",7,"2"]},
        "symbol":{"18":[9,"square_L",1],"19":[1,"square_L",1],"29":[2,"square_LL",1]}}"#;
    let tiles = r#"{"numberS":{"266":["3",1],"325":["2",1],"357":["?",1]},"symbol":{"10":[5,"kakuro",1]},
        "lineE":{"67,75":2,"75,83":2,"83,91":2}}"#;
    for (game, question, body) in [
        ("kurodoko", circles, "kurodoko/4/3/3g.i5k"),
        ("nurimisaki", circles, "nurimisaki/4/3/3g.i5k"),
        ("shikaku", circles, "shikaku/4/3/3g.i5k"),
        ("hashiwokakero", islands, "hashi/4/3/3g.i2k"),
        ("pentominous", letters, "pentominous/4/3/0gci1l"),
        ("castle-wall", towers, "castle/4/3/10.232a00.h"),
        ("starbattle", stars, "starbattle/4/3/2/9400"),
        ("balance-loop", balance, "balance/4/3/0h1i7k"),
        ("tents", tents, "tents/4/3/2h1k1f"),
        ("nonogram", picture, "nonogram/4/3/2g11h1m"),
        ("tilepaint", tiles, "tilepaint/4/3/9400r3....2."),
        ("akari", lamps, "akari/4/3/.l0"),
        ("shakashaka", lamps, "shakashaka/4/3/.l0"),
        ("tasquare", boxes, "tasquare/4/3/.k5k"),
        ("detour", corners, "detour/4/3/94002g"),
        ("geradeweg", r#"{"number":{"18":["?",1,"1"],"28":["2",1,"1"]}}"#, "geradeweg/4/3/.k2k"),
        ("numberlink", pairs, "numlin/4/3/akabib"),
        ("yajilin", old, "yajilin/4/3/22j3."),
        ("tatamibari", signs, "tatamibari/4/3/3.j12j"),
        ("pipelink", pipes, "pipelink/4/3/glbl"),
        ("compass", compass, "compass/4/3/.96.p_"),
        ("haisu", path, "haisu/4/3/11339400l2k"),
        ("castle-wall", boxes_of_towers, "castle/4/3/01513.e242d"),
    ] {
        is_drawn_as(game, &question.replace('\n', ""), body);
    }
}

#[test]
fn arrows_on_edges_and_parts_of_ships_are_clues() {
    let marks = |game: &str, question: &str| {
        let drawings = LinkDrawings::of(&form(game)).expect("drawings");
        let level = drawings.read(&drawing(question, "[]")).expect(game).remove(0);
        let mark = |(site, mark): (Site, &Mark)| format!("{site} {mark}");
        level.marks().map(mark).collect::<Vec<String>>().join(", ")
    };
    let barn = r#"{"surface":{"27":5},"symbol":{"193":[5,"arrow_N_B",1],"124":[3,"arrow_N_B",1],
        "131":[7,"arrow_N_B",1]}}"#;
    assert_eq!(
        marks("icebarn", &barn.replace('\n', "")),
        "cell(1,1) ice, hedge(1,1) arrow(s), hedge(2,0) out, vedge(0,1) in"
    );
    let below = r#"{"symbol":{"146":[3,"arrow_N_B",1],"189":[5,"arrow_N_B",1]}}"#;
    assert_eq!(marks("icebarn", below), "hedge(0,3) in, vedge(4,0) out");
    let fleet = r#"{"number":{"10":["2",1,"1"]},"symbol":{"18":[4,"battleship_B",1],"28":[7,"battleship_B",1],
        "29":[1,"battleship_B",1]}}"#;
    assert_eq!(
        marks("battleships", &fleet.replace('\n', "")),
        "cell(1,0) clue(2), cell(1,1) end(s), cell(3,2) water, cell(4,2) single"
    );
}

#[test]
fn what_means_nothing_in_a_game_is_named_with_its_cell() {
    for (game, question, fault) in [
        ("kakuro", r#"{"number":{"28":["2",1,"1"]}}"#, "`2` on R1C2"),
        ("pentominous", r#"{"number":{"28":["1",1,"1"]}}"#, "`1` on R2C3"),
        ("slitherlink", r#"{"surface":{"28":4}}"#, "a dark cell on R2C3"),
        ("slitherlink", r#"{"lineE":{"74,75":2}}"#, "a wall on the edge above R2C2"),
        ("masyu", r#"{"number":{"28":["3",6,"1"]}}"#, "`3` on R2C3"),
        ("nurikabe", r#"{"symbol":{"18":[[0,1],"arrow_B",1]}}"#, "`arrow_B` on R1C1"),
        ("kurodoko", r#"{"line":{"18,19":3}}"#, "a line on R1C1"),
        ("nanro", r#"{"numberS":{"296":["2",1]}}"#, "`2` on R1C1"),
        (
            "slitherlink",
            r#"{"number":{"18":["3",1,"1"],"28":["2",1,"1"]},"symbol":{"28":[2,"circle_L",1]}}"#,
            "`circle_L` on R2C3",
        ),
        (
            "slitherlink",
            r#"{"number":{"18":["3",1,"1"],"28":["2",1,"1"]},"surface":{"28":4}}"#,
            "a dark cell on R2C3",
        ),
        (
            "castle-wall",
            r#"{"number":{"18":["5_0",1,"2"]},"symbol":{"18":[11,"square_L",1]}}"#,
            "`5_0` on R1C1",
        ),
        ("castle-wall", r#"{"number":{"18":["5_0",1,"2"]},"surface":{"18":7}}"#, "`5_0` on R1C1"),
        ("icebarn", r#"{"surface":{"27":5,"28":3}}"#, "a coloured cell on R2C3"),
        ("slitherlink", r#"{"polygon":[[18,19]]}"#, "a shape on R1C1"),
        (
            "slitherlink",
            r#"{"number":{"18":[["1","2"],1,"5"]}}"#,
            "a list of small numbers on R1C1",
        ),
        (
            "slitherlink",
            r#"{"lineE":{"74,75":12}}"#,
            "a thin, dashed or coloured edge on the edge above R2C2",
        ),
        ("snake", r#"{"number":{"10":["2",1,"1"],"28":["3",1,"1"]}}"#, "`3` on R3C4"),
    ] {
        let drawings = LinkDrawings::of(&form(game)).expect("drawings");
        let why = drawings.read(&drawing(question, "[]")).expect_err(game).why;
        let name = form(game).manifest.name.get_ref().clone();
        assert_eq!(why, format!("{fault} means nothing in {name}"), "{game}");
    }
    let slither = LinkDrawings::of(&form("slitherlink")).expect("drawings");
    let why = slither.read(&drawing(r#"{"comet":{"18":1}}"#, "[]")).expect_err("a layer").why;
    assert_eq!(why, "the layer `comet` of drawings is not read");
    let answered = drawing("{}", "[]").replace("#m=edit", "#m=edit&a=7VZ");
    let level = slither.read(&answered).expect("a drawing").remove(0);
    assert_eq!(level.notes, "Not read here: the answer.");
}
