//! The effect of a turn of the board on a mark: `rotate`, `same`, or a table of a mark's own.
//!
//! `turn = { quarter = "down({1},{2})", mirror = "across({2},{1})" }` gives the mark after a quarter turn to
//! the right and after a mirror of left and right. `quarter = { across = "down", down = "across" }` gives the
//! same for words, wherever they are a part. The other turns follow from these two: exchanging top and bottom
//! equals half a turn and then exchanging left and right.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, de};
use toml::Spanned;

use crate::look::LookTurn;
use crate::reading::form::MarkKind;
use crate::reading::manifest::{ManifestFault, MarkForm};
use crate::reading::term::side;
use crate::reading::term::{Pattern, TermPart, filled, term};
use foolproof_game::Turn;
use foolproof_level::Mark;

/// The words of a manifest for what a turn does to a mark.
#[derive(Clone, Debug, schemars::JsonSchema)]
#[schemars(untagged)]
pub enum TurnWords {
    /// `rotate` or `same`.
    Word(String),
    Table(TurnTable),
}

/// What turns make of a mark; one that is left out changes nothing.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnTable {
    /// A quarter turn to the right.
    #[serde(default)]
    #[schemars(with = "Option<TurnChange>")]
    quarter: Option<Spanned<TurnChange>>,
    /// Left and right change places.
    #[serde(default)]
    #[schemars(with = "Option<TurnChange>")]
    mirror: Option<Spanned<TurnChange>>,
}

/// What one turn makes of a mark.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(
    untagged,
    expecting = "expected a mark such as \"block({2},{1})\", or a table of words such as { across = \"down\" }"
)]
pub(crate) enum TurnChange {
    /// The mark that it is then, in which `{1}` stands for its first part.
    Term(String),
    /// What its parts are then, word by word; others stay.
    Parts(BTreeMap<String, String>),
}

/// The effect of a turn of the board on a mark.
#[derive(Clone, Debug)]
pub(crate) enum TurnForm {
    /// Parts that are sides turn with the board.
    Rotate,
    Same,
    Table(TurnTable),
}

impl<'de> Deserialize<'de> for TurnWords {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct TurnReader;
        impl<'de> Visitor<'de> for TurnReader {
            type Value = TurnWords;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("\"rotate\", \"same\", or a table of quarter and mirror")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<TurnWords, E> {
                Ok(TurnWords::Word(word.to_owned()))
            }

            fn visit_map<M: MapAccess<'de>>(self, table: M) -> Result<TurnWords, M::Error> {
                let table = TurnTable::deserialize(MapAccessDeserializer::new(table))?;
                Ok(TurnWords::Table(table))
            }
        }
        from.deserialize_any(TurnReader)
    }
}

impl TurnForm {
    pub(crate) fn read(words: &Spanned<TurnWords>) -> Result<Self, ManifestFault> {
        match words.get_ref() {
            TurnWords::Word(word) if word == "rotate" => Ok(Self::Rotate),
            TurnWords::Word(word) if word == "same" => Ok(Self::Same),
            TurnWords::Word(word) => {
                let why = format!(
                    "there is no `{word}` here; write rotate, same, or a table such as \
                     {{ quarter = {{ across = \"down\", down = \"across\" }} }}"
                );
                Err(ManifestFault::of(words, why))
            }
            TurnWords::Table(table) => Ok(Self::Table(table.clone())),
        }
    }
}

impl TurnChange {
    /// Returns the text that a mark of this pattern becomes; it may not be a valid mark.
    fn of(&self, pattern: &Pattern, mark: &Mark) -> String {
        let args = pattern.args(mark);
        match self {
            Self::Term(text) => filled(text, &args),
            Self::Parts(words) => {
                let after = |arg: &&str| words.get(*arg).map_or(*arg, String::as_str).to_owned();
                let args: Vec<String> = args.iter().map(after).collect();
                match pattern.functor.is_empty() {
                    true => args.concat(),
                    false => term(&pattern.functor, &args),
                }
            }
        }
    }
}

/// Returns the kind of a mark.
fn kind_of<'a>(kinds: &'a [MarkKind], mark: &Mark) -> Option<&'a MarkKind> {
    kinds.iter().find(|kind| kind.pattern.matches(mark))
}

