//! The structure of the code in numbers: lines, types, traits, import cycles, and words of prose.
//!
//! Counts are of text, and counts of code leave out comments. Modules `tests` inside a file count as code,
//! except for import cycles: the program does not need what a test imports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A number that may only fall.
pub(crate) struct FallingCount {
    pub(crate) name: &'static str,
    pub(crate) value: usize,
    /// The largest that it may be.
    pub(crate) limit: usize,
}

/// The source files of the program.
pub(crate) struct SourceTree {
    root: PathBuf,
    modules: Vec<Module>,
}

/// A source file, with its module path as if all packages were one, such as `crate::solver::engine`.
struct Module {
    path: String,
    code: String,
}

impl SourceTree {
    pub(crate) fn read() -> Self {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let modules = modules(&root.join("src"));
        Self { root, modules }
    }

    /// Numbers that may only fall, with what they may be now.
    pub(crate) fn counts(&self) -> Vec<FallingCount> {
        let lines = |folder: &str| {
            files(&self.root.join(folder))
                .iter()
                .map(|path| read(path).lines().count())
                .sum::<usize>()
        };
        let source = lines("src");
        let sum = |count: &dyn Fn(&str) -> usize| self.code().map(count).sum();
        let found = |words: &[&str]| sum(&|code| count_of(code, words));
        let cycles = self.cycles();
        let words = |file: &str| read(&self.root.join(file)).split_whitespace().count();
        let locked = read(&self.root.join("Cargo.lock")).matches("\nsource = ").count();
        let engine: Vec<usize> = self.code().map(methods_of_engine).filter(|n| *n > 0).collect();
        let count = |name, value, limit| FallingCount { name, value, limit };
        vec![
            count("lines of src", source, 243_200),
            count("lines of Rust", source + lines("tests") + lines("benches"), 283_560),
            count("types", sum(&types), 2_655),
            count("files of the largest import cycle", cycles.first().map_or(0, Vec::len), 60),
            count("import cycles", cycles.len(), 83),
            count("methods of Engine", engine.iter().sum(), 14),
            count("files with `impl Engine`", engine.len(), 1),
            count("writes to `ask.limits.time`", found(&["ask.limits.time = "]), 0),
            count("public items", sum(&public_items), 3_320),
            count("methods of the largest trait", largest_trait(self.code()), 13),
            count("files of the largest folder", self.largest_folder(), 45),
            count("parameters that are bool", sum(&bool_parameters), 318),
            count("`…, String>` results", found(&[", String>"]), 122),
            count("functions with tuple parameters", sum(&tuple_functions), 32),
            count("documentation that begins with a question word", self.questions(), 119),
            count("limits named MOST or LEAST", found(&["const MOST", "const LEAST"]), 0),
            count("texts away from those of their package", self.texts_elsewhere(), 322),
            count("crates of others in Cargo.lock", locked, 553),
            count("words of CHANGELOG.md", words("CHANGELOG.md"), 1_500),
            count("words of benches/README.md", words("benches/README.md"), 3_000),
            count("words of ARCHITECTURE.md", words("ARCHITECTURE.md"), 2_500),
        ]
    }

    /// The files of each import cycle, by their module paths; the largest cycle first.
    pub(crate) fn cycles(&self) -> Vec<Vec<&str>> {
        let names = |cycle: Vec<usize>| {
            cycle.into_iter().map(|at| self.modules[at].path.as_str()).collect()
        };
        import_cycles(&self.modules).into_iter().map(names).collect()
    }

    fn code(&self) -> impl Iterator<Item = &str> {
        self.modules.iter().map(|module| module.code.as_str())
    }

    /// Sentences and labels that a translator would look for outside of texts, words and tables of commands.
    fn texts_elsewhere(&self) -> usize {
        let is_text = |text: &&str| {
            let mut letters = text.chars();
            letters.next().is_some_and(|first| first.is_ascii_uppercase())
                && letters.next().is_some_and(|second| second.is_ascii_lowercase())
                && (text.contains(' ') || text.ends_with('…'))
        };
        let texts = |module: &Module| {
            let program = module.code.split("#[cfg(test)]").next().unwrap_or_default();
            program.split('"').skip(1).step_by(2).filter(is_text).count()
        };
        let has = |module: &Module, parts: &[&str]| parts.iter().any(|p| module.path.contains(p));
        let window = self.modules.iter().filter(|it| has(it, &["::editor::", "::slices::"]));
        let homes = ["::text", "words", "session::command"];
        window.filter(|it| !has(it, &homes)).map(texts).sum()
    }

    /// How many files lie beside each other in the folder that has the most.
    fn largest_folder(&self) -> usize {
        let mut folders: BTreeMap<PathBuf, usize> = BTreeMap::new();
        for path in files(&self.root.join("src")) {
            *folders.entry(path.parent().map(Path::to_owned).unwrap_or_default()).or_default() += 1;
        }
        folders.into_values().max().unwrap_or(0)
    }

