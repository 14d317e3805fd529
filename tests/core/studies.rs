//! Studies in a process of their own: what is found, kept and gone on from, and what a study that
//! falls or takes too much memory costs.
//!
//! The process is this test binary: `study_process` below is the other end.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use foolproof::game::{
    Account, Refusal, Setting, SettingValue, SettingValues, Study, StudyAbout, StudyEnd,
    StudyError, StudyRequest, Studying, Watch,
};
use foolproof::level::{Board, Level, Pack};
use foolproof::solver::{
    PrintOrder, StudyCommand, StudyEnded, StudyFault, StudyOrder, StudyProcess, StudyReply,
    study_main,
};

/// Long enough for a slow machine; a test that needs it has failed.
const PATIENCE: Duration = Duration::from_secs(60);
/// More than a test binary itself takes of addresses, and less than the greedy study wants.
const MEMORY_MIB: u64 = 2048;

/// Counts up to a number, and fails on demand.
struct Counting;

struct Count {
    at: u64,
    to: u64,
    falls_at: Option<u64>,
    takes_all_at: Option<u64>,
}

impl Study for Counting {
    fn about(&self) -> StudyAbout {
        StudyAbout { verb: "count", does: "Count" }
    }

    fn settings(&self) -> Vec<Setting> {
        let number = |id| Setting::number(id, 0, u64::MAX, "");
        ["to", "falls-at", "takes-all-at"].map(number).to_vec()
    }

    fn start(&self, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let number = |id| asked.values.number(id);
        let to = number("to").ok_or_else(|| Refusal::of("to", "where to?"))?;
        let (falls_at, takes_all_at) = (number("falls-at"), number("takes-all-at"));
        Ok(Box::new(Count { at: 0, to, falls_at, takes_all_at }))
    }

    fn resume(&self, text: &str, _: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let mut numbers = text.split(' ').map(str::parse);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(at)), Some(Ok(to))) => {
                Ok(Box::new(Count { at, to, falls_at: None, takes_all_at: None }))
            }
            _ => Err(Refusal::Kept("it is no count".to_owned())),
        }
    }
}

impl Count {
    fn text(&self) -> String {
        format!("{} {}", self.at, self.to)
    }
}

impl Studying for Count {
    fn run(&mut self, watch: &dyn Watch) -> StudyEnd {
        while self.at < self.to {
            if !watch.go_on(self.at as f64 / self.to as f64, &|| " of all".to_owned()) {
                return StudyEnd::Stopped;
            }
            std::thread::sleep(Duration::from_micros(100));
            self.at += 1;
            watch.keep(&|| Ok(self.text()));
            assert!(self.falls_at != Some(self.at), "there is no number {}", self.at);
            if self.takes_all_at == Some(self.at) {
                let mut all = Vec::new();
                loop {
                    all.push(vec![1u8; 64 << 20]);
                }
            }
        }
        StudyEnd::Whole
    }

    fn best_levels(&self) -> Vec<Level> {
        let mut level = Level::open("lamps", Board { cols: 2, rows: 1, tray: 0 });
        level.title = format!("best {}", self.at);
        vec![level]
    }

    fn account(&self) -> Account {
        let summary = format!("{} counted", self.at);
        let mut document = serde_json::Map::new();
        document.insert("third".to_owned(), (1.0 / 3.0).into());
        let unfinished = "it was through".to_owned();
        Account { summary, complete: true, unfinished, document, ..Account::default() }
    }

    fn kept(&self) -> Result<String, StudyError> {
        Ok(self.text())
    }
}

/// The other end.
#[test]
#[ignore = "is the process that the tests below start"]
fn study_process() {
    println!("what a test prints is none of the study's");
    study_main(&|game| (game == "lamps").then(|| Arc::new(Counting) as Arc<dyn Study>));
}

struct Talk {
    process: StudyProcess,
    /// The text to go on from that was sent last.
    kept: Option<String>,
}

fn values(values: &[(&str, u64)]) -> SettingValues {
    let mut all = SettingValues::default();
    values.iter().for_each(|(id, value)| all.set(id, SettingValue::Number(*value)));
    all
}

impl Talk {
    fn with(order: &StudyOrder) -> Self {
        let program = std::env::current_exe().expect("a path");
        let arguments = ["--exact", "studies::study_process", "--ignored", "--nocapture"];
        let command = StudyCommand::at(&program, &arguments);
        let process = StudyProcess::start(&command, MEMORY_MIB);
        let mut talk = Self { process: process.expect("started"), kept: None };
        talk.process.give(order);
        talk
    }

