//! Packs as files, and their history: nothing is lost, and what is damaged says where.

mod formats;
mod kept;
mod printed;
mod reading;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use foolproof::level::file::write_atomically;
use foolproof::level::pack::{FORMAT, LARGEST_SIDE};
use foolproof::level::words::{one_line, several_lines};
use foolproof::level::{
    Board, Concept, CourseRule, Expect, ForPlayers, GameSource, History, Hold, Level, LevelEdit,
    LevelError, LookColour, LookFont, Made, Mark, Pack, PackCourse, PackError, PackLook, Place,
    Play, Policy, Rgb, Site, Spot, StepSize, Unlock,
};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;

/// Words that trouble files: quotes, other scripts, line ends, nothing at all.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-z ]{1,8}", "\\PC{0,12}", Just("\"\\\n\t§".to_owned())]
        .prop_map(|words| several_lines(&words).into_owned())
}

/// The same on one line, as titles are.
fn line() -> impl Strategy<Value = String> {
    words().prop_map(|words| one_line(&words).into_owned())
}

fn mark() -> impl Strategy<Value = Mark> {
    let word = "[a-z][a-zA-Z0-9_]{0,5}|-?[0-9]{1,4}";
    let leaf = word.prop_map(|text| text);
    leaf.prop_recursive(2, 8, 3, |inner| {
        ("[a-z]{1,6}", vec(inner, 1..4))
            .prop_map(|(name, args)| format!("{name}({})", args.join(",")))
    })
    .prop_map(|text| text.parse().expect("a mark"))
}

fn site(board: Board) -> impl Strategy<Value = Site> {
    let places = [Place::Cell, Place::HEdge, Place::VEdge, Place::Vertex, Place::Tray, Place::Step];
    let most = board.cols.max(board.rows).max(board.tray);
    (proptest::sample::select(places.to_vec()), 0..=most, 0..=most).prop_filter_map(
        "off the board",
        move |(place, col, row)| {
            let row = if place.is_linear() { 0 } else { row };
            let site = Site { place, col, row };
            board.contains(site).then_some(site)
        },
    )
}

fn concept() -> impl Strategy<Value = Concept> {
    let leaf = prop_oneof![
        mark()
            .prop_filter("a word of the language", |mark| {
                !["any", "not", "and", "or", "asp"].contains(&mark.functor())
                    && mark.as_str().starts_with(|c: char| c.is_ascii_lowercase())
            })
            .prop_map(Concept::Is),
        "\\PC{0,20}".prop_map(Concept::Asp),
    ];
    let formula = leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 2..4).prop_map(Concept::And),
            vec(inner.clone(), 2..4).prop_map(Concept::Or),
            inner.prop_map(|part| Concept::Not(Box::new(part))),
        ]
    });
    prop_oneof![Just(Concept::Any), formula]
}

fn expect() -> impl Strategy<Value = Expect> {
    proptest::sample::select(vec![Expect::Yes, Expect::No, Expect::Any])
}

fn made() -> impl Strategy<Value = Made> {
    let input = Level::open("lamps", Board { cols: 2, rows: 1, tray: 0 });
    let input = option::of(Just(Arc::new(input)));
    (words(), vec(words(), 0..3), 1u32..9, input).prop_map(|(by, command, number, input)| Made {
        by,
        command,
        number,
        input,
    })
}

fn level() -> impl Strategy<Value = Level> {
    (1u16..6, 1u16..6, 0u16..4).prop_flat_map(|(cols, rows, tray)| {
        let board = Board { cols, rows, tray };
        let spots = btree_map(site(board), (option::of(mark()), any::<bool>()), 0..10);
        let play = || option::of(btree_map(site(board), mark(), 0..5).prop_map(Play));
        (
            (line(), line(), vec(line(), 0..3), words()),
            spots,
            (concept(), expect(), option::of(expect()), expect()),
            (play(), btree_set(site(board), 0..3)),
            ("lamps|boxes", 1u32..4, option::of(made())),
        )
            .prop_map(move |(said, spots, asked, (intended, intended_locked), of)| {
                let (game, rules, made) = of;
                let mut level = Level::open(game, board);
                (level.rules, level.made) = (rules, made.map(Arc::new));
                (level.title, level.author, level.tags, level.notes) = said;
                for (site, (mark, locked)) in spots {
                    let hold = if locked { Hold::Locked } else { Hold::Painted };
                    level.set(site, Spot { mark, hold });
                }
                let (concept, solvable, unique, shortcut_free) = asked;
                level.concept = concept;
                level.policy = Policy { solvable, unique, shortcut_free };
                level.intended = intended;
                level.intended_locked = intended_locked;
                level
            })
    })
}

