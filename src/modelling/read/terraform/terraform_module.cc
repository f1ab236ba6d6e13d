#include "modelling/read/terraform/terraform_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <span>

#include "base/contains.h"
#include "documents/read_file.h"
#include "modelling/read/hcl/hcl_json.h"
#include "modelling/read/hcl/hcl_values.h"
#include "modelling/read/terraform/published_module.h"
#include "modelling/read/terraform/terraform_files.h"

namespace partita::modelling::terraform {
namespace {

constexpr int kDeepestModule = 10;

constexpr std::string_view kNeeded[] = {"hash_key",   "range_key",      "hash_keys", "range_keys",
                                        "table_name", "index_name",     "item",      "key_schema",
                                        "key_type",   "attribute_name", "type"};
constexpr std::string_view kNeededInside[] = {"name",       "hash_key",        "range_key",         "hash_keys",
                                              "range_keys", "key_schema",      "key_type",          "attribute_name",
                                              "type",       "projection_type", "non_key_attributes"};
// Arguments of Terraform's own work, which do not change the table.
constexpr std::string_view kWithoutMeaning[] = {"count",       "for_each",   "depends_on", "lifecycle", "provider",
                                                "provisioner", "connection", "timeouts",   "region"};
constexpr std::string_view kReadResources[] = {"aws_dynamodb_table", "aws_dynamodb_table_item",
                                               "aws_dynamodb_global_secondary_index"};
// Reading a module's outputs costs as much as that many nodes of a value.
constexpr std::size_t kWorkOfOutputs = 1000;
constexpr std::string_view kNoInputs[] = {"source", "version", "providers", "count", "for_each", "depends_on"};

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
  ModuleReader(const CalledModule& module, const templates::TemplateOptions& options, Resources& resources)
      : module_(module), options_(options), resources_(resources), scope_(*module.sections, options, module.inputs) {
    scope_.set_outputs([this](const std::string& name, const Place& place) { return outputs_of(name, place); });
  }

  void read() {
    for (const hcl::Section& section : std::span(module_.sections->sections).first(module_.own)) {
      if (section.type == "module" && !section.labels.empty()) add_each(section, &ModuleReader::call_module);
      if (section.type == "resource" && section.labels.size() == 2) read_resource(section);
      if (section.type == "provider" && base::contains(section.sections, "default_tags", &hcl::Section::type))
        resources_.note(section.place, "default_tags of the provider are not kept");
    }
  }

 private:
  using Add = Result<void> (ModuleReader::*)(const hcl::Section& section, const hcl::Instance& instance,
                                             const std::string& address);

  void read_resource(const hcl::Section& section) {
    const std::string& type = section.labels[0];
    if (base::contains(kReadResources, type)) return add_each(section, &ModuleReader::add_resource);
    const std::string address = fmt::format("{}{}.{}", module_.address, type, section.labels[1]);
    if (!type.starts_with("aws_dynamodb_") && !type.starts_with("aws_appautoscaling_")) return;
    if (const auto instances = scope_.instances_of(section); instances && instances->empty()) return;
    if (type.starts_with("aws_dynamodb_")) {
      resources_.note(section.place, fmt::format("{} is not kept", address));
    } else {
      const hcl::Attribute* service = section.attribute("service_namespace");
      const auto known = service ? scope_.evaluate(service->value) : Result<Node>(documents::null_node(section.place));
      if (known && known->text == "dynamodb") resources_.note(section.place, scaling_note(address));
    }
  }

  void add_each(const hcl::Section& section, Add add) {
    const std::string address = section.type == "module"
                                    ? fmt::format("{}module.{}", module_.address, section.labels[0])
                                    : fmt::format("{}{}.{}", module_.address, section.labels[0], section.labels[1]);
    const auto instances = scope_.instances_of(section);
    if (!instances) return resources_.leave_out(section.place, address, instances.error());
    if (instances->empty()) resources_.note_reason(section.place, fmt::format("{} has no instance", address));
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
    for (const hcl::Scope::LeftOut& one : left_out) {
      resources_.note(section.place, fmt::format("{} of {} is left out: {}", one.argument, address, one.reason));
      if (one.argument == "global_secondary_index" || one.argument == "local_secondary_index") resources_.lacks_index();
    }
    note_dropped(section, address);
    if (const std::string region = region_of(section); !region.empty())
      values.members.push_back({"region", hcl::string_node(region, section.place), section.place});
    return resources_.add(type, section.labels[1], values);
  }

