//! Several processes on one study: the same files as from one, and what it costs when one dies.
//!
//! All of them run on this machine, at free ports.

use std::net::TcpListener;
use std::process::Child;
use std::time::{Duration, Instant};

use super::super::*;

/// Long enough for a slow machine; a test that needs it has failed.
const PATIENCE: Duration = Duration::from_secs(100);
/// Within this time the others have heard that a process is gone.
const SECONDS: Duration = Duration::from_secs(15);

/// A hosts file of so many processes.
fn hosts_file(folder: &Path, count: usize) -> PathBuf {
    let doors: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let address = |door: &TcpListener| door.local_addr().expect("an address").to_string();
    let lines: Vec<String> = doors.iter().map(address).collect();
    let file = folder.join(format!("hosts-{count}.txt"));
    fs::write(&file, format!("# all on this machine\n{}\n", lines.join("\n"))).expect("written");
    file
}

/// Processes that work together: the first with these arguments, the others with the verb alone.
fn started(first: &[&str], hosts: &Path, count: usize) -> Vec<Child> {
    let one = |process: usize| {
        let number = process.to_string();
        let own = if process == 0 { first } else { &first[..1] };
        let place = ["--hosts", text(hosts), "--process", &number, "--threads", "1"];
        command(&[own, &place].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs")
    };
    (0..count).map(one).collect()
}

/// Waits until a process has ended, and gives what it said.
fn ended(child: Child, within: Duration) -> Output {
    let (id, (send, heard)) = (child.id().to_string(), std::sync::mpsc::channel());
    // What it says is read meanwhile: a pipe that is full would keep it.
    std::thread::spawn(move || send.send(child.wait_with_output()));
    let output = heard.recv_timeout(within).unwrap_or_else(|_| {
        Command::new("kill").args(["-KILL", &id]).status().expect("`kill` runs");
        let output = heard.recv().expect("an end").expect("a process");
        panic!("it did not end: {}", complaints(&output));
    });
    output.expect("a process")
}

/// How the first ends, where the others end well, and how many tasks these did.
fn led(args: &[&str], hosts: &Path, count: usize) -> (Output, u64) {
    let mut all = started(args, hosts, count).into_iter().map(|child| ended(child, PATIENCE));
    let first = all.next().expect("a first process");
    let helped = all.enumerate().map(|(number, output)| {
        assert!(output.status.success(), "{number} {args:?}: {}", complaints(&output));
        tasks_of(number + 1, &output)
    });
    let helped = helped.sum();
    (first, helped)
}

/// With how many tasks a process says that it helped.
fn tasks_of(process: usize, output: &Output) -> u64 {
    let said = String::from_utf8_lossy(&output.stdout);
    let tasks = said.strip_prefix(&format!("Process {process} helped with "));
    let tasks = tasks.and_then(|rest| rest.split(' ').next()?.parse().ok());
    tasks.unwrap_or_else(|| panic!("no number of tasks: {said}"))
}

/// What the first says, where all of them end well and the others did something.
fn worked(args: &[&str], hosts: &Path, count: usize) -> String {
    let (first, helped) = led(args, hosts, count);
    assert!(first.status.success(), "{args:?}: {}", complaints(&first));
    assert!(helped > 0, "{args:?}: it was over before anybody could help");
    String::from_utf8(first.stdout).expect("UTF-8")
}

/// A report without the times that it took.
fn timeless(report: &str) -> Value {
    fn clear(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.retain(|name, _| !["elapsed_ms", "threads", "date"].contains(&&**name));
                map.values_mut().for_each(clear);
            }
            Value::Array(all) => all.iter_mut().for_each(clear),
            _ => {}
        }
    }
    let mut value = serde_json::from_str(report).expect("one JSON document");
    clear(&mut value);
    value
}

