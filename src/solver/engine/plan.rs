//! Translates levels to programs, and their atoms back.
//!
//! With `engine/mod.rs` the only place of the room that talks to a game. Must never name a game.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::values::limits::{GenerateSettings, Symmetry};
use foolproof_asp::{Assume, Atom, Definitions, Program, meddling, names};
use foolproof_game::{
    ClueReading, Game, GameError, OpenRooms, PlacedClues, Scope, StockItem, Turn, level_facts,
    list_facts, site_facts, sites as all_sites,
};
use foolproof_level::{Board, Concept, Hold, Level, Mark, Place, Play, Site, WANTED};

/// The generic half of every design question.
const DESIGN: &str = include_str!("../../../encodings/design.lp");
/// Name of the source with the designer's own rules, as messages call it.
pub(crate) const OWN_RULES: &str = "concept";
/// Name of the source with the rules of properties and of their combination in a concept.
pub(crate) const FORMULA: &str = "concept's formula";

/// Name of the source with a level's own facts.
const LEVEL: &str = "level";
/// Solutions with the same play count as one, whatever else differs in them.
const PROJECTED: &str = "\n#project __play/1.\n";

/// Name of the source with named constraints.
const CONSTRAINTS: &str = "house constraints";
/// Predicate of the atoms that select constraints by name.
pub(crate) const NAMED: &str = "__named";

/// The treatment of the level's sites in a design question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holding {
    /// Locked sites are facts, painted ones may be given up at a cost, open ones are free.
    Soft,
    /// Locked and painted sites are facts, open ones are free.
    Firm,
    /// Locked and painted sites are selectors, open ones are free.
    Everything,
}

/// Returns the program of a level as it is: its answer sets are its solutions.
pub(crate) fn fixed_program(game: &dyn Game, level: &Level) -> Result<Program, GameError> {
    let known = game.about().rules_version;
    if level.rules > known {
        return Err(GameError::Board(format!(
            "the level is for version {} of the rules; this program has version {known}",
            level.rules
        )));
    }
    finish(game, level, game_program(game).with(LEVEL, fixed_facts(game, level)?))
}

fn fixed_facts(game: &dyn Game, level: &Level) -> Result<String, GameError> {
    Ok(level_facts(game, level)? + PROJECTED)
}

/// Returns one program for all levels that the game leaves open at once, and the assumptions that make its
/// answer sets the solutions of this one. Returns `None` if the game leaves nothing open.
pub(crate) fn opened(
    game: &dyn Game,
    level: &Level,
    program: &Program,
) -> Option<(Program, Vec<Assume>)> {
    let opening = game.ground_rules()?.opening(level)?;
    let facts = fixed_facts(game, level).ok()?;
    let at = program.sources.iter().position(|source| source.name == LEVEL)?;
    if *program.sources[at].text != *facts {
        return None;
    }
    let mut facts = site_facts(game, level);
    facts.push_str(opening.rules());
    facts.push_str(&game.facts(level, Scope::Fixed).ok()?);
    let mut program = program.clone();
    program.sources[at].text = (facts + PROJECTED).into();
    let lies = |(site, mark, lies): (Site, &Mark, bool)| {
        (Atom::new("has", [site.to_string(), mark.to_string()]), lies)
    };
    Some((program, opening.of(level).map(lies).collect()))
}

/// Returns the program of a level's solutions, for questions that ignore its concept. Leaves the concept out
/// if it makes no program, or has a designer's own rules, which could remove solutions.
pub(crate) fn solving_program(game: &dyn Game, level: &Level) -> Result<Program, GameError> {
    match fixed_program(game, level) {
        Ok(program) if level.concept.own_rules().is_empty() => Ok(program),
        Ok(_) | Err(GameError::Concept(_)) => fixed_program(game, &level.without_concept()),
        Err(error) => Err(error),
    }
}

