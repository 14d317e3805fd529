//! Formats of a game's levels on puzzle sites: `[link]` of its manifest.
//!
//! A link's body is a row of parts, each written in a coding of `foolproof_links`. A part names the places that
//! it goes through (`places.rs`), and the mark for each clue (`clue_marks.rs`). `format.rs` reads and writes
//! levels with them, `file.rs` files of the sites' program (their contents are in `file_pages.rs`), and
//! `penpa.rs` drawings. Clues on the board itself have a margin there (`margin.rs`), as wide as they need.

mod answers;
mod clue_marks;
mod file;
mod file_lines;
mod file_pages;
mod format;
mod link_form;
mod margin;
mod penpa;
mod places;
#[cfg(test)]
mod tests;

pub(crate) use clue_marks::ClueMarks;
pub(crate) use file::FileFormat;
pub(crate) use format::LinkFormat;
pub(crate) use link_form::LinkForm;
pub(crate) use margin::Margin;
pub(crate) use penpa::LinkDrawings;
pub(crate) use places::LinkPlaces;

use std::collections::BTreeMap;

use crate::links::link_form::LinkPartForm;
use crate::reading::manifest::{Manifest, ManifestFault, ManifestWord, SettingForm, one_of};
use crate::reading::term::split;
use foolproof_links::{Clue, Coding, Drawn, coding, codings, entry_names};

/// A part of a link's body.
#[derive(Clone, Debug)]
pub(crate) struct LinkPart {
    /// Flag that selects the part; other links do not have it.
    pub flag: Option<char>,
    /// Omitted if it is empty and nothing follows.
    pub optional: bool,
    /// The form of its entries in files, unless its coding determines it.
    pub file: Option<String>,
    /// The drawing of a clue, unless its coding determines it.
    pub drawn: Option<Drawn>,
    pub says: Says,
}

/// The content of a part.
#[derive(Clone)]
pub(crate) enum Says {
    /// Fixed letters.
    Text(String),
    /// A number of the level, in decimal digits.
    Setting(SettingForm),
    Clues {
        coding: &'static dyn Coding,
        on: LinkPlaces,
        marks: ClueMarks,
    },
    /// The number of clues of each kind.
    Counts {
        coding: &'static dyn Coding,
        settings: Vec<(Clue, SettingForm)>,
    },
}

impl std::fmt::Debug for Says {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Setting(setting) => write!(f, "setting {}", setting.name.get_ref()),
            Self::Clues { coding, on, .. } => write!(f, "{} on {on:?}", coding.name()),
            Self::Counts { coding, .. } => write!(f, "{} counted", coding.name()),
        }
    }
}

impl LinkPart {
    /// Returns the names of the marks that its clues mean.
    fn functors(&self) -> impl Iterator<Item = &str> {
        let marks = match &self.says {
            Says::Clues { marks, .. } => Some(marks),
            _ => None,
        };
        marks.into_iter().flat_map(ClueMarks::functors)
    }

    pub(crate) fn read(
        form: &LinkPartForm,
        settings: &[SettingForm],
    ) -> Result<Self, ManifestFault> {
        let LinkPartForm {
            flag,
            optional,
            text,
            setting,
            coding,
            on,
            marks,
            unknown,
            file,
            counts,
            over,
            black,
            drawn,
            letters,
        } = form;
        let says = match (text, setting, coding) {
            (Some(text), None, None) => Says::Text(text.clone()),
            (None, Some(word), None) => Says::Setting(known_setting(word, settings)?.clone()),
            (None, None, Some(coding)) if !counts.is_empty() => {
                Says::Counts { coding: named_coding(coding)?, settings: counted(counts, settings)? }
            }
            (None, None, Some(coding)) => Says::Clues {
                coding: named_coding(coding)?,
                on: on.as_ref().map_or(Ok(LinkPlaces::Cells), |on| one_of(on, &LinkPlaces::ALL))?,
                marks: ClueMarks::read(marks, unknown.as_deref(), black.as_deref())?
                    .with_over(over)?
                    .with_letters(*letters),
            },
            _ => {
                let why = "a part of a link has a `coding`, a `text` or a `setting`";
                return Err(ManifestFault::new(marks.span(), why));
            }
        };
        let file = file.as_ref().map(named_entries).transpose()?;
        let drawn = drawn.as_ref().map(named_drawing).transpose()?;
        Ok(Self { flag: *flag, optional: *optional, file, drawn, says })
    }
}

