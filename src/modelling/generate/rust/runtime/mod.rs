//! The run time of the typed clients that Partita generates.
//!
//! It reads the description of a model and sends the requests that Partita's layer in C++ sends. `client`, `query` and
//! the modules after them are the typed functions, and the modules before them take calls as data.

mod asked_pattern;
mod attributes;
mod base64_url;
mod batch_get;
mod batch_write;
mod bucket_read;
mod buckets;
mod calendar;
mod calls;
mod changed_value;
mod comparison;
mod compose;
mod costs;
mod count;
mod default_values;
pub mod description;
mod empty_operands;
mod errors;
mod field_states;
mod float_text;
mod foreign_sentinels;
mod identify;
mod index_update;
mod kept_members;
mod key_fields;
mod key_range;
mod keyed_reads;
mod load;
mod match_filter;
mod member_range;
mod null_for_empty;
mod number_text;
mod operator_count;
mod page_token;
mod parse;
mod plain_text;
mod plan_move;
mod plan_put;
mod plan_update;
mod planning;
mod predicate;
mod prepared_read;
mod read;
mod requests;
mod row_match;
mod same_value;
mod search;
mod service_errors;
mod session;
mod sha256;
mod shard_merge;
mod sort_range;
mod spell;
mod stored_row;
mod streams;
mod text_forms;
mod timer;
mod transact;
mod transaction_parts;
mod unique;
mod unique_takeover;
mod whole_number;
mod write;
mod write_action;
mod write_expression;
mod write_failure;
mod write_plan;
mod write_rules;

pub use attributes::{AttributeMap, AttributeValue, PartialMap};
pub use calls::{Cost, PathStep, Row};
pub use errors::{
    BatchUnfinished, Error, ModelError, OutcomeUnknown, RefusalReason, UnreadableRow, WriteRefused,
};
pub use service_errors::ServiceError;
pub use session::{ComputedFunction, ComputedFunctions, IdFunction, Options, Session};

/// Calls as data, on which the typed functions are built.
pub mod untyped {
    pub use super::batch_get::batch_get;
    pub use super::batch_write::batch_write;
    pub use super::calls::{
        AbsentValue, Change, ChangeKind, CollectedMember, Comparison, EntityFilter, GetRequest, LoadRequest, Operator,
        Path, Predicate, ReadRequest, RowPage, ScoredRows, SearchRequest, SortRange, WholeRange, WriteAnswer,
        WriteKind, WriteRequest,
    };
    pub use super::count::count_rows;
    pub use super::keyed_reads::{KeyedRows, get, snapshot};
    pub use super::load::load;
    pub use super::read::read;
    pub use super::search::search;
    pub use super::streams::{ParsedChange, parse_change};
    pub use super::transact::transact;
    pub use super::write::write_item;
}
