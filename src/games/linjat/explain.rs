//! Deduction in words: the rule, the number, and the cells that the conclusion follows from.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::deduce;
use crate::deduce::{Deducer, DeductionCourse, DeductionRules, Leaking, Note, Rule, RuleReason};
use crate::draw;
use crate::marks::DOT;
use crate::puzzle::Puzzle;
use crate::search::mark_of;
use crate::ways::{Table, WaySet, sized};
use foolproof_game::{
    GameError, Halted, KnownMark, Leak, NamedRule, OwnEnd, OwnOutcome, PlacedSentence, Step,
    StepSource, StepTrial, StepsError, StopCheck, capital, counted, listed,
};
use foolproof_level::{Hold, Level, Mark, Site};
use foolproof_picture::Shape;

/// The deduction of this game.
pub(crate) struct LinjatDeduction;

/// A board with more ways than tables hold.
const TOO_MANY: &str = "there are too many ways to place lines for deduction to track";

/// Deduction of a level in numbers, perhaps without one of the rules; `None` if the level is
/// invalid, or when stopped.
pub(crate) fn course(
    level: &Level,
    without: Option<Rule>,
    stop: &dyn Fn() -> bool,
) -> Option<DeductionCourse> {
    let rules = without.map_or(DeductionRules::ALL, |rule| DeductionRules::ALL.without(rule));
    course_of(&Puzzle::of(level).ok()?, rules, stop)
}

pub(crate) fn course_of(
    puzzle: &Puzzle,
    rules: DeductionRules,
    stop: &dyn Fn() -> bool,
) -> Option<DeductionCourse> {
    fn run<const W: usize>(
        puzzle: &Puzzle,
        rules: DeductionRules,
        stop: &dyn Fn() -> bool,
    ) -> Result<DeductionCourse, Halted> {
        deduce::course(&Table::<W>::new(puzzle), &puzzle.dots, rules, stop)
    }
    sized!(puzzle, run(puzzle, rules, stop))?.ok()
}

const fn rule(rule: Rule) -> NamedRule {
    NamedRule { name: Cow::Borrowed(rule.name()), says: Cow::Borrowed(rule.says()) }
}

static RULES: [NamedRule; 5] = [
    rule(Rule::Cover),
    rule(Rule::CannotFit),
    rule(Rule::Square),
    rule(Rule::Dependent),
    rule(Rule::OneOf),
];

impl StepSource for LinjatDeduction {
    fn name(&self) -> &str {
        "Deduction"
    }

    fn unit(&self) -> (&str, &str) {
        ("number", "numbers")
    }

    fn rules(&self) -> &[NamedRule] {
        &RULES
    }

    fn things(&self) -> (&str, &str) {
        ("line", "lines")
    }

    /// Takes well under a millisecond for usual boards; checks `stop` after every round.
    fn steps(
        &self,
        level: &Level,
        stop: StopCheck<'_>,
        on: &mut dyn FnMut(Step),
    ) -> Result<OwnOutcome, StepsError> {
        let puzzle = Puzzle::of(level)?;
        sized!(&puzzle, deduced(&puzzle, stop, on))
            .unwrap_or_else(|| Err(GameError::TooMuch(TOO_MANY.to_owned()).into()))
    }

    fn draw(&self, level: &Level, after: usize, sentence: Option<usize>) -> Option<Vec<Shape>> {
        let puzzle = Puzzle::of(level).ok()?;
        sized!(&puzzle, drawn(&puzzle, after, sentence))
    }

    fn helper(&self) -> Option<Mark> {
        DOT.parse().ok()
    }

    fn trials(&self, level: &Level, stop: StopCheck<'_>) -> Vec<StepTrial> {
        let Ok(puzzle) = Puzzle::of(level) else { return Vec::new() };
        let open: Vec<u16> = level
            .board
            .cells()
            .filter(|site| level.hold(*site) != Hold::Locked && level.mark(*site).is_none())
            .map(|site| puzzle.cell(site))
            .collect();
        sized!(&puzzle, trials(&puzzle, &open, stop)).unwrap_or_default()
    }
}

