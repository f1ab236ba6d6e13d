//! Rows made from stored items: the entity of an item, whether readers still see it, and the reports of unusable ones.

use std::fmt;

use super::attributes::AttributeMap;
use super::calls::Row;
use super::description::{EntityInfo, Table};
use super::errors::UnreadableRow;
use super::identify::{add_fields_of_key, identify_stored, primary_key_of};
use super::number_text::Number;
use super::session::Session;
use super::spell::{spell, spell_map};

/// An item with the fields that only its keys hold.
#[derive(Debug)]
pub(super) struct StoredRow {
    /// `None` if it belongs to no entity of the table.
    pub(super) entity: Option<&'static EntityInfo>,
    pub(super) item: AttributeMap,
    added: AttributeMap,
}

/// The service does not remove an item whose time to live lies further back.
pub(super) const LONGEST_PAST_SECONDS: i64 = 5 * 365 * 24 * 60 * 60;

/// Returns true if the time to live has passed, by the service's rule: the attribute is a number of seconds, not after
/// now and not more than five years before now. `attributes` has the fields that only keys hold.
pub(super) fn has_expired(
    entity: &EntityInfo,
    attributes: &AttributeMap,
    now_seconds: i64,
) -> bool {
    let Some(ttl) = entity.ttl else {
        return false;
    };
    Number::of(attributes.get(entity.fields[ttl].attribute)).is_some_and(|seconds| {
        seconds <= Number::of_int(now_seconds)
            && seconds >= Number::of_int(now_seconds - LONGEST_PAST_SECONDS)
    })
}

impl StoredRow {
    /// Returns the row of an item that was read through an index or, without one, from the table.
    pub(super) fn of(table: &'static Table, index: Option<usize>, item: AttributeMap) -> Self {
        let (entity, mut added) = identify_stored(table, &item);
        if let Some(entity) = entity {
            added = add_fields_of_key(table, entity, index, &item, added);
        }
        Self {
            entity,
            item,
            added,
        }
    }

    fn all_attributes(self) -> AttributeMap {
        let mut all = self.item;
        all.extend(self.added);
        all
    }

    /// Returns the row as it is handed out. `entity` is the row's own.
    pub(super) fn handed_out(self, entity: &'static EntityInfo) -> Row {
        Row {
            entity,
            attributes: self.all_attributes(),
        }
    }

    /// Returns the report of a row that cannot be used.
    pub(super) fn unreadable(self, table: &Table, message: String) -> UnreadableRow {
        let entity = self.entity.map(|entity| entity.name);
        UnreadableRow {
            message,
            key: primary_key_of(table, &self.all_attributes()),
            entity,
            position: 0,
        }
    }

    /// Returns true if the row's time to live has passed. Rows of no entity never expire.
    pub(super) fn is_expired(&self, session: &Session) -> bool {
        let Some(entity) = self.entity.filter(|entity| entity.ttl.is_some()) else {
            return false;
        };
        let now = session.now_seconds();
        if self.added.is_empty() {
            return has_expired(entity, &self.item, now);
        }
        let mut all = self.item.clone();
        all.extend(self.added.clone());
        has_expired(entity, &all, now)
    }

    /// Returns the reason why the reader cannot use an item of an entity that it does not name.
    pub(super) fn misfit(&self, table: &Table, reader: Reader) -> String {
        let advice = match reader {
            Reader::Get(_) => "Give the keys of one of them another shape",
            Reader::Pattern(_) | Reader::Search(_) => {
                "Name the entity in the pattern, or give its keys another shape"
            }
        };
        let key = spell_map(&primary_key_of(table, &self.item));
        if let Some(entity) = self.entity {
            return format!(
                "{reader} read an item of the entity {}, which it does not name: {key}. {advice}",
                entity.name
            );
        }
        let tag = table.type_attribute.and_then(|name| self.item.get(name));
        let renamed = tag.map_or_else(String::new, |tag| {
            format!(
                ". Its type tag is {}: if a newer program has given an entity this tag, add an alias with the tag to \
                 that entity here",
                spell(tag)
            )
        });
        format!(
            "{reader} read an item that belongs to no entity of the table {}: {key}. Declare an entity for it or \
             remove it; `partita model verify` lists all such items{renamed}",
            table.name
        )
    }
}

/// The call that read a row, with the name of its pattern or entity, for messages.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reader {
    Pattern(&'static str),
    Search(&'static str),
    Get(&'static str),
}

impl fmt::Display for Reader {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern(name) => write!(out, "The access pattern \"{name}\""),
            Self::Search(name) => write!(out, "The search \"{name}\""),
            Self::Get(name) => write!(out, "The get of the entity {name}"),
        }
    }
}
