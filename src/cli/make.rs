//! The verbs that make levels: complete and generate.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use super::args::{AimArg, Common, Generate, SymmetryArg};
use super::input::{Picked, Usage, find_game, pick_level, read_contents, read_size};
use super::many::LevelRun;
use super::output::{OutArgs, PackOut, is_same_place};
use super::questions::{Asker, about, blame_text, document, document_of_all, holds, read_concept};
use super::report::time_text;
use super::shown::complain;
use super::{Outcome, Printed};
use foolproof_games::{Game, Games, StockItem, room_for, script};
use foolproof_level::{Board, Expect, Hold, Level, Pack};
use foolproof_solver::{
    CompleteLevel, EarlierCompletions, FewestChanges, Finding, FoundConflict, GENERATE,
    GenerateSettings, HostSeat, LevelAim, LevelStyle, MINIMISE, MinimiseLevel, ProposedLevel,
    Question, SearchedLevels, Status, Symmetry, Truth, Why, completion_rank, design_text,
};

/// More levels than these go into their pack as they come.
const MANY: u32 = 50;

pub(crate) fn complete(
    games: &Games,
    level: &OsStr,
    count: u32,
    out: &OutArgs,
    common: &Common,
) -> Result<Printed, Usage> {
    match count {
        1 => changed_level(
            games,
            level,
            ("complete", &Question::from(CompleteLevel::default())),
            out,
            common,
        ),
        count => several_completions(games, level, count, out, common),
    }
}

/// Several completions, the one with the fewest changes first, and why there are not more.
fn several_completions(
    games: &Games,
    level: &OsStr,
    count: u32,
    out: &OutArgs,
    common: &Common,
) -> Result<Printed, Usage> {
    let picked = pick_level(games, level)?;
    let out = PackOut::of(games, out, Some(&picked))?;
    let Picked { level, game, .. } = picked;
    let mut asker = Asker::new(games)?;
    let (mut found, mut end) = (Vec::<Finding>::new(), None);
    let mut earlier = EarlierCompletions::default();
    while found.len() < count as usize {
        let question = match found.is_empty() {
            true => Question::from(CompleteLevel::default()),
            false => Question::from(CompleteLevel { earlier: earlier.clone() }),
        };
        let findings = asker.ask(&level, &question, &common.limits())?;
        let Some(finding) = about(&findings, question.topic()).cloned() else { break };
        match finding.answer.proposed() {
            Some(proposed) => {
                earlier = earlier.and(&proposed.level, finding.status() == Status::Proved);
                found.push(finding);
            }
            None => {
                end = Some(finding);
                break;
            }
        }
    }
    found.sort_by_key(completion_rank);
    let outcome = holds(found.first().is_some_and(|first| first.status() == Status::Proved));
    if let Some((out, first)) = out.as_ref().zip(found.first().and_then(|f| f.answer.proposed())) {
        out.change((*first.level).clone())?;
    }
    if common.json {
        let all: Vec<Finding> = found.into_iter().chain(end).collect();
        return Ok(Printed { outcome, text: document_of_all("complete", &level, outcome, &all) });
    }
    let mut text = String::new();
    for (number, finding) in found.iter().enumerate() {
        let _ = writeln!(text, "Completion {} of {}", number + 1, found.len());
        let file = out.as_ref().and_then(PackOut::file).filter(|_| number == 0);
        describe(&*game, (&level, file), finding, &mut text);
    }
    if let Some(end) = &end {
        describe(&*game, (&level, None), end, &mut text);
    }
    Ok(Printed { outcome, text })
}

pub(crate) fn minimise(
    games: &Games,
    level: &OsStr,
    (seed, symmetry): (u64, Option<SymmetryArg>),
    out: &OutArgs,
    common: &Common,
) -> Result<Printed, Usage> {
    let symmetry = symmetry.map(Symmetry::from);
    changed_level(
        games,
        level,
        ("minimise", &Question::from(MinimiseLevel { seed, symmetry })),
        out,
        common,
    )
}