    /// Pieces of documentation that begin with a question word in place of a noun.
    fn questions(&self) -> usize {
        const WORDS: [&str; 8] = ["What", "Whether", "How", "Why", "Where", "Which", "Who", "When"];
        let begins = |line: &str| {
            let said = line.trim_start().strip_prefix("/// ");
            said.and_then(|said| said.split_whitespace().next())
                .is_some_and(|word| WORDS.contains(&word))
        };
        let of_file = |path: &PathBuf| {
            let text = read(path);
            let before = std::iter::once("").chain(text.lines());
            let is_first = |before: &str| !before.trim_start().starts_with("///");
            before
                .zip(text.lines())
                .filter(|(before, line)| is_first(before) && begins(line))
                .count()
        };
        files(&self.root.join("src")).iter().map(of_file).sum()
    }
}

fn count_of(code: &str, words: &[&str]) -> usize {
    words.iter().map(|word| code.matches(word).count()).sum()
}

/// Definitions of types.
fn types(code: &str) -> usize {
    let is_type = |line: &&str| {
        let rest = line.trim_start();
        let rest = rest.strip_prefix("pub").map_or(rest, |rest| match rest.split_once(") ") {
            Some((_, rest)) if rest.len() < line.len() && line.contains("pub(") => rest,
            _ => rest.trim_start(),
        });
        ["struct ", "enum ", "union ", "type "].iter().any(|kind| rest.starts_with(kind))
    };
    code.lines().filter(is_type).count()
}

/// Functions in blocks `impl Engine`.
fn methods_of_engine(code: &str) -> usize {
    let blocks = code.split("\nimpl Engine {").skip(1);
    let of_block =
        |block: &str| block.split("\n}").next().unwrap_or_default().matches("fn ").count();
    blocks.map(of_block).sum()
}

/// Parameters of functions that are true or false.
fn bool_parameters(code: &str) -> usize {
    let heads = code.split("fn ").skip(1).filter_map(|rest| rest.split(['{', ';']).next());
    heads.map(|head| head.split("->").next().unwrap_or_default().matches(": bool").count()).sum()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// All Rust files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The folders of all packages below `src`, outer ones first.
fn packages(source: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![source.to_owned()]);
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        open.extend(entries.map(|entry| entry.path()).filter(|path| path.is_dir()));
        if folder.join("Cargo.toml").is_file() {
            found.push(folder);
        }
    }
    found.sort();
    found
}

/// The module path of a source file or folder. The file of a folder's module has the path of the folder.
fn module_path(source: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(source).unwrap_or(path).with_extension("");
    let mut parts: Vec<String> = vec!["crate".to_owned()];
    parts.extend(inner.iter().map(|part| part.to_string_lossy().into_owned()));
    if matches!(parts.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        parts.pop();
    }
    parts.join("::")
}

fn modules(source: &Path) -> Vec<Module> {
    let packages = packages(source);
    // A package's name is only the last part of its path.
    let names: BTreeMap<String, String> = packages
        .iter()
        .filter_map(|folder| {
            let name = folder.file_name()?.to_string_lossy().into_owned();
            Some((name, module_path(source, folder)))
        })
        .collect();
    let of = |path: PathBuf| {
        let mut code = code(&read(&path));
        // A package calls itself `crate`, and others by their own names.
        if let Some(own) = packages.iter().rev().find(|folder| path.starts_with(folder)) {
            code = code.replace("crate::", &format!("{}::", module_path(source, own)));
        }
        Module { path: module_path(source, &path), code: with_paths(&code, &names) }
    };
    files(source).into_iter().map(of).collect()
}

/// Replaces the names of packages by their module paths.
fn with_paths(code: &str, names: &BTreeMap<String, String>) -> String {
    const BEFORE: &str = "foolproof_";
    let mut pieces = code.split(BEFORE);
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for rest in pieces {
        let ends = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        match names.get(&rest[..ends]) {
            Some(path) => whole.extend([path.as_str(), &rest[ends..]]),
            None => whole.extend([BEFORE, rest]),
        }
    }
    whole
}

/// Removes line comments.
fn code(text: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(is_code).map(|line| format!("{line}\n")).collect()
}

fn public_items(code: &str) -> usize {
    const KINDS: [&str; 9] =
        ["fn", "const", "struct", "enum", "trait", "type", "static", "mod", "async"];
    let is_item = |line: &&str| {
        let rest = line.trim_start().strip_prefix("pub ");
        rest.and_then(|rest| rest.split_whitespace().next())
            .is_some_and(|kind| KINDS.contains(&kind))
    };
    code.lines().filter(is_item).count()
}

/// The number of methods of the trait that has the most.
fn largest_trait<'a>(all: impl Iterator<Item = &'a str>) -> usize {
    let mut largest = 0;
    for code in all {
        let mut n_methods = None;
        for line in code.lines() {
            if line.strip_prefix("pub ").unwrap_or(line).starts_with("trait ") {
                n_methods = Some(0);
            } else if line == "}" {
                largest = largest.max(n_methods.take().unwrap_or(0));
            } else if line.starts_with("    fn ")
                && let Some(methods) = &mut n_methods
            {
                *methods += 1;
            }
        }
    }
    largest
}

