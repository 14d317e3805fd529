//! A level of a designer's own game for the script that plays it: its ground rules as numbers, and its looks.

use std::collections::BTreeSet;

use crate::look;
use crate::look::{LookStyle, PlacedMark};
use crate::marking::marks::mark_style;
use crate::own_game::OwnGame;
use crate::reading::form::PlayKind;
use foolproof_game::{
    GroundPart, GroundPlay, GroundPlayKind, NoGroundPlay, PageProgram, Playing as _, Sentences,
    Verdict,
};
use foolproof_ground::GroundProgram;
use foolproof_level::{Level, Mark, Place, Play, Site};

/// The predicates to read from the rules: for games of placing, and for games of moves.
const OF_PLAYS: [&str; 3] = ["play", "wrong", "look"];
const OF_STEPS: [&str; 9] =
    ["now", "next", "start", "do", "legal", "won", "lost", "refused", "look"];
fn because(why: impl ToString) -> NoGroundPlay {
    NoGroundPlay::Because(why.to_string())
}

pub(crate) fn ground_play(game: &OwnGame, level: &Level) -> Result<GroundPlay, NoGroundPlay> {
    match game.form.kind {
        PlayKind::Moves => of_moves(game, level),
        PlayKind::Put | PlayKind::Line => of_marks(game, level),
    }
}

impl Sentences for OwnGame {
    fn sentence_program(&self, level: &Level) -> Result<GroundProgram, NoGroundPlay> {
        let judge = self.own_judge(level, "").ok_or(NoGroundPlay::Reading)?.map_err(because)?;
        match judge.unjudged(level) {
            Some(why) => Err(NoGroundPlay::Because(why)),
            None => Ok(judge.program().clone()),
        }
    }
}

fn of_marks(game: &OwnGame, level: &Level) -> Result<GroundPlay, NoGroundPlay> {
    let judge = game.own_judge(level, "").ok_or(NoGroundPlay::Reading)?.map_err(because)?;
    if let Verdict::Undecided { why, .. } = game.judge_with(&judge, level, &Play::default()) {
        return Err(because(why));
    }
    if !game.helpers.is_empty() {
        return Err(because(format!("a page cannot look for {}", game.helpers.spoken())));
    }
    let hand: Vec<Mark> =
        game.hand(level, &Play::default()).into_iter().map(|item| item.mark).collect();
    let put: BTreeSet<&Mark> = judge.playable().iter().map(|(_, mark)| mark).collect();
    if put.len() > hand.len() {
        return Err(because(format!(
            "players put {} different marks, and a page has room for {}",
            put.len(),
            hand.len()
        )));
    }
    let line = game.form.line.as_ref().and_then(|line| line.parse().ok());
    let kind = match line.filter(|_| game.form.kind == PlayKind::Line) {
        Some(mark) => GroundPlayKind::Line { mark, across: game.form.across },
        None => GroundPlayKind::Put,
    };
    let looks = looks(judge.program());
    let marks: Vec<(Site, Mark)> = level.marks().map(|(site, mark)| (site, mark.clone())).collect();
    let lying = marks.iter().chain(judge.playable());
    let parts = parts(game, lying.map(|(site, mark)| (site.place, mark.clone())), &looks);
    Ok(GroundPlay {
        kind,
        program: PageProgram::of(judge.program(), &OF_PLAYS),
        beneath: beneath(game, level, &marks),
        hand,
        parts,
        began: Vec::new(),
    })
}

fn of_moves(game: &OwnGame, level: &Level) -> Result<GroundPlay, NoGroundPlay> {
    let rules = game.step_rules(level).ok_or(NoGroundPlay::Reading)?.map_err(because)?;
    let program = rules.game.program();
    let looks = looks(program);
    let start = rules.game.marks(&rules.game.start());
    let began: BTreeSet<Site> = start.iter().filter_map(|(site, _)| site.parse().ok()).collect();
    let still = level.marks().filter(|(site, _)| !began.contains(site));
    let still: Vec<(Site, Mark)> = still.map(|(site, mark)| (site, mark.clone())).collect();
    let pieces = program.atoms_of::<2>("now").filter_map(|(_, [site, mark])| {
        Some((site.parse::<Site>().ok()?.place, mark.parse().ok()?))
    });
    let lying = still.iter().map(|(site, mark)| (site.place, mark.clone())).chain(pieces);
    Ok(GroundPlay {
        kind: GroundPlayKind::Moves,
        program: PageProgram::of(program, &OF_STEPS),
        beneath: beneath(game, level, &still),
        hand: Vec::new(),
        parts: parts(game, lying, &looks),
        began: began.into_iter().collect(),
    })
}

/// Returns the looks that the rules may derive, by kind of place.
fn looks(program: &GroundProgram) -> BTreeSet<(Place, Mark)> {
    let looks = program.atoms_of::<2>("look");
    let look = |(_, [site, style]): (_, [&str; 2])| {
        Some((site.parse::<Site>().ok()?.place, style.parse().ok()?))
    };
    looks.filter_map(look).collect()
}

fn beneath(game: &OwnGame, level: &Level, marks: &[(Site, Mark)]) -> Vec<foolproof_picture::Shape> {
    let unknown = LookStyle::default();
    let placed: Vec<PlacedMark<'_>> = marks
        .iter()
        .map(|(site, mark)| PlacedMark {
            site: *site,
            mark,
            style: mark_style(&game.form, mark).unwrap_or(&unknown),
        })
        .collect();
    game.form.on_ground(look::ground_alone(&game.form.ground(level.board), &placed))
}

fn parts(
    game: &OwnGame,
    marks: impl Iterator<Item = (Place, Mark)>,
    looks: &BTreeSet<(Place, Mark)>,
) -> Vec<GroundPart> {
    let unknown = LookStyle::default();
    let marks: BTreeSet<(Place, Mark)> = marks.collect();
    let lying = marks.iter().map(|(place, mark)| {
        let style = mark_style(&game.form, mark).unwrap_or(&unknown);
        look::mark_part(style, mark, *place, false)
    });
    let derived = looks.iter().filter_map(|(place, mark)| {
        let style = game.form.looks.get(mark.functor())?;
        let part = look::mark_part(style, mark, *place, true);
        // `look(...)` distinguishes looks from marks of the same name.
        let mark = format!("look({mark})").parse().ok()?;
        Some(GroundPart { mark, ..part })
    });
    let on_ground = |part: GroundPart| GroundPart {
        beneath: game.form.on_ground(part.beneath.into_iter().collect()).pop(),
        body: game.form.on_ground(part.body),
        ..part
    };
    lying.chain(derived).map(on_ground).collect()
}
