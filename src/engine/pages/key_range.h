// Turns a key condition into the range of store keys that match it, which is one scan of a prefix.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "catalog/table_info.h"
#include "engine/pages/start_key.h"
#include "expr/key_condition.h"

namespace partita::engine {

struct KeyRange {
  std::string partition;  // the prefix of all keys with the condition's partition key
  std::string lower;      // inclusive
  std::string upper;      // exclusive; at or below `lower` if no key can match
  bool has_sort_condition = false;
};

// The parameter of a Query that a condition comes from. The texts of some faults depend on it.
enum class Conditions : std::uint8_t { Expression, Legacy };

// Checks the condition against the key schema of the index, or of the table if `index` is nullptr. Each partition
// attribute must be compared with "=". Sort attributes must be used from the left without a gap. At most one comparison
// may differ from "=", and it must be the last. Errors: ValidationException.
Result<KeyRange> key_range(const catalog::TableInfo& table, const catalog::IndexInfo* index,
                           const expr::KeyCondition& condition, Conditions from = Conditions::Expression);

// Checks that an ExclusiveStartKey lies in the condition's range. Errors: ValidationException.
Result<void> check_inside(const KeyRange& range, const StartKey& start);

}  // namespace partita::engine
