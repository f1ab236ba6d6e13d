#include "modelling/read/tables/described_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/read/tree.h"
#include "ops/prepare.h"

namespace partita::modelling {
namespace {

template <class E>
E known_or(const std::optional<OpenEnum<E>>& given, E otherwise) {
  return given && given->known() ? given->value() : otherwise;
}

void take_keys(const OptionalList<KeySchemaElement>& schema, std::vector<std::string>& partition,
               std::vector<std::string>& sort) {
  if (!schema) return;
  for (const KeySchemaElement& element : *schema)
    (element.key_type == KeyType::Range ? sort : partition).push_back(element.attribute_name.value_or(""));
}

void take_projection(const std::optional<Projection>& projection, Index& index) {
  if (!projection) return;
  index.projection = known_or(projection->projection_type, ProjectionType::All);
  if (projection->non_key_attributes && index.projection == ProjectionType::Include)
    index.include = *projection->non_key_attributes;
}

Index index_of(const LocalSecondaryIndex& local, const Place& place) {
  Index index{.name = local.index_name.value_or(""), .scope = model::IndexScope::Local, .place = place};
  std::vector<std::string> partition;
  take_keys(local.key_schema, partition, index.sort);
  take_projection(local.projection, index);
  return index;
}

Index index_of(const GlobalSecondaryIndex& global, const Place& place) {
  Index index{.name = global.index_name.value_or(""), .place = place};
  take_keys(global.key_schema, index.partition, index.sort);
  take_projection(global.projection, index);
  index.throughput = global.provisioned_throughput;
  return index;
}

Index index_of(const VectorIndex& searched, const Place& place) {
  Index index{.name = searched.index_name.value_or(""), .scope = model::IndexScope::Vector, .place = place};
  Vector vector;
  if (searched.vector_attribute) vector.attribute = searched.vector_attribute->attribute_name.value_or("");
  vector.dimensions = static_cast<int>(std::clamp<std::int64_t>(searched.dimensions.value_or(0), 0, 1'000'000));
  vector.distance = known_or(searched.distance_function, VectorDistanceFunction::Cosine);
  if (searched.search_schema)
    for (const SearchSchemaElement& element : *searched.search_schema) {
      const std::string name = element.attribute_name.value_or("");
      if (element.search_schema_element_type == SearchSchemaElementType::Hash)
        index.partition.push_back(name);
      else
        vector.inline_filters.push_back(name);
    }
  take_projection(searched.projection, index);
  index.vector = std::move(vector);
  return index;
}

template <class Indexes>
void add_indexes(const Indexes& indexes, Table& table) {
  if (!indexes) return;
  for (const auto& one : *indexes) table.indexes.push_back(index_of(one, table.place));
}

std::optional<ProvisionedThroughput> throughput_of(const std::optional<ProvisionedThroughputDescription>& described) {
  if (!described || described->read_capacity_units.value_or(0) == 0) return std::nullopt;
  return ProvisionedThroughput{described->read_capacity_units, described->write_capacity_units};
}

// A Table has no member for these.
void note_dropped(const CreateTableRequest& request, const Table& table, std::vector<std::string>& notes) {
  const auto note = [&](bool is_given, std::string_view what, const std::string& of) {
    if (is_given) notes.push_back(located(table.place, fmt::format("the {} of {} not kept", what, of)));
  };
  note(request.on_demand_throughput.has_value(), "on-demand ceilings", table.name + " are");
  note(request.warm_throughput.has_value(), "warm throughput", table.name + " is");
  note(request.resource_policy.has_value(), "resource policy", table.name + " is");
  note(request.sse_specification.has_value(), "encryption settings", table.name + " are");
  if (!request.global_secondary_indexes) return;
  for (const GlobalSecondaryIndex& one : *request.global_secondary_indexes) {
    const std::string name = fmt::format("{}/{}", table.name, one.index_name.value_or(""));
    note(one.on_demand_throughput.has_value(), "on-demand ceilings", name + " are");
    note(one.warm_throughput.has_value(), "warm throughput", name + " is");
  }
}

}  // namespace

CreateTableRequest request_of(const TableDescription& table) {
  CreateTableRequest request{.table_name = table.table_name,
                             .attribute_definitions = table.attribute_definitions,
                             .key_schema = table.key_schema,
                             .provisioned_throughput = throughput_of(table.provisioned_throughput),
                             .on_demand_throughput = table.on_demand_throughput,
                             .stream_specification = table.stream_specification,
                             .deletion_protection_enabled = table.deletion_protection_enabled};
  request.billing_mode = table.billing_mode_summary && table.billing_mode_summary->billing_mode
                             ? *table.billing_mode_summary->billing_mode
                             : OpenEnum<BillingMode>(BillingMode::Provisioned);
  if (table.sse_description)
    request.sse_specification = SSESpecification{.enabled = true, .sse_type = {}, .kms_master_key_id = {}};
  if (table.table_class_summary) request.table_class = table.table_class_summary->table_class;
  if (table.local_secondary_indexes)
    for (const LocalSecondaryIndexDescription& one : *table.local_secondary_indexes) {
      if (!request.local_secondary_indexes) request.local_secondary_indexes.emplace();
      request.local_secondary_indexes->push_back(
          {.index_name = one.index_name, .key_schema = one.key_schema, .projection = one.projection});
    }
  if (table.global_secondary_indexes)
    for (const GlobalSecondaryIndexDescription& one : *table.global_secondary_indexes) {
      if (!request.global_secondary_indexes) request.global_secondary_indexes.emplace();
      request.global_secondary_indexes->push_back({.index_name = one.index_name,
                                                   .key_schema = one.key_schema,
                                                   .projection = one.projection,
                                                   .provisioned_throughput = throughput_of(one.provisioned_throughput),
                                                   .on_demand_throughput = one.on_demand_throughput});
    }
  if (table.vector_indexes)
    for (const VectorIndexDescription& one : *table.vector_indexes) {
      if (!request.vector_indexes) request.vector_indexes.emplace();
      request.vector_indexes->push_back({.index_name = one.index_name,
                                         .vector_attribute = one.vector_attribute,
                                         .search_schema = one.search_schema,
                                         .projection = one.projection,
                                         .dimensions = one.dimensions,
                                         .distance_function = one.distance_function});
    }
  return request;
}

Table table_of(const CreateTableRequest& request, const Place& place, std::vector<std::string>& notes) {
  Table table{.name = request.table_name.value_or(""), .place = place};
  std::vector<std::string> partition, sort;
  take_keys(request.key_schema, partition, sort);
  if (!partition.empty()) table.partition_key = partition.front();
  if (!sort.empty()) table.sort_key = sort.front();
  if (request.attribute_definitions)
    for (const AttributeDefinition& one : *request.attribute_definitions)
      if (one.attribute_name && one.attribute_type && one.attribute_type->known())
        table.attribute_types[*one.attribute_name] = one.attribute_type->value();
  add_indexes(request.local_secondary_indexes, table);
  add_indexes(request.global_secondary_indexes, table);
  add_indexes(request.vector_indexes, table);
  const auto& mode = request.billing_mode ? request.billing_mode : request.table_throughput_mode;
  table.billing = known_or(mode, BillingMode::Provisioned);
  if (table.billing == BillingMode::Provisioned) table.throughput = request.provisioned_throughput;
  if (table.billing != BillingMode::Provisioned)
    for (Index& index : table.indexes) index.throughput.reset();
  if (request.stream_specification && request.stream_specification->stream_enabled.value_or(false))
    table.stream = known_or(request.stream_specification->stream_view_type, StreamViewType::NewAndOldImages);
  table.deletion_protection = request.deletion_protection_enabled.value_or(false);
  table.infrequent_access = request.table_class == TableClass::StandardInfrequentAccess;
  if (request.tags) table.tags = *request.tags;
  note_dropped(request, table, notes);
  return table;
}

std::string refusal_of(CreateTableRequest request, RequestIs request_is) {
  request.table_name = "table";
  if (request_is == RequestIs::Partial) {
    const bool is_provisioned = known_or(request.billing_mode, BillingMode::Provisioned) == BillingMode::Provisioned;
    const auto complete = [&](std::optional<ProvisionedThroughput>& units) {
      if (!is_provisioned)
        units.reset();
      else if (!units)
        units = ProvisionedThroughput{.read_capacity_units = 1, .write_capacity_units = 1};
    };
    complete(request.provisioned_throughput);
    if (request.global_secondary_indexes)
      for (GlobalSecondaryIndex& index : *request.global_secondary_indexes) complete(index.provisioned_throughput);
  }
  const auto checked = ops::validate(request);
  return checked ? std::string() : checked.error().message;
}

}  // namespace partita::modelling
