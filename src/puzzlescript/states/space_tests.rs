//! Spaces of little games, and of random ones compared with a naive search.

use crate::states::space::Solvability;
use crate::tests::compiled;
use crate::turns::trace::{TurnEvent, TurnRecord};
use crate::*;
use foolproof_space::{Formula, MonitorTooLarge, ShortcutSearch, SpaceLimits};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

const PUSH: &str = "[ > Hero | Box ] -> [ > Hero | > Box ]";
/// Pushing, and an action that breaks boxes.
const BREAK: &str =
    "[ > Hero | Box ] -> [ > Hero | > Box ]\n[ action Hero | Box | Wall ] -> [ Hero | | Wall ]";

fn game(prelude: &str, rules: &str, level: &str) -> Arc<ScriptGame> {
    let source = format!(
        "title Little\n{prelude}\n\nOBJECTS\nBackground\nblack\n\nHero h\nwhite\n\nBox b\nbrown\n\nWall w\ngrey\n\nGoal g\nyellow\n\n\
         LEGEND\n. = Background\nPlayer = Hero\nx = Box and Goal\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nGoal\nHero, Box, Wall\n\n\
         RULES\n{rules}\n\nWINCONDITIONS\nAll Box on Goal\n\nLEVELS\n\n{level}\n"
    );
    compiled(&source)
}

fn limits(threads: usize) -> SpaceLimits {
    SpaceLimits { threads, ..SpaceLimits::default() }
}

fn explore(game: &Arc<ScriptGame>) -> ScriptSpace {
    ScriptSpace::explore(game, 0, &limits(1), &|| false).unwrap()
}

fn keys(text: &str) -> Vec<ScriptInput> {
    let key = |key| match key {
        'u' => ScriptInput::Up,
        'd' => ScriptInput::Down,
        'l' => ScriptInput::Left,
        'r' => ScriptInput::Right,
        _ => ScriptInput::Action,
    };
    text.chars().map(key).collect()
}

fn without(text: &str) -> ShortcutSearch<ScriptInput> {
    ShortcutSearch::Found { play: keys(text), shortest: true }
}

fn study<'a>(space: &'a ScriptSpace, play: &str, patterns: &[&str]) -> SolutionStudy<'a> {
    let patterns: Vec<String> = patterns.iter().map(ToString::to_string).collect();
    SolutionStudy::new(space, &keys(play), &patterns, &limits(2), &|| false).unwrap()
}

#[test]
fn a_push_can_be_a_mistake() {
    let space = explore(&game("", PUSH, "...\nhb.\n.g."));
    assert!(space.is_complete());
    assert_eq!(space.solvability(), Solvability::Solvable);
    assert_eq!((space.shortest_length(), space.space.n_shortest()), (Some(3), Some(1)));
    assert_eq!(space.shortest_plays(9), [keys("urd")]);
    let good = space.course(&keys("urdll")).unwrap();
    assert_eq!((good.won_after, good.mistake_made_after), (Some(3), None));
    assert_eq!(good.mistake_possible_after, Some(0));
    let bad = space.course(&keys("uldrr")).unwrap();
    assert_eq!((bad.won_after, bad.mistake_made_after), (None, Some(4)));
    assert_eq!((space.space.distance(0), space.way_to_win(0)), (Some(3), Some(keys("urd"))));
    let lost = *bad.states.last().unwrap();
    assert_eq!((space.space.is_dead_end(lost), space.way_to_win(lost)), (Some(true), None));
    let other = explore(&game("", PUSH, "...\nhbw\n.g."));
    assert_eq!(space.number_of(&other.state(0).unwrap()), None);
    assert!(space.space.n_dead_ends().unwrap() > 0);
}

#[test]
fn what_cannot_be_solved_is_proved() {
    let space = explore(&game("", PUSH, "h.b"));
    assert_eq!(space.solvability(), Solvability::Unsolvable);
    assert_eq!(
        (space.space.n_shortest(), space.space.n_dead_ends()),
        (Some(0), Some(space.n_states()))
    );
    assert!(space.shortest_plays(1).is_empty());
    assert_eq!(space.course(&[]).unwrap().mistake_made_after, Some(0));
}

