//! A pack as one HTML file that plays in a browser, without a network and without this program.
//!
//! The page carries its levels as data, the ground programs that judge them, the scripts of their games
//! (`assets/web`), and the program's own pictures. Two games still have their rules in their scripts,
//! Refraction and The Witness, whose headers say why; PuzzleScript games bring their compiled rules, which
//! `script_rules.js` runs. `tests/core/web.rs` runs all scripts against the program's rules. A policy in its
//! head allows only these scripts to run and nothing to be fetched; texts of the pack are embedded as data and
//! shown as text. It contains solutions only if players may ask for hints.

use foolproof_games::{Exported, LibraryShelf, Unwritable};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::art::{Art, short as short_number};
use super::moving::moving;
use super::page_look::PageLook;
use super::{
    ExportScope, ExportSource, Exporter, ExporterAbout, Fit, PackRules, PageMark, PageStep,
    pack_written, together,
};
use foolproof_game::{
    CompiledRules, Game, Games, GroundPlay, GroundPlayKind, HandGesture, NoGroundPlay, PageProgram,
    PartLine, SCENE_SECONDS, SCENE_SIZE, WIN_SECONDS, WinSpark, win_sparks,
};
use foolproof_level::checked::this_program;
use foolproof_level::words::escaped_xml;
use foolproof_level::{Level, Mark, Pack, Place, Unlock};
use foolproof_picture::{Dash, hatching, ink_name, ink_sheet};

/// Maximum number of gestures on the first screen.
const MAX_HANDS: usize = 4;
const CORE: &str = include_str!("../../assets/web/core.js");
const INFLATE: &str = include_str!("../../assets/web/inflate.js");
const GROUND: &str = include_str!("../../assets/web/ground.js");
const STEPS: &str = include_str!("../../assets/web/steps.js");
const FRONT: &str = include_str!("../../assets/web/front.js");
const SOUND: &str = include_str!("../../assets/web/sound.js");
const COLOURS: &str = include_str!("../../assets/web/colours.js");
const SOUNDS: &str = include_str!("../../assets/sounds.json");
const INSTALL: &str = include_str!("../../assets/web/install.js");
const PARTY: &str = include_str!("../../assets/web/party.js");
const GAMEPAD: &str = include_str!("../../assets/web/gamepad.js");
const RECORD: &str = include_str!("../../assets/web/record.js");
const SHELL: &str = include_str!("../../assets/web/shell.js");
const SHEET: &str = include_str!("../../assets/web/page.css");

/// The identifier of the format.
pub const PAGE: &str = "html";

/// A pack as one HTML file that plays in a browser.
pub(crate) struct WebPage;

impl Exporter for WebPage {
    fn about(&self) -> ExporterAbout<'_> {
        ExporterAbout {
            id: PAGE,
            name: "Web page to play (HTML)",
            endings: vec!["html"],
            scope: ExportScope::Pack,
        }
    }

    fn levels(&self, source: &ExportSource<'_>) -> Exported {
        // A page must not give solutions away, unless players may ask for hints.
        let keeps = |level: &Level, kept: &mut Level| {
            kept.intended = level.intended.clone().filter(|_| source.pack.play.hints);
        };
        let fits = |game: &dyn Game, level: &Level| plays(source.games, game, level);
        let rules = PackRules { fits: &fits, keeps: &keeps };
        let page = |fit: &[Fit<'_>]| together(fit, page(source, fit));
        pack_written(source, &rules, page)
    }
}

/// Checks that a page can play a level of a game; the error says why not.
fn plays(games: &Games, game: &dyn Game, level: &Level) -> Result<(), Unwritable> {
    if let Some(rules) = game.compiled_rules() {
        return rules.compiled_level(level, 0).map(drop).map_err(Unwritable::Format);
    }
    let ground = game.ground_rules().map(|rules| rules.ground_play(level).map(drop));
    let ground = ground.or_else(|| page_program(games, game, level).map(|made| made.map(drop)));
    match ground {
        None | Some(Ok(())) => Ok(()),
        Some(Err(NoGroundPlay::Reading)) => Err(Unwritable::Reading),
        Some(Err(NoGroundPlay::Because(why))) => Err(Unwritable::Format(why)),
    }
}

