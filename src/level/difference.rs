//! Differences between two packs, level by level, in words.
//!
//! A file gives levels no identity: equal levels are paired, then those with the same title, then those in the
//! same place. The common ancestor of both packs shows who made a change.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Level, LevelId, Pack, PackCourse};

/// A difference. Numbers of levels are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The pack's own title, author or notes, or its texts and settings for players.
    Words,
    /// The games that the pack names: their paths, and their rules.
    Games,
    /// The concepts that the pack is to teach, and the rules for its order.
    Course,
    /// Only the other pack has this level, with this number.
    Added(usize, String),
    /// Only this pack has this level, with this number.
    Removed(usize, String),
    /// Both have this level, with these numbers, and it differs.
    Changed { here: usize, there: usize, title: String },
    /// The same levels in another order.
    Order,
}

/// The pack that has changed since both were equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Only this pack.
    Here,
    /// Only the other pack.
    There,
    Both,
    /// The common ancestor is unknown.
    Unknown,
}

/// A difference and its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub what: Difference,
    pub whose: Whose,
}

/// Lists the differences of the other pack, with their authors since `base`.
pub fn changes(base: Option<&Pack>, here: &Pack, there: &Pack) -> Vec<Change> {
    let Some(base) = base else {
        let found = differences(here, there).into_iter();
        return found.map(|what| Change { what, whose: Whose::Unknown }).collect();
    };
    let before = Before::new(base, here, there);
    let mine = LevelPairs::of(&base.levels, &here.levels);
    let theirs = LevelPairs::of(&base.levels, &there.levels);
    let pairs = LevelPairs::through(&mine, &theirs, &here.levels, &there.levels);
    let found = told(&pairs, here, there).into_iter();
    found.map(|what| Change { whose: before.whose(&what), what }).collect()
}

/// State of each level of two packs since the common ancestor.
struct Before {
    here: BTreeMap<usize, SinceBase>,
    there: BTreeMap<usize, SinceBase>,
    words: (bool, bool),
    games: (bool, bool),
    course: (bool, bool),
    order: (bool, bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SinceBase {
    AsItWas,
    Changed,
}

impl Before {
    fn new(base: &Pack, here: &Pack, there: &Pack) -> Self {
        let stayed = |pack: &Pack| {
            let of = |(from, to): &(usize, usize)| {
                let (old, new) = (base.levels.get(*from)?, pack.levels.get(*to)?);
                Some((*to, if same(old, new) { SinceBase::AsItWas } else { SinceBase::Changed }))
            };
            LevelPairs::of(&base.levels, &pack.levels).found.iter().filter_map(of).collect()
        };
        let changed = |pack: &Pack| words(base) != words(pack);
        let names = |pack: &Pack| base.games != pack.games;
        let teaches = |pack: &Pack| base.course != pack.course;
        let moved = |pack: &Pack| !LevelPairs::of(&base.levels, &pack.levels).are_in_order();
        Self {
            here: stayed(here),
            there: stayed(there),
            words: (changed(here), changed(there)),
            games: (names(here), names(there)),
            course: (teaches(here), teaches(there)),
            order: (moved(here), moved(there)),
        }
    }

    fn whose(&self, what: &Difference) -> Whose {
        // Numbers are counted from 1.
        let of = |levels: &BTreeMap<usize, SinceBase>, number: usize| {
            levels.get(&number.wrapping_sub(1)).copied()
        };
        let changed = |stayed: Option<SinceBase>| stayed != Some(SinceBase::AsItWas);
        let (by_me, by_them) = match what {
            Difference::Words => self.words,
            Difference::Games => self.games,
            Difference::Course => self.course,
            Difference::Order => self.order,
            Difference::Changed { here, there, .. } => {
                (changed(of(&self.here, *here)), changed(of(&self.there, *there)))
            }
            // The other side lacks a level that both had; this side may have changed it.
            Difference::Added(number, _) => match of(&self.there, *number) {
                None => (false, true),
                stayed => (true, changed(stayed)),
            },
            Difference::Removed(number, _) => match of(&self.here, *number) {
                None => (true, false),
                stayed => (changed(stayed), true),
            },
        };
        match (by_me, by_them) {
            (true, false) => Whose::Here,
            (false, true) => Whose::There,
            _ => Whose::Both,
        }
    }
}

/// The pack without its levels, the games that it names and its course.
fn words(pack: &Pack) -> Pack {
    Pack { games: Vec::new(), course: PackCourse::default(), ..pack.without_levels() }
}

/// Index in an earlier pack of the level from which the one at `at` has come.
pub fn counterpart(base: &Pack, here: &Pack, at: usize) -> Option<usize> {
    let pairs = LevelPairs::of(&base.levels, &here.levels);
    pairs.found.iter().find(|(_, to)| *to == at).map(|(from, _)| *from)
}

/// Lists the differences of the other pack.
pub(crate) fn differences(here: &Pack, there: &Pack) -> Vec<Difference> {
    told(&LevelPairs::of(&here.levels, &there.levels), here, there)
}

fn told(pairs: &LevelPairs<'_>, here: &Pack, there: &Pack) -> Vec<Difference> {
    let mut found = Vec::new();
    if words(here) != words(there) {
        found.push(Difference::Words);
    }
    if here.games != there.games {
        found.push(Difference::Games);
    }
    if here.course != there.course {
        found.push(Difference::Course);
    }
    let title = |levels: &[Arc<Level>], at: usize| {
        levels.get(at).map(|level| level.title.clone()).unwrap_or_default()
    };
    for (from, to) in &pairs.found {
        let (Some(a), Some(b)) = (here.levels.get(*from), there.levels.get(*to)) else { continue };
        if !same(a, b) {
            let (here, there, title) = (from + 1, to + 1, b.title.clone());
            found.push(Difference::Changed { here, there, title });
        }
    }
    let added = pairs.there.iter().map(|at| Difference::Added(at + 1, title(&there.levels, *at)));
    let removed = pairs.here.iter().map(|at| Difference::Removed(at + 1, title(&here.levels, *at)));
    found.extend(added.chain(removed));
    if !pairs.are_in_order() {
        found.push(Difference::Order);
    }
    found
}

/// Pairs of corresponding levels of two packs.
struct LevelPairs<'a> {
    levels: (&'a [Arc<Level>], &'a [Arc<Level>]),
    /// Indices of the levels that have no partner yet.
    here: BTreeSet<usize>,
    there: BTreeSet<usize>,
    found: BTreeSet<(usize, usize)>,
}

impl<'a> LevelPairs<'a> {
    fn new(here: &'a [Arc<Level>], there: &'a [Arc<Level>]) -> Self {
        Self {
            levels: (here, there),
            here: (0..here.len()).collect(),
            there: (0..there.len()).collect(),
            found: BTreeSet::new(),
        }
    }

