#include "modelling/write/cloudformation_tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "modelling/write/names.h"
#include "modelling/write/request_tree.h"

namespace partita::modelling {
namespace {

// The Serverless Framework would replace "${...}" by the value of a variable, in its own file and in templates that it
// includes. CloudFormation joins "$" and "{...}" only after that.
void hide_variables(Tree& tree) {
  for (Tree& item : tree.items) hide_variables(item);
  for (auto& [name, value] : tree.members) hide_variables(value);
  if (tree.kind != Tree::Kind::Text || tree.text.find("${") == std::string::npos) return;
  Tree parts = tree_list();
  std::size_t begin = 0;
  for (std::size_t at = tree.text.find("${"); at != std::string::npos; at = tree.text.find("${", at + 1)) {
    parts.push(tree_text(std::string_view(tree.text).substr(begin, at + 1 - begin)));
    begin = at + 1;
  }
  parts.push(tree_text(std::string_view(tree.text).substr(begin)));
  Tree arguments = tree_list();
  arguments.push(tree_text(""));
  arguments.push(std::move(parts));
  tree = tree_map();
  tree.add("Fn::Join", std::move(arguments));
}

}  // namespace

Tree resource(std::string_view type, Tree properties) {
  Tree tree = tree_map();
  tree.add("Type", tree_text(type));
  tree.add("Properties", std::move(properties));
  return tree;
}

Tree table_resource(const TableDefinition& definition) {
  Tree properties = tree_of(definition.request);
  if (Tree* stream = properties.find("StreamSpecification"))
    std::erase_if(stream->members, [](const auto& member) { return member.first == "StreamEnabled"; });
  if (!definition.ttl_attribute.empty()) {
    Tree& expiry = properties.add("TimeToLiveSpecification", tree_map());
    expiry.add("AttributeName", tree_text(definition.ttl_attribute));
    expiry.add("Enabled", tree_flag(true));
  }
  if (definition.table->point_in_time_recovery)
    properties.add("PointInTimeRecoverySpecification", tree_map()).add("PointInTimeRecoveryEnabled", tree_flag(true));
  return resource("AWS::DynamoDB::Table", std::move(properties));
}

Result<Tree> resources_of(const Model& model, Tree (*make)(const TableDefinition& definition)) {
  PARTITA_TRY_VALUE(definitions, table_definitions(model));
  std::vector<std::string> names;
  for (const TableDefinition& definition : definitions) names.push_back(definition.table->name);
  const std::vector<std::string> ids =
      distinct_names(names, [](const std::string& name) { return camel_name(name, "Table"); });
  Tree resources = tree_map();
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    Tree made = make(definitions[i]);
    if (const std::string* text = text_with(made, "{{resolve:"))
      return invalid(fmt::format("table {}: CloudFormation would replace a part of the name '{}'; choose another name",
                                 names[i], *text));
    hide_variables(made);
    resources.add(ids[i], std::move(made));
  }
  return resources;
}

}  // namespace partita::modelling
