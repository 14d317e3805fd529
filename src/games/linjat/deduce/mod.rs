//! The layered solver: a round tries the rules in order of difficulty, and the first that finds anything
//! applies all its findings at once.
//!
//! Depth is the number of rounds, width the number of numbers that a round affects. Each rule removes ways
//! that no solution has, however many dots are added later: so more dots never invalidate a conclusion, and a
//! generator may continue from its current state. Leaks, which let a player who trusts that there is one
//! solution skip the thinking, are reported but never used: a puzzle that is solved here has just one
//! solution. Source: Snellman, "Creating a procedural puzzle generator".

mod cannot_fit;
mod cover;
mod dependent;
mod leaks;
mod naming;
mod one_of;
mod square;
#[cfg(test)]
mod tests;

pub(crate) use naming::{KnownWays, rule_for};

use crate::ways::{NOBODY, Table, WaySet};
use foolproof_game::Halted;

/// The rules, from easy to hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    Cover,
    CannotFit,
    Square,
    Dependent,
    OneOf,
}

impl Rule {
    pub(crate) const ALL: [Rule; 5] =
        [Rule::Cover, Rule::CannotFit, Rule::Square, Rule::Dependent, Rule::OneOf];

    /// The name in files, concepts and on the command line.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Rule::Cover => "cover",
            Rule::CannotFit => "cannot_fit",
            Rule::Square => "square",
            Rule::Dependent => "dependent",
            Rule::OneOf => "one_of",
        }
    }

    pub(crate) fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.id() == id)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Rule::Cover => "Cover",
            Rule::CannotFit => "Cannot fit",
            Rule::Square => "Square",
            Rule::Dependent => "Dependent",
            Rule::OneOf => "One of",
        }
    }

    /// The rule in a sentence.
    pub(crate) const fn says(self) -> &'static str {
        match self {
            Rule::Cover => {
                "A dot that only one number can reach belongs to that number. So does a cell that \
                 all of its remaining lines share."
            }
            Rule::CannotFit => {
                "A line cannot cross another number's cell, nor lie where no number could reach \
                 some dot any more."
            }
            Rule::Square => {
                "When the same two numbers alone can reach two dots, and neither can reach both, \
                 each must take one."
            }
            Rule::Dependent => {
                "Every line that covers the dot also covers the cell, so numbers that cannot reach \
                 the dot cannot have the cell."
            }
            Rule::OneOf => {
                "Two numbers in one row or column need the same cell, so one of them must turn the \
                 other way; no third number may block both."
            }
        }
    }
}

/// Rules that may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DeductionRules(u8);

impl DeductionRules {
    pub(crate) const ALL: Self = Self(31);

    pub(crate) fn without(self, rule: Rule) -> Self {
        Self(self.0 & !(1 << rule as u8))
    }

    pub(crate) fn has(self, rule: Rule) -> bool {
        self.0 >> rule as u8 & 1 == 1
    }
}

impl FromIterator<Rule> for DeductionRules {
    fn from_iter<T: IntoIterator<Item = Rule>>(rules: T) -> Self {
        Self(rules.into_iter().fold(0, |all, rule| all | 1 << rule as u8))
    }
}

/// Ways in which the uniqueness of the solution reveals more than deduction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leaking {
    /// A number helps no dot any more, and one of its ways is uncontested.
    Uncontested,
    /// Nothing distinguishes several ways of a number.
    SingleSolution,
}

impl Leaking {
    pub(crate) const ALL: [Leaking; 2] = [Leaking::Uncontested, Leaking::SingleSolution];

    pub(crate) fn id(self) -> &'static str {
        match self {
            Leaking::Uncontested => "uncontested",
            Leaking::SingleSolution => "single_solution",
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Leaking::Uncontested => "Uncontested",
            Leaking::SingleSolution => "Single solution",
        }
    }
}

/// A leak of a number, when it was first seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leak<const W: usize> {
    pub leaking: Leaking,
    pub number: u16,
    /// Number of rounds before it.
    pub after: u32,
    /// The ways that show it: the uncontested one, or those that cannot be distinguished.
    pub ways: WaySet<W>,
}

/// The reason for a rule's conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuleReason {
    /// Only this number reaches the dot.
    Reaches { dot: u16 },
    /// All remaining ways share the cell.
    Shared { cell: u16 },
    /// The cell belongs to another number.
    Taken { cell: u16 },
    /// Then no number could cover the dot.
    LeavesDot { dot: u16 },
    /// Two dots for two numbers.
    Square { dots: [u16; 2], numbers: [u16; 2] },
    /// Every number that covers the dot covers the cell.
    Dependent { dot: u16, cell: u16 },
    /// Two numbers contend for the cell.
    OneOf { numbers: [u16; 2], cell: u16 },
}

/// A conclusion: removed ways, or a cell assigned to a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Note<const W: usize> {
    pub why: RuleReason,
    pub gone: WaySet<W>,
    /// Cell and number.
    pub claim: Option<(u16, u16)>,
}

