//! Levels of all games in files of other programs: the available formats, and writing of files.
//!
//! All files of other programs are read and written here, so that no level is lost silently: each part that
//! cannot be read or written is named.

use std::sync::Arc;

use crate::losses::{Loss, losses};
use foolproof_game::{Format, Game, GameError, Games, has_ending};
use foolproof_level::{Board, Level, keys};

/// A format and the game whose levels it holds.
#[derive(Clone)]
pub struct FormatOf {
    pub game: Arc<dyn Game>,
    pub format: Arc<dyn Format>,
}

/// Returns all formats of all games.
pub fn formats(games: &Games) -> Vec<FormatOf> {
    let of = |game: Arc<dyn Game>| {
        let formats = game.formats().into_iter();
        formats.map(move |format| FormatOf { game: Arc::clone(&game), format })
    };
    games.all().into_iter().flat_map(of).collect()
}

/// Returns the format of a text. Formats with the file's ending are tried first. A pack of this program has
/// none of them, whatever its text contains.
pub fn recognised(games: &Games, text: &str, ending: &str) -> Option<FormatOf> {
    if keys::is_pack(text) {
        return None;
    }
    let mut known = formats(games);
    known.sort_by_key(|of| !has_ending(of.format.as_ref(), ending));
    known.into_iter().find(|of| of.format.recognises(text))
}

/// The reason why a format cannot hold a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// `of` is the name of the level's game.
    #[error("{format} holds no levels of {of}")]
    OtherGame { of: String, format: String },
    #[error("it is for version {of} of the rules; this program has version {known}")]
    NewerRules { of: u32, known: u32 },
    /// The game does not accept it.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A part of its game that it needs is still being read.
    #[error("the rules of the game are still being read; try again in a moment")]
    Reading,
    /// The format cannot express a part of it; the text is the format's reason.
    #[error("{0}")]
    Format(String),
}

/// The result of an export. Levels are given by their indices in the list to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The text of each file, with the levels in it.
    pub files: Vec<(Vec<usize>, String)>,
    /// Files that these refer to, by relative name.
    pub beside: Vec<(String, Vec<u8>)>,
    /// Levels that are in no file, with the reasons.
    pub refused: Vec<(usize, Unwritable)>,
    /// Levels that the program with the format reads differently, with the difference.
    pub read_otherwise: Vec<(usize, String)>,
    /// The losses of the levels in the files.
    pub losses: Vec<Loss>,
}

impl Exported {
    /// Returns the number of levels in files.
    pub fn written(&self) -> usize {
        self.files.iter().map(|(levels, _)| levels.len()).sum()
    }

    /// True if a level is refused only because its game is not ready yet.
    pub fn waits(&self) -> bool {
        self.refused.iter().any(|(_, why)| *why == Unwritable::Reading)
    }

    /// Returns all files as one text.
    pub fn text(&self) -> String {
        self.files.iter().map(|(_, text)| text.as_str()).collect()
    }
}

/// Writes each level that the format can express: all into one file, or each into its own if the format holds
/// only one.
pub fn write_each(games: &Games, of: &FormatOf, levels: &[&Level]) -> Exported {
    let mut written = files_of(games, of, levels);
    written.losses = losses(games, of, levels, &written.files);
    written
}

fn files_of(games: &Games, of: &FormatOf, levels: &[&Level]) -> Exported {
    let mut written = Exported::default();
    let mut fit = Vec::new();
    for (at, level) in levels.iter().enumerate() {
        match write_one(games, of, level) {
            Ok(text) => fit.push((at, text)),
            Err(why) => written.refused.push((at, why)),
        }
    }
    let format = &of.format;
    let otherwise = |(at, _): &(usize, String)| {
        let level = levels.get(*at)?;
        let how = of.for_level(games, level).format.reads_otherwise(level)?;
        Some((*at, how))
    };
    written.read_otherwise = fit.iter().filter_map(otherwise).collect();
    if !format.holds_many() || fit.len() == 1 {
        written.files = fit.into_iter().map(|(at, text)| (vec![at], text)).collect();
        return written;
    }
    let places: Vec<usize> = fit.iter().map(|(at, _)| *at).collect();
    if format.is_link() {
        // Each is a separate text, whatever its game.
        written.files.extend(
            (!fit.is_empty())
                .then(|| (places, fit.into_iter().map(|(_, text)| text).collect::<String>())),
        );
        return written;
    }
    let together: Vec<&Level> = places.iter().filter_map(|at| levels.get(*at).copied()).collect();
    match format.write(&together) {
        _ if together.is_empty() => {}
        Ok(text) => written.files.push((places, text)),
        // Each alone can be written, but not all together, so none is.
        Err(error) => {
            written
                .refused
                .extend(places.into_iter().map(|at| (at, Unwritable::Format(error.why.clone()))));
            written.refused.sort_by_key(|(at, _)| *at);
        }
    }
    written
}

impl FormatOf {
    /// Returns the format of this name of the level's own game, or this one: links of many games share a name.
    pub(crate) fn for_level(&self, games: &Games, level: &Level) -> Self {
        let same = |format: &Arc<dyn Format>| format.id() == self.format.id();
        let of = |game: Arc<dyn Game>| {
            let format = game.formats().into_iter().find(same)?;
            Some(Self { game, format })
        };
        games.by_id(&level.game).and_then(of).unwrap_or_else(|| self.clone())
    }
}

fn write_one(games: &Games, of: &FormatOf, level: &Level) -> Result<String, Unwritable> {
    let FormatOf { game, format } = of.for_level(games, level);
    let about = game.about();
    if level.game != about.id {
        let other = games.by_id(&level.game);
        let of = other.as_ref().map_or(level.game.as_str(), |game| &game.about().name).to_owned();
        return Err(Unwritable::OtherGame { of, format: format.id().to_owned() });
    }
    if level.rules > about.rules_version {
        return Err(Unwritable::NewerRules { of: level.rules, known: about.rules_version });
    }
    // A mark without a meaning would be read back as another one, or as none.
    game.makes_sense_of(level)?;
    let text = format.write(&[level]).map_err(|error| Unwritable::Format(error.why))?;
    // A level that this program cannot read back counts as lost, even if others could read it.
    match format.read(&text).map(|levels| levels.first().map(|back| back.board)) {
        Ok(Some(board)) if (board.cols, board.rows) == (level.board.cols, level.board.rows) => {
            Ok(text)
        }
        Ok(back) => {
            let Board { cols, rows, .. } = level.board;
            let kept = match back {
                // For example, margins that are wider than the clues need.
                Some(Board { cols, rows, .. }) => format!("would keep {cols}x{rows} of its"),
                None => "has no boards of".to_owned(),
            };
            Err(Unwritable::Format(format!("{} {kept} {cols}x{rows} cells", format.id())))
        }
        Err(error) => Err(Unwritable::Format(error.why)),
    }
}