/// Returns a mark after a turn of the board.
pub(crate) fn turned(kinds: &[MarkKind], mark: &Mark, turn: Turn) -> Mark {
    let kind = kind_of(kinds, mark);
    match (kind.map(|kind| (kind, &kind.turn)), turn) {
        (Some((_, TurnForm::Same)), _) => mark.clone(),
        (Some((_, TurnForm::Table(_))), Turn::MirrorRows) => {
            let half = [Turn::Clockwise, Turn::Clockwise, Turn::MirrorColumns];
            after(kinds, mark, &half)
        }
        (Some((kind, TurnForm::Table(table))), Turn::Clockwise) => {
            changed(kind, table.quarter.as_ref(), mark)
        }
        (Some((kind, TurnForm::Table(table))), Turn::MirrorColumns) => {
            changed(kind, table.mirror.as_ref(), mark)
        }
        (Some((kind, TurnForm::Rotate)), _) => rotated(Some(&kind.pattern), mark, turn),
        (None, _) => rotated(None, mark, turn),
    }
}

/// Returns a mark after several turns.
fn after(kinds: &[MarkKind], mark: &Mark, turns: &[Turn]) -> Mark {
    turns.iter().fold(mark.clone(), |mark, turn| turned(kinds, &mark, *turn))
}

fn changed(kind: &MarkKind, change: Option<&Spanned<TurnChange>>, mark: &Mark) -> Mark {
    let after = change.and_then(|change| change.get_ref().of(&kind.pattern, mark).parse().ok());
    after.unwrap_or_else(|| mark.clone())
}

/// Turns the parts of a mark that are sides. Without a pattern these are all parts that look like sides, such
/// as those of a step.
fn rotated(pattern: Option<&Pattern>, mark: &Mark, turn: Turn) -> Mark {
    let args = mark.args();
    let is_side = |at: usize| {
        pattern.is_none_or(|pattern| pattern.parts.get(at).is_some_and(TermPart::is_sides))
    };
    let turned = args.iter().enumerate().map(|(at, arg)| match side(arg) {
        Some(side) if is_side(at) => side.turned(turn).letter().to_string(),
        _ => (*arg).to_owned(),
    });
    let turned: Vec<String> = turned.collect();
    if turned.is_empty() {
        // An action that is only a side, `n`.
        let side = side(mark.as_str()).filter(|_| pattern.is_none());
        return side
            .and_then(|side| side.turned(turn).letter().to_string().parse().ok())
            .unwrap_or_else(|| mark.clone());
    }
    term(mark.functor(), &turned).parse().unwrap_or_else(|_| mark.clone())
}

/// Returns the turns with which to draw the marks of a kind with a table of turns: each is drawn as the first
/// mark that yields it by quarter turns and a mirror.
pub(crate) fn look_turns(kinds: &[MarkKind], kind: &MarkKind) -> BTreeMap<Mark, LookTurn> {
    let mut found = BTreeMap::new();
    if !matches!(kind.turn, TurnForm::Table(_)) || !kind.look.has_direction() {
        return found;
    }
    let all = own_marks(kinds, kind);
    let own: BTreeSet<&Mark> = all.iter().collect();
    for first in &all {
        if found.contains_key(first) {
            continue;
        }
        for mirrored in [false, true] {
            let mirror = [Turn::MirrorColumns];
            let mut mark = after(kinds, first, if mirrored { &mirror } else { &[] });
            for quarters in 0..4 {
                if own.contains(&mark) {
                    found.entry(mark.clone()).or_insert(LookTurn { quarters, mirrored });
                }
                mark = turned(kinds, &mark, Turn::Clockwise);
            }
        }
    }
    found
}

/// Combinations of turns that leave every mark unchanged, in words.
const CIRCLES: [(&[Turn], &str); 3] = [
    (&[Turn::Clockwise; 4], "four quarter turns"),
    (&[Turn::MirrorColumns; 2], "two mirrors"),
    (
        &[Turn::Clockwise, Turn::MirrorColumns, Turn::Clockwise, Turn::MirrorColumns],
        "a quarter turn and a mirror, twice",
    ),
];

/// Returns the first combination of turns that should leave a mark unchanged but does not, and the mark that
/// results.
pub(crate) fn astray(kinds: &[MarkKind], mark: &Mark) -> Option<(&'static str, Mark)> {
    let ends = CIRCLES.iter().map(|(turns, words)| (*words, after(kinds, mark, turns)));
    ends.into_iter().find(|(_, end)| end != mark)
}

