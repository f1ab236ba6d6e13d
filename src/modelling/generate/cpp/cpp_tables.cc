#include <fmt/format.h>
#include <fmt/ranges.h>

#include "modelling/generate/cpp/cpp_limits.h"
#include "modelling/generate/cpp/cpp_parts.h"

namespace partita::modelling {
namespace {

std::string listed(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : names) out.push_back(cpp_literal(name));
  return fmt::format("{}", fmt::join(out, ", "));
}

std::string projection_option(const Index& index) {
  if (index.projection == ProjectionType::KeysOnly) return ", pt::keys_only";
  if (index.projection == ProjectionType::Include) return fmt::format(", pt::include<{}>", listed(index.include));
  return {};
}

std::string distance_name(VectorDistanceFunction distance) {
  switch (distance) {
    case VectorDistanceFunction::Euclidean:
      return "pt::euclidean";
    case VectorDistanceFunction::DotProduct:
      return "pt::dot_product";
    default:
      return "pt::cosine";
  }
}

std::string vector_index_option(const Index& index) {
  std::string out =
      fmt::format("pt::vector_index<{}, {}, {}, {}", cpp_literal(index.name), cpp_literal(index.vector->attribute),
                  index.vector->dimensions, distance_name(index.vector->distance));
  if (!index.partition.empty()) out += fmt::format(", pt::partition_key<{}>", listed(index.partition));
  if (!index.vector->inline_filters.empty())
    out += fmt::format(", pt::inline_filters<{}>", listed(index.vector->inline_filters));
  return out + projection_option(index) + ">";
}

std::string index_of_members_option(const Index& index) {
  std::string out =
      fmt::format("pt::attr_index<{}, pt::partition_key<{}>", cpp_literal(index.name), listed(index.partition));
  if (!index.sort.empty()) out += fmt::format(", pt::sort_key<{}>", listed(index.sort));
  if (index.shards) {
    out += fmt::format(", pt::sharded<{}, {}, {}", index.shards->count, cpp_literal(index.shards->of),
                       cpp_literal(index.shards->attribute));
    out += index.shards->was > 0 ? fmt::format(", pt::was<{}>>", index.shards->was) : ">";
  }
  if (index.when)
    out += fmt::format(", pt::when<{}, {}>", cpp_literal(index.when->field), cpp_literal(index.when->equals));
  return out + projection_option(index) + ">";
}

std::string index_option(const Index& index) {
  if (index.vector) return vector_index_option(index);
  if (is_index_of_members(index)) return index_of_members_option(index);
  const bool local = index.scope == model::IndexScope::Local;
  std::string out = fmt::format("{}<{}", local ? "pt::lsi" : "pt::gsi", cpp_literal(index.name));
  if (!local) out += ", " + listed(index.partition);
  if (!index.sort.empty()) out += ", " + listed(index.sort);
  // Without a sort key the options come behind an empty one.
  const std::string projection = projection_option(index);
  if (index.sort.empty() && !projection.empty()) out += ", \"\"";
  return out + projection + ">";
}

}  // namespace

std::string cpp_table(const Table& table, const CppTypes& types) {
  std::vector<std::string> arguments = {cpp_literal(table.name)};
  arguments.push_back(table.sort_key.empty() ? fmt::format("pt::primary<{}>", cpp_literal(table.partition_key))
                                             : fmt::format("pt::primary<{}, {}>", cpp_literal(table.partition_key),
                                                           cpp_literal(table.sort_key)));
  for (const Index& index : table.indexes) arguments.push_back(index_option(index));
  if (table.type_attribute.empty())
    arguments.push_back("pt::no_type_tag");
  else if (table.type_attribute != "type")
    arguments.push_back(fmt::format("pt::type_tag<{}>", cpp_literal(table.type_attribute)));
  std::vector<std::string> entities;
  for (const Entity& entity : table.entities) entities.push_back(types.of(table, entity.name).declaration);
  arguments.push_back(fmt::format("pt::holds<{}>", fmt::join(entities, ", ")));
  return cpp_arguments(fmt::format("struct {} : pt::table<", types.tables.at(table.name)), arguments, "> {};\n", 4);
}

}  // namespace partita::modelling