/// Returns the program with which a page judges plays of a built-in game, if it uses one.
fn page_program(
    games: &Games,
    game: &dyn Game,
    level: &Level,
) -> Option<Result<PageProgram, NoGroundPlay>> {
    let rules = game.assets().page.as_ref()?.rules.as_ref()?;
    let library = games.library();
    let no_solver = || NoGroundPlay::Because("no solver is at hand to read the rules".to_owned());
    Some(library.ok_or_else(no_solver).and_then(|library| library.page_program(game, rules, level)))
}

/// Ground programs of a page, each once, however many levels use it.
#[derive(Default)]
struct Programs {
    written: Vec<Value>,
    known: HashMap<PageProgram, usize>,
}

impl Programs {
    fn number(&mut self, program: &PageProgram) -> usize {
        if let Some(known) = self.known.get(program) {
            return *known;
        }
        // Similar rules are adjacent, and atoms are differences, so that they compress well.
        let (shared, rests): (Vec<usize>, Vec<&str>) =
            program.names.iter().map(|(same, rest)| (*same, rest.as_str())).unzip();
        let mut last = 0;
        let difference = |atom: &u32| {
            let atom = i64::from(*atom);
            atom - std::mem::replace(&mut last, atom)
        };
        let atoms: Vec<i64> = program.atoms.iter().map(difference).collect();
        self.written.push(json!({ "rules": program.rules, "names": [shared, rests, atoms] }));
        self.known.insert(program.clone(), self.known.len());
        self.written.len() - 1
    }

    /// Returns all of them, packed: otherwise they would be most of a page.
    fn packed(self) -> Value {
        if self.written.is_empty() { Value::Null } else { packed(&Value::from(self.written)) }
    }
}

/// Packs data for `assets/web/inflate.js`.
fn packed(data: &Value) -> Value {
    packed_bytes(data.to_string().as_bytes())
}

fn packed_bytes(bytes: &[u8]) -> Value {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().map(|bytes| STANDARD.encode(bytes)).unwrap_or_default().into()
}

/// Returns the page of these levels of a pack.
fn page(source: &ExportSource<'_>, levels: &[Fit<'_>]) -> String {
    let ExportSource { games, pack, .. } = *source;
    let mut here: BTreeMap<String, Arc<dyn Game>> = BTreeMap::new();
    for one in levels {
        if let Some(game) = games.by_id(&one.level.game) {
            here.insert(one.level.game.clone(), game);
        }
    }
    let look = PageLook::new(&pack.play.look);
    let mut data = data(source, &here, levels);
    if let Some(font) = look.font {
        data["font"] = packed_bytes(font);
    }
    let mut script = CORE.to_owned() + INFLATE;
    if data["programs"].is_string() {
        script.push_str(GROUND);
    }
    let scripts = here.values().filter_map(|game| game.assets().page.as_ref());
    let scripts: BTreeSet<&str> = scripts.map(|page| &*page.text).collect();
    scripts.into_iter().for_each(|one| script.push_str(one));
    let has_steps = |level: &Value| !level["steps"].is_null();
    if data["levels"].as_array().is_some_and(|levels| levels.iter().any(has_steps)) {
        script.push_str(STEPS);
    }
    script.push_str(COLOURS);
    script.push_str(FRONT);
    script.push_str(&format!("Foolproof.sounds = {};\n", SOUNDS.trim_end()));
    script.push_str(SOUND);
    script.push_str(PARTY);
    script.push_str(INSTALL);
    script.push_str(RECORD);
    script.push_str(SHELL);
    script.push_str(GAMEPAD);
    document(pack, &lean(&script), &data, &look)
}

/// Returns a script without its comments and indentation; no string of these scripts runs over several lines.
fn lean(script: &str) -> String {
    let lines = script.lines().map(str::trim_start);
    let kept = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    kept.collect::<Vec<_>>().join("\n")
}

fn pack_title(pack: &Pack) -> String {
    match pack.title.trim() {
        "" => "Levels".to_owned(),
        title => title.to_owned(),
    }
}

