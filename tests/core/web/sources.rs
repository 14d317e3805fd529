//! PuzzleScript sources at random: every kind of rule, command and setting, on small boards.

use fastrand::Rng;

const NAMES: [&str; 10] =
    ["Hero", "Box", "Wall", "Goal", "Dust", "Soot", "Spark", "Thing", "Dirt", "Light"];
const OBJECTS: [&str; 7] = ["Hero", "Box", "Wall", "Goal", "Dust", "Soot", "Spark"];
/// Which of the objects have a layer in common.
const LAYER: [u8; 7] = [1, 1, 1, 0, 2, 2, 3];
const MOVING: [&str; 12] = [
    "> ", "< ", "^ ", "v ", "> ", "up ", "right ", "moving ", "stationary ", "action ",
    "orthogonal ", "perpendicular ",
];
const WAYS: [&str; 8] = ["", "", "", "right ", "up ", "down ", "horizontal ", "vertical "];
const COMMANDS: [&str; 10] = [
    "again", "again", "again", "cancel", "checkpoint", "restart", "win", "sfx3", "message Hello",
    "message Goodbye",
];
const PRELUDE: [&str; 4] =
    ["run_rules_on_level_start", "require_player_movement", "noaction", "again_interval 0.1"];
const SOUNDS: &str = "Hero move 101\nHero cantmove up 202\nHero action 303\nBox move horizontal 404\n\
    Thing cantmove 505\nDirt create 606\nSoot destroy 707\nsfx3 808\n";
const WINS: [&str; 5] =
    ["All Goal on Box", "Some Dust on Spark", "No Box", "All Hero on Light", "Some Hero on Dirt"];

fn any<'a>(rng: &mut Rng, of: &[&'a str]) -> &'a str {
    of[rng.usize(..of.len())]
}

fn one_in(rng: &mut Rng, n: u8) -> bool {
    rng.u8(..n) == 0
}

/// A term of a cell, and the same without what stands before its name.
fn term(rng: &mut Rng, late: bool) -> (String, &'static str) {
    let name = NAMES[rng.usize(..NAMES.len())];
    let before = match rng.u8(..8) {
        0 => "no ",
        1..4 if !late => any(rng, &MOVING),
        _ => "",
    };
    (format!("{before}{name}"), name)
}

/// A cell before the arrow, and one behind it.
fn cell(rng: &mut Rng, late: bool, chance: bool) -> (String, String) {
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    for _ in 0..rng.u8(..3) {
        let (text, name) = term(rng, late);
        let is_no = text.starts_with("no ");
        match rng.u8(..8) {
            0 | 1 => {}
            2 | 3 if !late && !is_no => behind.push(format!("{}{name}", any(rng, &MOVING[..7]))),
            4 if !late && !is_no && chance => behind.push(format!("randomdir {name}")),
            _ => behind.push(text.clone()),
        }
        before.push(text);
    }
    match rng.u8(..9) {
        0 | 1 => behind.push(any(rng, &OBJECTS).to_owned()),
        2 if chance => behind.push(format!("random {}", any(rng, &["Dirt", "Thing", "Spark"]))),
        _ => {}
    }
    (before.join(" "), behind.join(" "))
}

fn rule(rng: &mut Rng, chance: bool) -> String {
    let late = one_in(rng, 4);
    let mut before = String::new();
    let mut behind = String::new();
    for _ in 0..=u8::from(one_in(rng, 4)) {
        let mut cells: Vec<(String, String)> =
            (0..rng.usize(1..4)).map(|_| cell(rng, late, chance)).collect();
        let gaps = if cells.len() == 3 && one_in(rng, 4) { 2 } else { usize::from(one_in(rng, 4)) };
        for gap in 0..gaps.min(cells.len() - 1) {
            cells.insert(2 * gap + 1, ("...".to_owned(), "...".to_owned()));
        }
        let (one, other): (Vec<String>, Vec<String>) = cells.into_iter().unzip();
        before.push_str(&format!("[ {} ] ", one.join(" | ")));
        behind.push_str(&format!("[ {} ] ", other.join(" | ")));
    }
    if one_in(rng, 12) {
        behind.clear();
    }
    if behind.is_empty() || one_in(rng, 5) {
        // With chance, AGAIN may go on for seconds.
        behind.push_str(any(rng, if chance { &COMMANDS[3..] } else { &COMMANDS }));
    }
    let kind = match rng.u8(..10) {
        0 if !late => "rigid ",
        1 if chance => "random ",
        _ => "",
    };
    let plus = if one_in(rng, 4) { "+ " } else { "" };
    let late = if late { "late " } else { "" };
    format!("{plus}{late}{kind}{}{before}-> {behind}\n", any(rng, &WAYS))
}