fn trials<const W: usize>(puzzle: &Puzzle, open: &[u16], stop: StopCheck<'_>) -> Vec<StepTrial> {
    let table = Table::<W>::new(puzzle);
    let trial = |cell: &u16| {
        let dots: Vec<u16> = puzzle.dots.iter().chain([cell]).copied().collect();
        let course = deduce::course(&table, &dots, DeductionRules::ALL, stop).ok()?;
        Some(StepTrial {
            site: puzzle.site(*cell),
            solved: course.solved,
            impossible: course.broken,
            steps: course.rounds() as usize,
            open: course.open as usize,
        })
    };
    open.iter().take_while(|_| !stop()).map_while(trial).collect()
}

/// The state after a number of rounds, with the findings of the next round.
fn drawn<const W: usize>(puzzle: &Puzzle, after: usize, insight: Option<usize>) -> Vec<Shape> {
    let table = Table::<W>::new(puzzle);
    let mut deducer = Deducer::explained(&table, &puzzle.dots, DeductionRules::ALL);
    for _ in 0..after {
        if deducer.round().is_none() {
            break;
        }
    }
    let known = deducer.state.clone();
    let notes = match deducer.round() {
        Some(_) => grouped(&table, deducer.layer.notes.as_deref().unwrap_or_default()),
        None => Vec::new(),
    };
    let chosen = notes.iter().enumerate().filter(|(at, _)| insight.is_none_or(|one| one == *at));
    let chosen: Vec<&ToldNumber<W>> = chosen.map(|(_, told)| told).collect();
    draw::known(&table, puzzle, &known, &chosen)
}

/// The findings of a round about one number, for one kind of reason.
pub(crate) struct ToldNumber<const W: usize> {
    pub number: u16,
    pub why: RuleReason,
    pub gone: WaySet<W>,
    pub claims: Vec<u16>,
}

/// One for each number that a round affects, by its first reason; further ones of the same kind are joined to it.
fn grouped<const W: usize>(table: &Table<W>, notes: &[Note<W>]) -> Vec<ToldNumber<W>> {
    let mut told: Vec<ToldNumber<W>> = Vec::new();
    for (number, own) in (0..).zip(&table.of) {
        let mut known = WaySet::EMPTY;
        for note in notes {
            // A conclusion already reported needs no second reason.
            let gone = (note.gone & *own) - known;
            known.add(&gone);
            let claim = note.claim.filter(|(_, claimed)| *claimed == number);
            if gone.is_empty() && claim.is_none() {
                continue;
            }
            let claims = claim.map(|(cell, _)| cell);
            match told.last_mut().filter(|last| last.number == number && alike(last.why, note.why))
            {
                Some(last) => {
                    last.gone.add(&gone);
                    last.claims.extend(claims);
                }
                None => told.push(ToldNumber {
                    number,
                    why: note.why,
                    gone,
                    claims: claims.into_iter().collect(),
                }),
            }
        }
    }
    told
}

/// Returns whether two reasons fit into one sentence.
fn alike(one: RuleReason, other: RuleReason) -> bool {
    matches!((one, other), (RuleReason::Shared { .. }, RuleReason::Shared { .. })) || one == other
}

