//! Little games of our own, and properties that they must have.

use crate::turns::trace::{TurnEvent, TurnRecord};
use crate::*;
use std::sync::Arc;

/// A game of a hero, a box, a wall and a goal with given rules and levels.
fn source(prelude: &str, rules: &str, levels: &str) -> String {
    format!(
        "title Little\n{prelude}\n\nOBJECTS\nBackground\nblack\n\nHero h\nwhite\n\nBox b\nbrown\n\nWall w\ngrey\n\nGoal g\nyellow\n\n\
         LEGEND\n. = Background\nPlayer = Hero\nx = Box and Goal\nThing = Box or Wall\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nGoal\nHero, Box, Wall\n\n\
         RULES\n{rules}\n\nWINCONDITIONS\nAll Box on Goal\n\nLEVELS\n\n{levels}\n"
    )
}

/// The game of a source without errors.
pub(crate) fn compiled(source: &str) -> Arc<ScriptGame> {
    let compiled = compile(source);
    let errors: Vec<_> =
        compiled.diagnostics.iter().filter(|c| c.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{source}\n{errors:?}");
    compiled.game.unwrap()
}

fn game(prelude: &str, rules: &str, levels: &str) -> Arc<ScriptGame> {
    compiled(&source(prelude, rules, levels))
}

#[test]
fn rules_without_levels_are_as_sure_as_with_them() {
    let push = "[ > Hero | Box ] -> [ > Hero | > Box ]";
    let whole = game("", push, "h.b.g");
    let rules = compile(&source("", push, "")).game.unwrap();
    assert_eq!(rules.dynamic_objects(), whole.dynamic_objects());
    assert_eq!(rules.dynamic_objects().len(), 2);
    // Rules cannot make two objects of a layer in one cell, so the whole state is kept then.
    let (hero, wall) = (1, 3);
    let cells = vec![vec![0, hero, wall], vec![0], vec![0]];
    let odd = Arc::new(rules.on_board(3, 1, &cells).unwrap());
    let space =
        ScriptSpace::explore(&odd, 0, &foolproof_space::SpaceLimits::default(), &|| false).unwrap();
    for number in 0..space.n_states() as u32 {
        let state = space.state(number).unwrap();
        assert_eq!(space.number_of(&state), Some(number));
    }
    assert_eq!(space.state(0).map(|start| odd.objects_at(0, &start, 0, 0)).unwrap().len(), 3);
}

/// A game without win conditions.
fn never_won(rules: &str, level: &str) -> Arc<ScriptGame> {
    let source = source("", rules, level).replace("All Box on Goal", "");
    compile(&source).game.unwrap()
}

/// The board in the characters of the level.
fn picture(game: &ScriptGame, level: usize, state: &ScriptState) -> String {
    let board = game.board(level).unwrap();
    let glyph = |column, row| {
        let names: Vec<&str> = game
            .objects_at(level, state, column, row)
            .iter()
            .map(|&id| game.objects[id].name.as_str())
            .collect();
        match names.as_slice() {
            [_, "goal", "box"] => 'x',
            [.., "background"] => '.',
            [.., top] => top.chars().next().unwrap(),
            [] => '?',
        }
    };
    let row = |row| (0..board.width).map(|column| glyph(column, row)).collect::<String>();
    (0..board.height).map(row).collect::<Vec<_>>().join("/")
}

/// Plays keys (`u`, `d`, `l`, `r`, `a`) and compares the board at the end.
fn check(prelude: &str, rules: &str, level: &str, keys: &str, expected: &str) {
    let game = game(prelude, rules, level);
    let mut stepper = ScriptStepper::new(game.clone());
    stepper.seed("test");
    let mut state = stepper.start(0).unwrap();
    for key in keys.chars() {
        stepper.turn(&mut state, key_of(key)).unwrap();
    }
    assert_eq!(picture(&game, 0, &state), expected, "{rules}");
}

fn key_of(key: char) -> ScriptInput {
    match key {
        'u' => ScriptInput::Up,
        'd' => ScriptInput::Down,
        'l' => ScriptInput::Left,
        'r' => ScriptInput::Right,
        _ => ScriptInput::Action,
    }
}

const PUSH: &str = "[ > Hero | Box ] -> [ > Hero | > Box ]";

#[test]
fn a_hero_pushes_a_box_but_not_through_a_wall() {
    check("", PUSH, "h.b.w", "rrr", "..hbw");
    check("", PUSH, "h.b.w", "r", ".hb.w");
    check("", "[ > Hero | Thing ] -> [ > Hero | > Thing ]", "hw.", "r", ".hw");
}

#[test]
fn again_goes_on_until_nothing_changes() {
    check("", "right [ Box | no Box no Wall ] -> [ | Box ] again", "hb...w", "a", "h...bw");
}

#[test]
fn endless_again_is_a_fault_and_does_not_hang() {
    let rules = "[ stationary Box Goal ] -> [ action Box ] again\n[ stationary Box no Goal ] -> [ action Box Goal ] again";
    let game = never_won(rules, "hb.w.");
    let mut stepper = ScriptStepper::new(game);
    let mut state = stepper.start(0).unwrap();
    let fault = stepper.turn(&mut state, ScriptInput::Action);
    let Err(TurnFault::EndlessAgain { line, .. }) = fault else { panic!("{fault:?}") };
    let text = source("", rules, "");
    assert!(text.lines().nth(line as usize - 1).is_some_and(|text| text.ends_with("again")));
    // A recorded play gives the same.
    let game = Arc::clone(stepper.game());
    let played = Playback::new(game, 0, "").unwrap().press(ScriptInput::Action);
    assert!(matches!(played, Err(TurnFault::EndlessAgain { .. })), "{played:?}");
}

#[test]
fn a_long_way_of_again_that_ends_is_no_fault() {
    // All these turns without a key together are more work than a single turn may take.
    let wide = format!("hb{}ww", ".".repeat(15_000));
    let idle = "[ Wall | Wall ] -> [ Wall | Wall ] sfx1\n".repeat(5);
    let rules = format!("{idle}right [ Box | no Box no Wall ] -> [ | Box ] again");
    let game = never_won(&rules, &wide);
    let mut stepper = ScriptStepper::new(game);
    let mut state = stepper.start(0).unwrap();
    let turn = stepper.turn(&mut state, ScriptInput::Action);
    assert!(turn.is_ok_and(|turn| turn.changed), "{turn:?}");
    assert!(stepper.game().objects_at(0, &state, 15_001, 0).len() > 1);
}

#[test]
fn a_random_rule_draws_from_all_its_matches() {
    let game = never_won("random [ ] -> [ Goal ]", "h..");
    let goal = game.objects.iter().position(|object| object.name == "goal").unwrap();
    for seed in 0..20 {
        let seed = seed.to_string();
        let mut stepper = ScriptStepper::new(Arc::clone(&game));
        stepper.seed(&seed);
        let mut state = stepper.prepare(0).unwrap();
        // One number each turn, however many of the matches would change nothing.
        let mut random = turns::rng::ScriptRandom::new(&seed);
        let mut filled = [false; 3];
        for _ in 0..10 {
            stepper.turn(&mut state, ScriptInput::Wait).unwrap();
            filled[random.below(3) as usize] = true;
            let now = [0, 1, 2].map(|col| game.objects_at(0, &state, col, 0).contains(&goal));
            assert_eq!(now, filled, "seed {seed}");
        }
    }
}

#[test]
fn cancel_takes_a_turn_back() {
    check("", &format!("{PUSH}\nlate [ Goal Box ] -> cancel"), "hbg", "r", "hbg");
}

#[test]
fn require_player_movement_takes_idle_turns_back() {
    check("require_player_movement", "[ > Hero | Wall ] -> [ > Hero | Box ]", "hw", "r", "hw");
}

#[test]
fn gaps_reach_over_any_distance() {
    check("", "[ > Hero | ... | Box ] -> [ > Hero | ... | ]", "h..b.w", "r", ".h...w");
}

#[test]
fn a_level_is_won_and_the_watcher_sees_why() {
    let game = game("", PUSH, "hbg");
    let mut stepper = ScriptStepper::new(game.clone());
    let mut state = stepper.start(0).unwrap();
    let mut record = TurnRecord::default();
    let turn = stepper.turn_watched(&mut state, ScriptInput::Right, &mut record).unwrap();
    assert!(turn.won && turn.changed);
    let moved =
        record.events.iter().filter(|event| matches!(event, TurnEvent::Moved { .. })).count();
    assert_eq!(moved, 2);
    assert!(record.events.contains(&TurnEvent::Entered { cell: 1 }));
}

#[test]
fn the_same_seed_gives_the_same_chances() {
    let game = game("", "[ stationary Box ] -> [ randomdir Box ]", "h......\n..b.b..\n.......");
    assert!(game.is_random());
    let play = |seed: &str| {
        let mut stepper = ScriptStepper::new(game.clone());
        stepper.seed(seed);
        let mut state = stepper.start(0).unwrap();
        for _ in 0..20 {
            stepper.turn(&mut state, ScriptInput::Action).unwrap();
        }
        picture(&game, 0, &state)
    };
    assert_eq!(play("one"), play("one"));
    assert!(["two", "three", "four"].iter().any(|seed| play(seed) != play("one")));
}

#[test]
fn questions_see_what_is_on_a_board() {
    let game = game("", PUSH, "h.b\n..w");
    let mut stepper = ScriptStepper::new(game.clone());
    let mut state = stepper.start(0).unwrap();
    let shows = |state: &ScriptState, brackets: &str| {
        game.question(0, brackets).unwrap().is_shown(state).unwrap()
    };
    assert!(!shows(&state, "[ Player | Box ]"));
    assert!(shows(&state, "down [ Box | Wall ]") && !shows(&state, "up [ Box | Wall ]"));
    stepper.turn(&mut state, ScriptInput::Right).unwrap();
    assert!(shows(&state, "[ Player | Box ]") && shows(&state, "[ Hero | Thing ] [ Wall ]"));
    assert!(
        game.question(0, "[ Dragon ]").is_err() && game.question(0, "[ Player ] -> [ ]").is_err()
    );
    assert!(game.question(7, "[ Player ]").is_err());
}

#[test]
fn undo_and_restart_go_back() {
    let game = game("", PUSH, "h....");
    let mut play = Playback::new(game, 0, "seed").unwrap();
    let start = play.state().clone();
    play.press(ScriptInput::Right).unwrap();
    let first = play.state().clone();
    play.press(ScriptInput::Right).unwrap();
    play.undo();
    assert_eq!(play.state(), &first);
    play.restart().unwrap();
    assert_eq!(play.state(), &start);
    play.undo();
    assert_eq!(play.state(), &first);
}

#[test]
fn packing_tells_states_apart_and_loses_nothing() {
    let mut rng = fastrand::Rng::with_seed(5);
    for level in ["h.b..\n.bw..\n..g..", &".".repeat(90).replacen("....", "h.b.", 1)] {
        let game = game("", PUSH, level);
        let packer = StatePacker::new(&game, 0).unwrap();
        let mut stepper = ScriptStepper::new(game);
        let mut state = stepper.start(0).unwrap();
        let mut seen = std::collections::HashMap::new();
        for _ in 0..500 {
            stepper.turn(&mut state, ScriptInput::KEYS[rng.usize(..5)]).unwrap();
            let mut packed = Vec::new();
            packer.pack(&state, &mut packed);
            let mut back = packer.blank();
            packer.unpack(&packed, &mut back);
            assert_eq!(back, state);
            assert_eq!(seen.entry(packed).or_insert_with(|| state.clone()), &state);
        }
    }
}

#[test]
fn complaints_say_where_and_what_to_do() {
    let compiled = compile(&source("", "[ > Hero | Boxx ] -> [ > Hero | > Box ]", "h.q"));
    let texts: Vec<_> =
        compiled.diagnostics.iter().map(|c| (c.line, c.column, c.text.as_str())).collect();
    assert!(texts.iter().any(|(.., text)| text.contains("Did you mean BOX?")), "{texts:?}");
    assert!(texts.iter().any(|(.., text)| text.starts_with("Q is not a character")), "{texts:?}");
    assert!(compile("").game.is_none());
    assert!(!compile("").diagnostics.is_empty());
}

#[test]
fn a_level_that_is_too_large_takes_no_other_with_it() {
    let rows = vec!["h".repeat(200); 100].join("\n");
    let compiled = compile(&source("", "", &format!("h.\n\n{rows}\n\n.h")));
    let warned = compiled.diagnostics.iter().any(|one| one.text.contains("more than 16384 cells"));
    assert!(warned, "{:?}", compiled.diagnostics);
    let game = compiled.game.unwrap();
    let is_board: Vec<bool> = (0..3).map(|entry| game.board(entry).is_some()).collect();
    assert_eq!((is_board, game.numbered().count()), (vec![true, false, true], 3));
}

#[test]
fn too_large_rules_are_refused() {
    let row = "Thing | ".repeat(20);
    let rule = format!("[ {row} Thing ] -> [ {row} Box ]");
    let many = rule.replace("Thing", "moving Thing");
    assert!(compile(&source("", &many, "h")).game.is_none());
}

/// A source with odd line endings and comments, with its known levels and messages.
fn odd_source(rng: &mut fastrand::Rng) -> String {
    let ending = if rng.bool() { "\r\n" } else { "\n" };
    let mut text = source("", PUSH, "LEVELSHERE").replace('\n', ending);
    let mut levels = String::new();
    for _ in 0..rng.usize(1..6) {
        if rng.u8(..4) == 0 {
            levels += &format!("message Hello (there){ending}");
            continue;
        }
        let width = rng.usize(1..6);
        for row in 0..rng.usize(1..5) {
            if row == 0 && rng.u8(..4) == 0 {
                levels += "(note) ";
            }
            levels.extend((0..width).map(|_| rng.choice(['h', '.', 'b', 'w', 'g', 'x']).unwrap()));
            match rng.u8(..6) {
                0 => levels += " (a comment)",
                1 => levels += &format!(" (a comment{ending}over lines)"),
                2 => levels += "  ",
                _ => {}
            }
            levels += ending;
        }
        levels += ending;
    }
    text = text.replace("LEVELSHERE", &levels);
    text
}

fn rows_of(text: &str) -> Vec<Option<Vec<String>>> {
    let source = ScriptSource::new(text);
    let places = source.levels.iter().map(|place| match place {
        LevelPlace::Message { .. } => None,
        LevelPlace::Rows(rows) => {
            Some(rows.iter().map(|row| text[row.clone()].to_string()).collect())
        }
    });
    places.collect()
}

#[test]
fn levels_are_written_back_and_nothing_else_changes() {
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..400 {
        let text = odd_source(&mut rng);
        let source = ScriptSource::new(&text);
        let mut expected = rows_of(&text);
        let level = rng.usize(..expected.len());
        let rows: Vec<String> = vec!["h.b".into(); rng.usize(1..7)];
        let edit = match rng.u8(..4) {
            0 => {
                expected.remove(level);
                ScriptLevelEdit::Delete { level }
            }
            1 => {
                expected.insert(level + 1, Some(rows.clone()));
                ScriptLevelEdit::InsertAfter { level: Some(level), rows }
            }
            2 => {
                expected.insert(0, Some(rows.clone()));
                ScriptLevelEdit::InsertAfter { level: None, rows }
            }
            _ if expected[level].is_none() => continue,
            _ => {
                expected[level] = Some(rows.clone());
                ScriptLevelEdit::Replace { level, rows }
            }
        };
        let changed = source.with_levels(std::slice::from_ref(&edit)).unwrap();
        assert_eq!(rows_of(&changed), expected, "{edit:?}\n{text:?}\n{changed:?}");
        let head = text.find("LEVELS").unwrap();
        assert_eq!(&text[..head], &changed[..head]);
        assert_eq!(text.contains("\r\n"), changed.replace("\r\n", "").len() < changed.len());
        let n_comments = |text: &str| text.matches("(a comment").count();
        if !matches!(edit, ScriptLevelEdit::Delete { .. }) {
            assert_eq!(n_comments(&text), n_comments(&changed), "{text:?}\n{changed:?}");
        }
        // Writing the same rows again changes nothing at all.
        let same = rows_of(&text)
            .into_iter()
            .enumerate()
            .filter_map(|(level, rows)| rows.map(|rows| ScriptLevelEdit::Replace { level, rows }));
        assert_eq!(source.with_levels(&same.collect::<Vec<_>>()).unwrap(), text);
    }
}

#[test]
fn rows_that_would_be_misread_are_refused() {
    let text = source("", PUSH, "h.b");
    let source = ScriptSource::new(&text);
    for row in ["", "a b", "a(b", "message", "==="] {
        let edit = ScriptLevelEdit::Replace { level: 0, rows: vec![row.to_string()] };
        assert!(source.with_levels(&[edit]).is_err(), "{row}");
    }
    assert!(source.with_levels(&[ScriptLevelEdit::Delete { level: 3 }]).is_err());
}

#[test]
fn games_can_be_shared_and_steppers_sent_between_threads() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<ScriptGame>();
    sent::<ScriptStepper>();
    sent::<BoardQuestion>();
}