#[test]
fn one_process_and_four_give_the_same_files() {
    let folder = folder("hosts");
    let hosts = hosts_file(&folder, 4);
    let (one, four) = (folder.join("one.json"), folder.join("four.json"));
    let around = level(7);
    // Each takes a second or more, so that all are at work before it is over.
    let mine = ["mine", "--pieces", "7", "--size", "7x7", "--set", "ratio,even,safe"];
    let locked = ["mine", "--pieces", "9", "--around", &around, "--set", "ratio,safe"];
    let types = ["orthogonality", "--size", "3x3", "--type", "x0111:eq:1", "--type", "triangle"];
    let types = [&types[..], &["--there", "square", "--best", "2"]].concat();
    let puzzles = ["optimize", "--size", "6x6", "--numbers", "8", "--tier", "easy"];
    let puzzles = [&puzzles[..], &["--steps", "20000", "--count", "12"]].concat();
    let slope = [&puzzles[..], &["--slope", "--seed", "3"]].concat();
    for args in [&mine[..], &locked, &types, &puzzles, &slope] {
        for file in [&one, &four] {
            let _ = fs::remove_file(file);
        }
        let alone = printed(&[args, &["--json", "-o", text(&one)]].concat(), 0);
        let told = worked(&[args, &["--json", "-o", text(&four)]].concat(), &hosts, 4);
        assert_eq!(timeless(&told), timeless(&alone), "{args:?}");
        let files = [&one, &four].map(|file| fs::read(file).expect("a pack"));
        assert!(files[0] == files[1] && !files[0].is_empty(), "{args:?}");
    }
}

#[test]
fn four_processes_make_the_same_levels_as_one() {
    let folder = folder("hosts_levels");
    let (one, four) = (folder.join("one.json"), folder.join("four.json"));
    let make = ["generate", "sudoku", "--size", "4x4", "-n", "300"];
    printed(&[&make[..], &["-o", text(&one)]].concat(), 0);
    let hosts = hosts_file(&folder, 4);
    let begun = |process: usize| {
        let (number, out) = (process.to_string(), ["-o", text(&four)]);
        let place = ["--hosts", text(&hosts), "--process", &number, "--threads", "1"];
        let out = if process == 0 { &out[..] } else { &[] };
        let mut one = command(&[&make[..], out, &place].concat());
        one.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
    };
    let all: Vec<Child> = (0..4).map(begun).collect();
    let mut helped = 0;
    for (process, child) in all.into_iter().enumerate() {
        let output = ended(child, PATIENCE);
        assert!(output.status.success(), "{}", complaints(&output));
        match process {
            0 => {
                assert!(String::from_utf8_lossy(&output.stdout).contains("300 levels, each proved"))
            }
            process => helped += tasks_of(process, &output),
        }
    }
    assert!(helped > 0, "it was over before anybody could help");
    assert!(fs::read(&one).expect("a pack") == fs::read(&four).expect("a pack"));
    // A process started with other arguments is useless, and says so.
    let hosts = hosts_file(&folder, 2);
    let place = |process: &'static str| ["--hosts", text(&hosts), "--process", process];
    let strange = ["generate", "sudoku", "--size", "4x4", "-n", "91"];
    let mut other = command(&[&strange[..], &place("1")].concat());
    let other = other.stderr(Stdio::piped()).spawn().expect("the program runs");
    let pack = folder.join("none.json");
    let said = refused(&[&make[..], &["-o", text(&pack)], &place("0")].concat());
    assert!(said.contains("started with other options than process 0"), "{said}");
    assert_eq!(ended(other, PATIENCE).status.code(), Some(2));
}

fn level(number: usize) -> String {
    format!("assets/packs/penguin_push.json#{number}")
}

/// A helper and the leader are killed in turn at random moments, and the run resumes each time with
/// another number of processes.
#[test]
fn a_run_goes_on_after_a_process_died() {
    let folder = folder("hosts_die");
    let (kept, pack, whole) =
        (folder.join("kept.json"), folder.join("best.json"), folder.join("whole.json"));
    let mine = ["mine", "--pieces", "6", "--size", "7x7", "--set", "ratio,safe", "--best", "9"];
    let alone = printed(&[&mine[..], &["--json", "-o", text(&whole)]].concat(), 0);
    let args = [&mine[..], &["--json", "-o", text(&pack), "--force", "--resume", text(&kept)]];
    let args = args.concat();
    let seed = fastrand::u64(..);
    let mut rng = fastrand::Rng::with_seed(seed);
    for round in 0..4 {
        let count = 2 + round % 3;
        let mut all = started(&args, &hosts_file(&folder, count), count);
        let victim = if round % 2 == 0 { rng.usize(1..count) } else { 0 };
        // Once the first has kept something, all are at work.
        let written = || fs::metadata(&kept).and_then(|file| file.modified()).ok();
        let (before, since) = (written(), Instant::now());
        while written() == before && all[0].try_wait().expect("a process").is_none() {
            assert!(since.elapsed() < PATIENCE, "nothing is kept");
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(rng.u64(..500)));
        let mut dead = all.remove(victim);
        dead.kill().expect("a process");
        dead.wait().expect("a process");
        for child in all {
            let output = ended(child, SECONDS);
            let (said, status) = (complaints(&output), output.status.code());
            // It may all have been over before.
            let lost = status == Some(1) && said.contains("the connection to process");
            assert!(
                lost && said.contains("start all processes again") || status == Some(0),
                "seed {seed}, round {round}: {status:?} {said}"
            );
        }
    }
    // There may be nothing left to help with.
    let (first, _) = led(&args, &hosts_file(&folder, 3), 3);
    let told = String::from_utf8(first.stdout).expect("UTF-8");
    assert_eq!(timeless(&told), timeless(&alone), "seed {seed}");
    let files = [&pack, &whole].map(|file| fs::read(file).expect("a pack"));
    assert!(files[0] == files[1], "seed {seed}");
}

