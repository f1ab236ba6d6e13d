// What a model says, as data: fields, key templates, entities, indexes, tables, plans.
//
// The declarations of entity.h, table.h and pattern.h become constants of these types. The checks (check.h) and the
// planner (planner.h) read them at compile time; the library (src/model) and tools read the same at run time. All views
// refer to constants.
#pragma once

#include <partita/enums.h>
#include <partita/export.h>

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace partita {
class AttributeMap;
class AttributeValue;
struct Error;
}  // namespace partita

namespace partita::model {

// ---- fields: members of a user's struct

enum class FieldKind : std::uint8_t {
  String,    // S
  Bytes,     // B
  Integer,   // N; signed, up to 64 bits
  Unsigned,  // N; unsigned, up to 64 bits
  Double,    // N
  Decimal,   // N, exact
  Bool,      // BOOL
  Enum,      // S, one of the enumerators' texts
  Time,      // S, UTC with milliseconds: 2026-01-05T10:00:00.000Z
  Date,      // S: 2026-01-05
  Uuid,      // S, lower case with hyphens
  Ulid,      // S, 26 characters
  Seconds,   // N: seconds since 1970, what time to live goes by
  Document,  // M, L or a set: never in a key
};

// "a string", "a time": for messages.
PARTITA_API std::string_view describe(FieldKind kind);

// The three texts of an enumerator: in the program, as an attribute, in a key.
struct EnumeratorInfo {
  std::string_view name;
  std::string_view attribute;
  std::string_view key;
  bool is_fallback = false;  // as which any text is read that is none of the others': pt::unknown_enumerator
};

// Whether the enumerators' texts, those of attributes or those of composed keys, sort as these were declared.
constexpr bool sorts_as_declared(std::span<const EnumeratorInfo> enumerators, bool of_attribute) {
  for (std::size_t i = 1; i < enumerators.size(); ++i) {
    const EnumeratorInfo &before = enumerators[i - 1], &after = enumerators[i];
    if (!(of_attribute ? before.attribute < after.attribute : before.key < after.key)) return false;
  }
  return true;
}

struct FieldInfo {
  std::string_view name;       // of the member
  std::string_view attribute;  // that stores it; empty: pt::other_attributes, which holds those that no member names
  FieldKind kind = FieldKind::Document;
  bool optional = false;       // std::optional, sets: absent as an attribute where it is empty
  bool stored = true;          // false: it lives in the key alone
  std::span<const EnumeratorInfo> enumerators = {};
  bool has_default = false;    // an absent attribute stands for what the struct's member is initialised with
};

// Index of no field, no index.
inline constexpr int kNone = -1;

// Stored beside a version: the random id of the last versioned write, by which its repetition is recognised.
inline constexpr std::string_view kWriteIdAttribute = "_write_id";

// Position of the field called `name`.
constexpr int find_field(std::span<const FieldInfo> fields, std::string_view name) {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == name) return static_cast<int>(i);
  return kNone;
}

// ---- key templates

enum class Escape : std::uint8_t {
  Escape,  // a byte <= '$' becomes $HH
  Reject,  // such a byte is an error
  Raw,     // taken as it is: for tables that exist; keys may then be ambiguous
};

enum class KeyFormat : std::uint8_t {
  Plain,         // the text of the value
  Padded,        // {n:019d}: at least zero, `width` digits
  SignedPadded,  // {n:s019d}: order-keeping over negative numbers too; a sign and `width` digits
  Year,          // {t:year}, {t:month}, {t:day}, {t:hour}: the leading part of a time or date
  Month,
  Day,
  Hour,
  Shard,         // {id:shard5}: the shard of the value, 0 to shards - 1; {id:shard8was5} while items of 5 are left
};

// A literal, or a field with its format.
struct KeyPart {
  std::string_view literal = {};     // where field is kNone
  int field = kNone;                 // index into the entity's fields
  KeyFormat format = KeyFormat::Plain;
  std::uint8_t width = 0;            // digits
  std::uint8_t shards = 0;           // that a write spreads over
  std::uint8_t was_shards = 0;       // that items may still be spread over; 0: none
  Escape escape = Escape::Escape;
  std::string_view must_begin = {};  // {id:^prod_}: the value has to begin with this

  constexpr bool is_field() const { return field != kNone; }
  // How many shards a read has to ask.
  constexpr int shard_reach() const { return shards > was_shards ? shards : was_shards; }
  // Whether the field can be read back from the key.
  constexpr bool lossless() const { return format <= KeyFormat::SignedPadded; }
};

// A key between two '#': its first bytes, as far as they are known, and whether a field's value follows.
struct Segment {
  std::string_view lead = {};
  // The first eight bytes of lead, big-endian, and of a '#' behind it where no field follows: compared in one go while
  // compiling.
  std::uint64_t head = 0;
  std::uint64_t mask = 0;  // which bytes of head are known
  bool open = false;       // ends in a field
  bool raw = false;        // anything may follow, other segments too
};

struct KeyTemplate {
  std::string_view text;  // as declared: "ORDER#{createdAt}#{orderId}"
  std::span<const KeyPart> parts = {};
  std::span<const Segment> segments = {};
};

// One attribute of a key, and what an entity writes there.
struct KeyAttribute {
  std::string_view attribute;
  ScalarAttributeType type = ScalarAttributeType::S;
  // The attribute is the field's own, with its value and type as stored: one part, a field.
  bool natural = false;
  // Of a natural one: any text, also one that a composed key could be.
  bool any_text = false;
  KeyTemplate value = {};
};

// An item is in the index only while field `field` has this attribute text.
struct WhenInfo {
  int field = kNone;
  std::string_view equals = {};
};

