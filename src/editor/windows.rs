//! Small windows: the size of the board, what a generation is to use, the rules of the game.
//!
//! Closing one loses nothing that the board has. Knows the state.

use egui::{ComboBox, DragValue, Grid, RichText, ScrollArea, Ui, Window};

use super::jobs::GenerateForm;
use super::state::{Dialog, State};
use super::text;
use super::theme::{self, Role, Theme};
use crate::level::{Board, Hold};
use crate::solver::Symmetry;

/// Shows the window that is open, if it is one of these.
pub fn show(context: &egui::Context, state: &mut State) {
    match state.dialog.clone() {
        Some(Dialog::Resize(board)) => resize(context, state, board),
        Some(Dialog::Generate(form)) => generate(context, state, form),
        _ => {}
    }
}

fn window<R>(
    context: &egui::Context,
    title: &str,
    add: impl FnOnce(&mut Ui) -> R,
) -> (bool, Option<R>) {
    let mut open = true;
    let shown = Window::new(title)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(context.content_rect().center())
        .show(context, add);
    (open, shown.and_then(|shown| shown.inner))
}

/// What a window's buttons say.
enum Deed {
    Go,
    Close,
}

fn resize(context: &egui::Context, state: &mut State, mut board: Board) {
    let Some((game, level)) = state.scene() else { return };
    let about = game.about();
    let (least, most) = (about.smallest, about.largest);
    let (open, deed) = window(context, "Resize the board", |ui| {
        sizes(ui, about.boards, &mut board);
        Grid::new("size").num_columns(2).show(ui, |ui| {
            if !about.boards.is_empty() {
                return;
            }
            number(ui, "Columns", &mut board.cols, (least.cols, most.cols));
            number(ui, "Rows", &mut board.rows, (least.rows, most.rows));
            if most.tray > 0 {
                number(ui, "Tray slots", &mut board.tray, (least.tray, most.tray));
            }
        });
        let lost = level.marks().filter(|(site, _)| !board.contains(*site)).count();
        if lost > 0 {
            let colour = Theme::of(ui).ink(crate::picture::Ink::Bad);
            ui.label(RichText::new(text::falls_off(lost)).color(colour));
        }
        ui.add_space(theme::GAP);
        buttons(ui, "Resize", true)
    });
    state.dialog = open.then_some(Dialog::Resize(board));
    match deed.flatten() {
        Some(Deed::Go) => {
            state.dialog = None;
            state.resize("Resize the board", board);
        }
        Some(Deed::Close) => state.dialog = None,
        None => {}
    }
}

/// The boards that there are, where not every size will do.
fn sizes(ui: &mut Ui, boards: &[Board], board: &mut Board) {
    ui.horizontal(|ui| {
        for known in boards {
            ui.selectable_value(board, *known, format!("{}×{}", known.cols, known.rows));
        }
    });
}

fn number(ui: &mut Ui, name: &str, value: &mut u16, (least, most): (u16, u16)) {
    let label = ui.label(name);
    ui.add(DragValue::new(value).range(least..=most).speed(0.1)).labelled_by(label.id);
    ui.end_row();
}

fn buttons(ui: &mut Ui, go: &str, able: bool) -> Option<Deed> {
    ui.horizontal(|ui| {
        let go = ui.add_enabled_ui(able, |ui| theme::primary(ui, go)).inner.clicked();
        let close = ui.button(text::CANCEL).clicked();
        match (go, close) {
            (true, _) => Some(Deed::Go),
            (_, true) => Some(Deed::Close),
            _ => None,
        }
    })
    .inner
}

fn generate(context: &egui::Context, state: &mut State, mut form: GenerateForm) {
    let Some((game, level)) = state.scene() else { return };
    let open_sites = game
        .layout(&level.board)
        .sites
        .iter()
        .filter(|(site, _)| level.hold(*site) == Hold::Open)
        .count();
    let (open, deed) = window(context, "Generate levels", |ui| {
        let weak = Theme::of(ui).role(Role::Weak);
        ui.set_max_width(400.0);
        ui.label(RichText::new(text::generate_about(open_sites)).color(weak));
        ui.add_space(theme::TIGHT);
        stock(ui, &mut form);
        ui.add_space(theme::TIGHT);
        if let Some(only) = &mut form.only_intended {
            ui.checkbox(only, text::ONLY_INTENDED).on_hover_text(text::ONLY_INTENDED_TIP);
            ui.add_space(theme::TIGHT);
        }
        Grid::new("generation").num_columns(2).show(ui, |ui| settings(ui, &mut form));
        ui.add_space(theme::GAP);
        buttons(ui, "Generate", open_sites > 0)
    });
    state.dialog = open.then(|| Dialog::Generate(form.clone()));
    match deed.flatten() {
        Some(Deed::Go) => state.start_generation(&form),
        Some(Deed::Close) => state.dialog = None,
        None => {}
    }
}

