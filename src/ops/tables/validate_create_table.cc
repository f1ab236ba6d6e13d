#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/try.h"
#include "ops/prepare.h"
#include "ops/rules/key_schema_rules.h"
#include "ops/rules/names.h"
#include "ops/rules/new_table.h"
#include "ops/rules/table_constraints.h"
#include "ops/rules/tag_rules.h"
#include "ops/rules/throughput_rules.h"
#include "ops/rules/vector_index_rules.h"
#include "ops/rules/warm_throughput_rules.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

// A faulty table name is reported without the other constraints.
Result<void> check_new_table_name(const OptionalString& name) {
  if (!name) return invalid("The parameter 'TableName' is required but was not present in the request");
  Constraints constraints;
  constrain_resource_name(constraints, *name, "tableName");
  return constraints.finish();
}

Result<void> check_constraints(const CreateTableRequest& request) {
  Constraints constraints;
  constrain_billing_modes(constraints, request.billing_mode, request.table_throughput_mode);
  constrain_throughput(constraints, request.provisioned_throughput, "provisionedThroughput");
  constrain_key_schema(constraints, request.key_schema, "keySchema", limits::kTableKeySchemaElements);
  constraints.not_null(request.attribute_definitions, "attributeDefinitions");
  constrain_attribute_definitions(constraints, request.attribute_definitions);
  constrain_indexes(constraints, request.global_secondary_indexes, "globalSecondaryIndexes");
  constrain_indexes(constraints, request.local_secondary_indexes, "localSecondaryIndexes");
  constrain_indexes(constraints, request.vector_indexes, "vectorIndexes");
  constrain_stream(constraints, request.stream_specification);
  constrain_encryption(constraints, request.sse_specification);
  return constraints.finish();
}

bool is_provisioned(const CreateTableRequest& request) {
  const auto& mode = billing_mode_of(request);
  return !mode || *mode == BillingMode::Provisioned;
}

Result<void> check_billing(const CreateTableRequest& request) {
  if (!is_provisioned(request)) return check_no_throughput(request.provisioned_throughput);
  if (!request.provisioned_throughput)
    return invalid(
        "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be specified "
        "when BillingMode is PROVISIONED");
  return check_throughput_bounds(request.provisioned_throughput);
}

class IndexNames {
 public:
  Result<void> add(std::string_view name) {
    if (!names_.insert(name).second)
      return invalid(fmt::format("One or more parameter values were invalid: Duplicate index name: {}", name));
    return {};
  }

 private:
  std::unordered_set<std::string_view> names_;
};

Result<void> check_local_indexes(const CreateTableRequest& request, IndexNames& names) {
  if (!request.local_secondary_indexes) return {};
  const auto& indexes = *request.local_secondary_indexes;
  if (indexes.empty())
    return invalid("One or more parameter values were invalid: List of LocalSecondaryIndexes is empty");
  if (request.key_schema->size() != limits::kTableKeySchemaElements)
    return invalid(
        "One or more parameter values were invalid: Table KeySchema does not have a range key, which is required when "
        "specifying a LocalSecondaryIndex");
  for (const LocalSecondaryIndex& index : indexes) {
    PARTITA_TRY(check_local_index_keys(index, *request.key_schema, *request.attribute_definitions));
    PARTITA_TRY(check_projection(*index.projection));
    PARTITA_TRY(names.add(*index.index_name));
  }
  if (indexes.size() > limits::kLocalIndexes)
    return invalid(fmt::format(
        "One or more parameter values were invalid: Number of LocalSecondaryIndexes exceeds per-table limit of {}",
        limits::kLocalIndexes));
  return {};
}

Result<void> check_index_billing(const CreateTableRequest& request, const GlobalSecondaryIndex& index) {
  const bool provisioned = is_provisioned(request);
  if (!provisioned && index.provisioned_throughput) return throughput_of_index_on_demand(*index.index_name);
  if (provisioned && !index.provisioned_throughput)
    return invalid(
        fmt::format("One or more parameter values were invalid: ProvisionedThroughput is not specified for index: {}",
                    *index.index_name));
  PARTITA_TRY(check_throughput_bounds(index.provisioned_throughput));
  PARTITA_TRY(check_on_demand_throughput(index.on_demand_throughput, "index : " + *index.index_name, MayRemove::No));
  return check_new_warm_throughput(index.warm_throughput, "index " + *index.index_name, index.provisioned_throughput);
}

Result<void> check_global_indexes(const CreateTableRequest& request, IndexNames& names) {
  if (!request.global_secondary_indexes) return {};
  const auto& indexes = *request.global_secondary_indexes;
  if (indexes.empty())
    return invalid("One or more parameter values were invalid: List of GlobalSecondaryIndexes is empty");
  for (const GlobalSecondaryIndex& index : indexes) {
    PARTITA_TRY(check_global_index_keys(*index.key_schema, *request.attribute_definitions));
    PARTITA_TRY(check_projection(*index.projection));
    PARTITA_TRY(names.add(*index.index_name));
  }
  if (indexes.size() > limits::kGlobalIndexes)
    return invalid(fmt::format(
        "One or more parameter values were invalid: GlobalSecondaryIndex count exceeds the per-table limit of {}",
        limits::kGlobalIndexes));
  for (const GlobalSecondaryIndex& index : indexes) PARTITA_TRY(check_index_billing(request, index));
  return {};
}

