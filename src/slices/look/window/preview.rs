//! The level's board as players see it, on light and on dark ground.

use egui::{Sense, Ui, Vec2};

use super::words;
use foolproof_editor::kit::pack_look::{PackLooks, ShownLook};
use foolproof_editor::kit::painter::{self, Transform};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::session::state::State;
use foolproof_game::Scene;
use foolproof_picture::Style;

/// Room for a board, in points.
const ROOM: Vec2 = Vec2::new(350.0, 210.0);

pub(super) fn show(ui: &mut Ui, state: &State, looks: &mut PackLooks) {
    let (Some(game), Some(level)) = (state.game(), state.level()) else { return };
    let look = looks.made(ui.ctx(), &state.history().pack().play.look);
    let layout = game.layout_of(level);
    let scene = Scene { play: level.intended.as_ref(), ..Scene::default() };
    let shapes = game.draw(level, scene);
    for (style, name) in [(Style::Light, words::LIGHT), (Style::Dark, words::DARK)] {
        theme::section(ui, name);
        let (area, _) = ui.allocate_exact_size(ROOM, Sense::hover());
        let theme = look.as_ref().map_or(Theme::in_style(style), |look| look.theme(style));
        let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
        painter.rect_filled(area, theme::ROUND_CARD, theme.role(Role::Canvas));
        PackLooks::show(ui.ctx(), look.clone());
        look.iter().for_each(|look: &std::sync::Arc<ShownLook>| {
            look.paint_background(&painter, area, &theme);
        });
        let into = Transform::fit(area.shrink(theme::GAP), Vec2::new(layout.width, layout.height));
        painter::paint(&painter, into, &shapes, &theme, None);
        PackLooks::show(ui.ctx(), None);
    }
}
