//! Verbs about the program itself: its manual, its samples, its licences, and the files that a system asks
//! of an installed program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::command;
use foolproof_cli::Report;
use foolproof_cli::args::new_folder;
use foolproof_cli::input::Usage;
use foolproof_cli::verb::Verb;
use foolproof_game::Games;
use foolproof_games::own::sample_games;
use foolproof_level::file::write_atomically;
use foolproof_manual::{self as manual, LICENCES, licence_names, licence_text, linked_parts};

/// The name of the installed program.
const PROGRAM: &str = "foolproof";

#[derive(Debug, Subcommand)]
pub(super) enum HandbookVerb {
    /// Read the manual: a list of its pages, one page, or all of it as HTML
    Manual {
        /// The page, such as concepts
        page: Option<String>,
        /// Write the whole manual into this new folder; index.html is its first page
        #[arg(long, value_name = "FOLDER", conflicts_with = "page", value_parser = new_folder())]
        html: Option<PathBuf>,
    },
    /// Write the sample packs and the sample games into a new folder, to try things with
    Samples {
        /// A new folder, or an empty one
        #[arg(value_parser = new_folder())]
        folder: PathBuf,
    },
    /// Say what the program is made of, and under which licences
    Licences {
        /// Print the licence of this part, such as clingo-sys
        part: Option<String>,
        /// Print the texts of all licences
        #[arg(long, conflicts_with = "part")]
        all: bool,
    },
    /// Print what lets a shell complete verbs and options
    Completions {
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print the page for `man`
    Man {
        /// That of a verb, such as check
        verb: Option<String>,
        /// Write those of all verbs into this new folder
        #[arg(long, value_name = "FOLDER", conflicts_with = "verb", value_parser = new_folder())]
        all: Option<PathBuf>,
    },
}

impl Verb for HandbookVerb {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let text = match self {
            HandbookVerb::Manual { html: Some(folder), .. } => {
                fill(folder, &manual::as_html())?;
                format!("The manual begins in {}\n", folder.join("index.html").display())
            }
            HandbookVerb::Manual { page, .. } => read_page(page.as_deref())?,
            HandbookVerb::Samples { folder } => write_samples(games, folder)?,
            HandbookVerb::Licences { all: true, .. } => LICENCES.to_owned(),
            HandbookVerb::Licences { part, .. } => licences(part.as_deref())?,
            HandbookVerb::Completions { shell } => completions(*shell, command(games))?,
            HandbookVerb::Man { all: Some(folder), .. } => {
                let pages = pages_for_man(command(games));
                fill(folder, &pages)?;
                format!("{} pages are in {}\n", pages.len(), folder.display())
            }
            HandbookVerb::Man { verb, .. } => page_for_man(verb.as_deref(), command(games))?,
        };
        Ok(Report::done(text))
    }
}

/// Writes files into a folder that is new or empty.
fn fill(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Usage> {
    std::fs::create_dir_all(folder).map_err(|why| Usage::of_file(folder, why))?;
    let mut there = std::fs::read_dir(folder).map_err(|why| Usage::of_file(folder, why))?;
    if there.next().is_some() {
        return Err(Usage::of_file(folder, "the folder is not empty; name a new one"));
    }
    for (name, bytes) in files {
        let path = folder.join(name);
        let within = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(within).map_err(|why| Usage::of_file(within, why))?;
        write_atomically(&path, bytes).map_err(|why| Usage::of_file(&path, why))?;
    }
    Ok(())
}

fn read_page(name: Option<&str>) -> Result<String, Usage> {
    let chapters = manual::chapters();
    let short = |page: &str| page.trim_end_matches(".md").to_owned();
    let Some(name) = name else {
        let mut text = String::new();
        for chapter in &chapters {
            let (page, indent) = (short(&chapter.page), "  ".repeat(chapter.depth));
            let _ = writeln!(text, "{:<24} {indent}{}", page, chapter.title);
        }
        return Ok(text + "\nfoolproof manual PAGE prints one of them.\n");
    };
    let wanted = short(name);
    let named = |chapter: &&manual::Chapter| {
        let page = short(&chapter.page);
        page == wanted || page.rsplit('/').next() == Some(&wanted)
    };
    let chapter = chapters.iter().find(named);
    let text = chapter.and_then(|chapter| manual::page(&chapter.page)).map(without_comments);
    text.ok_or_else(|| {
        let pages: Vec<String> = chapters.iter().map(|chapter| short(&chapter.page)).collect();
        Usage(format!("no page `{name}`; pages are {}", pages.join(", ")))
    })
}

/// Removes comments, which are for the tests alone.
fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("<!--"));
    lines.map(|line| format!("{line}\n")).collect()
}

