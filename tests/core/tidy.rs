//! The house rules that a reviewer should not have to look for: which part of the window may know which, how
//! long a file may be, what every file starts with, and that nothing is listed twice and forgotten once. That
//! a room knows only its own is held by Cargo: each is a package, whose manifest names what it knows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::structure::FallingCount;
use foolproof::games::own::Manifest;
use foolproof::level::Pack;

const LONGEST_FILE: usize = 600;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a text file")
}

/// The folders of all packages below `src`, such as `solver` and `games/own`.
fn packages() -> Vec<String> {
    let mut found: Vec<String> = files("src", "toml")
        .iter()
        .filter(|path| path.ends_with("Cargo.toml"))
        .filter_map(|path| path.parent()?.strip_prefix(root().join("src")).ok())
        .map(|folder| folder.to_string_lossy().into_owned())
        .collect();
    found.sort();
    assert!(found.len() > 20, "{found:?}");
    found
}

/// The code of a package, without that of packages in folders of it, and without tests.
fn code_of_package(package: &str) -> Vec<(PathBuf, String)> {
    let inner = packages().into_iter().filter(|other| Path::new(other).starts_with(package));
    let inner: Vec<String> = inner.filter(|other| other != package).collect();
    let is_inner =
        |path: &Path| inner.iter().any(|other| path.starts_with(root().join("src").join(other)));
    let all = files(&format!("src/{package}"), "rs").into_iter();
    all.filter(|path| !is_test(path) && !is_inner(path))
        .map(|path| {
            let text = code(&read(&path));
            (path, text)
        })
        .collect()
}

/// Every file under a folder with this ending, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "{folder} holds no .{ending}");
    found
}

/// The lines of a file's code: without comments and without its unit tests.
fn code(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    before_tests
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

fn is_of_shelf(path: &Path) -> bool {
    path.starts_with(root().join("encodings/shelf"))
}

fn is_test(path: &Path) -> bool {
    path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "tests")
}

/// True when a word stands in the text, not as a part of a longer one.
fn says(text: &str, word: &str) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(part_of_word);
        let after = text[at + word.len()..].chars().next().is_some_and(part_of_word);
        !before && !after
    })
}

/// The rooms within the window and what each may know beside itself.
const WINDOW: [(&str, &[&str]); 6] = [
    ("kit", &["text"]),
    ("text", &["kit", "files"]),
    ("session", &["kit", "text", "board", "files"]),
    ("board", &["kit", "text", "session"]),
    ("files", &["kit", "text", "session"]),
    ("panels", &["kit", "text", "session", "board", "files"]),
];
/// Which slice uses which others, because it builds on them. Each stands before those that use it,
/// so that there are no cycles.
const SLICES: [(&str, &[&str]); 19] = [
    ("edits", &["conflict"]),
    ("generating", &["rating"]),
    ("completing", &["generating"]),
    ("solution", &["completing"]),
    ("marks", &["solution"]),
    ("moves", &["solution"]),
    ("solutions", &["chance", "solution"]),
    ("suggesting", &["rating"]),
    ("verdict", &["chance", "completing", "concept", "moves", "solution", "solving", "suggesting"]),
    ("announcing", &["solving"]),
    ("records", &["rating", "solution", "solving"]),
    ("course", &["rating", "solving"]),
    ("checking", &["course"]),
    ("booklet", &["solving"]),
    ("picturing", &["solving"]),
    ("exporting", &["solving"]),
    ("play", &["moves", "solution", "solving"]),
    ("own_games", &["play"]),
    ("replaying", &["own_games"]),
];

/// What follows `crate::` in a piece of code, such as `session::command`.
fn named_in_the_package(code: &str) -> BTreeSet<String> {
    let path = |rest: &str| {
        let part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        rest.chars().take_while(|c| part(*c)).collect::<String>()
    };
    code.split("crate::").skip(1).map(path).collect()
}

#[test]
fn the_rooms_of_the_window_know_only_their_own() {
    for (room, known) in WINDOW {
        for path in files(&format!("src/editor/{room}"), "rs") {
            for named in named_in_the_package(&code(&read(&path))) {
                let other = named.split("::").next().unwrap_or("");
                assert!(
                    other == room || known.contains(&other),
                    "{}: {room} must not know {named}",
                    path.display()
                );
            }
        }
    }
}

/// The storeys of the solver, from the ground up.
const STOREYS: [&str; 6] = ["values", "worker", "engine", "questions", "making", "process"];

