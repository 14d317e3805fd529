//! A compiled game as plain lists of numbers, for an interpreter in another language: the scripts of exported
//! pages. Each set is stored once and referred to by its place, since expanded rules are much alike.
//!
//! `assets/web/script_rules.js` is that interpreter. It makes the same decisions in the same order as
//! `machine`, `matching`, `applying`, `resolve`, `step` and `stepper`, and counts work in the same way.

use crate::compiling::checks::Quantifier;
use crate::compiling::masks::{LAYERS_PER_WORD, MOVEMENTS, bits_of};
use crate::compiling::tables::{
    CellWords, CompiledCell, CompiledGroup, CompiledPhase, CompiledReplacement, CompiledRule,
    RuleTables, WinPlanes,
};
use crate::compiling::widths::with_tables;
use crate::game::{ScriptBoard, ScriptGame};
use crate::reading::sounds::PortableSounds;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::hash::Hash;

/// Numbers of objects, or of movements, five for each layer.
type PortableSet = Vec<u32>;

/// A cell of a rule: present, missing, moving, still, the sets of which it must have an object, and its
/// replacement, from 1.
type PortableCell = (u32, u32, u32, u32, Vec<u32>, u32);

/// A replacement: objects removed and added, movements removed and added, the layers that the rule sets, and
/// the objects and layers that are drawn at random.
type PortableReplacement = (u32, u32, u32, u32, u32, Vec<u32>, Vec<u32>);

/// A rule: required and touched objects and movements, its direction, [`flag`]s, its rigid group, line,
/// commands, message from 1, and its rows of segments: whether planes decide, then cells.
type PortableRule = (u32, u32, u32, u32, u8, u8, u32, u32, u32, u32, Vec<Vec<(bool, Vec<u32>)>>);

/// A group: its first rule and the end of its rules, whether one match is chosen, whether it draws, its line,
/// and the group to return to after it, or -1.
type PortableGroup = (u32, u32, bool, bool, u32, i64);

/// A side of a win condition: objects, and whether a cell must have all of them.
type PortableSide = (PortableSet, bool);

/// Further properties of a rule.
mod flag {
    pub(crate) const HAS_RIGHT: u8 = 1;
    pub(crate) const CAN_IDLE: u8 = 2;
    pub(crate) const ONE_CELL: u8 = 4;
}

/// An object's look and name.
#[derive(Serialize)]
struct PortableObject {
    name: String,
    layer: u16,
    /// Colours as `0xrrggbb`, -1 for transparent.
    colours: Vec<i64>,
    /// Numbers of colours, row by row; `.` is none.
    pixels: String,
}

