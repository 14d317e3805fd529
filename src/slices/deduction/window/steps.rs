//! A level's deduction with a position: the current round, and the selection in it.

use std::collections::BTreeSet;
use std::sync::Arc;

use foolproof_game::{
    Deduced, DeductionEnd, DeductionLeak, DeductionRound, DeductionRule, Insight,
};
use foolproof_level::{Level, Site};

/// The selection in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chosen {
    /// All findings of the round.
    #[default]
    All,
    /// One finding alone, by its number.
    Insight(usize),
    /// A leak, by its number.
    Leak(usize),
}

/// Totals of a rule over all rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    /// Number of rounds of the rule.
    pub rounds: usize,
    /// Number of sites that its widest round says something about.
    pub widest: usize,
}

/// A level's deduction with a place in it.
#[derive(Clone, Debug)]
pub struct Steps {
    pub level: Arc<Level>,
    pub deduced: Arc<Deduced>,
    rules: Arc<[DeductionRule]>,
    /// Number of rounds done: the findings of the next one are on view. At the end it is the number of rounds.
    at: usize,
    look: Chosen,
}

impl Steps {
    pub(crate) fn new(level: &Arc<Level>, deduced: Arc<Deduced>, rules: &[DeductionRule]) -> Self {
        Self { level: Arc::clone(level), deduced, rules: rules.into(), at: 0, look: Chosen::All }
    }

    /// Returns the same position in the deduction of a changed level.
    pub(crate) fn renewed(&self, level: &Arc<Level>, deduced: Arc<Deduced>) -> Self {
        let at = self.at.min(deduced.rounds.len());
        Self {
            level: Arc::clone(level),
            deduced,
            rules: Arc::clone(&self.rules),
            at,
            look: Chosen::All,
        }
    }

    pub(crate) fn rules(&self) -> &[DeductionRule] {
        &self.rules
    }

    /// Returns the number of rounds before the position.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn look(&self) -> Chosen {
        self.look
    }

    pub(crate) fn len(&self) -> usize {
        self.deduced.rounds.len()
    }

    /// Returns the round whose findings are on view; `None` at the end.
    pub(crate) fn round(&self) -> Option<&DeductionRound> {
        self.deduced.rounds.get(self.at)
    }

    /// Returns the position of a round's rule in the list of rules.
    pub(crate) fn rule_of(&self, round: &DeductionRound) -> Option<usize> {
        self.rules.iter().position(|rule| rule.id == round.rule)
    }

    pub(crate) fn insight(&self) -> Option<&Insight> {
        match self.look {
            Chosen::Insight(number) => self.round()?.insights.get(number),
            _ => None,
        }
    }

    pub(crate) fn leak(&self) -> Option<&DeductionLeak> {
        match self.look {
            Chosen::Leak(number) => self.deduced.leaks.get(number),
            _ => None,
        }
    }

    /// Returns the leaks visible after this many rounds.
    pub(crate) fn leaks_after(
        &self,
        rounds: usize,
    ) -> impl Iterator<Item = (usize, &DeductionLeak)> {
        let last = self.len();
        let here = move |leak: &DeductionLeak| leak.after.min(last) == rounds;
        self.deduced.leaks.iter().enumerate().filter(move |(_, leak)| here(leak))
    }

    /// Returns the totals of a rule over all rounds, by its position.
    pub(crate) fn share(&self, rule: usize) -> Share {
        let own = self.deduced.rounds.iter().filter(|round| self.rule_of(round) == Some(rule));
        own.fold(Share::default(), |share, round| Share {
            rounds: share.rounds + 1,
            widest: share.widest.max(width(round)),
        })
    }

    /// Goes to the position after this many rounds.
    pub(crate) fn go_to(&mut self, rounds: usize) {
        self.at = rounds.min(self.len());
        self.look = Chosen::All;
    }

    pub(crate) fn forward(&mut self) {
        self.go_to(self.at + 1);
    }

    pub(crate) fn back(&mut self) {
        self.go_to(self.at.saturating_sub(1));
    }

    /// Chooses a finding of the round, or drops the choice if it is chosen already.
    pub(crate) fn choose(&mut self, insight: usize) {
        let again = self.look == Chosen::Insight(insight);
        self.look = if again { Chosen::All } else { Chosen::Insight(insight) };
    }

    /// Goes to the next finding, on into the next round.
    pub(crate) fn next_insight(&mut self) {
        let next = match self.look {
            Chosen::Insight(number) => number + 1,
            _ => 0,
        };
        let here = self.round().map_or(0, |round| round.insights.len());
        if next < here {
            self.look = Chosen::Insight(next);
        } else if self.at < self.len() {
            self.forward();
            self.choose_first();
        }
    }

    fn choose_first(&mut self) {
        if self.round().is_some_and(|round| !round.insights.is_empty()) {
            self.look = Chosen::Insight(0);
        }
    }

    /// Goes to the previous finding; before the first one, to all of the round.
    pub(crate) fn previous_insight(&mut self) {
        match self.look {
            Chosen::Insight(0) | Chosen::Leak(_) => self.look = Chosen::All,
            Chosen::Insight(number) => self.look = Chosen::Insight(number - 1),
            Chosen::All => self.back(),
        }
    }

    /// Goes to the round where a leak shows.
    pub(crate) fn show_leak(&mut self, number: usize) {
        let Some(leak) = self.deduced.leaks.get(number) else { return };
        self.go_to(leak.after);
        self.look = Chosen::Leak(number);
    }

    /// Chooses the next finding about a site.
    pub(crate) fn choose_about(&mut self, site: Site) {
        let Some(round) = self.round() else { return };
        let about: Vec<usize> = (0..)
            .zip(&round.insights)
            .filter(|(_, insight)| insight.about == site)
            .map(|(number, _)| number)
            .collect();
        let later = about.iter().find(|number| match self.look {
            Chosen::Insight(chosen) => **number > chosen,
            _ => true,
        });
        self.look = later.or(about.first()).map_or(Chosen::All, |number| Chosen::Insight(*number));
    }

    /// Returns the sites to highlight in addition to what the game draws: the one concerned, and those that
    /// it follows from.
    pub(crate) fn marked(&self) -> (Option<Site>, Vec<Site>) {
        if let Some(insight) = self.insight() {
            return (Some(insight.about), insight.because.clone());
        }
        if let Some(leak) = self.leak() {
            return (Some(leak.about), leak.because.clone());
        }
        let sites = match &self.deduced.end {
            _ if self.at < self.len() => Vec::new(),
            DeductionEnd::Solved { .. } => Vec::new(),
            DeductionEnd::Stops { open, .. } => open.clone(),
            DeductionEnd::Impossible { because, .. } => because.clone(),
        };
        (None, sites)
    }
}

