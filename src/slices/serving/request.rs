//! The contents of a request: a verb, its options, and a level for its standard input.

use clap::error::ErrorKind;
use foolproof_cli::input::STANDARD;
use foolproof_cli::one_line;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The version of the protocol.
pub(super) const PROTOCOL: u32 = 1;

/// Verbs that have no answer to send: `play` opens a window, `serve` answers requests itself.
const NOT_SERVED: [&str; 2] = ["play", "serve"];
/// Options with which a verb never ends: it would have no answer to send, and would block other requests.
const ENDLESS: [&str; 1] = ["watch"];
/// The manual's names of arguments that may be a level or pack.
const LEVELS: [&str; 7] = ["LEVEL", "LEVELS", "PACK", "PACKS", "INPUT", "ONE", "PROGRAMS"];

/// The error of a request: a code of JSON-RPC 2.0 (section 5.1), and words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub code: i32,
    pub message: String,
}

impl Refusal {
    pub(super) const UNREADABLE: i32 = -32_700;
    pub(super) const NO_REQUEST: i32 = -32_600;
    pub(super) const NO_METHOD: i32 = -32_601;
    pub(super) const BAD_PARAMS: i32 = -32_602;
    /// The verb reports that its input is bad.
    pub(super) const BAD_INPUT: i32 = -32_000;
    /// Code of the language server protocol.
    pub(super) const CANCELLED: i32 = -32_800;

    pub(super) fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    fn params(message: impl Into<String>) -> Self {
        Self::new(Self::BAD_PARAMS, message)
    }
}

/// A message from the client; a notification has no `id`.
#[derive(Debug, Deserialize)]
pub(super) struct Message {
    #[serde(default)]
    pub id: Option<Value>,
    pub method: String,
    #[serde(default)]
    pub params: Value,
}

/// Parameters of a verb.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    /// A level in the form of packs.
    level: Option<Map<String, Value>>,
    /// A whole pack.
    pack: Option<Map<String, Value>>,
    /// A level or pack in any readable format.
    text: Option<String>,
    /// Arguments before the options; `-` stands for the level or pack.
    args: Option<Vec<String>>,
    #[serde(default)]
    options: Map<String, Value>,
}

/// A verb to run: its arguments, and its standard input.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct VerbCall {
    pub args: Vec<String>,
    pub input: String,
}

impl VerbCall {
    /// Makes the call of a verb.
    ///
    /// # Errors
    /// There is no such verb here, or it does not accept these parameters.
    pub(super) fn of(verb: &str, params: Value, known: &clap::Command) -> Result<Self, Refusal> {
        let Some(command) = known.find_subcommand(verb).filter(|_| is_served(verb, known)) else {
            let served = served(known).join(", ");
            let why = format!("`{verb}` is not served; there are initialize, cancel, {served}");
            return Err(Refusal::new(Refusal::NO_METHOD, why));
        };
        let params: Params = match params {
            Value::Null => Params::default(),
            params => {
                serde_json::from_value(params).map_err(|why| Refusal::params(why.to_string()))?
            }
        };
        let given = [params.level.is_some(), params.pack.is_some(), params.text.is_some()];
        if given.into_iter().filter(|is| *is).count() > 1 {
            return Err(Refusal::params("only one of `level`, `pack` and `text` can be given"));
        }
        let input = match (params.level, params.pack, params.text) {
            (Some(level), _, _) => Some(json!({ "foolproof": 1, "levels": [level] }).to_string()),
            (_, Some(pack), _) => Some(Value::from(pack).to_string()),
            (_, _, text) => text,
        };
        let has_input = input.is_some();
        let before = match params.args {
            Some(args) => args,
            None if has_input => vec![STANDARD.to_owned()],
            None => Vec::new(),
        };
        if let Some(option) = before.iter().find(|arg| arg.len() > 1 && arg.starts_with("--")) {
            return Err(Refusal::params(format!("`{option}` belongs in `options`")));
        }
        let mut args = vec![verb.to_owned(), "--json".to_owned()];
        // Every answer is JSON, so the option is allowed and changes nothing.
        for (name, value) in params.options.iter().filter(|(name, _)| *name != "json") {
            let is_known = |arg: &&clap::Arg| arg.get_long() == Some(name);
            if !command.get_arguments().any(|arg| is_known(&arg)) {
                return Err(Refusal::params(format!("`{verb}` has no option `{name}`")));
            }
            if ENDLESS.contains(&name.as_str()) {
                let why =
                    format!("`{verb}` never answers with `{name}`; ask it again after each save");
                return Err(Refusal::params(why));
            }
            option(name, value, &mut args)?;
        }
        check_input(command, has_input, &before, &args)?;
        args.push("--".to_owned());
        args.extend(before);
        check_arguments(known, &args)?;
        Ok(Self { args, input: input.unwrap_or_default() })
    }
}

/// Checks that a given level is read, and that standard input stands only for a level.
fn check_input(
    command: &clap::Command,
    has_input: bool,
    before: &[String],
    options: &[String],
) -> Result<(), Refusal> {
    let is_input = |word: &str| word == STANDARD || word.starts_with("-#");
    let first = command.get_positionals().next().map(|arg| match arg.get_value_names() {
        Some([name, ..]) => name.to_string(),
        _ => arg.get_id().as_str().to_uppercase(),
    });
    let verb = command.get_name();
    let reads_levels = first.as_deref().is_some_and(|name| LEVELS.contains(&name));
    if !reads_levels && before.first().is_some_and(|word| is_input(word)) {
        let instead = first.map(|name| format!("; its {name} belongs in `args`"));
        let why = format!("`{verb}` reads no level{}", instead.unwrap_or_default());
        return Err(Refusal::params(why));
    }
    let of_option = |option: &str| option.split_once('=').is_some_and(|(_, word)| is_input(word));
    let mut words = before.iter().map(|word| is_input(word));
    if has_input && !words.any(|is| is) && !options.iter().any(|option| of_option(option)) {
        let why = format!("`{verb}` would not read the level: `-` in `args` stands for it");
        return Err(Refusal::params(why));
    }
    Ok(())
}

