//! Limits on the length of a pack's words and on the number of its levels.
//!
//! A file that exceeds them is damaged or malicious: words are laid out on the screen letter by letter, which
//! takes hundreds of times their length in memory.

use std::collections::BTreeMap;
use std::fmt;

use super::{ForPlayers, GameSource, KeptVerdict, Level, LookError, Pack, PackCourseError, source};
use serde::Deserialize as _;
use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};

/// Maximum letters of a title, an author or a tag.
pub const LONGEST_TITLE: usize = 500;
/// Maximum letters that a designer can write into a title; the program's additions still fit.
pub const LONGEST_OWN_TITLE: usize = 400;
/// Maximum letters of the notes of a level or a pack.
pub(crate) const LONGEST_NOTES: usize = 100_000;
/// Maximum letters that a designer can write into notes; the program's additions still fit.
pub const LONGEST_OWN_NOTES: usize = 50_000;
/// Maximum letters of the introduction for players of a pack.
pub const LONGEST_ABOUT: usize = 5_000;
/// Maximum letters of a language's tag.
pub const LONGEST_LANGUAGE: usize = 35;
/// Maximum letters of a note on a site.
pub const LONGEST_SITE_NOTE: usize = 1000;
pub const MAX_TAGS: usize = 100;
/// Maximum bytes of a concept with its own rules.
pub(crate) const LONGEST_CONCEPT: usize = 100_000;
/// Maximum letters of the command that made a level: it may name a concept, and much else.
pub(crate) const LONGEST_COMMAND: usize = 2 * LONGEST_CONCEPT;
/// Maximum letters of each text of a verdict.
pub const LONGEST_CHECK: usize = 1_000;
pub const MAX_LEVELS: usize = 50_000;
/// Maximum number of games of a pack that are not part of the program.
pub(crate) const MAX_GAMES: usize = 100;
/// Maximum bytes of a game that a pack carries.
pub(crate) const LONGEST_GAME: usize = 4 << 20;
/// Maximum number of settings of a level.
pub(crate) const MAX_SETTINGS: usize = 64;
/// Maximum letters of a game's path.
pub(crate) const LONGEST_PATH: usize = 4096;
/// Maximum letters of a quoted word of a file, and of a whole error.
const LONGEST_QUOTED: usize = 80;
const LONGEST_ERROR: usize = 800;
const COMMAND: &str = "the command that made it has";

/// The exceeded limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundError {
    /// The text is named with its verb, as in "the title has".
    #[error("{name} {count} letters; at most {most}")]
    Letters { name: &'static str, count: usize, most: usize },
    #[error("{0} tags are too many; at most {MAX_TAGS}")]
    Tags(usize),
    #[error("the pack has {0} levels; at most {MAX_LEVELS}")]
    Levels(usize),
    /// In the list of a pack's games.
    #[error("games: {0}")]
    Games(Box<GameListError>),
    /// In the pack's course.
    #[error("course: {0}")]
    Course(Box<PackCourseError>),
    /// In the look of the pack.
    #[error("look: {0}")]
    Look(Box<LookError>),
    /// In a level of a pack; the number is counted from 1.
    #[error("level {number}: {why}")]
    Level { number: usize, why: Box<BoundError> },
    /// In the level from which another was made.
    #[error("made, input: {0}")]
    Input(Box<BoundError>),
}

/// Refuses words of a pack that are too long.
pub(crate) fn words_of_pack(title: &str, author: &str, notes: &str) -> Result<(), BoundError> {
    letters("the pack's title has", title, LONGEST_TITLE)?;
    letters("the pack's author has", author, LONGEST_TITLE)?;
    letters("the pack's notes have", notes, LONGEST_NOTES)
}

/// Refuses words for players that are too long, and pictures that are too large.
pub fn for_players(play: &ForPlayers) -> Result<(), BoundError> {
    letters("the pack's words for players have", &play.about, LONGEST_ABOUT)?;
    letters("the pack's language has", &play.language, LONGEST_LANGUAGE)?;
    play.look.check().map_err(|why| BoundError::Look(Box::new(why)))
}