#[test]
fn limits_and_stop_end_a_search_and_keep_what_is_known() {
    let game = game("", PUSH, "h....\n.b...\n...g.\n.....\n.....");
    let whole = explore(&game);
    for states in (1..whole.n_states()).step_by(9) {
        let few = SpaceLimits { states, ..limits(1) };
        let space = ScriptSpace::explore(&game, 0, &few, &|| false).unwrap();
        assert_eq!((space.end(), space.n_states()), (&SpaceEnd::Limit, states));
        assert_eq!(space.space.n_dead_ends(), None);
        match space.shortest_length() {
            None => assert_eq!(space.solvability(), Solvability::Unknown),
            length => assert_eq!(length, whole.shortest_length()),
        }
        assert!(space.space.n_shortest().is_none_or(|n| Some(n) == whole.space.n_shortest()));
        let last = states as u32 - 1;
        let way = space.keys_of(&space.space.way_to(last));
        assert_eq!(space.course(&way).unwrap().states.last(), Some(&last));
    }
    let tight = SpaceLimits { bytes: 5 << 20, ..limits(1) };
    assert!(ScriptSpace::explore(&game, 0, &tight, &|| false).unwrap().is_complete());
    for bytes in (4 << 20..(4 << 20) + (60 << 10)).step_by(2_000) {
        let tight = SpaceLimits { bytes, ..limits(1) };
        let space = ScriptSpace::explore(&game, 0, &tight, &|| false).unwrap();
        assert!(space.space.bytes() <= bytes && space.n_states() <= whole.n_states());
    }
    let none = SpaceLimits { bytes: 1 << 20, ..limits(1) };
    assert_eq!(ScriptSpace::explore(&game, 0, &none, &|| false).unwrap().n_states(), 0);
    let stopped = ScriptSpace::explore(&game, 0, &limits(1), &|| true).unwrap();
    assert_eq!((stopped.end(), stopped.n_states()), (&SpaceEnd::Stopped, 1));
    assert_eq!((stopped.space.distance(0), stopped.space.is_dead_end(0)), (None, None));
}

#[test]
fn numbers_do_not_depend_on_threads() {
    let game = game("", PUSH, "h.....\n.b..b.\n..w...\n...gg.\n......");
    let one = explore(&game);
    for threads in 2..4 {
        let several = ScriptSpace::explore(&game, 0, &limits(threads), &|| false).unwrap();
        assert_eq!(one.n_states(), several.n_states());
        for state in 0..one.n_states() as u32 {
            assert_eq!(one.state(state), several.state(state));
            assert!(one.space.steps(state).eq(several.space.steps(state)));
            assert_eq!(one.space.depth(state), several.space.depth(state));
            assert_eq!(one.space.distance(state), several.space.distance(state));
        }
    }
}

#[test]
fn keys_are_those_that_the_game_listens_to() {
    let n_keys = |prelude| explore(&game(prelude, PUSH, "h.b")).keys().len();
    assert_eq!((n_keys(""), n_keys("noaction"), n_keys("realtime_interval 1")), (5, 4, 6));
    // The box moves with time alone; a player who waits sees it come.
    let rules = format!("{PUSH}\nleft [ stationary Box ] -> [ > Box ]");
    let space = explore(&game("realtime_interval 1", &rules, "w.g.b\nhwwww"));
    assert_eq!(space.shortest_length(), Some(2));
    assert!(space.shortest_plays(99).contains(&vec![ScriptInput::Wait; 2]));
}

#[test]
fn spaces_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<ScriptSpace>();
    shared::<SolutionStudy<'_>>();
}

