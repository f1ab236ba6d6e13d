//! An item ORDER of the table shop.

use aws_sdk_dynamodb::primitives::DateTime;

use super::description::{SHOP, TABLES};
use super::runtime::description::{EntityInfo, Field, Table};
use super::runtime::proof::kinds::{Moving, Putting, Removing, Updating, Upserting};
use super::runtime::proof::{
    Changes, ChecksVersion, Facts, Finds, Flag, Given, No, Proven, Reads, Set, Touched, Untouched,
    Yes,
};
use super::runtime::{
    AttributeValue, ChangeKind, Decimal, Decoder, Document, Encoder, Entity, Enumeration, Error,
    FieldOf, FieldValue, MemberChange, PathStep, Pending, Record, decode_enumerator,
    encode_enumerator,
};

const INFO: &EntityInfo = &SHOP[1];

/// The values of the field `status` of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OrderStatus {
    Open,
    Paid,
    Sent,
}

impl Enumeration for OrderStatus {
    const ALL: &'static [Self] = &[Self::Open, Self::Paid, Self::Sent];

    fn position(self) -> usize {
        self as usize
    }
}

impl FieldValue for OrderStatus {
    fn encode(self, field: &Field) -> Result<Option<AttributeValue>, Error> {
        encode_enumerator(self, field)
    }

    fn decode(field: &Field, value: AttributeValue) -> Option<Self> {
        decode_enumerator(field, &value)
    }
}

/// An item ORDER of the table shop.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    pub customer: String,
    /// A ULID.
    pub order: String,
    pub placed: DateTime,
    pub status: OrderStatus,
    pub cents: i64,
    pub weight: Option<f64>,
    pub vat: Option<Decimal>,
    pub gift: bool,
    pub note: Option<String>,
    pub lines: Option<Vec<Document>>,
    pub version: i64,
}

/// The primary key: PK = "C#{customer}", SK = "PROFILE#ORDER#{order}".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OrderKey {
    pub customer: String,
    /// A ULID.
    pub order: String,
}

/// The fields of a new item, without those that the package keeps.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderInput {
    pub customer: String,
    /// A ULID.
    pub order: String,
    pub placed: DateTime,
    pub status: OrderStatus,
    pub cents: i64,
    pub weight: Option<f64>,
    pub vat: Option<Decimal>,
    pub gift: bool,
    pub note: Option<String>,
    pub lines: Option<Vec<Document>>,
}

/// The fields that conditions may name.
impl Order {
    pub const CUSTOMER: FieldOf<Self, String> = FieldOf::new(INFO, 0);
    pub const ORDER: FieldOf<Self, String> = FieldOf::new(INFO, 1);
    pub const PLACED: FieldOf<Self, DateTime> = FieldOf::new(INFO, 2);
    pub const STATUS: FieldOf<Self, OrderStatus> = FieldOf::new(INFO, 3);
    pub const CENTS: FieldOf<Self, i64> = FieldOf::new(INFO, 4);
    pub const WEIGHT: FieldOf<Self, f64> = FieldOf::new(INFO, 5);
    pub const VAT: FieldOf<Self, Decimal> = FieldOf::new(INFO, 6);
    pub const GIFT: FieldOf<Self, bool> = FieldOf::new(INFO, 7);
    pub const NOTE: FieldOf<Self, String> = FieldOf::new(INFO, 8);
    pub const LINES: FieldOf<Self, Vec<Document>> = FieldOf::new(INFO, 9);
    pub const VERSION: FieldOf<Self, i64> = FieldOf::new(INFO, 10);

    /// Returns the primary key.
    #[must_use]
    pub fn key(&self) -> OrderKey {
        OrderKey {
            customer: self.customer.clone(),
            order: self.order.clone(),
        }
    }
}

