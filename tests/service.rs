//! The background threads: newest first, nothing outdated, and a solver that dies costs a restart.
#![allow(clippy::expect_used)]

#[path = "toy/mod.rs"]
mod toy;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use foolproof::level::{Board, Hold, Level, Pack, Revision, Site, Spot};
use foolproof::solver::{
    Engine, Event, Finding, Lane, Limits, LiveOptions, Origin, Question, Service, Status, Stop,
    Topic, Why, WorkerCommand,
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
    (Service::start_with(worker, toy::by_id, wake), woken)
}

/// Lamps on a board without a wall; the more cells, the more solutions to count.
fn lamps(side: u16) -> Level {
    let mut level = Level::open("lamps", Board { cols: side, rows: side, tray: 0 });
    for site in level.board.cells().collect::<Vec<Site>>() {
        level.set(site, Spot { mark: None, hold: Hold::Painted });
    }
    level
}

/// Everything that a lane says until it is done with a revision.
fn until_finished(service: &Service, lane: Lane, revision: Revision) -> Vec<Event> {
    let mut events = Vec::new();
    loop {
        let event = service.wait(Duration::from_secs(60)).expect("an event");
        let done = event == Event::Finished { lane, revision };
        events.push(event);
        if done {
            return events;
        }
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

#[test]
fn every_live_answer_arrives_with_its_revision_limits_and_a_wake() {
    let (service, woken) = service(worker());
    let level = Arc::new(lamps(3));
    service.ask_live(Revision(7), level, LiveOptions::default(), None);
    let events = until_finished(&service, Lane::Live, Revision(7));
    let found = findings(&events);
    for topic in [Topic::Solvable, Topic::Unique, Topic::Count, Topic::Marks] {
        assert!(found.iter().any(|finding| finding.topic == topic), "{topic:?}");
    }
    assert!(found.iter().all(|finding| finding.revision == Revision(7)));
    assert!(found.iter().all(|finding| finding.how.limits == Limits::default()));
    assert!(woken.load(Ordering::SeqCst) >= events.len());
    // Three lamps on a diagonal each: as many as there are permutations of three rows.
    let count = found.iter().rev().find(|finding| finding.topic == Topic::Count);
    assert_eq!(count.map(|finding| &finding.status), Some(&Status::Exactly(6)));
}

#[test]
fn a_new_revision_replaces_an_old_one_at_once() {
    let (service, _) = service(worker());
    let slow = LiveOptions { cap: 1_000_000, ..LiveOptions::default() };
    service.ask_live(Revision(1), Arc::new(lamps(10)), slow, None);
    while !matches!(
        service.wait(Duration::from_secs(60)).expect("an event"),
        Event::Started { topic: Topic::Count, .. }
    ) {}
    for revision in 2..=20 {
        service.ask_live(Revision(revision), Arc::new(lamps(10)), slow, None);
    }
    let asked = Instant::now();
    service.ask_live(Revision(21), Arc::new(lamps(2)), LiveOptions::default(), None);
    let events = until_finished(&service, Lane::Live, Revision(21));
    assert!(asked.elapsed() < Duration::from_secs(30));
    let first_new = events.iter().position(
        |event| matches!(event, Event::Started { revision, .. } if *revision == Revision(21)),
    );
    let after = events.get(first_new.expect("begun")..).unwrap_or_default();
    assert!(findings(after).iter().all(|finding| finding.revision == Revision(21)));
    let skipped = |n| {
        events.iter().all(
            |event| !matches!(event, Event::Started { revision, .. } if *revision == Revision(n)),
        )
    };
    // How many are outdated before they begin is up to the machine; without the rule, none would be.
    assert!((2..=20).any(skipped), "what was outdated before it began is never begun");
}

#[test]
fn a_job_and_the_live_lane_do_not_stop_each_other() {
    let (service, _) = service(worker());
    let count = Question::Solutions { cap: 1_000_000 };
    service.start_job(Revision(1), Arc::new(lamps(10)), count, Limits::default());
    service.ask_live(Revision(1), Arc::new(lamps(2)), LiveOptions::default(), None);
    let events = until_finished(&service, Lane::Live, Revision(1));
    assert!(!events.contains(&Event::Finished { lane: Lane::Job, revision: Revision(1) }));
    service.stop(Lane::Job);
    let events = until_finished(&service, Lane::Job, Revision(1));
    let found = findings(&events);
    let last = found.iter().rev().find(|finding| finding.topic == Topic::Count);
    // What was found until the stop is said as that, never as all there is.
    let honest = match last.map(|finding| &finding.status) {
        None | Some(Status::AtLeast(_) | Status::Unknown(Why::Stopped)) => true,
        Some(_) => false,
    };
    assert!(honest, "{last:?}");
}

#[test]
fn a_limit_is_a_limit_and_no_answer() {
    let mut engine = Engine::with_games(worker(), toy::by_id);
    let limits = Limits { time: Duration::from_millis(150), ..Limits::default() };
    let question = Question::Solutions { cap: 10_000_000 };
    let found = engine.answer(&lamps(10), &question, &limits, &Stop::default(), &mut |_| {});
    let count = found.iter().rev().find(|finding| finding.topic == Topic::Count).expect("said");
    assert!(
        matches!(count.status, Status::AtLeast(_) | Status::Unknown(Why::Time)),
        "{:?}",
        count.status
    );
}

#[test]
fn a_worker_that_cannot_start_or_talks_nonsense_is_said_and_nothing_is_proved() {
    for program in ["/no/such/program", "/bin/false", "/bin/echo"] {
        let (service, _) = service(WorkerCommand::at(Path::new(program)));
        service.ask_live(Revision(1), Arc::new(lamps(3)), LiveOptions::default(), None);
        let events = until_finished(&service, Lane::Live, Revision(1));
        let found = findings(&events);
        assert!(!found.is_empty(), "{program}");
        for finding in found {
            assert!(
                matches!(finding.status, Status::Unknown(Why::Crashed(_))),
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
fn a_worker_that_is_killed_amid_a_question_costs_a_restart() {
    let mut engine = Engine::with_games(worker(), toy::by_id);
    let ask = |engine: &mut Engine, level: &Level, cap| {
        let question = Question::Solutions { cap };
        engine.answer(level, &question, &Limits::default(), &Stop::default(), &mut |_| {})
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
    let found = ask(&mut engine, &lamps(10), 10_000_000);
    killer.join().expect("killed");
    let count = found.iter().rev().find(|finding| finding.topic == Topic::Count).expect("said");
    assert!(
        matches!(&count.status, Status::Unknown(Why::Crashed(_)) | Status::AtLeast(_)),
        "{:?}",
        count.status
    );
    let again = ask(&mut engine, &lamps(4), 100);
    let count = again.iter().rev().find(|finding| finding.topic == Topic::Count).expect("said");
    assert_eq!(count.status, Status::Exactly(24));
}

#[test]
fn going_back_is_answered_without_the_solver() {
    let pack = Pack::from_json(include_str!("../assets/packs/refraction.json")).expect("a pack");
    let level = pack.levels.first().expect("a level");
    let mut engine = Engine::new(worker());
    let mut ask = |level: &Level, question: &Question| {
        engine.answer(level, question, &Limits::default(), &Stop::default(), &mut |_| {})
    };
    let question = Question::Solutions { cap: 10 };
    let first = ask(level, &question);
    assert!(first.iter().all(|finding| finding.how.origin == Origin::Solver));
    let mut other = (**level).clone();
    other.paint(Site::cell(0, 0), Some("blocker".parse().expect("a mark")));
    ask(&other, &question);
    let again = ask(level, &question);
    assert!(again.iter().all(|finding| finding.how.origin == Origin::Cache));
    let said = |findings: &[Finding]| -> Vec<_> {
        findings.iter().map(|finding| (finding.topic, finding.status.clone())).collect()
    };
    assert_eq!(said(&first), said(&again));
    // A solution that was seen still solves the changed level: no program is needed to know it.
    let mut changed = (**level).clone();
    changed.paint(Site::cell(5, 0), Some("blocker".parse().expect("a mark")));
    let solvable = ask(&changed, &Question::Solvable);
    assert!(solvable.iter().all(|finding| finding.how.origin == Origin::Witness));
    assert_eq!(solvable.last().map(|finding| &finding.status), Some(&Status::Proved));
}