/// Returns the program of all levels that the open cells allow, and their solutions.
pub(crate) fn design_program(
    game: &dyn Game,
    level: &Level,
    stock: &[StockItem],
    holding: Holding,
) -> Result<Program, GameError> {
    let of_level = |property: &&&Mark| game.is_of_level(property);
    if let Some(property) = level.concept.properties().iter().find(of_level) {
        return Err(GameError::Concept(
            format!(
                "`{property}` depends on the whole level, so the solver cannot choose marks for it"
            )
            .into(),
        ));
    }
    finish(game, level, open_program(game, level, stock, holding)?)
}

/// Returns that program without a concept.
fn open_program(
    game: &dyn Game,
    level: &Level,
    stock: &[StockItem],
    holding: Holding,
) -> Result<Program, GameError> {
    let mut facts = site_facts(game, level);
    for (site, spot) in sites(game, level) {
        match (spot.hold, holding) {
            (Hold::Open, _) => {
                let _ = writeln!(facts, "__open({site}).");
            }
            (Hold::Painted, Holding::Soft | Holding::Everything)
            | (Hold::Locked, Holding::Everything) => {
                let _ = writeln!(facts, "__held({site}).");
                if let Some(mark) = spot.mark {
                    let _ = writeln!(facts, "__mark({site},{mark}).");
                }
            }
            (Hold::Painted, Holding::Firm) | (Hold::Locked, Holding::Soft | Holding::Firm) => {
                if let Some(mark) = spot.mark {
                    let _ = writeln!(facts, "has({site},{mark}).");
                }
            }
        }
    }
    stock_facts(game, level, stock, &mut facts);
    let painted = level.marks().map(|(_, mark)| mark);
    facts.push_str(&list_facts(painted.chain(stock.iter().flat_map(|item| &item.marks))));
    // Other solutions may lack the locked part of the intended one, especially shortcuts.
    let kept = level.intended_locked.iter().filter_map(|site| {
        let mark = level.intended.as_ref()?.get(*site)?;
        Some(format!("play({site},{mark})"))
    });
    let kept: Vec<String> = kept.chain(["#true".to_owned()]).collect();
    let _ = writeln!(facts, "__reference :- {}.", kept.join(", "));
    facts.push_str(&game.facts(level, Scope::Design(stock))?);
    Ok(game_program(game).with("design.lp", DESIGN).with(LEVEL, facts))
}

/// Returns the program of all levels that a generation may make.
pub(crate) fn generation_program(
    game: &dyn Game,
    level: &Level,
    settings: &GenerateSettings,
) -> Result<Program, GameError> {
    let design = design_program(game, level, &settings.stock, Holding::Firm)?;
    Ok(design.with("shape", shape_facts(game, level, settings)))
}

/// Returns that program, but with only plays distinguishing solutions.
pub(crate) fn drawing_program(
    game: &dyn Game,
    level: &Level,
    settings: &GenerateSettings,
) -> Result<Program, GameError> {
    let apart = format!("{PROJECTED}__marked(S) :- has(S,_).\n");
    Ok(generation_program(game, level, settings)?.with("plays", apart))
}

/// Returns the program of a level's plays, with conditions for drawn plays instead of the encoding's
/// constraints.
pub(crate) fn plays_program(
    game: &dyn Game,
    level: &Level,
    reading: &dyn ClueReading,
) -> Result<Program, GameError> {
    let mut program = design_program(game, level, &[], Holding::Firm)?;
    put_in_place(&mut program, CONSTRAINTS, reading.of_drawn_plays());
    if let Some(encoding) = game.assets().encoding.as_ref().filter(|_| reading.draws_alone()) {
        put_in_place(&mut program, &encoding.name, "");
    }
    Ok(program.with("plays", format!("{PROJECTED}__marked(S) :- has(S,_).\n")))
}

/// Returns the program of rooms together with a play of them.
pub(crate) fn rooms_program(
    game: &dyn Game,
    level: &Level,
    rooms: &OpenRooms,
    reading: &dyn ClueReading,
) -> Result<Program, GameError> {
    let mut program = plays_program(game, level, reading)?;
    put_in_place(&mut program, &rooms.source, &rooms.rules);
    Ok(program)
}

fn put_in_place(program: &mut Program, name: &str, text: &str) {
    if let Some(source) = program.sources.iter_mut().find(|source| source.name == name) {
        source.text = text.to_owned().into();
    }
}

