//! The meaning of every name of a game: objects, properties, aggregates, synonyms.
//!
//! Built once from [`ParsedScript`]. Names become numbers here, and objects get their number and layer.

use crate::compiling::masks::WideMask;
use crate::reading::diagnostics::DiagnosticLog;
use crate::reading::parsed::ParsedScript;
use rustc_hash::FxHashMap;

/// A name as a number.
pub(crate) type NameId = usize;

/// An object in the dictionary.
#[derive(Clone, Debug)]
pub(crate) struct ObjectEntry {
    pub(crate) name: NameId,
    pub(crate) line: u32,
    /// The object's number and layer; `None` if no layer lists it.
    pub(crate) place: Option<(usize, usize)>,
}

impl ObjectEntry {
    /// The number that masks use. An object without a layer (an error) uses that of the first.
    pub(crate) fn id(&self) -> usize {
        self.place.map_or(0, |(id, _)| id)
    }

    /// The layer that rules use, with the same fallback.
    pub(crate) fn layer(&self) -> usize {
        self.place.map_or(0, |(_, layer)| layer)
    }
}

/// The meaning of one name. More than one field may be set in a source with errors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meaning {
    pub(crate) object: Option<usize>,
    /// Index of the list of objects of a property.
    property: Option<usize>,
    aggregate: Option<usize>,
    pub(crate) synonym: Option<NameId>,
    /// A property's objects share a layer, or none has one.
    pub(crate) one_layer: bool,
    /// The layer that a property's objects share.
    pub(crate) single_layer: Option<usize>,
    /// The objects meant, for objects, properties and their synonyms.
    pub(crate) mask: Option<WideMask>,
}

/// All names and their meanings.
#[derive(Clone, Default)]
pub(crate) struct Dictionary {
    texts: Vec<String>,
    index: FxHashMap<String, NameId>,
    meanings: Vec<Meaning>,
    lists: Vec<Vec<NameId>>,
    pub(crate) objects: Vec<ObjectEntry>,
    /// The object of each number, as an index into `objects`.
    pub(crate) by_id: Vec<usize>,
    pub(crate) layer_masks: Vec<WideMask>,
    /// The number and layer of the object that fills cells without a background.
    pub(crate) background: Option<(usize, usize)>,
    /// The player's mask, and whether a player must have all of its objects.
    pub(crate) player: (bool, WideMask),
    /// The names that levels may use, with the object number and layer of each part.
    pub(crate) glyphs: FxHashMap<NameId, Vec<(usize, usize)>>,
}

impl Dictionary {
    pub(crate) fn new(parsed: &ParsedScript, log: &mut DiagnosticLog) -> Dictionary {
        let mut dictionary = Dictionary::default();
        dictionary.number_objects(parsed);
        dictionary.define_glyphs(parsed, log);
        dictionary.define_lists(parsed);
        dictionary.flatten_lists(parsed, log);
        dictionary.find_single_layers();
        if dictionary.by_id.is_empty() {
            let line = parsed.heading_line("collisionlayers");
            log.error(
                line,
                "",
                "No object is in a collision layer. List every object in one.".into(),
            );
        }
        dictionary.choose_background(parsed, log);
        dictionary.make_masks(parsed);
        dictionary.find_player(parsed, log);
        dictionary
    }

    /// The number of a name, which is added if it is new.
    pub(crate) fn intern(&mut self, text: &str) -> NameId {
        if let Some(&id) = self.index.get(text) {
            return id;
        }
        let id = self.texts.len();
        self.texts.push(text.to_string());
        self.index.insert(text.to_string(), id);
        self.meanings.push(Meaning::default());
        id
    }

    pub(crate) fn lookup(&self, text: &str) -> Option<NameId> {
        self.index.get(text).copied()
    }

    pub(crate) fn text(&self, name: NameId) -> &str {
        self.texts.get(name).map_or("", String::as_str)
    }

    pub(crate) fn shown(&self, name: NameId) -> String {
        self.text(name).to_uppercase()
    }