// Where an entity stands: in the table itself, or in one of its indexes.
struct EntityKey {
  int index = kNone;  // into TableInfo::indexes; kNone: the primary key
  std::span<const KeyAttribute> partition = {};
  std::span<const KeyAttribute> sort = {};
  WhenInfo when = {};
  bool added_later = false;  // stored items may lack its attributes: verify() lets them be
};

// ---- entities

// A sentinel item keeps each value of the field, or of several together, unique among the table's items of this entity.
struct UniqueInfo {
  int field = kNone;
  std::span<const int> more = {};  // further fields

  constexpr std::size_t size() const { return 1 + more.size(); }
  constexpr int operator[](std::size_t i) const { return i == 0 ? field : more[i - 1]; }
};

// A field that follows from others, and that the library writes.
struct ComputedInfo {
  int field = kNone;
  std::span<const int> from = {};
  // Writes to `to` what follows from the fields' values in `values`, under their attribute names; no type: absent. False
  // where one of them does not decode, or the outcome cannot be stored; `error` says why.
  bool (*compute)(const AttributeMap& values, AttributeValue& to, Error& error) = nullptr;
};

struct EntityInfo {
  std::string_view name;  // the type tag: "ORDER"
  std::span<const FieldInfo> fields = {};
  EntityKey primary = {};
  std::span<const EntityKey> indexes = {};  // only those in which it stands
  int version = kNone;                      // field
  std::int64_t last_version = std::numeric_limits<std::int64_t>::max();  // that the field's member holds, and a version can be
  int ttl = kNone;                          // field, of kind Seconds or an integer
  std::span<const UniqueInfo> unique = {};
  bool carries_other_attributes = false;    // a member holds what the struct does not name
  // The values of the fields that have a default, by attribute; nullptr where none has.
  const AttributeMap& (*defaults)() = nullptr;
  std::span<const std::string_view> aliases = {};  // further tags by which stored items are known as the entity's
  std::string_view sentinels = {};          // under which its unique values stand; empty: the name
  // Fields that the library keeps: the time of creation, of the last write, and what follows from other fields.
  int created = kNone;
  int updated = kNone;
  std::span<const ComputedInfo> computed = {};
  bool lossy_key = false;                   // items with different values may have one primary key: pt::lossy

  constexpr int field(std::string_view name_of_member) const { return find_field(fields, name_of_member); }
  constexpr std::string_view sentinel_name() const { return sentinels.empty() ? name : sentinels; }
};

// ---- tables

enum class IndexScope : std::uint8_t { Global, Local };

// A write puts the item into one of `count` partitions by its field `of`, with the number in attribute `attribute`;
// a read asks all of them and merges, and those of the earlier count while that is declared.
struct ShardInfo {
  std::uint8_t count = 0;  // 0: not sharded
  std::string_view of = {};
  std::string_view attribute = {};
  std::uint8_t was = 0;    // 0: no other count

  constexpr int reach() const { return count > was ? count : was; }
};

struct IndexInfo {
  std::string_view name;
  IndexScope scope = IndexScope::Global;
  std::span<const std::string_view> partition = {};  // attributes; a local index has the table's
  std::span<const std::string_view> sort = {};
  ProjectionType projection = ProjectionType::All;
  std::span<const std::string_view> include = {};    // attributes, with ProjectionType::Include
  ShardInfo shards = {};
};

struct TableInfo {
  std::string_view name;
  std::string_view partition;  // attribute
  std::string_view sort;       // attribute; empty: there is none
  std::string_view type_attribute;  // holds the entity's name; empty: items carry no tag
  std::span<const IndexInfo> indexes = {};
  std::span<const EntityInfo* const> entities = {};

  constexpr int index(std::string_view index_name) const {
    for (std::size_t i = 0; i < indexes.size(); ++i)
      if (indexes[i].name == index_name) return static_cast<int>(i);
    return kNone;
  }
};

// ---- access patterns

enum class SortCondition : std::uint8_t {
  None,    // the whole item collection
  Equal,   // the whole sort key is known
  Prefix,  // the known segments, then at least one more
  Tree,    // the known segments, alone or followed by more: a parent and its children
  Range,   // the known segments, then a range of the next field
};

enum class PlanOperation : std::uint8_t { GetItem, Query };

// How an access pattern is served. Never by a scan: what has no plan does not compile.
struct Plan {
  PlanOperation operation = PlanOperation::Query;
  int index = kNone;              // into TableInfo::indexes; kNone: the table
  SortCondition sort = SortCondition::None;
  std::uint8_t sort_parts = 0;    // how many leading parts (of the template) or attributes (natural) are known
  int range_field = kNone;        // of the first entity; with SortCondition::Range
  bool forward = true;
  bool consistent = false;
  // Of the first entity: a call's range of it spans several partitions, each of which holds a year, month, day or hour.
  // Without SortCondition::Range a filter leaves out what the first and the last one hold besides.
  int bucket_field = kNone;
};

// What becomes of a row that was read and that the model can make nothing of: an item of no entity, or of one that the
// pattern does not name; a member that lacks, or that holds what its type does not, such as an enumerator that a newer
// program wrote.
enum class Unreadable : std::uint8_t {
  Report,  // the answer lists it beside the rows that could be read, and it counts for take
  Fail,    // the call fails
};

struct PatternInfo {
  std::string_view name;
  const TableInfo* table = nullptr;
  std::span<const EntityInfo* const> entities = {};  // that the answer may hold; the first one's key makes the plan
  std::span<const int> by = {};                      // fields of the first entity, given by the caller
  Plan plan = {};
  Unreadable unreadable = Unreadable::Report;
};

}  // namespace partita::model
