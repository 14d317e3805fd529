//! The sentences of built-in games, which solving steps use, admit exactly the encoding's solutions.

use super::*;
use foolproof::ground::{AtomNumber, Evaluator, GroundOutcome, GroundProgram, HelperSearch};

/// Levels with more plays are left out.
const MAX_PLAYS: usize = 6_000;

/// A mark that a player may put, with its atom; none where the site stays empty.
type MarkOfAtom = Option<(AtomNumber, Site, Mark)>;
/// What a player may put, site by site.
type Options = Vec<Vec<MarkOfAtom>>;

fn options(program: &GroundProgram) -> Options {
    let mut of: Vec<(Site, Vec<MarkOfAtom>)> = Vec::new();
    for (atom, name) in program.names() {
        let Some(inner) = name.strip_prefix("play(").and_then(|name| name.strip_suffix(')')) else {
            continue;
        };
        let cut = inner.find("),").expect("a site and a mark") + 1;
        let site: Site = inner[..cut].parse().expect("a site");
        let mark: Mark = inner[cut + 1..].parse().expect("a mark");
        let at = of.iter().position(|(known, _)| *known == site).unwrap_or_else(|| {
            of.push((site, vec![None]));
            of.len() - 1
        });
        of[at].1.push(Some((atom, site, mark)));
    }
    of.into_iter().map(|(_, options)| options).collect()
}

/// Sentences held against plays.
struct SentenceJudge<'a> {
    program: &'a GroundProgram,
    evaluator: Evaluator,
    wrong: Vec<AtomNumber>,
    /// Looks for things that no player puts but that have to exist, if there are any.
    helpers: Option<HelperSearch>,
}

impl<'a> SentenceJudge<'a> {
    fn of(program: &'a GroundProgram, options: &Options) -> Self {
        let evaluator = Evaluator::new(program).expect("rules that can be evaluated");
        let wrong: Vec<AtomNumber> =
            program.names().filter(|(_, name)| name.starts_with("wrong(")).map(|of| of.0).collect();
        let put: BTreeSet<AtomNumber> =
            options.iter().flatten().flatten().map(|(atom, ..)| *atom).collect();
        let mut helpers = program.inputs();
        helpers.retain(|atom| !put.contains(atom));
        let search = |helpers| HelperSearch::new(program, helpers, wrong.iter().copied());
        let helpers = (!helpers.is_empty()).then(|| search(helpers).expect("readable rules"));
        Self { program, evaluator, wrong, helpers }
    }

    fn keeps_all(&self, outcome: &GroundOutcome) -> bool {
        outcome.is_answer_set() && !self.wrong.iter().any(|of| *of == 0 || outcome.holds(*of))
    }

    fn solves(&self, atoms: &[AtomNumber]) -> bool {
        let without = self.evaluator.evaluate(atoms);
        let Some(helpers) = self.helpers.as_ref().filter(|_| !self.keeps_all(&without)) else {
            return self.keeps_all(&without);
        };
        let found = helpers.best(self.program, &without).expect("little to search");
        self.keeps_all(&self.evaluator.evaluate(&[atoms, &found].concat()))
    }
}

/// All plays that break no sentence; `None` if there are too many to try.
fn sentence_solutions(program: &GroundProgram) -> Option<BTreeSet<Play>> {
    let options = options(program);
    let n_plays = options.iter().try_fold(1_usize, |all, of| all.checked_mul(of.len()));
    let n_plays = n_plays.filter(|n| *n <= MAX_PLAYS)?;
    let judge = SentenceJudge::of(program, &options);
    let mut found = BTreeSet::new();
    for mut number in 0..n_plays {
        let mut chosen = Vec::new();
        for of in &options {
            chosen.extend(of[number % of.len()].as_ref());
            number /= of.len();
        }
        let atoms: Vec<AtomNumber> = chosen.iter().map(|(atom, ..)| *atom).collect();
        if judge.solves(&atoms) {
            found.insert(chosen.into_iter().map(|(_, site, mark)| (*site, mark.clone())).collect());
        }
    }
    Some(found)
}

#[test]
fn sentences_admit_the_solutions_of_the_encoding_and_no_others() {
    let mut engine = engine();
    for game in subjects() {
        let Some(rules) = game.sentences() else { continue };
        let (mut rng, mut compared, mut several, mut none) = (Rng::with_seed(39), 0, 0, 0);
        for level in random_levels(&*game, 400, &mut rng) {
            let Ok(program) = rules.sentence_program(&level) else { continue };
            let Some(found) = sentence_solutions(&program) else { continue };
            let asked = ask(&mut engine, &level, Question::from(CountSolutions { cap: 8000 }));
            let plays = about(&asked, Topic::COUNT).answer.plays().expect("solutions");
            let encoded: BTreeSet<Play> = plays.iter().cloned().collect();
            assert_eq!(found, encoded, "{level:#?}");
            compared += 1;
            several += usize::from(found.len() > 1);
            none += usize::from(found.is_empty());
        }
        let id = &game.about().id;
        assert!(compared >= 150, "{id}: {compared} levels compared");
        assert!(several >= 4 && none >= 20, "{id}: {several} with several, {none} with none");
    }
}
