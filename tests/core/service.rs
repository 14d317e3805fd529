//! The background threads: newest first, nothing outdated, and a solver that dies costs a restart.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::toy;
use foolproof::game::{Search, Searched, Wanted};
use foolproof::level::{Board, Hold, Level, Pack, Site, Spot};
use foolproof::solver::{
    Answers, CountSolutions, Engine, Event, FindForcedMarks, Finding, Lane, Limits, MARKS, Origin,
    Question, Service, SolveLevel, Status, Stop, Ticket, Topic, Why, WorkerCommand,
};

fn worker() -> WorkerCommand {
    WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")))
}

fn service(worker: WorkerCommand) -> (Service, Arc<AtomicUsize>) {
    let woken = Arc::new(AtomicUsize::new(0));
    let wake = Arc::clone(&woken);
    let wake = Arc::new(move || {
        wake.fetch_add(1, Ordering::SeqCst);
    });
    let engine =
        move || -> Box<dyn Answers> { Box::new(Engine::new(worker.clone(), toy::games())) };
    (Service::start_with(engine, wake), woken)
}

/// Lamps on a board without a wall; the more cells, the more solutions to count.
fn lamps(side: u16) -> Level {
    let mut level = Level::open("lamps", Board { cols: side, rows: side, tray: 0 });
    for site in level.board.cells().collect::<Vec<Site>>() {
        level.set(site, Spot { mark: None, hold: Hold::Painted });
    }
    level
}

/// Everything that a lane says until it is done with what has this ticket.
fn until_finished(service: &Service, lane: Lane, ticket: Ticket) -> Vec<Event> {
    let mut events = Vec::new();
    loop {
        let event = service.wait(Duration::from_secs(60)).expect("an event");
        let done = event == Event::Finished { lane, ticket };
        events.push(event);
        if done {
            return events;
        }
    }
}

#[test]
fn what_is_stopped_before_it_begins_is_finished_all_the_same() {
    let (service, _) = service(worker());
    for _ in 0..50 {
        let ticket = service.ask(Lane::Check, Arc::new(lamps(3)), live(9), Limits::default());
        service.stop(Lane::Check);
        until_finished(&service, Lane::Check, ticket);
    }
}

fn findings(events: &[Event]) -> Vec<&Finding> {
    let mut found = Vec::new();
    for event in events {
        if let Event::Found { finding, .. } = event {
            found.push(finding);
        }
    }
    found
}

/// What the window asks of a level, with solutions counted up to `cap`.
fn live(cap: u32) -> Vec<Question> {
    let mut all =
        vec![Question::from(SolveLevel::default()), Question::from(CountSolutions { cap: 2 })];
    all.extend([Question::from(CountSolutions { cap }), Question::from(FindForcedMarks)]);
    all
}

fn ticket_of(event: &Event) -> Ticket {
    match event {
        Event::Started { ticket, .. }
        | Event::Found { ticket, .. }
        | Event::Note { ticket, .. }
        | Event::Finished { ticket, .. } => *ticket,
    }
}

#[test]
fn every_live_answer_arrives_with_its_ticket_limits_and_a_wake() {
    let (service, woken) = service(worker());
    let level = Arc::new(lamps(3));
    let ticket = service.ask(Lane::Live, level, live(100), Limits::default());
    let events = until_finished(&service, Lane::Live, ticket);
    let found = findings(&events);
    for topic in [Topic::SOLVABLE, Topic::UNIQUE, Topic::COUNT, MARKS] {
        assert!(found.iter().any(|finding| finding.topic() == topic), "{topic:?}");
    }
    assert!(events.iter().all(|event| ticket_of(event) == ticket));
    assert!(found.iter().all(|finding| finding.how.limits == Limits::default()));
    assert!(woken.load(Ordering::SeqCst) >= events.len());
    // Three lamps on a diagonal each: as many as there are permutations of three rows.
    let count = found.iter().rev().find(|finding| finding.topic() == Topic::COUNT);
    assert_eq!(count.map(|finding| finding.status()), Some(Status::Exactly(6)));
}

