//! Constraints: drawn on the board as one object, numbered, selected, changed and removed.
//!
//! A stroke of the tool gathers cells; their meaning depends on the current kind of constraint. The
//! constraint that was drawn last, or clicked, is selected: the panel shows its number, its rule and its
//! problems.

mod gathering;
mod kinds;
mod panel;
mod reshaping;
mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::Key;

use super::{constraints, free_site};
use foolproof_editor::board::tool::{StrokeDeed, Tool};
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::session::command::{Command, Entry, Menu, key};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::kinds::{
    BoardOverlay, BoardTool, Listener, Over, OverlayLayer, PanelPlace, PanelSection, ToolButton,
};
use foolproof_editor::session::state::State;
use foolproof_game::{ConstraintForm, ConstraintKind, ConstraintText, Game};
use foolproof_level::{Level, Mark, Site};
use foolproof_picture::{Dash, Ink, Rect, Shape, Stroke};

use gathering::cells_of;
use reshaping::{NextStroke, groups_of};

foolproof_editor::command_names!(
    pub(crate) ConstrainingCommands,
    TOOL_CONSTRAINT = "tool-constraint",
    DELETE_CONSTRAINT = "delete-constraint",
);

/// A bulb and a bent tube: lines and dots are overlays' icons.
const THERMOMETER: Icon = Icon("ring 4.8,11.2 2.6; line 6.6,9.4 9.6,6.4 9.6,2.6 13.4,2.6");

pub(crate) const CONSTRAINT_TOOL: Tool = Tool("Constraint");

const COMMANDS: &[Entry] = &[
    Entry::new(
        Command::TOOL_CONSTRAINT,
        Menu::Board,
        0,
        "Constraint tool",
        "Draws the constraint that is chosen in the panel: cages, lines, dots and more.",
        |state| state.set_tool(CONSTRAINT_TOOL),
    )
    .searched_as("cage killer thermo arrow line dot variant draw")
    .when(|state| arises(&state.document))
    .keys(&[key(Key::C)])
    .checked(|state| state.board.tool == CONSTRAINT_TOOL),
    Entry::new(
        Command::DELETE_CONSTRAINT,
        Menu::Board,
        0,
        "Delete the constraint",
        "Takes the selected constraint off the level.",
        delete,
    )
    .searched_as("remove cage line dot")
    .when(|state| state.feature::<Constraining>().is_some_and(|own| own.selected.is_some())),
];

/// True if the level's game has constraints.
fn arises(document: &Document) -> bool {
    document.scene().is_some_and(|(game, _)| game.constraints().is_some())
}

/// The tool's constraint, and the selected one.
pub(crate) struct Constraining {
    /// The kind that the tool draws, by its number in the palette.
    kind: usize,
    /// The number or text for the next constraint, as typed.
    number: String,
    /// Cells of the running stroke.
    drawn: Vec<Site>,
    /// Number of cells in the circle of the next constraint, if its kind has one: a pill has several.
    circle: usize,
    /// The first of two groups, if the kind has groups.
    first_group: Vec<Site>,
    selected: Option<Site>,
    next_stroke: NextStroke,
    /// The constraint whose number is in the field.
    number_of: NumberOf,
    /// The number's field is to take the focus.
    takes_number: bool,
    /// Reason why the field's value is invalid.
    fault: Option<String>,
    /// The tool was chosen when the panel was last shown.
    was_taken: bool,
    version: u64,
    /// Search words for kinds, the kinds used last, and a picture of each kind with its part of the board.
    wanted: String,
    recent: Vec<usize>,
    pictures: Vec<(Vec<Shape>, egui::Rect)>,
    /// The last check of the level's constraints.
    checked: Option<CheckedConstraints>,
}

/// The constraint whose number the field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberOf {
    /// The next constraint, with its usual number.
    Next,
    /// The next constraint, with the number as typed; typing continues with the constraints after it.
    NextTyped,
    Selected,
}

/// The problems of a level's constraints.
struct CheckedConstraints {
    level: Arc<Level>,
    faults: Vec<(Site, String)>,
}

impl Default for Constraining {
    fn default() -> Self {
        Self {
            kind: 0,
            number: String::new(),
            drawn: Vec::new(),
            circle: 1,
            first_group: Vec::new(),
            selected: None,
            next_stroke: NextStroke::New,
            number_of: NumberOf::Next,
            takes_number: false,
            fault: None,
            was_taken: false,
            version: 0,
            wanted: String::new(),
            recent: Vec::new(),
            pictures: Vec::new(),
            checked: None,
        }
    }
}