#[test]
fn what_makes_no_sense_of_hosts_is_refused() {
    let folder = folder("hosts_refused");
    let (hosts, strange) = (hosts_file(&folder, 2), folder.join("strange.txt"));
    fs::write(&strange, "127.0.0.1:4000\nnowhere\n").expect("written");
    let mine = ["mine", "--pieces", "4"];
    for (args, why) in [
        (&["--hosts", text(&hosts)][..], "say by --process N which of them this is"),
        (&["--process", "0"], "--hosts"),
        (&["--hosts", text(&hosts), "--process", "2"], "no process 2: the file names 2"),
        (&["--hosts", text(&strange), "--process", "0"], "line 2: `nowhere` is not an address"),
        (&["--hosts", "nothing.txt", "--process", "0"], "nothing.txt: no such file"),
    ] {
        let said = refused(&[&mine[..], args].concat());
        assert!(said.contains(why), "{said}");
    }
    assert!(refused(&["mine", "--hosts", text(&hosts)]).contains("--pieces"));
}

/// Packs of several games, with rules of order, levels that are there twice, one that fails and one that
/// cannot be read; and a game that its designer brings.
fn packs(folder: &Path) -> Vec<String> {
    let sample = fs::read_to_string(PACK).expect("a pack");
    let mut pack: Value = serde_json::from_str(&sample).expect("JSON");
    let step = serde_json::json!({ "step": { "measure": "used", "most": 100 } });
    let never = serde_json::json!({ "not_before": { "concept": "used(any)", "level": 3 } });
    pack["course"] = serde_json::json!({ "rules": [step, never] });
    let levels = pack["levels"].as_array_mut().expect("levels");
    for _ in 0..3 {
        levels.extend_from_within(..15);
    }
    levels[20]["policy"] = serde_json::json!({ "solvable": "no" });
    levels[40]["board"] = "none".into();
    let file = folder.join("many.json");
    fs::write(&file, pack.to_string()).expect("written");
    let samples = ["sudoku", "linjat", "witness", "penguin_push"];
    let samples = samples.map(|game| format!("assets/packs/{game}.json"));
    let brought = "assets/games/crates/levels.json".to_owned();
    [text(&file).to_owned(), brought].into_iter().chain(samples).collect()
}

#[test]
fn a_check_by_four_processes_says_what_one_says() {
    let folder = folder("hosts_check");
    let (packs, hosts) = (packs(&folder), hosts_file(&folder, 4));
    let packs: Vec<&str> = packs.iter().map(String::as_str).collect();
    let reports = ["one.xml", "four.xml"].map(|name| folder.join(name));
    for form in [&[][..], &["--json"]] {
        let args = |report| [&["check"], &packs[..], form, &["--junit", text(report)]].concat();
        let alone = run(&args(&reports[0]));
        let (together, helped) = led(&args(&reports[1]), &hosts, 4);
        assert_eq!((together.status.code(), alone.status.code()), (Some(1), Some(1)));
        assert!(helped > 0, "it was over before anybody could help");
        assert_eq!(complaints(&together), complaints(&alone));
        let [one, four] = [&alone, &together]
            .map(|output| String::from_utf8(output.stdout.clone()).expect("UTF-8"));
        match form {
            [] => assert!(one == four && one.contains("FAILS"), "{one}\n{four}"),
            _ => assert_eq!(timeless(&four), timeless(&one)),
        }
        let [one, four] = reports.each_ref().map(|report| {
            let text = fs::read_to_string(report).expect("a report");
            let parts = text.split(" time=\"").enumerate();
            let part = |(at, part): (usize, &str)| match at {
                0 => part.to_owned(),
                _ => part.split_once('"').expect("a time").1.to_owned(),
            };
            parts.map(part).collect::<String>()
        });
        assert!(one == four && one.contains("<failure"), "{one}\n{four}");
    }
    assert!(refused(&["check"]).contains("PACKS"));
    let alone = ["check", "--hosts", text(&hosts), "--process", "0"];
    assert!(refused(&alone).contains("which packs"));
}