/// Refuses words of a level that are too long.
pub(crate) fn words_of_level(
    title: &str,
    author: &str,
    notes: &str,
    tags: &[String],
) -> Result<(), BoundError> {
    letters("the title has", title, LONGEST_TITLE)?;
    letters("the author has", author, LONGEST_TITLE)?;
    letters("the notes have", notes, LONGEST_NOTES)?;
    if tags.len() > MAX_TAGS {
        return Err(BoundError::Tags(tags.len()));
    }
    tags.iter().try_for_each(|tag| letters("a tag has", tag, LONGEST_TITLE))
}

/// Refuses notes on sites that are too long.
pub(crate) fn site_notes<'a>(
    notes: impl IntoIterator<Item = &'a String>,
) -> Result<(), BoundError> {
    notes.into_iter().try_for_each(|note| letters("a note on a cell has", note, LONGEST_SITE_NOTE))
}

/// Refuses a pack that could not be read back.
pub fn pack(pack: &Pack) -> Result<(), BoundError> {
    let Pack { title, author, notes, play, games, course, levels } = pack;
    words_of_pack(title, author, notes)?;
    for_players(play)?;
    self::games(games).map_err(|why| BoundError::Games(Box::new(why)))?;
    course.check().map_err(|why| BoundError::Course(Box::new(why)))?;
    count(levels.len())?;
    levels.iter().enumerate().try_for_each(|(at, one)| {
        let numbered = |why| BoundError::Level { number: at + 1, why: Box::new(why) };
        level(one).map_err(numbered)
    })
}

/// Error in a pack's list of games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameListError {
    #[error("{0} are too many; at most {MAX_GAMES}")]
    TooMany(usize),
    /// Entries are counted from 1.
    #[error("entry {0} has no identifier")]
    NoIdentifier(usize),
    #[error("`{0}` is named twice")]
    Twice(String),
    #[error("the path of `{0}` is not one with forward slashes")]
    Path(String),
    #[error("the path of `{name}` has {count} letters; at most {LONGEST_PATH}")]
    LongPath { name: String, count: usize },
    #[error("the digest of `{0}` is not `{word}` and {count} digits 0-9 a-f", word = source::DIGEST, count = source::DIGITS)]
    Digest(String),
    #[error("the game `{0}` that the pack carries is larger than {size} MiB", size = LONGEST_GAME >> 20)]
    LongGame(String),
    #[error(transparent)]
    Name(BoundError),
}

/// Refuses a list of games that is too long, and entries that this program never writes.
pub fn games(games: &[GameSource]) -> Result<(), GameListError> {
    if games.len() > MAX_GAMES {
        return Err(GameListError::TooMany(games.len()));
    }
    for (at, GameSource { id, at: path, digest, text }) in games.iter().enumerate() {
        game(id).map_err(GameListError::Name)?;
        let name = || quoted(id).to_string();
        let count = path.chars().count();
        let fault = match () {
            () if id.is_empty() => GameListError::NoIdentifier(at + 1),
            () if games.iter().take(at).any(|before| before.id == *id) => {
                GameListError::Twice(name())
            }
            () if count > LONGEST_PATH => GameListError::LongPath { name: name(), count },
            () if path.is_empty() || path.chars().any(|c| c.is_control() || c == '\\') => {
                GameListError::Path(name())
            }
            () if !source::is_digest(digest) => GameListError::Digest(name()),
            () if text.as_ref().is_some_and(|text| text.bytes() > LONGEST_GAME) => {
                GameListError::LongGame(name())
            }
            () => continue,
        };
        return Err(fault);
    }
    Ok(())
}

/// Refuses more levels than a pack may have.
pub fn count(levels: usize) -> Result<(), BoundError> {
    match levels > MAX_LEVELS {
        true => Err(BoundError::Levels(levels)),
        false => Ok(()),
    }
}

