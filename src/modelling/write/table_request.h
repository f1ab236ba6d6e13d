// The tables of a model as the service's requests define them. All formats for infrastructure begin with these.
#pragma once

#include <partita/table_operations.h>

#include <optional>
#include <string>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

// The type of a key attribute: that of the file, or else that of the field whose own value the attribute holds in the
// keys of an entity, or else S. An attribute that is not a key has the type of the field that it stores.
ScalarAttributeType attribute_type(const Table& table, std::string_view attribute);

// The attribute by which items expire, or empty. Errors: entities of the table name different ones.
Result<std::string> ttl_attribute(const Table& table);

// With definitions of exactly the key attributes, and all settings of the table that CreateTable takes. A provisioned
// table whose units are not known has pay per request. The request is not checked.
CreateTableRequest create_table_request(const Table& table);

// The keys and indexes alone, for the table `name`, with pay per request. `info` describes `table` (core/proof.h).
CreateTableRequest keys_request(const Table& table, const model::TableInfo& info, std::string name);

struct TableDefinition {
  const Table* table = nullptr;
  CreateTableRequest request = {};
  std::string ttl_attribute = {};  // or empty
};
// All tables. Errors: "table NAME: ..." if the service would refuse a request, or as ttl_attribute.
// They refer to the model.
Result<std::vector<TableDefinition>> table_definitions(const Model& model);
Result<std::vector<TableDefinition>> table_definitions(Model&&) = delete;

}  // namespace partita::modelling