#[test]
fn a_storey_of_the_solver_knows_none_above_it() {
    let mut n_imports = 0;
    for (at, storey) in STOREYS.iter().enumerate() {
        for path in files(&format!("src/solver/{storey}"), "rs") {
            let named = named_in_the_package(&code(&read(&path)));
            n_imports += named.len();
            for above in STOREYS.iter().skip(at + 1) {
                let prefix = format!("{above}::");
                let up = named.iter().find(|name| name.starts_with(&prefix) || *name == above);
                assert!(up.is_none(), "{}: {up:?}", path.display());
            }
        }
    }
    assert!(n_imports > 100);
}

#[test]
fn what_may_only_fall_has_not_grown() {
    for count in crate::structure::SourceTree::read().counts() {
        let FallingCount { name, value, limit } = count;
        assert!(value <= limit, "{name}: {value}, and no more than {limit} are allowed");
    }
}

/// The slices, by the names of their folders or files.
fn slices() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("src/slices")).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.to_string_lossy().trim_end_matches(".rs").to_owned());
    names
        .filter(|name| !["lib", "program", "registry", "Cargo.toml"].contains(&name.as_str()))
        .collect()
}

/// The files of a slice.
fn files_of(slice: &str) -> Vec<PathBuf> {
    let file = root().join(format!("src/slices/{slice}.rs"));
    if file.exists() { vec![file] } else { files(&format!("src/slices/{slice}"), "rs") }
}

#[test]
fn a_slice_is_one_folder_and_one_line() {
    let list = code(&read(&root().join("src/slices/lib.rs")));
    let all = slices();
    assert!(all.len() > 30, "{all:?}");
    for slice in &all {
        let lines = list.lines().filter(|line| says(line, slice));
        assert_eq!(lines.count(), 2, "{slice}: its module and its line of the list");
        let used = SLICES.iter().find(|(name, _)| name == slice).map_or(&[][..], |(_, used)| used);
        for path in files_of(slice) {
            for named in named_in_the_package(&code(&read(&path))) {
                let other = named.split("::").next().unwrap_or("");
                assert!(
                    other == slice || used.contains(&other) || !all.contains(other),
                    "{}: {slice} must not know {other}",
                    path.display()
                );
            }
        }
    }
    for (at, (name, used)) in SLICES.iter().enumerate() {
        let mut later = SLICES.iter().skip(at).map(|(later, _)| later);
        assert!(later.all(|later| !used.contains(later)), "{name} uses a later one");
    }
    // The player's window is made of play mode, and of no other slice.
    for path in files("src/slices/play/player", "rs") {
        for named in named_in_the_package(&code(&read(&path))) {
            let other = named.split("::").next().unwrap_or("");
            let fits = other == "play" || !all.contains(other);
            assert!(fits, "{}: the player's window must not know {other}", path.display());
        }
    }
}

#[test]
fn a_feature_is_registered_for_each_kind_that_it_implements() {
    let kinds = code(&read(&root().join("src/editor/session/kinds.rs")));
    // For each kind, the method of the registration and the trait that it requires.
    let kinds: Vec<(String, &str)> = kinds
        .split(" fn ")
        .filter_map(|method| {
            let (name, rest) = method.split_once("(self) -> Self")?;
            let kind = rest.split_once("T: ")?.1.split(',').next()?;
            Some((format!(".{name}()"), kind))
        })
        .collect();
    assert!(kinds.len() > 8, "only {} kinds were found", kinds.len());
    let mut found = 0;
    for slice in slices() {
        let texts: Vec<String> = files_of(&slice).iter().map(|path| code(&read(path))).collect();
        let lines = texts.iter().flat_map(|text| text.split(".add::<").skip(1));
        for line in lines.filter_map(|rest| rest.split(';').next()) {
            let name = line.split('>').next().expect("a type").rsplit("::").next().expect("a name");
            for (method, kind) in &kinds {
                if texts.iter().any(|text| text.contains(&format!("impl {kind} for {name} "))) {
                    found += 1;
                    assert!(line.contains(method), "{name} is {kind}: its line lacks {method}");
                }
            }
        }
    }
    assert!(found > 80, "only {found} kinds were found");
}

