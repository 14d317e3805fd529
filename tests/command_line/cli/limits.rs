//! A time limit holds for every verb that has one, on boards that would take far longer; what is interrupted
//! ends with what it has.

use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foolproof::level::{Board, Level, Pack};

use super::{command, folder, run, text};

/// Verbs may ask several questions of a second each; the rest is for slow machines.
const GRANTED: Duration = Duration::from_secs(15);

fn pack(game: &str, (cols, rows): (u16, u16), marks: &[(&str, &str)]) -> String {
    let mut level = Level::open(game, Board { cols, rows, tray: 0 });
    for (sites, mark) in marks {
        for site in sites.split(' ') {
            let site = site.parse().expect("a site");
            level.paint(site, Some(mark.parse().expect("a mark")));
        }
    }
    let pack = Pack { levels: vec![Arc::new(level)], ..Pack::default() };
    let file = folder(&format!("limit {game} {cols}x{rows}")).join("worst.json");
    std::fs::write(&file, pack.to_json()).expect("a pack");
    text(&file).to_owned()
}

fn ends(args: &[&str]) {
    let (args, started) = ([args, &["--time-limit", "1"]].concat(), Instant::now());
    let output = run(&args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code < 2), "{args:?}: {errors}");
    let took = started.elapsed();
    assert!(took < GRANTED, "{args:?} took {took:?}");
}

const DOMINOES: &str = "cell(0,0) cell(1,0) cell(3,0) cell(4,0) cell(5,0) cell(0,1) cell(2,1) \
                        cell(5,2) cell(1,3) cell(3,3) cell(4,3)";

#[test]
fn every_question_about_a_level_ends_at_its_limit() {
    let dominoes = [(DOMINOES, "poly(yellow,p0003,free)")];
    let penguins = "cell(0,0) cell(2,1) cell(4,0) cell(6,1) cell(0,3) cell(2,4) cell(4,3) cell(6,4) \
                    cell(1,6) cell(3,7) cell(5,6) cell(6,7) cell(3,2) cell(5,2) cell(1,2)";
    let packs = [
        pack("witness", (6, 4), &dominoes),
        pack("witness", (7, 7), &[("cell(0,0) cell(3,3)", "square(black)")]),
        pack("sudoku", (9, 9), &[("cell(0,0)", "1")]),
        pack("penguin_push", (7, 8), &[(penguins, "penguin")]),
        pack("linjat", (16, 16), &[("cell(3,3) cell(8,8) cell(12,4) cell(4,12)", "5")]),
    ];
    for level in &packs {
        for verb in ["solve", "verify", "explain", "complete", "minimise", "rate", "effects"] {
            ends(&[verb, level]);
        }
        ends(&["check", level]);
    }
    for mark in ["square(black)", "poly(yellow,p0003,free)"] {
        ends(&["effects", &packs[0], "--mark", mark]);
    }
    ends(&["argue", &packs[2], "--path"]);
    ends(&["argue", &packs[2]]);
    ends(&["positions", &packs[3]]);
    ends(&["deduce", &packs[4]]);
    ends(&["deduce", &packs[4], "--trials"]);
}

#[test]
fn making_and_studies_end_at_their_limit() {
    for game in foolproof::built_in().all() {
        let about = game.about();
        let size = format!("{}x{}", about.largest.cols, about.largest.rows);
        ends(&["generate", &about.id, "--size", &size, "-n", "50"]);
    }
    ends(&["orthogonality", "--size", "4x4", "--pieces", "9", "--colours", "3"]);
    let polys = "poly:p0001:p0003:p0011:p0013";
    ends(&["orthogonality", "--size", "4x4", "--pieces", "5", "--type", polys, "--there", polys]);
    ends(&["mine", "--size", "7x8", "--pieces", "10"]);
    ends(&["optimize", "--tier", "expert", "--size", "16x16", "--steps", "100000"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_generation_ends_with_what_it_has() {
    let out = folder("interrupt").join("made.json");
    let args = ["generate", "refraction", "--size", "5x5", "-n", "10000"];
    let args = [&args[..], &["--out", text(&out), "--time-limit", "600"]].concat();
    // How soon there is a level is up to the machine.
    for seconds in [4, 15, 60] {
        let child = command(&args).stdout(Stdio::piped()).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_secs(seconds));
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("signalled");
        let output = child.wait_with_output().expect("ended");
        assert_eq!(output.status.code(), Some(1), "fewer than were asked for");
        if out.exists() {
            break;
        }
    }
    let pack = Pack::load(&out).expect("a pack");
    assert!(!pack.levels.is_empty());
}
