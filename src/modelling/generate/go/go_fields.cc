#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/generate/go/go_parts.h"
#include "modelling/generate/go/go_text.h"
#include "modelling/generate/model_facts.h"

namespace partita::modelling::go {
namespace {

using model::FieldKind;
using Rows = std::vector<std::pair<std::string, std::string>>;

// The part of a type's name that says its functions.
const char* family_of(const GoField& field) {
  switch (field.declared->kind) {
    case FieldKind::String:
    case FieldKind::Date:
    case FieldKind::Uuid:
    case FieldKind::Ulid:
    case FieldKind::Bytes:
      return "Text";
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Seconds:
    case FieldKind::Double:
    case FieldKind::Decimal:
      return "Number";
    case FieldKind::Time:
      return "Ordered";
    case FieldKind::Bool:
    case FieldKind::Enum:
      return "Field";
    case FieldKind::Document:
      break;
  }
  if (is_set(*field.declared)) return "Set";
  if (field.type == "[]any") return "List";
  return field.type == "[]float32" ? "Field" : "Document";
}

// A field that conditions may name: a number has no function that other ordered values lack.
std::string fixed_type(const GoField& field, const std::string& entity) {
  std::string_view family = family_of(field);
  if (family == "Number") family = "Ordered";
  return family == "List" ? fmt::format("rt.FixedList[{}]", entity)
                          : fmt::format("rt.Fixed{}[{}, {}]", family, entity, field.type);
}

std::string changed_type(const GoField& field, const std::string& entity) {
  const std::string_view family = family_of(field);
  const std::string edit = fmt::format("rt.{}[{}]", field.needs_others ? "KeyEdit" : "Edit", entity);
  std::string name;
  if (may_be_absent(*field.declared))
    name = fmt::format("Optional{}", family);
  else
    name = family == "Field" ? "FieldOf" : fmt::format("{}Field", family);
  return family == "List" ? fmt::format("rt.{}[{}, {}]", name, entity, edit)
                          : fmt::format("rt.{}[{}, {}, {}]", name, entity, field.type, edit);
}

bool is_comparable(const GoField& field) { return field.declared->stored; }

std::string bindings(const GoEntity& entity, const std::vector<const GoField*>& fields) {
  std::string out;
  for (const GoField* field : fields)
    out += fmt::format("\trt.Bind(&out.{}, {}Entity, {}, {})\n", field->member, entity.small, field->at, field->codec);
  return out;
}

// The functions such as SetStatus.
class Setters {
 public:
  explicit Setters(const GoEntity& entity) : entity_(entity) {
    for (const GoField& field : entity.fields) names_.distinct(field.member);
    for (const char* name : {"Create", "Put", "Update", "Upsert", "Move", "Remove"}) names_.distinct(name);
  }

  std::string write() {
    std::string out;
    for (const GoField& field : entity_.fields) {
      if (field.is_key || field.is_kept || !field.needs_others || !is_comparable(field)) continue;
      out += function(field, "Set", "sets");
      if (may_be_absent(*field.declared)) out += function(field, "Remove", "removes");
    }
    return out;
  }

 private:
  std::string function(const GoField& field, std::string_view verb, const char* verbs) {
    DistinctNames names;
    std::vector<std::string> parameters;
    std::string value;
    if (verb == "Set") {
      value = go_parameter(field.declared->name, names);
      parameters.push_back(fmt::format("{} {}", value, field.type));
    }
    const NeededValues needed = go_needed(entity_, {field.declared->name}, names);
    parameters.insert(parameters.end(), needed.parameters.begin(), needed.parameters.end());
    const std::string name = names_.distinct(std::string(verb) + field.member);
    std::vector<std::string> arguments = {fmt::format("f.{}.{}({})", field.member, verb, value)};
    arguments.insert(arguments.end(), needed.facts.begin(), needed.facts.end());
    std::string call = fmt::format("\treturn rt.Knowing({})\n", fmt::join(arguments, ", "));
    if (call.size() > kGoLineBytes)
      call = fmt::format("\treturn rt.Knowing(\n\t\t{},\n\t)\n", fmt::join(arguments, ",\n\t\t"));
    return '\n' +
           go_doc({fmt::format("{} {} {}, with the values that the keys, computed fields or unique values of the item "
                               "need besides it.",
                               name, verbs, field.declared->name)}) +
           go_parameters(fmt::format("func (f {}Fields) {}", entity_.small, name), parameters,
                         fmt::format(" rt.Edit[{}] {{\n{}}}\n", entity_.type, call));
  }

