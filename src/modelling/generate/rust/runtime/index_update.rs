//! The key attributes that an update must write or remove, so that no index becomes stale.

use super::attributes::AttributeMap;
use super::calls::{WriteKind, WriteRequest};
use super::compose::compose;
use super::description::{EntityInfo, EntityKey, Index, KeyAttribute, ScalarType};
use super::errors::{Error, model_error};
use super::field_states::FieldStates;
use super::key_changes::KeyChanges;
use super::key_fields::{KeyRole, check_shard, shard_of_item};

/// An attribute that is composed.
pub(super) struct OwnAttribute {
    pub(super) key: &'static KeyAttribute,
    role: KeyRole,
    fields: Vec<usize>,
    pub(super) is_permanent: bool,
}

/// One of the entity's indexes during one update. The functions read the states, which must have the changes applied.
pub(super) struct IndexUpdate<'a> {
    entity: &'static EntityInfo,
    index: &'static Index,
    key: &'static EntityKey,
    states: &'a FieldStates,
    is_upsert: bool,
    /// Of all attributes. For the shard the field that gives it.
    fields: Vec<usize>,
    pub(super) own: Vec<OwnAttribute>,
    /// The field that shows the shard.
    shard: Option<usize>,
    shard_of: Option<usize>,
    shard_type: ScalarType,
}

#[derive(PartialEq, Eq)]
enum Presence {
    Within,
    Outside,
    /// The index's attributes keep their values, whether they exist or not.
    Untouched,
}

impl<'a> IndexUpdate<'a> {
    pub(super) fn new(
        request: &WriteRequest,
        index: usize,
        key: &'static EntityKey,
        states: &'a FieldStates,
    ) -> Self {
        let entity = request.entity;
        let table = request.table;
        let mut update = Self {
            entity,
            index: &table.indexes[index],
            key,
            states,
            is_upsert: request.kind == WriteKind::Upsert,
            fields: Vec::new(),
            own: Vec::new(),
            shard: None,
            shard_of: None,
            shard_type: ScalarType::N,
        };
        for (role, one) in key.attributes() {
            update.add(role, one);
        }
        if let Some(shards) = &update.index.shards {
            update.shard_of = entity.position_of(shards.of);
            let shows = |field: &super::description::Field| {
                !field.key_only && field.attribute == shards.attribute
            };
            update.shard = entity.fields.iter().position(shows);
            update.fields.extend(update.shard_of);
        }
        update.fields.sort_unstable();
        update.fields.dedup();
        update
    }

    fn add(&mut self, role: KeyRole, one: &'static KeyAttribute) {
        let name = one.attribute;
        if self
            .index
            .shards
            .is_some_and(|shards| shards.attribute == name)
        {
            self.shard_type = one.scalar;
            return;
        }
        let mut fields: Vec<_> = one.fields().map(|part| part.field).collect();
        fields.sort_unstable();
        self.fields.extend_from_slice(&fields);
        // The attributes of the primary key, which inverted indexes use, never change.
        let is_primary = self
            .entity
            .primary
            .attributes()
            .any(|(_, key)| key.attribute == name);
        if !one.natural && !is_primary {
            self.own.push(OwnAttribute {
                key: one,
                role,
                fields,
                is_permanent: false,
            });
        }
    }

    fn is_optional(&self, field: usize) -> bool {
        self.entity.fields[field].optional
    }

    /// A change of a field that decides whether the index holds the item concerns all attributes of the index.
    fn concerns_all(&self) -> bool {
        let decides = self
            .key
            .when
            .is_some_and(|when| self.states.changed(when.field));
        let mut optional = self.fields.iter().filter(|field| self.is_optional(**field));
        self.is_upsert || decides || optional.any(|field| self.states.changed(*field))
    }

    /// A permanent attribute is written because of the index that makes it permanent, and a natural one by the change
    /// itself. An index without others needs no writes, whether it has the item or not.
    fn writes_any(&self) -> bool {
        self.index.shards.is_some() || self.own.iter().any(|own| !own.is_permanent)
    }

    fn has_own(&self, attribute: &str) -> bool {
        self.own.iter().any(|own| own.key.attribute == attribute)
    }

    pub(super) fn may_lack_item(&self) -> bool {
        self.key.when.is_some() || self.fields.iter().any(|field| self.is_optional(*field))
    }

    /// Returns true if both indexes have the same attribute and this one may remove it.
    fn shares_attribute(&self, other: &Self) -> bool {
        let mut removable = self.own.iter().filter(|own| !own.is_permanent);
        removable.any(|own| other.has_own(own.key.attribute))
    }

    fn any_of_own_changes(&self) -> bool {
        let changes = |field: Option<usize>| field.is_some_and(|field| self.states.changed(field));
        let mut removable = self.own.iter().filter(|own| !own.is_permanent);
        changes(self.shard_of)
            || changes(self.shard)
            || removable.any(|own| self.states.any_changed(&own.fields))
    }