/// Returns the page's data about the pack.
fn data(
    source: &ExportSource<'_>,
    here: &BTreeMap<String, Arc<dyn Game>>,
    levels: &[Fit<'_>],
) -> Value {
    let ExportSource { games, pack, steps, .. } = *source;
    let art = Art::new(&pack.play.look);
    let mut parts = PageParts { games, pack, art, programs: Programs::default() };
    let mut all = Sha256::new();
    let listed: Vec<Value> = levels
        .iter()
        .filter_map(|one| {
            let game = here.get(&one.level.game)?;
            let digest = one.level.digest();
            all.update(&digest);
            let mut written = match game.compiled_rules() {
                Some(rules) => parts.compiled(game.as_ref(), rules, one, &digest),
                None => parts.level(game.as_ref(), one.level, &digest),
            };
            let steps = steps.and_then(|steps| steps.get(&one.place));
            // They are the hints of games that the page judges by their own rules.
            let steps = steps.filter(|_| pack.play.hints && !written["own"].is_null());
            if let Some(steps) = steps.filter(|steps| !steps.is_empty()) {
                written["steps"] = steps.iter().map(page_step).collect();
            }
            Some(written)
        })
        .collect();
    let PageParts { art, programs, .. } = parts;
    let about: Map<String, Value> =
        here.iter().map(|(id, game)| (id.clone(), words_of(game.as_ref()))).collect();
    let (mut glyphs, mut names) = (Map::new(), Map::new());
    for (id, game) in here {
        let (drawn, spoken) = art.marks(game.as_ref());
        glyphs.insert(id.clone(), drawn);
        names.insert(id.clone(), spoken);
    }
    let unlock = match pack.play.unlock {
        Unlock::All => json!({ "all": true }),
        Unlock::InOrder => json!({ "ahead": 0 }),
        Unlock::Ahead(most) => json!({ "ahead": most }),
    };
    all.update(pack.title.as_bytes());
    // Size of animations, and the time at which they are frozen if nothing should move.
    let scene = [SCENE_SIZE.x, SCENE_SIZE.y, SCENE_SECONDS * 0.64].map(short_number);
    json!({
        "title": pack_title(pack),
        "by": this_program(),
        "author": pack.author,
        "about": pack.play.about,
        "key": short(&hex(&all.finalize())),
        "play": { "unlock": unlock },
        "games": about,
        "hands": hands(here, levels),
        "scene": scene,
        "party": party(),
        "levels": listed,
        "drawn": packed(&json!({ "layouts": art.layouts(), "art": art.texts() })),
        "glyphs": glyphs,
        "names": names,
        "programs": programs.packed(),
    })
}

/// Returns the page's words about a game, and its compiled rules if it has some.
fn words_of(game: &dyn Game) -> Value {
    let said = game.about();
    let mut words = json!({
        "name": said.name, "rules": said.rules, "goal": said.tagline, "digest": game.digest(),
    });
    if let Some(rules) = game.compiled_rules() {
        words["script"] = rules.compiled();
    }
    words
}

/// Returns the animation of a win: for each spark its direction in turns, its distance, its size in pixels, its
/// start and its ink.
fn party() -> Value {
    let spark = |spark: WinSpark| {
        let [turn, far, size, begins] =
            [spark.turn, spark.far, spark.size, spark.begins].map(short_number);
        json!([turn, far, size, begins, ink_name(spark.ink)])
    };
    json!({
        "seconds": short_number(WIN_SECONDS),
        "sparks": win_sparks().into_iter().map(spark).collect::<Vec<_>>(),
    })
}

/// Returns the gestures on the first level, in words and moving pictures.
fn hands(here: &BTreeMap<String, Arc<dyn Game>>, levels: &[Fit<'_>]) -> Vec<Value> {
    let first = levels.first().and_then(|one| Some((here.get(&one.level.game)?, one.level)));
    let gestures = first.map(|(game, level)| match game.ground_rules() {
        Some(_) => game.gestures(level).into_iter().filter(acts).collect(),
        None => game.gestures(level),
    });
    let gestures: Vec<HandGesture> = gestures.unwrap_or_default();
    // A finger has no second button, and a page no buttons over the board.
    let mouse = [HandGesture::TakeOff, HandGesture::Follow, HandGesture::Name];
    let shown = gestures.iter().filter(|hand| !mouse.contains(hand)).take(MAX_HANDS);
    let told = |hand: &HandGesture| {
        let (game, level) = first?;
        let scene = game.scene(level, hand)?;
        Some(json!({ "words": words(hand), "picture": moving(&scene) }))
    };
    shown.filter_map(told).collect()
}

/// Parts that the levels of a page share.
struct PageParts<'a> {
    games: &'a Games,
    pack: &'a Pack,
    art: Art,
    programs: Programs,
}

impl PageParts<'_> {
    /// Writes a level whose script draws and judges it alone.
    fn compiled(
        &mut self,
        game: &dyn Game,
        rules: &dyn CompiledRules,
        one: &Fit<'_>,
        digest: &str,
    ) -> Value {
        let level = one.level;
        let mut written = json!({
            "game": level.game,
            "title": level.title,
            "author": level.author,
            "board": level.board,
            "marks": {},
            "puzzle": level.digest_for_players(),
            "key": short(digest.rsplit(':').next().unwrap_or_default()),
            "script": rules.compiled_level(level, one.place).unwrap_or_default(),
            "how": how(game, level),
        });
        if let Some(intended) = level.intended.as_ref().filter(|_| self.pack.play.hints) {
            self.art.needs(&level.game, intended.iter().map(|(_, mark)| mark.clone()));
            written["hint"] = json!(intended);
        }
        written
    }

    fn level(&mut self, game: &dyn Game, level: &Level, digest: &str) -> Value {
        let art = &mut self.art;
        // Constraints are already in the ground and in the rules.
        let shown = || level.marks().filter(|(site, _)| site.place != Place::Constraint);
        let marks: Map<String, Value> =
            shown().map(|(site, mark)| (site.to_string(), mark.as_str().into())).collect();
        art.needs(&level.game, shown().map(|(_, mark)| mark.clone()));
        let ground = game.ground_rules().and_then(|rules| rules.ground_play(level).ok());
        let beneath = match &ground {
            Some(play) => art.own_ground(&play.beneath),
            None => art.ground(game, level),
        };
        let mut written = json!({
            "game": level.game,
            "title": level.title,
            "author": level.author,
            "board": level.board,
            "marks": marks,
            "layout": art.layout(game, level),
            "ground": beneath,
            "puzzle": level.digest_for_players(),
            // A level's progress is found again as long as the puzzle stays the same.
            "key": short(digest.rsplit(':').next().unwrap_or_default()),
        });
        if !level.settings.is_empty() && ground.is_none() {
            written["settings"] = json!(level.settings);
        }
        let asks = game.asked_for(level);
        if !asks.is_empty() {
            written["asks"] = json!(asks);
        }
        if let Some(intended) = level.intended.as_ref().filter(|_| self.pack.play.hints) {
            art.needs(&level.game, intended.iter().map(|(_, mark)| mark.clone()));
            written["hint"] = json!(intended);
        }
        if let Some(play) = ground {
            self.own(game, level, &play, &mut written);
        } else if let Some(Ok(program)) = page_program(self.games, game, level) {
            written["program"] = self.programs.number(&program).into();
        }
        written
    }

    /// Adds the further data of a page for a level of a designer's own game.
    fn own(&mut self, game: &dyn Game, level: &Level, play: &GroundPlay, written: &mut Value) {
        let how = how(game, level);
        if !how.is_empty() {
            written["how"] = json!(how);
        }
        self.art.needs(&level.game, play.hand.iter().cloned());
        let marks = play.parts.iter().map(|part| part.mark.clone());
        self.art.needs(&level.game, marks.filter(|mark| mark.functor() != "look"));
        written["own"] = own(play, &self.art);
        if game.gestures(level).contains(&HandGesture::Type) {
            let typed = |mark: &Mark| Some((game.typed_text(mark)?, json!(mark)));
            written["own"]["typed"] = play.hand.iter().filter_map(typed).collect();
        }
        written["program"] = self.programs.number(&play.program).into();
    }
}

