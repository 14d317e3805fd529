//! Messages about odd PuzzleScript sources: headings with comments, levels that are too large, chance,
//! turns without end.

use super::*;

/// A source with these rules and levels.
pub(super) fn source(name: &str, rules: &str, levels: &str) -> PathBuf {
    let path = folder(&format!("script_told_{name}")).join(format!("{name}.txt"));
    let text = format!(
        "title Odd\n\nOBJECTS\n\nBackground .\nblack\n\nGoal\nyellow\n\nPlayer P\nblue\n\nCrate *\nred\n\n\
         Wall #\ngrey\n\nLEGEND\n\nO = Goal\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nGoal\n\
         Player, Crate, Wall\n\nRULES\n\n{rules}\n\nWINCONDITIONS\n\nall Goal on Crate\nsome Goal\n\nLEVELS\n\n\
         {levels}\n"
    );
    fs::write(&path, text).expect("written");
    path
}

pub(super) const PUSH: &str = "[ > Player | Crate ] -> [ > Player | > Crate ]";
const SMALL: &str = "P*.O\n";

#[test]
fn a_heading_may_have_a_comment_behind_it() {
    let path = source("comment", PUSH, SMALL);
    let text_of = fs::read_to_string(&path).expect("a source");
    for (old, new) in [
        ("OBJECTS\n", "OBJECTS (cat)\n"),
        ("RULES\n", "(what moves) RULES (and\nwhat does not)\n"),
        ("LEVELS\n", "LEVELS(many)\n"),
    ] {
        fs::write(&path, text_of.replace(old, new)).expect("written");
        let lines = printed(&["solve", text(&path)], 0);
        assert!(lines.starts_with("Shortest solutions: exactly 1 ("), "{new}: {lines}");
        printed(&["events", &format!("{}#1", text(&path))], 0);
    }
}

#[test]
fn levels_have_one_number_everywhere_and_one_that_is_too_large_takes_no_other_with_it() {
    let long = format!("{}\n", ".".repeat(130));
    let huge = format!("{}\n", vec![".".repeat(200); 100].join("\n"));
    let path = source("large", PUSH, &format!("{long}\n{huge}\nP*.O\n\nP*..O\n"));
    let number = |n: usize| format!("{}#{n}", text(&path));
    // The third and the fourth are the same by every verb.
    for (n, moves) in [(3, 2), (4, 3)] {
        let lines = printed(&["solve", &number(n)], 0);
        assert!(lines.ends_with(&format!("\n  step {moves}: right\n")), "{lines}");
        let lines = printed(&["events", &number(n)], 0);
        assert!(lines.contains(&format!("A shortest solution has {moves} moves")), "{lines}");
        let keys = vec!["right"; moves].join(" ");
        printed(&["replay", &number(n), &keys], 0);
        printed(&["positions", &number(n)], 0);
    }
    let titled = format!("{}#Level 4", text(&path));
    assert!(printed(&["solve", &titled], 0).ends_with("\n  step 3: right\n"));
    // Those that no pack can hold are solved, and refused where a pack would be written.
    assert!(printed(&["solve", &number(1)], 1).starts_with("Shortest solutions: exactly 0"));
    printed(&["positions", &number(1)], 0);
    let says = refused(&["complete", &number(1), "-o", "none.json"]);
    let line = fs::read_to_string(&path).expect("a source");
    let line = 1 + line.lines().position(|line| line.len() == 130).expect("the long level");
    let place = format!("line {line}: this level is 130x1, and sides are limited to 120 cells");
    assert!(says.contains(&place), "{says}");
    assert!(refused(&["solve", &number(2)]).contains("this level is 200x100"));
    let says = refused(&["replay", &number(2), "right"]);
    assert!(says.contains("level 2 is 200x100; levels of up to 16384 cells are played"), "{says}");
    let document = json(&["check", text(&path)], 1);
    let levels = document["levels"].as_array().expect("levels");
    let numbers: Vec<u64> = levels.iter().filter_map(|level| level["number"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3, 4], "{document:#}");
    // A source is written in place, and unreadable parts stay in the file.
    let before = fs::read_to_string(&path).expect("a source");
    printed(&["replace", &number(4), "--find", "goal", "--with", "wall", "-o", text(&path)], 0);
    let after = fs::read_to_string(&path).expect("a source");
    let changed: Vec<(&str, &str)> =
        before.lines().zip(after.lines()).filter(|(old, new)| old != new).collect();
    assert_eq!(changed, [("P*..O", "P*..#")]);
}