/// Returns the program of levels with some of these clues, with plays told apart.
pub(crate) fn clues_program(
    game: &dyn Game,
    level: &Level,
    clues: &BTreeSet<(Site, Mark)>,
) -> Result<Program, GameError> {
    let mut rules = String::new();
    for (site, mark) in clues {
        let _ = writeln!(rules, "{{ has({site},{mark}) }}. __clue({site},{mark}).");
    }
    rules.push_str(&list_facts(clues.iter().map(|(_, mark)| mark)));
    rules.push_str(":- __clue(S,_), 2 { has(S,M) : __clue(S,M) }.\n#defined __clue/2.\n");
    let design = design_program(game, level, &[], Holding::Firm)?;
    Ok(design.with("clues", rules).with("plays", format!("{PROJECTED}__marked(S) :- has(S,_).\n")))
}

/// Predicates of edits: a mark was put on a site, a site's mark was removed, number of edited sites.
pub(crate) const PUT: &str = "__put";
pub(crate) const TAKEN_OFF: &str = "__taken_off";
pub(crate) const EDITS: &str = "__edits";

/// Returns the program of levels with some of these clues, with edits counted and plays told apart.
pub(crate) fn edits_program(
    game: &dyn Game,
    bare: &Level,
    clues: &BTreeSet<(Site, Mark)>,
    lying: &[&(Site, Mark)],
) -> Result<Program, GameError> {
    let mut rules = String::new();
    for (site, mark) in lying {
        let _ = writeln!(rules, "__lay({site},{mark}).");
    }
    rules.push_str(EDIT_RULES);
    Ok(clues_program(game, bare, clues)?.with("edits", rules))
}

/// Rules that define edits, and let their number be chosen.
const EDIT_RULES: &str = "__put(S,M) :- __clue(S,M), has(S,M), not __lay(S,M).\n\
                          __taken_off(S) :- __lay(S,_), not has(S,M) : __clue(S,M).\n\
                          __edited(S) :- __put(S,_).\n__edited(S) :- __taken_off(S).\n\
                          { __edits(1..2) }.\n\
                          :- __edits(N), not N { __edited(S) : __clue(S,_) } N.\n\
                          #project has/2.\n#defined __lay/2.\n";

/// Returns the program of levels that a generation may make, with this play and no other as their concept.
pub(crate) fn unique_program(
    game: &dyn Game,
    level: &Level,
    settings: &GenerateSettings,
    play: &Play,
) -> Result<Program, GameError> {
    let mut rules = String::new();
    for (site, mark) in play.iter() {
        let _ = writeln!(rules, "__meant(play({site},{mark})).");
    }
    rules.push_str(ONLY_MEANT);
    let design = open_program(game, level, &settings.stock, Holding::Firm)?;
    Ok(design.with("shape", shape_facts(game, level, settings)).with("the one solution", rules))
}

/// Rules that say whether a play is the intended one, in the atoms by which the game tells plays apart.
const ONLY_MEANT: &str = "__another :- __meant(A), not __play(A).\n\
                          __another :- __play(A), not __meant(A).\n\
                          __concept :- not __another.\n\
                          #defined __meant/1. #defined __another/0. #defined __play/1.\n";

/// Returns facts about the shape of generated levels.
fn shape_facts(game: &dyn Game, level: &Level, settings: &GenerateSettings) -> String {
    let mut facts = String::new();
    let cells = |site: &Site| site.place == Place::Cell;
    let cells: Vec<Site> =
        sites(game, level).into_iter().map(|(site, _)| site).filter(cells).collect();
    if let Some(symmetry) = settings.shape.symmetry {
        for cell in &cells {
            let _ =
                writeln!(facts, "__image({cell},{}).", image(game, level.board, *cell, symmetry));
        }
        let marks = settings.stock.iter().flat_map(|item| &item.marks);
        for mark in marks.filter(|mark| is_alike(game, mark)) {
            let _ = writeln!(facts, "__alike({mark}).");
        }
    }
    let (least, most) = settings.shape.filled(cells.len());
    if (least, most) != (0, cells.len()) {
        let _ = writeln!(facts, "__filled({least},{most}).");
    }
    facts
}

