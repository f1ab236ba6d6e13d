#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/core/template_parts.h"
#include "modelling/generate/model_facts.h"
#include "modelling/generate/python/py_parts.h"
#include "modelling/generate/python/py_text.h"

namespace partita::modelling::python {
namespace {

using model::FieldKind;

constexpr const char* kDataclass = "\n\n@dataclass(frozen=True, slots=True, kw_only=True)\n";

// The form that a text of the kind has, for comments.
std::string form_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::Date:
      return "A date such as 2026-01-05.";
    case FieldKind::Uuid:
      return "A UUID in small letters.";
    case FieldKind::Ulid:
      return "A ULID.";
    case FieldKind::Seconds:
      return "Seconds since 1970.";
    default:
      return {};
  }
}

// The class of a field's conditions.
std::string condition_class(const std::string& type, FieldKind kind) {
  switch (kind) {
    case FieldKind::String:
    case FieldKind::Date:
    case FieldKind::Uuid:
    case FieldKind::Ulid:
      return "TextField";
    case FieldKind::Bytes:
      return "BytesField";
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Seconds:
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Time:
      return fmt::format("OrderedField[{}]", type);
    case FieldKind::Bool:
    case FieldKind::Enum:
      return fmt::format("Field[{}]", type);
    case FieldKind::Document:
      break;
  }
  constexpr std::string_view kSet = "frozenset[";
  if (type.starts_with(kSet)) return fmt::format("SetField[{}", type.substr(kSet.size()));
  return fmt::format("DocumentField[{}]", type);
}

// The value of a field that a new item need not have, as an expression; empty if it must have one.
std::string default_of(const Field& field, const std::string& type) {
  if (is_set(field)) return field.optional ? "frozenset()" : "";
  if (may_be_absent(field)) return "None";
  if (!field.has_default) return {};
  switch (field.kind) {
    case FieldKind::String:
      return "\"\"";
    case FieldKind::Bytes:
      return "b\"\"";
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Seconds:
      return "0";
    case FieldKind::Double:
      return "0.0";
    case FieldKind::Decimal:
      return "Decimal(0)";
    case FieldKind::Bool:
      return "False";
    case FieldKind::Enum:
      return field.enumerators.empty() ? std::string() : py_literal(field.enumerators.front().name);
    case FieldKind::Document:
      break;
    default:
      return {};
  }
  if (type == "DocumentMap") return "field(default_factory=dict[str, DocumentValue])";
  return type == "DocumentValue" ? "None" : "()";
}

class PyEntityWriter {
 public:
  PyEntityWriter(const PyModel& model, std::size_t table, std::size_t position)
      : table_(model.model().tables[table]),
        entity_(table_.entities[position]),
        made_(model.of(table_, entity_.name)),
        table_number_(table),
        position_(position) {
    key_ = primary_fields(entity_);
  }

  std::string write() const {
    std::string out;
    for (const Field& field : entity_.fields)
      if (const auto name = made_.enums.find(field.name); name != made_.enums.end())
        out += enumeration(field, name->second);
    return out + key() + input() + item() + conditions() + constant();
  }

 private:
  static std::string enumeration(const Field& field, const std::string& name) {
    std::vector<PyNode> names;
    for (const Enumerator& one : field.enumerators) names.push_back(py_text(py_literal(one.name)));
    return py_line(py_list(name + ": TypeAlias = Literal", std::move(names)));
  }

  // A field of an item, which has a value.
  std::string stored_field(const Field& field) const { return field_with(field, {}); }
  // A field of a new item, which may have a default.
  std::string given_field(const Field& field) const {
    return field_with(field, default_of(field, made_.types.at(field.name)));
  }
  std::string field_with(const Field& field, const std::string& value) const {
    return py_comment(field.description.empty() ? form_of(field.kind) : field.description, 4) +
           fmt::format("    {}: {}{}\n", made_.fields.at(field.name), py_value_type(made_, field),
                       value.empty() ? "" : " = " + value);
  }

