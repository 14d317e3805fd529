//! Pages that packs are made into, in a real browser: their scripts against the program's rules, and
//! their levels played as a player plays them.

mod browser;
mod corpus;
mod feel;
mod layout;
mod map_editors;
mod own;
mod readers;
mod same_clicks;
mod script;
mod sources;
mod variants;

use foolproof::games::{Exported, LOST_INTENDED, LOST_MARKS, LibraryShelf, library::Library, maps};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use browser::{document, told};
use corpus::JudgedLevel;
use fastrand::Rng;
use foolproof::game::{Game, Games, Verdict};
use foolproof::level::{Pack, Unlock};
use foolproof::records::{PlayRecord, Visit, plays_of};
use foolproof::shipping::{ExportSource, exporter};
use foolproof::solver::{WaitingGrounder, WorkerCommand};
use serde_json::{Map, Value, json};

const PHONE: (u32, u32) = (390, 780);
const DESKTOP: (u32, u32) = (1280, 800);
const CORE: &str = include_str!("../../assets/web/core.js");
const INFLATE: &str = include_str!("../../assets/web/inflate.js");
const SCRIPTS: [&str; 7] = [
    include_str!("../../assets/web/ground.js"),
    include_str!("../../assets/web/linjat.js"),
    include_str!("../../assets/web/penguin_push.js"),
    include_str!("../../assets/web/refraction.js"),
    include_str!("../../assets/web/sudoku.js"),
    include_str!("../../assets/web/witness_rules.js"),
    include_str!("../../assets/web/witness.js"),
];
const VERDICTS: &str = include_str!("web/verdicts.js");
const HAND: &str = include_str!("web/hand.js");
const PLAYS: &str = include_str!("web/plays.js");

fn built_in() -> Vec<Arc<dyn Game>> {
    foolproof::built_in().all()
}

/// The games with a worker that grounds their rules.
fn with_grounder() -> Games {
    let worker = WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")));
    let library = Library::new(
        Arc::new(WaitingGrounder::new(worker, foolproof::games::own::RULE_READER)),
        None,
    );
    foolproof::built_in().with_library(library)
}

/// What a page holds of its pack.
fn data(html: &str) -> Value {
    let data = html.split("id=\"pack\">").nth(1).and_then(|rest| rest.split("</script>").next());
    serde_json::from_str(data.expect("data")).expect("JSON")
}

/// Levels in a page's format, each with plays and their verdicts.
fn in_a_page(games: &Games, judged: &[JudgedLevel]) -> Value {
    let levels = judged.iter().map(|one| Arc::new(one.level.clone())).collect();
    let held = data(&page(games, &Pack { levels, ..Pack::default() }));
    let entry = |(number, one): (usize, &JudgedLevel)| {
        let names = &held["names"][&one.level.game];
        json!({ "level": held["levels"][number], "names": names, "plays": one.plays })
    };
    let entries: Vec<Value> = judged.iter().enumerate().map(entry).collect();
    json!({ "programs": held["programs"], "entries": entries })
}

/// The verdicts of page scripts on such levels, from the words of the comparing script.
fn compared(scripts: &str, all: Map<String, Value>) -> Value {
    let html = format!(
        "<!doctype html><meta charset=\"utf-8\"><body><script>{CORE}{INFLATE}{scripts}</script>\
         <script>var corpus = {};</script><script>{VERDICTS}</script></body>",
        embedded(&Value::Object(all))
    );
    told(&document(&html, DESKTOP))
}

fn exported(games: &Games, pack: &Pack, format: &str) -> Exported {
    let exporter = exporter(games, format).expect("an exporter");
    exporter.levels(&ExportSource { games, pack, folder: None, steps: None })
}

fn page(games: &Games, pack: &Pack) -> String {
    let written = exported(games, pack, "html");
    assert!(written.refused.is_empty(), "every level is in the page: {:?}", written.refused);
    let [(_, text)] = written.files.as_slice() else { panic!("one file") };
    text.clone()
}

