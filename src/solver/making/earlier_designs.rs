//! Earlier completions as atoms of a program, so that it finds others.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::ask::Ask;
use crate::values::earlier_completions::EarlierDesign;
use foolproof_asp::{Assume, Atom};
use foolproof_level::{Mark, Site};

/// Returns the earlier completions as truth values of all atoms that the program chooses. Skips those with a
/// mark that is neither chosen nor fixed here, because they are no levels of this program.
pub(crate) fn earlier_designs(ask: &Ask<'_>, atoms: &[Atom]) -> Vec<Vec<Assume>> {
    let name = |atom: &Atom| match atom.args.as_slice() {
        [site, mark] => format!("{site} {mark}"),
        _ => String::new(),
    };
    let chosen: BTreeMap<String, &Atom> = atoms.iter().map(|atom| (name(atom), atom)).collect();
    let design = |earlier: &EarlierDesign| {
        let told = |site: &Site| earlier.counts(*site);
        let marks: Vec<&(Site, Mark)> =
            earlier.marks.iter().filter(|(site, _)| told(site)).collect();
        let held: BTreeSet<String> =
            marks.iter().map(|(site, mark)| format!("{site} {mark}")).collect();
        let can_be = |(site, mark): &&(Site, Mark)| {
            chosen.contains_key(&format!("{site} {mark}")) || ask.level.mark(*site) == Some(mark)
        };
        // The fixed marks must be part of it, because the chosen atoms alone would not tell it apart.
        let fixed = ask.level.marks().filter(|(site, _)| told(site));
        let mut fixed = fixed.map(|(site, mark)| format!("{site} {mark}"));
        let has_fixed = fixed.all(|mark| chosen.contains_key(&mark) || held.contains(&mark));
        let truth = |(name, atom): (&String, &&Atom)| ((*atom).clone(), held.contains(name));
        let of_told = |(_, atom): &(&String, &&Atom)| {
            let site = atom.args.first().and_then(|site| site.parse().ok());
            site.is_none_or(|site| told(&site))
        };
        (has_fixed && marks.iter().all(can_be))
            .then(|| chosen.iter().filter(of_told).map(truth).collect())
    };
    ask.goal.earlier.designs.iter().filter_map(design).collect()
}