    fn begun(asked: &[(&str, u64)]) -> Self {
        let asked = StudyRequest { values: values(asked), level: None };
        let mut talk = Self::with(&StudyOrder::Start { game: "lamps".to_owned(), asked });
        assert!(matches!(talk.answer(), Ok(StudyReply::Begun)));
        talk
    }

    /// The next word but those of how far it is.
    fn answer(&mut self) -> Result<StudyReply, StudyFault> {
        loop {
            match self.process.next(PATIENCE).expect("it says nothing") {
                Ok(StudyReply::Progress(progress)) => assert_eq!(progress.words, " of all"),
                Ok(StudyReply::Kept(text)) => self.kept = Some(text),
                said => return said,
            }
        }
    }

    fn run(&mut self, time: Option<Duration>) -> Result<StudyEnded, StudyFault> {
        self.process.give(&StudyOrder::Run { time, keeps: true });
        self.ended()
    }

    fn ended(&mut self) -> Result<StudyEnded, StudyFault> {
        match self.answer()? {
            StudyReply::Ended(ended) => Ok(ended),
            other => panic!("{other:?}"),
        }
    }

    fn printed(&mut self, document: Option<(String, bool)>) -> String {
        let order = PrintOrder { document, took: Duration::from_secs(1), go_on: None };
        self.process.give(&StudyOrder::Print(order));
        match self.answer() {
            Ok(StudyReply::Printed(text)) => text,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_study_tells_what_it_found_and_goes_on_where_it_was_stopped() {
    let mut talk = Talk::begun(&[("to", 200_000)]);
    let stopped = talk.run(Some(Duration::ZERO)).expect("no fault");
    assert_eq!((stopped.end, stopped.kept), (StudyEnd::Stopped, Some(Ok("0 200000".to_owned()))));
    // It works on, and hears that it is to stop.
    talk.process.give(&StudyOrder::Run { time: None, keeps: true });
    let since = Instant::now();
    talk.process.stop();
    let stopped = talk.ended().expect("no fault");
    assert_eq!(stopped.end, StudyEnd::Stopped);
    assert!(since.elapsed() < Duration::from_secs(10));
    let text = stopped.kept.expect("a text").expect("a text");
    drop(talk);
    // Another process goes on from there.
    let at: u64 = text.split(' ').next().and_then(|at| at.parse().ok()).expect("a number");
    let text = format!("{at} {}", at + 10);
    let game = || "lamps".to_owned();
    let mut talk =
        Talk::with(&StudyOrder::Resume { game: game(), text, asked: StudyRequest::default() });
    assert!(matches!(talk.answer(), Ok(StudyReply::Begun)));
    let ended = talk.run(None).expect("no fault");
    assert_eq!((ended.end, ended.complete), (StudyEnd::Whole, true));
    talk.process.give(&StudyOrder::Best);
    let Ok(StudyReply::Best(levels)) = talk.answer() else { panic!("no levels") };
    assert_eq!(levels[0].title, format!("best {}", at + 10));
    // Numbers are printed where they were found.
    assert_eq!(talk.printed(None), format!("{} counted (1.0 s)\n", at + 10));
    let text = talk.printed(Some(("count".to_owned(), true)));
    assert!(text.contains("\"third\": 0.3333333333333333,\n"), "{text}");
    assert!(text.starts_with("{\n  \"verb\": \"count\",\n  \"holds\": true,"), "{text}");
}

/// What may be asked of the study of a game.
pub fn requests(game: &str) -> Vec<SettingValues> {
    let number = |id, number| (id, SettingValue::Number(number));
    let pair = |id, (one, other)| (id, SettingValue::Pair(one, other));
    let names = |id, names: &[&str]| {
        (id, SettingValue::Names(names.iter().map(|name| (*name).to_owned()).collect()))
    };
    let all: Vec<Vec<_>> = match game {
        "penguin_push" => {
            let sets = names("set", &["ratio", "even", "safe"]);
            vec![vec![number("pieces", 7), pair("size", (7, 8)), sets, number("best", 50)]]
        }
        "witness" => vec![vec![
            names("type", &["all"]),
            names("there", &["square", "star"]),
            pair("size", (3, 3)),
            number("pieces", 5),
            number("colours", 2),
        ]],
        "linjat" => ["easy", "medium", "hard", "expert"]
            .map(|tier| {
                let tier = ("tier", SettingValue::Text(tier.to_owned()));
                vec![tier, number("steps", 10_000), number("seed", 1), number("count", 4)]
            })
            .to_vec(),
        game => panic!("nothing is asked of the study of {game}"),
    };
    let values = |all: Vec<(&str, SettingValue)>| {
        let mut values = SettingValues::default();
        all.into_iter().for_each(|(id, value)| values.set(id, value));
        values
    };
    all.into_iter().map(values).collect()
}

#[test]
fn every_study_begins_and_what_is_asked_and_found_survives_the_way() {
    fn there_and_back<T: Serialize + DeserializeOwned>(sent: &T) -> T {
        serde_json::from_str(&serde_json::to_string(sent).expect("a text")).expect("the same")
    }
    for game in foolproof::built_in().all() {
        let Some(study) = game.study() else { continue };
        let settings = study.settings();
        let ids: BTreeSet<&str> = settings.iter().map(|setting| setting.id).collect();
        assert_eq!(ids.len(), settings.len(), "two settings of a name: {}", study.about().verb);
        for values in requests(&game.about().id) {
            let asked = StudyRequest { values, level: None };
            assert_eq!(there_and_back(&asked).values, asked.values);
            let mut studying = study.start(&asked).expect("a study");
            let begun = Instant::now();
            studying.run(&|_: f64| begun.elapsed() < Duration::from_millis(500));
            let levels = studying.best_levels();
            let sent = StudyReply::Best(levels.clone());
            let StudyReply::Best(back) = there_and_back(&sent) else { panic!("no levels") };
            assert_eq!(back, levels);
            let account = studying.account();
            assert!(!account.summary.is_empty() && !account.document.is_empty());
            let kept = studying.kept().expect("a text");
            let resumed = study.resume(&kept, &asked).map_err(|why| why.to_string());
            assert_eq!(resumed.map(|resumed| resumed.best_levels()), Ok(levels));
            let why = study.resume("{}", &asked).map(|_| ()).expect_err("it is none");
            assert!(matches!(why, Refusal::Kept(_)), "{why:?}");
        }
        let level = Pack::from_json(&game.sample()).expect("a pack").levels[0].as_ref().clone();
        let asked = StudyRequest { values: SettingValues::default(), level: Some(level) };
        assert_eq!(there_and_back(&asked).level, asked.level);
    }
}

#[test]
fn what_cannot_be_begun_is_refused_and_the_process_stays() {
    let start = |game: &str, asked| StudyOrder::Start { game: game.to_owned(), asked };
    let mut talk = Talk::with(&start("lamps", StudyRequest::default()));
    let Ok(StudyReply::Refused(why)) = talk.answer() else { panic!("it has begun") };
    assert_eq!(why, Refusal::of("to", "where to?"));
    talk.process.give(&start("chess", StudyRequest::default()));
    assert!(matches!(talk.answer(), Ok(StudyReply::Refused(Refusal::Plan(_)))));
    let (game, text) = ("lamps".to_owned(), "one two".to_owned());
    talk.process.give(&StudyOrder::Resume { game, text, asked: StudyRequest::default() });
    assert!(matches!(talk.answer(), Ok(StudyReply::Refused(Refusal::Kept(_)))));
    talk.process.give(&start("lamps", StudyRequest { values: values(&[("to", 3)]), level: None }));
    assert!(matches!(talk.answer(), Ok(StudyReply::Begun)));
    assert_eq!(talk.run(None).expect("no fault").end, StudyEnd::Whole);
}

#[test]
fn a_study_that_panics_says_so_with_its_words_and_what_was_kept_is_there() {
    let mut talk = Talk::begun(&[("to", 1000), ("falls-at", 20)]);
    let Err(StudyFault::Panicked(words)) = talk.run(None) else { panic!("it did not fall") };
    assert!(words.contains("there is no number 20"), "{words}");
    assert_eq!(talk.kept.as_deref(), Some("1 1000"));
}

#[cfg(unix)]
#[test]
fn a_study_that_takes_too_much_memory_ends_alone_and_what_was_kept_is_there() {
    let mut talk = Talk::begun(&[("to", 1000), ("takes-all-at", 20)]);
    let fault = talk.run(None).expect_err("a fault");
    assert_eq!(fault, StudyFault::Memory(MEMORY_MIB));
    assert_eq!(talk.kept.as_deref(), Some("1 1000"));
}
