//! Reachability of light: for each side and power the cells that a beam may enter if all pieces of the tray
//! were on every free cell at once.

use std::cell::OnceCell;

use super::bits::CellBits;
use super::limits::NetworkLimits;
use super::model::LightModel;
use super::powers::{Index, PowerTable};
use crate::piece::{PieceKind, Side};

/// The light after a limited number of pieces in sequence.
#[derive(Clone, Debug)]
struct Layer<B> {
    /// By side of travel, then by power.
    beams: [Vec<B>; 4],
    /// Cells on which a piece of each shape can emit each power.
    pieces: Vec<Vec<B>>,
}

/// One way for a piece to emit a power: the powers of its inputs in the order of their sides, its possible
/// cells for that, and the powers as bits, without those above 128.
pub(crate) type Recipe<B> = ([Index; 3], B, u128);

/// A recipe whose last inputs are filled in.
#[derive(Clone, Copy)]
struct BegunRecipe<B> {
    /// The power that the other inputs have to bring.
    missing: u64,
    cells: B,
    parts: [Index; 3],
    /// Number of inputs.
    count: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Reach<B> {
    layers: Vec<Layer<B>>,
    /// By shape, then by power; computed on first use.
    recipes: Vec<Vec<OnceCell<Vec<Recipe<B>>>>>,
}

/// More pairs of powers than this are not distinguished.
const MAX_PAIRS: usize = 30_000;

/// Input for the tables.
struct OpenGround<'a, B> {
    model: &'a LightModel<B>,
    powers: &'a PowerTable,
    limits: &'a NetworkLimits<B>,
    /// Combiners take any powers, since there are too many ways to distinguish.
    coarse: bool,
}

fn bits(powers: &[Index]) -> u128 {
    powers.iter().filter(|power| **power < 128).fold(0, |bits, power| bits | 1 << power)
}

impl<B: CellBits> Reach<B> {
    /// Returns whether more pieces than this in sequence make a difference.
    pub(crate) fn tells(&self, depth: usize) -> bool {
        depth + 1 < self.layers.len()
    }

    pub(crate) fn of(
        model: &LightModel<B>,
        powers: &PowerTable,
        limits: &NetworkLimits<B>,
    ) -> Self {
        let pairs: usize = (0..powers.len()).map(|n| powers.pairs(n as Index).len()).sum();
        let ground = OpenGround { model, powers, limits, coarse: pairs > MAX_PAIRS };
        let mut layers = vec![ground.sources()];
        for _ in 0..limits.pieces {
            let Some(last) = layers.last() else { break };
            let next = ground.further(last);
            if next.beams == last.beams && next.pieces == last.pieces {
                break;
            }
            layers.push(next);
        }
        let shapes = model.shapes.iter();
        let recipes = shapes.map(|_| vec![OnceCell::new(); powers.len()]).collect();
        Self { layers, recipes }
    }

    /// The ways for a piece of the shape to emit the power.
    pub(crate) fn recipes(
        &self,
        model: &LightModel<B>,
        powers: &PowerTable,
        shape: usize,
        power: Index,
    ) -> &[Recipe<B>] {
        let of_shape = self.recipes.get(shape);
        let Some(slot) = of_shape.and_then(|slots| slots.get(usize::from(power))) else {
            return &[];
        };
        slot.get_or_init(|| {
            let cells = self.pieces(usize::MAX, shape, power);
            self.recipes_on(cells, model, powers, shape, power)
        })
    }

    /// The recipes recomputed for some of the shape's possible cells.
    pub(crate) fn recipes_on(
        &self,
        cells: B,
        model: &LightModel<B>,
        powers: &PowerTable,
        shape: usize,
        power: Index,
    ) -> Vec<Recipe<B>> {
        let mut recipes = Vec::new();
        let Some(shape) = model.shapes.get(shape) else { return recipes };
        let sides: Vec<Side> = shape.ins.sides().map(Side::opposite).collect();
        let whole = powers.value(power).checked_mul(shape.shares());
        if let Some(whole) = whole.filter(|_| !cells.is_empty()) {
            let begun = BegunRecipe { missing: whole, cells, parts: [0; 3], count: sides.len() };
            self.add_recipes(powers, &sides, begun, &mut recipes);
        }
        recipes
    }

    /// Adds the ways to get the missing power through the remaining inputs.
    fn add_recipes(
        &self,
        powers: &PowerTable,
        sides: &[Side],
        begun: BegunRecipe<B>,
        recipes: &mut Vec<Recipe<B>>,
    ) {
        let BegunRecipe { missing, cells, parts, count } = begun;
        // The inputs are filled in from the last one backwards, so that the first is at index 0.
        let Some((side, rest)) = sides.split_last() else { return };
        let mut with = |power: Index, missing: u64| {
            let cells = cells & self.beams(usize::MAX, *side, power);
            if cells.is_empty() {
                return;
            }
            let mut parts = parts;
            if let Some(slot) = parts.get_mut(rest.len()) {
                *slot = power;
            }
            match rest.is_empty() {
                true => recipes.push((parts, cells, bits(parts.get(..count).unwrap_or_default()))),
                false => {
                    let begun = BegunRecipe { missing, cells, parts, count };
                    self.add_recipes(powers, rest, begun, recipes)
                }
            }
        };
        if rest.is_empty() {
            if let Some(power) = powers.index_of(missing) {
                with(power, 0);
            }
            return;
        }
        for (n, value) in powers.values().iter().enumerate() {
            if *value >= missing {
                break;
            }
            if let Ok(power) = Index::try_from(n) {
                with(power, missing - value);
            }
        }
    }

