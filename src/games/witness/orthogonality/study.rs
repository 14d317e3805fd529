//! Orthogonality as a study: its settings, its charts and its levels.

use super::survey::{Plan, Ranked, Survey};
use super::{Sort, space};
use crate::games::study::{Chart, Column, Form, Report, Row, Setting, Study, Studying, Value};
use crate::level::{Board, Level};

/// The study of types of symbols.
pub struct Orthogonality;

/// Types that there may be; the first two are those of the source.
const THERE: [(&str, &str, bool); 5] = [
    ("squares", "square", true),
    ("stars", "star", true),
    ("triangles", "triangle", false),
    ("polyominoes 1x1, 1x2, 2x1", "poly", false),
    ("singletons", "singleton", false),
];
/// New types; `all` stands for the space of the source.
const NEW: [(&str, &str, bool); 4] = [
    ("the 96 generalised types", "all", true),
    ("triangles", "triangle", false),
    ("polyominoes 1x1, 1x2, 2x1", "poly", false),
    ("singletons", "singleton", false),
];

impl Study for Orthogonality {
    fn name(&self) -> &'static str {
        "Orthogonality of symbols"
    }

    fn about(&self) -> &'static str {
        "How much would a new type of symbol add to those that there are? All levels of a size are \
         looked at, for the lines that only the two types together leave as the one solution, or \
         with fewer pieces."
    }

    fn settings(&self) -> Vec<Setting> {
        let number = Setting::number;
        let names = |id, name, tip| Setting { id, name, tip, value: Value::Names(String::new()) };
        vec![
            number("cols", "Columns", "Of the panels; 16 cells at most.", (3, 1, 7)),
            number("rows", "Rows", "Of the panels; 16 cells at most.", (3, 1, 7)),
            number("pieces", "Pieces", "Levels have 1 to so many.", (5, 1, 9)),
            number("colours", "Colours", "Of symbols that have one.", (2, 1, 3)),
            Setting {
                id: "there",
                name: "There are",
                tip: "The types that the game has already.",
                value: Value::Several(THERE.to_vec()),
            },
            names("more", "and these", "Others, such as x0111:eq:1 or poly:p0013, with commas."),
            Setting {
                id: "new",
                name: "New",
                tip: "The types to be compared.",
                value: Value::Several(NEW.to_vec()),
            },
            names(
                "own",
                "and your own",
                "Types such as x0111:eq:1: a digit for each of 00, 01, \
                   10, 11, then all, none, eq or ge, then 0, 1 or 2.",
            ),
        ]
    }

    fn start(&self, settings: &[Setting], _: Option<&Level>) -> Result<Box<dyn Studying>, String> {
        let form = Form(settings);
        let both = |one: &str, two: &str| [form.names(one), form.names(two)].concat();
        let board = Board { cols: form.small("cols"), rows: form.small("rows"), tray: 0 };
        let colours = usize::from(form.small("colours"));
        Course::new(
            board,
            (both("new", "own"), both("there", "more")),
            form.small("pieces"),
            colours,
        )
        .map(|course| Box::new(course) as Box<dyn Studying>)
    }

    fn resume(&self, text: &str) -> Result<Box<dyn Studying>, String> {
        Course::resumed(text).map(|course| Box::new(course) as Box<dyn Studying>)
    }
}

/// A survey under way.
pub struct Course {
    pub survey: Survey,
    colours: usize,
}

impl Course {
    /// A survey of types by their names; `all` stands for the space of the source.
    pub fn new(
        board: Board,
        (new, there): (Vec<String>, Vec<String>),
        pieces: u16,
        colours: usize,
    ) -> Result<Self, String> {
        let sorts = |names: Vec<String>| -> Result<Vec<Sort>, String> {
            let mut sorts: Vec<Sort> = Vec::new();
            for name in names {
                match name.as_str() {
                    "all" => {
                        sorts.extend(space().into_iter().map(|form| Sort::form(form, colours)))
                    }
                    name => sorts.push(Sort::of_text(name, colours)?),
                }
            }
            let mut known = std::collections::BTreeSet::new();
            sorts.retain(|sort| known.insert(sort.name.clone()));
            Ok(sorts)
        };
        let (new, there) = (sorts(new)?, sorts(there)?);
        if new.is_empty() {
            return Err("there is no new type to be looked at".to_owned());
        }
        let most = usize::from(pieces);
        let survey = Survey::new(Plan { board, new, there, most })?;
        Ok(Self { survey, colours })
    }

