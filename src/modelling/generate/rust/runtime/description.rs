//! A model as data: fields, key templates, entities, indexes, tables and the plans of access patterns.
//!
//! `partita model gen rust` writes a description as a `static`, so that it costs no time when a program starts. The
//! plans come from Partita's planner, which has proven that each pattern is served by a key condition and never by a
//! scan. Positions are those of the lists of the same description.

pub use super::key_templates::{
    EntityKey, KeyAttribute, KeyEscape, KeyField, KeyFormat, KeyPart, ScalarType, When,
};

/// Tells the values of a field and their stored form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    String,
    Bytes,
    /// A whole number with a sign, of up to 64 bits.
    Integer,
    /// A whole number without a sign, of up to 64 bits.
    Unsigned,
    Double,
    /// An exact number of up to 38 digits.
    Decimal,
    Bool,
    Enum,
    /// UTC with milliseconds, as a text: 2026-01-05T10:00:00.000Z.
    Time,
    /// A text: 2026-01-05.
    Date,
    Uuid,
    Ulid,
    /// A number of seconds since 1970.
    Seconds,
    /// A map, a list, a set, or any value.
    Document,
}

/// The attribute type of a field of [`FieldKind::Document`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentType {
    Any,
    Map,
    List,
    StringSet,
    NumberSet,
    BinarySet,
    Vector,
}

/// The texts of an enumerator.
#[derive(Debug, Clone, Copy)]
pub struct Enumerator {
    /// The name in programs.
    pub name: &'static str,
    /// The attribute value.
    pub attribute: &'static str,
    /// The text in composed keys.
    pub key: &'static str,
}

/// A field of an entity.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    pub name: &'static str,
    pub attribute: &'static str,
    pub kind: FieldKind,
    /// Of [`FieldKind::Document`].
    pub document: DocumentType,
    /// Items may lack the field.
    pub optional: bool,
    /// No attribute stores the field: only keys hold its value.
    pub key_only: bool,
    /// An absent attribute means the first value of its kind: 0, "", false ...
    pub has_default: bool,
    pub enumerators: &'static [Enumerator],
}

impl Field {
    /// Returns a required field with an attribute of its own.
    #[must_use]
    pub const fn new(name: &'static str, attribute: &'static str, kind: FieldKind) -> Self {
        Self {
            name,
            attribute,
            kind,
            document: DocumentType::Any,
            optional: false,
            key_only: false,
            has_default: false,
            enumerators: &[],
        }
    }
}

/// A field that follows from others.
#[derive(Debug, Clone, Copy)]
pub struct Computed {
    pub field: usize,
    pub from: &'static [usize],
}

/// A kind of items in a table.
#[derive(Debug, Clone, Copy)]
pub struct EntityInfo {
    /// The type tag.
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub fields: &'static [Field],
    pub primary: EntityKey,
    /// The keys of the indexes that the entity enters.
    pub indexes: &'static [EntityKey],
    /// A field.
    pub version: Option<usize>,
    pub ttl: Option<usize>,
    /// Fields that are unique, alone or together.
    pub unique: &'static [&'static [usize]],
    /// The name in the keys of sentinels, or an empty text for the entity's name.
    pub sentinels: &'static str,
    pub created: Option<usize>,
    pub updated: Option<usize>,
    pub computed: &'static [Computed],
    /// Items with different values may have the same primary key.
    pub lossy_key: bool,
    /// Items keep attributes that no field names.
    pub other_attributes: bool,
}

impl EntityInfo {
    /// Returns an entity without indexes and without fields that the library keeps.
    #[must_use]
    pub const fn new(
        name: &'static str,
        fields: &'static [Field],
        partition: &'static [KeyAttribute],
        sort: &'static [KeyAttribute],
    ) -> Self {
        Self {
            name,
            aliases: &[],
            fields,
            primary: EntityKey {
                index: None,
                partition,
                sort,
                when: None,
            },
            indexes: &[],
            version: None,
            ttl: None,
            unique: &[],
            sentinels: "",
            created: None,
            updated: None,
            computed: &[],
            lossy_key: false,
            other_attributes: false,
        }
    }
}

/// Divides an index into several partitions.
#[derive(Debug, Clone, Copy)]
pub struct Shards {
    pub count: usize,
    /// The earlier number, or 0 without one.
    pub was: usize,
    /// A field, whose text decides the shard.
    pub of: &'static str,
    pub attribute: &'static str,
}

/// The vectors of an index.
#[derive(Debug, Clone, Copy)]
pub struct VectorIndex {
    pub attribute: &'static str,
    pub dimensions: i32,
    pub distance: &'static str,
    /// Attributes.
    pub filters: &'static [&'static str],
}

/// The kind of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Global,
    Local,
    Vector,
}

/// The attributes that an index holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projected {
    All,
    KeysOnly,
    Include(&'static [&'static str]),
}

/// An index of a table.
#[derive(Debug, Clone, Copy)]
pub struct Index {
    pub name: &'static str,
    pub scope: Scope,
    /// Attributes. A local index has the table's.
    pub partition: &'static [&'static str],
    pub sort: &'static [&'static str],
    pub projection: Projected,
    pub shards: Option<Shards>,
    pub vector: Option<VectorIndex>,
}

/// A table with its entities.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    pub name: &'static str,
    /// An attribute.
    pub partition: &'static str,
    /// `None` for a table that has only a partition key.
    pub sort: Option<&'static str>,
    /// The attribute that holds the entity's name, if items have a tag.
    pub type_attribute: Option<&'static str>,
    pub indexes: &'static [Index],
    pub entities: &'static [EntityInfo],
    /// The types of all key attributes, for the creation of the table.
    pub attributes: &'static [(&'static str, ScalarType)],
    /// The images in the records of the table's stream, if it has one.
    pub stream: Option<&'static str>,
    pub ttl_attribute: Option<&'static str>,
}

/// The request that serves a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    GetItem,
    Query,
    Search,
}

/// The part of the sort key that a plan knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortPlan {
    /// The whole item collection is read.
    Whole,
    /// The whole sort key is known.
    Equal,
    /// The known parts, then at least one more segment.
    Prefix,
    /// The known parts, possibly followed by more.
    Tree,
    /// The known parts, then a range of a field.
    Ranged,
}

/// The way in which a pattern is read.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub operation: Operation,
    /// `None` for the table.
    pub index: Option<usize>,
    pub sort: SortPlan,
    /// The leading parts of the template, or attributes of a natural key, that are known.
    pub sort_parts: usize,
    /// Of the first entity.
    pub range_field: Option<usize>,
    pub forward: bool,
    pub consistent: bool,
    /// The range that a call gives spans several partitions, each of which holds a year, month, day or hour of this
    /// field.
    pub bucket_field: Option<usize>,
}

/// An access pattern.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    pub name: &'static str,
    /// A position in the model's tables.
    pub table: usize,
    /// Positions in the table's entities. The key of the first one makes the plan.
    pub entities: &'static [usize],
    /// The fields of the first entity that a call gives.
    pub by: &'static [usize],
    pub plan: Plan,
    pub with_expired: bool,
    /// The fields of the answer, if they are not all of the entity's.
    pub wanted: Option<&'static [&'static str]>,
}

/// A whole description.
#[derive(Debug, Clone, Copy)]
pub struct Model {
    pub name: &'static str,
    pub tables: &'static [Table],
    pub patterns: &'static [Pattern],
}
