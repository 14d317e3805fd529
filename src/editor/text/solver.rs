//! The solver's answers in plain words.

use std::time::Duration;

use crate::kit::toasts::{ToastTone, ToastWords};
use foolproof_game::{Game, counted, time_text};
use foolproof_level::{Board, Level};
use foolproof_solver::{
    Blame, COMPLETE, CONFLICT, Confirmed, FewestChanges, Finding, GENERATE, How, Minimised, Origin,
    SearchedLevels, Status, Topic, Truth, Why,
};

/// Formats a time: "84 ms", "2.3 s".
pub fn time(time: Duration) -> String {
    match time.as_millis() {
        0 => "under 1 ms".to_owned(),
        _ => time_text(time),
    }
}

/// Explains the basis of an answer, for the tip of its row.
pub fn how(how: &How) -> String {
    let origin = match how.origin {
        Origin::Solver => "By the general solver",
        Origin::Search => "By the game’s own search",
        Origin::Witness => "By a solution found earlier",
        Origin::Rules => "By the game’s rules",
        Origin::Cache => "Known already",
    };
    let (time, limit) = (time(how.elapsed), how.limits.time.as_secs());
    let confirmed = match how.confirmed {
        Confirmed::Rules => "",
        Confirmed::Encoding => "\nOnly the game’s own file of rules has checked the solutions.",
    };
    let memory = how.limits.memory_mib;
    format!("{origin}, in {time}.{confirmed}\nLimits: {limit} s and {memory} MiB.")
}

/// Says a status in a word or two.
pub fn status(status: &Status, topic: Topic) -> String {
    match (status, topic) {
        (Status::Proved, _) => topic.0.proved.to_owned(),
        (Status::Refuted, _) => topic.0.refuted.to_owned(),
        (Status::Exactly(1), _) => "1 solution".to_owned(),
        (Status::Exactly(n), _) => format!("{n} solutions"),
        (Status::AtLeast(_), Topic::ESTIMATE) => "about how many solutions".to_owned(),
        (Status::AtLeast(n), _) => format!("at least {n} solutions"),
        (Status::Unknown(why), _) if why.is_moot() => format!("{}: does not apply", topic.0.noun),
        (Status::Unknown(Why::BadInput(_)), _) => format!("{}: cannot be asked", topic.0.noun),
        (Status::Unknown(_), _) => format!("{}: unknown", topic.0.noun),
    }
}

/// Returns the sentence that a finding adds to its status; empty if there is nothing to add.
pub fn finding(finding: &Finding, board: Board) -> String {
    if let Some(words) = finding.answer.sentence(board) {
        return crate::text::sentence(&words);
    }
    match finding.status() {
        Status::AtLeast(_) => "There may be more.".to_owned(),
        // The verdict already names the error.
        Status::Unknown(Why::BadInput(_)) => String::new(),
        Status::Unknown(reason) => why(&reason),
        // The status says everything.
        Status::Exactly(_) | Status::Refuted | Status::Proved => String::new(),
    }
}

pub const STILL_COUNTING: &str = "Still counting.";

/// Says at which number counting stopped.
pub(crate) fn stopped_at(cap: u32) -> String {
    format!("Counting stops at {cap}.")
}

pub const SOLVED_AT_ONCE: &str = "It is solved before the player makes a move.";
pub const NOTHING_ASKED: &str = "Nothing is placed yet that asks anything of the player.";
pub const NO_SHORTCUT_SOLVED: &str = "But the level is solved before the player makes a move.";
pub(crate) const NO_SHORTCUT_ASKED: &str =
    "But nothing is placed yet that asks anything of the player.";
pub(crate) const NOTHING_TO_DO: &str = "The only solution is to do nothing.";

/// Explains why there is no answer.
pub fn why(why: &Why) -> String {
    match why {
        Why::Crashed(text) => format!("The solver crashed: {text}"),
        Why::EncodingFault(text) => format!("The game’s two sets of rules disagree. {text}"),
        why => crate::text::sentence(&why.words()),
    }
}

/// Returns the message about a job without a result to show, and its details.
pub(crate) fn job_without_result(finding: &Finding) -> (ToastTone, ToastWords) {
    if let Some(searched) = finding.answer.searched() {
        let words = none(finding.topic(), searched);
        return (ToastTone::Trouble, ToastWords::with_more(words, searched.detail()));
    }
    let words = match (&finding.answer, finding.status()) {
        (_, Status::Unknown(reason)) => return (ToastTone::Trouble, why(&reason).into()),
        (answer, _) if answer.topic() == CONFLICT => {
            "Nothing is in the way: the level has a solution."
        }
        _ => "Nothing to show.",
    };
    (ToastTone::Note, words.into())
}