impl Record for Order {
    fn decode(row: &mut Decoder) -> Result<Self, Error> {
        Ok(Self {
            customer: row.take(0)?,
            order: row.take(1)?,
            placed: row.take(2)?,
            status: row.take(3)?,
            cents: row.take(4)?,
            weight: row.take(5)?,
            vat: row.take(6)?,
            gift: row.take(7)?,
            note: row.take(8)?,
            lines: row.take(9)?,
            version: row.take(10)?,
        })
    }
}

impl Entity for Order {
    type Key = OrderKey;
    type Input = OrderInput;
    type Unknown = (Untouched, Untouched, No);

    fn table() -> &'static Table {
        &TABLES[0]
    }

    fn info() -> &'static EntityInfo {
        INFO
    }

    fn encode(item: OrderInput, to: &mut Encoder) -> Result<(), Error> {
        to.put(0, item.customer)?;
        to.put(1, item.order)?;
        to.put(2, item.placed)?;
        to.put(3, item.status)?;
        to.put(4, item.cents)?;
        to.put(5, item.weight)?;
        to.put(6, item.vat)?;
        to.put(7, item.gift)?;
        to.put(8, item.note)?;
        to.put(9, item.lines)
    }

    fn encode_key(key: OrderKey, to: &mut Encoder) -> Result<(), Error> {
        to.put(0, key.customer)?;
        to.put(1, key.order)
    }
}

// ---- the facts that writes need

/// An update that changes a part of an index key knows `placed`.
#[diagnostic::on_unimplemented(
    message = "this update changes a part of an index key, and does not know `placed`, which is another part of it",
    label = "call `.placed(..)`, `.given_placed(..)` or `.read_first()` before"
)]
pub trait KnowsPlaced {}

impl KnowsPlaced for Yes {}

/// An update that changes a part of an index key knows `status`.
#[diagnostic::on_unimplemented(
    message = "this update changes a part of an index key, and does not know `status`, which is another part of it",
    label = "call `.status(..)`, `.given_status(..)` or `.read_first()` before"
)]
pub trait KnowsStatus {}

impl KnowsStatus for Yes {}

/// Whether one of the two fields changes.
type Either<A, B> = <<A as Facts>::Changed as Flag>::Or<<B as Facts>::Changed>;

impl<P: Facts, S: Facts, V: ChecksVersion> Proven<Order, Updating> for (P, S, V)
where
    <Either<P, S> as Flag>::Implies<P::Known>: KnowsPlaced,
    <Either<P, S> as Flag>::Implies<S::Known>: KnowsStatus,
{
}

impl<P: Facts, S: Facts, V: ChecksVersion> Proven<Order, Upserting> for (P, S, V) {}

impl<P: Facts, S: Facts, V: ChecksVersion> Proven<Order, Putting> for (P, S, V) {}

impl<P: Facts, S: Facts, V: ChecksVersion> Proven<Order, Removing> for (P, S, V) {}

impl<P: Facts, S: Facts, V: ChecksVersion> Proven<Order, Moving> for (P, S, V) {}

impl<'a, K: Finds, P: Facts, S: Facts, V> Pending<'a, Order, K, (P, S, V)> {
    /// Lets the write fail with `VersionConflict` unless the stored item has this version.
    pub fn version(self, version: i64) -> Pending<'a, Order, K, (P, S, Yes)> {
        self.expect_version(version).knowing()
    }

    /// Lets the write replace or change an item of any version.
    pub fn any_version(self) -> Pending<'a, Order, K, (P, S, Yes)> {
        self.expect_any_version().knowing()
    }

    /// Tells the stored value, on which the write is then conditional.
    pub fn given_placed(self, stored: DateTime) -> Pending<'a, Order, K, (Given<P>, S, V)> {
        self.give(2, stored).knowing()
    }

    /// Tells the stored value, on which the write is then conditional.
    pub fn given_status(self, stored: OrderStatus) -> Pending<'a, Order, K, (P, Given<S>, V)> {
        self.give(3, stored).knowing()
    }
}

