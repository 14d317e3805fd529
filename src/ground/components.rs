//! Strongly connected components of a graph over small numbers, in the order of dependence.
//!
//! Tarjan's algorithm with an explicit stack (R. E. Tarjan, *Depth-first search and linear graph algorithms*,
//! 1972), since a chain of rules may be as long as the program.

/// Lists of numbers, one for each owner from 0, in one array.
#[derive(Clone, Debug, Default)]
pub struct Lists<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// Sorts pairs of owner and item by owner, keeping the order of an owner's items.
    pub fn of(n_owners: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        let mut ends = vec![0u32; n_owners];
        let (mut filler, mut total) = (None, 0u32);
        for (owner, item) in pairs.clone() {
            if let Some(end) = ends.get_mut(owner as usize) {
                *end += 1;
                total += 1;
                filler = Some(item);
            }
        }
        let Some(filler) = filler else { return Self { ends, items: Vec::new() } };
        let mut at = 0;
        for end in &mut ends {
            (*end, at) = (at, at + *end);
        }
        let mut items = vec![filler; total as usize];
        for (owner, item) in pairs {
            let Some(place) = ends.get_mut(owner as usize) else { continue };
            if let Some(slot) = items.get_mut(*place as usize) {
                *slot = item;
            }
            *place += 1;
        }
        Self { ends, items }
    }

    pub fn get(&self, owner: u32) -> &[T] {
        let owner = owner as usize;
        let from = owner.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        let to = self.ends.get(owner).copied().unwrap_or(0);
        self.items.get(from.unwrap_or(0) as usize..to as usize).unwrap_or_default()
    }
}

/// The components of a graph.
#[derive(Clone, Debug, Default)]
pub struct GroundComponents {
    /// Nodes, component by component; each component comes after those to which it points.
    nodes: Vec<u32>,
    ends: Vec<u32>,
    of: Vec<u32>,
}

impl GroundComponents {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn nodes(&self, component: usize) -> &[u32] {
        let from = component.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        let to = self.ends.get(component).copied().unwrap_or(0);
        self.nodes.get(from.unwrap_or(0) as usize..to as usize).unwrap_or_default()
    }

    /// The component of a node.
    pub fn of(&self, node: u32) -> u32 {
        self.of.get(node as usize).copied().unwrap_or(u32::MAX)
    }
}

/// State of Tarjan's algorithm.
struct ComponentWalk<'a> {
    edges: &'a Lists<u32>,
    index: Vec<u32>,
    low: Vec<u32>,
    next: u32,
    open: Vec<u32>,
    /// Nodes on the path from the root, each with the number of its edges followed so far.
    way: Vec<(u32, u32)>,
    out: GroundComponents,
}

/// Returns the components of a graph whose nodes, from 0, point to the nodes in their lists.
pub fn components(n_nodes: usize, edges: &Lists<u32>) -> GroundComponents {
    let unseen = vec![u32::MAX; n_nodes];
    let mut walk = ComponentWalk {
        edges,
        index: unseen.clone(),
        low: vec![0; n_nodes],
        next: 0,
        open: Vec::new(),
        way: Vec::new(),
        out: GroundComponents { of: unseen, ..GroundComponents::default() },
    };
    for root in 0..n_nodes {
        if walk.index[root] == u32::MAX {
            walk.from(root as u32);
        }
    }
    walk.out
}

impl ComponentWalk<'_> {
    fn from(&mut self, root: u32) {
        self.enter(root);
        while let Some((node, followed)) = self.way.last_mut() {
            let node = *node;
            let Some(to) = self.edges.get(node).get(*followed as usize).copied() else {
                self.leave(node);
                continue;
            };
            *followed += 1;
            if self.index[to as usize] == u32::MAX {
                self.enter(to);
            } else if self.out.of[to as usize] == u32::MAX {
                // Seen and in no component yet: it is on the stack.
                self.low[node as usize] = self.low[node as usize].min(self.index[to as usize]);
            }
        }
    }

    fn enter(&mut self, node: u32) {
        self.index[node as usize] = self.next;
        self.low[node as usize] = self.next;
        self.next += 1;
        self.open.push(node);
        self.way.push((node, 0));
    }

    fn leave(&mut self, node: u32) {
        self.way.pop();
        let low = self.low[node as usize];
        if let Some((parent, _)) = self.way.last() {
            let parent = &mut self.low[*parent as usize];
            *parent = low.min(*parent);
        }
        if low != self.index[node as usize] {
            return;
        }
        let component = self.out.ends.len() as u32;
        while let Some(member) = self.open.pop() {
            self.out.of[member as usize] = component;
            self.out.nodes.push(member);
            if member == node {
                break;
            }
        }
        self.out.ends.push(self.out.nodes.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pointed_to_comes_first() {
        // 0 -> 1 <-> 2 -> 3, and 4 alone.
        let edges = Lists::of(5, [(0, 1), (1, 2), (2, 1), (2, 3)].into_iter());
        let found = components(5, &edges);
        let mut listed: Vec<Vec<u32>> = (0..found.len()).map(|n| found.nodes(n).to_vec()).collect();
        listed.iter_mut().for_each(|nodes| nodes.sort_unstable());
        assert_eq!(listed, [vec![3], vec![1, 2], vec![0], vec![4]]);
        assert_eq!(found.of(1), found.of(2));
        assert_eq!(edges.get(2), [1, 3]);
        assert!(edges.get(4).is_empty());
    }
}