/// Returns the image of a cell under a symmetry; clue cells stay outside the grid.
pub(crate) fn image(game: &dyn Game, board: Board, cell: Site, symmetry: Symmetry) -> Site {
    let clues = PlacedClues::new(game.about().outside_clues, board);
    let turned = |site: Site, turn| clues.turned(site, turn).unwrap_or(site);
    match symmetry {
        Symmetry::LeftRight => turned(cell, Turn::MirrorColumns),
        Symmetry::TopBottom => turned(cell, Turn::MirrorRows),
        Symmetry::HalfTurn => turned(turned(cell, Turn::MirrorColumns), Turn::MirrorRows),
    }
}

/// Returns whether a mark looks the same from all sides.
pub(crate) fn is_alike(game: &dyn Game, mark: &Mark) -> bool {
    let turns = [Turn::MirrorColumns, Turn::MirrorRows, Turn::Clockwise];
    turns.iter().all(|turn| game.turned(mark, *turn) == *mark)
}

/// Returns the program that explains why no level is shortcut-free: held sites and the parts of the concept
/// can be given up one by one. [`asked_part`] names the terms of the parts.
pub(crate) fn explanation_program(
    game: &dyn Game,
    level: &Level,
    stock: &[StockItem],
) -> Result<Program, GameError> {
    let (mut next, mut rules) = (0, String::new());
    let heads = compile_all(game, level, &parts(&level.concept), &mut next, &mut rules)?;
    for (n, head) in heads.iter().enumerate() {
        let asked = asked_part(n);
        let _ = writeln!(rules, "{{ {asked} }}. __level_design({asked}) :- {asked}.");
        let _ = writeln!(rules, "__lacks :- {asked}, not {head}.");
    }
    rules.push_str("__concept :- not __lacks.\n#defined __lacks/0.\n");
    with_own_rules(game, level, open_program(game, level, stock, Holding::Everything)?, rules)
}

/// Returns the separate requirements of a concept.
pub(crate) fn parts(concept: &Concept) -> Vec<Concept> {
    match concept {
        Concept::And(parts) => parts.clone(),
        Concept::Any => Vec::new(),
        other => vec![other.clone()],
    }
}

/// Returns the term for "part n of the concept is asked for".
pub(crate) fn asked_part(n: usize) -> String {
    format!("__asked({n})")
}

/// Returns a design program that first keeps painted marks, then adds few marks.
pub(crate) fn completion_program(
    game: &dyn Game,
    level: &Level,
    stock: &[StockItem],
    holding: Holding,
) -> Result<Program, GameError> {
    let few = ":~ __held(S), not __keep(S). [1@2,S]\n:~ __free(S), has(S,_). [1@1,S]\n";
    Ok(design_program(game, level, stock, holding)?.with("completion", few))
}

/// Lets the program choose its constraints by name. Returns `None` if they have no names.
pub(crate) fn with_constraints_chosen(game: &dyn Game, mut program: Program) -> Option<Program> {
    let named = game.assets().encoding.as_ref()?.named.as_ref()?;
    let source = program.sources.iter_mut().find(|source| source.name == CONSTRAINTS)?;
    source.text = named.chosen.to_string().into();
    Some(program)
}

fn game_program(game: &dyn Game) -> Program {
    match &game.assets().encoding {
        Some(encoding) => {
            let program = Program::default().with(&*encoding.name, &*encoding.text);
            let beside = encoding.beside.iter();
            let program = beside.fold(program, |all, (name, text)| all.with(&**name, &**text));
            match &encoding.named {
                Some(named) => program.with(CONSTRAINTS, &*named.all),
                None => program,
            }
        }
        None => Program::default(),
    }
}

fn finish(game: &dyn Game, level: &Level, program: Program) -> Result<Program, GameError> {
    let mut rules = String::new();
    let mut next = 0;
    let head = compile(game, level, &level.concept, &mut next, &mut rules)?;
    let _ = writeln!(rules, "__concept :- {head}.");
    with_own_rules(game, level, program, rules)
}

