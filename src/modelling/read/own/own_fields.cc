#include <fmt/format.h>

#include <algorithm>

#include "modelling/core/kind_names.h"
#include "modelling/read/own/own_format.h"

namespace partita::modelling::own {
namespace {

// A field's kind as a text: "string", or "string?" for an optional field.
Result<void> read_kind(const Node& node, Field& field) {
  PARTITA_TRY_VALUE(text, as_text(node, "kind"));
  if (text.ends_with('?')) {
    field.optional = true;
    text.pop_back();
  }
  if (const auto document = document_type_of(text)) {
    field.kind = model::FieldKind::Document;
    field.document = *document;
    return {};
  }
  const auto kind = field_kind_of(text);
  if (!kind) return check_known(node.place, "kind of field", text, field_kind_names());
  field.kind = *kind;
  return {};
}

Result<void> read_enumerators(const Node& list, Field& field) {
  PARTITA_TRY_VALUE(nodes, as_list(list, "enumerators"));
  for (const Node& node : *nodes) {
    Enumerator out;
    if (node.is_scalar()) {
      out.name = out.attribute = out.key = node.text;
    } else {
      PARTITA_TRY(check_members(node, "an enumerator", {"name", "attribute", "key"}));
      PARTITA_TRY_VALUE(name, needed_text(node, "an enumerator", "name"));
      out.name = out.attribute = name;
      if (const Node* attribute = present(node, "attribute")) {
        PARTITA_TRY_VALUE(text, as_text(*attribute, "attribute"));
        out.attribute = text;
      }
      out.key = out.attribute;
      if (const Node* key = present(node, "key")) {
        PARTITA_TRY_VALUE(text, as_text(*key, "key"));
        out.key = text;
      }
    }
    field.enumerators.push_back(std::move(out));
  }
  return {};
}

// The first elements as they are written in a file.
std::string list_text(const Node& list) {
  constexpr std::size_t kShownElements = 5;
  std::string out;
  for (std::size_t i = 0; i < std::min(kShownElements, list.items.size()); ++i)
    out += (i == 0 ? "" : ", ") + (list.items[i].is_scalar() ? list.items[i].text : std::string("..."));
  return fmt::format("[{}{}]", out, list.items.size() > kShownElements ? ", ..." : "");
}

}  // namespace

Result<void> read_keeping(const Node& node, Field& out) {
  for (const char* member : {"copy_by", "kept"})
    if (const Node* found = present(node, member); found && out.copy_of.empty())
      return fault(
          found->place,
          fmt::format("{} of the field {} is for a copy: say of what, as in copy_of: CUSTOMER.name", member, out.name));
  if (const Node* by = present(node, "copy_by")) {
    PARTITA_TRY(check_is_map(*by, "copy_by"));
    for (const Member& member : by->members) {
      PARTITA_TRY_VALUE(field, as_text(member.value, "copy_by"));
      out.copy_by.emplace_back(member.name, std::move(field));
    }
  }
  PARTITA_TRY_VALUE(kept, text_or_empty(node, "kept"));
  if (kept.empty() || kept == "patterns")
    out.kept = CopyKept::Patterns;
  else if (kept == "transaction")
    out.kept = CopyKept::Transaction;
  else if (kept == "followed")
    out.kept = CopyKept::Followed;
  else
    return fault(node.find("kept")->place,
                 fmt::format("kept of the field {} is '{}': it is transaction, followed or patterns", out.name, kept));
  return {};
}

Result<Field> read_field(const std::string& name, const Node& node) {
  Field out{.name = name, .attribute = name, .place = node.place};
  if (node.is_scalar()) {
    PARTITA_TRY(read_kind(node, out));
    return out;
  }
  if (node.is_list())
    return fault(node.place, fmt::format("the field {} is a list: give its values in a map, as in {}: {{enum: {}}}",
                                         name, name, list_text(node)));
  PARTITA_TRY(check_members(
      node, fmt::format("the field {}", name),
      {"name", "attribute", "kind", "enum", "enumerators", "optional", "stored", "has_default", "description", "from",
       "references", "copy_of", "copy_by", "kept", "size_bytes", "distinct", "present", "values"}));
  if (const Node* attribute = node.find("attribute"); attribute && !attribute->is_null()) {
    PARTITA_TRY_VALUE(text, as_text(*attribute, "attribute"));
    out.attribute = text;
  }
  if (const Node* kind = present(node, "kind"); kind && kind->is_map() && present(*kind, "enum"))
    return fault(
        kind->place,
        fmt::format("kind of the field {0} is a map: give the values of an enumeration in the field itself, as "
                    "in {0}: {{enum: {1}, optional: true}}",
                    name, list_text(*present(*kind, "enum"))));
  const Node* enumerators = present(node, "enum") ? present(node, "enum") : present(node, "enumerators");
  if (const Node* kind = present(node, "kind"))
    PARTITA_TRY(read_kind(*kind, out));
  else if (present(node, "enum"))
    out.kind = model::FieldKind::Enum;
  else
    return fault(node.place, fmt::format("the field {} has no kind: give it one, as in {}: string", name, name));
  if (enumerators) PARTITA_TRY(read_enumerators(*enumerators, out));
  if (out.kind == model::FieldKind::Enum && out.enumerators.empty())
    return fault(node.place,
                 fmt::format("the field {} lists no enumerators: give them, as in enum: [OPEN, DONE]", name));
  PARTITA_TRY_VALUE(optional, flag_or_false(node, "optional"));
  out.optional = out.optional || optional;
  if (const Node* stored = present(node, "stored")) {
    PARTITA_TRY_VALUE(flag, as_flag(*stored, "stored"));
    out.stored = flag;
  }
  PARTITA_TRY_VALUE(has_default, flag_or_false(node, "has_default"));
  out.has_default = has_default;
  PARTITA_TRY_VALUE(description, text_or_empty(node, "description"));
  out.description = std::move(description);
  PARTITA_TRY_VALUE(from, text_or_empty(node, "from"));
  out.from = std::move(from);
  PARTITA_TRY_VALUE(references, text_or_empty(node, "references"));
  out.references = std::move(references);
  PARTITA_TRY_VALUE(copy_of, text_or_empty(node, "copy_of"));
  if (const std::size_t dot = copy_of.find('.'); !copy_of.empty() && (dot == 0 || dot >= copy_of.size() - 1))
    return fault(node.find("copy_of")->place,
                 fmt::format("copy_of of the field {} is '{}': write the entity and its field, as in CUSTOMER.name",
                             name, copy_of));
  out.copy_of = std::move(copy_of);
  PARTITA_TRY(read_keeping(node, out));
  PARTITA_TRY_VALUE(size, amount_or_none(node, "size_bytes"));
  out.size_bytes = size;
  PARTITA_TRY_VALUE(distinct, distinct_or_none(node));
  out.distinct = distinct;
  PARTITA_TRY_VALUE(share, amount_or_none(node, "present"));
  if (share && *share > 1)
    return fault(node.place, fmt::format("present of the field {} is a share, from 0 to 1", name));
  out.present = share;
  if (const Node* values = present(node, "values")) {
    PARTITA_TRY_VALUE(distribution, read_distribution(*values));
    out.values = std::move(distribution);
  }
  return out;
}

Result<std::vector<Field>> read_fields(const Node& node) {
  std::vector<Field> out;
  Faults faults;
  if (node.is_map()) {
    for (const Member& member : node.members) {
      auto field = read_field(member.name, member.value);
      if (faults.accept(field)) out.push_back(std::move(*field));
    }
    PARTITA_TRY(faults.result());
    return out;
  }
  PARTITA_TRY_VALUE(list, as_list(node, "fields"));
  for (const Node& element : *list) {
    PARTITA_TRY_VALUE(name, needed_text(element, "a field", "name"));
    for (const Field& before : out)
      if (before.name == name) return fault(element.place, fmt::format("the field {} occurs twice", name));
    auto field = read_field(name, element);
    if (faults.accept(field)) out.push_back(std::move(*field));
  }
  PARTITA_TRY(faults.result());
  return out;
}

}  // namespace partita::modelling::own
