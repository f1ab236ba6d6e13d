// Compares the rows of an index with the question. The key of an index says what the item was when a program that knows
// the index wrote it. A program without the index, such as an earlier version that still runs, leaves the key as it was
// when it changes a member. Such a row answers the question by its key and not by its members.
#pragma once

#include <absl/container/inlined_vector.h>
#include <partita/model/runtime/pattern_reads.h>

#include <optional>
#include <vector>

#include "model/codec/stored_attributes.h"

namespace partita::model {

// Rows that are read by the table's own key always match, because a write finds an item only by this key.
class RowMatch {
 public:
  // `pattern`, `values` and `range` must outlive it. They are those of ReadRequest.
  RowMatch(const PatternInfo& pattern, const AttributeMap& values, const SortRange& range);

  // False if a member of the row is known and is not the one that the question or the index's `when` asks for. Members
  // that are missing or of a wrong type are left to the reader of the row.
  // Requires: `entity` is the entity of `item`.
  bool holds(const EntityInfo& entity, const StoredAttributes& item) const;

  // The same as a filter of the database, or nullopt if no filter expresses it: a range in an order that only keys
  // have, or rows of several entities. Its paths are the members' attributes. It needs the defaults of the entity's
  // members.
  std::optional<Predicate> as_filter() const;

 private:
  // A field that has to be equal in the form that a part of the key has.
  struct Asked {
    const FieldInfo* field;
    const KeyPart* part;
    const AttributeValue* value;
    const AttributeValue* absent;  // the default, or nullptr
  };
  struct OfEntity {
    const EntityInfo* entity = nullptr;
    absl::InlinedVector<Asked, 3> equal = {};
    std::optional<Asked> ranged = {};
    std::optional<Asked> when = {};
  };

  OfEntity compile(const EntityInfo& entity) const;
  std::optional<Asked> asked(const EntityInfo& entity, FieldPosition field, const KeyPart* part,
                             const AttributeValue* value) const;
  bool is_in_range(const Asked& asked, const StoredValue& value) const;

  const PatternInfo& pattern_;
  const AttributeMap& values_;
  const SortRange& range_;
  absl::InlinedVector<OfEntity, 1> entities_;  // those with something to compare
};

}  // namespace partita::model
