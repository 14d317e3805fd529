//! A judge without Rust: the ground rules of a level with a play's choices fixed, evaluated in plain Rust.
//!
//! It shares no search with the solver: it finds faults of the solver and of how we use it. It is not a second
//! reading of the rules, so its results rest on `rules.lp`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use crate::own_game::OwnGame;
use crate::reading::form::PlayKind;
use crate::rules::facts;
use crate::rules::grounding::{FromGround, GroundKey};
use crate::rules::helpers::RuleHelpers;
use crate::rules::trials::Sentences;
use foolproof_game::{Rules, RulesFault, Verdict, spoken_place};
use foolproof_ground::{
    AtomNumber, Evaluator, GroundOutcome, GroundProgram, HelperSearch, Unevaluable, split, unquote,
};
use foolproof_level::words::one_line;
use foolproof_level::{Level, Mark, Play, Site};

/// The atom that the rules of a property derive if the property is asked about alone.
pub(crate) const PROPERTY: &str = "__property";
/// The message while the rules are being read.
const READING: &str = "the rules are being read";

/// The ground rules of one level, or of all levels that an opening leaves open.
pub(crate) struct Judge {
    evaluator: Evaluator,
    program: GroundProgram,
    /// Marks that may lie on an open board.
    lying: BTreeMap<(Site, Mark), AtomNumber>,
    /// Marks that the player may put, by site.
    playable: BTreeMap<(Site, Mark), AtomNumber>,
    playable_set: Arc<BTreeSet<(Site, Mark)>>,
    /// Names of choices that are neither part of a play nor helpers.
    left_open: Vec<String>,
    /// The search for helpers, and their names in words, if the rules have any.
    helpers: Option<(HelperSearch, String)>,
    /// A choice of the player that is not a mark on a site, if the rules offer one.
    strange: OnceLock<Option<String>>,
    /// Everything that the rules may call wrong, with its place.
    wrongs: Vec<(AtomNumber, Wrong)>,
    looks: Vec<(AtomNumber, (Site, Mark))>,
    property: Option<AtomNumber>,
}

/// Something that the rules call wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wrong {
    why: String,
    site: Option<Site>,
    /// The place, if it is not a site: `row(3)`.
    at: Option<String>,
}

impl Judge {
    pub(crate) fn new(program: &GroundProgram, helpers: &RuleHelpers) -> Result<Self, RulesFault> {
        let evaluator = Evaluator::new(program).map_err(|why| unevaluable(&why))?;
        let inputs: BTreeSet<AtomNumber> = evaluator.inputs().iter().copied().collect();
        let (mut playable, mut wrongs, mut looks) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut lying = BTreeMap::new();
        let (mut named, mut property, mut strange) = (BTreeSet::new(), None, None);
        let mut chosen = Vec::new();
        for (atom, term) in program.names() {
            let (functor, args) = split(term);
            match (functor, args.as_slice()) {
                ("play", [site, mark]) => {
                    match (site.parse(), mark.parse()) {
                        (Ok(site), Ok(mark)) => _ = playable.insert((site, mark), atom),
                        _ if inputs.contains(&atom) => strange = Some(term.to_owned()),
                        _ => {}
                    }
                    named.insert(atom);
                }
                ("has", [site, mark]) if inputs.contains(&atom) => {
                    if let (Ok(site), Ok(mark)) = (site.parse(), mark.parse()) {
                        lying.insert((site, mark), atom);
                    }
                    named.insert(atom);
                }
                ("wrong", [why]) => wrongs.push((atom, Wrong::new(why, None))),
                ("wrong", [why, at]) => wrongs.push((atom, Wrong::new(why, Some(at)))),
                ("look", [site, style]) => {
                    if let (Ok(site), Ok(style)) = (site.parse(), style.parse()) {
                        looks.push((atom, (site, style)));
                    }
                }
                (PROPERTY, []) => property = Some(atom),
                (name, _) if helpers.has(name) && inputs.contains(&atom) => {
                    chosen.push(atom);
                    named.insert(atom);
                }
                _ => {}
            }
        }
        let open = inputs.difference(&named);
        let left_open = open.filter_map(|atom| program.term(*atom).map(str::to_owned)).collect();
        let breaks = wrongs.iter().map(|(atom, _)| *atom);
        let helpers = search_for(program, chosen, breaks, helpers)?;
        let playable_set = Arc::new(playable.keys().cloned().collect());
        let program = program.clone();
        Ok(Self {
            evaluator,
            program,
            lying,
            playable,
            playable_set,
            left_open,
            helpers,
            strange: strange.map(|term: String| Some(term).into()).unwrap_or_default(),
            wrongs,
            looks,
            property,
        })
    }

