//! Reasons why a level has no solution, if seen without its states, and turns that no solution passes through.

use crate::keys::word;
use crate::words::ObjectWords;
use foolproof_game::listed;
use foolproof_level::Site;
use foolproof_level::words::{plural, with_article};
use foolproof_puzzlescript::{DeadEndReason, ScriptSpace};

/// Returns the cells that a reason names.
pub(crate) fn sites(reason: &DeadEndReason) -> Vec<Site> {
    match reason {
        DeadEndReason::Trapped { cell, .. }
        | DeadEndReason::Unreachable { cell, .. }
        | DeadEndReason::Stays { cell, .. } => vec![site(*cell)],
        DeadEndReason::Frozen { objects } => {
            objects.iter().map(|&(_, column, row)| site((column, row))).collect()
        }
        DeadEndReason::NoGoal | DeadEndReason::TooFew { .. } => Vec::new(),
    }
}

fn site((column, row): (usize, usize)) -> Site {
    let number = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    Site::cell(number(column), number(row))
}

/// Writes the reason as a sentence. If the abstraction behind it is not obvious, the sentence names it.
pub(crate) fn sentence(reason: &DeadEndReason, words: &ObjectWords) -> String {
    let at = |object: usize, column: usize, row: usize| {
        format!("the {} at {}", words.name(object), site((column, row)).name())
    };
    let any_of = |objects: &[usize]| {
        let names: Vec<&str> = objects.iter().map(|object| words.name(*object)).collect();
        listed(&names, "or")
    };
    match reason {
        DeadEndReason::NoGoal => {
            "No solution: the game has no win condition, and no rule wins.".to_owned()
        }
        DeadEndReason::Trapped { object, cell: (column, row) } => format!(
            "No solution: {} can never get where it has to be, wherever everything else is (a trap).",
            at(*object, *column, *row)
        ),
        DeadEndReason::Unreachable { object, cell: (column, row), needed } => format!(
            "No solution: no {} can get to {}, wherever everything else is.",
            any_of(needed),
            at(*object, *column, *row)
        ),
        DeadEndReason::Stays { object, cell: (column, row) } => format!(
            "No solution: {} can never leave or vanish, and nothing is won while it is there.",
            at(*object, *column, *row)
        ),
        DeadEndReason::Frozen { objects } => {
            let objects = objects.iter().map(|&(object, column, row)| at(object, column, row));
            let objects: Vec<String> = objects.collect();
            let stay = match objects.as_slice() {
                [one] => format!("{one} can never move or change, and may not stay"),
                all => format!(
                    "{} hold each other in place for ever, and not all of them may stay",
                    listed(all, "and")
                ),
            };
            format!("No solution: {stay} (a freeze deadlock).")
        }
        DeadEndReason::TooFew { objects, needed: 1 } => format!(
            "No solution: {} is needed; there is none, and no rule makes one.",
            with_article(&any_of(objects))
        ),
        DeadEndReason::TooFew { objects, needed } => {
            let names: Vec<String> =
                objects.iter().map(|object| plural(words.name(*object))).collect();
            format!(
                "No solution: {needed} {} are needed; there are fewer, and no rule makes more.",
                listed(&names, "or")
            )
        }
    }
}

/// Returns a sentence about the first turn that never ends, if there is one.
pub(crate) fn on_endless_turn(space: &ScriptSpace) -> Option<String> {
    let (fault, way) = space.endless_turn()?;
    let keys: Vec<&str> = way.iter().map(|key| word(*key)).collect();
    Some(format!("No play goes on after {}: {fault}.", keys.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn told(level: &str) -> Option<String> {
        let source = format!(
            "title Little\n\nOBJECTS\nBackground\nblack\n\nHero\nwhite\n\nBox\nbrown\n\nWall\ngrey\n\nGoal\nyellow\n\n\
             LEGEND\n. = Background\nPlayer = Hero\nh = Hero\nb = Box\nw = Wall\ng = Goal\n\nSOUNDS\n\n\
             COLLISIONLAYERS\nBackground\nGoal\nHero, Box, Wall\n\n\
             RULES\n[ > Hero | Box ] -> [ > Hero | > Box ]\n\nWINCONDITIONS\nAll Goal on Box\n\nLEVELS\n\n{level}\n"
        );
        let game: Arc<_> = foolproof_puzzlescript::compile(&source).game.unwrap();
        let words = ObjectWords::new(&game, &source);
        game.why_hopeless(0).map(|reason| sentence(&reason, &words))
    }

    #[test]
    fn sentences_name_the_objects() {
        let corner = told("wwwwww\nwb...w\nw...hw\nw..g.w\nwwwwww").unwrap();
        // The box cannot leave its corner, so the goal never gets it: naming the box tells more.
        assert!(corner.starts_with("No solution: the box at R2C2 can never get"), "{corner}");
        // One of two boxes may stay where it is, so the sentence names the goal that gets none.
        let spare = told("wwwwww\nwb..bw\nw...hw\nw..g.w\nwwwwww").unwrap();
        let says = "No solution: no box can get to the goal at R4C4, wherever everything else is.";
        assert_eq!(spare, says);
        let few = told("wwwwwww\nw.....w\nw.hgb.w\nw..g..w\nw.....w\nwwwwwww").unwrap();
        assert!(few.starts_with("No solution: 2 boxes are needed"), "{few}");
        assert_eq!(told("wwwwww\nw....w\nw.b.hw\nw..g.w\nwwwwww"), None);
    }
}
