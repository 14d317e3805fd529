//! The kinds of constraints that a designer writes.

use super::{Language, letter_of};
use crate::constraints::{Amount, Broken, Constraint, Form, Iss, Lie, Object, Pen, held_in};
use crate::engine::{Model, digits_of, sets_of};
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

/// The cells that are read together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reads {
    All,
    Neighbours,
    EachTwo,
}

/// A kind of constraint whose text defines its meaning.
pub(crate) struct Written {
    id: &'static str,
    name: &'static str,
    rule: &'static str,
    language: Language,
    lie: Lie,
    reads: Reads,
    iss: &'static [(&'static str, Iss)],
    rules: &'static str,
}

/// The rules of a kind that reads all its cells: the states that it passes through.
macro_rules! rules_of_all {
    ($id:literal, $why:literal) => {
        concat!(
            "written(K) :- kind(K,",
            $id,
            ").\nunmet(\"",
            $why,
            "\",K) :- kind(K,",
            $id,
            "), not read_good(K).\n",
            "read_state(K,0,0) :- written(K).\n",
            "read_state(K,I+1,T) :- read_state(K,I,S), at(K,0,I,C), value(C,D), goes(K,S,D,T).\n",
            "read_good(K) :- written(K), L = #max { I : at(K,0,I,_) }, read_state(K,L+1,S), ends(K,S).\n",
            "#defined goes/4. #defined ends/2.\n"
        )
    };
}

pub(in super::super) static PATTERN: Written = Written {
    id: "pattern",
    name: "pattern",
    rule: "The digits, read along the line, fit the pattern, a regular expression.",
    language: Language::Pattern,
    lie: Lie::Line(1),
    reads: Reads::All,
    iss: &[("Regex", Iss::Pattern)],
    rules: rules_of_all!("pattern", "these digits do not fit the pattern"),
};

pub(in super::super) static STATES: Written = Written {
    id: "states",
    name: "table of states",
    rule: "The digits, read along the line, lead through the table to a state where it may end.",
    language: Language::States,
    lie: Lie::Line(1),
    reads: Reads::All,
    iss: &[("NFA", Iss::States)],
    rules: rules_of_all!("states", "the table does not let this line end so"),
};

pub(in super::super) static FORMULA: Written = Written {
    id: "formula",
    name: "formula",
    rule: "The formula holds; a is the digit of its first cell, b that of the next. Digits may repeat.",
    language: Language::Formula,
    lie: Lie::Area(1),
    reads: Reads::All,
    iss: &[("NFA", Iss::States)],
    rules: rules_of_all!("formula", "this formula does not hold"),
};

pub(in super::super) static NEIGHBOURS: Written = Written {
    id: "neighbours",
    name: "rule for neighbours",
    rule: "Each digit a of the line and the next one b go together by the rule.",
    language: Language::Relation,
    lie: Lie::Line(2),
    reads: Reads::Neighbours,
    iss: &[("Pair", Iss::Relation)],
    rules: "broken(\"neighbours on this line do not go together\",K) :- kind(K,neighbours), \
                at(K,0,I,S), at(K,0,I+1,T), value(S,A), value(T,B), not together(K,A,B).\n\
            #defined together/3.\n",
};

pub(in super::super) static EACH_TWO: Written = Written {
    id: "each_two",
    name: "rule for each two",
    rule: "Each digit a and each later one b of these cells go together by the rule.",
    language: Language::Relation,
    lie: Lie::Line(2),
    reads: Reads::EachTwo,
    iss: &[("PairX", Iss::Relation)],
    rules: "broken(\"two of these digits do not go together\",K) :- kind(K,each_two), \
                at(K,0,I,S), at(K,0,J,T), I < J, value(S,A), value(T,B), not together(K,A,B).\n\
            #defined together/3.\n",
};

/// Longest text that is drawn on a board.
const LONGEST_DRAWN: usize = 14;