    /// Finds all pairs.
    fn of(here: &'a [Arc<Level>], there: &'a [Arc<Level>]) -> Self {
        let mut pairs = Self::new(here, there);
        // Covers nearly all levels of nearly all packs: equal and in the same place.
        pairs.join(Where::InPlace, same);
        pairs.join(Where::Anywhere, same);
        let titled = |a: &Level, b: &Level| !a.title.is_empty() && a.title == b.title;
        pairs.join(Where::Anywhere, |a, b| titled(a, b) && a.game == b.game);
        pairs.join(Where::InPlace, |a, b| a.game == b.game);
        pairs
    }

    /// Pairs levels that come from the same level of a third pack; a level that the other side has deleted has
    /// no partner there, even if another level is in its place.
    fn through(
        mine: &LevelPairs<'_>,
        theirs: &LevelPairs<'_>,
        here: &'a [Arc<Level>],
        there: &'a [Arc<Level>],
    ) -> Self {
        let mut pairs = Self::new(here, there);
        let old: BTreeMap<usize, usize> = theirs.found.iter().copied().collect();
        for (from, to) in &mine.found {
            pairs.here.remove(to);
            pairs.found.extend(old.get(from).map(|other| (*to, *other)));
        }
        theirs.found.iter().for_each(|(_, to)| _ = pairs.there.remove(to));
        // New on both sides.
        pairs.join(Where::Anywhere, same);
        pairs.join(Where::Anywhere, |a, b| !a.title.is_empty() && a.title == b.title);
        let joined: BTreeSet<usize> = pairs.found.iter().map(|(from, _)| *from).collect();
        let taken: BTreeSet<usize> = pairs.found.iter().map(|(_, to)| *to).collect();
        pairs.here = (0..here.len()).filter(|at| !joined.contains(at)).collect();
        pairs.there = (0..there.len()).filter(|at| !taken.contains(at)).collect();
        pairs
    }

    fn are_in_order(&self) -> bool {
        self.found.iter().map(|(_, to)| *to).is_sorted()
    }

    /// Pairs levels that belong together, each with the first match.
    fn join(&mut self, place: Where, belong: impl Fn(&Level, &Level) -> bool) {
        for from in self.here.clone() {
            let Some(level) = self.levels.0.get(from) else { continue };
            let others = self.there.iter().copied().filter(|at| *at != from).take(match place {
                Where::InPlace => 0,
                Where::Anywhere => MAX_TRIES,
            });
            let own = [from].into_iter().filter(|at| self.there.contains(at));
            let found = own
                .chain(others)
                .find(|to| self.levels.1.get(*to).is_some_and(|other| belong(level, other)));
            if let Some(to) = found {
                self.here.remove(&from);
                self.there.remove(&to);
                self.found.insert((from, to));
            }
        }
    }
}

/// Places in which a level's partner is searched for.
#[derive(Clone, Copy)]
enum Where {
    InPlace,
    Anywhere,
}

/// Maximum number of partners with which a level is compared.
const MAX_TRIES: usize = 200;

/// True if the levels are equal in everything that a file keeps.
fn same(a: &Level, b: &Level) -> bool {
    let plain = |level: &Level| {
        let mut level = level.clone();
        level.id = LevelId::default();
        level
    };
    a.same_puzzle(b)
        && (&a.title, &a.author, &a.notes) == (&b.title, &b.author, &b.notes)
        && plain(a) == plain(b)
}

#[cfg(test)]
mod tests {
    use super::super::{Board, GameSource};
    use super::*;

