//! A game's own search is held against its encoding: the same solutions, forced and possible marks,
//! shortcuts, and effects of edits, on thousands of random levels.

use std::collections::BTreeMap;

use foolproof::solver::{
    Candidates, CountSolutions, CountedSolutions, FindForcedMarks, FindNeedlessMarks,
    GenerateSettings, MARKS, MarksOfSolutions, ProveShortcutFree, ShortcutFreedom, SolvableLevel,
    SolveLevel, Status, Topic, TryEdits,
};

use super::*;

/// An engine that answers by the game's own search first, as the editor's does.
pub fn quick_engine() -> Engine {
    Engine::new(worker(), toy::games())
}

/// A level with random marks of every group, on a board of up to 3x3.
pub fn crowded_level(game: &dyn Game, rng: &mut Rng) -> Level {
    if FILLS.contains(&&*game.about().id) {
        return filled::random_level(game, 13, rng);
    }
    if LINED.contains(&&*game.about().id) {
        return lined::crowded_level(game, rng);
    }
    if game.moves().is_some() {
        return moves::random_level(game, 7, rng);
    }
    if &*game.about().id == "refraction" {
        return lit::random_level(game, rng);
    }
    let board = Board { cols: rng.u16(1..=3), rows: rng.u16(1..=3), tray: 0 };
    let mut level = Level::open(game.about().id.clone(), board);
    let sites: Vec<Site> = game.layout(&board).sites.into_iter().map(|(site, _)| site).collect();
    let palette = game.palette();
    // Few kinds of marks on a level can be satisfied together more often than many.
    let kinds = rng.usize(1..=3);
    for _ in 0..kinds {
        let group = &palette[rng.usize(..palette.len())];
        for _ in 0..rng.usize(1..=3) {
            let brush = &group.brushes[rng.usize(..group.brushes.len())];
            let mark = with_random_value(game, &brush.mark, rng);
            let site = sites[rng.usize(..sites.len())];
            if game.accepts(&board, site, &mark).is_ok() {
                level.paint(site, Some(mark));
            }
        }
    }
    level
}

/// Answers without what differs between two ways to one.
fn answers((game, level): (&dyn Game, &Level), found: &[Finding]) -> Vec<Answer> {
    let said = |finding: &Finding| {
        // Which solution shows that there is one is either's choice.
        if let Some(SolvableLevel(truth)) = finding.report() {
            return SolvableLevel(truth.clone().map(|_| None)).into();
        }
        // What tells no solutions apart is either's choice.
        if let Some(counted) = finding.report::<CountedSolutions>() {
            let plays = counted.plays.iter().map(|play| game.canonical(level, play));
            let mut plays: Vec<Play> = plays.collect();
            plays.sort();
            return CountedSolutions { plays, ..counted.clone() }.into();
        }
        // How many solutions use a mark only a search tells.
        if let Some(found) = finding.report::<MarksOfSolutions>() {
            return MarksOfSolutions { uses: BTreeMap::new(), ..found.clone() }.into();
        }
        finding.answer.clone()
    };
    // Only a search tells of a looser reading.
    let found = found.iter().filter(|finding| finding.topic() != Topic::LOOSELY);
    found.map(said).collect()
}

/// If the number of solutions that use a mark is reported, it is right.
fn uses_are_counts(game: &dyn Game, level: &Level, quick: &mut Engine) {
    let found = ask(quick, level, Question::from(FindForcedMarks));
    let Some(MarksOfSolutions { uses, .. }) = about(&found, MARKS).report() else {
        return;
    };
    let found = ask(quick, level, Question::from(CountSolutions { cap: 4000 }));
    let Some(plays) = about(&found, Topic::COUNT).answer.plays() else { return };
    let mut counted: BTreeMap<(Site, Mark), f64> = BTreeMap::new();
    for play in plays.iter().map(|play| game.canonical(level, play)) {
        for (site, mark) in play.iter() {
            *counted.entry((site, mark.clone())).or_default() += 1.0;
        }
    }
    assert!(uses.is_empty() || *uses == counted, "{}: {level:#?}", game.about().id);
}

/// Statistics of levels on which search and encoding agree.
#[derive(Debug, Default)]
struct AgreedLevels {
    levels: u32,
    solvable: u32,
    /// Over all counted solutions.
    solutions: u64,
    proved: u32,
    refuted: u32,
}

