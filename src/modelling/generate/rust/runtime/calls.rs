//! Calls as data: the questions of the typed functions of a generated package. Values are attribute values, and maps of
//! them are by attribute names, also for fields that only keys hold.

use super::attributes::{AttributeMap, AttributeValue, PartialMap};
use super::description::{EntityInfo, Pattern, Table};
use super::errors::{Error, UnreadableRow};
pub use super::predicates::{AbsentValue, Comparison, Operator, Path, PathStep, Predicate};
pub(super) use super::predicates::{all_of, path_to};

// ---- reads

/// A range of a field.
#[derive(Debug, Clone)]
pub struct SortRange {
    /// One of the comparisons of order, [`Operator::Between`] or [`Operator::BeginsWith`].
    pub operator: Operator,
    /// The only operand, except of [`Operator::Between`].
    pub low: AttributeValue,
    pub high: Option<AttributeValue>,
}

/// A read of an access pattern.
#[derive(Debug, Clone)]
pub struct ReadRequest {
    pub table: &'static Table,
    pub pattern: &'static Pattern,
    /// The pattern's fields `by`.
    pub values: AttributeMap,
    /// Of the plan's range field or bucket field.
    pub range: Option<SortRange>,
    /// The most matching items.
    pub take: Option<usize>,
    /// The most items that are read.
    pub read_at_most: Option<usize>,
    /// The token of a page.
    pub after: Option<String>,
    /// The other direction than the plan's.
    pub reverse: bool,
    /// `None` for the plan's consistency.
    pub consistent: Option<bool>,
    pub filter: Option<Predicate>,
    pub expired_too: bool,
    /// At most one request, or one for each shard.
    pub one_round: bool,
}

impl ReadRequest {
    /// Returns the read of a pattern without options.
    #[must_use]
    pub fn new(table: &'static Table, pattern: &'static Pattern, values: AttributeMap) -> Self {
        Self {
            table,
            pattern,
            values,
            range: None,
            take: None,
            read_at_most: None,
            after: None,
            reverse: false,
            consistent: None,
            filter: None,
            expired_too: pattern.with_expired,
            one_round: false,
        }
    }

    pub(super) fn is_forward(&self) -> bool {
        self.pattern.plan.forward != self.reverse
    }
}

/// Drops items of one entity.
#[derive(Debug, Clone)]
pub struct EntityFilter {
    pub entity: &'static EntityInfo,
    pub predicate: Predicate,
}

/// An entity of a collection.
#[derive(Debug, Clone)]
pub struct CollectedMember {
    pub entity: &'static EntityInfo,
    /// At most one item, which is read with any `take`.
    pub single: bool,
    /// Entities whose items come directly behind these.
    pub below: Vec<&'static EntityInfo>,
    pub filters: Vec<EntityFilter>,
}

/// A read of a collection. `take` is for each member that is not single, and `after` is a token of `load`.
#[derive(Debug, Clone)]
pub struct LoadRequest {
    pub read: ReadRequest,
    pub members: Vec<CollectedMember>,
}

/// A search in a vector index.
#[derive(Debug, Clone)]
pub struct SearchRequest {
    pub table: &'static Table,
    pub pattern: &'static Pattern,
    pub values: AttributeMap,
    /// Further inline filters.
    pub filters: AttributeMap,
    pub vector: Vec<f32>,
    /// From 1 to 100.
    pub top_k: usize,
    pub expired_too: bool,
}

/// The cost of a call.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Cost {
    pub requests: usize,
    /// Items that were read.
    pub evaluated: usize,
    /// Items that the filter let through.
    pub returned: usize,
    /// Rows of an index that were left out, because their index key is out of date.
    pub stale: usize,
    pub capacity_units: f64,
    /// The bytes for which searches of vector indexes are charged.
    pub search_bytes: f64,
}

/// An item with its entity.
#[derive(Debug, Clone)]
pub struct Row {
    pub entity: &'static EntityInfo,
    /// As stored, and the fields that only keys hold.
    pub attributes: AttributeMap,
}

