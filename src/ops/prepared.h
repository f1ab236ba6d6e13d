// What the validators make of a request: everything about it that needs no table, checked and parsed.
// A Prepared object points into the request it was made from, which must outlive it.
#pragma once

#include "expr/condition.h"
#include "expr/key_condition.h"
#include "expr/projection.h"
#include "expr/update.h"

#include <partita/item_operations.h>
#include <partita/table_operations.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace partita::ops {

// A single write, alone or in a transaction. `table` is a table's name, taken from an ARN where one was given.
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
  std::optional<expr::Update> update;  // absent: only makes sure that the item exists
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
    std::string given;  // as the request names it
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
    const AttributeMap* put = nullptr;         // an item, or
    const AttributeMap* delete_key = nullptr;  // a key
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

// Query and Scan.
struct PreparedPage {
  std::string table;
  std::optional<std::string> index;
  std::optional<expr::KeyCondition> key_condition;  // Query
  bool legacy = false;                              // legacy parameters were used: some errors read differently
  std::optional<expr::Condition> filter;
  std::optional<expr::Projection> projection;
  std::optional<Select> select;  // as given
  std::optional<std::uint64_t> limit;
  bool consistent = false;
  bool forward = true;
  const AttributeMap* exclusive_start_key = nullptr;
  std::uint32_t segment = 0;
  std::uint32_t total_segments = 1;
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
