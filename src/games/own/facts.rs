//! The house's facts for a game's rules besides sites and marks, and its additional rules.
//!
//! The one file that knows the names that rules of others go by.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::folder;
use crate::forbidden::{code, words};
use crate::form::{GameForm, PlayKind};
use crate::grounding::GroundSource;
use crate::helpers::with_plain_choices;
use crate::in_use::in_use;
use crate::layers;
use crate::own_game::OwnGame;
use crate::trials::sentences_in;
use foolproof_game::{GameError, NamedConstraints, Opening, Text, mark_facts, site_facts};
use foolproof_ground::quote;
use foolproof_level::{GameText, Level};

/// Additions to the rules of a placing or drawing game: what distinguishes solutions.
const TAGS: [&str; 2] =
    ["__level_design(has(S,M)) :- has(S,M).\n", "__play(play(S,M)) :- play(S,M).\n"];
const NOTHING_WRONG: &str = ":- wrong(_,_).\n:- wrong(_).\n";
/// The same for sentences in rules, if they can be chosen; sentences that rules assemble themselves always
/// count.
const NOTHING_CHOSEN_WRONG: &str = "{ __named(W) } :- __sentence(W).\n\
                                    :- wrong(W,_), __named(W).\n:- wrong(W), __named(W).\n\
                                    :- wrong(W,_), not __sentence(W).\n\
                                    :- wrong(W), not __sentence(W).\n\
                                    #defined __sentence/1.\n";
/// The source that further rules are in.
pub(crate) const FURTHER: &str = "concepts";
/// Names that rules may leave out.
const OPTIONAL: &str = "#defined has/2. #defined rim/1. #defined play/2. #defined wrong/1.\n\
                        #defined wrong/2. #defined look/2.\n";
/// Names that step rules may leave out.
const OPTIONAL_STEP: &str = "#defined has/2. #defined rim/1. #defined lost/0. #defined event/1.\n\
                             #defined refused/2. #defined refused/1. #defined may_hold/2.\n\
                             #defined look/2.\n";

/// Whether a name occurs in the code of a program.
pub(crate) fn mentions(rules: &str, name: &str) -> bool {
    rules.lines().any(|line| words(&code(line)).iter().any(|(_, word)| word == name))
}

/// The rules as they are grounded: choices of helpers are plain ones, and `has` covers all layers.
pub(crate) fn as_read(form: &GameForm, rules: &str) -> String {
    layers::as_read(form.has_layers(), &with_plain_choices(rules))
}

/// The sources joined to `rules.lp` if its answer sets are the solutions, besides its [`named`]
/// constraints.
pub(crate) fn beside(library: &[(Text, Text)], has_layers: bool) -> Vec<(Text, Text)> {
    let mut all = library.to_vec();
    let mut house = OPTIONAL.to_owned() + layers::house_rules(has_layers);
    TAGS.iter().for_each(|rule| house += rule);
    all.push(("house rules".into(), house.into()));
    all
}

/// That nothing may be wrong, by the sentences of the rules.
pub(crate) fn named(rules: &str) -> NamedConstraints {
    let mut chosen = NOTHING_CHOSEN_WRONG.to_owned();
    for sentence in sentences_in(rules) {
        let _ = writeln!(chosen, "__sentence({}).", quote(&sentence));
    }
    NamedConstraints { all: NOTHING_WRONG.into(), chosen: chosen.into() }
}

/// What a game uses of the library, module by module.
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

/// What a module of the shelf is called in programs.
pub(crate) fn source_of(module: &str) -> Text {
    Text::Owned(format!("{module}.lp"))
}

/// Facts of a level besides its sites and marks: the size of its board and its settings.
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

/// The program that a judge evaluates: the rules on a level, with the play left open and nothing
/// forbidden, so that it can be told what is wrong. Further rules derive what concepts ask about.
pub(crate) fn judged(
    game: &OwnGame,
    level: &Level,
    further: &str,
) -> Result<Vec<GroundSource>, GameError> {
    joined(game, level, mark_facts(game, level), further)
}

/// The same for all levels that an opening leaves open on a level's board.
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

/// What a step begins with: any board of marks that move, and any action.
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
