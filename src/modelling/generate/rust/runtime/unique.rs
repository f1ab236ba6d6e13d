//! Sentinel items, which keep the values of a field unique, or the joint values of several fields.
//!
//! This layout is stored. A sentinel's partition key is `UNIQUE#<name>#<field>#<escaped value>`, or for several fields
//! `UNIQUE#<name>#<field>+<field>#<escaped value>#<escaped value>`. If the table has a sort key, it is the same text.
//! `<name>` is the entity's name or the one that its `sentinels` gives. `<field>` is the attribute that stores the field,
//! so that a field that is renamed and keeps its attribute also keeps its sentinels. `owner_<attribute>` holds each
//! attribute of the owner's primary key. The type tag, if the table has one, is `UNIQUE`. A sentinel is written in the
//! transaction that writes its owner.

use super::asked_pattern::key_attributes;
use super::attributes::{AttributeMap, as_string, string_value};
use super::calls::{WriteKind, WriteRequest};
use super::default_values::add_defaults;
use super::description::{EntityInfo, KeyField, ScalarType, Table};
use super::errors::{Error, model_error};
use super::field_states::FieldStates;
use super::identify::identify;
use super::kept_members::computed_value;
use super::key_fields::{PARTITION_BYTES, SORT_BYTES};
use super::plain_text::add_key_text;
use super::session::ComputedFunctions;
use super::text_forms::DELIMITER;
use super::write_action::{ActionKind, ActionPart, ConditionTexts, WriteAction};
use super::write_expression::WriteExpression;

const UNIQUE_TAG: &str = "UNIQUE";
const UNIQUE_PREFIX: &str = "UNIQUE#";

/// Returns a text for messages, such as "field email" or "fields tenantId, email".
pub(super) fn name_of_unique(entity: &EntityInfo, unique: &[usize]) -> String {
    let names: Vec<_> = unique
        .iter()
        .map(|field| entity.fields[*field].name)
        .collect();
    match names.as_slice() {
        [only] => format!("field {only}"),
        all => format!("fields {}", all.join(", ")),
    }
}

/// Returns the primary key of the sentinel for the values, which are found under the fields' attributes. `None` if a
/// value is absent, because then the values need not be unique. The error, which names the field, is that the table's
/// keys are not strings, or that a value cannot be in a key or makes the key too long.
fn unique_key(
    table: &Table,
    entity: &EntityInfo,
    unique: &[usize],
    values: &AttributeMap,
) -> Result<Option<AttributeMap>, Error> {
    if entity
        .primary
        .attributes()
        .any(|(_, one)| one.scalar != ScalarType::S)
    {
        return Err(model_error(format!(
            "{}: {} cannot be unique: the keys of table {} are not strings",
            entity.name,
            name_of_unique(entity, unique),
            table.name
        )));
    }
    let name = if entity.sentinels.is_empty() {
        entity.name
    } else {
        entity.sentinels
    };
    let attributes: Vec<_> = unique
        .iter()
        .map(|field| entity.fields[*field].attribute)
        .collect();
    let mut key = [UNIQUE_PREFIX, name, "#", &attributes.join("+")].concat();
    for position in unique {
        let field = &entity.fields[*position];
        let Some(value) = values.get(field.attribute) else {
            return Ok(None);
        };
        key.push(DELIMITER);
        add_key_text(&mut key, &KeyField::new(*position), field, value)?;
    }
    let limit = if table.sort.is_none() {
        PARTITION_BYTES
    } else {
        SORT_BYTES
    };
    if key.len() > limit {
        return Err(model_error(format!(
            "{}: the value of {} is too long to be kept unique: its key would have {} bytes",
            entity.name,
            name_of_unique(entity, unique),
            key.len()
        )));
    }
    let names = [table.partition].into_iter().chain(table.sort);
    Ok(Some(
        names
            .map(|name| (name.to_owned(), string_value(key.as_str())))
            .collect(),
    ))
}

/// Returns the name of the sentinel's attribute that holds the owner's key attribute.
pub(super) fn owner_attribute(key_attribute: &str) -> String {
    format!("owner_{key_attribute}")
}

