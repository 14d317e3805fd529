//! Taking off what is not needed: what is left is needed, and nothing that was asked for is lost.

use super::search::{crowded_level, quick_engine};
use super::*;

/// What minimising leaves of a level, where it takes something off.
fn minimised(engine: &mut Engine, level: &Level, seed: u64) -> Option<Level> {
    let found =
        ask(engine, level, Question::from(MinimiseLevel { seed, ..MinimiseLevel::default() }));
    let finding = about(&found, MINIMISE);
    match (finding.report(), finding.status()) {
        (Some(Minimised { proposed, halt: None, .. }), _) => {
            (!proposed.changed.is_empty()).then(|| (*proposed.level).clone())
        }
        (None, Status::Unknown(Why::Moot(_))) => None,
        _ => panic!("{finding:?} {level:#?}"),
    }
}

#[test]
fn what_is_left_is_needed_and_what_was_asked_for_is_kept() {
    let (mut rng, mut slow, mut quick) = (Rng::with_seed(31), engine(), quick_engine());
    for game in foolproof::built_in().all().into_iter().filter(|game| game.search().is_some()) {
        // No board of Penguin Push keeps its solutions without one of its penguins.
        let takes_off = game.moves().is_none();
        let (mut changed, mut kept) = (0, 0);
        for seed in 0..400 {
            let mut level = crowded_level(&*game, &mut rng);
            if check_input(&*game, &level).is_err() {
                continue;
            }
            let found = ask(&mut quick, &level, Question::from(SolveLevel::default()));
            if let Some(play) = about(&found, Topic::SOLVABLE).answer.play() {
                level.intended = Some(play.clone());
            }
            level.concept = random_concept(&*game, &level, &mut rng);
            level.policy.unique = Some(if rng.bool() { Expect::Yes } else { Expect::Any });
            let Some(less) = minimised(&mut quick, &level, seed) else { continue };
            changed += 1;
            assert!(minimised(&mut quick, &less, seed + 1).is_none(), "{level:#?}");
            let found = ask(&mut quick, &less, Question::from(FindNeedlessMarks));
            let tried = about(&found, REDUNDANT).answer.edits().expect("edits were tried");
            let idle = tried.effects.iter().find(|effect| effect.needless == Some(true));
            assert_eq!(idle, None, "{level:#?}");
            let play = less.intended.as_ref().expect("it had one");
            assert_eq!(game.judge(&less, play), Verdict::Solved, "{level:#?}");
            // By the encoding, not by the search.
            let mut said = |level: &Level, topic, question| {
                about(&ask(&mut slow, level, question), topic).status()
            };
            let topic = Topic::SHORTCUT_FREE;
            if said(&level, topic, Question::from(ProveShortcutFree)) == Status::Proved {
                kept += 1;
                let after = said(&less, topic, Question::from(ProveShortcutFree));
                assert_eq!(after, Status::Proved, "{level:#?}");
            }
            let count = Question::from(CountSolutions { cap: 2 });
            if said(&level, Topic::UNIQUE, count.clone()) == Status::Proved {
                assert_eq!(said(&less, Topic::UNIQUE, count), Status::Proved, "{level:#?}");
            }
        }
        let enough = changed >= 20 && kept >= 10;
        assert_eq!(enough, takes_off, "{}: {changed} changed, {kept} kept", game.about().id);
    }
}
