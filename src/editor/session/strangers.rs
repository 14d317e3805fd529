//! Rules in packs from other people: the designer is told before they run, and asked once.
//!
//! A concept may contain its own rules, and their author decides what the solver says. Rules that came with a
//! file, and that this designer has neither run nor saved before, wait until the designer allows them; rules
//! typed here never wait.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::session::settings::Settings;
use foolproof_level::{Level, Pack};

/// The rules of a pack that wait.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strangers(BTreeSet<String>);

fn rules_of(pack: &Pack) -> impl Iterator<Item = &str> {
    pack.levels.iter().flat_map(|level| level.concept.own_rules())
}

impl Strangers {
    /// Returns the rules of a pack that came from outside and are not yet allowed to run.
    pub fn of(pack: &Pack, settings: &Settings) -> Self {
        Self(rules_of(pack).filter(|rules| !settings.trusts(rules)).map(str::to_owned).collect())
    }

    /// Adds the unknown rules of a pack state that was written elsewhere.
    pub fn meet(&mut self, pack: &Pack, settings: &Settings) {
        self.0.extend(Self::of(pack, settings).0);
    }

    /// Keeps only the rules that also waited in the previous state of the pack.
    pub(crate) fn keep_only(&mut self, before: &Self) {
        self.0.retain(|rules| before.0.contains(rules));
    }

    /// True if a level's own rules wait.
    pub fn are_in(&self, level: &Level) -> bool {
        !self.0.is_empty() && level.concept.own_rules().iter().any(|rules| self.0.contains(*rules))
    }

    /// Allows the rules of a level to run, now and at every later opening; the designer has seen no others.
    pub fn let_run(&mut self, level: &Level, settings: &mut Settings) {
        for rules in level.concept.own_rules() {
            if self.0.remove(rules) {
                settings.trust(rules.to_owned());
            }
        }
    }

    /// Trusts the rules of a saved pack, except those that still wait: the designer wrote them.
    pub(crate) fn remember_own(&self, pack: &Pack, settings: &mut Settings) {
        for rules in rules_of(pack).filter(|rules| !self.0.contains(*rules)) {
            settings.trust(rules.to_owned());
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use foolproof_level::{Board, Concept};

    fn pack(rules: &[&str]) -> Pack {
        let level = |rules: &&str| {
            let mut level = Level::open("any", Board { cols: 1, rows: 1, tray: 0 });
            level.concept = Concept::Asp((*rules).to_owned());
            Arc::new(level)
        };
        Pack { levels: rules.iter().map(level).collect(), ..Pack::default() }
    }

    #[test]
    fn what_came_waits_once_and_what_she_wrote_never() {
        let mut settings = Settings::default();
        let came = pack(&["wanted.", "wanted :- a."]);
        let mut strangers = Strangers::of(&came, &settings);
        assert!(came.levels.iter().all(|level| strangers.are_in(level)));
        let typed = pack(&["wanted.", "wanted :- b."]);
        assert_eq!(
            typed.levels.iter().map(|l| strangers.are_in(l)).collect::<Vec<_>>(),
            [true, false]
        );
        // Saving a pack does not allow the rules that still wait in it.
        strangers.remember_own(&typed, &mut settings);
        let again = Strangers::of(&typed, &settings);
        assert_eq!(typed.levels.iter().map(|l| again.are_in(l)).collect::<Vec<_>>(), [true, false]);
        // Permission covers only the rules that the designer has read.
        strangers.let_run(&came.levels[0], &mut settings);
        let wait = |strangers: &Strangers| {
            came.levels.iter().map(|level| strangers.are_in(level)).collect::<Vec<_>>()
        };
        assert_eq!(wait(&strangers), [false, true]);
        assert_eq!(wait(&Strangers::of(&came, &settings)), [false, true]);
    }

    #[test]
    fn what_did_not_wait_before_does_not_wait_again() {
        let settings = Settings::default();
        let before = Strangers::of(&pack(&["wanted :- came."]), &settings);
        let recovered = pack(&["wanted :- came.", "wanted :- mine."]);
        let mut strangers = Strangers::of(&recovered, &settings);
        strangers.keep_only(&before);
        let waits: Vec<bool> = recovered.levels.iter().map(|l| strangers.are_in(l)).collect();
        assert_eq!(waits, [true, false]);
    }

    #[test]
    fn the_settings_forget_the_oldest_rules_and_keep_no_book() {
        let mut settings = Settings::default();
        settings.trust("x".repeat(1 << 20));
        assert!(settings.trusted.is_empty(), "asked about at every opening");
        for n in 0..1000 {
            settings.trust(format!("wanted({n})."));
        }
        assert!(settings.trusts("wanted(999).") && !settings.trusts("wanted(0)."));
    }
}