#[test]
fn a_new_revision_replaces_an_old_one_at_once() {
    let (service, _) = service(worker());
    service.ask(Lane::Live, Arc::new(lamps(10)), live(1_000_000), Limits::default());
    while !matches!(
        service.wait(Duration::from_secs(60)).expect("an event"),
        Event::Started { topic: Topic::COUNT, .. }
    ) {}
    let mut outdated = Vec::new();
    for _ in 2..=20 {
        outdated.push(service.ask(
            Lane::Live,
            Arc::new(lamps(10)),
            live(1_000_000),
            Limits::default(),
        ));
    }
    let asked = Instant::now();
    let last = service.ask(Lane::Live, Arc::new(lamps(2)), live(100), Limits::default());
    let events = until_finished(&service, Lane::Live, last);
    assert!(asked.elapsed() < Duration::from_secs(30));
    let first_new = events
        .iter()
        .position(|event| matches!(event, Event::Started { ticket, .. } if *ticket == last));
    let after = events.get(first_new.expect("begun")..).unwrap_or_default();
    let mut found = after.iter().filter(|event| matches!(event, Event::Found { .. }));
    assert!(found.all(|event| ticket_of(event) == last));
    let begun = |old: &Ticket| {
        let mut started = events.iter().filter(|event| matches!(event, Event::Started { .. }));
        started.any(|event| ticket_of(event) == *old)
    };
    // How many are outdated before they begin depends on the machine; without the rule, none would be.
    assert!(!outdated.iter().all(begun), "what was outdated before it began is never begun");
}

#[test]
fn a_job_and_the_live_lane_do_not_stop_each_other() {
    let (service, _) = service(worker());
    let count = Question::from(CountSolutions { cap: 1_000_000 });
    let job = service.ask(Lane::Job, Arc::new(lamps(10)), vec![count], Limits::default());
    let live = service.ask(Lane::Live, Arc::new(lamps(2)), live(100), Limits::default());
    assert_ne!(job, live);
    let events = until_finished(&service, Lane::Live, live);
    assert!(!events.contains(&Event::Finished { lane: Lane::Job, ticket: job }));
    service.stop(Lane::Job);
    let events = until_finished(&service, Lane::Job, job);
    let found = findings(&events);
    let last = found.iter().rev().find(|finding| finding.topic() == Topic::COUNT);
    // Findings at the stop are reported as partial, never as complete.
    let honest = match last.map(|finding| finding.status()) {
        None | Some(Status::AtLeast(_) | Status::Unknown(Why::Stopped)) => true,
        Some(_) => false,
    };
    assert!(honest, "{last:?}");
}

/// How many solutions an engine finds of a level, and whether it had to think for it.
fn counted(engine: &mut Engine, level: &Level) -> (Status, Origin) {
    let (question, limits) = (Question::from(CountSolutions { cap: 100 }), Limits::default());
    let found = engine.answer(level, &question, &limits, &Stop::default(), &mut |_| {});
    let count = found.into_iter().next_back();
    let said = count.expect("said");
    (said.status(), said.how.origin)
}

#[test]
fn nothing_that_was_found_under_a_replaced_games_rules_is_said_again() {
    let (games, level) = (toy::games(), lamps(2));
    let mut engine = Engine::new(worker(), games.clone());
    assert_eq!(counted(&mut engine, &level), (Status::Exactly(2), Origin::Solver));
    assert_eq!(counted(&mut engine, &level), (Status::Exactly(2), Origin::Cache));
    // On the four cells any two lamps light the other two, and so does one more, and all four.
    games.put(Arc::new(toy::variants::Variant::gentle()));
    assert_eq!(counted(&mut engine, &level), (Status::Exactly(11), Origin::Solver));
    // Another game that is put on the shelf takes nothing from what is known of this one.
    games.put(games.by_id("sudoku").expect("a game"));
    assert_eq!(counted(&mut engine, &level), (Status::Exactly(11), Origin::Cache));
    games.remove("lamps");
    let (status, _) = counted(&mut engine, &level);
    let said = Status::Unknown(Why::BadInput("there is no game called `lamps`".to_owned()));
    assert_eq!(status, said);
    games.put(Arc::new(toy::Lamps));
    assert_eq!(counted(&mut engine, &level), (Status::Exactly(2), Origin::Solver));
}

#[test]
fn a_limit_is_a_limit_and_no_answer() {
    let mut engine = Engine::new(worker(), toy::games());
    let limits = Limits { time: Duration::from_millis(150), ..Limits::default() };
    let question = Question::from(CountSolutions { cap: 10_000_000 });
    let found = engine.answer(&lamps(10), &question, &limits, &Stop::default(), &mut |_| {});
    let count = found.iter().rev().find(|finding| finding.topic() == Topic::COUNT).expect("said");
    assert!(
        matches!(count.status(), Status::AtLeast(_) | Status::Unknown(Why::Time)),
        "{:?}",
        count.status()
    );
}

