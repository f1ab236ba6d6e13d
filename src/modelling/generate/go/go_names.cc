#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/core/template_parts.h"
#include "modelling/generate/go/go_parts.h"
#include "modelling/generate/go/go_text.h"
#include "modelling/generate/model_facts.h"
#include "modelling/generate/pattern_facts.h"

namespace partita::modelling::go {
namespace {

using model::FieldKind;

constexpr const char* kTakenTypes[] = {"Client",       "New",         "Change",  "ParseChange",
                                       "CreateTables", "CheckTables", "Transact"};
// An entity's variable and its member of the client have one name, so these are not names of types either.
constexpr const char* kTakenMembers[] = {"CreateTables", "CheckTables", "Transact"};
// The functions of the writes, which the variable with the fields has too.
constexpr const char* kTakenFields[] = {"Create", "Put",           "Update",        "Upsert",    "Move", "Remove",
                                        "Check",  "ReadAndUpdate", "ReadAndRemove", "MustExist", "Where"};
// The suffixes of an entity's declarations must not meet the name of another one, such as ORDER and ORDER_KEY.
constexpr const char* kSuffixes[] = {"", "Key", "Unique", "Fields", "Codec", "Entity"};

std::string type_of_entity(const std::string& name, DistinctNames& taken) {
  for (int number = 1;; ++number) {
    DistinctNames trial = taken;
    std::string type = go_exported(name) + (number == 1 ? std::string() : std::to_string(number));
    if (!std::ranges::all_of(kSuffixes,
                             [&](const char* suffix) { return trial.distinct(type + suffix) == type + suffix; }))
      continue;
    taken = std::move(trial);
    return type;
  }
}

std::pair<std::string, std::string> document_type(const Table& table, const Field& field) {
  if (is_vector(table, field)) return {"[]float32", "rt.Vectors"};
  switch (field.document) {
    case DocumentType::Map:
      return {"map[string]any", "rt.Maps"};
    case DocumentType::List:
      return {"[]any", "rt.Lists"};
    case DocumentType::StringSet:
      return {"rt.StringSet", "rt.StringSets"};
    case DocumentType::NumberSet:
      return {"rt.NumberSet", "rt.NumberSets"};
    case DocumentType::BinarySet:
      return {"rt.BinarySet", "rt.BinarySets"};
    case DocumentType::Any:
      break;
  }
  return {"any", "rt.Documents"};
}

// The type and the codec. Those of an enumeration are `type` and a variable of it.
std::pair<std::string, std::string> type_of(const Table& table, const Field& field, const std::string& enumeration) {
  switch (field.kind) {
    case FieldKind::String:
    case FieldKind::Date:
    case FieldKind::Uuid:
    case FieldKind::Ulid:
      return {"string", "rt.Strings"};
    case FieldKind::Bytes:
      return {"[]byte", "rt.Bytes"};
    case FieldKind::Integer:
    case FieldKind::Seconds:
      return {"int64", "rt.Integers"};
    case FieldKind::Unsigned:
      return {"uint64", "rt.Unsigneds"};
    case FieldKind::Double:
      return {"float64", "rt.Doubles"};
    case FieldKind::Decimal:
      return {"rt.Decimal", "rt.Decimals"};
    case FieldKind::Bool:
      return {"bool", "rt.Bools"};
    case FieldKind::Enum:
      return {enumeration, go_small(enumeration) + "Enum"};
    case FieldKind::Time:
      return {"time.Time", "rt.Times"};
    case FieldKind::Document:
      break;
  }
  return document_type(table, field);
}

void name_fields(GoEntity& entity, DistinctNames& types) {
  DistinctNames names, members;
  for (const char* name : kTakenFields) members.distinct(name);
  const std::vector<std::string> key = primary_fields(*entity.declared);
  for (std::size_t at = 0; at < entity.declared->fields.size(); ++at) {
    const Field& field = entity.declared->fields[at];
    if (field.attribute.empty()) continue;
    GoField& made = entity.fields.emplace_back();
    made.declared = &field;
    made.at = at;
    made.name = names.distinct(go_exported(field.name));
    made.member = members.distinct(made.name);
    std::string enumeration;
    if (field.kind == FieldKind::Enum) enumeration = types.distinct(entity.type + made.name);
    std::tie(made.type, made.codec) = type_of(*entity.table, field, enumeration);
    made.is_key = base::contains(key, field.name);
    made.is_kept = is_kept(*entity.declared, field.name);
    const auto changes = [&](const UpdateNeed& need) {
      return base::contains(need.of, field.name) &&
             std::ranges::any_of(need.known, [&](const std::string& other) { return other != field.name; });
    };
    made.needs_others = std::ranges::any_of(entity.needs, changes) || base::contains(entity.unique, field.name);
  }
}

// The type of a filter, whose variable has a name of its own too.
std::string name_filter(const std::string& method, DistinctNames& types) {
  for (int number = 1;; ++number) {
    const std::string type = method + (number == 1 ? std::string() : std::to_string(number)) + "Filter";
    DistinctNames trial = types;
    const std::string variable = go_filter_variable(type);
    if (trial.distinct(type) != type || trial.distinct(variable) != variable) continue;
    types = std::move(trial);
    return type;
  }
}

void learn_needs(GoEntity& entity, const ProvenTable& table) {
  const auto at = std::ranges::find(table.declared->entities, entity.declared->name, &Entity::name) -
                  table.declared->entities.begin();
  const model::EntityInfo& info = table.info->at(table.positions[static_cast<std::size_t>(at)]);
  entity.needs = update_needs(*table.info, info);
  const std::vector<std::string> key = primary_fields(*entity.declared);
  for (const UpdateNeed& need : unique_needs(info))
    for (const std::string& name : need.known)
      if (!base::contains(key, name) && !base::contains(entity.unique, name)) entity.unique.push_back(name);
}

}  // namespace

std::string GoEntity::variant() const {
  return std::string(is_versioned() ? "Versioned" : "") + (unique.empty() ? "" : "Unique");
}

const GoField& GoEntity::field(std::string_view name) const {
  return *std::ranges::find_if(fields, [&](const GoField& one) { return one.declared->name == name; });
}

bool is_nil_if_absent(const GoField& field) { return field.type.starts_with("[]") || field.type.starts_with("map["); }

std::string go_item_type(const GoField& field) {
  return (may_be_absent(*field.declared) && !is_nil_if_absent(field) ? "*" : "") + field.type;
}

std::string go_parameter(std::string_view name, DistinctNames& taken) {
  std::string out = go_unexported(name);
  // The variables of the package end so.
  for (const char* end : {"Codec", "Entity", "Enum", "Fields", "Table"})
    if (out.ends_with(end)) out += "Value";
  return taken.distinct(is_go_name(out) ? out : out + "Value");
}

GoModel go_names(const Provable& provable, const ModelUnits& units, const GoOptions& options) {
  GoModel out{.provable = &provable, .units = &units, .options = options};
  DistinctNames types;
  DistinctNames members;
  for (const char* name : kTakenTypes) types.distinct(name);
  for (const char* name : kTakenMembers) members.distinct(name);
  for (const ProvenTable& table : provable.proof->tables())
    for (const Entity& entity : table.declared->entities) {
      GoEntity& made = out.entities[{table.declared->name, entity.name}];
      made.table = table.declared;
      made.declared = &entity;
      made.table_at = static_cast<std::size_t>(&table - provable.proof->tables().data());
      made.type = type_of_entity(entity.name, types);
      made.small = go_small(made.type);
      learn_needs(made, table);
    }
  for (const ProvenTable& table : provable.proof->tables())
    for (const Entity& entity : table.declared->entities) {
      GoEntity& made = out.entities[{table.declared->name, entity.name}];
      made.plural = types.distinct(go_plural(made.type));
      members.distinct(made.plural);
      name_fields(made, types);
    }
  for (const ProvenPattern& proven : provable.proof->patterns()) {
    const Pattern& pattern = *proven.declared;
    // "a customer's orders" has the word customers.
    std::string words = pattern.name;
    std::erase(words, '\'');
    const std::string method = members.distinct(go_exported(words));
    out.methods[&pattern] = method;
    if (is_keyed(pattern.operation))
      out.parts[&pattern] = parts_of(
          pattern, method, [&](const std::string& entity) { return members.distinct(method + go_exported(entity)); });
    if (!is_read(pattern.operation) || !proven.served()) continue;
    if (pattern.entities.size() > 1 || !pattern.wanted.empty())
      out.answers[&pattern] = types.distinct(method + (pattern.entities.size() > 1 ? "" : "Row"));
    if (pattern.entities.size() > 1 || proven.info.plan.operation != model::PlanOperation::Query) continue;
    const GoEntity& entity = out.of(pattern.entities.front(), pattern.table);
    const auto stored =
        std::ranges::count_if(entity.fields, [](const GoField& field) { return field.declared->stored; });
    if (filter_fields(proven, *entity.declared).size() < static_cast<std::size_t>(stored))
      out.filters[&pattern] = name_filter(method, types);
  }
  return out;
}

}  // namespace partita::modelling::go