/// All findings of a rule in one round.
#[derive(Debug)]
pub(crate) struct DeductionLayer<const W: usize> {
    gone: WaySet<W>,
    claims: Vec<(u16, u16)>,
    /// The single conclusions, if wanted.
    pub notes: Option<Vec<Note<W>>>,
}

impl<const W: usize> DeductionLayer<W> {
    fn new(explained: bool) -> Self {
        Self { gone: WaySet::EMPTY, claims: Vec::new(), notes: explained.then(Vec::new) }
    }

    fn clear(&mut self) {
        self.gone = WaySet::EMPTY;
        self.claims.clear();
        if let Some(notes) = &mut self.notes {
            notes.clear();
        }
    }

    fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.claims.is_empty()
    }

    fn rule_out(&mut self, gone: WaySet<W>, why: RuleReason) {
        if gone.is_empty() {
            return;
        }
        self.gone.add(&gone);
        if let Some(notes) = &mut self.notes {
            notes.push(Note { why, gone, claim: None });
        }
    }

    fn claim(&mut self, cell: u16, number: u16, why: RuleReason) {
        if self.claims.contains(&(cell, number)) {
            return;
        }
        self.claims.push((cell, number));
        if let Some(notes) = &mut self.notes {
            notes.push(Note { why, gone: WaySet::EMPTY, claim: Some((cell, number)) });
        }
    }
}

/// The state of knowledge.
#[derive(Clone, Debug)]
pub(crate) struct DeductionState<const W: usize> {
    /// Ways that remain.
    pub alive: WaySet<W>,
    /// Number that owns each cell, or [`NOBODY`].
    pub owner: Vec<u16>,
    /// Ways over cells that belong to another number.
    pub taken: WaySet<W>,
    /// Dots without an owner.
    pub dots: Vec<u16>,
    /// Numbers whose line is still unknown.
    pub open: Vec<u16>,
    /// A number has no way left, a dot is out of reach, or two lines share a cell.
    pub broken: bool,
    /// Dots added since no rule found anything; `None` if anything else is new.
    news: Option<Vec<u16>>,
}

impl<const W: usize> DeductionState<W> {
    /// Before the first round, with some dots.
    pub(crate) fn new(table: &Table<W>, dots: &[u16]) -> Self {
        let mut state = Self {
            alive: table.all,
            owner: table.at.clone(),
            taken: WaySet::EMPTY,
            dots: dots.to_vec(),
            // At most as many as cells.
            open: (0..table.numbers.len() as u16).collect(),
            broken: false,
            news: None,
        };
        state.look(table);
        state
    }

    pub(crate) fn is_solved(&self) -> bool {
        !self.broken && self.open.is_empty() && self.dots.is_empty()
    }

    /// The remaining ways through a cell.
    pub(crate) fn through(&self, table: &Table<W>, cell: u16) -> WaySet<W> {
        table.through[usize::from(cell)] & self.alive
    }

    /// The remaining ways of a number.
    pub(crate) fn of(&self, table: &Table<W>, number: u16) -> WaySet<W> {
        table.of[usize::from(number)] & self.alive
    }

    pub(crate) fn is_nobodys(&self, cell: usize) -> bool {
        self.owner[cell] == NOBODY
    }

    /// Adds a dot to a cell without an owner.
    pub(crate) fn add_dot(&mut self, table: &Table<W>, cell: u16) {
        self.dots.push(cell);
        if let Some(news) = &mut self.news {
            news.push(cell);
        }
        self.broken |= self.through(table, cell).is_empty();
    }

    /// The dots that a rule has to look at: only the added ones if nothing else is new.
    fn telling(&self) -> &[u16] {
        self.news.as_deref().unwrap_or(&self.dots)
    }

    /// Returns whether nothing is new except dots.
    fn is_quiet(&self) -> bool {
        self.news.is_some()
    }

    /// Applies the findings of a round.
    fn apply(&mut self, table: &Table<W>, layer: &DeductionLayer<W>) {
        self.news = None;
        self.alive = self.alive - layer.gone;
        for (cell, number) in &layer.claims {
            let (through, own) = (usize::from(*cell), usize::from(*number));
            self.taken.add(&(table.through[through] - table.of[own]));
            let owner = &mut self.owner[usize::from(*cell)];
            self.broken |= ![NOBODY, *number].contains(owner);
            *owner = *number;
        }
        if !layer.claims.is_empty() {
            self.dots.retain(|dot| self.owner[usize::from(*dot)] == NOBODY);
        }
        self.look(table);
    }

    /// Finds the numbers that are settled, and whether there is a contradiction.
    fn look(&mut self, table: &Table<W>) {
        let DeductionState { alive, owner, broken, .. } = self;
        self.open.retain(|number| {
            let own = table.of[usize::from(*number)] & *alive;
            let Some(first) = own.first() else {
                *broken = true;
                return true;
            };
            let settled = own.last() == Some(first)
                && table.ways[first].cells().all(|cell| owner[cell] == *number);
            !settled
        });
        let out_of_reach = |dot: &u16| !table.through[usize::from(*dot)].meets(&self.alive);
        self.broken |= self.dots.iter().any(out_of_reach);
    }
}

