#include "templates/sections.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"

namespace partita::templates {
namespace {

Result<void> add_members(const Node& fragment, std::string_view name, Variables& variables, Node& section) {
  const Node* part = fragment.find(name);
  if (!part) return {};
  PARTITA_TRY_VALUE(resolved, variables.resolve(*part));
  if (resolved.is_null()) return {};
  if (!resolved.is_map()) return fault(part->place, fmt::format("{} must be a map, not {}", name, kind_text(resolved)));
  for (Member& member : resolved.members) {
    if (section.find(member.name)) return fault(member.place, fmt::format("{} is defined twice", member.name));
    section.members.push_back(std::move(member));
  }
  return {};
}

Result<void> add_fragment(const Node& fragment, Variables& variables, Sections& sections) {
  PARTITA_TRY(add_members(fragment, "Parameters", variables, sections.parameters));
  PARTITA_TRY(add_members(fragment, "Mappings", variables, sections.mappings));
  PARTITA_TRY(add_members(fragment, "Conditions", variables, sections.conditions));
  for (const Member& member : fragment.members)
    if (member.name == "extensions") sections.unread.push_back(member);
  return add_members(fragment, "Resources", variables, sections.resources);
}

bool is_resource(const Node& node) {
  const Node* type = node.find("Type");
  return type && type->is_scalar() && type->text.find("::") != std::string::npos;
}

Result<void> add_serverless(const Node& resources, Variables& variables, Sections& sections) {
  PARTITA_TRY_VALUE(resolved, variables.resolve(resources));
  if (resolved.is_map()) return add_fragment(resolved, variables, sections);
  if (!resolved.is_list())
    return fault(resources.place,
                 fmt::format("resources must be a map or a list of maps, not {}", kind_text(resolved)));
  for (const Node& item : resolved.items) {
    PARTITA_TRY_VALUE(fragment, variables.resolve(item));
    if (!fragment.is_map())
      return fault(item.place, fmt::format("resources takes maps with Resources, not {}", kind_text(fragment)));
    PARTITA_TRY(add_fragment(fragment, variables, sections));
  }
  return {};
}

}  // namespace

Result<Sections> read_sections(const Node& root, Variables& variables) {
  Sections sections;
  for (Node* section :
       {&sections.parameters, &sections.mappings, &sections.conditions, &sections.resources, &sections.simple_tables})
    *section = empty_map(root.place);
  if (const Node* resources = root.find("resources")) {
    sections.flavour = Flavour::Serverless;
    PARTITA_TRY(add_serverless(*resources, variables, sections));
  } else if (root.find("Resources")) {
    PARTITA_TRY(add_fragment(root, variables, sections));
    if (const Node* globals = root.find("Globals"))
      PARTITA_TRY(add_members(*globals, "SimpleTable", variables, sections.simple_tables));
  } else if (is_resource(root)) {
    return fault(root.place, "this is one resource without a name; put it under Resources: and a name");
  } else if (std::ranges::any_of(root.members, [](const Member& member) { return is_resource(member.value); })) {
    sections.resources = root;
  } else {
    return fault(
        root.place,
        "no resources here: give a CloudFormation template (with Resources:) or a serverless.yml (with resources:)");
  }
  return sections;
}

}  // namespace partita::templates
