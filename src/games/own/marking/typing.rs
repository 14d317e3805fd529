//! Clues that are typed: digits stand for a mark's numbers, letters for its letter, and `-` for a number that is
//! not known. The rest of a mark, such as the side to which an arrow points, stays as it is on the site.

use std::cmp::Reverse;

use crate::own_game::OwnGame;
use crate::reading::term::{Pattern, TermPart, term};
use foolproof_game::{Typing, list_of};
use foolproof_level::Mark;

/// The argument that stands for an unknown number.
const UNKNOWN: &str = "q";

impl Typing for OwnGame {
    fn typed(&self, had: Option<&Mark>, text: &str, _: bool) -> Vec<Option<Mark>> {
        let designs = self.form.marks.iter().filter(|kind| !kind.by_player);
        let mut marks: Vec<Mark> =
            designs.filter_map(|kind| kind.pattern.typed(had, text)).collect();
        let kept = |mark: &Mark| {
            let had = had.filter(|had| had.functor() == mark.functor());
            let args = had.map(Mark::args).unwrap_or_default();
            args.iter().zip(mark.args()).filter(|(had, arg)| **had == *arg).count()
        };
        marks.sort_by_key(|mark| Reverse(kept(mark)));
        marks.into_iter().map(Some).collect()
    }
}

impl Pattern {
    /// Returns the mark that a text means. Several numbers have one digit each; those not yet typed stay, or are
    /// unknown.
    fn typed(&self, had: Option<&Mark>, text: &str) -> Option<Mark> {
        let had = had.filter(|had| self.functor == had.functor()).map(Mark::args);
        let had = had.unwrap_or_default();
        let digits: Vec<String> = text.chars().map(|digit| value(&digit.to_string())).collect();
        let mut typed = match self.parts.iter().filter(|part| part.is_typed()).count() {
            1 => vec![value(text)],
            n if n >= digits.len() => digits.clone(),
            _ => return None,
        }
        .into_iter()
        .peekable();
        let mut arg = |(at, part): (usize, &TermPart)| match part {
            TermPart::List(_) => Some(list_of(&digits)),
            part => {
                let next = typed.next_if(|_| part.is_typed());
                let kept = had.get(at).filter(|arg| part.holds(arg)).map(|arg| (*arg).to_owned());
                let usual = match part.is_typed() {
                    true => Some(UNKNOWN.to_owned()).filter(|word| part.holds(word)),
                    false => part.values().into_iter().next(),
                };
                next.or(kept).or(usual)
            }
        };
        let args: Option<Vec<String>> = self.parts.iter().enumerate().map(&mut arg).collect();
        let whole = match self.functor.as_str() {
            "" => args?.concat(),
            functor => term(functor, &args?),
        };
        whole.parse().ok().filter(|mark| self.matches(mark))
    }
}

impl TermPart {
    /// True if it is a number, a list of numbers, or a letter.
    fn is_typed(&self) -> bool {
        let is_number = |word: &String| word == UNKNOWN || word.parse::<i32>().is_ok();
        match self {
            Self::Range(..) | Self::List(_) => true,
            Self::Words(words) | Self::Rare(words) => {
                words.iter().any(is_number)
                    || !self.is_sides() && words.iter().all(|word| word.len() == 1)
            }
        }
    }
}

/// Returns the argument for a typed text.
fn value(text: &str) -> String {
    if text == "-" { UNKNOWN.to_owned() } else { text.to_owned() }
}
