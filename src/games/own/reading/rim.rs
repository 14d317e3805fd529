//! The rim of a board in a manifest: sides with a row of clue cells, or the number of rows at each side.

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use toml::Spanned;

use crate::reading::manifest::{BoardForm, ManifestFault, ManifestWord, one_of};
use foolproof_game::{OutsideClues, Side};

/// Maximum number of rows of clue cells at a side.
const MAX_ROWS: u16 = 20;

/// Words for the sides of a rim.
const SIDES: [(&str, Side); 4] =
    [("top", Side::North), ("left", Side::West), ("bottom", Side::South), ("right", Side::East)];

/// The subject of clues on the rim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RimClues {
    /// The line as seen from the side of the clue.
    #[default]
    Side,
    /// The line as a whole.
    Line,
    /// The contents of the line, in order.
    Order,
}

impl RimClues {
    pub(crate) fn read(word: &ManifestWord) -> Result<Self, ManifestFault> {
        one_of(word, &[("side", Self::Side), ("line", Self::Line), ("order", Self::Order)])
    }
}

/// At which sides clue cells lie: `["left", "top"]`, or `{ left = 3, top = 2 }` for several rows.
#[derive(Clone, Debug, schemars::JsonSchema)]
#[schemars(untagged)]
pub enum RimForm {
    Sides(#[schemars(with = "Vec<String>")] Vec<ManifestWord>),
    Rows(RimRows),
}

/// How many rows or columns of clue cells lie at each side.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RimRows {
    #[serde(default)]
    #[schemars(with = "Option<u16>")]
    top: Option<Spanned<u16>>,
    #[serde(default)]
    #[schemars(with = "Option<u16>")]
    left: Option<Spanned<u16>>,
    #[serde(default)]
    #[schemars(with = "Option<u16>")]
    bottom: Option<Spanned<u16>>,
    #[serde(default)]
    #[schemars(with = "Option<u16>")]
    right: Option<Spanned<u16>>,
}

impl Default for RimForm {
    fn default() -> Self {
        Self::Sides(Vec::new())
    }
}

impl<'de> Deserialize<'de> for RimForm {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct RimReader;
        impl<'de> Visitor<'de> for RimReader {
            type Value = RimForm;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("sides such as [\"left\", \"top\"], or { left = 3, top = 2 }")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, sides: A) -> Result<RimForm, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(sides)).map(RimForm::Sides)
            }

            fn visit_map<A: MapAccess<'de>>(self, rows: A) -> Result<RimForm, A::Error> {
                RimRows::deserialize(MapAccessDeserializer::new(rows)).map(RimForm::Rows)
            }
        }
        from.deserialize_any(RimReader)
    }
}

impl RimForm {
    /// Returns the clue cells, and the faults in the words for them.
    pub(crate) fn read(&self) -> (OutsideClues, Vec<ManifestFault>) {
        let mut faults = Vec::new();
        let mut count = |rows: &Spanned<u16>| match *rows.get_ref() {
            rows if rows <= MAX_ROWS => rows,
            _ => {
                let why = format!("a side has at most {MAX_ROWS} rows of clue cells");
                faults.push(ManifestFault::of(rows, why));
                0
            }
        };
        let clues = match self {
            Self::Rows(RimRows { top, left, bottom, right }) => {
                let [left, top, right, bottom] = [left, top, right, bottom]
                    .map(|rows| rows.as_ref().map(&mut count).unwrap_or_default());
                OutsideClues { left, top, right, bottom }
            }
            Self::Sides(words) => {
                let sides = words.iter().map(|word| one_of(word, &SIDES));
                let (sides, unknown): (Vec<_>, Vec<_>) = sides.partition(Result::is_ok);
                faults.extend(unknown.into_iter().filter_map(Result::err));
                let has = |side: Side| u16::from(sides.contains(&Ok(side)));
                OutsideClues {
                    left: has(Side::West),
                    top: has(Side::North),
                    right: has(Side::East),
                    bottom: has(Side::South),
                }
            }
        };
        (clues, faults)
    }
}

