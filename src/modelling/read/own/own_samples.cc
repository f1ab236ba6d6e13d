#include <fmt/format.h>

#include "modelling/core/kind_names.h"
#include "modelling/read/own/own_format.h"
#include "modelling/read/typed_value.h"

namespace partita::modelling::own {
namespace {

Result<Item> read_exactly(const Node& typed) {
  MalformedValues malformed;
  const AttributeMap out = read_typed_item(typed, malformed);
  std::vector<std::string> faults;
  malformed.append_notes(faults);
  if (!faults.empty()) return invalid(faults.front());
  return Item(out);
}

// The value in DynamoDB's form, {"S": "ada"}. A document has this form in the file already.
Result<Node> typed_node(const Field& field, const Node& node) {
  if (field.kind == model::FieldKind::Document) return node;
  PARTITA_TRY_VALUE(text, as_text(node, field.name));
  const std::string_view type =
      field.kind == model::FieldKind::Bool ? "BOOL" : partita::to_text(model::natural_type(field.kind));
  Node out = documents::empty_map(node.place);
  out.members.push_back({std::string(type), documents::scalar(std::move(text), node.place), node.place});
  return out;
}

}  // namespace

Result<Item> read_sample(const Node& node, const Entity& entity) {
  PARTITA_TRY(check_is_map(node, "a sample"));
  Node typed = documents::empty_map(node.place);
  std::vector<std::string_view> names;
  for (const Field& field : entity.fields) names.push_back(field.name);
  for (const Member& member : node.members) {
    PARTITA_TRY(check_known(member.place, fmt::format("a field of {}", entity.name), member.name, names));
    if (member.value.is_null()) continue;
    const Field& field = *entity.field(member.name);
    PARTITA_TRY_VALUE(value, typed_node(field, member.value));
    typed.members.push_back({field.attribute, std::move(value), member.place});
  }
  return read_exactly(typed);
}

Result<Item> read_whole_sample(const Node& node) {
  PARTITA_TRY(check_is_map(node, "a sample"));
  return read_exactly(node);
}

}  // namespace partita::modelling::own