  const GoEntity& entity_;
  DistinctNames names_;
};

}  // namespace

NeededValues go_needed(const GoEntity& entity, const std::vector<std::string>& changed, DistinctNames& parameters) {
  const auto changes = [&](const UpdateNeed& need) {
    return std::ranges::any_of(need.of, [&](const std::string& name) { return base::contains(changed, name); });
  };
  const bool changes_unique =
      std::ranges::any_of(entity.unique, [&](const std::string& name) { return base::contains(changed, name); });
  NeededValues out;
  for (const GoField& field : entity.fields) {
    const std::string& name = field.declared->name;
    const bool is_needed = std::ranges::any_of(
        entity.needs, [&](const UpdateNeed& need) { return changes(need) && base::contains(need.known, name); });
    if (changes_unique && base::contains(entity.unique, name)) {
      const bool is_optional = may_be_absent(*field.declared);
      const std::string parameter = go_parameter("stored_" + name, parameters);
      out.parameters.push_back(fmt::format("{} {}{}", parameter, is_optional ? "*" : "", field.type));
      out.facts.push_back(fmt::format("rt.StoredFact({}Entity, {}, {}, {}{})", entity.small, field.at, field.codec,
                                      is_optional ? "" : "&", parameter));
    } else if (is_needed && !base::contains(changed, name)) {
      const std::string parameter = go_parameter(name, parameters);
      out.parameters.push_back(fmt::format("{} rt.Known[{}]", parameter, field.type));
      out.facts.push_back(
          fmt::format("rt.FactOf({}Entity, {}, {}, {})", entity.small, field.at, field.codec, parameter));
    }
  }
  return out;
}

std::string go_fields(const GoEntity& entity) {
  std::string writes = fmt::format("rt.{}Writes[{}, {}Key", entity.variant().empty() ? "Entity" : entity.variant(),
                                   entity.type, entity.type);
  writes += entity.unique.empty() ? "]" : fmt::format(", {}Unique]", entity.type);
  std::vector<const GoField*> fields;
  Rows rows;
  for (const GoField& field : entity.fields) {
    if (!is_comparable(field)) continue;
    fields.push_back(&field);
    rows.emplace_back(field.member, field.is_key || field.is_kept ? fixed_type(field, entity.type)
                                                                  : changed_type(field, entity.type));
  }
  std::string out = fmt::format("type {}Fields struct {{\n\t{}\n", entity.small, writes);
  out += go_columns(rows, "\t") + "}\n\n";
  out +=
      go_doc({fmt::format("{} makes writes of items {}, and has their fields.", entity.plural, entity.declared->name)});
  out += fmt::format("var {} = new{}Fields()\n\n", entity.plural, entity.type);
  out += fmt::format(
      "func new{0}Fields() (out {1}Fields) {{\n\tout.{2}Writes = rt.New{2}Writes[{0}, {0}Key{3}]({1}Codec)\n",
      entity.type, entity.small, entity.variant().empty() ? "Entity" : entity.variant(),
      entity.unique.empty() ? "" : fmt::format(", {}Unique", entity.type));
  return out + bindings(entity, fields) + "\treturn out\n}\n" + Setters(entity).write();
}

std::string go_filter_variable(const std::string& type) {
  return type.substr(0, type.size() - std::string_view("Filter").size()) + "Fields";
}

std::string go_filter_fields(const GoEntity& entity, const std::string& type, const std::vector<std::string>& names) {
  std::vector<const GoField*> fields;
  Rows rows;
  for (const GoField& field : entity.fields)
    if (base::contains(names, field.declared->name)) {
      fields.push_back(&field);
      rows.emplace_back(field.member, fixed_type(field, type));
    }
  const std::string variable = go_filter_variable(type);
  const std::string small = go_small(variable);
  std::string out =
      go_doc({fmt::format("{} is the type of conditions on the fields that the place of the read has.", type)});
  out += fmt::format("type {} struct{{}}\n\ntype {} struct {{\n", type, small) + go_columns(rows, "\t") + "}\n\n";
  out += go_doc({fmt::format("{} has these fields, for filters.", variable)});
  out += fmt::format("var {0} = new{0}()\n\nfunc new{0}() (out {1}) {{\n", variable, small);
  return out + bindings(entity, fields) + "\treturn out\n}\n";
}

}  // namespace partita::modelling::go
