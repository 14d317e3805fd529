//! What is said between those who ask and an engine process: MessagePack, each message behind its
//! length of four bytes, least first.
//!
//! Structs go by the names of their fields, since some types are read by their tags. Everything
//! arrives as it was sent: levels with their identity, numbers that are none, concepts part by part.

use std::borrow::Cow;
use std::io::{BufRead, Read, Write};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::level::{GameText, Level};
use crate::solver::{Finding, Limits, Progress, Question, Topic};

/// To the engine.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum ToEngine<'a> {
    Ask {
        ticket: u64,
        about: Box<EngineRequest<'a>>,
    },
    /// A game that a designer brings, as it is from now on.
    Game(Arc<GameText>),
    /// What comes next has nothing to do with what came before.
    Forget,
    /// Ends the work on this question soon, if it is still at it.
    Cancel {
        ticket: u64,
    },
}

/// What is asked.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct EngineRequest<'a> {
    pub level: Cow<'a, Level>,
    pub question: Cow<'a, Question>,
    pub limits: Limits,
}

/// From the engine.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FromEngine {
    pub ticket: u64,
    pub said: Said,
}

/// What an engine says of a question.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Said {
    Started(Topic),
    Found(Box<Finding>),
    Note {
        done: u64,
        text: String,
    },
    /// Nothing more comes. So many findings, of those that came first, others took the place of.
    Done {
        superseded: usize,
    },
}

impl From<Progress> for Said {
    fn from(progress: Progress) -> Self {
        match progress {
            Progress::Started(topic) => Self::Started(topic),
            Progress::Found(finding) => Self::Found(Box::new(finding)),
            Progress::Note { done, text } => Self::Note { done, text },
        }
    }
}

/// The first line of an engine. What comes before it is not the engine's: a test's name, say.
pub(super) const HELLO: &str = "foolproof engine, messages 4";
/// Bytes before the first line after which nobody waits for it any more.
const BEFORE_HELLO: u64 = 1 << 16;

#[derive(Debug, thiserror::Error)]
pub(super) enum MessageError {
    #[error("a message cannot be written: {0}")]
    Write(#[from] rmp_serde::encode::Error),
    #[error("a message cannot be read: {0}")]
    Read(#[from] rmp_serde::decode::Error),
    #[error("a message of {0} bytes is too long")]
    Long(usize),
    #[error(transparent)]
    Pipe(#[from] std::io::Error),
}

/// A message with its length.
pub(super) fn packed(message: &impl Serialize) -> Result<Vec<u8>, MessageError> {
    let mut bytes = vec![0; 4];
    rmp_serde::encode::write_named(&mut bytes, message)?;
    let length = bytes.len().saturating_sub(4);
    let length = u32::try_from(length).map_err(|_| MessageError::Long(length))?;
    for (to, byte) in bytes.iter_mut().zip(length.to_le_bytes()) {
        *to = byte;
    }
    Ok(bytes)
}

/// The next message; `None` where there is no more.
pub(super) fn next<M: DeserializeOwned>(from: &mut impl Read) -> Result<Option<M>, MessageError> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u64::from(u32::from_le_bytes(length));
    let mut bytes = Vec::new();
    // Grows with what arrives, whatever the length says.
    from.take(length).read_to_end(&mut bytes)?;
    Ok(Some(rmp_serde::from_slice(&bytes)?))
}

pub(super) fn say_hello(to: &mut impl Write) -> std::io::Result<()> {
    writeln!(to, "{HELLO}")?;
    to.flush()
}

/// Waits for the first line; false where none comes.
pub(super) fn await_hello(from: &mut impl BufRead) -> bool {
    let (mut line, mut before) = (Vec::new(), 0);
    while before < BEFORE_HELLO {
        line.clear();
        match from.take(BEFORE_HELLO).read_until(b'\n', &mut line) {
            Ok(n @ 1..) => before += n as u64,
            _ => return false,
        }
        if line.strip_suffix(b"\n").is_some_and(|line| line.ends_with(HELLO.as_bytes())) {
            return true;
        }
    }
    false
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use crate::games;
    use crate::level::{Concept, Made, Mark, Pack};
    use crate::solver::{CompleteLevel, FindConflict, SolveLevel};

    fn arrives(level: &Level, question: &Question) {
        let limits = Limits::default();
        let (level, question) = (Cow::Borrowed(level), Cow::Borrowed(question));
        let title = level.title.clone();
        let about = Box::new(EngineRequest { level, question, limits });
        let ask = ToEngine::Ask { ticket: 7, about };
        let bytes = packed(&ask).expect("packed");
        let arrived: Option<ToEngine<'static>> = next(&mut bytes.as_slice()).expect("read");
        assert_eq!(arrived, Some(ask), "{title}");
    }

    #[test]
    fn every_level_of_every_sample_arrives_as_it_was_sent() {
        for game in games::Games::built_in().all() {
            let further = game.material().collections.iter().map(|(_, text)| text.clone());
            for text in further.chain([game.sample()]) {
                let pack = Pack::from_json(&text).expect("a pack");
                // What an open pack has that no file has.
                let history = crate::level::History::new(pack);
                for level in &history.pack().levels {
                    arrives(level, &Question::from(SolveLevel::default()));
                    let mut made = (**level).clone();
                    made.made = Some(Arc::new(Made::now(vec!["a".to_owned()], 3).from(level)));
                    arrives(&made, &Question::from(CompleteLevel::default()));
                }
            }
        }
    }

    #[test]
    fn concepts_arrive_part_by_part() {
        let is = |text: &str| Concept::Is(text.parse::<Mark>().expect("a mark"));
        let long = "% a remark\n".repeat(20_000);
        let concepts = [
            Concept::And(vec![]),
            Concept::Or(vec![Concept::And(vec![is("a(1)")]), Concept::Any]),
            Concept::And(vec![Concept::And(vec![is("a"), is("b")]), is("c")]),
            Concept::Not(Box::new(Concept::Not(Box::new(is("used(x,2)"))))),
            Concept::Asp(long),
        ];
        let board = crate::level::Board { cols: 2, rows: 2, tray: 0 };
        for concept in concepts {
            let mut level = Level::open("any", board);
            level.concept = concept;
            arrives(&level, &Question::from(FindConflict));
        }
    }

    #[test]
    fn the_engine_is_heard_behind_whatever_comes_before_it() {
        let mut bytes = b"\nrunning 1 test\ntest it ... ".to_vec();
        say_hello(&mut bytes).expect("said");
        bytes.extend(b"rest");
        let mut from = bytes.as_slice();
        assert!(await_hello(&mut from));
        assert_eq!(from, b"rest");
        let noise = vec![b'x'; 1 << 20];
        assert!(!await_hello(&mut noise.as_slice()));
        assert!(!await_hello(&mut b"no engine\n".as_slice()));
    }
}
