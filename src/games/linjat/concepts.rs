//! Properties that a concept may ask of a solution's lines, or of a puzzle as a whole.
//!
//! Each property of a play is implemented twice: as rules on top of `linjat.lp`, and in Rust. The deduction
//! that a level needs is a property of the level as a whole.

use crate::about::Linjat;
use crate::deduce::Rule;
use crate::explain;
use crate::marks::{LONGEST, Line, LinjatClue};
use crate::ways::{Table, WaySet};
use foolproof_game::{
    ConceptFault, ConceptKind, GameError, Param, ParamKind, Properties, PropertyReader, StopCheck,
    Turn, intended_of,
};
use foolproof_level::{Concept, INTENDED, Level, Mark, Play, Site};

/// A parsed property. A line of one cell runs neither across nor down.
#[derive(Clone, Debug, PartialEq)]
enum LinjatProperty {
    /// All lines of a length run across, or down.
    Run(u8, bool),
    /// At least this many lines run across (or down).
    Many(bool, u16),
    /// The line of the number on a cell runs across, or down.
    Lies(Site, bool),
    /// The line of the number on a cell covers another.
    Reaches(Site, Site),
    /// A line of a length covers a cell.
    Covers(Site, u8),
    Intended,
    Is(Play),
    OfLevel(WholeLevel),
}

/// A property of the level as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
enum WholeLevel {
    /// Deduction solves it.
    Deduced,
    /// Deduction solves it, but only with this rule.
    Needs(Rule),
    /// Deduction solves it, and nothing leaks on the way.
    NoLeak,
    /// Deduction solves it in this many rounds, or more.
    Rounds(u32),
    /// Deduction solves it, and no round affects more numbers than this.
    Narrow(u32),
}

const AXES: [(&str, &str); 2] = [("across", "across"), ("down", "down")];

impl Properties for Linjat {
    fn kinds(&self) -> Vec<ConceptKind> {
        let mut kinds = kinds_of_plays();
        // Before the two that name a solution.
        let last = kinds.split_off(kinds.len().saturating_sub(2));
        kinds.extend(kinds_of_levels());
        kinds.extend(last);
        kinds
    }

    /// Rules that derive `head` when the play practises the property.
    fn rules(&self, level: &Level, property: &Mark, head: &str) -> Result<String, GameError> {
        Ok(match read(property).map_err(GameError::Concept)? {
            LinjatProperty::Run(1, _) => format!("{head} :- 0 >= #count {{ S : has(S,1) }}."),
            LinjatProperty::Run(length, across) => format!(
                "{head} :- 0 >= #count {{ S : has(S,{length}), play(S,{}(_,_)) }}.",
                axis_name(!across)
            ),
            LinjatProperty::Many(across, lines) => format!(
                "{head} :- {lines} <= #count {{ S : play(S,{}(B,A)), B+A > 0 }}.",
                axis_name(across)
            ),
            LinjatProperty::Lies(site, across) => {
                format!("{head} :- play({site},{}(B,A)), B+A > 0.", axis_name(across))
            }
            LinjatProperty::Reaches(site, cell) => format!("{head} :- covers({site},{cell})."),
            LinjatProperty::Covers(cell, length) => {
                format!("{head} :- covers(S,{cell}), has(S,{length}).")
            }
            LinjatProperty::Intended => is(head, intended_of(level)?),
            LinjatProperty::Is(play) => is(head, &play),
            LinjatProperty::OfLevel(_) => return Err(PropertyReader(property).no_rules()),
        })
    }

    /// Returns whether a play that the rules accept practises the property.
    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        let drawn = |(site, mark): (Site, &Mark)| match LinjatClue::read(level.mark(site)?) {
            Ok(LinjatClue::Number(number)) => Some((site, number, Line::read(mark)?)),
            _ => None,
        };
        let drawn: Vec<DrawnLine> = play.iter().filter_map(drawn).collect();
        has(&drawn, &read(property).ok()?, level.intended.as_ref())
    }

    fn is_of_level(&self, property: &Mark) -> bool {
        matches!(read(property), Ok(LinjatProperty::OfLevel(_)))
    }

    /// Returns whether a level itself has a property. One that deduction does not solve needs no rule and has
    /// no number of rounds.
    fn level_has(&self, level: &Level, property: &Mark, stop: StopCheck<'_>) -> Option<bool> {
        let LinjatProperty::OfLevel(whole) = read(property).ok()? else { return None };
        let course = explain::course(level, None, stop)?;
        Some(match whole {
            WholeLevel::Deduced => course.solved,
            WholeLevel::Needs(rule) => {
                course.solved && !explain::course(level, Some(rule), stop)?.solved
            }
            // Leaks are known only if deduction reaches the end.
            WholeLevel::NoLeak => course.solved && course.leaks == [0, 0],
            WholeLevel::Rounds(rounds) => course.solved && course.rounds() >= rounds,
            WholeLevel::Narrow(width) => course.solved && course.width() <= width,
        })
    }

    /// The property that holds of this solution alone.
    fn property_of(&self, _: &Level, play: &Play) -> Option<Mark> {
        format!("is({})", play.term()).parse().ok()
    }

    /// Turns a property with the board, except for its cells: across becomes down.
    fn turned_property(&self, property: &Mark, turn: Turn) -> Mark {
        let args = property.args();
        let others = args.iter().map(|arg| match (turn, *arg) {
            (Turn::Clockwise, "across") => "down",
            (Turn::Clockwise, "down") => "across",
            (_, other) => other,
        });
        let others: Vec<&str> = others.collect();
        let text = format!("{}({})", property.functor(), others.join(","));
        text.parse().unwrap_or_else(|_| property.clone())
    }
}

