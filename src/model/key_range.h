// Which items an access pattern reads, as comparisons of key attributes: a plan with the caller's values put in.
//
// Composed sort keys are ranges of texts. For a known text T ("ORDER#7") the items of T and everything below it are
// T .. T$, both included, and the items whose first segment lies above T begin after T$: '$' follows '#', and no key
// ends in a bare '$' (key_text.h). So every bound of a field is exact also where further segments follow the field.
#pragma once

#include <partita/model/runtime.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/placeholders.h"

namespace partita::model {

struct KeyComparison {
  using Kind = SortRange::Kind;
  std::string_view attribute;  // of the description
  Kind kind = Kind::Equal;  // not None
  AttributeValue low;  // the only operand but for Between
  AttributeValue high = {};
};

// What one Query reads: the partition, then the sort key.
struct KeyRange {
  std::vector<KeyComparison> comparisons;
  // BETWEEN includes its ends. Where one does not belong, items that have it in the last comparison's attribute are to
  // be dropped by the reader.
  std::optional<AttributeValue> excluded = {};

  // The key condition; the placeholders get copies of the values.
  std::string render(Placeholders& placeholders) const;
};

// Where the entity stands: its primary key for kNone, or else its key in the index; nullptr where it has none there.
const EntityKey* find_key(const EntityInfo& entity, int index);

// Into which shards a partition attribute divides a read.
struct ShardReach {
  int count = 0;    // 0: it holds none, or the caller says which
  int was = 0;      // the earlier count; 0: there is none
  int of = kNone;   // the field that the shard follows from, if the read gives it; kNone: every shard is asked

  // How many queries the read becomes, at most.
  int queries() const { return count == 0 ? 1 : of == kNone ? std::max(count, was) : was > 0 ? 2 : 1; }
};
// `gives`: whether the read gives the attribute's value.
ShardReach shard_reach(const PatternInfo& pattern, const KeyAttribute& key,
                       const std::function<bool(std::string_view attribute)>& gives);

// One range, or one for each shard where the index is sharded and `values` do not say which one.
// Errors: ValidationException: a field is missing, a value cannot stand in the key, a range where the plan has none.
Result<std::vector<KeyRange>> key_ranges(const PatternInfo& pattern, const AttributeMap& values,
                                         const SortRange& range);

}  // namespace partita::model
