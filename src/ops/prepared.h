// The results of the validators: the checked and parsed part of a request that needs no table. A Prepared object points
// into its request, which must outlive it.
#pragma once

#include <partita/item_operations.h>
#include <partita/table_operations.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "expr/condition.h"
#include "expr/key_condition.h"
#include "expr/projection.h"
#include "expr/update.h"

namespace partita::ops {

// A single write, by itself or in a transaction. `table` is a table's name, even if the request gives an ARN.
struct PreparedPut {
  std::string table;
  const AttributeMap* item = nullptr;
  std::optional<expr::Condition> condition;
  bool old_on_condition_failure = false;
  ReturnValue return_values = ReturnValue::None;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
  bool collection_metrics = false;
};
struct PreparedDelete {
  std::string table;
  const AttributeMap* key = nullptr;
  std::optional<expr::Condition> condition;
  bool old_on_condition_failure = false;
  ReturnValue return_values = ReturnValue::None;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
  bool collection_metrics = false;
};
struct PreparedUpdate {
  std::string table;
  const AttributeMap* key = nullptr;
  std::optional<expr::Update> update;  // absent if the update only makes sure that the item exists
  std::optional<expr::Condition> condition;
  bool old_on_condition_failure = false;
  ReturnValue return_values = ReturnValue::None;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
  bool collection_metrics = false;
};
struct PreparedConditionCheck {
  std::string table;
  const AttributeMap* key = nullptr;
  std::optional<expr::Condition> condition;
  bool old_on_condition_failure = false;
};

struct PreparedGet {
  std::string table;
  const AttributeMap* key = nullptr;
  std::optional<expr::Projection> projection;
  bool consistent = false;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
};

struct PreparedBatchGet {
  struct Table {
    std::string given;  // the name in the request, which may be an ARN
    std::string table;
    std::vector<const AttributeMap*> keys;
    std::optional<expr::Projection> projection;
    bool consistent = false;
  };
  std::vector<Table> tables;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
};

struct PreparedBatchWrite {
  struct Write {
    const AttributeMap* put = nullptr;         // the item of a put
    const AttributeMap* delete_key = nullptr;  // the key of a delete
  };
  struct Table {
    std::string given;
    std::string table;
    std::vector<Write> writes;
  };
  std::vector<Table> tables;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
  bool collection_metrics = false;
};

// The page that Query or Scan asks for.
struct PreparedPage {
  std::string table;
  std::optional<std::string> index;
  std::optional<expr::KeyCondition> key_condition;  // only for Query
  // the request has legacy parameters, for which some errors have other texts
  bool legacy = false;
  std::optional<expr::Condition> filter;
  std::optional<expr::Projection> projection;
  std::optional<Select> select;  // as in the request
  std::optional<std::uint64_t> limit;
  bool consistent = false;
  bool forward = true;
  const AttributeMap* exclusive_start_key = nullptr;
  std::uint32_t segment = 0;
  std::uint32_t total_segments = 1;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
};

// The part of a table of which HashItems has one page.
struct PreparedHashes {
  PreparedPage page;
  std::string_view key;
  std::size_t part_count = 1;
  std::vector<bool> listed;  // by the number of the part; empty if the hashes are summed up
};

// The changes of an item, of those within a span of time that is given in milliseconds since 1970.
struct PreparedChanges {
  const AttributeMap* key = nullptr;
  std::optional<std::int64_t> from_ms;   // inclusive
  std::optional<std::int64_t> below_ms;  // exclusive
  bool forward = false;
};
struct PreparedChangedItems {
  std::string table;
  PreparedChanges changes;  // without a key
  std::optional<std::uint64_t> limit;
};
struct PreparedVersions {
  std::string table;
  PreparedChanges changes;
  std::optional<expr::Projection> projection;
  std::optional<std::uint64_t> limit;
};
// The change with which an item came to match the condition.
struct PreparedMatch {
  PreparedChanges changes;
  std::optional<expr::Condition> condition;  // always there
};

struct PreparedSearch {
  std::string table;
  std::string index;
  std::vector<float> vector;  // finite numbers
  std::size_t top_k = 0;
  std::vector<expr::KeyComparison> conditions;  // with KeyOperator::Eq, each attribute once
  bool has_condition = false;
  std::optional<expr::Projection> projection;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
};

struct PreparedTransactWrite {
  using Member = std::variant<PreparedConditionCheck, PreparedPut, PreparedDelete, PreparedUpdate>;
  std::vector<Member> members;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
  bool collection_metrics = false;
  std::optional<std::string> client_request_token;
};

struct PreparedTransactGet {
  std::vector<PreparedGet> members;
  ReturnConsumedCapacity capacity = ReturnConsumedCapacity::None;
};

}  // namespace partita::ops
