//! Claims about all levels hold for each of them: completions and conflicts against all fillings of
//! the sites that are free, tried one by one by the rules alone.

use foolproof::game::{Extent, Range};
use foolproof::solver::{
    Among, COMPLETE, CompleteLevel, CompletedLevel, EarlierCompletions, FindConflict, Freed, Status,
};

use super::*;

/// Whether a level can be solved, and every solution practises the concept.
fn is_good(game: &dyn Game, level: &Level) -> bool {
    let known = solutions(game, level);
    !known.is_empty() && known.iter().all(|play| practises(game, level, play))
}

/// All that is searched in the end.
fn widest(game: &dyn Game, level: &Level) -> Range {
    let range = game.range(level);
    range.beyond.map_or_else(|| game.range(level), |beyond| *beyond)
}

/// Every filling of the free sites with marks of the range.
fn fillings(game: &dyn Game, level: &Level, range: &Range) -> Vec<Level> {
    let sites = game.layout_of(level).sites.into_iter().map(|(site, _)| site);
    let mut all = vec![level.clone()];
    for site in sites.filter(|site| level.hold(*site) == Hold::Open) {
        let fitting = range.stock.iter().filter(|item| item.place == site.place);
        let marks: BTreeSet<&Mark> = fitting.flat_map(|item| &item.marks).collect();
        let marks: Vec<&Mark> =
            marks.into_iter().filter(|m| game.accepts(&level.board, site, m).is_ok()).collect();
        let before = all.clone();
        for mark in marks {
            all.extend(before.iter().cloned().map(|mut level| {
                level.paint(site, Some(mark.clone()));
                level
            }));
        }
    }
    let held = |level: &Level, item: &StockItem| {
        level.marks().filter(|(_, mark)| item.marks.contains(mark)).count()
    };
    let within =
        |level: &Level| range.stock.iter().all(|item| held(level, item) <= item.most as usize);
    all.retain(within);
    all
}

/// A random level with a random concept, with all but a few sites locked.
fn nearly_locked(game: &dyn Game, rng: &mut Rng) -> Level {
    // One of any kind, or one that can be solved.
    let mut levels = random_levels(game, 2, rng);
    let mut level = levels.swap_remove(usize::from(rng.u32(..4) > 0));
    level.intended = None;
    if rng.u32(..4) > 0 {
        level.concept = random_concept(game, &level, rng);
    }
    let mut sites: Vec<Site> =
        game.layout_of(&level).sites.into_iter().map(|(site, _)| site).collect();
    rng.shuffle(&mut sites);
    // Marks of few sites if there are many kinds of them, of more sites if there are few.
    let kinds = game.range(&level).stock.iter().map(|item| item.marks.len()).max().unwrap_or(1);
    let free = match kinds {
        ..=2 => 3,
        3..=9 => 2,
        _ => 1,
    };
    for (at, site) in sites.into_iter().enumerate() {
        let mark = level.mark(site).filter(|_| at >= free).cloned();
        let hold = if at < free { Hold::Open } else { Hold::Locked };
        level.set(site, foolproof::level::Spot { mark, hold });
    }
    level
}

/// The answers to both questions about a level, held against all its fillings.
fn completed_and_blamed(engine: &mut Engine, game: &dyn Game, level: &Level) -> bool {
    let range = widest(game, level);
    let good = fillings(game, level, &range).iter().any(|level| is_good(game, level));
    let found = ask(engine, level, Question::from(CompleteLevel::default()));
    let finding = about(&found, COMPLETE);
    let status = finding.status();
    match finding.report() {
        Some(CompletedLevel(FoundLevel::Level(made))) => {
            assert!(is_good(game, &made.level), "{level:#?} {made:#?}");
        }
        Some(CompletedLevel(FoundLevel::SecondBest(_, WhyNoBetter::Unknown(_)))) => {}
        Some(CompletedLevel(FoundLevel::SecondBest(_, WhyNoBetter::None(_)))) => {
            assert!(!good, "{status:?} {level:#?}");
        }
        Some(CompletedLevel(FoundLevel::None(searched))) => {
            assert!(!good, "{status:?} {level:#?}");
            assert_eq!(searched.freed, Freed::Unlocked);
            let whole = searched.extent != Extent::Some;
            assert_eq!(status == Status::Refuted, whole, "{searched:?}");
            assert!(whole || searched.words.contains("as long as the level has"), "{searched:?}");
        }
        // A maker looks for levels with one solution, and says when its tries made none.
        _ => assert!(matches!(status, Status::Unknown(_)), "{status:?} {level:#?}"),
    }
    if game.maker().is_none() {
        assert_eq!(status == Status::Proved, good, "{status:?} {level:#?}");
    }
    let found = ask(engine, level, Question::from(FindConflict));
    match blame_in(&found) {
        // Rules that contain "for all" themselves can only be asked about the level as it stands.
        Some(blame) if has_eraser(level) && blame.room.is_none() => {
            assert!(blame.among == Among::Fewer && matches!(blame.status(), Status::Unknown(_)));
        }
        Some(blame) => {
            let room = blame.among == Among::Fewer && blame.room == Some(true);
            assert_eq!(room, good, "{blame:?} {level:#?}");
            assert!(blame.among != Among::Fewer || room, "{blame:?} {level:#?}");
        }
        None => assert!(good, "{level:#?}"),
    }
    good
}

