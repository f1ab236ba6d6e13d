//! The state of a plan in the making, with the parts that several kinds of writes share.

use std::collections::BTreeMap;

use super::attributes::{AttributeMap, AttributeValue, as_number, number_value, sorted};
use super::calls::{ChangeKind, WriteKind, WriteRequest};
use super::compose::compose;
use super::default_values::{compares_defaults, default_of, with_defaults};
use super::description::{EntityInfo, Table};
use super::errors::{Error, model_error};
use super::field_states::{FieldStates, StoredItem};
use super::number_text::Number;
use super::session::ComputedFunctions;
use super::unique::{Existence, unique_actions};
use super::write_action::{ActionKind, ActionPart, WriteAction};
use super::write_expression::WriteExpression;
use super::write_rules::LAST_VERSION;

/// The attribute beside a version. It holds the id of the last versioned write, so that a repetition of this write is
/// recognised.
pub(super) const WRITE_ID_ATTRIBUTE: &str = "_write_id";

/// The attributes of the read item that a plan used, in the order of their names. `None` marks an absent attribute.
pub(super) type ReadAttributes = BTreeMap<String, Option<AttributeValue>>;

/// One write that is being planned.
pub(super) struct Planning<'a> {
    pub(super) request: &'a WriteRequest,
    /// `None` if no item was read.
    pub(super) stored: Option<&'a StoredItem>,
    pub(super) write_id: &'a str,
    pub(super) functions: &'a ComputedFunctions,
    /// The primary key of the request's item.
    pub(super) key: AttributeMap,
    pub(super) table: &'static Table,
    pub(super) entity: &'static EntityInfo,
    pub(super) states: FieldStates,
    pub(super) actions: Vec<WriteAction>,
    pub(super) repeatable: bool,
    pub(super) row: Option<AttributeMap>,
    pub(super) read: ReadAttributes,
    sentinels: Vec<WriteAction>,
}

impl<'a> Planning<'a> {
    pub(super) fn new(
        request: &'a WriteRequest,
        stored: Option<&'a StoredItem>,
        key: AttributeMap,
        write_id: &'a str,
        functions: &'a ComputedFunctions,
    ) -> Self {
        Self {
            request,
            stored,
            write_id,
            functions,
            key,
            table: request.table,
            entity: request.entity,
            states: FieldStates::new(request, stored),
            actions: Vec::new(),
            repeatable: true,
            row: None,
            read: ReadAttributes::new(),
            sentinels: Vec::new(),
        }
    }

