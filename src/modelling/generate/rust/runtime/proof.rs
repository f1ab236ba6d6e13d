//! Facts that the compiler checks: the fields that an update changes, and those whose stored values it knows.

use std::marker::PhantomData;

/// The types that a value concerns and does not have.
pub(super) type Of<T> = PhantomData<fn() -> T>;

/// A fact that holds.
#[derive(Debug, Clone, Copy)]
pub struct Yes;

/// A fact that does not hold.
#[derive(Debug, Clone, Copy)]
pub struct No;

/// A fact that holds or not.
pub trait Flag: Send {
    /// Holds if one of the two does.
    type Or<B: Flag>: Flag;
    /// Holds unless this fact holds and the other one does not.
    type Implies<B: Flag>: Flag;
}

impl Flag for Yes {
    type Or<B: Flag> = Self;
    type Implies<B: Flag> = B;
}

impl Flag for No {
    type Or<B: Flag> = B;
    type Implies<B: Flag> = Yes;
}

/// The facts about one field of a write: whether it changes, whether its value after the write is
/// known, and whether its stored value is known.
#[derive(Debug, Clone, Copy)]
pub struct FieldFacts<Changed, Known, Old> {
    facts: PhantomData<(Changed, Known, Old)>,
}

/// The facts about one field.
pub trait Facts: Send {
    type Changed: Flag;
    type Known: Flag;
    type Old: Flag;
}

impl<C: Flag, K: Flag, O: Flag> Facts for FieldFacts<C, K, O> {
    type Changed = C;
    type Known = K;
    type Old = O;
}

/// The field is neither changed nor known.
pub type Untouched = FieldFacts<No, No, No>;

/// The facts after the field is set.
pub type Set<F> = FieldFacts<Yes, Yes, <F as Facts>::Old>;

/// The facts after a change whose result depends on the stored value.
pub type Touched<F> = FieldFacts<Yes, <F as Facts>::Old, <F as Facts>::Old>;

/// The facts after the stored value is given or read.
pub type Given<F> = FieldFacts<<F as Facts>::Changed, Yes, Yes>;

/// The kinds of writes, for [`Proven`].
pub mod kinds {
    /// A creation, which needs no fact.
    #[derive(Debug, Clone, Copy)]
    pub struct Creating;
    /// An update.
    #[derive(Debug, Clone, Copy)]
    pub struct Updating;
    /// An update that may create the item.
    #[derive(Debug, Clone, Copy)]
    pub struct Upserting;
    /// A put.
    #[derive(Debug, Clone, Copy)]
    pub struct Putting;
    /// A removal.
    #[derive(Debug, Clone, Copy)]
    pub struct Removing;
    /// A move to another primary key.
    #[derive(Debug, Clone, Copy)]
    pub struct Moving;
    /// A condition check of a transaction.
    #[derive(Debug, Clone, Copy)]
    pub struct Checking;
}

/// A kind of writes that changes fields.
pub trait Changes: Send {}

impl Changes for kinds::Updating {}
impl Changes for kinds::Upserting {}

/// A kind of writes that may find an item, of which it may know facts.
pub trait Finds: Send {}

impl Finds for kinds::Updating {}
impl Finds for kinds::Upserting {}
impl Finds for kinds::Putting {}
impl Finds for kinds::Removing {}
impl Finds for kinds::Moving {}
impl Finds for kinds::Checking {}

/// A kind of writes that may read the item first.
pub trait Reads: Finds {}

impl Reads for kinds::Updating {}
impl Reads for kinds::Upserting {}
impl Reads for kinds::Putting {}
impl Reads for kinds::Removing {}
impl Reads for kinds::Moving {}

/// The facts of a write of the entity `E` suffice for a write of the kind `K`. Generated code
/// implements it, once for each kind, because the compiler names the missing fact only if one
/// implementation fits.
#[diagnostic::on_unimplemented(message = "this write does not know enough of the stored item")]
pub trait Proven<E, K> {}

impl<E, F> Proven<E, kinds::Creating> for F {}
impl<E, F> Proven<E, kinds::Checking> for F {}

/// A write of an entity with a version says which version the item must have, or that it may have any, or reads it.
#[diagnostic::on_unimplemented(
    message = "the entity has a version, which this write does not check",
    label = "call `.version(..)`, `.any_version()` or `.read_first()` before"
)]
pub trait ChecksVersion {}

impl ChecksVersion for Yes {}