    pub(crate) fn meaning(&self, name: NameId) -> &Meaning {
        // Every name comes from `intern`, which adds its meaning.
        &self.meanings[name]
    }

    pub(crate) fn object(&self, name: NameId) -> Option<&ObjectEntry> {
        self.objects.get(self.meaning(name).object?)
    }

    /// The objects of a property.
    pub(crate) fn property(&self, name: NameId) -> Option<&[NameId]> {
        Some(self.lists.get(self.meaning(name).property?)?)
    }

    /// The objects of an aggregate.
    pub(crate) fn aggregate(&self, name: NameId) -> Option<&[NameId]> {
        Some(self.lists.get(self.meaning(name).aggregate?)?)
    }

    pub(crate) fn n_objects(&self) -> usize {
        self.by_id.len()
    }

    pub(crate) fn n_layers(&self) -> usize {
        self.layer_masks.len()
    }

    /// The name of the object with a number.
    pub(crate) fn id_text(&self, id: usize) -> &str {
        let entry = self.by_id.get(id).and_then(|&object| self.objects.get(object));
        entry.map_or("", |entry| self.text(entry.name))
    }

    /// Numbers go layer by layer, in the order in which the layers list their objects.
    fn number_objects(&mut self, parsed: &ParsedScript) {
        for object in &parsed.objects {
            let name = self.intern(&object.name);
            self.meanings[name].object = Some(self.objects.len());
            self.objects.push(ObjectEntry { name, line: object.line, place: None });
        }
        for (layer, names) in parsed.layers.iter().enumerate() {
            for name in names {
                let Some(index) = self.lookup(name).and_then(|name| self.meaning(name).object)
                else {
                    continue;
                };
                self.objects[index].place = Some((self.by_id.len(), layer));
                self.by_id.push(index);
            }
        }
        self.layer_masks = vec![WideMask::default(); parsed.layers.len()];
        for &object in &self.by_id {
            if let Some((id, layer)) = self.objects[object].place {
                self.layer_masks[layer].insert(id);
            }
        }
    }

    /// Levels may use objects, their synonyms and aggregates, but not properties.
    fn define_glyphs(&mut self, parsed: &ParsedScript, log: &mut DiagnosticLog) {
        for object in &self.objects {
            self.glyphs.insert(
                object.name,
                object.place.map(|(id, layer)| (layer, id)).into_iter().collect(),
            );
        }
        let mut grew = true;
        while grew {
            grew = false;
            for synonym in &parsed.synonyms {
                let (key, target) = (self.intern(&synonym.name), self.intern(&synonym.target));
                if !self.glyphs.contains_key(&key)
                    && let Some(glyph) = self.glyphs.get(&target).cloned()
                {
                    self.glyphs.insert(key, glyph);
                    grew = true;
                }
            }
            for group in &parsed.aggregates {
                let key = self.intern(&group.name);
                let parts: Vec<NameId> = group.parts.iter().map(|part| self.intern(part)).collect();
                if !self.glyphs.contains_key(&key)
                    && parts.iter().all(|part| self.glyphs.contains_key(part))
                {
                    let glyph = self.stack(&parts, group.line, log);
                    self.glyphs.insert(key, glyph);
                    grew = true;
                }
            }
        }
    }

    /// The objects of an aggregate, one on each layer.
    fn stack(&self, parts: &[NameId], line: u32, log: &mut DiagnosticLog) -> Vec<(usize, usize)> {
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for &part in parts {
            let shown = self.shown(part);
            let Some((id, layer)) = self.object(part).and_then(|object| object.place) else {
                let text = format!("{shown} is in no collision layer. Add it to one.");
                log.error(line, &shown, text);
                continue;
            };
            if let Some(&(_, other)) = stack.iter().find(|(taken, _)| *taken == layer) {
                let text = format!(
                    "{shown} and {} share a collision layer, so AND cannot put them into one cell. Move one to another layer.",
                    self.id_text(other).to_uppercase()
                );
                log.error(line, &shown, text);
            } else {
                stack.push((layer, id));
            }
        }
        stack
    }