/// Compares a game's own search with its encoding on so many random levels: counts, marks, shortcuts.
fn agreed(
    game: &dyn Game,
    n_levels: u32,
    (slow, quick): (&mut Engine, &mut Engine),
) -> AgreedLevels {
    let (mut rng, mut seen) = (Rng::with_seed(21), AgreedLevels::default());
    for _ in 0..n_levels {
        let mut level = crowded_level(game, &mut rng);
        if check_input(game, &level).is_err() {
            continue;
        }
        seen.levels += 1;
        // What a smaller question found must not be taken for the answer to a larger one.
        if rng.bool() {
            ask(quick, &level, Question::from(CountSolutions { cap: 2 }));
        }
        let mut questions =
            vec![Question::from(CountSolutions { cap: 4000 }), Question::from(FindForcedMarks)];
        if rng.bool() {
            questions.reverse();
        }
        for question in questions {
            let one = answers((game, &level), &ask(quick, &level, question.clone()));
            let two = answers((game, &level), &ask(slow, &level, question));
            assert_eq!(one, two, "{level:#?}");
            let counted = one.iter().find_map(Answer::plays);
            seen.solutions += counted.map_or(0, |plays| plays.len() as u64);
        }
        uses_are_counts(game, &level, quick);
        let found = ask(quick, &level, Question::from(SolveLevel::default()));
        if let Some(play) = about(&found, Topic::SOLVABLE).answer.play() {
            seen.solvable += 1;
            level.intended = Some(play.clone());
        }
        level.concept = random_concept(game, &level, &mut rng);
        let one = answers((game, &level), &ask(quick, &level, Question::from(ProveShortcutFree)));
        let two = answers((game, &level), &ask(slow, &level, Question::from(ProveShortcutFree)));
        assert_eq!(one[0].status(), two[0].status(), "{level:#?}");
        match one[0].report() {
            Some(ShortcutFreedom(Truth::Holds(()))) => seen.proved += 1,
            Some(ShortcutFreedom(Truth::Fails(play))) => {
                seen.refuted += 1;
                assert_eq!(game.judge(&level, play), Verdict::Solved);
                assert!(!practises(game, &level, play), "{level:#?}");
            }
            _ => {}
        }
    }
    seen
}

fn searching() -> impl Iterator<Item = Arc<dyn Game>> {
    foolproof::built_in().all().into_iter().filter(|game| game.search().is_some())
}

#[test]
fn a_search_of_the_games_own_says_what_the_encoding_says() {
    let (mut slow, mut quick) = (engine(), quick_engine());
    for game in searching() {
        let seen = agreed(&*game, 2000, (&mut slow, &mut quick));
        assert!(seen.solvable >= 800, "{}: {seen:?}", game.about().id);
        assert!(seen.proved >= 200 && seen.refuted >= 200, "{}: {seen:?}", game.about().id);
    }
}

/// The same on as many levels as are wanted, of one game or of all:
/// `FOOLPROOF_LEVELS=10000 FOOLPROOF_GAME=refraction cargo test --test core conformance on_many_levels --
/// --ignored --nocapture`
#[test]
#[ignore = "takes minutes to hours"]
fn a_search_says_what_the_encoding_says_on_many_levels() {
    let set = |name: &str| std::env::var(name).ok();
    let n_levels =
        set("FOOLPROOF_LEVELS").map_or(10_000, |n| n.parse().expect("a number of levels"));
    let only = set("FOOLPROOF_GAME");
    let (mut slow, mut quick, mut games) = (engine(), quick_engine(), 0);
    for game in searching().filter(|game| only.as_ref().is_none_or(|id| *id == *game.about().id)) {
        let begun = std::time::Instant::now();
        let seen = agreed(&*game, n_levels, (&mut slow, &mut quick));
        println!("{}: {seen:?} in {:.0?}", game.about().id, begun.elapsed());
        assert!(seen.proved > 0 && seen.refuted > 0, "{}: {seen:?}", game.about().id);
        games += 1;
    }
    assert!(games > 0, "no game with a search is called {only:?}");
}

fn wholes(game: &dyn Game, level: &Level) -> BTreeSet<Play> {
    solutions(game, level).iter().map(|play| game.whole(level, play)).collect()
}

