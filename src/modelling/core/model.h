// A data model as data: tables, indexes, entities with their fields and key templates, access patterns, and the known
// sizes and frequencies.
//
// Every reader (modelling/read) makes one of these, and everything else of the layer works on it: the proof, the rules
// of lint, the pages, the exports, cost and simulation. It holds the declarations of a file, and they may be wrong:
// only modelling/core/proof.h tells whether its patterns are served. Names are those of the file.
#pragma once

#include <partita/item.h>
#include <partita/model/runtime/description.h>
#include <partita/table_operations.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "documents/node.h"

namespace partita::modelling {

using documents::Place;

// ---- entities

// The texts of an enumerator; see model::EnumeratorInfo.
struct Enumerator {
  std::string name = {};
  std::string attribute = {};  // the attribute's value
  std::string key = {};        // the text in composed keys

  bool operator==(const Enumerator&) const = default;
};

// The type of a field whose kind is Document.
enum class DocumentType : std::uint8_t { Any, Map, List, StringSet, NumberSet, BinarySet };

// The way in which the values of a field, or of a pattern's parameter, are distributed.
struct Distribution {
  enum class Kind : std::uint8_t { Uniform, Zipf, Fixed };
  Kind kind = Kind::Uniform;
  double exponent = 0;               // of Zipf: the n-th most frequent value has the weight n^-exponent
  std::vector<double> weights = {};  // of Fixed: the weight of each value, from the most frequent one

  bool operator==(const Distribution&) const = default;
};

// Who writes the copies of a field when their source changes.
enum class CopyKept : std::uint8_t {
  Patterns,     // the model's own patterns
  Transaction,  // the library, in the transaction that changes the source or makes the item
  Followed,     // a program that follows the stream
};

struct Field {
  std::string name = {};
  std::string attribute = {};  // stores the field; equal to `name` unless the file says otherwise
  model::FieldKind kind = model::FieldKind::String;
  DocumentType document = DocumentType::Any;  // if kind is Document
  bool optional = false;                      // items may lack it
  bool stored = true;                         // false: only keys hold the value
  bool has_default = false;                   // an absent attribute means a default value
  std::vector<Enumerator> enumerators = {};   // if kind is Enum
  std::string description = {};
  // By which expression over the fields of an earlier model's entity a migration derives the value
  // (derive/expression.h); empty: from the field of the same name.
  std::string from = {};
  std::string references = {};         // the entity whose key field this is, or empty
  std::string copy_of = {};            // "CUSTOMER.name": repeats this field of the item that it refers to; or empty
  CopyKept kept = CopyKept::Patterns;  // of a copy
  // Of a copy: fields of its entity, each with the field of the other entity's primary key whose value it has. For a
  // field of that key that is not here, it is the one field that `references` that entity, or the field of the same
  // name.
  std::vector<std::pair<std::string, std::string>> copy_by = {};
  std::optional<double> size_bytes = {};    // the mean size of the value
  std::optional<double> distinct = {};      // the number of different values
  std::optional<double> present = {};       // of an optional field: the share of items that have it, 0 to 1
  std::optional<Distribution> values = {};  // of the values among requests
  Place place = {};

  bool operator==(const Field&) const = default;
};

// Items are in the index only while the field has this attribute text.
struct When {
  std::string field = {};
  std::string equals = {};

  bool operator==(const When&) const = default;
};

// The templates of an entity's key in the table or in an index: one for each key attribute, such as
// "CUST#{customerId}". A template "{field}" in the attribute that stores this field is the field's own value, of its
// own type.
struct EntityKey {
  std::string index = {};  // empty: the primary key
  std::vector<std::string> partition = {};
  std::vector<std::string> sort = {};  // empty: no sort key, or, in an index of members, the key of the named index
  bool sparse = false;                 // items that lack an optional field of the key are not in the index
  bool added_later = false;            // stored items may lack the key's attributes
  std::optional<When> when = {};
  Place place = {};

  bool operator==(const EntityKey&) const = default;
};

// An entity of an earlier model of whose items a migration makes items of another one.
struct EntitySource {
  std::string entity = {};
  std::optional<When> when = {};  // only of items with this value

  bool operator==(const EntitySource&) const = default;
};

struct Computed {
  std::string field = {};
  std::vector<std::string> from = {};