/// A completed round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    pub rule: Rule,
    /// Number of numbers that the round affected.
    pub width: u32,
}

/// Deduction under way.
pub(crate) struct Deducer<'a, const W: usize> {
    pub table: &'a Table<W>,
    pub state: DeductionState<W>,
    pub layer: DeductionLayer<W>,
    pub leaks: Vec<Leak<W>>,
    /// Number of rounds made.
    pub depth: u32,
    rules: DeductionRules,
    /// Rounds look for leaks.
    watchful: bool,
}

impl<'a, const W: usize> Deducer<'a, W> {
    pub(crate) fn new(table: &'a Table<W>, dots: &[u16], rules: DeductionRules) -> Self {
        Self {
            table,
            state: DeductionState::new(table, dots),
            layer: DeductionLayer::new(false),
            leaks: Vec::new(),
            depth: 0,
            rules,
            watchful: true,
        }
    }

    /// A deducer that also keeps each round's conclusions one by one.
    pub(crate) fn explained(table: &'a Table<W>, dots: &[u16], rules: DeductionRules) -> Self {
        Self { layer: DeductionLayer::new(true), ..Self::new(table, dots, rules) }
    }

    /// Makes a round: the first rule that finds anything applies all its findings. `None` if no rule does, or
    /// if there is no solution.
    pub(crate) fn round(&mut self) -> Option<Round> {
        if self.state.broken {
            return None;
        }
        if self.watchful {
            leaks::uncontested(self);
        }
        let rules = self.rules;
        for rule in Rule::ALL.into_iter().filter(|rule| rules.has(*rule)) {
            self.layer.clear();
            naming::find(rule, self.table, &self.state, &mut self.layer);
            if !self.layer.is_empty() {
                let width = self.width();
                self.state.apply(self.table, &self.layer);
                self.depth += 1;
                return Some(Round { rule, width });
            }
            if rule == Rule::Cover && self.watchful {
                // A finding of the simplest rule is not a leak.
                leaks::single_solution(self);
            }
        }
        self.state.news = Some(Vec::new());
        None
    }

    /// The numbers that are idle and leak now; rounds do not look for leaks any more.
    pub(crate) fn take_leaks(&mut self) -> Vec<u16> {
        self.watchful = false;
        // A further dot makes no number idle.
        if !self.state.is_quiet() {
            leaks::uncontested(self);
        }
        std::mem::take(&mut self.leaks).into_iter().map(|leak| leak.number).collect()
    }

    /// Counts the open numbers that the layer affects.
    fn width(&self) -> u32 {
        let DeductionLayer { gone, claims, .. } = &self.layer;
        let told = |number: &u16| {
            gone.meets(&self.table.of[usize::from(*number)])
                || claims.iter().any(|(_, claimed)| claimed == number)
        };
        let count = self.state.open.iter().filter(|number| told(number)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    fn leak(&mut self, leaking: Leaking, number: u16, ways: WaySet<W>) {
        self.leaks.push(Leak { leaking, number, after: self.depth, ways });
    }

    fn has_leaked(&self, leaking: Leaking, number: u16) -> bool {
        self.leaks.iter().any(|leak| leak.leaking == leaking && leak.number == number)
    }
}

/// The deduction that a puzzle needs, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeductionCourse {
    /// Rounds of each rule.
    pub depth: [u32; 5],
    /// The widest round of each rule.
    pub widest: [u32; 5],
    /// Number of numbers that leak, for each kind of leak.
    pub leaks: [u32; 2],
    pub solved: bool,
    pub broken: bool,
    /// Numbers whose line is unknown at the end.
    pub open: u32,
}

impl DeductionCourse {
    /// Rounds altogether.
    pub fn rounds(&self) -> u32 {
        self.depth.iter().sum()
    }

    /// The widest round.
    pub fn width(&self) -> u32 {
        self.widest.iter().copied().max().unwrap_or(0)
    }

    pub fn of_rule(&self, rule: Rule) -> u32 {
        self.depth[rule as usize]
    }

    pub fn leaks_of(&self, leaking: Leaking) -> u32 {
        self.leaks[leaking as usize]
    }
}

/// Deduction from the beginning, as numbers.
pub(crate) fn course<const W: usize>(
    table: &Table<W>,
    dots: &[u16],
    rules: DeductionRules,
    stop: &dyn Fn() -> bool,
) -> Result<DeductionCourse, Halted> {
    let mut deducer = Deducer::new(table, dots, rules);
    let mut course = DeductionCourse::default();
    while let Some(Round { rule, width }) = deducer.round() {
        if stop() {
            return Err(Halted);
        }
        let at = rule as usize;
        course.depth[at] += 1;
        course.widest[at] = course.widest[at].max(width);
    }
    for leak in &deducer.leaks {
        course.leaks[leak.leaking as usize] += 1;
    }
    course.solved = deducer.state.is_solved();
    course.broken = deducer.state.broken;
    course.open = u32::try_from(deducer.state.open.len()).unwrap_or(u32::MAX);
    Ok(course)
}