#[test]
fn what_chance_leaves_to_be_won_is_told() {
    // A push that takes the player away as often as it moves the crate.
    let coin = "random [ > Player | Crate ] -> [ > Player | > Crate ]\n+ [ > Player | Crate ] -> [ | Crate ]";
    let path = source("coin", coin, "P*.O\n\n*P.O\n\nP*O.\n");
    let number = |n: usize| format!("{}#{n}", text(&path));
    let odds = |n: usize, status: i32| {
        let document = json(&["chance", &number(n)], status);
        document["findings"][0]["odds"].clone()
    };
    // Two pushes are needed, then none, then one.
    let says = "Can be won with luck in 2 moves (best chance 1/4), not for sure";
    let lines = printed(&["chance", &number(1)], 0);
    assert!(lines.starts_with(says) && lines.contains("Begin with: right"), "{lines}");
    let solved = printed(&["solve", &number(1)], 0);
    assert!(solved.starts_with(says), "{solved}");
    let first = odds(1, 0);
    assert_eq!(first["best_chance"]["exact"], "1/4", "{first:#}");
    assert_eq!((&first["with_luck"], &first["for_sure"]), (&2.into(), &Value::Null), "{first:#}");
    let way = &first["strategy"][0];
    assert_eq!(
        (&way["move"], &way["ways"][0]["chance"]),
        (&"right".into(), &0.5.into()),
        "{way:#}"
    );
    // The crate is pushed in every win; nobody is sure to win.
    assert!(lines.contains("In every win: "), "{lines}");
    let needs = first["needs"].as_array().expect("needs").iter();
    let mut pushed = needs.filter(|need| need["event"] == "moved(crate)");
    let need = pushed.next().expect("a push");
    assert_eq!((&need["in_every_win"], &need["in_sure_wins"]), (&true.into(), &Value::Null));
    assert!(odds(3, 0)["says"].as_str().is_some_and(|says| says.contains("best chance 1/2")));
    let lines = printed(&["solve", &number(2)], 1);
    assert!(lines.starts_with("Cannot be won, whatever chance does"), "{lines}");
    // A solution that is shown wins as chance falls here.
    let document = json(&["solve", &number(3)], 0);
    let solvable = document["findings"].as_array().expect("findings").iter();
    let solvable = solvable.filter(|finding| finding["topic"] == "solvable");
    assert!(solvable.count() > 0, "{document:#}");
}

#[test]
fn luck_wins_where_chance_has_too_many_ways() {
    let throw =
        "[ Crate ] -> [ randomdir Crate ]\n[ moving Player | Crate ] -> [ moving Player | ]";
    let path = source("throw", throw, "P....O..*\n..*..*..*\n*.*..*..*\n");
    let lines = printed(&["chance", text(&path)], 0);
    assert!(lines.starts_with("Can be won with luck in "), "{lines}");
    // Nothing can be won where nothing is to be won.
    let before = fs::read_to_string(&path).expect("a source");
    let wins = before.find("WINCONDITIONS").expect("a heading");
    let levels = before.find("LEVELS").expect("a heading");
    let text_of = format!("{}WINCONDITIONS\n\n{}", &before[..wins], &before[levels..]);
    fs::write(&path, text_of).expect("written");
    let lines = printed(&["solve", text(&path)], 1);
    assert!(lines.contains("the game has no win condition, and no rule wins"), "{lines}");
}

#[test]
fn chance_is_no_bad_input() {
    let path = source("chance", &format!("{PUSH}\nrandom [ Wall ] -> [ ]"), "P*.O#\n");
    let line = "is random, so solutions cannot be counted or compared";
    for verb in ["positions", "events"] {
        let lines = printed(&[verb, text(&path)], 1);
        assert!(lines.contains("unknown: line ") && lines.contains(line), "{verb}: {lines}");
    }
    let lines = printed(&["solve", text(&path)], 0);
    assert!(lines.starts_with("Can be won for sure in 2 moves, whatever chance does"), "{lines}");
    let says = refused(&["chance", "assets/packs/linjat.json#1"]);
    assert!(says.contains("is not a game of chance"), "{says}");
}