  // A table whose name or billing mode is not known is of use without them.
  void complete(const hcl::Section& section, const hcl::Instance& instance, const std::string& address,
                std::vector<hcl::Scope::LeftOut>& left_out, Node& values) {
    for (hcl::Scope::LeftOut& one : left_out) {
      const bool is_name = one.argument == "name" && !values.find("name");
      const bool is_billing = one.argument == "billing_mode" && !values.find("billing_mode");
      if (!is_name && !is_billing) continue;
      const std::string taken =
          is_name ? resources_.free_name(label_of(section.labels[1], instance)) : "PAY_PER_REQUEST";
      values.members.push_back({one.argument, documents::scalar(taken, section.place), section.place});
      resources_.note(section.place, fmt::format("the {} of {} is taken for {}, because it is not known: {}",
                                                 is_name ? "name" : "billing mode", address, taken, one.reason));
      one.argument.clear();
    }
    std::erase_if(left_out, [](const hcl::Scope::LeftOut& one) { return one.argument.empty(); });
  }

  // The name in place of one that is not known: "calls-table-users" of module.calls and an instance of
  // aws_dynamodb_table.table.
  std::string label_of(const std::string& name, const hcl::Instance& instance) const {
    return module_.label + name + (instance.key.empty() ? "" : "-" + instance.key);
  }

  // The region that the resource names, or the name of its provider; of `provider = aws.west` that is "west".
  std::string region_of(const hcl::Section& section) {
    if (const hcl::Attribute* region = section.attribute("region"))
      if (const auto known = scope_.evaluate(region->value)) return known->text;
    if (const hcl::Attribute* provider = section.attribute("provider")) return name_of_provider(provider->value);
    return module_.region;
  }

  static std::string name_of_provider(const hcl::Expression& provider) {
    const std::size_t dot = provider.text.rfind('.');
    return dot == provider.text.npos ? std::string() : provider.text.substr(dot + 1);
  }

  // Each argument that is dropped is noted.
  void note_dropped(const hcl::Section& section, const std::string& address) {
    std::vector<std::string> names;
    collect_dropped(section, "", names);
    for (const std::string& name : names)
      resources_.note(section.place, fmt::format("{} of {} is not kept", name, address));
  }

  // True if the value is known to be empty: null, or a loop over an empty collection.
  bool says_nothing(const hcl::Expression& value) {
    const auto known = scope_.evaluate(value);
    return known && (known->is_null() || (!known->is_scalar() && hcl::elements_of(*known).empty()));
  }

  void collect_dropped(const hcl::Section& section, const std::string& above, std::vector<std::string>& names) {
    const auto drop = [&](const std::string& name) {
      const std::string path = above + name;
      if (!base::contains(kWantedArguments, name) && !base::contains(kWithoutMeaning, name) &&
          !base::contains(names, path))
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
      if (base::contains(kWantedArguments, type)) collect_dropped(inside, above + type + ".", names);
    }
  }

  // ---- modules

  Result<Node> source_of(const hcl::Section& section) {
    const hcl::Attribute* source = section.attribute("source");
    if (!source) return fault(section.place, "the module has no source");
    return scope_.evaluate(source->value);
  }

  hcl::Inputs inputs_of(const hcl::Section& section) {
    hcl::Inputs inputs;
    for (const hcl::Attribute& attribute : section.attributes) {
      if (base::contains(kNoInputs, attribute.name)) continue;
      auto value = scope_.evaluate_part(attribute.value);
      inputs.emplace(attribute.name,
                     value && value->is_unknown() ? Result<Node>(invalid(value->text)) : std::move(value));
    }
    return inputs;
  }

  static bool is_path(const Node& source) { return source.text.starts_with("./") || source.text.starts_with("../"); }

  Result<void> call_module(const hcl::Section& section, const hcl::Instance& instance, const std::string& address) {
    PARTITA_TRY_VALUE(path, source_of(section));
    const hcl::Inputs inputs = inputs_of(section);
    if (is_published_table(path.text)) {
      PARTITA_TRY_VALUE(values, values_of_published_table(section, inputs, address,
                                                          label_of(section.labels[0], instance), resources_));
      if (!values) return {};
      if (const std::string region = region_of_call(section); !region.empty())
        values->members.push_back({"region", hcl::string_node(region, section.place), section.place});
      return resources_.add("aws_dynamodb_table", section.labels[0], *values);
    }
    if (!is_path(path)) {
      resources_.note(section.place,
                      fmt::format("the module {} is not read, because its source is not a path beside this file; the "
                                  "output of 'terraform show -json' has its tables",
                                  section.labels[0]));
      return {};
    }
    PARTITA_TRY_VALUE(called, called_module(section, instance, path.text, inputs, address));
    add_module(called, options_, resources_);
    return {};
  }