/// A search that takes its time, as the level's title says.
struct Slow;

impl Search for Slow {
    fn solutions(
        &self,
        level: &Level,
        _: Wanted,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Searched> {
        let begun = Instant::now();
        let time = match level.title.as_str() {
            "no end" => Duration::MAX,
            "no solution" => Duration::from_millis(700),
            _ => return None,
        };
        while begun.elapsed() < time {
            if stop() {
                return Some(Searched::default());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Some(Searched { exhausted: true, ..Searched::default() })
    }
}

#[test]
fn the_first_of_search_and_encoding_that_knows_answers() {
    let _ = toy::SEARCH.set(&Slow);
    let limits = Limits { time: Duration::from_secs(600), ..Limits::default() };
    let solvable = |worker, title: &str| {
        let mut level = lamps(2);
        level.title = title.to_owned();
        let mut engine = Engine::new(worker, toy::games());
        let found = engine.answer(
            &level,
            &Question::from(SolveLevel::default()),
            &limits,
            &Stop::default(),
            &mut |_| {},
        );
        found.first().map(|finding| (finding.status(), finding.how.origin)).expect("said")
    };
    // The search would go on for ten minutes.
    assert_eq!(solvable(worker(), "no end"), (Status::Proved, Origin::Solver));
    // The solver process ends before it has said anything.
    let none = WorkerCommand::at(Path::new("/bin/false"));
    assert_eq!(solvable(none, "no solution"), (Status::Refuted, Origin::Search));
}

#[test]
fn a_level_that_has_no_solution_is_not_searched_for_one_again() {
    let _ = toy::SEARCH.set(&Slow);
    let mut level = lamps(2);
    level.title = "no solution".to_owned();
    let none = WorkerCommand::at(Path::new("/bin/false"));
    let mut engine = Engine::new(none, toy::games());
    let mut ask = |question| {
        let limits = Limits::default();
        let found = engine.answer(&level, &question, &limits, &Stop::default(), &mut |_| {});
        found.last().map(|finding| (finding.status(), finding.how.origin)).expect("said")
    };
    assert_eq!(ask(Question::from(SolveLevel::default())), (Status::Refuted, Origin::Search));
    let counted = ask(Question::from(CountSolutions { cap: 10 }));
    assert_eq!(counted, (Status::Exactly(0), Origin::Cache));
}

#[test]
fn a_worker_that_cannot_start_or_talks_nonsense_is_said_and_nothing_is_proved() {
    for program in ["/no/such/program", "/bin/false", "/bin/echo"] {
        let (service, _) = service(WorkerCommand::at(Path::new(program)));
        let ticket = service.ask(Lane::Live, Arc::new(lamps(3)), live(100), Limits::default());
        let events = until_finished(&service, Lane::Live, ticket);
        let found = findings(&events);
        assert!(!found.is_empty(), "{program}");
        for finding in found {
            assert!(
                matches!(finding.status(), Status::Unknown(Why::Crashed(_))),
                "{program}: {finding:?}"
            );
        }
    }
}

/// The processes that this thread started, by the kernel's own list.
#[cfg(target_os = "linux")]
fn children() -> Vec<i32> {
    let list = std::fs::read_to_string("/proc/thread-self/children").expect("this thread");
    list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_question_whose_worker_is_killed_is_asked_again_by_itself() {
    let mut engine = Engine::new(worker(), toy::games());
    let ask = |engine: &mut Engine, level: &Level, cap| {
        let question = Question::from(CountSolutions { cap });
        let limits = Limits { time: Duration::from_secs(600), ..Limits::default() };
        engine.answer(level, &question, &limits, &Stop::default(), &mut |_| {})
    };
    ask(&mut engine, &lamps(2), 10);
    let started = children();
    assert_eq!(started.len(), 1);
    let killer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        for pid in started {
            if let Some(pid) = rustix::process::Pid::from_raw(pid) {
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
        }
    });
    let found = ask(&mut engine, &lamps(8), 10_000_000);
    killer.join().expect("killed");
    // The question was repeated automatically, and only its final result is reported.
    let counts: Vec<Status> = found
        .iter()
        .filter(|finding| finding.topic() == Topic::COUNT)
        .map(Finding::status)
        .collect();
    assert_eq!(counts, [Status::Exactly(40_320)]);
    let again = ask(&mut engine, &lamps(4), 100);
    let count = again.iter().rev().find(|finding| finding.topic() == Topic::COUNT).expect("said");
    assert_eq!(count.status(), Status::Exactly(24));
}

#[test]
fn going_back_is_answered_without_the_solver() {
    let pack = Pack::from_json(include_str!("../../assets/packs/refraction.json")).expect("a pack");
    let level = pack.levels.first().expect("a level");
    let mut engine = Engine::new(worker(), foolproof::built_in());
    let mut ask = |level: &Level, question: &Question| {
        engine.answer(level, question, &Limits::default(), &Stop::default(), &mut |_| {})
    };
    let question = Question::from(CountSolutions { cap: 10 });
    let first = ask(level, &question);
    assert!(first.iter().all(|finding| finding.how.origin == Origin::Search));
    let mut other = (**level).clone();
    other.paint(Site::cell(0, 0), Some("blocker".parse().expect("a mark")));
    ask(&other, &question);
    let again = ask(level, &question);
    assert!(again.iter().all(|finding| finding.how.origin == Origin::Cache));
    let said = |findings: &[Finding]| -> Vec<_> {
        findings.iter().map(|finding| (finding.topic(), finding.status())).collect()
    };
    assert_eq!(said(&first), said(&again));
    // A solution that was seen still solves the changed level: no program is needed to know it.
    let mut changed = (**level).clone();
    changed.paint(Site::cell(5, 0), Some("blocker".parse().expect("a mark")));
    let solvable = ask(&changed, &Question::from(SolveLevel::default()));
    assert!(solvable.iter().all(|finding| finding.how.origin == Origin::Witness));
    assert_eq!(solvable.last().map(Finding::status), Some(Status::Proved));
}

/// A worker, wrapped in a script that reports its process number.
#[cfg(unix)]
fn telling_worker(folder: &Path) -> (WorkerCommand, std::path::PathBuf) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::create_dir_all(folder).expect("a folder");
    let (script, pids) = (folder.join("worker.sh"), folder.join("pids"));
    let _ = std::fs::remove_file(&pids);
    let binary = env!("CARGO_BIN_EXE_foolproof");
    let text = format!("#!/bin/sh\necho $$ >> '{}'\nexec '{binary}' \"$@\"\n", pids.display());
    std::fs::write(&script, text).expect("written");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("allowed");
    (WorkerCommand::at(&script), pids)
}

/// A live question is answered for the same revision, even if its worker is killed on the way.
#[cfg(unix)]
#[test]
fn a_live_finding_does_not_stay_unknown_after_the_death_of_its_worker() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("live");
    let (command, pids) = telling_worker(&folder);
    let (service, _) = service(command);
    let limits = Limits { time: Duration::from_secs(600), ..Limits::default() };
    let mut questions = live(1_000_000);
    questions.pop();
    let ticket = service.ask(Lane::Live, Arc::new(lamps(8)), questions, limits);
    let mut n_counts = 0;
    while n_counts < 2 {
        let event = service.wait(Duration::from_secs(60)).expect("an event");
        n_counts +=
            u32::from(matches!(event, Event::Started { topic: Topic::COUNT | Topic::UNIQUE, .. }));
    }
    std::thread::sleep(Duration::from_millis(100));
    let started = std::fs::read_to_string(&pids).expect("started");
    let last = started.lines().last().and_then(|pid| pid.parse().ok());
    let pid = last.and_then(rustix::process::Pid::from_raw).expect("a process");
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("killed");
    let events = until_finished(&service, Lane::Live, ticket);
    let found = findings(&events);
    let count = found.iter().rev().find(|finding| finding.topic() == Topic::COUNT);
    assert_eq!(count.map(|finding| finding.status()), Some(Status::Exactly(40_320)));
    assert!(
        !found.iter().any(|finding| matches!(finding.status(), Status::Unknown(Why::Crashed(_))))
    );
    let started = std::fs::read_to_string(&pids).expect("started");
    assert_eq!(started.lines().count(), 2, "the worker was started once more");
}

/// Puzzles that were returned before the worker died are not repeated, and none is lost.
#[cfg(unix)]
#[test]
fn puzzles_go_on_where_a_worker_died() {
    use foolproof::solver::{DuelTurn, Program, Tagged, TaggedOptions};
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("puzzles");
    let (command, pids) = telling_worker(&folder);
    let text = "{ d(1..4) }. { p(1..2) }. :- p(1), not d(1).
                __level_design(d(X)) :- d(X). __concept :- not p(1).";
    let program = Program::default().with("test.lp", text);
    let options = TaggedOptions::default();
    let (limits, stop) = (Limits::default(), Stop::default());
    let mut tagged = Tagged::open(command, program, &options, &limits, &stop).expect("opened");
    let mut found = std::collections::BTreeSet::new();
    while let DuelTurn::Pair(pair) = tagged.next_pair(1, &mut |_| {}).expect("an answer") {
        assert!(found.insert(pair.puzzle), "given twice");
        if found.len() == 3 {
            let started = std::fs::read_to_string(&pids).expect("started");
            let pid = started.trim().parse().ok().and_then(rustix::process::Pid::from_raw);
            let pid = pid.expect("a process");
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("killed");
        }
    }
    // Those without the first d: with it, a play can do without the concept.
    assert_eq!(found.len(), 8);
    assert_eq!(std::fs::read_to_string(&pids).expect("started").lines().count(), 2);
}

/// If a worker dies each time, the question is asked twice before that is reported.
#[cfg(unix)]
#[test]
fn a_crash_that_repeats_is_said_after_the_second_time() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dying");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (script, starts) = (folder.join("worker.sh"), folder.join("starts"));
    let text = format!("#!/bin/sh\necho x >> '{}'\nread line\nexit 7\n", starts.display());
    std::fs::write(&script, text).expect("written");
    let _ = std::fs::remove_file(&starts);
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("allowed");
    let mut engine = Engine::new(WorkerCommand::at(&script), toy::games());
    let limits = Limits::default();
    let found = engine.answer(
        &lamps(3),
        &Question::from(SolveLevel::default()),
        &limits,
        &Stop::default(),
        &mut |_| {},
    );
    let said: Vec<Status> = found.iter().map(Finding::status).collect();
    assert!(matches!(said.as_slice(), [Status::Unknown(Why::Crashed(_))]), "{said:?}");
    let starts = std::fs::read_to_string(&starts).expect("started");
    assert_eq!(starts.lines().count(), 2);
}

