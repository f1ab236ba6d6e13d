//! The description of a model from JSON. A description lives as long as the program, because the library reads static
//! ones.

use serde_json::Value;
use shop::runtime::description::{
    Computed, DocumentType, EntityInfo, EntityKey, Enumerator, Field, FieldKind, Index,
    KeyAttribute, KeyEscape, KeyField, KeyFormat, KeyPart, Model, Operation, Pattern, Plan,
    Projected, ScalarType, Scope, Shards, SortPlan, Table, When,
};

fn leak<T>(all: Vec<T>) -> &'static [T] {
    Box::leak(all.into_boxed_slice())
}

fn text(tree: &Value) -> &'static str {
    Box::leak(
        tree.as_str()
            .unwrap_or_default()
            .to_owned()
            .into_boxed_str(),
    )
}

fn text_if(tree: &Value) -> Option<&'static str> {
    tree.as_str().map(|_| text(tree))
}

fn position(tree: &Value) -> Option<usize> {
    tree.as_u64()
        .map(|number| usize::try_from(number).expect("a position"))
}

fn number(tree: &Value) -> usize {
    position(tree).unwrap_or_default()
}

fn flag(tree: &Value) -> bool {
    tree.as_bool().unwrap_or_default()
}

fn each<T>(tree: &Value, make: fn(&Value) -> T) -> &'static [T] {
    leak(
        tree.as_array()
            .map(|all| all.iter().map(make).collect())
            .unwrap_or_default(),
    )
}

fn kind(tree: &Value) -> FieldKind {
    match tree.as_str().expect("a kind") {
        "string" => FieldKind::String,
        "bytes" => FieldKind::Bytes,
        "integer" => FieldKind::Integer,
        "unsigned" => FieldKind::Unsigned,
        "double" => FieldKind::Double,
        "decimal" => FieldKind::Decimal,
        "bool" => FieldKind::Bool,
        "enum" => FieldKind::Enum,
        "time" => FieldKind::Time,
        "date" => FieldKind::Date,
        "uuid" => FieldKind::Uuid,
        "ulid" => FieldKind::Ulid,
        "seconds" => FieldKind::Seconds,
        "document" => FieldKind::Document,
        other => panic!("no kind {other}"),
    }
}

fn document(tree: &Value) -> DocumentType {
    match tree.as_str() {
        Some("map") => DocumentType::Map,
        Some("list") => DocumentType::List,
        Some("string_set") => DocumentType::StringSet,
        Some("number_set") => DocumentType::NumberSet,
        Some("binary_set") => DocumentType::BinarySet,
        Some("vector") => DocumentType::Vector,
        _ => DocumentType::Any,
    }
}

fn enumerator(tree: &Value) -> Enumerator {
    Enumerator {
        name: text(&tree["name"]),
        attribute: text(&tree["attribute"]),
        key: text(&tree["key"]),
    }
}

fn field(tree: &Value) -> Field {
    Field {
        document: document(&tree["document"]),
        optional: flag(&tree["optional"]),
        key_only: flag(&tree["keyOnly"]),
        has_default: flag(&tree["hasDefault"]),
        enumerators: each(&tree["enumerators"], enumerator),
        ..Field::new(
            text(&tree["name"]),
            text(&tree["attribute"]),
            kind(&tree["kind"]),
        )
    }
}

fn format(tree: &Value) -> KeyFormat {
    match tree.as_str() {
        None => KeyFormat::Plain,
        Some("padded") => KeyFormat::Padded,
        Some("signed") => KeyFormat::Signed,
        Some("year") => KeyFormat::Year,
        Some("month") => KeyFormat::Month,
        Some("day") => KeyFormat::Day,
        Some("hour") => KeyFormat::Hour,
        Some("shard") => KeyFormat::Shard,
        Some(other) => panic!("no format {other}"),
    }
}

fn part(tree: &Value) -> KeyPart {
    if tree.is_string() {
        return KeyPart::Literal(text(tree));
    }
    KeyPart::Field(KeyField {
        format: format(&tree["format"]),
        width: number(&tree["width"]),
        shards: number(&tree["shards"]),
        was_shards: number(&tree["wasShards"]),
        escape: match tree["escape"].as_str() {
            Some("reject") => KeyEscape::Reject,
            Some("raw") => KeyEscape::Raw,
            _ => KeyEscape::Hex,
        },
        must_begin: text(&tree["mustBegin"]),
        ..KeyField::new(number(&tree["field"]))
    })
}

