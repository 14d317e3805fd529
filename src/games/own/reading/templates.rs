//! Templates for new games: one of each kind, which runs and is meant to be changed by its author.
//!
//! They are the games of `assets/games`, under another name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::reading::card::card_of;
use crate::reading::folder::{FolderError, LONGEST_ID, MANIFEST, RULES, SAMPLE};
use foolproof_level::{GameText, Pack, file};

/// The file name of a source in its own folder.
const SOURCE: &str = "game.txt";

/// The suffix that a source's companion file adds to its name.
const BESIDE: &str = "foolproof.json";

/// Returns the path of a source's companion file, which holds the data that the source cannot.
pub fn companion_of(source: &Path) -> PathBuf {
    source.with_extension(BESIDE)
}

/// The kind of game that a new one is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameTemplate {
    /// Marks are put on cells.
    Put,
    /// Lines are drawn.
    Line,
    /// Pieces are moved.
    Moves,
    /// A PuzzleScript source.
    Script,
}

impl GameTemplate {
    pub const ALL: [Self; 4] = [Self::Put, Self::Line, Self::Moves, Self::Script];

    /// True for a folder with a manifest and rules; false for a source.
    pub fn is_folder(self) -> bool {
        self != Self::Script
    }

    /// Returns the file to open first.
    pub fn pack_name(self) -> &'static str {
        if self.is_folder() { SAMPLE } else { SOURCE }
    }

    /// Returns the name and the identifier of the template's game.
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Put => ("Star Battle", "star-battle"),
            Self::Line => ("Cables", "cables"),
            Self::Moves => ("Crates", "crates"),
            Self::Script => ("Ring Them Home", "ring-them-home"),
        }
    }

    /// Manifest, rules and sample pack; for a source: an empty text, the source and its companion.
    fn texts(self) -> [&'static str; 3] {
        match self {
            Self::Put => [
                include_str!("../../../../assets/games/star-battle/game.toml"),
                include_str!("../../../../assets/games/star-battle/rules.lp"),
                include_str!("../../../../assets/games/star-battle/levels.json"),
            ],
            Self::Line => [
                include_str!("../../../../assets/games/cables/game.toml"),
                include_str!("../../../../assets/games/cables/rules.lp"),
                include_str!("../../../../assets/games/cables/levels.json"),
            ],
            Self::Moves => [
                include_str!("../../../../assets/games/crates/game.toml"),
                include_str!("../../../../assets/games/crates/rules.lp"),
                include_str!("../../../../assets/games/crates/levels.json"),
            ],
            Self::Script => [
                "",
                include_str!("../../../../assets/puzzlescript/ring-them-home.txt"),
                include_str!("../../../../assets/puzzlescript/ring-them-home.foolproof.json"),
            ],
        }
    }

    fn drawings(self) -> BTreeMap<String, String> {
        let star = include_str!("../../../../assets/games/star-battle/star.svg");
        match self {
            Self::Put => BTreeMap::from([("star.svg".to_owned(), star.to_owned())]),
            Self::Line | Self::Moves | Self::Script => BTreeMap::new(),
        }
    }
}

/// Returns a name as an identifier: "My game" is `my-game`.
pub fn id_of_name(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-");
    let id =
        if id.starts_with(|c: char| c.is_ascii_lowercase()) { id } else { format!("game-{id}") };
    id.chars().take(LONGEST_ID).collect::<String>().trim_end_matches('-').to_owned()
}

/// Returns a game of the shelf under another name and identifier.
pub fn renamed_game(text: &GameText, name: &str, id: &str) -> GameText {
    let card = card_of(&text.manifest);
    let (old_name, old_id) = card.map(|card| (card.name, card.id)).unwrap_or_default();
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let line = |key: &str, text: &str| format!("\n{key} = {}\n", quoted(text));
    let manifest = text.manifest.replacen(&line("id", &old_id), &line("id", id), 1);
    let manifest = manifest.replacen(&line("name", &old_name), &line("name", name), 1);
    // The name must stay on one line of the comment, or the rest of it would be a rule.
    let spoken: String = name.chars().filter(|c| !c.is_control()).collect();
    let rules = text.rules.replacen(&format!("% {old_name}:"), &format!("% {spoken}:"), 1);
    let sample = renamed(&text.sample, id);
    GameText { manifest, rules, sample, ..text.clone() }
}

