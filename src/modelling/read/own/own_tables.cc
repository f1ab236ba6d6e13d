#include <fmt/format.h>

#include <algorithm>

#include "modelling/core/kind_names.h"
#include "modelling/read/own/own_format.h"
#include "value/limits.h"

namespace partita::modelling::own {
namespace {

// An enumerator of the service's by its text on the wire.
template <class E>
Result<E> read_enumerator(const Node& node, std::string_view name) {
  PARTITA_TRY_VALUE(text, as_text(node, name));
  const OpenEnum<E> read = OpenEnum<E>::from_text(text);
  if (read.known()) return read.value();
  const auto texts = texts_of(E{});
  const std::vector<std::string_view> known(texts.begin(), texts.end());
  PARTITA_TRY(check_known(node.place, name, text, known));
  return read.value();
}

Result<std::optional<ProvisionedThroughput>> read_throughput(const Node& map) {
  const Node* node = present(map, "throughput");
  if (!node) return std::optional<ProvisionedThroughput>();
  PARTITA_TRY(check_members(*node, "throughput", {"read", "write"}));
  PARTITA_TRY_VALUE(read_node, needed(*node, "throughput", "read"));
  PARTITA_TRY_VALUE(write_node, needed(*node, "throughput", "write"));
  PARTITA_TRY_VALUE(read, as_integer(*read_node, "read"));
  PARTITA_TRY_VALUE(write, as_integer(*write_node, "write"));
  return std::optional<ProvisionedThroughput>(ProvisionedThroughput{read, write});
}

Result<void> read_vector(const Node& node, Index& index) {
  PARTITA_TRY(check_members(node, "vector", {"attribute", "dimensions", "distance", "inline_filters"}));
  Vector out;
  PARTITA_TRY_VALUE(attribute, needed_text(node, "vector", "attribute"));
  out.attribute = std::move(attribute);
  PARTITA_TRY_VALUE(dimensions_node, needed(node, "vector", "dimensions"));
  PARTITA_TRY_VALUE(dimensions, as_integer(*dimensions_node, "dimensions"));
  if (dimensions < 1 || dimensions > limits::kDimensions)
    return fault(node.place, fmt::format("a vector has 1 to {} dimensions", limits::kDimensions));
  out.dimensions = static_cast<int>(dimensions);
  if (const Node* distance = present(node, "distance")) {
    PARTITA_TRY_VALUE(function, read_enumerator<VectorDistanceFunction>(*distance, "distance"));
    out.distance = function;
  }
  PARTITA_TRY_VALUE(filters, names_or_none(node, "inline_filters"));
  out.inline_filters = std::move(filters);
  index.vector = std::move(out);
  return {};
}

Result<void> read_shards(const Node& node, Index& index) {
  PARTITA_TRY(check_members(node, "shards", {"count", "of", "attribute", "was"}));
  Shards out;
  PARTITA_TRY_VALUE(count_node, needed(node, "shards", "count"));
  PARTITA_TRY_VALUE(count, as_integer(*count_node, "count"));
  std::int64_t was = 0;
  if (const Node* was_node = present(node, "was")) {
    PARTITA_TRY_VALUE(number, as_integer(*was_node, "was"));
    was = number;
  }
  if (count < 2 || count > 99 || was < 0 || was == 1 || was > 99)
    return fault(node.place, "an index has 2 to 99 shards");
  out.count = static_cast<int>(count);
  out.was = static_cast<int>(was);
  PARTITA_TRY_VALUE(of, needed_text(node, "shards", "of"));
  out.of = std::move(of);
  PARTITA_TRY_VALUE(attribute, needed_text(node, "shards", "attribute"));
  out.attribute = std::move(attribute);
  index.shards = std::move(out);
  return {};
}

// A key attribute: its name, or {name, type}.
Result<std::string> read_key_attribute(const Node& node, std::string_view what, Table& table) {
  if (!node.is_map()) return as_text(node, what);
  PARTITA_TRY(check_members(node, what, {"name", "type"}));
  PARTITA_TRY_VALUE(name, needed_text(node, what, "name"));
  if (const Node* type = present(node, "type")) {
    PARTITA_TRY_VALUE(scalar, read_enumerator<ScalarAttributeType>(*type, "type"));
    table.attribute_types.insert_or_assign(name, scalar);
  }
  return name;
}

Result<void> read_attribute_types(const Node& node, Table& table) {
  const Node* types = present(node, "attribute_types");
  if (!types) return {};
  PARTITA_TRY(check_is_map(*types, "attribute_types"));
  for (const Member& member : types->members) {
    PARTITA_TRY_VALUE(type, read_enumerator<ScalarAttributeType>(member.value, member.name));
    table.attribute_types.insert_or_assign(member.name, type);
  }
  return {};
}

Result<void> read_tags(const Node& node, Table& table) {
  PARTITA_TRY_VALUE(list, list_or_empty(node, "tags"));
  for (const Node& element : list) {
    PARTITA_TRY(check_members(element, "a tag", {"key", "value"}));
    PARTITA_TRY_VALUE(key, needed_text(element, "a tag", "key"));
    PARTITA_TRY_VALUE(value, text_or_empty(element, "value"));
    table.tags.push_back({std::move(key), std::move(value)});
  }
  return {};
}

Result<void> read_settings(const Node& node, Table& table) {
  if (const Node* billing = present(node, "billing")) {
    constexpr std::string_view kModes[] = {"on_demand", "provisioned"};
    PARTITA_TRY_VALUE(mode, as_text(*billing, "billing"));
    PARTITA_TRY(check_known(billing->place, "billing", mode, kModes));
    table.billing = mode == kModes[0] ? BillingMode::PayPerRequest : BillingMode::Provisioned;
  }
  PARTITA_TRY_VALUE(throughput, read_throughput(node));
  table.throughput = throughput;
  if (const Node* stream = present(node, "stream")) {
    PARTITA_TRY_VALUE(view, read_enumerator<StreamViewType>(*stream, "stream"));
    table.stream = view;
  }
  if (const Node* table_class = present(node, "table_class")) {
    PARTITA_TRY_VALUE(value, read_enumerator<TableClass>(*table_class, "table_class"));
    table.infrequent_access = value == TableClass::StandardInfrequentAccess;
  }
  PARTITA_TRY_VALUE(recovery, flag_or_false(node, "point_in_time_recovery"));
  table.point_in_time_recovery = recovery;
  PARTITA_TRY_VALUE(protection, flag_or_false(node, "deletion_protection"));
  table.deletion_protection = protection;
  PARTITA_TRY_VALUE(ttl, text_or_empty(node, "ttl_attribute"));
  table.ttl_attribute = std::move(ttl);
  return read_tags(node, table);
}

}  // namespace

Result<Index> read_index(const Node& node) {
  PARTITA_TRY(check_members(
      node, "an index",
      {"name", "scope", "partition", "sort", "projection", "include", "vector", "shards", "when", "throughput"}));
  Index out{.place = node.place};
  PARTITA_TRY_VALUE(name, needed_text(node, "an index", "name"));
  out.name = std::move(name);
  if (const Node* scope = present(node, "scope")) {
    PARTITA_TRY_VALUE(text, as_text(*scope, "scope"));
    PARTITA_TRY(check_known(scope->place, "scope", text, index_scope_names()));
    out.scope = *index_scope_of(text);
  }
  if (out.scope != model::IndexScope::Local) {
    PARTITA_TRY_VALUE(partition, names_or_none(node, "partition"));
    out.partition = std::move(partition);
  }
  PARTITA_TRY_VALUE(sort, names_or_none(node, "sort"));
  out.sort = std::move(sort);
  if (const Node* projection = present(node, "projection")) {
    PARTITA_TRY_VALUE(type, read_enumerator<ProjectionType>(*projection, "projection"));
    out.projection = type;
  }
  PARTITA_TRY_VALUE(include, names_or_none(node, "include"));
  out.include = std::move(include);
  if (!present(node, "projection") && !out.include.empty()) out.projection = ProjectionType::Include;
  if (const Node* vector = present(node, "vector")) PARTITA_TRY(read_vector(*vector, out));
  if (const Node* shards = present(node, "shards")) PARTITA_TRY(read_shards(*shards, out));
  PARTITA_TRY_VALUE(when, read_when(node));
  out.when = std::move(when);
  PARTITA_TRY_VALUE(throughput, read_throughput(node));
  out.throughput = throughput;
  if (out.scope == model::IndexScope::Vector && !out.vector)
    return fault(node.place, fmt::format("the vector index {} has no member vector", out.name));
  if (out.scope == model::IndexScope::Global && out.partition.empty())
    return fault(node.place, fmt::format("the index {} has no partition key: give it the member partition", out.name));
  if (out.scope == model::IndexScope::Local && out.sort.empty())
    return fault(node.place, fmt::format("the local index {} has no sort key: give it the member sort", out.name));
  return out;
}

namespace {

Result<void> read_parts(const Node& node, Table& out) {
  Faults faults;
  PARTITA_TRY_VALUE(name, needed_text(node, "a table", "name"));
  out.name = std::move(name);
  PARTITA_TRY_VALUE(partition_node, needed(node, fmt::format("the table {}", out.name), "partition_key"));
  PARTITA_TRY_VALUE(partition, read_key_attribute(*partition_node, "partition_key", out));
  out.partition_key = std::move(partition);
  if (const Node* sort = present(node, "sort_key")) {
    PARTITA_TRY_VALUE(attribute, read_key_attribute(*sort, "sort_key", out));
    out.sort_key = std::move(attribute);
  }
  // A table with entities carries their tag, unless the file says null.
  const Node* type = node.find("type_attribute");
  if (type && !type->is_null()) {
    PARTITA_TRY_VALUE(text, as_text(*type, "type_attribute"));
    out.type_attribute = std::move(text);
  } else if (!type) {
    out.type_attribute = "type";
  }
  faults.accept(read_attribute_types(node, out));
  faults.accept(read_settings(node, out));
  PARTITA_TRY_VALUE(indexes, list_or_empty(node, "indexes"));
  for (const Node& element : indexes) {
    auto index = read_index(element);
    if (faults.accept(index)) out.indexes.push_back(std::move(*index));
  }
  PARTITA_TRY_VALUE(entities, list_or_empty(node, "entities"));
  for (const Node& element : entities) {
    auto entity = read_entity(element, out);
    if (faults.accept(entity)) out.entities.push_back(std::move(*entity));
  }
  if (!type && out.entities.empty()) out.type_attribute.clear();
  PARTITA_TRY_VALUE(samples, list_or_empty(node, "samples"));
  for (const Node& sample : samples) {
    auto item = read_whole_sample(sample);
    if (faults.accept(item)) out.samples.push_back(std::move(*item));
  }
  return faults.result();
}

}  // namespace

Result<Table> read_table(const Node& node) {
  const auto members =
      check_members(node, "a table",
                    {"name", "partition_key", "sort_key", "type_attribute", "attribute_types", "indexes", "entities",
                     "billing", "throughput", "stream", "table_class", "point_in_time_recovery", "deletion_protection",
                     "ttl_attribute", "tags", "samples"});
  Table out{.place = node.place};
  Faults faults;
  faults.accept_parts(node, members, node.is_map() ? read_parts(node, out) : Result<void>());
  PARTITA_TRY(faults.result());
  return out;
}

}  // namespace partita::modelling::own
