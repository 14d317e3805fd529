//! A command with placeholders for files: its parts, and how it is started.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use foolproof_game::Games;
use foolproof_level::Pack;
use foolproof_shipping::{ExportSource, exporters};

/// Start of the placeholder for a file in a command: `{file}`, or `{file.tmj}` for one with this ending.
const PLACE: &str = "{file";
/// The format for commands without a file ending.
const USUAL: &str = "json";

/// A command that starts a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LaunchCommand {
    program: String,
    args: Vec<String>,
}

/// Reasons why a game is not started.
#[derive(Debug, thiserror::Error)]
pub(super) enum LaunchError {
    #[error("the command is empty")]
    Empty,
    #[error("a quote in the command is not closed")]
    Quote,
    #[error("`{{file` in the command has no closing `}}`")]
    Place,
    #[error("no format of this game has files with the ending `{0}`")]
    Ending(String),
    #[error("the level cannot be written as `{0}`: {1}")]
    Unwritable(String, String),
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    #[error("`{0}` cannot be started: {1}")]
    Start(String, std::io::Error),
}

impl LaunchCommand {
    /// Splits a command into words as a shell does; without a placeholder, the file comes last.
    pub(super) fn read(text: &str) -> Result<Self, LaunchError> {
        let words = shlex::split(text).ok_or(LaunchError::Quote)?;
        let (program, args) = words.split_first().ok_or(LaunchError::Empty)?;
        let mut args = args.to_vec();
        if !args.iter().any(|arg| arg.contains(PLACE)) {
            args.push(format!("{PLACE}}}"));
        }
        Ok(Self { program: program.clone(), args })
    }

    /// Writes a pack with one level into a folder, in each format that the command asks for, and starts the
    /// command.
    pub(super) fn start(
        &self,
        games: &Games,
        pack: &Pack,
        folder: &Path,
    ) -> Result<Child, LaunchError> {
        let args = self.args.iter().map(|arg| filled(arg, games, pack, folder));
        let args = args.collect::<Result<Vec<String>, LaunchError>>()?;
        let mut command = Command::new(&self.program);
        command.args(args).stdin(Stdio::null()).stderr(Stdio::piped());
        command.spawn().map_err(|why| LaunchError::Start(self.program.clone(), why))
    }
}

/// Fills in an argument, and writes the files that it names.
fn filled(arg: &str, games: &Games, pack: &Pack, folder: &Path) -> Result<String, LaunchError> {
    let (mut text, mut rest) = (String::new(), arg);
    while let Some((before, place)) = rest.split_once(PLACE) {
        let (ending, behind) = place.split_once('}').ok_or(LaunchError::Place)?;
        let ending = ending.strip_prefix('.').unwrap_or(USUAL);
        let file = folder.join(format!("level.{ending}"));
        let (written, beside) = written(ending, games, pack, folder)?;
        let beside = beside.into_iter().map(|(name, bytes)| (folder.join(name), bytes));
        for (file, bytes) in beside.chain([(file.clone(), written.into_bytes())]) {
            std::fs::write(&file, bytes).map_err(|why| LaunchError::File(file, why))?;
        }
        text.push_str(before);
        text.push_str(&file.to_string_lossy());
        rest = behind;
    }
    text.push_str(rest);
    Ok(text)
}

/// The text of a file, and the files that it refers to, by their relative names.
type WrittenLevel = (String, Vec<(String, Vec<u8>)>);

/// Returns the level in the first format with an ending.
fn written(
    ending: &str,
    games: &Games,
    pack: &Pack,
    folder: &Path,
) -> Result<WrittenLevel, LaunchError> {
    let id = pack.levels.first().map_or("", |level| level.game.as_str());
    let all = exporters(games);
    let of_ending = all.iter().filter(|one| one.is_for(id) && one.has_ending(ending));
    let source = ExportSource { games, pack, folder: Some(folder), steps: None };
    let mut refused = None;
    for exporter in of_ending {
        let exported = exporter.levels(&source);
        if let Some((_, text)) = exported.files.into_iter().next() {
            return Ok((text, exported.beside));
        }
        refused = exported.refused.into_iter().next().map(|(_, why)| why.to_string()).or(refused);
    }
    Err(match refused {
        Some(why) => LaunchError::Unwritable(ending.to_owned(), why),
        None => LaunchError::Ending(ending.to_owned()),
    })
}

/// Returns the last line of a game's standard error, or its status, if that is worth reporting.
pub(super) fn trouble(child: Child) -> Option<String> {
    let output = child.wait_with_output().ok()?;
    if output.status.success() {
        return None;
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rev().map(str::trim).find(|line| !line.is_empty());
    Some(match last {
        Some(line) => format!("{} ({line})", output.status),
        None => output.status.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level() -> Pack {
        let games = foolproof_built_in::built_in();
        let game = games.all().first().cloned().expect("a game");
        let mut pack = Pack::from_json(&game.sample()).expect("its pack");
        pack.levels.truncate(1);
        pack
    }

    #[test]
    fn commands_are_parted_like_those_of_a_shell() {
        let read =
            |text: &str| LaunchCommand::read(text).map(|of| [vec![of.program], of.args].concat());
        assert_eq!(
            read("godot --path 'my game' -- {file.tmj}").expect("a command"),
            ["godot", "--path", "my game", "--", "{file.tmj}"]
        );
        assert_eq!(read("love .").expect("a command"), ["love", ".", "{file}"]);
        assert!(matches!(read(" "), Err(LaunchError::Empty)));
        assert!(matches!(read("love 'here"), Err(LaunchError::Quote)));
    }

    #[test]
    fn files_are_written_where_the_command_names_them() {
        let (folder, pack) = (tempfile::tempdir().expect("a folder"), level());
        let games = foolproof_built_in::built_in();
        let put = |arg: &str| filled(arg, &games, &pack, folder.path());
        let said = put("--level={file}!").expect("written");
        let file = folder.path().join("level.json");
        assert_eq!(said, format!("--level={}!", file.display()));
        let read = Pack::load(&file).expect("a pack");
        assert!(read.levels[0].same_puzzle(&pack.levels[0]));
        put("{file.tmj}").expect("written");
        assert!(folder.path().join("level.tmj").exists());
        assert!(matches!(put("{file.xyz}"), Err(LaunchError::Ending(ending)) if ending == "xyz"));
        assert!(matches!(put("{file"), Err(LaunchError::Place)));
    }

    #[cfg(unix)]
    #[test]
    fn a_game_that_fails_says_why() {
        let (folder, pack) = (tempfile::tempdir().expect("a folder"), level());
        let start = |command: &str| {
            let command = LaunchCommand::read(command).expect("a command");
            command.start(&foolproof_built_in::built_in(), &pack, folder.path())
        };
        let good = start("sh -c 'test -s \"$1\"' game {file}").expect("it starts");
        assert_eq!(trouble(good), None);
        let bad = start("sh -c 'echo no such room >&2; exit 3' game {file}").expect("it starts");
        assert_eq!(trouble(bad).as_deref(), Some("exit status: 3 (no such room)"));
        let none = start("/no/such/game").expect_err("there is none");
        assert!(none.to_string().starts_with("`/no/such/game` cannot be started"), "{none}");
    }
}
