//! Groups of widgets that are one stop of the Tab key: arrows go from one to the next, and the focused one is
//! scrolled into view.

use egui::accesskit::Action;
use egui::{Context, Event, EventFilter, Id, Key, Rect, Response, Sense, Ui, Vec2};

/// A group of widgets in this frame.
pub(crate) struct OneStop {
    id: Id,
    /// The member at which Tab stops.
    stop: Option<Id>,
    members: Vec<(Id, Rect)>,
    /// The member to stop at while none has the focus.
    preferred: Option<Id>,
}

impl OneStop {
    pub(crate) fn begin(ui: &Ui, name: &str) -> Self {
        let id = place(name);
        let stop = ui.data(|data| data.get_temp(id));
        Self { id, stop, members: Vec::new(), preferred: None }
    }

    /// Returns the sense of the next widget: all members can be clicked, one is a tab stop.
    pub(crate) fn sense(&self, ui: &Ui, sense: Sense) -> Sense {
        let next = ui.next_auto_id();
        // A screen reader can go to any of them.
        let asked = ui.input(|input| input.has_accesskit_action_request(next, Action::Focus));
        if asked {
            ui.memory_mut(|memory| memory.request_focus(next));
        }
        let is_stop = self.stop.is_none_or(|stop| stop == next);
        match is_stop || ui.memory(|memory| memory.has_focus(next)) {
            true => sense | Sense::FOCUSABLE,
            false => sense.difference(Sense::FOCUSABLE),
        }
    }

    pub(crate) fn add(&mut self, response: &Response, preferred: bool) {
        self.members.push((response.id, response.rect));
        if preferred {
            self.preferred = Some(response.id);
        }
    }

    /// Handles the arrows, once all members are added.
    pub(crate) fn end(self, ui: &Ui) {
        let focused = ui.memory(|memory| memory.focused());
        let held = self.members.iter().find(|(id, _)| Some(*id) == focused).copied();
        let reached = held.and_then(|(id, rect)| {
            let arrows = EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                ..Default::default()
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
            self.nearest(rect, arrow(ui)?)
        });
        if let Some((id, rect)) = reached {
            ui.memory_mut(|memory| memory.request_focus(id));
            ui.scroll_to_rect(rect, None);
        }
        let stop = reached.or(held).map(|(id, _)| id).or(self.preferred);
        let stop = stop.or(self.members.first().map(|(id, _)| *id));
        if stop != self.stop {
            ui.data_mut(|data| match stop {
                Some(stop) => _ = data.insert_temp(self.id, stop),
                None => data.remove::<Id>(self.id),
            });
            ui.ctx().request_repaint();
        }
    }

    /// Returns the nearest member in a direction: straight ahead before members aside.
    fn nearest(&self, from: Rect, way: Vec2) -> Option<(Id, Rect)> {
        let far = |rect: &Rect| {
            let by = rect.center() - from.center();
            let (ahead, aside) = (by.dot(way), (by - by.dot(way) * way).length());
            (ahead > 1.0).then_some(ahead + 4.0 * aside)
        };
        let ahead = self.members.iter().filter_map(|member| Some((far(&member.1)?, *member)));
        ahead.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, member)| member)
    }
}

fn place(name: &str) -> Id {
    Id::unique(("one stop", name))
}

/// Focuses the member of a group at which Tab would stop; returns whether there is one.
pub(crate) fn enter(context: &Context, name: &str) -> bool {
    let stop = context.data(|data| data.get_temp::<Id>(place(name)));
    stop.iter().for_each(|id| context.memory_mut(|memory| memory.request_focus(*id)));
    stop.is_some()
}

/// Returns the direction of an arrow that was pressed alone.
fn arrow(ui: &Ui) -> Option<Vec2> {
    ui.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Key { key, pressed: true, modifiers, .. } if modifiers.is_none() => match key {
                Key::ArrowLeft => Some(Vec2::LEFT),
                Key::ArrowRight => Some(Vec2::RIGHT),
                Key::ArrowUp => Some(Vec2::UP),
                Key::ArrowDown => Some(Vec2::DOWN),
                _ => None,
            },
            _ => None,
        })
    })
}
