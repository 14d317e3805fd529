//! Other words for every command, as somebody may look for it who does not know its name.
//!
//! One list for all rooms, so that it can be read through. Knows names of commands alone.

use crate::editor::session::command::Command;

/// The words for a command, in small letters; none for one that the list lacks.
pub fn search_words(command: Command) -> &'static str {
    let found = WORDS.iter().find(|(name, _)| *name == command.0);
    found.map_or("", |(_, words)| words)
}

const WORDS: &[(&str, &str)] = &[
    // File
    ("new", "create start pack file project begin"),
    ("new-game", "own custom rules write program asp invent variant"),
    ("go-to-fault", "broken unknown mark error find select show jump"),
    ("erase-fault", "broken unknown mark error delete remove clear"),
    ("test-game", "own rules check slips bench try debug lint validate"),
    ("open", "load read import file pack puzzlescript fling puzzle"),
    ("save", "write store keep disk"),
    ("save-as", "write store copy elsewhere another file rename pack"),
    ("quit", "exit close window end leave"),
    ("add-levels", "import merge append insert read file load puzzlescript sdk"),
    ("show-unread", "import errors failed skipped unreadable broken problems"),
    (
        "export",
        "html web page site svg json tiled ldtk tmx map convert format send share publish write",
    ),
    ("export-picture", "png svg image pdf screenshot draw save graphic"),
    ("copy-picture", "png image screenshot clipboard"),
    ("copy-link", "url share address web browser puzz.link clipboard"),
    ("copy-text", "export share clipboard format ascii json"),
    ("booklet", "pdf print paper book a4 letter publish"),
    ("restore-backup", "recover earlier version old lost undo autosave"),
    // Edit
    ("undo", "back revert take step mistake"),
    ("redo", "again forward repeat"),
    ("history", "undo steps list past log timeline"),
    ("cut", "move clipboard take remove"),
    ("copy", "clipboard duplicate marks"),
    ("paste", "insert clipboard put import"),
    ("select-all", "mark everything whole"),
    ("cancel", "escape stop leave deselect give up close"),
    ("erase", "delete remove clear open cell rubber empty"),
    ("leave-empty", "blank nothing forbid block cell"),
    ("fill", "flood paint area bucket selection"),
    ("toggle-lock", "fix freeze hold protect keep pin"),
    ("turn-mark", "turn spin direction orientation clockwise"),
    ("turn-mark-back", "turn spin direction orientation anticlockwise counterclockwise"),
    ("next-value", "increase number more power plus up colour"),
    ("previous-value", "decrease number less power minus down colour"),
    ("mirror-columns", "flip reflect horizontal"),
    ("mirror-rows", "flip reflect vertical"),
    ("rotate-block", "turn quarter clockwise whole level"),
    ("replace", "search find substitute change all rename mark"),
    ("cell-note", "comment remark annotate text sticky"),
    // Level
    ("new-level", "add create insert puzzle"),
    ("duplicate-level", "copy clone twin variant"),
    ("delete-level", "remove erase throw away"),
    ("level-up", "order earlier sort before move"),
    ("level-down", "order later sort after move"),
    ("previous-level", "back before go"),
    ("next-level", "forward after go"),
    ("rename-level", "title name call label"),
    ("add-slot", "tray piece hand more"),
    ("remove-slot", "tray piece hand less"),
    ("resize", "size larger smaller rows columns grow shrink width height crop board"),
    ("label-levels", "tags author name creator credit keywords rename"),
    ("copy-levels", "clipboard duplicate pack share move"),
    ("cut-levels", "clipboard move take pack"),
    ("paste-levels", "clipboard insert import add"),
    ("compare-levels", "diff difference two side by side"),
    ("compare-saved", "diff difference changes since save"),
    ("check-pack", "verify validate test all levels report proof ci"),
    ("course", "order curve teaching progress curriculum difficulty sequence tutorial"),
    ("find-duplicates", "same twice equal similar repeated"),
    ("records", "playtest testers replay recording statistics stuck feedback"),
    // Solve
    ("complete", "solve fill generate finish auto solver rest"),
    ("repair", "fix mend correct heal shortcut unsolvable broken solver"),
    ("accept-preview", "take keep yes apply completion"),
    ("drop-preview", "discard no reject completion cancel"),
    ("another-preview", "other different more alternative completion"),
    ("previous-preview", "back completion before"),
    ("next-preview", "forward completion after"),
    ("minimise", "minimal reduce fewer clues givens redundant needless remove superfluous"),
    ("minimise-evenly", "minimal reduce fewer clues givens redundant symmetry rotate"),
    ("blame", "why no solution unsolvable conflict impossible explain reason contradiction core"),
    ("select-conflict", "why blame cells way impossible"),
    ("more-time", "timeout longer limit patience unknown"),
    ("run-strangers", "trust allow rules foreign concept let run"),
    ("solutions", "all list count enumerate several ambiguous unique gallery"),
    ("show-solution", "preview answer draw solve result view"),
    ("show-shortcut", "preview view why cheat unintended draw hole"),
    ("allow-shortcut", "accept permit widen concept unintended"),
    ("intend-solution", "intended keep mine answer set"),
    ("allow-shown", "accept permit widen concept"),
    ("forbid-shown", "ban narrow concept exclude"),
    ("clear-intended", "remove delete answer solution unset"),
    ("edit-concept", "goal idea lesson teach property shortcut practise require"),
    ("deduction", "why human logic steps hint technique explain difficulty rating"),
    ("proof-path", "why human logic steps argument explain difficulty"),
    ("state-graph", "positions moves map states tree space dead ends"),
    ("toggle-pause", "solver stop rest freeze battery go on resume"),
    ("stop-all", "abort cancel halt interrupt solver job"),
    // Tools
    ("tool-select", "pointer arrow cursor choose move"),
    ("tool-paint", "brush draw pen put place"),
    ("tool-erase", "rubber delete remove clear"),
    ("tool-lock", "fix freeze hold protect"),
    ("tool-pick", "eyedropper pipette sample brush"),
    ("tool-solution", "line draw intended pen path trace"),
    ("tool-argue", "why explain evidence proof reason logic hint"),
    ("pencil", "candidates notes small corner marks"),
    ("generate", "random make new levels create variants maker automatic"),
    ("study", "mine optimize statistics search many hardest charts workshop maker"),
    ("toggle-play", "test try preview run game player solve by hand"),
    // View
    ("zoom-in", "larger bigger magnify closer"),
    ("zoom-out", "smaller farther"),
    ("zoom-fit", "reset whole all centre 100"),
    ("panel-left", "side bar hide show list palette"),
    ("panel-right", "side bar hide show verdict inspector"),
    ("next-part", "focus region jump panel keyboard"),
    ("previous-part", "focus region jump panel keyboard"),
    ("look-system", "theme dark light mode appearance colour automatic"),
    ("look-light", "theme bright white day mode appearance colour scheme"),
    ("look-dark", "theme black night mode appearance colour scheme"),
    ("look-greys", "theme colour blind accessibility contrast monochrome black white print"),
    ("scale-up", "font text size larger bigger ui hidpi accessibility"),
    ("scale-down", "font text size smaller ui"),
    ("scale-reset", "font text size normal ui default"),
    ("toggle-legend", "key signs explain overlay symbols"),
    ("toggle-motion", "animation flow move still reduce accessibility"),
    ("solution", "overlay show hide answer line beam"),
    ("shortcut", "overlay show hide unintended"),
    ("forced", "overlay must certain hint same every solution"),
    ("possible", "overlay can candidates may hint"),
    ("needless", "overlay redundant superfluous unnecessary clues"),
    ("edits", "overlay brush effect what if count preview solutions"),
    ("conflict", "overlay why blame impossible"),
    ("holds", "overlay lock open painted"),
    ("cell-notes", "overlay comments remarks"),
    ("heat", "overlay players records where went traffic"),
    ("leaks", "overlay uniqueness deduction guess"),
    ("moves", "overlay first arrows step"),
    ("trials", "overlay deduction hint what if effect"),
    // Help
    ("command-palette", "search find menu anything"),
    ("shortcuts", "keys hotkeys keyboard help cheat sheet"),
    ("keys", "hotkeys keyboard shortcuts bindings customize change settings preferences"),
    ("rules", "how to play instructions help game"),
    ("first-steps", "tutorial start beginner help introduction"),
    ("manual", "help documentation guide book handbook"),
    ("manual-of-game", "help documentation guide rules book handbook"),
    ("licences", "license credits about legal copyright open source"),
    // On the board
    ("cursor-left", "arrow keyboard west"),
    ("cursor-right", "arrow keyboard east"),
    ("cursor-up", "arrow keyboard north"),
    ("cursor-down", "arrow keyboard south"),
    ("extend-left", "selection arrow shift grow"),
    ("extend-right", "selection arrow shift grow"),
    ("extend-up", "selection arrow shift grow"),
    ("extend-down", "selection arrow shift grow"),
    ("nudge-left", "shift selection west push"),
    ("nudge-right", "shift selection east push"),
    ("nudge-up", "shift selection north push"),
    ("nudge-down", "shift selection south push"),
    ("next-site", "cursor step order forward tray"),
    ("previous-site", "cursor step order back tray"),
    ("act", "put place enter space brush"),
    ("brush-group-1", "palette row mark choose"),
    ("brush-group-2", "palette row mark choose"),
    ("brush-group-3", "palette row mark choose"),
    ("brush-group-4", "palette row mark choose"),
    ("brush-group-5", "palette row mark choose"),
    ("brush-group-6", "palette row mark choose"),
    ("brush-group-7", "palette row mark choose"),
    ("brush-group-8", "palette row mark choose"),
    ("brush-group-9", "palette row mark choose"),
    ("brush-empty", "palette nothing blank erase"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::editor::session::command::all;

    #[test]
    fn every_command_has_other_words_and_the_list_names_no_other() {
        let commands: BTreeSet<&str> = all().map(|entry| entry.command.0).collect();
        let mut listed = BTreeSet::new();
        for (name, words) in WORDS {
            assert!(listed.insert(*name), "{name} is listed twice");
            assert!(!words.trim().is_empty(), "{name} has no words");
            assert_eq!(*words, words.to_lowercase(), "{name}");
        }
        assert_eq!(listed, commands);
    }
}
