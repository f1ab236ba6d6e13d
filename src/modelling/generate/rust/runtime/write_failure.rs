//! Translates a failed write into errors about the caller's request.

use super::attributes::{AttributeMap, AttributeValue, as_number, is_null, number_value};
use super::calls::{Change, ChangeKind, WriteKind, WriteRequest};
use super::changed_value::{present_value, start_of};
use super::default_values::{default_of, value_at};
use super::errors::{RefusalReason, WriteRefused};
use super::null_for_empty::{is_of_operand, is_sum_in_range};
use super::number_text::Number;
use super::same_value::same_value;
use super::service_errors::ServiceError;
use super::spell::spell_path;
use super::unique::name_of_unique;
use super::write_action::{ActionPart, WriteAction};
use super::write_rules::LAST_VERSION;

/// The place of a write, for its errors.
#[derive(Debug, Clone)]
pub(super) struct PlaceOfWrite {
    /// Such as "ORDER" or "request 2 (ORDER)".
    pub(super) text: String,
    /// In a transaction.
    pub(super) position: Option<usize>,
}

/// Returns true if the item has the attribute with this value, or lacks it if the value is absent. An absent or NULL
/// attribute also counts as the value `absent`, if there is one.
pub(super) fn has_value(
    item: &AttributeMap,
    attribute: &str,
    value: Option<&AttributeValue>,
    absent: Option<&AttributeValue>,
) -> bool {
    let stored = item.get(attribute);
    let Some(value) = value else {
        return stored.is_none();
    };
    match stored.filter(|stored| absent.is_none() || !is_null(Some(stored))) {
        Some(stored) => same_value(stored, value),
        None => absent.is_some_and(|absent| same_value(absent, value)),
    }
}

/// The text of a version conflict. `None` if the item has the expected version or if no version is expected.
fn version_conflict(
    request: &WriteRequest,
    item: &AttributeMap,
    place: &PlaceOfWrite,
) -> Option<String> {
    let entity = request.entity;
    let attribute = entity.version_attribute()?;
    let is = match as_number(item.get(attribute)) {
        Some(stored) => format!("version {stored}"),
        None => "no version".to_owned(),
    };
    let text = &place.text;
    if let Some(expected) = request.expected_version {
        let default = default_of(entity, attribute);
        if has_value(
            item,
            attribute,
            Some(&number_value(expected)),
            default.as_ref(),
        ) {
            return None;
        }
        return Some(format!("{text}: the item has {is}, not version {expected}"));
    }
    (request.kind == WriteKind::Put && !request.any_version).then(|| {
        format!("{text}: the item exists with {is}: to replace it, say which version is expected")
    })
}

/// The name of a field whose value is not the given one.
fn field_not_as_given(request: &WriteRequest, item: &AttributeMap) -> Option<&'static str> {
    let differs = |field: &&super::description::Field| {
        let Some(value) = request.given.get(field.attribute) else {
            return false;
        };
        if value.is_none() && field.counts_as_absent(item.get(field.attribute)) {
            return false;
        }
        let default = default_of(request.entity, field.attribute);
        !has_value(item, field.attribute, value.as_ref(), default.as_ref())
    };
    request
        .entity
        .fields
        .iter()
        .find(differs)
        .map(|field| field.name)
}

fn version_at_its_end(request: &WriteRequest, item: Option<&AttributeMap>) -> Option<String> {
    let attribute = request
        .entity
        .version_attribute()
        .filter(|_| request.expected_version.is_none())?;
    let version = match item.and_then(|item| item.get(attribute)) {
        Some(stored) => Number::of(Some(stored))?,
        None => Number::ZERO,
    };
    (version >= Number::of_int(LAST_VERSION)).then(|| {
        format!("no version follows {version}, because the member counts only to {LAST_VERSION}")
    })
}

/// The value from which the increment at `position` starts. `None` if it is not a number.
fn start_of_increment(
    request: &WriteRequest,
    position: usize,
    item: Option<&AttributeMap>,
) -> Option<Number> {
    let change = &request.changes[position];
    let name = request.entity.fields[change.field].attribute;
    let default = default_of(request.entity, name);
    let field = item.and_then(|item| item.get(name)).or(default.as_ref());
    let value = present_value(value_at(field, change.behind_field())).cloned();
    match value.or_else(|| start_of(request, position)) {
        Some(value) => Number::of(Some(&value)),
        None => Some(Number::ZERO),
    }
}

fn increment_out_of_range(
    request: &WriteRequest,
    position: usize,
    item: Option<&AttributeMap>,
) -> Option<String> {
    let change = &request.changes[position];
    let range = change
        .range
        .as_ref()
        .filter(|_| change.kind == ChangeKind::Increment)?;
    let from = start_of_increment(request, position, item)?;
    let by = Number::of(change.value.as_ref())?;
    if from
        .sum(by)
        .is_some_and(|sum| is_sum_in_range(sum, Some(range)))
    {
        return None;
    }
    let place = if change.path.is_empty() {
        format!("the field {}", request.entity.fields[change.field].name)
    } else {
        spell_path(&change.path)
    };
    Some(format!(
        "the increment of {place} by {} would leave the range of its type, {} to {}: its value is {from}",
        as_number(change.value.as_ref()).unwrap_or_default(),
        range.least,
        range.most
    ))
}

/// The reason, if an increment would leave the range of its field.
fn out_of_range(request: &WriteRequest, item: Option<&AttributeMap>) -> Option<String> {
    version_at_its_end(request, item).or_else(|| {
        let mut positions = 0..request.changes.len();
        positions.find_map(|position| increment_out_of_range(request, position, item))
    })
}

