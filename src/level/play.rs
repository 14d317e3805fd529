//! A play: what a player decided, as marks on sites. The intended solution is one, a shortcut is one.
//!
//! Knows nobody.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Mark, Site};

/// Marks that a player put on sites, at most one a site.
#[derive(
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct Play(pub BTreeMap<Site, Mark>);

impl Play {
    pub fn get(&self, site: Site) -> Option<&Mark> {
        self.0.get(&site)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Site, &Mark)> {
        self.0.iter().map(|(site, mark)| (*site, mark))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What `self` puts that `other` does not put there.
    pub fn minus<'a>(&'a self, other: &'a Play) -> impl Iterator<Item = (Site, &'a Mark)> {
        self.iter().filter(|(site, mark)| other.get(*site) != Some(*mark))
    }
}

impl FromIterator<(Site, Mark)> for Play {
    fn from_iter<T: IntoIterator<Item = (Site, Mark)>>(marks: T) -> Self {
        Play(marks.into_iter().collect())
    }
}
