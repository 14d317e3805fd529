//! The form of a generation: a sentence for its most common use, and everything else beneath it.

use std::collections::BTreeSet;

use crate::generating::window::{GENERATE_WINDOW, GENERATED_WINDOW};

use egui::{
    Checkbox, CollapsingHeader, ComboBox, Context, DragValue, Grid, Key, RichText, ScrollArea, Ui,
};

use crate::generating::window::Generating;
use crate::generating::window::kinds;
use crate::generating::window::words;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::panels::sheet::{SheetDeed, buttons, place};
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_game::{Game, Verdict, concept_sentence};
use foolproof_level::{CheckItem, Concept, Expect, Hold, INTENDED, Level, Place, Site, Spot};
use foolproof_picture::Ink;
use foolproof_solver::{
    GenerateSettings, LevelAim, PaintedMarks, StepAims, Symmetry, WantedSolutions,
    can_have_one_solution, has_steps, is_made_by_trial,
};

/// Height of the form outside its scrolled part: its title, its buttons, and some of the window.
const AROUND: f32 = 148.0;
const WIDTH: f32 = 420.0;
/// Maximum number of moves that can be asked for.
const MAX_MOVES: u32 = 300;
const MAX_DISTRACTORS: u32 = 10;
/// Maximum number of sentences of a step, and of steps at a moment, that can be asked for.
const MAX_OF_STEPS: u32 = 20;
/// Default number of levels of a generation, and its default time in seconds.
const COUNT: u32 = 5;
const SECONDS: u64 = 60;

/// Settings of a generation, as the form has them.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerateForm {
    pub settings: GenerateSettings,
    pub seconds: u64,
    /// Only the intended solution may solve the levels. `None` if the choice does not arise: it needs an
    /// intended solution and no concept.
    pub only_intended: Option<bool>,
    pub fills: Fills,
    /// The painted marks contradict the intended solution, which should be the only one.
    pub contradicted: bool,
    /// Kinds of places that can hold marks.
    pub places: BTreeSet<Place>,
}

/// Sites that a generation may put marks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fills {
    /// Painted marks stay.
    Open,
    /// The painted level is changed here and there.
    Changed,
    /// Painted marks make room for others; only locked ones stay.
    Anew,
}

impl GenerateForm {
    /// Builds the form for a level, with values that fit the size of its board. If there is a choice, it
    /// drops marks that contradict the intended solution, and those of a level that already has one
    /// solution (`is_whole`): more marks would make the same puzzle easier. A level of a game of moves is
    /// changed if nothing is open.
    pub fn of(game: &dyn Game, level: &Level, is_whole: bool) -> Self {
        let asks = game.asks_for_intended();
        let free = level.concept == Concept::Any && level.intended.is_some();
        let contradicted = asks && contradicts(game, level);
        let whole = is_whole && can_have_one_solution(game, level);
        let places = game.range(level).stock.iter().map(|item| item.place).collect();
        let settings =
            GenerateSettings { count: COUNT, closer: true, ..GenerateSettings::default() };
        let only_intended = (asks && free).then_some(true);
        let fills = if contradicted || whole { Fills::Anew } else { Fills::Open };
        let seconds = SECONDS;
        let mut form = Self { settings, seconds, only_intended, fills, contradicted, places };
        if form.sites(game, level, fills) == 0 {
            form.fills = if is_made_by_trial(game) { Fills::Changed } else { Fills::Anew };
        }
        form.fit(game, level);
        form
    }

    /// Sets the marks and the distance that fit the sites to fill.
    pub(crate) fn fit(&mut self, game: &dyn Game, level: &Level) {
        self.settings.stock = game.stock(&self.template(game, level));
        let sites = self.sites(game, level, self.fills);
        self.settings.painted = match self.fills {
            Fills::Changed => PaintedMarks::Change,
            Fills::Open | Fills::Anew => PaintedMarks::Stay,
        };
        self.settings.distance = GenerateSettings::fitting_distance(sites, &self.settings.stock);
    }

    /// Counts the sites that can hold generated marks.
    fn sites(&self, game: &dyn Game, level: &Level, fills: Fills) -> usize {
        let holds = |site: &Site| self.places.contains(&site.place);
        fillable(game, level, fills).filter(holds).count()
    }

    /// Returns the level whose open cells are filled; the one on the canvas does not change.
    pub(crate) fn template(&self, game: &dyn Game, level: &Level) -> Level {
        let mut level = level.clone();
        if self.settings.solutions == WantedSolutions::Any {
            level.policy.unique = Some(Expect::Any);
        }
        if self.only_intended == Some(true) {
            level.concept = INTENDED.parse().unwrap_or_default();
        }
        if self.fills == Fills::Anew {
            let painted: Vec<Site> = fillable(game, &level, Fills::Anew).collect();
            painted.into_iter().for_each(|site| level.set(site, Spot::default()));
            if !level.concept.names(INTENDED) && level.intended_locked.is_empty() {
                level.intended = None;
            }
        }
        level
    }
}

