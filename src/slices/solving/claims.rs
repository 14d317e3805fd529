//! Claims, in games of arguments: the value of evidence, and the least evidence that would do.
//!
//! The arguments of a level are kept for the next question about it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use foolproof_game::{Argument, Cases, Claim, Halted, Tactics, Weighed};
use foolproof_level::{Board, Level, Mark, Play, Site};
use foolproof_solver::{
    Answer, Ask, LevelReport, Origin, Program, Query, QueryKind, QuerySlice, ReportKind, Status,
    Topic, TopicWords, Why,
};

pub(super) const QUESTIONS: QuerySlice = QuerySlice::of(
    &[QueryKind::of::<WeighClaim>(), QueryKind::of::<FindNextArguments>()],
    &[
        ReportKind::of::<WeighedClaim>(),
        ReportKind::of::<SmallestArgument>(),
        ReportKind::of::<NextArguments>(),
    ],
);

/// Topic: whether evidence is enough for its conclusion.
pub(crate) const ARGUMENT: Topic =
    Topic(&TopicWords::new("argument", "Is the evidence enough?", "argument"));
/// Topic: whether no argument for a conclusion has less evidence.
pub(crate) const OPTIMAL: Topic =
    Topic(&TopicWords::new("optimal", "Would less evidence do?", "least evidence"));
/// Topic: conclusions that need the least evidence.
pub(crate) const STRATEGY: Topic =
    Topic(&TopicWords::new("strategy", "Which cell needs the least evidence?", "strategy hint"));

/// Asks what the evidence of a claim is worth, and for the least evidence that would do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WeighClaim {
    pub claim: Claim,
}

/// Asks which conclusions need the least evidence, given these entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FindNextArguments {
    pub filled: Play,
}

/// Result of weighing a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WeighedClaim {
    pub claim: Claim,
    pub weighed: Weighed,
}

/// A smallest argument for a claim's conclusion (`None` if nothing proves it), and what all smallest ones
/// have in common, once that is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SmallestArgument {
    pub claim: Claim,
    /// The claim's own evidence proves its conclusion.
    pub valid: bool,
    pub smallest: Option<Argument>,
    pub tactics: Option<Tactics>,
}

/// Conclusions that need the least evidence, given the earlier entries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct NextArguments {
    pub filled: Play,
    pub arguments: Vec<Argument>,
}

impl Query for WeighClaim {
    fn topic() -> Topic {
        ARGUMENT
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        ask.origin = Origin::Search;
        let mut kept = match cases(ask) {
            Ok(kept) => kept,
            Err(why) => return ask.say(Answer::unknown(ARGUMENT, why)),
        };
        if let Err(unknown) = weigh(kept.cases.as_mut(), ask, &self.claim) {
            ask.say(unknown);
        }
        ask.engine.keep_for_next(kept);
    }
}

impl Query for FindNextArguments {
    fn topic() -> Topic {
        STRATEGY
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        ask.origin = Origin::Search;
        let mut kept = match cases(ask) {
            Ok(kept) => kept,
            Err(why) => return ask.say(Answer::unknown(STRATEGY, why)),
        };
        let patience = ask.patience();
        let found = kept.cases.strategy(&self.filled, &|| patience.is_over());
        let filled = self.filled.clone();
        ask.report(match found {
            Ok(arguments) => Ok(NextArguments { filled, arguments }),
            Err(Halted) => Err(patience.why()),
        });
        ask.engine.keep_for_next(kept);
    }
}

/// Proved if the evidence is enough.
impl LevelReport for WeighedClaim {
    fn topic() -> Topic {
        ARGUMENT
    }

    fn status(&self) -> Status {
        match self.claim.conclusion {
            None => Status::Unknown(Why::moot("no cell is chosen to be proved")),
            Some(_) => Status::proved_if(self.weighed.concludes.is_some()),
        }
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let Self { claim, weighed } = self;
        let ambiguity: Map<String, Value> = weighed
            .possible
            .iter()
            .map(|(site, marks)| (site.to_string(), json!(marks.len())))
            .collect();
        let argument = json!({
            "conclusion": claim.conclusion,
            "evidence": claim.evidence,
            "valid": weighed.concludes.is_some(),
            "concludes": weighed.concludes,
            "technique": weighed.technique,
            "ambiguity": ambiguity,
        });
        Some(("argument", argument))
    }
}