/// Returns a runnable game with this name and identifier.
pub fn template(kind: GameTemplate, name: &str, id: &str) -> GameText {
    let [manifest, rules, sample] = kind.texts();
    if kind == GameTemplate::Script {
        let (old_name, _) = kind.names();
        let spoken: String = name.chars().filter(|c| !c.is_control()).collect();
        let script = rules.replacen(&format!("title {old_name}"), &format!("title {spoken}"), 1);
        return GameText { script, sample: sample.to_owned(), ..GameText::default() };
    }
    let text = GameText {
        manifest: manifest.to_owned(),
        rules: rules.to_owned(),
        drawings: kind.drawings(),
        sample: sample.to_owned(),
        ..GameText::default()
    };
    renamed_game(&text, name, id)
}

/// Returns a pack whose levels belong to the game with this identifier.
fn renamed(sample: &str, id: &str) -> String {
    let Ok(mut pack) = Pack::from_json(sample) else { return String::new() };
    for level in &mut pack.levels {
        Arc::make_mut(level).game = id.to_owned();
    }
    pack.to_json()
}

/// Returns the sample games as files: their paths and texts.
pub fn sample_games() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for kind in GameTemplate::ALL {
        let (name, id) = kind.names();
        let text = template(kind, name, id);
        if kind == GameTemplate::Script {
            let source = format!("puzzlescript/{id}.txt");
            let beside = companion_of(Path::new(&source));
            files.push((beside.to_string_lossy().into_owned(), text.sample));
            files.push((source, text.script));
            continue;
        }
        let parts = [(MANIFEST, text.manifest), (RULES, text.rules), (SAMPLE, text.sample)];
        let parts = parts.map(|(name, text)| (name.to_owned(), text));
        let all = parts.into_iter().chain(text.drawings);
        files.extend(all.map(|(name, text)| (format!("games/{id}/{name}"), text)));
    }
    files
}

/// Writes a game into its own folder, which must be new or empty.
pub fn write_folder(text: &GameText, folder: &Path) -> Result<(), FolderError> {
    let io = |path: &Path, error: std::io::Error| FolderError::Io {
        path: path.to_owned(),
        why: error.to_string(),
    };
    std::fs::create_dir_all(folder).map_err(|error| io(folder, error))?;
    let mut entries = std::fs::read_dir(folder).map_err(|error| io(folder, error))?;
    if entries.next().is_some() {
        return Err(FolderError::Taken(folder.to_owned()));
    }
    if !text.script.is_empty() {
        let source = folder.join(SOURCE);
        let beside = companion_of(&source);
        for (path, text) in [(source, &text.script), (beside, &text.sample)] {
            file::write_atomically(&path, text.as_bytes())
                .map_err(|error| FolderError::Io { path, why: error.to_string() })?;
        }
        return Ok(());
    }
    let sample = Some((SAMPLE, &text.sample)).filter(|(_, text)| !text.is_empty());
    let drawings = text.drawings.iter().map(|(name, text)| (name.as_str(), text));
    let rest = [(MANIFEST, &text.manifest), (RULES, &text.rules)].into_iter().chain(sample);
    for (name, text) in drawings.chain(rest) {
        let path = folder.join(name);
        file::write_atomically(&path, text.as_bytes())
            .map_err(|error| FolderError::Io { path, why: error.to_string() })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::own_game::OwnGame;
    use foolproof_game::Game as _;
    use foolproof_game::NoGrounder;

    #[test]
    fn identifiers_are_lower_case_letters_digits_and_hyphens() {
        assert_eq!(id_of_name("My Game!"), "my-game");
        assert_eq!(id_of_name("2048 again"), "game-2048-again");
        assert_eq!(id_of_name("Würfel & Co"), "w-rfel-co");
        assert_eq!(id_of_name(&"long ".repeat(30)).len(), 39);
    }

    #[test]
    fn every_template_is_a_game_under_its_new_name() {
        for kind in GameTemplate::ALL.into_iter().filter(|kind| kind.is_folder()) {
            let text = template(kind, "A \"new\" game", "my-game");
            let pack = Pack::from_json(&text.sample).expect("a pack");
            assert!(pack.levels.len() > 3);
            assert!(pack.levels.iter().all(|level| level.game == "my-game"));
            assert!(text.rules.starts_with("% A \"new\" game: "), "{}", text.rules);
            let game = OwnGame::new(Arc::new(text), Arc::new(NoGrounder)).map_err(|f| f[0].clone());
            let about = game.as_ref().map(|game| game.about());
            assert_eq!(
                about.map(|about| (&*about.id, &*about.name)),
                Ok(("my-game", "A \"new\" game"))
            );
        }
    }
}
