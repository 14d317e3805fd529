//! Engines in processes of their own: what goes wrong in one costs the question that was asked, and
//! what they say arrives as they said it.

pub(crate) mod arrival;

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::toy;
use foolproof::game::{GroundSource, Grounder as _, Grounding, Search, Searched, Wanted};
use foolproof::kernel::look_at;
use foolproof::level::{Board, Hold, Level, Site, Spot};
use foolproof::solver::{
    Answers, CompleteLevel, CountSolutions, EngineCommand, EngineProcess, Event, FindForcedMarks,
    Finding, Lane, Limits, Progress, ProveShortcutFree, Question, Service, SolveLevel, Status,
    Stop, Ticket, Topic, WaitingGrounder, Why, WorkerCommand, engine_main,
};
use foolproof::work::WorkMeter;

fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_foolproof"))
}

/// A search that goes wrong in the way that the level's title says.
struct Faulty;

impl Search for Faulty {
    fn solutions(
        &self,
        level: &Level,
        _: Wanted,
        _: &(dyn Fn() -> bool + Sync),
    ) -> Option<Searched> {
        match level.title.as_str() {
            "panics" => panic!("the search lost its way"),
            "takes all memory" => {
                let mut taken = Vec::new();
                loop {
                    taken.push(black_box(vec![0_u8; 1 << 24]));
                }
            }
            "never ends" => loop {
                std::thread::sleep(Duration::from_millis(10));
            },
            "goes too deep" => {
                black_box(deeper(1));
                None
            }
            "dies" => std::process::abort(),
            "looks at many" => {
                for _ in 0..30 {
                    look_at(100_000, 34_567);
                    std::thread::sleep(Duration::from_millis(100));
                }
                None
            }
            _ => None,
        }
    }
}

fn deeper(n: u64) -> u64 {
    if black_box(n) == 0 { n } else { deeper(black_box(n + 1)) + 1 }
}

/// This test binary as an engine process: what the tests below start.
#[test]
#[ignore = "is an engine process, and waits for questions"]
fn engine() {
    let _ = toy::SEARCH.set(&Faulty);
    engine_main(
        toy::games(),
        foolproof::games::library::TEXT_GAMES,
        Ok(WorkerCommand::at(binary())),
    );
}

fn faulty() -> EngineProcess {
    let this = std::env::current_exe().expect("a path");
    let arguments =
        ["--exact", "engine_process::engine", "--ignored", "--nocapture", "--test-threads", "1"];
    EngineProcess::new(EngineCommand::with(&this, arguments))
}

fn service() -> Service {
    Service::start_with(|| Box::new(faulty()), Arc::new(|| {}))
}

/// Lamps on a board without a wall: as many solutions as there are permutations of its rows.
fn lamps(side: u16, title: &str) -> Level {
    let mut level = Level::open("lamps", Board { cols: side, rows: side, tray: 0 });
    for site in level.board.cells().collect::<Vec<Site>>() {
        level.set(site, Spot { mark: None, hold: Hold::Painted });
    }
    level.title = title.to_owned();
    level
}

/// Everything that is found on a lane until it is done with what has this ticket.
fn found(service: &Service, lane: Lane, asked: Ticket) -> Vec<Finding> {
    let mut found = Vec::new();
    loop {
        match service.wait(Duration::from_secs(60)).expect("an event") {
            Event::Found { lane: of, ticket, finding } if (of, ticket) == (lane, asked) => {
                found.push(finding);
            }
            event if event == Event::Finished { lane, ticket: asked } => return found,
            _ => {}
        }
    }
}

fn status(found: &[Finding], topic: Topic) -> Option<Status> {
    let of_topic = |finding: &&Finding| finding.topic() == topic;
    found.iter().rev().find(of_topic).map(Finding::status)
}

/// Asks something that goes wrong on one lane, while another one works on; then both answer.
fn costs_one_question(title: &str, limits: Limits, expected: impl Fn(&Why) -> bool) {
    let service = service();
    let count = Question::from(CountSolutions { cap: 1000 });
    service.ask(
        Lane::Job,
        Arc::new(lamps(2, title)),
        vec![Question::from(SolveLevel::default())],
        limits,
    );
    let live =
        vec![Question::from(SolveLevel::default()), count.clone(), Question::from(FindForcedMarks)];
    service.ask(Lane::Live, Arc::new(lamps(6, "in order")), live, Limits::default());
    let (mut job, mut live, mut n_done) = (Vec::new(), Vec::new(), 0);
    while n_done < 2 {
        match service.wait(Duration::from_secs(60)).expect("an event") {
            Event::Found { lane: Lane::Job, finding, .. } => job.push(finding),
            Event::Found { finding, .. } => live.push(finding),
            Event::Finished { .. } => n_done += 1,
            _ => {}
        }
    }
    match status(&job, Topic::SOLVABLE) {
        Some(Status::Unknown(why)) if expected(&why) => {}
        other => panic!("{title}: {other:?}"),
    }
    assert_eq!(job.len(), 1, "{title}: {job:?}");
    assert_eq!(status(&live, Topic::COUNT), Some(Status::Exactly(720)), "{title}");
    let next = Arc::new(lamps(3, "in order"));
    let ticket = service.ask(Lane::Job, next, vec![count], Limits::default());
    let after = found(&service, Lane::Job, ticket);
    assert_eq!(status(&after, Topic::COUNT), Some(Status::Exactly(6)), "{title}");
}