/// True if the smallest board is all clue cells.
pub(crate) fn fills_board(board: &BoardForm, clues: OutsideClues) -> bool {
    let [cols, rows] = *board.smallest.get_ref();
    cols <= clues.left + clues.right || rows <= clues.top + clues.bottom
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::own_game::OwnGame;
    use crate::reading::form::GameForm;
    use foolproof_game::NoGrounder;
    use foolproof_game::{Game as _, PlacedClues, Turn, Turning as _, turned_level};
    use foolproof_level::{Board, GameText, Level, Site};
    use std::sync::Arc;

    fn manifest(rim: &str, on: &str) -> String {
        let clues = if on.contains("runs") { "order" } else { "line" };
        let (term, on) = match on {
            "runs" => ("runs(list 1..9)", "\"rim\""),
            on => ("clue(1..9)", on),
        };
        format!(
            "foolproof_game = 1\nid = \"toy\"\nname = \"Toy\"\n[board]\ndefault = [9, 9]\n\
             smallest = [5, 5]\nlargest = [20, 20]\nrim = {rim}\nrim_clues = \"{clues}\"\n\
             [[mark]]\nterm = \"{term}\"\non = {on}\nturn = \"same\"\n"
        )
    }

    fn read(rim: &str, on: &str) -> Result<GameForm, String> {
        let told = |faults: Vec<ManifestFault>| {
            faults.into_iter().map(|fault| fault.why).collect::<Vec<_>>().join("; ")
        };
        GameForm::read(&manifest(rim, on), &Default::default()).map_err(told)
    }

    fn game(rim: &str, on: &str) -> OwnGame {
        let text = GameText { manifest: manifest(rim, on), ..GameText::default() };
        OwnGame::new(Arc::new(text), Arc::new(NoGrounder)).expect("a game")
    }

    #[test]
    fn a_rim_is_a_list_of_sides_or_says_how_many_rows_they_have() {
        let rim = |text: &str| read(text, "\"rim\"").map(|form| form.rim);
        let listed = OutsideClues { left: 1, right: 1, ..OutsideClues::NONE };
        assert_eq!(rim("[\"left\", \"right\"]"), Ok(listed));
        assert_eq!(rim("{ left = 1, right = 1 }"), Ok(listed));
        assert_eq!(rim("{ left = 3, top = 2 }").map(|rim| (rim.left, rim.top)), Ok((3, 2)));
        let wrong = |text: &str, why: &str| {
            let told = rim(text).expect_err(text);
            assert!(told.contains(why), "{text}: {told}");
        };
        wrong("[\"middle\"]", "there is no `middle` here; write top, left, bottom or right");
        wrong("{ left = 21 }", "at most 20 rows");
        wrong("{ middle = 2 }", "unknown field `middle`");
        wrong("{ left = 3, right = 2 }", "the smallest board has clue cells alone");
        wrong("\"left\"", "sides such as");
    }

    #[test]
    fn a_row_of_the_rim_may_have_marks_of_its_own() {
        let game = game("{ left = 2, top = 1 }", "\"rim2\"");
        let board = Board { cols: 6, rows: 6, tray: 0 };
        let mark = "clue(3)".parse().expect("a mark");
        let takes = |col, row| game.accepts(&board, Site::cell(col, row), &mark).is_ok();
        assert_eq!(
            [takes(0, 3), takes(1, 3), takes(3, 0), takes(3, 3)],
            [true, false, false, false]
        );
        let why = read("{ left = 2 }", "\"rim3\"").expect_err("no such row");
        assert!(why.contains("no row 3 of the rim; its deepest side has 2"), "{why}");
    }

    /// The four turns and mirrors restore a level of clue cells, and keep each clue in its row.
    #[test]
    fn levels_with_a_deep_rim_turn_there_and_back() {
        let game = game("{ left = 3, top = 3 }", "\"rim\"");
        let mut level = Level::open("toy", Board { cols: 7, rows: 5, tray: 0 });
        let clues = [(0, 3, 4), (2, 4, 1), (3, 0, 2), (6, 2, 3), (5, 1, 5)];
        for (col, row, number) in clues {
            let mark = format!("clue({number})").parse().expect("a mark");
            level.paint(Site::cell(col, row), Some(mark));
        }
        let turned = |level: &Level, turn| turned_level(&game, level, turn).expect("it turns");
        let quarter = turned(&level, Turn::Clockwise);
        assert_eq!((quarter.board.cols, quarter.board.rows), (5, 7));
        // The clue at the far left of the first row moves to the top of the last column.
        let on =
            |level: &Level, col, row| level.mark(Site::cell(col, row)).map(ToString::to_string);
        assert_eq!(on(&quarter, 4, 0).as_deref(), Some("clue(4)"));
        assert_eq!(on(&quarter, 0, 3).as_deref(), Some("clue(2)"));
        let mut round = level.clone();
        for _ in 0..4 {
            round = turned(&round, Turn::Clockwise);
        }
        assert_eq!(round, level);
        let mirrored = turned(&level, Turn::MirrorColumns);
        assert_eq!(on(&mirrored, 0, 3).as_deref(), Some("clue(4)"));
        assert_eq!(on(&mirrored, 6, 0).as_deref(), Some("clue(2)"));
        assert_eq!(turned(&mirrored, Turn::MirrorColumns), level);
    }

    #[test]
    fn a_rim_does_not_turn_to_a_side_with_fewer_rows() {
        let turns = |rim: &str| {
            let game = game(rim, "\"rim\"");
            let level = Level::open("toy", Board { cols: 9, rows: 9, tray: 0 });
            [Turn::Clockwise, Turn::MirrorColumns, Turn::MirrorRows]
                .map(|turn| game.can_turn(&level, turn).is_ok())
        };
        assert_eq!(turns("{ left = 2, top = 2 }"), [true; 3]);
        assert_eq!(turns("{ left = 2, top = 1 }"), [false, true, true]);
        assert_eq!(turns("{ left = 2, right = 1 }"), [false, false, true]);
        let clues = OutsideClues { left: 2, ..OutsideClues::NONE };
        let placed = PlacedClues::new(clues, Board { cols: 6, rows: 3, tray: 0 });
        let at = |turn| placed.turned(Site::cell(0, 1), turn);
        assert_eq!(at(Turn::MirrorColumns), Some(Site::cell(0, 1)));
    }

    /// Clues that are read along their line: the far one of a row is the first, and a list turns with it.
    #[test]
    fn clues_in_order_turn_round_with_their_line() {
        let game = game("{ left = 2, top = 2 }", "runs");
        let mut level = Level::open("toy", Board { cols: 6, rows: 5, tray: 0 });
        for (col, row, runs) in [(0, 2, "3,1"), (1, 2, "4"), (3, 0, "5,6,7"), (3, 1, "8")] {
            let mark = format!("runs(list({runs}))").parse().expect("a mark");
            level.paint(Site::cell(col, row), Some(mark));
        }
        let turned = |turn| turned_level(&game, &level, turn).expect("it turns");
        let on = |level: &Level, cells: [[u16; 2]; 2]| {
            cells.map(|[col, row]| {
                let mark = level.mark(Site::cell(col, row)).map(ToString::to_string);
                mark.unwrap_or_default().replace("runs(list(", "").replace("))", "")
            })
        };
        // Mirroring left and right reverses rows, and leaves columns unchanged.
        let mirrored = turned(Turn::MirrorColumns);
        assert_eq!(on(&mirrored, [[0, 2], [1, 2]]), ["4", "1,3"]);
        assert_eq!(on(&mirrored, [[4, 0], [4, 1]]), ["5,6,7", "8"]);
        let mirrored = turned(Turn::MirrorRows);
        assert_eq!(on(&mirrored, [[0, 4], [1, 4]]), ["3,1", "4"]);
        assert_eq!(on(&mirrored, [[3, 0], [3, 1]]), ["8", "7,6,5"]);
        // After a turn to the right, a row goes down as a column, and a column goes back along its row.
        let quarter = turned(Turn::Clockwise);
        assert_eq!(on(&quarter, [[4, 0], [4, 1]]), ["3,1", "4"]);
        assert_eq!(on(&quarter, [[0, 3], [1, 3]]), ["8", "7,6,5"]);
        for turns in [[Turn::MirrorColumns; 4], [Turn::Clockwise; 4], [Turn::MirrorRows; 4]] {
            let mut round = level.clone();
            for turn in turns {
                round = turned_level(&game, &round, turn).expect("it turns");
            }
            assert_eq!(round, level, "{turns:?}");
        }
    }
}
