//! The fields that the library itself writes: the times of creation and of the last write, and computed fields.

use super::attributes::{AttributeMap, AttributeValue, PartialMap, number_value, string_value};
use super::calendar::time_text;
use super::calls::{Change, ChangeKind, WriteKind, WriteRequest};
use super::description::{Computed, EntityInfo, Field, FieldKind};
use super::errors::{Error, model_error};
use super::field_states::{FieldState, FieldStates};
use super::session::{ComputedFunctions, Session};
use super::write_rules::refuse;

/// Returns a time as the field stores it. The error is of a time outside of the years 0000 to 9999.
pub(super) fn time_as(field: &Field, millis: i64) -> Result<AttributeValue, Error> {
    if field.kind == FieldKind::Seconds {
        return Ok(number_value(millis.div_euclid(1000)));
    }
    time_text(millis).map(string_value).ok_or_else(|| {
        model_error(format!(
            "the time {millis} ms since 1970 is outside of the years 0000 to 9999"
        ))
    })
}

/// Sets the time in the attributes of a whole item. If `keeps` is true, a time that the caller filled in stays. The time
/// 1970-01-01T00:00:00Z counts as not filled in.
fn set_time(
    entity: &EntityInfo,
    position: Option<usize>,
    now: i64,
    keeps: bool,
    values: &mut AttributeMap,
) -> Result<(), Error> {
    let Some(field) = position.map(|position| &entity.fields[position]) else {
        return Ok(());
    };
    let unfilled = time_as(field, 0)?;
    if keeps
        && values
            .get(field.attribute)
            .is_some_and(|value| *value != unfilled)
    {
        return Ok(());
    }
    values.insert(field.attribute.to_owned(), time_as(field, now)?);
    Ok(())
}

/// Returns the value of a computed field, which is absent as the inner `None`. A model without any functions takes the
/// value as it is given, which the outer `None` says. The error is of a function that is missing or fails.
pub(super) fn computed_value(
    entity: &EntityInfo,
    computed: &Computed,
    values: &AttributeMap,
    functions: &ComputedFunctions,
) -> Result<Option<Option<AttributeValue>>, Error> {
    if functions.is_empty() {
        return Ok(None);
    }
    let (of, name) = (entity.name, entity.fields[computed.field].name);
    let Some(run) = functions.get(&format!("{of}.{name}")) else {
        return Err(model_error(format!(
            "{of}: the field {name} is computed, and the session has no function for it: give \
             Options::computed[\"{of}.{name}\"]"
        )));
    };
    run(values).map(Some).map_err(|why| {
        model_error(format!(
            "{of}: the field {name} cannot be computed: its function failed: {why}"
        ))
    })
}

/// The error if the request itself changes a field that the library writes.
pub(super) fn check_kept_members(request: &WriteRequest) -> Result<(), Error> {
    let mut changed = request.changes.iter().map(|change| change.field);
    match changed.find(|field| request.entity.keeps(*field)) {
        Some(field) => {
            let name = request.entity.fields[field].name;
            let why = format!("the field {name} is set by the library, and a write cannot set it");
            Err(refuse(request, &why))
        }
        None => Ok(()),
    }
}

impl Session {
    fn add_kept(
        &self,
        entity: &EntityInfo,
        values: &mut AttributeMap,
        now: i64,
        keeps_created: bool,
    ) -> Result<(), Error> {
        set_time(entity, entity.created, now, keeps_created, values)?;
        set_time(entity, entity.updated, now, false, values)?;
        let all = entity.computed.iter();
        let computed = all.map(|one| {
            Ok((
                one.field,
                computed_value(entity, one, values, self.computed())?,
            ))
        });
        for (field, value) in computed.collect::<Result<Vec<_>, Error>>()? {
            let name = entity.fields[field].attribute;
            match value {
                None => {}
                Some(Some(value)) => {
                    values.insert(name.to_owned(), value);
                }
                Some(None) => {
                    values.remove(name);
                }
            }
        }
        Ok(())
    }

    /// Adds the kept fields that follow from the request and from the time. It must be called once for a request, so
    /// that every attempt writes the same values. The error is of a computed field that cannot be computed.
    pub(super) fn add_kept_members(
        &self,
        request: &mut WriteRequest,
        now: i64,
    ) -> Result<(), Error> {
        let entity = request.entity;
        let mut add_time = |kind: ChangeKind, position: Option<usize>| {
            let Some(position) = position else {
                return Ok(());
            };
            let value = time_as(&entity.fields[position], now)?;
            request
                .changes
                .push(Change::of(kind, position, Some(value)));
            Ok(())
        };
        match request.kind {
            WriteKind::Create | WriteKind::Put => {
                let keeps_created = request.kind == WriteKind::Put;
                self.add_kept(entity, &mut request.values, now, keeps_created)
            }
            WriteKind::Move => self.add_kept(entity, &mut request.moved_to, now, true),
            WriteKind::Update => add_time(ChangeKind::Set, entity.updated),
            WriteKind::Upsert => {
                add_time(ChangeKind::SetIfAbsent, entity.created)?;
                add_time(ChangeKind::Set, entity.updated)
            }
            WriteKind::Remove | WriteKind::Check => Ok(()),
        }
    }
}

/// Returns, for an update or upsert, the stored computed fields that follow from its changes, by attribute. `None`
/// removes the attribute. `states` must have the changes applied and gets the computed values. The error is that a
/// computed field needs a field that is not known; it names the field and the cure.
pub(super) fn computed_changes(
    request: &WriteRequest,
    states: &mut FieldStates,
    functions: &ComputedFunctions,
) -> Result<PartialMap, Error> {
    let entity = request.entity;
    let mut changes = PartialMap::new();
    if functions.is_empty() {
        return Ok(changes);
    }
    for computed in entity.computed {
        if request.kind != WriteKind::Upsert && !states.any_changed(computed.from) {
            continue;
        }
        let field = &entity.fields[computed.field];
        let mut values = AttributeMap::new();
        for from in computed.from {
            let (state, of) = (states.after(*from), &entity.fields[*from]);
            if !state.known {
                let (name, needed) = (field.name, of.name);
                return Err(refuse(
                    request,
                    &format!(
                        "the field {name} depends on {needed}, which is not known: add .given_{needed}(value) or \
                         .read_first()"
                    ),
                ));
            }
            values.extend(
                state
                    .value
                    .clone()
                    .map(|value| (of.attribute.to_owned(), value)),
            );
        }
        let value = computed_value(entity, computed, &values, functions)?.flatten();
        states.set_after(computed.field, FieldState::of(value.clone()));
        if !field.key_only {
            changes.insert(field.attribute.to_owned(), value);
        }
    }
    Ok(changes)
}
