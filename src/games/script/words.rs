//! Names of marks and events of a PuzzleScript game in levels and concepts: words that a pack can hold, made
//! of the names in the source.

use std::collections::{BTreeMap, BTreeSet};

use crate::patterns::pattern_words;
use foolproof_level::{Board, Level, Mark, Site};
use foolproof_puzzlescript::{PlayEvent, ScriptGame};

/// A word that names nothing of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game has no `{0}`")]
pub(crate) struct UnknownWord(pub String);

/// Several objects in one cell, the lowest first.
const STACK: &str = "stack";
/// A cell without any background.
const BARE: &str = "bare";
/// Functors of events in concepts.
const MOVED: &str = "moved";
const MADE: &str = "made";
const DESTROYED: &str = "destroyed";
const FIRED: &str = "fired";
const ENTERED: &str = "entered";

/// The words of a game's objects.
#[derive(Debug)]
pub(crate) struct ObjectWords {
    /// Words of objects, by number.
    words: Vec<String>,
    numbers: BTreeMap<String, usize>,
    /// The usual background: the object of otherwise empty cells.
    background: usize,
    background_layer: usize,
    layers: Vec<usize>,
    /// Names of objects for display, by number.
    names: Vec<String>,
    players: Vec<usize>,
    /// The names of objects and of the legend, by their words.
    source_names: BTreeMap<String, String>,
    /// The content of each line of a rule.
    rules: BTreeMap<u32, String>,
}

/// Returns the line of a rule that was rewritten or removed after a concept named it.
pub(crate) fn gone_rule(event: &Mark) -> Option<u32> {
    match (event.functor(), event.args().as_slice()) {
        (FIRED, [line, _]) => line.parse().ok(),
        _ => None,
    }
}

/// Maximum number of letters of a rule that are shown next to its line.
const SHOWN_OF_RULE: usize = 120;

/// Maximum number of objects in a rule's name.
const NAMED_OF_RULE: usize = 2;

