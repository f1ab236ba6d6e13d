//! The rules for a write request that do not depend on the stored item.

use super::attributes::{AttributeMap, as_number};
use super::calls::{Change, ChangeKind, WriteKind, WriteRequest};
use super::changed_value::same_path_to;
use super::description::EntityInfo;
use super::errors::{Error, model_error};

/// The greatest version that a field can hold. A description does not limit it further.
pub(super) const LAST_VERSION: i64 = i64::MAX;

/// Returns the error of a request, with the name of its entity in front.
pub(super) fn refuse(request: &WriteRequest, why: &str) -> Error {
    model_error(format!("{}: {why}", request.entity.name))
}

fn check_version(request: &WriteRequest) -> Result<(), Error> {
    let expected = request.expected_version;
    if request.entity.version.is_none() {
        return match expected {
            Some(_) => Err(refuse(request, "a version is expected, but it has none")),
            None => Ok(()),
        };
    }
    if request.kind == WriteKind::Create && expected.is_some() {
        return Err(refuse(
            request,
            "a create expects no version, because the item must not exist",
        ));
    }
    let changes = matches!(
        request.kind,
        WriteKind::Update | WriteKind::Upsert | WriteKind::Move
    );
    if changes && expected.is_none() && !request.any_version && !request.read_first {
        return Err(refuse(
            request,
            "it has a version: add .expect_version(...) or .any_version()",
        ));
    }
    match expected {
        Some(version) if !(0..LAST_VERSION).contains(&version) => {
            Err(refuse(request, &format!("there is no version {version}")))
        }
        _ => Ok(()),
    }
}

fn check_change(request: &WriteRequest, change: &Change, primary: &[usize]) -> Result<(), Error> {
    let field = &request.entity.fields[change.field];
    let is_whole = change.path.is_empty();
    let is_set_or_erased = matches!(change.kind, ChangeKind::Set | ChangeKind::Erase);
    let why = if request.entity.version == Some(change.field) {
        "is its version, which every write sets by itself"
    } else if primary.contains(&change.field) {
        "is part of the primary key: use move()"
    } else if field.key_only && !(is_whole && is_set_or_erased) {
        "is stored only in keys, and can only be set"
    } else if change.kind == ChangeKind::Erase && is_whole && !field.optional && !field.has_default
    {
        "is required and cannot be removed"
    } else if change.kind == ChangeKind::Increment && as_number(change.value.as_ref()).is_none() {
        "can only be incremented by a number"
    } else {
        return Ok(());
    };
    Err(refuse(request, &format!("the field {} {why}", field.name)))
}

/// Two changes overlap if one is inside of the value that the other one changes, or changes the same value.
fn check_overlap(request: &WriteRequest) -> Result<(), Error> {
    for (at, change) in request.changes.iter().enumerate() {
        for (before, earlier) in request.changes[..at].iter().enumerate() {
            if change.field != earlier.field || !same_path_to(&change.path, &earlier.path) {
                continue;
            }
            if before + 1 == at && earlier.is_start_of(change) {
                continue;
            }
            let name = request.entity.fields[change.field].name;
            return Err(refuse(
                request,
                &format!(
                    "two changes of the field {name}, of which one would be lost: give one of them"
                ),
            ));
        }
    }
    Ok(())
}

fn check_given(request: &WriteRequest) -> Result<(), Error> {
    let mut hidden = request.entity.fields.iter().filter(|field| field.key_only);
    match hidden.find(|field| request.given.contains_key(field.attribute)) {
        Some(field) => Err(refuse(
            request,
            &format!(
                "the field {} is stored only in keys, and cannot be given: add .read_first()",
                field.name
            ),
        )),
        None => Ok(()),
    }
}

/// True if the change gives a new item a value.
fn makes_value(change: &Change) -> bool {
    if !change.path.is_empty()
        || matches!(change.kind, ChangeKind::Erase | ChangeKind::RemoveFromSet)
    {
        return false;
    }
    change.kind != ChangeKind::Set || change.value.is_some()
}