/// A compiled game for another program.
#[derive(Serialize)]
pub struct PortableGame {
    objects: Vec<PortableObject>,
    n_layers: usize,
    player: PortableSide,
    background: Option<usize>,
    /// Quantifier, first side, and second side if there is one.
    wins: Vec<(&'static str, PortableSide, Option<PortableSide>)>,
    sets: Vec<PortableSet>,
    cells: Vec<PortableCell>,
    replacements: Vec<PortableReplacement>,
    rules: Vec<PortableRule>,
    early: Vec<PortableGroup>,
    late: Vec<PortableGroup>,
    /// The early group of each rigid group.
    rigid: Vec<usize>,
    messages: Vec<String>,
    /// Chance decides something.
    random: bool,
    checkpoints: bool,
    settings: PortableSettings,
    #[serde(skip_serializing_if = "Option::is_none")]
    sounds: Option<PortableSounds>,
}

/// The settings of the prelude.
#[derive(Serialize)]
struct PortableSettings {
    again: f64,
    realtime: Option<f64>,
    repeat: f64,
    flick: Option<(u32, u32)>,
    zoom: Option<(u32, u32)>,
    starts: bool,
    must_move: bool,
    no_action: bool,
    no_undo: bool,
    no_restart: bool,
    once: bool,
    ground: u32,
    text: u32,
}

/// A level as it starts: sides, sets of objects, and for each cell the place of its set, column by column.
#[derive(Serialize)]
pub struct PortableBoard {
    width: usize,
    height: usize,
    sets: Vec<Vec<usize>>,
    cells: Vec<usize>,
}

/// Items stored once each.
struct Once<T> {
    all: Vec<T>,
    known: FxHashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Once<T> {
    fn new() -> Once<T> {
        Once { all: Vec::new(), known: FxHashMap::default() }
    }

    fn place(&mut self, one: T) -> u32 {
        let next = self.all.len() as u32;
        *self.known.entry(one.clone()).or_insert_with(|| {
            self.all.push(one);
            next
        })
    }
}

/// The numbers of a set of objects.
fn objects_of<const S: usize>(words: &CellWords<S>) -> PortableSet {
    let words = words.iter().enumerate();
    words.flat_map(|(s, &word)| bits_of(word).map(move |bit| (s * 64 + bit) as u32)).collect()
}

/// The numbers of a set of movements, without the gaps between words.
fn movements_of<const S: usize>(words: &CellWords<S>) -> PortableSet {
    const USED: usize = LAYERS_PER_WORD * MOVEMENTS;
    let words = words.iter().enumerate();
    words
        .flat_map(|(s, &word)| {
            bits_of(word).filter(|&bit| bit < USED).map(move |bit| (s * USED + bit) as u32)
        })
        .collect()
}

fn without<const S: usize>(words: &CellWords<S>) -> CellWords<S> {
    words.map(|word| !word)
}

/// The tables being written.
struct PortableWriter<'a, const S: usize> {
    tables: &'a RuleTables<S>,
    sets: Once<PortableSet>,
    cells: Once<PortableCell>,
    replacements: Once<PortableReplacement>,
}

impl<const S: usize> PortableWriter<'_, S> {
    fn objects(&mut self, words: &CellWords<S>) -> u32 {
        self.sets.place(objects_of(words))
    }

    fn movements(&mut self, words: &CellWords<S>) -> u32 {
        self.sets.place(movements_of(words))
    }

    fn rule(&mut self, rule: &CompiledRule<S>) -> PortableRule {
        let tables = self.tables;
        let rows = &tables.rows[rule.rows.start as usize..rule.rows.end as usize];
        let mut written = Vec::new();
        for row in rows {
            let mut segments = Vec::new();
            for segment in &row.segments {
                let range = segment.cells.start as usize..segment.cells.end as usize;
                let cells = tables.cells[range].iter().map(|cell| self.cell(cell)).collect();
                segments.push((segment.exact, cells));
            }
            written.push(segments);
        }
        let flags = [
            (rule.has_right, flag::HAS_RIGHT),
            (rule.can_idle, flag::CAN_IDLE),
            (rule.one_cell, flag::ONE_CELL),
        ];
        let flags = flags.into_iter().filter(|(is, _)| *is).fold(0, |all, (_, flag)| all | flag);
        (
            self.objects(&rule.need),
            self.movements(&rule.need_moves),
            self.objects(&rule.touch),
            self.movements(&rule.touch_moves),
            rule.facing as u8,
            flags,
            rule.rigid,
            rule.line,
            rule.commands,
            rule.message.map_or(0, |message| message + 1),
            written,
        )
    }

    fn cell(&mut self, cell: &CompiledCell<S>) -> u32 {
        let tables = self.tables;
        let any = &tables.any[cell.any.start as usize..cell.any.end as usize];
        let any = any.iter().map(|any| self.objects(any)).collect();
        let made = cell.replacement.and_then(|at| tables.replacements.get(at as usize));
        let made = made.map_or(0, |made| self.replacement(made) + 1);
        let written = (
            self.objects(&cell.present),
            self.objects(&cell.missing),
            self.movements(&cell.moving),
            self.movements(&cell.still),
            any,
            made,
        );
        self.cells.place(written)
    }

