//! A walk through the positions of a level: this position, the way there, and the possible moves.

use std::sync::Arc;

use crate::moves::window::layers::PositionLayers;
use foolproof_game::{Choice, Position, StateGraph};
use foolproof_level::{Level, Play, Site};

/// A choice of a position, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WalkStep {
    from: usize,
    choice: usize,
}

/// A walk through the positions of a level.
#[derive(Clone, Debug)]
pub(crate) struct PositionWalk {
    pub level: Arc<Level>,
    pub graph: Arc<StateGraph>,
    pub layers: PositionLayers,
    /// First move found to each position.
    reached: Vec<Option<WalkStep>>,
    steps: Vec<WalkStep>,
}

impl PositionWalk {
    pub(crate) fn new(level: &Arc<Level>, graph: &Arc<StateGraph>) -> Self {
        let mut reached = vec![None; graph.positions.len()];
        for (from, position) in graph.positions.iter().enumerate() {
            for (choice, to) in position.choices.iter().enumerate() {
                let place = to.to.filter(|to| *to > 0).and_then(|to| reached.get_mut(to));
                if let Some(place @ None) = place {
                    *place = Some(WalkStep { from, choice });
                }
            }
        }
        Self {
            level: Arc::clone(level),
            graph: Arc::clone(graph),
            layers: PositionLayers::of(graph),
            reached,
            steps: Vec::new(),
        }
    }

    /// True if it is a walk through this graph.
    pub(crate) fn is_of(&self, level: &Level, graph: &Arc<StateGraph>) -> bool {
        Arc::ptr_eq(&self.graph, graph) && self.level.same_puzzle(level)
    }

    fn choice(&self, step: WalkStep) -> Option<&Choice> {
        self.graph.positions.get(step.from)?.choices.get(step.choice)
    }

    /// Returns the number of the current position.
    pub(crate) fn at(&self) -> usize {
        let last = self.steps.last().and_then(|step| self.choice(*step));
        last.and_then(|choice| choice.to).unwrap_or(0)
    }

    pub(crate) fn position(&self) -> Option<&Position> {
        self.graph.positions.get(self.at())
    }

    /// Returns the numbers of the positions from the first one to the current one.
    pub(crate) fn trail(&self) -> Vec<usize> {
        self.steps.iter().map(|step| step.from).chain([self.at()]).collect()
    }

    /// Makes a move of the position, by its number, unless the resulting position is not listed.
    pub(crate) fn make(&mut self, choice: usize) {
        let step = WalkStep { from: self.at(), choice };
        if self.choice(step).is_some_and(|choice| choice.to.is_some()) {
            self.steps.push(step);
        }
    }

    pub(crate) fn back(&mut self) {
        self.steps.pop();
    }

    pub(crate) fn restart(&mut self) {
        self.steps.clear();
    }

    /// Returns the number of a move that leads to a solution.
    pub(crate) fn onward(&self) -> Option<usize> {
        self.position()?.choices.iter().position(|to| to.solutions > 0 && to.to.is_some())
    }

    /// Goes to a position from the start, or back along the walk if it passed there.
    pub(crate) fn go_to(&mut self, number: usize) {
        match self.trail().iter().position(|passed| *passed == number) {
            Some(passed) => self.steps.truncate(passed),
            None => self.steps = self.way_to(number),
        }
    }

    fn way_to(&self, number: usize) -> Vec<WalkStep> {
        let (mut way, mut at) = (Vec::new(), number);
        while let Some(step) = self.reached.get(at).copied().flatten() {
            way.push(step);
            at = step.from;
        }
        way.reverse();
        way
    }

    /// Returns the moves made so far.
    pub(crate) fn play(&self) -> Play {
        self.play_of(&self.steps)
    }

    /// Returns moves that lead to a position.
    pub(crate) fn play_to(&self, number: usize) -> Play {
        self.play_of(&self.way_to(number))
    }

    fn play_of(&self, steps: &[WalkStep]) -> Play {
        let mut play = Play::default();
        for choice in steps.iter().filter_map(|step| self.choice(*step)) {
            play.0.insert(Site::step(play.len()), choice.made.mark.clone());
        }
        play
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_game::{Move, Side};
    use foolproof_level::{Board, Mark, Site};

    /// Returns a walk with two ways from the start to a third position.
    fn walk() -> PositionWalk {
        let mark: Mark = "move".parse().expect("a mark");
        let to = |to: usize, solutions: u64| {
            let made = Move { mark: mark.clone(), from: Site::cell(0, 0), towards: Side::East };
            Choice { made, solutions, to: Some(to) }
        };
        let position = |depth, solutions, choices| Position { depth, solutions, ways: 1, choices };
        let positions = vec![
            position(0, 1, vec![to(1, 0), to(2, 1)]),
            position(1, 0, Vec::new()),
            position(1, 1, vec![to(3, 1)]),
            position(2, 1, Vec::new()),
        ];
        let graph = StateGraph {
            positions,
            reached: 3,
            reached_once: 3,
            solutions: 1,
            dead: 1,
            ..StateGraph::default()
        };
        let level = Level::open("any", Board { cols: 2, rows: 1, tray: 0 });
        PositionWalk::new(&Arc::new(level), &Arc::new(graph))
    }

    #[test]
    fn it_goes_on_and_back_and_jumps() {
        let mut walk = walk();
        assert_eq!((walk.at(), walk.onward()), (0, Some(1)));
        walk.make(1);
        walk.make(0);
        assert_eq!((walk.at(), walk.trail(), walk.onward()), (3, vec![0, 2, 3], None));
        walk.make(7);
        assert_eq!(walk.at(), 3, "there is no such move");
        walk.back();
        assert_eq!(walk.at(), 2);
        walk.go_to(1);
        assert_eq!(walk.trail(), vec![0, 1]);
        walk.go_to(3);
        assert_eq!(walk.trail(), vec![0, 2, 3]);
        walk.go_to(2);
        assert_eq!(walk.trail(), vec![0, 2]);
        walk.restart();
        assert_eq!(walk.at(), 0);
    }
}
