// Terraform's .tf and .tf.json files, alone or as the directory of a module, and the output of `terraform show -json`,
// of a state or of a plan.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "modelling/read/reader.h"
#include "modelling/read/terraform/terraform_files.h"
#include "modelling/read/terraform/terraform_module.h"
#include "modelling/read/terraform/terraform_table.h"

namespace partita::modelling {
namespace terraform {
namespace {

bool recognizes_terraform(const Source& source) {
  if (source.is_directory || is_terraform_name(source.path)) return true;
  return source.text.find("resource \"aws_dynamodb_table") != source.text.npos && !source.text.starts_with("{");
}

bool recognizes_terraform_json(const Source& source) {
  return source.tree && (source.tree->find("terraform_version") || source.tree->find("format_version")) &&
         (source.tree->find("values") || source.tree->find("planned_values"));
}

// The sections of a module's files. Those of the file or directory that is read come first.
struct Module {
  hcl::Section all = {};
  std::size_t own = 0;  // the number of sections that are read, and not only referred to
};

void append(hcl::Section file, hcl::Section& module) {
  std::ranges::move(file.sections, std::back_inserter(module.sections));
  std::ranges::move(file.attributes, std::back_inserter(module.attributes));
}

// A file that is only referred to may be unreadable.
Result<Module> read_files(const Source& source, Resources& resources) {
  // A directory has no lines.
  const Place place{std::make_shared<const std::string>(source.path), source.is_directory ? 0 : 1};
  Module module{.all = {.place = place}};
  if (!source.is_directory) {
    PARTITA_TRY_VALUE(file, read_file(source.path, source.text));
    append(std::move(file), module.all);
    module.own = module.all.sections.size();
  }
  for (const SourceFile& beside : source.beside) {
    if (is_override_name(beside.path)) {
      resources.note(module.all.place,
                     fmt::format("{} overrides parts of other files and is not read; the output of 'terraform show "
                                 "-json' has its values",
                                 beside.path));
      continue;
    }
    auto file = read_file(beside.path, beside.text);
    if (file)
      append(std::move(*file), module.all);
    else if (source.is_directory)
      resources.leave_out(module.all.place, fmt::format("the file {}", beside.path), file.error());
    else
      resources.note(module.all.place,
                     fmt::format("what the file refers to is not taken from {}", file.error().message));
  }
  if (source.is_directory) module.own = module.all.sections.size();
  return module;
}

Result<Model> read_terraform(const Source& source) {
  Resources resources;
  PARTITA_TRY_VALUE(module, read_files(source, resources));
  const std::string directory =
      source.is_directory ? source.path : std::filesystem::path(source.path).parent_path().string();
  ReadModules read_modules;
  add_module({.sections = &module.all, .own = module.own, .directory = directory, .read_modules = &read_modules},
             source.options, resources);
  return resources.finish(module.all.place);
}

// A module of Terraform's JSON, with the modules inside of it.
Result<void> add_planned(const Node& module, Resources& resources) {
  PARTITA_TRY_VALUE(list, list_or_empty(module, "resources"));
  for (const Node& resource : list) {
    PARTITA_TRY(check_is_map(resource, "a resource"));
    PARTITA_TRY_VALUE(mode, text_or_empty(resource, "mode"));
    if (mode == "data") continue;
    PARTITA_TRY_VALUE(type, needed_text(resource, "a resource", "type"));
    PARTITA_TRY_VALUE(name, text_or_empty(resource, "name"));
    if (const Node* values = present(resource, "values"))
      if (const auto added = resources.add(type, name, *values); !added)
        resources.leave_out(resource.place, fmt::format("{}.{}", type, name), added.error());
  }
  PARTITA_TRY_VALUE(children, list_or_empty(module, "child_modules"));
  for (const Node& child : children) PARTITA_TRY(add_planned(child, resources));
  return {};
}

Result<Model> read_terraform_json(const Source& source) {
  if (!source.tree) return invalid(fmt::format("{}: this is not JSON", source.path));
  const Node* values = present(*source.tree, "planned_values");
  if (!values) values = present(*source.tree, "values");
  if (!values) return fault(source.tree->place, "the file needs 'values' or 'planned_values'");
  Resources resources;
  if (const Node* root = present(*values, "root_module")) PARTITA_TRY(add_planned(*root, resources));
  return resources.finish(source.tree->place);
}

}  // namespace
}  // namespace terraform

extern const Reader k_terraform;
const Reader k_terraform{
    "terraform", "Terraform's .tf and .tf.json files, or their directory (tables, and entities if there are items)",
    terraform::recognizes_terraform, terraform::read_terraform};
extern const Reader k_terraform_json;
const Reader k_terraform_json{"terraform-json", "the output of terraform show -json, of a state or a plan",
                              terraform::recognizes_terraform_json, terraform::read_terraform_json};

}  // namespace partita::modelling
