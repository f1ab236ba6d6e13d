#include "modelling/read/hcl/hcl_json.h"

#include <fmt/format.h>

#include <map>

#include "base/contains.h"

namespace partita::modelling::hcl {
namespace {

// The blocks of a file, with the number of their labels. JSON has each label as the name of a member.
const std::map<std::string_view, int> kLabelsOfBlocks = {{"resource", 2}, {"data", 2},     {"variable", 1},
                                                         {"module", 1},   {"output", 1},   {"provider", 1},
                                                         {"locals", 0},   {"terraform", 0}};
// JSON has blocks and arguments alike as members, so the blocks of the resources for DynamoDB are known by name.
constexpr std::string_view kBlocksOfResources[] = {
    "attribute",  "key_schema", "local_secondary_index",  "global_secondary_index",
    "projection", "ttl",        "point_in_time_recovery", "replica"};

bool is_block_of_resources(std::string_view name) { return base::contains(kBlocksOfResources, name); }

Result<Expression> expression_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::Null:
    case Node::Kind::Unknown:
      return Expression{.place = node.place};
    case Node::Kind::Scalar:
      if (!node.is_quoted) return Expression{.kind = Expression::Kind::Scalar, .text = node.text, .place = node.place};
      return read_template(node.text, node.place);
    case Node::Kind::List: {
      Expression list{.kind = Expression::Kind::List, .place = node.place};
      for (const Node& item : node.items) {
        PARTITA_TRY_VALUE(part, expression_of(item));
        list.parts.push_back(std::move(part));
      }
      return list;
    }
    case Node::Kind::Map: {
      Expression object{.kind = Expression::Kind::Object, .place = node.place};
      for (const Member& member : node.members) {
        PARTITA_TRY_VALUE(value, expression_of(member.value));
        object.members.emplace_back(
            Expression{.kind = Expression::Kind::Literal, .text = member.name, .place = member.place},
            std::move(value));
      }
      return object;
    }
  }
  return Expression{.place = node.place};
}

// One map, or a list of them, which is the same block several times.
std::vector<const Node*> each_of(const Node& node) {
  std::vector<const Node*> each;
  if (node.is_list())
    for (const Node& item : node.items) each.push_back(&item);
  else if (!node.is_null())
    each.push_back(&node);
  return each;
}

Result<void> add_sections(const std::string& type, const Node& node, const Place& place, int labels,
                          std::vector<std::string> above, Section& into);

Result<void> fill(const Node& body, Section& into) {
  for (const Member& member : body.members) {
    if (member.name == "//") continue;  // a comment
    if (into.type == "dynamic" && member.name == "content") {
      PARTITA_TRY(add_sections(member.name, member.value, member.place, 0, {}, into));
      continue;
    }
    const bool in_resource = into.type == "resource" || into.type == "content" || is_block_of_resources(into.type);
    if (in_resource && (member.name == "dynamic" || is_block_of_resources(member.name))) {
      const int labels = member.name == "dynamic" ? 1 : 0;
      PARTITA_TRY(add_sections(member.name, member.value, member.place, labels, {}, into));
      continue;
    }
    PARTITA_TRY_VALUE(value, expression_of(member.value));
    into.attributes.push_back({member.name, std::move(value), member.place});
  }
  return {};
}

Result<void> add_sections(const std::string& type, const Node& node, const Place& place, int labels,
                          std::vector<std::string> above, Section& into) {
  for (const Node* one : each_of(node)) {
    if (!one->is_map())
      return fault(one->place, fmt::format("{} takes a map, not {}", type, documents::kind_text(*one)));
    if (labels == 0) {
      Section section{.type = type, .labels = above, .place = place};
      PARTITA_TRY(fill(*one, section));
      into.sections.push_back(std::move(section));
      continue;
    }
    for (const Member& member : one->members) {
      if (member.name == "//") continue;
      std::vector<std::string> with = above;
      with.push_back(member.name);
      PARTITA_TRY(add_sections(type, member.value, member.place, labels - 1, std::move(with), into));
    }
  }
  return {};
}

// Texts in files of variables are not templates.
Expression literal_of(const Node& node) {
  Expression out{.place = node.place};
  if (node.is_scalar()) {
    out.kind = node.is_quoted ? Expression::Kind::Literal : Expression::Kind::Scalar;
    out.text = node.text;
  } else if (node.is_list()) {
    out.kind = Expression::Kind::List;
    for (const Node& item : node.items) out.parts.push_back(literal_of(item));
  } else if (node.is_map()) {
    out.kind = Expression::Kind::Object;
    for (const Member& member : node.members)
      out.members.emplace_back(
          Expression{.kind = Expression::Kind::Literal, .text = member.name, .place = member.place},
          literal_of(member.value));
  }
  return out;
}

}  // namespace

Result<Section> values_of_json(const Node& root) {
  PARTITA_TRY(check_is_map(root, "a .tfvars.json file"));
  Section file{.place = root.place};
  for (const Member& member : root.members)
    file.attributes.push_back({member.name, literal_of(member.value), member.place});
  return file;
}

Result<Section> sections_of_json(const Node& root) {
  Section file{.place = root.place};
  for (const Node* part : each_of(root)) {
    PARTITA_TRY(check_is_map(*part, "a .tf.json file"));
    for (const Member& member : part->members)
      if (const auto block = kLabelsOfBlocks.find(member.name); block != kLabelsOfBlocks.end())
        PARTITA_TRY(add_sections(member.name, member.value, member.place, block->second, {}, file));
  }
  return file;
}

}  // namespace partita::modelling::hcl
