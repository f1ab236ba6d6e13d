//! Records of a table's stream as rows of its entities, before and after a change.

use super::attributes::AttributeMap;
use super::calls::Row;
use super::description::{EntityInfo, Model};
use super::identify::row_of;

/// The change of an item.
#[derive(Debug, Clone)]
pub struct ParsedChange {
    pub entity: &'static EntityInfo,
    /// `None` if the item did not exist before the change.
    pub before: Option<Row>,
    /// `None` if the item does not exist after the change.
    pub after: Option<Row>,
}

/// Returns the change that the images of a record tell, in the attribute values of the SDK, or `None` if the item
/// belongs to no entity of the model, such as the sentinel of a unique value.
#[must_use]
pub fn parse_change(
    model: &'static Model,
    old_image: Option<&AttributeMap>,
    new_image: Option<&AttributeMap>,
) -> Option<ParsedChange> {
    model.tables.iter().find_map(|table| {
        let parsed = |image: Option<&AttributeMap>| {
            row_of(table, image.filter(|image| !image.is_empty())?.clone())
        };
        let (before, after) = (parsed(old_image), parsed(new_image));
        let entity = after.as_ref().or(before.as_ref())?.entity;
        Some(ParsedChange {
            entity,
            before,
            after,
        })
    })
}
