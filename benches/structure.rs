//! The structure of the code in numbers: lines, public items, traits, import cycles, and words of prose.
//!
//! Counts are of text, and counts of code leave out comments. Modules `tests` inside a file count as code,
//! except for import cycles: the program does not need what a test imports. With `--cycles`, the members of
//! each cycle are listed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A source file, with its module path as if all packages were one, such as `crate::solver::engine`.
struct Module {
    path: String,
    code: String,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let modules = modules(&root.join("src"));
    let tests = files(&root.join("tests"));
    let benches = files(&root.join("benches"));
    let lines = |paths: &[PathBuf]| paths.iter().map(|path| read(path).lines().count()).sum();
    let source: usize = lines(&files(&root.join("src")));
    let further: usize = lines(&tests) + lines(&benches);
    let all = || modules.iter().map(|module| module.code.as_str());
    let traits = largest_traits(all());
    let cycles = import_cycles(&modules);
    let words = read(&root.join("ARCHITECTURE.md")).split_whitespace().count();
    let row = |name: &str, value: String| println!("{name:<44} {value}");
    row("lines of Rust", format!("{} (src {source})", source + further));
    // The root is a package too.
    row("packages", (1 + packages(&root.join("src")).len()).to_string());
    row("public items", all().map(public_items).sum::<usize>().to_string());
    for (name, methods) in traits.iter().take(3) {
        row(&format!("methods of trait {name}"), methods.to_string());
    }
    let largest = cycles.first().map_or(0, Vec::len);
    row("import cycles, files of the largest", format!("{}, {largest}", cycles.len()));
    let of_text = all().map(|code| code.matches(", String>").count());
    row("`Result<_, String>` and other `…, String>`", of_text.sum::<usize>().to_string());
    row("functions with tuple parameters", all().map(tuple_functions).sum::<usize>().to_string());
    row("words of ARCHITECTURE.md", words.to_string());
    if std::env::args().any(|argument| argument == "--cycles") {
        for cycle in &cycles {
            let names = cycle.iter().map(|at| modules[*at].path.trim_start_matches("crate::"));
            println!("\n{} files:\n{}", cycle.len(), names.collect::<Vec<_>>().join("\n"));
        }
    }
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

/// The traits with the most methods, the largest first.
fn largest_traits<'a>(all: impl Iterator<Item = &'a str>) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for code in all {
        let mut current: Option<(String, usize)> = None;
        for line in code.lines() {
            let head = line.strip_prefix("pub ").unwrap_or(line);
            if let Some(head) = head.strip_prefix("trait ") {
                let ends = |c: char| !c.is_alphanumeric() && c != '_';
                current = Some((head.split(ends).next().unwrap_or_default().to_owned(), 0));
            } else if line == "}" {
                found.extend(current.take());
            } else if line.starts_with("    fn ")
                && let Some((_, methods)) = &mut current
            {
                *methods += 1;
            }
        }
    }
    found.sort_by_key(|(name, methods)| (std::cmp::Reverse(*methods), name.clone()));
    found
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