fn owner_attributes(owner: &AttributeMap) -> AttributeMap {
    owner
        .iter()
        .map(|(name, value)| (owner_attribute(name), value.clone()))
        .collect()
}

/// Returns the whole sentinel with this key. `owner` is the primary key of its owner.
fn unique_item(table: &Table, sentinel_key: &AttributeMap, owner: &AttributeMap) -> AttributeMap {
    let mut item = sentinel_key.clone();
    item.extend(owner_attributes(owner));
    if let Some(tag) = table.type_attribute {
        item.insert(tag.to_owned(), string_value(UNIQUE_TAG));
    }
    item
}

/// Returns the owner's primary key if the stored item is a sentinel.
pub(super) fn owner_of_sentinel(table: &Table, item: &AttributeMap) -> Option<AttributeMap> {
    let text = as_string(item.get(table.partition))?;
    if !text.starts_with(UNIQUE_PREFIX) {
        return None;
    }
    let names = key_attributes(table, None).into_iter();
    let owner =
        names.map(|name| Some((name.to_owned(), item.get(&owner_attribute(name))?.clone())));
    owner.collect()
}

/// Returns the primary keys of the sentinels that the unique fields of a stored item need. A value that can have no
/// sentinel is left out.
pub(super) fn sentinels_of(
    table: &'static Table,
    stored: &AttributeMap,
    functions: &ComputedFunctions,
) -> Vec<AttributeMap> {
    let mut item = stored.clone();
    let Some(entity) = identify(table, &mut item) else {
        return Vec::new();
    };
    add_defaults(entity, &mut item);
    for field in entity.fields {
        if field.counts_as_absent(item.get(field.attribute)) {
            item.remove(field.attribute);
        }
    }
    // Keys are composed from the computed values, each from the item as it is stored.
    let computed: Vec<_> = entity
        .computed
        .iter()
        .filter_map(|one| {
            Some((
                one.field,
                computed_value(entity, one, &item, functions).ok()??,
            ))
        })
        .collect();
    for (field, value) in computed {
        let name = entity.fields[field].attribute;
        match value {
            Some(value) => item.insert(name.to_owned(), value),
            None => item.remove(name),
        };
    }
    let keys = entity
        .unique
        .iter()
        .map(|unique| unique_key(table, entity, unique, &item));
    keys.filter_map(|key| key.ok().flatten()).collect()
}

// ---- the actions of a write

/// The knowledge about the item before and after the write.
#[derive(Debug, Clone, Copy)]
pub(super) struct Existence {
    /// An item may exist before the write.
    pub(super) before: bool,
    /// The item exists after the write.
    pub(super) after: bool,
    /// The write fails unless the item exists.
    pub(super) surely_before: bool,
}

/// The condition that the sentinel is missing or belongs to the owner.
fn unless_of_another(table: &Table, owner: &AttributeMap) -> ConditionTexts {
    let mut expression = WriteExpression::default();
    expression.not_exists_or_equals(table.partition, &owner_attributes(owner));
    expression.into_condition()
}

/// The sentinel of a unique value of a table.
struct Sentinel {
    table: &'static Table,
    unique: &'static [usize],
    key: AttributeMap,
}

impl Sentinel {
    /// Puts the sentinel of `to`, if it is missing or belongs to `from`. A claim thus also accepts a sentinel of the
    /// item itself, which was left behind when its time to live removed it, or by a program that does not know the
    /// unique value. Such an item, which the same transaction writes, is missing or has another value.
    fn put(self, part: ActionPart, from: &AttributeMap, to: &AttributeMap) -> WriteAction {
        WriteAction {
            unique: Some(self.unique),
            item: Some(unique_item(self.table, &self.key, to)),
            texts: unless_of_another(self.table, from),
            ..WriteAction::new(ActionKind::Put, part, self.table, self.key)
        }
    }