/// A separate worker process with a program to ground, and the rest of its output.
#[cfg(unix)]
fn grounding_worker(program: &str) -> std::process::Child {
    use std::io::Write as _;
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_foolproof"))
        .arg("--worker")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("a worker");
    let options = foolproof::asp::SessionOptions::default();
    let sources = [serde_json::json!({ "name": "program", "text": program })];
    let open = serde_json::json!({ "Ask": { "ticket": 1, "ask": { "time_ms": 600_000, "request": {
        "Session": [0, { "Open": { "program": { "sources": sources }, "options": options } }] } } } });
    let open = rmp_serde::to_vec_named(&open).expect("packed");
    let mut input = child.stdin.take().expect("a pipe");
    let length = u32::try_from(open.len()).expect("short").to_le_bytes();
    input.write_all(&[length.as_slice(), &open].concat()).expect("sent");
    child.stdin = Some(input);
    child
}

/// However often its caller dies while clingo works, the worker exits properly.
#[cfg(unix)]
#[test]
fn a_worker_whose_asker_dies_ends_without_a_crash() {
    let endless = "n(1..4000). p(f(X,Y,g(X+Y))) :- n(X), n(Y).";
    for round in 0..30 {
        let mut workers: Vec<_> = (0..2).map(|_| grounding_worker(endless)).collect();
        std::thread::sleep(Duration::from_millis(100 + round * 3));
        for worker in &mut workers {
            drop(worker.stdin.take());
        }
        for mut worker in workers {
            assert_eq!(worker.wait().expect("ended").code(), Some(0), "round {round}");
        }
    }
}

/// The worker can open nothing: it has its pipes and may have no more.
#[cfg(target_os = "linux")]
#[test]
fn a_worker_is_closed_to_files() {
    let mut worker = grounding_worker("a.");
    let mut output = std::io::BufReader::new(worker.stdout.take().expect("a pipe"));
    let (mut hello, mut length) = (String::new(), [0; 4]);
    std::io::BufRead::read_line(&mut output, &mut hello).expect("its first line");
    std::io::Read::read_exact(&mut output, &mut length).expect("a length");
    let mut answer = vec![0; u32::from_le_bytes(length) as usize];
    std::io::Read::read_exact(&mut output, &mut answer).expect("an answer");
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.contains("Opened"), "{answer}");
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", worker.id())).expect("limits");
    let files = limits.lines().find(|line| line.starts_with("Max open files")).expect("a limit");
    let numbers: Vec<&str> = files.split_whitespace().skip(3).take(2).collect();
    assert_eq!(numbers, ["3", "3"], "{files}");
    drop(worker.stdin.take());
    worker.wait().expect("ended");
}
