// The items that an access pattern reads, as comparisons of key attributes: a plan with the caller's values.
//
// Composed sort keys are ranges of texts. For a known text T ("ORDER#7") the items of T and everything below it are in
// T .. T$, both included. Items whose first segment is greater than T begin after T$, because '$' follows '#' and no
// key ends in a bare '$' (key_text.h). So every bound of a field is exact, even if further segments follow the field.
#pragma once

#include <partita/model/runtime/pattern_reads.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/conditions/placeholders.h"

namespace partita::model {

struct KeyComparison {
  using Kind = SortRange::Kind;
  std::string_view attribute;  // a view into the description
  Kind kind = Kind::Equal;     // not Kind::None
  AttributeValue low;          // the only operand, except for Between
  AttributeValue high = {};
};

// The items that one Query reads: the partition's comparisons, then those of the sort key.
struct KeyRange {
  std::vector<KeyComparison> comparisons;
  // BETWEEN includes both its ends. If one of them must be left out, the reader drops the items that have this value in
  // the attribute of the last comparison.
  std::optional<AttributeValue> excluded = {};

  // The key condition's text. The placeholders get copies of the values.
  std::string render(Placeholders& placeholders) const;
};

// The key that the entity has in the index, or its primary key for kNone. nullptr if the entity is not in the index.
const EntityKey* find_key(const EntityInfo& entity, IndexPosition index);

// The shards into which a partition attribute divides a read.
struct ShardReach {
  int count = 0;             // 0 if the attribute holds no shard or the caller gives it
  int was = 0;               // the earlier count, or 0 without one
  FieldPosition of = kNone;  // the field that gives the shard, if the read has its value; kNone asks every shard

  // The largest number of queries that the read becomes.
  int queries() const { return count == 0 ? 1 : of == kNone ? std::max(count, was) : was > 0 ? 2 : 1; }
};
// `gives` tells whether the read has a value for the attribute.
ShardReach shard_reach(const PatternInfo& pattern, const KeyAttribute& key,
                       const std::function<bool(std::string_view attribute)>& gives);

// One range, or one for each shard if the index is sharded and `values` do not give the shard.
// Errors: ValidationException if a field is missing, a value cannot be in the key, a range ends before it begins, the
// index leaves the items out, or a range is given for a plan without one.
Result<std::vector<KeyRange>> key_ranges(const PatternInfo& pattern, const AttributeMap& values,
                                         const SortRange& range);

}  // namespace partita::model
