//! Marks with lists: `runs(list 1..15)` takes any number of numbers.

use crate::own_game::OwnGame;
use crate::reading::term::{TermPart, term};
use foolproof_game::{Control, ControlError, Text, Tuning, list_items, list_of};
use foolproof_level::Mark;

impl OwnGame {
    /// Returns the parts of a mark that are lists: their positions, and the pattern of their items.
    fn lists_in(&self, mark: &Mark) -> Vec<(usize, &TermPart)> {
        let parts = self.form.kind_of(mark).map_or(&[][..], |kind| &kind.pattern.parts);
        let mut lists = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if let TermPart::List(items) = part {
                lists.push((at, items.as_ref()));
            }
        }
        lists
    }

    /// True if some of its marks have lists.
    pub(crate) fn has_lists(&self) -> bool {
        let parts = self.form.marks.iter().flat_map(|kind| &kind.pattern.parts);
        parts.into_iter().any(|part| matches!(part, TermPart::List(_)))
    }
}

/// Returns the mark with the items of its lists in reverse order.
pub(crate) fn reversed(mark: &Mark) -> Mark {
    let turned = |arg: &str| match list_items(arg) {
        Some(mut items) => {
            items.reverse();
            list_of(&items)
        }
        None => arg.to_owned(),
    };
    let args: Vec<String> = mark.args().into_iter().map(turned).collect();
    term(mark.functor(), &args).parse().unwrap_or_else(|_| mark.clone())
}

/// Returns the name of a mark's list, if it has several.
fn name(number: usize) -> String {
    match number {
        0 => "list".to_owned(),
        number => format!("list {}", number + 1),
    }
}

impl Tuning for OwnGame {
    fn controls(&self, mark: &Mark) -> Vec<Control> {
        let args = mark.args();
        let control = |(number, (at, items)): (usize, (usize, &TermPart))| Control {
            name: name(number).into(),
            value: args.get(at).and_then(|arg| list_items(arg)).unwrap_or_default().join(" "),
            options: Vec::new(),
            hint: Text::from(format!("{} with spaces between them", items.spoken())),
            squares: Vec::new(),
        };
        self.lists_in(mark).into_iter().enumerate().map(control).collect()
    }

    fn set_control(&self, mark: &Mark, control: &str, value: &str) -> Result<Mark, ControlError> {
        let mut lists = self.lists_in(mark).into_iter().enumerate();
        let Some((_, (at, part))) = lists.find(|(number, _)| name(*number) == control) else {
            return Err(ControlError::no_control(format!("`{mark}`"), control));
        };
        let no_value =
            || ControlError::NoValue { value: value.to_owned(), control: control.to_owned() };
        let items: Vec<&str> = value.split([' ', ',']).filter(|item| !item.is_empty()).collect();
        let unfit = items.iter().find(|item| !part.holds(item)).map(|item| (*item).to_owned());
        match (unfit, control.to_owned(), part.spoken()) {
            (Some(item), control, items) => {
                return Err(ControlError::NoItem { item, control, items });
            }
            (None, control, fit) if items.is_empty() => {
                return Err(ControlError::Empty { control, items: fit });
            }
            (None, ..) => {}
        }
        let mut args: Vec<String> = mark.args().into_iter().map(str::to_owned).collect();
        *args.get_mut(at).ok_or_else(no_value)? = list_of(&items);
        let set: Mark = term(mark.functor(), &args).parse().map_err(|_| no_value())?;
        self.form.kind_of(&set).is_some().then_some(set).ok_or_else(no_value)
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use foolproof_game::Game as _;
    use foolproof_game::NoGrounder;
    use foolproof_level::{Board, GameText, Site};

    const MANIFEST: &str = r#"
foolproof_game = 1
id = "runs"
name = "Runs"
uses = ["lists"]
[board]
default = [5, 5]
smallest = [2, 2]
largest = [9, 9]
rim = ["left", "top"]
[[mark]]
term = "runs(e|s, list 1..9)"
on = "rim"
words = "runs {2} towards {1}"
draw = { text = "{2}" }
[[mark]]
term = "shade"
by = "player"
"#;

    fn game() -> OwnGame {
        let text = GameText {
            manifest: MANIFEST.to_owned(),
            rules: "{ play(S,shade) } :- site(S).".to_owned(),
            ..GameText::default()
        };
        OwnGame::new(Arc::new(text), Arc::new(NoGrounder)).unwrap_or_else(|why| panic!("{why:?}"))
    }

    #[test]
    fn the_numbers_of_a_list_are_typed() {
        let game = game();
        let mark = |word: &str| word.parse::<Mark>().expect("a mark");
        let had = mark("runs(e,list(3,1))");
        let controls = game.controls(&had);
        let [control] = controls.as_slice() else { panic!("{controls:?}") };
        assert_eq!((&*control.name, &*control.value), ("list", "3 1"));
        assert_eq!(control.hint, "numbers from 1 to 9 with spaces between them");
        let set = |value: &str| game.set_control(&had, "list", value).ok();
        assert_eq!(set("2, 2 4"), Some(mark("runs(e,list(2,2,4))")));
        assert_eq!(set(""), None);
        assert_eq!(set("10"), None);
        let why = |value: &str| game.set_control(&had, "list", value).expect_err(value).to_string();
        assert_eq!(why("2 x 10"), "`x` cannot stand in this list, which has numbers from 1 to 9");
        assert_eq!(why(" "), "this list needs something in it: numbers from 1 to 9");
        assert!(game.set_control(&mark("shade"), "list", "1").is_err());
        assert_eq!(game.describe(&had), "runs 3 1 towards east");
    }

    #[test]
    fn lists_of_any_length_lie_where_their_marks_do() {
        let game = game();
        let board = Board { cols: 5, rows: 5, tray: 0 };
        let fits = |word: &str, site| {
            word.parse().is_ok_and(|mark| game.accepts(&board, site, &mark).is_ok())
        };
        let rim = Site::cell(0, 2);
        assert!(fits("runs(e,list(1,2,3,4,5,6,7,8,9,1))", rim));
        assert!(!fits("runs(e,list(1,0))", rim) && !fits("runs(e,list)", rim));
        assert!(!fits("runs(e,3)", rim) && !fits("runs(e,list(1))", Site::cell(2, 2)));
        let brushes: Vec<Mark> = game
            .palette()
            .into_iter()
            .flat_map(|group| group.brushes)
            .map(|brush| brush.mark)
            .collect();
        assert!(!brushes.is_empty() && brushes.iter().all(|mark| !game.controls(mark).is_empty()));
    }
}
