//! The list of licences of everything linked into the program: made from what cargo would link, and from
//! the files in the crates. `UPDATE_EXPECT=1 cargo test --test command_line licences` rewrites it.
//!
//! It has Debian's form for copyright files. Where a crate leaves a choice, it says which licence is
//! taken.
#![cfg(all(feature = "editor", target_os = "linux"))]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::expect_file;
use foolproof::manual::{LICENCES, licence_text, linked_parts};
use serde_json::Value;

/// The licence to take if there is a choice; others come last.
const PREFERRED: [&str; 5] = ["MIT", "BSD-2-Clause", "BSD-3-Clause", "Zlib", "Apache-2.0"];
/// How the text of a licence is known, and what it is called.
const KNOWN: [(&str, &str); 13] = [
    ("SIL OPEN FONT LICENSE", "OFL-1.1"),
    ("UBUNTU FONT LICENCE", "Ubuntu-font-1.0"),
    ("Mozilla Public License", "MPL-2.0"),
    ("UNICODE LICENSE V3", "Unicode-3.0"),
    ("Creative Commons Legal Code", "CC0-1.0"),
    ("Boost Software License", "BSL-1.0"),
    ("This is free and unencumbered software", "Unlicense"),
    ("Apache License", "Apache-2.0"),
    ("provided 'as-is'", "Zlib"),
    ("Neither the name", "BSD-3-Clause"),
    ("Redistribution and use", "BSD-2-Clause"),
    ("Permission to use, copy, modify", "ISC"),
    ("Permission is hereby granted, free of charge", "MIT"),
];
/// Parts of clingo that are not linked in: its tests, and the module for Python.
const NOT_LINKED: [&str; 3] = ["googletest", "catch", "libpyclingo"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn cargo(arguments: &[&str]) -> String {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.current_dir(root()).args(arguments).args(["--locked", "--offline"]);
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A crate that is linked in.
struct Crate {
    name: String,
    licence: String,
    authors: Vec<String>,
    source: String,
    folder: PathBuf,
}

/// Whether a crate is a part of the program itself.
fn is_ours(name: &str) -> bool {
    name == "foolproof" || name.starts_with("foolproof-")
}

/// What cargo links into the program for this system: no tests, no macros that only run at build time.
fn crates() -> Vec<Crate> {
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let tree = ["tree", "-e", "normal,no-proc-macro", "--prefix", "none", "--target", &target];
    let tree = cargo(&[&tree[..], &["--format", "{p}"]].concat());
    let linked: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let (name, rest) = line.split_once(" v")?;
            Some((name, rest.split(' ').next()?))
        })
        .filter(|(name, _)| !is_ours(name))
        .collect();
    let known = cargo(&["metadata", "--format-version", "1", "--filter-platform", &target]);
    let known: Value = serde_json::from_str(&known).expect("JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = known["packages"].as_array().expect("packages").iter();
    let mut crates: Vec<Crate> = packages
        .filter(|package| {
            let (name, version) = (text(&package["name"]), text(&package["version"]));
            linked.contains(&(name.as_str(), version.as_str()))
        })
        .map(|package| Crate {
            name: format!("{}-{}", text(&package["name"]), text(&package["version"])),
            licence: text(&package["license"]),
            authors: package["authors"].as_array().into_iter().flatten().map(text).collect(),
            source: text(&package["repository"]),
            folder: Path::new(&text(&package["manifest_path"])).parent().expect("a folder").into(),
        })
        .collect();
    assert_eq!(crates.len(), linked.len(), "cargo tree and cargo metadata differ");
    crates.sort_by(|one, other| one.name.cmp(&other.name));
    crates
}

/// The licences that are taken of an expression such as `(MIT OR Apache-2.0) AND OFL-1.1`.
fn taken(expression: &str) -> Vec<String> {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (taken, rest) = any_of(&words);
    assert!(rest.is_empty() && !taken.is_empty(), "cannot read `{expression}`");
    taken
}

fn rank(licences: &[String]) -> usize {
    let rank = |licence| PREFERRED.iter().position(|known| known == licence);
    licences.iter().map(|licence| rank(licence).unwrap_or(PREFERRED.len())).max().unwrap_or(0)
}

fn any_of<'a>(words: &'a [&'a str]) -> (Vec<String>, &'a [&'a str]) {
    let (mut best, mut rest) = all_of(words);
    while let ["OR", after @ ..] = rest {
        let (other, left) = all_of(after);
        if rank(&other) < rank(&best) {
            best = other;
        }
        rest = left;
    }
    (best, rest)
}

fn all_of<'a>(words: &'a [&'a str]) -> (Vec<String>, &'a [&'a str]) {
    let (mut all, mut rest) = one(words);
    while let ["AND", after @ ..] = rest {
        let (more, left) = one(after);
        all.extend(more);
        rest = left;
    }
    (all, rest)
}

fn one<'a>(words: &'a [&'a str]) -> (Vec<String>, &'a [&'a str]) {
    match words {
        ["(", within @ ..] => match any_of(within) {
            (taken, [")", rest @ ..]) => (taken, rest),
            broken => broken,
        },
        // An exception makes a different licence, which is never preferred.
        [licence, "WITH", exception, rest @ ..] => (vec![format!("{licence} {exception}")], rest),
        [licence, rest @ ..] => (vec![(*licence).to_owned()], rest),
        [] => (Vec::new(), words),
    }
}

/// Files about licences under a folder, the nearest first.
fn licence_files(folder: &Path, deep: bool) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("it").path()).collect();
    entries.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        entries.into_iter().partition(|path| path.is_dir());
    let mut found: Vec<PathBuf> = files
        .into_iter()
        .filter(|path| {
            let name = name(path);
            let starts = ["LICEN", "COPYING", "COPYRIGHT", "UNLICENSE", "NOTICE"];
            let of_fonts = folder.ends_with("fonts") && name.ends_with(".TXT");
            starts.iter().any(|start| name.starts_with(start)) || of_fonts
        })
        .collect();
    for folder in folders {
        let skipped = NOT_LINKED.iter().any(|part| folder.ends_with(part));
        if (deep && !skipped) || folder.ends_with("fonts") || name(&folder).starts_with("LICEN") {
            if name(&folder).starts_with("LICEN") {
                let files =
                    fs::read_dir(&folder).expect("it").map(|entry| entry.expect("it").path());
                found.extend(files.filter(|path| path.is_file()));
            } else {
                found.extend(licence_files(&folder, deep));
            }
        }
    }
    found
}

/// The names of the licences whose texts a file holds.
fn names_in(text: &str) -> Vec<&'static str> {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = KNOWN.iter().find(|(words, _)| flat.contains(words));
    found.map(|(_, name)| *name).into_iter().collect()
}

fn is_copyright(line: &str) -> bool {
    let line = line.trim().trim_start_matches(['*', '/', '#', '-', ' ']);
    let starts =
        ["Copyright (c)", "Copyright ©", "Copyright 1", "Copyright 2", "© ", "Copyright: "];
    let starts = starts.iter().any(|start| line.to_lowercase().starts_with(&start.to_lowercase()));
    let named = line.strip_prefix("Copyright ").is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_uppercase()) && !rest.contains("License")
    });
    (starts || named) && !line.contains("[yyyy]") && !line.contains("{yyyy}") && line.len() < 200
}

