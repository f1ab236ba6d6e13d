// Terraform's .tf files, and its JSON: `terraform show -json`, of a state or of a plan.
#include <fmt/format.h>

#include "modelling/read/hcl_scope.h"
#include "modelling/read/reader.h"
#include "modelling/read/terraform_table.h"

namespace partita::modelling {
namespace terraform {
namespace {

bool recognizes_terraform(const Source& source) {
  if (source.path.ends_with(".tf")) return true;
  return source.text.find("resource \"aws_dynamodb_table") != source.text.npos && !source.text.starts_with("{");
}

bool recognizes_terraform_json(const Source& source) {
  return source.tree && (source.tree->find("terraform_version") || source.tree->find("format_version")) &&
         (source.tree->find("values") || source.tree->find("planned_values"));
}

// jsonencode({...}) of an item is read as the object.
const hcl::Expression& without_jsonencode(const hcl::Expression& value) {
  const bool encodes =
      value.kind == hcl::Expression::Kind::Call && value.text == "jsonencode" && value.parts.size() == 1;
  return encodes ? value.parts.front() : value;
}

Result<Model> read_terraform(const Source& source) {
  PARTITA_TRY_VALUE(file, hcl::read_hcl(source.text, source.path));
  hcl::Scope scope(file, source.options);
  Resources resources;
  for (hcl::Section& section : file.sections) {
    if (section.type == "module")
      resources.note(section.place,
                     fmt::format("the module {} is not read; the output of 'terraform show -json' has its "
                                 "tables",
                                 section.labels.empty() ? "" : section.labels.front()));
    if (section.type != "resource" || section.labels.size() != 2) continue;
    const std::string& type = section.labels[0];
    if (!type.starts_with("aws_dynamodb_")) continue;
    for (const std::string_view name : {"for_each", "count"})
      if (const hcl::Attribute* repeats = section.attribute(name))
        return fault(repeats->place,
                     fmt::format("{} of a resource is not read; read the output of 'terraform show -json' "
                                 "instead",
                                 name));
    for (hcl::Attribute& attribute : section.attributes)
      if (attribute.name == "item") attribute.value = hcl::Expression(without_jsonencode(attribute.value));
    PARTITA_TRY_VALUE(values, scope.evaluate(section, kWantedArguments));
    if (const hcl::Attribute* tags = section.attribute("tags")) {
      if (auto value = scope.evaluate(tags->value))
        values.members.push_back({"tags", std::move(*value), tags->place});
      else
        resources.note(tags->place, "the tags are not known here, and are left out");
    }
    for (const hcl::Section& inside : section.sections)
      if (inside.type == "replica") resources.note(inside.place, "replicas are not kept");
    PARTITA_TRY(resources.add(type, section.labels[1], values));
  }
  return resources.finish(file.place);
}

// A module of Terraform's JSON, with the modules inside of it.
Result<void> add_module(const Node& module, Resources& resources) {
  PARTITA_TRY_VALUE(list, list_or_empty(module, "resources"));
  for (const Node& resource : list) {
    PARTITA_TRY(check_is_map(resource, "a resource"));
    PARTITA_TRY_VALUE(mode, text_or_empty(resource, "mode"));
    if (mode == "data") continue;
    PARTITA_TRY_VALUE(type, needed_text(resource, "a resource", "type"));
    PARTITA_TRY_VALUE(name, text_or_empty(resource, "name"));
    if (const Node* values = present(resource, "values")) PARTITA_TRY(resources.add(type, name, *values));
  }
  PARTITA_TRY_VALUE(children, list_or_empty(module, "child_modules"));
  for (const Node& child : children) PARTITA_TRY(add_module(child, resources));
  return {};
}

Result<Model> read_terraform_json(const Source& source) {
  if (!source.tree) return invalid(fmt::format("{}: this is not JSON", source.path));
  const Node* values = present(*source.tree, "planned_values");
  if (!values) values = present(*source.tree, "values");
  if (!values) return fault(source.tree->place, "the file needs 'values' or 'planned_values'");
  Resources resources;
  if (const Node* root = present(*values, "root_module")) PARTITA_TRY(add_module(*root, resources));
  return resources.finish(source.tree->place);
}

}  // namespace
}  // namespace terraform

extern const Reader k_terraform;
const Reader k_terraform{"terraform", "Terraform's .tf files (tables, and entities if there are items)",
                         terraform::recognizes_terraform, terraform::read_terraform};
extern const Reader k_terraform_json;
const Reader k_terraform_json{"terraform-json", "the output of terraform show -json, of a state or a plan",
                              terraform::recognizes_terraform_json, terraform::read_terraform_json};

}  // namespace partita::modelling