/// Returns a step in the format of the scripts.
fn page_step(step: &PageStep) -> Value {
    let marks = |marks: &[PageMark]| -> Value {
        marks.iter().map(|PageMark(site, mark, on)| json!([site.to_string(), mark, on])).collect()
    };
    let look: BTreeSet<String> = step.look.iter().map(ToString::to_string).collect();
    json!({
        "look": look, "why": step.why, "so": step.so, "sentences": step.sentences,
        "since": marks(&step.since), "marks": marks(&step.marks),
    })
}

/// Returns instructions for the player of a page: on a phone, the buttons are the only keys.
fn words(hand: &HandGesture) -> String {
    match hand {
        HandGesture::Type => "Tap a cell, then what is to be in it, or type that.".to_owned(),
        hand => hand.words(),
    }
}

/// Returns instructions for the gestures of a level.
fn how(game: &dyn Game, level: &Level) -> Vec<String> {
    let gestures = game.gestures(level);
    gestures.iter().filter(|hand| acts(hand)).map(words).collect()
}

/// True if a finger or a mouse does the same on the page of a designer's own game as in the window.
fn acts(hand: &HandGesture) -> bool {
    match hand {
        HandGesture::Draw(_) | HandGesture::Cycle { .. } | HandGesture::Sweep => true,
        HandGesture::CycleBack | HandGesture::Cross | HandGesture::Type => true,
        HandGesture::Steer | HandGesture::Press | HandGesture::PressTwo => true,
        HandGesture::Carry | HandGesture::Follow => false,
        HandGesture::TakeOff => false,
        HandGesture::Push | HandGesture::Name => false,
        // The scripts of such games name their keys.
        HandGesture::Letters(_) => false,
    }
}