    /// Removes the sentinel. The condition accepts a missing sentinel, because that does no harm, but not another
    /// owner's sentinel.
    fn release(self, owner: &AttributeMap) -> WriteAction {
        WriteAction {
            unique: Some(self.unique),
            texts: unless_of_another(self.table, owner),
            ..WriteAction::new(
                ActionKind::Delete,
                ActionPart::Release,
                self.table,
                self.key,
            )
        }
    }
}

/// The key of the sentinel before or after the write. `None` if a field is absent, because then it has no sentinel.
fn sentinel_of(
    request: &WriteRequest,
    unique: &[usize],
    states: &FieldStates,
    is_old: bool,
) -> Result<Option<AttributeMap>, Error> {
    let mut values = AttributeMap::new();
    for position in unique {
        let field = &request.entity.fields[*position];
        let (is, why) = if is_old {
            (
                states.before(*position),
                ", and its old value must be known",
            )
        } else {
            (
                states.after(*position),
                ", and gets a value that is not known",
            )
        };
        if !is.known {
            return Err(model_error(format!(
                "{}: the field {name} is unique{why}: add .given_{name}(value) or .read_first()",
                request.entity.name,
                name = field.name
            )));
        }
        // A default has no sentinel, because no write claimed it.
        match is.value.as_ref().filter(|_| !is.is_default) {
            Some(value) => values.insert(field.attribute.to_owned(), value.clone()),
            None => return Ok(None),
        };
    }
    unique_key(request.table, request.entity, unique, &values)
}

/// True if the primary key tells all values, so that they are known even if an item with this key does not exist.
fn is_in_key(entity: &EntityInfo, unique: &[usize]) -> bool {
    let identifying = entity.identifying_fields();
    unique.iter().all(|field| identifying.contains(field))
}

/// True if the write stores a field that the primary key has only in part, so that its old value may be another one.
fn stores_part_of_key(entity: &EntityInfo, unique: &[usize]) -> bool {
    let (identifying, primary) = (entity.identifying_fields(), entity.primary_fields());
    unique
        .iter()
        .any(|field| primary.contains(field) && !identifying.contains(field))
}

/// True if the write cannot change which sentinel the item has.
fn leaves_sentinel(request: &WriteRequest, states: &FieldStates, unique: &[usize]) -> bool {
    let entity = request.entity;
    match request.kind {
        WriteKind::Update => !states.any_changed(unique),
        // An upsert may create the item with the values that its key has.
        WriteKind::Upsert => {
            !states.any_changed(unique)
                && !is_in_key(entity, unique)
                && !stores_part_of_key(entity, unique)
        }
        _ => false,
    }
}

/// Returns the actions. `old_key` and `new_key` are the owner's primary keys before and after the write. They differ for
/// a move only. The error is that an old or new value is needed and not known, or that a value cannot be kept unique.
pub(super) fn unique_actions(
    request: &WriteRequest,
    is: Existence,
    states: &FieldStates,
    old_key: &AttributeMap,
    new_key: &AttributeMap,
) -> Result<Vec<WriteAction>, Error> {
    let (table, entity) = (request.table, request.entity);
    let mut actions = Vec::new();
    for unique in entity.unique.iter().copied() {
        if leaves_sentinel(request, states, unique) {
            continue;
        }
        let before = if is.before {
            sentinel_of(request, unique, states, true)?
        } else {
            None
        };
        let after = if is.after {
            sentinel_of(request, unique, states, false)?
        } else {
            None
        };
        let of_key = |key: AttributeMap| Sentinel { table, unique, key };
        match (before, after) {
            (Some(before), Some(after)) if before == after => {
                if old_key != new_key {
                    actions.push(of_key(after).put(ActionPart::Repoint, old_key, new_key));
                } else if !is.surely_before && is_in_key(entity, unique) {
                    actions.push(of_key(after).put(ActionPart::Claim, new_key, new_key));
                }
            }
            (before, after) => {
                actions.extend(before.map(|key| of_key(key).release(old_key)));
                actions
                    .extend(after.map(|key| of_key(key).put(ActionPart::Claim, new_key, new_key)));
            }
        }
    }
    Ok(actions)
}