/// The page with a script of ours at its end, which its policy would not let run.
fn with_script(page: &str, script: &str) -> String {
    let line = page.lines().find(|line| line.contains("Content-Security-Policy"));
    let page = page.replace(line.expect("a policy"), "");
    page.replace("</body>", &format!("<script>{HAND}\n{script}</script>\n</body>"))
}

/// Data for a script, in an element that no word of it ends.
fn embedded(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

fn packs_of(game: &dyn Game) -> Vec<Pack> {
    let collections = game.assets().collections.iter().map(|(_, text)| text.to_string());
    let texts = std::iter::once(game.sample().to_string()).chain(collections);
    texts.map(|text| Pack::from_json(&text).expect("a pack")).collect()
}

#[test]
fn scripts_judge_as_the_rules_do() {
    let (games, mut all) = (with_grounder(), Map::new());
    for (seed, game) in (1u64..).zip(built_in()) {
        let levels = packs_of(game.as_ref()).into_iter().flat_map(|pack| pack.levels);
        let levels = levels.map(Arc::unwrap_or_clone).collect();
        let corpus = corpus::corpus(game.as_ref(), levels, &mut Rng::with_seed(seed));
        all.insert(game.about().id.to_string(), in_a_page(&games, &corpus));
    }
    let ids: Vec<String> = all.keys().cloned().collect();
    let told = compared(&SCRIPTS.concat(), all);
    for id in ids {
        let of = &told[&id];
        assert_eq!(of["wrong"], json!([]), "{id}: {of:#}");
        let count = |key: &str| of[key].as_u64().unwrap_or(0);
        println!("{id}: {of}");
        assert!(count("plays") >= corpus::PLAYS as u64, "{id}: {of}");
        assert!(
            count("solved") >= 10 && count("unsolved") >= 100 && count("illegal") >= 100,
            "{id}: {of}"
        );
    }
}

/// The record of a page leads through these levels to plays that solve them; how often a player said
/// something of each.
fn recorded(games: &Games, pack: &Pack, record: &str, levels: Range<usize>) -> Vec<usize> {
    let record = PlayRecord::read(record).unwrap_or_else(|why| panic!("{}: {why}", pack.title));
    let (plays, gone) = plays_of(games, pack, &[record]);
    assert_eq!(gone, 0, "{}: visits of other levels", pack.title);
    let mut remarks = Vec::new();
    for (level, of) in pack.levels.iter().zip(plays).skip(levels.start).take(levels.len()) {
        let game = games.by_id(&level.game).expect("a game");
        let is_whole = |visit: &Visit| {
            let solved = visit.solved.last().map(|steps| visit.play_after(*steps));
            solved.is_some_and(|play| game.judge(level, &play) == Verdict::Solved)
        };
        assert!(of.visits.iter().any(is_whole), "{}: {of:#?}", level.title);
        assert_eq!((of.damaged, of.of_changed, of.under_other_rules), (0, 0, 0), "{}", level.title);
        remarks.push(of.visits.iter().map(|visit| visit.said.len()).sum());
    }
    remarks
}

/// Plays every level of a pack in its page: ten plays that solve nothing, then the solution.
fn played(games: &Games, game: &dyn Game, mut pack: Pack, size: (u32, u32)) {
    pack.play.unlock = Unlock::All;
    let mut rng = Rng::with_seed(7);
    let plays: Vec<Value> = pack
        .levels
        .iter()
        .map(|level| {
            let solution = level.intended.clone().expect("a solution");
            let judged = |play: &_| json!({ "play": play, "verdict": corpus::said(&game.judge(level, play))["verdict"] });
            let refused = corpus::refused(game, level, &solution, &mut rng);
            assert_eq!(refused.len(), 10, "{}: ten wrong plays", level.title);
            json!({ "solution": judged(&solution), "refused": refused.iter().map(judged).collect::<Vec<_>>() })
        })
        .collect();
    let script = format!("var plays = {};\n{PLAYS}", embedded(&json!(plays)));
    let told = told(&document(&with_script(&page(games, &pack), &script), size));
    assert_eq!(told["wrong"], json!([]), "{}: {told:#}", pack.title);
    let record = told["record"].as_str().expect("a record");
    let remarks = recorded(games, &pack, record, 0..pack.levels.len());
    assert!(remarks.iter().all(|count| *count == 1), "{}: {remarks:?}", pack.title);
    let levels = pack.levels.len() as u64;
    assert_eq!(
        (&told["solved"], &told["refused"]),
        (&json!(levels), &json!(10 * levels)),
        "{}",
        pack.title
    );
}

#[test]
fn levels_are_solved_in_the_page_by_pointer_and_keys() {
    let games = with_grounder();
    // A browser for each pack, as many at a time as there are cores.
    let packs: Vec<(Arc<dyn Game>, Pack)> = built_in()
        .into_iter()
        .flat_map(|game| {
            packs_of(game.as_ref()).into_iter().map(move |pack| (Arc::clone(&game), pack))
        })
        .collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from).min(4) {
            scope.spawn(|| {
                while let Some((game, pack)) = packs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let size = if pack.levels.len() % 2 == 0 { PHONE } else { DESKTOP };
                    played(&games, game.as_ref(), pack.clone(), size);
                }
            });
        }
    });
}

