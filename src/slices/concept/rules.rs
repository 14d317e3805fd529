//! The designer's own rules: a field for code with line numbers, and the problems at their lines.

use egui::{RichText, TextEdit, Ui};

use crate::concept::words;
use foolproof_editor::kit::icon::{self, Icon};
use foolproof_editor::kit::theme::{Role, Theme};
use foolproof_level::bounds;
use foolproof_picture::Ink;

/// A problem at a line of the designer's own rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// From 1.
    pub line: usize,
    pub column: usize,
    pub words: String,
}

/// Start of the solver's messages about the designer's own rules.
const SOURCE: &str = "concept, line ";

/// Reads the positions in the designer's own rules from a message: `concept, line 2, column 5: …`.
pub(crate) fn problems(message: &str) -> Vec<Problem> {
    let mut found = Vec::new();
    for part in message.split(SOURCE).skip(1) {
        let Some((line, rest)) = part.split_once(", column ") else { continue };
        let Some((column, words)) = rest.split_once(": ") else { continue };
        let (Ok(line), Ok(column)) = (line.parse(), column.parse()) else { continue };
        let words = words.trim_end().trim_end_matches(';').to_owned();
        found.push(Problem { line, column, words });
    }
    found
}

/// Shows and edits rules.
pub(super) fn show(ui: &mut Ui, rules: &mut String, problems: &[Problem]) {
    let theme = Theme::of(ui);
    ui.vertical(|ui| {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let lines = rules.split('\n').count().max(4);
            let numbers = numbers(ui, lines, problems);
            ui.vertical(|ui| {
                // The field's own margin, so that a number is level with its line.
                ui.add_space(2.0);
                ui.add(egui::Label::new(numbers).selectable(false));
            });
            let field = TextEdit::multiline(rules)
                .code_editor()
                .desired_rows(4)
                .char_limit(bounds::LONGEST_OWN_NOTES / 2)
                .desired_width(f32::INFINITY);
            let response = ui.add(field);
            crate::concept::editor::name(&response, words::OWN_RULES);
        });
        for problem in problems {
            ui.horizontal_wrapped(|ui| {
                let colour = theme.ink(Ink::Conflict);
                icon::inline(ui, Icon::WARNING, colour);
                let place = words::at_line(problem.line, problem.column);
                ui.label(RichText::new(format!("{place}: {}", problem.words)).color(colour));
            });
        }
        ui.label(RichText::new(words::OWN_RULES_HINT).small().weak());
    });
}

/// Formats line numbers; those of lines with a problem are marked by a sign and a colour.
fn numbers(ui: &Ui, lines: usize, problems: &[Problem]) -> egui::text::LayoutJob {
    let theme = Theme::of(ui);
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    let mut job = egui::text::LayoutJob::default();
    for line in 1..=lines {
        let bad = problems.iter().any(|problem| problem.line == line);
        let colour = if bad { theme.ink(Ink::Conflict) } else { theme.role(Role::Weak) };
        let sign = if bad { "▸" } else { " " };
        let format = egui::TextFormat::simple(font.clone(), colour);
        job.append(&format!("{sign}{line:>2}\n"), 0.0, format);
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_out_of_a_message() {
        let message = "concept, line 2, column 5: syntax error, unexpected . — `wanted :- .`; \
                       concept, line 3, column 1: unsafe variable; level, line 1, column 1: other";
        let found = problems(message);
        let places: Vec<(usize, usize)> = found.iter().map(|p| (p.line, p.column)).collect();
        assert_eq!(places, [(2, 5), (3, 1)]);
        assert_eq!(
            found.first().map(|p| p.words.as_str()),
            Some("syntax error, unexpected . — `wanted :- .`")
        );
        assert_eq!(problems("the board is too large"), []);
    }
}
