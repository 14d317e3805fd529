//! Play records as files: they read back unchanged, survive a crash, and are refused with their line.

use foolproof::level::{Mark, Place};
use foolproof::records::{RECORD_VERSION, RecordWriter, Remark};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

use super::*;

fn site() -> impl Strategy<Value = Site> {
    let places = vec![Place::Cell, Place::HEdge, Place::VEdge, Place::Vertex];
    prop_oneof![
        (proptest::sample::select(places), 0u16..9, 0u16..9).prop_map(|(place, col, row)| Site {
            place,
            col,
            row
        }),
        (0usize..300).prop_map(Site::step),
    ]
}

fn mark() -> impl Strategy<Value = Mark> {
    "[a-z]{1,8}|[1-9]|push\\([0-9],[0-9],[nesw]\\)".prop_map(|text| text.parse().expect("a mark"))
}

fn kind() -> impl Strategy<Value = PlayerStep> {
    use PlayerStep::{Move, Redo, Restart, Undo};
    proptest::sample::select(vec![Move, Undo, Redo, Restart])
}

fn remark() -> impl Strategy<Value = Remark> {
    proptest::sample::select(vec![Remark::Stuck, Remark::Liked, Remark::Comment])
}

/// What can stand behind the beginning of a level.
fn entry() -> impl Strategy<Value = RecordEntry> {
    let times = || (0u64..10_000_000, 0u64..10_000_000);
    let step = (times(), kind(), btree_map(site(), mark(), 0..4), vec(site(), 0..3));
    prop_oneof![
        4 => step.prop_map(|((at, active), kind, put, taken)| RecordEntry::Step {
            at, active, kind, put: Play(put), taken,
        }),
        1 => times().prop_map(|(at, active)| RecordEntry::Hint { at, active }),
        1 => times().prop_map(|(at, active)| RecordEntry::Solved { at, active }),
        1 => times().prop_map(|(at, active)| RecordEntry::Left { at, active }),
        1 => (times(), remark(), "\\PC{0,40}").prop_map(|((at, active), remark, words)| {
            RecordEntry::Said { at, active, remark, words }
        }),
        1 => level(),
    ]
}

fn level() -> impl Strategy<Value = RecordEntry> {
    (1u32..90, "\\PC{0,20}", "[a-z_]{1,9}", "sha256:[0-9a-f]{64}", 0u64..10_000_000).prop_map(
        |(number, title, game, puzzle, at)| {
            let rules = puzzle.clone();
            RecordEntry::Level { number, title, game, puzzle, rules, at }
        },
    )
}

