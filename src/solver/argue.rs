//! Questions about arguments, for games that have them, and taking off marks that are not needed.
//!
//! What is learned of a level's arguments is kept for the next question about it. Knows `Game` (the
//! trait), never a game.

use super::answer::{
    Answer, NextArguments, ProofPathEnd, ProvedSteps, SmallestArgument, WeighedClaim,
};
use super::engine::{Ask, Engine};
use super::finding::{Origin, Why};
use crate::games::{Argument, Cases, Claim, Halted};
use crate::level::{Board, Level, Mark, Play, Site};

/// Steps of a proof path after which what there is of it is shown.
const STEPS_A_REPORT: usize = 8;

/// The arguments of the level that was asked about last.
pub(super) struct KeptArguments {
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

impl Engine {
    /// The arguments of the asked level.
    fn cases(&mut self, ask: &Ask<'_>) -> Result<&mut dyn Cases, Why> {
        let patience = ask.patience();
        let kept = self.kept.take().filter(|kept| kept.is_of(ask.level));
        let kept = match kept {
            Some(kept) => kept,
            None => {
                let arguments = ask.game.arguments().ok_or_else(|| {
                    Why::BadInput(format!("{} is not solved by arguments", ask.game.about().name))
                })?;
                let marks = ask.level.marks().map(|(site, mark)| (site, mark.clone()));
                KeptArguments {
                    game: ask.level.game.clone(),
                    board: ask.level.board,
                    marks: marks.collect(),
                    cases: arguments.cases(ask.level, &|| patience.is_over()).map_err(|why| {
                        if patience.is_over() {
                            patience.why()
                        } else {
                            Why::BadInput(why.to_string())
                        }
                    })?,
                }
            }
        };
        Ok(self.kept.insert(kept).cases.as_mut())
    }

    pub(super) fn argue(&mut self, ask: &mut Ask<'_>, claim: &Claim) {
        ask.origin = Origin::Search;
        if let Err(unknown) = self.argued(ask, claim) {
            ask.say(unknown);
        }
    }

    fn argued(&mut self, ask: &mut Ask<'_>, claim: &Claim) -> Result<(), Answer> {
        let patience = ask.patience();
        let stopped = || patience.is_over();
        let halted = |Halted| patience.why();
        let bad = |why| Answer::Argument(Err(why));
        let cases = self.cases(ask).map_err(bad)?;
        let weighed = cases
            .weigh(claim, &stopped)
            .map_err(|why| bad(Why::BadInput(why.to_string())))?
            .map_err(|Halted| bad(halted(Halted)))?;
        let valid = weighed.concludes.is_some();
        ask.say(Answer::Argument(Ok(Box::new(WeighedClaim { claim: claim.clone(), weighed }))));
        let Some(conclusion) = claim.conclusion else { return Ok(()) };
        let late = |why| Answer::Optimal(Err(why));
        let smallest = self
            .cases(ask)
            .map_err(late)?
            .smallest(&claim.filled, conclusion, &stopped)
            .map_err(|Halted| late(halted(Halted)))?;
        let told = |smallest: &Option<Argument>, tactics| {
            let (claim, smallest) = (claim.clone(), smallest.clone());
            Answer::Optimal(Ok(Box::new(SmallestArgument { claim, valid, smallest, tactics })))
        };
        ask.say(told(&smallest, None));
        let Some(found) = &smallest else { return Ok(()) };
        let tactics = self
            .cases(ask)
            .map_err(late)?
            .tactics(&claim.filled, found, &stopped)
            .map_err(|Halted| late(halted(Halted)))?;
        ask.say(told(&smallest, Some(tactics)));
        Ok(())
    }

    /// The conclusions with the least evidence.
    pub(super) fn strategy(&mut self, ask: &mut Ask<'_>, filled: &Play) {
        ask.origin = Origin::Search;
        let patience = ask.patience();
        let stopped = || patience.is_over();
        let halted = |Halted| patience.why();
        let found =
            self.cases(ask).and_then(|cases| cases.strategy(filled, &stopped).map_err(halted));
        let next = found.map(|arguments| NextArguments { filled: filled.clone(), arguments });
        ask.say(Answer::Strategy(next));
    }

    /// The whole level, argument by argument; what there is of it is told now and then.
    pub(super) fn proof_path(&mut self, ask: &mut Ask<'_>) {
        ask.origin = Origin::Search;
        let patience = ask.patience();
        let stopped = || patience.is_over();
        let halted = |Halted| patience.why();
        let mut steps: Vec<Argument> = Vec::new();
        // Taken out meanwhile, so that progress can be told.
        let found = match self.cases(ask) {
            Err(why) => Err(why),
            Ok(_) => match self.kept.take() {
                None => Err(Why::Stopped),
                Some(mut kept) => {
                    let found = kept.cases.path(&Play::default(), &stopped, &mut |step| {
                        steps.push(step.clone());
                        if steps.len().is_multiple_of(STEPS_A_REPORT) {
                            let n = steps.len();
                            ask.note(n as u64, format!("{n} cells proved"));
                            let (steps, end) = (steps.clone(), ProofPathEnd::Open);
                            ask.say(Answer::ProofPath(Ok(ProvedSteps { steps, end })));
                        }
                        true
                    });
                    self.kept = Some(kept);
                    found.map_err(halted)
                }
            },
        };
        let end = match found {
            Ok(true) => ProofPathEnd::Solved,
            Ok(false) => ProofPathEnd::Stuck,
            Err(why) if steps.is_empty() => return ask.say(Answer::ProofPath(Err(why))),
            Err(why) => ProofPathEnd::Halted(why),
        };
        ask.say(Answer::ProofPath(Ok(ProvedSteps { steps, end })));
    }
}
