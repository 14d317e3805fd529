//! The results of mining, as the command line prints them.

use serde_json::{Value, json};

use super::Mine;
use super::best::MinedBoard;
use super::sweep::{SweepGoal, SweepStage};
use foolproof_game::{Account, laid_out, time_text};
use foolproof_level::Board;

const LEGEND: &str = "unique: boards with exactly one solution; distinct: the same, mirror images \
                      counted once; every push\nwins: boards on which no push loses; solvable: an \
                      estimate where an error is given; best ratio: how many\ntimes fewer boards \
                      there are to search if you know that the solution is unique.\n";

pub(crate) fn account(mine: &Mine) -> Account {
    let Board { cols, rows, .. } = mine.plan.board;
    Account {
        summary: format!("Boards on {cols}x{rows}"),
        summary_first: true,
        table: table(mine),
        legend: LEGEND.to_owned(),
        unfinished: "the end".to_owned(),
        document: document(mine).as_object().cloned().unwrap_or_default(),
        complete: true,
        elapsed: Some(mine.elapsed),
    }
}

fn table(mine: &Mine) -> String {
    let head =
        ["penguins", "unique", "distinct", "every push wins", "solvable", "best ratio", "time"];
    let (unique, safe) = (mine.stages(false), mine.stages(true));
    let row = |at: usize| {
        let (unique, safe) = (unique.get(at), safe.get(at));
        let penguins = unique.or(safe).map_or(0, |stage| stage.penguins);
        let number = |stage: Option<&SweepStage>, of: &dyn Fn(&SweepStage) -> u64| {
            stage.map_or_else(String::new, |stage| of(stage).to_string())
        };
        let solvable = mine.solvable.get(penguins).map(|(boards, error)| match *error {
            0.0 => format!("{boards:.0}"),
            error => format!("{boards:.3e} ± {error:.0e}"),
        });
        let best = unique.and_then(|stage| stage.best.as_slice().first());
        let time = [unique, safe].into_iter().flatten().map(|stage| stage.elapsed).sum();
        vec![
            penguins.to_string(),
            number(unique, &|stage| stage.raw),
            number(unique, &|stage| stage.as_one(&mine.plan)),
            number(safe, &|stage| stage.raw),
            solvable.unwrap_or_default(),
            best.map_or_else(String::new, |found| format!("{:.2}", found.sizes.ratio())),
            time_text(time),
        ]
    };
    let rows = (0..unique.len().max(safe.len())).map(row).collect();
    laid_out(head.map(str::to_owned).to_vec(), rows)
}

fn document(mine: &Mine) -> Value {
    let stage = |stage: &SweepStage| {
        json!({
            "penguins": stage.penguins,
            "boards": stage.raw,
            "canonical": stage.as_one(&mine.plan),
            "elapsed_ms": stage.elapsed.as_secs_f64() * 1e3,
            "ratios": stage.ratios.bars(),
        })
    };
    let found = |kind: SweepGoal| -> Value {
        let all = mine.found(kind, mine.plan.penguins).iter();
        all.map(|MinedBoard { board, sizes }| {
            let (reached, once) = (sizes.reached, sizes.once);
            // Boards that every push wins have many solutions: a ratio means nothing for them.
            let ratio = (kind != SweepGoal::Safe).then(|| sizes.ratio());
            json!({ "board": board, "reached": reached, "reached_once": once, "ratio": ratio })
        })
        .collect()
    };
    let solvable = mine.solvable.iter().enumerate();
    let solvable: Value = solvable
        .map(|(penguins, (boards, error))| {
            json!({ "penguins": penguins, "boards": boards, "standard_error": error })
        })
        .collect();
    json!({
        "size": format!("{}x{}", mine.plan.board.cols, mine.plan.board.rows),
        "pieces": mine.plan.penguins,
        "threads": mine.plan.threads,
        "unique": mine.stages(false).iter().map(stage).collect::<Value>(),
        "no_dead_end": mine.stages(true).iter().map(stage).collect::<Value>(),
        "solvable": solvable,
        "best": {
            "ratio": found(SweepGoal::Ratio),
            "even": found(SweepGoal::Even),
            "safe": found(SweepGoal::Safe),
        },
    })
}
