//! Data of a game: its encoding, its packs, the formats of other programs, its study.

use std::sync::Arc;

use crate::format::Format;
use crate::page_rules::PageRules;
use crate::study::Study;
use crate::text::Text;
use foolproof_level::GameText;

/// An answer set program whose answer sets are the solutions of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// Name in messages, such as `sudoku.lp`.
    pub name: Text,
    pub text: Text,
    /// The predicates, besides `site`, `has` and `play`, that a designer's own rules may use: those that mean
    /// the same for any level. A predicate that depends on the marks that a level may hold, such as a table of
    /// them, does not belong here.
    pub asks: Vec<Text>,
    /// Further sources that its rules depend on, with their names; they are joined to it.
    pub beside: Vec<(Text, Text)>,
    /// Its constraints, if they have names.
    pub named: Option<NamedConstraints>,
}

/// Named constraints in two forms; an encoding uses one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedConstraints {
    /// Form in which all of them hold.
    pub all: Text,
    /// Form in which the chosen ones hold: `__named(Name)` stands for each, in a choice.
    pub chosen: Text,
}

impl Encoding {
    /// Creates an encoding that is part of the program.
    pub fn of(name: &'static str, text: &'static str, asks: &[&'static str]) -> Self {
        let asks = asks.iter().map(|name| Text::Borrowed(name)).collect();
        Self { name: name.into(), text: text.into(), asks, beside: Vec::new(), named: None }
    }
}

/// Script that plays levels of a game on a page.
#[derive(Clone, Debug, Default)]
pub struct PageScript {
    /// The script, as `assets/web/core.js` and `assets/web/shell.js` expect it.
    pub text: Text,
    /// Functors of marks that lie beneath what is played: they are drawn as a part of the ground.
    pub beneath: &'static [&'static str],
    /// Rules by which it judges plays of a built-in game.
    pub rules: Option<PageRules>,
}

impl PageScript {
    pub fn of(text: &'static str) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Adds rules that are part of the program.
    pub fn judged_by(self, rules: PageRules) -> Self {
        Self { rules: Some(rules), ..self }
    }
}

/// Texts and files of a game.
#[derive(Clone, Default)]
pub struct GameAssets {
    pub encoding: Option<Encoding>,
    /// The text of the sample pack, `assets/packs/<game>.json`.
    pub sample: Text,
    /// Title and text of further packs that come with it.
    pub collections: Vec<(Text, Text)>,
    /// File formats of other programs that hold its levels.
    pub formats: Vec<Arc<dyn Format>>,
    /// Script that plays its levels in a browser.
    pub page: Option<PageScript>,
    /// A long study of very many levels, shared with the verb that runs it.
    pub study: Option<Arc<dyn Study>>,
    /// Contents of its folder or source, for a game that is not built in.
    pub text: Option<Arc<GameText>>,
    /// Likely mistakes in the rules of such a game, with their places.
    pub slips: Vec<String>,
}
