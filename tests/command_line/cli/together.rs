//! Several commands on one pack, and what is found where it cannot be written: nothing is lost.

use std::process::Child;

use super::*;

/// Levels of Refraction with two solutions each, told apart by their titles.
fn pack_of(levels: usize) -> Pack {
    let short = Pack::from_json(&SHORT.replace("used(bender,1)", "any")).expect("a pack");
    let level = |at: usize| {
        let mut level = (*short.levels[0]).clone();
        level.title = format!("Level {at}");
        std::sync::Arc::new(level)
    };
    Pack { levels: (1..=levels).map(level).collect(), ..Pack::default() }
}

fn all_at_once(commands: &[Vec<String>]) {
    let start = |args: &Vec<String>| -> Child {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        command(&args)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs")
    };
    let running: Vec<Child> = commands.iter().map(start).collect();
    for child in running {
        let output = child.wait_with_output().expect("ended");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{errors}");
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn commands_on_one_pack_keep_each_others_results() {
    let folder = folder("together");
    let path = folder.join("pack.json");
    pack_of(8).save(&path).expect("saved");
    let forbid = |at: usize| {
        let level = format!("{}#{at}", text(&path));
        words(&["solve", &level, "--forbid", "1", "-o", text(&path)])
    };
    all_at_once(&(1..=8).map(forbid).collect::<Vec<_>>());
    let pack = Pack::load(&path).expect("a pack");
    for level in &pack.levels {
        assert!(level.concept.to_string().starts_with("not network("), "{}", level.title);
    }
    // And new ones behind them.
    let first = format!("{}#1", text(&path));
    let made = |seed: usize| {
        let seed = seed.to_string();
        let args = ["generate", "refraction", "--from", &first, "--concept", "any"];
        words(&[&args[..], &["--seed", &seed, "-o", text(&path)]].concat())
    };
    let before = pack.levels;
    all_at_once(&(1..=4).map(made).collect::<Vec<_>>());
    let after = Pack::load(&path).expect("a pack").levels;
    assert_eq!(after[..8], before[..]);
    let beside = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(beside, 1, "nothing is left beside the pack");
}

/// Runs a verb that is stopped by changes to the pack while it works.
#[cfg(unix)]
fn disturbed(args: &[&str], disturb: impl FnOnce()) -> String {
    // The pack comes from a pipe that is written once the place was looked at.
    let child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(std::time::Duration::from_secs(2));
    disturb();
    let output = child.wait_with_output().expect("ended");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    errors
}

#[cfg(unix)]
#[test]
fn what_was_found_is_kept_where_the_pack_takes_it_no_more() {
    let folder = folder("kept");
    let (path, out) = (folder.join("pack.json"), folder.join("out.json"));
    pack_of(1).save(&path).expect("saved");
    // Levels enough to be at it when the disturbance comes.
    let made = ["generate", "refraction", "--size", "5x5", "-n", "10000", "--time-limit", "5"];
    let level = format!("{}#1", text(&path));
    let spoil = || fs::write(&path, "no pack").expect("written");
    let errors = disturbed(
        &[&made[..5], &made[5..], &["--from", &level, "--concept", "any", "-o", text(&path)]]
            .concat(),
        spoil,
    );
    let beside = folder.join("pack-2.json");
    assert!(errors.contains("pack-2.json"), "{errors}");
    assert!(!Pack::load(&beside).expect("a pack").levels.is_empty());
    assert_eq!(fs::read_to_string(&path).expect("there"), "no pack");
    // Where nothing was when the work began.
    let args = [&made[..], &["--out", text(&out)]].concat();
    let errors = disturbed(&args, || fs::write(&out, "mine").expect("written"));
    assert!(errors.contains("another program has created this file meanwhile"), "{errors}");
    assert!(!Pack::load(&folder.join("out-2.json")).expect("a pack").levels.is_empty());
    assert_eq!(fs::read_to_string(&out).expect("there"), "mine");
    // As private as the file that was in the way.
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&folder.join("out-2.json")), mode(&out));
}

#[test]
fn what_long_work_goes_on_from_is_looked_at_before_the_work() {
    let folder = folder("resume");
    let kept = folder.join("kept.json");
    let nowhere = folder.join("no").join("kept.json");
    let verbs: [&[&str]; 3] = [
        &["orthogonality", "--size", "4x4", "--pieces", "6", "--resume"],
        &["mine", "--pieces", "9", "--resume"],
        &["optimize", "--steps", "1000000000", "--resume"],
    ];
    for verb in verbs {
        for (file, why) in [(&nowhere, "there is no folder"), (&folder, "this is a folder")] {
            let said = refused(&[verb, &[text(file)]].concat());
            assert!(said.contains("--resume") && said.contains(why), "{verb:?}: {said}");
        }
        fs::write(&kept, "{}").expect("written");
        let mut permissions = fs::metadata(&kept).expect("there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&kept, permissions).expect("set");
        let said = refused(&[verb, &[text(&kept)]].concat());
        assert!(said.contains("the file is read-only"), "{verb:?}: {said}");
        fs::remove_file(&kept).expect("removed");
    }
}

/// A file of another owner, if this user can make one.
#[cfg(unix)]
#[test]
fn a_file_of_another_owner_wants_force_and_then_is_written() {
    let folder = folder("of_another");
    let path = folder.join("pack.json");
    pack_of(1).save(&path).expect("saved");
    if std::os::unix::fs::chown(&path, Some(12_345), None).is_err() {
        return;
    }
    let level = format!("{}#1", text(&path));
    let forbid = ["solve", &level, "--forbid", "1", "-o", text(&path)];
    let said = refused(&forbid);
    assert!(said.contains("belongs to somebody else; --force overwrites it"), "{said}");
    printed(&[&forbid[..], &["--force"]].concat(), 0);
    let concept = Pack::load(&path).expect("a pack").levels[0].concept.to_string();
    assert!(concept.starts_with("not network("), "{concept}");
}
