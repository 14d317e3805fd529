//! The optimizer's results, as the command line prints them.

use serde_json::{Map, Value, json};

use super::{ClimbedPuzzle, Leaking, Optimize, Rule};
use foolproof_game::{Account, counted, laid_out};

const NONE_FOUND: &str = "For some no solvable puzzle was found. More steps, fewer numbers or \
                          fewer locks may help.\n";

pub(crate) fn account(optimize: &Optimize, whole: bool) -> Account {
    let steps: u64 = (0..optimize.count()).map(|at| optimize.shown(at).steps).sum();
    let complete = found(optimize).count() == optimize.count();
    let legend = if whole && !complete { NONE_FOUND } else { "" };
    Account {
        summary: counted(steps, "step", "steps"),
        summary_first: false,
        table: table(optimize),
        legend: legend.to_owned(),
        unfinished: "the end".to_owned(),
        document: document(optimize).as_object().cloned().unwrap_or_default(),
        complete,
        elapsed: None,
    }
}

fn found(optimize: &Optimize) -> impl Iterator<Item = (usize, ClimbedPuzzle)> {
    (0..optimize.count()).filter_map(|at| Some((at, optimize.best(at)?)))
}

fn table(optimize: &Optimize) -> String {
    let head = ["puzzle", "score", "rounds"].into_iter().chain(Rule::ALL.map(Rule::name));
    let head = head.chain(["width", "leaks", "steps"]).map(str::to_owned).collect();
    let row = |(at, found): (usize, ClimbedPuzzle)| {
        let course = &found.course;
        let leaks: u32 = Leaking::ALL.iter().map(|kind| course.leaks_of(*kind)).sum();
        let mut row = vec![(at + 1).to_string(), found.score.to_string()];
        row.push(course.rounds().to_string());
        row.extend(Rule::ALL.iter().map(|rule| course.of_rule(*rule).to_string()));
        row.extend([course.width().to_string(), leaks.to_string()]);
        row.push(optimize.shown(at).steps.to_string());
        row
    };
    laid_out(head, found(optimize).map(row).collect())
}

fn document(optimize: &Optimize) -> Value {
    let puzzle = |(at, found): (usize, ClimbedPuzzle)| -> Value {
        let course = &found.course;
        let depth: Map<String, Value> = Rule::ALL
            .iter()
            .map(|rule| (rule.id().to_owned(), json!(course.of_rule(*rule))))
            .collect();
        let leaks: Map<String, Value> = Leaking::ALL
            .iter()
            .map(|kind| (kind.id().to_owned(), json!(course.leaks_of(*kind))))
            .collect();
        let marks: Map<String, Value> = optimize
            .level(at)
            .iter()
            .flat_map(|level| level.marks().map(|(site, mark)| (site.to_string(), json!(mark))))
            .collect();
        json!({
            "score": found.score,
            "rounds": course.rounds(),
            "depth": depth,
            "width": course.width(),
            "leaks": leaks,
            "steps": optimize.shown(at).steps,
            "curve": optimize.shown(at).curve,
            "marks": marks,
        })
    };
    json!({
        "tier": optimize.plan.tier,
        "seed": optimize.plan.seed,
        "puzzles": found(optimize).map(puzzle).collect::<Value>(),
    })
}
