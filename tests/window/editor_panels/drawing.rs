//! What the painter makes of shapes.

use egui::{Pos2, Rect, Vec2};
use foolproof::editor::kit::painter::{Motion, Transform, paint};
use foolproof::editor::kit::theme::Theme;
use foolproof::picture::{Align, Dash, Ink, Point, Shape, Stroke};

fn line(dash: Dash) -> Shape {
    let points = vec![Point::new(0.5, 0.5), Point::new(4.5, 0.5), Point::new(4.5, 3.5)];
    Shape::Polyline { points, stroke: Stroke { ink: Ink::Beam, width: 0.1, dash } }
}

/// Paints shapes for one frame; whether they move, and how many of egui's shapes they became.
fn painted(shapes: &[Shape], time: Option<f64>) -> (Motion, usize) {
    let context = egui::Context::default();
    Theme::install(&context);
    let mut motion = Motion::Still;
    let input = egui::RawInput {
        screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::splat(400.0))),
        ..Default::default()
    };
    let mut output = context.run_ui(input, |ui| {
        let transform = Transform::fit(ui.max_rect(), Vec2::splat(10.0));
        motion = paint(ui.painter(), transform, shapes, &Theme::LIGHT, time);
    });
    output.textures_delta.clear();
    (motion, output.shapes.len())
}

#[test]
fn only_what_flows_moves_and_only_with_a_time() {
    assert_eq!(painted(&[line(Dash::Flowing)], Some(1.0)).0, Motion::Flowing);
    assert_eq!(painted(&[line(Dash::Flowing)], None).0, Motion::Still);
    for dash in [Dash::Solid, Dash::Dashed, Dash::Dotted] {
        assert_eq!(painted(&[line(dash)], Some(1.0)).0, Motion::Still, "{dash:?}");
    }
}

#[test]
fn dashes_fill_the_line_and_text_too_small_to_read_is_left_out() {
    let none = painted(&[], None).1;
    let solid = painted(&[line(Dash::Solid)], None).1 - none;
    let dashed = painted(&[line(Dash::Dashed)], None).1 - none;
    assert_eq!(solid, 1);
    // Seven cells at a dash each 0.28 cells, and one more where the corner cuts one.
    assert!((25..=27).contains(&dashed), "{dashed}");
    let text = |size| Shape::Text {
        at: Point::new(1.0, 1.0),
        text: "1/2".to_owned(),
        size,
        ink: Ink::Text,
        align: Align::Centre,
    };
    assert_eq!(painted(&[text(0.5)], None).1 - none, 1);
    assert_eq!(painted(&[text(0.1)], None).1 - none, 0);
}

#[test]
fn places_on_the_screen_and_on_the_board_agree() {
    let rect = Rect::from_min_size(Pos2::new(20.0, 30.0), Vec2::new(300.0, 200.0));
    let fit = Transform::fit(rect, Vec2::new(10.0, 10.0));
    assert_eq!(fit.scale, 20.0);
    assert_eq!(fit.to_screen(Point::new(5.0, 5.0)), rect.center());
    assert_eq!(fit.to_board(fit.to_screen(Point::new(3.0, 7.0))), Point::new(3.0, 7.0));
}
