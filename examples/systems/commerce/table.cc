#include "commerce/table.h"

#include "commerce/keys.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace commerce {
namespace {

using namespace partita;

constexpr auto kPollInterval = std::chrono::milliseconds(20);
constexpr auto kPatience = std::chrono::minutes(2);

std::vector<KeySchemaElement> key_schema(const char* partition_key, const char* sort_key) {
  return {{.attribute_name = partition_key, .key_type = KeyType::Hash},
          {.attribute_name = sort_key, .key_type = KeyType::Range}};
}

GlobalSecondaryIndex index(std::string_view name, const char* partition_key, const char* sort_key) {
  return {.index_name = std::string(name),
          .key_schema = key_schema(partition_key, sort_key),
          .projection = Projection{.projection_type = ProjectionType::All}};
}

// Empty where `table` has the keys and indexes of `wanted`, else what differs.
std::string difference(const TableDescription& table, const CreateTableRequest& wanted) {
  if (table.key_schema != wanted.key_schema) return "other keys";
  for (const GlobalSecondaryIndex& index : *wanted.global_secondary_indexes) {
    const auto indexes = table.global_secondary_indexes.value_or(std::vector<GlobalSecondaryIndexDescription>{});
    const auto found = std::find_if(indexes.begin(), indexes.end(),
                                    [&](const auto& candidate) { return candidate.index_name == index.index_name; });
    if (found == indexes.end()) return "no index " + *index.index_name;
    if (found->key_schema != index.key_schema) return "other keys in index " + *index.index_name;
    if (found->projection && found->projection->projection_type != index.projection->projection_type)
      return "another projection in index " + *index.index_name;
  }
  return {};
}

bool is_active(const TableDescription& table) {
  const auto indexes = table.global_secondary_indexes.value_or(std::vector<GlobalSecondaryIndexDescription>{});
  return table.table_status == TableStatus::Active && std::all_of(indexes.begin(), indexes.end(), [](const auto& index) {
           return !index.index_status || index.index_status == IndexStatus::Active;
         });
}

}  // namespace

CreateTableRequest table_definition(const std::string& table_name) {
  CreateTableRequest table{.table_name = table_name, .key_schema = key_schema("PK", "SK")};
  table.billing_mode = BillingMode::PayPerRequest;
  table.attribute_definitions.emplace();
  for (const char* name : {"PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK", "GSI3PK", "GSI3SK"})
    table.attribute_definitions->push_back({.attribute_name = name, .attribute_type = ScalarAttributeType::S});
  table.global_secondary_indexes = {index(kCustomerOrdersIndex, "GSI1PK", "GSI1SK"),
                                    index(kStatusOrdersIndex, "GSI2PK", "GSI2SK"),
                                    index(kCustomerStatusOrdersIndex, "GSI3PK", "GSI3SK")};
  return table;
}

Result<void> create_table_if_missing(Database& database, const std::string& table_name) {
  const CreateTableRequest wanted = table_definition(table_name);
  const auto created = database.create_table(wanted);
  if (!created && created.error().code != ErrorCode::ResourceInUseException) return tl::unexpected(created.error());

  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    const auto described = database.describe_table({.table_name = table_name});
    if (!described) return tl::unexpected(described.error());
    if (const std::string differs = difference(described->table, wanted); !differs.empty())
      return fail(ErrorCode::ResourceInUseException, "there is a table " + table_name + " already, with " + differs);
    if (is_active(described->table)) return {};
    if (std::chrono::steady_clock::now() > deadline)
      return fail(ErrorCode::ServiceUnavailable, "table " + table_name + " does not become ACTIVE");
    std::this_thread::sleep_for(kPollInterval);
  }
}

}  // namespace commerce
