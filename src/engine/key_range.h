// From a key condition to the range of store keys that it means: one prefix scan.
#pragma once

#include "catalog/table_info.h"
#include "engine/start_key.h"
#include "expr/key_condition.h"

#include <partita/error.h>

#include <string>
#include <string_view>

namespace partita::engine {

struct KeyRange {
  std::string partition;  // prefix of all keys with the condition's partition key
  std::string lower;      // inclusive
  std::string upper;      // exclusive; at or below `lower` where nothing can match
  bool has_sort_condition = false;
};

// Checks the condition against the key schema of the index (nullptr: of the table): each partition attribute with "=",
// sort attributes from the left without a gap, one comparison other than "=" at most and that last.
// Errors: ValidationException.
Result<KeyRange> key_range(const catalog::TableInfo& table, const catalog::IndexInfo* index,
                           const expr::KeyCondition& condition);

// An ExclusiveStartKey lies where the condition reads. Errors: ValidationException.
Result<void> check_inside(const KeyRange& range, const StartKey& start);

}  // namespace partita::engine
