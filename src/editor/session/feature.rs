//! Features: what they declare, and the list that holds them.
//!
//! A feature lives in a package above this one, which adds it to [`Features`]. Its
//! state is a type that implements [`Feature`] and some of the [kinds](crate::session::kinds).
//! Other code sees only what that type makes public.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::marker::PhantomData;

use egui::KeyboardShortcut;

use crate::kit::icon::Icon;
use crate::session::command::entry::Entry;
use crate::session::document::Document;
use crate::session::kinds::Listener;
use crate::session::settings::Initially;
use crate::session::state::State;
use foolproof_overlay::Overlay;

/// Declarations of a feature. Its behaviour is in the kinds that it implements.
pub trait Feature: Any + Default {
    /// Its rows in the table of commands.
    const COMMANDS: &'static [Entry] = &[];
    /// Its overlays that can be switched on and off.
    const SWITCHES: &'static [Switch] = &[];
    /// Its keys and gestures that are not commands.
    const OWN_KEYS: &'static [OwnKeys] = &[];
}

/// A switch for an overlay: a line in the list beside the eye, and keys.
#[derive(Clone, Copy)]
pub struct Switch {
    pub overlay: Overlay,
    /// Its name in menus.
    pub name: &'static str,
    pub tip: &'static str,
    /// Other search words.
    pub search: &'static str,
    pub icon: Icon,
    pub keys: &'static [KeyboardShortcut],
    pub initially: Initially,
    /// True if there can be anything to show.
    pub arises: fn(&State) -> bool,
}

/// A key or mouse gesture that is not a command, for the sheet of keys.
#[derive(Clone, Copy)]
pub struct OwnKeys {
    /// True if it does anything in the game of the level on the canvas.
    pub suits: fn(&Document) -> bool,
    /// The part of the window in which it works.
    pub group: &'static str,
    pub name: &'static str,
    /// The keys, in readable form.
    pub keys: &'static str,
}

/// All features of the window, in the order of their list, and all commands.
#[derive(Default)]
pub struct Features {
    /// State of each feature; `None` while the feature is running.
    states: Vec<Option<Box<dyn Any>>>,
    /// The members of each kind: a `Vec<KindMember<K>>` under the type of `K`.
    kinds: HashMap<TypeId, Box<dyn Any>>,
    pub commands: Vec<Entry>,
    pub switches: Vec<Switch>,
    pub own_keys: Vec<OwnKeys>,
}

/// A feature of the kind `K`.
struct KindMember<K: ?Sized> {
    /// Its index among the states.
    at: usize,
    /// Its state, seen as that kind.
    shared: KindView<K>,
    unique: KindViewMut<K>,
}

type KindView<K> = Box<dyn Fn(&dyn Any) -> Option<&K>>;
type KindViewMut<K> = Box<dyn Fn(&mut dyn Any) -> Option<&mut K>>;

/// A feature that was just added; its kinds follow.
pub struct Registration<'a, T> {
    features: &'a mut Features,
    at: usize,
    feature: PhantomData<T>,
}

impl Features {
    /// Creates a list without features, with the window's own commands.
    pub fn new(commands: impl Iterator<Item = Entry>) -> Self {
        Self { commands: commands.collect(), ..Self::default() }
    }

    /// Adds a feature in its initial state. Each kind that it implements is declared by a method of the
    /// registration.
    pub fn add<T: Feature>(&mut self) -> Registration<'_, T> {
        let at = self.states.len();
        self.states.push(Some(Box::new(T::default())));
        self.commands.extend_from_slice(T::COMMANDS);
        self.commands.extend(T::SWITCHES.iter().map(Entry::of_switch));
        self.switches.extend_from_slice(T::SWITCHES);
        self.own_keys.extend_from_slice(T::OWN_KEYS);
        Registration { features: self, at, feature: PhantomData }
    }

    fn members<K: ?Sized + 'static>(&self) -> &[KindMember<K>] {
        let members = self.kinds.get(&TypeId::of::<K>());
        members
            .and_then(|members| members.downcast_ref::<Vec<KindMember<K>>>())
            .map_or(&[], |all| all)
    }

    fn at_rest(&self, at: usize) -> Option<&dyn Any> {
        self.states.get(at)?.as_deref()
    }

    fn take(&mut self, at: usize) -> Option<Box<dyn Any>> {
        self.states.get_mut(at)?.take()
    }
}