/// Returns the faults in the tables of all kinds: words that no part has, marks that the game lacks, and turns
/// that do not lead back.
pub(crate) fn faults(kinds: &[MarkKind], forms: &[MarkForm]) -> Vec<ManifestFault> {
    let tables = kinds.iter().zip(forms).filter_map(|(kind, form)| match &kind.turn {
        TurnForm::Table(table) => Some((kind, table, form.turn.as_ref()?)),
        TurnForm::Rotate | TurnForm::Same => None,
    });
    let first = |(kind, table, words): (&MarkKind, &TurnTable, &Spanned<TurnWords>)| {
        let changes = [(&table.quarter, "turned a quarter"), (&table.mirror, "mirrored")];
        let changes = changes.into_iter().filter_map(|(change, how)| Some((change.as_ref()?, how)));
        let unfit = changes.into_iter().find_map(|(change, how)| {
            unfit(kinds, kind, change.get_ref(), how).map(|why| ManifestFault::of(change, why))
        });
        unfit.or_else(|| {
            let tried = tried_marks(kinds, kind);
            let (mark, (turns, end)) =
                tried.into_iter().find_map(|mark| astray(kinds, &mark).map(|end| (mark, end)))?;
            let why = format!("`{mark}` is `{end}` after {turns}; it has to come back");
            Some(ManifestFault::of(words, why))
        })
    };
    tables.filter_map(first).collect()
}

/// True if a mark of a kind belongs to no earlier kind.
fn is_own(kinds: &[MarkKind], kind: &MarkKind, mark: &Mark) -> bool {
    kind_of(kinds, mark).is_some_and(|first| std::ptr::eq(first, kind))
}

/// Returns the marks of a kind that belong to no earlier kind.
fn own_marks(kinds: &[MarkKind], kind: &MarkKind) -> Vec<Mark> {
    kind.pattern.marks().into_iter().filter(|mark| is_own(kinds, kind, mark)).collect()
}

/// Maximum number of a kind's marks whose turns are tried when a game is loaded. Of more marks, evenly spaced
/// ones are tried, including the first and the last: a table moves parts about, whatever their numbers.
const MAX_TRIED: usize = 64;

/// Returns some of the marks of a kind that belong to no earlier kind.
fn tried_marks(kinds: &[MarkKind], kind: &MarkKind) -> Vec<Mark> {
    let all = kind.pattern.marks();
    let step = all.len().div_ceil(MAX_TRIED).max(1);
    let some = all.iter().step_by(step).chain(all.last());
    some.filter(|mark| is_own(kinds, kind, mark)).cloned().collect()
}