    /// Returns the atoms that a level and a play choose, and sites of marks that a player can never put.
    fn chosen(&self, level: &Level, play: &Play) -> (Vec<AtomNumber>, Vec<Site>) {
        let (mut chosen, mut impossible) = (Vec::with_capacity(play.len()), Vec::new());
        if !self.lying.is_empty() {
            let lying = level.marks();
            let atom = |(site, mark): (Site, &Mark)| self.lying.get(&(site, mark.clone())).copied();
            chosen.extend(lying.filter_map(atom));
        }
        for (site, mark) in play.iter() {
            match self.playable.get(&(site, mark.clone())) {
                Some(0) => {}
                Some(atom) => chosen.push(*atom),
                None => impossible.push(site),
            }
        }
        (chosen, impossible)
    }

    /// Evaluates a play, with the helpers that leave the fewest things wrong.
    fn after(&self, level: &Level, play: &Play) -> AfterPlay {
        let (mut chosen, impossible) = self.chosen(level, play);
        let outcome = self.evaluator.evaluate(&chosen);
        let Some((search, _)) = &self.helpers else {
            return AfterPlay { outcome, impossible, was_searched: true };
        };
        match search.best(&self.program, &outcome) {
            None => AfterPlay { outcome, impossible, was_searched: false },
            Some(helpers) => {
                chosen.extend(helpers);
                let outcome = self.evaluator.evaluate(&chosen);
                AfterPlay { outcome, impossible, was_searched: true }
            }
        }
    }

    /// Evaluates a possible play without helpers: atoms that depend on none hold for any helpers.
    fn after_without_helpers(&self, level: &Level, play: &Play) -> Option<GroundOutcome> {
        let (chosen, impossible) = self.chosen(level, play);
        impossible.is_empty().then(|| self.evaluator.evaluate(&chosen))
    }

    pub(crate) fn program(&self) -> &GroundProgram {
        &self.program
    }

    /// Returns the marks that the player may put, by site.
    pub(crate) fn playable(&self) -> &BTreeSet<(Site, Mark)> {
        &self.playable_set
    }

    /// Evaluates a play with the best helpers; `None` if it cannot be made or the search for helpers ended
    /// early.
    pub(crate) fn after_possible(&self, level: &Level, play: &Play) -> Option<GroundOutcome> {
        let after = self.after(level, play);
        (after.was_searched && after.impossible.is_empty()).then_some(after.outcome)
    }

    fn holds(outcome: &GroundOutcome, atom: AtomNumber) -> bool {
        atom == 0 || outcome.holds(atom)
    }

    /// Returns the sentences that may be wrong on the level, and those that are wrong in a play.
    pub(crate) fn sentences(&self, level: &Level, play: &Play) -> Option<Sentences> {
        let outcome = self.after_possible(level, play)?;
        let of = |(_, wrong): &(AtomNumber, Wrong)| wrong.why.clone();
        let said = self.wrongs.iter().filter(|(atom, _)| Self::holds(&outcome, *atom)).map(of);
        Some(Sentences { said: said.collect(), possible: self.wrongs.iter().map(of).collect() })
    }

    /// Returns a choice of the solver that is no possible play: it would be counted but never shown.
    fn strange(&self, level: &Level) -> Option<&str> {
        let off_board = || {
            let mut chosen = self.playable.iter().filter(|(_, atom)| **atom != 0);
            let off = chosen.find(|((site, _), _)| !level.board.contains(*site))?;
            Some(format!("play({},{})", off.0.0, off.0.1))
        };
        // All judged levels have the same board.
        self.strange.get_or_init(off_board).as_deref()
    }

    /// Returns the reason why no play can be judged: the rules have a choice that is neither part of a play nor
    /// a helper, or offer the player something that is not a mark on the board.
    pub(crate) fn unjudged(&self, level: &Level) -> Option<String> {
        if let Some(name) = self.left_open.first() {
            return Some(format!(
                "the rules leave `{name}` open, so no play can be judged; where it only has to exist, \
                 write `some` before the choice"
            ));
        }
        self.strange(level).map(|term| {
            format!("the rules let the player do `{term}`, which is not a mark on the board")
        })
    }

