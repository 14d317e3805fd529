//! How long the words of a pack may be, and how many levels it may have.
//!
//! A file with more is damaged or made to harm: words are laid out on the screen, letter by letter,
//! which takes hundreds of times their length in memory. Knows nobody.

use std::fmt;

use super::{Level, Pack};
use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};

/// Letters of a title, an author or a tag.
pub const LONGEST_TITLE: usize = 500;
/// Letters that a designer can write into a title; what the program adds to it still fits.
pub const LONGEST_OWN_TITLE: usize = 400;
/// Letters of the notes of a level or a pack.
pub const LONGEST_NOTES: usize = 100_000;
/// Letters that a designer can write into notes; what the program adds to them still fits.
pub const LONGEST_OWN_NOTES: usize = 50_000;
pub const MOST_TAGS: usize = 100;
/// Bytes of a concept with its own rules.
pub const LONGEST_CONCEPT: usize = 100_000;
/// Letters of the command that made a level: it may name a concept, and much beside.
pub const LONGEST_COMMAND: usize = 2 * LONGEST_CONCEPT;
pub const MOST_LEVELS: usize = 50_000;
/// Letters of a word of a file that an error quotes, and of the error with all that it says.
const LONGEST_QUOTED: usize = 80;
const LONGEST_ERROR: usize = 800;

/// Refuses words of a pack that are too long.
pub fn words_of_pack(title: &str, author: &str, notes: &str) -> Result<(), String> {
    letters("the pack's title", title, LONGEST_TITLE)?;
    letters("the pack's author", author, LONGEST_TITLE)?;
    letters("the pack's notes", notes, LONGEST_NOTES)
}

/// Refuses words of a level that are too long.
pub fn words_of_level(
    title: &str,
    author: &str,
    notes: &str,
    tags: &[String],
) -> Result<(), String> {
    letters("the title", title, LONGEST_TITLE)?;
    letters("the author", author, LONGEST_TITLE)?;
    letters("the notes", notes, LONGEST_NOTES)?;
    if tags.len() > MOST_TAGS {
        return Err(format!("{} tags are too many; at most {MOST_TAGS}", tags.len()));
    }
    tags.iter().try_for_each(|tag| letters("a tag", tag, LONGEST_TITLE))
}

/// Refuses a pack that could not be read again.
pub fn pack(pack: &Pack) -> Result<(), String> {
    let Pack { title, author, notes, levels } = pack;
    words_of_pack(title, author, notes)?;
    count(levels.len())?;
    levels
        .iter()
        .enumerate()
        .try_for_each(|(at, one)| level(one).map_err(|why| format!("level {}: {why}", at + 1)))
}

/// Refuses more levels than a pack may have.
pub fn count(levels: usize) -> Result<(), String> {
    match levels > MOST_LEVELS {
        true => Err(format!("the pack has {levels} levels; at most {MOST_LEVELS}")),
        false => Ok(()),
    }
}

/// Refuses a level whose words are too long.
pub fn level(level: &Level) -> Result<(), String> {
    words_of_level(&level.title, &level.author, &level.notes, &level.tags)?;
    let Some(made) = &level.made else { return Ok(()) };
    words_of_made(&made.by, &made.command)?;
    made.input.as_deref().map_or(Ok(()), self::level).map_err(|why| format!("made, input: {why}"))
}

/// Refuses words about how a level was made that are too long.
pub fn words_of_made(by: &str, command: &[String]) -> Result<(), String> {
    letters("the program that made it", by, LONGEST_TITLE)?;
    let count: usize = command.iter().map(|word| word.chars().count() + 1).sum();
    match count > LONGEST_COMMAND {
        true => {
            Err(format!("the command that made it has {count} letters; at most {LONGEST_COMMAND}"))
        }
        false => Ok(()),
    }
}

/// The beginning of words that may be very long.
pub fn shortened(words: &str, most: usize) -> String {
    match words.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", words.get(..end).unwrap_or_default()),
        None => words.to_owned(),
    }
}

/// A word of a file as an error quotes it.
pub fn quoted(word: &str) -> String {
    shortened(word, LONGEST_QUOTED)
}

/// An error with each word that it quotes shortened.
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
    // Signs within a quoted word mislead the count of them, and words of ours are short.
    shortened(&short, LONGEST_ERROR)
}

/// The place of an error, such as `levels[2].title`.
pub fn field(path: &str) -> String {
    let keys: Vec<String> = path.split('.').map(quoted).collect();
    shortened(&keys.join("."), LONGEST_ERROR)
}

/// Refuses a name of a game that is too long to be shown.
pub fn game(name: &str) -> Result<(), String> {
    letters("the game", name, LONGEST_TITLE)
}

fn letters(what: &str, words: &str, most: usize) -> Result<(), String> {
    // Bytes first: letters need not be counted where even they are few enough.
    if words.len() <= most {
        return Ok(());
    }
    match words.chars().count() {
        count if count > most => {
            let verb = if what.ends_with("notes") { "have" } else { "has" };
            Err(format!("{what} {verb} {count} letters; at most {most}"))
        }
        _ => Ok(()),
    }
}

/// Reads the levels of a pack, and stops at the first that is too many.
pub fn levels<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: DeserializeOwned,
{
    struct Levels<T>(std::marker::PhantomData<T>);
    impl<'de, T: DeserializeOwned> Visitor<'de> for Levels<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of levels")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut levels = Vec::new();
            while let Some(level) = list.next_element()? {
                if levels.len() == MOST_LEVELS {
                    return Err(A::Error::custom(format!("more than {MOST_LEVELS} levels")));
                }
                levels.push(level);
            }
            Ok(levels)
        }
    }
    deserializer.deserialize_seq(Levels(std::marker::PhantomData))
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
        assert!(why.starts_with("level 1: the command that made it has"), "{why}");
    }
}
