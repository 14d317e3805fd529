//! Games of moves: how many pieces of each kind a step makes and takes, as far as positions were looked
//! at. Rules of a step that forget the pieces which do not move are seen by that.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;

use super::{TestBench, TestEnd, TestLine};
use foolproof_games::own::PieceCounts;
use foolproof_games::{Game as _, counted};
use foolproof_level::Level;

/// Pieces of a kind before steps that all leave one at most: so many look like a slip.
const MANY: u32 = 3;
/// Steps that are enough to say so.
const STEPS: u64 = 10;

pub(crate) fn test(bench: &mut TestBench) -> Vec<TestLine> {
    if bench.game.abilities().moves.is_none() {
        return Vec::new();
    }
    let until = bench.share(4);
    let levels: Vec<Arc<Level>> = bench.sample.iter().chain(&bench.small).cloned().collect();
    let (mut all, mut steps) = (BTreeMap::<String, PieceCounts>::new(), 0);
    for level in levels.iter().filter(|level| level.game == bench.game.about().id) {
        if bench.is_over(until) {
            break;
        }
        let stop = || bench.is_over(until);
        let Some(counts) = bench.game.piece_counts(level, &stop) else { continue };
        steps += counts.values().map(|count| count.steps).max().unwrap_or(0);
        for (kind, counts) in counts {
            all.entry(kind).or_default().join(&counts);
        }
    }
    if steps == 0 {
        let says = "no level has a step, so nothing is known of what steps make and take";
        return vec![TestLine::new("pieces", TestEnd::Warned, says)];
    }
    all.iter().map(|(kind, counts)| line(kind, counts)).collect()
}

fn line(kind: &str, counts: &PieceCounts) -> TestLine {
    let steps = counted(usize::try_from(counts.steps).unwrap_or(usize::MAX), "step", "steps");
    let most = |n: i64| n.unsigned_abs();
    let change = match (counts.least, counts.most) {
        (0, 0) => "a step neither makes nor takes one".to_owned(),
        (taken @ ..0, made @ ..=0) if taken == made => format!("each step takes {}", most(taken)),
        (taken @ ..0, made @ ..=0) => format!("a step takes {} to {}", most(made), most(taken)),
        (taken @ 0.., made) if taken == made => format!("each step makes {made}"),
        (taken @ 0.., made) => format!("a step makes {taken} to {made}"),
        (taken, made) => format!("a step takes up to {} and makes up to {made}", most(taken)),
    };
    let says = format!("{kind}: {change} ({steps}, up to {} on the board)", counts.most_before);
    let numbers = json!({
        "kind": kind, "steps": counts.steps, "least": counts.least, "most": counts.most,
        "most_before": counts.most_before, "most_after": counts.most_after,
    });
    let forgets = counts.most_before >= MANY && counts.most_after <= 1 && counts.steps >= STEPS;
    let (end, says) = match forgets {
        false => (TestEnd::Passed, says),
        true => {
            let advice = "; however many there are, a step leaves one at most: does next(S,M) keep those \
                          that do not move?";
            (TestEnd::Warned, says + advice)
        }
    };
    TestLine { numbers: Some(numbers), ..TestLine::new("pieces", end, says) }
}