    /// Returns the verdict for a broken rule without its own sentence.
    fn broken(&self, outcome: &GroundOutcome) -> Verdict {
        let Some((_, names)) = &self.helpers else {
            let why = "a rule is broken".to_owned();
            return Verdict::Unsolved { why, sites: Vec::new() };
        };
        let bodies = outcome.violated().iter().map(|at| self.program.rule(*at as usize).body);
        let about: BTreeSet<AtomNumber> =
            bodies.flatten().map(|literal| literal.unsigned_abs()).collect();
        let played = self.playable.iter().filter(|(_, atom)| about.contains(atom));
        let sites: BTreeSet<Site> = played.map(|((site, _), _)| *site).collect();
        let why = format!("there is no fitting {names}");
        Verdict::Unsolved { why, sites: sites.into_iter().collect() }
    }

    fn judge(&self, level: &Level, play: &Play, describe: &dyn Fn(&Mark) -> String) -> Verdict {
        if let Some(why) = self.unjudged(level) {
            return Verdict::Undecided { why, sites: Vec::new() };
        }
        let AfterPlay { outcome, impossible: mut illegal, was_searched } = self.after(level, play);
        let site_of = |atom: &AtomNumber| {
            let held = self.playable.iter().find(|(_, of)| *of == atom);
            held.map(|((site, _), _)| *site)
        };
        illegal.extend(outcome.unsupported().iter().filter_map(site_of));
        illegal.sort_unstable();
        if let Some(site) = illegal.first() {
            let mark = play.get(*site).map(describe).unwrap_or_default();
            let why = format!("{mark} cannot go on {}", site.spoken());
            return Verdict::Illegal { why, sites: illegal };
        }
        if let (false, Some((_, names))) = (was_searched, &self.helpers) {
            let why = format!("whether there is a fitting {names} takes too much work to tell");
            return Verdict::Undecided { why, sites: Vec::new() };
        }
        let broken: Vec<&Wrong> = self
            .wrongs
            .iter()
            .filter(|(atom, _)| Self::holds(&outcome, *atom))
            .map(|(_, wrong)| wrong)
            .collect();
        if let Some(first) = broken.first() {
            let same = |wrong: &&&Wrong| wrong.why == first.why;
            let sites: Vec<Site> =
                broken.iter().filter(same).filter_map(|wrong| wrong.site).collect();
            return Verdict::Unsolved { why: first.said(), sites };
        }
        let missing: Vec<Site> = outcome.forced().iter().filter_map(site_of).collect();
        match outcome.is_answer_set() {
            true => Verdict::Solved,
            false if !missing.is_empty() => {
                let why = "something has to be there".to_owned();
                Verdict::Unsolved { why, sites: missing }
            }
            false => self.broken(&outcome),
        }
    }
}

/// The evaluation of a play.
struct AfterPlay {
    outcome: GroundOutcome,
    /// Sites of marks that the player can never put there.
    impossible: Vec<Site>,
    /// The search for helpers was completed.
    was_searched: bool,
}

impl Wrong {
    fn new(why: &str, at: Option<&str>) -> Self {
        let site = at.and_then(|at| at.parse().ok());
        let at = at.filter(|_| site.is_none()).map(str::to_owned);
        Self { why: unquote(why), site, at }
    }

    /// Returns the sentence for people, on one line.
    fn said(&self) -> String {
        let why = one_line(&self.why);
        match &self.at {
            Some(at) => format!("{why} ({})", one_line(&spoken_place(at))),
            None => why.into_owned(),
        }
    }
}

/// Returns the search for helpers, and their names; `None` if the program has none.
fn search_for(
    program: &GroundProgram,
    helpers: Vec<AtomNumber>,
    breaks: impl Iterator<Item = AtomNumber>,
    names: &RuleHelpers,
) -> Result<Option<(HelperSearch, String)>, RulesFault> {
    if helpers.is_empty() {
        return Ok(None);
    }
    let search = HelperSearch::new(program, helpers, breaks).map_err(|why| unevaluable(&why))?;
    Ok(Some((search, names.spoken())))
}

fn unevaluable(why: &Unevaluable) -> RulesFault {
    format!("no play can be judged: {why}").into()
}

impl OwnGame {
    /// Returns the judge of a level; `None` while its rules are being read.
    fn judge_of(&self, level: &Level, further: &str) -> Option<FromGround<Judge>> {
        if let Some(judge) = self.open_judge(level, further) {
            return Some(Ok(judge));
        }
        let judge = self.own_judge(level, further)?;
        // Only now, so that the current level does not wait for later ones; and not at all if the rules of a
        // single level cannot be read.
        if judge.is_ok() {
            self.open_board(&self.open_judges, level, further);
        }
        Some(judge)
    }

