// A model as data: fields, key templates, entities, indexes, tables and plans.
//
// The declarations of entity.h, table.h and pattern.h become constants of these types. The checks (detail/ledger.h,
// detail/check_write.h) and the planner (detail/planner.h) read them at compile time. The library (src/model) and tools
// read the same data at run time. All views refer to constants.
#pragma once

#include <partita/enums.h>
#include <partita/export.h>
#include <partita/model/runtime/position.h>

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

// ---- positions

// The field of an entity, the index of a table, or the entity of a table, by its number in their lists.
struct FieldInfo;
struct IndexInfo;
struct EntityInfo;
using FieldPosition = Position<FieldInfo>;
using IndexPosition = Position<IndexInfo>;
using EntityPosition = Position<EntityInfo>;

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
  Seconds,   // N: seconds since 1970, the form that time to live uses
  Document,  // M, L or a set; it cannot be in a key
};

// The type of a key attribute that holds the field's own value. Requires: the kind is not Bool or Document.
constexpr ScalarAttributeType natural_type(FieldKind kind) {
  switch (kind) {
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Seconds:
      return ScalarAttributeType::N;
    case FieldKind::Bytes:
      return ScalarAttributeType::B;
    default:
      return ScalarAttributeType::S;
  }
}

// The kind in words for messages, such as "a string" or "a time".
PARTITA_API std::string_view describe(FieldKind kind);

// The three texts of an enumerator: its name in the program, its attribute value, and its text in a key.
struct EnumeratorInfo {
  std::string_view name;
  std::string_view attribute;
  std::string_view key;
  bool is_fallback = false;  // used for every text that no other enumerator has: pt::unknown_enumerator
};

// True if the enumerators' texts sort in the order of their declaration. `of_attribute` chooses the texts of
// attributes, else those of composed keys are compared.
constexpr bool sorts_as_declared(std::span<const EnumeratorInfo> enumerators, bool of_attribute) {
  for (std::size_t i = 1; i < enumerators.size(); ++i) {
    const EnumeratorInfo &before = enumerators[i - 1], &after = enumerators[i];
    if (!(of_attribute ? before.attribute < after.attribute : before.key < after.key)) return false;
  }
  return true;
}

// A member of an entity's struct.
struct FieldInfo {
  std::string_view name;  // the member's name
  // The attribute that stores the member. It is empty for pt::other_attributes, which holds the attributes that no
  // member names.
  std::string_view attribute;
  FieldKind kind = FieldKind::Document;
  // The type is std::optional or a set: an empty value is stored as an absent attribute.
  bool optional = false;
  // If false, only keys hold the value.
  bool stored = true;
  std::span<const EnumeratorInfo> enumerators = {};
  // An absent attribute means the initial value of the struct's member.
  bool has_default = false;
};

// The attribute beside a version. It holds the random id of the last versioned write, so that a repetition of this
// write is recognised.
inline constexpr std::string_view kWriteIdAttribute = "_write_id";

// Returns the position of the field called `name`, or kNone.
constexpr FieldPosition find_field(std::span<const FieldInfo> fields, std::string_view name) {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == name) return FieldPosition(i);
  return kNone;
}

// ---- key templates

enum class Escape : std::uint8_t {
  Escape,  // a byte <= '$' becomes $HH
  Reject,  // such a byte is an error
  Raw,     // The text is taken unchanged, for tables that exist. Keys may then be ambiguous.
};

enum class KeyFormat : std::uint8_t {
  Plain,         // the text of the value
  Padded,        // {n:019d}: at least zero, `width` digits
  SignedPadded,  // {n:s019d}: a sign and `width` digits; keeps the order of negative numbers too
  Year,          // {t:year}, {t:month}, {t:day}, {t:hour}: the leading part of a time or date
  Month,
  Day,
  Hour,
  Shard,  // {id:shard5}: the shard of the value, 0 to shards - 1; {id:shard8was5} while items of 5 shards remain
};

// A part of a key template: a literal, or a field with its format.
struct KeyPart {
  std::string_view literal = {};  // set if field is kNone
  FieldPosition field = kNone;
  KeyFormat format = KeyFormat::Plain;
  std::uint8_t width = 0;       // digits
  std::uint8_t shards = 0;      // the number of shards that writes use
  std::uint8_t was_shards = 0;  // the earlier number, which items may still use, or 0
  Escape escape = Escape::Escape;
  std::string_view must_begin = {};  // {id:^prod_}: the value must begin with this

  constexpr bool is_field() const { return field != kNone; }
  // The number of shards that a read has to ask.
  constexpr int shard_reach() const { return shards > was_shards ? shards : was_shards; }
  // True if the field can be read back from the key.
  constexpr bool lossless() const { return format <= KeyFormat::SignedPadded; }
};