/// Returns the clues that settings count.
fn counted(
    counts: &BTreeMap<String, ManifestWord>,
    settings: &[SettingForm],
) -> Result<Vec<(Clue, SettingForm)>, ManifestFault> {
    let row = |(clue, word): (&String, &ManifestWord)| {
        let numbers = clue.split_whitespace().map(|number| number.parse().ok());
        let why = || ManifestFault::of(word, format!("`{clue}` is not a row of numbers"));
        let numbers: Vec<Option<u32>> = numbers.collect();
        let clue = Some(Clue(numbers)).filter(|clue| clue.0.iter().all(Option::is_some));
        Ok((clue.ok_or_else(why)?, known_setting(word, settings)?.clone()))
    };
    counts.iter().map(row).collect()
}

fn named_coding(word: &ManifestWord) -> Result<&'static dyn Coding, ManifestFault> {
    coding(word.get_ref()).ok_or_else(|| {
        let names: Vec<&str> = codings().map(Coding::name).collect();
        let why =
            format!("there is no coding `{}`; there are {}", word.get_ref(), names.join(", "));
        ManifestFault::of(word, why)
    })
}

fn named_entries(word: &ManifestWord) -> Result<String, ManifestFault> {
    let name = word.get_ref();
    let names: Vec<&str> = entry_names().collect();
    match names.contains(&name.as_str()) {
        true => Ok(name.clone()),
        false => {
            let why = format!("there are no entries `{name}`; there are {}", names.join(", "));
            Err(ManifestFault::of(word, why))
        }
    }
}

fn named_drawing(word: &ManifestWord) -> Result<Drawn, ManifestFault> {
    Drawn::named(word.get_ref()).ok_or_else(|| {
        let names: Vec<&str> = Drawn::names().collect();
        let why = format!("there are {} and capital letters", names.join(", "));
        ManifestFault::of(word, format!("nothing is drawn as `{}`; {why}", word.get_ref()))
    })
}

fn known_setting<'a>(
    word: &ManifestWord,
    settings: &'a [SettingForm],
) -> Result<&'a SettingForm, ManifestFault> {
    let known = settings.iter().find(|setting| setting.name.get_ref() == word.get_ref());
    known
        .ok_or_else(|| ManifestFault::of(word, format!("there is no setting `{}`", word.get_ref())))
}

/// Returns the faults in `[link]`: unknown marks, and margins that no setting counts.
pub(crate) fn faults(manifest: &Manifest, parts: &[LinkPart]) -> Vec<ManifestFault> {
    let Some(link) = &manifest.link else { return Vec::new() };
    let margin = link.margin.as_ref();
    let counted = margin.into_iter().flat_map(|margin| [&margin.left, &margin.top]);
    let named = counted.chain(link.switches.values());
    let faults = named.filter_map(|word| known_setting(word, &manifest.setting).err());
    let set = |(name, mark): (&String, &ManifestWord)| {
        let is_setting = manifest.setting.iter().any(|setting| setting.name.get_ref() == name);
        let why = || format!("there is no setting `{name}`");
        (!is_setting).then(|| ManifestFault::of(mark, why()))
    };
    let faults = faults.chain(link.greatest.iter().filter_map(set));
    let always = |(name, value): (&String, &toml::Spanned<i32>)| {
        let setting = manifest.setting.iter().find(|setting| setting.name.get_ref() == name);
        let none = || Err(format!("there is no setting `{name}`"));
        let allowed = setting.map_or_else(none, |setting| setting.allows(*value.get_ref()));
        Some(ManifestFault::of(value, allowed.err()?))
    };
    let faults = faults.chain(link.always.iter().filter_map(always));
    let fault = |(part, form): (&LinkPart, &LinkPartForm)| match &part.says {
        Says::Text(_) | Says::Setting(_) | Says::Counts { .. } => None,
        Says::Clues { on: LinkPlaces::Margin, .. } if margin.is_none() => {
            let why = "`margin` of the link says which settings count its columns and rows";
            Some(ManifestFault::of(form.on.as_ref()?, why))
        }
        Says::Clues { marks: meant, .. } => {
            let terms = || manifest.mark.iter().filter_map(|mark| split(mark.term.get_ref()).ok());
            let known = |name: &&str| terms().any(|(functor, _)| functor == *name);
            let unknown = meant.functors().find(|name| !known(name))?;
            Some(ManifestFault::new(form.marks.span(), format!("there is no mark `{unknown}`")))
        }
    };
    faults.chain(parts.iter().zip(&link.part).filter_map(fault)).collect()
}
