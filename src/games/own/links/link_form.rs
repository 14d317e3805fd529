//! The form of `[link]` in `game.toml`. The files next to this one interpret its words.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::reading::manifest::{ManifestWord, OneOrMore};

/// Links of puzz.link, pzprv3, pzprxs and pzplus.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkForm {
    /// What the sites call the game; links are written with the first name.
    pub types: Vec<String>,
    /// Letters before the size of a board that change no rule. Links with others are refused.
    #[serde(default)]
    pub flags: String,
    /// Those of them that links are written with.
    #[serde(default)]
    pub writes: String,
    /// Letters before the size that stand for a setting: with the letter it is 1, without it is 0.
    #[serde(default)]
    #[schemars(with = "BTreeMap<char, String>")]
    pub switches: BTreeMap<char, ManifestWord>,
    /// Settings that links do not tell: the greatest number of a mark, or the default if that is more.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub greatest: BTreeMap<String, ManifestWord>,
    /// Settings that are so in every link.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, i32>")]
    pub always: BTreeMap<String, Spanned<i32>>,
    /// The settings that count the columns and rows of clues that a part goes through `on` the `margin`.
    #[serde(default)]
    pub margin: Option<MarginForm>,
    /// How files of pzprv3 differ from links, where they do.
    #[serde(default)]
    pub file: Option<LinkFileForm>,
    /// What stands behind the size, in its order.
    #[serde(default)]
    pub part: Vec<LinkPartForm>,
}

/// Files of pzprv3, which have what links have, in grids.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkFileForm {
    /// What the game is called there, where links call it otherwise.
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// The version that is written. Older files have rooms where newer ones have walls.
    #[serde(default)]
    pub version: u32,
    /// The oldest version that is read.
    #[serde(default)]
    pub oldest: u32,
    /// A line that stands before the board.
    #[serde(default)]
    pub head: Option<String>,
    /// Words of that line that stand for flags of links.
    #[serde(default)]
    pub words: BTreeMap<String, char>,
}

/// Clue cells on the board itself; both sides may have the same setting.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarginForm {
    /// The setting for columns at the left.
    #[schemars(with = "String")]
    pub left: ManifestWord,
    /// The setting for rows on top.
    #[schemars(with = "String")]
    pub top: ManifestWord,
}

/// A part of a link: a `coding` with `marks` or `counts`, a `text` or a `setting`.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkPartForm {
    /// The flag of the links that have this part; without, all have it.
    #[serde(default)]
    pub flag: Option<char>,
    /// Whether links leave this part out where it says nothing and nothing follows.
    #[serde(default)]
    pub optional: bool,
    /// Letters that always stand here.
    #[serde(default)]
    pub text: Option<String>,
    /// A number of the level.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub setting: Option<ManifestWord>,
    /// How clues are written, such as `numbers-16`.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub coding: Option<ManifestWord>,
    /// The places that clues are about: `cell`, unless it says `edge`, `outer-edge`, `corner`,
    /// `inner-corner`, `middle`, `room`, `rim`, `rim-line`, `margin`, `tray`, `start` or `somewhere`.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub on: Option<ManifestWord>,
    /// Which mark a clue means: `"{1}" = "clue({1})"`. A clue is one or more numbers, `?`, or `{1}` for any
    /// number. Of several marks, those on a side of the place have its letter: `e:sum({1})`. Those for some
    /// places alone name them: `hedge:arrow(n)`, `vedge:arrow(w)`, and sides of the rim as in `top:pluses({1})`.
    #[serde(default = "no_marks", deserialize_with = "marks_of_clues")]
    #[schemars(with = "BTreeMap<String, OneOrMore>")]
    pub marks: Spanned<BTreeMap<String, Vec<String>>>,
    /// What marks have in place of a number that is `?`.
    #[serde(default)]
    pub unknown: Option<String>,
    /// What a mark that lies there already becomes, by its name: `goal = "goal({1})"`.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub over: BTreeMap<String, ManifestWord>,
    /// The clue that a black cell is in drawings of Penpa+, such as `?`.
    #[serde(default)]
    pub black: Option<String>,
    /// What a clue looks like in drawings of Penpa+, where its coding does not say: `ships`, `arrows-back`,
    /// `arrows-on`, `arrow-in` or `arrow-out`, or a capital letter.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub drawn: Option<ManifestWord>,
    /// The number that a letter A is in drawings; B is the next.
    #[serde(default)]
    pub letters: Option<u32>,
    /// What its entries in files of pzprv3 are, where its coding does not say.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub file: Option<ManifestWord>,
    /// Which setting counts the clues of a kind, where they have no place: `"1 1 1" = "ones"`.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub counts: BTreeMap<String, ManifestWord>,
}

fn no_marks() -> Spanned<BTreeMap<String, Vec<String>>> {
    Spanned::new(0..0, BTreeMap::new())
}

fn marks_of_clues<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Spanned<BTreeMap<String, Vec<String>>>, D::Error> {
    let value = Spanned::<BTreeMap<String, OneOrMore>>::deserialize(from)?;
    let span = value.span();
    let marks = value.into_inner().into_iter().map(|(clue, marks)| match marks {
        OneOrMore::One(mark) => (clue, vec![mark]),
        OneOrMore::More(marks) => (clue, marks),
    });
    Ok(Spanned::new(span, marks.collect()))
}
