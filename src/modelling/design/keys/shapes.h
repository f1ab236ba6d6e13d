// The forms that keys may take: how an entity's identity is divided into the primary key, and the keys of indexes that
// can serve a read. A design chooses one primary form for each entity, and any number of index keys.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// The primary key: together the two lists are the entity's identity.
struct PrimaryForm {
  std::vector<std::string> partition = {};  // empty: a literal, so that all items are in one partition
  std::vector<std::string> sort = {};
  // The entities whose children the items are, from the outermost one. The sort key begins with theirs:
  // ORDER#{order}#LINE#{line}. Empty: it begins with a literal of its own.
  SubjectPositions under = {};
  // The literal of the sort key sorts before those of the entities that lack this mark, so that a page from the end
  // begins with their items.
  bool before = false;
  // The field of `partition` is the partition key itself, without a literal. All entities of a table agree on this, and
  // on the attribute and its type.
  bool natural_partition = false;
  // The entity is alone in its table, so the sort key has no literal: it is the field itself, or the fields in one
  // text, or the table has no sort key.
  bool plain_sort = false;
  // The templates, if the table exists already, so that they must fit its other entities. Empty: they are made of the
  // fields.
  std::string partition_text = {};
  std::string sort_text = {};

  auto operator<=>(const PrimaryForm&) const = default;
};

// A key of a global index. The attributes are those of fields, except for a text that is composed.
struct IndexForm {
  std::vector<std::string> partition = {};  // empty: the type tag, the bucket, or a literal
  std::vector<std::string> sort = {};
  std::string bucket = {};      // "day", "hour", "month": of the first field of `sort`, which is a time; or empty
  int shards = 1;               // over which each partition is spread, by the last field of the identity
  std::vector<When> when = {};  // at most one: only these items are in the index
  // The partition key is one text of the fields, in an attribute of its own: because another entity of the table has
  // all the fields and would be in the index too, or stores a value of another type in the attribute of one of them,
  // because only some items are in the index, or because the tag is that of all entities of the table.
  bool composed = false;
  // The sort key is one text too, in which children follow their parent, or precede it if `from_end`.
  bool nested = false;
  bool from_end = false;
  // A local index: the partition key is that of the table, so consistent reads find it.
  bool local = false;

  // Whether the partition key is the same for all items.
  bool is_constant() const { return partition.empty() && bucket.empty(); }
  // Whether the partition key is the type tag.
  bool is_tag() const { return is_constant() && shards == 1 && !composed; }
};
bool operator==(const IndexForm& a, const IndexForm& b);

// In words: "customerId, then createdAt".
std::string text_of(const PrimaryForm& form);
std::string text_of(const IndexForm& form);
// The text by which needs of shards are counted: index keys with the same text need the same number of shards.
std::string shard_need_of(const Questions& questions, SubjectPosition subject, const IndexForm& form);

struct IndexProjection {
  ProjectionType type = ProjectionType::All;
  std::vector<std::string> fields = {};  // of Include, in the entity's order

  auto operator<=>(const IndexProjection&) const = default;
};

struct IndexChoice {
  SubjectPositions subjects = {};  // one, or those that a read of several entities finds in the index
  IndexForm form = {};
  IndexProjection projection = {};
  // Choices of one table with the same number share an index, each with texts of its own in the index's key. -1: the
  // index is the choice's own.
  int slot = -1;
  bool can_share = true;  // false: the key is never one text, because a write would not know all of its fields
  // An index of the existing model, which the items of a new entity enter with texts of their own, and its table.
  // Empty: a new index.
  std::string existing = {};
  std::string existing_table = {};
};

struct ChosenIndex;  // an index of a choice
using ChosenIndexPosition = Position<ChosenIndex>;

// How a read of a design is served.
struct Serving {
  enum class By : std::uint8_t {
    AnyKey,   // the first key that serves it
    AnIndex,  // the first of the choice's indexes that may serve it, if any
    PrimaryKey,
    ThisIndex,
  };
  By by = By::AnyKey;
  ChosenIndexPosition index = {};  // of ThisIndex

  bool operator==(const Serving&) const = default;
};
constexpr Serving kByAnIndex{Serving::By::AnIndex};
constexpr Serving kByAnyKey{Serving::By::AnyKey};
constexpr Serving kByPrimaryKey{Serving::By::PrimaryKey};

// One way to answer all questions, or some of them.
struct Choice {
  ListBy<Subject, PrimaryForm> primary = {};
  ListBy<ChosenIndex, IndexChoice> indexes = {};
  ListBy<Pattern, Serving> serving = {};  // empty: kByAnyKey for all
  // Patterns that must be served by an index of the existing model, with its name.
  std::map<PatternPosition, std::string> by_existing = {};
  // Additions that are there already for a price, so that two keys that need the same one are not both charged for it:
  // subjects whose table has a type tag, and fields that are stored although the file says that keys alone hold them.
  SubjectPositions tagged = {};
  std::vector<std::pair<SubjectPosition, std::string>> stored = {};
};

}  // namespace partita::modelling::design