fn delete(state: &mut State) {
    let Some(own) = state.feature_mut::<Constraining>() else { return };
    let selected = own.selected;
    own.select(None);
    if let Some(site) = selected {
        state.edit(words::DELETE, |level| level.paint(site, None));
    }
}

/// Reads a text as a kind takes it: as its numbers, or as its text.
fn said_of(kind: &ConstraintKind, text: &str) -> (Vec<i32>, String) {
    match kind.text {
        Some(_) => (Vec::new(), text.to_owned()),
        None => (numbers_of(kind, text), String::new()),
    }
}

/// Reads the numbers of a text. If a kind takes several, each digit of a text with only one number counts.
fn numbers_of(kind: &ConstraintKind, text: &str) -> Vec<i32> {
    let parts = || text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let several = kind.numbers.1 > 1;
    match several && parts().count() == 1 {
        true => text
            .chars()
            .filter_map(|c| c.to_digit(10))
            .filter_map(|d| i32::try_from(d).ok())
            .collect(),
        false => parts().filter_map(|part| part.parse().ok()).collect(),
    }
}

/// True if an argument of a mark is a number or a text, not a cell.
fn is_said(arg: &str) -> bool {
    arg.starts_with('"') || arg.parse::<i32>().is_ok()
}

/// Formats the numbers or the text of a mark as a designer types them.
fn shown_text(mark: &Mark) -> String {
    let said: Vec<String> =
        mark.args().into_iter().filter(|arg| is_said(arg)).map(foolproof_kernel::unquote).collect();
    said.join(" ")
}

/// Returns the arguments of a mark that are neither numbers nor text: its cells.
fn unsaid(mark: &Mark) -> Vec<&str> {
    mark.args().into_iter().filter(|arg| !is_said(arg)).collect()
}

/// Returns the constraint of the same kind with the same cells.
fn same_cells(level: &Level, mark: &Mark) -> Option<Site> {
    let is_same = |other: &Mark| other.functor() == mark.functor() && unsaid(other) == unsaid(mark);
    constraints(level).find(|(_, other)| is_same(other)).map(|(site, _)| site)
}

impl Constraining {
    fn kind_in_hand(&self, game: &dyn Game) -> Option<ConstraintKind> {
        game.constraints()?.kinds().into_iter().nth(self.kind)
    }

    /// Chooses another kind, with its usual number.
    fn choose(&mut self, state: &mut State, number: usize, kind: &ConstraintKind) {
        self.kind = number;
        let usual = kind.usual.map(|usual| usual.to_string());
        self.number = usual.or(kind.text.map(str::to_owned)).unwrap_or_default();
        self.fault = None;
        self.first_group.clear();
        self.select(None);
        state.set_tool(CONSTRAINT_TOOL);
    }

    /// Adds a constraint to the level, or says why it is invalid.
    fn put(&mut self, state: &mut State, kind: &ConstraintKind, groups: &[Vec<Site>]) {
        let Some((game, level)) = state.scene() else { return };
        let Some(known) = game.constraints() else { return };
        // A kind for the whole board is ticked, not drawn.
        let said = match (kind.form, kind.text) {
            (ConstraintForm::Whole, Some(example)) => example,
            _ => &self.number,
        };
        let (mut numbers, text) = said_of(kind, said);
        let has_number = !numbers.is_empty();
        if !has_number && kind.numbers.0 > 0 {
            // Its number is typed next.
            numbers.push(kind.bounds.0.max(1));
        }
        let said = ConstraintText { numbers: &numbers, text: &text };
        match known.drawn(&level.board, kind.id, &said, groups) {
            Ok(mark) => {
                self.remember(self.kind);
                // A second constraint on the same cells would cover the first.
                let there = same_cells(&level, &mark).filter(|_| kind.text.is_none());
                let site = there.unwrap_or_else(|| free_site(&level));
                if there.is_none() || has_number {
                    state.edit(words::drawn(kind.name), |level| level.paint(site, Some(mark)));
                }
                self.selected = Some(site);
                if self.number_of == NumberOf::Next {
                    self.number_of = NumberOf::Selected;
                }
                self.takes_number = kind.numbers.1 > 0 || kind.text.is_some();
            }
            Err(why) => state.say(ToastTone::Trouble, why),
        }
    }

    /// Returns the problems of the level's constraints.
    fn faults(&mut self, game: &dyn Game, level: &Arc<Level>) -> Vec<(Site, String)> {
        let known = self.checked.as_ref().filter(|checked| Arc::ptr_eq(&checked.level, level));
        if let Some(checked) = known {
            return checked.faults.clone();
        }
        let faults = game.constraints().map(|known| known.faults(level)).unwrap_or_default();
        let level = Arc::clone(level);
        self.checked = Some(CheckedConstraints { level, faults: faults.clone() });
        self.version += 1;
        faults
    }

