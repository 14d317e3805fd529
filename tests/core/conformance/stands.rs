//! Taking a stand on a solution: allowing a solution makes it no shortcut, forbidding it makes it
//! one.

use super::*;

#[test]
fn a_solution_that_is_allowed_is_no_shortcut_and_one_that_is_forbidden_is() {
    let (mut rng, mut engine) = (Rng::with_seed(8), engine());
    for game in subjects() {
        let mut stands = 0;
        for mut level in random_levels(&*game, 60, &mut rng) {
            let known = solutions(&*game, &level);
            let (Some(play), true) = (known.first(), known.len() < 8) else { continue };
            let Some(property) = game.property_of(&level, play) else { continue };
            level.concept = Concept::Not(Box::new(Concept::Is(property.clone())));
            let mut asked = |level: &Level| {
                let found = ask(&mut engine, level, Question::from(ProveShortcutFree));
                about(&found, Topic::SHORTCUT_FREE).clone()
            };
            let forbidden = asked(&level);
            match forbidden.answer.play() {
                Some(shortcut) => {
                    assert_eq!(game.canonical(&level, shortcut), game.canonical(&level, play));
                }
                // Every solution is forbidden: then there is nothing that could be a shortcut.
                None => assert_ne!(forbidden.status(), Status::Proved, "{level:#?}"),
            }
            level.concept = Concept::Or(vec![level.concept.clone(), Concept::Is(property)]);
            assert_eq!(asked(&level).status(), Status::Proved, "{level:#?}");
            stands += 1;
        }
        assert!(stands >= 5 || game.about().id != "refraction", "{stands}");
    }
}
