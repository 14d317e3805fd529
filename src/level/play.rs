//! A play: a player's decisions as marks on sites. Intended solutions and shortcuts are plays.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{Mark, Site};

/// Marks that a player put on sites, at most one a site.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct Play(#[serde(deserialize_with = "each_once")] pub BTreeMap<Site, Mark>);

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

    /// Marks that `self` has and `other` does not have at the same site.
    pub fn minus<'a>(&'a self, other: &'a Play) -> impl Iterator<Item = (Site, &'a Mark)> {
        self.iter().filter(|(site, mark)| other.get(*site) != Some(*mark))
    }
}

impl Play {
    /// Writes the play as a term, such as `play(put(cell(0,1),bender(w,n)))`, for concepts.
    pub fn term(&self) -> String {
        let puts: Vec<String> =
            self.iter().map(|(site, mark)| format!("put({site},{mark})")).collect();
        if puts.is_empty() { "play".to_owned() } else { format!("play({})", puts.join(",")) }
    }

    /// Reads a term that [`Play::term`] has written.
    pub fn of_term(term: &str) -> Option<Self> {
        let term: Mark = term.parse().ok()?;
        let put = |text: &str| {
            let put: Mark = text.parse().ok()?;
            match (put.functor(), put.args().as_slice()) {
                ("put", [site, mark]) => Some((site.parse().ok()?, mark.parse().ok()?)),
                _ => None,
            }
        };
        (term.functor() == "play").then(|| term.args().into_iter().map(put).collect())?
    }
}

impl FromIterator<(Site, Mark)> for Play {
    fn from_iter<T: IntoIterator<Item = (Site, Mark)>>(marks: T) -> Self {
        Play(marks.into_iter().collect())
    }
}

/// Reads a map of sites and refuses repeated ones, since one of their marks would be lost.
pub(crate) fn each_once<'de, D, V>(deserializer: D) -> Result<BTreeMap<Site, V>, D::Error>
where
    D: Deserializer<'de>,
    V: Deserialize<'de>,
{
    struct EachOnce<V>(PhantomData<V>);

    impl<'de, V: Deserialize<'de>> Visitor<'de> for EachOnce<V> {
        type Value = BTreeMap<Site, V>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map from sites")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut map = BTreeMap::new();
            while let Some((site, value)) = entries.next_entry::<Site, V>()? {
                if map.insert(site, value).is_some() {
                    return Err(A::Error::custom(format!("{site} appears twice")));
                }
            }
            Ok(map)
        }
    }

    deserializer.deserialize_map(EachOnce(PhantomData))
}