    /// Ends a stroke: its cells become a constraint, or a click selects one.
    fn finish(&mut self, state: &mut State) {
        let drawn = std::mem::take(&mut self.drawn);
        self.version += 1;
        let Some((game, level)) = state.scene() else { return };
        let Some(kind) = self.kind_of_stroke(&*game, &level) else { return };
        if self.next_stroke == NextStroke::More {
            return self.add_group(state, &kind, drawn);
        }
        if kind.form == ConstraintForm::Groups {
            if self.first_group.is_empty() {
                self.first_group = drawn;
                return state.say(ToastTone::Note, words::SECOND_GROUP);
            }
            let groups = [std::mem::take(&mut self.first_group), drawn];
            return self.lay(state, &kind, &groups);
        }
        match cells_of(kind.form, &drawn, level.board) {
            Some(mut cells) if kind.form == ConstraintForm::Circle => {
                let line = cells.split_off(self.circle_of(&level).min(cells.len() - 1));
                self.lay(state, &kind, &[cells, line]);
            }
            Some(cells) => self.lay(state, &kind, &[cells]),
            None => {
                let found = drawn.first().and_then(|site| self.next_at(&*game, &level, *site));
                self.select(found);
                if found.is_none() {
                    state.say(ToastTone::Note, words::how(kind.form));
                }
            }
        }
    }

    /// Applies a stroke's cells: to a new constraint, or as other cells of the selected one.
    fn lay(&mut self, state: &mut State, kind: &ConstraintKind, groups: &[Vec<Site>]) {
        match self.next_stroke {
            NextStroke::Again => self.redraw(state, kind, groups),
            _ => self.put(state, kind, groups),
        }
    }

    /// Returns the number of cells in the circle of a stroke; one that is drawn again keeps its number.
    fn circle_of(&self, level: &Level) -> usize {
        let again = self.selected.filter(|_| self.next_stroke == NextStroke::Again);
        let groups = again.and_then(|site| level.mark(site)).map(groups_of);
        groups.and_then(|groups| groups.first().map(Vec::len)).unwrap_or(self.circle)
    }

    /// Selects a constraint, or none; the next stroke draws a new one.
    fn select(&mut self, site: Option<Site>) {
        self.selected = site;
        self.number_of = if site.is_some() { NumberOf::Selected } else { NumberOf::Next };
        self.next_stroke = NextStroke::New;
        self.version += 1;
    }

    /// Returns the constraint on a cell that follows the selected one; the first one after the last.
    fn next_at(&self, game: &dyn Game, level: &Level, site: Site) -> Option<Site> {
        let known = game.constraints()?;
        let at = |(_, mark): &(Site, &Mark)| known.cells(&level.board, mark).contains(&site);
        let here: Vec<Site> = constraints(level).filter(at).map(|(site, _)| site).collect();
        let after =
            here.iter().position(|site| Some(*site) == self.selected).map_or(0, |at| at + 1);
        here.get(after).or(here.first()).copied()
    }

    /// Gives the selected constraint another number or text. Remembers the reason if that fails.
    fn renumber(&mut self, state: &mut State, text: &str) {
        let Some((game, level)) = state.scene() else { return };
        let (Some(site), Some(known)) = (self.selected, game.constraints()) else { return };
        let Some(mark) = level.mark(site) else { return };
        let Some(kind) = known.kinds().into_iter().find(|kind| kind.id == mark.functor()) else {
            return;
        };
        let (numbers, text) = said_of(&kind, text);
        let accepted = if kind.text.is_some() {
            // The game knows how to store a text; a constraint with a text has at most one group of cells.
            let cells = known.cells(&level.board, mark);
            let groups = if cells.is_empty() { Vec::new() } else { vec![cells] };
            known.drawn(
                &level.board,
                kind.id,
                &ConstraintText { numbers: &[], text: &text },
                &groups,
            )
        } else {
            let said = numbers.iter().map(ToString::to_string);
            let cells = mark.args().into_iter().filter(|arg| !is_said(arg));
            let args: Vec<String> = said.chain(cells.map(str::to_owned)).collect();
            let next = format!("{}({})", kind.id, args.join(",")).parse::<Mark>();
            next.map_err(|why| why.to_string()).and_then(|next| {
                let why = game.accepts(&level.board, site, &next);
                why.map(|()| next).map_err(|why| why.to_string())
            })
        };
        match accepted {
            Ok(next) => {
                self.fault = None;
                if next != *mark {
                    state.edit(words::RENUMBER, |level| level.paint(site, Some(next)));
                }
            }
            Err(why) => self.fault = Some(why),
        }
    }
}

