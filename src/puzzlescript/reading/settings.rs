//! The settings of the prelude, checked.

use crate::reading::diagnostics::DiagnosticLog;
use crate::reading::palette::ScriptPalette;
use crate::reading::parsed::ParsedScript;
use crate::reading::stream::is_space;
use serde::{Deserialize, Serialize};

/// The settings of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScriptSettings {
    /// The game's title, if it has one.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The homepage, without `http://`.
    pub homepage: Option<String>,
    /// The win conditions, one sentence each: "every target has a crate".
    pub goals: Vec<String>,
    /// `0xrrggbb`
    pub(crate) background_colour: u32,
    /// `0xrrggbb`
    pub(crate) text_colour: u32,
    /// Seconds between repeats of a key that is held.
    pub(crate) key_repeat_interval: f64,
    /// Seconds between the turns of AGAIN.
    pub again_interval: f64,
    /// Seconds between turns without a key, for games in real time.
    pub realtime_interval: Option<f64>,
    /// Columns and rows of the part of a level that is shown at a time; the view changes page by page.
    pub flickscreen: Option<(u32, u32)>,
    /// Columns and rows of the part of a level that is shown at a time; the view follows the player.
    pub zoomscreen: Option<(u32, u32)>,
    /// Rules run once, without a key, when a level starts.
    pub runs_rules_on_start: bool,
    /// A turn in which no player moved is taken back.
    pub(crate) requires_movement: bool,
    /// The action key does nothing.
    pub without_action: bool,
    /// Nothing can be undone.
    pub(crate) without_undo: bool,
    /// A level cannot be restarted.
    pub(crate) without_restart: bool,
    /// Holding the action key does not repeat it.
    pub(crate) norepeat_action: bool,
    /// Pictures have gaps between their lines.
    pub(crate) scanline: bool,
}

/// The size of the screen for messages and titles, in characters.
const SCREEN_COLUMNS: usize = 34;
const MESSAGE_ROWS: usize = 12;
const HEADER_ROWS: usize = 5;

/// The palette that the prelude chooses.
pub(crate) fn palette(parsed: &ParsedScript, log: &mut DiagnosticLog) -> ScriptPalette {
    let mut palette = ScriptPalette::default();
    for setting in parsed.settings.iter().filter(|s| s.key == "color_palette") {
        match ScriptPalette::named(&setting.value) {
            Some(named) => palette = named,
            None => {
                let line = parsed.setting_lines.get("color_palette").copied().unwrap_or(1);
                let near = crate::reading::diagnostics::did_you_mean(
                    &setting.value,
                    ScriptPalette::names(),
                );
                let text = format!(
                    "There is no palette {}; ARNECOLORS is used.{near}",
                    setting.value.to_uppercase()
                );
                log.error(line, &setting.value, text);
            }
        }
    }
    palette
}

impl ScriptSettings {
    /// The settings of a source. Invalid ones are reported and left out.
    pub(crate) fn new(
        parsed: &ParsedScript,
        palette: ScriptPalette,
        log: &mut DiagnosticLog,
    ) -> ScriptSettings {
        let text = |key: &str| parsed.setting(key).map(str::to_string);
        let has = |key: &str| parsed.setting(key).is_some();
        let seconds = |key: &str| parsed.setting(key).and_then(|value| value.parse::<f64>().ok());
        ScriptSettings {
            title: text("title"),
            author: text("author"),
            homepage: text("homepage")
                .map(|url| url.replace("http://", "").replace("https://", "")),
            goals: parsed.wins.iter().filter_map(|win| goal(&win.words)).collect(),
            flickscreen: size(parsed, "flickscreen", log),
            zoomscreen: size(parsed, "zoomscreen", log),
            text_colour: colour(parsed, "text_color", 0xff_ffff, palette, log),
            background_colour: colour(parsed, "background_color", 0, palette, log),
            key_repeat_interval: seconds("key_repeat_interval").unwrap_or(0.15),
            again_interval: seconds("again_interval").unwrap_or(0.15),
            realtime_interval: seconds("realtime_interval"),
            runs_rules_on_start: has("run_rules_on_level_start"),
            requires_movement: has("require_player_movement"),
            without_action: has("noaction"),
            without_undo: has("noundo"),
            without_restart: has("norestart"),
            norepeat_action: has("norepeat_action"),
            scanline: has("scanline"),
        }
    }
}

/// A win condition in a sentence.
fn goal(words: &[String]) -> Option<String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let a = |name: &str| {
        let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {name}")
    };
    Some(match words[..] {
        ["all", one, "on", other] => format!("every {one} has {}", a(other)),
        ["no", one, "on", other] => format!("no {one} has {}", a(other)),
        ["some" | "any", one, "on", other] => format!("some {one} has {}", a(other)),
        ["no", one] => format!("no {one} is left"),
        ["some" | "any", one] => format!("there is {}", a(one)),
        _ => return None,
    })
}

