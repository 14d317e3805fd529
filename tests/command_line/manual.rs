//! The manual holds what it says: its links resolve, its commands run, its pictures match the program's,
//! and its list of verbs is that of `--help`.
//!
//! `UPDATE_EXPECT=1 cargo test --test command_line manual` redraws the boards and rewrites the list of
//! verbs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use expect_test::expect_file;
use foolproof::cli::reference;
use foolproof::manual;

/// No command of the manual may take longer: its reader waits, too. Machines of tests are slow.
const PATIENCE: Duration = Duration::from_secs(120);

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

fn pages() -> Vec<(String, &'static str)> {
    let names = manual::chapters().into_iter().map(|chapter| chapter.page);
    names.map(|name| (name.clone(), manual::page(&name).expect("a page"))).collect()
}

#[test]
fn every_link_of_the_manual_leads_somewhere_and_every_page_is_led_to() {
    assert_eq!(manual::faults(), Vec::<String>::new());
    assert!(pages().len() > 15);
    assert_eq!(pages()[0].0, manual::FIRST_PAGE);
    for (name, text) in pages() {
        let headings = manual::headings(text);
        assert_eq!(headings.iter().filter(|heading| heading.level == 1).count(), 1, "{name}");
    }
    for game in foolproof::built_in().all() {
        assert!(manual::page_of_game(&game.about().id).is_some(), "{}", game.about().id);
    }
}

/// What mdBook reads is in the folder, and names no page outside it.
#[test]
fn the_manual_is_a_book_of_mdbook() {
    let book = fs::read_to_string(docs().join("book.toml")).expect("book.toml");
    let book: toml::Table = toml::from_str(&book).expect("TOML");
    assert_eq!(book["book"]["title"].as_str(), Some("Foolproof"));
    let summary = fs::read_to_string(docs().join("src/SUMMARY.md")).expect("SUMMARY.md");
    for line in summary.lines().filter(|line| !line.is_empty()) {
        let item = line.trim_start().strip_prefix("- [").and_then(|rest| rest.split_once("]("));
        let link = item.and_then(|(_, rest)| rest.strip_suffix(')'));
        assert!(line == "# Summary" || link.is_some(), "mdBook cannot read `{line}`");
        let page = link.is_none_or(|link| docs().join("src").join(link).is_file());
        assert!(page, "{line}");
    }
}

#[test]
fn the_page_of_verbs_is_made_of_their_help() {
    let path = docs().join("src/command-line.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (by_hand, _) =
        page.split_once("-->\n").expect("the line that ends what is written by hand");
    expect_file![path].assert_eq(&format!(
        "{by_hand}-->\n\n{}",
        reference(foolproof::slices::command(&foolproof::built_in()))
    ));
    let mut command = foolproof::slices::command(&foolproof::built_in());
    command.build();
    let of_all = command.get_arguments();
    let of_verbs = command.get_subcommands().flat_map(|verb| verb.get_arguments());
    for argument in of_all.chain(of_verbs).filter(|argument| !argument.is_hide_set()) {
        if matches!(argument.get_id().as_str(), "help" | "version") {
            continue;
        }
        if let Some(long) = argument.get_long() {
            assert!(
                reference(foolproof::slices::command(&foolproof::built_in()))
                    .contains(&format!("`--{long}")),
                "--{long}"
            );
        }
    }
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        assert!(
            reference(foolproof::slices::command(&foolproof::built_in()))
                .contains(&format!("## {}\n", verb.get_name())),
            "{}",
            verb.get_name()
        );
    }
}

#[test]
fn examples_show_nearly_every_verb() {
    let mut shown = BTreeSet::new();
    for (_, text) in pages() {
        for example in examples(text) {
            let words: Vec<&str> = example.words.split(' ').collect();
            let verbs = words.windows(2).filter(|two| two[0] == "foolproof");
            shown.extend(verbs.map(|two| two[1].to_owned()));
        }
    }
    let command = foolproof::slices::command(&foolproof::built_in());
    let all = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    let without: Vec<&str> =
        all.map(|verb| verb.get_name()).filter(|name| !shown.contains(*name)).collect();
    assert!(without.len() <= 3, "no page shows how to use {}", without.join(", "));
}

/// A command of a page, and how it has to end.
struct Example {
    words: String,
    status: i32,
}

/// The commands to run on a page: lines of `sh` blocks that begin with the program's name.
fn examples(text: &str) -> Vec<Example> {
    let commands = blocks(text, "sh").into_iter().flat_map(|(_, block)| block.lines());
    commands
        .filter(|line| line.starts_with("foolproof"))
        .map(|line| {
            let (words, said) = line.split_once("    # ").unwrap_or((line, ""));
            let status = said.strip_prefix("exit status ");
            let status = status.map_or(0, |number| number.parse().expect("a status"));
            Example { words: words.trim_end().to_owned(), status }
        })
        .collect()
}

