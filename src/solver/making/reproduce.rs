//! The command that reproduces the levels of a generation.

use crate::engine::ask::Ask;
use crate::values::limits::{
    GenerateSettings, LevelAim, Limits, PaintedMarks, Symmetry, WantedSolutions,
};
use foolproof_game::StockItem;
use foolproof_level::{Concept, Made};

/// Returns the command that reproduces level number `number` of this generation.
pub(crate) fn generated(ask: &Ask<'_>, settings: &GenerateSettings, number: usize) -> Made {
    let Ask { game, level: template, limits, .. } = ask;
    let mut command = vec!["generate".to_owned(), template.game.clone()];
    let mut say = |option: &str, value: String| command.extend([option.to_owned(), value]);
    let bare = template.is_bare();
    if bare {
        say("--size", format!("{}x{}", template.board.cols, template.board.rows));
        if game.about().largest.tray > 0 {
            say("--tray", template.board.tray.to_string());
        }
        if template.concept != Concept::Any {
            say("--concept", template.concept.to_string());
        }
    } else {
        say("--from", "-".to_owned());
    }
    say("--seed", settings.seed.to_string());
    say("--count", settings.count.to_string());
    say("--distance", settings.distance.to_string());
    for limit in limits_of(settings, &game.stock(template)) {
        say("--limit", limit);
    }
    if let Some(aim) = aim_word(settings.aim) {
        say("--aim", aim.to_owned());
    }
    let ranges = [
        ("--moves", settings.moves),
        ("--density", settings.shape.density),
        ("--pieces", settings.shape.marks),
    ];
    for (option, (least, most)) in ranges.into_iter().filter_map(|(name, of)| Some((name, of?))) {
        say(option, format!("{least}..{most}"));
    }
    let numbers = [
        ("--hardest", settings.steps.hardest),
        ("--narrowest", settings.steps.narrowest),
        ("--distractors", settings.distractors),
    ];
    for (option, number) in numbers.into_iter().filter_map(|(name, of)| Some((name, of?))) {
        say(option, number.to_string());
    }
    if settings.solutions == WantedSolutions::Any {
        say("--solutions", "any".to_owned());
    }
    if let Some(symmetry) = settings.shape.symmetry {
        say("--symmetry", word(symmetry).to_owned());
    }
    say("--time-limit", limits.time.as_secs_f64().to_string());
    if limits.memory_mib != Limits::default().memory_mib {
        say("--memory", limits.memory_mib.to_string());
    }
    let switches = [
        (settings.closer, "--closer"),
        (settings.minimal, "--minimal"),
        (settings.steps.no_guessing, "--no-guessing"),
        (settings.painted == PaintedMarks::Change, "--change"),
    ];
    let on = switches.into_iter().filter(|(on, _)| *on);
    command.extend(on.map(|(_, switch)| switch.to_owned()));
    let made = Made::now(command, number);
    if bare { made } else { made.from(template) }
}

/// Unusual limits on the marks of each group and the constraints of each kind.
fn limits_of(settings: &GenerateSettings, usual: &[StockItem]) -> Vec<String> {
    let stock = settings.stock.iter().filter(|item| !usual.contains(item));
    let stock = stock.map(|item| (&item.group, item.least, item.most));
    let kinds = settings.kinds.iter().map(|kind| (&kind.kind, kind.least, kind.most));
    let limits = stock.chain(kinds);
    limits.map(|(group, least, most)| format!("{group}={least}..{most}")).collect()
}

/// Returns the word for an aim that is not the usual one.
fn aim_word(aim: LevelAim) -> Option<&'static str> {
    match aim {
        LevelAim::Long => None,
        LevelAim::FewDeadEnds => Some("few-dead-ends"),
        LevelAim::Narrow => Some("narrow"),
    }
}

fn word(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::LeftRight => "left-right",
        Symmetry::TopBottom => "top-bottom",
        Symmetry::HalfTurn => "half-turn",
    }
}