    pub fn resumed(text: &str) -> Result<Self, String> {
        let (survey, colours) = Survey::resumed(text)?;
        Ok(Self { survey, colours })
    }

    /// The new types, the most orthogonal first.
    pub fn ranked(&self) -> Vec<Ranked> {
        let mut ranked = self.survey.ranked();
        ranked.sort_by(|one, two| two.o.total_cmp(&one.o));
        ranked
    }

    fn row(&self, ranked: &Ranked) -> Row {
        let there = &self.survey.plan.there;
        let bars = |values: &mut dyn Iterator<Item = f64>| {
            values.zip(1..).map(|(value, pieces)| (format!("{pieces}"), value)).collect()
        };
        let alone = bars(&mut ranked.by_pieces.iter().map(|lines| *lines as f64));
        let mut charts = vec![Chart::bars("Lines that it expresses alone, by pieces", alone)];
        for (beside, sort) in ranked.beside.iter().zip(there) {
            let new = bars(&mut beside.new_lines.iter().map(|lines| *lines as f64));
            charts.push(Chart::bars(format!("New lines with {}, by pieces", sort.name), new));
        }
        let mut values = vec![ranked.o, ranked.e];
        values.extend(ranked.beside.iter().map(|b| b.new_lines.iter().sum::<usize>() as f64));
        values.extend(ranked.beside.iter().map(|beside| beside.express));
        values.extend(ranked.beside.iter().map(|beside| beside.diff));
        let sort = self.survey.plan.new.iter().find(|sort| sort.name == ranked.name);
        let mark = sort.and_then(|sort| sort.pieces.first()?.mark());
        Row { name: ranked.name.clone(), mark, values, charts }
    }
}

impl Studying for Course {
    fn run(&mut self, go_on: &(dyn Fn(f64) -> bool + Sync)) -> bool {
        self.survey.run(go_on)
    }

    fn report(&self) -> Report {
        let Plan { board, new, there, most } = &self.survey.plan;
        let share = self.survey.share();
        let so_far = match share {
            share if share < 1.0 => format!("; {:.0} % of the levels were seen", share * 100.0),
            _ => String::new(),
        };
        let summary = format!(
            "{} types on panels of {}x{}, {} lines, levels of 1 to {most} pieces{so_far}",
            new.len(),
            board.cols,
            board.rows,
            self.survey.lines.len()
        );
        let column = |name: String, tip: &str, digits, shaded| Column {
            name,
            tip: tip.to_owned(),
            digits,
            shaded,
        };
        let mut columns = vec![
            column("o".to_owned(), "Orthogonality: express times diff, averaged.", 4, false),
            column("e".to_owned(), "Share of the lines that it expresses alone.", 3, false),
        ];
        let each = |name: &str, tip: &str, digits, shaded| -> Vec<Column> {
            let of = |sort: &Sort| column(format!("{name} {}", sort.name), tip, digits, shaded);
            there.iter().map(of).collect()
        };
        let new_tip = "Lines that both express with fewer pieces than either alone.";
        columns.extend(each("new,", new_tip, 0, true));
        columns.extend(each("express", "New lines as a share of all lines.", 4, false));
        let diff_tip = "Share of the lines that both express sooner than that one with any other.";
        columns.extend(each("diff", diff_tip, 4, false));
        Report { summary, columns, rows: self.ranked().iter().map(|r| self.row(r)).collect() }
    }

    fn levels(&self, row: &str) -> Vec<Level> {
        let plan = &self.survey.plan;
        let Some(new) = plan.new.iter().position(|sort| sort.name == row) else {
            return Vec::new();
        };
        let seconds: Vec<Option<usize>> = match plan.there.len() {
            0 => vec![None],
            n => (0..n).map(Some).collect(),
        };
        let mut levels = Vec::new();
        for second in seconds {
            let beside = second.and_then(|at| plan.there.get(at));
            for (n, mut level) in self.survey.best_levels(new, second).into_iter().enumerate() {
                level.title = match beside {
                    Some(sort) => format!("{row} with {}, {}", sort.name, n + 1),
                    None => format!("{row}, {}", n + 1),
                };
                levels.push(level);
            }
        }
        levels
    }

    fn kept(&self) -> String {
        self.survey.kept(self.colours)
    }
}
