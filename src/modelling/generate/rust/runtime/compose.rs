//! Composes key attributes from field values, by the key templates.
//!
//! Keys are injective: an escaped value holds a byte up to '$' only as part of "$HH" (upper-case hex), and '#' joins
//! fields. The byte order of keys is the tuple order of their fields, compared as their key texts.
//!
//! Field values are attribute values, under their attribute names.

use std::collections::BTreeSet;

use super::attributes::{AttributeMap, AttributeValue, key_bytes};
use super::description::{
    EntityInfo, EntityKey, Index, KeyAttribute, KeyEscape, KeyFormat, KeyPart, ScalarType, Table,
    When,
};
use super::errors::{Error, model_error};
use super::key_fields::{KeyRole, shard_value};
use super::plain_text::{add_key_text, key_text};
use super::text_forms::needs_escape;

/// All key attributes of an item.
#[derive(Debug)]
pub(super) struct ItemKeys {
    /// Those of the primary key and of every index that holds the item now (its `when` is met and all fields exist),
    /// with shard numbers. A shard that the values already have is kept.
    pub(super) present: AttributeMap,
    /// The key attributes that the item must not have: those of indexes that can hold the entity but do not hold this
    /// item. It names no natural attribute, because a field owns that one.
    pub(super) absent: BTreeSet<&'static str>,
}

fn too_long(key: &KeyAttribute, role: KeyRole, field: &str, size: usize) -> Error {
    model_error(format!(
        "The {role} key {} would have {size} bytes, of which the field {field} fills the most: the limit is {}",
        key.attribute,
        role.limit()
    ))
}

/// The name of the field whose text is the longest.
fn longest_field(key: &KeyAttribute, entity: &EntityInfo, values: &AttributeMap) -> &'static str {
    let mut longest = (0, "");
    for part in key.fields() {
        let field = &entity.fields[part.field];
        let text = values
            .get(field.attribute)
            .map(|value| key_text(part, field, value));
        let size = text.and_then(Result::ok).map_or(0, |text| text.len());
        if size >= longest.0 {
            longest = (size, field.name);
        }
    }
    longest.1
}

fn compose_natural(
    key: &KeyAttribute,
    role: KeyRole,
    entity: &EntityInfo,
    values: &AttributeMap,
) -> Result<Option<AttributeValue>, Error> {
    let Some(part) = key.fields().next() else {
        return Ok(None);
    };
    let field = &entity.fields[part.field];
    let Some(value) = values.get(field.attribute) else {
        return Ok(None);
    };
    let refused = |why: String| {
        Err(model_error(format!(
            "The field {} cannot be the key attribute {}: {why}",
            field.name, key.attribute
        )))
    };
    if !key.scalar.is_of(value) {
        return refused(format!("its type must be {}", key.scalar.name()));
    }
    if key.scalar == ScalarType::N {
        return Ok(Some(value.clone()));
    }
    let text = key_bytes(value);
    if text.is_empty() {
        return refused("it is empty".to_owned());
    }
    if text.len() > role.limit() {
        return Err(too_long(key, role, field.name, text.len()));
    }
    if !text.starts_with(part.must_begin.as_bytes()) {
        return refused(format!("it must begin with \"{}\"", part.must_begin));
    }
    if part.escape == KeyEscape::Reject && needs_escape(text) {
        return refused("it holds a byte that its template rejects".to_owned());
    }
    Ok(Some(value.clone()))
}

/// Returns the text of the parts, or `None` if a field is absent, because such an item has no such key. `shard` takes
/// the place of a part with a shard. The errors are those of `add_key_text`.
pub(super) fn compose_text(
    parts: &[KeyPart],
    entity: &EntityInfo,
    values: &AttributeMap,
    shard: Option<usize>,
) -> Result<Option<String>, Error> {
    let mut text = String::new();
    for part in parts {
        match (part, shard) {
            (KeyPart::Literal(literal), _) => text.push_str(literal),
            (KeyPart::Field(part), Some(shard)) if part.format == KeyFormat::Shard => {
                text.push_str(&shard.to_string());
            }
            (KeyPart::Field(part), _) => {
                let field = &entity.fields[part.field];
                let Some(value) = values.get(field.attribute) else {
                    return Ok(None);
                };
                add_key_text(&mut text, part, field, value)?;
            }
        }
    }
    Ok(Some(text))
}