fn colour(
    parsed: &ParsedScript,
    key: &str,
    usual: u32,
    palette: ScriptPalette,
    log: &mut DiagnosticLog,
) -> u32 {
    let Some(value) = parsed.setting(key) else { return usual };
    match palette.colour(value) {
        Ok(colour) => colour.unwrap_or(usual),
        Err(()) => {
            let line = parsed.setting_lines.get(key).copied().unwrap_or(1);
            let text = format!(
                "{} is not a colour. Use a colour's name, or #rrggbb.",
                value.to_uppercase()
            );
            log.error(line, value, text);
            usual
        }
    }
}

/// Columns and rows written as `AxB`.
fn size(parsed: &ParsedScript, key: &str, log: &mut DiagnosticLog) -> Option<(u32, u32)> {
    let value = parsed.setting(key)?;
    let line = parsed.setting_lines.get(key).copied().unwrap_or(1);
    let shown = key.to_uppercase();
    let parts: Vec<&str> = value.split('x').collect();
    let [columns, rows] = parts.as_slice() else {
        log.warn(line, value, format!("{shown} needs columns and rows, as in 8x6."));
        return None;
    };
    let mut whole = |part: &str| {
        let number = part
            .trim_matches(is_space)
            .parse::<f64>()
            .ok()
            .filter(|n| n.fract() == 0.0 && n.abs() < 1e9);
        match number {
            None => log.warn(line, value, format!("\"{part}\" is not a whole number of cells.")),
            Some(n) if n <= 0.0 => log.warn(
                line,
                value,
                format!("\"{part}\" cells are too few: at least 1 is needed."),
            ),
            Some(_) => {}
        }
        number
    };
    match (whole(columns), whole(rows)) {
        (Some(columns), Some(rows)) => {
            if columns <= 0.0 || rows <= 0.0 {
                log.warn(
                    line,
                    value,
                    format!("{shown} {value} shows nothing. Both numbers must be above 0."),
                );
            }
            Some((columns.max(1.0) as u32, rows.max(1.0) as u32))
        }
        _ => {
            log.warn(
                line,
                value,
                format!("{shown} {value} makes no sense. Write columns and rows, as in 8x6."),
            );
            None
        }
    }
}

/// The number of lines that a text takes on the screen, broken between words.
fn n_screen_lines(text: &str) -> usize {
    let chars: Vec<char> = text.chars().collect();
    let mut n_lines = 0;
    let mut pos = 0;
    while pos < chars.len() {
        let left = chars.len() - pos;
        let ends_word = |n: usize| chars.get(pos + n).is_none_or(|&c| is_space(c));
        let step = (1..=SCREEN_COLUMNS.min(left)).rev().find(|&n| ends_word(n));
        pos += step.map_or(SCREEN_COLUMNS.min(left), |n| n + 1);
        n_lines += 1;
    }
    n_lines
}

/// Doubles wide characters, which take two columns of the screen.
fn widened(text: &str) -> String {
    let wide = |c: char| c as u32 >= 0x2e80;
    text.chars().flat_map(|c| std::iter::once(c).chain(wide(c).then_some(' '))).collect()
}

/// Warns of a message that does not fit on the screen.
pub(crate) fn check_message(text: &str, line: u32, log: &mut DiagnosticLog) {
    if n_screen_lines(text) > MESSAGE_ROWS {
        log.warn(
            line,
            "message",
            "This message is too long for the screen. Shorten it, or split it in two.".into(),
        );
    }
}

/// Warns of a title or an author that does not fit on the title screen.
pub(crate) fn check_title(
    parsed: &ParsedScript,
    settings: &ScriptSettings,
    log: &mut DiagnosticLog,
) {
    let header = HEADER_ROWS
        + usize::from(
            settings.without_action || (settings.without_undo && settings.without_restart),
        );
    let title = settings.title.as_deref().unwrap_or("PuzzleScript Game");
    let n_title = n_screen_lines(&widened(title));
    let n_author =
        settings.author.as_ref().map_or(0, |a| n_screen_lines(&widened(&format!("by {a}"))));
    let line = |key: &str| parsed.setting_lines.get(key).copied().unwrap_or(1);
    let excess = (n_title + n_author).saturating_sub(header);
    if excess > n_author.saturating_sub(1) && n_title > 1 {
        log.warn(
            line("title"),
            "",
            "The title is too long for the title screen, which cuts it. Shorten it.".into(),
        );
    }
    if excess > 0 && n_author > 1 {
        log.warn(
            line("author"),
            "",
            "The author's name is too long for the title screen, which cuts it. Shorten it.".into(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(n_screen_lines(""), 0);
        assert_eq!(n_screen_lines("short"), 1);
        assert_eq!(n_screen_lines(&"x".repeat(69)), 3);
        assert_eq!(n_screen_lines(&"four ".repeat(14)), 2);
    }

    #[test]
    fn win_conditions_are_told_in_sentences() {
        let told = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            goal(&words).unwrap_or_default()
        };
        assert_eq!(told("all target on crate"), "every target has a crate");
        assert_eq!(told("no wolf on exit"), "no wolf has an exit");
        assert_eq!(told("some player on exit"), "some player has an exit");
        assert_eq!(told("no called"), "no called is left");
        assert_eq!(told("some egg"), "there is an egg");
        assert_eq!(told("all target"), "");
    }
}