#[test]
fn a_panic_costs_one_question_and_is_said_with_its_words() {
    costs_one_question("panics", Limits::default(), |why| match why {
        Why::Crashed(words) => {
            words.contains("please report it") && words.ends_with("the search lost its way")
        }
        _ => false,
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_that_takes_all_memory_costs_one_question() {
    let limits = Limits { memory_mib: 512, ..Limits::default() };
    costs_one_question("takes all memory", limits, |why| {
        // The search takes 16 MiB at a time; what did not fit any more may be something small.
        matches!(why, Why::Memory(Some(1..=0x0100_0000)))
    });
}

#[test]
fn a_search_that_never_ends_costs_one_question_and_its_time() {
    let limits = Limits { time: Duration::from_millis(300), ..Limits::default() };
    costs_one_question("never ends", limits, |why| *why == Why::Time);
}

#[cfg(unix)]
#[test]
fn a_search_that_kills_its_process_costs_one_question_and_is_said() {
    let crashed = |why: &Why| matches!(why, Why::Crashed(words) if words.contains("SIGABRT"));
    costs_one_question("dies", Limits::default(), crashed);
    let deep = |why: &Why| matches!(why, Why::Crashed(words) if words.contains("stack"));
    costs_one_question("goes too deep", Limits::default(), deep);
}

#[test]
fn a_longer_search_says_how_many_positions_it_has_looked_at() {
    let mut engine = faulty();
    let notes_on = |engine: &mut EngineProcess, title: &str| {
        let (limits, stop) = (Limits::default(), Stop::default());
        let (question, mut notes) = (Question::from(SolveLevel::default()), Vec::new());
        let mut on = |progress| {
            if let Progress::Note { done, text } = progress {
                assert!(
                    text.ends_with(" positions looked at, 34 thousand more are waiting"),
                    "{text}"
                );
                notes.push(done);
            }
        };
        engine.answer(&lamps(2, title), &question, &limits, &stop, &mut on);
        notes
    };
    let notes = notes_on(&mut engine, "looks at many");
    assert!(notes.is_sorted() && notes.len() > 1, "{notes:?}");
    assert!(notes.last().is_some_and(|done| (200_000..=3_000_000).contains(done)), "{notes:?}");
    // The next question begins anew.
    assert!(notes_on(&mut engine, "in order").is_empty());
}

/// An engine process has only the built-in games.
#[test]
fn a_level_of_a_game_that_the_process_does_not_have_is_not_answered() {
    let mut engine = EngineProcess::new(toy::engine(binary()));
    let ask = |engine: &mut EngineProcess, question: Question| {
        let (limits, stop) = (Limits::default(), Stop::default());
        engine.answer(&lamps(2, "unknown there"), &question, &limits, &stop, &mut |_| {})
    };
    let why = Why::BadInput("there is no game called `lamps`".to_owned());
    for question in [
        Question::from(SolveLevel::default()),
        Question::from(ProveShortcutFree),
        Question::from(CompleteLevel::default()),
    ] {
        let found = ask(&mut engine, question);
        assert!(!found.is_empty());
        for finding in found {
            assert_eq!(finding.status(), Status::Unknown(why.clone()));
        }
    }
}

#[test]
fn a_search_that_does_not_listen_is_stopped_all_the_same() {
    let service = service();
    let level = Arc::new(lamps(2, "never ends"));
    let ticket = service.ask(
        Lane::Job,
        level,
        vec![Question::from(SolveLevel::default())],
        Limits::default(),
    );
    loop {
        let event = service.wait(Duration::from_secs(60)).expect("an event");
        if matches!(event, Event::Started { .. }) {
            break;
        }
    }
    std::thread::sleep(Duration::from_millis(100));
    let told = Instant::now();
    service.stop(Lane::Job);
    let stopped = found(&service, Lane::Job, ticket);
    assert!(told.elapsed() < Duration::from_secs(5));
    assert_eq!(status(&stopped, Topic::SOLVABLE), Some(Status::Unknown(Why::Stopped)));
}

/// An engine keeps its results between questions, whatever the limits.
#[test]
fn what_was_answered_is_answered_again_without_the_solver() {
    let mut engine = EngineProcess::new(toy::engine(binary()));
    let pack = foolproof::built_in().by_id("refraction").expect("a game").sample();
    let pack = foolproof::level::Pack::from_json(&pack).expect("a pack");
    let level = pack.levels.first().expect("a level");
    let mut origins = Vec::new();
    for memory_mib in [4096, 2048] {
        let limits = Limits { memory_mib, ..Limits::default() };
        let question = Question::from(CountSolutions { cap: 10 });
        let found = engine.answer(level, &question, &limits, &Stop::default(), &mut |_| {});
        assert!(!found.is_empty());
        origins.push(found.iter().map(|finding| finding.how.origin).collect::<Vec<_>>());
    }
    use foolproof::solver::Origin;
    assert!(origins[0].iter().all(|origin| *origin == Origin::Search));
    assert!(origins[1].iter().all(|origin| *origin == Origin::Cache));
}

/// Limits of work rest on it.
#[test]
fn the_processor_time_of_an_engine_is_counted_by_its_own_meter() {
    let meters = [WorkMeter::default(), WorkMeter::default()];
    let command = toy::engine(binary());
    let [mut one, mut other] =
        meters.each_ref().map(|meter| EngineProcess::new(command.metered(meter)));
    let pack = foolproof::built_in().by_id("linjat").expect("a game").sample();
    let pack = foolproof::level::Pack::from_json(&pack).expect("a pack");
    let level = pack.levels.first().expect("a level");
    let question = Question::from(CountSolutions { cap: 10 });
    let ask = |engine: &mut EngineProcess| {
        engine.answer(level, &question, &Limits::default(), &Stop::default(), &mut |_| {});
    };
    ask(&mut one);
    let first = meters[0].spent();
    assert!(first > Duration::ZERO && meters[1].spent() == Duration::ZERO, "{first:?}");
    ask(&mut other);
    assert!(meters[1].spent() > Duration::ZERO && meters[0].spent() == first);
    ask(&mut one);
    assert!(meters[0].spent() >= first);
}

/// The process that read the long ones is gone by then.
#[test]
fn rules_are_read_after_some_that_took_too_long() {
    let grounder =
        WaitingGrounder::new(WorkerCommand::at(binary()), foolproof::games::own::RULE_READER);
    let rules = |text: String| [GroundSource { name: "rules".to_owned(), text: text.into() }];
    for n in 0..6 {
        grounder.allow(Duration::from_millis(1));
        let long = grounder.ground(&rules(format!("n({n}..{n}+480). p(X,Y) :- n(X), n(Y).")));
        assert!(matches!(long, Grounding::Unfinished(_)));
        grounder.allow(Duration::from_secs(60));
        let short = grounder.ground(&rules(format!("n({n}). p(X) :- n(X).")));
        assert!(matches!(short, Grounding::Ready(_)));
    }
}

/// Nothing of one is left that takes memory from the next, however soon that begins.
#[test]
fn thousands_of_short_rules_are_read_one_after_the_other() {
    let grounder =
        WaitingGrounder::new(WorkerCommand::at(binary()), foolproof::games::own::RULE_READER);
    for n in 0..3000 {
        let rules = GroundSource { name: "rules".to_owned(), text: format!("p({n}).").into() };
        let ground = grounder.ground(&[rules]);
        assert!(matches!(ground, Grounding::Ready(_)), "{n}: {ground:?}");
    }
}

#[test]
fn a_program_that_is_no_engine_is_said_and_nothing_is_proved() {
    for program in ["/no/such/program", "/bin/false", "/bin/echo"] {
        let mut engine = EngineProcess::new(EngineCommand::at(Path::new(program)));
        let (limits, stop, mut began) = (Limits::default(), Stop::default(), 0);
        let mut on = |progress| began += u32::from(matches!(progress, Progress::Started(_)));
        let found = engine.answer(
            &lamps(3, ""),
            &Question::from(SolveLevel::default()),
            &limits,
            &stop,
            &mut on,
        );
        let said: Vec<Status> = found.iter().map(Finding::status).collect();
        assert!(matches!(said.as_slice(), [Status::Unknown(Why::Crashed(_))]), "{said:?}");
        assert_eq!(began, 1, "{program}");
    }
}

/// An engine process that is killed from outside is started again, and asked again.
#[cfg(target_os = "linux")]
#[test]
fn a_question_whose_engine_is_killed_is_asked_again_by_itself() {
    let mut engine = faulty();
    let limits = Limits { time: Duration::from_secs(600), ..Limits::default() };
    let (stop, question) = (Stop::default(), Question::from(CountSolutions { cap: 100_000 }));
    engine.answer(&lamps(2, ""), &question, &limits, &stop, &mut |_| {});
    let list = std::fs::read_to_string("/proc/thread-self/children").expect("this thread");
    let pid = list.split_whitespace().next().and_then(|pid| pid.parse().ok());
    let pid = pid.and_then(rustix::process::Pid::from_raw).expect("a process");
    let mut n_started = 0;
    // Killed as soon as it works, before it has found anything.
    let mut kill = |progress| {
        if matches!(progress, Progress::Started(_)) {
            n_started += 1;
            if n_started == 1 {
                rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("killed");
            }
        }
    };
    let found = engine.answer(&lamps(8, ""), &question, &limits, &stop, &mut kill);
    assert_eq!(status(&found, Topic::COUNT), Some(Status::Exactly(40_320)));
    assert!(n_started > 1, "it was asked once");
}