/// Refuses a level whose words are too long.
pub fn level(level: &Level) -> Result<(), BoundError> {
    words_of_level(&level.title, &level.author, &level.notes, &level.tags)?;
    level.checked.as_deref().map_or(Ok(()), words_of_check)?;
    site_notes(level.site_notes.values())?;
    let Some(made) = &level.made else { return Ok(()) };
    words_of_made(&made.by, &made.command)?;
    made.input
        .as_deref()
        .map_or(Ok(()), self::level)
        .map_err(|why| BoundError::Input(Box::new(why)))
}

/// Refuses words of a verdict that are too long.
pub(crate) fn words_of_check(verdict: &KeptVerdict) -> Result<(), BoundError> {
    let KeptVerdict { fault, level, rules, by, date, .. } = verdict;
    let words = [fault, level, rules, by, date];
    let name = "what the last check found has";
    words.into_iter().try_for_each(|text| letters(name, text, LONGEST_CHECK))
}

/// Refuses words about how a level was made that are too long.
pub(crate) fn words_of_made(by: &str, command: &[String]) -> Result<(), BoundError> {
    letters("the name of the program that made it has", by, LONGEST_TITLE)?;
    let count: usize = command.iter().map(|word| word.chars().count() + 1).sum();
    match count > LONGEST_COMMAND {
        true => {
            let (name, most) = (COMMAND, LONGEST_COMMAND);
            Err(BoundError::Letters { name, count, most })
        }
        false => Ok(()),
    }
}

/// Returns the beginning of words that may be very long.
pub fn shortened(words: &str, most: usize) -> String {
    match words.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", words.get(..end).unwrap_or_default()),
        None => words.to_owned(),
    }
}

/// Shortens a word of a file for an error message.
pub fn quoted(word: &str) -> String {
    shortened(word, LONGEST_QUOTED)
}

/// Shortens each word that an error quotes.
pub fn error(why: &str) -> String {
    let (mut short, mut open) = (String::new(), None);
    for part in why.split_inclusive(['`', '"']) {
        let sign = part.chars().next_back().filter(|last| ['`', '"'].contains(last));
        let word = sign.and_then(|sign| part.strip_suffix(sign)).unwrap_or(part);
        match open {
            Some(_) => short.push_str(&quoted(word)),
            None => short.push_str(word),
        }
        short.extend(sign);
        open = match open {
            None => sign,
            still => still.filter(|_| still != sign),
        };
    }
    // Quotation marks within a quoted word mislead the count, and unquoted words are short.
    shortened(&short, LONGEST_ERROR)
}

/// Shortens the place of an error, such as `levels[2].title`.
pub(crate) fn field(path: &str) -> String {
    let keys: Vec<String> = path.split('.').map(quoted).collect();
    shortened(&keys.join("."), LONGEST_ERROR)
}

/// Refuses a name of a game that is too long to be shown.
pub(crate) fn game(name: &str) -> Result<(), BoundError> {
    letters("the name of the game has", name, LONGEST_TITLE)
}

fn letters(name: &'static str, text: &str, most: usize) -> Result<(), BoundError> {
    // Bytes first: letters need no count if even the bytes are few enough.
    if text.len() <= most {
        return Ok(());
    }
    match text.chars().count() {
        count if count > most => Err(BoundError::Letters { name, count, most }),
        _ => Ok(()),
    }
}

/// Reads the settings of a level; rules can use their names.
pub(crate) fn settings<'de, D>(deserializer: D) -> Result<BTreeMap<String, i32>, D::Error>
where
    D: serde::Deserializer<'de>,
{
    let settings = BTreeMap::<String, i32>::deserialize(deserializer)?;
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_name = |name: &&String| {
        name.len() <= LONGEST_TITLE
            && name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(letter)
    };
    if settings.len() > MAX_SETTINGS {
        return Err(D::Error::custom(format!("more than {MAX_SETTINGS} settings")));
    }
    match settings.keys().find(|name| !is_name(name)) {
        Some(name) => Err(D::Error::custom(format!("`{}` is not a setting", quoted(name)))),
        None => Ok(settings),
    }
}