    fn pack(titles: &[&str]) -> Pack {
        let level = |title: &&str| {
            let mut level = Level::open("any", Board { cols: 2, rows: 2, tray: 0 });
            level.title = (*title).to_owned();
            Arc::new(level)
        };
        Pack { levels: titles.iter().map(level).collect(), ..Pack::default() }
    }

    fn check(here: &[&str], there: &[&str], expected: &[Difference]) {
        assert_eq!(differences(&pack(here), &pack(there)), expected);
    }

    #[test]
    fn levels_are_found_by_content_title_and_place() {
        let added = |n, title: &str| Difference::Added(n, title.to_owned());
        let removed = |n, title: &str| Difference::Removed(n, title.to_owned());
        check(&["a", "b"], &["a", "b"], &[]);
        check(&["a", "b"], &["a", "c", "b"], &[added(2, "c")]);
        check(&["a", "b", "c"], &["a", "c"], &[removed(2, "b")]);
        check(&["a", "b"], &["b", "a"], &[Difference::Order]);
        let renamed = Difference::Changed { here: 2, there: 2, title: "c".to_owned() };
        check(&["a", "b"], &["a", "c"], &[renamed]);
    }

    /// Each side has changed a level, added one and removed one since they were equal.
    #[test]
    fn it_is_known_whose_change_it_is() {
        let base = pack(&["a", "b", "c", "d", "e"]);
        let noted = |titles: &[&str], notes: &[(&str, &str)]| {
            let mut pack = pack(titles);
            for level in pack.levels.iter_mut().map(Arc::make_mut) {
                let note = notes.iter().find(|(title, _)| *title == level.title);
                level.notes = note.map(|(_, note)| (*note).to_owned()).unwrap_or_default();
            }
            pack
        };
        let here = noted(&["a", "b", "c", "e", "mine"], &[("a", "mine"), ("c", "mine")]);
        let mut there = noted(&["a", "b", "c", "d", "theirs"], &[("b", "new"), ("c", "new")]);
        there.author = "somebody".to_owned();
        there.games = vec![GameSource {
            id: "any".to_owned(),
            at: "any.lp".to_owned(),
            digest: String::new(),
            text: None,
        }];
        let whose = |changes: Vec<Change>| -> Vec<(String, Whose)> {
            let name = |what: &Difference| match what {
                Difference::Words => "words".to_owned(),
                Difference::Games => "games".to_owned(),
                Difference::Course => "course".to_owned(),
                Difference::Added(_, title) => format!("+{title}"),
                Difference::Removed(_, title) => format!("-{title}"),
                Difference::Changed { title, .. } => title.clone(),
                Difference::Order => "order".to_owned(),
            };
            changes.iter().map(|change| (name(&change.what), change.whose)).collect()
        };
        let expected = [
            ("words", Whose::There),
            ("games", Whose::There),
            ("a", Whose::Here),
            ("b", Whose::There),
            ("c", Whose::Both),
            ("theirs", Whose::There),
            ("+d", Whose::Here),
            ("-mine", Whose::Here),
        ]
        .map(|(name, whose)| (name.to_owned(), whose));
        assert_eq!(whose(changes(Some(&base), &here, &there)), expected);
        let unknown = changes(None, &here, &there);
        assert!(unknown.iter().all(|change| change.whose == Whose::Unknown));
        // Blanks and the order of fields do not count as a change.
        let mine = whose(changes(Some(&base), &here, &base));
        assert!(mine.iter().all(|(_, whose)| *whose == Whose::Here), "{mine:?}");
    }

    #[test]
    fn a_change_inside_a_level_and_of_the_packs_words_is_seen() {
        let here = pack(&["a", "b"]);
        let mut there = pack(&["b", "a"]);
        there.notes = "new".to_owned();
        Arc::make_mut(&mut there.levels[0]).notes = "other".to_owned();
        // An identity belongs to the window, not to the file.
        Arc::make_mut(&mut there.levels[1]).id = LevelId(7);
        let changed = Difference::Changed { here: 2, there: 1, title: "b".to_owned() };
        assert_eq!(differences(&here, &there), [Difference::Words, changed, Difference::Order]);
    }
}