impl<T: Feature> Registration<'_, T> {
    /// Registers the feature for a kind. Both functions are the identity: they make sure that `T`
    /// implements `K`.
    pub(crate) fn with<K: ?Sized + 'static>(
        self,
        shared: fn(&T) -> &K,
        unique: fn(&mut T) -> &mut K,
    ) -> Self {
        let all = self.features.kinds.entry(TypeId::of::<K>());
        let all = all.or_insert_with(|| Box::new(Vec::<KindMember<K>>::new()));
        if let Some(members) = all.downcast_mut::<Vec<KindMember<K>>>() {
            members.push(KindMember {
                at: self.at,
                shared: Box::new(move |state| state.downcast_ref().map(shared)),
                unique: Box::new(move |state| state.downcast_mut().map(unique)),
            });
        }
        self
    }
}

impl State {
    /// Returns the state of a feature; `None` while the feature is running.
    pub fn feature<T: Feature>(&self) -> Option<&T> {
        self.all_features().states.iter().flatten().find_map(|state| state.downcast_ref())
    }

    pub fn feature_mut<T: Feature>(&mut self) -> Option<&mut T> {
        let mut states = self.all_features_mut().states.iter_mut().flatten();
        states.find_map(|state| state.downcast_mut())
    }

    /// Returns every feature of a kind, in the order of the list.
    pub fn features_of<K: ?Sized + 'static>(&self) -> impl Iterator<Item = &K> {
        let all = self.all_features();
        let members = all.members::<K>().iter();
        members.filter_map(|member| (member.shared)(all.at_rest(member.at)?))
    }

    /// Lets a feature work with the state.
    pub fn with_feature<T: Feature, R>(
        &mut self,
        work: impl FnOnce(&mut T, &mut Self) -> R,
    ) -> Option<R> {
        let is_it = |state: &Option<Box<dyn Any>>| state.as_ref().is_some_and(|it| it.is::<T>());
        let at = self.all_features().states.iter().position(is_it)?;
        let mut taken = self.all_features_mut().take(at)?;
        let edits = self.document.edits();
        let done = taken.downcast_mut().map(|own| work(own, self));
        self.put_back(at, taken, edits);
        done
    }

    /// Lets every feature of a kind work with the state, in the order of the list.
    pub fn each<K: ?Sized + 'static>(&mut self, mut work: impl FnMut(&mut K, &mut Self)) {
        self.any::<K>(|feature, state| {
            work(feature, state);
            false
        });
    }

    /// Lets features of a kind work with the state, in order, until one returns true. Returns whether one did.
    pub(crate) fn any<K: ?Sized + 'static>(
        &mut self,
        mut work: impl FnMut(&mut K, &mut Self) -> bool,
    ) -> bool {
        for number in 0..self.all_features().members::<K>().len() {
            let member = self.all_features().members::<K>().get(number);
            let Some(at) = member.map(|member| member.at) else { continue };
            let Some(mut taken) = self.all_features_mut().take(at) else { continue };
            let edits = self.document.edits();
            let member = self.all_features().members::<K>().get(number);
            let feature = member.and_then(|member| (member.unique)(taken.as_mut()));
            let done = feature.is_some_and(|feature| work(feature, self));
            self.put_back(at, taken, edits);
            if done {
                return true;
            }
        }
        false
    }

    /// Puts back a feature that was running, and tells it if it edited the level itself.
    fn put_back(&mut self, at: usize, mut taken: Box<dyn Any>, edits: u64) {
        if self.document.edits() != edits {
            let mut members = self.all_features().members::<dyn Listener>().iter();
            let member = members.find(|member| member.at == at);
            if let Some(own) = member.and_then(|member| (member.unique)(taken.as_mut())) {
                own.edited();
            }
        }
        if let Some(place) = self.all_features_mut().states.get_mut(at) {
            *place = Some(taken);
        }
    }
}
