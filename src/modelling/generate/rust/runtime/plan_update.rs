//! Plans of updates and upserts.

use super::attributes::{AttributeValue, number_value, one_attribute, sorted, string_value};
use super::calls::{Change, ChangeKind, WriteKind};
use super::changed_value::start_of;
use super::default_values::default_of;
use super::description::{Field, FieldKind};
use super::errors::Error;
use super::field_states::FieldState;
use super::kept_members::computed_changes;
use super::key_changes::key_changes_of;
use super::null_for_empty::{change_of_absent, meets_null, without_elements};
use super::planning::{Planning, WRITE_ID_ATTRIBUTE};
use super::unique::Existence;
use super::write_action::{ActionKind, ActionPart};
use super::write_expression::WriteExpression;
use super::write_rules::LAST_VERSION;

/// The largest version that may be incremented. `None` for a signed version: it never reaches its end in practice, so
/// its writes need no condition.
fn most_before_increment(version: &Field) -> Option<i64> {
    (version.kind != FieldKind::Integer).then_some(LAST_VERSION - 1)
}

impl Planning<'_> {
    /// Makes a change that meets a NULL, which other programs write for empty, start from an absent value. `absent` is
    /// the start value, as in `WriteExpression::apply`.
    fn with_null_absent(&mut self, change: Change, absent: Option<&AttributeValue>) -> Change {
        if !change.starts_from_stored() {
            return change;
        }
        let field = &self.entity.fields[change.field];
        let stored = self.stored_value(field.attribute);
        if !stored.is_some_and(|stored| meets_null(field, &change, stored)) {
            return change;
        }
        match change_of_absent(&change, absent) {
            Some(changed) => {
                self.depend_on(field.attribute);
                changed
            }
            None => change,
        }
    }

    /// A set in a list or map stays in its place if it gets empty. `None` if no element is to be removed from it.
    fn with_place_kept(&mut self, change: Change) -> Option<Change> {
        let is_of_element = change.kind == ChangeKind::RemoveFromSet && change.of_element;
        let Some(item) = self.stored_item().filter(|_| is_of_element) else {
            return Some(change);
        };
        let name = self.attribute(change.field);
        self.depend_on(name);
        without_elements(change, item.get(name))
    }

    /// An index whose key is the field's own attribute finds the default only if the default is stored.
    fn with_natural_default(&self, change: Change) -> Change {
        if change.kind != ChangeKind::Erase || !change.path.is_empty() {
            return change;
        }
        let name = self.attribute(change.field);
        let is_natural_key = self
            .entity
            .index_attributes()
            .any(|part| part.natural && part.attribute == name);
        match default_of(self.entity, name) {
            Some(value) if is_natural_key => Change::of(ChangeKind::Set, change.field, Some(value)),
            _ => change,
        }
    }

    fn add_changes(&mut self, expression: &mut WriteExpression) -> Result<(), Error> {
        let request = self.request;
        for (at, asked) in request.changes.iter().enumerate() {
            let Some(kept) = self.with_place_kept(asked.clone()) else {
                continue;
            };
            let start = start_of(request, at);
            let change = self.with_null_absent(self.with_natural_default(kept), start.as_ref());
            if request
                .changes
                .get(at + 1)
                .is_some_and(|next| change.is_start_of(next))
            {
                continue;
            }
            if matches!(
                change.kind,
                ChangeKind::Increment | ChangeKind::Append | ChangeKind::Prepend
            ) {
                self.repeatable = false;
            }
            if self.entity.fields[change.field].key_only {
                continue;
            }
            let name = self.attribute(change.field);
            let sets = matches!(change.kind, ChangeKind::Set | ChangeKind::SetIfAbsent)
                && change.path.is_empty();
            if let Some(value) = change.value.as_ref().filter(|_| sets) {
                self.check_natural_keys(&one_attribute(name, value.clone()))?;
            }
            expression.apply(&change, name, start)?;
        }
        Ok(())
    }

    fn add_version(&mut self, expression: &mut WriteExpression) -> Result<(), Error> {
        let Some(version) = self.entity.version else {
            return Ok(());
        };
        let field = &self.entity.fields[version];
        if let Some(expected) = self.request.expected_version {
            let next = number_value(self.version_after(expected)?);
            self.states
                .set_after(version, FieldState::of(Some(next.clone())));
            expression.set(field.attribute, next);
        } else {
            self.add_next_version(expression, version, field)?;
        }
        expression.set(WRITE_ID_ATTRIBUTE, string_value(self.write_id));
        Ok(())
    }

    /// Adds the version of a write that expects no version.
    fn add_next_version(
        &mut self,
        expression: &mut WriteExpression,
        version: usize,
        field: &Field,
    ) -> Result<(), Error> {
        // The stored version is used only if an index key holds the version.
        let is_in_key = self.stored.is_some()
            && self
                .entity
                .index_attributes()
                .any(|part| part.holds(version));
        let state = if is_in_key {
            FieldState::of(Some(number_value(self.version_after_read()?)))
        } else {
            FieldState::default()
        };
        self.states.set_after(version, state);
        // The service cannot add to a NULL.
        if !field.counts_as_absent(self.stored_value(field.attribute)) {
            let absent = default_of(self.entity, field.attribute);
            expression.increment_version(field.attribute, absent, most_before_increment(field));
            return Ok(());
        }
        let next = self.version_after_read()?;
        self.depend_on(field.attribute);
        expression.set(field.attribute, number_value(next));
        Ok(())
    }

    /// Adds the attributes that a created item has beyond its changes.
    fn add_rest_of_upsert(&mut self, expression: &mut WriteExpression) {
        if let Some(tag) = self.table.type_attribute {
            expression.set(tag, string_value(self.entity.name));
        }
        for position in self.entity.primary_fields() {
            let field = &self.entity.fields[position];
            let Some(value) = self.request.values.get(field.attribute) else {
                continue;
            };
            self.states.keep(position, value.clone());
            if !field.key_only && !self.key.contains_key(field.attribute) {
                expression.set(field.attribute, value.clone());
            }
        }
    }

    /// Adds the computed fields and the keys of indexes.
    fn add_consequences(&mut self, expression: &mut WriteExpression) -> Result<(), Error> {
        let computed = computed_changes(self.request, &mut self.states, self.functions)?;
        for (name, value) in sorted(&computed) {
            match value {
                Some(value) => expression.set(name, value.clone()),
                None => expression.remove(name),
            }
        }
        let keys = key_changes_of(self.request, &self.states)?;
        for (name, value) in sorted(&keys.set) {
            // The tag may be an index key too, and an upsert has already set it.
            if self.request.kind != WriteKind::Upsert || Some(name) != self.table.type_attribute {
                expression.set(name, value.clone());
            }
        }
        for (name, value) in sorted(&keys.set_if_absent) {
            expression.set_if_absent(name, value.clone());
        }
        for name in keys.remove {
            expression.remove(name);
        }
        Ok(())
    }

    /// Plans an update or an upsert.
    pub(super) fn plan_update(&mut self) -> Result<(), Error> {
        let is_upsert = self.request.kind == WriteKind::Upsert;
        let mut expression = WriteExpression::default();
        self.states.apply_changes(&self.request.changes)?;
        self.add_changes(&mut expression)?;
        self.add_version(&mut expression)?;
        if is_upsert {
            self.add_rest_of_upsert(&mut expression);
        }
        self.add_consequences(&mut expression)?;
        let is = Existence {
            before: true,
            after: true,
            surely_before: !is_upsert || self.request.expected_version.is_some(),
        };
        let key = self.key.clone();
        self.plan_sentinels(is, &key)?;
        if !is_upsert {
            expression.exists(self.table.partition);
        }
        self.add_conditions(&mut expression)?;
        self.add_read_conditions(&mut expression);
        self.add_action(ActionKind::Update, ActionPart::Item, key, expression, None);
        self.add_sentinels();
        Ok(())
    }
}
