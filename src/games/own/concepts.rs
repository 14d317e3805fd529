//! Properties of a designer's own game: those of its manifest, or in a game of moves, the events of a play.

use crate::own_game::OwnGame;
use crate::reading::form::{ConceptRule, ParamForm, PlayKind};
use crate::reading::term::filled;
use crate::rules::judge;
use foolproof_game::{
    ConceptFault, ConceptKind, GameError, HAPPENS, Param, ParamKind, Properties, Text, Turn,
    Turning as _,
};
use foolproof_level::{Concept, Level, Mark, Play, Site};
use foolproof_space::Formula;

/// Properties of games of moves.
pub const NEVER: &str = "never";
pub const BEFORE: &str = "before";
/// Largest number of times that an event can be required.
pub const MAX_TIMES: i32 = 50;

impl Properties for OwnGame {
    fn kinds(&self) -> Vec<ConceptKind> {
        match self.form.kind {
            PlayKind::Moves => {
                let events = self.form.events.iter();
                let choice = |(event, words): &(Mark, String)| {
                    (event.to_string().into(), words.clone().into())
                };
                kinds_of_moves(&events.map(choice).collect::<Vec<(Text, Text)>>())
            }
            PlayKind::Put | PlayKind::Line => self.form.concepts.iter().map(kind).collect(),
        }
    }

    fn rules(&self, level: &Level, property: &Mark, head: &str) -> Result<String, GameError> {
        if self.form.kind == PlayKind::Moves {
            formula(property).map_err(GameError::Concept)?;
            self.know_events(property).map_err(GameError::Concept)?;
            return Ok(String::new());
        }
        let args = property.args();
        let rule = self.rule_of(property, &args).map_err(GameError::Concept)?;
        for (param, arg) in rule.params.iter().zip(&args) {
            fits(level, param, arg).map_err(GameError::Concept)?;
        }
        Ok(rules_for(rule, &args, head))
    }

    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        match self.form.kind {
            PlayKind::Moves => self.play_has(level, play, &formula(property).ok()?),
            PlayKind::Put | PlayKind::Line => self.judged_property(level, play, property),
        }
    }

    fn turned_property(&self, property: &Mark, turn: Turn) -> Mark {
        self.turned(property, turn)
    }
}

impl OwnGame {
    /// Checks that every event in a property of a game of moves can happen.
    fn know_events(&self, property: &Mark) -> Result<(), ConceptFault> {
        let named = property.args();
        let counted = usize::from(property.functor() == HAPPENS && named.len() > 1);
        for event in named.get(..named.len() - counted).unwrap_or_default() {
            let name = event.split('(').next().unwrap_or_default();
            let listed = self.form.events.iter().any(|(known, _)| known.as_str() == *event);
            if listed || self.event_names.iter().any(|known| known == name) {
                continue;
            }
            let near =
                self.event_names.iter().find(|known| crate::rules::lints::is_slip(name, known));
            return Err(match near {
                Some(near) => {
                    format!("nothing that happens is called `{name}`: did you mean `{near}`?")
                        .into()
                }
                None => format!(
                    "nothing that happens is called `{name}`; events are {}",
                    self.event_names.join(", ")
                )
                .into(),
            });
        }
        Ok(())
    }

    /// Returns the rules of a property with the first possible value for each part.
    pub(super) fn sample_rules(&self, rule: &ConceptRule, head: &str) -> String {
        let first: Vec<Text> = kind(rule).params.into_iter().map(|param| param.default).collect();
        rules_for(rule, &first, head)
    }

    fn rule_of(&self, property: &Mark, args: &[&str]) -> Result<&ConceptRule, ConceptFault> {
        let known = |rule: &&ConceptRule| rule.functor == property.functor();
        let Some(rule) = self.form.concepts.iter().find(known) else {
            let name = property.functor();
            let all = self.form.concepts.iter().map(|rule| rule.functor.as_str());
            let near = all.clone().find(|known| crate::rules::lints::is_slip(name, known));
            let meant = match near {
                Some(near) => format!(": did you mean `{near}`?"),
                None if self.form.concepts.is_empty() => String::new(),
                None => format!("; it has {}", all.collect::<Vec<_>>().join(", ")),
            };
            return Err(format!("{} has no property `{property}`{meant}", self.about.name).into());
        };
        match args.len() == rule.params.len() {
            true => Ok(rule),
            false => Err(format!(
                "`{property}` has {} parts; {} has {}",
                args.len(),
                rule.functor,
                rule.params.len()
            )
            .into()),
        }
    }

    /// Judges if a play has a property, by the property's own rules in plain Rust.
    fn judged_property(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        let rules = Properties::rules(self, level, property, judge::PROPERTY).ok()?;
        let rules = format!("{rules}\n#defined {}/0.\n", judge::PROPERTY);
        judge::has_property(self, level, play, &rules)
    }
}

/// Returns the rules of a property with these parts, which derive `head`.
fn rules_for<A: AsRef<str>>(rule: &ConceptRule, parts: &[A], head: &str) -> String {
    filled(&rule.rule, parts).replace("{concept}", head)
}

fn kind(rule: &ConceptRule) -> ConceptKind {
    let params = rule.params.iter().map(|param| match param {
        ParamForm::Cell => Param::new("cell", ParamKind::Site, "cell(0,0)"),
        ParamForm::Line => Param::new("edge or corner", ParamKind::Line, "hedge(0,0)"),
        ParamForm::Number(least, most) => {
            let kind = ParamKind::Number { least: *least, most: *most };
            Param::new("number", kind, least.to_string())
        }
        ParamForm::Choice(words) => {
            let choice = |word: &String| (Text::Owned(word.clone()), Text::Owned(word.clone()));
            let first = words.first().cloned().unwrap_or_default();
            Param::new("kind", ParamKind::Choice(words.iter().map(choice).collect()), first)
        }
    });
    let kind = ConceptKind::new(rule.functor.clone(), from_zero(&rule.words), params.collect());
    match &rule.otherwise {
        Some(otherwise) => kind.otherwise(from_zero(otherwise)),
        None => kind,
    }
}