/// Returns the width of a round: the number of sites that it says something about.
pub(crate) fn width(round: &DeductionRound) -> usize {
    round.insights.iter().map(|insight| insight.about).collect::<BTreeSet<Site>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Board;

    fn rules() -> [DeductionRule; 2] {
        let rule = |id: &'static str, name: &'static str, says: &'static str| DeductionRule {
            id: id.into(),
            name: name.into(),
            says: says.into(),
        };
        [rule("easy", "Easy", "It is plain."), rule("hard", "Hard", "It is not.")]
    }

    fn insight(col: u16) -> Insight {
        Insight { words: format!("{col}"), about: Site::cell(col, 0), because: Vec::new() }
    }

    fn steps() -> Steps {
        let round = |rule: &str, cols: &[u16]| DeductionRound {
            rule: rule.to_owned(),
            insights: cols.iter().map(|col| insight(*col)).collect(),
        };
        let leak = |after| DeductionLeak {
            name: "leak".to_owned(),
            words: "It leaks.".to_owned(),
            about: Site::cell(2, 0),
            because: Vec::new(),
            after,
        };
        let deduced = Deduced {
            rounds: vec![round("easy", &[0, 0, 1]), round("hard", &[2])],
            leaks: vec![leak(1), leak(9)],
            end: DeductionEnd::Stops { words: "stuck".to_owned(), open: vec![Site::cell(3, 0)] },
        };
        let level = Level::open("any", Board { cols: 4, rows: 1, tray: 0 });
        Steps::new(&Arc::new(level), Arc::new(deduced), &rules())
    }

    #[test]
    fn findings_are_walked_through_from_the_first_round_to_the_end_and_back() {
        let mut steps = steps();
        let mut seen = Vec::new();
        for _ in 0..6 {
            steps.next_insight();
            seen.push((steps.at(), steps.look()));
        }
        let one = Chosen::Insight;
        let wanted = [
            (0, one(0)),
            (0, one(1)),
            (0, one(2)),
            (1, one(0)),
            (2, Chosen::All),
            (2, Chosen::All),
        ];
        assert_eq!(seen, wanted);
        assert_eq!(steps.marked(), (None, vec![Site::cell(3, 0)]));
        steps.previous_insight();
        steps.previous_insight();
        assert_eq!((steps.at(), steps.look()), (0, Chosen::All));
    }

    #[test]
    fn leaks_are_gone_to_where_they_show() {
        let mut steps = steps();
        steps.show_leak(0);
        assert_eq!((steps.at(), steps.marked().0), (1, Some(Site::cell(2, 0))));
        steps.show_leak(1);
        assert_eq!(steps.at(), 2, "one of a later round is shown at the end");
        assert_eq!(steps.leaks_after(2).count(), 1);
    }

    #[test]
    fn a_site_chooses_what_is_said_of_it_in_turn() {
        let mut steps = steps();
        for wanted in [0, 1, 0] {
            steps.choose_about(Site::cell(0, 0));
            assert_eq!(steps.look(), Chosen::Insight(wanted));
        }
        steps.choose_about(Site::cell(3, 0));
        assert_eq!(steps.look(), Chosen::All);
        assert_eq!(steps.share(0), Share { rounds: 1, widest: 2 });
    }
}