    fn replacement(&mut self, made: &CompiledReplacement<S>) -> u32 {
        // Among the objects that are not kept, numbers beyond all objects mean nothing.
        let mut taken = objects_of(&without(&made.keep));
        taken.retain(|&object| (object as usize) < self.tables.n_objects);
        let written = (
            self.sets.place(taken),
            self.objects(&made.set),
            self.movements(&without(&made.keep_moves)),
            self.movements(&made.set_moves),
            self.movements(&made.layers),
            made.random_objects.clone(),
            made.random_layers.clone(),
        );
        self.replacements.place(written)
    }

    fn phase(phase: &CompiledPhase) -> Vec<PortableGroup> {
        let group = |(at, group): (usize, &CompiledGroup)| {
            let back = phase.loop_back.get(at).copied().flatten().map_or(-1, |back| back as i64);
            let rules = &group.rules;
            (rules.start, rules.end, group.random, group.draws, group.line, back)
        };
        phase.groups.iter().enumerate().map(group).collect()
    }
}

fn side(side: &WinPlanes) -> PortableSide {
    (side.planes.clone(), side.together)
}

impl ScriptGame {
    /// The compiled game without its levels, for an interpreter in another language. O(rules).
    pub fn portable(&self) -> PortableGame {
        with_tables!(&*self.tables, tables => self.written(tables))
    }

    /// The board of an entry of the levels, in the same form.
    pub fn portable_board(&self, board: &ScriptBoard) -> PortableBoard {
        let mut sets = Once::new();
        let cells = self.cells(board).into_iter().map(|cell| sets.place(cell) as usize).collect();
        PortableBoard { width: board.width, height: board.height, sets: sets.all, cells }
    }

    fn written<const S: usize>(&self, tables: &RuleTables<S>) -> PortableGame {
        let mut writer = PortableWriter {
            tables,
            sets: Once::new(),
            cells: Once::new(),
            replacements: Once::new(),
        };
        let rules = tables.rules.iter().map(|rule| writer.rule(rule)).collect();
        let wins = tables.wins.iter().map(|win| {
            let quantifier = match win.quantifier {
                Quantifier::No => "no",
                Quantifier::Some => "some",
                Quantifier::All => "all",
            };
            (quantifier, side(&win.first), win.second.as_ref().map(side))
        });
        PortableGame {
            objects: self.portable_objects(&tables.layers),
            n_layers: tables.n_layers,
            player: (tables.player_planes.clone(), tables.player_together),
            background: self.background(),
            wins: wins.collect(),
            rules,
            early: PortableWriter::<S>::phase(&tables.early),
            late: PortableWriter::<S>::phase(&tables.late),
            rigid: tables.rigid_groups.clone(),
            messages: tables.messages.clone(),
            random: tables.random_line.is_some(),
            checkpoints: self.has_checkpoints(),
            settings: self.portable_settings(),
            sounds: self.portable_sounds(),
            sets: writer.sets.all,
            cells: writer.cells.all,
            replacements: writer.replacements.all,
        }
    }

    fn portable_objects(&self, layers: &[u16]) -> Vec<PortableObject> {
        let pixel = |pixel: &Option<u8>| {
            pixel.and_then(|number| char::from_digit(u32::from(number), 36)).unwrap_or('.')
        };
        let object = |(at, object): (usize, &crate::game::ScriptObject)| PortableObject {
            name: object.name.clone(),
            layer: layers.get(at).copied().unwrap_or(0),
            colours: object.sprite.colours.iter().map(|hex| hex.map_or(-1, i64::from)).collect(),
            pixels: object.sprite.pixels.iter().flatten().map(pixel).collect(),
        };
        self.objects.iter().enumerate().map(object).collect()
    }

    fn portable_settings(&self) -> PortableSettings {
        let settings = &self.settings;
        PortableSettings {
            again: settings.again_interval,
            realtime: settings.realtime_interval,
            repeat: settings.key_repeat_interval,
            flick: settings.flickscreen,
            zoom: settings.zoomscreen,
            starts: settings.runs_rules_on_start,
            must_move: settings.requires_movement,
            no_action: settings.without_action,
            no_undo: settings.without_undo,
            no_restart: settings.without_restart,
            once: settings.norepeat_action,
            ground: settings.background_colour,
            text: settings.text_colour,
        }
    }
}
