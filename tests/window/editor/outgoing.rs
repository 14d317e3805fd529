//! What leaves the window: levels for other programs, pictures, a booklet.

use crate::commands::*;
use std::path::Path;

use egui_kittest::kittest::Queryable as _;
use foolproof::editor::session::chrome::WindowEffect;
use foolproof::editor::session::command::Command;
use foolproof::level::{Level, Pack};
use foolproof::slices::picturing::window as picturing;

use super::{Window, sample};

/// A pack of two small Sudokus, one with properties that few formats keep.
fn pack_of_two(folder: &Path) -> std::path::PathBuf {
    let level = |title: &str, more: &str| {
        format!(
            r#"{{"game":"sudoku","title":"{title}","board":{{"cols":4,"rows":4}}{more},
                "painted":{{"cell(0,0)":"1","cell(1,1)":"3"}}}}"#
        )
    };
    let levels = [level("First", r#","tags":["easy"]"#), level("Second", "")];
    let text =
        format!(r#"{{"foolproof":1,"title":"Two of them","levels":[{}]}}"#, levels.join(","));
    let path = folder.join("two.json");
    std::fs::write(&path, text).expect("written");
    path
}

impl Window {
    fn copied(&self) -> String {
        let commands = &self.harness.output().platform_output.commands;
        let mut texts = commands.iter().filter_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        texts.next_back().unwrap_or_default()
    }

    /// Does a command, and gives what it puts on the clipboard.
    fn copies(&mut self, command: Command) -> String {
        self.harness.state_mut().as_mut().expect("a window").state.run(command);
        for _ in 0..3 {
            self.harness.run_steps(1);
            let copied = self.copied();
            if !copied.is_empty() {
                return copied;
            }
        }
        String::new()
    }

    fn until_toast(&mut self, words: &str) {
        self.until(words, |app| {
            app.state.chrome.toasts.all().iter().any(|toast| toast.words.contains(words))
        });
    }
}

#[test]
fn levels_are_exported_after_a_list_of_what_the_format_lacks() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = pack_of_two(folder.path());
    let chosen = folder.path().join("out.sdm");
    let mut window = Window::choosing(&pack, &chosen);
    window.runs(Command::EXPORT);
    window.click("Sudoku collection (.sdm)");
    assert!(window.says("2 levels will be written."));
    assert!(window.says("titles (2 levels)") && window.says("tags (1 level)"));
    window.click("Save to a file…");
    window.until_toast("Written to “out.sdm”.");
    let text = std::fs::read_to_string(&chosen).expect("a file");
    assert_eq!(text, "1000030000000000\n1000030000000000\n");
    // This format has a separate file for each level, and nothing is overwritten without a
    // question.
    window.click("Sudoku puzzle (.sdk)");
    assert!(window.says("This format holds one level a file, so you get several files."));
    let (one, two) = (folder.path().join("out-1.sdm"), folder.path().join("out-2.sdm"));
    std::fs::write(&two, "precious").expect("written");
    window.click("Save to a file…");
    window.until_says("Replace a file that is there already?");
    window.click("Cancel");
    assert!(!one.exists());
    assert_eq!(std::fs::read_to_string(&two).expect("a file"), "precious");
    window.click("Save to a file…");
    window.until_says("Replace a file that is there already?");
    window.click("Replace");
    window.until_toast("2 files written, beginning with “out-1.sdm”.");
    assert!(std::fs::read_to_string(&two).expect("a file").contains("#NSecond"));
}

#[test]
fn a_format_of_several_games_has_one_row_that_says_how_many_levels_it_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let level = |game: &str| {
        format!(r#"{{"game":"{game}","title":"{game}","board":{{"cols":4,"rows":4}}}}"#)
    };
    let levels = ["nurikabe", "slitherlink", "masyu", "penguin_push"].map(level).join(",");
    let path = folder.path().join("mixed.json");
    let text = format!(r#"{{"foolproof":1,"title":"Mixed","levels":[{levels}]}}"#);
    std::fs::write(&path, text).expect("written");
    let mut window = Window::open(&path, None);
    window.runs(Command::EXPORT);
    window.until_says("3 of 4 levels");
    let rows = |format: &str| window.harness.query_all_by_label(format).count();
    assert_eq!(rows("puzz.link address"), rows("Foolproof pack"));
    window.click("puzz.link address");
    window.until_says("3 of 4 levels will be written.");
    assert!(window.says("Left out"));
}

#[test]
fn the_open_packs_own_file_is_never_written_over_by_an_export() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = pack_of_two(folder.path());
    let before = std::fs::read_to_string(&pack).expect("a file");
    let mut window = Window::choosing(&pack, &pack);
    window.runs(Command::EXPORT);
    window.click("Sudoku collection (.sdm)");
    window.click("Save to a file…");
    window.until_toast("That is the open pack’s own file");
    assert_eq!(std::fs::read_to_string(&pack).expect("a file"), before);
}

#[test]
fn a_level_is_copied_as_a_link_as_text_and_as_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = pack_of_two(folder.path());
    let mut window = Window::open(&pack, None);
    let link = window.copies(Command::COPY_LINK);
    assert!(link.starts_with("https://"), "{link}");
    window.until_toast("no tags");
    let text = window.copies(Command::COPY_TEXT);
    assert_eq!(text, "#NFirst\n1...\n.3..\n....\n....");
    // Copied text can be pasted again.
    window.harness.event(egui::Event::Paste(link));
    window.steps(3);
    assert_eq!(window.app().state.history().pack().levels.len(), 3);
    let marks = |level: &Level| level.marks().count();
    assert_eq!(marks(window.level()), 2);
    window.harness.state_mut().as_mut().expect("a window").state.run(Command::COPY_PICTURE);
    let mut pictures = 0;
    for _ in 0..3 {
        window.harness.run_steps(1);
        let commands = &window.harness.output().platform_output.commands;
        let is_picture = |command: &&egui::OutputCommand| matches!(command, egui::OutputCommand::CopyImage(image) if image.size[0] > 100);
        pictures += commands.iter().filter(is_picture).count();
    }
    assert_eq!(pictures, 1);
    window.until_toast("Copied a picture of the level.");
}

