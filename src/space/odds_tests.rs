//! Odds of random levels with chance, compared with all strategies one by one.

use super::*;
use crate::chance_turns::Chance;
use num_traits::ToPrimitive;

/// For each state and label the ways: a state, or `None` for a win, with its chance.
type Rules = Vec<Vec<Vec<(Option<usize>, Chance)>>>;

struct Random(Rules);

impl ChanceStepper for Random {
    type Fault = ();
    fn n_labels(&self) -> u32 {
        self.0[0].len() as u32
    }
    fn take(&mut self, state: &[u64], label: u32, made: &mut TurnEnds) -> Result<(), ()> {
        for (target, chance) in &self.0[state[0] as usize][label as usize] {
            match target {
                Some(target) => made.lead_to(&[*target as u64], *chance),
                None => made.win(*chance),
            }
        }
        Ok(())
    }
    fn another(&self) -> Option<Self> {
        Some(Random(self.0.clone()))
    }
}

fn random_rules(rng: &mut fastrand::Rng, n_states: usize, n_labels: usize) -> Rules {
    let ways = |rng: &mut fastrand::Rng| {
        let n_ways = rng.u64(1..4);
        let target = |rng: &mut fastrand::Rng| (rng.u8(..7) > 0).then(|| rng.usize(..n_states));
        (0..n_ways).map(|_| (target(rng), Chance::new(1, n_ways))).collect()
    };
    (0..n_states).map(|_| (0..n_labels).map(|_| ways(rng)).collect()).collect()
}

fn explored(rules: &Rules) -> ChanceSpace {
    explored_by(1, rules)
}

fn explored_by(threads: usize, rules: &Rules) -> ChanceSpace {
    let mut start = TurnEnds::default();
    start.lead_to(&[0], Chance::new(1, 1));
    let mut space = ChanceSpace::new(1, &start);
    let limits = SpaceLimits { threads, ..SpaceLimits::default() };
    assert!(space.explore(&mut vec![Random(rules.clone())], &limits, &|| false).is_none());
    assert!(space.is_complete() && space.is_sound());
    space
}

/// The chances of winning by a strategy that has one label for each state: many steps of the chain.
fn chances_of(rules: &Rules, strategy: &[usize]) -> Vec<f64> {
    let n = rules.len();
    // Each squaring doubles the number of steps.
    let mut chain = vec![vec![0.0; n + 1]; n + 1];
    for state in 0..n {
        for (target, chance) in &rules[state][strategy[state]] {
            chain[state][target.unwrap_or(n)] += chance.to_f64().unwrap();
        }
    }
    chain[n][n] = 1.0;
    for _ in 0..40 {
        let before = chain.clone();
        for (row, of) in before.iter().zip(&mut chain) {
            for (column, cell) in of.iter_mut().enumerate() {
                *cell = row.iter().zip(&before).map(|(one, other)| one * other[column]).sum();
            }
        }
    }
    chain.into_iter().take(n).map(|row| row[n]).collect()
}

/// Turns within which a state is won for sure, by counting turns up.
fn sure_turns(rules: &Rules) -> Vec<Option<u32>> {
    let mut turns: Vec<Option<u32>> = vec![None; rules.len()];
    for round in 1..=rules.len() as u32 {
        let before = turns.clone();
        for (state, labels) in
            rules.iter().enumerate().filter(|(state, _)| before[*state].is_none())
        {
            let wins = |ways: &Vec<(Option<usize>, Chance)>| {
                ways.iter().all(|(to, _)| to.is_none_or(|to| before[to].is_some()))
            };
            if labels.iter().any(wins) {
                turns[state] = Some(round);
            }
        }
    }
    turns
}

#[test]
fn odds_are_those_of_the_best_of_all_strategies() {
    let mut rng = fastrand::Rng::with_seed(4);
    let (mut n_sure, mut n_almost, mut n_between, mut n_exact) = (0, 0, 0, 0);
    for _ in 0..400 {
        let (n_states, n_labels) = (rng.usize(2..6), rng.usize(1..4));
        let mut rules = random_rules(&mut rng, n_states, n_labels);
        // Most levels get a state that nothing leaves.
        if rng.u8(..4) > 0 {
            rules[n_states - 1] = vec![vec![(Some(n_states - 1), Chance::new(1, 1))]; n_labels];
        }
        let space = explored(&rules);
        let odds = Odds::of(&space, true, &|| false).unwrap();
        let mut best = vec![0.0_f64; n_states];
        for number in 0..n_labels.pow(n_states as u32) {
            let label = |state: u32| number / n_labels.pow(state) % n_labels;
            let strategy: Vec<usize> = (0..n_states as u32).map(label).collect();
            for (best, chance) in best.iter_mut().zip(chances_of(&rules, &strategy)) {
                *best = best.max(chance);
            }
        }
        let state_of = |number: u32| space.table().state(number)[0] as usize;
        let mut strategy = vec![0; n_states];
        let sure = sure_turns(&rules);
        for number in 0..space.n_states() as u32 {
            let (state, chance) = (state_of(number), odds.best_chance(number));
            let wanted = best[state];
            assert!(
                chance.low - 1e-9 < wanted && wanted < chance.high + 1e-9,
                "{rules:?} {chance:?} {wanted}"
            );
            if let Some(exact) = chance.exact {
                assert!((exact.to_f64().unwrap() - wanted).abs() < 1e-9, "{rules:?}");
                n_exact += 1;
            }
            assert_eq!(odds.for_sure(number), sure[state], "{rules:?}");
            assert_eq!(odds.almost_surely(number), wanted > 1.0 - 1e-9, "{rules:?} {state}");
            assert_eq!(odds.with_luck(number).is_some(), wanted > 0.0, "{rules:?}");
            n_sure += usize::from(sure[state].is_some());
            n_almost += usize::from(sure[state].is_none() && odds.almost_surely(number));
            n_between += usize::from(wanted > 0.0 && !odds.almost_surely(number));
            match odds.choice(&space, number) {
                Some(label) => strategy[state] = label as usize,
                None => assert_eq!(wanted, 0.0, "{rules:?}"),
            }
        }
        let played = chances_of(&rules, &strategy);
        for number in 0..space.n_states() as u32 {
            let state = state_of(number);
            assert!((played[state] - best[state]).abs() < 1e-9, "{rules:?} {strategy:?}");
        }
    }
    assert!(n_sure > 100 && n_almost > 100 && n_between > 100, "{n_sure} {n_almost} {n_between}");
    assert!(n_exact > 1000, "{n_exact}");
}

