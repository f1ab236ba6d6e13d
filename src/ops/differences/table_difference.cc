#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/table_difference.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "ops/differences/difference_lines.h"
#include "ops/differences/setting_differences.h"

namespace partita {
namespace {

// The properties of an index that are compared, in a request or a description.
struct IndexShape {
  std::string kind;     // "local", "global" or "vector"
  std::string vectors;  // empty unless it is a vector index
  std::string keys;     // of a vector index the partition key and the inline filters
  std::string projection;
};
using IndexShapes = std::map<std::string, IndexShape>;

std::vector<std::string> names_of(const OptionalList<KeySchemaElement>& schema, KeyType type) {
  std::vector<std::string> names;
  if (!schema) return names;
  for (const KeySchemaElement& element : *schema)
    if (element.key_type && *element.key_type == type) names.push_back(element.attribute_name.value_or(""));
  return names;
}

// The text is, for example, "partition key pk, sort key sk".
std::string text_of(const OptionalList<KeySchemaElement>& schema) {
  const auto partition = names_of(schema, KeyType::Hash);
  const auto sort = names_of(schema, KeyType::Range);
  std::string text = fmt::format("partition key {}", fmt::join(partition, " + "));
  return text + (sort.empty() ? ", no sort key" : fmt::format(", sort key {}", fmt::join(sort, " + ")));
}

// The text is, for example, "INCLUDE (a, b)". The attributes are sorted by name.
std::string text_of(const std::optional<Projection>& projection) {
  if (!projection || !projection->projection_type) return "none";
  std::string text(projection->projection_type->text());
  if (!projection->non_key_attributes || projection->non_key_attributes->empty()) return text;
  std::vector<std::string> attributes = *projection->non_key_attributes;
  std::ranges::sort(attributes);
  return fmt::format("{} ({})", text, fmt::join(attributes, ", "));
}

// The text is, for example, "partition key tenant, inline filters kind + year". The filters are sorted by name.
std::string text_of(const OptionalList<SearchSchemaElement>& schema) {
  std::string partition = "no partition key";
  std::vector<std::string> filters;
  if (schema)
    for (const SearchSchemaElement& element : *schema) {
      std::string name = element.attribute_name.value_or("");
      if (element.search_schema_element_type == SearchSchemaElementType::Hash)
        partition = fmt::format("partition key {}", name);
      else
        filters.push_back(std::move(name));
    }
  std::ranges::sort(filters);
  return partition + (filters.empty() ? "" : fmt::format(", inline filters {}", fmt::join(filters, " + ")));
}

// The text is, for example, "COSINE of 3 dimensions of embedding".
template <class Index>
std::string text_of_vectors(const Index& index) {
  const std::string attribute = index.vector_attribute ? index.vector_attribute->attribute_name.value_or("") : "";
  return fmt::format("{} of {} dimensions of {}", index.distance_function ? index.distance_function->text() : "none",
                     index.dimensions.value_or(0), attribute);
}

template <class Index>
IndexShape shape_of(const Index& index, std::string_view kind) {
  IndexShape shape{.kind = std::string(kind), .vectors = {}, .keys = {}, .projection = text_of(index.projection)};
  if constexpr (requires { index.search_schema; }) {
    shape.vectors = text_of_vectors(index);
    shape.keys = text_of(index.search_schema);
  } else {
    shape.keys = text_of(index.key_schema);
  }
  return shape;
}

template <class Index>
bool is_going(const Index& index) {
  if constexpr (requires { index.index_status; })
    return index.index_status && *index.index_status == IndexStatus::Deleting;
  return false;
}

template <class Index>
void add_shapes(const OptionalList<Index>& indexes, std::string_view kind, IndexShapes& shapes) {
  if (!indexes) return;
  for (const Index& index : *indexes)
    if (!is_going(index)) shapes[index.index_name.value_or("")] = shape_of(index, kind);
}

template <class Table>
IndexShapes shapes_of(const Table& table) {
  IndexShapes shapes;
  add_shapes(table.local_secondary_indexes, "local", shapes);
  add_shapes(table.global_secondary_indexes, "global", shapes);
  add_shapes(table.vector_indexes, "vector", shapes);
  return shapes;
}

std::map<std::string, std::string> types_of(const OptionalList<AttributeDefinition>& definitions) {
  std::map<std::string, std::string> types;
  if (!definitions) return types;
  for (const AttributeDefinition& definition : *definitions)
    types[definition.attribute_name.value_or("")] =
        definition.attribute_type ? std::string(definition.attribute_type->text()) : "none";
  return types;
}

void compare_indexes(const IndexShapes& wanted, const IndexShapes& there, ops::DifferenceLines& lines) {
  for (const auto& [name, shape] : wanted) {
    const auto found = there.find(name);
    if (found == there.end()) {
      lines.add(fmt::format("index {}: the definition has it, the table does not", name));
      continue;
    }
    lines.compare(fmt::format("kind of index {}", name), shape.kind, found->second.kind);
    if (shape.kind == found->second.kind)
      lines.compare(fmt::format("vectors of index {}", name), shape.vectors, found->second.vectors);
    lines.compare(fmt::format("keys of index {}", name), shape.keys, found->second.keys);
    lines.compare(fmt::format("projection of index {}", name), shape.projection, found->second.projection);
  }
  for (const auto& [name, shape] : there)
    if (!wanted.contains(name)) lines.add(fmt::format("index {}: the table has it, the definition does not", name));
}

}  // namespace

std::vector<std::string> differences(const CreateTableRequest& wanted, const TableDescription& table) {
  ops::DifferenceLines found;
  found.compare("keys", text_of(wanted.key_schema), text_of(table.key_schema));
  const auto types_there = types_of(table.attribute_definitions);
  for (const auto& [name, type] : types_of(wanted.attribute_definitions))
    if (const auto there = types_there.find(name); there != types_there.end())
      found.compare(fmt::format("type of attribute {}", name), type, there->second);
  compare_indexes(shapes_of(wanted), shapes_of(table), found);
  ops::compare_settings(wanted, table, found);
  return found.take();
}

}  // namespace partita