/// Proved if no argument has less evidence than the claim.
impl LevelReport for SmallestArgument {
    fn topic() -> Topic {
        OPTIMAL
    }

    fn status(&self) -> Status {
        let size = self.claim.evidence.len();
        let is_as_small = |found: &Argument| found.evidence.len() == size;
        Status::proved_if(self.valid && self.smallest.as_ref().is_some_and(is_as_small))
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let (smallest, tactics) = (self.smallest.as_ref(), self.tactics.as_ref());
        let smallest = json!({
            "size": smallest.map(|argument| argument.evidence.len()),
            "argument": smallest,
            "in_all": tactics.map(|tactics| &tactics.in_all),
            "in_none": tactics.map(|tactics| &tactics.in_none),
        });
        Some(("smallest", smallest))
    }
}

/// Proved if there is an argument.
impl LevelReport for NextArguments {
    fn topic() -> Topic {
        STRATEGY
    }

    fn status(&self) -> Status {
        Status::proved_if(!self.arguments.is_empty())
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("arguments", json!({ "steps": self.arguments, "whole": true })))
    }
}

/// The arguments of the last level asked about.
struct KeptArguments {
    game: String,
    board: Board,
    marks: Vec<(Site, Mark)>,
    cases: Box<dyn Cases>,
}

impl KeptArguments {
    fn is_of(&self, level: &Level) -> bool {
        self.game == level.game
            && self.board == level.board
            && self.marks.iter().map(|(site, mark)| (*site, mark)).eq(level.marks())
    }
}

/// Returns the arguments of the asked level: kept ones, or new ones.
fn cases(ask: &mut Ask<'_>) -> Result<KeptArguments, Why> {
    let kept = ask.engine.take_kept::<KeptArguments>().filter(|kept| kept.is_of(ask.level));
    if let Some(kept) = kept {
        return Ok(kept);
    }
    let patience = ask.patience();
    let arguments = ask.game.arguments().ok_or_else(|| {
        Why::BadInput(format!("{} is not solved by arguments", ask.game.about().name))
    })?;
    let marks = ask.level.marks().map(|(site, mark)| (site, mark.clone()));
    let (game, board, marks) = (ask.level.game.clone(), ask.level.board, marks.collect());
    let cases = arguments.cases(ask.level, &|| patience.is_over()).map_err(|why| {
        if patience.is_over() { patience.why() } else { Why::BadInput(why.to_string()) }
    })?;
    Ok(KeptArguments { game, board, marks, cases })
}

/// Weighs a claim and reports its smallest argument. The error is the answer for the part that is not known.
fn weigh(cases: &mut dyn Cases, ask: &mut Ask<'_>, claim: &Claim) -> Result<(), Answer> {
    let patience = ask.patience();
    let stopped = || patience.is_over();
    let bad = |why| Answer::unknown(ARGUMENT, why);
    let weighed = cases
        .weigh(claim, &stopped)
        .map_err(|why| bad(Why::BadInput(why.to_string())))?
        .map_err(|Halted| bad(patience.why()))?;
    let valid = weighed.concludes.is_some();
    ask.report(Ok(WeighedClaim { claim: claim.clone(), weighed }));
    let Some(conclusion) = claim.conclusion else { return Ok(()) };
    let late = |Halted| Answer::unknown(OPTIMAL, patience.why());
    let smallest = cases.smallest(&claim.filled, conclusion, &stopped).map_err(late)?;
    let told = |smallest: &Option<Argument>, tactics| {
        let (claim, smallest) = (claim.clone(), smallest.clone());
        Ok(SmallestArgument { claim, valid, smallest, tactics })
    };
    ask.report(told(&smallest, None));
    let Some(found) = &smallest else { return Ok(()) };
    let tactics = cases.tactics(&claim.filled, found, &stopped).map_err(late)?;
    ask.report(told(&smallest, Some(tactics)));
    Ok(())
}