/// True if the painted marks rule the intended solution out, and it would solve the level without them.
fn contradicts(game: &dyn Game, level: &Level) -> bool {
    let Some(play) = &level.intended else { return false };
    let mut bare = level.clone();
    let painted: Vec<Site> = fillable(game, level, Fills::Anew).collect();
    painted.into_iter().for_each(|site| bare.set(site, Spot::default()));
    let solves = |level: &Level| game.judge(level, play) == Verdict::Solved;
    !solves(level) && solves(&bare)
}

/// Returns the sites that a generation fills: open ones and, unless these stay, painted ones.
fn fillable<'a>(
    game: &'a dyn Game,
    level: &'a Level,
    fills: Fills,
) -> impl Iterator<Item = Site> + use<'a> {
    let sites = game.layout_of(level).sites.into_iter().map(|(site, _)| site);
    sites.filter(move |site| match level.hold(*site) {
        Hold::Open => true,
        Hold::Painted => fills != Fills::Open,
        Hold::Locked => false,
    })
}

/// True if a generation keeps unlocked marks by default.
pub(super) fn keeps_marks(game: &dyn Game, level: &Level) -> bool {
    fillable(game, level, Fills::Anew).count() > fillable(game, level, Fills::Open).count()
}

/// Shows the form while it is open.
pub(super) fn show(own: &mut Generating, context: &Context, state: &mut State) {
    if !state.chrome.is_open(GENERATE_WINDOW) {
        return;
    }
    let (Some((game, level)), Some(mut form)) = (state.scene(), own.form.clone()) else { return };
    let filled = form.fills;
    let able = form.sites(&*game, &level, filled) > 0;
    let (mut open, mut shows_last, n_made) = (true, false, own.made.len());
    let place = place(context);
    let room = (place.height() - AROUND).max(60.0);
    let enter = context.input(|input| input.key_pressed(Key::Enter)) && !holds_enter(context);
    let shown = egui::Window::new(words::TITLE)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(place.center())
        .constrain_to(place)
        .show(context, |ui| {
            ui.set_width(WIDTH.min(place.width() - 48.0));
            // Content higher than the window scrolls; the buttons beneath stay in view.
            let scrolled = ScrollArea::vertical().max_height(room).auto_shrink([false, true]);
            let fields = scrolled.show(ui, |ui| fields(ui, &*game, &level, &mut form));
            ui.add_space(theme::GAP);
            shows_last = n_made > 0 && ui.button(words::last_made(n_made)).clicked();
            let height = fields.content_size.y;
            (
                buttons(ui, words::GENERATE, able).or((enter && able).then_some(SheetDeed::Go)),
                height,
            )
        });
    let drawn = shown.as_ref().map_or(0.0, |shown| shown.response.rect.height());
    let (deed, fields) = shown.and_then(|shown| shown.inner).unwrap_or_default();
    // The window adapts to its content one frame later, which nothing else may request.
    if own.heights != (fields, drawn) {
        own.heights = (fields, drawn);
        context.request_repaint();
    }
    if form.fills != filled {
        form.fit(&*game, &level);
    }
    own.form = Some(form.clone());
    if shows_last {
        state.chrome.open(GENERATED_WINDOW);
    }
    match deed {
        Some(SheetDeed::Go) => own.start(state, &form),
        Some(SheetDeed::Close) => _ = state.chrome.close(),
        None if !open => _ = state.chrome.close(),
        None => {}
    }
}

fn fields(ui: &mut Ui, game: &dyn Game, level: &Level, form: &mut GenerateForm) {
    let weak = Theme::of(ui).role(Role::Weak);
    sentence(ui, form);
    let concept = concept_sentence(game, &level.concept);
    let same = words::same(&concept, level.concept == Concept::Any);
    ui.label(RichText::new(same).color(weak));
    let own = CheckItem::ALL.iter().filter(|item| !item.is_usual() && item.applies(level));
    own.for_each(|item| _ = ui.label(RichText::new(words::same_of(*item)).color(weak)));
    if let Some(only) = &mut form.only_intended {
        ui.checkbox(only, words::ONLY_INTENDED).on_hover_text(words::ONLY_INTENDED_TIP);
    }
    let mut one = form.settings.solutions == WantedSolutions::One;
    if can_have_one_solution(game, &form.template(game, level))
        && ui
            .checkbox(&mut one, words::ONE_SOLUTION)
            .on_hover_text(words::ONE_SOLUTION_TIP)
            .changed()
    {
        form.settings.solutions = if one { WantedSolutions::One } else { WantedSolutions::Any };
    }
    ui.add_space(theme::TIGHT);
    what_stays(ui, game, level, form);
    kinds::show(ui, game, form);
    ui.add_space(theme::TIGHT);
    let most = form.sites(game, level, form.fills);
    CollapsingHeader::new(words::MORE).id_salt("more settings").show(ui, |ui| {
        Grid::new("generation").num_columns(2).show(ui, |ui| {
            let cells = level.board.cells().count();
            settings(ui, form, game, most, cells);
        });
        ui.add_space(theme::TIGHT);
        stock(ui, form, most);
    });
}