#[test]
fn glyphs_are_what_levels_may_use() {
    let game = game("", PUSH, "h.b");
    let glyphs = game.glyphs();
    let of =
        |glyph| glyphs.iter().find(|(known, _)| *known == glyph).map(|(_, objects)| objects.len());
    assert_eq!((of('x'), of('h'), of('z')), (Some(2), Some(1), None));
}

#[test]
fn line_endings_make_no_difference() {
    let text = source("", PUSH, "h.b\n..w\n\nmessage Well done\n\nhb.");
    let (unix, dos) =
        (compile(&text).game.unwrap(), compile(&text.replace('\n', "\r\n")).game.unwrap());
    assert_eq!(unix.levels.len(), dos.levels.len());
    assert_eq!(unix.settings, dos.settings);
    assert_eq!(unix.objects, dos.objects);
}

#[test]
fn a_level_with_an_unknown_character_is_none_to_play() {
    let compiled = compile(&source("", "", "h?b.g\n\nhb.g"));
    let game = compiled.game.unwrap();
    let [broken, fine] = game.levels.as_slice() else { panic!("{:?}", game.levels) };
    assert!(
        matches!(broken, ScriptLevel::Unreadable(why) if why.starts_with("? stands")),
        "{broken:?}"
    );
    assert!(matches!(fine, ScriptLevel::Board(_)), "{fine:?}");
    assert!(game.board(0).is_none() && game.numbered().count() == 2);
    let told = compiled.diagnostics.iter().find(|one| one.severity == Severity::Error);
    assert!(told.is_some_and(|one| one.text.starts_with("? ")), "{told:?}");
}

#[test]
fn a_win_with_a_message_is_warned_of() {
    let warns = |rule: &str| {
        let compiled = compile(&source("", rule, "hb.g"));
        compiled.diagnostics.iter().any(|one| one.text.contains("never wins"))
    };
    assert!(warns("late [ Hero Goal ] -> win message Hello"));
    assert!(!warns("late [ Hero Goal ] -> message Hello"));
    assert!(!warns("late [ Hero Goal ] -> win"));
}
