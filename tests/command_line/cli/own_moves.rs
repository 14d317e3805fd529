//! Games of moves as newcomers write them: pieces that the level names, moves that leave the board, rules
//! that forget pieces.

use super::own_games::told;
use super::own_mended::game_of;
use super::*;

/// A manifest of a game of moves with these marks.
fn manifest(id: &str, marks: &str, moving: &str) -> String {
    format!(
        "foolproof_game = 1\nid = \"{id}\"\nname = \"{id}\"\nuses = [\"grid\"]\n[board]\ndefault = [4, 4]\n\
         smallest = [2, 2]\nlargest = [9, 9]\n{marks}\n[play]\nkind = \"moves\"\nmoving = [{moving}]\n"
    )
}

fn mark(term: &str, turn: &str) -> String {
    format!("[[mark]]\nterm = \"{term}\"\n{turn}\n")
}

/// One level of a game, in its folder.
fn level(game: &Path, id: &str, (cols, rows): (u16, u16), painted: &str) -> PathBuf {
    let levels = format!(
        r#"{{ "foolproof": 1, "levels": [ {{ "game": "{id}", "title": "A", "board": {{ "cols": {cols}, "rows": {rows} }},
        "painted": {{ {painted} }} }} ] }}"#
    );
    fs::write(game.join("levels.json"), levels).expect("written");
    game.join("levels.json")
}

/// Cars that stand along or across; the level says which there are.
const CARS: &str = "way(h,e). way(h,w). way(v,n). way(v,s).\n\
    start(S,M) :- has(S,M), M = car(_,_).\n\
    action(go(K,D)) :- has(_,car(K,A)), way(A,D).\n\
    to(S,T) :- do(go(K,D)), now(S,car(K,A)), way(A,D), beside(S,D,T), not has(T,block).\n\
    refused(\"something is in the way\",T) :- to(_,T), now(T,_).\n\
    legal :- to(_,_), not refused(_,_).\n\
    goes(K) :- do(go(K,_)).\n\
    next(T,car(K,A)) :- to(S,T), now(S,car(K,A)).\n\
    next(S,car(K,A)) :- now(S,car(K,A)), not goes(K).\n\
    won :- has(S,exit), now(S,car(1,_)).\n";

/// Robots that glide until something is in the way; the level says which there are.
const GLIDERS: &str = "start(S,M) :- has(S,M), M = robot(_).\n\
    action(send(K,D)) :- has(_,robot(K)), side(D,_,_).\n\
    taken(S) :- now(S,_).\n\
    passes(D,S) :- do(send(K,D)), now(S,robot(K)).\n\
    passes(D,T) :- passes(D,S), beside(S,D,T), not taken(T), not has(T,block).\n\
    onward(S) :- passes(D,S), beside(S,D,T), not taken(T), not has(T,block).\n\
    stops(S) :- passes(_,S), not onward(S).\n\
    legal :- stops(S), not taken(S).\n\
    next(T,robot(K)) :- do(send(K,_)), stops(T).\n\
    sent(K) :- do(send(K,_)).\n\
    next(S,robot(K)) :- now(S,robot(K)), not sent(K).\n\
    won :- has(S,target), now(S,robot(1)).\n";

#[test]
fn levels_are_made_from_nothing_where_the_level_says_which_pieces_there_are() {
    let turn = "turn = \"same\"";
    let axes = "turn = { quarter = { h = \"v\", v = \"h\" } }";
    let cars = [mark("car(1..2,h|v)", axes), mark("exit", turn), mark("block", turn)].concat();
    let gliders = [mark("robot(1..2)", turn), mark("target", turn), mark("block", turn)].concat();
    for (id, marks, moving, rules) in
        [("cars", cars, "\"car\"", CARS), ("gliders", gliders, "\"robot\"", GLIDERS)]
    {
        let game = game_of(&format!("from_nothing_{id}"), &manifest(id, &marks, moving), rules);
        let made = game.join("made.json");
        let args = ["generate", text(&game), "--size", "4x4", "-n", "2", "--seed", "5", "-o"];
        let output = run(&[&args[..], &[text(&made)]].concat());
        assert_eq!(output.status.code(), Some(0), "{id}: {}", complaints(&output));
        let pack = Pack::load(&made).expect("a pack");
        assert_eq!(pack.levels.len(), 2);
        printed(&["solve", &format!("{}#1", text(&made))], 0);
        // A level without pieces has no move; the message concerns the level itself.
        let empty = level(&game, id, (4, 4), "");
        let says = refused(&["solve", text(&empty)]);
        assert!(says.contains("on this level"), "{says}");
    }
}

