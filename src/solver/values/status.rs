//! Statuses of answers, and reasons why a question has none.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use foolproof_asp::Halt;
use foolproof_game::GameError;

/// Reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "why", content = "text")]
pub enum Why {
    Time,
    /// Time ran out; the fault of the level that came nearest to the goal.
    TimeNear(String),
    /// The number of further bytes requested, if known.
    Memory(Option<u64>),
    Stopped,
    /// The worker process died; its last message.
    Crashed(String),
    /// The level or its concept makes no program; says where.
    BadInput(String),
    /// A model that the game's rules reject: a fault of the encoding, never a solution.
    EncodingFault(String),
    /// The rules cannot tell in a judgement's time whether what was found is a solution.
    Undecided(String),
    /// There is none among the levels of the named stock; others were not searched.
    Stock(String),
    /// An earlier question decides that this one has no meaning (uniqueness of the unsolvable).
    Moot(String),
}

impl Why {
    /// Says that the question has no meaning, with the reason.
    pub fn moot(text: &str) -> Self {
        Self::Moot(text.to_owned())
    }

    /// True if the question has no meaning rather than no answer yet.
    pub fn is_moot(&self) -> bool {
        matches!(self, Why::Moot(_))
    }

    /// Returns the reason in words, as the end of a sentence.
    pub fn words(&self) -> String {
        match self {
            Why::Time => "time ran out".to_owned(),
            Why::TimeNear(text) => format!("time ran out; of the level that came nearest, {text}"),
            Why::Memory(None) => "memory ran out".to_owned(),
            Why::Memory(Some(bytes)) => {
                format!("memory ran out: {} more were needed", bytes_text(*bytes))
            }
            Why::Stopped => "stopped".to_owned(),
            Why::Crashed(text)
            | Why::BadInput(text)
            | Why::EncodingFault(text)
            | Why::Undecided(text)
            | Why::Stock(text)
            | Why::Moot(text) => text.clone(),
        }
    }
}

/// Returns a number of bytes in words, to two digits: "17 GB".
pub(crate) fn bytes_text(bytes: u64) -> String {
    let (mut amount, mut units) = (bytes, ["bytes", "kB", "MB", "GB", "TB", "PB"].into_iter());
    let mut unit = units.next().unwrap_or_default();
    let mut tenths = 0;
    while amount >= 1000
        && let Some(larger) = units.next()
    {
        (tenths, unit) = (amount % 1000 / 100, larger);
        amount /= 1000;
    }
    match (amount, tenths) {
        (1..10, 1..) => format!("{amount}.{tenths} {unit}"),
        _ => format!("{amount} {unit}"),
    }
}

impl From<Halt> for Why {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Time => Why::Time,
            Halt::Stopped => Why::Stopped,
        }
    }
}

impl From<GameError> for Why {
    fn from(error: GameError) -> Self {
        let text = error.to_string();
        match error {
            GameError::TooMuch(_) => Self::Undecided(text),
            GameError::Mark { .. }
            | GameError::Board(_)
            | GameError::Idle(_)
            | GameError::Concept(_) => Self::BadInput(text),
        }
    }
}

/// Certainty of an answer, in the terms that all answers share.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It holds: shown by a witness or by exhausting the search.
    Proved,
    /// It does not hold: shown likewise.
    Refuted,
    /// A count that is exact.
    Exactly(u64),
    /// A count that was capped or cut short.
    AtLeast(u64),
    Unknown(Why),
}

impl Status {
    pub fn proved_if(is: bool) -> Self {
        if is { Self::Proved } else { Self::Refuted }
    }

    /// Proved, unless something cut the work short.
    pub(crate) fn proved_unless(halt: Option<&Why>) -> Self {
        halt.map_or(Self::Proved, |why| Self::Unknown(why.clone()))
    }

    /// Returns its name in JSON.
    fn id(&self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Refuted => "refuted",
            Status::Exactly(_) => "exactly",
            Status::AtLeast(_) => "at_least",
            Status::Unknown(_) => "unknown",
        }
    }

    /// Returns the status in words: "proved", "exactly 3", "unknown: time ran out".
    pub fn words(&self) -> String {
        match self {
            Status::Exactly(n) => format!("exactly {n}"),
            Status::AtLeast(n) => format!("at least {n}"),
            Status::Unknown(Why::Moot(text)) => format!("does not apply: {text}"),
            Status::Unknown(why) => format!("unknown: {}", why.words()),
            Status::Proved | Status::Refuted => self.id().to_owned(),
        }
    }

    /// Returns the status in JSON; its keys are stable.
    pub fn json(&self) -> Value {
        match self {
            Status::Exactly(n) | Status::AtLeast(n) => json!({ "is": self.id(), "n": n }),
            Status::Unknown(why) => {
                let reason = serde_json::to_value(why)
                    .ok()
                    .and_then(|value| value.get("why").and_then(|w| w.as_str().map(str::to_owned)))
                    .unwrap_or_default();
                let mut value = json!({ "is": self.id(), "why": reason, "text": why.words() });
                if let (Why::Memory(Some(bytes)), Some(object)) = (why, value.as_object_mut()) {
                    object.insert("bytes".to_owned(), json!(bytes));
                }
                value
            }
            Status::Proved | Status::Refuted => json!({ "is": self.id() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::bytes_text;

    #[test]
    fn bytes_are_said_to_two_digits() {
        let said = [(0, "0 bytes"), (999, "999 bytes"), (1_000, "1 kB"), (16_777_216, "16 MB")];
        let more = [(1_540_000_000, "1.5 GB"), (17_179_869_184, "17 GB"), (u64::MAX, "18446 PB")];
        for (bytes, words) in said.into_iter().chain(more) {
            assert_eq!(bytes_text(bytes), words);
        }
    }
}