#[test]
fn what_cannot_change_the_outcome_is_told() {
    // The player leaves a trail of walls' shade that no rule reads; chance colours it.
    let path = source("trail", PUSH, SMALL);
    let before = fs::read_to_string(&path).expect("a source");
    let trail = "late random [ Player no Shade ] -> [ Player Shade ]";
    let text_of = before
        .replace("Wall #\ngrey\n", "Wall #\ngrey\n\nShade\nwhite\n")
        .replace("Player, Crate, Wall\n", "Player, Crate, Wall\nShade\n")
        .replace(&format!("{PUSH}\n"), &format!("{PUSH}\n{trail}\n"));
    fs::write(&path, text_of).expect("written");
    let lines = printed(&["solve", text(&path)], 0);
    assert!(lines.starts_with("Shortest solutions: exactly 1 ("), "{lines}");
    let lines = printed(&["positions", text(&path)], 0);
    let says =
        "This object cannot change the outcome: shade; positions that differ in nothing else";
    assert!(lines.contains(says), "{lines}");
    let document = json(&["positions", text(&path)], 0);
    let graph = &document["findings"][0]["graph"];
    assert_eq!(graph["without_effect"][0], "shade", "{graph:#}");
    assert_eq!(graph["merged"], true, "{graph:#}");
    // Events tell of it, and say only what is known.
    let lines = printed(&["events", &format!("{}#1", text(&path))], 1);
    assert!(lines.contains("made(shade)") && lines.contains("moved(crate)"), "{lines}");
}

#[test]
fn turns_without_end_are_told_alike_with_their_line() {
    let rules = "[ stationary Wall Goal | Player ] -> [ action Wall | Player ] again\n\
        [ stationary Wall no Goal | Player ] -> [ action Wall Goal | Player ] again";
    let path = source("endless", rules, "P#*O\n");
    let said = [
        refused(&["replay", text(&path), "right"]),
        refused(&["replay", text(&path), "right", "--original"]),
        printed(&["solve", text(&path)], 1),
    ];
    let of = fs::read_to_string(&path).expect("a source");
    let lines: Vec<String> = (1..)
        .zip(of.lines())
        .filter(|(_, line)| line.ends_with("again"))
        .map(|(number, _)| format!("AGAIN never settles (line {number})"))
        .collect();
    for says in said {
        assert!(lines.iter().any(|line| says.contains(line)), "{says}");
    }
}

#[test]
fn a_replay_obeys_its_limits() {
    let path = source("limits", PUSH, &format!("{}\n", vec![".".repeat(100); 100].join("\n")));
    let first = format!("{}#1", text(&path));
    let moves = "wait ".repeat(2000);
    // Boards are kept for JSON alone, and undo keeps no more boards than there are undos.
    printed(&["replay", &first, &moves, "--memory", "64"], 1);
    let document = json(&["replay", &first, &moves, "--memory", "64"], 1);
    assert_eq!(document["why_not_all"], "memory ran out (--memory)");
    let made = document["moves"].as_array().expect("moves").len();
    assert!((1..500).contains(&made), "{made} boards in 64 MiB");
    let lines = printed(&["replay", &first, &moves, "--time-limit", "0.0001"], 1);
    assert!(lines.contains("Further moves were not made: time ran out"), "{lines}");
    // Asking for more memory than the address space can only be a slip.
    let small = source("plenty", PUSH, SMALL);
    let lines = printed(&["solve", text(&small), "--memory", "17592186044416"], 0);
    assert!(lines.starts_with("Shortest solutions: exactly 1 ("), "{lines}");
}

#[test]
fn where_not_all_states_have_room_a_solution_is_hunted_for() {
    // Crates that block nothing multiply the states beyond the memory.
    let (free, crates) = (".".repeat(34), ".*.".repeat(11) + ".");
    let rows =
        [&free, &crates, &free, &crates, &free, &crates, &free].map(|row| format!("{row}\n"));
    let level = format!("{}P*{}O\n", rows.concat(), ".".repeat(31));
    let path = source("hunted", PUSH, &level);
    let lines = printed(&["solve", text(&path), "--memory", "96"], 1);
    assert!(
        lines.starts_with(
            "Solutions (shorter ones may exist): at least 1, then there are more than "
        ) && lines.contains("states, which is as many as there is memory for"),
        "{lines}"
    );
    let lines = printed(&["positions", text(&path), "--memory", "96"], 1);
    assert!(lines.contains("as many as there is memory for"), "{lines}");
}

