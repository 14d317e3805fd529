//! The model of a new game: a template, or a game of the shelf to copy.

use foolproof_games::{
    own::{GameCard, GameTemplate, SAMPLE, renamed_game, template},
    shelf,
};
use foolproof_level::{GameText, Pack};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Model {
    Template(GameTemplate),
    Shelf(&'static GameCard),
}

impl Model {
    /// Returns the model with a name: that of a template, or any name of a game of the shelf.
    pub(crate) fn named(like: &str) -> Option<Self> {
        const TEMPLATES: [(&str, GameTemplate); 4] = [
            ("put", GameTemplate::Put),
            ("line", GameTemplate::Line),
            ("moves", GameTemplate::Moves),
            ("puzzlescript", GameTemplate::Script),
        ];
        if let Some((_, template)) = TEMPLATES.iter().find(|(name, _)| *name == like) {
            return Some(Self::Template(*template));
        }
        let is_named = |card: &&GameCard| {
            let names = [&card.id, &card.name].into_iter().chain(&card.also);
            names.into_iter().any(|name| name.to_lowercase() == like.to_lowercase())
        };
        shelf::cards().iter().find(is_named).map(Self::Shelf)
    }

    pub(crate) fn is_folder(self) -> bool {
        self != Self::Template(GameTemplate::Script)
    }

    /// Returns the files of a game with this name and identifier. `levels` replace its sample.
    pub(crate) fn text(self, name: &str, id: &str, levels: Option<&Pack>) -> GameText {
        match self {
            Self::Template(kind) => template(kind, name, id),
            Self::Shelf(card) => {
                let text = shelf::text(&card.id).map(|text| (*text).clone()).unwrap_or_default();
                let sample = levels.map_or_else(|| text.sample.clone(), Pack::to_json);
                renamed_game(&GameText { sample, ..text }, name, id)
            }
        }
    }

    pub(crate) fn pack_name(self) -> &'static str {
        match self {
            Self::Template(kind) => kind.pack_name(),
            Self::Shelf(_) => SAMPLE,
        }
    }
}