/// Waits until a process has started another one: those that check do so with their first level.
#[cfg(target_os = "linux")]
fn await_engine(process: &Child) {
    let since = Instant::now();
    let has_child = || {
        let tasks = fs::read_dir(format!("/proc/{}/task", process.id())).ok()?;
        let mut children = tasks.flatten().map(|task| fs::read(task.path().join("children")));
        children.any(|of| of.is_ok_and(|of| !of.is_empty())).then_some(())
    };
    while has_child().is_none() {
        assert!(since.elapsed() < PATIENCE, "it does not begin");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Presses Ctrl+C.
#[cfg(unix)]
fn interrupt(process: &Child) {
    let id = process.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().expect("`kill` runs");
    assert!(sent.success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_check_ends_where_a_process_dies_or_somebody_presses_ctrl_c() {
    let folder = folder("hosts_check_ends");
    let mut pack = Pack::load(Path::new(PACK)).expect("the sample pack");
    let samples = pack.levels.clone();
    (0..300).for_each(|_| pack.levels.extend(samples.iter().cloned()));
    let (file, hosts) = (folder.join("very many.json"), hosts_file(&folder, 2));
    pack.save(&file).expect("saved");
    // The first, the second, or Ctrl+C.
    for victim in [Some(0), Some(1), None] {
        let mut all = started(&["check", text(&file)], &hosts, 2);
        all.iter().for_each(await_engine);
        match victim {
            Some(victim) => {
                let mut dead = all.remove(victim);
                dead.kill().expect("a process");
                dead.wait().expect("a process");
                let output = ended(all.remove(0), SECONDS);
                let said = complaints(&output);
                assert_eq!(output.status.code(), Some(1), "{said}");
                let lost = format!("the connection to process {victim} (");
                assert!(
                    said.contains(&lost) && said.contains("start all processes again"),
                    "{said}"
                );
            }
            None => {
                interrupt(&all[0]);
                let helper = ended(all.remove(1), SECONDS);
                assert!(helper.status.success(), "{}", complaints(&helper));
                assert!(tasks_of(1, &helper) > 0);
                let first = ended(all.remove(0), SECONDS);
                assert_eq!((first.status.code(), complaints(&first).as_str()), (Some(1), ""));
                let table = String::from_utf8_lossy(&first.stdout).into_owned();
                assert!(table.contains("stopped") && table.contains("4515 levels"), "{table:.500}");
            }
        }
    }
}

/// Ctrl+C at the leader ends all of them properly, with results that one process can continue alone.
#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_goes_on() {
    let folder = folder("hosts_interrupted");
    let [kept, pack, whole] =
        ["kept.json", "best.json", "whole.json"].map(|name| folder.join(name));
    let mine = ["mine", "--pieces", "7", "--size", "7x7", "--set", "ratio,safe", "--best", "9"];
    let alone = printed(&[&mine[..], &["--json", "-o", text(&whole)]].concat(), 0);
    let args = [&mine[..], &["--json", "-o", text(&pack), "--force", "--resume", text(&kept)]];
    let args = args.concat();
    let mut all = started(&args, &hosts_file(&folder, 3), 3);
    let since = Instant::now();
    while !kept.exists() && all[0].try_wait().expect("a process").is_none() {
        assert!(since.elapsed() < PATIENCE, "nothing is kept");
        std::thread::sleep(Duration::from_millis(2));
    }
    interrupt(&all[0]);
    for (process, child) in all.into_iter().enumerate().rev() {
        let output = ended(child, SECONDS);
        let (status, said) = (output.status.code(), complaints(&output));
        // It may all have been over before.
        let well = status == Some(0) || process == 0 && status == Some(1);
        // Nothing may be known about seven penguins yet.
        let said =
            said.replace("foolproof: there is no level to write, so nothing was written\n", "");
        assert!(well && said.is_empty(), "{process}: {status:?} {said}");
    }
    assert_eq!(timeless(&printed(&args, 0)), timeless(&alone));
    let files = [&pack, &whole].map(|file| fs::read(file).expect("a pack"));
    assert!(files[0] == files[1]);
}
