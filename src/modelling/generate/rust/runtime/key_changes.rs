//! The changes of the keys of all indexes by one update.

use std::collections::BTreeSet;

use super::attributes::AttributeMap;
use super::calls::WriteRequest;
use super::errors::Error;
use super::field_states::FieldStates;
use super::index_update::IndexUpdate;

/// An attribute is permanent if another index that holds every item of the entity has it too.
fn mark_permanent(updates: &mut [IndexUpdate<'_>]) {
    for at in 0..updates.len() {
        if !updates[at].may_lack_item() {
            continue;
        }
        let others = updates.iter().enumerate();
        let whole = others.filter(|(other, update)| *other != at && !update.may_lack_item());
        let names: BTreeSet<_> = whole
            .flat_map(|(_, update)| &update.own)
            .map(|own| own.key.attribute)
            .collect();
        for own in &mut updates[at].own {
            own.is_permanent |= names.contains(own.key.attribute);
        }
    }
}

/// The attributes that change. Attributes that the request's own changes write are not listed.
#[derive(Debug, Default)]
pub(super) struct KeyChanges {
    pub(super) set: AttributeMap,
    /// Shards of an upsert. An existing item keeps its shard.
    pub(super) set_if_absent: AttributeMap,
    /// Attributes of indexes that hold the item no more.
    pub(super) remove: BTreeSet<&'static str>,
}

/// Returns the key changes of an update, or of an upsert, which gets the keys of every index. `states` must have the
/// changes applied. The error is that an index key needs a field that is not known (it names both and the cure), or that
/// a value cannot be in a key.
pub(super) fn key_changes_of(
    request: &WriteRequest,
    states: &FieldStates,
) -> Result<KeyChanges, Error> {
    let keys = request.entity.indexes.iter();
    let mut updates: Vec<_> = keys
        .filter_map(|key| Some(IndexUpdate::new(request, key.index?, key, states)))
        .collect();
    mark_permanent(&mut updates);
    let mut out = KeyChanges::default();
    for update in &updates {
        update.add_to(&updates, &mut out)?;
    }
    let KeyChanges {
        set,
        set_if_absent,
        remove,
    } = &mut out;
    remove.retain(|name| !set.contains_key(*name) && !set_if_absent.contains_key(*name));
    Ok(out)
}