    /// Returns the judge of this level alone, which knows what its rules leave possible.
    pub(crate) fn own_judge(&self, level: &Level, further: &str) -> Option<FromGround<Judge>> {
        let sources = || facts::judged(self, level, further);
        self.judges.of(GroundKey::of(level, further), &*self.grounder, sources, |program| {
            Judge::new(program, &self.helpers)
        })
    }

    /// Returns the judge of all levels of a board, once it is ready.
    pub(crate) fn open_judge(&self, level: &Level, further: &str) -> Option<Arc<Judge>> {
        let make = |program: &GroundProgram| Judge::new(program, &self.helpers);
        self.made_of_board(&self.open_judges, level, further, make)
    }

    /// Returns the marks that the player may put, by site, once the rules are read.
    pub(crate) fn playable(&self, level: &Level) -> Option<Arc<BTreeSet<(Site, Mark)>>> {
        Some(Arc::clone(&self.own_judge(level, "")?.ok()?.playable_set))
    }

    /// Returns the reason why no derived looks can be shown.
    pub(crate) fn without_looks(&self, level: &Level) -> Option<String> {
        if self.form.looks.is_empty() {
            return None;
        }
        let why = match self.form.kind {
            PlayKind::Moves => self.step_rules(level)?.err()?,
            PlayKind::Put | PlayKind::Line => self.judge_of(level, "")?.err()?,
        };
        Some(why.to_string())
    }

    /// Looks that the rules derive.
    pub(crate) fn looks(&self, level: &Level, play: Option<&Play>) -> Vec<(Site, Mark)> {
        if self.form.looks.is_empty() {
            return Vec::new();
        }
        if self.form.kind == PlayKind::Moves {
            return self.looks_of_position(level);
        }
        let Some(Ok(judge)) = self.judge_of(level, "") else { return Vec::new() };
        let nothing = Play::default();
        let outcome = judge.after_possible(level, play.unwrap_or(&nothing));
        let Some(outcome) = outcome else { return Vec::new() };
        let looks = judge.looks.iter().filter(|(atom, _)| Judge::holds(&outcome, *atom));
        looks.map(|(_, look)| look.clone()).collect()
    }
}

/// Judges if a play has the property that these rules derive; `None` if that cannot be told.
pub(crate) fn has_property(
    game: &OwnGame,
    level: &Level,
    play: &Play,
    rules: &str,
) -> Option<bool> {
    let judge = game.judge_of(level, rules)?.ok()?;
    let outcome = judge.after_without_helpers(level, play)?;
    Some(judge.property.is_some_and(|atom| Judge::holds(&outcome, atom)))
}

impl Rules for OwnGame {
    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        if self.form.kind == PlayKind::Moves {
            return self.judge_moves(level, play);
        }
        match self.judge_of(level, "") {
            None => Verdict::Undecided { why: READING.to_owned(), sites: Vec::new() },
            Some(Err(why)) => Verdict::Undecided { why: why.to_string(), sites: Vec::new() },
            Some(Ok(judge)) => self.judge_with(&judge, level, play),
        }
    }
}

impl OwnGame {
    /// Returns a judge's verdict on a play of the level.
    pub(crate) fn judge_with(&self, judge: &Judge, level: &Level, play: &Play) -> Verdict {
        match self.foreign(level, play, judge) {
            Some((why, site)) => Verdict::Illegal { why, sites: vec![site] },
            None => {
                judge.judge(level, play, &|mark| crate::marking::marks::describe(&self.form, mark))
            }
        }
    }

    /// Returns the reason against a mark of a play that no level of this game allows there, and its site.
    fn foreign(&self, level: &Level, play: &Play, judge: &Judge) -> Option<(String, Site)> {
        let strange = |(site, mark): (Site, &Mark)| {
            if judge.playable.contains_key(&(site, mark.clone())) {
                return None;
            }
            if !level.board.contains(site) {
                return Some((format!("{} is not on the board", site.name()), site));
            }
            if judge.playable.keys().any(|(_, known)| known == mark) {
                return None;
            }
            match self.form.kind_of(mark) {
                None => Some((self.form.no_such_mark(mark), site)),
                Some(kind) if !kind.by_player => {
                    Some((format!("`{mark}` is not put by the player"), site))
                }
                Some(_) => None,
            }
        };
        play.iter().find_map(strange)
    }
}