fn write_samples(games: &Games, folder: &Path) -> Result<String, Usage> {
    let mut files = Vec::new();
    for game in games.all().iter().filter(|game| game.is_built_in()) {
        let id = &game.about().id;
        files.push((format!("{id}.json"), game.sample().as_bytes().to_vec()));
        for (title, text) in &game.assets().collections {
            let title = title.to_lowercase().replace(' ', "_");
            files.push((format!("{id}_{title}.json"), text.as_bytes().to_vec()));
        }
    }
    for (name, text) in sample_games() {
        files.push((name, text.into_bytes()));
    }
    fill(folder, &files)?;
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    Ok(format!("In {}:\n  {}\n", folder.display(), names.join("\n  ")))
}

fn licences(part: Option<&str>) -> Result<String, Usage> {
    let parts = linked_parts();
    let Some(wanted) = part else {
        let mut text = String::new();
        for part in &parts {
            let _ = writeln!(text, "{:<44} {}", part.name, part.licence);
        }
        return Ok(text + "\nfoolproof licences PART prints a licence; --all prints all texts.\n");
    };
    let named = |name: &str| {
        name == wanted || name.strip_prefix(wanted).is_some_and(|rest| rest.starts_with(['-', '/']))
    };
    let mut text = String::new();
    let mut texts: Vec<String> = Vec::new();
    for part in parts.iter().filter(|part| named(&part.name)) {
        let _ = writeln!(text, "{}\nLicence: {}", part.name, part.licence);
        let _ = writeln!(text, "{}", part.copyright.join("\n"));
        if !part.source.is_empty() {
            let _ = writeln!(text, "{}", part.source);
        }
        text.push('\n');
        texts.extend(licence_names(&part.licence).map(str::to_owned));
    }
    if text.is_empty() {
        return Err(Usage(format!("no part `{wanted}`; foolproof licences lists them")));
    }
    texts.sort();
    texts.dedup();
    for name in texts {
        let words = licence_text(&name).unwrap_or_default();
        let _ = writeln!(text, "--- {name} ---\n\n{words}\n");
    }
    Ok(text)
}

fn completions(shell: Shell, mut command: clap::Command) -> Result<String, Usage> {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut command, PROGRAM, &mut out);
    String::from_utf8(out).map_err(Usage::of)
}

/// Renders a page, with the name of its file. Its last word is the program's version, so the page is the
/// same whenever it is made.
fn page_of(command: clap::Command) -> (String, String) {
    let page = Man::new(command).source(concat!("Foolproof ", env!("CARGO_PKG_VERSION")));
    let mut out = Vec::new();
    // Writing to memory cannot fail.
    let _ = page.render(&mut out);
    (page.get_filename(), String::from_utf8_lossy(&out).into_owned())
}

/// Returns the whole command line, built, so that verbs have the options of all and know their own names.
fn built(mut command: clap::Command) -> clap::Command {
    command.build();
    command
}

fn page_for_man(verb: Option<&str>, command: clap::Command) -> Result<String, Usage> {
    let command = built(command);
    let Some(verb) = verb else { return Ok(page_of(command).1) };
    let found = command.get_subcommands().find(|other| other.get_name() == verb);
    let found = found.ok_or_else(|| Usage(format!("no verb `{verb}`; see foolproof --help")))?;
    Ok(page_of(found.clone()).1)
}

/// Renders all pages, with the names of their files.
fn pages_for_man(command: clap::Command) -> Vec<(String, Vec<u8>)> {
    let command = built(command);
    let verbs: Vec<clap::Command> =
        command.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned().collect();
    let pages = [command].into_iter().chain(verbs).map(page_of);
    pages.map(|(name, text)| (name, text.into_bytes())).collect()
}