    /// Returns the item's place after the update. The error is that a field that decides it is not known.
    fn presence(&self) -> Result<Presence, Error> {
        if let Some(when) = &self.key.when {
            let state = self.states.after(when.field);
            if !state.known {
                return Err(self.unknown(when.field));
            }
            if !state
                .value
                .as_ref()
                .is_some_and(|value| when.is_met_by(value))
            {
                return Ok(Presence::Outside);
            }
        }
        // A field that is known to be absent decides it, so the other fields need not be known.
        let mut changed = self
            .fields
            .iter()
            .filter(|field| self.states.changed(**field));
        let is_known_absent = |field: usize| {
            let state = self.states.after(field);
            state.known && state.value.is_none()
        };
        if changed.any(|field| is_known_absent(*field)) {
            return Ok(Presence::Outside);
        }
        for field in self
            .fields
            .iter()
            .copied()
            .filter(|field| self.is_optional(*field))
        {
            let state = self.states.after(field);
            let is_left =
                self.is_upsert && !self.states.changed(field) && !self.any_of_own_changes();
            if !state.known && is_left {
                return Ok(Presence::Untouched);
            }
            if !state.known {
                return Err(self.unknown(field));
            }
            if state.value.is_none() {
                return Ok(Presence::Outside);
            }
        }
        Ok(Presence::Within)
    }

    /// Adds the attributes that an item in the index must get: all of them, or those whose own fields change. The error
    /// is of a field that is not known or cannot be in a key.
    fn compose_into(&self, all: bool, out: &mut KeyChanges) -> Result<(), Error> {
        for own in self.own.iter().filter(|own| !own.is_permanent) {
            if !all && !self.states.any_changed(&own.fields) {
                continue;
            }
            if let Some(field) = own
                .fields
                .iter()
                .find(|field| !self.states.after(**field).known)
            {
                return Err(self.unknown(*field));
            }
            let value = compose(own.key, own.role, self.entity, &self.states.values_after())?;
            out.set
                .extend(value.map(|value| (own.key.attribute.to_owned(), value)));
        }
        let set = if self.is_upsert {
            &mut out.set_if_absent
        } else {
            &mut out.set
        };
        self.compose_shard(all, set)
    }

    /// Returns the attributes that an item outside of the index must not have. The error is that the update gives it a
    /// shard.
    fn removed(&self) -> Result<Vec<&'static str>, Error> {
        let removable = self.own.iter().filter(|own| !own.is_permanent);
        let mut names: Vec<_> = removable.map(|own| own.key.attribute).collect();
        let Some(shards) = &self.index.shards else {
            return Ok(names);
        };
        if let Some(shard) = self.shard.filter(|shard| self.states.changed(*shard)) {
            let state = self.states.after(shard);
            if state.known && state.value.is_none() {
                return Ok(names);
            }
            return Err(model_error(format!(
                "{}: the update gives a shard to an item that is not in index {}: do not set {}",
                self.entity.name, self.index.name, self.entity.fields[shard].name
            )));
        }
        if self.shard.is_none_or(|shard| self.is_optional(shard)) {
            names.push(shards.attribute);
        }
        Ok(names)
    }

    fn unknown(&self, field: usize) -> Error {
        let why = if self.states.changed(field) {
            "gets a value that is not known"
        } else {
            "is neither in the primary key nor changed"
        };
        let name = self.entity.fields[field].name;
        model_error(format!(
            "{}: the update changes the key of index {}, and the field {name}, which is a part of that key, {why}: add \
             .given_{name}(value) or .read_first()",
            self.entity.name, self.index.name
        ))
    }

    /// Checks a shard that the change itself writes.
    fn check_changed_shard(&self, shard: usize) -> Result<(), Error> {
        let state = self.states.after(shard);
        if !state.known {
            return Err(self.unknown(shard));
        }
        match (&state.value, &self.index.shards) {
            (None, _) => Err(model_error(format!(
                "{}: the update removes the shard {} from an item that is in index {}",
                self.entity.name, self.entity.fields[shard].name, self.index.name
            ))),
            (Some(value), Some(shards)) => check_shard(shards, self.shard_type, value),
            (Some(_), None) => Ok(()),
        }
    }

    /// A shard that the caller gave or the item has is kept, unless the field that it follows from changes. An upsert
    /// does not know whether that field changes.
    fn compose_shard(&self, all: bool, set: &mut AttributeMap) -> Result<(), Error> {
        if let Some(shard) = self.shard.filter(|shard| self.states.changed(*shard)) {
            return self.check_changed_shard(shard);
        }
        let (Some(shards), Some(of)) = (&self.index.shards, self.shard_of) else {
            return Ok(());
        };
        let follows = self.states.changed(of);
        if !all && !follows {
            return Ok(());
        }
        let shows = self.shard.filter(|_| !follows);
        if shows.is_some_and(|shard| self.states.after(shard).value.is_some()) {
            return Ok(());
        }
        if !self.states.after(of).known {
            return Err(self.unknown(of));
        }
        if let Some(shard) = shard_of_item(shards, self.entity, &self.states.values_after())? {
            set.insert(
                shards.attribute.to_owned(),
                self.shard_type.value(shard.to_string()),
            );
        }
        Ok(())
    }

    pub(super) fn add_to(&self, updates: &[Self], out: &mut KeyChanges) -> Result<(), Error> {
        // An attribute that several indexes share is removed only if each of them lacks the item.
        let all = self.concerns_all()
            || updates
                .iter()
                .any(|other| other.concerns_all() && other.shares_attribute(self));
        if !self.writes_any() || (!all && !self.any_of_own_changes()) {
            return Ok(());
        }
        match self.presence()? {
            Presence::Within => self.compose_into(all, out),
            Presence::Outside => {
                out.remove.extend(self.removed()?);
                Ok(())
            }
            Presence::Untouched => Ok(()),
        }
    }
}