  static std::string class_of(const std::string& head, const std::string& doc, const std::string& members) {
    return kDataclass + fmt::format("class {}:\n", head) + py_doc({doc}, 4) + (members.empty() ? "" : "\n" + members);
  }

  std::string templates() const {
    std::vector<std::string> texts;
    const auto add = [&](const std::string& attribute, const std::vector<std::string>& parts) {
      for (const std::string& part : parts) texts.push_back(fmt::format("{} = \"{}\"", attribute, part));
    };
    add(table_.partition_key, entity_.primary.partition);
    add(table_.sort_key, entity_.primary.sort);
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  bool is_in_key(const Field& field) const { return base::contains(key_, field.name); }

  // A new item has the key's fields, unless the package writes one of them by itself.
  bool input_has_key() const {
    return std::ranges::none_of(entity_.fields,
                                [&](const Field& field) { return is_in_key(field) && is_kept(entity_, field.name); });
  }

  std::string key() const {
    std::string members;
    for (const Field& field : entity_.fields)
      if (is_in_key(field)) members += stored_field(field);
    return class_of(made_.type + "Key", fmt::format("The primary key: {}.", templates()), members);
  }

  std::string input() const {
    std::string members;
    bool has_kept = false;
    for (const Field& field : entity_.fields) {
      if (field.attribute.empty()) continue;
      const bool writes_itself = is_kept(entity_, field.name);
      has_kept |= writes_itself;
      if (!writes_itself && !(is_in_key(field) && input_has_key())) members += given_field(field);
    }
    if (entity_.other_attributes)
      members +=
          "    # Attributes that no field names, as they are stored.\n"
          "    other_attributes: Mapping[str, AttributeValue] = field(\n"
          "        default_factory=dict[str, AttributeValue]\n    )\n";
    const std::string doc =
        has_kept ? "The fields of a new item, without those that the package keeps." : "The fields of a new item.";
    const std::string base = input_has_key() ? fmt::format("({}Key)", made_.type) : std::string();
    return class_of(made_.type + "Input" + base, doc, members);
  }

  std::string item() const {
    std::string members;
    for (const Field& field : entity_.fields)
      if (!field.attribute.empty() && is_kept(entity_, field.name)) members += stored_field(field);
    const std::string doc = entity_.description.empty()
                                ? fmt::format("An item {} of the table {}.", entity_.name, table_.name)
                                : entity_.description;
    return class_of(fmt::format("{0}({0}Input)", made_.type), doc, members);
  }

  std::string conditions() const {
    std::string out =
        fmt::format("\n\nclass {}Fields:\n", made_.type) + py_doc({"The fields that conditions may name."}, 4);
    std::string members;
    for (std::size_t at = 0; at < entity_.fields.size(); ++at) {
      const Field& field = entity_.fields[at];
      if (!field.stored || field.attribute.empty()) continue;
      const std::string of =
          fmt::format("DESCRIPTION.tables[{}].entities[{}].fields[{}]", table_number_, position_, at);
      members += py_line(py_call(fmt::format("{} = {}", made_.fields.at(field.name),
                                             condition_class(made_.types.at(field.name), field.kind)),
                                 {py_text(of)}),
                         4);
    }
    return out + (members.empty() ? "" : "\n" + members);
  }

  std::string constant() const {
    const std::string& type = made_.type;
    return "\n\n" +
           py_line(py_call(fmt::format("{} = EntityType", made_.constant),
                           py_texts({fmt::format("DESCRIPTION.tables[{}]", table_number_), std::to_string(position_),
                                     type + "Key", type + "Input", type, type + "Fields"})));
  }

  const Table& table_;
  const Entity& entity_;
  const PyEntity& made_;
  std::size_t table_number_ = 0;
  std::size_t position_ = 0;
  std::vector<std::string> key_;
};

}  // namespace

std::string py_entity(const PyModel& model, std::size_t table, std::size_t position) {
  return PyEntityWriter(model, table, position).write();
}

}  // namespace partita::modelling::python
