//! Words about levels for other programs.

use foolproof_editor::text;
use foolproof_printing::PressProgress;

pub(crate) const EXPORT: &str = "Export levels…";
pub(crate) const EXPORT_TIP: &str = "Writes levels for other programs, and lists what is lost.";
pub(crate) const EXPORT_TITLE: &str = "Export levels";
pub(crate) const COPY_LINK: &str = "Copy as link";
pub(crate) const COPY_LINK_TIP: &str = "Copies a link that opens this level in a browser.";
pub(crate) const COPY_TEXT: &str = "Copy for another program";
pub(crate) const COPY_TEXT_TIP: &str =
    "Copies this level as text in the format that keeps most of it.";
pub(crate) const WHICH: &str = "Levels";
pub(crate) const THIS_LEVEL: &str = "This level";
pub(crate) const WHOLE_PACK: &str = "The whole pack";
pub(crate) const SOME: &str = "Chosen levels:";
pub(crate) const FORMAT: &str = "Format";
pub(crate) const SAVE_AS: &str = "Save to a file…";
pub(crate) const COPY: &str = "Copy";
pub(crate) const COPY_TIP: &str = "Copies the text.";
pub(crate) const SEVERAL_FILES: &str =
    "This format holds one level a file, so you get several files.";
pub(crate) const NOTHING: &str = "None of these levels can be written in this format.";
pub(crate) const NONE_CHOSEN: &str = "Choose a level.";
pub(crate) const ALL_KEPT: &str = "Nothing is lost.";
pub(crate) const PREVIEW: &str = "Preview";
pub(crate) const LEFT_OUT: &str = "Left out";
pub(crate) const READ_OTHERWISE: &str = "Read otherwise there";
pub(crate) const NO_LEVEL: &str = "No format of this game can hold this level.";

pub(crate) fn ready(written: usize, all: usize) -> String {
    match (written, all) {
        (1, 1) => "1 level will be written.".to_owned(),
        (n, all) if n == all => format!("{n} levels will be written."),
        (n, all) => format!("{n} of {all} levels will be written."),
    }
}

/// Says how many of the levels a format can hold.
pub(crate) fn part(some: usize, all: usize) -> String {
    format!("{some} of {}", text::levels(all))
}

/// Says which part is lost, and for how many levels.
pub(crate) fn loses(part: &str, count: usize) -> String {
    format!("•  {part} ({})", text::levels(count))
}

pub(crate) fn lacks(format: &str) -> String {
    format!("{format} cannot hold:")
}

/// Says what was copied, and what it lacks.
pub(crate) fn copied(format: &str, lacks: Option<String>) -> String {
    match lacks {
        Some(lacks) => format!("Copied: {format}. {lacks}."),
        None => format!("Copied: {format}."),
    }
}

pub(crate) const STOP: &str = "Stop";
pub(crate) const STOPPED: &str = "Stopped. No page was written.";

/// Returns the progress of the hints of a page, as a share and in words.
pub(crate) fn finding_steps(progress: PressProgress) -> (f32, String) {
    match progress {
        // Few levels, so the casts lose nothing.
        PressProgress::Solving { done, all } => {
            (done as f32 / all.max(1) as f32, format!("Finding hints: {done} of {all}"))
        }
        PressProgress::Drawing { .. } => (1.0, "Writing the page".to_owned()),
    }
}

pub(crate) fn not_written(why: &str) -> String {
    format!("The page could not be written. {why}")
}
