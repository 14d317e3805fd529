//! Ratings: a game says beforehand what it measures, and Refraction measures what its solutions are.

use foolproof::game::Measure;
use foolproof::slices::rating::question::{MeasuredLevel, RATING, RateLevel};

use super::search::quick_engine;
use super::*;

fn rated(level: &Level, engine: &mut Engine) -> Vec<Measure> {
    let found = ask(engine, level, RateLevel::question());
    let rated: &MeasuredLevel = about(&found, RATING).answer.report().expect("measures");
    rated.measures.clone()
}

#[test]
fn a_game_measures_what_it_says_that_it_measures() {
    let mut engine = quick_engine();
    for game in foolproof::built_in().all() {
        let Some(rating) = game.rating() else { continue };
        let known = rating.measures();
        let ids: BTreeSet<&str> = known.iter().map(|kind| &*kind.id).collect();
        assert_eq!(ids.len(), known.len(), "{}: {known:?}", game.about().id);
        let mut measured = BTreeSet::new();
        for level in sample(&*game).levels.iter().take(5) {
            let measures = rated(level, &mut engine);
            let places: Vec<Option<usize>> = measures
                .iter()
                .map(|one| known.iter().position(|kind| kind.id == one.id && kind.name == one.name))
                .collect();
            assert!(places.iter().all(Option::is_some), "{measures:?} of {known:?}");
            assert!(places.is_sorted(), "{}: {measures:?}", game.about().id);
            measured.extend(measures.into_iter().map(|measure| measure.id));
        }
        let unheard: Vec<_> = ids.iter().filter(|id| !measured.contains(**id)).collect();
        assert!(unheard.is_empty(), "{}: nothing has {unheard:?}", game.about().id);
    }
}

#[test]
fn measures_of_refraction_are_those_of_its_networks() {
    let (mut rng, mut engine) = (Rng::with_seed(71), quick_engine());
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    let (mut several, mut branched) = (0, 0);
    for _ in 0..120 {
        let level = lit::random_level(&*game, &mut rng);
        if check_input(&*game, &level).is_err() {
            continue;
        }
        let networks: BTreeSet<Play> =
            solutions(&*game, &level).iter().map(|play| game.canonical(&level, play)).collect();
        let measures = rated(&level, &mut engine);
        let of = |id: &str| measures.iter().find(|one| one.id == id).map(|one| one.value as usize);
        assert_eq!(of("solutions"), Some(networks.len()), "{level:#?}");
        let tray = level.marks().filter(|(site, _)| site.place == Place::Tray).count();
        let used = networks.iter().map(Play::len).min();
        assert_eq!(of("used"), used, "{level:#?}");
        assert_eq!(of("distractors"), used.map(|used| tray - used), "{level:#?}");
        let joins = |play: &Play| {
            play.iter()
                .filter(|(_, mark)| matches!(mark.functor(), "splitter" | "combiner"))
                .count()
        };
        let most = networks.iter().map(joins).max();
        assert_eq!(of("branching"), most, "{level:#?}");
        // Whatever splits or sums makes a power that it did not get.
        assert_eq!(of("fractions").map(|n| n > 0), most.map(|n| n > 0), "{level:#?}");
        let largest = networks.iter().map(Play::len).max();
        assert!(of("chain").zip(largest).is_none_or(|(chain, all)| chain <= all), "{level:#?}");
        several += usize::from(networks.len() > 1);
        branched += usize::from(most.is_some_and(|n| n > 0));
    }
    assert!(several >= 5 && branched >= 5, "{several} with several networks, {branched} branch");
}