fn rules(rng: &mut Rng) -> String {
    let mut text = String::new();
    let chance = one_in(rng, 3);
    if rng.bool() {
        text.push_str("[ > Hero | Box ] -> [ > Hero | > Box ]\n");
    }
    let mut is_open = false;
    for _ in 0..rng.usize(1..7) {
        match (one_in(rng, 12), is_open) {
            (true, false) => text.push_str("startloop\n"),
            (true, true) => text.push_str("endloop\n"),
            _ => {}
        }
        is_open ^= text.ends_with("loop\n");
        let rule = rule(rng, chance);
        // A loop begins with a separate group.
        let first = text.ends_with("loop\n") || text.is_empty();
        text.push_str(if first { rule.trim_start_matches("+ ") } else { &rule });
    }
    if is_open {
        text.push_str("endloop\n");
    }
    text
}

/// The objects of a cell: at most one of each layer.
fn stack(rng: &mut Rng) -> String {
    let mut layers = Vec::new();
    let mut names = Vec::new();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(1..OBJECTS.len());
        if !layers.contains(&LAYER[at]) {
            layers.push(LAYER[at]);
            names.push(OBJECTS[at]);
        }
    }
    names.join(" and ")
}

fn level(rng: &mut Rng) -> String {
    let (cols, rows) = (rng.usize(1..7), rng.usize(1..6));
    let mut cells: Vec<char> =
        (0..cols * rows).map(|_| char::from(b"...bwgdsk012345"[rng.usize(..15)])).collect();
    for _ in 0..=u8::from(one_in(rng, 5)) {
        let at = rng.usize(..cells.len());
        cells[at] = 'h';
    }
    cells.chunks(cols).map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// A source with two levels, most often one that can be played.
pub fn random_source(rng: &mut Rng) -> String {
    // Objects and layers that make sets longer than a word.
    let more = if one_in(rng, 3) { rng.usize(1..60) } else { 0 };
    let mut objects = String::new();
    for (name, key) in OBJECTS.iter().zip("hbwgdsk".chars()) {
        objects.push_str(&format!("{name} {key}\nred\n\n"));
    }
    let (mut layers, mut extra) = (String::new(), Vec::new());
    for n in 0..more {
        objects.push_str(&format!("Extra{n}\nblue\n\n"));
        let joint = if n % 4 == 0 || n < 14 { "\n" } else { ", " };
        layers.push_str(&format!("{joint}Extra{n}"));
        extra.push(format!("Extra{n}"));
    }
    let legend: String = (0..6).map(|n| format!("{n} = {}\n", stack(rng))).collect();
    let light = extra.last().map_or("Spark", String::as_str);
    let prelude: String =
        PRELUDE.iter().filter(|_| one_in(rng, 5)).map(|line| format!("{line}\n")).collect();
    let first = if rng.bool() { "" } else { &*layers };
    let last = if first.is_empty() { &*layers } else { "" };
    format!(
        "title Random\n{prelude}\nOBJECTS\n\nBackground\nblack\n\n{objects}\nLEGEND\n\n. = Background\n\
         Player = Hero\nThing = Box or Wall\nDirt = Dust or Soot\nLight = Spark or {light}\n{legend}\n\
         SOUNDS\n\n{SOUNDS}\nCOLLISIONLAYERS\n\nBackground{first}\nGoal\nHero, Box, Wall\nDust, Soot\nSpark{last}\n\n\
         RULES\n\n{}\nWINCONDITIONS\n\n{}\n\nLEVELS\n\n{}\n{}\n",
        rules(rng),
        any(rng, &WINS),
        level(rng),
        level(rng),
    )
}