fn rule() -> impl Strategy<Value = CourseRule> {
    let step = (0.0..1e6_f64).prop_filter_map("a size", StepSize::new);
    prop_oneof![
        (mark(), 1..=50_000_u32)
            .prop_map(|(concept, level)| CourseRule::NotBefore { concept, level }),
        (1..=100_u32, option::of(mark()))
            .prop_map(|(times, concept)| CourseRule::PractiseFirst { times, concept }),
        ("[a-z_]{1,8}", step, option::of("[a-z_]{1,8}"))
            .prop_map(|(measure, most, game)| CourseRule::Step { measure, most, game }),
        (mark(), mark())
            .prop_filter("two concepts", |(first, then)| first != then)
            .prop_map(|(first, then)| CourseRule::Before { first, then }),
    ]
}

fn course() -> impl Strategy<Value = PackCourse> {
    (btree_set(mark(), 0..3), vec(rule(), 0..4)).prop_map(|(concepts, rules)| PackCourse {
        concepts: concepts.into_iter().collect(),
        rules,
        techniques: Vec::new(),
    })
}

fn games() -> impl Strategy<Value = Vec<GameSource>> {
    btree_map("[a-z_]{1,8}", ("[a-z/.]{1,20}", "sha256:[0-9a-f]{64}"), 0..3).prop_map(|games| {
        games
            .into_iter()
            .map(|(id, (at, digest))| GameSource { id, at, digest, text: None })
            .collect()
    })
}

fn pack() -> impl Strategy<Value = Pack> {
    let levels = vec(level().prop_map(Arc::new), 0..4);
    (line(), line(), words(), for_players(), games(), course(), levels).prop_map(
        |(title, author, notes, play, games, course, levels)| Pack {
            title,
            author,
            notes,
            play,
            games,
            course,
            levels,
        },
    )
}

fn for_players() -> impl Strategy<Value = ForPlayers> {
    let unlock =
        prop_oneof![Just(Unlock::All), Just(Unlock::InOrder), any::<u16>().prop_map(Unlock::Ahead)];
    let fields = (unlock, any::<bool>(), words(), "[a-z]{0,3}(-[A-Z]{2})?", look());
    fields.prop_map(|(unlock, hints, about, language, look)| ForPlayers {
        unlock,
        hints,
        about,
        language,
        look,
    })
}

fn look() -> impl Strategy<Value = PackLook> {
    let colours = || {
        let part = prop::sample::select(LookColour::ALL.to_vec());
        btree_map(part, any::<[u8; 3]>().prop_map(Rgb), 0..3)
    };
    let font = prop::sample::select(LookFont::ALL.to_vec());
    (colours(), colours(), font).prop_map(|(light, dark, font)| PackLook {
        light,
        dark,
        font,
        ..PackLook::default()
    })
}

fn with_play(play: &str) -> Result<Pack, PackError> {
    Pack::from_json(&format!("{{\"foolproof\": 1, \"play\": {play}, \"levels\": []}}"))
}