#[test]
fn some_words_belong_to_one_room() {
    for path in files("src", "rs") {
        let text = code(&read(&path));
        let within = |folder: &str| path.starts_with(root().join("src").join(folder));
        let name = path.display();
        if !within("asp/ffi.rs") && !within("asp/ffi") {
            assert!(
                !says(&text, "clingo_sys"),
                "{name}: clingo's library is named in asp/ffi alone"
            );
            // A word of browsers' policies for pages, too.
            let text = text.replace("'unsafe-inline'", "");
            let may = within("kernel/system/windows.rs") || !says(&text, "unsafe");
            assert!(may, "{name}: unsafe code lives in asp/ffi and the half for Windows");
        }
        // A word of drawings, too.
        let text = text.replace("squareframe", "");
        let of_the_window = text.contains("egui") || text.contains("eframe");
        let may = within("editor") || within("slices") && !path.ends_with("verb.rs");
        assert!(may || !of_the_window, "{name}: egui is the window's");
        if !within("editor/kit/theme.rs") && !within("picture/style.rs") {
            let made = text.contains("Color32::from_") || text.contains("Color32::WHITE");
            assert!(!made, "{name}: colours are made in the theme and the style");
        }
        assert!(!says(&text, "unbounded"), "{name}: an unbounded channel hides a stuck reader");
    }
}

/// Games whose identifier is a word of the solver's own, too: a witness shows that something holds.
/// They are named by path or asked for by identifier.
const PLAIN_WORDS: [&str; 1] = ["witness"];

#[test]
fn no_package_but_those_of_games_names_a_game() {
    for game in foolproof::built_in().all() {
        let id: &str = &game.about().id;
        for package in packages().iter().filter(|name| !Path::new(name).starts_with("games")) {
            for (path, text) in code_of_package(package) {
                // What other programs call their kinds of grids.
                let text = match package.as_str() {
                    "links" => text.replace(&format!("\"{id}"), ""),
                    _ => text,
                };
                let named = match PLAIN_WORDS.contains(&id) {
                    true => {
                        text.contains(&format!("{id}::"))
                            || text.contains(&format!("by_id(\"{id}\")"))
                    }
                    false => says(&text.to_lowercase(), id),
                };
                assert!(!named, "{}: {package} must not know {id}", path.display());
            }
        }
    }
}

/// The types that a piece of code defines: structs, enums, unions, traits and aliases. An alias that
/// is indented belongs to a trait, which says what it is called.
fn types_defined(code: &str) -> Vec<&str> {
    let mut defined = Vec::new();
    for line in code.lines().take_while(|line| *line != "mod tests {") {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        let mut words = words
            .filter(|word| !word.is_empty())
            .skip_while(|word| ["pub", "crate", "super", "self", "unsafe"].contains(word));
        let kind = words.next().unwrap_or_default();
        let is_kind = ["struct", "enum", "union", "trait"].contains(&kind);
        if is_kind || (kind == "type" && !line.starts_with(' ')) {
            defined.extend(words.next());
        }
    }
    defined
}

#[test]
fn a_package_uses_a_type_name_once() {
    let (mut all, mut twice) = (0, Vec::new());
    let packages = packages().into_iter().filter(|package| package != "slices");
    let packages = packages.map(|package| code_of_package(&package));
    // Each slice counts as a separate package.
    let slices = slices().into_iter().map(|slice| {
        let paths = files_of(&slice).into_iter().filter(|path| !is_test(path));
        let texts = paths.map(|path| (path.clone(), code(&read(&path))));
        texts.collect()
    });
    for package in packages.chain(slices) {
        let mut known: BTreeMap<String, PathBuf> = BTreeMap::new();
        for (path, text) in package {
            for name in types_defined(&text) {
                match known.get(name) {
                    Some(first) if *first != path => {
                        twice.push(format!("{name}: {} and {}", first.display(), path.display()));
                    }
                    Some(_) => {}
                    None => drop(known.insert(name.to_owned(), path.clone())),
                }
            }
        }
        all += known.len();
    }
    assert!(all > 500, "only {all} types were found");
    assert!(twice.is_empty(), "one name, two types:\n{}", twice.join("\n"));
}

#[test]
fn the_check_of_names_sees_every_way_to_define_a_type() {
    for text in [
        "struct Name;",
        "pub(crate) struct Name<'a> {",
        "pub(super) enum Name {",
        "    struct Name<T>(T);",
        "pub unsafe trait Name: Send {",
        "pub type Name<'a> = &'a str;",
        "union Name {",
    ] {
        assert_eq!(types_defined(&code(text)), ["Name"], "{text}");
    }
    for text in ["    type Output = Name;", "// struct Name;", "let kind = Name;", "use a::Name;"] {
        assert!(types_defined(&code(text)).is_empty(), "{text}");
    }
    assert!(types_defined("#[cfg(test)]\n#[allow(x)]\nmod tests {\n    struct Name;").is_empty());
}