  bool operator==(const Computed&) const = default;
};

struct Entity {
  std::string name = {};  // the type tag
  std::string description = {};
  std::vector<std::string> aliases = {};  // further tags of stored items
  std::vector<EntitySource> from = {};    // empty: the entity of the same name
  std::vector<Field> fields = {};
  EntityKey primary = {};
  std::vector<EntityKey> indexes = {};                // the indexes that the file says the entity enters
  std::string version = {};                           // a field, or empty
  std::string ttl = {};                               // a field, or empty
  std::vector<std::vector<std::string>> unique = {};  // fields that are unique, alone or together
  std::string sentinels = {};                         // the name in the keys of sentinels, if it is not the entity's
  std::string created_at = {};
  std::string updated_at = {};
  std::vector<Computed> computed = {};
  bool lossy_key = false;                 // items with different values may have one primary key
  bool other_attributes = false;          // items may have attributes that no field names
  std::optional<double> count = {};       // items
  std::optional<double> size_bytes = {};  // the mean size of an item, without the keys of indexes
  // Items as field values, under the names of attributes. Keys are composed from them.
  std::vector<Item> samples = {};
  bool guessed = false;  // inferred from items, and not declared
  Place place = {};

  const Field* field(std::string_view name_of_field) const;
  const Field& at(model::FieldPosition position) const { return fields[position.number()]; }

  bool operator==(const Entity&) const = default;
};

// ---- tables

struct Shards {
  int count = 0;
  int was = 0;                 // the earlier count, or 0
  std::string of = {};         // the field whose text decides the shard
  std::string attribute = {};  // the key attribute that has the number
};

struct Vector {
  std::string attribute = {};
  int dimensions = 0;
  VectorDistanceFunction distance = VectorDistanceFunction::Cosine;
  std::vector<std::string> inline_filters = {};
};

struct Index {
  std::string name = {};
  model::IndexScope scope = model::IndexScope::Global;
  std::vector<std::string> partition = {};  // attributes; empty for a local index, which has the table's
  std::vector<std::string> sort = {};
  ProjectionType projection = ProjectionType::All;
  std::vector<std::string> include = {};
  std::optional<Shards> shards = {};
  std::optional<When> when = {};  // for all entities
  std::optional<Vector> vector = {};
  std::optional<ProvisionedThroughput> throughput = {};  // of a provisioned table
  Place place = {};
};

struct Table {
  std::string name = {};
  std::string partition_key = {};   // an attribute
  std::string sort_key = {};        // an attribute, or empty
  std::string type_attribute = {};  // holds the entity's name; empty: items carry no tag
  // The types of key attributes, as far as the file says them. The others follow from the entities' keys.
  std::map<std::string, ScalarAttributeType> attribute_types = {};
  std::vector<Index> indexes = {};
  std::vector<Entity> entities = {};
  std::string ttl_attribute = {};  // if no entity names a field for it
  BillingMode billing = BillingMode::PayPerRequest;
  std::optional<ProvisionedThroughput> throughput = {};
  std::optional<StreamViewType> stream = {};
  bool point_in_time_recovery = false;
  bool deletion_protection = false;
  bool infrequent_access = false;  // the table class
  std::vector<Tag> tags = {};
  std::vector<Item> samples = {};  // whole items, with their keys
  // The service's error for the definition in the file, if it refuses it; a Table holds a part of such a definition
  // only. Otherwise empty.
  std::string refusal = {};
  Place place = {};

  const Index& at(model::IndexPosition position) const { return indexes[position.number()]; }
  const Index* index(std::string_view name_of_index) const;
  const Entity* entity(std::string_view name_of_entity) const;
};

// True if a vector index of the table reads the field.
bool is_vector(const Table& table, const Field& field);

// ---- access patterns

enum class PatternOperation : std::uint8_t {
  Read,    // by a key or an index: GetItem or Query, as the proof decides
  Search,  // of a vector index
  Scan,
  BatchGet,
  TransactGet,
  Put,     // replaces or creates
  Create,  // fails if the item exists
  Update,
  Delete,
  BatchWrite,
  TransactWrite,
};
constexpr bool is_read(PatternOperation operation) { return operation <= PatternOperation::TransactGet; }

// A part of a write, or the whole of it.
struct Action {
  enum class Kind : std::uint8_t { Put, Create, Update, Delete, Check, Get };
  Kind kind = Kind::Put;
  std::string table = {};  // empty: the table that holds the entity
  std::string entity = {};
  std::vector<std::string> set = {};    // of an update: the fields that change
  std::vector<std::string> given = {};  // the fields whose stored value the caller gives
  bool read_first = false;              // the item is read before
  bool version_unchecked = false;       // it neither checks the version nor says that any will do
  std::string condition = {};           // as free text
  double items = 1;                     // how many items of this kind one call has
  Place place = {};