#[test]
fn what_a_pack_says_to_players_is_left_out_where_it_says_nothing_of_its_own() {
    let usual = with_play(r#"{ "unlock": { "ahead": 2 }, "hints": false }"#).expect("a pack");
    assert_eq!(usual, Pack::default());
    assert!(!usual.to_json().contains("play"), "{}", usual.to_json());
    let (unlock, about) = (Unlock::InOrder, "Mind the ice.".into());
    let play = ForPlayers { unlock, hints: true, about, ..ForPlayers::default() };
    let pack = Pack { play, ..usual };
    let text = pack.to_json();
    assert!(text.contains(r#""unlock": "in order""#), "{text}");
    assert_eq!(Pack::from_json(&text).expect("a pack"), pack);
}

#[test]
fn what_a_pack_cannot_say_to_players_is_refused_with_its_place() {
    let long = format!("{{ \"about\": \"{}\" }}", "x".repeat(5001));
    for (play, why) in [
        (r#"{ "unlock": "some" }"#, "unknown variant `some`, expected one of `all`, `in order`"),
        (r#"{ "unlock": { "ahead": -1 } }"#, "(in `play.unlock"),
        (r#"{ "hint": true }"#, "unknown field `hint`, expected one of `unlock`, `hints`"),
        (&long, "the pack's words for players have 5001 letters; at most 5000"),
    ] {
        let found = with_play(play).expect_err("refused").to_string();
        assert!(found.contains(why), "{found:.300}");
    }
}

/// A pack with this list of games.
fn with_games(games: &str) -> Result<Pack, PackError> {
    Pack::from_json(&format!("{{\"foolproof\": 1, \"games\": [{games}], \"levels\": []}}"))
}

fn named(id: &str, at: &str, digest: &str) -> String {
    format!("{{ \"id\": \"{id}\", \"at\": \"{at}\", \"digest\": \"{digest}\" }}")
}

#[test]
fn games_stand_before_the_levels_and_nowhere_where_there_are_none() {
    let digest = format!("sha256:{}", "0a".repeat(32));
    let pack = with_games(&named("lamps", "../games/lamps.json", &digest)).expect("a pack");
    let source =
        GameSource { id: "lamps".into(), at: "../games/lamps.json".into(), digest, text: None };
    assert_eq!(pack.games, [source]);
    let text = pack.to_json();
    assert!(text.find("\"games\"") < text.find("\"levels\""), "{text}");
    let without = Pack { games: Vec::new(), ..pack };
    assert_eq!(without.to_json(), "{\n  \"foolproof\": 1,\n  \"levels\": []\n}\n");
}

#[test]
fn a_course_that_nobody_can_follow_is_refused_with_its_rule() {
    let with = |course: &str| {
        let text = format!("{{\"foolproof\": 1, \"course\": {course}, \"levels\": []}}");
        Pack::from_json(&text).map_err(|why| why.to_string())
    };
    let rule = r#"{"rules":[{"not_before":{"concept":"a(1)","level":3}}]}"#;
    assert_eq!(with(rule).expect("a pack").course.rules.len(), 1);
    for (course, why) in [
        (r#"{"rules":[{"not_before":{"concept":"a","level":0}}]}"#, "course: rule 1: levels are"),
        (r#"{"concepts":["a","a"]}"#, "course: the concept `a` is listed twice"),
        (r#"{"rules":[{"not_before":{"concept":"A","level":1}}]}"#, "line 1, column "),
        (r#"{"rules":[{"never":{}}]}"#, "line 1, column "),
        (r#"{"ruled":[]}"#, "line 1, column "),
    ] {
        let found = with(course).expect_err(course);
        assert!(found.starts_with(why), "{found}");
    }
}

#[test]
fn a_list_of_games_that_nobody_can_follow_is_refused_with_its_reason() {
    let good = format!("sha256:{}", "0".repeat(64));
    let far = "x".repeat(4097);
    let many = (0..101).map(|n| named(&format!("g{n}"), "a", &good)).collect::<Vec<_>>();
    let cases = [
        (named("", "a", &good), "entry 1 has no identifier"),
        (named(&far, "a", &good), "the name of the game has 4097 letters; at most 500"),
        (named("a", "", &good), "the path of `a` is not one with forward slashes"),
        (named("a", "b\\\\c", &good), "the path of `a` is not one with forward slashes"),
        (named("a", &far, &good), "the path of `a` has 4097 letters; at most 4096"),
        (named("a", "a", "sha256:0"), "the digest of `a` is not `sha256:` and 64 digits 0-9 a-f"),
        (named("a", "a", &good.to_uppercase()), "the digest of `a` is not"),
        ([named("a", "a", &good), named("a", "b", &good)].join(","), "`a` is named twice"),
        (many.join(","), "101 are too many; at most 100"),
    ];
    for (games, why) in cases {
        let found = with_games(&games).expect_err("refused").to_string();
        assert!(found.starts_with(&format!("games: {why}")), "{found:.300}");
    }
    let found = with_games("{ \"id\": \"a\", \"at\": \"a\" }").expect_err("refused").to_string();
    assert!(found.contains("missing field `digest` (in `games[0]"), "{found}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn what_is_written_is_read(pack in pack()) {
        let text = pack.to_json();
        let back = Pack::from_json(&text).expect("a pack");
        prop_assert_eq!(&back, &pack);
        prop_assert_eq!(back.to_json(), text);
    }

    #[test]
    fn every_step_is_undone_and_redone(states in vec(pack(), 1..6), merged in any::<bool>()) {
        let mut history = History::new(Pack::default());
        let mut seen = vec![history.pack().clone()];
        for state in states {
            let before = history.pack().clone();
            let changed = history.edit("change", |pack| {
                // Levels that stay keep who they are, so that differences within one are met.
                let mut state = state.clone();
                for (level, old) in state.levels.iter_mut().zip(&before.levels) {
                    Arc::make_mut(level).id = old.id;
                }
                *pack = state;
            });
            prop_assert_eq!(changed, seen.last() != Some(history.pack()));
            if changed {
                seen.push(history.pack().clone());
            }
        }
        if merged {
            history.merge_since(0);
            seen = vec![seen.remove(0), history.pack().clone()];
            seen.dedup();
        }
        prop_assert_eq!(history.depth(), seen.len() - 1);
        let last = history.pack().clone();
        for state in seen.iter().rev().skip(1) {
            prop_assert!(history.undo().is_some());
            prop_assert_eq!(history.pack(), state);
        }
        prop_assert!(history.undo().is_none());
        while history.redo().is_some() {}
        prop_assert_eq!(history.pack(), &last);
    }

    /// One field after the other, and all at once: the fields are those sent to another process, so that a
    /// new one is included automatically.
    #[test]
    fn an_edit_of_any_field_is_undone_and_redone(old in level(), new in level()) {
        let plain = |level: &Level| serde_json::to_value(level).expect("plain values");
        let (from, to) = (plain(&old), plain(&new));
        let fields = to.as_object().expect("fields");
        let one = |(field, value): (&String, &serde_json::Value)| {
            let mut mixed = from.clone();
            mixed[field] = value.clone();
            serde_json::from_value::<Level>(mixed).expect("a level")
        };
        for after in fields.iter().map(one).chain([new]) {
            let Some(edit) = LevelEdit::between(&old, &after) else {
                prop_assert_eq!(&old, &after);
                continue;
            };
            let mut level = old.clone();
            edit.redo(&mut level);
            prop_assert_eq!(&level, &after);
            edit.undo(&mut level);
            prop_assert_eq!(&level, &old);
        }
    }

    #[test]
    fn any_text_is_refused_or_read_and_never_a_panic(text in "\\PC{0,60}") {
        let _ = Pack::from_json(&text);
        let _ = text.parse::<Concept>();
        let _ = text.parse::<Mark>();
        let _ = text.parse::<Site>();
    }
}

const GOOD: &str = r#"{
  "foolproof": 1,
  "title": "A pack",
  "levels": [
    {
      "game": "refraction",
      "title": "Öne",
      "board": { "cols": 4, "rows": 3, "tray": 1 },
      "concept": "used(bender,1)",
      "painted": { "cell(0,0)": "source(e,1,1)", "tray(0)": "bender(w,s)" },
      "locked": { "cell(1,1)": null }
    }
  ]
}
"#;

#[test]
fn a_file_cut_short_anywhere_is_refused_with_its_place() {
    let whole = GOOD.trim_end();
    for end in (0..whole.len()).filter(|at| whole.is_char_boundary(*at)) {
        match Pack::from_json(&whole[..end]) {
            Err(PackError::Json { line, .. }) => {
                assert!(line <= whole[..end].lines().count() + 1, "cut at {end}: line {line}");
            }
            other => panic!("cut at {end}: {other:?}"),
        }
    }
    assert_eq!(Pack::from_json(whole).expect("a pack").levels.len(), 1);
}

/// The error of the good file after one change.
fn fault(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    Pack::from_json(&GOOD.replacen(from, to, 1)).expect_err("damaged").to_string()
}

#[test]
fn damage_says_where_and_why() {
    let cases = [
        ("\"game\"", "\"gmae\"", vec!["line 6", "gmae"]),
        ("\"title\": \"Öne\"", "\"colour\": \"red\"", vec!["line 7", "colour", "levels[0]"]),
        ("\"title\": \"Öne\"", "\"title\": 7", vec!["line 7", "levels[0].title"]),
        ("\"foolproof\": 1,", "", vec!["`foolproof`", "missing"]),
        ("\"foolproof\": 1,", "\"foolproof\": 2,", vec!["format 2", "up to 1"]),
        ("\"foolproof\": 1,", "\"foolproof\": -1,", vec!["line 2"]),
        ("\"cols\": 4", "\"cols\": 0", vec!["level 1 (Öne)", "board cannot be 0x3"]),
        ("\"cols\": 4", "\"cols\": 121", vec!["level 1 (Öne)", "board cannot be 121x3", "120"]),
        ("\"cols\": 4", "\"cols\": 70000", vec!["line 8", "levels[0].board"]),
        ("\"tray\": 1", "\"tray\": 61", vec!["tray of 61"]),
        ("\"tray\": 1", "\"tray\": 0", vec!["level 1 (Öne)", "tray(0) is not on the board"]),
        ("cell(0,0)", "cell(0,3)", vec!["level 1 (Öne)", "cell(0,3) is not on the board of 4x3"]),
        ("cell(0,0)", "celll(0,0)", vec!["line 10", "celll(0,0)"]),
        ("cell(0,0)", "cell(1,1)", vec!["cell(1,1) is both painted and locked"]),
        ("tray(0)", "cell(0,0)", vec!["line 10", "cell(0,0) appears twice"]),
        ("tray(0)", "cell(00,0)", vec!["line 10", "cell(0,0) appears twice"]),
        ("source(e,1,1)", "source(e,1", vec!["line 10", "source(e,1", "character 11"]),
        ("used(bender,1)", "used(bender,1) and", vec!["line 9", "concept"]),
        ("{ \"cell(1,1)\": null }", "{ \"cell(1,1)\": 3 }", vec!["line 11", "locked"]),
    ];
    for (from, to, parts) in cases {
        let text = fault(from, to);
        for part in parts {
            assert!(text.contains(part), "{from} -> {to}: `{part}` is missing in: {text}");
        }
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    let site = |text: &str| text.parse::<Site>().expect("a site");
    let kind = |from: &str, to: &str| match Pack::from_json(&GOOD.replacen(from, to, 1)) {
        Err(PackError::Level { number: 1, why, .. }) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(kind("\"cols\": 4", "\"cols\": 0"), LevelError::Board { cols: 0, rows: 3 });
    assert_eq!(kind("\"tray\": 1", "\"tray\": 61"), LevelError::Tray(61));
    assert_eq!(kind("cell(0,0)", "cell(1,1)"), LevelError::HeldTwice(site("cell(1,1)")));
    let board = Board { cols: 4, rows: 3, tray: 1 };
    let off = LevelError::OffBoard { site: site("cell(0,3)"), board };
    assert_eq!(kind("cell(0,0)", "cell(0,3)"), off);
    let text = Pack::from_json(&format!("{GOOD} x")).expect_err("left over").to_string();
    assert!(text.contains("line 15"), "{text}");
    assert_eq!((FORMAT, LARGEST_SIDE), (1, 120), "the cases above name them");
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("packs").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_file_that_is_no_text_or_not_there_is_refused_by_name() {
    let folder = folder("no_text");
    let path = folder.join("bytes.json");
    fs::write(&path, b"{\"foolproof\": 1, \"title\": \"\xff\"}").expect("written");
    for path in [path, folder.join("missing.json"), folder.clone()] {
        let text = Pack::load(&path).expect_err("refused").to_string();
        assert!(text.contains(&path.display().to_string()), "{text}");
    }
}

#[test]
fn a_save_leaves_the_old_file_or_the_new_one() {
    let folder = folder("atomic");
    let path = folder.join("pack.json");
    let pack = Pack::from_json(GOOD).expect("a pack");
    pack.save(&path).expect("saved");
    assert_eq!(Pack::load(&path).expect("a pack"), pack);
    // If nothing can be written next to it, the file does not change and the error names it.
    let missing = folder.join("no_such_folder").join("pack.json");
    let text = pack.save(&missing).expect_err("no folder").to_string();
    assert!(text.contains("no_such_folder"), "{text}");
    let names: Vec<_> = fs::read_dir(&folder).expect("a folder").collect();
    assert_eq!(names.len(), 1, "nothing is left behind");
}

#[cfg(unix)]
#[test]
fn a_save_keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder("permissions");
    let mode = |path: &PathBuf| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    let (plain, ours) = (folder.join("plain"), folder.join("ours"));
    fs::write(&plain, "x").expect("written");
    write_atomically(&ours, b"x").expect("written");
    assert_eq!(mode(&ours), mode(&plain), "a new file is like any other");
    fs::set_permissions(&ours, fs::Permissions::from_mode(0o640)).expect("set");
    let link = folder.join("link");
    symlink(&ours, &link).expect("a link");
    write_atomically(&link, b"y").expect("written");
    assert_eq!(fs::read_to_string(&ours).expect("a file"), "y");
    assert!(fs::symlink_metadata(&link).expect("a link").file_type().is_symlink());
    assert_eq!(mode(&ours), 0o640);
}

/// Names the file that [`a_writer_to_be_killed`] writes, over and over.
const WRITER: &str = "FOOLPROOF_TEST_WRITER";

fn states() -> [Vec<u8>; 2] {
    [vec![b'a'; 5_000_000], vec![b'b'; 9_000_000]]
}

/// Not a test: a writer in its own process, which the next test kills.
#[test]
fn a_writer_to_be_killed() {
    let Some(path) = std::env::var_os(WRITER).map(PathBuf::from) else { return };
    let begun = std::time::Instant::now();
    while begun.elapsed().as_secs() < 60 {
        for state in states() {
            write_atomically(&path, &state).expect("written");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_kill_at_any_time_leaves_a_whole_file_or_a_whole_copy_and_nothing_for_long() {
    use foolproof::level::file::{sweep, whole_copy};
    let folder = folder("killed");
    let (alone, linked) = (folder.join("alone"), folder.join("linked"));
    for path in [&alone, &linked] {
        fs::write(path, &states()[0]).expect("written");
    }
    fs::hard_link(&linked, folder.join("other name")).expect("a link");
    let mut cut = 0;
    for round in 0..12 {
        let path = if round % 4 == 0 { &alone } else { &linked };
        let mut child = std::process::Command::new(std::env::current_exe().expect("a test"))
            .args(["packs::a_writer_to_be_killed", "--exact"])
            .env(WRITER, path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("a process");
        std::thread::sleep(std::time::Duration::from_millis(90 + 17 * round));
        child.kill().expect("killed");
        child.wait().expect("an end");
        let whole = |path: &PathBuf| states().contains(&fs::read(path).expect("a file"));
        let copies = || whole_copy(path).filter(|copy| whole(copy));
        let is_whole = whole(path);
        assert!(is_whole || copies().is_some(), "round {round}");
        assert!(is_whole || path == &linked, "a file with one name is always whole");
        cut += usize::from(!is_whole);
        while let Some(copy) = whole_copy(path) {
            fs::remove_file(copy).expect("removed");
        }
    }
    // Whether a kill hit the moment is luck; what is left is not.
    println!("{cut} writes in place were cut off");
    sweep(&alone, std::time::SystemTime::now() + std::time::Duration::from_secs(3600));
    let left = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(left, 3, "nothing lies beside the files");
}
