//! Amounts of work for a series of attempts.

/// The restart sequence of Luby, Sinclair and Zuckerman (1993), from 1: 1 1 2 1 1 2 4 and so on. Few attempts
/// get much work, so it is quick both if the first one will do and if each needs much work.
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