  bool operator==(const Action&) const = default;
};

// A field or, in a filter, an attribute compared with parameters.
struct FilterCondition {
  std::string field = {};
  std::string comparison =
      {};  // "=", "<>", "<", "<=", ">", ">=", "between", "in", "contains", "begins_with", "exists" ...

  bool operator==(const FilterCondition&) const = default;
};

struct Parameter {
  std::string name = {};
  std::string type = {};    // as the file says
  std::string entity = {};  // if the parameter is a whole item
  Place place = {};

  bool operator==(const Parameter&) const = default;
};

struct Pattern {
  std::string name = {};
  std::string id = {};  // of formats that number their patterns
  std::string description = {};
  PatternOperation operation = PatternOperation::Read;
  std::string table = {};  // empty: the table that holds the first entity
  // Of a read: the entities of the answer. The key of the first one makes the plan.
  std::vector<std::string> entities = {};
  std::vector<std::string> by = {};  // fields of the first entity that a call gives, or that all calls share
  // Those of `by` whose value is the same in all calls, with the text of the attribute: {status: OPEN}.
  std::vector<When> where = {};
  std::string range = {};             // a field that has a range or orders the answer, or empty
  std::string range_comparison = {};  // "begins_with", "between", ">=", ... if the file says which; empty: any
  bool forward = true;
  bool in_time = false;      // the file says that the range or order is one of times: newest or oldest first
  std::string buckets = {};  // a field whose range spans several partitions, or empty
  bool tree = false;         // a parent and its children
  bool whole = false;        // all items of the partition
  bool from_end = false;     // the last items of the other entities, and the item of the first one
  bool consistent = false;
  bool with_expired = false;             // items whose time to live has passed are in the answer
  bool get_item = false;                 // the file demands a GetItem: the whole primary key is given
  std::string index = {};                // the index that the file demands, or empty
  std::vector<std::string> wanted = {};  // the fields of the answer; empty: all
  std::vector<FilterCondition> filter = {};
  bool filter_any = false;           // one of the conditions suffices; else all must hold
  std::optional<double> limit = {};  // items of a page
  // Of a write: one action, or those of a batch or transaction.
  std::vector<Action> actions = {};
  std::vector<Parameter> parameters = {};
  // The pattern whose work this one is a part of, such as a read that a write needs for a copy; or empty.
  std::string part_of = {};
  // The known traffic.
  std::optional<double> per_second = {};  // calls, on average
  std::optional<double> peak_per_second = {};
  std::optional<double> items = {};                 // of a read: the mean number of items that one call returns
  std::map<std::string, Distribution> values = {};  // of `by` fields, if they differ from those of the field
  Place place = {};

  bool operator==(const Pattern&) const = default;
};

// A part of the time with more or fewer requests.
struct Season {
  std::string name = {};
  double begin_second = 0;  // within the simulated time
  double end_second = 0;
  double factor = 1;
  // A wave, such as that of day and night, if the period is not 0: the factor rises by the share `amplitude` of itself
  // at `peak_second`, and falls by as much half a period later. Without an end it lasts all the time.
  double period_seconds = 0;
  double amplitude = 0;
  double peak_second = 0;
  std::vector<std::string> patterns = {};  // by name; empty: all
};

struct Model {
  std::string name = {};
  std::string description = {};
  std::vector<Table> tables = {};
  std::vector<Pattern> patterns = {};
  std::vector<Season> seasons = {};
  // Parts of the file that the reader could not keep, changed or guessed: "FILE:LINE: ...".
  std::vector<std::string> notes = {};

  const Table* table(std::string_view name_of_table) const;
  // The table that holds the entity, or nullptr. If `table` is not empty, only this table is asked.
  const Table* table_of(std::string_view entity, std::string_view table = {}) const;
  // The names that table_of() finds, for did_you_mean() (core/nearest.h).
  std::vector<std::string_view> entity_names(std::string_view table = {}) const;
};

// The text that the field has in all calls of the pattern, or nullptr if a call gives it.
const std::string* constant_of(const Pattern& pattern, std::string_view field);

}  // namespace partita::modelling