/// Adds a concept's rules, the game's and the designer's.
fn with_own_rules(
    game: &dyn Game,
    level: &Level,
    program: Program,
    rules: String,
) -> Result<Program, GameError> {
    let mut program = program.with(FORMULA, rules);
    match level.concept.own_rules().as_slice() {
        [] => {}
        [own] => {
            if let Some(why) = meddling(own, &program) {
                return Err(GameError::Concept(
                    format!("in the rules of asp(\"…\"), {why}").into(),
                ));
            }
            program = program.with_definitions(OWN_RULES, *own, allowed(game));
        }
        _ => {
            return Err(GameError::Concept(
                "a concept can have only one asp(\"…\"); join their rules".into(),
            ));
        }
    }
    Ok(program)
}

/// Predicates that mean the same in every game and program.
const ASKS: [&str; 3] = ["site", "has", "play"];

/// Returns what a designer's own rules may do: the same for every verb, for existing and generated levels.
fn allowed(game: &dyn Game) -> Definitions {
    let encoding = game.assets().encoding.as_ref();
    let asks = encoding.iter().flat_map(|encoding| &encoding.asks).map(|name| name.to_string());
    let taken = encoding.map(|encoding| names(&encoding.text)).unwrap_or_default();
    let beside = encoding.iter().flat_map(|encoding| &encoding.beside);
    let beside = beside.flat_map(|(_, text)| names(text));
    Definitions {
        wanted: WANTED.to_owned(),
        asks: ASKS.iter().map(|name| (*name).to_owned()).chain(asks).collect(),
        taken: names(DESIGN).into_iter().chain(taken).chain(beside).collect(),
    }
}

/// Writes the rules of a formula and returns its atom.
fn compile(
    game: &dyn Game,
    level: &Level,
    concept: &Concept,
    next: &mut usize,
    rules: &mut String,
) -> Result<String, GameError> {
    let head = format!("__c({next})");
    *next += 1;
    match concept {
        Concept::Any => {
            let _ = writeln!(rules, "{head}.");
        }
        Concept::Asp(_) => {
            let _ = writeln!(rules, "#defined {WANTED}/0. {head} :- {WANTED}.");
        }
        Concept::Is(property) if game.is_of_level(property) => {
            // Judged before anybody asks for shortcuts; until then it holds for no play.
            let _ = writeln!(rules, "#defined __level/1. {head} :- __level({property}).");
        }
        Concept::Is(property) if game.assets().encoding.is_none() => {
            let placed = |error| placed(error, level, property);
            game.concept_rules(level, property, &head).map_err(placed)?;
            // Only the game's own search is asked; this tells one concept from another.
            let _ = writeln!(rules, "% {property}");
        }
        Concept::Is(property) => {
            let placed = |error| placed(error, level, property);
            rules.push_str(&game.concept_rules(level, property, &head).map_err(placed)?);
            rules.push('\n');
        }
        Concept::Not(part) => {
            let part = compile(game, level, part, next, rules)?;
            let _ = writeln!(rules, "{head} :- not {part}.");
        }
        Concept::And(parts) => {
            let parts = compile_all(game, level, parts, next, rules)?;
            let body = if parts.is_empty() { "#true".to_owned() } else { parts.join(", ") };
            let _ = writeln!(rules, "{head} :- {body}.");
        }
        Concept::Or(parts) => {
            for part in compile_all(game, level, parts, next, rules)? {
                let _ = writeln!(rules, "{head} :- {part}.");
            }
        }
    }
    Ok(head)
}

/// Adds to an error in a property its place in the concept's text.
fn placed(error: GameError, level: &Level, property: &Mark) -> GameError {
    match (error, level.concept.place_of(property)) {
        (GameError::Concept(why), Some(at)) => GameError::Concept(
            format!("at character {} of `{}`: {why}", at + 1, level.concept).into(),
        ),
        (error, _) => error,
    }
}