    fn define_lists(&mut self, parsed: &ParsedScript) {
        for (groups, is_property) in [(&parsed.aggregates, false), (&parsed.properties, true)] {
            for group in groups {
                let name = self.intern(&group.name);
                let parts = group.parts.iter().map(|part| self.intern(part)).collect();
                let list = Some(self.lists.len());
                self.lists.push(parts);
                if is_property {
                    self.meanings[name].property = list;
                } else {
                    self.meanings[name].aggregate = list;
                }
            }
        }
        for synonym in &parsed.synonyms {
            let (key, target) = (self.intern(&synonym.name), self.intern(&synonym.target));
            let meaning = self.meaning(target).clone();
            if meaning.aggregate.is_some() {
                self.meanings[key].aggregate = meaning.aggregate;
            } else if meaning.property.is_some() {
                self.meanings[key].property = meaning.property;
            } else if key != target {
                self.meanings[key].synonym = Some(target);
            }
        }
    }

    /// Replaces synonyms and names of groups inside groups until only objects are left.
    fn flatten_lists(&mut self, parsed: &ParsedScript, log: &mut DiagnosticLog) {
        // Each pass resolves one level of names; more passes than names would be a cycle.
        for _ in 0..=self.texts.len().min(1_000) {
            let mut changed = self.follow_synonyms();
            changed |= self.flatten_once(true, parsed, log);
            changed |= self.flatten_once(false, parsed, log);
            if !changed {
                break;
            }
        }
    }

    fn follow_synonyms(&mut self) -> bool {
        let mut changed = false;
        for name in 0..self.meanings.len() {
            let Some(target) = self.meanings[name].synonym else { continue };
            let (property, aggregate, synonym) = {
                let target = &self.meanings[target];
                (target.property, target.aggregate, target.synonym)
            };
            if property.is_some() {
                self.meanings[name].synonym = None;
                self.meanings[name].property = property;
                changed = true;
            } else if aggregate.is_some() {
                self.meanings[name].synonym = None;
                self.meanings[name].aggregate = aggregate;
                changed = true;
            } else if synonym.is_some_and(|synonym| synonym != name) {
                self.meanings[name].synonym = synonym;
            }
        }
        changed
    }

    fn list_of(&self, name: NameId, properties: bool) -> Option<usize> {
        let meaning = self.meaning(name);
        if properties { meaning.property } else { meaning.aggregate }
    }

    fn flatten_once(
        &mut self,
        properties: bool,
        parsed: &ParsedScript,
        log: &mut DiagnosticLog,
    ) -> bool {
        let mut changed = false;
        for name in 0..self.meanings.len() {
            let Some(list) = self.list_of(name, properties) else { continue };
            let mut i = 0;
            while let Some(&value) = self.lists[list].get(i) {
                if let Some(synonym) = self.meaning(value).synonym {
                    self.lists[list][i] = synonym;
                    changed = true;
                } else if let Some(inner) = self.list_of(value, properties) {
                    self.lists[list].remove(i);
                    for new in self.lists[inner].clone() {
                        if !self.lists[list].contains(&new) {
                            self.lists[list].push(new);
                        }
                    }
                    changed = true;
                }
                if self.list_of(value, !properties).is_some() {
                    let (made, of) = if properties { ("OR", "AND") } else { ("AND", "OR") };
                    let text = format!(
                        "{} is made with {made}, so it cannot contain {}, which is made with {of}.",
                        self.shown(name),
                        self.shown(value)
                    );
                    let line = parsed.declared_on(self.text(name)).unwrap_or(1);
                    log.error(line, self.text(value), text);
                }
                i += 1;
            }
        }
        changed
    }

    fn find_single_layers(&mut self) {
        for name in 0..self.meanings.len() {
            let Some(values) = self.property(name) else { continue };
            let mut layers =
                values.iter().map(|&value| self.object(value).map(|o| o.place.map(|p| p.1)));
            let first = layers.next().flatten();
            let shared = first.is_some() && layers.all(|layer| layer == first);
            self.meanings[name].one_layer = shared;
            if shared {
                self.meanings[name].single_layer = first.flatten();
            }
        }
    }

