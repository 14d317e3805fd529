//! Tests of games of moves: searches compared with a plain one, and refusals that name their reason.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;

use super::testing::{random_game, random_game_with_trails, read_rules};
use super::{Explored, StepGame, StepState};
use foolproof_space::{ActionId, ExploreEnd, SpaceLimits, Standing};

/// A walker goes along a corridor of three cells and wins on the right; `hop` goes two steps.
const CORRIDOR: &str = r#"
    {now(c(0),me)}.
    {now(c(1),me)}.
    {now(c(2),me)}.
    {do(left)}.
    {do(right)}.
    {do(hop)}.
    start(c(0),me).
    to(0) :- now(c(1),me), do(left).
    to(1) :- now(c(2),me), do(left).
    to(1) :- now(c(0),me), do(right).
    to(2) :- now(c(1),me), do(right).
    to(2) :- now(c(0),me), do(hop).
    next(c(0),me) :- to(0).
    next(c(1),me) :- to(1).
    next(c(2),me) :- to(2).
    legal :- to(0).
    legal :- to(1).
    legal :- to(2).
    refused("a wall, there",c(0)) :- now(c(0),me), do(left).
    event(hopped) :- to(2), do(hop).
    event(back) :- do(left).
    won :- now(c(2),me).
"#;

fn explored(game: &StepGame) -> Explored {
    game.explore(&SpaceLimits::default(), &|| false)
}

#[test]
fn a_corridor_is_walked_and_explored() {
    let game = StepGame::new(&read_rules(CORRIDOR)).unwrap();
    let [hop, left, right] = ["hop", "left", "right"].map(|word| game.action(word).unwrap());
    assert_eq!(game.actions(), ["hop", "left", "right"]);
    assert_eq!(game.marks(&game.start()), [("c(0)", "me")]);
    assert_eq!(game.state_of(&[("c(0)", "me")]), Some(game.start()));
    assert_eq!(game.state_of(&[("c(7)", "me")]), None);
    assert_eq!(game.legal_actions(&game.start()), [hop, right]);
    let refused = game.step(&game.start(), left);
    assert!(!refused.legal && refused.next == game.start());
    assert_eq!(refused.refused[0].sentence, "a wall, there");
    assert_eq!(refused.refused[0].site.as_deref(), Some("c(0)"));
    let hopped = game.step(&game.start(), hop);
    assert_eq!((hopped.standing, hopped.events), (Standing::Won, vec!["hopped".to_owned()]));
    assert!(game.legal_actions(&hopped.next).is_empty());
    let found = explored(&game);
    let space = found.space();
    assert_eq!((found.end(), space.n_states(), space.n_won()), (ExploreEnd::Complete, 3, 1));
    assert_eq!((space.shortest(), space.n_shortest()), (Some(1), Some(1)));
    assert_eq!(found.shortest_plays(0, 9), [[hop]]);
    let middle = found.find(&game.step(&game.start(), right).next).unwrap();
    assert_eq!(found.shortest_plays(middle, 9), [[right]]);
    assert_eq!(found.events(0, hop), ["hopped"]);
    assert_eq!((found.continuations(0), space.depth(middle)), (1, 1));
}

#[test]
fn what_is_no_game_of_moves_is_refused_by_name() {
    let check = |old: &str, new: &str, expected: &str| {
        let text = CORRIDOR.replace(old, new);
        assert_ne!(text, CORRIDOR);
        assert_eq!(StepGame::new(&read_rules(&text)).unwrap_err().to_string(), expected);
    };
    check(
        "won :- now(c(2),me).",
        "won :- legal.",
        "`won` depends on what is done (`do(hop)`); it may only depend on the position",
    );
    check("legal :-", "allowed :-", "nothing is ever `legal`");
    check("next(", "after(", "nothing is ever `next(S,M)`");
    check("do(", "done(", "nothing is ever `do(A)`");
    check("now(", "here(", "nothing is ever `now(S,M)`");
    check(
        "start(c(0),me)",
        "start(c(0),you)",
        "`start(c(0),you)` puts `you` where it may never be: there is no `now(c(0),you)`",
    );
    check(
        "event(back)",
        "{luck}.\nevent(back)",
        "the rules choose `luck`; a game of moves chooses only the position and what is done",
    );
    check("event(back)", "odd :- not odd.\nevent(back)", "`odd` depends on its own absence");
}

