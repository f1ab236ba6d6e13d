//! Plans of moves, which put the item at its new key and delete it at the old one.

use super::attributes::{AttributeMap, sorted};
use super::compose::compose_primary;
use super::errors::{Error, model_error};
use super::planning::{Planning, WRITE_ID_ATTRIBUTE};
use super::unique::Existence;
use super::write_action::{ActionKind, ActionPart};
use super::write_expression::WriteExpression;

impl Planning<'_> {
    /// True if the model knows the attribute.
    fn is_ours(&self, name: &str) -> bool {
        let table = self.table;
        let own = [
            Some(table.partition),
            table.sort,
            table.type_attribute,
            Some(WRITE_ID_ATTRIBUTE),
        ];
        let is_of_index = table.indexes.iter().any(|index| {
            let shard = index.shards.map(|shards| shards.attribute);
            index.partition.contains(&name) || index.sort.contains(&name) || shard == Some(name)
        });
        own.contains(&Some(name)) || is_of_index || self.entity.field_of_attribute(name).is_some()
    }

    /// Carries the attributes that the model does not know over to the new item, and returns their names.
    fn carry_unknown(&mut self, values: &mut AttributeMap) -> Vec<String> {
        let Some(stored) = self.stored_item() else {
            return Vec::new();
        };
        let mut names = Vec::new();
        for (name, value) in sorted(stored) {
            if self.is_ours(name) {
                continue;
            }
            values
                .entry(name.to_owned())
                .or_insert_with(|| value.clone());
            self.depend_on(name);
            names.push(name.to_owned());
        }
        names
    }

    fn condition_of_old(&mut self) -> Result<WriteExpression, Error> {
        let mut there = WriteExpression::default();
        there.exists(self.table.partition);
        self.add_conditions(&mut there)?;
        self.add_read_conditions(&mut there);
        Ok(there)
    }

    /// The condition that the item is as it was read. If the item has more attributes than a condition of the service
    /// may name, the condition on the version replaces those on the `unknown` attributes, because every write increments
    /// the version.
    fn is_as_read(&mut self, unknown: &[String]) -> Result<WriteExpression, Error> {
        let there = self.condition_of_old()?;
        if unknown.is_empty() || there.condition_fits() {
            return Ok(there);
        }
        let version = self.entity.version_attribute();
        if version.and_then(|name| self.stored_value(name)).is_none() {
            return Err(model_error(format!(
                "{}: a move is conditional on each attribute of the item that its struct does not name, and these {} \
                 are more than a condition holds: name them in the struct, or give the entity a version and the item a \
                 version",
                self.entity.name,
                unknown.len()
            )));
        }
        for name in unknown {
            self.read.remove(name);
        }
        self.condition_of_old()
    }

    /// Plans a move.
    pub(super) fn plan_move(&mut self) -> Result<(), Error> {
        let mut values = self.request.moved_to.clone();
        let unknown = self.carry_unknown(&mut values);
        let version = match (self.entity.version, self.request.expected_version) {
            (None, _) => None,
            (Some(_), Some(expected)) => Some(self.version_after(expected)?),
            (Some(_), None) => Some(self.version_after_read()?),
        };
        let item = self.whole_item(values, version)?;
        let new_key = compose_primary(self.entity, &self.request.moved_to)?;
        if new_key == self.key {
            return Err(model_error(format!(
                "{}: a move does not change the primary key: use replace or update",
                self.entity.name
            )));
        }
        let is = Existence {
            before: true,
            after: true,
            surely_before: false,
        };
        self.plan_sentinels(is, &new_key)?;
        let there = self.is_as_read(&unknown)?;
        let mut free = WriteExpression::default();
        free.not_exists(self.table.partition);
        let old_key = self.key.clone();
        self.add_action(ActionKind::Put, ActionPart::Item, new_key, free, Some(item));
        self.add_action(
            ActionKind::Delete,
            ActionPart::OldItem,
            old_key,
            there,
            None,
        );
        self.add_sentinels();
        Ok(())
    }
}
