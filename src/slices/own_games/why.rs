//! `why`: shows the facts that the rules of a designer's own game derive in a level, with their reasons.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use serde_json::json;

use foolproof_cli::Report;
use foolproof_cli::input::{Usage, read_level};
use foolproof_cli::questions::holds;
use foolproof_cli::verb::Verb;
use foolproof_game::{Derived, DerivedBy, Game, Games, TriedPlay};
use foolproof_level::{Level, Mark, Play, Site, with_sites};

/// Show what the rules of a game of your own derive in a level, and from what
#[derive(Debug, Args)]
pub(crate) struct WhyAsked {
    pub level: OsString,
    /// Something that the rules derive, such as look(cell(1,1),crossed), or a site, such as R2C2;
    /// without it, all that they derive is listed
    pub what: Option<String>,
    /// The play that is looked at; if not given, the intended solution where there is one
    #[arg(long, value_enum)]
    pub play: Option<WhichPlay>,
    /// A move that is tried after that play, legal or not, such as e or push(R2C2); games of moves
    #[arg(long = "do", value_name = "MOVE")]
    pub made: Option<String>,
    /// The moves before it, apart by spaces, in place of a play of the level
    #[arg(long, value_name = "MOVES", conflicts_with = "play")]
    pub after: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhichPlay {
    Intended,
    /// Before anything is played.
    Nothing,
}

/// Holds if the rules derive the fact in question, or without a question anything at all.
impl Verb for WhyAsked {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let (level, game) = read_level(games, &self.level)?;
        let none = "has no rules that could be walked down; games of your own have";
        let rules = game.ground_rules().ok_or_else(|| Usage::of_game(&*game, none))?;
        let made = self.made.as_deref().map(move_called).transpose()?;
        let play = play_asked(&*game, &level, self)?;
        let unreadable = || {
            Usage("the rules cannot be read on this level, or the play cannot be made".to_owned())
        };
        let played = TriedPlay { play: &play, tried: made.as_ref() };
        let derived = |site: Option<Site>| {
            rules.derived(&level, played, site).ok_or_else(|| match &made {
                None => unreadable(),
                Some(made) => Usage(format!(
                    "`{made}` is nothing that can be tried here; replay names the moves"
                )),
            })
        };
        let site = self.what.as_deref().and_then(site_called);
        match self.what.as_deref().filter(|_| site.is_none()) {
            None => {
                let found = derived(site)?;
                let outcome = holds(!found.is_empty());
                let at = site.map_or_else(String::new, |site| format!(" at {}", site.name()));
                let text = match found.is_empty() {
                    true => format!("The rules derive nothing{at}\n"),
                    false => found.iter().fold(String::new(), |text, term| text + term + "\n"),
                };
                Ok(Report::new(outcome, text).fields(json!({ "derived": found })))
            }
            Some(term) => {
                derived(None)?;
                let term = with_sites(&term.replace(", ", ","));
                let found = rules.why(&level, played, &term).ok_or_else(|| {
                    Usage(format!("on this level the rules never say anything of `{term}`"))
                })?;
                let report = Report::new(holds(found.holds), tree(&found));
                Ok(report.fields(json!({ "why": found })))
            }
        }
    }
}

/// Returns the play to explain. A tried move starts from the beginning, unless a position is given.
fn play_asked(game: &dyn Game, level: &Level, asked: &WhyAsked) -> Result<Play, Usage> {
    if let Some(moves) = &asked.after {
        return moves_called(game, moves);
    }
    match (asked.play, &level.intended) {
        (None, _) if asked.made.is_some() => Ok(Play::default()),
        (Some(WhichPlay::Nothing), _) | (None, None) => Ok(Play::default()),
        (Some(WhichPlay::Intended), None) => {
            Err(Usage("the level has no intended solution".to_owned()))
        }
        (_, Some(intended)) => Ok(intended.clone()),
    }
}

/// Reads a move as people write it, with cells by their names.
pub(crate) fn move_called(word: &str) -> Result<Mark, Usage> {
    with_sites(word).parse().map_err(|why| Usage(format!("`{word}` is not a move: {why}")))
}

fn moves_called(game: &dyn Game, moves: &str) -> Result<Play, Usage> {
    let name = &game.about().name;
    if game.moves().is_none() {
        return Err(Usage(format!("{name} is not played move by move")));
    }
    let mut play = Play::default();
    for word in moves.split_whitespace() {
        play.0.insert(Site::step(play.len()), move_called(word)?);
    }
    Ok(play)
}

fn site_called(what: &str) -> Option<Site> {
    Site::from_name(what).or_else(|| what.parse().ok())
}

fn tree(found: &Derived) -> String {
    fn branch(found: &Derived, depth: usize, text: &mut String) {
        let no = if found.holds { "" } else { "not " };
        let by = match (found.by, found.holds) {
            (DerivedBy::Play, true) => " (in the play)",
            (DerivedBy::Play, false) => " (not in the play)",
            (DerivedBy::Helper, true) => " (a helper)",
            (DerivedBy::Helper, false) => " (no helper)",
            (DerivedBy::Level, _) => " (by the level)",
            (DerivedBy::Cut, _) => " (and so on)",
            (DerivedBy::Rule, true) if found.from.is_empty() => " (always)",
            (DerivedBy::Rule, _) => "",
        };
        let _ = writeln!(text, "{:indent$}{no}{}{by}", "", found.term, indent = 2 * depth);
        found.from.iter().for_each(|part| branch(part, depth + 1, text));
    }
    let mut text = String::new();
    branch(found, 0, &mut text);
    text
}