fn record() -> impl Strategy<Value = PlayRecord> {
    let run = ("\\PC{0,20}", "\\PC{0,12}").prop_map(|(pack, by)| RecordEntry::Run {
        record: RECORD_VERSION,
        pack,
        by,
        date: "2026-11-24T20:30:36Z".to_owned(),
    });
    (run, level(), vec(entry(), 0..40)).prop_map(|(run, level, rest)| {
        let entries = [run, level].into_iter().chain(rest).collect();
        PlayRecord { entries, is_torn: false }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn what_is_recorded_is_read(record in record()) {
        let text = record.to_text();
        let back = PlayRecord::read(&text).expect("a record");
        prop_assert_eq!(&back, &record);
        prop_assert_eq!(back.to_text(), text);
    }

    /// A crash cuts a record short anywhere: what was whole before is read.
    #[test]
    fn a_record_that_is_cut_short_loses_its_last_line_alone(record in record(), part in 0.0f64..1.0) {
        let text = record.to_text();
        let first = text.find('\n').expect("a line") + 1;
        let mut cut = first + ((text.len() - first) as f64 * part) as usize;
        while !text.is_char_boundary(cut) {
            cut += 1;
        }
        let whole = text[..cut].matches('\n').count();
        let back = PlayRecord::read(&text[..cut]).expect("a record");
        let kept = back.entries.len();
        prop_assert!(kept == whole || (kept == whole + 1 && !back.is_torn));
        prop_assert_eq!(&back.entries[..], &record.entries[..kept]);
    }
}

fn refused(text: &str) -> String {
    PlayRecord::read(text).expect_err("refused").to_string()
}

const RUN: &str = r#"{"what":"run","record":1,"by":"foolproof","date":"2026-11-24T20:30:36Z"}"#;
const LEVEL: &str =
    r#"{"what":"level","number":1,"game":"sudoku","puzzle":"sha256:0","rules":"sha256:0","at":0}"#;

#[test]
fn a_damaged_record_is_refused_with_its_line_and_the_reason() {
    let far = format!(r#"{{"what":"hint","at":{},"active":0}}"#, u64::MAX);
    let long = format!(r#"{{"what":"level","title":"{}"}}"#, "x".repeat(70_000));
    for (line, why) in [
        ("nonsense", "line 3: column "),
        (r#"{"what":"step","at":1,"active":1,"put":{"cell(0":"1"}}"#, "line 3: "),
        (r#"{"what":"dance","at":1,"active":1}"#, "line 3: "),
        (r#"{"what":"hint","at":1,"active":1,"more":2}"#, "unknown field `more`"),
        (r#"{"what":"hint","at":-1,"active":1}"#, "line 3: "),
        (far.as_str(), "is no time of a play"),
        (long.as_str(), "it has 70027 bytes; at most 65536"),
    ] {
        let found = refused(&format!("{RUN}\n{LEVEL}\n{line}\n{LEVEL}\n"));
        assert!(found.starts_with("line 3: ") && found.contains(why), "{found:.300}");
        assert!(found.len() < 1500, "{found:.300}");
    }
    let newer = RUN.replace("\"record\":1", "\"record\":99");
    assert!(refused(&format!("{newer}\n")).contains("the record has format 99"));
    for text in ["", "{}\n", "{\"foolproof\": 1, \"levels\": []}", LEVEL, "not json\n"] {
        assert!(refused(text).starts_with("this is not a play record"), "{text}");
    }
    let hint = r#"{"what":"hint","at":1,"active":1}"#;
    assert_eq!(refused(&format!("{RUN}\n{hint}\n")), "line 2: no level was begun before");
}

#[test]
fn a_record_is_gone_on_with_and_another_file_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.record.jsonl");
    let entries = PlayRecord::read(&format!("{RUN}\n{LEVEL}\n")).expect("a record").entries;
    for _ in 0..2 {
        let mut writer = RecordWriter::open(&path).expect("a record");
        entries.iter().for_each(|entry| writer.append(entry).expect("written"));
        // The crash of the first writer has left half a line.
        let mut text = fs::read_to_string(&path).expect("a text");
        text.push_str("{\"what\":\"st");
        fs::write(&path, text).expect("written");
    }
    let read = PlayRecord::load(&path).expect("a record");
    assert!(read.is_torn);
    assert_eq!(read.entries, [entries.clone(), entries].concat());
    let other = folder.path().join("notes.txt");
    fs::write(&other, "my notes\n").expect("written");
    let why = RecordWriter::open(&other).expect_err("refused").to_string();
    assert!(why.contains("not a play record") && why.contains("--record"), "{why}");
    assert_eq!(fs::read_to_string(&other).expect("a text"), "my notes\n");
}

#[test]
fn a_visit_counts_for_the_puzzle_that_was_played() {
    let (_folder, path) = sample("penguin_push", 2);
    let pack = Pack::load(&path).expect("a pack");
    let games = foolproof::built_in();
    let game = games.by_id("penguin_push").expect("a game");
    let of = |level: &Level, rules: &str| RecordEntry::Level {
        number: 1,
        title: level.title.clone(),
        game: level.game.clone(),
        puzzle: level.digest_for_players(),
        rules: rules.to_owned(),
        at: 0,
    };
    let mut changed = Level::clone(&pack.levels[0]);
    changed.paint(Site::cell(0, 0), "penguin".parse().ok());
    let mut strange = Level::clone(&pack.levels[0]);
    strange.game = "another".to_owned();
    let rules = game.digest();
    let run = PlayRecord::read(&format!("{RUN}\n")).expect("a record").entries;
    let off = RecordEntry::Step {
        at: 1,
        active: 1,
        kind: PlayerStep::Move,
        put: [(Site::cell(90, 90), "penguin".parse().expect("a mark"))].into_iter().collect(),
        taken: Vec::new(),
    };
    let entries = [
        run,
        vec![
            of(&pack.levels[0], &rules),
            of(&pack.levels[0], "sha256:other"),
            of(&changed, &rules),
            of(&strange, &rules),
            of(&pack.levels[0], &rules),
            off,
        ],
    ];
    let record = PlayRecord { entries: entries.concat(), is_torn: false };
    let (plays, gone) = plays_of(&games, &pack, &[record]);
    let first = &plays[0];
    assert_eq!(first.visits.len(), 1);
    assert_eq!((first.under_other_rules, first.of_changed, first.damaged, gone), (1, 1, 1, 1));
    assert!(plays[1].visits.is_empty());
}
