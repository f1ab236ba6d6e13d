// Partita's own format, in JSON or YAML (docs/modelling/format.md).
#include "modelling/read/own/own_format.h"

#include <fmt/format.h>

namespace partita::modelling {
namespace {

constexpr std::string_view kFormat = "1";

bool recognizes_own_format(const Source& source) {
  return source.tree && source.tree->find("format") && source.tree->find("tables");
}

Result<Model> read_own_format(const Source& source) {
  if (!source.tree) return unexpected(*source.why_no_tree);
  const Node& root = *source.tree;
  Faults faults;
  PARTITA_TRY(check_is_map(root, "the model"));
  faults.accept(check_members(root, "the model", {"format", "name", "description", "tables", "patterns", "seasons"}));
  PARTITA_TRY_VALUE(format, needed_text(root, "the model", "format"));
  if (format != kFormat)
    return fault(root.find("format")->place,
                 fmt::format("the format is '{}', and this Partita reads format {}", format, kFormat));
  Model out;
  PARTITA_TRY_VALUE(name, text_or_empty(root, "name"));
  out.name = std::move(name);
  PARTITA_TRY_VALUE(description, text_or_empty(root, "description"));
  out.description = std::move(description);
  PARTITA_TRY_VALUE(tables, list_or_empty(root, "tables"));
  for (const Node& node : tables) {
    auto table = own::read_table(node);
    if (!faults.accept(table)) continue;
    if (out.table(table->name))
      faults.add(located(node.place, fmt::format("the table {} occurs twice", table->name)));
    else
      out.tables.push_back(std::move(*table));
  }
  PARTITA_TRY_VALUE(patterns, list_or_empty(root, "patterns"));
  for (const Node& node : patterns) {
    auto pattern = own::read_pattern(node);
    if (!faults.accept(pattern)) continue;
    for (const Pattern& before : out.patterns)
      if (before.name == pattern->name)
        faults.add(located(node.place, fmt::format("two patterns are called \"{}\"", pattern->name)));
    out.patterns.push_back(std::move(*pattern));
  }
  PARTITA_TRY_VALUE(seasons, list_or_empty(root, "seasons"));
  for (const Node& node : seasons) {
    auto season = own::read_season(node);
    if (!faults.accept(season)) continue;
    // A pattern with a fault is known too, although it is not in `out`.
    if (out.patterns.size() == patterns.size())
      faults.accept(own::check_patterns_of(*season, node.place, out.patterns));
    out.seasons.push_back(std::move(*season));
  }
  PARTITA_TRY(faults.result());
  return out;
}

}  // namespace

extern const Reader k_own_format;
const Reader k_own_format{"partita", "Partita's own format, JSON or YAML", recognizes_own_format, read_own_format};

}  // namespace partita::modelling