impl Constraining {
    /// Hatches the cells of invalid constraints.
    fn draw_faults(&self, over: &mut Over<'_>) {
        let Some(known) = over.game.constraints() else { return };
        let faults = self.checked.iter().flat_map(|checked| &checked.faults);
        let sites: BTreeSet<Site> = faults
            .filter_map(|(site, _)| over.level.mark(*site))
            .flat_map(|mark| known.cells(&over.level.board, mark))
            .collect();
        let ring = |rect: Rect| {
            let stroke = Some(Stroke { dash: Dash::Dashed, ..Stroke::new(Ink::Conflict, 0.06) });
            let rect = foolproof_overlay::inset(rect, 0.07);
            Shape::Rect { rect, radius: 0.1, fill: None, stroke }
        };
        let rects = sites.into_iter().filter_map(|site| over.layout.rect(site));
        over.drawing.shapes.extend(rects.map(ring));
        if self.checked.as_ref().is_some_and(|checked| !checked.faults.is_empty()) {
            over.explain(words::FAULTY, |cell| vec![ring(cell)]);
        }
    }
}

foolproof_editor::feature!(Constraining, COMMANDS);

impl BoardTool for Constraining {
    fn tool(&self) -> Tool {
        CONSTRAINT_TOOL
    }

    fn buttons(&self) -> &'static [ToolButton] {
        &[ToolButton { command: Command::TOOL_CONSTRAINT, icon: THERMOMETER, arises }]
    }

    fn press(&mut self, state: &mut State, site: Site) {
        self.drawn = vec![site];
        self.version += 1;
        state.begin_stroke(StrokeDeed::Own);
    }

    fn drag(&mut self, state: &mut State, site: Site) {
        let kind = state.scene().and_then(|(game, level)| self.kind_of_stroke(&*game, &level));
        let Some(form) = kind.map(|kind| kind.form) else { return };
        gathering::go_on(form, &mut self.drawn, site);
        self.version += 1;
    }

    fn release(&mut self, state: &mut State) {
        self.finish(state);
    }

    fn act(&mut self, state: &mut State, site: Site) {
        self.drawn = vec![site];
        self.finish(state);
    }

    fn tool_chosen(&mut self) {
        self.drawn.clear();
        self.first_group.clear();
    }

    /// Returns the room for clues outside: the board keeps its size when the first one is drawn.
    fn room_outside(&self, game: &dyn Game, level: &Level) -> f32 {
        let kind = self.kind_in_hand(game);
        let known = game.constraints().zip(kind);
        known.map_or(0.0, |(known, kind)| known.room_outside(level, kind.id))
    }

    fn can_erase(&self) -> bool {
        self.selected.is_some()
    }

    fn erase(&mut self, state: &mut State) {
        if let Some(site) = self.selected {
            self.remove(state, site);
        }
    }
}

impl BoardOverlay for Constraining {
    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Top
    }

    /// Draws the cells of the stroke, and those of the selected constraint.
    fn draw(&self, over: &mut Over<'_>) {
        self.draw_faults(over);
        if over.state.board.tool != CONSTRAINT_TOOL {
            return;
        }
        let selected = self.selected.and_then(|site| {
            let mark = over.level.mark(site)?;
            Some(over.game.constraints()?.cells(&over.level.board, mark))
        });
        let cells = selected.into_iter().flatten().map(|cell| (cell, 0.05));
        let begun = self.drawn.iter().chain(&self.first_group).map(|cell| (*cell, 0.1));
        for (cell, width) in cells.chain(begun) {
            let Some(rect) = over.layout.rect(cell) else { continue };
            let stroke = Some(Stroke::new(Ink::Selection, width));
            let rect = foolproof_overlay::inset(rect, 0.04);
            over.drawing.shapes.push(Shape::Rect { rect, radius: 0.1, fill: None, stroke });
        }
    }

    fn version(&self, _: &State) -> u64 {
        self.version
    }
}

impl PanelSection for Constraining {
    fn panel(&mut self, ui: &mut egui::Ui, state: &mut State, place: PanelPlace) {
        if place == PanelPlace::Top && arises(&state.document) {
            self.show(ui, state);
        }
    }
}

impl Listener for Constraining {
    fn leaves_level(&mut self, _: &mut foolproof_editor::session::chrome::Chrome) {
        self.select(None);
        self.first_group.clear();
    }

    fn cancel(&mut self, _: &mut State) -> bool {
        let had = self.selected.is_some() || !self.first_group.is_empty();
        self.select(None);
        self.first_group.clear();
        had
    }
}
