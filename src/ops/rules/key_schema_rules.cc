#include "ops/rules/key_schema_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_set>

#include "base/try.h"
#include "ops/rules/repeated.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

using Schema = std::vector<KeySchemaElement>;
using Names = std::vector<std::string_view>;

template <class Elements>
Names names_of(const Elements& elements) {
  Names names;
  for (const auto& element : elements) names.push_back(*element.attribute_name);
  return names;
}

bool is_hash(const KeySchemaElement& element) { return *element.key_type == KeyType::Hash; }

Result<void> check_defined(const Schema& schema, const Definitions& definitions) {
  const Names keys = names_of(schema), defined = names_of(definitions);
  const std::unordered_set<std::string_view> known(defined.begin(), defined.end());
  if (std::ranges::all_of(keys, [&](std::string_view key) { return known.contains(key); })) return {};
  return invalid(
      fmt::format("One or more parameter values were invalid: Some index key attributes are not defined in "
                  "AttributeDefinitions. Keys: [{}], AttributeDefinitions: [{}]",
                  fmt::join(keys, ", "), fmt::join(defined, ", ")));
}

Result<void> check_first_is_hash(const Schema& schema) {
  if (is_hash(schema.front())) return {};
  return invalid("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
}

// Allows one HASH element and at most one RANGE element, in this order.
Result<void> check_simple_schema(const Schema& schema) {
  if (schema.size() == 2 && schema[0].attribute_name == schema[1].attribute_name)
    return invalid("Both the Hash Key and the Range Key element in the KeySchema have the same name");
  PARTITA_TRY(check_first_is_hash(schema));
  if (schema.size() == 2 && is_hash(schema[1]))
    return invalid("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  return {};
}

Result<void> check_names_differ(const Schema& schema) {
  Names names = names_of(schema);
  std::ranges::sort(names);
  if (std::ranges::adjacent_find(names) == names.end()) return {};
  if (schema.size() == 2)
    return invalid("Both the Hash Key and the Range Key element in the KeySchema have the same name");
  return invalid("The KeySchema contains multiple key attributes with the same name");
}

}  // namespace

Result<void> check_table_keys(const Schema& schema, const Definitions& definitions) {
  // The elements are counted before their names are compared, so a schema that repeats an attribute is reported as one
  // with a missing definition.
  if (schema.size() > definitions.size())
    return invalid("Invalid KeySchema: Some index key attribute have no definition");
  PARTITA_TRY(check_defined(schema, definitions));
  return check_simple_schema(schema);
}

Result<void> check_local_index_keys(const LocalSecondaryIndex& index, const Schema& table,
                                    const Definitions& definitions) {
  const Schema& schema = *index.key_schema;
  PARTITA_TRY(check_defined(schema, definitions));
  PARTITA_TRY(check_simple_schema(schema));
  if (schema.size() != 2)
    return invalid(
        fmt::format("One or more parameter values were invalid: Index KeySchema does not have a range key for index: "
                    "{}",
                    *index.index_name));
  if (schema[0].attribute_name != table[0].attribute_name)
    return invalid(
        fmt::format("One or more parameter values were invalid: Index KeySchema does not have the same leading hash "
                    "key as table KeySchema for index: {}. index hash key: {}, table hash key: {}",
                    *index.index_name, *schema[0].attribute_name, *table[0].attribute_name));
  return {};
}

Result<void> check_global_index_keys(const Schema& schema, const Definitions& definitions) {
  PARTITA_TRY(check_defined(schema, definitions));
  PARTITA_TRY(check_names_differ(schema));
  PARTITA_TRY(check_first_is_hash(schema));
  if (!std::ranges::is_partitioned(schema, is_hash))
    return invalid(
        "One or more parameter values were invalid: All HASH key attributes must precede RANGE key attributes in the "
        "KeySchema");
  const auto hashes = static_cast<std::size_t>(std::ranges::count_if(schema, is_hash));
  const bool many_hashes = hashes > limits::kIndexPartitionKeyAttributes;
  if (many_hashes || schema.size() - hashes > limits::kIndexSortKeyAttributes)
    return invalid(
        fmt::format("One or more parameter values were invalid: The KeySchema exceeds the maximum allowed number of {} "
                    "key attributes",
                    many_hashes ? "HASH" : "RANGE"));
  return {};
}

Result<void> check_projection(const Projection& projection) {
  if (!projection.projection_type)
    return invalid("One or more parameter values were invalid: Unknown ProjectionType: null");
  const bool include = *projection.projection_type == ProjectionType::Include;
  if (include != projection.non_key_attributes.has_value())
    return invalid(fmt::format(
        "One or more parameter values were invalid: ProjectionType is {}, but NonKeyAttributes is {}specified",
        projection.projection_type->text(), include ? "not " : ""));
  if (!include) return {};
  const auto& names = *projection.non_key_attributes;
  if (const auto name = first_repeated(names); name != names.end())
    return invalid(
        fmt::format("One or more parameter values were invalid: Duplicate element in NonKeyAttributes: {}", *name));
  return {};
}

Result<void> check_definitions(const Definitions& definitions) {
  const Names names = names_of(definitions);
  if (const auto name = first_repeated(names); name != names.end())
    return invalid(fmt::format("Attribute Name is duplicated: {}", *name));
  return {};
}

Result<void> check_definitions_used(const Definitions& definitions, std::span<const std::string_view> used,
                                    HasIndexes has_indexes) {
  Names keys;
  std::unordered_set<std::string_view> seen;
  for (std::string_view name : used)
    if (seen.insert(name).second) keys.push_back(name);
  if (keys.size() == definitions.size()) return {};
  if (has_indexes == HasIndexes::No)
    return invalid(
        "One or more parameter values were invalid: Number of attributes in KeySchema does not exactly match number of "
        "attributes defined in AttributeDefinitions");
  return invalid(
      fmt::format("One or more parameter values were invalid: Some AttributeDefinitions are not used. "
                  "AttributeDefinitions: [{}], keys used: [{}]",
                  fmt::join(names_of(definitions), ", "), fmt::join(keys, ", ")));
}

}  // namespace partita::ops