// The part of a key between two '#'. It has the segment's first bytes, as far as they are known, and tells whether a
// field's value follows them.
struct Segment {
  std::string_view lead = {};
  // The first eight bytes of lead, big-endian, followed by a '#' if no field follows. The compiler compares them in one
  // step.
  std::uint64_t head = 0;
  std::uint64_t mask = 0;  // the bytes of head that are known
  bool open = false;       // The segment ends in a field.
  bool raw = false;        // Any text may follow, also further segments.
};

// A key template, cut into its parts.
struct KeyTemplate {
  std::string_view text;  // as declared: "ORDER#{createdAt}#{orderId}"
  std::span<const KeyPart> parts = {};
  std::span<const Segment> segments = {};
};

// One attribute of a key, with the value that an entity writes there.
struct KeyAttribute {
  std::string_view attribute;
  ScalarAttributeType type = ScalarAttributeType::S;
  // True if the attribute belongs to the field itself, with the field's value and type as stored. Then the template has
  // one part, which is a field.
  bool natural = false;
  // True if the key is natural and may hold any text, also one that a composed key could be.
  bool any_text = false;
  KeyTemplate value = {};
};

// The item is in the index only while field `field` has this attribute text.
struct WhenInfo {
  FieldPosition field = kNone;
  std::string_view equals = {};
};

// The key of an entity in the table itself or in one of its indexes.
struct EntityKey {
  IndexPosition index = kNone;  // kNone: the primary key
  std::span<const KeyAttribute> partition = {};
  std::span<const KeyAttribute> sort = {};
  WhenInfo when = {};
  bool added_later = false;  // Stored items may lack its attributes, and verify() accepts that.
};

// ---- entities

// One field, or several together, whose values are unique among the table's items of this entity. A sentinel item
// reserves each value.
struct UniqueInfo {
  FieldPosition field = kNone;
  std::span<const FieldPosition> more = {};  // further fields

  constexpr std::size_t size() const { return 1 + more.size(); }
  constexpr FieldPosition operator[](std::size_t i) const { return i == 0 ? field : more[i - 1]; }
};

// A field that follows from others. The library writes it.
struct ComputedInfo {
  FieldPosition field = kNone;
  std::span<const FieldPosition> from = {};
  // Writes to `to` the value that follows from the fields' values in `values`, which are under their attribute names. A
  // value without a type means an absent attribute. Returns false if an input does not decode or the result cannot be
  // stored; then `error` has the reason. It is nullptr in a model that comes from a file, which has no functions. Then
  // nothing computes the field, and its value is taken as it is given.
  bool (*compute)(const AttributeMap& values, AttributeValue& to, Error& error) = nullptr;
};

// A field that repeats a field of another entity's item, the source of the copy. The library writes it.
struct CopiedField {
  FieldPosition field = kNone;
  std::string_view source = {};        // the name of the source's entity
  std::string_view source_field = {};  // of the source
  // The fields that have the values of the source's primary key, and the fields of that key, in the same order.
  std::span<const FieldPosition> references = {};
  std::span<const std::string_view> source_key = {};
  bool followed = false;  // written from the stream
};

// An entity in its table.
struct EntityInfo {
  std::string_view name;  // the type tag: "ORDER"
  std::span<const FieldInfo> fields = {};
  EntityKey primary = {};
  std::span<const EntityKey> indexes = {};  // only those that the entity enters
  FieldPosition version = kNone;            // a field
  // The greatest version that the field's member can hold.
  std::int64_t last_version = std::numeric_limits<std::int64_t>::max();
  // A field of kind Seconds or an integer.
  FieldPosition ttl = kNone;
  std::span<const UniqueInfo> unique = {};
  // True if a member holds the attributes that the struct does not name.
  bool carries_other_attributes = false;
  // Returns the values of the fields that have a default, by attribute. It is nullptr if no field has a default.
  const AttributeMap& (*defaults)() = nullptr;
  // Further tags of stored items that belong to the entity.
  std::span<const std::string_view> aliases = {};
  // The name in the keys of the sentinels. If empty, it is the entity's name.
  std::string_view sentinels = {};
  // Fields that the library keeps: the time of creation, the time of the last write, and fields that follow from
  // others.
  FieldPosition created = kNone;
  FieldPosition updated = kNone;
  std::span<const ComputedInfo> computed = {};
  std::span<const CopiedField> copies = {};
  // Items with different values may have the same primary key: pt::lossy.
  bool lossy_key = false;

  // Requires: `field` is not kNone.
  constexpr const FieldInfo& at(FieldPosition field) const { return fields[field.number()]; }
  constexpr PositionsOf<FieldInfo> positions() const { return PositionsOf<FieldInfo>(fields.size()); }
  constexpr FieldPosition field(std::string_view name_of_member) const { return find_field(fields, name_of_member); }
  constexpr std::string_view sentinel_name() const { return sentinels.empty() ? name : sentinels; }
};

// ---- tables