fn has_eraser(level: &Level) -> bool {
    level.marks().any(|(_, mark)| mark.functor() == "eraser")
}

#[test]
fn completions_and_conflicts_speak_of_every_filling() {
    let (mut rng, mut engine) = (Rng::with_seed(41), engine());
    for game in subjects() {
        let (mut good, mut tried) = (0, 0);
        // Until there were several of either kind.
        while tried < 40 || (tried < 400 && (good < 4 || tried - good < 4)) {
            let level = nearly_locked(&*game, &mut rng);
            // Many penguins have too many orders to try them all.
            let many = game.moves().is_some() && level.marks().count() > 4;
            if many
                || check_input(&*game, &level).is_err()
                || level.concept.properties().iter().any(|p| game.is_of_level(p))
            {
                continue;
            }
            tried += 1;
            good += usize::from(completed_and_blamed(&mut engine, &*game, &level));
        }
        assert!(good >= 4 && tried - good >= 4, "{}: {good} of {tried}", game.about().id);
    }
}

/// The fillings of a level that qualify, found by successive completions until there are no more;
/// each with its rank.
fn all_completions(engine: &mut Engine, level: &Level) -> (Vec<Level>, Finding) {
    let (mut found, mut earlier) = (Vec::new(), EarlierCompletions::default());
    loop {
        let question = match found.is_empty() {
            true => Question::from(CompleteLevel::default()),
            false => {
                Question::from(CompleteLevel { earlier: earlier.clone(), ..Default::default() })
            }
        };
        let findings = ask(engine, level, question);
        let finding = about(&findings, COMPLETE);
        let Some(CompletedLevel(FoundLevel::Level(made))) = finding.report() else {
            return (found, finding.clone());
        };
        assert!(earlier.is_new(&made.level), "twice: {made:#?} {level:#?}");
        earlier = earlier.and(&made.level, true);
        found.push((*made.level).clone());
    }
}

#[test]
fn completions_follow_each_other_until_there_is_none() {
    let (mut rng, mut engine) = (Rng::with_seed(97), engine());
    let mut met = 0;
    let marks = |level: &Level| -> BTreeSet<(Site, Mark)> {
        level.marks().map(|(site, mark)| (site, mark.clone())).collect()
    };
    // Games whose levels the rules alone can be asked of many times.
    let quick = |game: &dyn Game| {
        let slow = [&DRAWS[..], &FILLS, &LINED].concat().contains(&&*game.about().id);
        game.moves().is_none() && game.maker().is_none() && !slow
    };
    for game in subjects().into_iter().filter(|game| quick(&**game)) {
        let (mut several, mut tried) = (0, 0);
        while tried < 24 && several < 2 {
            let level = nearly_locked(&*game, &mut rng);
            if check_input(&*game, &level).is_err()
                || level.concept.properties().iter().any(|p| game.is_of_level(p))
            {
                continue;
            }
            let fillings = fillings(&*game, &level, &game.range(&level));
            if !(2..=24).contains(&fillings.len()) {
                continue;
            }
            tried += 1;
            let good: BTreeSet<_> =
                fillings.iter().filter(|level| is_good(&*game, level)).map(marks).collect();
            let (found, end) = all_completions(&mut engine, &level);
            for made in &found {
                assert!(is_good(&*game, made), "{level:#?} {made:#?}");
            }
            let designs: BTreeSet<_> = found.iter().map(marks).collect();
            assert_eq!(designs.len(), found.len(), "each is another one");
            several += usize::from(found.len() > 1);
            match end.report() {
                Some(CompletedLevel(FoundLevel::None(searched))) => {
                    // Marks with other settings than the palette's may be found, too.
                    assert!(designs.is_superset(&good), "{good:#?} {designs:#?} {level:#?}");
                    let words = searched.words.starts_with("other than these, ");
                    assert_eq!(words, !found.is_empty(), "{searched:?}");
                }
                // Before the first one, one with a shortcut is better than nothing.
                Some(CompletedLevel(FoundLevel::SecondBest(..))) => {
                    assert!(found.is_empty() && good.is_empty(), "{level:#?}");
                }
                _ => panic!("{end:#?} {level:#?}"),
            }
        }
        met += several;
    }
    assert!(met >= 2, "{met} levels had more than one completion");
}
