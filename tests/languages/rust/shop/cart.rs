//! An item CART of the table shop.

use super::description::{SHOP, TABLES};
use super::runtime::description::{EntityInfo, Table};
use super::runtime::proof::kinds::{Moving, Putting, Removing, Updating, Upserting};
use super::runtime::proof::{Changes, Proven, Reads};
use super::runtime::{
    Batched, ChangeKind, Decoder, Encoder, Entity, EntityClient, Error, FieldOf, Pending, Record,
};

const INFO: &EntityInfo = &SHOP[2];

/// An item CART of the table shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cart {
    /// A UUID in small letters.
    pub session: String,
    pub customer: Option<String>,
    pub sku: String,
    pub count: i64,
    pub photo: Option<Vec<u8>>,
    pub seen: Option<u64>,
    /// Seconds since 1970.
    pub until: i64,
}

/// The primary key: PK = "CART#{session}", SK = "{sku}".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CartKey {
    /// A UUID in small letters.
    pub session: String,
    pub sku: String,
}

/// The fields of a new item.
pub type CartInput = Cart;

/// The fields that each item has, for an upsert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartWhole {
    pub count: i64,
    /// Seconds since 1970.
    pub until: i64,
}

/// The fields that conditions may name.
impl Cart {
    pub const SESSION: FieldOf<Self, String> = FieldOf::new(INFO, 0);
    pub const CUSTOMER: FieldOf<Self, String> = FieldOf::new(INFO, 1);
    pub const SKU: FieldOf<Self, String> = FieldOf::new(INFO, 2);
    pub const COUNT: FieldOf<Self, i64> = FieldOf::new(INFO, 3);
    pub const PHOTO: FieldOf<Self, Vec<u8>> = FieldOf::new(INFO, 4);
    pub const SEEN: FieldOf<Self, u64> = FieldOf::new(INFO, 5);
    pub const UNTIL: FieldOf<Self, i64> = FieldOf::new(INFO, 6);

    /// Returns the primary key.
    #[must_use]
    pub fn key(&self) -> CartKey {
        CartKey {
            session: self.session.clone(),
            sku: self.sku.clone(),
        }
    }
}

impl Record for Cart {
    fn decode(row: &mut Decoder) -> Result<Self, Error> {
        Ok(Self {
            session: row.take(0)?,
            customer: row.take(1)?,
            sku: row.take(2)?,
            count: row.take(3)?,
            photo: row.take(4)?,
            seen: row.take(5)?,
            until: row.take(6)?,
        })
    }
}

impl Entity for Cart {
    type Key = CartKey;
    type Input = CartInput;
    type Unknown = ();

    fn table() -> &'static Table {
        &TABLES[0]
    }

    fn info() -> &'static EntityInfo {
        INFO
    }

    fn encode(item: CartInput, to: &mut Encoder) -> Result<(), Error> {
        to.put(0, item.session)?;
        to.put(1, item.customer)?;
        to.put(2, item.sku)?;
        to.put(3, item.count)?;
        to.put(4, item.photo)?;
        to.put(5, item.seen)?;
        to.put(6, item.until)
    }

    fn encode_key(key: CartKey, to: &mut Encoder) -> Result<(), Error> {
        to.put(0, key.session)?;
        to.put(2, key.sku)
    }
}

impl Batched for Cart {}

impl Proven<Cart, Updating> for () {}
impl Proven<Cart, Upserting> for () {}
impl Proven<Cart, Moving> for () {}
impl Proven<Cart, Putting> for () {}
impl Proven<Cart, Removing> for () {}

impl<'a> EntityClient<'a, Cart> {
    /// Changes an item or creates it, and so sets all fields that each item has.
    pub fn upsert(&self, key: CartKey, set: CartWhole) -> Pending<'a, Cart, Upserting, ()> {
        let upserting = self.upserting(key).change(ChangeKind::Set, 3, set.count);
        upserting.change(ChangeKind::Set, 6, set.until)
    }
}

impl<K: Reads> Pending<'_, Cart, K, ()> {
    /// Reads the item, and writes it only if it has not changed since. A change meanwhile is read again.
    pub fn read_first(self) -> Self {
        self.reading_first()
    }
}

impl<K: Changes> Pending<'_, Cart, K, ()> {
    /// Sets the field `customer`.
    pub fn customer(self, value: impl Into<String>) -> Self {
        self.change(ChangeKind::Set, 1, value.into())
    }

    /// Removes the field `customer`.
    pub fn remove_customer(self) -> Self {
        self.erase(1)
    }

    /// Sets the field `count`.
    pub fn count(self, value: i64) -> Self {
        self.change(ChangeKind::Set, 3, value)
    }

    /// Adds to the field `count`.
    pub fn increment_count(self, by: i64) -> Self {
        self.change(ChangeKind::Increment, 3, by)
    }

    /// Sets the field `photo`.
    pub fn photo(self, value: impl Into<Vec<u8>>) -> Self {
        self.change(ChangeKind::Set, 4, value.into())
    }

    /// Removes the field `photo`.
    pub fn remove_photo(self) -> Self {
        self.erase(4)
    }

    /// Sets the field `seen`.
    pub fn seen(self, value: u64) -> Self {
        self.change(ChangeKind::Set, 5, value)
    }

    /// Removes the field `seen`.
    pub fn remove_seen(self) -> Self {
        self.erase(5)
    }

    /// Adds to the field `seen`.
    pub fn increment_seen(self, by: u64) -> Self {
        self.change(ChangeKind::Increment, 5, by)
    }

    /// Sets the field `until`.
    pub fn until(self, value: i64) -> Self {
        self.change(ChangeKind::Set, 6, value)
    }
}