#[test]
fn faults_chance_and_checkpoints_are_told() {
    let rules = "[ stationary Wall Goal | Hero ] -> [ action Wall | Hero ] again\n\
                 [ stationary Wall no Goal | Hero ] -> [ action Wall Goal | Hero ] again";
    let endless = explore(&game("", rules, "h..w\n...b"));
    let (fault, way) = endless.endless_turn().unwrap();
    assert!(matches!(fault, TurnFault::EndlessAgain { .. }), "{fault:?}");
    assert_eq!(way, keys("rru"));
    // All other states are there, and no key counts as doing nothing.
    assert!(endless.is_complete() && endless.n_states() > 3);
    assert_eq!(endless.course(&keys("rru")), Err(CourseError::Endless { place: 2 }));
    let random = game("", "[ stationary Box ] -> [ randomdir Box ]", "h.b");
    let refused = ScriptSpace::explore(&random, 0, &limits(1), &|| false).err();
    assert!(matches!(refused, Some(SpaceRefusal::Random { line: 1.. })));
    let message = ScriptSpace::explore(&random, 7, &limits(1), &|| false).err();
    assert!(message.is_some());
    let rules = format!("{PUSH}\nlate [ Hero Goal ] -> checkpoint\n[ action Hero ] -> restart");
    let torn = explore(&game("", &rules, "h.g.b"));
    assert_eq!(torn.end(), &SpaceEnd::Checkpoints);
    let whole = explore(&game("", &format!("{PUSH}\n[ action Hero ] -> restart"), "h.g.b"));
    assert!(whole.is_complete());
    let start = whole.course(&keys("rra")).unwrap();
    assert_eq!(start.states.last(), Some(&0));
}

#[test]
fn every_solution_pushes_but_not_every_one_takes_the_long_way() {
    let space = explore(&game("", PUSH, ".....\nh.b.g"));
    let study = study(&space, "urdrr", &["[ Player | Box ]", "[ Hero | ... | Box ]"]);
    let deed = |event| study.deeds().iter().find(|deed| deed.event == event).unwrap();
    let object = |name| space.game().objects.iter().position(|o| o.name == name).unwrap() as u32;
    let moved = deed(PlayEvent::Moved { object: object("box") });
    assert_eq!((moved.first, moved.turns, &moved.verdict), (4, 2, &ShortcutSearch::Proved));
    let corner = deed(PlayEvent::Entered { cell: 0 });
    assert_eq!(corner.verdict, without("rrr"));
    let before_the_box = deed(PlayEvent::Entered { cell: 3 });
    assert_eq!(before_the_box.verdict, ShortcutSearch::Proved);
    let shown = deed(PlayEvent::Shown { pattern: 1 });
    assert_eq!((shown.first, &shown.verdict), (0, &ShortcutSearch::Proved));
    let place = |event| study.deeds().iter().position(|deed| deed.event == event).unwrap();
    let (pattern, moved) =
        (place(PlayEvent::Shown { pattern: 0 }), place(PlayEvent::Moved { object: object("box") }));
    assert_eq!(study.comes_before(pattern, moved, &|| false), Ok(ShortcutSearch::Proved));
    assert_eq!(study.comes_before(moved, pattern, &|| false), Ok(without("rrr")));
    let wrong = SolutionStudy::new(&space, &keys("r"), &[], &limits(1), &|| false).err();
    assert_eq!(wrong, Some(StudyError::NoSolution));
    let wrong = SolutionStudy::new(&space, &[], &["[ Dragon ]".into()], &limits(1), &|| false);
    assert!(matches!(wrong.err(), Some(StudyError::Pattern { pattern: 0, .. })));
}

#[test]
fn conditions_speak_of_patterns_and_the_start() {
    let space = explore(&game("", PUSH, ".....\nh.b.g"));
    let patterns = ["[ Hero | Box ]".to_string(), "[ Wall ]".to_string()];
    let ask = |condition: &Formula<PlayEvent>| {
        space.shortcut(condition, &patterns, &limits(1), &|| false).unwrap()
    };
    let (beside, wall) = (PlayEvent::Shown { pattern: 0 }, PlayEvent::Shown { pattern: 1 });
    assert_eq!(ask(&Formula::Happens(beside, 3)), ShortcutSearch::Proved);
    assert_eq!(ask(&Formula::Happens(beside, 4)), without("rrr"));
    assert_eq!(ask(&Formula::Never(wall)), ShortcutSearch::Proved);
    assert_eq!(ask(&Formula::Happens(beside, 0)), ShortcutSearch::Proved);
    assert_eq!(ask(&Formula::Or(Vec::new())), without("rrr"));
    // Without a turn to the left of the box in the second row: along the first row, back and forth.
    let corner = Formula::Never(PlayEvent::Entered { cell: 0 });
    assert_eq!(ask(&Formula::Not(Box::new(corner))), without("rrr"));
    let near = explore(&game("", PUSH, "hb.g"));
    let shown = Formula::Happens(beside, 1);
    let proved = near.shortcut(&shown, &patterns, &limits(1), &|| false);
    assert_eq!(proved, Ok(ShortcutSearch::Proved));
}

