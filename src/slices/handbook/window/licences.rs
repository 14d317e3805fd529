//! The licences of all parts of the program, in a list that can be searched.

use egui::{CollapsingHeader, ScrollArea, TextEdit, Ui};

use super::{open_in_browser, words};
use foolproof_editor::kit::theme;
use foolproof_manual::{LinkedPart, licence_names, licence_text, linked_parts};

/// Shows the parts whose names or licences match the search.
pub(crate) fn show(ui: &mut Ui, looked_for: &mut String) {
    ui.label(words::MADE_OF);
    let field = TextEdit::singleline(looked_for).hint_text(words::FIND_PART);
    let response = ui.add(field.desired_width(f32::INFINITY));
    let named = |node: &mut egui::accesskit::Node| node.set_label(words::FIND_PART);
    response.ctx.accesskit_node_builder(response.id, named);
    ui.add_space(theme::TIGHT);
    let needle = looked_for.trim().to_lowercase();
    let has = |part: &&LinkedPart| {
        part.name.to_lowercase().contains(&needle) || part.licence.to_lowercase().contains(&needle)
    };
    ScrollArea::vertical().id_salt("licences").auto_shrink([false, true]).show(ui, |ui| {
        for part in linked_parts().iter().filter(has) {
            let title = format!("{} – {}", part.name, part.licence);
            CollapsingHeader::new(title).id_salt(&part.name).show(ui, |ui| read(ui, part));
        }
    });
}

fn read(ui: &mut Ui, part: &LinkedPart) {
    part.copyright.iter().for_each(|line| drop(ui.label(line)));
    if !part.source.is_empty() && ui.link(&part.source).clicked() {
        open_in_browser(&part.source);
    }
    for name in licence_names(&part.licence) {
        ui.add_space(theme::TIGHT);
        ui.strong(name);
        ui.small(licence_text(name).unwrap_or_default());
    }
}