/// The blocks of a language with the text of the preceding comment: where each begins, and its text.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<(usize, &'a str)> {
    let fence = format!("```{language}\n");
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(&fence) {
        let start = at + start + fence.len();
        let end = start + text[start..].find("\n```").expect("the block ends");
        found.push((start, &text[start..end]));
        at = end;
    }
    found
}

/// Files that a page shows: a comment gives the name of what stands in the next block.
fn shown_files(text: &str) -> Vec<(&str, &str)> {
    let comments = text.match_indices("<!-- file: ");
    comments
        .map(|(at, start)| {
            let rest = &text[at + start.len()..];
            let (name, rest) = rest.split_once(" -->").expect("the comment ends");
            let (_, block) = rest.split_once("```").expect("a block");
            let (_, block) = block.split_once('\n').expect("its language");
            let (block, _) = block.split_once("\n```").expect("the block ends");
            (name, block)
        })
        .collect()
}

/// A folder with the samples and the files that a page shows.
fn workplace(text: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    for (name, block) in shown_files(text) {
        let path = place.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
        fs::write(path, format!("{block}\n")).expect("it is written");
    }
    if !text.contains("foolproof samples samples") {
        let (status, said) = run(place.path(), "foolproof samples samples");
        assert!(status.success(), "{said}");
    }
    place
}