#[test]
fn a_page_plays_under_its_own_policy_and_keeps_words_of_strangers_words() {
    let pack = corpus::hostile();
    let shown = document(&page(&with_grounder(), &pack), PHONE);
    assert!(shown.contains("id=\"board\""), "the page has built its board");
    let title = shown.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
    assert!(
        title.is_some_and(|title| title.starts_with("&lt;") || title.starts_with("Levels")),
        "{title:?}"
    );
    // The words are there as text, without becoming elements.
    assert!(shown.contains("&lt;/script&gt;&lt;script&gt;"), "titles are shown");
    assert!(!shown.contains("<img") && !shown.contains("<svg onload"), "no markup of theirs");
    assert!(!shown.contains("<title>taken"), "no script of theirs ran");
}

/// A page of a sample has to be small enough to be sent and opened anywhere.
fn assert_small(games: &Games, pack: &Pack) {
    const MAX_BYTES: usize = 300_000;
    let size = page(games, pack).len();
    println!("{}: {size} bytes", pack.title);
    assert!(size <= MAX_BYTES, "{}: {size} bytes", pack.title);
}

#[test]
fn pages_of_samples_are_small() {
    let games = with_grounder();
    for game in built_in() {
        packs_of(game.as_ref()).iter().for_each(|pack| assert_small(&games, pack));
    }
}

#[test]
fn levels_open_as_the_pack_says() {
    let game = foolproof::built_in().by_id("sudoku").expect("a game");
    let mut pack = Pack::from_json(&game.sample()).expect("a pack");
    let games = with_grounder();
    let locked = |pack: &Pack| {
        let shown = document(&page(&games, pack), PHONE);
        assert_eq!(shown.matches("class=\"tile ").count(), pack.levels.len());
        shown.matches("class=\"tile locked\"").count()
    };
    for unlock in [Unlock::default(), Unlock::InOrder, Unlock::All, Unlock::Ahead(5)] {
        pack.play.unlock = unlock;
        let open = unlock.open(&vec![false; pack.levels.len()]);
        assert_eq!(locked(&pack), open.iter().filter(|open| !**open).count(), "{unlock:?}");
    }
}

#[test]
fn a_page_gives_no_solution_away_unless_players_may_ask_for_hints() {
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    let mut pack = Pack::from_json(&game.sample()).expect("a pack");
    assert!(!page(&foolproof::built_in(), &pack).contains("\"hint\":"));
    pack.play.hints = true;
    assert!(page(&foolproof::built_in(), &pack).contains("\"hint\":"));
    let losses = exported(&foolproof::built_in(), &pack, "html").losses;
    assert!(losses.iter().all(|loss| loss.part != LOST_INTENDED));
}