/// A verb that gives the level in another state.
fn changed_level(
    games: &Games,
    level: &OsStr,
    (verb, question): (&str, &Question),
    out: &OutArgs,
    common: &Common,
) -> Result<Printed, Usage> {
    let picked = pick_level(games, level)?;
    let out = PackOut::of(games, out, Some(&picked))?;
    let Picked { level, game, .. } = picked;
    let findings = Asker::new(games)?.ask(&level, question, &common.limits())?;
    let finding = about(&findings, question.topic());
    // A level that time ran out for is not the answer, but better than none.
    let there = |finding: &Finding| finding.status() == Status::Proved;
    let outcome = holds(finding.is_some_and(there));
    let proposed = finding.and_then(|finding| finding.answer.proposed());
    if let Some((out, proposed)) = out.as_ref().zip(proposed) {
        out.change((*proposed.level).clone())?;
    }
    if common.json {
        return Ok(Printed { outcome, text: document(verb, &level, outcome, &findings) });
    }
    let mut text = String::new();
    if let Some(finding) = finding {
        let file = out.as_ref().and_then(PackOut::file);
        describe(&*game, (&level, file), finding, &mut text);
    }
    Ok(Printed { outcome, text })
}

fn describe(
    game: &dyn Game,
    (before, file): (&Level, Option<&Path>),
    finding: &Finding,
    text: &mut String,
) {
    let time = time_text(finding.how.elapsed);
    let proposed = finding.answer.proposed();
    let Some(ProposedLevel { level, changed, shortcut_free, fewest, .. }) = proposed else {
        let (none, not_found) = match finding.topic() {
            MINIMISE => ("Every mark is needed", "No mark was removed"),
            _ => ("There is no completion", "No completion was found"),
        };
        text.push_str(&none_lines(finding, (none, not_found), &time));
        return;
    };
    if finding.topic() == MINIMISE {
        let marks = if changed.len() == 1 { "mark" } else { "marks" };
        let more = match finding.status() {
            Status::Unknown(why) => format!("; more may go: {}", why.words()),
            _ => String::new(),
        };
        let _ = writeln!(text, "{} {marks} removed ({time}){more}", changed.len());
    } else {
        let words = completion_text(shortcut_free, finding.answer.searched());
        let _ = writeln!(text, "{words} ({time})");
        if let Some(words) = fewest_text(*fewest, changed.len()) {
            let _ = writeln!(text, "{words}");
        }
    }
    match file {
        Some(file) if changed.is_empty() => {
            let _ =
                writeln!(text, "The level is unchanged, and was written to {}.", file.display());
        }
        None if changed.is_empty() => text.push_str("The level is unchanged.\n"),
        _ => {}
    }
    for site in changed {
        let name = |level: &Level| level.mark(*site).map_or("empty".into(), |m| game.describe(m));
        let _ = writeln!(text, "  {}: {} → {}", site.name(), name(before), name(level));
    }
}

/// That there is none, and among which levels; else that none was found, and why.
fn none_lines(finding: &Finding, (none, not_found): (&str, &str), time: &str) -> String {
    match (finding.answer.searched(), finding.status()) {
        (Some(searched), _) => {
            format!("{none}{} ({time})\n{}\n", searched.short, searched.detail())
        }
        (None, Status::Refuted) => format!("{none} ({time})\n"),
        (None, Status::Unknown(why)) => format!("{not_found}: {} ({time})\n", why.words()),
        (None, status) => format!("{not_found}: {} ({time})\n", status.words()),
    }
}

/// Whether fewer changes would do, where there are some.
fn fewest_text(fewest: FewestChanges, changed: usize) -> Option<&'static str> {
    match fewest {
        FewestChanges::Proved => Some("No fewer changes would do."),
        FewestChanges::OfTakenOff => Some("To take off fewer marks would not do."),
        FewestChanges::Unknown if changed > 1 => Some("Fewer changes may do."),
        FewestChanges::Unknown => None,
    }
}

/// Whether a completed level is as it should be, and if not, whether another one can be.
fn completion_text(shortcut_free: &Truth, searched: Option<&SearchedLevels>) -> String {
    match (shortcut_free, searched) {
        (Truth::Holds(()), _) => "Shortcut-free: proved".to_owned(),
        (Truth::Fails(()), Some(searched)) => {
            format!("This level has a shortcut, and no level is without one{}", searched.short)
        }
        (Truth::Fails(()), None) => {
            "This level has a shortcut; time ran out before one without it was found".to_owned()
        }
        // Nothing was asked of its solutions.
        (Truth::Unknown(Why::Moot(_)), _) => "The level can be solved".to_owned(),
        (unknown, _) => format!("Shortcut-free: {}", unknown.status().words()),
    }
}

