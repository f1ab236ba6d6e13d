// ExclusiveStartKey: from its attributes to the store key where a page goes on.
#pragma once

#include "catalog/table_info.h"

#include <partita/error.h>

#include <string>
#include <string_view>

namespace partita::engine {

struct StartKey {
  std::string key;                  // in the store
  std::size_t partition_bytes = 0;  // of its front: up to the partition key's end
  std::string_view partition() const { return std::string_view(key).substr(0, partition_bytes); }
  std::string_view rest() const { return std::string_view(key).substr(partition_bytes); }
};

// Query and Scan refuse the same faults in other words.
enum class StartOf : std::uint8_t { Query, Scan };

// The attributes are those of the table's and the index's keys (nullptr: of the table alone), with their types.
// Errors: ValidationException.
Result<StartKey> start_key(const catalog::TableInfo& table, const catalog::IndexInfo* index, const AttributeMap& values,
                           StartOf operation);

}  // namespace partita::engine