impl Written {
    /// The pairs of cells to which a rule for two applies.
    fn pairs<'a>(&self, line: &'a [usize]) -> Vec<(usize, usize)> {
        let near = |at: usize, cells: &'a [usize]| match self.reads {
            Reads::EachTwo => &cells[at + 1..],
            _ => &cells[at + 1..(at + 2).min(cells.len())],
        };
        let numbered = line.iter().enumerate();
        numbered
            .flat_map(|(at, first)| near(at, line).iter().map(|second| (*first, *second)))
            .collect()
    }
}

impl Constraint for Written {
    fn id(&self) -> &'static str {
        self.id
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn rule(&self) -> &'static str {
        self.rule
    }

    fn form(&self) -> Form {
        Form { amount: Amount::Text(self.language), lie: self.lie }
    }

    fn is_about_difference(&self) -> bool {
        self.reads == Reads::EachTwo
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        self.iss
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let Some(by) = &object.by else { return model.refute() };
        if self.reads == Reads::All {
            return model.read(object.line(), by);
        }
        let partners: Vec<u16> =
            (0..=16u8).map(|a| if a == 0 { 0 } else { by.seconds(a) }).collect();
        let goes = |a: u8, b: u8| partners[usize::from(a)] >> (b - 1) & 1 == 1;
        let digits = || (1..=16u8).take(model.side);
        let is_about_sets = self.reads == Reads::EachTwo
            && object.line().len() <= model.side
            && digits().all(|a| !goes(a, a) && digits().all(|b| goes(a, b) == goes(b, a)));
        if is_about_sets {
            // Only the set of digits matters, not their order.
            let fits =
                |set: u16| digits_of(set).all(|a| digits_of(set).all(|b| a == b || goes(a, b)));
            let sets = sets_of(model.side, object.line().len(), fits);
            return model.one_of(object.line(), sets);
        }
        for (first, second) in self.pairs(object.line()) {
            model.pair(first, second, goes);
        }
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let by = object.by.as_ref()?;
        let line = object.line();
        if self.reads == Reads::All {
            let held: Vec<u8> =
                line.iter().map(|cell| held_in(*cell, digits).unwrap_or(0)).collect();
            let why = match self.language {
                Language::Formula => "its formula does not hold",
                Language::Pattern => "its digits do not fit the pattern",
                _ => "the table does not let it end so",
            };
            let broken = Broken { why: why.to_owned(), cells: line.to_vec() };
            return (!by.accepts_some(&held)).then_some(broken);
        }
        self.pairs(line).into_iter().find_map(|(first, second)| {
            let (a, b) = (held_in(first, digits)?, held_in(second, digits)?);
            let why = format!("{} and {} do not go together", letter_of(a), letter_of(b));
            (!by.accepts_some(&[a, b])).then(|| Broken { why, cells: vec![first, second] })
        })
    }

    fn facts(&self, puzzle: &Puzzle) -> String {
        let own = puzzle.objects.iter().filter(|object| object.kind.id() == self.id);
        let mut text = String::new();
        for (object, by) in own.filter_map(|object| Some((object, object.by.as_ref()?))) {
            let number = object.site.col;
            if self.reads != Reads::All {
                for a in (1..=16u8).take(puzzle.side) {
                    let pair = |b: u8| format!("together({number},{a},{b}). ");
                    text.extend(digits_of(by.seconds(a)).map(pair));
                }
                continue;
            }
            for state in 0..by.states() {
                for (to, digits) in by.ways(state) {
                    let goes = |digit: u8| format!("goes({number},{state},{digit},{to}). ");
                    text.extend(digits_of(digits).map(goes));
                }
                if by.accepts(state) {
                    text.push_str(&format!("ends({number},{state}). "));
                }
            }
        }
        text + "\n"
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        let cells = object.line();
        match self.lie {
            Lie::Area(_) => pen.cage(cells),
            _ => pen.line_of(cells, Ink::Band(9), 0.14),
        }
        // A long text would cover the digits; the list of constraints shows it.
        if object.text.len() <= LONGEST_DRAWN {
            pen.corner_text(cells, &object.text);
        }
    }

    fn rules(&self) -> &'static str {
        self.rules
    }
}
