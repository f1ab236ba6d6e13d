//! The model as data, with the plans that Partita's planner has proven. The library reads it.

use super::runtime::description::{
    DocumentType, EntityInfo, EntityKey, Enumerator, Field, FieldKind, Index, KeyAttribute,
    KeyField, KeyFormat, KeyPart, Model, Operation, Pattern, Plan, Projected, ScalarType, Scope,
    SortPlan, Table, When,
};

const fn composed(attribute: &'static str, parts: &'static [KeyPart]) -> KeyAttribute {
    KeyAttribute {
        attribute,
        scalar: ScalarType::S,
        natural: false,
        parts,
    }
}

const fn literal(text: &'static str) -> KeyPart {
    KeyPart::Literal(text)
}

const fn field(at: usize) -> KeyPart {
    KeyPart::Field(KeyField::new(at))
}

const fn optional(field: Field) -> Field {
    Field {
        optional: true,
        ..field
    }
}

const fn document(name: &'static str, document: DocumentType) -> Field {
    Field {
        document,
        ..Field::new(name, name, FieldKind::Document)
    }
}

static STATUS: [Enumerator; 3] = [
    Enumerator {
        name: "OPEN",
        attribute: "OPEN",
        key: "OPEN",
    },
    Enumerator {
        name: "PAID",
        attribute: "PAID",
        key: "PAID",
    },
    Enumerator {
        name: "SENT",
        attribute: "SENT",
        key: "SENT",
    },
];

/// The entities of the table shop.
pub static SHOP: [EntityInfo; 3] = [
    EntityInfo {
        version: Some(7),
        unique: &[&[1]],
        created: Some(8),
        updated: Some(9),
        ..EntityInfo::new(
            "CUSTOMER",
            &[
                Field::new("customer", "customer", FieldKind::String),
                Field::new("email", "email", FieldKind::String),
                Field::new("name", "name", FieldKind::String),
                optional(Field::new("phone", "phone", FieldKind::String)),
                optional(document("tags", DocumentType::StringSet)),
                optional(document("address", DocumentType::Map)),
                Field::new("joined", "joined", FieldKind::Date),
                Field::new("version", "version", FieldKind::Integer),
                Field::new("created", "created", FieldKind::Time),
                Field::new("changed", "changed", FieldKind::Time),
            ],
            &[composed("PK", &[literal("C#"), field(0)])],
            &[composed("SK", &[literal("PROFILE")])],
        )
    },
    EntityInfo {
        indexes: &[
            EntityKey {
                index: Some(0),
                partition: &[composed("GSI1PK", &[literal("S#"), field(3)])],
                sort: &[composed("GSI1SK", &[field(2), literal("#"), field(1)])],
                when: None,
            },
            EntityKey {
                index: Some(1),
                partition: &[composed(
                    "GSI2PK",
                    &[
                        literal("D#"),
                        KeyPart::Field(KeyField {
                            format: KeyFormat::Day,
                            ..KeyField::new(2)
                        }),
                    ],
                )],
                sort: &[composed("GSI2SK", &[field(2), literal("#"), field(1)])],
                when: None,
            },
            EntityKey {
                index: Some(2),
                partition: &[composed("GSI3PK", &[literal("OPEN#"), field(0)])],
                sort: &[composed("GSI3SK", &[field(2), literal("#"), field(1)])],
                when: Some(When {
                    field: 3,
                    equals: "OPEN",
                }),
            },
        ],
        version: Some(10),
        ..EntityInfo::new(
            "ORDER",
            &[
                Field::new("customer", "customer", FieldKind::String),
                Field::new("order", "order", FieldKind::Ulid),
                Field::new("placed", "placed", FieldKind::Time),
                Field {
                    enumerators: &STATUS,
                    ..Field::new("status", "status", FieldKind::Enum)
                },
                Field::new("cents", "cents", FieldKind::Integer),
                optional(Field::new("weight", "weight", FieldKind::Double)),
                optional(Field::new("vat", "vat", FieldKind::Decimal)),
                Field::new("gift", "gift", FieldKind::Bool),
                optional(Field::new("note", "note", FieldKind::String)),
                optional(document("lines", DocumentType::List)),
                Field::new("version", "version", FieldKind::Integer),
            ],
            &[composed("PK", &[literal("C#"), field(0)])],
            &[composed("SK", &[literal("PROFILE#ORDER#"), field(1)])],
        )
    },
    EntityInfo {
        ttl: Some(6),
        ..EntityInfo::new(
            "CART",
            &[
                Field::new("session", "session", FieldKind::Uuid),
                optional(Field::new("customer", "customer", FieldKind::String)),
                Field::new("sku", "sku", FieldKind::String),
                Field::new("count", "count", FieldKind::Integer),
                optional(Field::new("photo", "photo", FieldKind::Bytes)),
                optional(Field::new("seen", "seen", FieldKind::Unsigned)),
                Field::new("until", "until", FieldKind::Seconds),
            ],
            &[composed("PK", &[literal("CART#"), field(0)])],
            &[composed("SK", &[field(2)])],
        )
    },
];