#[test]
fn an_object_in_two_layers_is_there_once() {
    let path = source("twice", PUSH, SMALL);
    let doubled = fs::read_to_string(&path).expect("a source");
    let doubled = doubled.replace("Background\nGoal\nPlayer", "Background\nCrate\nGoal\nPlayer");
    fs::write(&path, doubled).expect("written");
    let first = format!("{}#1", text(&path));
    let output = run(&["events", &first]);
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(lines.contains("moved(crate)") && !lines.contains("crate_2"), "{lines}");
    // What the command line calls it can be written back.
    let output =
        run(&["replace", &first, "--find", "player", "--with", "crate", "-o", text(&path)]);
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
    let after = fs::read_to_string(&path).expect("a source");
    assert!(after.contains("\n**.O\n"), "{after}");
}

#[test]
fn a_check_tells_the_warnings_of_a_source_and_passes_with_them() {
    let path = source("warned", PUSH, "P*.O\n....\n...\n");
    let lines = printed(&["check", text(&path)], 0);
    let rows = fs::read_to_string(&path).expect("a source");
    let line = 1 + rows.lines().position(|line| line == "...").expect("the short row");
    let told = lines.lines().find(|line| line.contains("(a warning)"));
    assert!(told.is_some_and(|told| told.contains(&format!("line {line}, column "))), "{lines}");
    let document = json(&["check", text(&path)], 0);
    let warning = &document["warnings"][0];
    assert_eq!((&warning["line"], &warning["file"]), (&line.into(), &text(&path).into()));
    assert!(warning["text"].as_str().is_some_and(|text| !text.is_empty()), "{document:#}");
    // A source without any has no such list.
    let quiet = source("not_warned", PUSH, SMALL);
    assert_eq!(json(&["check", text(&quiet)], 0)["warnings"], Value::Null);
}

#[test]
fn what_is_won_for_sure_in_the_fewest_moves_is_called_shortest() {
    // Chance throws the player aside only when she acts.
    let throw = format!("{PUSH}\nrandom [ action Player ] -> [ randomdir Player ]");
    let path = source("sure", &throw, "........\n.P.*.O..\n........\n");
    let lines = printed(&["solve", text(&path)], 0);
    assert!(lines.starts_with("Can be won for sure in 3 moves, whatever chance does"), "{lines}");
    assert!(lines.contains("Shortest solutions: at least 1"), "{lines}");
    assert!(!lines.contains("shorter"), "{lines}");
    // What can be measured is.
    let lines = printed(&["rate", text(&path)], 0);
    for measure in ["Moves", "Positions", "Dead ends"] {
        assert!(lines.contains(measure), "{measure}: {lines}");
    }
}

#[test]
fn a_level_that_no_pack_can_hold_is_checked_as_it_is_solved() {
    let blank = ".".repeat(130);
    let path = source("wide", PUSH, &format!("P*.O{}\n{blank}\n{blank}\n", ".".repeat(126)));
    printed(&["solve", &format!("{}#1", text(&path))], 0);
    let lines = printed(&["check", text(&path)], 0);
    assert!(lines.contains("The level meets its policy."), "{lines}");
}

#[test]
fn rules_that_only_give_commands_are_events() {
    let rules = format!(
        "{PUSH}\nlate [ Player Goal ] -> message There\nlate [ Crate Goal ] -> [ Crate Goal ] sfx1"
    );
    let path = source("commands", &rules, "P*..O\n");
    let lines = fs::read_to_string(&path).expect("a source");
    let line_of =
        |rule: &str| 1 + lines.lines().position(|line| line.contains(rule)).expect("a rule");
    let events = printed(&["events", text(&path)], 0);
    for rule in ["sfx1", "[ > Player"] {
        assert!(events.contains(&format!("fired({},", line_of(rule))), "{rule}: {events}");
    }
    assert!(!events.contains(&format!("fired({},", line_of("There"))), "never there: {events}");
    let concept = format!("happens(fired({}),1)", line_of("sfx1"));
    printed(&["verify", &format!("{}#1", text(&path)), "--concept", &concept], 0);
    let concept = format!("happens(fired({}),1)", line_of("There"));
    printed(&["verify", &format!("{}#1", text(&path)), "--concept", &concept], 1);
}

#[test]
fn a_rule_that_is_gone_is_named_by_its_old_line() {
    let path = source("gone", PUSH, SMALL);
    let first = format!("{}#1", text(&path));
    let output = run(&["verify", &first, "--concept", "happens(fired(99,h0000),1)"]);
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), complaints(&output));
    let says = "the source has no rule like the one that was on line 99";
    assert!(said.contains(says), "{said}");
}
