//! The entities of a generated package: their items, keys and facts.

use super::attributes::{AttributeMap, type_of};
use super::calls::Row;
use super::description::{EntityInfo, Table};
use super::errors::{Error, UnreadableRow, model_error};
use super::field_values::{FieldValue, wrong_kind};
use super::identify::primary_key_of;

/// Collects the fields of one item under the names of attributes.
#[derive(Debug)]
pub struct Encoder {
    entity: &'static EntityInfo,
    values: AttributeMap,
}

impl Encoder {
    /// Returns an empty one.
    #[must_use]
    pub fn new(entity: &'static EntityInfo) -> Self {
        Self {
            entity,
            values: AttributeMap::with_capacity(entity.fields.len()),
        }
    }

    /// Adds a field. `at` is its position in the description. The error is of a value that the field cannot have.
    pub fn put<V: FieldValue>(&mut self, at: usize, value: V) -> Result<(), Error> {
        let field = &self.entity.fields[at];
        if let Some(value) = value.encode(field)? {
            self.values.insert(field.attribute.to_owned(), value);
        }
        Ok(())
    }

    /// Returns the values.
    #[must_use]
    pub fn into_values(self) -> AttributeMap {
        self.values
    }
}

/// Has the attributes of a row, from which a value is taken out.
#[derive(Debug)]
pub struct Decoder {
    table: &'static Table,
    entity: &'static EntityInfo,
    values: AttributeMap,
}

impl Decoder {
    /// A key attribute stays, because the report of a row that cannot be read has the key.
    fn is_key(&self, attribute: &str) -> bool {
        attribute == self.table.partition || Some(attribute) == self.table.sort
    }

    /// Takes a field out. `at` is its position in the description. The error is of a field that is absent or has a value
    /// of another kind.
    pub fn take<V: FieldValue>(&mut self, at: usize) -> Result<V, Error> {
        let field = &self.entity.fields[at];
        // Other programs write an empty field as NULL.
        let stored = if self.is_key(field.attribute) {
            self.values.get(field.attribute).cloned()
        } else {
            self.values.remove(field.attribute)
        };
        let present = stored.filter(|value| !field.counts_as_absent(Some(value)));
        let Some(value) = present.or_else(|| field.default_value()) else {
            return V::of_absent().ok_or_else(|| model_error(format!("{} is absent", field.name)));
        };
        let type_name = type_of(&value);
        V::decode(field, value).ok_or_else(|| wrong_kind(field, type_name))
    }
}

/// A value that is made of a row: an item of an entity, or the part of it that an index holds.
pub trait Record: Sized + Send {
    /// Returns the value. The error is of a field that the row lacks or that has another kind.
    fn decode(row: &mut Decoder) -> Result<Self, Error>;
}

/// An entity. The struct that implements the trait is that of its items.
pub trait Entity: Record {
    /// The fields of the primary key.
    type Key: Send;
    /// The fields of a new item, without those that the library keeps.
    type Input: Send;
    /// The facts that a write has of the stored item before its first function is called.
    type Unknown: Send;

    /// Returns the table with the entity.
    fn table() -> &'static Table;

    /// Returns the description.
    fn info() -> &'static EntityInfo;

    /// Adds the fields of a new item.
    fn encode(item: Self::Input, to: &mut Encoder) -> Result<(), Error>;

    /// Adds the fields of a key.
    fn encode_key(key: Self::Key, to: &mut Encoder) -> Result<(), Error>;
}

/// Returns the attributes of a key.
pub(super) fn values_of_key<E: Entity>(key: E::Key) -> Result<AttributeMap, Error> {
    let mut encoder = Encoder::new(E::info());
    E::encode_key(key, &mut encoder)?;
    Ok(encoder.into_values())
}

/// Returns the attributes of a new item.
pub(super) fn values_of_item<E: Entity>(item: E::Input) -> Result<AttributeMap, Error> {
    let mut encoder = Encoder::new(E::info());
    E::encode(item, &mut encoder)?;
    Ok(encoder.into_values())
}

/// Returns the value of a row. The error is that the row has a value that the fields do not have.
pub(super) fn decode_row<R: Record>(table: &'static Table, row: Row) -> Result<R, UnreadableRow> {
    let mut decoder = Decoder {
        table,
        entity: row.entity,
        values: row.attributes,
    };
    R::decode(&mut decoder).map_err(|error| UnreadableRow {
        message: format!("{}: {error}", row.entity.name),
        key: primary_key_of(table, &decoder.values),
        entity: Some(row.entity.name),
        position: 0,
    })
}

/// Returns the item of a row of a stream. Generated code calls it. The error is [`Error::Unreadable`].
pub fn decode_change<E: Entity>(row: Row) -> Result<E, Error> {
    decode_row(E::table(), row).map_err(Error::from)
}
