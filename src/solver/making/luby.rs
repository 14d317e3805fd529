//! How much work each of several attempts gets.

/// The restart sequence of Luby, Sinclair and Zuckerman (1993), from 1: 1 1 2 1 1 2 4 and so on. Few plays
/// get much work, so that it is quick both when the first play will do and when each play needs much work.
pub(crate) fn luby(number: u64) -> u64 {
    let mut number = number.max(1);
    loop {
        let power = (number + 1).next_power_of_two();
        if power == number + 1 {
            return power / 2;
        }
        number -= power / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn restarts_follow_the_sequence() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