/// The level that a generation starts from.
fn template(generate: &Generate, game: &dyn Game, from: Option<&Picked>) -> Result<Level, Usage> {
    let mut level = match from {
        Some(Picked { level, game: other, file, .. }) => {
            if other.about().id != game.about().id {
                let (file, name) = (file.display(), other.about().name.clone());
                return Err(Usage(format!("{file}: this is a level of {name}")));
            }
            (**level).clone()
        }
        None => Level::open(game.about().id.clone(), game.about().default_board),
    };
    let mut board: Board = level.board;
    if let Some(size) = &generate.size {
        (board.cols, board.rows) = read_size(size)?;
    }
    board.tray = generate.tray.unwrap_or(board.tray);
    game.about().allows(board).map_err(|why| Usage(why.to_string()))?;
    if let Some(concept) = generate.concept.first() {
        level.concept = read_concept(game, concept)?;
    }
    room_for(game, &level, board).map_err(|why| Usage(why.to_string()))?;
    level.resize(board);
    Ok(level)
}

/// Reads `--density LEAST..MOST`.
fn density(text: &str) -> Result<(u32, u32), Usage> {
    let percent = |text: &str| text.trim().trim_end_matches('%').to_owned();
    let range = text.split_once("..");
    match range.and_then(|(least, most)| bounds(&percent(least), &percent(most))) {
        Some((least, most)) if most <= 100 => Ok((least, most)),
        _ => Err(Usage(format!("--density: write LEAST..MOST in percent, not `{text}`"))),
    }
}

/// Reads `--pieces NUMBER` and `--pieces LEAST..MOST`.
fn pieces(text: &str) -> Result<(u32, u32), Usage> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    bounds(least.trim(), most.trim())
        .ok_or_else(|| Usage(format!("--pieces: write a number or LEAST..MOST, not `{text}`")))
}

/// Reads `--moves LEAST..MOST`, or one number.
fn moves(text: &str) -> Result<(u32, u32), Usage> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    bounds(least.trim(), most.trim())
        .ok_or_else(|| Usage(format!("--moves: write a number or LEAST..MOST, not `{text}`")))
}

/// Two numbers, the least first.
fn bounds(least: &str, most: &str) -> Option<(u32, u32)> {
    let bounds: (u32, u32) = (least.parse().ok()?, most.parse().ok()?);
    (bounds.0 <= bounds.1).then_some(bounds)
}

/// Applies `--limit GROUP=LEAST..MOST` to the game's stock.
fn limited(mut stock: Vec<StockItem>, limits: &[String]) -> Result<Vec<StockItem>, Usage> {
    for limit in limits {
        let names = stock.iter().map(|item| item.group.clone()).collect::<Vec<_>>().join(", ");
        let wrong = || {
            Usage(format!("--limit: write GROUP=LEAST..MOST, not `{limit}`; groups are {names}"))
        };
        let (group, range) = limit.split_once('=').ok_or_else(wrong)?;
        let item = stock.iter_mut().find(|item| item.group == group).ok_or_else(wrong)?;
        let (least, most) = range.split_once("..").unwrap_or((range, range));
        (item.least, item.most) = bounds(least.trim(), most.trim()).ok_or_else(wrong)?;
    }
    Ok(stock)
}

fn settings(
    generate: &Generate,
    stock: Vec<StockItem>,
    open_sites: usize,
) -> Result<GenerateSettings, Usage> {
    let fitting = || GenerateSettings::fitting_distance(open_sites, &stock);
    Ok(GenerateSettings {
        seed: generate.seed,
        count: generate.count,
        distance: generate.distance.unwrap_or_else(fitting),
        closer: generate.closer,
        minimal: generate.minimal,
        aim: match generate.aim {
            None | Some(AimArg::Long) => LevelAim::Long,
            Some(AimArg::FewDeadEnds) => LevelAim::FewDeadEnds,
            Some(AimArg::Narrow) => LevelAim::Narrow,
        },
        moves: generate.moves.as_deref().map(moves).transpose()?,
        solutions: generate.solutions.into(),
        distractors: generate.distractors,
        stock,
        shape: LevelStyle {
            symmetry: generate.symmetry.map(Symmetry::from),
            density: generate.density.as_deref().map(density).transpose()?,
            marks: generate.pieces.as_deref().map(pieces).transpose()?,
        },
    })
}

