//! Levels that the solver makes: completions and generations.

use super::*;

/// Checks that a level made by the solver is what it claims to be.
pub fn checked(game: &dyn Game, asked: &Level, answer: &Answer) -> Level {
    let Some(ProposedLevel { level, changed, shortcut_free, .. }) = answer.proposed() else {
        panic!("no level: {answer:?}");
    };
    for (site, spot) in asked.spots().filter(|(_, spot)| spot.hold == Hold::Locked) {
        assert_eq!(level.spot(site), *spot, "a lock was not kept");
    }
    let sites = asked.marks().chain(level.marks()).map(|(site, _)| site);
    let differing: BTreeSet<Site> =
        sites.filter(|site| asked.mark(*site) != level.mark(*site)).collect();
    assert_eq!(differing, changed.iter().copied().collect());
    let known = solutions(game, level);
    let intended = level.intended.as_ref().expect("a solution comes with it");
    assert_eq!(game.judge(level, intended), Verdict::Solved);
    assert!(practises(game, level, intended), "{asked:#?} {level:#?}");
    match shortcut_free {
        Truth::Holds(()) => {
            assert!(known.iter().all(|play| practises(game, level, play)), "{level:#?}");
        }
        Truth::Fails(()) => assert!(known.iter().any(|play| !practises(game, level, play))),
        // With moves to be made the programs are large: a limit may come first.
        Truth::Unknown(Why::Time) if game.moves().is_some() => {}
        Truth::Unknown(why) => assert!(why.is_moot() && level.concept == Concept::Any),
    }
    (**level).clone()
}

#[test]
fn a_completion_keeps_locks_and_is_what_it_says() {
    let (mut rng, mut engine) = (Rng::with_seed(4), engine());
    for game in subjects() {
        let mut made = 0;
        for mut level in random_levels(&*game, 24, &mut rng) {
            level.concept = random_concept(&*game, &level, &mut rng);
            // That every solution is another than the intended one leaves no level at all.
            let named = level.concept.properties().iter().any(|p| p.functor() == "intended");
            let fits = |play| practises(&*game, &level, play);
            if named && !level.intended.as_ref().is_some_and(fits) {
                continue;
            }
            let locked: Vec<Site> =
                level.spots().map(|(site, _)| site).filter(|_| rng.bool()).collect();
            for site in locked {
                let mut spot = level.spot(site);
                spot.hold = Hold::Locked;
                level.set(site, spot);
            }
            let limits = Limits { time: std::time::Duration::from_secs(3), ..Limits::default() };
            let stop = Stop::default();
            let found = engine.answer(
                &level,
                &Question::from(CompleteLevel::default()),
                &limits,
                &stop,
                &mut |_| {},
            );
            let finding = about(&found, COMPLETE);
            if finding.status() == Status::Proved {
                checked(&*game, &level, &finding.answer);
                made += 1;
            }
        }
        assert!(made >= 5, "{}: only {made} completions", game.about().id);
    }
}

#[test]
fn generated_levels_differ_and_are_free_of_shortcuts() {
    let mut engine = engine();
    for game in subjects() {
        let tray = game.about().largest.tray.min(2);
        let board = match game.moves() {
            // Moves in two directions need room.
            Some(_) => Board { cols: 4, rows: 4, tray },
            None => Board { cols: 3, rows: 2, tray },
        };
        let board = game.about().boards.first().copied().unwrap_or(board);
        let mut level = Level::open(game.about().id.clone(), board);
        let first = game.concepts()[0].functor.clone();
        level.concept = match &*first {
            "at_most" => "at_most(2)".parse().expect("a concept"),
            "passes" => "turns(4)".parse().expect("a concept"),
            "needs" => "needs(3)".parse().expect("a concept"),
            "turns" => "turns(1)".parse().expect("a concept"),
            "run" => "run(3,across)".parse().expect("a concept"),
            _ => "used(bender,1)".parse().expect("a concept"),
        };
        let stock: Vec<StockItem> = game.stock(&level);
        let question = Question::from(GenerateSettings {
            seed: 5,
            count: 3,
            distance: 2,
            stock,
            ..GenerateSettings::default()
        });
        let found = ask(&mut engine, &level, question.clone());
        let levels: Vec<Level> =
            found.iter().map(|finding| checked(&*game, &level, &finding.answer)).collect();
        assert_eq!(levels.len(), 3);
        for (n, one) in levels.iter().enumerate() {
            let marks: Vec<_> = one.marks().collect();
            assert!(levels[n + 1..].iter().all(|two| two.marks().collect::<Vec<_>>() != marks));
        }
        let again = ask(&mut engine, &level, question);
        let same = found.iter().zip(&again).all(|(one, two)| one.answer == two.answer);
        assert!(same, "a seed makes the same levels");
    }
}