    fn choose_background(&mut self, parsed: &ParsedScript, log: &mut DiagnosticLog) {
        let first =
            self.by_id.first().and_then(|&object| self.objects.get(object)).and_then(|o| o.place);
        let line =
            parsed.declared_on("background").unwrap_or_else(|| parsed.heading_line("objects"));
        let Some(name) = self.lookup("background") else {
            self.background = first;
            log.error(
                line,
                "",
                "A game needs something that fills every cell. Name an object BACKGROUND.".into(),
            );
            return;
        };
        self.background = if let Some(object) = self.object(name) {
            object.place
        } else if let Some(target) = self.meaning(name).synonym {
            self.object(target).and_then(|object| object.place)
        } else if let Some(values) = self.property(name) {
            let place = values.first().and_then(|&value| self.object(value)).and_then(|o| o.place);
            let layer = place.map(|(_, layer)| layer);
            let others = values.iter().filter_map(|&value| self.object(value));
            if place.is_some() && others.map(|o| o.place.map(|p| p.1)).any(|l| l != layer) {
                log.error(
                    line,
                    "background",
                    "The objects of BACKGROUND must share a collision layer. Move them into one."
                        .into(),
                );
            }
            place
        } else if self.aggregate(name).is_some() {
            log.error(
                line,
                "background",
                "BACKGROUND cannot be made with AND. Use one object, or OR.".into(),
            );
            first
        } else {
            log.error(
                line,
                "",
                "A game needs something that fills every cell. Name an object BACKGROUND.".into(),
            );
            first
        };
    }

    /// Masks of objects, synonyms and properties, in the order of their lines.
    fn make_masks(&mut self, parsed: &ParsedScript) {
        for object in self.objects.clone() {
            self.meanings[object.name].mask = Some(WideMask::one(object.id()));
        }
        let synonyms =
            parsed.synonyms.iter().map(|s| (s.line, &s.name, std::slice::from_ref(&s.target)));
        let properties = parsed.properties.iter().map(|p| (p.line, &p.name, p.parts.as_slice()));
        let mut entries: Vec<_> = synonyms.chain(properties).collect();
        entries.sort_by_key(|(line, ..)| *line);
        for (_, name, parts) in entries {
            let name = self.intern(name);
            let mut mask = WideMask::default();
            let mut known = false;
            for part in parts {
                let part = self.intern(part);
                if let Some(other) = &self.meanings[part].mask {
                    known = true;
                    mask.add_all(other);
                }
            }
            if known || parts.len() > 1 {
                self.meanings[name].mask = Some(mask);
            }
        }
    }

    /// All objects of an aggregate that have a mask.
    pub(crate) fn aggregate_mask(&self, name: NameId) -> Option<WideMask> {
        let mut mask = WideMask::default();
        for &part in self.aggregate(name)? {
            if let Some(other) = &self.meaning(part).mask {
                mask.add_all(other);
            }
        }
        Some(mask)
    }

    fn find_player(&mut self, parsed: &ParsedScript, log: &mut DiagnosticLog) {
        let mut mask = WideMask::default();
        let mut aggregate = false;
        if let Some(name) = self.lookup("player") {
            let one = |name: NameId| self.object(name).map(ObjectEntry::id);
            let lists = [self.aggregate(name), self.property(name)];
            let listed = lists.into_iter().flatten().flatten().filter_map(|&part| one(part));
            let synonym = self.meaning(name).synonym.and_then(one);
            aggregate = self.aggregate(name).is_some();
            for id in one(name).into_iter().chain(listed).chain(synonym) {
                mask.insert(id);
            }
        }
        if mask.is_empty() {
            let line = parsed.heading_line("objects");
            log.error(line, "", "Nothing moves when keys are pressed. Name an object PLAYER, or give it that name in the legend.".into());
        }
        self.player = (aggregate, mask);
    }
}