/// Where new levels go: those of a source may go to its end.
fn place_of(
    games: &Games,
    generate: &Generate,
    from: Option<&Picked>,
) -> Result<Option<PackOut>, Usage> {
    let file = PathBuf::from(&generate.game);
    let goes_there = generate.out.out.as_deref().is_some_and(|out| is_same_place(out, &file));
    if from.is_some() || !goes_there || !script::is_script(&file) {
        return PackOut::of(games, &generate.out, from);
    }
    behind(games, &generate.out, &file)
}

/// New levels go behind those of a file.
fn behind(games: &Games, out: &OutArgs, file: &Path) -> Result<Option<PackOut>, Usage> {
    let contents = read_contents(games, file, None)?;
    PackOut::beside(games, out, Some((&contents, file, 0)))
}

/// Levels by the thousand, or of several concepts, which go into the pack as they come.
fn run_of<'a>(
    games: &'a Games,
    generate: &'a Generate,
    (game, template): (&dyn Game, &Level),
    (settings, seat): (&GenerateSettings, Option<&HostSeat>),
) -> Result<Option<LevelRun<'a>>, Usage> {
    let several = generate.concept.len() > 1;
    let many = generate.count > MANY && generate.out.out.is_some();
    if !several && !many && !generate.resume && seat.is_none() {
        return Ok(None);
    }
    let helps = seat.is_some_and(|seat| !seat.leads());
    if !helps && (generate.out.out.is_none() || generate.out.is_standard()) {
        let what =
            if several { "levels of several concepts" } else { "levels of several processes" };
        return Err(Usage(format!("{what} go into a pack: name it with --out")));
    }
    let concepts = match generate.concept.is_empty() {
        true => vec![template.concept.clone()],
        false => {
            let read = generate.concept.iter().map(|text| read_concept(game, text));
            read.collect::<Result<_, _>>()?
        }
    };
    let (template, settings) = (template.clone(), settings.clone());
    let common = &generate.common;
    Ok(Some(LevelRun { games, template, concepts, settings, common }))
}

pub(crate) fn generate(games: &Games, generate: &Generate) -> Result<Printed, Usage> {
    let game = find_game(games, &generate.game)?;
    if game.moves().is_none() && (generate.aim.is_some() || generate.moves.is_some()) {
        let name = &game.about().name;
        return Err(Usage(format!("--aim, --moves: {name} is not played move by move")));
    }
    if game.drafter().is_none() && generate.distractors.is_some() {
        let name = &game.about().name;
        return Err(Usage(format!("--distractors: levels of {name} have none")));
    }
    let from = generate.from.as_deref().map(|level| pick_level(games, level)).transpose()?;
    let level = template(generate, &*game, from.as_ref())?;
    let stock = limited(game.stock(&level), &generate.limit)?;
    let sites = game.layout(&level.board).sites.into_iter();
    let open = sites.filter(|(site, _)| level.hold(*site) == Hold::Open).count();
    let settings = settings(generate, stock, open)?;
    if generate.program {
        let text = design_text(&*game, &level, &settings).map_err(|why| Usage(why.to_string()))?;
        return Ok(Printed { outcome: Outcome::Holds, text });
    }
    if open == 0 {
        return Err(Usage(
            "no cell of the level is open; erase those that are to be filled, or leave out --from"
                .to_owned(),
        ));
    }
    let seat = generate.host.seat()?;
    let run = run_of(games, generate, (&*game, &level), (&settings, seat.as_ref()))?;
    if let (Some(run), Some(seat)) = (&run, seat.as_ref().filter(|seat| !seat.leads())) {
        return run.help(seat.clone());
    }
    let there = generate.out.out.as_deref().filter(|path| generate.resume && path.exists());
    let out = match there {
        Some(path) => behind(games, &generate.out, path)?,
        None => place_of(games, generate, from.as_ref())?,
    };
    let out = match (run, out, seat) {
        (Some(run), Some(out), Some(seat)) => return run.make_together(out, seat),
        (Some(run), Some(out), None) => return run.make(out),
        (_, out, _) => out,
    };
    let question = Question::from(settings);
    let findings = Asker::new(games)?.ask(&level, &question, &generate.common.limits())?;
    given(games, generate, (&*game, &level), &findings, out.as_ref())
}

