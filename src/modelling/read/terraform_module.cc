#include "modelling/read/terraform_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <span>

#include "modelling/read/hcl_functions.h"
#include "modelling/read/hcl_json.h"
#include "modelling/read/published_module.h"
#include "modelling/read/terraform_files.h"
#include "templates/read_file.h"

namespace partita::modelling::terraform {
namespace {

constexpr int kDeepestModule = 10;

constexpr std::string_view kNeeded[] = {"hash_key",   "range_key",      "hash_keys", "range_keys",
                                        "table_name", "index_name",     "item",      "key_schema",
                                        "key_type",   "attribute_name", "type"};
constexpr std::string_view kNeededInside[] = {"name",       "hash_key",        "range_key",         "hash_keys",
                                              "range_keys", "key_schema",      "key_type",          "attribute_name",
                                              "type",       "projection_type", "non_key_attributes"};
// What says how Terraform works, and nothing about the table.
constexpr std::string_view kWithoutMeaning[] = {"count",    "for_each",    "depends_on", "lifecycle",
                                                "provider", "provisioner", "connection", "timeouts"};
constexpr std::string_view kNoInputs[] = {"source", "version", "providers", "count", "for_each", "depends_on"};

bool is_in(const std::string& name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// jsonencode({...}) of an item is read as the object.
const hcl::Expression& without_jsonencode(const hcl::Expression& value) {
  const bool encodes =
      value.kind == hcl::Expression::Kind::Call && value.text == "jsonencode" && value.parts.size() == 1;
  return encodes ? value.parts.front() : value;
}

// "aws_dynamodb_table.t" and "[users]" of one of several instances.
std::string address_of(const std::string& address, const hcl::Instance& instance) {
  return instance.key.empty() ? address : fmt::format("{}[{}]", address, instance.key);
}

class ModuleReader {
 public:
  ModuleReader(const CalledModule& module, const templates::Options& options, Resources& resources)
      : module_(module), options_(options), resources_(resources), scope_(*module.sections, options, module.inputs) {}

  void read() {
    for (const hcl::Section& section : std::span(module_.sections->sections).first(module_.own)) {
      if (section.type == "module" && !section.labels.empty()) add_each(section, &ModuleReader::call_module);
      if (section.type == "resource" && section.labels.size() == 2 && section.labels[0].starts_with("aws_dynamodb_"))
        add_each(section, &ModuleReader::add_resource);
    }
  }

 private:
  using Add = Result<void> (ModuleReader::*)(const hcl::Section& section, const hcl::Instance& instance,
                                             const std::string& address);

  void add_each(const hcl::Section& section, Add add) {
    const std::string address = section.type == "module"
                                    ? fmt::format("{}module.{}", module_.address, section.labels[0])
                                    : fmt::format("{}{}.{}", module_.address, section.labels[0], section.labels[1]);
    const auto instances = scope_.instances_of(section);
    if (!instances) return resources_.leave_out(section.place, address, instances.error());
    if (instances->empty()) resources_.note(section.place, fmt::format("{} has no instance", address));
    for (const hcl::Instance& instance : *instances) {
      const hcl::Scope::Loop loop(scope_, instance.names);
      const std::string of_instance = address_of(address, instance);
      if (const auto added = (this->*add)(section, instance, of_instance); !added)
        resources_.leave_out(section.place, of_instance, added.error());
    }
  }

  Result<void> add_resource(const hcl::Section& declared, const hcl::Instance& instance, const std::string& address) {
    hcl::Section section = declared;
    for (hcl::Attribute& attribute : section.attributes)
      if (attribute.name == "item") attribute.value = hcl::Expression(without_jsonencode(attribute.value));
    std::vector<hcl::Scope::LeftOut> left_out;
    PARTITA_TRY_VALUE(values, scope_.evaluate(section, {kWantedArguments, kNeeded, kNeededInside}, left_out));
    const std::string& type = section.labels[0];
    if (type == "aws_dynamodb_table") complete(section, instance, address, left_out, values);
    for (const hcl::Scope::LeftOut& one : left_out)
      resources_.note(section.place, fmt::format("{} of {} is left out: {}", one.argument, address, one.reason));
    note_dropped(section, address);
    return resources_.add(type, section.labels[1], values);
  }

  // A table whose name or billing mode is not known is of use without them.
  void complete(const hcl::Section& section, const hcl::Instance& instance, const std::string& address,
                std::vector<hcl::Scope::LeftOut>& left_out, Node& values) {
    for (hcl::Scope::LeftOut& one : left_out) {
      const bool is_name = one.argument == "name" && !values.find("name");
      const bool is_billing = one.argument == "billing_mode" && !values.find("billing_mode");
      if (!is_name && !is_billing) continue;
      const std::string label = section.labels[1] + (instance.key.empty() ? "" : "-" + instance.key);
      const std::string taken = is_name ? label : "PAY_PER_REQUEST";
      values.members.push_back({one.argument, templates::scalar(taken, section.place), section.place});
      resources_.note(section.place, fmt::format("the {} of {} is taken for {}, because it is not known: {}",
                                                 is_name ? "name" : "billing mode", address, taken, one.reason));
      one.argument.clear();
    }
    std::erase_if(left_out, [](const hcl::Scope::LeftOut& one) { return one.argument.empty(); });
  }

  // Nothing is dropped without a note.
  void note_dropped(const hcl::Section& section, const std::string& address) {
    std::vector<std::string> names;
    collect_dropped(section, "", names);
    for (const std::string& name : names)
      resources_.note(section.place, fmt::format("{} of {} is not kept", name, address));
  }

  // True if the value is known to say nothing: null, or a loop over nothing.
  bool says_nothing(const hcl::Expression& value) {
    const auto known = scope_.evaluate(value);
    return known && (known->is_null() || (!known->is_scalar() && hcl::elements_of(*known).empty()));
  }

  void collect_dropped(const hcl::Section& section, const std::string& above, std::vector<std::string>& names) {
    const auto drop = [&](const std::string& name) {
      const std::string path = above + name;
      if (!is_in(name, kWantedArguments) && !is_in(name, kWithoutMeaning) &&
          std::ranges::find(names, path) == names.end())
        names.push_back(path);
    };
    const bool is_dynamic = section.type == "dynamic";
    if (!is_dynamic)
      for (const hcl::Attribute& attribute : section.attributes)
        if ((section.type != "resource" || section.labels[0] == "aws_dynamodb_table") && !says_nothing(attribute.value))
          drop(attribute.name);
    for (const hcl::Section& inside : section.sections) {
      const bool names_block = inside.type == "dynamic" && !inside.labels.empty();
      const std::string& type = names_block ? inside.labels.front() : inside.type;
      if (inside.type == "content" && is_dynamic) {
        collect_dropped(inside, above, names);
        continue;
      }
      const hcl::Attribute* each = names_block ? inside.attribute("for_each") : nullptr;
      if (each && says_nothing(each->value)) continue;
      drop(type);
      if (is_in(type, kWantedArguments)) collect_dropped(inside, above + type + ".", names);
    }
  }

  // ---- modules

  Result<void> call_module(const hcl::Section& section, const hcl::Instance&, const std::string& address) {
    const hcl::Attribute* source = section.attribute("source");
    if (!source) return fault(section.place, "the module has no source");
    PARTITA_TRY_VALUE(path, scope_.evaluate(source->value));
    hcl::Inputs inputs;
    for (const hcl::Attribute& attribute : section.attributes)
      if (!is_in(attribute.name, kNoInputs)) inputs.emplace(attribute.name, scope_.evaluate(attribute.value));
    if (is_published_table(path.text)) {
      PARTITA_TRY_VALUE(values, values_of_published_table(section, inputs, address, resources_));
      return values ? resources_.add("aws_dynamodb_table", section.labels[0], *values) : Result<void>();
    }
    if (!path.text.starts_with("./") && !path.text.starts_with("../")) {
      resources_.note(section.place,
                      fmt::format("the module {} is not read, because its source is not a path beside this file; the "
                                  "output of 'terraform show -json' has its tables",
                                  section.labels[0]));
      return {};
    }
    if (options_.other_files == templates::OtherFiles::Refuse)
      return fault(section.place, "other files are not read here");
    if (module_.depth == kDeepestModule) return fault(section.place, "modules call each other in too many steps");
    return read_directory(path.text, inputs, address);
  }

  Result<void> read_directory(const std::string& path, const hcl::Inputs& inputs, const std::string& address) {
    const std::string directory = (std::filesystem::path(module_.directory) / path).lexically_normal().string();
    PARTITA_TRY_VALUE(files, files_of_directory(directory));
    hcl::Section all{.place = {std::make_shared<const std::string>(directory), 0}};
    for (const SourceFile& one : files) {
      if (is_override_name(one.path) || is_variables_name(one.path)) continue;
      auto file = read_file(one.path, one.text);
      if (!file) {
        resources_.leave_out(all.place, fmt::format("the file {}", one.path), file.error());
        continue;
      }
      std::ranges::move(file->sections, std::back_inserter(all.sections));
    }
    add_module({.sections = &all,
                .own = all.sections.size(),
                .directory = directory,
                .inputs = &inputs,
                .address = address + ".",
                .depth = module_.depth + 1},
               options_, resources_);
    return {};
  }

  const CalledModule& module_;
  const templates::Options& options_;
  Resources& resources_;
  hcl::Scope scope_;
};

}  // namespace

Result<hcl::Section> read_file(const std::string& path, std::string_view text) {
  if (!is_terraform_json_name(path)) return hcl::read_hcl(text, path);
  PARTITA_TRY_VALUE(tree, templates::read_text(text, path));
  return hcl::sections_of_json(tree);
}

void add_module(const CalledModule& module, const templates::Options& options, Resources& resources) {
  ModuleReader(module, options, resources).read();
}

}  // namespace partita::modelling::terraform