fn is_in_index_key(entity: &EntityInfo, field: usize) -> bool {
    let decides =
        |key: &super::description::EntityKey| key.when.is_some_and(|when| when.field == field);
    entity.indexes.iter().any(decides) || entity.index_attributes().any(|one| one.holds(field))
}

fn named_fields(names: &[&str]) -> String {
    match names {
        [only] => format!("field {only}"),
        all => format!("fields {}", all.join(", ")),
    }
}

/// An upsert may create the item, so it must give a whole item. If the key of an index contains a field, a default is
/// not enough, because an existing item may have another value.
fn check_whole(request: &WriteRequest) -> Result<(), Error> {
    let entity = request.entity;
    let primary = entity.primary_fields();
    let (mut missing, mut left_to_default) = (Vec::new(), Vec::new());
    for (at, field) in entity.fields.iter().enumerate() {
        let is_kept = entity.version == Some(at) || entity.keeps(at);
        if field.optional || is_kept || primary.contains(&at) {
            continue;
        }
        if request
            .changes
            .iter()
            .any(|change| change.field == at && makes_value(change))
        {
            continue;
        }
        if !field.has_default {
            missing.push(field.name);
        } else if is_in_index_key(entity, at) {
            left_to_default.push(field.name);
        }
    }
    if !missing.is_empty() {
        let fields = named_fields(&missing);
        let why = format!("an upsert may create the item, and does not set its required {fields}");
        return Err(refuse(request, &why));
    }
    if !left_to_default.is_empty() {
        let fields = named_fields(&left_to_default);
        let why = format!(
            "an upsert may find the item, and the key of an index contains a field that the upsert leaves to its \
             default: set the {fields}, or keep the stored value with .set_if_absent(...).read_first()"
        );
        return Err(refuse(request, &why));
    }
    Ok(())
}

/// The error if the request breaks a rule.
pub(super) fn check_write(request: &WriteRequest) -> Result<(), Error> {
    check_version(request)?;
    check_given(request)?;
    if !request.changes.is_empty() {
        let primary = request.entity.primary_fields();
        for change in &request.changes {
            check_change(request, change, &primary)?;
        }
        check_overlap(request)?;
    }
    if request.kind == WriteKind::Upsert {
        check_whole(request)?;
    }
    Ok(())
}

/// The error if a whole item lacks the value of a field that it needs in order to be read. `values` are the fields that
/// are written, with those that the library keeps. A computed field of a model without functions may be absent.
pub(super) fn check_required(entity: &EntityInfo, values: &AttributeMap) -> Result<(), Error> {
    for (at, field) in entity.fields.iter().enumerate() {
        let may_lack = field.optional || field.has_default || entity.computes(at);
        if !may_lack && !values.contains_key(field.attribute) {
            return Err(model_error(format!(
                "{}: the field {} is required and has no value",
                entity.name, field.name
            )));
        }
    }
    Ok(())
}

// ---- writes that need the stored item

fn gives_unique_fields(request: &WriteRequest) -> bool {
    let entity = request.entity;
    let known = entity.identifying_fields();
    entity.unique.iter().copied().flatten().all(|field| {
        known.contains(field) || request.given.contains_key(entity.fields[*field].attribute)
    })
}

/// Returns true if the plan needs the stored item.
pub(super) fn needs_read(request: &WriteRequest) -> bool {
    match request.kind {
        WriteKind::Create | WriteKind::Check => false,
        WriteKind::Move => true,
        WriteKind::Update | WriteKind::Upsert | WriteKind::Remove => request.read_first,
        WriteKind::Put if request.read_first => true,
        WriteKind::Put
            if request.entity.version.is_some() && request.expected_version.is_none() =>
        {
            request.any_version
        }
        WriteKind::Put => !gives_unique_fields(request),
    }
}

/// Returns true if a write of one item reads it first. A removal with sentinels does so too, because a transaction
/// returns no old item.
pub(super) fn reads_before_write(request: &WriteRequest) -> bool {
    needs_read(request) || (request.kind == WriteKind::Remove && !request.entity.unique.is_empty())
}