/// Runs a line of the shell, with the program of this build under its name.
fn run(place: &Path, line: &str) -> (ExitStatus, String) {
    let folder = Path::new(env!("CARGO_BIN_EXE_foolproof")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let said = place.join(".said");
    let out = fs::File::create(&said).expect("a file");
    let mut command = Command::new("bash");
    command.args(["-o", "pipefail", "-c", line]).current_dir(place).stdin(Stdio::null());
    command.env("PATH", format!("{}:{path}", folder.display()));
    // Nothing of the person who runs the tests is read or changed.
    command.env("HOME", place).env_remove("XDG_DATA_HOME");
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    command.stdout(out.try_clone().expect("the file")).stderr(out);
    let mut child = command.spawn().expect("the shell runs");
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the shell") {
            break status;
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("`{line}` takes too long: {}", fs::read_to_string(&said).unwrap_or_default());
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    (status, fs::read_to_string(said).unwrap_or_default())
}

#[test]
fn every_command_of_the_manual_ends_as_its_page_says() {
    let mut wrong = Vec::new();
    let mut number = 0;
    for (name, text) in pages() {
        let examples = examples(text);
        if examples.is_empty() {
            continue;
        }
        let place = workplace(text);
        for example in examples {
            number += 1;
            let (status, said) = run(place.path(), &example.words);
            if status.code() != Some(example.status) {
                wrong.push(format!("{name}: {} ends with {status}:\n{said}", example.words));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(number > 60, "only {number} commands were found");
}

/// A rule of the page of rules: its game, its board with what is painted, and in how many ways it can
/// be played; of a beginning, only the game.
struct ShownRule<'a> {
    game: &'a str,
    board: Option<((u16, u16), serde_json::Value, u64)>,
    text: &'a str,
}

fn shown_rules(page: &str) -> Vec<ShownRule<'_>> {
    let comments = page.match_indices("<!-- rule: ");
    let rules = comments.map(|(at, start)| {
        let (said, rest) = page[at + start.len()..].split_once(" -->").expect("the comment ends");
        let (_, block) = rest.split_once("```prolog\n").expect("a block");
        let (text, _) = block.split_once("\n```").expect("the block ends");
        let (game, board) = said.split_once(' ').unwrap_or((said, ""));
        let board = board.split_once(' ').map(|(size, rest)| {
            let (cols, rows) = size.split_once('x').expect("columns and rows");
            let (painted, ways) = rest.split_once(" = ").expect("how many ways");
            let size = (cols.parse().expect("columns"), rows.parse().expect("rows"));
            (size, serde_json::from_str(painted).expect("JSON"), ways.parse().expect("a number"))
        });
        ShownRule { game, board, text }
    });
    rules.collect()
}

/// Each rule is read, solved and counted; the numbers were reckoned without the program.
#[test]
fn the_fifty_rules_allow_what_they_are_to_allow() {
    rules_allow_what_they_are_to_allow("twenty-rules.md", 2, 20);
    rules_allow_what_they_are_to_allow("thirty-rules.md", 5, 30);
}

fn rules_allow_what_they_are_to_allow(page: &str, n_beginnings: usize, n_rules: usize) {
    let page = manual::page(page).expect("the page");
    let (beginnings, rules): (Vec<_>, Vec<_>) =
        shown_rules(page).into_iter().partition(|rule| rule.board.is_none());
    assert_eq!((beginnings.len(), rules.len()), (n_beginnings, n_rules));
    let place = workplace(page);
    for (number, rule) in (1..).zip(&rules) {
        let ((cols, rows), painted, ways) = rule.board.as_ref().expect("a board");
        let begins = beginnings.iter().find(|one| one.game == rule.game).expect("a beginning");
        let folder = place.path().join(rule.game);
        fs::write(folder.join("rules.lp"), format!("{}\n{}\n", begins.text, rule.text))
            .expect("written");
        let pack = serde_json::json!({ "foolproof": 1, "levels": [
            { "game": rule.game, "board": { "cols": cols, "rows": rows }, "painted": painted }
        ] });
        fs::write(folder.join("levels.json"), pack.to_string()).expect("written");
        let solve = format!("foolproof solve {}/levels.json -n 1000 --json", rule.game);
        let (status, said) = run(place.path(), &solve);
        assert!(status.success(), "rule {number}: {said}");
        let found: serde_json::Value = serde_json::from_str(&said)
            .unwrap_or_else(|error| panic!("rule {number}: {error}: {said}"));
        let findings = found["findings"].as_array().expect("findings");
        let count = findings.iter().find(|finding| finding["topic"] == "count").expect("a count");
        let exactly = serde_json::json!({ "is": "exactly", "n": ways });
        assert_eq!(count["status"], exactly, "rule {number}");
    }
}

#[test]
fn the_boards_in_the_manual_are_what_the_program_draws() {
    let list = fs::read_to_string(docs().join("pictures.txt")).expect("the list of pictures");
    let every: String = pages().iter().map(|(_, text)| *text).collect::<Vec<_>>().join("\n");
    let place = workplace(&every.replace("foolproof samples samples", ""));
    let mut listed = BTreeSet::new();
    for line in list.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let (name, words) = line.split_once(' ').expect("a file and what is drawn");
        let (level, options) = words.trim().split_once(' ').unwrap_or((words.trim(), ""));
        let command = format!("foolproof render '{level}' {name} {options}");
        let (status, said) = run(place.path(), &command);
        assert!(status.success(), "{command}: {said}");
        let drawn = fs::read_to_string(place.path().join(name)).expect("a picture");
        expect_file![docs().join("src/pictures").join(name)].assert_eq(&drawn);
        listed.insert(name.to_owned());
    }
    let there = fs::read_dir(docs().join("src/pictures")).expect("the pictures");
    for entry in there {
        let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
        assert!(!name.ends_with(".svg") || listed.contains(&name), "nothing draws {name} anew");
    }
}

#[test]
fn the_manual_can_be_written_as_html_that_is_whole() {
    let place = tempfile::tempdir().expect("a folder");
    let (status, said) = run(place.path(), "foolproof manual --html book");
    assert!(status.success(), "{said}");
    let book = place.path().join("book");
    for (name, _) in pages() {
        let file = book.join(name.replace(".md", ".html"));
        let text = fs::read_to_string(&file).expect("a page");
        for attribute in ["href=\"", "src=\""] {
            for (at, _) in text.match_indices(attribute) {
                let link = text[at + attribute.len()..].split('"').next().expect("a link");
                if link.contains("://") {
                    continue;
                }
                let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = match path {
                    "" => file.clone(),
                    path => file.parent().expect("a folder").join(path),
                };
                assert!(target.is_file(), "{name}: {link}");
                if !anchor.is_empty() {
                    let there = fs::read_to_string(&target).expect("a page");
                    assert!(there.contains(&format!("id=\"{anchor}\"")), "{name}: {link}");
                }
            }
        }
    }
    let (status, _) = run(place.path(), "foolproof manual --html book");
    assert_eq!(status.code(), Some(2), "a folder with something in it is left alone");
}

/// Completions are read by their shells if these are installed, and yield the expected words.
#[test]
fn completions_and_pages_for_man_are_of_every_verb() {
    let place = tempfile::tempdir().expect("a folder");
    let ask = "foolproof completions bash > c.bash && . ./c.bash && COMP_WORDS=(foolproof dup) \
               COMP_CWORD=1 && _foolproof foolproof dup foolproof && echo \"${COMPREPLY[@]}\"";
    let (status, said) = run(place.path(), ask);
    assert!(status.success() && said.trim() == "duplicates", "{said}");
    for shell in ["zsh", "fish"] {
        let (status, said) = run(place.path(), &format!("foolproof completions {shell}"));
        assert!(status.success() && said.contains("shortcut-free"), "{said}");
    }
    let (status, said) = run(place.path(), "foolproof man --all pages && ls pages | wc -l");
    assert!(status.success(), "{said}");
    for verb in foolproof::slices::command(&foolproof::built_in())
        .get_subcommands()
        .filter(|verb| !verb.is_hide_set())
    {
        let name = verb.get_name();
        let page = fs::read_to_string(place.path().join(format!("pages/foolproof-{name}.1")));
        let page = page.expect("a page for man").replace("\\-", "-");
        assert!(page.contains(&format!("foolproof {name}")) && page.contains(".SH NAME"), "{page}");
    }
    let (status, _) = run(place.path(), "foolproof man nonsense");
    assert_eq!(status.code(), Some(2));
}