/// Returns a rule with normalised blanks.
fn plain_rule(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a digest (FNV-1a, folded) of a rule's text, so that concepts recognise rules when lines have moved.
fn mark_of_rule(rule: &str) -> String {
    format!("h{}", mark_of(&rule.to_lowercase()))
}

/// Returns a digest of four digits that differs for most texts.
pub(crate) fn mark_of(text: &str) -> String {
    let fold = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let hash = text.bytes().fold(0x811c_9dc5, fold);
    format!("{:04x}", (hash >> 16) ^ (hash & 0xffff))
}

/// Converts a name to a word: lower-case letters, digits and underscores, a letter first.
fn word(name: &str) -> String {
    // Other letters and signs become their numbers, so a word does not depend on other names.
    let plain = |c: char| match c {
        '_' => "_".to_owned(),
        c if c.is_ascii_alphanumeric() => c.to_ascii_lowercase().to_string(),
        c => format!("_x{:x}", u32::from(c)),
    };
    let word: String = name.chars().map(plain).collect();
    match word.starts_with(|c: char| c.is_ascii_lowercase()) && word != STACK && word != BARE {
        true => word,
        false => format!("o_{word}"),
    }
}

impl ObjectWords {
    /// Makes the words of a game of this source.
    pub(crate) fn new(game: &ScriptGame, source: &str) -> Self {
        let lines: Vec<&str> = source.lines().collect();
        let rule = |line: u32| Some((line, plain_rule(lines.get(line.checked_sub(1)? as usize)?)));
        let rules = game.rule_lines().into_iter().filter_map(rule).collect();
        let mut taken = BTreeSet::new();
        let mut words: Vec<String> = Vec::new();
        for (number, object) in game.objects.iter().enumerate() {
            // No board has an object with this number.
            if object.number != number {
                words.push(String::new());
                continue;
            }
            let plain = word(&object.name);
            let mut found = plain.clone();
            for number in 2.. {
                if taken.insert(found.clone()) {
                    break;
                }
                found = format!("{plain}_{number}");
            }
            words.push(found);
        }
        let objects = game.objects.iter().map(|object| object.name.clone());
        let mut source_names: BTreeMap<String, String> =
            words.iter().cloned().zip(objects).filter(|(word, _)| !word.is_empty()).collect();
        for name in game.legend_names() {
            if source_names.values().all(|known| *known != name) {
                let plain = word(&name);
                let free =
                    (1..).map(|n| if n == 1 { plain.clone() } else { format!("{plain}_{n}") });
                let free = free.into_iter().find(|word| !source_names.contains_key(word));
                source_names.extend(free.map(|word| (word, name)));
            }
        }
        Self {
            rules,
            source_names,
            numbers: words.iter().cloned().zip(0..).filter(|(word, _)| !word.is_empty()).collect(),
            words,
            background: game.background().unwrap_or(0),
            background_layer: game.background_layer().unwrap_or(0),
            layers: game.objects.iter().map(|object| object.layer).collect(),
            names: game.objects.iter().map(|object| object.name.replace('_', " ")).collect(),
            players: game.players(),
        }
    }

    /// Returns the numbers of the objects that can be on a board.
    pub(crate) fn live(&self) -> impl Iterator<Item = usize> {
        (0..self.words.len()).filter(|id| self.words.get(*id).is_some_and(|word| !word.is_empty()))
    }

    /// Returns the mark of a cell with these objects; `None` for one with the usual background alone.
    pub(crate) fn mark(&self, objects: &[usize]) -> Option<Mark> {
        let is_bare = !objects.iter().any(|id| self.is_background(*id));
        let mut shown: Vec<usize> =
            objects.iter().copied().filter(|id| *id != self.background).collect();
        shown.sort_unstable_by_key(|id| (self.layers.get(*id).copied(), *id));
        shown.dedup();
        let word = |id: &usize| self.words.get(*id).map(String::as_str);
        let bare = is_bare.then_some(BARE);
        let words: Vec<&str> = bare.into_iter().chain(shown.iter().filter_map(word)).collect();
        match words.as_slice() {
            [] => None,
            [one] => one.parse().ok(),
            several => format!("{STACK}({})", several.join(",")).parse().ok(),
        }
    }

    fn is_background(&self, object: usize) -> bool {
        self.layers.get(object) == Some(&self.background_layer)
    }

    /// Returns the objects that a mark names; fails with the word that the game lacks.
    pub(crate) fn objects(&self, mark: &Mark) -> Result<Vec<usize>, UnknownWord> {
        let args = mark.args();
        let words = if mark.functor() == STACK { args } else { vec![mark.as_str()] };
        let number = |word: &&str| {
            self.numbers.get(*word).copied().ok_or_else(|| UnknownWord((*word).to_owned()))
        };
        words.iter().filter(|word| **word != BARE).map(number).collect()
    }

    /// Returns all objects of a cell with this mark, including the usual background if it has no other.
    pub(crate) fn cell(&self, mark: Option<&Mark>) -> Result<Vec<usize>, UnknownWord> {
        let mut objects = mark.map_or(Ok(Vec::new()), |mark| self.objects(mark))?;
        let is_bare = mark.is_some_and(|mark| mark.as_str() == BARE || mark.args().contains(&BARE));
        if !is_bare && !objects.iter().any(|id| self.is_background(*id)) {
            objects.insert(0, self.background);
        }
        Ok(objects)
    }

    /// Returns the objects of a level's cells, column by column from the top; fails with a word of no object.
    pub(crate) fn cells(&self, level: &Level) -> Result<Vec<Vec<usize>>, UnknownWord> {
        let Board { cols, rows, .. } = level.board;
        let sites = (0..cols).flat_map(|col| (0..rows).map(move |row| Site::cell(col, row)));
        sites.map(|site| self.cell(level.mark(site))).collect()
    }

    /// Returns the source's name for a word of a pattern: that of an object, or of the legend.
    pub(crate) fn source_name(&self, word: &str) -> Result<String, UnknownWord> {
        let found = self.source_names.get(word);
        found.cloned().ok_or_else(|| UnknownWord(word.to_owned()))
    }

    /// Returns the word for a name of the source.
    pub(crate) fn word_of_name(&self, name: &str) -> Option<String> {
        let lower = name.to_lowercase();
        let found = self.source_names.iter().find(|(_, known)| **known == lower);
        found.map(|(word, _)| word.clone())
    }

    pub(crate) fn word(&self, object: usize) -> &str {
        self.words.get(object).map_or("nothing", String::as_str)
    }

    /// Returns the name of an object for display.
    pub(crate) fn name(&self, object: usize) -> &str {
        self.names.get(object).map_or("nothing", String::as_str)
    }

    pub(crate) fn is_player(&self, object: usize) -> bool {
        self.players.contains(&object)
    }

    /// Returns two of these objects that cannot be in one cell.
    pub(crate) fn crowd(&self, objects: &[usize]) -> Option<(usize, usize)> {
        let mut by_layer = BTreeMap::new();
        objects.iter().find_map(|id| {
            let before = by_layer.insert(self.layers.get(*id), *id)?;
            (before != *id).then_some((before, *id))
        })
    }

    /// Describes a mark in words, topmost object first: "player on target".
    pub(crate) fn describe(&self, mark: &Mark) -> String {
        if let Some(event) = self.event(mark, 1) {
            return self.event_words(event, 1, Some(mark));
        }
        if let Some(words) = pattern_words(self, mark) {
            return words;
        }
        if let Some(line) = gone_rule(mark) {
            return format!("a rule that is gone fires (it was on line {line})");
        }
        match self.objects(mark) {
            Ok(objects) => {
                let names: Vec<&str> = objects.iter().rev().map(|id| self.name(*id)).collect();
                names.join(" on ")
            }
            Err(_) => mark.as_str().replace('_', " "),
        }
    }

    /// Returns the term of an event in concepts; `rows` is the height of the board. Patterns have no term here.
    pub(crate) fn term(&self, event: PlayEvent, rows: u32) -> String {
        let of = |functor: &str, object: u32| format!("{functor}({})", self.word(object as usize));
        match event {
            PlayEvent::Moved { object } => of(MOVED, object),
            PlayEvent::Made { object } => of(MADE, object),
            PlayEvent::Destroyed { object } => of(DESTROYED, object),
            PlayEvent::Fired { line } => match self.rules.get(&line) {
                Some(rule) => format!("{FIRED}({line},{})", mark_of_rule(rule)),
                None => format!("{FIRED}({line})"),
            },
            PlayEvent::Entered { cell } => format!("{ENTERED}({})", site_of(cell, rows)),
            PlayEvent::Shown { .. } => String::new(),
        }
    }

    /// Returns the event with this term in concepts, on a board with `rows` rows.
    pub(crate) fn event(&self, term: &Mark, rows: u32) -> Option<PlayEvent> {
        let args = term.args();
        let arg = match (term.functor(), args.as_slice()) {
            (FIRED, [line, rule]) => {
                return Some(PlayEvent::Fired { line: self.rule_at(line.parse().ok()?, rule)? });
            }
            (_, [arg]) => arg,
            _ => return None,
        };
        let object = || self.numbers.get(*arg).and_then(|id| u32::try_from(*id).ok());
        Some(match term.functor() {
            MOVED => PlayEvent::Moved { object: object()? },
            MADE => PlayEvent::Made { object: object()? },
            DESTROYED => PlayEvent::Destroyed { object: object()? },
            FIRED => PlayEvent::Fired { line: arg.parse().ok()? },
            ENTERED => {
                let site = arg.parse::<Site>().ok().or_else(|| Site::from_name(arg))?;
                let cell = u32::from(site.col).saturating_mul(rows);
                PlayEvent::Entered { cell: cell.saturating_add(u32::from(site.row)) }
            }
            _ => return None,
        })
    }

    /// Returns the current line of a rule that once was on this line: the nearest with its text.
    fn rule_at(&self, line: u32, mark: &str) -> Option<u32> {
        let is_it = |(_, rule): &(&u32, &String)| mark_of_rule(rule) == mark;
        let alike = self.rules.iter().filter(is_it).map(|(at, _)| *at);
        alike.min_by_key(|at| at.abs_diff(line))
    }

    /// Describes an event as a clause, a rule with the beginning of its text.
    pub(crate) fn event_at_length(&self, event: PlayEvent, rows: u32) -> String {
        let words = self.event_words(event, rows, None);
        let rule = match event {
            PlayEvent::Fired { line } => self.rules.get(&line),
            _ => None,
        };
        match rule {
            Some(rule) => {
                format!("{words}: {}", foolproof_level::bounds::shortened(rule, SHOWN_OF_RULE))
            }
            None => words,
        }
    }

    /// Returns the name of a rule: the objects that it looks for, the player last, since most rules have it.
    fn rule_name(&self, line: u32) -> Option<String> {
        let looks_for = self.rules.get(&line)?.split("->").next()?.to_lowercase();
        let mut named: Vec<(bool, &str)> = Vec::new();
        for name in looks_for.split(|c: char| !c.is_alphanumeric() && c != '_') {
            let Some((word, name)) = self.source_names.iter().find(|(_, known)| **known == name)
            else {
                continue;
            };
            let object = self.numbers.get(word);
            let is_player = object.is_some_and(|object| self.is_player(*object));
            if object != Some(&self.background) && named.iter().all(|(_, known)| *known != name) {
                named.push((is_player, name));
            }
        }
        named.sort_by_key(|(is_player, _)| *is_player);
        let named: Vec<String> =
            named.into_iter().take(NAMED_OF_RULE).map(|(_, name)| name.replace('_', " ")).collect();
        (!named.is_empty()).then(|| named.join("–"))
    }

    /// Describes an event as a clause; a cell is read from its term if the board is not known.
    pub(crate) fn event_words(&self, event: PlayEvent, rows: u32, term: Option<&Mark>) -> String {
        let some = |object: u32| match (self.name(object as usize), object as usize) {
            (name, object) if self.is_player(object) => format!("the {name}"),
            (name, _) => foolproof_level::words::with_article(name),
        };
        match event {
            PlayEvent::Moved { object } => format!("{} moves", some(object)),
            PlayEvent::Made { object } => format!("{} appears", some(object)),
            PlayEvent::Destroyed { object } => format!("{} vanishes", some(object)),
            PlayEvent::Fired { line } => match self.rule_name(line) {
                Some(name) => format!("the {name} rule (line {line}) fires"),
                None => format!("the rule of line {line} fires"),
            },
            PlayEvent::Entered { cell } => {
                let named = term.and_then(|term| term.args().first()?.parse::<Site>().ok());
                let site = named.unwrap_or_else(|| site_of(cell, rows));
                format!("the player enters {}", site.name())
            }
            PlayEvent::Shown { pattern } => format!("pattern {} is shown", pattern + 1),
        }
    }
}

/// Returns the site of the cell with this number, column by column.
pub(crate) fn site_of(cell: u32, rows: u32) -> Site {
    let number = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
    Site::cell(number(cell / rows.max(1)), number(cell % rows.max(1)))
}
