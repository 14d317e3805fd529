//! Terms of rules as people read them.

use foolproof_kernel::split;
use foolproof_level::Site;

/// Names a place in words: a site by its usual name, `row(3)` as row 4, since people count from 1.
pub fn spoken_place(at: &str) -> String {
    if let Ok(site) = at.parse::<Site>() {
        return site.spoken();
    }
    let (functor, args) = split(at);
    if let [of] = args.as_slice()
        && let Ok(site) = of.parse::<Site>()
    {
        return format!("the {} of {}", functor.replace('_', " "), site.name());
    }
    match (functor, args.as_slice()) {
        ("at", [what, site, way @ ..]) if site.parse::<Site>().is_ok() => {
            let name = |at: &str| at.parse::<Site>().map(Site::name);
            let site = name(site).unwrap_or_default();
            let way = match way {
                [to] => name(to).map_or_else(
                    |_| format!(" along {}", spoken_place(to)),
                    |to| format!(" towards {to}"),
                ),
                _ => String::new(),
            };
            format!("the {} at {site}{way}", what.replace('_', " "))
        }
        (word @ ("row" | "column"), [number]) => match number.parse::<i64>() {
            Ok(number) => format!("{word} {}", number + 1),
            Err(_) => at.to_owned(),
        },
        (word, []) => word.replace('_', " "),
        (word, args) => {
            let args: Vec<String> = args.iter().map(|arg| spoken_place(arg)).collect();
            format!("{} {}", word.replace('_', " "), args.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::spoken_place;

    #[test]
    fn people_count_from_one() {
        assert_eq!(spoken_place("row(3)"), "row 4");
        assert_eq!(spoken_place("cell(2,0)"), "row 1, column 3");
        assert_eq!(spoken_place("room(cell(0,1))"), "the room of R2C1");
        assert_eq!(spoken_place("the_sea"), "the sea");
        assert_eq!(spoken_place("at(15-cage,cell(0,1))"), "the 15-cage at R2C1");
        assert_eq!(spoken_place("at(sum,cell(0,1),row(1))"), "the sum at R2C1 along row 2");
        assert_eq!(spoken_place("at(sum,cell(0,1),cell(1,0))"), "the sum at R2C1 towards R1C2");
    }
}