    fn layer(&self, depth: usize) -> Option<&Layer<B>> {
        self.layers.get(depth.min(self.layers.len().saturating_sub(1)))
    }

    /// Cells that a beam of the power may enter, through up to `depth` pieces in sequence.
    pub(crate) fn beams(&self, depth: usize, side: Side, power: Index) -> B {
        let beams = self.layer(depth).and_then(|layer| layer.beams.get(side as usize));
        beams.and_then(|beams| beams.get(usize::from(power))).copied().unwrap_or_default()
    }

    /// Cells where a piece of the shape can emit the power, as the last of up to `depth`.
    pub(crate) fn pieces(&self, depth: usize, shape: usize, power: Index) -> B {
        let pieces = self.layer(depth).and_then(|layer| layer.pieces.get(shape));
        pieces.and_then(|pieces| pieces.get(usize::from(power))).copied().unwrap_or_default()
    }
}

impl<B: CellBits> OpenGround<'_, B> {
    fn sources(&self) -> Layer<B> {
        let none = || vec![B::default(); self.powers.len()];
        let mut beams = [none(), none(), none(), none()];
        for source in &self.model.sources {
            let Some(power) = self.powers.index_of(source.power) else { continue };
            let reached = self.model.ahead(B::one(source.cell), source.out, self.model.free);
            let beams = beams.get_mut(source.out as usize);
            if let Some(slot) = beams.and_then(|beams| beams.get_mut(usize::from(power))) {
                *slot = *slot | reached;
            }
        }
        Layer { beams, pieces: vec![none(); self.model.shapes.len()] }
    }

    /// The layer with one piece more in sequence.
    fn further(&self, last: &Layer<B>) -> Layer<B> {
        let shapes = 0..self.model.shapes.len();
        let pieces: Vec<Vec<B>> = shapes
            .map(|shape| {
                (0..self.powers.len()).map(|power| self.standing(last, shape, power)).collect()
            })
            .collect();
        let mut beams = last.beams.clone();
        for (side, beams) in Side::ALL.into_iter().zip(&mut beams) {
            for (power, slot) in beams.iter_mut().enumerate() {
                let giving = self.model.shapes.iter().zip(&pieces);
                let emitters = giving
                    .filter(|(shape, _)| shape.outs.contains(side))
                    .filter_map(|(_, at)| at.get(power))
                    .fold(B::default(), |all, at| all | *at);
                *slot = *slot | self.model.ahead(emitters, side, self.model.free);
            }
        }
        Layer { beams, pieces }
    }

    /// Cells on which a piece can emit a power, given the light that reached cells before.
    fn standing(&self, last: &Layer<B>, shape: usize, power: usize) -> B {
        let (Some(shape), Some(most)) =
            (self.model.shapes.get(shape), self.limits.shapes.get(shape))
        else {
            return B::default();
        };
        let given = self.powers.value(power as Index);
        let unbuilt = self.limits.unbuilt.contains(&given) && shape.kind != PieceKind::Bender;
        if *most == 0 || unbuilt {
            return B::default();
        }
        let sides: Vec<usize> = shape.ins.sides().map(|side| side.opposite() as usize).collect();
        let comes = |side: &usize, power: Index| {
            let beams = last.beams.get(*side).and_then(|beams| beams.get(usize::from(power)));
            beams.copied().unwrap_or_default()
        };
        let cells = match (shape.kind, sides.as_slice()) {
            (PieceKind::Combiner, [a, b]) if !self.coarse => {
                let pairs = self.powers.pairs(power as Index).iter();
                pairs.fold(B::default(), |all, (x, y)| all | (comes(a, *x) & comes(b, *y)))
            }
            (PieceKind::Combiner, sides) => sides.iter().fold(self.limits.cells, |all, side| {
                let beams = last.beams.get(*side).into_iter().flatten();
                let lesser = beams
                    .enumerate()
                    .filter(|(n, _)| self.powers.value(*n as Index) < given)
                    .fold(B::default(), |some, (_, beam)| some | *beam);
                all & lesser
            }),
            (_, [side]) => given
                .checked_mul(shape.shares())
                .and_then(|whole| self.powers.index_of(whole))
                .map_or(B::default(), |whole| comes(side, whole)),
            _ => B::default(),
        };
        cells & self.limits.cells
    }
}
