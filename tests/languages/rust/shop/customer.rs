//! A customer of the shop.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::primitives::DateTime;

use super::description::{SHOP, TABLES};
use super::runtime::description::{EntityInfo, Table};
use super::runtime::proof::kinds::{Moving, Putting, Removing, Updating, Upserting};
use super::runtime::proof::{
    Changes, ChecksVersion, Facts, Finds, Flag, Given, No, Proven, Reads, Set, Untouched, Yes,
};
use super::runtime::{
    ChangeKind, Decoder, DocumentMap, Encoder, Entity, Error, FieldOf, MemberChange, PathStep,
    Pending, Record,
};

const INFO: &EntityInfo = &SHOP[0];

/// A customer of the shop.
#[derive(Debug, Clone, PartialEq)]
pub struct Customer {
    pub customer: String,
    pub email: String,
    pub name: String,
    pub phone: Option<String>,
    pub tags: BTreeSet<String>,
    pub address: Option<DocumentMap>,
    /// A date such as 2026-01-05.
    pub joined: String,
    pub version: i64,
    pub created: DateTime,
    pub changed: DateTime,
}

/// The primary key: PK = "C#{customer}", SK = "PROFILE".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CustomerKey {
    pub customer: String,
}

/// The fields of a new item, without those that the package keeps.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomerInput {
    pub customer: String,
    pub email: String,
    pub name: String,
    pub phone: Option<String>,
    pub tags: BTreeSet<String>,
    pub address: Option<DocumentMap>,
    /// A date such as 2026-01-05.
    pub joined: String,
}

/// The fields that conditions may name.
impl Customer {
    pub const CUSTOMER: FieldOf<Self, String> = FieldOf::new(INFO, 0);
    pub const EMAIL: FieldOf<Self, String> = FieldOf::new(INFO, 1);
    pub const NAME: FieldOf<Self, String> = FieldOf::new(INFO, 2);
    pub const PHONE: FieldOf<Self, String> = FieldOf::new(INFO, 3);
    pub const TAGS: FieldOf<Self, BTreeSet<String>> = FieldOf::new(INFO, 4);
    pub const ADDRESS: FieldOf<Self, DocumentMap> = FieldOf::new(INFO, 5);
    pub const JOINED: FieldOf<Self, String> = FieldOf::new(INFO, 6);
    pub const VERSION: FieldOf<Self, i64> = FieldOf::new(INFO, 7);
    pub const CREATED: FieldOf<Self, DateTime> = FieldOf::new(INFO, 8);
    pub const CHANGED: FieldOf<Self, DateTime> = FieldOf::new(INFO, 9);

    /// Returns the primary key.
    #[must_use]
    pub fn key(&self) -> CustomerKey {
        CustomerKey {
            customer: self.customer.clone(),
        }
    }
}

impl Record for Customer {
    fn decode(row: &mut Decoder) -> Result<Self, Error> {
        Ok(Self {
            customer: row.take(0)?,
            email: row.take(1)?,
            name: row.take(2)?,
            phone: row.take(3)?,
            tags: row.take(4)?,
            address: row.take(5)?,
            joined: row.take(6)?,
            version: row.take(7)?,
            created: row.take(8)?,
            changed: row.take(9)?,
        })
    }
}

impl Entity for Customer {
    type Key = CustomerKey;
    type Input = CustomerInput;
    type Unknown = (Untouched, No);

    fn table() -> &'static Table {
        &TABLES[0]
    }

    fn info() -> &'static EntityInfo {
        INFO
    }

    fn encode(item: CustomerInput, to: &mut Encoder) -> Result<(), Error> {
        to.put(0, item.customer)?;
        to.put(1, item.email)?;
        to.put(2, item.name)?;
        to.put(3, item.phone)?;
        to.put(4, item.tags)?;
        to.put(5, item.address)?;
        to.put(6, item.joined)
    }

    fn encode_key(key: CustomerKey, to: &mut Encoder) -> Result<(), Error> {
        to.put(0, key.customer)
    }
}

// ---- the facts that writes need

/// A write that may end or change the unique value of `email` knows the stored one.
#[diagnostic::on_unimplemented(
    message = "the field `email` is unique, and this write does not know its stored value",
    label = "call `.given_email(..)` or `.read_first()` before"
)]
pub trait KnowsStoredEmail {}