/// The texts of licences, each once, by names that are given as they come.
#[derive(Default)]
struct Texts {
    /// Names by the words of the texts, without their notices of copyright.
    names: BTreeMap<(String, String), String>,
    /// Texts by their names, in order.
    texts: BTreeMap<String, String>,
}

impl Texts {
    /// The name of a text; the same words have the same name.
    fn name(&mut self, licence: &str, text: &str) -> String {
        let lines = text.lines().filter(|line| !is_copyright(line));
        let text = lines.map(str::trim_end).collect::<Vec<_>>().join("\n");
        let letters = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' };
        let flat: String = text.chars().map(letters).collect();
        let words: Vec<&str> = flat.split_whitespace().collect();
        // A title does not belong to the terms: "The MIT License".
        let start = match licence {
            "MIT" => words.iter().position(|word| *word == "permission").unwrap_or(0),
            _ => 0,
        };
        let key = (licence.to_owned(), words[start..].join(" "));
        if let Some(name) = self.names.get(&key) {
            return name.clone();
        }
        let same = self.names.keys().filter(|(known, _)| known == licence).count();
        let name = match same {
            0 => licence.to_owned(),
            same => format!("{licence}-variant-{}", same + 1),
        };
        self.names.insert(key, name.clone());
        self.texts.insert(name.clone(), text);
        name
    }
}

