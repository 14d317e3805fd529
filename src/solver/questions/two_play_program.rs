//! Ground rules in which level and play are both open, written as a program of one play, or of two plays of
//! one level.
//!
//! Rules that follow from the level alone are written once, so that both plays are of the same level.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use foolproof_ground::{AtomNumber, GroundProgram, RecordedRule, quote, split, unquote};

/// Predicate of the sentences that the play violates.
pub(crate) const HEARD: &str = "heard";
/// Predicate of the marks of the play.
pub(crate) const PLAY: &str = "play";
/// Predicate of the marks of the correct play next to it.
pub(crate) const RIGHT: &str = "right";
/// Atom: the play has a mark that the correct one lacks.
pub(crate) const MORE: &str = "more";
/// Atom: the play lacks a mark that the correct one has.
pub(crate) const LESS: &str = "less";

/// Name of ground atoms that follow from the level alone.
const OF_LEVEL: &str = "l";
/// Name of ground atoms that depend on the play.
pub(crate) const OF_PLAY: &str = "p";
/// Name of ground atoms that depend on the correct play.
const OF_RIGHT: &str = "r";

/// The ground rules of a board, for all of its levels and plays.
pub(crate) struct OpenRules<'a> {
    pub(crate) program: &'a GroundProgram,
    /// For each atom, whether it depends on the play.
    of_play: Vec<bool>,
    /// Atoms of the level's marks.
    pub(crate) has: Vec<(AtomNumber, &'a str)>,
    /// Atoms of the play's marks.
    pub(crate) play: Vec<(AtomNumber, &'a str)>,
    /// Atoms of violations, with their sentences.
    pub(crate) wrong: Vec<(AtomNumber, String)>,
}

impl<'a> OpenRules<'a> {
    /// Returns `None` if the rules have disjunctions, which games do not use.
    pub(crate) fn new(program: &'a GroundProgram) -> Option<Self> {
        if program.rules().any(|rule| !rule.choice && rule.heads.len() > 1) {
            return None;
        }
        let mut rules = Self {
            program,
            of_play: Vec::new(),
            has: Vec::new(),
            play: Vec::new(),
            wrong: Vec::new(),
        };
        for (atom, term) in program.names() {
            match split(term) {
                ("has", args) if args.len() == 2 => rules.has.push((atom, term)),
                ("play", args) if args.len() == 2 => rules.play.push((atom, term)),
                ("wrong", args) => {
                    rules.wrong.extend(args.first().map(|why| (atom, unquote(why))));
                }
                _ => {}
            }
        }
        rules.of_play = rules.depending();
        Some(rules)
    }

    /// Returns the sentences that some play may violate.
    pub(crate) fn sentences(&self) -> BTreeSet<&str> {
        self.wrong.iter().map(|(_, why)| why.as_str()).collect()
    }

    /// Returns, for each atom, whether it depends on choices other than the level's marks.
    fn depending(&self) -> Vec<bool> {
        let given: BTreeSet<AtomNumber> = self.has.iter().map(|(atom, _)| *atom).collect();
        let mut depends = vec![false; self.program.last_atom() as usize + 1];
        loop {
            let mut grows = false;
            for rule in self.program.rules() {
                let chosen = rule.choice && rule.heads.iter().all(|head| !given.contains(head));
                if !chosen && !rule.body.iter().any(|literal| is_in(&depends, *literal)) {
                    continue;
                }
                for head in rule.heads {
                    if let Some(depends) = depends.get_mut(*head as usize)
                        && !*depends
                    {
                        (*depends, grows) = (true, true);
                    }
                }
            }
            if !grows {
                return depends;
            }
        }
    }

    /// Returns the program of one play: any that the rules' choices allow.
    pub(crate) fn of_one(&self) -> String {
        let mut text = self.level_text();
        self.write_play(&mut text, OF_PLAY);
        self.write_marks(&mut text, OF_PLAY, PLAY);
        self.write_heard(&mut text);
        text.push_str(
            "#minimize { 1,has,S,M : has(S,M); 1,play,S,M : play(S,M) }.\n\
             #defined has/2. #defined play/2. #defined heard/1.\n",
        );
        text
    }

    /// Returns the program of two different plays, one of which breaks no rule.
    pub(crate) fn of_two(&self) -> String {
        let mut text = self.level_text();
        self.write_play(&mut text, OF_PLAY);
        self.write_marks(&mut text, OF_PLAY, PLAY);
        self.write_heard(&mut text);
        self.write_play(&mut text, OF_RIGHT);
        self.write_marks(&mut text, OF_RIGHT, RIGHT);
        for (atom, _) in &self.wrong {
            let _ = writeln!(text, ":- {}.", self.name(*atom, OF_RIGHT));
        }
        text.push_str(
            "more(S,M) :- play(S,M), not right(S,M).\nless(S,M) :- right(S,M), not play(S,M).\n\
             more :- more(_,_). less :- less(_,_).\n\
             #minimize { 1@2,has,S,M : has(S,M); 2@1,more,S,M : more(S,M); 2@1,less,S,M : less(S,M);\n\
             1@1,play,S,M : play(S,M) }.\n\
             #defined has/2. #defined play/2. #defined right/2. #defined heard/1.\n",
        );
        text
    }

    /// Returns the rules that follow from the level alone, and its marks, at most one per site.
    fn level_text(&self) -> String {
        let mut text = String::new();
        let of_level = |rule: &RecordedRule<'_>| !self.is_of_play(rule);
        for rule in self.program.rules().filter(of_level) {
            self.write(&mut text, &rule, OF_PLAY);
        }
        let mut by_site: BTreeMap<&str, Vec<AtomNumber>> = BTreeMap::new();
        for (atom, term) in &self.has {
            self.write_named(&mut text, *atom, OF_PLAY, term);
            if let Some(site) = split(term).1.first().copied() {
                by_site.entry(site).or_default().push(*atom);
            }
        }
        for atoms in by_site.values().filter(|atoms| atoms.len() > 1) {
            let names: Vec<String> = atoms.iter().map(|atom| self.name(*atom, OF_PLAY)).collect();
            let _ = writeln!(text, ":- 2 {{ {} }}.", names.join("; "));
        }
        text
    }

    fn write_play(&self, text: &mut String, copy: &str) {
        for rule in self.program.rules().filter(|rule| self.is_of_play(rule)) {
            self.write(text, &rule, copy);
        }
    }

    fn write_marks(&self, text: &mut String, copy: &str, predicate: &str) {
        for (atom, term) in &self.play {
            let term = format!("{predicate}({})", split(term).1.join(","));
            self.write_named(text, *atom, copy, &term);
        }
    }

    fn write_heard(&self, text: &mut String) {
        for (atom, why) in &self.wrong {
            self.write_named(text, *atom, OF_PLAY, &format!("{HEARD}({})", quote(why)));
        }
    }

    fn write_named(&self, text: &mut String, atom: AtomNumber, copy: &str, term: &str) {
        let _ = match atom {
            0 => writeln!(text, "{term}."),
            _ => writeln!(text, "{term} :- {}.", self.name(atom, copy)),
        };
    }

    pub(crate) fn is_of_play(&self, rule: &RecordedRule<'_>) -> bool {
        let heads = rule.heads.iter().any(|head| self.of_play.get(*head as usize) == Some(&true));
        heads || rule.body.iter().any(|literal| is_in(&self.of_play, *literal))
    }

    pub(crate) fn name(&self, atom: AtomNumber, copy: &str) -> String {
        match (atom, self.of_play.get(atom as usize)) {
            (0, _) => "#true".to_owned(),
            (_, Some(true)) => format!("{copy}({atom})"),
            _ => format!("{OF_LEVEL}({atom})"),
        }
    }

    fn write(&self, text: &mut String, rule: &RecordedRule<'_>, copy: &str) {
        self.write_as(text, rule, copy, "");
    }

    /// Writes a rule; if it has no head, `instead` is its head.
    pub(crate) fn write_as(
        &self,
        text: &mut String,
        rule: &RecordedRule<'_>,
        copy: &str,
        instead: &str,
    ) {
        let literal = |literal: &i32| {
            let sign = if *literal < 0 { "not " } else { "" };
            format!("{sign}{}", self.name(literal.unsigned_abs(), copy))
        };
        let heads: Vec<String> = rule.heads.iter().map(|head| self.name(*head, copy)).collect();
        let heads = if rule.choice && !heads.is_empty() {
            format!("{{ {} }}", heads.join("; "))
        } else {
            heads.join("")
        };
        let heads = if heads.is_empty() { instead.to_owned() } else { heads };
        let body = match rule.bound {
            None => rule.body.iter().map(literal).collect::<Vec<_>>().join(", "),
            Some(bound) => {
                let weighed = rule.body.iter().zip(rule.weights).enumerate();
                let parts =
                    weighed.map(|(n, (of, weight))| format!("{weight},{n} : {}", literal(of)));
                format!("{bound} #sum {{ {} }}", parts.collect::<Vec<_>>().join("; "))
            }
        };
        let _ = match body.is_empty() {
            true if heads.is_empty() => writeln!(text, ":- #true."),
            true => writeln!(text, "{heads}."),
            false => writeln!(text, "{heads} :- {body}."),
        };
    }
}

fn is_in(atoms: &[bool], literal: i32) -> bool {
    atoms.get(literal.unsigned_abs() as usize) == Some(&true)
}
