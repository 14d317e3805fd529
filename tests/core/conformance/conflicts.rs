//! Conflicts: everything blamed contributes, and nothing of it can be left out.

use foolproof::solver::{Among, Blame, CONFLICT, FindConflict, FoundConflict, Lacking};

use super::*;

/// Whether the level can be solved with its concept if some of its marks may be removed.
fn solvable_when(game: &dyn Game, level: &Level, free: &[Site]) -> bool {
    (0..1u32 << free.len()).any(|taken| {
        let mut level = level.clone();
        for (_, site) in free.iter().enumerate().filter(|(n, _)| taken >> n & 1 == 1) {
            level.paint(*site, None);
        }
        let known = solutions(game, &level);
        known.iter().any(|play| practises(game, &level, play))
    })
}

/// What is to blame; what is found in a short time will do.
fn conflict(engine: &mut Engine, level: &Level) -> Vec<Finding> {
    let limits = Limits { time: std::time::Duration::from_secs(6), ..Limits::default() };
    engine.answer(level, &Question::from(FindConflict), &limits, &Stop::default(), &mut |_| {})
}

#[test]
fn a_conflict_is_one_and_none_of_it_can_be_left_out() {
    let (mut rng, mut engine) = (Rng::with_seed(6), engine());
    // Boards to be filled have too many clues to try all sets; `filled.rs` has separate tests.
    for game in subjects().into_iter().filter(|game| !FILLS.contains(&&*game.about().id)) {
        let mut blamed = 0;
        for mut level in random_levels(&*game, 40, &mut rng) {
            level.concept = random_concept(&*game, &level, &mut rng);
            let held: Vec<Site> = level.spots().map(|(site, _)| site).collect();
            // The essential part of the intended solution changes with the level.
            let names = level.concept.names("intended");
            if held.len() > 6 || names {
                continue;
            }
            let found = conflict(&mut engine, &level);
            let Some(blame) = &blame_in(&found) else {
                assert!(solvable_when(&*game, &level, &[]), "{level:#?}");
                continue;
            };
            level.concept = Concept::And(blame.concept.clone());
            let sites = &blame.sites;
            if blame.among != Among::Fewer || blame.lacking == Lacking::ShortcutFreedom {
                refute_hope(&*game, &level, blame, &mut rng);
                blamed += usize::from(blame.lacking == Lacking::Solution);
                continue;
            }
            assert!(blame.minimal);
            blamed += 1;
            let others = |kept: &[Site]| -> Vec<Site> {
                held.iter().copied().filter(|site| !kept.contains(site)).collect()
            };
            assert!(!solvable_when(&*game, &level, &others(sites)), "{sites:?} {level:#?}");
            for left_out in sites {
                let kept: Vec<Site> =
                    sites.iter().copied().filter(|site| site != left_out).collect();
                assert!(solvable_when(&*game, &level, &others(&kept)), "{left_out} of {level:#?}");
            }
        }
        assert!(blamed >= 3, "{}: only {blamed} conflicts", game.about().id);
    }
}

/// For any marks on the other sites, the level has no solution or has a shortcut.
fn refute_hope(game: &dyn Game, level: &Level, blame: &Blame, rng: &mut Rng) {
    let blamed = &blame.sites;
    let stock = &blame.searched.stock;
    for _ in 0..200 {
        let other = match blame.among {
            Among::Fewer => level.clone(),
            Among::Locks | Among::Any => random_level(game, rng),
        };
        if other.board != level.board {
            continue;
        }
        let mut level = level.clone();
        let sites: Vec<Site> = game.layout_of(&level).sites.iter().map(|(site, _)| *site).collect();
        for site in sites.into_iter().filter(|site| !blamed.contains(site)) {
            level.paint(site, other.mark(site).filter(|_| rng.bool()).cloned());
        }
        let fits = |item: &StockItem| {
            level.marks().filter(|(_, mark)| item.marks.contains(mark)).count()
                <= item.most as usize
        };
        let known_mark = |mark: &Mark| stock.iter().any(|item| item.marks.contains(mark));
        let others = level.marks().filter(|(site, _)| !blamed.contains(site));
        let fewer = blame.among == Among::Fewer;
        let is_of_stock =
            || stock.iter().all(fits) && others.into_iter().all(|(_, mark)| known_mark(mark));
        if !fewer && !is_of_stock() {
            continue;
        }
        let known = solutions(game, &level);
        let mut practised = known.iter().map(|play| practises(game, &level, play));
        let free = match blame.lacking {
            Lacking::Solution => practised.any(|practised| practised),
            Lacking::ShortcutFreedom => !known.is_empty() && practised.all(|practised| practised),
        };
        assert!(!free, "{blamed:?} of {level:#?}");
    }
}

/// With every site held, a shortcut can only go when something that is held does.
#[test]
fn what_leaves_only_levels_with_shortcuts_is_named() {
    let (mut rng, mut engine) = (Rng::with_seed(16), engine());
    for game in subjects().into_iter().filter(|game| !FILLS.contains(&&*game.about().id)) {
        let (mut hopeless, mut number) = (0, 0);
        while number < 2000 && hopeless < 12 {
            let mut level = next_level(&*game, number, &mut rng);
            number += 1;
            level.concept = random_concept(&*game, &level, &mut rng);
            // The essential part of the intended solution changes with the level.
            if level.concept.properties().iter().any(|property| property.functor() == "intended") {
                continue;
            }
            let known = solutions(&*game, &level);
            let n_fit = known.iter().filter(|play| practises(&*game, &level, play)).count();
            if n_fit == 0 || n_fit == known.len() || known.len() > 20 {
                continue;
            }
            for (site, _) in game.layout_of(&level).sites {
                if level.mark(site).is_none() {
                    level.paint(site, None);
                }
            }
            let found = conflict(&mut engine, &level);
            let finding = about(&found, CONFLICT);
            let Some(FoundConflict(Some(blame))) = finding.report() else {
                panic!("{:?} of {level:#?}", finding.status());
            };
            assert_eq!(blame.lacking, Lacking::ShortcutFreedom, "{level:#?}");
            hopeless += 1;
            level.concept = Concept::And(blame.concept.clone());
            refute_hope(&*game, &level, blame, &mut rng);
        }
        assert!(hopeless >= 5, "{}: only {hopeless}", game.about().id);
    }
}