const REQUEST_FAILED: &str = "The conditional request failed: ";

fn unique_refusal(
    request: &WriteRequest,
    action: &WriteAction,
    unique: &'static [usize],
    place: &PlaceOfWrite,
) -> WriteRefused {
    let (reason, why) = match action.part {
        ActionPart::Claim | ActionPart::Expired => (RefusalReason::UniqueValueTaken, "is taken"),
        _ => (RefusalReason::ConditionFailed, "is kept for another item"),
    };
    let named = name_of_unique(request.entity, unique);
    WriteRefused {
        reason,
        message: format!(
            "{REQUEST_FAILED}{}: the value of the unique {named} {why}",
            place.text
        ),
        item: None,
        position: place.position,
        fields: unique
            .iter()
            .map(|field| request.entity.fields[*field].name)
            .collect(),
        source: None,
    }
}

/// Why the action on the item itself was refused, with the text behind the name of the write.
fn reason_of_refusal(
    request: &WriteRequest,
    action: &WriteAction,
    item: Option<&AttributeMap>,
) -> (RefusalReason, String) {
    let Some(item) = item else {
        return match out_of_range(request, None).filter(|_| request.kind == WriteKind::Upsert) {
            Some(why) => (RefusalReason::ConditionFailed, why),
            None => (
                RefusalReason::ItemMissing,
                "there is no such item".to_owned(),
            ),
        };
    };
    if request.kind == WriteKind::Move && action.part == ActionPart::Item {
        return (
            RefusalReason::ItemExists,
            "an item with the new key exists already".to_owned(),
        );
    }
    if request.kind == WriteKind::Create {
        return (
            RefusalReason::ItemExists,
            "the item exists already".to_owned(),
        );
    }
    let why = match field_not_as_given(request, item) {
        Some(field) => format!("the field {field} does not hold the value given"),
        None => out_of_range(request, Some(item))
            .unwrap_or_else(|| "the condition was false".to_owned()),
    };
    (RefusalReason::ConditionFailed, why)
}

/// Returns the error of a failed condition. `item` is the stored item if the service returned it.
pub(super) fn failed_condition(
    request: &WriteRequest,
    action: &WriteAction,
    item: Option<&AttributeMap>,
    place: &PlaceOfWrite,
) -> WriteRefused {
    if let Some(unique) = action.unique {
        return unique_refusal(request, action, unique, place);
    }
    let item = item.filter(|item| !item.is_empty());
    let is_creation = request.kind == WriteKind::Create
        || (request.kind == WriteKind::Move && action.part == ActionPart::Item);
    let conflict = item
        .filter(|_| !is_creation)
        .and_then(|item| version_conflict(request, item, place));
    let (reason, message) = if let Some(conflict) = conflict {
        (RefusalReason::VersionConflict, conflict)
    } else {
        let (reason, text) = reason_of_refusal(request, action, item);
        (reason, format!("{REQUEST_FAILED}{}: {text}", place.text))
    };
    WriteRefused {
        reason,
        message,
        item: item.cloned(),
        position: place.position,
        fields: Vec::new(),
        source: None,
    }
}

/// The texts of the paths of changes, of their fields, each once, and of those fields that have a default.
struct NamedChanges {
    paths: String,
    members: String,
    defaults: String,
}

/// Returns the names of the changes that `is` selects, or `None` without any.
fn named_changes(request: &WriteRequest, is: impl Fn(&Change) -> bool) -> Option<NamedChanges> {
    let (mut paths, mut members, mut defaults) = (Vec::new(), Vec::new(), Vec::new());
    for change in request.changes.iter().filter(|change| is(change)) {
        let name = request.entity.fields[change.field].attribute;
        paths.push(if change.path.is_empty() {
            name.to_owned()
        } else {
            spell_path(&change.path)
        });
        if members.contains(&name) {
            continue;
        }
        members.push(name);
        if default_of(request.entity, name).is_some() {
            defaults.push(name);
        }
    }
    (!paths.is_empty()).then(|| NamedChanges {
        paths: paths.join(" or "),
        members: members.join(" or "),
        defaults: defaults.join(" or "),
    })
}

/// The text for a change that the service refused. `None` if the message does not tell of such a change.
fn own_words(request: &WriteRequest, message: &str) -> Option<String> {
    let place = request.entity.name;
    if is_of_operand(message) {
        let named = named_changes(request, Change::starts_from_stored)?;
        return Some(format!(
            "{place}: the item's {} has another type than its member, so that nothing can be added to it: set it",
            named.paths
        ));
    }
    if !message.contains("document path provided in the update expression is invalid") {
        return None;
    }
    let is_within = |change: &Change| !change.path.is_empty();
    let named = named_changes(request, is_within)?;
    let does_more = |change: &Change| is_within(change) && change.kind != ChangeKind::Erase;
    let mut cure = "there is nothing to erase".to_owned();
    if request.changes.iter().any(does_more) {
        cure = format!("set {} whole first", named.members);
    }
    if !named.defaults.is_empty() {
        cure = format!(
            "{cure}; an absent {} means its default, of which no part can be set",
            named.defaults
        );
    }
    Some(format!(
        "{place}: {} leads into a part that the item does not have: {cure}",
        named.paths
    ))
}

/// Returns the error. If the service refused a change inside of an absent value, or an addition to a value of the wrong
/// type, the message of the new error names the paths.
pub(super) fn in_own_words(request: &WriteRequest, error: Box<ServiceError>) -> Box<ServiceError> {
    if !error.is_validation() {
        return error;
    }
    match own_words(request, &error.message) {
        Some(text) => ServiceError::validation(text, error),
        None => error,
    }
}
