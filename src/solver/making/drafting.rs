//! Generates levels from a game's drafts for the concept.
//!
//! Drafts are not trusted: the intended solution of a draft is judged, the game's own search looks for a
//! shortcut first, shortcuts are closed if possible, and finally the encoding proves that none is left.

use crate::engine::ask::{Ask, Patience};
use crate::engine::plan::{image, is_alike};
use crate::engine::{has_concept, practises, solves};
use crate::making::around_intended::filled;
use crate::making::emitted::GivenLevels;
use crate::making::game_maker::keeps_intended;
use crate::making::redundant_marks::leaner;
use crate::making::stock::is_of_stock;
use crate::questions::design_questions::shortcut_of;
use crate::values::answer::Truth;
use crate::values::limits::{GenerateSettings, Symmetry};
use crate::values::status::Why;
use foolproof_game::{DraftWish, Drafts};
use foolproof_level::{Concept, Hold, INTENDED, Level, Place, Play, Site};

/// Maximum number of shortcuts to close in one draft.
const MENDS: u32 = 40;
/// Number of drafts without a new level after which the proposer takes over.
const TRIES: u32 = 120;
/// Number of drafts without a new level after which closer levels will do.
const CLOSER_AFTER: u32 = 30;
/// The proof of one draft gets one in this many parts of the remaining time.
const SHARE: u32 = 4;

/// Generates new levels until the drafts fail; it cannot prove that there are no more. Returns an error if no
/// retry would help.
pub(crate) fn generate_from_drafts(
    ask: &mut Ask<'_>,
    settings: &mut GenerateSettings,
    made: &mut GivenLevels,
) -> Result<(), Why> {
    let Some(drafter) = ask.game.drafter() else { return Ok(()) };
    // Until the first level is found, half of the time is for the proposer, which can prove that there is
    // none.
    let half = ask.patience().until(ask.started.elapsed() + ask.left() / 2);
    let whole = ask.patience();
    let (template, stock) = (kept_of(ask), settings.stock.clone());
    let (board, game) = (ask.level.board, ask.game);
    let symmetry = settings.shape.symmetry;
    let turned = |site| symmetry.map_or(site, |symmetry| image(game, board, site, symmetry));
    let cells = board.cells().count();
    let filled = settings.shape.filled(cells);
    let least = u32::try_from(filled.0).unwrap_or(u32::MAX);
    let most = u32::try_from(filled.1).unwrap_or(u32::MAX);
    let mut drafts = drafter(DraftWish {
        seed: settings.seed,
        level: &template,
        stock: &stock,
        marks: (filled != (0, cells)).then_some((least, most)),
        image: symmetry.is_some().then_some(&turned as &dyn Fn(Site) -> Site),
        distractors: settings.distractors,
    });
    let mut in_vain = 0;
    while made.len() < settings.count as usize && in_vain < TRIES {
        let patience = if made.len() == 0 { half } else { whole };
        if patience.is_over() {
            break;
        }
        in_vain += 1;
        if settings.closer && settings.distance > 1 && in_vain % CLOSER_AFTER == 0 {
            settings.distance /= 2;
        }
        ask.note_made(made.len(), &format!(", {in_vain} tried"));
        let Some(draft) = drafts.next(&|| patience.is_over()) else { break };
        let found = proved_draft(ask, &mut *drafts, draft, patience, settings)?;
        if let Some((level, verdict)) = found
            && made.is_far(&level, settings.distance)
        {
            in_vain = 0;
            made.give(ask, level, verdict);
        }
    }
    if made.len() < settings.count as usize
        && let Some(wished) = settings.distractors
    {
        let further = if made.len() == 0 { "" } else { " further" };
        return Err(Why::Stock(format!(
            "{in_vain} tries made no{further} level with {wished} distractors; more pieces to \
             choose from, or a smaller board, may help"
        )));
    }
    Ok(())
}

