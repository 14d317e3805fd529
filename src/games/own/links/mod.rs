//! How puzzle sites write levels of a game: `[link]` of its manifest.
//!
//! A link's body is a row of parts, each written in a coding of `foolproof_links`. A part says which
//! places it goes through (`places.rs`), and which mark each clue means (`clue_marks.rs`).
//! `format.rs` reads and writes levels with them.

mod clue_marks;
mod format;
mod places;

pub(crate) use clue_marks::ClueMarks;
pub(crate) use format::LinkFormat;
pub(crate) use places::LinkPlaces;

use crate::manifest::{LinkPartForm, Manifest, ManifestFault, ManifestWord, one_of};
use crate::term::split;
use foolproof_links::{Coding, coding, codings};

/// A part of a link's body.
#[derive(Clone)]
pub(crate) enum LinkPart {
    /// Letters that always stand here.
    Text(String),
    /// A number of the level, in decimal digits, by the name of its setting.
    Setting(String),
    Clues {
        coding: &'static dyn Coding,
        on: LinkPlaces,
        marks: ClueMarks,
    },
}

impl std::fmt::Debug for LinkPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Setting(name) => write!(f, "setting {name}"),
            Self::Clues { coding, on, .. } => write!(f, "{} on {on:?}", coding.name()),
        }
    }
}

impl LinkPart {
    pub(crate) fn read(form: &LinkPartForm) -> Result<Self, ManifestFault> {
        let LinkPartForm { text, setting, coding, on, marks, unknown } = form;
        match (text, setting, coding) {
            (Some(text), None, None) => Ok(Self::Text(text.clone())),
            (None, Some(setting), None) => Ok(Self::Setting(setting.get_ref().clone())),
            (None, None, Some(coding)) => Ok(Self::Clues {
                coding: named_coding(coding)?,
                on: on.as_ref().map_or(Ok(LinkPlaces::Cells), |on| one_of(on, &LinkPlaces::ALL))?,
                marks: ClueMarks::read(marks, unknown.as_deref())?,
            }),
            _ => {
                let why = "a part of a link has a `coding`, a `text` or a `setting`";
                Err(ManifestFault::new(marks.span(), why))
            }
        }
    }
}

fn named_coding(word: &ManifestWord) -> Result<&'static dyn Coding, ManifestFault> {
    coding(word.get_ref()).ok_or_else(|| {
        let names: Vec<&str> = codings().map(Coding::name).collect();
        let why =
            format!("there is no coding `{}`; there are {}", word.get_ref(), names.join(", "));
        ManifestFault::of(word, why)
    })
}

/// Marks and settings of links that are not there.
pub(crate) fn faults(manifest: &Manifest, parts: &[LinkPart]) -> Vec<ManifestFault> {
    let forms = manifest.link.iter().flat_map(|link| &link.part);
    let fault = |(part, form): (&LinkPart, &LinkPartForm)| match part {
        LinkPart::Text(_) => None,
        LinkPart::Setting(name) => {
            let known = manifest.setting.iter().any(|setting| setting.name.get_ref() == name);
            let word = form.setting.as_ref().filter(|_| !known)?;
            Some(ManifestFault::of(word, format!("there is no setting `{name}`")))
        }
        LinkPart::Clues { marks: meant, .. } => {
            let terms = || manifest.mark.iter().filter_map(|mark| split(mark.term.get_ref()).ok());
            let known = |name: &&str| terms().any(|(functor, _)| functor == *name);
            let unknown = meant.functors().find(|name| !known(name))?;
            Some(ManifestFault::new(form.marks.span(), format!("there is no mark `{unknown}`")))
        }
    };
    parts.iter().zip(forms).filter_map(fault).collect()
}
