//! Reads a game of moves from a program, or reports its faults.

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::program::{AtomNumber, GroundProgram};
use super::steps::StepRefusal;
use super::strata::Unevaluable;
use foolproof_kernel::{split, unquote};

/// Reason why a program is not a game of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StepFault {
    #[error(transparent)]
    Unevaluable(#[from] Unevaluable),
    #[error("nothing is ever `{0}`")]
    Missing(&'static str),
    #[error("`{0}` depends on what is done (`{1}`); it may only depend on the position")]
    NeedsAction(&'static str, String),
    #[error(
        "`next({site},{mark})` puts `{mark}` where it may never be: there is no `now({site},{mark})`"
    )]
    NextNowhere { site: String, mark: String },
    #[error(
        "`start({site},{mark})` puts `{mark}` where it may never be: there is no `now({site},{mark})`"
    )]
    StartNowhere { site: String, mark: String },
    #[error("the rules choose `{0}`; a game of moves chooses only the position and what is done")]
    OtherChoice(String),
}

/// A mark that a position may have.
#[derive(Clone, Debug)]
pub(crate) struct NowAtom {
    pub atom: AtomNumber,
    /// 0 if no rule ever puts the mark there.
    pub next: AtomNumber,
    pub site: String,
    pub mark: String,
}

/// A mark that the rules may put where it is not allowed, judging by their text. Only positions show if it
/// happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrayMark {
    pub atom: AtomNumber,
    pub site: String,
    pub mark: String,
}

/// Gives every fact that a game of moves needs a number and a rule.
pub(crate) fn with_numbered_facts(program: &GroundProgram) -> GroundProgram {
    const READ: [&str; 7] = ["start", "next", "legal", "won", "lost", "event", "refused"];
    let mut numbered = program.clone();
    let mut last = program.last_atom();
    for (atom, term) in program.names() {
        let (name, _) = split(term);
        if atom == 0 && READ.contains(&name) {
            last += 1;
            numbered.push(false, &[last], &[]);
            numbered.name(last, term);
        }
    }
    numbered.drop_unnumbered();
    numbered
}

/// The atoms of a predicate with one argument, in the order of the argument's text.
pub(crate) fn sorted(
    program: &GroundProgram,
    predicate: &str,
    counts: impl Fn(AtomNumber) -> bool,
) -> (Vec<String>, Vec<AtomNumber>) {
    let all = program.atoms_of(predicate).map(|(atom, [word])| (word, atom));
    let mut all: Vec<(&str, AtomNumber)> = all.filter(|(_, atom)| counts(*atom)).collect();
    all.sort_unstable();
    all.into_iter().map(|(word, atom)| (word.to_owned(), atom)).unzip()
}

/// Returns the marks that a position may have, and those that may be put where they are not allowed.
pub(crate) fn read_now(
    program: &GroundProgram,
    counts: impl Fn(AtomNumber) -> bool,
) -> Result<(Vec<NowAtom>, Vec<StrayMark>), StepFault> {
    let mut next: FxHashMap<(&str, &str), AtomNumber> = FxHashMap::default();
    let mut all: Vec<_> = program.atoms_of::<2>("now").collect();
    all.retain(|(atom, _)| counts(*atom));
    all.sort_unstable_by_key(|(_, mark)| *mark);
    if all.is_empty() {
        return Err(StepFault::Missing("now(S,M)"));
    }
    let mut strays = Vec::new();
    for (atom, [site, mark]) in program.atoms_of("next") {
        if all.binary_search_by_key(&[site, mark], |(_, known)| *known).is_err() {
            strays.push(StrayMark { atom, site: site.to_owned(), mark: mark.to_owned() });
            continue;
        }
        next.insert((site, mark), atom);
    }
    strays.sort_unstable_by(|one, other| (&one.site, &one.mark).cmp(&(&other.site, &other.mark)));
    if next.is_empty() && strays.is_empty() {
        return Err(StepFault::Missing("next(S,M)"));
    }
    let now = all.into_iter().map(|(atom, [site, mark])| NowAtom {
        atom,
        next: next.get(&(site, mark)).copied().unwrap_or(0),
        site: site.to_owned(),
        mark: mark.to_owned(),
    });
    Ok((now.collect(), strays))
}

pub(crate) fn read_refusals(program: &GroundProgram) -> Vec<(AtomNumber, StepRefusal)> {
    let located = program.atoms_of("refused").map(|(atom, [sentence, site])| {
        (atom, StepRefusal { sentence: unquote(sentence), site: Some(site.to_owned()) })
    });
    let bare = program
        .atoms_of("refused")
        .map(|(atom, [sentence])| (atom, StepRefusal { sentence: unquote(sentence), site: None }));
    let mut all: Vec<_> = located.chain(bare).collect();
    all.sort_by(|(_, one), (_, other)| {
        (&one.sentence, &one.site).cmp(&(&other.sentence, &other.site))
    });
    all
}