impl KnowsStoredEmail for Yes {}

impl<E: Facts, V: ChecksVersion> Proven<Customer, Updating> for (E, V) where
    <E::Changed as Flag>::Implies<E::Old>: KnowsStoredEmail
{
}

impl<E: Facts, V: ChecksVersion> Proven<Customer, Upserting> for (E, V) where
    E::Old: KnowsStoredEmail
{
}

impl<E: Facts, V: ChecksVersion> Proven<Customer, Putting> for (E, V) where E::Old: KnowsStoredEmail {}

impl<E: Facts, V: ChecksVersion> Proven<Customer, Removing> for (E, V) where E::Old: KnowsStoredEmail
{}

impl<E: Facts, V: ChecksVersion> Proven<Customer, Moving> for (E, V) {}

impl<'a, K: Finds, E: Facts, V> Pending<'a, Customer, K, (E, V)> {
    /// Lets the write fail with `VersionConflict` unless the stored item has this version.
    pub fn version(self, version: i64) -> Pending<'a, Customer, K, (E, Yes)> {
        self.expect_version(version).knowing()
    }

    /// Lets the write replace or change an item of any version.
    pub fn any_version(self) -> Pending<'a, Customer, K, (E, Yes)> {
        self.expect_any_version().knowing()
    }

    /// Tells the stored value, on which the write is then conditional.
    pub fn given_email(self, stored: impl Into<String>) -> Pending<'a, Customer, K, (Given<E>, V)> {
        self.give(1, stored.into()).knowing()
    }
}

impl<'a, K: Reads, E: Facts, V> Pending<'a, Customer, K, (E, V)> {
    /// Reads the item, and writes it only if it has not changed since. A change meanwhile is read again.
    pub fn read_first(self) -> Pending<'a, Customer, K, (Given<E>, Yes)> {
        self.reading_first().knowing()
    }
}

impl<'a, K: Changes, E: Facts, V> Pending<'a, Customer, K, (E, V)> {
    /// Sets the field `email`, which is unique.
    pub fn email(self, value: impl Into<String>) -> Pending<'a, Customer, K, (Set<E>, V)> {
        self.change(ChangeKind::Set, 1, value.into()).knowing()
    }

    /// Sets the field `name`.
    pub fn name(self, value: impl Into<String>) -> Self {
        self.change(ChangeKind::Set, 2, value.into())
    }

    /// Sets the field `phone`.
    pub fn phone(self, value: impl Into<String>) -> Self {
        self.change(ChangeKind::Set, 3, value.into())
    }

    /// Removes the field `phone`.
    pub fn remove_phone(self) -> Self {
        self.erase(3)
    }

    /// Sets the field `tags`.
    pub fn tags(self, value: impl IntoIterator<Item = String>) -> Self {
        self.change(
            ChangeKind::Set,
            4,
            value.into_iter().collect::<BTreeSet<_>>(),
        )
    }

    /// Adds elements to the set `tags`.
    pub fn add_to_tags(self, elements: impl IntoIterator<Item = String>) -> Self {
        self.change(
            ChangeKind::AddToSet,
            4,
            elements.into_iter().collect::<BTreeSet<_>>(),
        )
    }

    /// Removes elements from the set `tags`.
    pub fn delete_from_tags(self, elements: impl IntoIterator<Item = String>) -> Self {
        self.change(
            ChangeKind::RemoveFromSet,
            4,
            elements.into_iter().collect::<BTreeSet<_>>(),
        )
    }

    /// Sets the field `address`.
    pub fn address(self, value: DocumentMap) -> Self {
        self.change(ChangeKind::Set, 5, value)
    }

    /// Removes the field `address`.
    pub fn remove_address(self) -> Self {
        self.erase(5)
    }

    /// Changes a member of `address`.
    pub fn address_at<S: Into<PathStep>>(
        self,
        path: impl IntoIterator<Item = S>,
        change: MemberChange,
    ) -> Self {
        self.change_member(5, path.into_iter().map(Into::into).collect(), change)
    }

    /// Sets the field `joined`.
    pub fn joined(self, value: impl Into<String>) -> Self {
        self.change(ChangeKind::Set, 6, value.into())
    }
}