/// Returns the message that the searched levels contain none.
fn none(topic: Topic, searched: &SearchedLevels) -> String {
    match topic {
        GENERATE => searched.none_of("such level"),
        _ => format!(
            "{} Erase or unlock something, or ask for less.",
            searched.none_of("completion")
        ),
    }
}

/// Shown with Accept if the level is already as it should be.
const NOTHING_CHANGES: &str =
    "The level has one solution already. Accept keeps it as the intended one.";

/// Describes a preview, for its offer.
pub fn preview(changed: usize, finding: &Finding) -> String {
    let changes = counted(changed, "change", "changes");
    let Some(proposed) = finding.answer.proposed() else {
        return format!("{changes}.");
    };
    if changed == 0 && proposed.unique {
        return NOTHING_CHANGES.to_owned();
    }
    let sure = match (&proposed.shortcut_free, finding.answer.searched()) {
        (Truth::Holds(()), _) => ", proved free of shortcuts".to_owned(),
        (Truth::Fails(()), Some(levels)) => {
            format!(", and a shortcut is left: no level is without one{}", levels.short)
        }
        (Truth::Fails(()), None) => ", and a shortcut is left".to_owned(),
        _ if proposed.unique => ", proved to leave one solution".to_owned(),
        (Truth::Unknown(why), _) if why.is_moot() => match finding.status() {
            Status::Unknown(_) => ", and several solutions may be left".to_owned(),
            _ => String::new(),
        },
        _ => ", and there may be shortcuts".to_owned(),
    };
    let more = match finding.report::<Minimised>() {
        Some(made) if made.halt.is_some() || made.untold > 0 => ", and more may go",
        _ => "",
    };
    let fewest = match (finding.topic(), proposed.fewest) {
        (COMPLETE, FewestChanges::Proved) => " No fewer changes would do.",
        (COMPLETE, FewestChanges::OfTakenOff) => " To take off fewer would not do.",
        _ => "",
    };
    let given_up = proposed.given_up_words().map(|words| format!(" {words}")).unwrap_or_default();
    format!("{changes}{sure}{more}.{given_up}{fewest}")
}

/// Describes a conflict of a level in a line, with a tip about the search.
pub fn blame(game: &dyn Game, level: &Level, blame: &Blame) -> (String, String) {
    let said = blame.said().map(|said| format!(" {said}")).unwrap_or_default();
    let of_marks = blame.sentence_of_marks(game, level, "Complete");
    let sentence = of_marks.unwrap_or_else(|| blame.sentence(game, "Complete"));
    (format!("{sentence}{said}"), blame.searched.detail())
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Site;
    use foolproof_solver::{
        Answer, Count, CountedSolutions, EditsTried, Effect, Limits, NeedlessMarks,
    };

    fn said(answer: Answer) -> String {
        let limits = Limits::default();
        let how = How {
            origin: Origin::Solver,
            confirmed: Confirmed::Rules,
            elapsed: Duration::ZERO,
            limits,
        };
        finding(&Finding { answer, how }, Board { cols: 3, rows: 1, tray: 0 })
    }

    #[test]
    fn a_count_that_was_cut_short_does_not_say_why() {
        // Time may have run out, the designer may have stopped it, or it may still be running.
        let (number, plays) = (Count::AtLeast(3), Vec::new());
        let cut = CountedSolutions { number, plays, shortest: false, cut: None };
        assert_eq!(said(cut.into()), "There may be more.");
    }

    #[test]
    fn marks_that_are_needed_for_more_than_the_solutions_are_not_called_idle() {
        let effect = |col, same, needless| Effect {
            site: Site::cell(col, 0),
            mark: None,
            solutions: Count::Exactly(1),
            same: Some(same),
            needless: Some(needless),
        };
        let told = |effects: Vec<Effect>| {
            let now = Count::Exactly(1);
            said(NeedlessMarks(EditsTried { now, effects, skipped: 0, halt: None }).into())
        };
        let loses = told(vec![effect(0, true, false), effect(1, false, false)]);
        assert!(loses.contains("Every mark is needed, for the solutions"), "{loses}");
        let one = told(vec![effect(0, true, false), effect(1, true, true)]);
        assert!(one.contains("R1C2 changes nothing"), "{one}");
        let other = told(vec![effect(0, false, true), effect(1, false, true)]);
        assert!(other.starts_with("2 marks are not needed, taken one at a time"), "{other}");
    }
}
