//! Games in which moves depend on chance: what can be won with luck, for sure, and at best.

use foolproof_kernel::{StopCheck, counted};
use foolproof_level::{Level, Mark};
use serde::{Deserialize, Serialize};

/// Best chance of winning.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WinningChance {
    /// Lower and upper bound of the chance.
    pub low: f64,
    pub high: f64,
    /// The exact chance as numerator and denominator, if known.
    pub exact: Option<(u64, u64)>,
}

/// Step of a strategy: the move that is made and the possible next positions with their chances. A win has no
/// position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrategyStep {
    pub made: Mark,
    pub ways: Vec<(Option<usize>, f64)>,
}

/// Chances of winning a level that involves chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelOdds {
    /// Moves to a win with luck; `None` if no luck wins.
    pub with_luck: Option<u32>,
    /// Moves that suffice whatever chance does; `None` if no number does.
    pub for_sure: Option<u32>,
    /// A win comes with probability 1, sooner or later.
    pub almost_surely: bool,
    pub best: WinningChance,
    /// All positions were searched. If not, the wins found still hold, with at most as many moves; nothing else
    /// is known.
    pub is_complete: bool,
    pub positions: u64,
    /// Positions from which no luck wins, if known.
    pub dead: Option<u64>,
    /// Positions that the best strategy reaches, the first possible initial position first, at most as many as
    /// requested. `None` for a position that can no longer be won.
    pub strategy: Vec<Option<StrategyStep>>,
    /// Reason why no luck wins, as a sentence, if it is known without visiting positions.
    pub why_none: Option<String>,
    /// Events that wins need; `None` if they were not worked out.
    pub needs: Option<Vec<NeededEvent>>,
}

/// Something that happens in wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NeededEvent {
    /// Name of the event in concepts.
    pub event: String,
    pub words: String,
    /// No luck wins without it.
    pub in_every_win: bool,
    /// No sure strategy can rule it out; `None` if there is no sure strategy.
    pub in_sure_wins: Option<bool>,
}

/// Fractions with larger denominators are shown as decimals.
const LARGEST_DENOMINATOR: u64 = 1_000;
/// Bounds closer than this are shown as one number.
const AS_ONE: f64 = 5e-5;

impl WinningChance {
    /// In words: "3/4", "about 0.3721", "between 0.2 and 0.5".
    pub fn words(&self) -> String {
        let Self { low, high, exact } = *self;
        match exact {
            Some((times, 1)) => times.to_string(),
            Some((times, of)) if of <= LARGEST_DENOMINATOR => format!("{times}/{of}"),
            None if low == 0.0 && high >= 1.0 => "not known".to_owned(),
            _ if high - low < AS_ONE && low >= AS_ONE => format!("about {low:.4}"),
            _ if high - low < AS_ONE => format!("about {low:.1e}"),
            _ => format!("between {low:.3} and {high:.3}"),
        }
    }
}

impl LevelOdds {
    /// The odds of a level that is known to be unwinnable without visiting its positions.
    pub fn hopeless(why: String) -> Self {
        Self {
            with_luck: None,
            for_sure: None,
            almost_surely: false,
            best: WinningChance { low: 0.0, high: 0.0, exact: Some((0, 1)) },
            is_complete: true,
            positions: 0,
            dead: None,
            strategy: Vec::new(),
            why_none: Some(why),
            needs: None,
        }
    }

    /// Sums up what can be won, in a word or two.
    pub fn short_words(&self) -> String {
        match (self.with_luck, self.for_sure) {
            (None, _) if self.is_complete => "never won".to_owned(),
            (None, _) => "not known".to_owned(),
            (_, Some(_)) => "won for sure".to_owned(),
            _ if self.almost_surely => "won sooner or later".to_owned(),
            _ if self.best.exact.is_none() && self.best.low == 0.0 => "won with luck".to_owned(),
            _ => format!("chance {}", self.best.words()),
        }
    }

    /// Describes the events that wins need, in sentences that name at most `most` events each.
    pub fn needs_words(&self, most: usize) -> Vec<String> {
        let needs = self.needs.as_deref().unwrap_or_default();
        let sentence = |intro: &str, is: &dyn Fn(&NeededEvent) -> bool| {
            let words: Vec<&str> =
                needs.iter().filter(|need| is(need)).map(|need| need.words.as_str()).collect();
            let more = match words.len().saturating_sub(most) {
                0 => String::new(),
                n => format!("; {n} more"),
            };
            let shown = words.iter().take(most).copied().collect::<Vec<_>>().join("; ");
            (!words.is_empty()).then(|| format!("{intro}: {shown}{more}."))
        };
        let every = sentence("In every win", &|need| need.in_every_win);
        let sure = sentence("No sure strategy can rule out", &|need| {
            !need.in_every_win && need.in_sure_wins == Some(true)
        });
        every.into_iter().chain(sure).collect()
    }