/// The answer of a read.
#[derive(Debug, Default)]
pub struct RowPage {
    pub rows: Vec<Row>,
    /// `None` after the last item.
    pub token: Option<String>,
    pub unreadable: Vec<UnreadableRow>,
    pub cost: Cost,
}

/// The answer of a search.
#[derive(Debug, Default)]
pub struct ScoredRows {
    pub rows: Vec<Row>,
    pub scores: Vec<f64>,
    /// Further items may exist.
    pub incomplete: bool,
    pub unreadable: Vec<UnreadableRow>,
    pub cost: Cost,
}

/// Names an item.
#[derive(Debug, Clone)]
pub struct GetRequest {
    pub table: &'static Table,
    pub entity: &'static EntityInfo,
    /// The fields of the primary key.
    pub values: AttributeMap,
}

// ---- writes

/// The kind of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteKind {
    Create,
    Put,
    Update,
    Upsert,
    Remove,
    Check,
    Move,
}

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    Set,
    SetIfAbsent,
    Increment,
    Append,
    Prepend,
    AddToSet,
    RemoveFromSet,
    Erase,
}

/// The range of a field's kind.
#[derive(Debug, Clone, Copy)]
pub struct WholeRange {
    pub least: i64,
    pub most: u64,
}

/// A change of a field or of a part of it.
#[derive(Debug, Clone)]
pub struct Change {
    pub kind: ChangeKind,
    pub field: usize,
    /// A whole path, from the field's attribute on. Empty for the field itself.
    pub path: Path,
    /// The path ends in an element of a list or an entry of a map.
    pub of_element: bool,
    /// `None`, of [`ChangeKind::Set`], removes the attribute.
    pub value: Option<AttributeValue>,
    /// Of [`ChangeKind::Increment`].
    pub range: Option<WholeRange>,
}

impl Change {
    /// Returns a change of a whole field.
    #[must_use]
    pub fn of(kind: ChangeKind, field: usize, value: Option<AttributeValue>) -> Self {
        Self {
            kind,
            field,
            path: Path::new(),
            of_element: false,
            value,
            range: None,
        }
    }
}

/// A write of one item.
#[derive(Debug, Clone)]
pub struct WriteRequest {
    pub kind: WriteKind,
    pub table: &'static Table,
    pub entity: &'static EntityInfo,
    /// Of a create and a put all fields, otherwise those of the primary key.
    pub values: AttributeMap,
    /// All fields.
    pub moved_to: AttributeMap,
    pub changes: Vec<Change>,
    /// The values of fields before the write, on which it is conditional.
    pub given: PartialMap,
    pub read_first: bool,
    /// Of a removal and a check.
    pub must_exist: bool,
    pub returns_old: bool,
    pub expected_version: Option<i64>,
    pub any_version: bool,
    pub condition: Option<Predicate>,
}

impl WriteRequest {
    /// Returns a write without changes and options.
    #[must_use]
    pub fn new(
        kind: WriteKind,
        table: &'static Table,
        entity: &'static EntityInfo,
        values: AttributeMap,
    ) -> Self {
        Self {
            kind,
            table,
            entity,
            values,
            moved_to: AttributeMap::new(),
            changes: Vec::new(),
            given: PartialMap::new(),
            read_first: false,
            must_exist: false,
            returns_old: false,
            expected_version: None,
            any_version: false,
            condition: None,
        }
    }
}

/// The answer of a write.
#[derive(Debug, Default)]
pub struct WriteAnswer {
    /// The item after the write, or before it of a removal.
    pub row: Option<Row>,
    /// Of a request that returns the old item.
    pub old: Option<Row>,
    /// Why a row is missing although the item exists, or existed: the write is done, but its answer was lost, or the
    /// item could not be read afterwards.
    pub unread: Option<Error>,
    pub cost: Cost,
}