  // The provider that the call gives to the module as its provider aws.
  std::string region_of_call(const hcl::Section& section) const {
    if (const hcl::Attribute* providers = section.attribute("providers"))
      for (const auto& [key, provider] : providers->value.members)
        if (key.text == "aws") return name_of_provider(provider);
    return module_.region;
  }

  // Requires: `inputs` outlives the result.
  Result<CalledModule> called_module(const hcl::Section& section, const hcl::Instance& instance,
                                     const std::string& path, const hcl::Inputs& inputs, const std::string& address) {
    if (options_.other_files == templates::OtherFiles::Refuse)
      return fault(section.place, "other files are not read here");
    if (module_.depth == kDeepestModule) return fault(section.place, "modules call each other in too many steps");
    const std::string directory = (std::filesystem::path(module_.directory) / path).lexically_normal().string();
    PARTITA_TRY_VALUE(sections, sections_of(directory));
    return CalledModule{.sections = sections,
                        .own = sections->sections.size(),
                        .directory = directory,
                        .inputs = &inputs,
                        .address = address + ".",
                        .label = label_of(section.labels[0], instance) + "-",
                        .region = region_of_call(section),
                        .depth = module_.depth + 1,
                        .read_modules = module_.read_modules};
  }

  Result<const hcl::Section*> sections_of(const std::string& directory) {
    if (const auto known = module_.read_modules->find(directory); known != module_.read_modules->end())
      return &known->second;
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
    return &module_.read_modules->emplace(directory, std::move(all)).first->second;
  }

  // ---- outputs

  Result<Node> outputs_of(const std::string& name, const Place& place) {
    const auto is_call = [&](const hcl::Section& one) {
      return one.type == "module" && one.labels == std::vector{name};
    };
    const auto section = std::ranges::find_if(module_.sections->sections, is_call);
    if (section == module_.sections->sections.end())
      return fault(place, fmt::format("there is no module '{}' here", name));
    PARTITA_TRY_VALUE(instances, scope_.instances_of(*section));
    const bool is_counted = section->attribute("count") != nullptr;
    Node all = is_counted ? hcl::list_node({}, place) : documents::empty_map(place);
    for (const hcl::Instance& instance : instances) {
      const hcl::Scope::Loop loop(scope_, instance.names);
      PARTITA_TRY_VALUE(outputs, outputs_of_instance(*section, instance, place));
      if (!is_counted && !section->attribute("for_each")) return std::move(outputs);
      if (is_counted)
        all.items.push_back(std::move(outputs));
      else
        all.members.push_back({instance.key, std::move(outputs), place});
    }
    return all;
  }

  Result<Node> outputs_of_instance(const hcl::Section& section, const hcl::Instance& instance, const Place& place) {
    PARTITA_TRY_VALUE(path, source_of(section));
    if (!is_path(path))
      return fault(place, fmt::format("the outputs of module.{} are not known here, because its source is not a path "
                                      "beside this file; read the output of 'terraform show -json' instead",
                                      section.labels[0]));
    const hcl::Inputs inputs = inputs_of(section);
    PARTITA_TRY_VALUE(called, called_module(section, instance, path.text, inputs,
                                            fmt::format("{}module.{}", module_.address, section.labels[0])));
    ModuleReader reader(called, options_, resources_);
    Node outputs = documents::empty_map(place);
    for (const hcl::Section& output : called.sections->sections) {
      if (output.type != "output" || output.labels.size() != 1 || !output.attribute("value")) continue;
      PARTITA_TRY_VALUE(value, reader.scope_.evaluate_part(output.attribute("value")->value));
      outputs.members.push_back({output.labels[0], std::move(value), output.place});
    }
    scope_.add_spent(kWorkOfOutputs + reader.scope_.spent());
    return outputs;
  }

  const CalledModule& module_;
  const templates::TemplateOptions& options_;
  Resources& resources_;
  hcl::Scope scope_;
};

}  // namespace

Result<hcl::Section> read_file(const std::string& path, std::string_view text) {
  if (!path.ends_with(".json")) return hcl::read_hcl(text, path);
  PARTITA_TRY_VALUE(tree, documents::read_text(text, path));
  return is_variables_name(path) ? hcl::values_of_json(tree) : hcl::sections_of_json(tree);
}

void add_module(const CalledModule& module, const templates::TemplateOptions& options, Resources& resources) {
  ModuleReader(module, options, resources).read();
}

}  // namespace partita::modelling::terraform