/// Returns the same as `compose`, with the shard of a part that has one.
pub(super) fn compose_in_shard(
    key: &KeyAttribute,
    role: KeyRole,
    entity: &EntityInfo,
    values: &AttributeMap,
    shard: Option<usize>,
) -> Result<Option<AttributeValue>, Error> {
    if key.natural {
        return compose_natural(key, role, entity, values);
    }
    match compose_text(key.parts, entity, values, shard)? {
        Some(text) if text.len() > role.limit() => Err(too_long(
            key,
            role,
            longest_field(key, entity, values),
            text.len(),
        )),
        text => Ok(text.map(|text| key.scalar.value(text))),
    }
}

/// Returns the value of the item's key attribute. A natural attribute has the field's value, any other one is composed.
/// `None` if a field is absent. The errors are those of `add_key_text`, and that of a partition key of more than 2048 or
/// a sort key of more than 1024 bytes.
pub(super) fn compose(
    key: &KeyAttribute,
    role: KeyRole,
    entity: &EntityInfo,
    values: &AttributeMap,
) -> Result<Option<AttributeValue>, Error> {
    compose_in_shard(key, role, entity, values, None)
}

impl When {
    /// Returns true if the index holds an item whose field has this value.
    pub(super) fn is_met_by(&self, value: &AttributeValue) -> bool {
        match value {
            AttributeValue::Bool(is) => self.equals == if *is { "true" } else { "false" },
            AttributeValue::S(_) | AttributeValue::N(_) | AttributeValue::B(_) => {
                key_bytes(value) == self.equals.as_bytes()
            }
            _ => false,
        }
    }
}

/// Returns the attributes of the primary key. The errors are those of `compose`, and that of a missing field.
pub(super) fn compose_primary(
    entity: &EntityInfo,
    values: &AttributeMap,
) -> Result<AttributeMap, Error> {
    let mut key = AttributeMap::with_capacity(2);
    for (role, one) in entity.primary.attributes() {
        if let Some(value) = compose(one, role, entity, values)? {
            key.insert(one.attribute.to_owned(), value);
            continue;
        }
        let mut fields = one.fields().map(|part| &entity.fields[part.field]);
        if let Some(field) = fields.find(|field| !values.contains_key(field.attribute)) {
            return Err(model_error(format!(
                "The field {} is missing: the primary key of {} needs it",
                field.name, entity.name
            )));
        }
    }
    Ok(key)
}

/// The attributes of the item in one index, or `None` if the index does not hold the item.
fn compose_of_index(
    index: &Index,
    entity: &EntityInfo,
    key: &EntityKey,
    values: &AttributeMap,
) -> Result<Option<AttributeMap>, Error> {
    if let Some(when) = &key.when {
        let value = values.get(entity.fields[when.field].attribute);
        if !value.is_some_and(|value| when.is_met_by(value)) {
            return Ok(None);
        }
    }
    let mut composed = AttributeMap::new();
    for (role, one) in key.attributes() {
        let value = match &index.shards {
            Some(shards) if shards.attribute == one.attribute => {
                shard_value(shards, one.scalar, entity, values)?
            }
            _ => compose(one, role, entity, values)?,
        };
        let Some(value) = value else {
            return Ok(None);
        };
        composed.insert(one.attribute.to_owned(), value);
    }
    if let Some(shards) = &index.shards
        && !composed.contains_key(shards.attribute)
    {
        let Some(value) = shard_value(shards, ScalarType::N, entity, values)? else {
            return Ok(None);
        };
        composed.insert(shards.attribute.to_owned(), value);
    }
    Ok(Some(composed))
}

/// Returns all key attributes of an item. The errors are those of `compose`, and that of a missing field of the primary
/// key.
pub(super) fn compose_all(
    table: &Table,
    entity: &EntityInfo,
    values: &AttributeMap,
) -> Result<ItemKeys, Error> {
    let mut present = compose_primary(entity, values)?;
    let mut absent = BTreeSet::new();
    for key in entity.indexes {
        let Some(index) = key.index.map(|index| &table.indexes[index]) else {
            continue;
        };
        if let Some(composed) = compose_of_index(index, entity, key, values)? {
            present.extend(composed);
            continue;
        }
        absent.extend(
            key.attributes()
                .filter(|(_, one)| !one.natural)
                .map(|(_, one)| one.attribute),
        );
        absent.extend(index.shards.map(|shards| shards.attribute));
    }
    absent.retain(|name| !present.contains_key(*name));
    Ok(ItemKeys { present, absent })
}
