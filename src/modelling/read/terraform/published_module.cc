#include "modelling/read/terraform/published_module.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/read/hcl/hcl_values.h"

namespace partita::modelling::terraform {
namespace {

struct Argument {
  std::string_view name;   // of the module
  std::string_view value;  // of the resource
  bool needed;
};
constexpr Argument kArguments[] = {{"hash_key", "hash_key", true},
                                   {"range_key", "range_key", true},
                                   {"attributes", "attribute", true},
                                   {"global_secondary_indexes", "global_secondary_index", true},
                                   {"local_secondary_indexes", "local_secondary_index", true},
                                   {"billing_mode", "billing_mode", false},
                                   {"read_capacity", "read_capacity", false},
                                   {"write_capacity", "write_capacity", false},
                                   {"stream_enabled", "stream_enabled", false},
                                   {"stream_view_type", "stream_view_type", false},
                                   {"table_class", "table_class", false},
                                   {"deletion_protection_enabled", "deletion_protection_enabled", false},
                                   {"tags", "tags", false}};
constexpr std::string_view kReadElsewhere[] = {"name", "create_table", "ttl_enabled", "ttl_attribute_name",
                                               "point_in_time_recovery_enabled"};

class Call {
 public:
  Call(const hcl::Section& call, const hcl::Inputs& inputs, const std::string& address, const std::string& label,
       Resources& resources)
      : call_(call), inputs_(inputs), address_(address), label_(label), resources_(resources) {}

  Result<std::optional<Node>> read() {
    if (const Node* create = value_of("create_table"); create && create->text == "false") {
      resources_.note(call_.place, fmt::format("{} creates no table", address_));
      return std::optional<Node>();
    }
    if (const Node* name = value_of("name")) {
      add("name", *name);
    } else {
      const std::string taken = resources_.free_name(label_);
      add("name", hcl::string_node(taken, call_.place));
      resources_.note(call_.place,
                      fmt::format("the name of {} is taken for {}, because it is not known", address_, taken));
    }
    add("billing_mode", hcl::string_node("PAY_PER_REQUEST", call_.place));
    for (const Argument& argument : kArguments) {
      const auto input = inputs_.find(std::string(argument.name));
      if (input == inputs_.end()) continue;
      if (input->second)
        PARTITA_TRY(add_known(argument, *input->second));
      else if (argument.needed)
        return unexpected(input->second.error());
      else
        leave_out(argument.name, input->second.error().message);
    }
    add_switch("ttl_enabled", "ttl", "ttl_attribute_name");
    add_switch("point_in_time_recovery_enabled", "point_in_time_recovery", "");
    for (const auto& [name, value] : inputs_)
      if (!base::contains(kArguments, name, &Argument::name) && !base::contains(kReadElsewhere, name))
        resources_.note(call_.place, fmt::format("{} of {} is not kept", name, address_));
    return std::optional<Node>(std::move(values_));
  }

 private:
  // nullptr if it is absent or not known.
  const Node* value_of(const std::string& name) const {
    const auto input = inputs_.find(name);
    return input != inputs_.end() && input->second && !input->second->is_null() ? &*input->second : nullptr;
  }

  void add(std::string_view name, Node value) {
    const auto there = std::ranges::find(values_.members, name, &Member::name);
    if (there != values_.members.end())
      there->value = std::move(value);
    else
      values_.members.push_back({std::string(name), std::move(value), call_.place});
  }

  // An index is of use without its units, and a map of tags without those that are not known.
  Result<void> add_known(const Argument& argument, Node value) {
    const auto drop = [&](Node& map, const std::string& path) {
      std::erase_if(map.members, [&](const Member& member) {
        const Node* unknown = hcl::find_unknown(member.value);
        const bool is_dropped =
            unknown && (!argument.needed || member.name == "read_capacity" || member.name == "write_capacity");
        if (is_dropped) leave_out(path + "." + member.name, unknown->text);
        return is_dropped;
      });
    };
    drop(value, std::string(argument.name));
    for (Node& item : value.items) drop(item, std::string(argument.name));
    if (const Node* unknown = hcl::find_unknown(value)) {
      if (argument.needed) return invalid(unknown->text);
      leave_out(argument.name, unknown->text);
      return {};
    }
    add(argument.value, std::move(value));
    return {};
  }

  void leave_out(std::string_view name, std::string_view reason) {
    resources_.note(call_.place, fmt::format("{} of {} is left out: {}", name, address_, reason));
  }

  // A block with `enabled`, and the name of an attribute if there is one.
  void add_switch(const std::string& name, std::string_view block, const std::string& attribute) {
    const auto input = inputs_.find(name);
    if (input == inputs_.end()) return;
    if (!input->second) return leave_out(name, input->second.error().message);
    Node inside = documents::empty_map(call_.place);
    inside.members.push_back({"enabled", *input->second, call_.place});
    if (const Node* named = attribute.empty() ? nullptr : value_of(attribute))
      inside.members.push_back({"attribute_name", *named, call_.place});
    add(block, hcl::list_node({std::move(inside)}, call_.place));
  }

  const hcl::Section& call_;
  const hcl::Inputs& inputs_;
  const std::string& address_;
  const std::string& label_;
  Resources& resources_;
  Node values_ = documents::empty_map(call_.place);
};

}  // namespace

bool is_published_table(const std::string& source) {
  return source == "terraform-aws-modules/dynamodb-table/aws" ||
         source.starts_with("registry.terraform.io/terraform-aws-modules/dynamodb-table/aws");
}

Result<std::optional<Node>> values_of_published_table(const hcl::Section& call, const hcl::Inputs& inputs,
                                                      const std::string& address, const std::string& label,
                                                      Resources& resources) {
  return Call(call, inputs, address, label, resources).read();
}

}  // namespace partita::modelling::terraform