/// The list, in Debian's form.
fn listed() -> String {
    let mut texts = Texts::default();
    let ours = fs::read_to_string(root().join("LICENSE-MIT")).expect("our licence");
    let apache = fs::read_to_string(root().join("LICENSE-APACHE")).expect("our licence");
    texts.name("MIT", &ours);
    texts.name("Apache-2.0", &apache);
    let mut parts = String::new();
    let rust = ["The Rust Project Developers (see thanks.rust-lang.org)".to_owned()];
    paragraph(
        &mut parts,
        "*",
        &["2026 The Foolproof developers".to_owned()],
        "MIT or Apache-2.0",
        "",
    );
    paragraph(
        &mut parts,
        "rust-standard-library/*",
        &rust,
        "MIT",
        "https://github.com/rust-lang/rust",
    );
    list_fonts(&mut parts, &mut texts);
    for part in crates() {
        list_crate(&mut parts, &mut texts, &part, (&ours, &apache));
    }
    let form = "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/";
    let mut list = format!("Format: {form}\nUpstream-Name: foolproof\n\n{parts}");
    for (name, text) in &texts.texts {
        let _ = writeln!(list, "License: {name}");
        for line in text.trim().lines() {
            let line = line.trim_end().replace(['\t', '\u{c}'], " ");
            let _ = writeln!(list, " {}", if line.is_empty() { "." } else { &line });
        }
        list.push('\n');
    }
    list.truncate(list.trim_end().len());
    list + "\n"
}

/// The fonts in `assets/fonts`, each with its licence next to it.
fn list_fonts(out: &mut String, texts: &mut Texts) {
    for file in licence_files(&root().join("assets/fonts"), false) {
        let text = fs::read_to_string(&file).expect("a text");
        let font = file.file_name().expect("a name").to_string_lossy().replace(".OFL.txt", ".ttf");
        // The terms begin behind what says whose they are.
        let terms = text.split_once("SIL OPEN FONT LICENSE").expect("terms").1;
        let name = texts.name("OFL-1.1", &format!("SIL OPEN FONT LICENSE{terms}"));
        paragraph(out, &format!("assets/fonts/{font}"), &notices(&text), &name, "");
    }
}

