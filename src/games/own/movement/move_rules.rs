//! The step rules of a level in a game of moves: plays, refusals, events.

use std::collections::BTreeSet;

use crate::marking::marks::describe;
use crate::movement::flips::FlipRules;
use crate::movement::moves::actions_of;
use crate::movement::position_search::PositionSearch;
use crate::movement::step_faults::{fault_of, stray_words};
use crate::reading::form::GameForm;
use foolproof_game::RulesFault;
use foolproof_ground::{Explored, GroundProgram, StepGame, StepState, StepTaken, split};
use foolproof_level::words::one_line;
use foolproof_level::{Board, Mark, Play, Site, named_sites};
use foolproof_space::ActionId;

/// The step rules of a level, and the results of searching its positions.
pub(crate) struct MoveRules {
    pub game: StepGame,
    pub(crate) board: Board,
    pub(crate) positions: PositionSearch,
    pub(crate) flips: FlipRules,
}

impl MoveRules {
    pub(crate) fn new(
        program: &GroundProgram,
        form: &GameForm,
        board: Board,
    ) -> Result<Self, RulesFault> {
        let game = StepGame::new(program).map_err(|why| fault_of(why, form))?;
        // A mark that is not declared as moving is a slip, whether it is reached or not.
        let moves = |mark: &str| form.moving.iter().any(|of| split(mark).0 == of.as_str());
        match game.strays().iter().find(|stray| !moves(&stray.mark)) {
            Some(stray) => Err(stray_words(stray, form).into()),
            None => Ok(Self {
                game,
                board,
                positions: PositionSearch::default(),
                flips: FlipRules::default(),
            }),
        }
    }

    /// Returns the position after the actions of a play. The error is the index of the first illegal action.
    pub(crate) fn after(&self, state: &StepState, play: &Play) -> Result<StepState, usize> {
        let mut state = state.clone();
        for (at, mark) in actions_of(play).enumerate() {
            let action = mark.and_then(|mark| self.game.action(mark.as_str())).ok_or(at)?;
            let step = self.game.step(&state, action);
            if !step.legal {
                return Err(at);
            }
            state = step.next;
        }
        Ok(state)
    }

    /// Returns the reason why an action is not legal: in the words of the rules, or because these are wrong.
    pub(crate) fn refused(&self, step: &StepTaken, form: &GameForm) -> Option<String> {
        let astray = step.astray.as_ref().map(|stray| stray_words(stray, form));
        astray.or_else(|| Some(one_line(&step.refused.first()?.sentence).into_owned()))
    }

    /// Returns a reachable position and action with which the rules put a mark where it is never allowed, in
    /// words; `None` if there is none.
    pub(crate) fn gone_astray(&self, explored: &Explored, form: &GameForm) -> Option<String> {
        let (position, action) = explored.astray()?;
        let step = self.game.step(&explored.state(position), action);
        let words = stray_words(step.astray.as_ref()?, form);
        let mut way = explored.way_to(position);
        way.push(action);
        let way = way.iter().filter_map(|action| self.game.actions().get(*action as usize));
        let way: Vec<String> = way.map(|word| named_sites(word)).collect();
        Some(format!("after {}: {words}", way.join(" ")))
    }

    /// Returns the reason why a step of a play is impossible, in the rules' words if they have some.
    pub(crate) fn why_not(
        &self,
        start: &StepState,
        play: &Play,
        at: usize,
        form: &GameForm,
    ) -> String {
        let number = at + 1;
        let Some(mark) = play.get(Site::step(at)) else {
            return format!("step {number} is missing");
        };
        let Some(action) = self.game.action(mark.as_str()) else {
            return format!(
                "step {number} cannot be made: `{}` is nothing that can be tried here",
                named_sites(mark.as_str())
            );
        };
        let before: Play = play
            .iter()
            .filter(|(site, _)| *site < Site::step(at))
            .map(|(s, m)| (s, m.clone()))
            .collect();
        let Ok(state) = self.after(start, &before) else {
            return format!("step {number} cannot be made");
        };
        match self.refused(&self.game.step(&state, action), form) {
            Some(why) => format!("step {number} cannot be made: {why}"),
            None => format!("step {number} cannot be made"),
        }
    }

    /// Returns the events along a play, step by step.
    pub(crate) fn events(&self, state: &StepState, play: &Play) -> Option<Vec<Vec<String>>> {
        let mut state = state.clone();
        let mut all = Vec::new();
        for mark in actions_of(play) {
            let step = self.game.step(&state, self.game.action(mark?.as_str())?);
            if !step.legal {
                return None;
            }
            all.push(step.events);
            state = step.next;
        }
        Some(all)
    }

    /// Returns the looks that the rules derive in a position.
    pub(crate) fn looks(&self, state: &StepState) -> Vec<(Site, Mark)> {
        let outcome = self.game.evaluator().evaluate(&self.game.chosen(state, None));
        let held = self.game.program().atoms_of::<2>("look");
        let held = held.filter(|(atom, _)| *atom == 0 || outcome.holds(*atom));
        let read = |site: &str, style: &str| Some((site.parse().ok()?, style.parse().ok()?));
        held.filter_map(|(_, [site, style])| read(site, style)).collect()
    }

    /// Returns the marks that never matter, wherever they are, in the manifest's words.
    pub(crate) fn marks_without_effect(&self, form: &GameForm) -> Vec<String> {
        let matters: BTreeSet<&str> = self.game.marks_with_effect().map(|(_, mark)| mark).collect();
        let others = self.game.marks_without_effect().map(|(_, mark)| mark);
        let others =
            others.filter(|mark| !matters.contains(mark)).filter_map(|mark| mark.parse().ok());
        let words: BTreeSet<String> = others.map(|mark: Mark| describe(form, &mark)).collect();
        words.into_iter().collect()
    }

    pub(crate) fn play_of(&self, actions: &[ActionId]) -> Play {
        let word = |action: &ActionId| self.game.actions().get(*action as usize)?.parse().ok();
        let steps = actions.iter().enumerate();
        steps.filter_map(|(at, action)| Some((Site::step(at), word(action)?))).collect()
    }
}
