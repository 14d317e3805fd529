//! The window on the screen: its size, its fit, and the scale of the interface.

use std::time::{Duration, Instant};

use egui::{Context, Vec2, ViewportCommand};

use crate::session::settings::Settings;

/// Scales of the interface.
pub(crate) const SCALES: [f32; 9] = [0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5];
/// Height of a title bar and of a desktop's own bar, in points.
const DESKTOP: f32 = 64.0;
/// Time after which a size counts as settled: during resizing it changes in every frame.
const SETTLED: Duration = Duration::from_millis(500);

/// The state of the window between frames.
#[derive(Debug, Default)]
pub struct Screen {
    /// The fit of the window was checked.
    fitted: bool,
    /// Its last size, and the time since when.
    size: Option<(Vec2, Instant)>,
}

impl Screen {
    /// Applies the scale of the settings, fits the window into the screen once, and stores its size.
    pub fn keep(&mut self, context: &Context, settings: &mut Settings) {
        let scale = scale(settings.scale);
        if context.zoom_factor() != scale {
            context.set_zoom_factor(scale);
            // The known sizes are still those of the old scale.
            return;
        }
        let window = context.input(|input| input.viewport().clone());
        let Some(inner) = window.inner_rect.filter(|_| window.minimized != Some(true)) else {
            return;
        };
        if let Some(monitor) = window.monitor_size
            && !std::mem::replace(&mut self.fitted, true)
            && !fits(inner.size() * scale, monitor * scale)
        {
            // Only the desktop knows which part of the screen is free, so the window asks for all of it.
            context.send_viewport_cmd(ViewportCommand::Maximized(true));
            return;
        }
        settings.maximized = window.maximized == Some(true);
        if settings.maximized || window.fullscreen == Some(true) {
            return;
        }
        let size = inner.size() * scale;
        let since = self.size.filter(|(known, _)| *known == size).map(|(_, since)| since);
        let since = since.unwrap_or_else(Instant::now);
        self.size = Some((size, since));
        let kept = (size.x.round(), size.y.round());
        if settings.window == Some(kept) {
            return;
        }
        match SETTLED.checked_sub(since.elapsed()) {
            Some(wait) => context.request_repaint_after(wait),
            None => settings.window = Some(kept),
        }
    }
}

/// Limits the scale of the interface to the valid range.
pub(crate) fn scale(wanted: f32) -> f32 {
    if wanted.is_finite() { wanted.clamp(SCALES[0], SCALES[SCALES.len() - 1]) } else { 1.0 }
}

/// True if a window of this size fits on the screen, with its title bar.
fn fits(window: Vec2, screen: Vec2) -> bool {
    window.x <= screen.x && window.y + DESKTOP <= screen.y
}

/// Returns the next larger or smaller scale.
pub fn next_scale(now: f32, larger: bool) -> f32 {
    let next = match larger {
        true => SCALES.iter().find(|scale| **scale > now + 0.01),
        false => SCALES.iter().rev().find(|scale| **scale < now - 0.01),
    };
    next.copied().unwrap_or_else(|| scale(now))
}

/// Describes a window with its last size.
pub fn viewport(settings: &Settings) -> egui::ViewportBuilder {
    egui::ViewportBuilder::default()
        .with_title("Foolproof")
        .with_app_id("foolproof")
        .with_inner_size(first_size(settings.window))
        .with_maximized(settings.maximized)
        .with_min_inner_size(MIN_WINDOW_SIZE)
}

/// Returns the size of the first window, in points of an interface of 100 %: the last size, if known.
fn first_size(last: Option<(f32, f32)>) -> [f32; 2] {
    let (width, height) = last.unwrap_or((1280.0, 800.0));
    let sane =
        |size: f32, least: f32| if size.is_finite() { size.clamp(least, 8192.0) } else { least };
    [sane(width, MIN_WINDOW_SIZE[0]), sane(height, MIN_WINDOW_SIZE[1])]
}

/// The smallest usable window, in points.
const MIN_WINDOW_SIZE: [f32; 2] = [640.0, 400.0];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_go_up_and_down_and_end() {
        assert_eq!(next_scale(1.0, true), 1.1);
        assert_eq!(next_scale(1.0, false), 0.9);
        assert_eq!(next_scale(2.5, true), 2.5);
        assert_eq!(next_scale(0.75, false), 0.75);
        assert_eq!(scale(f32::NAN), 1.0);
        assert_eq!(scale(90.0), 2.5);
    }

    #[test]
    fn a_window_is_never_larger_than_its_screen_lets_it() {
        assert!(fits(Vec2::new(1280.0, 800.0), Vec2::new(1920.0, 1080.0)));
        assert!(!fits(Vec2::new(1280.0, 800.0), Vec2::new(1280.0, 800.0)));
        assert_eq!(first_size(Some((3.0, f32::NAN))), MIN_WINDOW_SIZE);
        assert_eq!(first_size(None), [1280.0, 800.0]);
    }
}