enum class IndexScope : std::uint8_t { Global, Local, Vector };

// A write puts the item into one of `count` partitions. The text of its field `of` decides which, and attribute
// `attribute` stores the number. A read asks all partitions and merges the answers. While an earlier count is declared,
// it asks the partitions of that count too.
struct ShardInfo {
  std::uint8_t count = 0;  // 0: not sharded
  std::string_view of = {};
  std::string_view attribute = {};
  std::uint8_t was = 0;  // the earlier count, or 0

  constexpr int reach() const { return count > was ? count : was; }
};

// The vectors of a vector index, and the attributes by which a search selects them.
struct VectorInfo {
  std::string_view attribute = {};
  int dimensions = 0;
  VectorDistanceFunction distance = VectorDistanceFunction::Cosine;
  std::span<const std::string_view> filters = {};  // the attributes that are inline filters
};

// A secondary index of a table.
struct IndexInfo {
  std::string_view name;
  IndexScope scope = IndexScope::Global;
  // Attributes. A local index has the table's, and a vector index one or none.
  std::span<const std::string_view> partition = {};
  std::span<const std::string_view> sort = {};
  ProjectionType projection = ProjectionType::All;
  std::span<const std::string_view> include = {};  // attributes, used with ProjectionType::Include
  ShardInfo shards = {};
  VectorInfo vector = {};  // set with IndexScope::Vector

  constexpr bool is_vector() const { return scope == IndexScope::Vector; }
};

// A table with its indexes and entities.
struct TableInfo {
  std::string_view name;
  std::string_view partition;       // an attribute
  std::string_view sort;            // an attribute; empty if the table has no sort key
  std::string_view type_attribute;  // holds the entity's name; empty if items carry no tag
  std::span<const IndexInfo> indexes = {};
  std::span<const EntityInfo* const> entities = {};

  // Require: the position is not kNone.
  constexpr const IndexInfo& at(IndexPosition index) const { return indexes[index.number()]; }
  constexpr const EntityInfo& at(EntityPosition entity) const { return *entities[entity.number()]; }
  constexpr PositionsOf<IndexInfo> index_positions() const { return PositionsOf<IndexInfo>(indexes.size()); }
  constexpr IndexPosition index(std::string_view index_name) const {
    for (std::size_t i = 0; i < indexes.size(); ++i)
      if (indexes[i].name == index_name) return IndexPosition(i);
    return kNone;
  }
};

// ---- access patterns

enum class SortCondition : std::uint8_t {
  None,    // the whole item collection
  Equal,   // the whole sort key is known
  Prefix,  // the known segments, then at least one more
  Tree,    // the known segments, possibly followed by more: a parent and its children
  Range,   // the known segments, then a range of the next field
};

enum class PlanOperation : std::uint8_t { GetItem, Query, Search };

// The way in which an access pattern is served. It is never a scan: a pattern without a plan does not compile.
struct Plan {
  PlanOperation operation = PlanOperation::Query;
  IndexPosition index = kNone;  // kNone: the table
  SortCondition sort = SortCondition::None;
  std::uint8_t sort_parts = 0;  // the number of leading parts (of the template) or attributes (natural) that are known
  FieldPosition range_field = kNone;  // a field of the first entity; set with SortCondition::Range
  bool forward = true;
  bool consistent = false;
  // A field of the first entity. The range that a call gives spans several partitions, each of which holds a year,
  // month, day or hour. Without SortCondition::Range a filter drops the other items of the first and the last
  // partition.
  FieldPosition bucket_field = kNone;
};

// The treatment of a row that was read and cannot be used. Its item belongs to no entity, or to one that the pattern
// does not name. Or a required member is missing, or holds a value that its type does not have, such as an enumerator
// that a newer program wrote.
enum class Unreadable : std::uint8_t {
  Report,  // the answer lists the row beside the readable ones, and it counts for take
  Fail,    // the call fails
};

// The parts of a pattern's declaration that its plan does not show.
struct AskedInfo {
  std::string_view index = {};        // pt::using_index
  FieldPosition range_field = kNone;  // the member of the order
  bool tree = false;                  // a collection: the item of the key and those below it
  bool whole = false;                 // pt::whole_partition
  bool from_end = false;              // a collection with pt::newest_many
  bool with_expired = false;          // pt::with_expired
  // The members of the answer's struct, if it is not the entity's own: pt::as.
  std::span<const std::string_view> wanted = {};
};

// An access pattern with its plan on a table.
struct PatternInfo {
  std::string_view name;
  const TableInfo* table = nullptr;
  // The entities of the answer. The key of the first one makes the plan.
  std::span<const EntityInfo* const> entities = {};
  std::span<const FieldPosition> by = {};  // fields of the first entity that the caller gives
  Plan plan = {};
  Unreadable unreadable = Unreadable::Report;
  AskedInfo asked = {};
};

}  // namespace partita::model
