//! What a text holds: told by what stands in it, level by level, whatever was meant.

use foolproof::games::{
    Asked, Contents, FormatOf, Games, ReadError, formats, read_contents, read_pasted,
};
use foolproof::level::{Level, Pack};
use proptest::prelude::*;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn read(text: &str, ending: &str) -> Result<Contents, ReadError> {
    read_contents(&Games::built_in(), text, (ending, Asked::Recognised))
}

fn pasted(text: &str) -> Contents {
    read_pasted(&Games::built_in(), text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// The levels of the sample pack that a format can hold, written in it.
fn sample_in(of: &FormatOf) -> String {
    let pack = Pack::from_json(&of.game.sample()).expect("the sample pack");
    let levels: Vec<&Level> = pack.levels.iter().map(|level| level.as_ref()).collect();
    let written = foolproof::games::write_each(&Games::built_in(), of, &levels);
    written.files.first().map(|(_, text)| text.clone()).unwrap_or_default()
}

#[test]
fn what_a_format_writes_is_read_whatever_its_file_is_called() {
    let games = Games::built_in();
    for of in formats(&games) {
        let text = sample_in(&of);
        // Small boards alone fit into some formats; there is always one level in a sample that does.
        if text.is_empty() {
            assert_eq!(of.format.id(), "infinite-refraction", "nothing of the sample fits");
            continue;
        }
        for ending in ["txt", "json", "", "sdk", "fling", "exe"] {
            for before in ["", "\u{feff}"] {
                let found = read(&format!("{before}{text}"), ending);
                let found =
                    found.unwrap_or_else(|why| panic!("{} .{ending}: {why}", of.format.id()));
                assert_eq!(found.unreadable().next(), None, "{} .{ending}", of.format.id());
                let level = found.readable().levels.first().cloned().expect("a level");
                assert_eq!(level.game, of.game.about().id, "{} .{ending}", of.format.id());
            }
        }
    }
}

#[test]
fn links_and_codes_are_found_among_other_words() {
    let link = "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79";
    let alone = pasted(PUZZLE);
    assert_eq!(alone.levels.len(), 1);
    let mail = format!(
        "Hello,\nthis one is nice: <{PUZZLE}>, and so is ({link}).\n\nNo level: oooooooo, 12345.\n"
    );
    let found = pasted(&mail);
    assert_eq!(found.unreadable().collect::<Vec<_>>(), []);
    let titles: Vec<String> =
        found.readable().levels.iter().map(|level| level.title.clone()).collect();
    assert_eq!(titles, ["Puzzle 1", "Puzzle 2"]);
    assert!(found.format.contains("81 characters") && found.format.contains("puzz.link"));
    // One that is off is named where it stands in the text.
    let broken = PUZZLE.replace("53..7", "53..");
    let found = pasted(&format!("Two more:\n  {broken}\n  {PUZZLE}"));
    let faults: Vec<(usize, &str)> = found.unreadable().collect();
    assert_eq!(faults.len(), 1);
    assert!(faults[0].0 == 1 && faults[0].1.starts_with("line 2, column "), "{faults:?}");
    assert_eq!(found.readable().levels.len(), 1);
    assert!(read_pasted(&Games::built_in(), "oo").is_err(), "a word of two letters is no board");
    let nothing = read_pasted(&Games::built_in(), "Nothing to be seen here, only words.");
    assert!(matches!(nothing, Err(ReadError::Unknown(_))));
}

#[test]
fn a_pack_with_a_damaged_level_gives_the_others() {
    let whole = std::fs::read_to_string("assets/packs/refraction.json").expect("a pack");
    let broken = whole.replacen("\"cols\": 6", "\"cols\": \"six\"", 1);
    let found = read(&broken, "json").expect("the others");
    assert!(found.is_pack);
    assert_eq!(found.unreadable().count(), 1);
    assert_eq!(found.readable().levels.len() + 1, found.levels.len());
    assert!(matches!(read("{\"foolproof\": 1, ", "json"), Err(ReadError::Pack(_))));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    /// Whatever is pasted is read or refused; nothing makes the reader fall over.
    #[test]
    fn no_text_brings_the_reader_down(text in "\\PC{0,200}|[.o0-9\\n]{0,300}|[{}\\[\\]\":,a-z0-9\\n ]{0,200}") {
        let games = Games::built_in();
        for contents in [read(&text, "txt"), read_pasted(&games, &text)].into_iter().flatten() {
            prop_assert!(!contents.levels.is_empty() || contents.is_pack);
        }
    }

    /// A level of any format stays one of its game's when a part of its text is lost or turned round.
    #[test]
    fn a_text_that_is_cut_is_never_taken_for_another_games(which in 0usize..9, cut in 0usize..400, gone in 0usize..40) {
        let all = formats(&Games::built_in());
        let of = &all[which % all.len()];
        let mut letters: Vec<char> = sample_in(of).chars().collect();
        let from = (cut + 20).min(letters.len());
        letters.drain(from..(from + gone).min(letters.len()));
        let text: String = letters.into_iter().collect();
        if let Ok(found) = read(&text, "") {
            for level in found.levels.iter().flatten() {
                prop_assert_eq!(&level.game, &*of.game.about().id, "{}: {}", of.format.id(), text);
            }
        }
    }
}
