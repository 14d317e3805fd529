//! The ground programs of pages: built-in games ground their encodings with further rules.

use foolproof_game::{
    Game, GameError, GroundSource, Grounder, NoGroundPlay, PageFacts, PageProgram, PageRules,
    level_facts, site_facts,
};
use foolproof_level::{Level, Place};
use foolproof_own::{GroundKey, Kept};

/// Number of cached programs. A draft of a page asks for those of all its levels repeatedly.
const KEPT: usize = 1024;

/// Returns the sources to ground for a level.
fn sources(
    rules: &PageRules,
    game: &dyn Game,
    level: &Level,
) -> Result<Vec<GroundSource>, GameError> {
    let facts = match rules.facts {
        PageFacts::Level | PageFacts::Board => level_facts(game, level)?,
        PageFacts::Sites => site_facts(game, level),
    };
    let encoding = game.assets().encoding.as_ref();
    let encoding = encoding.map(|of| (&*of.name, &*of.text));
    let texts = encoding.into_iter().chain([(&*rules.name, &*rules.text), ("level", &*facts)]);
    let source =
        |(name, text): (&str, &str)| GroundSource { name: name.to_owned(), text: text.into() };
    Ok(texts.map(source).collect())
}

/// Returns a level with nothing on its board: its settings and constraints alone.
fn emptied(level: &Level) -> Level {
    let mut empty = Level::open(level.game.as_str(), level.board);
    empty.settings = level.settings.clone();
    let constraints = level.marks().filter(|(site, _)| site.place == Place::Constraint);
    constraints.for_each(|(site, mark)| empty.paint(site, Some(mark.clone())));
    empty
}

/// A cache of programs for pages.
pub(crate) struct PagePrograms(Kept<PageProgram>);

impl Default for PagePrograms {
    fn default() -> Self {
        Self(Kept::new(KEPT))
    }
}

impl PagePrograms {
    /// Returns the program with which a page judges plays of a level.
    pub(crate) fn of(
        &self,
        grounder: &dyn Grounder,
        game: &dyn Game,
        rules: &PageRules,
        level: &Level,
    ) -> Result<PageProgram, NoGroundPlay> {
        let level = &match rules.facts {
            PageFacts::Level => level.clone(),
            PageFacts::Board | PageFacts::Sites => emptied(level),
        };
        let made = self.0.of(
            GroundKey::of(level, &rules.text),
            grounder,
            || sources(rules, game, level),
            |program| Ok(PageProgram::of(program, rules.reads)),
        );
        match made {
            None => Err(NoGroundPlay::Reading),
            Some(Err(why)) => Err(NoGroundPlay::Because(why.to_string())),
            Some(Ok(program)) => Ok(PageProgram::clone(&program)),
        }
    }
}
