//! Animated gestures for a page, as self-running SVG.

use std::fmt::Write as _;

use foolproof_game::{GestureScene, HandPose, SCENE_SECONDS, pointer};
use foolproof_picture::fragment;

/// Returns a scene as the inside of an SVG of its size.
pub(crate) fn moving(scene: &GestureScene) -> String {
    let mut text = String::new();
    let hand = way(&scene.hand);
    for part in &scene.parts {
        let shapes = fragment(&part.shapes);
        let inside = match part.carried {
            true => format!("<g>{hand}{shapes}</g>"),
            false => shapes,
        };
        text.push_str(&shown(&inside, &[[part.from, part.to]]));
    }
    if scene.hand.is_empty() {
        return text;
    }
    let (up, down) = (pointer(false, scene.other_button), pointer(true, scene.other_button));
    let pressed = pressed(&scene.hand);
    // Writing to a string cannot fail.
    let _ = write!(text, "<g>{hand}{}", fragment(&up));
    text.push_str(&shown(&fragment(&down), &pressed));
    text.push_str("</g>");
    text
}

/// Returns the times while the button is down.
fn pressed(hand: &[HandPose]) -> Vec<[f32; 2]> {
    let ends = hand.iter().skip(1).map(|pose| pose.time).chain([1.0]);
    let times = hand.iter().zip(ends).filter(|(pose, _)| pose.down);
    times.map(|(pose, end)| [pose.time, end]).collect()
}

/// Makes a part visible only between these times.
fn shown(inside: &str, times: &[[f32; 2]]) -> String {
    if matches!(times, [[from, to]] if *from <= 0.0 && *to >= 1.0) {
        return inside.to_owned();
    }
    let (mut at, mut values) = (vec![0.0], vec![0]);
    for [from, to] in times {
        for (time, value) in [(*from, 1), (*to, 0)] {
            match at.last() {
                // The last value of a time counts.
                Some(last) if *last >= time => {
                    values.last_mut().into_iter().for_each(|last| *last = value)
                }
                _ if time >= 1.0 => {}
                _ => {
                    at.push(time);
                    values.push(value);
                }
            }
        }
    }
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    format!(
        "<g opacity=\"{}\">{inside}<animate attributeName=\"opacity\" calcMode=\"discrete\" {}/></g>",
        values.first().map_or("1", String::as_str),
        timed(&values, &at)
    )
}

/// Returns the path of the pointer.
fn way(hand: &[HandPose]) -> String {
    let Some((first, last)) = hand.first().zip(hand.last()) else { return String::new() };
    let ends = (first.time > 0.0).then_some(HandPose { time: 0.0, ..*first });
    let rest = (last.time < 1.0).then_some(HandPose { time: 1.0, ..*last });
    let poses: Vec<HandPose> = ends.into_iter().chain(hand.iter().copied()).chain(rest).collect();
    let at: Vec<f32> = poses.iter().map(|pose| pose.time).collect();
    let values: Vec<String> =
        poses.iter().map(|pose| format!("{:.2},{:.2}", pose.at.x, pose.at.y)).collect();
    format!(
        "<animateTransform attributeName=\"transform\" type=\"translate\" {}/>",
        timed(&values, &at)
    )
}

fn timed(values: &[String], at: &[f32]) -> String {
    let at: Vec<String> = at.iter().map(|time| format!("{time:.2}")).collect();
    format!(
        "values=\"{}\" keyTimes=\"{}\" dur=\"{SCENE_SECONDS}s\" repeatCount=\"indefinite\"",
        values.join(";"),
        at.join(";")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_game::HandGesture;
    use foolproof_level::Level;

    #[test]
    fn scenes_move_from_the_beginning_to_the_end() {
        let game = foolproof_built_in::built_in().by_id("refraction").expect("a game");
        let level = Level::open("refraction", game.about().default_board);
        for gesture in [HandGesture::Carry, HandGesture::TakeOff, HandGesture::Type] {
            let text = moving(&game.scene(&level, &gesture).expect("a picture"));
            assert_eq!(text.matches("<g").count(), text.matches("</g>").count(), "{text}");
            for times in text.split("keyTimes=\"").skip(1) {
                let times = times.split('"').next().expect("an end");
                let times: Vec<f32> =
                    times.split(';').map(|time| time.parse().expect("a time")).collect();
                assert!(times[0] == 0.0 && times.is_sorted() && times[times.len() - 1] <= 1.0);
            }
            for moved in text.split("<animateTransform").skip(1) {
                let moved = moved.split("/>").next().expect("an end");
                assert!(moved.contains(";1.00\""), "{moved}");
            }
        }
    }
}