/// Whether some filling of the open sites keeps all that is painted, can be solved, and not without a move.
fn keeps_all(game: &dyn Game, asked: &Level) -> bool {
    let sites = game.layout_of(asked).sites.into_iter().map(|(site, _)| site);
    let open: Vec<Site> = sites.filter(|site| asked.hold(*site) == Hold::Open).collect();
    let stock = game.stock(asked);
    let mut levels = vec![asked.clone()];
    for site in open {
        let of_place = stock.iter().filter(|item| item.place == site.place);
        let marks: BTreeSet<&Mark> = of_place.flat_map(|item| &item.marks).collect();
        let fits: Vec<&Mark> = marks
            .into_iter()
            .filter(|mark| game.accepts(&asked.board, site, mark).is_ok())
            .collect();
        let painted = |(level, mark): (&Level, &&Mark)| {
            let mut level = level.clone();
            level.paint(site, Some((*mark).clone()));
            level
        };
        let each = |level| fits.iter().map(move |mark| (level, mark));
        let more: Vec<Level> = levels.iter().flat_map(each).map(painted).collect();
        levels.extend(more);
    }
    levels.iter().any(|level| has_task(game, level) && !solutions(game, level).is_empty())
}

fn has_task(game: &dyn Game, level: &Level) -> bool {
    game.judge(level, &Play::default()) != Verdict::Solved
}

#[test]
fn a_completion_has_a_task_and_gives_up_marks_only_if_nothing_keeps_them() {
    let (mut rng, mut engine) = (Rng::with_seed(11), engine());
    for (game, tray) in [("refraction", 1), ("lamps", 0)] {
        let game = toy::games().by_id(game).expect("a game");
        let (mut kept, mut gave_up) = (0, 0);
        for _ in 0..40 {
            let board = Board { cols: 2, rows: 2, tray };
            let marks: Vec<Mark> = game
                .stock(&Level::open(&*game.about().id, board))
                .into_iter()
                .filter(|item| item.place == Place::Cell)
                .flat_map(|item| item.marks)
                .collect();
            let mut level = Level::open(&*game.about().id, board);
            for cell in board.cells().take(3 - usize::from(tray == 0)) {
                let mark = &marks[rng.usize(..marks.len())];
                let fits = rng.u32(..3) > 0 && game.accepts(&board, cell, mark).is_ok();
                level.paint(cell, fits.then(|| mark.clone()));
            }
            let found = ask(&mut engine, &level, Question::from(CompleteLevel::default()));
            assert_eq!(found.len(), 1, "the first proposal stands");
            let finding = about(&found, COMPLETE);
            let Some(made) = finding.answer.proposed() else { continue };
            assert!(has_task(&*game, &made.level), "{:#?}", made.level);
            let lost = |(site, mark): &(Site, &Mark)| made.level.mark(*site) != Some(*mark);
            let lost: Vec<Site> = level.marks().filter(lost).map(|(site, _)| site).collect();
            assert_eq!(made.given_up, lost);
            assert_eq!(made.given_up_words().is_some(), !lost.is_empty());
            if lost.is_empty() {
                kept += 1;
            } else {
                gave_up += 1;
                assert!(!keeps_all(&*game, &level), "{level:#?}");
            }
        }
        // What is painted of lamps on such boards always has a completion.
        let least = if tray == 0 { 0 } else { 3 };
        assert!(kept >= 3 && gave_up >= least, "{}: {kept} kept, {gave_up} not", game.about().id);
    }
}