    pub(super) fn attribute(&self, field: usize) -> &'static str {
        self.entity.fields[field].attribute
    }

    /// Returns the item that was read, if one was read and exists.
    pub(super) fn stored_item(&self) -> Option<&'a AttributeMap> {
        self.stored.and_then(Option::as_ref)
    }

    /// Returns the value that the read item has.
    pub(super) fn stored_value(&self, name: &str) -> Option<&'a AttributeValue> {
        self.stored_item().and_then(|item| item.get(name))
    }

    /// Adds the request's conditions and the version check. A condition that a default meets also accepts an item
    /// without the attribute, so it needs the additional condition that the item exists.
    pub(super) fn add_conditions(&self, expression: &mut WriteExpression) -> Result<(), Error> {
        let request = self.request;
        let may_be_new = !matches!(request.kind, WriteKind::Update | WriteKind::Move);
        if may_be_new && self.asks_for_defaults()? {
            expression.exists(self.table.partition);
        }
        if let (Some(version), Some(name)) =
            (request.expected_version, self.entity.version_attribute())
        {
            expression.equals(
                name,
                Some(&number_value(version)),
                default_of(self.entity, name).as_ref(),
            );
        }
        for (name, value) in sorted(&request.given) {
            let field = self.entity.field_of_attribute(name);
            let is_optional = field.is_some_and(|field| field.optional);
            if value.is_none() && is_optional && !self.sets_if_absent(name) {
                expression.is_empty(name);
            } else {
                expression.equals(name, value.as_ref(), default_of(self.entity, name).as_ref());
            }
        }
        match &request.condition {
            Some(condition) => expression.holds(&with_defaults(self.entity, condition)?),
            None => Ok(()),
        }
    }

    /// Makes the write depend on the fields of the read item that were used. It must be called after the last use.
    pub(super) fn add_read_conditions(&mut self, expression: &mut WriteExpression) {
        let consulted: Vec<_> = self.states.consulted().collect();
        for field in consulted {
            if !field.key_only {
                self.depend_on(field.attribute);
                continue;
            }
            let position = self.entity.position_of(field.name);
            for attribute in self.entity.index_attributes() {
                if position.is_some_and(|position| attribute.holds(position)) {
                    self.depend_on(attribute.attribute);
                }
            }
        }
        if self.stored.is_some() && self.request.returns_old {
            for field in self.entity.fields.iter().filter(|field| !field.key_only) {
                self.depend_on(field.attribute);
            }
        }
        for (name, value) in &self.read {
            expression.equals(name, value.as_ref(), None);
        }
    }

    /// Makes the write depend on the attribute of the read item.
    pub(super) fn depend_on(&mut self, name: &str) {
        let value = self.stored_value(name).cloned();
        self.read.insert(name.to_owned(), value);
    }

    pub(super) fn plan_sentinels(
        &mut self,
        is: Existence,
        new_key: &AttributeMap,
    ) -> Result<(), Error> {
        self.sentinels = unique_actions(self.request, is, &self.states, &self.key, new_key)?;
        Ok(())
    }

    pub(super) fn add_sentinels(&mut self) {
        let sentinels = std::mem::take(&mut self.sentinels);
        self.actions.extend(sentinels);
    }

    pub(super) fn add_action(
        &mut self,
        kind: ActionKind,
        part: ActionPart,
        key: AttributeMap,
        expression: WriteExpression,
        item: Option<AttributeMap>,
    ) {
        let (update, texts) = expression.into_texts();
        self.actions.push(WriteAction {
            update,
            texts,
            item,
            returns_old: self.request.returns_old,
            ..WriteAction::new(kind, part, self.table, key)
        });
    }

    /// Returns the version after the stored one. The write then depends on the stored version.
    pub(super) fn version_after_read(&self) -> Result<i64, Error> {
        let stored = self
            .entity
            .version
            .and_then(|version| self.states.before(version).value.as_ref());
        let Some(text) = as_number(stored) else {
            return Ok(1);
        };
        match Number::read(text).and_then(Number::int64) {
            Some(version) => self.version_after(version),
            None => Err(self.no_version_after(text)),
        }
    }

    pub(super) fn version_after(&self, version: i64) -> Result<i64, Error> {
        let next = version.checked_add(1);
        next.ok_or_else(|| self.no_version_after(&version.to_string()))
    }

    /// Checks fields that are key attributes of an index themselves. The database applies its rules for keys to them
    /// even if the model leaves the item out of that index.
    pub(super) fn check_natural_keys(&self, values: &AttributeMap) -> Result<(), Error> {
        for (role, one) in self
            .entity
            .indexes
            .iter()
            .flat_map(super::description::EntityKey::attributes)
        {
            if !one.natural || !values.contains_key(one.attribute) {
                continue;
            }
            if let Err(error) = compose(one, role, self.entity, values) {
                return Err(model_error(format!("{}: {error}", self.entity.name)));
            }
        }
        Ok(())
    }

    fn no_version_after(&self, version: &str) -> Error {
        let name = self
            .entity
            .version
            .map_or("", |version| self.entity.fields[version].name);
        model_error(format!(
            "{}: no version follows {version}, because the member {name} counts only to {LAST_VERSION}: give it a type \
             of 64 bits, or remove the item and create it again",
            self.entity.name
        ))
    }

    /// A condition on an absent value keeps a NULL, so such a change must know whether the attribute is absent or NULL.
    fn sets_if_absent(&self, name: &str) -> bool {
        let mut whole = self
            .request
            .changes
            .iter()
            .filter(|change| change.path.is_empty());
        whole.any(|change| {
            change.kind == ChangeKind::SetIfAbsent && self.attribute(change.field) == name
        })
    }

    fn asks_for_defaults(&self) -> Result<bool, Error> {
        let request = self.request;
        let has_default = |name: &str| default_of(self.entity, name).is_some();
        let version = self
            .entity
            .version_attribute()
            .filter(|_| request.expected_version.is_some());
        if version.is_some_and(has_default) || request.given.keys().any(|name| has_default(name)) {
            return Ok(true);
        }
        match &request.condition {
            Some(condition) => compares_defaults(self.entity, condition),
            None => Ok(false),
        }
    }
}