#[test]
fn what_cannot_be_studied_is_told() {
    let game = game("", PUSH, ".....\nh.b.g");
    let space = explore(&game);
    let often = |cell| Formula::Happens(PlayEvent::Entered { cell }, u32::MAX);
    let much = Formula::And((0..3).map(often).collect());
    let ask = |space: &ScriptSpace,
               condition: &Formula<PlayEvent>,
               limits: &SpaceLimits,
               stop: bool| { space.shortcut(condition, &[], limits, &|| stop) };
    let error = ask(&space, &much, &limits(1), false);
    assert_eq!(error, Err(StudyError::Counters(MonitorTooLarge { bits: 96 })));
    assert_eq!(ask(&space, &often(1), &limits(1), true), Err(StudyError::Stopped));
    let tight = SpaceLimits { bytes: 100, ..limits(1) };
    assert_eq!(ask(&space, &often(1), &tight, false), Err(StudyError::Memory));
    let few = SpaceLimits { states: 9, ..limits(1) };
    let part = ScriptSpace::explore(&game, 0, &few, &|| false).unwrap();
    assert_eq!(ask(&part, &often(1), &limits(1), false), Err(StudyError::Incomplete));
    let study = study(&part, "rrr", &[]);
    assert!(study.deeds().iter().all(|deed| deed.verdict == ShortcutSearch::Limit));
    assert_eq!(study.comes_before(0, 1, &|| false), Err(StudyError::Incomplete));
}