/// Returns the reason why a change does not suit the marks of its kind.
fn unfit(kinds: &[MarkKind], kind: &MarkKind, change: &TurnChange, how: &str) -> Option<String> {
    if let TurnChange::Parts(words) = change {
        let is_part = |word: &&String| kind.pattern.parts.iter().any(|part| part.holds(word));
        if let Some(word) = words.keys().find(|word| !is_part(word)) {
            return Some(format!("no part of this mark is ever `{word}`"));
        }
    }
    tried_marks(kinds, kind).into_iter().find_map(|mark| {
        let after = change.of(&kind.pattern, &mark);
        let which = match after.parse().map(|after| kind_of(kinds, &after)) {
            Ok(Some(other)) if other.by_player == kind.by_player => return None,
            Ok(Some(_)) => "which somebody else puts",
            Ok(None) => "which no [[mark]] of the game is",
            Err(_) => "which is not a mark",
        };
        Some(format!("`{mark}` {how} would be `{after}`, {which}"))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::own_game::OwnGame;
    use crate::reading::fault::OwnFault;
    use foolproof_game::NoGrounder;
    use foolproof_game::Turning as _;
    use foolproof_level::GameText;

    /// Returns a game with these marks.
    fn game(marks: &[&str]) -> Result<OwnGame, Vec<OwnFault>> {
        let head = "foolproof_game = 1\nid = \"toy\"\nname = \"Toy\"\n[board]\ndefault = [3, 3]\n\
                    smallest = [1, 1]\nlargest = [9, 9]\n";
        let marks = marks.iter().map(|mark| format!("[[mark]]\n{mark}\n"));
        let manifest = head.to_owned() + &marks.collect::<String>();
        OwnGame::new(Arc::new(GameText { manifest, ..GameText::default() }), Arc::new(NoGrounder))
    }

    fn turns(game: &OwnGame, mark: &str) -> [String; 3] {
        let mark = mark.parse().expect("a mark");
        [Turn::Clockwise, Turn::MirrorColumns, Turn::MirrorRows]
            .map(|turn| game.turned(&mark, turn).to_string())
    }

    fn refused(marks: &[&str]) -> String {
        let faults = game(marks).err().expect("a fault");
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn words_and_parts_change_places_as_the_table_says() {
        let game = game(&[
            "term = \"line(1..9,across|down)\"\n\
             turn = { quarter = { across = \"down\", down = \"across\" } }",
            "term = \"block(1..3,1..3)\"\nturn = { quarter = \"block({2},{1})\" }",
            "term = \"corner(a|b|c|d)\"\n\
             [mark.turn]\nquarter = { a = \"b\", b = \"c\", c = \"d\", d = \"a\" }\n\
             mirror = { a = \"b\", b = \"a\", c = \"d\", d = \"c\" }",
            "term = \"1..4\"\n[mark.turn.quarter]\n1 = \"2\"\n2 = \"3\"\n3 = \"4\"\n4 = \"1\"\n\
             [mark.turn.mirror]\n2 = \"4\"\n4 = \"2\"",
        ]);
        let game = game.map_err(|faults| faults[0].to_string()).expect("a game");
        let down = "line(3,down)";
        assert_eq!(turns(&game, "line(3,across)"), [down, "line(3,across)", "line(3,across)"]);
        assert_eq!(turns(&game, down)[0], "line(3,across)");
        assert_eq!(turns(&game, "block(1,3)"), ["block(3,1)", "block(1,3)", "block(1,3)"]);
        // The corners of a cell, from the top left one to the right: top and bottom follow.
        assert_eq!(turns(&game, "corner(a)"), ["corner(b)", "corner(b)", "corner(d)"]);
        assert_eq!(turns(&game, "1"), ["2", "1", "3"]);
    }

    #[test]
    fn what_does_not_lead_back_is_refused_with_its_place() {
        let told = refused(&["term = \"piece(a|b|c)\"\n\
                              turn = { quarter = { a = \"b\", b = \"c\", c = \"a\" } }"]);
        assert_eq!(
            told,
            "game.toml, line 10, column 8: `piece(a)` is `piece(b)` after four quarter turns; it \
             has to come back"
        );
        let told = refused(&["term = \"piece(a|b)\"\nturn = { mirror = { a = \"b\" } }"]);
        assert!(told.contains("`piece(a)` is `piece(b)` after two mirrors"), "{told}");
        // A mirror whose direction contradicts the quarter turn.
        let told = refused(&["term = \"piece(a|b|c|d)\"\n[mark.turn]\n\
             quarter = { a = \"b\", b = \"c\", c = \"d\", d = \"a\" }\nmirror = { a = \"b\", b = \"a\" }"]);
        assert!(told.contains("after a quarter turn and a mirror, twice"), "{told}");
    }

    #[test]
    fn a_table_that_leads_nowhere_is_refused_with_its_place() {
        let told = refused(&["term = \"line(1..2)\"\nturn = { quarter = \"post({1})\" }"]);
        assert_eq!(
            told,
            "game.toml, line 10, column 20: `line(1)` turned a quarter would be `post(1)`, which no \
             [[mark]] of the game is"
        );
        let told = refused(&["term = \"line(1..2)\"\nturn = { mirror = \"line({2}\" }"]);
        assert!(
            told.contains("`line(1)` mirrored would be `line({2}`, which is not a mark"),
            "{told}"
        );
        let told = refused(&["term = \"line(a|b)\"\nturn = { quarter = { c = \"a\" } }"]);
        assert!(told.contains("line 10, column 20: no part of this mark is ever `c`"), "{told}");
        let told = refused(&[
            "term = \"line\"\nturn = { quarter = \"post\" }",
            "term = \"post\"\nby = \"player\"\nturn = { quarter = \"line\" }",
        ]);
        assert!(told.contains("`line` turned a quarter would be `post`, which somebody else puts"));
        let told = refused(&["term = \"line\"\nturn = \"round\""]);
        assert!(
            told.contains("there is no `round` here; write rotate, same, or a table"),
            "{told}"
        );
        let told = refused(&["term = \"line\"\nturn = { half = \"line\" }"]);
        assert!(told.contains("line 10") && told.contains("half"), "{told}");
        let told = refused(&["term = \"line\"\nturn = { quarter = 3 }"]);
        assert!(told.contains("line 10") && told.contains("expected a mark such as"), "{told}");
        let told = refused(&["term = \"line\"\nturn = 4"]);
        assert!(
            told.contains("line 10") && told.contains("a table of quarter and mirror"),
            "{told}"
        );
    }
}