#[test]
fn a_mark_that_goes_where_it_may_never_be_is_told_where_that_is_reached() {
    let astray = StepGame::new(&read_rules(&CORRIDOR.replace("next(c(2),me)", "next(c(3),me)")));
    let game = astray.unwrap();
    let hop = game.action("hop").unwrap();
    let step = game.step(&game.start(), hop);
    let stray = step.astray.map(|stray| (stray.site, stray.mark));
    assert_eq!((step.legal, stray), (false, Some(("c(3)".to_owned(), "me".to_owned()))));
    assert!(!game.legal_actions(&game.start()).contains(&hop));
    let found = explored(&game);
    assert_eq!(found.astray(), Some((0, hop)));
    assert!(!found.is_complete() && found.n_dead_ends().is_none());
    assert!(found.way_to(0).is_empty());
}

#[test]
fn facts_without_numbers_count() {
    let mut program = read_rules(&CORRIDOR.replace("start(c(0),me).", ""));
    program.fact("start(c(1),me)");
    program.fact("site(c(1))");
    program.fact("event(tick)");
    let game = StepGame::new(&program).unwrap();
    assert_eq!(game.marks(&game.start()), [("c(1)", "me")]);
    let right = game.action("right").unwrap();
    assert_eq!(game.step(&game.start(), right).events, ["tick"]);
}

/// An independent search with the plain evaluator.
struct Plain {
    positions: Vec<StepState>,
    depths: HashMap<StepState, u32>,
    /// Legal steps: action, target, events.
    steps: HashMap<StepState, Vec<(ActionId, StepState, Vec<String>)>>,
}

impl Plain {
    fn search(game: &StepGame) -> Self {
        let mut plain = Self { positions: vec![], depths: HashMap::new(), steps: HashMap::new() };
        let mut layer = vec![game.start()];
        for depth in 0.. {
            let mut next = Vec::new();
            for state in layer {
                if plain.depths.contains_key(&state) {
                    continue;
                }
                plain.depths.insert(state.clone(), depth);
                plain.positions.push(state.clone());
                let all = game.legal_actions(&state).into_iter().map(|action| {
                    let step = game.step(&state, action);
                    assert!(step.legal && step.standing == game.standing(&step.next));
                    (action, step.next, step.events)
                });
                let all: Vec<_> = all.collect();
                next.extend(all.iter().map(|(_, next, _)| next.clone()));
                plain.steps.insert(state, all);
            }
            if next.is_empty() {
                return plain;
            }
            layer = next;
        }
        plain
    }

    /// Number of steps to a win, by repeated passes over all positions.
    fn distances(&self, game: &StepGame) -> HashMap<StepState, u32> {
        let won = |state: &&StepState| game.standing(state) == Standing::Won;
        let mut distances: HashMap<StepState, u32> =
            self.positions.iter().filter(won).map(|state| (state.clone(), 0)).collect();
        loop {
            let before = distances.clone();
            for state in self.positions.iter().filter(|state| !won(state)) {
                let nearest = self.steps[state].iter().filter_map(|step| before.get(&step.1)).min();
                nearest.map(|nearest| distances.insert(state.clone(), nearest + 1));
            }
            if before == distances {
                return distances;
            }
        }
    }
}

