// The facts of a table that an export or an import of its items needs.
#pragma once

#include <partita/database.h>

#include <optional>
#include <string>
#include <vector>

#include "transfer/formats/record_reader.h"

namespace partita::transfer {

struct TableFacts {
  struct KeyAttribute {
    std::string name;
    ScalarAttributeType type = ScalarAttributeType::S;
  };

  std::string name = {};
  std::string arn = {};
  std::string id = {};
  std::vector<KeyAttribute> key = {};  // of the table: the partition key, then the sort key if there is one
  DeclaredTypes types = {};            // of all keys, also those of indexes
  std::uint64_t item_count = 0;        // as DescribeTable says, which may be hours old
};

// Errors: those of DescribeTable.
Result<TableFacts> describe(Database& database, const std::string& table);

// The facts of a table that does not exist yet.
TableFacts facts_of(const CreateTableRequest& request);

// Whether the table can hold the item: its size of at most 400 KB, its key, and the types of attributes that are keys
// of indexes. Returns the fault, or nullopt. A database may refuse further items. Requires: each value can be stored,
// as in a Record.
std::optional<std::string> fault_of_item(const TableFacts& table, const AttributeMap& item);
// The same for the key of an item, which has no other attributes.
std::optional<std::string> fault_of_key(const TableFacts& table, const AttributeMap& key);

// Bytes that are equal for items with the same key, and only for those. Requires: the item has no fault.
std::string key_bytes(const TableFacts& table, const AttributeMap& item);

}  // namespace partita::transfer
