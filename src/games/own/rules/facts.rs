//! The house's facts for a game's rules besides sites and marks, and its additional rules.
//!
//! This is the only file that knows the names used by authors' rules.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::own_game::OwnGame;
use crate::reading::folder;
use crate::reading::form::{GameForm, PlayKind};
use crate::reading::layers;
use crate::rules::forbidden::{code, words};
use crate::rules::helpers::with_plain_choices;
use crate::rules::in_use::in_use;
use crate::rules::trials::sentences_in;
use foolproof_game::{
    GameError, GroundSource, NamedConstraints, Opening, Text, mark_facts, site_facts,
};
use foolproof_ground::quote;
use foolproof_level::{GameText, Level};

/// Additions to the rules of a placing or drawing game: the atoms that distinguish solutions.
const TAGS: [&str; 2] =
    ["__level_design(has(S,M)) :- has(S,M).\n", "__play(play(S,M)) :- play(S,M).\n"];
const NOTHING_WRONG: &str = ":- wrong(_,_).\n:- wrong(_).\n";
/// `NOTHING_WRONG` with a choice of sentences: those written out in the rules can be switched on one by one;
/// sentences that rules assemble themselves always count.
const NOTHING_CHOSEN_WRONG: &str = "{ __named(W) } :- __sentence(W).\n\
                                    :- wrong(W,_), __named(W).\n:- wrong(W), __named(W).\n\
                                    :- wrong(W,_), not __sentence(W).\n\
                                    :- wrong(W), not __sentence(W).\n\
                                    #defined __sentence/1.\n";
/// Name of the source with further rules.
pub(crate) const FURTHER: &str = "concepts";
/// Predicates that rules may omit.
const OPTIONAL: &str = "#defined has/2. #defined rim/1. #defined play/2. #defined wrong/1.\n\
                        #defined wrong/2. #defined look/2.\n";
/// Predicates that step rules may omit.
const OPTIONAL_STEP: &str = "#defined has/2. #defined rim/1. #defined lost/0. #defined event/1.\n\
                             #defined refused/2. #defined refused/1. #defined may_hold/2.\n\
                             #defined look/2.\n";

/// True if a name occurs in the code of a program.
pub(crate) fn mentions(rules: &str, name: &str) -> bool {
    rules.lines().any(|line| words(&code(line)).iter().any(|(_, word)| word == name))
}

/// Returns the rules as they are grounded: choices of helpers become plain ones, and `has` covers all layers.
pub(crate) fn as_read(form: &GameForm, rules: &str) -> String {
    layers::as_read(form.has_layers(), &with_plain_choices(rules))
}

/// Returns the sources joined to `rules.lp` if its answer sets are the solutions, besides [`named`] constraints.
pub(crate) fn beside(library: &[(Text, Text)], has_layers: bool) -> Vec<(Text, Text)> {
    let mut all = library.to_vec();
    let mut house = OPTIONAL.to_owned() + layers::house_rules(has_layers);
    TAGS.iter().for_each(|rule| house += rule);
    all.push(("house rules".into(), house.into()));
    all
}

/// Returns the constraints that nothing may be wrong, for the sentences of the rules.
pub(crate) fn named(rules: &str) -> NamedConstraints {
    let mut chosen = NOTHING_CHOSEN_WRONG.to_owned();
    for sentence in sentences_in(rules) {
        let _ = writeln!(chosen, "__sentence({}).", quote(&sentence));
    }
    NamedConstraints { all: NOTHING_WRONG.into(), chosen: chosen.into() }
}

/// Returns the parts of the library that a game uses, module by module.
pub(crate) fn library(form: &GameForm, text: &GameText) -> Vec<(Text, Text)> {
    let texts = in_use(&form.shelf, text).into_iter();
    form.shelf
        .iter()
        .zip(texts)
        .map(|(module, text)| {
            (source_of(module.name), layers::as_read(form.has_layers(), &text).into())
        })
        .collect()
}

/// Returns the source name of a module of the shelf.
pub(crate) fn source_of(module: &str) -> Text {
    Text::Owned(format!("{module}.lp"))
}

/// Returns the facts of a level besides its sites and marks: the size of its board and its settings.
pub(crate) fn of_level(form: &GameForm, level: &Level) -> Result<String, GameError> {
    let mut facts = format!("board({},{}).\n", level.board.cols, level.board.rows);
    for (name, value) in &level.settings {
        let Some(setting) = form.setting(name) else {
            return Err(GameError::Board(format!("this game has no setting `{name}`")));
        };
        setting.allows(*value).map_err(GameError::Board)?;
    }
    for setting in &form.manifest.setting {
        let _ = writeln!(facts, "{}({}).", setting.name.get_ref(), setting.of(level));
    }
    Ok(facts)
}

/// Returns the program that a judge evaluates: the rules on a level, with the play left open and nothing
/// forbidden, so that errors can be named. Further rules derive the properties of concepts.
pub(crate) fn judged(
    game: &OwnGame,
    level: &Level,
    further: &str,
) -> Result<Vec<GroundSource>, GameError> {
    joined(game, level, mark_facts(game, level), further)
}

/// Returns the program of [`judged`] for all levels that an opening leaves open on a level's board.
pub(crate) fn judged_all(
    game: &OwnGame,
    level: &Level,
    opening: &Opening,
    further: &str,
) -> Result<Vec<GroundSource>, GameError> {
    joined(game, level, site_facts(game, level) + opening.rules(), further)
}

fn joined(
    game: &OwnGame,
    level: &Level,
    mut facts: String,
    further: &str,
) -> Result<Vec<GroundSource>, GameError> {
    let mut sources = vec![source(folder::RULES, &as_read(&game.form, &game.text.rules))];
    sources.extend(game.library.iter().map(|(name, text)| source(name, text)));
    let house = if game.form.kind == PlayKind::Moves {
        step_rules(&game.form, &game.text.rules)
    } else {
        OPTIONAL.to_owned()
    };
    let house = house + layers::house_rules(game.form.has_layers());
    sources.push(source("house rules", &house));
    facts.push_str(&of_level(&game.form, level)?);
    sources.push(source("level", &facts));
    if !further.is_empty() {
        sources.push(source(FURTHER, further));
    }
    Ok(sources)
}

fn source(name: &str, text: &str) -> GroundSource {
    GroundSource { name: name.to_owned(), text: Arc::from(text) }
}

/// Returns the start of a step: any arrangement of marks that move, and any action.
fn step_rules(form: &GameForm, rules: &str) -> String {
    let mut house = OPTIONAL_STEP.to_owned();
    for kind in form.marks.iter().filter(|kind| form.moving.contains(&kind.pattern.functor)) {
        for mark in kind.pattern.marks() {
            let _ = writeln!(house, "__moving({mark}).");
        }
    }
    house.push_str(match mentions(rules, "may_hold") {
        true => "{ now(S,M) } :- may_hold(S,M), __moving(M).\n",
        false => "{ now(S,M) } :- site(S), __moving(M).\n",
    });
    house.push_str("{ do(A) } :- action(A).\n");
    house
}