/// True if the focused widget needs Enter itself: a button, a list, or a number field.
fn holds_enter(context: &Context) -> bool {
    context.memory(|memory| memory.focused()).is_some()
}

/// Shows the sentence "Make 5 levels like this one, in 60 seconds at most."
fn sentence(ui: &mut Ui, form: &mut GenerateForm) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(words::MAKE);
        let count = DragValue::new(&mut form.settings.count).range(1..=100).speed(0.1);
        named(&ui.add(count), words::LEVELS);
        ui.label(words::LIKE_THIS);
        let time = DragValue::new(&mut form.seconds).range(1..=3600);
        named(&ui.add(time), words::SECONDS);
        ui.label(words::SECONDS_AT_MOST);
    });
}

/// Gives a field in a sentence a name for screen readers.
fn named(response: &egui::Response, words: &str) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(words));
}

/// Shows the choice whether painted marks stay, if there are any and there is a choice.
fn what_stays(ui: &mut Ui, game: &dyn Game, level: &Level, form: &mut GenerateForm) {
    let [open, all] = [Fills::Open, Fills::Anew].map(|fills| form.sites(game, level, fills));
    if all == 0 {
        ui.label(words::ALL_LOCKED);
        return;
    }
    if open == all {
        ui.label(words::fills(open));
        return;
    }
    if form.contradicted {
        ui.label(RichText::new(words::CONTRADICTED).color(Theme::of(ui).ink(Ink::Bad)));
    }
    if is_made_by_trial(game) {
        ui.radio_value(&mut form.fills, Fills::Changed, words::CHANGED)
            .on_hover_text(words::CHANGED_TIP);
    }
    let keeps = words::keeps(open);
    ui.add_enabled_ui(open > 0, |ui| ui.radio_value(&mut form.fills, Fills::Open, keeps))
        .response
        .on_disabled_hover_text(words::NONE_OPEN);
    ui.radio_value(&mut form.fills, Fills::Anew, words::anew(all)).on_hover_text(words::ANEW_TIP);
}

fn settings(ui: &mut Ui, form: &mut GenerateForm, game: &dyn Game, sites: usize, cells: usize) {
    let settings = &mut form.settings;
    let seed = ui.label("Seed").on_hover_text(words::SEED_TIP);
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut settings.seed).speed(0.1)).labelled_by(seed.id);
        if ui.button("Another").on_hover_text(words::SEED_TIP).clicked() {
            settings.seed = settings.seed.wrapping_add(1);
        }
    });
    ui.end_row();
    let distance = ui.label("Differ in").on_hover_text(words::DISTANCE_TIP);
    ui.horizontal(|ui| {
        let most = u32::try_from(sites.saturating_mul(2)).unwrap_or(u32::MAX).max(1);
        ui.add(DragValue::new(&mut settings.distance).range(1..=most).speed(0.1).suffix(" marks"))
            .labelled_by(distance.id);
        ui.checkbox(&mut settings.closer, "then closer ones").on_hover_text(words::CLOSER_TIP);
    });
    ui.end_row();
    let symmetry = ui.label("Symmetry").on_hover_text(words::SYMMETRY_TIP);
    symmetries(ui, &mut settings.shape.symmetry, symmetry.id);
    ui.end_row();
    ui.label("Cells filled").on_hover_text(words::DENSITY_TIP);
    range(ui, &mut settings.shape.density, 100, |field| field.suffix(" %"));
    ui.label("Marks on cells").on_hover_text(words::PIECES_TIP);
    let any = u32::try_from(cells).unwrap_or(u32::MAX);
    range(ui, &mut settings.shape.marks, any, |field| field.speed(0.1));
    if game.moves().is_some() {
        wishes(ui, settings);
    }
    if has_steps(game) {
        steps(ui, &mut settings.steps);
    }
    if game.drafter().is_some() {
        distractors(ui, settings);
    }
    ui.label("Minimal").on_hover_text(words::MINIMAL_TIP);
    let lean = Checkbox::new(&mut settings.minimal, "only marks that are needed");
    ui.add_enabled(settings.distractors.is_none(), lean)
        .on_hover_text(words::MINIMAL_TIP)
        .on_disabled_hover_text(words::DISTRACTORS_TIP);
    ui.end_row();
}