fn deduced<const W: usize>(
    puzzle: &Puzzle,
    stop: StopCheck<'_>,
    on: &mut dyn FnMut(Step),
) -> Result<OwnOutcome, StepsError> {
    let table = Table::<W>::new(puzzle);
    let speech = Speech { table: &table, puzzle };
    let mut deducer = Deducer::explained(&table, &puzzle.dots, DeductionRules::ALL);
    // At most as many as cells. A line that is known from the start follows in the first round.
    let mut open: Vec<u16> = (0..table.numbers.len() as u16).collect();
    loop {
        let before = deducer.state.alive;
        let Some(round) = deducer.round() else { break };
        if stop() {
            return Err(StepsError::Halted);
        }
        let told = grouped(&table, deducer.layer.notes.as_deref().unwrap_or_default());
        let numbers: BTreeSet<u16> = told.iter().map(|told| told.number).collect();
        let state = &deducer.state;
        let settled = open.iter().filter(|number| !state.broken && !state.open.contains(number));
        let lines = settled.flat_map(|number| state.of(&table, *number).iter().collect::<Vec<_>>());
        let lines = lines.filter_map(|way| mark_of(&table, way));
        on(Step {
            sentences: told.iter().map(|told| speech.insight(told, before)).collect(),
            marks: lines.map(|(site, mark)| KnownMark { site, mark, on: true }).collect(),
            size: numbers.len(),
            smallest: true,
            technique: Some(round.rule.name().to_owned()),
            ..Step::default()
        });
        open.clone_from(&deducer.state.open);
    }
    let leaks = deducer.leaks.iter().map(|leak| Leak {
        name: leak.leaking.name().to_owned(),
        found: PlacedSentence {
            words: speech.leak(leak.leaking, leak.number),
            place: None,
            site: Some(speech.site(leak.number)),
            about: speech.covered(leak.ways),
        },
        after: leak.after as usize,
    });
    Ok(OwnOutcome { leaks: leaks.collect(), end: speech.end(&deducer) })
}

/// Words the conclusions about a puzzle.
struct Speech<'a, const W: usize> {
    table: &'a Table<W>,
    puzzle: &'a Puzzle,
}