const fn global(
    name: &'static str,
    partition: &'static [&'static str],
    sort: &'static [&'static str],
) -> Index {
    Index {
        name,
        scope: Scope::Global,
        partition,
        sort,
        projection: Projected::All,
        shards: None,
        vector: None,
    }
}

/// The tables.
pub static TABLES: [Table; 1] = [Table {
    name: "shop",
    partition: "PK",
    sort: Some("SK"),
    type_attribute: Some("type"),
    indexes: &[
        global("by_status", &["GSI1PK"], &["GSI1SK"]),
        global("by_day", &["GSI2PK"], &["GSI2SK"]),
        Index {
            projection: Projected::Include(&["cents", "status"]),
            ..global("open_orders", &["GSI3PK"], &["GSI3SK"])
        },
    ],
    entities: &SHOP,
    attributes: &[
        ("GSI1PK", ScalarType::S),
        ("GSI1SK", ScalarType::S),
        ("GSI2PK", ScalarType::S),
        ("GSI2SK", ScalarType::S),
        ("GSI3PK", ScalarType::S),
        ("GSI3SK", ScalarType::S),
        ("PK", ScalarType::S),
        ("SK", ScalarType::S),
    ],
    stream: None,
    ttl_attribute: Some("until"),
}];

const fn query(index: Option<usize>, sort: SortPlan) -> Plan {
    Plan {
        operation: Operation::Query,
        index,
        sort,
        sort_parts: 0,
        range_field: None,
        forward: true,
        consistent: false,
        bucket_field: None,
    }
}

const fn pattern(
    name: &'static str,
    entities: &'static [usize],
    by: &'static [usize],
    plan: Plan,
) -> Pattern {
    Pattern {
        name,
        table: 0,
        entities,
        by,
        plan,
        with_expired: false,
        wanted: None,
    }
}

static PATTERNS: [Pattern; 7] = [
    pattern(
        "Order by its key",
        &[1],
        &[0, 1],
        Plan {
            operation: Operation::GetItem,
            sort_parts: 2,
            ..query(None, SortPlan::Equal)
        },
    ),
    pattern(
        "Customer with orders",
        &[0, 1],
        &[0],
        Plan {
            sort_parts: 1,
            ..query(None, SortPlan::Tree)
        },
    ),
    pattern(
        "Orders in a status",
        &[1],
        &[3],
        Plan {
            range_field: Some(2),
            forward: false,
            ..query(Some(0), SortPlan::Ranged)
        },
    ),
    pattern(
        "Orders of some days",
        &[1],
        &[],
        Plan {
            range_field: Some(2),
            bucket_field: Some(2),
            ..query(Some(1), SortPlan::Ranged)
        },
    ),
    Pattern {
        wanted: Some(&["order", "placed", "cents"]),
        ..pattern(
            "Open orders of a customer",
            &[1],
            &[0],
            Plan {
                range_field: Some(2),
                forward: false,
                ..query(Some(2), SortPlan::Ranged)
            },
        )
    },
    pattern(
        "Orders that wait for payment",
        &[1],
        &[3],
        Plan {
            range_field: Some(2),
            ..query(Some(0), SortPlan::Ranged)
        },
    ),
    pattern(
        "The cart of a session",
        &[2],
        &[0],
        query(None, SortPlan::Whole),
    ),
];

/// The model.
pub static MODEL: Model = Model {
    name: "shop",
    tables: &TABLES,
    patterns: &PATTERNS,
};
