#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "modelling/core/copies.h"
#include "modelling/generate/cpp/cpp_limits.h"
#include "modelling/generate/cpp/cpp_parts.h"
#include "modelling/generate/model_facts.h"

namespace partita::modelling {
namespace {

std::string document_type(DocumentType type) {
  switch (type) {
    case DocumentType::Map:
      return "std::map<std::string, pt::any_value>";
    case DocumentType::List:
      return "std::vector<pt::any_value>";
    case DocumentType::StringSet:
      return "pt::string_set";
    case DocumentType::NumberSet:
      return "pt::number_set<double>";
    case DocumentType::BinarySet:
      return "pt::binary_set";
    case DocumentType::Any:
      break;
  }
  return "pt::any_value";
}

std::string required_type(const Table& table, const Field& field, const std::string& enum_type) {
  using model::FieldKind;
  switch (field.kind) {
    case FieldKind::String:
      return "std::string";
    case FieldKind::Bytes:
      return "pt::bytes";
    case FieldKind::Integer:
      return "std::int64_t";
    case FieldKind::Unsigned:
      return "std::uint64_t";
    case FieldKind::Double:
      return "double";
    case FieldKind::Decimal:
      return "pt::decimal";
    case FieldKind::Bool:
      return "bool";
    case FieldKind::Enum:
      return enum_type;
    case FieldKind::Time:
      return "pt::utc_ms";
    case FieldKind::Date:
      return "pt::date";
    case FieldKind::Uuid:
      return "pt::uuid";
    case FieldKind::Ulid:
      return "pt::ulid";
    case FieldKind::Seconds:
      return "pt::epoch_seconds";
    case FieldKind::Document:
      break;
  }
  if (field.attribute.empty()) return "pt::other_attributes";
  return is_vector(table, field) ? "std::vector<float>" : document_type(field.document);
}

std::string member_type(const Table& table, const Field& field, const std::string& enum_type) {
  const std::string type = required_type(table, field, enum_type);
  // An empty set is absent anyway.
  const bool optional = field.optional && !field.attribute.empty() && !is_set(field);
  return optional ? "std::optional<" + type + ">" : type;
}

std::string initializer(const std::string& type, const std::string& enumerator) {
  if (type == "std::int64_t" || type == "std::uint64_t" || type == "double") return " = 0";
  if (type == "bool") return " = false";
  return enumerator.empty() ? std::string() : fmt::format(" = {}::{}", type, enumerator);
}

std::string template_arguments(const std::vector<std::string>& partition, const std::vector<std::string>& sort) {
  std::vector<std::string> texts;
  for (const auto& list : {partition, sort})
    for (const std::string& text : list) texts.push_back(cpp_literal(text));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string key_option(const Table& table, const EntityKey& key) {
  const Index* index = table.index(key.index);
  const bool local = index && index->scope == model::IndexScope::Local;
  std::string out = fmt::format("{}<{}, {}", local ? "pt::on_local" : "pt::on", cpp_literal(key.index),
                                local ? template_arguments({}, key.sort) : template_arguments(key.partition, key.sort));
  const bool has_options = key.sparse || key.when || key.added_later;
  if (!local && key.sort.empty() && has_options) out += ", \"\"";
  if (key.sparse) out += ", pt::sparse";
  if (key.when) out += fmt::format(", pt::when<{}, {}>", cpp_literal(key.when->field), cpp_literal(key.when->equals));
  if (key.added_later) out += ", pt::added_later";
  return out + ">";
}

std::string literals(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : names) out.push_back(cpp_literal(name));
  return fmt::format("{}", fmt::join(out, ", "));
}

// The names of the fields for which `is` holds.
template <class Is>
std::vector<std::string> field_names(const Entity& entity, Is is) {
  std::vector<std::string> out;
  for (const Field& field : entity.fields)
    if (is(field)) out.push_back(field.name);
  return out;
}

void add_list_option(std::vector<std::string>& options, const char* name, const std::vector<std::string>& values) {
  if (!values.empty()) options.push_back(fmt::format("pt::{}<{}>", name, literals(values)));
}
void add_option(std::vector<std::string>& options, const char* name, const std::string& value) {
  if (!value.empty()) options.push_back(fmt::format("pt::{}<{}>", name, cpp_literal(value)));
}

// pt::copy_of<"customerName", CustomerE, "name">
std::string copy_option(const Model& model, const Entity& entity, const Field& field, const CppTypes& types) {
  const CopySource source = *source_of_copy(model, field);
  std::string out =
      fmt::format("pt::copy_of<{}, {}, {}", cpp_literal(field.name),
                  types.of(*source.table, source.entity->name).declaration, cpp_literal(source.field->name));
  const std::vector<std::string> key = fields_of_key(source.entity->primary);
  const std::vector<std::string> references = references_of_copy(entity, field, source);
  for (std::size_t i = 0; i < key.size(); ++i)
    if (references[i] != key[i])
      out += fmt::format(", pt::refers<{}, {}>", cpp_literal(references[i]), cpp_literal(key[i]));
  return out + (field.kept == CopyKept::Followed ? ", pt::followed>" : ">");
}

std::vector<std::string> entity_options(const Model& model, const Table& table, const Entity& entity,
                                        const CppTypes& types) {
  std::vector<std::string> options = {
      fmt::format("pt::key<{}>", template_arguments(entity.primary.partition, entity.primary.sort))};
  for (const EntityKey& key : entity.indexes) {
    const Index* index = table.index(key.index);
    if (index && !is_index_of_members(*index)) options.push_back(key_option(table, key));
  }
  add_option(options, "version", entity.version);
  add_option(options, "ttl", entity.ttl);
  for (const std::vector<std::string>& together : entity.unique) add_list_option(options, "unique", together);
  add_option(options, "sentinels_of", entity.sentinels);
  add_option(options, "created_at", entity.created_at);
  add_option(options, "updated_at", entity.updated_at);
  add_list_option(options, "tag_alias", entity.aliases);
  for (const Field& field : entity.fields)
    if (!field.attribute.empty() && field.attribute != field.name)
      options.push_back(fmt::format("pt::stored_as<{}, {}>", cpp_literal(field.name), cpp_literal(field.attribute)));
  add_list_option(options, "only_in_keys", field_names(entity, [](const Field& field) { return !field.stored; }));
  add_list_option(options, "defaults", field_names(entity, [](const Field& field) { return field.has_default; }));
  for (const Field& field : entity.fields)
    if (field.kept != CopyKept::Patterns) options.push_back(copy_option(model, entity, field, types));
  if (entity.lossy_key) options.push_back("pt::lossy");
  return options;
}

}  // namespace

std::vector<std::string> cpp_enumerators(const Field& field) {
  CppNames names;
  std::vector<std::string> out;
  for (const Enumerator& one : field.enumerators) out.push_back(names.distinct(CppNames::identifier(one.name)));
  return out;
}

bool declares_enum(const Field& field) {
  return field.kind == model::FieldKind::Enum && field.kept == CopyKept::Patterns;
}

CppTypes cpp_types(const Model& model, CppNames& names) {
  CppTypes out;
  for (const Table& table : model.tables)
    for (const Entity& entity : table.entities) {
      CppTypes::OfEntity& made = out.entities[{table.name, entity.name}];
      made.type = names.type(entity.name);
      made.declaration = names.distinct(made.type + "E");
      for (const Field& field : entity.fields) {
        std::string enum_type;
        if (declares_enum(field)) {
          enum_type = names.distinct(made.type + camel(field.name));
          made.enums[field.name] = enum_type;
        }
        made.members[field.name] = member_type(table, field, enum_type);
      }
      for (const Computed& computed : entity.computed)
        made.functions[computed.field] = names.distinct(
            fmt::format("compute_{}_{}", CppNames::snake(entity.name), CppNames::identifier(computed.field)));
    }
  // A copy has the type of the field that it repeats.
  for (const Table& table : model.tables)
    for (const Entity& entity : table.entities)
      for (const Field& field : entity.fields) {
        if (field.kind != model::FieldKind::Enum || declares_enum(field)) continue;
        const CopySource source = *source_of_copy(model, field);
        CppTypes::OfEntity& made = out.entities.at({table.name, entity.name});
        const std::string& type = out.of(*source.table, source.entity->name).enums.at(source.field->name);
        made.enums[field.name] = type;
        made.members[field.name] = member_type(table, field, type);
      }
  for (const Table& table : model.tables) out.tables[table.name] = names.distinct(camel(table.name) + "Table");
  return out;
}

std::string cpp_enums(const Table& table, const Entity& entity, const CppTypes& types) {
  const auto& enums = types.of(table, entity.name).enums;
  std::string out;
  for (const Field& field : entity.fields) {
    const auto type = enums.find(field.name);
    if (type == enums.end() || !declares_enum(field)) continue;
    const std::vector<std::string> names = cpp_enumerators(field);
    out += cpp_arguments(fmt::format("enum class {} {{ ", type->second), names, " };\n", 2);
    std::vector<std::string> described = names;
    described.insert(described.begin(), type->second);
    out += cpp_arguments("BOOST_DESCRIBE_ENUM(", described, ")\n", 4);
  }
  return out;
}

// An entity may copy from one that is declared after it.
std::string cpp_sources(const Model& model, const CppTypes& types) {
  std::string out;
  std::set<std::string> declared;
  for (const Table& table : model.tables)
    for (const Entity& entity : table.entities)
      for (const Field& field : entity.fields) {
        if (field.kept == CopyKept::Patterns) continue;
        const CopySource source = *source_of_copy(model, field);
        const std::string& name = types.of(*source.table, source.entity->name).declaration;
        if (declared.insert(name).second) out += fmt::format("struct {};\n", name);
      }
  return out;
}

std::string cpp_entity(const Model& model, const Table& table, const Entity& entity, const CppTypes& types) {
  const CppTypes::OfEntity& made = types.of(table, entity.name);
  const std::string& name = made.type;
  std::string out = entity.description.empty() ? std::string() : cpp_comment(entity.description);
  out += fmt::format("struct {} {{\n", name);
  std::vector<std::string> members;
  for (const Field& field : entity.fields) {
    const std::string& type = made.members.at(field.name);
    const std::string first = made.enums.contains(field.name) && !type.starts_with("std::optional")
                                  ? cpp_enumerators(field).front()
                                  : std::string();
    if (!field.description.empty()) out += "  " + cpp_comment(field.description);
    out += fmt::format("  {} {}{};\n", type, field.name, initializer(type, first));
    members.push_back(field.name);
  }
  if (entity.other_attributes && std::none_of(entity.fields.begin(), entity.fields.end(),
                                              [](const Field& field) { return field.attribute.empty(); })) {
    CppNames names;
    for (const std::string& member : members) names.distinct(member);
    members.push_back(names.distinct("other_attributes"));
    out += fmt::format("  pt::other_attributes {};\n", members.back());
  }
  out += "};\n";
  out += cpp_arguments(fmt::format("BOOST_DESCRIBE_STRUCT({}, (), (", name), members, "))\n", 4);
  std::vector<std::string> arguments = {name, cpp_literal(entity.name)};
  for (std::string& option : entity_options(model, table, entity, types)) arguments.push_back(std::move(option));
  for (const Computed& computed : entity.computed) {
    const std::string& function = made.functions.at(computed.field);
    out += cpp_comment(fmt::format("{} follows from {}. Define this function in one of your files.", computed.field,
                                   fmt::join(computed.from, ", ")));
    std::vector<std::string> parameters;
    for (const std::string& from : computed.from)
      parameters.push_back(fmt::format("const {}& {}", made.members.at(from), from));
    out += cpp_arguments(fmt::format("{} {}(", made.members.at(computed.field), function), parameters, ");\n", 4);
    arguments.push_back(
        fmt::format("pt::computed<{}, {}, {}>", cpp_literal(computed.field), function, literals(computed.from)));
  }
  return out + cpp_arguments(fmt::format("struct {} : pt::entity<", made.declaration), arguments, "> {};\n", 4);
}

}  // namespace partita::modelling