/// Shows the number of pieces that are to lead the player astray.
fn distractors(ui: &mut Ui, settings: &mut GenerateSettings) {
    let label = ui.label("Distractors").on_hover_text(words::DISTRACTORS_TIP);
    let mut wished = settings.distractors.unwrap_or(0);
    let field = DragValue::new(&mut wished).range(0..=MAX_DISTRACTORS).speed(0.1);
    ui.add_enabled(!settings.minimal, field)
        .labelled_by(label.id)
        .on_hover_text(words::DISTRACTORS_TIP)
        .on_disabled_hover_text(words::MINIMAL_TIP);
    settings.distractors = (wished > 0).then_some(wished);
    ui.end_row();
}

/// Shows the aims for the solving steps of levels; 0 sets no aim.
pub(crate) fn steps(ui: &mut Ui, aims: &mut StepAims) {
    let numbers = [
        (
            "Hardest step",
            words::HARDEST_TIP,
            &mut aims.hardest,
            words::sentences as fn(f64) -> String,
        ),
        ("Narrowest moment", words::NARROWEST_TIP, &mut aims.narrowest, words::steps),
    ];
    for (name, tip, aim, unit) in numbers {
        let label = ui.label(name).on_hover_text(tip);
        let mut wished = aim.unwrap_or(0);
        let unit = |number: f64, _| if number < 1.0 { words::ANY.to_owned() } else { unit(number) };
        let field = DragValue::new(&mut wished).range(0..=MAX_OF_STEPS).speed(0.1);
        let field = field.custom_formatter(unit);
        ui.add(field).labelled_by(label.id).on_hover_text(tip);
        *aim = (wished > 0).then_some(wished);
        ui.end_row();
    }
    ui.label("Guessing").on_hover_text(words::NO_GUESSING_TIP);
    ui.checkbox(&mut aims.no_guessing, words::NO_GUESSING).on_hover_text(words::NO_GUESSING_TIP);
    ui.end_row();
}

/// Shows the aims for levels of a game of moves.
fn wishes(ui: &mut Ui, settings: &mut GenerateSettings) {
    let aims = [
        (LevelAim::Long, "many moves"),
        (LevelAim::FewDeadEnds, "few dead ends"),
        (LevelAim::Narrow, "few shortest solutions"),
    ];
    let aim = ui.label("Best at").on_hover_text(words::AIM_TIP);
    let name = aims.iter().find(|(value, _)| *value == settings.aim).map_or("", |(_, name)| name);
    let list = ComboBox::from_id_salt("aim").selected_text(name);
    theme::choice(ui, list, &mut settings.aim, aims).labelled_by(aim.id);
    ui.end_row();
    ui.label("Moves").on_hover_text(words::MOVES_TIP);
    range(ui, &mut settings.moves, MAX_MOVES, |field| field.speed(0.1));
}

/// Shows the least and the most of something, at the end of a row; `None` is any number up to `any`.
fn range(
    ui: &mut Ui,
    chosen: &mut Option<(u32, u32)>,
    any: u32,
    field: impl Fn(DragValue<'_>) -> DragValue<'_>,
) {
    ui.horizontal(|ui| {
        let (mut least, mut most) = chosen.unwrap_or((0, any));
        ui.add(field(DragValue::new(&mut least).range(0..=most).prefix("from ")));
        ui.add(field(DragValue::new(&mut most).range(0..=any).prefix("to ")));
        least = least.min(most);
        *chosen = ((least, most) != (0, any)).then_some((least, most));
    });
    ui.end_row();
}

fn symmetries(ui: &mut Ui, chosen: &mut Option<Symmetry>, label: egui::Id) {
    let all = [
        (None, "none"),
        (Some(Symmetry::LeftRight), "left and right"),
        (Some(Symmetry::TopBottom), "top and bottom"),
        (Some(Symmetry::HalfTurn), "half turn"),
    ];
    let name = all.iter().find(|(value, _)| value == chosen).map_or("", |(_, name)| name);
    let list = ComboBox::from_id_salt("symmetry").selected_text(name);
    theme::choice(ui, list, chosen, all).labelled_by(label);
}

/// Shows the limits on the number of marks of each group.
fn stock(ui: &mut Ui, form: &mut GenerateForm, sites: usize) {
    theme::section(ui, words::STOCK);
    let sites = u32::try_from(sites).unwrap_or(u32::MAX);
    Grid::new("stock").num_columns(3).striped(true).show(ui, |ui| {
        for item in &mut form.settings.stock {
            let most = sites.max(item.most);
            ui.label(text::capital(&item.group));
            ui.add(DragValue::new(&mut item.least).range(0..=item.most).prefix("from "));
            ui.add(DragValue::new(&mut item.most).range(0..=most).prefix("to "));
            item.least = item.least.min(item.most);
            ui.end_row();
        }
    });
}