#[test]
fn random_games_are_explored_as_a_plain_search_does() {
    let mut rng = Rng::with_seed(4);
    let (mut won, mut large) = (0, 0);
    for round in 0..1500 {
        let program = random_game(&mut rng);
        let Ok(game) = StepGame::new(&program) else { panic!("round {round}: {program:?}") };
        let game = game.with_all_marks();
        let (plain, found) = (Plain::search(&game), explored(&game));
        let distances = plain.distances(&game);
        assert_eq!(found.end(), ExploreEnd::Complete);
        assert_eq!(found.n_positions(), plain.positions.len(), "round {round}");
        let dead = plain.positions.len() - distances.len();
        assert_eq!(found.n_dead_ends(), Some(dead), "round {round}");
        for (state, steps) in &plain.steps {
            let at = found.find(state).unwrap();
            assert_eq!(&found.state(at), state);
            assert_eq!(found.space().depth(at), plain.depths[state], "round {round}");
            assert_eq!(found.distance(at), distances.get(state).copied(), "round {round}");
            let is_won = game.standing(state) == Standing::Won;
            assert_eq!(found.distance(at) == Some(0), is_won);
            let listed: Vec<_> = found
                .steps(at)
                .map(|(action, next)| {
                    let events = found.events(at, action).into_iter().map(str::to_owned);
                    (action, found.state(next), events.collect::<Vec<_>>())
                })
                .collect();
            assert_eq!(&listed, steps, "round {round}");
            let way = found.space().way_to_win(at);
            assert_eq!(way.map(|way| way.len() as u32), found.distance(at));
            let ways = found.shortest_plays(at, 20).len() as u64;
            assert_eq!(ways, found.continuations(at).min(20), "round {round}");
        }
        let solutions = found.shortest_plays(0, 200);
        let distinct: HashSet<_> = solutions.iter().collect();
        assert_eq!(distinct.len(), solutions.len());
        assert!(solutions.is_sorted());
        let number = found.space().n_shortest();
        assert_eq!(number, Some(found.continuations(0)), "round {round}");
        assert_eq!(Some(solutions.len() as u64), number.map(|n| n.min(200)), "round {round}");
        assert_eq!(found.space().shortest(), found.distance(0));
        won += usize::from(found.distance(0).is_some_and(|length| length > 2));
        large += usize::from(found.n_positions() > 64);
    }
    assert!(won > 100 && large > 30, "{won} {large}");
}

#[test]
fn marks_without_effect_make_no_difference() {
    let mut rng = Rng::with_seed(44);
    let (mut merged, mut won) = (0, 0);
    for round in 0..3000 {
        let game = StepGame::new(&random_game_with_trails(&mut rng)).unwrap();
        let (plain, found) = (Plain::search(&game), explored(&game));
        let distances = plain.distances(&game);
        let mut depths: HashMap<u32, u32> = HashMap::new();
        for (state, steps) in &plain.steps {
            let at = found.find(state).unwrap();
            let depth = depths.entry(at).or_insert(u32::MAX);
            *depth = (*depth).min(plain.depths[state]);
            assert_eq!(found.distance(at), distances.get(state).copied(), "round {round}");
            let told = |action| found.events(at, action).into_iter().map(str::to_owned).collect();
            let listed: Vec<_> = found.steps(at).map(|(act, to)| (act, to, told(act))).collect();
            let taken = steps
                .iter()
                .map(|(action, next, events)| (*action, found.find(next).unwrap(), events.clone()));
            assert_eq!(listed, taken.collect::<Vec<_>>(), "round {round}");
            // The position returned for a number has the same plays.
            assert_eq!(found.find(&found.state(at)), Some(at));
            assert_eq!(game.legal_actions(&found.state(at)), game.legal_actions(state));
        }
        assert_eq!(found.n_positions(), depths.len(), "round {round}");
        assert!(depths.iter().all(|(at, depth)| found.space().depth(*at) == *depth));
        let whole = explored(&game.with_all_marks());
        assert_eq!(found.space().n_shortest(), whole.space().n_shortest(), "round {round}");
        assert_eq!(found.shortest_plays(0, 50), whole.shortest_plays(0, 50), "round {round}");
        merged += usize::from(found.n_positions() < plain.positions.len());
        won += usize::from(
            found.n_positions() < plain.positions.len() && found.distance(0).unwrap_or(0) > 2,
        );
    }
    assert!(merged > 300 && won > 10, "{merged} {won}");
}