fn kinds_of_plays() -> Vec<ConceptKind> {
    let kind = |functor: &'static str, phrase: &'static str, params| {
        ConceptKind::new(functor, phrase, params)
    };
    let cell =
        |name: &'static str, default: &'static str| Param::new(name, ParamKind::Site, default);
    let number = |name: &'static str, least, most, default: &'static str| {
        Param::new(name, ParamKind::Number { least, most }, default)
    };
    let clue = |name: &'static str| cell(name, "cell(0,0)").of_mark();
    let axis = || Param::new("direction", ParamKind::choice(&AXES), "across");
    let length = |least| number("length", least, i32::from(LONGEST), "3");
    vec![
        kind("run", "all lines of length {0} run {1}", vec![length(2), axis()])
            .otherwise("not all lines of length {0} run {1}"),
        kind(
            "many",
            "at least {1} {1?line runs:lines run} {0}",
            vec![axis(), number("lines", 1, 256, "4")],
        )
        .otherwise("fewer than {1} {1?line runs:lines run} {0}")
        .instead("only {1} {1?line runs:lines run} {0}", "no line runs {0}"),
        kind("lies", "the line of the number on {0} runs {1}", vec![clue("number"), axis()])
            .otherwise("the line of the number on {0} does not run {1}"),
        kind(
            "reaches",
            "the line of the number on {0} covers {1}",
            vec![clue("number"), cell("cell", "cell(1,0)")],
        )
        .otherwise("the line of the number on {0} does not cover {1}"),
        kind(
            "covers",
            "a line of length {1} covers {0}",
            vec![cell("cell", "cell(1,0)"), length(1)],
        )
        .otherwise("no line of length {1} covers {0}"),
        ConceptKind::intended(),
        ConceptKind::picked("is", "{0?line:lines}"),
    ]
}

fn kinds_of_levels() -> Vec<ConceptKind> {
    let kind = |functor: &'static str, phrase: &'static str, params| {
        ConceptKind::new(functor, phrase, params)
    };
    let number = |name: &'static str, least, most, default: &'static str| {
        Param::new(name, ParamKind::Number { least, most }, default)
    };
    let rules = Rule::ALL.map(|rule| (rule.id(), rule.name()));
    let rule = Param::new("rule", ParamKind::choice(&rules), "square");
    vec![
        kind("deduced", "deduction solves the level", Vec::new())
            .otherwise("deduction does not solve the level"),
        kind("needs", "deduction solves the level, but not without the rule {0}", vec![rule])
            .otherwise("deduction solves the level without the rule {0}, or not at all"),
        kind(
            "no_leak",
            "deduction solves the level, and nothing leaks that the solution is the only one",
            Vec::new(),
        )
        .otherwise("deduction does not solve the level, or something leaks on the way"),
        kind(
            "rounds",
            "deduction solves the level in {0} rounds or more",
            vec![number("rounds", 1, 500, "10")],
        )
        .otherwise("deduction does not solve the level, or in fewer than {0} rounds"),
        kind(
            "narrow",
            "deduction solves the level, and no round finds something of more than {0} {0?number:numbers}",
            vec![number("numbers", 1, 256, "3")],
        )
        .otherwise(
            "deduction does not solve the level, or a round finds something of more than {0} {0?number:numbers}",
        ),
    ]
}

