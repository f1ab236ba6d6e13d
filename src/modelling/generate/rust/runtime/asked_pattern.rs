//! An access pattern with its table and entities in place of their positions, and facts about keys that reads need.

use super::attributes::AttributeMap;
use super::description::{
    EntityInfo, EntityKey, Field, KeyAttribute, KeyPart, Pattern, Plan, Projected, Shards, Table,
};
use super::errors::{Error, model_error};

#[derive(Debug, Clone)]
pub(super) struct AskedPattern {
    pub(super) table: &'static Table,
    pub(super) name: &'static str,
    /// Positions in the table's entities. The key of the first one makes the plan.
    positions: &'static [usize],
    pub(super) plan: Plan,
}

impl AskedPattern {
    /// Returns the pattern with its table.
    pub(super) fn new(table: &'static Table, pattern: &Pattern) -> Self {
        Self {
            table,
            name: pattern.name,
            positions: pattern.entities,
            plan: pattern.plan,
        }
    }

    pub(super) fn entities(&self) -> impl ExactSizeIterator<Item = &'static EntityInfo> + use<> {
        let table = self.table;
        self.positions
            .iter()
            .map(|position| &table.entities[*position])
    }

    /// Returns true if the pattern reads items of the entity.
    pub(super) fn names(&self, entity: &EntityInfo) -> bool {
        self.entities().any(|one| std::ptr::eq(one, entity))
    }

    /// Returns the entity whose key makes the plan.
    pub(super) fn first(&self) -> &'static EntityInfo {
        &self.table.entities[self.positions[0]]
    }

    /// Returns the pattern's key in the first entity. A planned pattern has one.
    pub(super) fn key(&self) -> &'static EntityKey {
        let first = self.first();
        first.key_in(self.plan.index).unwrap_or(&first.primary)
    }

    /// Returns the attributes of the partition key by which the pattern is read. A local index shares the table's.
    pub(super) fn partition(&self) -> &'static [KeyAttribute] {
        match self.key().partition {
            [] => self.first().primary.partition,
            own => own,
        }
    }

    /// Returns the shards of the pattern's index, if it is sharded.
    pub(super) fn shards(&self) -> Option<&'static Shards> {
        let table = self.table;
        table.indexes[self.plan.index?].shards.as_ref()
    }

    /// Returns the error of a read whose key needs a field that the call does not give. Requires: a field of the
    /// template is missing in `values`.
    pub(super) fn missing_field(&self, parts: &[KeyPart], values: &AttributeMap) -> Error {
        let entity = self.first();
        let mut fields = parts.iter().filter_map(|part| match part {
            KeyPart::Field(part) => Some(&entity.fields[part.field]),
            KeyPart::Literal(_) => None,
        });
        let missing = fields.find(|field| !values.contains_key(field.attribute));
        model_error(format!(
            "The access pattern \"{}\" needs the field {} of {}: its key contains that field",
            self.name,
            missing.map_or("", |field| field.name),
            entity.name
        ))
    }
}

impl EntityInfo {
    /// Returns the key that the entity has in the index, or its primary key without an index. `None` if the entity is
    /// not in the index.
    pub(super) fn key_in(&'static self, index: Option<usize>) -> Option<&'static EntityKey> {
        match index {
            None => Some(&self.primary),
            Some(_) => self.indexes.iter().find(|key| key.index == index),
        }
    }
}

/// Returns the attributes by which the answer of a query is ordered.
pub(super) fn sort_attributes(
    table: &'static Table,
    index: Option<usize>,
) -> &'static [&'static str] {
    match index {
        Some(index) => table.indexes[index].sort,
        None => table.sort.as_slice(),
    }
}

/// Returns the names of the attributes of the table's primary key and of the index's key. Each name comes once, the
/// partition key first.
pub(super) fn key_attributes(table: &Table, index: Option<usize>) -> Vec<&'static str> {
    let mut names = vec![table.partition];
    names.extend(table.sort);
    if let Some(of) = index.map(|index| &table.indexes[index]) {
        for name in of.partition.iter().chain(of.sort) {
            if !names.contains(name) {
                names.push(name);
            }
        }
    }
    names
}

/// Returns true if the items or entries that are read have the field's attribute. Filters are evaluated on it.
pub(super) fn holds_attribute(table: &Table, index: Option<usize>, field: &Field) -> bool {
    if field.key_only {
        return false;
    }
    let Some(of) = index.map(|index| &table.indexes[index]) else {
        return true;
    };
    let name = field.attribute;
    let is_included = match of.projection {
        Projected::All => return true,
        Projected::Include(names) => names.contains(&name),
        Projected::KeysOnly => false,
    };
    let is_of_vector = of
        .vector
        .is_some_and(|vector| vector.attribute == name || vector.filters.contains(&name));
    is_included || is_of_vector || key_attributes(table, index).contains(&name)
}