#[test]
fn map_editors_get_every_mark_with_its_site() {
    for game in built_in() {
        let pack = Pack::from_json(&game.sample()).expect("a pack");
        let maps = exported(&foolproof::built_in(), &pack, "tiled");
        let project = exported(&foolproof::built_in(), &pack, "ldtk");
        assert_eq!((maps.files.len(), project.files.len()), (pack.levels.len(), 1));
        assert!(
            maps.losses
                .iter()
                .all(|loss| !matches!(loss.part, LOST_MARKS | "titles" | "notes" | LOST_INTENDED))
        );
        let project: Value = serde_json::from_str(&project.files[0].1).expect("JSON");
        for (number, level) in pack.levels.iter().enumerate() {
            let map: Value = serde_json::from_str(&maps.files[number].1).expect("JSON");
            assert_eq!(map["width"], json!(level.board.cols));
            let properties = |object: &Value| -> (String, String) {
                let of = |name: &str| {
                    let all = object["properties"].as_array().expect("properties");
                    let one = all.iter().find(|property| property["name"] == *name);
                    one.expect("a property")["value"].as_str().expect("text").to_owned()
                };
                (of("site"), of("mark"))
            };
            let fields = |entity: &Value| -> (String, String) {
                let of = |name: &str| {
                    let all = entity["fieldInstances"].as_array().expect("fields");
                    let one = all.iter().find(|field| field["__identifier"] == *name);
                    one.expect("a field")["__value"].as_str().expect("text").to_owned()
                };
                (of("site"), of("mark"))
            };
            let tiled = map["layers"][0]["objects"].as_array().expect("objects");
            let layers = project["levels"][number]["layerInstances"].as_array().expect("layers");
            let ldtk = layers[0]["entityInstances"].as_array().expect("entities");
            for read in [tiled.iter().map(properties).collect(), ldtk.iter().map(fields).collect()]
            {
                let read: Vec<(String, String)> = read;
                let marks = level.marks().map(|(site, mark)| (site.to_string(), mark.to_string()));
                assert_eq!(read, marks.collect::<Vec<_>>(), "{}", level.title);
            }
            let intended = map["layers"][1]["objects"].as_array().expect("objects");
            let count = level.intended.as_ref().map_or(0, foolproof::level::Play::len);
            assert_eq!(intended.len(), count);
        }
        // Identifiers are unique, and every one that is used is defined.
        let text = project.to_string();
        let iids: Vec<&str> = text.split("\"iid\":\"").skip(1).map(|rest| &rest[..36]).collect();
        let distinct: std::collections::BTreeSet<&&str> = iids.iter().collect();
        assert_eq!(iids.len(), distinct.len());
    }
}

#[test]
fn the_example_of_the_schema_is_a_pack_whose_solutions_solve() {
    let schema: Value = serde_json::from_str(&Pack::schema()).expect("JSON");
    let example = schema["examples"][0].to_string();
    let pack = Pack::from_json(&example).expect("a pack");
    assert_eq!(pack.levels.len(), 3);
    let games = with_grounder();
    for level in &pack.levels {
        let game = games.by_id(&level.game).expect("a game");
        if let Some(intended) = &level.intended {
            assert_eq!(game.judge(level, intended).why(), "", "{}", level.title);
        }
    }
    assert!(page(&games, &pack).contains("Round the corner"));
}

#[test]
fn maps_are_read_back_as_they_were_written() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in built_in() {
        let pack = Pack::from_json(&game.sample()).expect("a pack");
        for (format, name) in [("tiled", "map.tmj"), ("ldtk", "map.ldtk")] {
            let written = exported(&foolproof::built_in(), &pack, format);
            let mut read = Vec::new();
            for (_, text) in &written.files {
                let path = folder.path().join(name);
                std::fs::write(&path, text).expect("written");
                read.extend(maps::read_map(&path).expect("levels").readable().levels);
            }
            assert_eq!(read.len(), pack.levels.len(), "{format}: {}", pack.title);
            for (level, read) in pack.levels.iter().zip(&read) {
                let what = |level: &foolproof::level::Level| {
                    let marks: Vec<_> =
                        level.marks().map(|(site, mark)| (site, mark.clone())).collect();
                    (marks, level.intended.clone(), level.board, level.game.clone())
                };
                assert_eq!(what(level), what(read), "{format}: {}", level.title);
                assert_eq!((&level.title, &level.tags), (&read.title, &read.tags));
            }
        }
    }
}