fn scalar(tree: &Value) -> ScalarType {
    match tree.as_str() {
        Some("N") => ScalarType::N,
        Some("B") => ScalarType::B,
        _ => ScalarType::S,
    }
}

fn attribute(tree: &Value) -> KeyAttribute {
    KeyAttribute {
        attribute: text(&tree["attribute"]),
        scalar: scalar(&tree["type"]),
        natural: flag(&tree["natural"]),
        parts: each(&tree["parts"], part),
    }
}

fn key(tree: &Value) -> EntityKey {
    EntityKey {
        index: position(&tree["index"]),
        partition: each(&tree["partition"], attribute),
        sort: each(&tree["sort"], attribute),
        when: tree.get("when").map(|when| When {
            field: number(&when["field"]),
            equals: text(&when["equals"]),
        }),
    }
}

fn entity(tree: &Value) -> EntityInfo {
    EntityInfo {
        aliases: each(&tree["aliases"], text),
        primary: key(&tree["primary"]),
        indexes: each(&tree["indexes"], key),
        version: position(&tree["version"]),
        ttl: position(&tree["ttl"]),
        unique: each(&tree["unique"], |unique| each(unique, number)),
        sentinels: text(&tree["sentinels"]),
        created: position(&tree["created"]),
        updated: position(&tree["updated"]),
        computed: each(&tree["computed"], |one| Computed {
            field: number(&one["field"]),
            from: each(&one["from"], number),
        }),
        lossy_key: flag(&tree["lossyKey"]),
        other_attributes: flag(&tree["otherAttributes"]),
        ..EntityInfo::new(text(&tree["name"]), each(&tree["fields"], field), &[], &[])
    }
}

fn index(tree: &Value) -> Index {
    Index {
        name: text(&tree["name"]),
        scope: match tree["scope"].as_str() {
            Some("local") => Scope::Local,
            _ => Scope::Global,
        },
        partition: each(&tree["partition"], text),
        sort: each(&tree["sort"], text),
        projection: match tree["projection"].as_str() {
            Some("INCLUDE") => Projected::Include(each(&tree["include"], text)),
            Some("KEYS_ONLY") => Projected::KeysOnly,
            _ => Projected::All,
        },
        shards: tree.get("shards").map(|shards| Shards {
            count: number(&shards["count"]),
            was: number(&shards["was"]),
            of: text(&shards["of"]),
            attribute: text(&shards["attribute"]),
        }),
        vector: None,
    }
}

fn table(tree: &Value) -> Table {
    Table {
        name: text(&tree["name"]),
        partition: text(&tree["partition"]),
        sort: text_if(&tree["sort"]),
        type_attribute: text_if(&tree["typeAttribute"]),
        indexes: each(&tree["indexes"], index),
        entities: each(&tree["entities"], entity),
        attributes: each(&tree["create"]["AttributeDefinitions"], |one| {
            (text(&one["AttributeName"]), scalar(&one["AttributeType"]))
        }),
        stream: text_if(&tree["create"]["StreamSpecification"]["StreamViewType"]),
        ttl_attribute: text_if(&tree["ttlAttribute"]),
    }
}

fn plan(tree: &Value) -> Plan {
    Plan {
        operation: match tree["operation"].as_str() {
            Some("GetItem") => Operation::GetItem,
            Some("Search") => Operation::Search,
            _ => Operation::Query,
        },
        index: position(&tree["index"]),
        sort: match tree["sort"].as_str() {
            Some("equal") => SortPlan::Equal,
            Some("prefix") => SortPlan::Prefix,
            Some("tree") => SortPlan::Tree,
            Some("range") => SortPlan::Ranged,
            _ => SortPlan::Whole,
        },
        sort_parts: number(&tree["sortParts"]),
        range_field: position(&tree["rangeField"]),
        forward: flag(&tree["forward"]),
        consistent: flag(&tree["consistent"]),
        bucket_field: position(&tree["bucketField"]),
    }
}

fn pattern(tree: &Value) -> Pattern {
    Pattern {
        name: text(&tree["name"]),
        table: number(&tree["table"]),
        entities: each(&tree["entities"], number),
        by: each(&tree["by"], number),
        plan: plan(&tree["plan"]),
        with_expired: flag(&tree["withExpired"]),
        wanted: tree.get("wanted").map(|wanted| each(wanted, text)),
    }
}

/// Returns the model.
pub fn model(tree: &Value) -> &'static Model {
    Box::leak(Box::new(Model {
        name: text(&tree["name"]),
        tables: each(&tree["tables"], table),
        patterns: each(&tree["patterns"], pattern),
    }))
}