/// A stone that falls a cell at a time, and can always be let fall.
fn falling(name: &str, legal: &str) -> PathBuf {
    let marks = [mark("stone", "turn = \"same\""), mark("floor", "turn = \"same\"")].concat();
    let marks = marks + &mark("goal", "turn = \"same\"");
    let rules = format!(
        "start(S,stone) :- has(S,stone).\naction(fall).\nbelow(cell(X,Y),cell(X,Y+1)) :- site(cell(X,Y)).\n\
         to(T) :- do(fall), now(S,stone), below(S,T).\nlegal :- to(T){legal}.\nnext(T,stone) :- to(T).\n\
         won :- has(S,goal), now(S,stone).\n"
    );
    let about =
        manifest("falling", &marks, "\"stone\"").replace("[board]", "symmetric = false\n[board]");
    game_of(name, &about, &rules)
}

#[test]
fn a_move_off_the_board_is_refused_only_where_it_is_reached() {
    // The stone lands on a floor, so that no position leads off the board.
    let game = falling("falling_safely", ", not has(T,floor)");
    let safe = level(
        &game,
        "falling",
        (2, 4),
        r#""cell(0,0)": "stone", "cell(0,3)": "floor", "cell(0,2)": "goal""#,
    );
    let lines = printed(&["solve", text(&safe)], 0);
    assert!(lines.starts_with("Shortest solutions: exactly 1"), "{lines}");
    printed(&["positions", text(&safe)], 0);
    let off = level(&game, "falling", (2, 3), r#""cell(0,0)": "stone""#);
    let says = "after fall fall fall: `next(cell(0,3),stone)` puts `stone` on R4C1, which is off the board";
    let lines = printed(&["solve", text(&off)], 1);
    assert!(lines.contains(says), "{lines}");
    let lines = printed(&["check", text(&off)], 1);
    assert!(lines.contains("off the board"), "{lines}");
    let refused = refused(&["replay", text(&off), "fall fall fall"]);
    assert!(refused.contains("off the board"), "{refused}");
    // A mark that nothing names as moving is a slip at any place.
    let game =
        falling("falling_wrongly", ", not has(T,floor). next(S,goal) :- do(fall), has(S,goal)");
    let wrong = level(&game, "falling", (2, 4), r#""cell(0,0)": "stone", "cell(0,3)": "goal""#);
    let says = self::refused(&["solve", text(&wrong)]);
    assert!(says.contains("is not named in moving"), "{says}");
}

#[test]
fn cells_are_called_by_row_and_column() {
    let marks = mark("lit", "turn = \"same\"");
    let rules = "start(S,lit) :- has(S,lit).\naction(press(S)) :- site(S).\nlegal :- do(press(_)).\n\
        hit(S) :- do(press(S)).\nhit(T) :- do(press(S)), beside(S,_,T).\n\
        next(S,lit) :- now(S,lit), not hit(S).\nnext(S,lit) :- hit(S), not now(S,lit).\n\
        won :- not dark.\ndark :- now(_,lit).\nevent(pressed(S)) :- do(press(S)).\n";
    let game = game_of("lights", &manifest("lights", &marks, "\"lit\""), rules);
    let painted = r#""cell(0,0)": "lit", "cell(1,0)": "lit", "cell(0,1)": "lit""#;
    let lights = level(&game, "lights", (3, 3), painted);
    let lines = printed(&["solve", text(&lights)], 0);
    assert!(lines.contains("step 1: press R1C1"), "{lines}");
    let lines = printed(&["events", text(&lights)], 0);
    assert!(lines.contains("pressed(R1C1)") && !lines.contains("cell("), "{lines}");
    let says = refused(&["replay", text(&lights), "press(R9C9)"]);
    assert!(says.contains("press(R1C1)") && !says.contains("cell("), "{says}");
    printed(&["verify", text(&lights), "--concept", "happens(pressed(R1C1),1)"], 0);
    // If nothing is derived, it says so.
    let lines = printed(&["why", text(&lights), "R3C3", "--play", "nothing"], 1);
    assert_eq!(lines, "The rules derive nothing at R3C3\n");
}

#[test]
fn pieces_that_a_step_forgets_are_seen() {
    let marks = mark("peg", "turn = \"same\"");
    let rules = "start(S,peg) :- has(S,peg).\naction(jump(S,D)) :- site(S), side(D,_,_).\n\
        over(S,T,U) :- do(jump(S,D)), beside(S,D,T), beside(T,D,U).\n\
        legal :- over(S,T,U), now(S,peg), now(T,peg), not now(U,peg).\n\
        next(U,peg) :- over(_,_,U).\nKEEP\nseveral :- now(S,peg), now(T,peg), S != T.\nwon :- not several.\n";
    let keep = "touched(S) :- over(S,_,_).\ntouched(T) :- over(_,T,_).\nnext(S,peg) :- now(S,peg), not touched(S).";
    for (name, kept, result, words) in [
        ("pegs_kept", keep, "ok", "each step takes 1"),
        ("pegs_lost", "", "warning", "a step leaves one at most"),
    ] {
        let game =
            game_of(name, &manifest("pegs", &marks, "\"peg\""), &rules.replace("KEEP", kept));
        let pegs =
            r#""cell(0,0)": "peg", "cell(1,0)": "peg", "cell(3,0)": "peg", "cell(0,2)": "peg""#;
        level(&game, "pegs", (4, 4), pegs);
        let output = run(&["test-game", text(&game), "--levels", "30", "--json"]);
        let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
        let (end, says) = told(&document, "pieces").remove(0);
        assert!(end == result && says.contains(words), "{name}: {end}: {says}");
    }
}

#[test]
fn arrows_that_do_not_turn_are_found_with_every_seed() {
    // Arrows count shaded cells on their side; written with turn = "same" they stay when the board turns.
    let arrows = |turn: &str| {
        format!(
            "foolproof_game = 1\nid = \"arrows\"\nname = \"Arrows\"\nuses = [\"grid\"]\n[board]\ndefault = [4, 4]\n\
             smallest = [2, 2]\nlargest = [9, 9]\n[[mark]]\nterm = \"arrow(n|e|s|w,0..3)\"\n{turn}\n\
             [[mark]]\nterm = \"shade\"\nby = \"player\"\n"
        )
    };
    let rules = "{ play(S,shade) } :- site(S), not has(S,_).\n\
        wrong(\"two side by side\",S) :- play(S,shade), beside(S,_,T), play(T,shade).\n\
        ray(S,D,T) :- has(S,arrow(D,_)), beside(S,D,T).\nray(S,D,U) :- ray(S,D,T), beside(T,D,U).\n\
        wrong(\"an arrow counts otherwise\",S) :- has(S,arrow(D,N)), not N = #count { T : ray(S,D,T), play(T,shade) }.\n";
    for seed in ["1", "2", "3"] {
        let game = game_of(&format!("arrows_{seed}"), &arrows("turn = \"same\""), rules);
        let output = run(&["test-game", text(&game), "--seed", seed, "--levels", "20", "--json"]);
        let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
        let turned =
            [told(&document, "turned levels"), told(&document, "turned solutions")].concat();
        assert!(turned.iter().any(|(end, _)| end == "failed"), "{seed}: {document:#}");
    }
    let game = game_of("arrows_right", &arrows(""), rules);
    let document: Value = serde_json::from_slice(
        &run(&["test-game", text(&game), "--levels", "20", "--json"]).stdout,
    )
    .expect("a document");
    assert_eq!(told(&document, "turned solutions")[0].0, "ok", "{document:#}");
}

#[test]
fn marks_that_cannot_matter_are_named_and_no_part_of_positions() {
    let marks: String =
        ["me", "exit", "footprint"].map(|term| mark(term, "turn = \"same\"")).concat();
    let about = manifest("footprints", &marks, "\"me\", \"footprint\"");
    let rules = "start(S,me) :- has(S,me).\naction(D) :- side(D,_,_).\n\
        to(T) :- now(S,me), do(D), beside(S,D,T).\nlegal :- to(_).\nnext(T,me) :- to(T).\n\
        next(S,footprint) :- now(S,me).\nnext(S,footprint) :- now(S,footprint).\n\
        won :- has(S,exit), now(S,me).\n";
    let painted = r#""cell(0,0)": "me", "cell(2,1)": "exit""#;
    let game = game_of("footprints", &about, rules);
    let path = level(&game, "footprints", (3, 2), painted);
    let lines = printed(&["positions", text(&path)], 0);
    let says =
        "This object cannot change the outcome: footprint; positions that differ in nothing else";
    assert!(lines.contains(says), "{lines}");
    let graph = |path: &Path| json(&["positions", text(path)], 0)["findings"][0]["graph"].clone();
    assert_eq!(graph(&path)["reached"], 5);
    let lines = printed(&["solve", text(&path)], 0);
    assert!(lines.starts_with("Shortest solutions: exactly 3"), "{lines}");
    // Something that happens on footprints makes them matter.
    let rules = format!("{rules}event(twice) :- to(T), now(T,footprint).\n");
    let game = game_of("footprints_that_count", &about, &rules);
    let path = level(&game, "footprints", (3, 2), painted);
    let lines = printed(&["positions", text(&path)], 0);
    assert!(!lines.contains("cannot change the outcome"), "{lines}");
    assert!(graph(&path)["reached"].as_u64() > Some(5), "{}", graph(&path));
}