    /// Describes what can be won, as a sentence without its full stop.
    pub fn words(&self) -> String {
        let moves = |n: u32| counted(n, "move", "moves");
        let at_most = |n: u32| match n {
            0 | 1 => moves(n),
            n => format!("{} or fewer", moves(n)),
        };
        let lucky = match self.with_luck {
            None if self.is_complete => return "Cannot be won, whatever chance does".to_owned(),
            None => return "Not known, as not all positions were searched".to_owned(),
            Some(lucky) => lucky,
        };
        match (self.for_sure, self.almost_surely) {
            (Some(sure), _) if sure == lucky && self.is_complete => {
                format!("Can be won for sure in {}, whatever chance does", moves(sure))
            }
            (Some(sure), _) => format!(
                "Can be won for sure in {} at most, whatever chance does; with luck in {lucky}",
                moves(sure)
            ),
            (None, true) => format!(
                "Can be won with chance 1 sooner or later, with luck in {}; no number of moves is sure to \
                 be enough",
                moves(lucky)
            ),
            // A win was found, but its chance is unknown.
            (None, false) if !self.is_complete && self.best.low == 0.0 => format!(
                "Can be won with luck in {}; not all positions were searched",
                at_most(lucky)
            ),
            (None, false) if !self.is_complete => format!(
                "Can be won with luck in {} (chance at least {:.1e}); not all positions were searched",
                at_most(lucky),
                self.best.low
            ),
            (None, false) => format!(
                "Can be won with luck in {} (best chance {}), not for sure",
                moves(lucky),
                self.best.words()
            ),
        }
    }
}

/// A game in whose levels chance may decide what a move does.
pub trait ChancePlay: Send + Sync {
    /// True if chance can affect the win of a level.
    fn decides(&self, level: &Level) -> bool;

    /// Computes the odds of a level that involves chance, and a strategy of at most `most` positions, or says
    /// why they cannot be computed. `None` if stopped.
    fn odds(
        &self,
        level: &Level,
        most: usize,
        stop: StopCheck<'_>,
    ) -> Option<Result<LevelOdds, String>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_said_in_words() {
        let best = |low, high, exact| WinningChance { low, high, exact };
        assert_eq!(best(0.75, 0.75, Some((3, 4))).words(), "3/4");
        assert_eq!(best(0.123_45, 0.123_45, Some((12_345, 100_000))).words(), "about 0.1235");
        assert_eq!(best(0.2, 0.5, None).words(), "between 0.200 and 0.500");
        assert_eq!(best(1e-6, 1e-6, None).words(), "about 1.0e-6");
        let odds = |with_luck, for_sure, almost_surely| LevelOdds {
            with_luck,
            for_sure,
            almost_surely,
            best: best(0.75, 0.75, Some((3, 4))),
            is_complete: true,
            positions: 1,
            dead: Some(0),
            strategy: Vec::new(),
            why_none: None,
            needs: None,
        };
        assert_eq!(
            odds(Some(2), None, false).words(),
            "Can be won with luck in 2 moves (best chance 3/4), not for sure"
        );
        assert!(odds(Some(1), Some(1), true).words().contains("for sure in 1 move,"));
        assert!(odds(Some(1), Some(4), true).words().contains("4 moves at most"));
        let short = |with_luck, sure, almost| odds(with_luck, sure, almost).short_words();
        assert_eq!(short(Some(1), Some(4), true), "won for sure");
        assert_eq!(short(Some(1), None, true), "won sooner or later");
        assert_eq!(short(Some(1), None, false), "chance 3/4");
        assert!(odds(Some(1), None, true).words().contains("with chance 1 sooner or later"));
        assert!(odds(None, None, false).words().starts_with("Cannot be won"));
        let part = |with_luck| LevelOdds { is_complete: false, ..odds(with_luck, None, false) };
        assert!(part(None).words().starts_with("Not known"));
        assert!(part(Some(3)).words().contains("in 3 moves or fewer (chance at least 7.5e-1)"));
        let need = |words: &str, in_every_win| NeededEvent {
            event: words.to_owned(),
            words: words.to_owned(),
            in_every_win,
            in_sure_wins: Some(true),
        };
        let needs = vec![need("a", true), need("b", true), need("c", false)];
        let told = LevelOdds { needs: Some(needs), ..part(Some(3)) };
        let said = ["In every win: a; 1 more.", "No sure strategy can rule out: c."];
        assert_eq!(told.needs_words(1), said);
        let found = LevelOdds { best: best(0.0, 1.0, None), ..part(Some(3)) };
        assert!(found.words().contains("in 3 moves or fewer; not all"));
        assert_eq!(found.best.words(), "not known");
    }
}