/// Functions with a tuple parameter.
fn tuple_functions(code: &str) -> usize {
    let heads = code.split("fn ").skip(1).filter_map(|rest| rest.split(['{', ';']).next());
    heads
        .filter(|head| {
            let parameters = head.split("->").next().unwrap_or_default();
            parameters.contains(": (")
                || parameters.contains(": &(")
                || parameters.contains("    (")
        })
        .count()
}

/// Groups of modules that import each other, directly or indirectly; the largest first.
fn import_cycles(modules: &[Module]) -> Vec<Vec<usize>> {
    let numbers: BTreeMap<&str, usize> =
        modules.iter().enumerate().map(|(at, module)| (module.path.as_str(), at)).collect();
    let is_test =
        |path: &str| path.split("::").any(|part| part == "tests" || part.starts_with("tests_"));
    let known: Vec<BTreeSet<usize>> = modules
        .iter()
        .enumerate()
        .map(|(at, module)| {
            let of_program = module.code.split("#[cfg(test)]\nmod tests {").next();
            let paths = imports(of_program.unwrap_or_default(), &module.path);
            let to = paths.iter().filter_map(|path| owner(path, &numbers));
            let to = to.filter(|to| *to != at);
            to.filter(|to| !is_test(&modules[*to].path)).collect()
        })
        .collect();
    let reached: Vec<BTreeSet<usize>> =
        (0..modules.len()).map(|from| reach(from, &known)).collect();
    let mut cycles: BTreeSet<Vec<usize>> = BTreeSet::new();
    for from in 0..modules.len() {
        let both = reached[from].iter().copied().filter(|to| reached[*to].contains(&from));
        let cycle: Vec<usize> = both.collect();
        if cycle.len() > 1 {
            cycles.insert(cycle);
        }
    }
    let mut cycles: Vec<Vec<usize>> = cycles.into_iter().collect();
    cycles.sort_by_key(|cycle| std::cmp::Reverse(cycle.len()));
    cycles
}

fn reach(from: usize, known: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(at) = open.pop() {
        open.extend(known[at].iter().copied().filter(|to| seen.insert(*to)));
    }
    seen
}

/// The module to which a path belongs: its longest prefix that is a module.
fn owner(path: &str, numbers: &BTreeMap<&str, usize>) -> Option<usize> {
    let mut path = path;
    loop {
        if let Some(at) = numbers.get(path) {
            return Some(*at);
        }
        path = path.rsplit_once("::")?.0;
    }
}

/// The imports of a module, as whole paths.
fn imports(code: &str, module: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lines = code.split('\n').scan(0, |at, line| {
        let here = *at;
        *at += line.len() + 1;
        Some((here, line))
    });
    for (at, line) in lines {
        let Some(begins) = line.find("use ").filter(|_| is_import(line)) else { continue };
        let tree = code[at + begins + 4..].split(';').next().unwrap_or_default();
        let flat: String = tree.split_whitespace().collect::<Vec<_>>().join(" ");
        expand("", &flat, &mut found);
    }
    for rest in code.split("crate::").skip(1) {
        let ends = |c: char| !c.is_alphanumeric() && c != '_' && c != ':';
        let path = rest.split(ends).next().unwrap_or_default();
        // A tree of imports was expanded above.
        if !path.ends_with("::") {
            found.push(format!("crate::{path}"));
        }
    }
    // A module refers to items in its children by paths that begin with them.
    for line in code.lines() {
        let declared = line.rsplit_once("mod ").and_then(|(_, name)| name.strip_suffix(';'));
        if let Some(child) = declared.filter(|child| code.contains(&format!("{child}::"))) {
            found.push(format!("self::{child}"));
        }
    }
    let whole = |path: String| {
        let (mut at, mut rest) = (module.to_owned(), path.as_str());
        if rest.starts_with("crate::") {
            return Some(path);
        }
        if !rest.starts_with("super::") && !rest.starts_with("self::") {
            return None;
        }
        while let Some(further) = rest.strip_prefix("super::") {
            at = at.rsplit_once("::").map_or(at.clone(), |(parent, _)| parent.to_owned());
            rest = further;
        }
        Some(format!("{at}::{}", rest.strip_prefix("self::").unwrap_or(rest)))
    };
    found.into_iter().filter_map(whole).collect()
}

/// Whether a line at the left margin begins an import or re-export.
fn is_import(line: &str) -> bool {
    let rest = line.strip_prefix("pub").map_or(line, |rest| match rest.split_once(") ") {
        Some((_, rest)) => rest,
        None => rest.trim_start(),
    });
    rest.starts_with("use ")
}

/// Expands a tree such as `crate::a::{b, c::{d, e}}`.
fn expand(before: &str, tree: &str, found: &mut Vec<String>) {
    let tree = tree.trim();
    let Some((path, inner)) = tree.split_once('{') else {
        let name = tree.split(" as ").next().unwrap_or_default().trim();
        found.push(format!("{before}{name}"));
        return;
    };
    let before = format!("{before}{}", path.trim());
    let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
    let (mut depth, mut from) = (0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&before, &inner[from..at], found);
                from = at + 1;
            }
            _ => {}
        }
    }
    if !inner[from..].trim().is_empty() {
        expand(&before, &inner[from..], found);
    }
}
