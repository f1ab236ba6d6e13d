//! Plans of writes that store a whole item.

use super::attributes::{AttributeMap, number_value, string_value};
use super::calls::WriteKind;
use super::compose::compose_all;
use super::errors::Error;
use super::field_states::FieldState;
use super::planning::{Planning, WRITE_ID_ATTRIBUTE};
use super::unique::Existence;
use super::write_action::{ActionKind, ActionPart};
use super::write_expression::WriteExpression;
use super::write_rules::check_required;

impl Planning<'_> {
    /// Returns the whole item made from its fields, with its keys. The plan's row also gets the fields that only keys
    /// hold. The error is that a field is missing or cannot be in a key.
    pub(super) fn whole_item(
        &mut self,
        mut values: AttributeMap,
        version: Option<i64>,
    ) -> Result<AttributeMap, Error> {
        if let (Some(version), Some(name)) = (version, self.entity.version_attribute()) {
            values.insert(name.to_owned(), number_value(version));
        }
        check_required(self.entity, &values)?;
        self.check_natural_keys(&values)?;
        let keys = compose_all(self.table, self.entity, &values)?;
        let hidden = self.entity.fields.iter().filter(|field| field.key_only);
        let left_out: Vec<_> = hidden
            .filter(|field| !keys.present.contains_key(field.attribute))
            .collect();
        let mut item = values;
        for name in keys.absent {
            item.remove(name);
        }
        item.extend(keys.present);
        if let Some(tag) = self.table.type_attribute {
            item.insert(tag.to_owned(), string_value(self.entity.name));
        }
        if version.is_some() {
            item.insert(WRITE_ID_ATTRIBUTE.to_owned(), string_value(self.write_id));
        }
        self.row = Some(item.clone());
        for field in left_out {
            item.remove(field.attribute);
        }
        Ok(item)
    }

    /// True if the write requires that the item does not exist. A versioned item is replaced only if the request gives
    /// its version or accepts any version.
    fn puts_only_new(&self) -> bool {
        let is_gone = matches!(self.stored, Some(None));
        let takes_any = self.request.expected_version.is_some() || self.request.any_version;
        self.request.kind == WriteKind::Create
            || is_gone
            || (self.entity.version.is_some() && !takes_any)
    }

    /// Returns the version that a put gives, or `None` for an entity without one.
    fn version_of_put(&mut self, only_new: bool) -> Result<Option<i64>, Error> {
        let Some(field) = self.entity.version else {
            return Ok(None);
        };
        let version = match self.request.expected_version {
            Some(expected) => self.version_after(expected)?,
            None if only_new => 1,
            None => self.version_after_read()?,
        };
        self.states
            .set_after(field, FieldState::of(Some(number_value(version))));
        Ok(Some(version))
    }

    /// Plans a create or a put.
    pub(super) fn plan_put(&mut self) -> Result<(), Error> {
        let only_new = self.puts_only_new();
        let version = self.version_of_put(only_new)?;
        let item = self.whole_item(self.request.values.clone(), version)?;
        let is = Existence {
            before: !only_new,
            after: true,
            surely_before: self.stored.is_some() || self.request.expected_version.is_some(),
        };
        let key = self.key.clone();
        self.plan_sentinels(is, &key)?;
        let mut expression = WriteExpression::default();
        if only_new {
            expression.not_exists(self.table.partition);
        } else if self.stored.is_some() {
            expression.exists(self.table.partition);
        }
        self.add_conditions(&mut expression)?;
        self.add_read_conditions(&mut expression);
        self.add_action(
            ActionKind::Put,
            ActionPart::Item,
            key,
            expression,
            Some(item),
        );
        self.add_sentinels();
        Ok(())
    }
}