/// Puts the levels that were found where they belong.
fn given(
    games: &Games,
    generate: &Generate,
    (game, level): (&dyn Game, &Level),
    findings: &[Finding],
    out: Option<&PackOut>,
) -> Result<Printed, Usage> {
    let mut levels: Vec<Level> = Vec::new();
    for finding in findings {
        if let Some(proposed) = finding.answer.proposed() {
            let mut level = (*proposed.level).clone();
            level.title = format!("Generated {}", levels.len() + 1);
            levels.push(level);
        }
    }
    let outcome = holds(levels.len() as u64 == u64::from(generate.count));
    if let Some(out) = out.filter(|_| !levels.is_empty()) {
        out.add(levels.clone())?;
    }
    if generate.common.json {
        return Ok(Printed { outcome, text: document("generate", level, outcome, findings) });
    }
    let ends = ends_text(game, level, findings, levels.len());
    if out.is_none() && !levels.is_empty() {
        // Levels on one stream, why there are no more of them on the other.
        ends.lines().for_each(complain);
        let levels: Vec<Arc<Level>> = levels.into_iter().map(Arc::new).collect();
        let mut pack = Pack { levels, ..Pack::default() };
        games.name_in(&mut pack.games, pack.levels.iter().map(Arc::as_ref), None);
        return Ok(Printed { outcome, text: pack.to_json() });
    }
    let made = findings.iter().filter_map(|finding| {
        let ProposedLevel { level, shortcut_free, .. } = finding.answer.proposed()?;
        let time = time_text(finding.how.elapsed);
        Some(match shortcut_free {
            Truth::Unknown(Why::Moot(_)) if level.policy.unique == Expect::Yes => {
                format!("A level with one solution ({time})\n")
            }
            Truth::Unknown(Why::Moot(_)) => format!("A level ({time})\n"),
            free => format!("A level, shortcut-free: {} ({time})\n", free.status().words()),
        })
    });
    let text = made.chain([ends]).collect();
    Ok(Printed { outcome, text })
}

/// What may bring more levels.
fn next_step(status: &Status, made: usize) -> &'static str {
    match (status, made) {
        (Status::Unknown(Why::Time | Why::Memory(_)), _) => {
            "Try more time (--time-limit), fewer marks (--pieces, --limit) or a smaller board (--size)."
        }
        (Status::Unknown(Why::BadInput(_)), _) => "Correct the level or its concept first.",
        (_, 0) => {
            "Try more marks (--limit, --pieces), more open cells, or a concept that asks for less."
        }
        _ => "Try --closer, a smaller --distance, more marks (--limit) or another --seed.",
    }
}

/// Why there are not as many levels as were wanted, in lines.
fn ends_text(game: &dyn Game, level: &Level, findings: &[Finding], made: usize) -> String {
    let mut text = String::new();
    for finding in findings {
        let time = time_text(finding.how.elapsed);
        if let Some(FoundConflict(Some(blame))) = finding.report() {
            text.push_str(&blame_text(game, level, blame, &time));
            continue;
        }
        match finding.topic() {
            GENERATE if finding.answer.proposed().is_some() => {}
            GENERATE => {
                let words = match made {
                    0 => ("There is no such level", "No level was found"),
                    _ => ("There is no further level", "No further level was found"),
                };
                text.push_str(&none_lines(finding, words, &time));
                let _ = writeln!(text, "{}", next_step(&finding.status(), made));
            }
            _ => {
                let why = match finding.status() {
                    Status::Unknown(why) => why.words(),
                    status => status.words(),
                };
                let _ = writeln!(text, "What causes this was not found: {why} ({time})");
            }
        }
    }
    text
}