fn read(property: &Mark) -> Result<LinjatProperty, ConceptFault> {
    let of = PropertyReader(property);
    let length = |text: &str| of.number(text, LONGEST);
    let axis = |text: &str| match text {
        "across" => Ok(true),
        "down" => Ok(false),
        _ => Err(of.fault(text, "neither across nor down")),
    };
    let whole = |whole| Ok(LinjatProperty::OfLevel(whole));
    match (property.functor(), property.args().as_slice()) {
        ("run", [size, way]) => Ok(LinjatProperty::Run(length(size)?, axis(way)?)),
        ("many", [way, lines]) => Ok(LinjatProperty::Many(axis(way)?, of.number(lines, 256)?)),
        ("lies", [site, way]) => Ok(LinjatProperty::Lies(of.cell(site)?, axis(way)?)),
        ("reaches", [site, other]) => Ok(LinjatProperty::Reaches(of.cell(site)?, of.cell(other)?)),
        ("covers", [site, size]) => Ok(LinjatProperty::Covers(of.cell(site)?, length(size)?)),
        (INTENDED, []) => Ok(LinjatProperty::Intended),
        ("is", [play]) => of.play(play, "play(put(cell(0,1),across(1,2)))").map(LinjatProperty::Is),
        ("deduced", []) => whole(WholeLevel::Deduced),
        ("no_leak", []) => whole(WholeLevel::NoLeak),
        ("needs", [rule]) => match Rule::of_id(rule) {
            Some(rule) => whole(WholeLevel::Needs(rule)),
            None => {
                let known = Rule::ALL.map(Rule::id).join(", ");
                Err(of.fault(rule, format!("no rule; there are {known}")))
            }
        },
        ("rounds", [rounds]) => whole(WholeLevel::Rounds(of.number(rounds, 500)?)),
        ("narrow", [numbers]) => whole(WholeLevel::Narrow(of.number(numbers, 256)?)),
        _ => Err(of.unknown("Linjat", &Linjat.kinds())),
    }
}

fn axis_name(across: bool) -> &'static str {
    if across { "across" } else { "down" }
}

/// Derives `head` when exactly these lines are drawn.
fn is(head: &str, play: &Play) -> String {
    let lines = play.iter().map(|(site, mark)| format!("play({site},{mark})"));
    let body: Vec<String> =
        lines.chain([format!("#count {{ S : play(S,_) }} = {}", play.len())]).collect();
    format!("{head} :- {}.", body.join(", "))
}

/// A drawn line: the cell of its number, the number, and its direction and extent.
type DrawnLine = (Site, u8, Line);

/// Returns whether lines have a property of a play.
fn has(drawn: &[DrawnLine], property: &LinjatProperty, intended: Option<&Play>) -> Option<bool> {
    let is = |play: &Play| {
        let same =
            |(site, _, line): &DrawnLine| play.get(*site).and_then(Line::read) == Some(*line);
        play.len() == drawn.len() && drawn.iter().all(same)
    };
    Some(match property {
        LinjatProperty::Run(length, across) => {
            drawn.iter().all(|(_, number, line)| number != length || line.runs(*across))
        }
        LinjatProperty::Many(across, lines) => {
            drawn.iter().filter(|(_, _, line)| line.runs(*across)).count() >= usize::from(*lines)
        }
        LinjatProperty::Lies(cell, across) => {
            drawn.iter().any(|(site, _, line)| site == cell && line.runs(*across))
        }
        LinjatProperty::Reaches(number, cell) => drawn.iter().any(|(site, _, line)| {
            site == number && line.cells(*site).any(|covered| covered == *cell)
        }),
        LinjatProperty::Covers(cell, length) => drawn.iter().any(|(site, number, line)| {
            number == length && line.cells(*site).any(|covered| covered == *cell)
        }),
        LinjatProperty::Intended => is(intended?),
        LinjatProperty::Is(play) => is(play),
        LinjatProperty::OfLevel(_) => return None,
    })
}

/// A level's concept, prepared for testing many solutions.
pub(crate) struct LinjatTest {
    concept: Concept,
    asks: Vec<(Mark, LinjatProperty)>,
    intended: Option<Play>,
}

impl LinjatTest {
    /// `None` where only the solver can tell what the concept means.
    pub(crate) fn of(level: &Level) -> Option<Self> {
        if !level.concept.own_rules().is_empty() {
            return None;
        }
        let ask = |property: &Mark| match read(property).ok()? {
            LinjatProperty::OfLevel(_) => None,
            LinjatProperty::Intended if level.intended.is_none() => None,
            read => Some((property.clone(), read)),
        };
        let asks = level.concept.properties().into_iter().map(ask).collect::<Option<_>>()?;
        Some(Self { concept: level.concept.clone(), asks, intended: level.intended.clone() })
    }

    pub(crate) fn practises<const W: usize>(&self, table: &Table<W>, lines: &WaySet<W>) -> bool {
        let drawn: Vec<DrawnLine> = lines
            .iter()
            .map(|way| {
                let way = table.ways[way];
                let number = table.numbers[usize::from(way.number)];
                let site = Site::cell(number.cell % table.cols, number.cell / table.cols);
                (site, number.length, way.line)
            })
            .collect();
        let mut holds = |property: &Mark| {
            let (_, read) = self.asks.iter().find(|(known, _)| known == property)?;
            has(&drawn, read, self.intended.as_ref())
        };
        self.concept.evaluate(&mut holds) == Some(true)
    }
}
