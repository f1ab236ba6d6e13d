// Describes a table of a template in one line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "table.h"

namespace partita::tools {
namespace {

std::string_view type_of(const CreateTableRequest& request, const std::string& attribute) {
  if (request.attribute_definitions)
    for (const AttributeDefinition& definition : *request.attribute_definitions)
      if (definition.attribute_name == attribute) return definition.attribute_type->text();
  return "?";
}

template <class Index>
std::string names_of(const OptionalList<Index>& indexes, std::string_view kind) {
  if (!indexes || indexes->empty()) return {};
  std::vector<std::string> names;
  for (const Index& index : *indexes) names.push_back(*index.index_name);
  return fmt::format("; {} {}", kind, fmt::join(names, ", "));
}

}  // namespace

std::string describe(const templates::TemplateTable& table) {
  const CreateTableRequest& request = table.request;
  std::vector<std::string> keys;
  for (const KeySchemaElement& key : *request.key_schema)
    keys.push_back(fmt::format("{} ({})", *key.attribute_name, type_of(request, *key.attribute_name)));
  return fmt::format("{}: {}{}{}{}{}{}", *request.table_name, fmt::join(keys, ", "),
                     names_of(request.local_secondary_indexes, "local indexes"),
                     names_of(request.global_secondary_indexes, "global indexes"),
                     names_of(request.vector_indexes, "vector indexes"),
                     table.time_to_live ? "; TTL " + *table.time_to_live->attribute_name : "",
                     table.recovery ? "; point-in-time recovery" : "");
}

}  // namespace partita::tools