#[test]
fn effects_are_the_counts_of_the_edited_levels() {
    let (mut rng, mut quick) = (Rng::with_seed(22), quick_engine());
    for game in subjects() {
        let (mut exact, mut same) = (0, 0);
        for level in random_levels(&*game, 24, &mut rng) {
            let brushes: Vec<Mark> = game
                .palette()
                .into_iter()
                .flat_map(|group| group.brushes)
                .map(|b| b.mark)
                .collect();
            let candidates = Candidates::OfMark(brushes[rng.usize(..brushes.len())].clone());
            let now = wholes(&*game, &level);
            for question in
                [Question::from(TryEdits { candidates }), Question::from(FindNeedlessMarks)]
            {
                let topic = question.topic();
                let found = ask(&mut quick, &level, question);
                let tried = about(&found, topic).answer.edits().expect("edits were tried");
                for effect in &tried.effects {
                    let mut edited = level.clone();
                    edited.paint(effect.site, effect.mark.clone());
                    let after = wholes(&*game, &edited);
                    let n = after.len() as u64;
                    match effect.solutions {
                        Count::Exactly(said) => assert_eq!(said, n, "{effect:?} {level:#?}"),
                        Count::AtLeast(said) => assert!(said <= n, "{effect:?} {level:#?}"),
                    }
                    if let Some(said) = effect.same {
                        assert_eq!(said, after == now, "{effect:?} {level:#?}");
                        exact += 1;
                        same += usize::from(said);
                    }
                }
            }
        }
        // Only if all solutions are counted, it is often known that they are the same.
        let enough = same >= 5 || game.search().is_none();
        assert!(exact >= 40 && enough, "{}: {exact} known, {same} same", game.about().id);
    }
}

#[test]
fn levels_are_made_around_a_solution_that_is_kept() {
    let (mut slow, mut quick) = (engine(), quick_engine());
    let game = foolproof::built_in().by_id("witness").expect("a game");
    let mut level = Level::open("witness", Board { cols: 3, rows: 3, tray: 0 });
    let edges = "vedge(0,2) hedge(0,2) vedge(1,1) hedge(1,1) vedge(2,0) hedge(2,0)";
    let line: Mark = "line".parse().expect("a mark");
    let edge = |edge: &str| (edge.parse::<Site>().expect("a site"), line.clone());
    level.intended = Some(edges.split(' ').map(edge).collect());
    level.concept = "intended".parse().expect("a concept");
    let shape = LevelStyle { marks: Some((4, 6)), ..LevelStyle::default() };
    let plain = GenerateSettings {
        count: 4,
        distance: 4,
        stock: game.stock(&level),
        shape,
        ..GenerateSettings::default()
    };
    // A line that is symmetric under a half turn, and enough triangles.
    let mut turned = Level::open("witness", Board { cols: 4, rows: 2, tray: 0 });
    turned.concept = level.concept.clone();
    let edges = "hedge(0,2) vedge(1,1) hedge(1,1) hedge(2,1) vedge(3,0) hedge(3,0)";
    turned.intended = Some(edges.split(' ').map(edge).collect());
    let shape = LevelStyle { symmetry: Some(Symmetry::HalfTurn), ..LevelStyle::default() };
    let mut even = GenerateSettings { count: 2, distance: 2, shape, ..plain.clone() };
    even.stock.iter_mut().for_each(|item| item.most = item.most.max(8));
    for (level, settings) in [(level, plain), (turned, even)] {
        let found = ask(&mut quick, &level, Question::from(settings.clone()));
        let level_of = |finding: &Finding| {
            let made = finding.answer.proposed().expect("a level");
            assert!(made.shortcut_free.holds(), "{made:?}");
            (*made.level).clone()
        };
        let made: Vec<Level> = found.iter().map(level_of).collect();
        assert_eq!(made.len() as u32, settings.count);
        for (n, one) in made.iter().enumerate() {
            assert_eq!(one.intended, level.intended);
            // By the encoding, not by the search that made it.
            let proof = ask(&mut slow, one, Question::from(ProveShortcutFree));
            assert_eq!(about(&proof, Topic::SHORTCUT_FREE).status(), Status::Proved, "{one:#?}");
            let marks: BTreeSet<(Site, Mark)> = one.marks().map(|(s, m)| (s, m.clone())).collect();
            if let Some((least, most)) = settings.shape.marks {
                assert!((least as usize..=most as usize).contains(&marks.len()), "{marks:?}");
            }
            if settings.shape.symmetry.is_some() {
                for (site, mark) in marks.iter().filter(|(_, mark)| mark.functor() != "poly") {
                    let image = Site::cell(3 - site.col, 1 - site.row);
                    assert!(marks.contains(&(image, mark.clone())), "{marks:?}");
                }
            }
            for two in &made[n + 1..] {
                let two: BTreeSet<(Site, Mark)> =
                    two.marks().map(|(s, m)| (s, m.clone())).collect();
                let apart = marks.symmetric_difference(&two).count();
                assert!(apart >= settings.distance as usize);
            }
        }
        let again = ask(&mut quick, &level, Question::from(settings));
        assert!(found.iter().zip(&again).all(|(one, two)| one.answer == two.answer));
    }
}
