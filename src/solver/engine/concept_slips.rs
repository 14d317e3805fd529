//! Slips in the rules of a concept: names that no rule derives.
//!
//! clingo only remarks on them, and such a rule never holds, or always does: a proof about it would prove
//! nothing. So no question about it is answered.

use crate::engine::plan;
use foolproof_asp::{Located, Source};
use foolproof_game::{Game, GroundSource};

/// Returns the first slip among the warnings of a program: in the level's own rules, or in those that the
/// manifest of a game gives for a property.
pub(crate) fn slip_in_concept(
    game: &dyn Game,
    warnings: &[Located],
    sources: &[Source],
) -> Option<Located> {
    let of_level = |warning: &&Located| warning.source == plan::OWN_RULES;
    if let Some(slip) = warnings.iter().find(of_level) {
        return Some(slip.clone());
    }
    // Built-in games omit facts that a level does not have.
    game.text()?;
    let slip = warnings.iter().find(|warning| warning.source == plan::FORMULA)?;
    let named =
        |source: &Source| GroundSource { name: source.name.clone(), text: source.text.clone() };
    let sources: Vec<GroundSource> = sources.iter().map(named).collect();
    let told = game.ground_rules().and_then(|rules| rules.remark(&slip.text, &sources));
    let text = told.unwrap_or_else(|| slip.text.clone());
    Some(Located { text: format!("the rule of a [[concept]]: {text}"), ..slip.clone() })
}
