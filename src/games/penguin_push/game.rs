//! The game itself: its texts and files, its rules and its optional parts.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use crate::about::{ABOUT, PenguinPush};
use crate::ice::PENGUIN;
use foolproof_game::{
    Abilities, AcceptError, Brush, Encoding, Extent, Game, GameAssets, GameError, Group,
    MeaningError, PageFacts, PageRules, PageScript, Range, Scope, SolutionEquivalence, StockItem,
    Typing, plain,
};
use foolproof_level::{Board, Hold, Level, Mark, Place, Play, Site};

/// More penguins than these make programs too large for a search of all boards.
const MAX_PENGUINS: usize = 12;

pub(crate) fn penguin() -> Option<Mark> {
    PENGUIN.parse().ok()
}

static ASSETS: LazyLock<GameAssets> = LazyLock::new(|| GameAssets {
    encoding: Some(Encoding::of(
        "penguin_push.lp",
        include_str!("../../../encodings/penguin_push.lp"),
        &["at", "slides", "lands", "moving", "turns", "next"],
    )),
    sample: Cow::Borrowed(include_str!("../../../assets/packs/penguin_push.json")),
    collections: [
        ("The best ratios", include_str!("../../../assets/packs/penguin_push_best_ratio.json")),
        (
            "Uniqueness does not help",
            include_str!("../../../assets/packs/penguin_push_ratio_one.json"),
        ),
        ("No way to lose", include_str!("../../../assets/packs/penguin_push_no_way_to_lose.json")),
    ]
    .map(|(title, text)| (title.into(), text.into()))
    .to_vec(),
    formats: vec![Arc::new(crate::formats::Fling)],
    page: Some(PageScript::of(include_str!("../../../assets/web/penguin_push.js")).judged_by(
        PageRules {
            name: "pages/penguin_push.lp".into(),
            text: include_str!("../../../encodings/pages/penguin_push.lp").into(),
            facts: PageFacts::Sites,
            reads: &["has", "push", "after", "slides_to", "leaves", "refused", "won"],
        },
    )),
    study: Some(Arc::new(crate::mine::Mining)),
    ..GameAssets::default()
});

impl Game for PenguinPush {
    foolproof_game::parts_of_the_package!(crate::draw::draw, crate::draw::draw_mark);

    fn palette(&self) -> Vec<Group> {
        let brush = penguin().map(|mark| Brush { mark, name: PENGUIN.to_owned() });
        vec![Group { name: "Ice".into(), place: Place::Cell, brushes: brush.into_iter().collect() }]
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError> {
        if mark.as_str() != PENGUIN {
            let why = format!("`{mark}` is not a mark of Penguin Push; its only mark is {PENGUIN}");
            return Err(MeaningError::Unknown(why).into());
        }
        plain::on_cell(board, site)
    }

    fn describe(&self, mark: &Mark) -> String {
        match crate::facts::read(mark) {
            Some((from, side)) => {
                format!("push the penguin on {} to the {}", from.name(), side.name())
            }
            None => mark.to_string(),
        }
    }

    fn facts(&self, level: &Level, scope: Scope<'_>) -> Result<String, GameError> {
        crate::facts::facts(level, scope)
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        let here = crate::rules::penguins(level).len();
        let most = u32::try_from(level.board.cells().count()).unwrap_or(u32::MAX);
        let part = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).min(most);
        vec![StockItem {
            group: "penguins".to_owned(),
            place: Place::Cell,
            marks: penguin().into_iter().collect(),
            least: part(here.max(4)),
            most: part(here.max(6) + 2),
        }]
    }

    fn range(&self, level: &Level) -> Range {
        let bare = |cell: &Site| level.hold(*cell) == Hold::Locked && level.mark(*cell).is_none();
        let fit = level.board.cells().filter(|cell| !bare(cell)).count();
        let most = fit.min(crate::rules::penguins(level).len().max(MAX_PENGUINS));
        let number = u32::try_from(most).unwrap_or(u32::MAX);
        let any = |item| StockItem { least: 0, most: number, ..item };
        let stock = self.stock(level).into_iter().map(any).collect();
        Range::new(stock, if most == fit { Extent::Every } else { Extent::Some })
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            rules: Some(self),
            properties: Some(self),
            typing: Some(self),
            equivalence: Some(self),
            rating: Some(self),
            search: Some(&crate::search::Orders),
            maker: Some(&crate::make::Placer),
            moves: Some(&crate::turns::Pushes),
            ..Abilities::default()
        }
    }
}

impl Typing for PenguinPush {
    fn typed(&self, had: Option<&Mark>, text: &str, _: bool) -> Vec<Option<Mark>> {
        match text {
            "o" | "O" => vec![if had.is_none() { penguin() } else { None }],
            "." => vec![None],
            _ => Vec::new(),
        }
    }
}

impl SolutionEquivalence for PenguinPush {
    fn canonical(&self, level: &Level, play: &Play) -> Play {
        // The last push is either of two.
        let telling = crate::rules::penguins(level).len().saturating_sub(2);
        play.iter().take(telling).map(|(site, mark)| (site, mark.clone())).collect()
    }

    fn whole(&self, level: &Level, play: &Play) -> Play {
        // Equal pushes cause different slides on another board.
        let held = level.marks().map(|(site, mark)| (site, mark.clone()));
        held.chain(self.canonical(level, play).0).collect()
    }

    fn looser_reading(&self) -> Option<&str> {
        Some("as Fling! counts them")
    }
}