#[test]
fn a_coin_is_thrown_until_it_shows_heads() {
    let half = Chance::new(1, 2);
    // Heads lead on, tails stay; then a die decides.
    let rules: Rules = vec![
        vec![vec![(Some(1), half), (Some(0), half)]],
        vec![vec![(None, Chance::new(1, 6)), (Some(2), Chance::new(5, 6))]],
        vec![vec![(Some(2), Chance::new(1, 1))]],
    ];
    let space = explored(&rules);
    let odds = Odds::of(&space, true, &|| false).unwrap().at_start(&space);
    assert_eq!((odds.with_luck, odds.for_sure, odds.almost_surely), (Some(2), None, false));
    assert_eq!(odds.best.exact, Some(Chance::new(1, 6)));
    let rules: Rules = vec![vec![vec![(None, half), (Some(0), half)]]];
    let space = explored(&rules);
    let odds = Odds::of(&space, true, &|| false).unwrap().at_start(&space);
    assert_eq!((odds.with_luck, odds.for_sure, odds.almost_surely), (Some(1), None, true));
}

fn odds_of(space: &ChanceSpace) -> Odds {
    Odds::of(space, true, &|| false).unwrap()
}

#[test]
fn threads_and_memory_that_ends_make_no_difference_to_chance() {
    let mut rng = fastrand::Rng::with_seed(14);
    let rules = random_rules(&mut rng, 60_000, 3);
    let (one, two) = (explored_by(1, &rules), explored_by(2, &rules));
    assert!(one.n_states() > 10_000);
    assert_eq!((one.n_states(), &one.steps, &one.ways), (two.n_states(), &two.steps, &two.ways));
    let mut start = TurnEnds::default();
    start.lead_to(&[0], Chance::new(1, 1));
    let ends = [1, 2].map(|threads| {
        let mut few = ChanceSpace::new(1, &start);
        let limits = SpaceLimits { bytes: 6 << 20, threads, ..SpaceLimits::default() };
        few.explore(&mut vec![Random(rules.clone())], &limits, &|| false);
        (few.end(), few.n_states(), few.n_expanded(), few.n_ways())
    });
    assert_eq!(ends[0], ends[1]);
    assert!(ends[0].0 == ExploreEnd::Limit && ends[0].1 > 1_000);
}

#[test]
fn limits_and_stop_end_a_search_with_chance() {
    let mut rng = fastrand::Rng::with_seed(9);
    let rules = random_rules(&mut rng, 2_000, 3);
    let whole = explored(&rules);
    let mut start = TurnEnds::default();
    start.lead_to(&[0], Chance::new(1, 1));
    let mut few = ChanceSpace::new(1, &start);
    let limits = SpaceLimits { states: 300, ..SpaceLimits::default() };
    few.explore(&mut vec![Random(rules.clone())], &limits, &|| false);
    assert_eq!(few.end(), ExploreEnd::Limit);
    assert!(few.n_states() <= 300);
    // A win in a part of the space is a win in the whole.
    let (part, all) = (odds_of(&few), odds_of(&whole));
    assert!(part.n_dead_ends().is_none() && all.n_dead_ends().is_some());
    for state in 0..few.n_states() as u32 {
        let (known, truth) = (part.best_chance(state), all.best_chance(state));
        assert!(known.low <= truth.high + 1e-9 && known.high >= truth.low - 1e-9);
        assert!(known.exact.is_none());
        assert!(!part.almost_surely(state) || all.almost_surely(state));
        let within =
            |part: Option<u32>, all: Option<u32>| part.is_none_or(|n| all.is_some_and(|m| m <= n));
        assert!(within(part.with_luck(state), all.with_luck(state)));
        assert!(within(part.for_sure(state), all.for_sure(state)));
    }
    // Stopping again and again does not change the result.
    let mut parts = ChanceSpace::new(1, &start);
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let stop = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 100 == 99;
    while parts.end() == ExploreEnd::Stopped {
        parts.explore(&mut vec![Random(rules.clone())], &SpaceLimits::default(), &stop);
    }
    assert!(parts.is_complete());
    assert_eq!(
        (parts.n_states(), &parts.steps, &parts.ways),
        (whole.n_states(), &whole.steps, &whole.ways)
    );
}