/// Returns the script's data about a level whose rules are a ground program.
fn own(play: &GroundPlay, art: &Art) -> Value {
    let dash = |dash: Dash| match dash {
        Dash::Dashed => "dashed",
        Dash::Dotted => "dotted",
        Dash::Solid | Dash::Flowing => "",
    };
    let parts: Map<String, Value> = play
        .parts
        .iter()
        .map(|part| {
            let mut drawn = Map::new();
            let ink = |ink| Value::from(ink_name(ink));
            let picture = art.picture(&part.mark).filter(|_| part.place.is_in_cell());
            if let Some(fill) = part.fill.filter(|_| picture.is_none()) {
                drawn.insert("fill".to_owned(), ink(fill));
            }
            if let Some(line) = part.line {
                let PartLine { width, across, hides_words, .. } = line;
                let (width, dash) = (short_number(width), dash(line.dash));
                let said = json!([ink(line.ink), width, dash, across, hides_words]);
                drawn.insert("line".to_owned(), said);
            }
            if let Some(inks) = part.inks {
                drawn.insert("inks".to_owned(), ink(inks));
            }
            if let Some(beneath) = &part.beneath {
                let beneath = art.fragment(std::slice::from_ref(beneath));
                drawn.insert("beneath".to_owned(), beneath.into());
            }
            let body =
                picture.or_else(|| Some(art.fragment(&part.body)).filter(|body| !body.is_empty()));
            if let Some(body) = body {
                drawn.insert("body".to_owned(), body.into());
            }
            (format!("{} {}", part.place.functor(), part.mark), drawn.into())
        })
        .collect();
    let (kind, line, across) = match &play.kind {
        GroundPlayKind::Put => ("put", None, false),
        GroundPlayKind::Line { mark, across } => ("line", Some(mark), *across),
        GroundPlayKind::Moves => ("moves", None, false),
    };
    json!({
        "kind": kind, "line": line, "across": across, "hand": play.hand, "began": play.began,
        "parts": parts,
    })
}

/// Returns enough of a digest to tell the levels of all packs apart.
fn short(digest: &str) -> &str {
    digest.get(..16).unwrap_or(digest)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Joins the parts of a page.
fn document(pack: &Pack, script: &str, data: &Value, look: &PageLook) -> String {
    let PageLook { sheet, symbols, .. } = look;
    let sheet = ink_sheet() + SHEET + sheet;
    let digest = STANDARD.encode(Sha256::digest(script));
    let title = escaped_xml(&pack_title(pack));
    let language = Some(pack.play.language.trim()).filter(|tag| !tag.is_empty());
    let language = escaped_xml(language.unwrap_or("en"));
    let mut out = String::new();
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; manifest-src data:; base-uri 'none'; \
         form-action 'none'\">\n\
         <meta name=\"generator\" content=\"Foolproof\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>{title}</title>\n<style>\n{sheet}</style>\n</head>\n<body>\n\
         <noscript><p>This page needs JavaScript to play.</p></noscript>\n\
         <svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>{}</defs></svg>\n{symbols}<div id=\"app\"></div>\n\
         <script type=\"application/json\" id=\"pack\">{}</script>\n<script>{script}</script>\n\
         </body>\n</html>\n",
        hatching(),
        embedded(data)
    );
    out
}

/// Returns JSON that cannot end an HTML element, whatever words it contains.
fn embedded(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_ends_the_element_that_holds_it() {
        let data = json!({ "title": "</script><script>alert(1)</script><!--" });
        let text = embedded(&data);
        assert!(!text.contains('<') && !text.contains('>'));
        assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(data));
    }
}