Result<void> check_vector_indexes(const CreateTableRequest& request, IndexNames& names) {
  if (!request.vector_indexes) return {};
  const auto& indexes = *request.vector_indexes;
  if (indexes.empty()) return invalid("One or more parameter values were invalid: List of VectorIndexes is empty");
  if (is_provisioned(request)) return vector_index_needs_on_demand();
  for (const VectorIndex& index : indexes) {
    PARTITA_TRY(check_vector_index(index, *request.attribute_definitions));
    PARTITA_TRY(names.add(*index.index_name));
  }
  if (indexes.size() > limits::kVectorIndexes)
    return invalid(
        fmt::format("One or more parameter values were invalid: VectorIndex count exceeds the per-table limit of {}",
                    limits::kVectorIndexes));
  for (const VectorIndex& index : indexes) {
    const std::string& attribute = *index.vector_attribute->attribute_name;
    for (const VectorIndex& other : indexes)
      if (*other.vector_attribute->attribute_name == attribute && other.dimensions != index.dimensions)
        return conflicting_dimensions(attribute);
  }
  return {};
}

// An attribute counts once for each index that names it. The vector and the inline filters of a vector index count too.
Result<void> check_projected_count(const CreateTableRequest& request) {
  std::size_t count = 0;
  const auto add = [&count](const auto& indexes) {
    if (!indexes) return;
    for (const auto& index : *indexes)
      if (index.projection->non_key_attributes) count += index.projection->non_key_attributes->size();
  };
  add(request.local_secondary_indexes);
  add(request.global_secondary_indexes);
  add(request.vector_indexes);
  if (request.vector_indexes)
    for (const VectorIndex& index : *request.vector_indexes) {
      ++count;
      if (index.search_schema)
        count += static_cast<std::size_t>(std::ranges::count(
            *index.search_schema, SearchSchemaElementType::InlineFilter,
            [](const SearchSchemaElement& element) { return element.search_schema_element_type->value(); }));
    }
  if (count <= limits::kProjectedAttributes) return {};
  return invalid(
      fmt::format("One or more parameter values were invalid: Number of NonKeyAttributes over all indexes exceeds the "
                  "per-table limit of {}",
                  limits::kProjectedAttributes));
}

Result<void> check_definitions_used(const CreateTableRequest& request) {
  std::vector<std::string_view> used;
  const auto add = [&used](const std::vector<KeySchemaElement>& schema) {
    for (const KeySchemaElement& element : schema) used.push_back(*element.attribute_name);
  };
  add(*request.key_schema);
  if (request.local_secondary_indexes)
    for (const auto& index : *request.local_secondary_indexes) add(*index.key_schema);
  if (request.global_secondary_indexes)
    for (const auto& index : *request.global_secondary_indexes) add(*index.key_schema);
  if (request.vector_indexes)
    for (const VectorIndex& index : *request.vector_indexes)
      if (index.search_schema)
        for (const SearchSchemaElement& element : *index.search_schema) used.push_back(*element.attribute_name);
  const bool indexes = request.local_secondary_indexes || request.global_secondary_indexes || request.vector_indexes;
  return check_definitions_used(*request.attribute_definitions, used, indexes ? HasIndexes::Yes : HasIndexes::No);
}

Result<void> check_new_stream(const std::optional<StreamSpecification>& stream) {
  if (!stream) return {};
  if (*stream->stream_enabled && !stream->stream_view_type)
    return invalid(
        "One or more parameter values were invalid: Table is being created with a stream enabled, UpdateViewType is "
        "required");
  if (!*stream->stream_enabled && stream->stream_view_type)
    return invalid(
        "One or more parameter values were invalid: Table is being created with a stream disabled, UpdateViewType "
        "should not be specified");
  return {};
}

Result<void> check_settings(const CreateTableRequest& request) {
  PARTITA_TRY(check_table_class(request.table_class));
  const std::string_view ceiling = first_ceiling(request.on_demand_throughput);
  if (is_provisioned(request) && !ceiling.empty())
    return invalid(
        fmt::format("One or more parameter values were invalid: {} for OnDemandThroughput cannot be specified when "
                    "table BillingMode is PROVISIONED.",
                    ceiling));
  PARTITA_TRY(check_on_demand_throughput(request.on_demand_throughput, "table", MayRemove::No));
  PARTITA_TRY(check_new_warm_throughput(request.warm_throughput, "table", request.provisioned_throughput));
  PARTITA_TRY(check_encryption(request.sse_specification));
  if (request.tags) PARTITA_TRY(check_tags(*request.tags));
  return check_new_stream(request.stream_specification);
}

}  // namespace

Result<void> check_new_table(const CreateTableRequest& request) {
  PARTITA_TRY(check_billing(request));
  PARTITA_TRY(check_table_keys(*request.key_schema, *request.attribute_definitions));
  IndexNames names;
  PARTITA_TRY(check_local_indexes(request, names));
  PARTITA_TRY(check_global_indexes(request, names));
  PARTITA_TRY(check_vector_indexes(request, names));
  PARTITA_TRY(check_projected_count(request));
  PARTITA_TRY(check_definitions(*request.attribute_definitions));
  PARTITA_TRY(check_definitions_used(request));
  return check_settings(request);
}

Result<void> validate(const CreateTableRequest& request) {
  PARTITA_TRY(check_new_table_name(request.table_name));
  PARTITA_TRY(check_constraints(request));
  return check_new_table(request);
}

}  // namespace partita::ops
