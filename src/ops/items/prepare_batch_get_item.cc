#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string_view>

#include "base/try.h"
#include "expr/legacy.h"
#include "ops/prepare.h"
#include "ops/rules/expression_rules.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/legacy_rules.h"
#include "ops/rules/names.h"
#include "ops/rules/render.h"
#include "ops/rules/request_echo.h"
#include "ops/rules/single_write.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

using Tables = NamedList<KeysAndAttributes>;

constexpr Layer kBatchGet = kLayer<BatchGetItemRequest>;

// Checks the number of keys. The service writes the place with capitals, without a value.
void constrain_keys(Constraints& constraints, const std::string& table, std::size_t keys) {
  if (keys > 0 && keys <= limits::kBatchGetKeys) return;
  constraints.add_text(fmt::format(
      "Value at 'RequestItems.{}.member.Keys' failed to satisfy constraint: Member must have length {}",
      shortened(table),
      keys == 0 ? "greater than or equal to 1" : fmt::format("less than or equal to {}", limits::kBatchGetKeys)));
}

void constrain_tables(Constraints& constraints, const Tables& tables, const RequestPlace& place) {
  if (tables.empty())
    constraints.add_text(
        "Value at 'RequestItems' failed to satisfy constraint: Member must have length greater than or equal to 1");
  if (!std::ranges::all_of(tables, [](const auto& table) { return can_name_table(table.first); }))
    constraints.add(echo(tables), place, kTableNameRule);
}

Result<void> check_constraints(const BatchGetItemRequest& request) {
  Constraints constraints;
  const RequestPlace place("requestItems");
  if (request.request_items) constrain_tables(constraints, *request.request_items, place);
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  if (!constraints.not_null(request.request_items, place)) return constraints.finish();
  for (const auto& [name, table] : *request.request_items) {
    if (can_name_table(name)) constrain_table_name(constraints, name);
    const RequestPlace at = RequestPlace::entry(place, name);
    if (constraints.not_null(table.keys, RequestPlace(at, "keys")))
      constrain_keys(constraints, name, table.keys->size());
    constrain_attributes_to_get(constraints, table.attributes_to_get, RequestPlace(at, "attributesToGet"));
  }
  return constraints.finish();
}

// The service also refuses expressions for one table together with AttributesToGet for another.
Result<void> check_one_style(const Tables& tables) {
  bool projection = false, attributes_to_get = false;
  for (const auto& [name, table] : tables) {
    projection |= table.projection_expression.has_value();
    attributes_to_get |= table.attributes_to_get.has_value();
  }
  if (!projection || !attributes_to_get) return {};
  return invalid(
      "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: "
      "{AttributesToGet} Expression parameters: {ProjectionExpression}");
}

// Equal for keys of a table that are written alike, in whatever order their attributes are.
std::size_t hash_of_written(std::string_view table, const AttributeMap& key) {
  const std::hash<std::string_view> hash;
  std::size_t out = hash(table);
  for (const Attribute& attribute : key) {
    const AttributeValue& value = attribute.value;
    const std::string_view text = value.is(AttributeType::S)   ? std::string_view(value.s())
                                  : value.is(AttributeType::N) ? std::string_view(value.n())
                                  : value.is(AttributeType::B) ? std::string_view(value.b())
                                                               : std::string_view();
    out += (hash(attribute.name) ^ (hash(text) << 1)) * 0x9e3779b97f4a7c15;
  }
  return out;
}

// Two keys are duplicates if they are written alike. So 1 and 1.0 are different keys here, as they are for the service.
// Requires: the tables have at most limits::kBatchGetKeys keys.
Result<void> check_distinct(const PreparedBatchGet& prepared) {
  struct WrittenKey {
    std::size_t hash = 0;
    std::string_view table = {};
    const AttributeMap* key = nullptr;
  };
  std::array<WrittenKey, limits::kBatchGetKeys> keys;
  std::size_t count = 0;
  for (const PreparedBatchGet::Table& table : prepared.tables)
    for (const AttributeMap* key : table.keys) keys[count++] = {hash_of_written(table.table, *key), table.table, key};
  const std::span<WrittenKey> all(keys.data(), count);
  std::ranges::sort(all, {}, &WrittenKey::hash);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count && all[j].hash == all[i].hash; ++j)
      if (all[i].table == all[j].table && *all[i].key == *all[j].key)
        return invalid("Provided list of item keys contains duplicates");
  return {};
}

Result<PreparedBatchGet::Table> prepare_table(const std::string& name, const KeysAndAttributes& request) {
  ExpressionParameters expressions;
  expressions.layer = kBatchGet;
  expressions.projection = &request.projection_expression;
  expressions.names = &request.expression_attribute_names;
  PARTITA_TRY(check_parameters(expressions, {}));
  PARTITA_TRY(check_attributes_to_get(request.attributes_to_get));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));
  PreparedBatchGet::Table table;
  for (const AttributeMap& key : *request.keys) {
    PARTITA_TRY(check_values(key, kBatchGet));
    table.keys.push_back(&key);
  }
  table.given = name;
  table.table = table_name_of(name);
  table.projection = std::move(parsed.projection);
  if (request.attributes_to_get) table.projection = expr::projection_of(*request.attributes_to_get);
  table.consistent = request.consistent_read.value_or(false);
  return table;
}

}  // namespace

Result<PreparedBatchGet> prepare(const BatchGetItemRequest& request) {
  PARTITA_TRY(check_constraints(request));
  PARTITA_TRY(check_one_style(*request.request_items));
  PreparedBatchGet prepared;
  std::size_t keys = 0;
  for (const auto& [name, table] : *request.request_items) {
    PARTITA_TRY_VALUE(prepared_table, prepare_table(name, table));
    keys += prepared_table.keys.size();
    prepared.tables.push_back(std::move(prepared_table));
  }
  if (keys > limits::kBatchGetKeys) return invalid("Too many items requested for the BatchGetItem call");
  PARTITA_TRY(check_distinct(prepared));
  prepared.capacity = value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  return prepared;
}

}  // namespace partita::ops
