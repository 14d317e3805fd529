//! Strongly connected components of a graph, over small numbers or over names. Knows nobody.

use std::collections::BTreeMap;

/// What depends on what, by name.
#[derive(Clone, Debug)]
pub struct Dependencies<K> {
    numbers: BTreeMap<K, u32>,
    edges: Vec<Vec<u32>>,
}

impl<K: Ord> Dependencies<K> {
    pub fn new() -> Self {
        Self { numbers: BTreeMap::new(), edges: Vec::new() }
    }

    /// Notes that `one` depends on `other`.
    pub fn add(&mut self, one: K, other: K) {
        let (one, other) = (self.number(one), self.number(other));
        if let Some(edges) = self.edges.get_mut(one as usize) {
            edges.push(other);
        }
    }

    /// The component of every name: those of one component depend on each other.
    pub fn components(self) -> BTreeMap<K, u32> {
        let components = components(&self.edges);
        let of = |(name, n): (K, u32)| Some((name, *components.get(n as usize)?));
        self.numbers.into_iter().filter_map(of).collect()
    }

    fn number(&mut self, name: K) -> u32 {
        *self.numbers.entry(name).or_insert_with(|| {
            self.edges.push(Vec::new());
            u32::try_from(self.edges.len() - 1).unwrap_or(u32::MAX)
        })
    }
}

/// The component of every node of a graph, given the nodes that each one points to. Tarjan's
/// algorithm without recursion: linear in nodes and edges.
pub fn components(edges: &[Vec<u32>]) -> Vec<u32> {
    let n = edges.len();
    let mut of = vec![u32::MAX; n];
    let (mut index, mut low) = (vec![usize::MAX; n], vec![0usize; n]);
    let (mut stack, mut on_stack, mut next, mut component) = (Vec::new(), vec![false; n], 0, 0);
    for root in 0..n {
        if index[root] != usize::MAX {
            continue;
        }
        let mut walk = vec![(root, 0usize)];
        while let Some((node, edge)) = walk.last_mut() {
            let node = *node;
            if *edge == 0 {
                index[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(to) = edges[node].get(*edge).map(|to| *to as usize) {
                *edge += 1;
                if index[to] == usize::MAX {
                    walk.push((to, 0));
                } else if on_stack[to] {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            walk.pop();
            if let Some((parent, _)) = walk.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == index[node] {
                while let Some(member) = stack.pop() {
                    on_stack[member] = false;
                    of[member] = component;
                    if member == node {
                        break;
                    }
                }
                component += 1;
            }
        }
    }
    of
}