/// A crate, and the parts of others that lie in it.
fn list_crate(out: &mut String, texts: &mut Texts, part: &Crate, (mit, apache): (&str, &str)) {
    let is_clingo = part.name.starts_with("clingo-sys-");
    // Each folder with its licences; a subfolder with other licences counts as a separate part.
    let mut folders: BTreeMap<PathBuf, Vec<(String, String)>> = BTreeMap::new();
    for file in licence_files(&part.folder, is_clingo) {
        let text = String::from_utf8_lossy(&fs::read(&file).expect("a text")).into_owned();
        let within = file.parent().expect("a folder").strip_prefix(&part.folder).expect("in it");
        let of_fonts = within.ends_with("fonts");
        let within = if is_clingo || of_fonts { within } else { Path::new("") };
        let mut names: Vec<String> = names_in(&text).into_iter().map(str::to_owned).collect();
        if of_fonts && (names.is_empty() || names == ["MIT"]) {
            // Such a file says more than the licence: which parts of a font are whose.
            names = vec![format!("font-{}", file.file_stem().expect("a name").to_string_lossy())];
        }
        let name = names.pop().unwrap_or_default();
        folders.entry(within.into()).or_default().push((name, text));
    }
    let own = folders.remove(Path::new("")).unwrap_or_default();
    let mut wanted = taken(&part.licence);
    let mut copyright: Vec<String> = Vec::new();
    let below: Vec<&String> = folders.values().flatten().map(|(name, _)| name).collect();
    // A font's licence stands with the font.
    wanted.retain(|licence| PREFERRED.contains(&licence.as_str()) || !below.contains(&licence));
    let mut names = Vec::new();
    for licence in &wanted {
        let text = own.iter().find(|(name, _)| name == licence).map(|(_, text)| text.as_str());
        let text = text.unwrap_or_else(|| match licence.as_str() {
            "MIT" => mit,
            "Apache-2.0" => apache,
            other => panic!("{}: no text of {other} among {own:?}", part.name),
        });
        names.push(texts.name(licence, text));
    }
    for (_, text) in &own {
        copyright.extend(notices(text));
    }
    if copyright.is_empty() {
        copyright.extend(part.authors.iter().cloned());
    }
    if copyright.is_empty() {
        copyright.push(format!("The authors of {}", part.name));
    }
    paragraph(out, &format!("{}/*", part.name), &copyright, &names.join(" and "), &part.source);
    for (folder, held) in folders {
        let mut names: Vec<String> = Vec::new();
        let mut copyright: Vec<String> = Vec::new();
        for (name, text) in &held {
            assert!(!name.is_empty(), "{}: unknown licence in {}", part.name, folder.display());
            names.push(texts.name(name, text));
            copyright.extend(notices(text));
        }
        if copyright.is_empty() {
            copyright.push(format!("The authors of {}", folder.display()));
        }
        let files = format!("{}/{}/*", part.name, folder.display());
        paragraph(out, &files, &copyright, &names.join(" and "), &part.source);
    }
}

/// The lines of a text that say whose it is.
fn notices(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| is_copyright(line));
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn paragraph(out: &mut String, files: &str, copyright: &[String], licence: &str, source: &str) {
    let mut seen = BTreeSet::new();
    let copyright: Vec<&str> = copyright
        .iter()
        .map(|line| line.strip_prefix("Copyright ").unwrap_or(line).trim())
        .filter(|line| seen.insert(line.to_lowercase()))
        .collect();
    let _ = writeln!(out, "Files: {files}\nCopyright: {}", copyright.join("\n "));
    let _ = writeln!(out, "License: {licence}");
    if !source.is_empty() {
        let _ = writeln!(out, "Comment: {source}");
    }
    out.push('\n');
}

#[test]
fn the_list_of_licences_is_that_of_what_is_linked_in() {
    expect_file!["../../assets/licences.txt"].assert_eq(&listed());
}

#[test]
fn every_part_has_a_licence_whose_text_is_there() {
    let parts = linked_parts();
    assert_eq!(parts[0].name, "foolproof");
    assert!(parts.len() > 200, "{}", parts.len());
    for wanted in
        ["clingo-sys-0.7.2/clingo/clasp", "clingo-sys-0.7.2/clingo", "epaint_default_fonts"]
    {
        assert!(parts.iter().any(|part| part.name.starts_with(wanted)), "{wanted}");
    }
    for part in parts {
        assert!(!part.copyright.is_empty(), "{part:?}");
        for name in part.licence.replace(" or ", " and ").split(" and ") {
            let text = licence_text(name).unwrap_or_default();
            assert!(text.len() > 100, "{}: no text of {name}", part.name);
        }
    }
    assert!(LICENCES.lines().all(|line| line == line.trim_end()), "spaces at an end of a line");
}

#[test]
fn a_choice_of_licences_is_made_as_it_is_read() {
    for (expression, licences) in [
        ("MIT OR Apache-2.0", &["MIT"][..]),
        ("Apache-2.0/MIT", &["MIT"]),
        ("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT", &["MIT"]),
        (
            "(MIT OR Apache-2.0) AND OFL-1.1 AND Ubuntu-font-1.0",
            &["MIT", "OFL-1.1", "Ubuntu-font-1.0"],
        ),
        ("Apache-2.0 AND MIT", &["Apache-2.0", "MIT"]),
        ("Apache-2.0 OR GPL-2.0-only", &["Apache-2.0"]),
        ("BSD-3-Clause OR Apache-2.0", &["BSD-3-Clause"]),
    ] {
        assert_eq!(taken(expression), licences, "{expression}");
    }
}