fn settings(ui: &mut Ui, form: &mut GenerateForm) {
    let settings = &mut form.settings;
    let levels = ui.label("Levels");
    ui.add(DragValue::new(&mut settings.count).range(1..=100).speed(0.1)).labelled_by(levels.id);
    ui.end_row();
    let seed = ui.label("Seed").on_hover_text(text::SEED_TIP);
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut settings.seed).speed(0.1)).labelled_by(seed.id);
        if ui.button("Another").on_hover_text(text::SEED_TIP).clicked() {
            settings.seed = settings.seed.wrapping_add(1);
        }
    });
    ui.end_row();
    let distance = ui.label("Differ in").on_hover_text(text::DISTANCE_TIP);
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut settings.distance).range(1..=200).speed(0.1).suffix(" marks"))
            .labelled_by(distance.id);
        ui.checkbox(&mut settings.closer, "then closer ones").on_hover_text(text::CLOSER_TIP);
    });
    ui.end_row();
    let symmetry = ui.label("Symmetry").on_hover_text(text::SYMMETRY_TIP);
    symmetries(ui, &mut settings.shape.symmetry, symmetry.id);
    ui.end_row();
    ui.label("Cells filled").on_hover_text(text::DENSITY_TIP);
    ui.horizontal(|ui| {
        let (mut least, mut most) = settings.shape.density.unwrap_or((0, 100));
        ui.add(DragValue::new(&mut least).range(0..=most).prefix("from ").suffix(" %"));
        ui.add(DragValue::new(&mut most).range(0..=100).prefix("to ").suffix(" %"));
        least = least.min(most);
        settings.shape.density = ((least, most) != (0, 100)).then_some((least, most));
    });
    ui.end_row();
    ui.label("Marks on cells").on_hover_text(text::PIECES_TIP);
    ui.horizontal(|ui| {
        const ANY: u32 = 999;
        let (mut least, mut most) = settings.shape.marks.unwrap_or((0, ANY));
        ui.add(DragValue::new(&mut least).range(0..=most).speed(0.1).prefix("from "));
        let words = |value: f64, _: std::ops::RangeInclusive<usize>| match value {
            value if value >= f64::from(ANY) => "any".to_owned(),
            value => value.to_string(),
        };
        let most_of = DragValue::new(&mut most).range(0..=ANY).speed(0.1).prefix("to ");
        ui.add(most_of.custom_formatter(words));
        least = least.min(most);
        settings.shape.marks = ((least, most) != (0, ANY)).then_some((least, most));
    });
    ui.end_row();
    ui.label("Minimal").on_hover_text(text::MINIMAL_TIP);
    ui.checkbox(&mut settings.minimal, "only marks that are needed")
        .on_hover_text(text::MINIMAL_TIP);
    ui.end_row();
    let time = ui.label("Seconds at most");
    ui.add(DragValue::new(&mut form.seconds).range(1..=3600)).labelled_by(time.id);
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
    let list = ComboBox::from_id_salt("symmetry").selected_text(name).show_ui(ui, |ui| {
        for (value, name) in all {
            ui.selectable_value(chosen, value, name);
        }
    });
    list.response.labelled_by(label);
}

/// How many marks of each group a level may have.
fn stock(ui: &mut Ui, form: &mut GenerateForm) {
    theme::section(ui, text::STOCK);
    ScrollArea::vertical().max_height(240.0).show(ui, |ui| {
        Grid::new("stock").num_columns(3).striped(true).show(ui, |ui| {
            for item in &mut form.settings.stock {
                ui.label(text::capital(&item.group));
                ui.add(DragValue::new(&mut item.least).range(0..=item.most).prefix("from "));
                ui.add(DragValue::new(&mut item.most).range(0..=99).prefix("to "));
                item.least = item.least.min(item.most);
                ui.end_row();
            }
        });
    });
}