/// Reads the levels of a pack, and stops at the first one above the limit.
pub(crate) fn levels<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: DeserializeOwned,
{
    struct LevelsVisitor<T>(std::marker::PhantomData<T>);
    impl<'de, T: DeserializeOwned> Visitor<'de> for LevelsVisitor<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of levels")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut levels = Vec::new();
            while let Some(level) = list.next_element()? {
                if levels.len() == MAX_LEVELS {
                    return Err(A::Error::custom(format!("more than {MAX_LEVELS} levels")));
                }
                levels.push(level);
            }
            Ok(levels)
        }
    }
    deserializer.deserialize_seq(LevelsVisitor(std::marker::PhantomData))
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::sync::Arc;

    use super::super::{Board, Made};
    use super::*;

    fn read(level: &str) -> String {
        let text = format!("{{\"foolproof\":1,\"levels\":[{level}]}}");
        Pack::from_json(&text).expect_err("refused").to_string()
    }

    const BOARD: &str = r#""game":"any","board":{"cols":2,"rows":2}"#;

    #[test]
    fn an_error_quotes_the_beginning_of_a_long_word() {
        let long = "x".repeat(10 << 20);
        let ticks = "a` at line \\n".repeat(1 << 20);
        let levels = [
            format!("{{{BOARD},\"{long}\":1}}"),
            format!("{{{BOARD},\"{ticks}\":1}}"),
            format!("{{{BOARD},\"title\":\"{long}\"}}"),
            format!("{{{BOARD},\"rules\":\"{long}\"}}"),
            format!("{{{BOARD},\"painted\":{{\"{long}\":null}}}}"),
            format!("{{{BOARD},\"painted\":{{\"c1,r1\":\"{long}\"}}}}"),
            format!("{{{BOARD},\"concept\":\"{long}\"}}"),
        ];
        for level in levels {
            let why = read(&level);
            assert!(why.len() < 2500, "{} letters: {why:.300}", why.len());
        }
        let why = read(&format!("{{{BOARD},\"{long}\":1}}"));
        let expected = format!("unknown field `{}…`, expected one of `game`", "x".repeat(80));
        assert!(why.contains(&expected), "{why}");
        assert!(
            why.contains("`intended_locked`, `made`"),
            "what is expected is said in full: {why}"
        );
    }

    #[test]
    fn what_made_a_level_is_bounded_when_it_is_read_and_when_it_is_written() {
        let long = "x".repeat(LONGEST_COMMAND);
        let inner = format!("{{{BOARD},\"title\":\"{}\"}}", "t".repeat(501));
        let input = format!("{{\"foolproof\":1,\"levels\":[{inner}]}}");
        for (made, why) in [
            (format!("\"by\":\"{long}\",\"command\":[]"), "the program that made it has 200000"),
            (format!("\"command\":[\"a\",\"{long}\"]"), "the command that made it has 200003"),
            (format!("\"command\":[],\"input\":{input}"), "made, input: the title has 501"),
        ] {
            let found = read(&format!("{{{BOARD},\"made\":{{{made}}}}}"));
            assert!(found.contains(why), "{found:.300}");
        }
        let mut level = Level::open("any", Board { cols: 2, rows: 2, tray: 0 });
        level.made = Some(Arc::new(Made::now(vec![long], 1)));
        let pack = Pack { levels: vec![Arc::new(level)], ..Pack::default() };
        let why = self::pack(&pack).expect_err("too long");
        let (name, count, most) = (COMMAND, LONGEST_COMMAND + 1, LONGEST_COMMAND);
        let letters = Box::new(BoundError::Letters { name, count, most });
        assert_eq!(why, BoundError::Level { number: 1, why: letters });
        let why = why.to_string();
        assert!(why.starts_with("level 1: the command that made it has"), "{why}");
    }
}