/// Checks the arguments before the verb is started.
fn check_arguments(known: &clap::Command, args: &[String]) -> Result<(), Refusal> {
    let words = std::iter::once("foolproof").chain(args.iter().map(String::as_str));
    let Err(error) = known.clone().try_get_matches_from(words) else { return Ok(()) };
    let lacks = match error.kind() {
        ErrorKind::MissingRequiredArgument => {
            "; a level belongs in `level`, `pack` or `text`, other arguments in `args`"
        }
        _ => "",
    };
    Err(Refusal::params(one_line(&error) + lacks))
}

/// Adds an option in command-line form.
fn option(name: &str, value: &Value, args: &mut Vec<String>) -> Result<(), Refusal> {
    let mut push = |value: String| args.push(format!("--{name}={value}"));
    match value {
        Value::Bool(true) => args.push(format!("--{name}")),
        Value::Bool(false) | Value::Null => {}
        Value::String(text) => push(text.clone()),
        Value::Number(number) => push(number.to_string()),
        Value::Array(several) => several.iter().try_for_each(|one| option(name, one, args))?,
        Value::Object(_) => {
            return Err(Refusal::params(format!("`{name}` is a text, a number, true or a list")));
        }
    }
    Ok(())
}

/// True if a verb answers with a JSON document.
fn is_served(verb: &str, known: &clap::Command) -> bool {
    let has_json =
        |command: &clap::Command| command.get_arguments().any(|arg| arg.get_long() == Some("json"));
    !NOT_SERVED.contains(&verb) && known.find_subcommand(verb).is_some_and(has_json)
}

/// Returns the names of the verbs that are served.
pub(super) fn served(known: &clap::Command) -> Vec<&str> {
    known
        .get_subcommands()
        .map(clap::Command::get_name)
        .filter(|verb| is_served(verb, known))
        .collect()
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use foolproof_built_in::built_in;

    fn known() -> clap::Command {
        crate::command(&built_in())
    }

    fn call(verb: &str, params: Value) -> Result<VerbCall, Refusal> {
        VerbCall::of(verb, params, &known())
    }

    #[test]
    fn a_level_goes_to_standard_input_and_options_to_the_command_line() {
        let params =
            json!({ "level": { "game": "toy" }, "options": { "number": 3, "json": true } });
        let called = call("solve", params).expect("a call");
        assert_eq!(called.args, ["solve", "--json", "--number=3", "--", "-"]);
        assert_eq!(called.input, r#"{"foolproof":1,"levels":[{"game":"toy"}]}"#);
        let params = json!({ "args": ["nurikabe"], "options": { "limit": ["a=1..2", "b=0..3"] } });
        let called = call("generate", params).expect("a call");
        assert_eq!(
            called.args,
            ["generate", "--json", "--limit=a=1..2", "--limit=b=0..3", "--", "nurikabe"]
        );
    }

    #[test]
    fn what_is_wrong_with_a_request_is_said() {
        let code = |verb, params| call(verb, params).expect_err("refused").code;
        assert_eq!(code("play", json!({})), Refusal::NO_METHOD);
        assert_eq!(code("fly", json!({})), Refusal::NO_METHOD);
        for (verb, params) in [
            ("new-game", json!({ "level": {} })),
            ("generate", json!({ "args": ["-"] })),
            ("games", json!({ "level": {} })),
            ("generate", json!({ "args": ["nurikabe"], "level": {} })),
            ("check", json!({ "args": ["x.json"], "options": { "watch": true } })),
            ("rate", json!({ "args": ["x.json"], "options": { "csv": true } })),
        ] {
            let refused = call(verb, params.clone()).expect_err("refused");
            assert_eq!(refused.code, Refusal::BAD_PARAMS, "{verb} {params}");
        }
        for params in [
            json!({ "levels": [] }),
            json!([1]),
            json!({ "level": {}, "text": "" }),
            json!({ "options": { "out-of": "x" } }),
            json!({ "options": { "number": {} } }),
            json!({ "args": ["--out=/tmp/x"] }),
        ] {
            assert_eq!(code("solve", params.clone()), Refusal::BAD_PARAMS, "{params}");
        }
    }

    #[test]
    fn every_verb_says_which_arguments_it_lacks() {
        let known = known();
        for verb in served(&known) {
            let required = |arg: &&clap::Arg| arg.is_required_set();
            let command = known.find_subcommand(verb).expect("the verb");
            let required: Vec<&clap::Arg> = command.get_arguments().filter(required).collect();
            let called = call(verb, json!({}));
            // A verb with required arguments must fail. Others may fail too, if they need one of several.
            assert!(called.is_err() || required.is_empty(), "{verb}: {called:?}");
            let Err(Refusal { code, message }) = called else { continue };
            assert_eq!(code, Refusal::BAD_PARAMS, "{verb}");
            for arg in required {
                let name = arg.get_value_names().and_then(|names| names.first());
                assert!(message.contains(name.expect("a name").as_str()), "{verb}: {message}");
            }
        }
    }
}
