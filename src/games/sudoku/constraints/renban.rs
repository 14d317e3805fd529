//! Renban lines: a run of digits, in any order.

use super::{Amount, Broken, Constraint, FPuzzlesKey, Form, Iss, Lie, Object, Pen, twice};
use crate::engine::Model;
use crate::puzzle::Puzzle;
use foolproof_picture::Ink;

pub(super) struct Renban;

impl Constraint for Renban {
    fn id(&self) -> &'static str {
        "renban"
    }

    fn name(&self) -> &'static str {
        "renban line"
    }

    fn rule(&self) -> &'static str {
        "A renban line holds a run of digits in any order; none repeats."
    }

    fn form(&self) -> Form {
        Form { amount: Amount::None, lie: Lie::Line(2) }
    }

    fn is_about_difference(&self) -> bool {
        true
    }

    fn fault(&self, object: &Object, side: usize) -> Option<String> {
        let many = object.line().len();
        (many > side).then(|| format!("{many} cells cannot hold a run of digits from 1 to {side}"))
    }

    fn iss(&self) -> &'static [(&'static str, Iss)] {
        &[("Renban", Iss::Cells)]
    }

    fn fpuzzles(&self) -> Option<(&'static str, FPuzzlesKey)> {
        Some(("renban", FPuzzlesKey::Lines))
    }

    fn post(&self, object: &Object, _: &Puzzle, model: &mut Model) {
        let many = object.line().len();
        let window = u16::MAX >> (16 - many.min(16));
        let runs = (0..=model.side - many).map(|from| window << from).collect();
        model.one_of(object.line(), runs);
    }

    fn broken(&self, object: &Object, _: &Puzzle, digits: &[u8]) -> Option<Broken> {
        let cells = object.line();
        if let Some((first, second)) = twice(cells, digits) {
            let why = "a digit stands on it twice".to_owned();
            return Some(Broken { why, cells: vec![first, second] });
        }
        let held = cells.iter().filter_map(|cell| digits.get(*cell)).filter(|digit| **digit > 0);
        let (least, most) = (held.clone().min()?, held.max()?);
        let why = "its digits are no run".to_owned();
        let wide = usize::from(most - least) >= cells.len();
        wide.then(|| Broken { why, cells: cells.to_vec() })
    }

    fn look(&self, object: &Object, pen: &mut Pen) {
        pen.line(object.line(), Ink::Band(5));
    }

    fn rules(&self) -> &'static str {
        "broken(\"a digit stands twice on this renban line\",K) :- kind(K,renban), digit(D), \
             2 { value(S,D) : at(K,0,_,S) }.\n\
         broken(\"the digits of this renban line are no run\",K) :- kind(K,renban), \
             L = #count { I : at(K,0,I,_) }, at(K,0,_,S), at(K,0,_,T), value(S,D), value(T,E), \
             E - D >= L.\n"
    }
}