#[test]
fn what_is_taken_back_has_not_happened() {
    let rules = format!("{PUSH}\nlate [ Hero Goal ] -> cancel");
    let space = explore(&game("", &rules, "g...\nh.bg"));
    assert_eq!(space.course(&keys("u")).unwrap().states, [0, 0]);
    let study = study(&space, "urr", &[]);
    let entered = study.deeds().iter().filter(|d| matches!(d.event, PlayEvent::Entered { .. }));
    assert_eq!(entered.map(|deed| deed.first).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn turns_of_again_are_part_of_the_turn() {
    let rules =
        "[ > Hero | Box ] -> [ Hero | > Box ]\nright [ Box | no Box no Wall ] -> [ | Box ] again";
    let space = explore(&game("", rules, "h...\nb..g\n...."));
    assert!(space.is_complete());
    for play in space.shortest_plays(5) {
        let found = SolutionStudy::new(&space, &play, &[], &limits(1), &|| false).unwrap();
        assert!(found.deeds().iter().any(|deed| matches!(deed.event, PlayEvent::Made { .. })));
    }
}

/// A key, the next state (`None`: a win) and the events of the turn.
type NaiveEdge = (ScriptInput, Option<usize>, HashSet<PlayEvent>);

/// The result of a naive search: states, with the next state (`None`: a win) and events for each key.
struct Naive {
    states: Vec<ScriptState>,
    edges: Vec<Vec<NaiveEdge>>,
    winning: usize,
}

fn naive(game: &Arc<ScriptGame>) -> Naive {
    let mut stepper = ScriptStepper::new(game.clone());
    let start = stepper.start(0).unwrap();
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let mut found = Naive { states: vec![start], edges: Vec::new(), winning: 0 };
    while found.edges.len() < found.states.len() {
        let from = found.states[found.edges.len()].clone();
        let mut edges = Vec::new();
        for key in ScriptInput::KEYS {
            let mut state = from.clone();
            let mut record = TurnRecord::default();
            let turn = stepper.turn_watched(&mut state, key, &mut record).unwrap();
            let events = record.events.iter().filter_map(|&event| match event {
                TurnEvent::Fired { line } => Some(PlayEvent::Fired { line }),
                TurnEvent::Moved { object, .. } => Some(PlayEvent::Moved { object }),
                TurnEvent::Made { object, .. } => Some(PlayEvent::Made { object }),
                TurnEvent::Destroyed { object, .. } => Some(PlayEvent::Destroyed { object }),
                TurnEvent::Entered { cell } => Some(PlayEvent::Entered { cell }),
                TurnEvent::Stuck { .. }
                | TurnEvent::Acted { .. }
                | TurnEvent::Restarted
                | TurnEvent::TakenBack => None,
            });
            let events = events.collect();
            if turn.won {
                found.winning += 1;
                edges.push((key, None, events));
            } else if turn.changed {
                let next = *numbers.entry(state.clone()).or_insert_with(|| {
                    found.states.push(state.clone());
                    found.states.len() - 1
                });
                edges.push((key, Some(next), events));
            }
        }
        found.edges.push(edges);
    }
    found
}

impl Naive {
    /// Turns of a shortest solution over pairs of a state and a phase of a watcher of events, from phase 0 on.
    fn shortest(
        &self,
        from: usize,
        step: impl Fn(u8, &HashSet<PlayEvent>) -> Option<u8>,
        wins: impl Fn(u8) -> bool,
    ) -> Option<usize> {
        let mut seen = HashSet::from([(from, 0)]);
        let mut queue = VecDeque::from([(from, 0, 0)]);
        while let Some((state, phase, turns)) = queue.pop_front() {
            for (_, next, events) in &self.edges[state] {
                match (step(phase, events), next) {
                    (Some(phase), None) if wins(phase) => return Some(turns + 1),
                    (Some(phase), Some(next)) if seen.insert((*next, phase)) => {
                        queue.push_back((*next, phase, turns + 1));
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// The number of solutions of a length from a state, counted one by one.
    fn count(&self, state: usize, left: usize) -> u64 {
        let edges = self.edges[state].iter();
        edges
            .map(|(_, next, _)| match next {
                None => u64::from(left == 1),
                Some(next) if left > 1 => self.count(*next, left - 1),
                Some(_) => 0,
            })
            .sum()
    }

    /// The events of a play, and whether it wins with its last key.
    fn events_of(&self, play: &[ScriptInput]) -> (Vec<&HashSet<PlayEvent>>, bool) {
        let mut at = Some(0);
        let mut all = Vec::new();
        for key in play {
            let state = at.unwrap();
            let edge = self.edges[state].iter().find(|edge| edge.0 == *key).unwrap();
            all.push(&edge.2);
            at = edge.1;
        }
        (all, at.is_none())
    }
}

fn random_level(rng: &mut fastrand::Rng) -> String {
    let mut cells = ['.'; 16];
    let n_boxes = rng.usize(1..3);
    let glyphs = "h".to_string() + &"b".repeat(n_boxes) + &"g".repeat(n_boxes);
    let walls = "w".repeat(rng.usize(0..5));
    for (place, glyph) in (glyphs + &walls).chars().enumerate() {
        cells[place] = glyph;
    }
    rng.shuffle(&mut cells);
    cells.chunks(4).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// Conditions over the deeds of a play: searched, and compared with a naive search with a watcher.
fn check_conditions(space: &ScriptSpace, naive: &Naive, deeds: &[SolutionDeed], level: &str) {
    let shortcut = |condition: &Formula<PlayEvent>| match space
        .shortcut(condition, &[], &limits(1), &|| false)
        .unwrap()
    {
        ShortcutSearch::Found { play, .. } => {
            assert!(naive.events_of(&play).1, "{level} {condition:?}");
            Some(play.len())
        }
        ShortcutSearch::Proved => None,
        _ => panic!("{level} {condition:?}"),
    };
    let events: Vec<PlayEvent> = deeds.iter().map(|deed| deed.event).step_by(3).collect();
    for pair in events.windows(2) {
        let &[a, b] = pair else { continue };
        for times in 1..3 {
            // How often a and b happened, each up to twice, as two digits to base three.
            let step = |phase: u8, events: &HashSet<PlayEvent>| {
                let more = |n: u8, event| (n + u8::from(events.contains(&event))).min(2);
                Some(more(phase % 3, a) + more(phase / 3, b) * 3)
            };
            let both = Formula::And(vec![Formula::Happens(a, times), Formula::Happens(b, 1)]);
            let fails = |phase: u8| u32::from(phase % 3) < times || phase / 3 < 1;
            assert_eq!(shortcut(&both), naive.shortest(0, step, fails), "{level} {both:?}");
            let either = Formula::Or(vec![
                Formula::Never(a),
                Formula::Not(Box::new(Formula::Happens(b, times))),
            ]);
            let fails = |phase: u8| phase % 3 >= 1 && u32::from(phase / 3) >= times;
            assert_eq!(shortcut(&either), naive.shortest(0, step, fails), "{level} {either:?}");
        }
        // 0: neither, 1: a came first, 2: b came first or both.
        let race = |phase: u8, events: &HashSet<PlayEvent>| match phase {
            0 if events.contains(&b) => Some(2),
            0 => Some(u8::from(events.contains(&a))),
            phase => Some(phase),
        };
        let before = Formula::Before(a, b);
        let wrong = naive.shortest(0, race, |phase| phase != 1);
        assert_eq!(shortcut(&before), wrong, "{level} {before:?}");
    }
}

fn check_deeds(space: &ScriptSpace, naive: &Naive, level: &str) {
    for play in space.shortest_plays(1) {
        let study = SolutionStudy::new(space, &play, &[], &limits(2), &|| false).unwrap();
        let (turns, won) = naive.events_of(&play);
        assert!(won, "{level}");
        let all: HashSet<PlayEvent> = turns.iter().flat_map(|turn| turn.iter().copied()).collect();
        assert_eq!(all.len(), study.deeds().len(), "{level}");
        for deed in study.deeds() {
            let has = |turn: &&&HashSet<PlayEvent>| turn.contains(&deed.event);
            assert_eq!(deed.turns, turns.iter().filter(has).count());
            assert_eq!(Some(deed.first - 1), turns.iter().position(|turn| has(&turn)));
            let without =
                naive.shortest(0, |_, e| (!e.contains(&deed.event)).then_some(0), |_| true);
            match &deed.verdict {
                ShortcutSearch::Proved => assert_eq!(without, None, "{level} {deed:?}"),
                ShortcutSearch::Found { play, .. } => {
                    assert_eq!(Some(play.len()), without, "{level} {deed:?}");
                    let (turns, won) = naive.events_of(play);
                    assert!(won && !turns.iter().any(|turn| has(&turn)), "{level} {deed:?}");
                }
                _ => panic!("{level} {deed:?}"),
            }
        }
        check_conditions(space, naive, study.deeds(), level);
        for (first, second) in [(0, 1), (1, 0), (2, 4), (5, 3), (4, 6)] {
            let (Some(a), Some(b)) = (study.deeds().get(first), study.deeds().get(second)) else {
                continue;
            };
            // 0: neither yet, 1: out of order.
            let step = |phase: u8, events: &HashSet<PlayEvent>| match phase {
                0 if events.contains(&b.event) => Some(1),
                0 if events.contains(&a.event) => None,
                phase => Some(phase),
            };
            let wrong = naive.shortest(0, step, |_| true);
            match study.comes_before(first, second, &|| false).unwrap() {
                ShortcutSearch::Found { play, .. } => {
                    assert_eq!(Some(play.len()), wrong, "{level}");
                }
                verdict => assert_eq!((verdict, wrong), (ShortcutSearch::Proved, None), "{level}"),
            }
        }
    }
}

#[test]
fn random_levels_agree_with_a_naive_search() {
    let mut rng = fastrand::Rng::with_seed(23);
    let mut n_solved = 0;
    for round in 0..32 {
        let level = random_level(&mut rng);
        let game = game("", if round % 2 == 0 { PUSH } else { BREAK }, &level);
        let threads = SpaceLimits { threads: 1 + round % 3, ..SpaceLimits::default() };
        let space = ScriptSpace::explore(&game, 0, &threads, &|| false).unwrap();
        let naive = naive(&game);
        assert_eq!(space.n_states(), naive.states.len(), "{level}");
        assert_eq!(space.space.n_winning_steps(), naive.winning, "{level}");
        let turns = |state| naive.shortest(state, |_, _| Some(0), |_| true);
        let shortest = turns(0);
        assert_eq!(space.shortest_length(), shortest, "{level}");
        let mut n_dead = 0;
        for (number, state) in naive.states.iter().enumerate() {
            assert_eq!(space.number_of(state), Some(number as u32), "{level}");
            let turns = turns(number).map(|turns| turns as u32);
            assert_eq!(space.space.distance(number as u32), turns, "{level}");
            n_dead += usize::from(turns.is_none());
        }
        assert_eq!(space.space.n_dead_ends(), Some(n_dead), "{level}");
        if let Some(length) = shortest {
            n_solved += 1;
            if length < 9 {
                let count = naive.count(0, length);
                assert_eq!(space.space.n_shortest(), Some(count), "{level}");
                let plays = space.shortest_plays(usize::MAX);
                assert_eq!(plays.len() as u64, count);
                assert!(plays.iter().all(|play| naive.events_of(play).1));
            }
            check_deeds(&space, &naive, &level);
        }
    }
    assert!(n_solved > 4, "{n_solved}");
}

#[test]
fn rules_that_only_give_commands_fire_unless_a_later_one_drives_them_out() {
    let first_line = {
        let game = game("", PUSH, "hb.g");
        game.rule_lines()[0]
    };
    let fired = |rules: &str, level: &str, play: &str| -> Vec<Vec<u32>> {
        let game = game("", &format!("{PUSH}\n{rules}"), level);
        let turns = turn_events(&game, 0, &keys(play), &[]).unwrap();
        let lines = |turn: &Vec<PlayEvent>| {
            let line = |event: &PlayEvent| match event {
                PlayEvent::Fired { line } => Some(line - first_line),
                _ => None,
            };
            turn.iter().filter_map(line).collect()
        };
        turns.iter().skip(1).map(lines).collect()
    };
    // Beside the box from the start, and pushing it.
    let tells = "late [ Hero | Box ] -> message Pushed";
    assert_eq!(fired(tells, "hb.g", "r"), [[0, 1]]);
    for rule in ["sfx3", "checkpoint", "win"] {
        let rule = format!("late [ Hero | Box ] -> {rule}");
        assert_eq!(fired(&rule, "hb.g", "r"), [[0, 1]], "{rule}");
    }
    // Nothing changes against the wall, so nothing has happened there.
    assert_eq!(fired("[ > Hero | Wall ] -> sfx1", "whb.g", "lr"), [vec![], vec![0]]);
    let none: [[u32; 0]; 1] = [[]];
    assert_eq!(fired(&format!("{tells}\nlate [ Hero | Box ] -> cancel"), "hb.g", "r"), none);
    // RESTART drives out the message that was to be shown.
    let again = fired(&format!("{tells}\nlate [ Hero | Box ] -> restart"), "h.b.g", "rr");
    assert!(again.iter().flatten().all(|line| *line != 1), "{again:?}");
    // AGAIN by itself is no event.
    assert_eq!(fired("late [ Hero | Box ] -> again", "hb.g", "r"), [[0]]);
}

#[test]
fn every_solution_may_have_to_give_a_command() {
    let rules = format!("{PUSH}\nlate [ Box Goal ] -> sfx1\nlate [ Hero | Goal ] -> sfx2");
    let space = explore(&game("", &rules, "hb.g"));
    let found = study(&space, "rr", &[]);
    let fired: Vec<(u32, bool)> = found
        .deeds()
        .iter()
        .filter_map(|deed| match deed.event {
            PlayEvent::Fired { line } => Some((line, deed.verdict == ShortcutSearch::Proved)),
            _ => None,
        })
        .collect();
    assert_eq!(fired.iter().filter(|(_, always)| *always).count(), 3, "{fired:?}");
}
