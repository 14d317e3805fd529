//! `diff` and `duplicates`.

use std::sync::Arc;

use foolproof::game::{Turn, turned_level};

use super::*;

fn sample() -> Pack {
    Pack::load(Path::new(PACK)).expect("the sample pack")
}

#[test]
fn levels_that_are_the_same_also_turned_are_found_across_packs() {
    let folder = folder("duplicates");
    assert_eq!(printed(&["duplicates", PACK], 0), "No two levels are the same.\n");
    let mut pack = sample();
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    let mut mirrored =
        turned_level(&*game, &pack.levels[2], Turn::MirrorColumns).expect("mirrored");
    mirrored.title = "Copy".to_owned();
    pack.levels = vec![Arc::clone(&pack.levels[0]), Arc::new(mirrored)];
    let path = folder.join("other.json");
    pack.save(&path).expect("saved");
    let found = printed(&["duplicates", PACK, text(&path)], 1);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines.len(), 2, "{found}");
    assert!(lines[0].starts_with(&format!("{PACK}#1 First light = ")), "{found}");
    assert!(lines[1].ends_with("#2 Copy (turned or mirrored)"), "{found}");
    let document = json(&["duplicates", PACK, text(&path)], 1);
    assert_eq!(document["pairs"][1]["second"]["title"], "Copy");
    assert_eq!(document["pairs"][1]["turned"], true);
}

#[test]
fn what_differs_between_two_levels_is_listed() {
    let folder = folder("diff");
    let mut pack = sample();
    let level = Arc::make_mut(&mut pack.levels[0]);
    let (site, _) = level.marks().next().expect("a mark");
    level.set(site, Default::default());
    level.title = "Changed".to_owned();
    let path = folder.join("changed.json");
    pack.save(&path).expect("saved");
    let (one, other) = (format!("{PACK}#1"), format!("{}#1", text(&path)));
    assert_eq!(printed(&["diff", &one, &one], 0), "The levels are the same.\n");
    let found = printed(&["diff", &one, &other], 1);
    assert!(found.contains("title: First light → Changed\n"), "{found}");
    assert!(found.contains(&format!("{}: ", site.name())) && found.contains("→ open"), "{found}");
    let document = json(&["diff", &one, &other], 1);
    assert_eq!(document["sites"][0]["site"], site.to_string());
    assert_eq!(document["sites"][0]["to"]["hold"], "open");
}
