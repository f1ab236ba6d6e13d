//! The fields of an entity by their part in keys, and shards.

use std::fmt;

use super::attributes::{AttributeMap, AttributeValue};
use super::description::{
    EntityInfo, EntityKey, Field, KeyAttribute, KeyField, KeyFormat, KeyPart, ScalarType, Shards,
};
use super::errors::{Error, model_error};
use super::plain_text::plain_text;

/// The partition key and the sort key have different limits of their size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyRole {
    Partition,
    Sort,
}

pub(super) const PARTITION_BYTES: usize = 2048;
pub(super) const SORT_BYTES: usize = 1024;

impl KeyRole {
    pub(super) fn limit(self) -> usize {
        match self {
            Self::Partition => PARTITION_BYTES,
            Self::Sort => SORT_BYTES,
        }
    }
}

impl fmt::Display for KeyRole {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Partition => "partition",
            Self::Sort => "sort",
        })
    }
}

impl EntityKey {
    /// Returns all attributes of the key with their roles, the partition key first.
    pub(super) fn attributes(
        &self,
    ) -> impl Iterator<Item = (KeyRole, &'static KeyAttribute)> + use<> {
        let partition = self.partition.iter().map(|one| (KeyRole::Partition, one));
        partition.chain(self.sort.iter().map(|one| (KeyRole::Sort, one)))
    }
}

impl KeyAttribute {
    /// Returns the parts that are fields.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'static KeyField> + use<> {
        self.parts.iter().filter_map(|part| match part {
            KeyPart::Field(field) => Some(field),
            KeyPart::Literal(_) => None,
        })
    }

    /// Returns true if the field is a part of the key attribute.
    pub(super) fn holds(&self, field: usize) -> bool {
        self.fields().any(|part| part.field == field)
    }
}

impl KeyField {
    /// Returns true if a field can be read back from the key part.
    pub(super) fn is_lossless(&self) -> bool {
        matches!(
            self.format,
            KeyFormat::Plain | KeyFormat::Padded | KeyFormat::Signed
        )
    }

    /// Returns true if the key holds the leading part of a time or date.
    pub(super) fn is_cut(&self) -> bool {
        matches!(
            self.format,
            KeyFormat::Year | KeyFormat::Month | KeyFormat::Day | KeyFormat::Hour
        )
    }
}

impl EntityInfo {
    /// Returns the field that is stored in the attribute.
    pub(super) fn field_of_attribute(&self, attribute: &str) -> Option<&'static Field> {
        self.fields
            .iter()
            .find(|field| field.attribute == attribute)
    }

    /// Returns the position of the field of that name.
    pub(super) fn position_of(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// Returns the key attributes of the indexes that the entity enters.
    pub(super) fn index_attributes(&self) -> impl Iterator<Item = &'static KeyAttribute> + use<> {
        self.indexes
            .iter()
            .flat_map(EntityKey::attributes)
            .map(|(_, one)| one)
    }

    fn fields_of_primary(&self, only: fn(&KeyField) -> bool) -> Vec<usize> {
        let parts = self.primary.attributes().flat_map(|(_, one)| one.fields());
        let mut out: Vec<_> = parts
            .filter(|part| only(part))
            .map(|part| part.field)
            .collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Returns the fields that are part of the primary key, in the order of the fields.
    pub(super) fn primary_fields(&self) -> Vec<usize> {
        self.fields_of_primary(|_| true)
    }

    /// Returns those fields of the primary key whose values can be read back from the key.
    pub(super) fn identifying_fields(&self) -> Vec<usize> {
        self.fields_of_primary(KeyField::is_lossless)
    }

    /// Returns true if the library keeps the field, so that callers must not set it. A version is checked separately.
    pub(super) fn keeps(&self, field: usize) -> bool {
        self.created == Some(field) || self.updated == Some(field) || self.computes(field)
    }

    /// Returns true if the field is computed from others.
    pub(super) fn computes(&self, field: usize) -> bool {
        self.computed.iter().any(|one| one.field == field)
    }

    /// Returns the name of the attribute that stores the version, if the entity has one.
    pub(super) fn version_attribute(&self) -> Option<&'static str> {
        self.version.map(|version| self.fields[version].attribute)
    }
}

// ---- shards

/// Returns the shard of a text, from 0 to count - 1. It is the 32-bit FNV-1a hash modulo count, so that any program can
/// compute it.
fn shard_of(text: &str, count: usize) -> usize {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    hash as usize % count
}

/// Returns the shard of a field's value. The error is of a value that has no text in keys.
pub(super) fn shard_of_value(
    field: &Field,
    value: &AttributeValue,
    count: usize,
) -> Result<usize, Error> {
    Ok(shard_of(&plain_text(field, value)?, count))
}

/// Returns the shard that follows from the item's field `of`, or `None` if the field is absent.
pub(super) fn shard_of_item(
    shards: &Shards,
    entity: &EntityInfo,
    values: &AttributeMap,
) -> Result<Option<usize>, Error> {
    let Some(field) = entity.fields.iter().find(|field| field.name == shards.of) else {
        return Ok(None);
    };
    match values.get(field.attribute) {
        Some(value) => shard_of_value(field, value, shards.count).map(Some),
        None => Ok(None),
    }
}

/// Checks that `value` is a shard of the present or the earlier count, with the key attribute's type.
pub(super) fn check_shard(
    shards: &Shards,
    scalar: ScalarType,
    value: &AttributeValue,
) -> Result<(), Error> {
    // While an earlier count is declared, the shards of that count are valid too.
    let reach = shards.count.max(shards.was);
    if (0..reach).any(|shard| *value == scalar.value(shard.to_string())) {
        return Ok(());
    }
    Err(model_error(format!(
        "The shard attribute {} must have a value of type {} from 0 to {}",
        shards.attribute,
        scalar.name(),
        reach - 1
    )))
}

/// Returns the shard attribute's value: the shard that the item has, or else the one that its field gives. `None` if the
/// field is absent. The error is of a value that is not a shard.
pub(super) fn shard_value(
    shards: &Shards,
    scalar: ScalarType,
    entity: &EntityInfo,
    values: &AttributeMap,
) -> Result<Option<AttributeValue>, Error> {
    if let Some(given) = values.get(shards.attribute) {
        check_shard(shards, scalar, given)?;
        return Ok(Some(given.clone()));
    }
    let shard = shard_of_item(shards, entity, values)?;
    Ok(shard.map(|shard| scalar.value(shard.to_string())))
}