impl<'a, K: Reads, P: Facts, S: Facts, V> Pending<'a, Order, K, (P, S, V)> {
    /// Reads the item, and writes it only if it has not changed since. A change meanwhile is read again.
    pub fn read_first(self) -> Pending<'a, Order, K, (Given<P>, Given<S>, Yes)> {
        self.reading_first().knowing()
    }
}

impl<'a, K: Changes, P: Facts, S: Facts, V> Pending<'a, Order, K, (P, S, V)> {
    /// Sets the field `placed`, which is a part of index keys.
    pub fn placed(self, value: DateTime) -> Pending<'a, Order, K, (Set<P>, S, V)> {
        self.change(ChangeKind::Set, 2, value).knowing()
    }

    /// Sets the field `placed` if it is absent.
    pub fn placed_if_absent(self, value: DateTime) -> Pending<'a, Order, K, (Touched<P>, S, V)> {
        self.change(ChangeKind::SetIfAbsent, 2, value).knowing()
    }

    /// Sets the field `status`, which is a part of index keys.
    pub fn status(self, value: OrderStatus) -> Pending<'a, Order, K, (P, Set<S>, V)> {
        self.change(ChangeKind::Set, 3, value).knowing()
    }

    /// Sets the field `cents`.
    pub fn cents(self, value: i64) -> Self {
        self.change(ChangeKind::Set, 4, value)
    }

    /// Adds to the field `cents`.
    pub fn increment_cents(self, by: i64) -> Self {
        self.change(ChangeKind::Increment, 4, by)
    }

    /// Sets the field `weight`.
    pub fn weight(self, value: f64) -> Self {
        self.change(ChangeKind::Set, 5, value)
    }

    /// Removes the field `weight`.
    pub fn remove_weight(self) -> Self {
        self.erase(5)
    }

    /// Adds to the field `weight`.
    pub fn increment_weight(self, by: f64) -> Self {
        self.change(ChangeKind::Increment, 5, by)
    }

    /// Sets the field `vat`.
    pub fn vat(self, value: Decimal) -> Self {
        self.change(ChangeKind::Set, 6, value)
    }

    /// Removes the field `vat`.
    pub fn remove_vat(self) -> Self {
        self.erase(6)
    }

    /// Adds to the field `vat`.
    pub fn increment_vat(self, by: Decimal) -> Self {
        self.change(ChangeKind::Increment, 6, by)
    }

    /// Sets the field `gift`.
    pub fn gift(self, value: bool) -> Self {
        self.change(ChangeKind::Set, 7, value)
    }

    /// Sets the field `note`.
    pub fn note(self, value: impl Into<String>) -> Self {
        self.change(ChangeKind::Set, 8, value.into())
    }

    /// Sets the field `note` if it is absent.
    pub fn note_if_absent(self, value: impl Into<String>) -> Self {
        self.change(ChangeKind::SetIfAbsent, 8, value.into())
    }

    /// Removes the field `note`.
    pub fn remove_note(self) -> Self {
        self.erase(8)
    }

    /// Sets the field `lines`.
    pub fn lines(self, value: Vec<Document>) -> Self {
        self.change(ChangeKind::Set, 9, value)
    }

    /// Removes the field `lines`.
    pub fn remove_lines(self) -> Self {
        self.erase(9)
    }

    /// Adds elements at the end of `lines`.
    pub fn append_lines(self, elements: Vec<Document>) -> Self {
        self.change(ChangeKind::Append, 9, elements)
    }

    /// Adds elements in front of `lines`.
    pub fn prepend_lines(self, elements: Vec<Document>) -> Self {
        self.change(ChangeKind::Prepend, 9, elements)
    }

    /// Changes a member of `lines`.
    pub fn lines_at<N: Into<PathStep>>(
        self,
        path: impl IntoIterator<Item = N>,
        change: MemberChange,
    ) -> Self {
        self.change_member(9, path.into_iter().map(Into::into).collect(), change)
    }
}