#[test]
fn a_trail_that_nobody_reads_is_no_part_of_positions() {
    let trail = "{now(c(0),been)}.\nnext(c(0),been) :- now(c(0),been).\n\
        next(c(0),been) :- now(c(1),me), do(left).\n";
    let game = StepGame::new(&read_rules(&format!("{CORRIDOR}{trail}"))).unwrap();
    assert_eq!(game.marks_without_effect().collect::<Vec<_>>(), [("c(0)", "been")]);
    assert_eq!(
        (explored(&game).n_positions(), explored(&game.with_all_marks()).n_positions()),
        (3, 6)
    );
    // An event that depends on the mark puts it back, and so does a constraint that depends on it.
    for reader in ["event(again) :- now(c(0),been), do(right).\n", ":- now(c(0),been), do(hop).\n"]
    {
        let game = StepGame::new(&read_rules(&format!("{CORRIDOR}{trail}{reader}"))).unwrap();
        assert_eq!((game.marks_without_effect().count(), explored(&game).n_positions()), (0, 6));
    }
}

/// Lamps in a row: pressing one switches it and the next, and the event tells which of the two it lights.
fn lamps(n: usize) -> String {
    let mut text = String::from("legal.\nstart(c(0),on).\n");
    for lamp in 0..n {
        let by = [lamp.checked_sub(1), Some(lamp)].into_iter().flatten();
        text += &format!("{{now(c({lamp}),on)}}.\n{{do(press({lamp}))}}.\n");
        for press in by {
            text += &format!("turned({lamp}) :- do(press({press})).\n");
            text += &format!("event(lit({lamp})) :- do(press({press})), not now(c({lamp}),on).\n");
        }
        text += &format!("next(c({lamp}),on) :- now(c({lamp}),on), not turned({lamp}).\n");
        text += &format!("next(c({lamp}),on) :- not now(c({lamp}),on), turned({lamp}).\n");
    }
    text + &format!("won :- now(c({}),on), now(c(1),on), now(c(4),on).\n", n - 1)
}

#[test]
fn threads_make_no_difference() {
    let game = StepGame::new(&read_rules(&lamps(13))).unwrap();
    for states in [5_000, 1 << 20] {
        let [one, two] = [1, 2].map(|threads| {
            game.explore(&SpaceLimits { threads, states, ..SpaceLimits::default() }, &|| false)
        });
        assert_eq!((one.end(), one.n_positions()), (two.end(), two.n_positions()));
        assert!(one.n_positions() >= 5_000);
        assert_eq!(
            (&one.labels.actions, &one.labels.events),
            (&two.labels.actions, &two.labels.events)
        );
        for at in 0..one.n_positions() as u32 {
            assert_eq!(one.state(at), two.state(at));
            assert!(one.space().steps(at).eq(two.space().steps(at)));
            assert_eq!(one.distance(at), two.distance(at));
        }
    }
}

#[test]
fn limits_leave_what_is_said_true() {
    let mut rng = Rng::with_seed(5);
    let mut cut = 0;
    for round in 0..600 {
        let game = StepGame::new(&random_game(&mut rng)).unwrap();
        let whole = explored(&game);
        let limits =
            SpaceLimits { states: rng.usize(1..=whole.n_positions()), ..SpaceLimits::default() };
        let part = game.explore(&limits, &|| false);
        assert!(part.n_positions() <= limits.states);
        if part.end() == ExploreEnd::Complete {
            assert_eq!(part.n_positions(), whole.n_positions());
            continue;
        }
        cut += 1;
        assert_eq!(part.n_dead_ends(), None);
        let (part, whole) = (part.space(), whole.space());
        if let Some(length) = part.shortest() {
            assert_eq!(Some(length), whole.shortest(), "round {round}");
            let number = part.n_shortest();
            assert!(number.is_none() || number == whole.n_shortest(), "round {round}");
        }
    }
    assert!(cut > 100, "{cut}");
    let game = StepGame::new(&read_rules(CORRIDOR)).unwrap();
    assert_eq!(game.explore(&SpaceLimits::default(), &|| true).end(), ExploreEnd::Stopped);
}