#[test]
fn files_are_short_and_say_what_they_are() {
    for path in files("src", "rs").into_iter().chain(files("tests", "rs")) {
        let text = read(&path);
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{}: {lines} lines", path.display());
        assert!(text.starts_with("//! "), "{}: its first line says what it is", path.display());
    }
    for path in files("encodings", "lp") {
        let text = read(&path);
        assert!(text.starts_with("% "), "{}: its header says what it is", path.display());
        // A module of the shelf is not a program of its own: it says what it stands on and shows its use.
        let words: &[&str] = match is_of_shelf(&path) {
            true => &["% Needs", "% Reads", "% Derives", "% Example", "% Cost"],
            false => &["Input", "Output", "clingo "],
        };
        for word in words {
            assert!(text.contains(word), "{}: its header has no {word}", path.display());
        }
    }
}

#[test]
fn every_predicate_of_an_encodings_header_is_used_in_it() {
    for path in files("encodings", "lp") {
        let text = read(&path);
        let header: Vec<&str> = text.lines().take_while(|line| line.starts_with('%')).collect();
        let body: String =
            text.lines().filter(|line| !line.starts_with('%')).collect::<Vec<_>>().join("\n");
        let is_example = |line: &&&str| line.starts_with("% Example");
        let example = header.iter().find(is_example).filter(|_| is_of_shelf(&path));
        for line in header.iter().take_while(|line| Some(*line) != example) {
            let Some(entry) = line.strip_prefix("%   ") else { continue };
            let Some((name, _)) = entry.split_once('(') else { continue };
            if name.is_empty() || !name.chars().all(|c| c.is_lowercase() || c == '_') {
                continue;
            }
            assert!(says(&body, name), "{}: nothing uses {name}", path.display());
        }
    }
}

#[test]
fn every_game_has_its_folder_encoding_and_pack() {
    let mut names: Vec<_> =
        foolproof::built_in().all().iter().map(|game| game.about().name.clone()).collect();
    let in_order = names.clone();
    names.sort_unstable();
    assert_eq!(names, in_order, "the registry is in the order of names");
    for game in foolproof::built_in().all() {
        let id: &str = &game.about().id;
        assert!(root().join("src/games").join(id).is_dir(), "src/games/{id}");
        let assets = game.assets();
        let encoding = assets.encoding.as_ref().expect("an encoding");
        assert_eq!(encoding.name, format!("{id}.lp"));
        assert_eq!(read(&root().join("encodings").join(&*encoding.name)), encoding.text);
        assert_eq!(read(&root().join(format!("assets/packs/{id}.json"))), game.sample());
        let packs = files("assets/packs", "json").into_iter();
        let further: BTreeSet<String> = packs
            .filter(|path| {
                path.file_stem().is_some_and(|name| {
                    name.to_string_lossy()
                        .strip_prefix(id)
                        .is_some_and(|rest| rest.starts_with('_'))
                })
            })
            .map(|path| read(&path))
            .collect();
        let known: BTreeSet<String> =
            assets.collections.iter().map(|(_, text)| text.to_string()).collect();
        assert_eq!(known, further, "further packs of {id}");
        for (title, text) in &assets.collections {
            assert_eq!(Pack::from_json(text).expect("a pack").title, *title);
        }
    }
}

#[test]
fn packs_in_the_assets_are_as_the_program_would_write_them() {
    let folders = ["assets/packs", "assets/games", "assets/shelf"];
    for path in folders.into_iter().flat_map(|folder| files(folder, "json")) {
        let text = read(&path);
        let pack = Pack::from_json(&text).expect("a pack");
        assert_eq!(pack.to_json(), text, "{}", path.display());
    }
    assert_eq!(read(&root().join("assets/pack.schema.json")), Pack::schema());
    assert_eq!(read(&root().join("assets/game.schema.json")), Manifest::schema());
}

#[test]
fn the_documents_name_files_that_are_there() {
    for document in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"] {
        let text = read(&root().join(document));
        let quoted = text.split('`').skip(1).step_by(2);
        for path in quoted.filter(|quoted| {
            ["src/", "tests/", "assets/", "encodings/", "benches/", "./"]
                .iter()
                .any(|start| quoted.starts_with(start))
        }) {
            let path = path.split([' ', '<', ',', '#']).next().unwrap_or(path);
            assert!(root().join(path).exists(), "{document} names {path}");
        }
    }
}
