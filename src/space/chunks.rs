//! A list that grows without copying its items, so that growing needs no second block of memory.

const CHUNK_BITS: u32 = 16;
/// Items of a chunk.
pub(crate) const CHUNK: usize = 1 << CHUNK_BITS;

/// Items by place. The first chunk grows as it is filled; each later one is allocated whole.
#[derive(Clone, Debug)]
pub(crate) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
    /// The number of items for which there is room.
    capacity: usize,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0, capacity: 0 }
    }
}

impl<T: Copy> Chunks<T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn get(&self, at: usize) -> Option<T> {
        self.chunks.get(at >> CHUNK_BITS)?.get(at & (CHUNK - 1)).copied()
    }

    /// The first place whose item is not before the others: `is_before` must hold for a prefix of the list.
    pub(crate) fn partition_point(&self, is_before: impl Fn(&T) -> bool) -> usize {
        let whole = |chunk: &Vec<T>| chunk.last().is_some_and(&is_before);
        let chunk = self.chunks.partition_point(whole);
        let within = self.chunks.get(chunk).map_or(0, |items| items.partition_point(&is_before));
        (chunk * CHUNK + within).min(self.len)
    }

    pub(crate) fn push(&mut self, item: T) {
        if self.len & (CHUNK - 1) == 0 {
            let room = if self.len == 0 { 0 } else { CHUNK };
            self.chunks.push(Vec::with_capacity(room));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            let before = if self.len & (CHUNK - 1) == 0 { 0 } else { chunk.capacity() };
            chunk.push(item);
            self.len += 1;
            self.capacity += chunk.capacity() - before;
        }
    }

    /// The number of full chunks.
    pub(crate) fn n_full(&self) -> usize {
        self.len >> CHUNK_BITS
    }

    /// The items of a chunk; empty after the chunk was taken.
    pub(crate) fn chunk(&self, number: usize) -> &[T] {
        self.chunks.get(number).map_or(&[], Vec::as_slice)
    }

    /// Removes the items of a full chunk and frees their memory.
    pub(crate) fn take(&mut self, number: usize) {
        if let Some(chunk) = self.chunks.get_mut(number).filter(|_| number < self.len >> CHUNK_BITS)
        {
            self.capacity -= chunk.capacity();
            *chunk = Vec::new();
        }
    }

    /// Memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.capacity * size_of::<T>() + self.chunks.capacity() * size_of::<Vec<T>>()
    }

    /// The bytes that the next item will allocate.
    pub(crate) fn bytes_of_next(&self) -> usize {
        let missing = match self.chunks.last() {
            Some(chunk) if self.len & (CHUNK - 1) != 0 && chunk.len() < chunk.capacity() => 0,
            // While the first chunk grows, the old one still exists.
            Some(chunk) if self.chunks.len() == 1 && chunk.len() < CHUNK => 2 * chunk.len().max(4),
            Some(_) => CHUNK,
            None => 4,
        };
        missing * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_where_they_were_put() {
        let mut chunks = Chunks::default();
        for at in 0..3 * CHUNK + 5 {
            assert_eq!((chunks.len(), chunks.get(at)), (at, None));
            let (before, more) = (chunks.bytes(), chunks.bytes_of_next());
            chunks.push(at * 3);
            // The list of chunks itself is short.
            assert!(chunks.bytes() <= before + more + 256, "{at}");
        }
        assert!((0..chunks.len()).all(|at| chunks.get(at) == Some(at * 3)));
        for at in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, chunks.len()] {
            assert_eq!(chunks.partition_point(|item| *item < at * 3), at);
        }
        let before = chunks.bytes();
        chunks.take(1);
        assert_eq!(chunks.bytes(), before - CHUNK * size_of::<usize>());
        assert_eq!((chunks.get(CHUNK), chunks.get(2 * CHUNK)), (None, Some(6 * CHUNK)));
        let items = chunks.len() * size_of::<usize>();
        assert!(chunks.bytes() < items + CHUNK * size_of::<usize>() + 1024);
    }
}
