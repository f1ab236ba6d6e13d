#include "modelling/write/write_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/try.h"

namespace partita::modelling {

#define PARTITA_WRITER(name) extern const Writer k_write_##name;
#include "modelling/write/writers.def"
#undef PARTITA_WRITER

namespace {

Result<const Writer*> writer_of(std::string_view format) {
  std::vector<std::string_view> names;
  for (const Writer* writer : writers()) {
    if (writer->name == format) return writer;
    names.push_back(writer->name);
  }
  return invalid(fmt::format("there is no format '{}': the formats are {}", format, fmt::join(names, ", ")));
}

// The tables that a pattern names, by themselves or by their entities.
bool stays_within(const Model& model, const Pattern& pattern, std::string_view table) {
  const auto within = [&](std::string_view named, std::string_view entity) {
    if (!named.empty()) return named == table;
    const Table* holder = model.table_of(entity);
    return !holder || holder->name == table;
  };
  for (const std::string& entity : pattern.entities)
    if (!within(pattern.table, entity)) return false;
  for (const Action& action : pattern.actions)
    if (!within(action.table, action.entity)) return false;
  return pattern.table.empty() || pattern.table == table;
}

}  // namespace

std::span<const Writer* const> writers() {
  static constexpr const Writer* kWriters[] = {
#define PARTITA_WRITER(name) &k_write_##name,
#include "modelling/write/writers.def"
#undef PARTITA_WRITER
  };
  return kWriters;
}

Result<Written> write_model(const std::shared_ptr<const Model>& model, std::string_view format) {
  PARTITA_TRY_VALUE(writer, writer_of(format));
  if (model->tables.empty()) return invalid("the model has no table");
  Written written{.losses = losses_of(*model, writer->holds, writer->title)};
  PARTITA_TRY_VALUE(text, writer->write(model, written.losses));
  written.text = std::move(text);
  return written;
}

Result<Model> only_table(const Model& model, std::string_view table) {
  Model one = model;
  std::erase_if(one.tables, [&](const Table& candidate) { return candidate.name != table; });
  if (one.tables.empty()) {
    std::vector<std::string_view> names;
    for (const Table& other : model.tables) names.push_back(other.name);
    return fail(ErrorCode::ResourceNotFoundException,
                fmt::format("the model has no table '{}': its tables are {}", table, fmt::join(names, ", ")));
  }
  std::erase_if(one.patterns, [&](const Pattern& pattern) { return !stays_within(model, pattern, table); });
  return one;
}

}  // namespace partita::modelling
