//! The run time of the typed clients that Partita generates.
//!
//! It reads the description of a model and sends the requests that Partita's layer in C++ sends. The modules
//! `client`, `collection`, `conditions`, `entity`, `query` and `writes` have the typed functions, and the others take
//! calls as data.

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
mod client;
mod collection;
mod comparison;
mod compose;
mod condition_parts;
mod conditions;
mod costs;
mod count;
mod decimal;
mod default_values;
pub mod description;
mod documents;
mod empty_operands;
mod entity;
mod errors;
mod field_states;
mod field_values;
mod float_text;
mod foreign_sentinels;
mod found;
mod identify;
mod index_update;
mod kept_members;
mod key_changes;
mod key_fields;
mod key_range;
mod key_templates;
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
mod predicates;
mod prepared_read;
pub mod proof;
mod query;
mod ranges;
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
mod table_differences;
mod tables;
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
mod write_refusal;
mod write_rules;
mod writes;

pub use attributes::{AttributeMap, AttributeValue, PartialMap};
pub use calls::{ChangeKind, Cost, Path, PathStep, Row};
pub use client::{Batched, EntityClient, Get, send_all};
pub use collection::{Collected, CollectedPage, CollectedPages, Collection, part_of};
pub use condition_parts::{Member, SizeOf};
pub use conditions::{Condition, FieldOf, Ordered};
pub use decimal::Decimal;
pub use documents::{Document, DocumentMap};
pub use entity::{Decoder, Encoder, Entity, Record, decode_change};
pub use errors::{
    BatchUnfinished, Error, ModelError, OutcomeUnknown, RefusalReason, UnreadableRow, WriteRefused,
};
pub use field_values::{Enumeration, FieldValue, decode_enumerator, encode_enumerator};
pub use found::{Found, search_items};
pub use query::{Items, NoRange, Page, Pages, Query};
pub use ranges::{Above, Beginning, End, KeyBounds, Only};
pub use service_errors::ServiceError;
pub use session::{ComputedFunction, ComputedFunctions, IdFunction, Options, Session};
pub use streams::{ParsedChange, parse_change};
pub use tables::{check_tables, create_tables};
pub use writes::{MemberChange, Pending, Write};

/// Calls as data, on which the typed functions are built.
pub mod untyped {
    pub use super::batch_get::batch_get;
    pub use super::batch_write::batch_write;
    pub use super::calls::{
        AbsentValue, Change, CollectedMember, Comparison, EntityFilter, GetRequest, LoadRequest,
        Operator, Predicate, ReadRequest, RowPage, ScoredRows, SearchRequest, SortRange,
        WholeRange, WriteAnswer, WriteKind, WriteRequest,
    };
    pub use super::count::count_rows;
    pub use super::keyed_reads::{KeyedRows, get, snapshot};
    pub use super::load::load;
    pub use super::read::read;
    pub use super::search::search;
    pub use super::transact::transact;
    pub use super::write::write_item;
}
