//! Levels of every game in files of other programs: which formats there are, and what goes into files.
//!
//! All files of other programs are read and written from here, so that no level is lost silently:
//! what cannot be read or written is named.

use std::sync::Arc;

use crate::losses::{Loss, losses};
use crate::registry::Games;
use foolproof_game::{Format, Game, GameError, has_ending};
use foolproof_level::{Board, Level, keys};

/// A format and the game whose levels it holds.
#[derive(Clone)]
pub struct FormatOf {
    pub game: Arc<dyn Game>,
    pub format: Arc<dyn Format>,
}

/// Every format of every game.
pub fn formats(games: &Games) -> Vec<FormatOf> {
    let of = |game: Arc<dyn Game>| {
        let formats = game.formats().into_iter();
        formats.map(move |format| FormatOf { game: Arc::clone(&game), format })
    };
    games.all().into_iter().flat_map(of).collect()
}

/// The format that a text is in; formats with the file's ending are asked first. A pack of this program is
/// not among them, whatever its text contains.
pub fn recognised(games: &Games, text: &str, ending: &str) -> Option<FormatOf> {
    if keys::is_pack(text) {
        return None;
    }
    let mut known = formats(games);
    known.sort_by_key(|of| !has_ending(of.format.as_ref(), ending));
    known.into_iter().find(|of| of.format.recognises(text))
}

/// Why a format cannot hold a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// `of` is the name of the level's game.
    #[error("{format} holds no levels of {of}")]
    OtherGame { of: String, format: String },
    #[error("it is for version {of} of the rules; this program has version {known}")]
    NewerRules { of: u32, known: u32 },
    /// The game cannot make sense of it.
    #[error(transparent)]
    Game(#[from] GameError),
    /// What it needs of its game is not there yet.
    #[error("the rules of the game are still being read; try again in a moment")]
    Reading,
    /// Something in it that the format cannot express; the format's words for it.
    #[error("{0}")]
    Format(String),
}

/// What was written. Levels go by their places in what was to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The text of each file, and the levels in it.
    pub files: Vec<(Vec<usize>, String)>,
    /// Files that these refer to, by relative name.
    pub beside: Vec<(String, Vec<u8>)>,
    /// Levels that are in no file, and why.
    pub refused: Vec<(usize, Unwritable)>,
    /// Levels that the program with the format reads otherwise than this one, and how.
    pub read_otherwise: Vec<(usize, String)>,
    /// What the levels in the files lose.
    pub losses: Vec<Loss>,
}

impl Exported {
    /// The number of levels in files.
    pub fn written(&self) -> usize {
        self.files.iter().map(|(levels, _)| levels.len()).sum()
    }

    /// Whether a level is refused only because its game is not ready yet.
    pub fn waits(&self) -> bool {
        self.refused.iter().any(|(_, why)| *why == Unwritable::Reading)
    }

    /// All files as one text.
    pub fn text(&self) -> String {
        self.files.iter().map(|(_, text)| text.as_str()).collect()
    }
}

/// Writes each level that the format can express: all into one file, or each into its own where the
/// format holds one.
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
        // Each is a text of its own, regardless of its game.
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
        // Each alone fits; together they do not, so each gets no file.
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
    /// The format of this name that the level's own game has, or this one: links of many games go by one
    /// name.
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
    // A mark without a meaning would come out as another one, or as none.
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
                // Such as margins that are wider than clues need.
                Some(Board { cols, rows, .. }) => format!("would keep {cols}x{rows} of its"),
                None => "has no boards of".to_owned(),
            };
            Err(Unwritable::Format(format!("{} {kept} {cols}x{rows} cells", format.id())))
        }
        Err(error) => Err(Unwritable::Format(error.why)),
    }
}
