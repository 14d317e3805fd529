//! A whole source compiled to masks, independent of the engine's fixed widths.

use crate::compiling::checks::{self, WinDraft};
use crate::compiling::expand::{MAX_RULES, Stuck, expand};
use crate::compiling::groups::{LoopMark, RuleProgram, arrange, drop_duplicates};
use crate::compiling::lower::lower;
use crate::compiling::rule_text::{DraftRule, RuleLine, RuleParser};
use crate::reading::diagnostics::{Diagnostic, DiagnosticLog};
use crate::reading::dictionary::Dictionary;
use crate::reading::level_data::{LevelDraft, levels};
use crate::reading::parsed::ParsedScript;
use crate::reading::reader::{MAX_READING_ERRORS, ScriptReader};
use crate::reading::settings::{self, ScriptSettings};

/// The most bytes of a source.
pub(crate) const MAX_SOURCE_BYTES: usize = 4 << 20;

/// A game in masks.
pub(super) struct GameDraft {
    pub(super) parsed: ParsedScript,
    pub(super) dictionary: Dictionary,
    pub(super) settings: ScriptSettings,
    pub(super) sprites: Vec<SpriteDraft>,
    pub(super) program: RuleProgram,
    pub(super) wins: Vec<WinDraft>,
    pub(super) levels: Vec<LevelDraft>,
    /// The source has errors that do not prevent playing.
    pub(super) is_flawed: bool,
}

/// The look of an object: colours as `0xrrggbb` (None: transparent), and 5 rows of 5 colour numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpriteDraft {
    /// Colours by number.
    pub colours: Vec<Option<u32>>,
    /// Rows from the top; None is transparent.
    pub pixels: [[Option<u8>; 5]; 5],
}

/// Compiles a source. The draft is `None` if the source cannot be played.
pub(super) fn draft(source: &str) -> (Option<GameDraft>, Vec<Diagnostic>) {
    if source.len() > MAX_SOURCE_BYTES {
        let mut log = DiagnosticLog::default();
        log.error(
            1,
            "",
            format!("The source has more than {MAX_SOURCE_BYTES} bytes. Split the game."),
        );
        return (None, log.finish(""));
    }
    let (parsed, mut log, complete) = ScriptReader::read(source);
    let draft = if complete { build(parsed, &mut log) } else { None };
    (draft, log.finish(source))
}

fn build(parsed: ParsedScript, log: &mut DiagnosticLog) -> Option<GameDraft> {
    for (name, what) in [("player", "what the keys move"), ("background", "what fills every cell")]
    {
        if parsed.declared_on(name).is_none() {
            let line = parsed.heading_line("objects");
            let text = format!(
                "There is no {}: {what}. Declare it among the objects, or in the legend.",
                name.to_uppercase()
            );
            log.error(line, "", text);
        }
    }
    if parsed.layers.is_empty() {
        let line = parsed.heading_line("collisionlayers");
        log.error(line, "", "There are no collision layers. List every object in one.".into());
        return None;
    }
    let mut dictionary = Dictionary::new(&parsed, log);
    let palette = settings::palette(&parsed, log);
    let sprites = parsed
        .objects
        .iter()
        .map(|object| SpriteDraft {
            colours: checks::colours(object, palette, log),
            pixels: checks::sprite(object, log),
        })
        .collect();
    let levels = levels(&parsed, &dictionary, log);
    let program = rules(&parsed, &mut dictionary, log)?;
    let wins = checks::win_conditions(&parsed, &dictionary, log);
    checks::check_layers(&dictionary, log);
    let settings = ScriptSettings::new(&parsed, palette, log);
    checks::check_sounds(&parsed, &dictionary, log);
    if levels.is_empty() {
        let line = parsed.heading_line("levels");
        log.error(line, "", "There are no levels. Draw one in the LEVELS section.".into());
    }
    if log.n_errors() <= MAX_READING_ERRORS {
        settings::check_title(&parsed, &settings, log);
    }
    // A lack of levels says nothing about the rules.
    let is_flawed = log.n_errors() > usize::from(levels.is_empty());
    Some(GameDraft { parsed, dictionary, settings, sprites, program, wins, levels, is_flawed })
}

/// Reads, expands and groups the rules; `None` if they make no game.
fn rules(
    parsed: &ParsedScript,
    dictionary: &mut Dictionary,
    log: &mut DiagnosticLog,
) -> Option<RuleProgram> {
    let mut drafts: Vec<DraftRule> = Vec::new();
    let mut loops: Vec<LoopMark> = Vec::new();
    let mut usable = true;
    for rule in &parsed.rules {
        let previous = drafts.last().map(|rule| (rule.group, rule.late));
        match RuleParser::new(parsed, dictionary, log, previous, rule.line).read(rule) {
            RuleLine::LoopStart => loops.push((rule.line, true)),
            RuleLine::LoopEnd => loops.push((rule.line, false)),
            RuleLine::Rule(draft) => drafts.push(draft),
            RuleLine::Nothing => {}
            RuleLine::Unusable => usable = false,
        }
    }
    crate::compiling::lints::remove_idle_terms(&mut drafts, dictionary, log);
    if !usable {
        return None;
    }
    match expand(drafts, dictionary, log) {
        Ok(expanded) => {
            let masks = lower(drop_duplicates(expanded), dictionary, log);
            Some(arrange(masks, loops, dictionary, log))
        }
        Err(Stuck::Ambiguous) => None,
        Err(Stuck::TooMany(line)) => {
            let text = format!(
                "The rules expand to more than {MAX_RULES}. Use fewer OR names and movements in this rule."
            );
            log.error(line, "", text);
            None
        }
    }
}
