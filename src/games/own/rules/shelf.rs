//! The shelf: predicates that other rules build on, named in `uses` of a manifest.
//!
//! The file of each module lists what it reads and what it derives.

/// A module of the shelf.
#[derive(Debug)]
pub(crate) struct Module {
    pub name: &'static str,
    pub text: &'static str,
    /// Modules that it depends on.
    pub needs: &'static [&'static str],
}

macro_rules! module {
    ($name:literal, [$($needs:literal),*]) => {
        Module {
            name: $name,
            text: include_str!(concat!("../../../../encodings/shelf/", $name, ".lp")),
            needs: &[$($needs),*],
        }
    };
}

/// All modules, in the order of their names.
pub(crate) const SHELF: &[Module] = &[
    module!("areas", ["grid"]),
    module!("bends", ["grid", "loop"]),
    module!("connected", ["grid"]),
    module!("edges", []),
    module!("grid", []),
    module!("inside", ["loop"]),
    module!("lines", ["grid"]),
    module!("linked", []),
    module!("lists", []),
    module!("loop", ["edges"]),
    module!("regions", ["grid"]),
    module!("rim", ["grid"]),
    module!("rooms", ["edges"]),
];

pub(crate) fn module(name: &str) -> Option<&'static Module> {
    SHELF.iter().find(|module| module.name == name)
}

/// These modules and their dependencies, without duplicates and in dependency order.
pub(crate) fn with_needs(wanted: &[&'static Module]) -> Vec<&'static Module> {
    let mut all: Vec<&'static Module> = Vec::new();
    for one in wanted {
        let needs: Vec<&'static Module> =
            one.needs.iter().filter_map(|name| module(name)).collect();
        for module in with_needs(&needs).into_iter().chain([*one]) {
            if all.iter().all(|known| known.name != module.name) {
                all.push(module);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the needs that the header of a module lists.
    fn said(module: &Module) -> Vec<&str> {
        let line = module.text.lines().find_map(|line| line.strip_prefix("% Needs: "));
        let names = line.expect("a line that says what it needs").split(", ");
        names.filter(|name| *name != "nothing").collect()
    }

    #[test]
    fn modules_come_behind_all_that_their_headers_say_they_need() {
        for one in SHELF {
            let all: Vec<&str> = with_needs(&[one]).iter().map(|module| module.name).collect();
            assert_eq!(all.last(), Some(&one.name));
            assert!(said(one).iter().all(|name| all.contains(name)), "{}: {all:?}", one.name);
        }
        assert!(SHELF.is_sorted_by_key(|module| module.name));
    }
}
