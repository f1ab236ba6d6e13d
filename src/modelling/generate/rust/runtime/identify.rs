//! Tells the entity of a stored item, and reads the fields that only the item's keys hold.

use super::asked_pattern::key_attributes;
use super::attributes::{AttributeMap, AttributeValue, as_string};
use super::calls::Row;
use super::description::{EntityInfo, EntityKey, Projected, Table};
use super::key_fields::KeyRole;
use super::parse::{KnownValues, read_from};

/// The partition key and the sort key of an index may be read apart, because a sort key is worth reading also if the
/// partition key belongs to another model.
fn read_index_key(entity: &EntityInfo, key: &EntityKey, known: &mut KnownValues<'_>) {
    for role in [KeyRole::Partition, KeyRole::Sort] {
        read_from(
            entity,
            key.attributes().filter(|(one, _)| *one == role),
            known,
        );
    }
}

/// True if the primary key may hold a field that the item lacks. A field that only keys hold has no attribute of its
/// own: an attribute of its name was written by an earlier model.
fn lacks_key_field(entity: &EntityInfo, item: &AttributeMap) -> bool {
    entity.primary.attributes().any(|(_, one)| {
        one.fields().filter(|part| part.is_lossless()).any(|part| {
            let field = &entity.fields[part.field];
            field.key_only || !item.contains_key(field.attribute)
        })
    })
}

fn has_tag(entity: &EntityInfo, tag: &AttributeValue) -> bool {
    as_string(Some(tag)).is_some_and(|text| text == entity.name || entity.aliases.contains(&text))
}

/// Returns the entity of a stored item, by its type tag, or by the shape of its primary key if it has no tag, and the
/// fields that only the keys hold. `None` if it belongs to no entity.
pub(super) fn identify_stored(
    table: &'static Table,
    item: &AttributeMap,
) -> (Option<&'static EntityInfo>, AttributeMap) {
    let tag = table.type_attribute.and_then(|name| item.get(name));
    let mut known = KnownValues {
        stored: item,
        added: AttributeMap::new(),
    };
    for entity in table.entities {
        if tag.is_some_and(|tag| !has_tag(entity, tag)) {
            continue;
        }
        // A tag decides the entity, even if the key does not have the shape that the fields give.
        if (tag.is_none() || lacks_key_field(entity, item))
            && !read_from(entity, entity.primary.attributes(), &mut known)
            && tag.is_none()
        {
            continue;
        }
        let lacks = |known: &KnownValues<'_>| {
            let mut hidden = entity.fields.iter().filter(|field| field.key_only);
            hidden.any(|field| !known.added.contains_key(field.attribute))
        };
        if lacks(&known) {
            for key in entity.indexes {
                read_index_key(entity, key, &mut known);
            }
        }
        return (Some(entity), known.added);
    }
    (None, known.added)
}

/// Returns the item's entity, and adds the fields that only keys hold to `item`.
pub(super) fn identify(
    table: &'static Table,
    item: &mut AttributeMap,
) -> Option<&'static EntityInfo> {
    let (entity, added) = identify_stored(table, item);
    item.extend(added);
    entity
}

/// Adds to `added` the fields that the index does not project but its key holds. Requires: `item` is an item of `entity`
/// that was read through the index.
pub(super) fn add_fields_of_key(
    table: &Table,
    entity: &EntityInfo,
    index: Option<usize>,
    item: &AttributeMap,
    added: AttributeMap,
) -> AttributeMap {
    let Some(at) = index.filter(|at| table.indexes[*at].projection != Projected::All) else {
        return added;
    };
    let mut known = KnownValues {
        stored: item,
        added,
    };
    for key in entity.indexes.iter().filter(|key| key.index == Some(at)) {
        read_index_key(entity, key, &mut known);
    }
    known.added
}

/// Returns the attributes of the item's primary key, as far as the item has them.
pub(super) fn primary_key_of(table: &Table, item: &AttributeMap) -> AttributeMap {
    only_named(&key_attributes(table, None), item)
}

/// Returns those of the attributes `names` that the item has.
pub(super) fn only_named(names: &[&str], item: &AttributeMap) -> AttributeMap {
    let entries = names.iter().filter_map(|name| item.get_key_value(*name));
    entries
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// Returns the row of an item of a known entity, with the fields that only keys hold.
pub(super) fn row_of(table: &'static Table, mut attributes: AttributeMap) -> Option<Row> {
    let entity = identify(table, &mut attributes)?;
    Some(Row { entity, attributes })
}