fn compile_all(
    game: &dyn Game,
    level: &Level,
    parts: &[Concept],
    next: &mut usize,
    rules: &mut String,
) -> Result<Vec<String>, GameError> {
    parts.iter().map(|part| compile(game, level, part, next, rules)).collect()
}

/// Returns every site of the board with what it holds, and the sites of the level's constraints, which lie on
/// none.
fn sites(game: &dyn Game, level: &Level) -> Vec<(Site, foolproof_level::Spot)> {
    let is_constraint = |site: &Site| site.place == Place::Constraint;
    let constraints = level.spots().map(|(site, _)| site).filter(is_constraint);
    let all = all_sites(game, level).into_iter().chain(constraints);
    all.map(|site| (site, level.spot(site))).collect()
}

fn stock_facts(game: &dyn Game, level: &Level, stock: &[StockItem], facts: &mut String) {
    for (n, item) in stock.iter().enumerate() {
        let _ = writeln!(facts, "__least({n},{}). __most({n},{}).", item.least, item.most);
        for mark in &item.marks {
            let _ = writeln!(facts, "__in_group({mark},{n}).");
        }
        for (site, _) in sites(game, level) {
            if site.place != item.place || item.most == 0 {
                continue;
            }
            for mark in &item.marks {
                if game.accepts(&level.board, site, mark).is_ok() {
                    let _ = writeln!(facts, "__may({site},{mark}).");
                }
            }
        }
    }
}

/// Returns the marks in atoms of the form `name(S,M)`; skips atoms of another form.
pub(crate) fn marks_of<'a>(
    atoms: impl IntoIterator<Item = &'a Atom>,
    name: &str,
) -> impl Iterator<Item = (Site, Mark)> {
    atoms.into_iter().filter_map(move |atom| match atom.args.as_slice() {
        [site, mark] if atom.name == name => Some((site.parse().ok()?, mark.parse().ok()?)),
        _ => None,
    })
}

/// Returns the marks of a play as atoms of a session.
pub(crate) fn atoms_of(play: &Play) -> BTreeSet<Atom> {
    let atom =
        |(site, mark): (Site, &Mark)| Atom::new("play", [site.to_string(), mark.to_string()]);
    play.iter().map(atom).collect()
}

/// Returns the play of a session's atoms.
pub(crate) fn read_play(atoms: &BTreeSet<Atom>) -> Play {
    play_of(&atoms.iter().cloned().collect::<Vec<_>>())
}

/// Returns a clue as an atom of a session.
pub(crate) fn painted(site: Site, mark: &Mark) -> Atom {
    Atom::new("has", [site.to_string(), mark.to_string()])
}

/// Returns the play in a model.
pub(crate) fn play_of(atoms: &[Atom]) -> Play {
    marks_of(atoms, "play").collect()
}

/// Returns the marks in atoms of the form `__play(play(S,M))`.
pub(crate) fn tagged_marks<'a>(
    atoms: impl IntoIterator<Item = &'a Atom>,
) -> impl Iterator<Item = (Site, Mark)> {
    atoms.into_iter().filter_map(|atom| {
        let inner: Mark = atom.args.first()?.parse().ok()?;
        match (inner.functor(), inner.args().as_slice()) {
            ("play", [site, mark]) => Some((site.parse().ok()?, mark.parse().ok()?)),
            _ => None,
        }
    })
}

/// Returns the level that a model of a design program describes: what the model chose becomes painted.
pub(crate) fn level_of(asked: &Level, atoms: &[Atom], keeps: Holding) -> Level {
    let mut level = asked.clone();
    let chosen: std::collections::BTreeMap<Site, Mark> = marks_of(atoms, "has").collect();
    let before: Vec<(Site, foolproof_level::Spot)> =
        asked.spots().map(|(site, spot)| (site, spot.clone())).collect();
    for (site, spot) in before {
        if spot.hold == Hold::Painted
            && keeps != Holding::Firm
            && chosen.get(&site) != spot.mark.as_ref()
        {
            level.paint(site, None);
        }
    }
    for (site, mark) in chosen {
        if level.mark(site) != Some(&mark) {
            level.paint(site, Some(mark));
        }
    }
    level
}