/// Returns a phrase of a manifest with its parts numbered from 0 instead of 1.
fn from_zero(phrase: &str) -> String {
    let mut counted = String::new();
    let mut rest = phrase;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((inside, behind)) = after.split_once('}') else { break };
        counted.push_str(before);
        let lower = |digits: &str| match digits.parse::<usize>() {
            Ok(n @ 1..) => (n - 1).to_string(),
            _ => digits.to_owned(),
        };
        let inside = match (inside.split_once('?'), inside.split_once('#')) {
            (Some((by, words)), _) => format!("{}?{words}", lower(by)),
            (None, Some((slot, by))) => format!("{}#{}", lower(slot), lower(by)),
            (None, None) => lower(inside),
        };
        counted.push_str(&format!("{{{inside}}}"));
        rest = behind;
    }
    counted.push_str(rest);
    counted
}

/// Returns concepts of a game of moves: events and their number. `choices` are events with their words.
pub fn kinds_of_moves(choices: &[(Text, Text)]) -> Vec<ConceptKind> {
    let event = |name: &'static str, at: usize| {
        let first = choices.get(at).or(choices.first());
        let default = first.map(|(term, _)| term.clone()).unwrap_or_default();
        // If the manifest names no events, they are typed.
        let kind = match choices.is_empty() {
            true => ParamKind::Mark,
            false => ParamKind::Choice(choices.to_vec()),
        };
        Param::new(name, kind, default)
    };
    let number = Param::new("number", ParamKind::Number { least: 1, most: MAX_TIMES }, "1");
    vec![
        ConceptKind::new(
            HAPPENS,
            "{0} at least {1} {1?time:times}",
            vec![event("event", 0), number],
        )
        .otherwise("{0} fewer than {1} {1?time:times}")
        .instead("{0} only {1} {1?time:times}", "it never happens that {0}"),
        ConceptKind::new(NEVER, "it never happens that {0}", vec![event("event", 0)])
            .otherwise("{0}"),
        ConceptKind::new(
            BEFORE,
            "{0} before {1}",
            vec![event("event", 0), event("other event", 1)],
        )
        .otherwise("not {0} before {1}"),
    ]
}

/// Returns a concept as a formula, given the formula of each property. The designer's own rules have no
/// formula.
pub fn formula_of_concept<E>(
    concept: &Concept,
    property: &mut dyn FnMut(&Mark) -> Result<Formula<E>, ConceptFault>,
) -> Result<Formula<E>, ConceptFault> {
    let mut all = |parts: &[Concept]| -> Result<Vec<Formula<E>>, ConceptFault> {
        parts.iter().map(|part| formula_of_concept(part, property)).collect()
    };
    Ok(match concept {
        Concept::Any => Formula::And(Vec::new()),
        Concept::Is(named) => property(named)?,
        Concept::Not(part) => Formula::Not(Box::new(formula_of_concept(part, property)?)),
        Concept::And(parts) => Formula::And(all(parts)?),
        Concept::Or(parts) => Formula::Or(all(parts)?),
        Concept::Asp(_) => return Err("rules of one's own are not for this game".into()),
    })
}

/// Returns events with their number and order, as a formula; `None` for any other property.
pub fn formula_of_property<E>(
    property: &Mark,
    event: &mut dyn FnMut(&str) -> Result<E, ConceptFault>,
) -> Result<Option<Formula<E>>, ConceptFault> {
    let args = property.args();
    Ok(Some(match (property.functor(), args.as_slice()) {
        (HAPPENS, [named, number]) => {
            let times = number.parse().ok().filter(|n| (1..=MAX_TIMES.unsigned_abs()).contains(n));
            let times = times.ok_or_else(|| {
                format!("`{number}` in `{property}` is not a number from 1 to {MAX_TIMES}")
            })?;
            Formula::Happens(event(named)?, times)
        }
        (HAPPENS, [named]) => Formula::Happens(event(named)?, 1),
        (NEVER, [named]) => Formula::Never(event(named)?),
        (BEFORE, [one, other]) => Formula::Before(event(one)?, event(other)?),
        _ => return Ok(None),
    }))
}

/// Returns a property of a game of moves as a formula.
pub(crate) fn formula(property: &Mark) -> Result<Formula, ConceptFault> {
    let found = formula_of_property(property, &mut |event| Ok(event.to_owned()))?;
    found.ok_or_else(|| {
        format!(
            "`{property}` is not a property of a game of moves; write {HAPPENS}(event,2), \
             {NEVER}(event) or {BEFORE}(event,event)"
        )
        .into()
    })
}

/// Checks that an argument suits its parameter.
fn fits(level: &Level, param: &ParamForm, arg: &str) -> Result<(), ConceptFault> {
    match param {
        ParamForm::Cell | ParamForm::Line => {
            let site: Site = arg.parse().map_err(|why| format!("{why}"))?;
            match level.board.contains(site) {
                true => Ok(()),
                false => Err(format!("{} is off the board", site.name()).into()),
            }
        }
        ParamForm::Number(least, most) => match arg.parse::<i32>() {
            Ok(n) if (*least..=*most).contains(&n) => Ok(()),
            _ => Err(format!("`{arg}` is not a number from {least} to {most}").into()),
        },
        ParamForm::Choice(words) => match words.iter().any(|word| word == arg) {
            true => Ok(()),
            false => Err(format!("`{arg}` is not one of {}", words.join(", ")).into()),
        },
    }
}