impl<const W: usize> Speech<'_, W> {
    fn site(&self, number: u16) -> Site {
        self.puzzle.site(self.table.numbers[usize::from(number)].cell)
    }

    fn number(&self, number: u16) -> String {
        let length = self.table.numbers[usize::from(number)].length;
        format!("the {length} on {}", self.site(number).name())
    }

    fn at(&self, cell: u16) -> String {
        self.puzzle.site(cell).name()
    }

    /// Cells of ways, except that of the number itself.
    fn covered(&self, ways: WaySet<W>) -> Vec<Site> {
        let cells = ways.iter().flat_map(|way| self.table.ways[way].cells());
        // A cell's number fits.
        let mut sites: Vec<Site> = cells.map(|cell| self.puzzle.site(cell as u16)).collect();
        sites.sort();
        sites.dedup();
        sites
    }

    fn insight(&self, told: &ToldNumber<W>, before: WaySet<W>) -> PlacedSentence {
        let ToldNumber { number, why, gone, claims } = told;
        let name = self.number(*number);
        let left = (before & self.table.of[usize::from(*number)]) - *gone;
        let rest = self.rest(left, *gone);
        let words = match *why {
            RuleReason::Reaches { dot } => {
                format!("Only {name} can reach the dot on {}, so it must cover it.", self.at(dot))
            }
            RuleReason::Shared { .. } => {
                let cells: Vec<String> = claims.iter().map(|cell| self.at(*cell)).collect();
                match left.count() {
                    1 => format!("Only one line is left for {name}, so draw it."),
                    _ => format!(
                        "Every line that is left for {name} covers {}.",
                        listed(&cells, "and")
                    ),
                }
            }
            RuleReason::Taken { cell } => format!(
                "{} belongs to another number, so {name} cannot cross it{rest}.",
                capital(&self.at(cell))
            ),
            RuleReason::LeavesDot { dot } => format!(
                "{} of {name} would leave no number to cover the dot on {}{rest}.",
                lines(gone.count()),
                self.at(dot)
            ),
            RuleReason::Square { dots: [one, two], numbers } => {
                let other = numbers.into_iter().find(|other| other != number).unwrap_or(*number);
                format!(
                    "Only {name} and {} can reach the dots on {} and {}, and neither can cover \
                     both: {name} takes one of them{rest}.",
                    self.number(other),
                    self.at(one),
                    self.at(two)
                )
            }
            RuleReason::Dependent { dot, cell } => format!(
                "Every line over the dot on {} also covers {}, and {name} cannot reach the \
                 dot{rest}.",
                self.at(dot),
                self.at(cell)
            ),
            RuleReason::OneOf { numbers: [one, two], cell } => format!(
                "{} and {} cannot both cover {}, so one of them turns the other way, and {name} \
                 may not block both{rest}.",
                capital(&self.number(one)),
                self.number(two),
                self.at(cell)
            ),
        };
        let about = match why {
            RuleReason::Shared { .. } => {
                claims.iter().map(|cell| self.puzzle.site(*cell)).collect()
            }
            _ => self.because(*why),
        };
        PlacedSentence { words, place: None, site: Some(self.site(*number)), about }
    }

    /// The rest of a number's lines, after one direction was excluded.
    fn rest(&self, left: WaySet<W>, gone: WaySet<W>) -> &'static str {
        let runs = |ways: WaySet<W>, across: bool| {
            ways.iter().any(|way| self.table.ways[way].line.across == across)
        };
        match (runs(left, true), runs(left, false)) {
            (true, false) if runs(gone, false) => ", so its line runs across",
            (false, true) if runs(gone, true) => ", so its line runs down",
            _ => "",
        }
    }

    fn because(&self, why: RuleReason) -> Vec<Site> {
        let cells = match why {
            RuleReason::Reaches { dot } | RuleReason::LeavesDot { dot } => vec![dot],
            RuleReason::Shared { .. } => Vec::new(),
            RuleReason::Taken { cell } => vec![cell],
            RuleReason::Square { dots, numbers } => {
                let cell = |number: u16| self.table.numbers[usize::from(number)].cell;
                dots.into_iter().chain(numbers.map(cell)).collect()
            }
            RuleReason::Dependent { dot, cell } => vec![dot, cell],
            RuleReason::OneOf { numbers, cell } => {
                let own = numbers.map(|number| self.table.numbers[usize::from(number)].cell);
                own.into_iter().chain([cell]).collect()
            }
        };
        cells.into_iter().map(|cell| self.puzzle.site(cell)).collect()
    }

    fn leak(&self, leaking: Leaking, number: u16) -> String {
        let name = capital(&self.number(number));
        match leaking {
            Leaking::Uncontested => format!(
                "{name} has no dot left to cover, and some of its cells matter to no other number: \
                 a player who trusts that the solution is unique draws it there."
            ),
            Leaking::SingleSolution => format!(
                "{name} has several lines that reach no dot and are as good as each other: a \
                 player who trusts that the solution is unique knows that it must cover a dot."
            ),
        }
    }

    fn end(&self, deducer: &Deducer<'_, W>) -> OwnEnd {
        let state = &deducer.state;
        if state.is_solved() {
            return OwnEnd::Solved;
        }
        if state.broken {
            let (why, open) = self.impossible(deducer);
            return OwnEnd::Stops { words: format!("there is no solution: {why}"), open };
        }
        let open: Vec<Site> = state.open.iter().map(|number| self.site(*number)).collect();
        let lines = counted(open.len(), "line is", "lines are");
        OwnEnd::Stops { words: format!("no rule applies any more; {lines} open"), open }
    }

    fn impossible(&self, deducer: &Deducer<'_, W>) -> (String, Vec<Site>) {
        let state = &deducer.state;
        let stuck = |number: &&u16| state.of(self.table, **number).is_empty();
        if let Some(number) = state.open.iter().find(stuck) {
            let words = format!("{} has no line left", self.number(*number));
            return (words, vec![self.site(*number)]);
        }
        let dark = |dot: &&u16| state.through(self.table, **dot).is_empty();
        match state.dots.iter().find(dark) {
            Some(dot) => {
                let words = format!("no number can cover the dot on {}", self.at(*dot));
                (words, vec![self.puzzle.site(*dot)])
            }
            None => ("two lines would have to share a cell".to_owned(), Vec::new()),
        }
    }
}

fn lines(count: u32) -> String {
    match count {
        1 => "One line".to_owned(),
        n => format!("{n} lines"),
    }
}