#[test]
fn a_picture_is_drawn_with_what_the_solver_found() {
    let (folder, pack) = sample("First light");
    for name in ["out.png", "out.svg"] {
        let chosen = folder.path().join(name);
        let mut window = Window::choosing(&pack, &chosen);
        window.runs(Command::EXPORT_PICTURE);
        window.click(picturing::words::layer(foolproof::printing::PictureLayer::Coordinates));
        if name == "out.svg" {
            window.click("SVG");
        }
        window.click("Save to a file…");
        window.until_toast("Written to");
        let bytes = std::fs::read(&chosen).expect("a picture");
        match name {
            "out.png" => assert!(bytes.starts_with(b"\x89PNG")),
            _ => assert!(bytes.starts_with(b"<svg")),
        }
    }
}

#[test]
fn a_booklet_is_made_and_can_be_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = folder.path().join("pack.json");
    let mut whole = Pack::load(Path::new("assets/packs/sudoku.json")).expect("a pack");
    // So many that there is time to stop it.
    whole.levels = whole.levels.into_iter().cycle().take(120).collect();
    whole.save(&pack).expect("saved");
    let chosen = folder.path().join("out.pdf");
    let mut window = Window::choosing(&pack, &chosen);
    window.runs(Command::BOOKLET);
    assert!(window.says("Page 1 of 41"));
    window.click("Page after");
    assert!(window.says("Page 2 of 41"));
    window.click("Save as PDF…");
    window.click("Stop the booklet");
    window.until_toast("Stopped. No booklet was written.");
    assert!(!chosen.exists());
    window.click("Save as PDF…");
    window.until_toast("Written to “out.pdf”.");
    assert!(std::fs::read(&chosen).expect("a booklet").starts_with(b"%PDF-"));
}

#[test]
fn a_file_that_cannot_be_written_is_told_of() {
    let (folder, pack) = sample("First light");
    let nowhere = folder.path().join("no folder").join("out.txt");
    let mut window = Window::choosing(&pack, &nowhere);
    let outgoing = foolproof::editor::files::outgoing::Outgoing {
        title: "Export".to_owned(),
        kind: ("Text".to_owned(), "txt".to_owned()),
        name: "out".to_owned(),
        files: vec![(String::new(), std::sync::Arc::new(b"text".to_vec()))],
        beside: Vec::new(),
    };
    let state = &mut window.harness.state_mut().as_mut().expect("a window").state;
    state.chrome.request(WindowEffect::Export(Box::new(outgoing)));
    window.until_toast("It could not be written.");
    assert!(window.harness.query_by_label("Replace").is_none());
}
