//! Deeds of all wins, compared with plays that try every way.

use crate::chances::chance_space::next_choices;
use crate::states::play_events::{EventListing, PlayEvent};
use crate::states::projection_tests::{PUSH, game};
use crate::states::space_layer::SpaceWorker;
use crate::*;
use foolproof_space::{DeedNeed, SpaceLimits};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

fn chances(game: &Arc<ScriptGame>) -> ScriptChances {
    let limits = SpaceLimits { states: 20_000, threads: 1, ..SpaceLimits::default() };
    ScriptChances::explore(game, 0, &limits, &|| false).unwrap()
}

/// The state to which a draw leads (`None`: a win), and its events.
type Draw = (Option<usize>, Vec<PlayEvent>);

/// Returns all draws for each state and key.
fn all_turns(game: &Arc<ScriptGame>) -> Option<Vec<Vec<Vec<Draw>>>> {
    let mut worker = SpaceWorker::new(game, 0).unwrap();
    let start = worker.stepper.start(0).unwrap();
    let mut states = vec![start.clone()];
    let mut numbers = HashMap::from([(start, 0)]);
    let mut turns = Vec::new();
    while turns.len() < states.len() {
        if states.len() > 3_000 {
            return None;
        }
        let from = states[turns.len()].clone();
        let mut of_state = Vec::new();
        for key in worker.keys.clone() {
            let mut draws: Vec<Draw> = Vec::new();
            worker.stepper.choose_first();
            for n_ways in 0.. {
                let (mut to, mut listing) = (from.clone(), EventListing::default());
                let turn = worker.stepper.turn_watched(&mut to, key, &mut listing).ok()?;
                let target = (!turn.won).then(|| {
                    let next = states.len();
                    *numbers.entry(to.clone()).or_insert_with(|| {
                        states.push(to);
                        next
                    })
                });
                draws.push((target, listing.kept));
                if !next_choices(&mut worker, n_ways).ok()?.1 {
                    break;
                }
            }
            of_state.push(draws);
        }
        turns.push(of_state);
    }
    Some(turns)
}

/// Returns whether the start can be won with luck, and for sure, without an event.
fn won_without(turns: &[Vec<Vec<Draw>>], event: Option<PlayEvent>) -> (bool, bool) {
    let spares = |draw: &Draw| event.is_none_or(|event| !draw.1.contains(&event));
    let (mut luck, mut sure) = (HashSet::new(), HashSet::new());
    loop {
        let before = (luck.len(), sure.len());
        for (state, keys) in turns.iter().enumerate() {
            let leads = |draw: &Draw, won: &HashSet<usize>| {
                spares(draw) && draw.0.is_none_or(|to| won.contains(&to))
            };
            if keys.iter().any(|draws| draws.iter().any(|draw| leads(draw, &luck))) {
                luck.insert(state);
            }
            if keys.iter().any(|draws| draws.iter().all(|draw| leads(draw, &sure))) {
                sure.insert(state);
            }
        }
        if (luck.len(), sure.len()) == before {
            return (luck.contains(&0), sure.contains(&0));
        }
    }
}

#[test]
fn deeds_of_every_win_are_those_without_which_none_is_left() {
    let mut rng = fastrand::Rng::with_seed(29);
    let lines = [
        "late random [ Box | no Wall no Hero no Box ] -> [ | Box ]",
        "[ stationary Box ] -> [ randomdir Box ]",
        "late random [ Goal | no Goal ] -> [ | Goal ]",
        "[ action Hero ] -> [ Hero random Dirt ]\nlate [ Soot ] [ Box ] -> [ ] [ Wall ]",
        "late random [ Hero | Box ] -> [ Hero | ]\n+ [ no Box no Hero no Wall ] -> [ no Box no Hero no Wall ]",
        "random [ action Hero | Box ] -> [ Hero | > Box ]\n+ [ action Hero | Box ] -> [ Hero Spark | > Box ]",
    ];
    let (mut n_compared, mut n_needed, mut n_sure) = (0, 0, 0);
    let mut seen: BTreeSet<(bool, Option<bool>)> = BTreeSet::new();
    for _ in 0..120 {
        let rules = lines[rng.usize(..lines.len())];
        let mut cells: Vec<char> = "hbg......".chars().collect();
        for cell in cells.iter_mut().skip(3) {
            *cell = ['.', '.', '.', 'w', 'g'][rng.usize(..5)];
        }
        rng.shuffle(&mut cells);
        let level: Vec<String> = cells.chunks(3).map(|row| row.iter().collect()).collect();
        let game = game("", &format!("{PUSH}\n{rules}"), &level.join("\n"));
        let Some(deeds) = chances(&game).needed_deeds(&|| false) else { continue };
        let Some(turns) = all_turns(&game) else { continue };
        let events: BTreeSet<PlayEvent> =
            turns.iter().flatten().flatten().flat_map(|draw| draw.1.clone()).collect();
        let (lucky, sure) = won_without(&turns, None);
        assert!(lucky);
        for event in events {
            let without = won_without(&turns, Some(event));
            let told = deeds.iter().find(|deed| deed.event == event).map(|deed| deed.need);
            let told = told.unwrap_or_default();
            assert_eq!(told.in_every_win, !without.0, "{rules} {level:?} {event:?}");
            if sure {
                assert_eq!(told.in_sure_wins.unwrap_or(false), !without.1, "{level:?} {event:?}");
                n_sure += usize::from(!without.1 && without.0);
            }
            n_needed += usize::from(told.in_every_win);
            seen.insert((told.in_every_win, told.in_sure_wins));
        }
        n_compared += 1;
    }
    assert!(n_compared > 30 && n_needed > 30 && n_sure > 0, "{n_compared} {n_needed} {n_sure}");
    assert!(seen.len() >= 3, "{seen:?}");
}

#[test]
fn what_chance_may_bring_is_needed_for_sure_wins_alone() {
    // The action puts the box on the goal, with a spark or with dust. No win has both, but no sure strategy
    // can rule out either.
    let rules = "random [ action Hero ] [ Box ] [ Goal ] -> [ Hero Spark ] [ ] [ Goal Box ]\n\
                 + [ action Hero ] [ Box ] [ Goal ] -> [ Hero Dust ] [ ] [ Goal Box ]";
    let game = game("", rules, "h.bwg");
    let deeds = chances(&game).needed_deeds(&|| false).unwrap();
    let of = |name: &str| {
        let object = game.objects.iter().position(|object| object.name == name).unwrap() as u32;
        let made = PlayEvent::Made { object };
        deeds.iter().find(|deed| deed.event == made).map(|deed| deed.need)
    };
    let both = |need: Option<DeedNeed>| need.map(|need| (need.in_every_win, need.in_sure_wins));
    assert_eq!(both(of("box")), Some((true, Some(true))));
    assert_eq!(both(of("spark")), Some((false, Some(true))));
    assert_eq!(both(of("dust")), Some((false, Some(true))));
}
