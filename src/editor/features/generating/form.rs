//! The form of a generation: how many levels, of which marks, how they are to look.

use egui::{ComboBox, Context, DragValue, Grid, RichText, ScrollArea, Ui};

use crate::editor::features::generating::Generating;
use crate::editor::features::generating::words;
use crate::editor::kit::theme::{self, Role, Theme};
use crate::editor::panels::sheet::{SheetDeed, buttons, centred};
use crate::editor::session::feature::Window;
use crate::editor::session::state::State;
use crate::editor::text;
use crate::level::Hold;
use crate::solver::{GenerateSettings, Symmetry};

/// What a generation is to use, as the dialog has it.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerateForm {
    pub settings: GenerateSettings,
    pub seconds: u64,
    /// Whether nothing but the intended solution may solve the levels, where there is one and no
    /// concept yet.
    pub only_intended: Option<bool>,
}

/// Shows the form while it is open.
pub(super) fn show(own: &mut Generating, context: &Context, state: &mut State) {
    if !state.is_open(Window::GENERATE) {
        return;
    }
    let (Some((game, level)), Some(mut form)) = (state.scene(), own.form.clone()) else { return };
    let open_sites = game
        .layout(&level.board)
        .sites
        .iter()
        .filter(|(site, _)| level.hold(*site) == Hold::Open)
        .count();
    let (open, deed) = centred(context, "Generate levels", |ui| {
        let weak = Theme::of(ui).role(Role::Weak);
        ui.set_max_width(400.0);
        ui.label(RichText::new(words::generate_about(open_sites)).color(weak));
        ui.add_space(theme::TIGHT);
        stock(ui, &mut form);
        ui.add_space(theme::TIGHT);
        if let Some(only) = &mut form.only_intended {
            ui.checkbox(only, words::ONLY_INTENDED).on_hover_text(words::ONLY_INTENDED_TIP);
            ui.add_space(theme::TIGHT);
        }
        Grid::new("generation").num_columns(2).show(ui, |ui| settings(ui, &mut form));
        ui.add_space(theme::GAP);
        buttons(ui, "Generate", open_sites > 0)
    });
    own.form = Some(form.clone());
    match deed.flatten() {
        Some(SheetDeed::Go) => own.start(state, &form),
        Some(SheetDeed::Close) => _ = state.close(),
        None if !open => _ = state.close(),
        None => {}
    }
}

fn settings(ui: &mut Ui, form: &mut GenerateForm) {
    let settings = &mut form.settings;
    let levels = ui.label("Levels");
    ui.add(DragValue::new(&mut settings.count).range(1..=100).speed(0.1)).labelled_by(levels.id);
    ui.end_row();
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
        ui.add(DragValue::new(&mut settings.distance).range(1..=200).speed(0.1).suffix(" marks"))
            .labelled_by(distance.id);
        ui.checkbox(&mut settings.closer, "then closer ones").on_hover_text(words::CLOSER_TIP);
    });
    ui.end_row();
    let symmetry = ui.label("Symmetry").on_hover_text(words::SYMMETRY_TIP);
    symmetries(ui, &mut settings.shape.symmetry, symmetry.id);
    ui.end_row();
    ui.label("Cells filled").on_hover_text(words::DENSITY_TIP);
    ui.horizontal(|ui| {
        let (mut least, mut most) = settings.shape.density.unwrap_or((0, 100));
        ui.add(DragValue::new(&mut least).range(0..=most).prefix("from ").suffix(" %"));
        ui.add(DragValue::new(&mut most).range(0..=100).prefix("to ").suffix(" %"));
        least = least.min(most);
        settings.shape.density = ((least, most) != (0, 100)).then_some((least, most));
    });
    ui.end_row();
    ui.label("Marks on cells").on_hover_text(words::PIECES_TIP);
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
    ui.label("Minimal").on_hover_text(words::MINIMAL_TIP);
    ui.checkbox(&mut settings.minimal, "only marks that are needed")
        .on_hover_text(words::MINIMAL_TIP);
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
    theme::section(ui, words::STOCK);
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