/// Erasers make rules that say "for all" themselves: such levels are made by trial, and each is proved.
#[test]
fn levels_with_erasers_are_made_for_a_concept() {
    let mut engine = engine();
    let game = foolproof::built_in().by_id("witness").expect("a game");
    let mut level = Level::open("witness", Board { cols: 3, rows: 2, tray: 0 });
    let middle = Site { place: Place::Cell, col: 1, row: 1 };
    level.paint(middle, Some("eraser(white)".parse().expect("a mark")));
    level.concept = "turns(2)".parse().expect("a concept");
    let settings = GenerateSettings {
        count: 3,
        distance: 1,
        stock: game.stock(&level),
        ..GenerateSettings::default()
    };
    let found = ask(&mut engine, &level, Question::from(settings));
    let levels: Vec<Level> =
        found.iter().map(|finding| checked(&*game, &level, &finding.answer)).collect();
    assert_eq!(levels.len(), 3);
    assert!(levels.iter().all(|level| level.mark(middle).is_some()), "what is painted stays");
}

#[test]
fn generated_levels_keep_their_distance_and_their_shape() {
    let mut engine = engine();
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    let mut level = Level::open("refraction", Board { cols: 4, rows: 3, tray: 3 });
    level.concept = "used(bender,1)".parse().expect("a concept");
    let settings = GenerateSettings {
        count: 3,
        distance: 6,
        stock: game.stock(&level),
        shape: LevelStyle {
            symmetry: Some(Symmetry::LeftRight),
            density: Some((30, 60)),
            marks: None,
        },
        ..GenerateSettings::default()
    };
    let found = ask(&mut engine, &level, Question::from(settings.clone()));
    let levels: Vec<Level> =
        found.iter().map(|finding| checked(&*game, &level, &finding.answer)).collect();
    assert_eq!(levels.len(), 3);
    let marks = |level: &Level| -> BTreeSet<(Site, String)> {
        level.marks().map(|(site, mark)| (site, mark.to_string())).collect()
    };
    for (n, one) in levels.iter().enumerate() {
        let one = marks(one);
        for (site, mark) in one.iter().filter(|(_, mark)| mark == "blocker") {
            let image = Site { col: 3 - site.col, ..*site };
            assert!(one.contains(&(image, mark.clone())), "{one:?}");
        }
        let filled = one.iter().filter(|(site, _)| site.place == Place::Cell).count();
        assert!((4..=7).contains(&filled), "{one:?}");
        for two in levels[n + 1..].iter().map(marks) {
            assert!(one.symmetric_difference(&two).count() >= 6, "{one:?} {two:?}");
        }
    }
    let minimal = GenerateSettings { minimal: true, shape: LevelStyle::default(), ..settings };
    for finding in ask(&mut engine, &level, Question::from(minimal)) {
        let made = checked(&*game, &level, &finding.answer);
        let play = made.intended.as_ref().expect("a solution");
        let fixed = ["source", "target"];
        for (site, mark) in made.marks().filter(|(_, mark)| !fixed.contains(&mark.functor())) {
            let mut fewer = made.clone();
            fewer.paint(site, None);
            if game.judge(&fewer, play) == Verdict::Solved {
                let again = ask(&mut engine, &fewer, Question::from(ProveShortcutFree));
                let status = &about(&again, Topic::SHORTCUT_FREE).status();
                assert_eq!(*status, Status::Refuted, "{mark} on {site} is not needed");
            }
        }
    }
}
