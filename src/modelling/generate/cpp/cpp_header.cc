#include "modelling/generate/cpp/cpp_header.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "modelling/generate/cpp/cpp_limits.h"
#include "modelling/generate/cpp/cpp_parts.h"
#include "modelling/generate/provable.h"

namespace partita::modelling {
namespace {

// The texts of enumerators that differ from their names in C++. They must come before the entities.
std::string enum_texts(const Model& model, const CppTypes& types, const std::string& name_space) {
  std::string out;
  for (const Table& table : model.tables)
    for (const Entity& entity : table.entities)
      for (const Field& field : entity.fields) {
        const auto& known = types.of(table, entity.name).enums;
        const auto type = known.find(field.name);
        if (type == known.end() || !declares_enum(field)) continue;
        std::string lines;
        CppNames names;
        for (const Enumerator& one : field.enumerators) {
          const std::string name = names.distinct(CppNames::identifier(one.name));
          if (one.attribute == name && one.key == name) continue;
          lines += fmt::format("      {{{}::{}::{}, {}, {}}},\n", name_space, type->second, name,
                               cpp_literal(one.attribute), cpp_literal(one.key));
        }
        if (!lines.empty())
          out += fmt::format(
              "template <>\nstruct partita::model::enum_texts<{}::{}> {{\n  static constexpr "
              "partita::model::enumerator_text "
              "list[] = {{\n{}  }};\n}};\n",
              name_space, type->second, lines);
      }
  return out;
}

std::string pattern_text(const Provable& provable, const ProvenPattern& pattern, const CppTypes& types,
                         CppNames& names) {
  return is_read(pattern.declared->operation) ? cpp_read(*provable.model, pattern, types, names)
                                              : cpp_write(*provable.model, *pattern.declared, types, names);
}

std::string sentence_of(const LeftOut& left_out) {
  return fmt::format("The {} {} is left out: {}", left_out.what, left_out.name, left_out.why);
}

}  // namespace

std::vector<std::string> cpp_left_out(const Model& model) {
  std::vector<std::string> out;
  for (const LeftOut& left_out : provable_part(with_identifiers(model), kCpp).left_out)
    out.push_back(sentence_of(left_out));
  return out;
}

std::string cpp_header(const Model& model, const CppOptions& options) {
  const Provable provable = provable_part(with_identifiers(model), kCpp);
  CppNames names;
  for (const char* taken : {"Db", "pt", "db"}) names.distinct(taken);
  const CppTypes types = cpp_types(*provable.model, names);
  const std::string name_space = CppNames::name_space(!options.name_space.empty() ? options.name_space
                                                      : model.name.empty()        ? "data_model"
                                                                                  : model.name);

  std::string out =
      cpp_comment(fmt::format("The entities, tables and access patterns of {}, made by `partita model gen cpp`.",
                              options.source.empty() ? "a data model" : options.source));
  for (const LeftOut& left_out : provable.left_out) out += "//\n" + cpp_comment(sentence_of(left_out));
  out +=
      "#pragma once\n\n#include <partita/model.h>\n\n#include <cstdint>\n#include <map>\n#include <optional>\n#include "
      "<string>\n#include <vector>\n\n";
  out +=
      fmt::format("namespace {} {{\n\nnamespace pt = partita::model;\nusing namespace pt::literals;\n\n", name_space);
  std::string enums;
  for (const Table& table : provable.model->tables)
    for (const Entity& entity : table.entities) enums += cpp_enums(table, entity, types);
  if (!enums.empty()) out += enums + "\n";
  if (const std::string texts = enum_texts(*provable.model, types, name_space); !texts.empty())
    out += fmt::format("}}  // namespace {0}\n\n{1}\nnamespace {0} {{\n\n", name_space, texts);
  if (const std::string sources = cpp_sources(*provable.model, types); !sources.empty()) out += sources + "\n";
  std::vector<std::string> tables;
  for (const Table& table : provable.model->tables) {
    if (table.entities.empty()) continue;
    for (const Entity& entity : table.entities) out += cpp_entity(*provable.model, table, entity, types) + "\n";
    out += cpp_table(table, types) + "\n";
    tables.push_back(types.tables.at(table.name));
  }
  if (tables.empty()) {
    out += cpp_comment("No table has entities, so there is nothing to declare.");
  } else {
    out += fmt::format(
        "// All tables. Make one with Db{{partita::open(\"./data\").value()}} or with partita::connect().\n"
        "using Db = pt::db<{}>;\n",
        fmt::join(tables, ", "));
    for (const ProvenPattern& pattern : provable.proof->patterns())
      out += "\n" + pattern_text(provable, pattern, types, names);
  }
  return out + fmt::format("\n}}  // namespace {}\n", name_space);
}

}  // namespace partita::modelling
