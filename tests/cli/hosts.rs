//! Several processes on one study: the same files as from one, and what it costs when one dies.
//!
//! All of them are on this machine, at ports of its own that nobody listens at.

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
fn ended(mut child: Child, within: Duration) -> Output {
    let since = Instant::now();
    while child.try_wait().expect("a process").is_none() {
        if since.elapsed() > within {
            child.kill().expect("a process");
            let output = child.wait_with_output().expect("a process");
            panic!("it did not end: {}", complaints(&output));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("a process")
}

/// What the first says, where all of them end well.
fn worked(args: &[&str], hosts: &Path, count: usize) -> String {
    let all = started(args, hosts, count).into_iter().enumerate();
    let mut said = all.map(|(process, child)| {
        let output = ended(child, PATIENCE);
        assert!(output.status.success(), "{process} {args:?}: {}", complaints(&output));
        String::from_utf8(output.stdout).expect("UTF-8")
    });
    let first = said.next().expect("a first process");
    for (number, other) in said.enumerate() {
        let begins = format!("Process {} helped with ", number + 1);
        assert!(other.starts_with(&begins), "{other}");
    }
    first
}

/// A report without the times that it took.
fn timeless(report: &str) -> Value {
    fn clear(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.retain(|name, _| name != "elapsed_ms" && name != "threads");
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
    let mine = ["mine", "--pieces", "6", "--size", "6x5", "--set", "ratio,even,safe"];
    let locked = ["mine", "--pieces", "8", "--around", &around, "--set", "ratio,safe"];
    let types = ["orthogonality", "--size", "3x2", "--type", "x0111:eq:1", "--type", "triangle"];
    let types = [&types[..], &["--there", "square,star", "--best", "2"]].concat();
    let puzzles = ["optimize", "--size", "6x6", "--numbers", "8", "--tier", "easy"];
    let puzzles = [&puzzles[..], &["--steps", "400", "--count", "6"]].concat();
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
    let make = ["generate", "sudoku", "--size", "4x4", "-n", "90"];
    printed(&[&make[..], &["-o", text(&one)]].concat(), 0);
    let hosts = hosts_file(&folder, 4);
    let place = |process: &'static str| ["--hosts", text(&hosts), "--process", process];
    let others: Vec<Child> = ["1", "2", "3"]
        .map(|process| {
            let mut other = command(&[&make[..], &place(process), &["--threads", "1"]].concat());
            other.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
        })
        .into_iter()
        .collect();
    let said = printed(&[&make[..], &["-o", text(&four)], &place("0")].concat(), 0);
    assert!(said.contains("90 levels, each proved"), "{said}");
    for other in others {
        let output = ended(other, PATIENCE);
        assert!(output.status.success(), "{}", complaints(&output));
    }
    assert!(fs::read(&one).expect("a pack") == fs::read(&four).expect("a pack"));
    // A process that was started otherwise is of no use, and says so.
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

/// A helper and the one that leads are killed in turn at random moments, and the run goes on each
/// time with another number of processes.
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
    let told = worked(&args, &hosts_file(&folder, 3), 3);
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