/// Closes the shortcuts of a draft. Returns the level once they are proved to be gone.
fn proved_draft(
    ask: &mut Ask<'_>,
    drafts: &mut dyn Drafts,
    mut draft: Level,
    patience: Patience<'_>,
    settings: &GenerateSettings,
) -> Result<Option<(Level, Truth)>, Why> {
    let concept = draft.concept.clone();
    if settings.distractors.is_some_and(|wished| wished > 0) {
        let Some(idle) = drafts.distractors(&draft) else { return Ok(None) };
        draft.concept = Concept::And(vec![concept.clone(), idle]);
    }
    for _ in 0..MENDS {
        if !is_as_asked(ask, &draft, settings) || patience.is_over() {
            return Ok(None);
        }
        if !has_concept(&draft) {
            return Ok(Some((draft, no_concept())));
        }
        match shortcut_by(ask, &draft, true) {
            Truth::Holds(()) => break,
            Truth::Fails(shortcut) => {
                let mended = drafts.shut(&draft, &shortcut, &|| patience.is_over());
                let Some(mended) = mended else { return Ok(None) };
                draft = mended;
            }
            Truth::Unknown(why @ (Why::BadInput(_) | Why::EncodingFault(_) | Why::Stopped)) => {
                return Err(why);
            }
            Truth::Unknown(_) => return Ok(None),
        }
    }
    if settings.minimal && settings.distractors.is_none() {
        draft = leaner(ask, draft, settings);
    }
    let told = shortcut_by(ask, &draft, false);
    draft.concept = concept;
    match told {
        Truth::Holds(()) if has_concept(ask.level) => Ok(Some((draft, Truth::Holds(())))),
        Truth::Holds(()) => Ok(Some((draft, no_concept()))),
        // The last allowed shortcut was closed, and there are more.
        Truth::Fails(_) => Ok(None),
        Truth::Unknown(why @ (Why::BadInput(_) | Why::EncodingFault(_) | Why::Stopped)) => Err(why),
        Truth::Unknown(_) => Ok(None),
    }
}

/// Looks for a shortcut of a draft, with the game's own search or with the encoding alone.
fn shortcut_by(ask: &mut Ask<'_>, draft: &Level, searches: bool) -> Truth<(), Play> {
    let end = ask.started.elapsed() + ask.left() / SHARE;
    let mut inner = ask.about(ask.level).ending(end);
    let before = inner.engine.searches;
    inner.engine.searches = before && searches;
    let told = shortcut_of(&mut inner, draft);
    inner.engine.searches = before;
    told
}

/// Returns the level with the part of its intended solution to keep: all of it if the concept names it.
fn kept_of(ask: &Ask<'_>) -> Level {
    let mut level = ask.level.clone();
    if !level.concept.names(INTENDED)
        && let Some(intended) = &mut level.intended
    {
        intended.0.retain(|site, _| ask.level.intended_locked.contains(site));
    }
    level.intended = level.intended.filter(|intended| intended.iter().next().is_some());
    level
}

/// Returns whether the number of cells with a mark is within its bounds, and symmetric marks lie
/// symmetrically.
fn is_in_shape(ask: &Ask<'_>, draft: &Level, settings: &GenerateSettings) -> bool {
    let (least, most) = settings.shape.filled(draft.board.cells().count());
    let is_open = |site: Site| ask.level.hold(site) == Hold::Open;
    let is_mirrored = |symmetry: Symmetry| {
        let mut alike = draft.marks().filter(|(site, mark)| {
            site.place == Place::Cell && is_open(*site) && is_alike(ask.game, mark)
        });
        alike.all(|(site, mark)| {
            let other = image(ask.game, draft.board, site, symmetry);
            !is_open(other) || draft.mark(other) == Some(mark)
        })
    };
    (least..=most).contains(&filled(draft)) && settings.shape.symmetry.is_none_or(is_mirrored)
}

/// Verdict on shortcuts without a concept, which a shortcut could go round.
fn no_concept() -> Truth {
    Truth::Unknown(Why::moot("the level asks for no concept"))
}

/// Returns whether a draft fits the template and its stock, and its intended solution solves it and practises
/// the concept.
fn is_as_asked(ask: &Ask<'_>, draft: &Level, settings: &GenerateSettings) -> bool {
    let Some(play) = &draft.intended else { return false };
    let kept = ask.level.marks().all(|(site, mark)| draft.mark(site) == Some(mark));
    let practised = practises(ask.game, draft, play) == Some(true) || !has_concept(ask.level);
    kept && keeps_intended(ask, draft)
        && is_in_shape(ask, draft, settings)
        && is_of_stock(draft, &settings.stock)
        && solves(ask.game, draft, play)
        && practised
}
