// Turns the attributes of an ExclusiveStartKey into the store key after which a page goes on.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

#include "catalog/table_info.h"
#include "ops/rules/item_rules.h"

namespace partita::engine {

struct StartKey {
  std::string key;                  // the key in the store
  std::size_t partition_bytes = 0;  // the length of its front part, which ends with the partition key
  // The front part of `key` and the part after it. Both point into `key`.
  std::string_view partition() const { return std::string_view(key).substr(0, partition_bytes); }
  std::string_view rest() const { return std::string_view(key).substr(partition_bytes); }
};

// Makes the store key in the index, or in the table if `index` is nullptr. `values` must hold exactly the key
// attributes of the table and of the index, with their types. Errors: ValidationException, which Scan words in another
// way if a value has a wrong type.
Result<StartKey> start_key(const catalog::TableInfo& table, const catalog::IndexInfo* index, const AttributeMap& values,
                           ops::StartOf operation);

}  // namespace partita::engine
