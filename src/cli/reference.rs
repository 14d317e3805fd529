//! The section about each verb in the manual's page on the command line, in Markdown.

use std::fmt::Write as _;

use clap::{Arg, Command};

/// Returns a heading, a usage line and a list of arguments for each verb of the command line.
pub fn reference(mut command: Command) -> String {
    command.build();
    let mut text = String::from("## Options of every verb\n\n");
    let everywhere: Vec<&Arg> =
        command.get_arguments().filter(|arg| arg.is_global_set() && !arg.is_hide_set()).collect();
    everywhere.iter().for_each(|arg| list(&mut text, arg));
    text.push_str("\n## Without a verb\n\n");
    let shown = |arg: &&Arg| !arg.is_hide_set() && !arg.is_global_set();
    command.get_arguments().filter(shown).for_each(|arg| list(&mut text, arg));
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        describe(&mut text, verb, &everywhere);
    }
    text
}

fn describe(text: &mut String, verb: &Command, everywhere: &[&Arg]) {
    let usage = verb.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").trim().to_owned();
    let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
    let _ = writeln!(text, "\n## {}\n\n{}.\n", verb.get_name(), plain(&about));
    let _ = writeln!(text, "```text\n{usage}\n```\n");
    let known = |arg: &Arg| everywhere.iter().any(|other| other.get_id() == arg.get_id());
    let help = |arg: &Arg| matches!(arg.get_id().as_str(), "help" | "version");
    for arg in verb.get_arguments().filter(|arg| !arg.is_hide_set() && !known(arg) && !help(arg)) {
        list(text, arg);
    }
    if let Some(after) = verb.get_after_help() {
        let _ = writeln!(text, "\n{}", plain(&after.to_string()));
    }
}

/// Writes an argument as a list item.
fn list(text: &mut String, arg: &Arg) {
    let value = || {
        let names = arg.get_value_names().unwrap_or_default();
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        if names.is_empty() { arg.get_id().to_string().to_uppercase() } else { names.join(" ") }
    };
    let takes = arg.get_action().takes_values();
    let mut names: Vec<String> = Vec::new();
    names.extend(arg.get_short().map(|short| format!("`-{short}`")));
    names.extend(arg.get_long().map(|long| match takes {
        true => format!("`--{long} {}`", value()),
        false => format!("`--{long}`"),
    }));
    if names.is_empty() {
        names.push(format!("`{}`", value()));
    }
    let mut words = arg.get_help().map(|help| plain(&help.to_string())).unwrap_or_default();
    if let Some(first) = words.chars().next().filter(|_| !words.ends_with(['.', ')'])) {
        words = format!("{first}{}.", &words[first.len_utf8()..]);
    }
    let choices = arg.get_possible_values();
    if takes && !choices.is_empty() {
        let choices: Vec<String> =
            choices.iter().map(|choice| format!("`{}`", choice.get_name())).collect();
        let _ = write!(words, " One of {}.", choices.join(", "));
    }
    let given = arg.get_default_values();
    if takes && !given.is_empty() {
        let given: Vec<String> =
            given.iter().map(|value| format!("`{}`", value.to_string_lossy())).collect();
        let _ = write!(words, " If not given: {}.", given.join(" "));
    }
    let colon = if words.is_empty() { "" } else { ": " };
    let _ = writeln!(text, "- {}{colon}{}", names.join(", "), words.trim());
}

/// Returns help text as a line of Markdown, with accidental markup escaped.
fn plain(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    let mut code = false;
    for c in line.chars() {
        code ^= c == '`';
        if !code && matches!(c, '_' | '*' | '<' | '[' | '|') {
            out.push('\\');
        }
        out.push(c);
    }
    out.trim_end_matches('.').to_owned()
}
