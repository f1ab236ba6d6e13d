// Partita's own format, in JSON or YAML (docs/modelling/format.md).
#include "modelling/read/own/own_format.h"

#include <fmt/format.h>

namespace partita::modelling {
namespace {

constexpr std::string_view kFormat = "1";

bool recognizes_own_format(const Source& source) {
  return source.tree && source.tree->find("format") && source.tree->find("tables");
}

Result<Season> read_season(const Node& node) {
  PARTITA_TRY(check_members(
      node, "a season",
      {"name", "begin_second", "end_second", "factor", "period_seconds", "amplitude", "peak_second", "patterns"}));
  Season out;
  PARTITA_TRY_VALUE(name, text_or_empty(node, "name"));
  out.name = std::move(name);
  PARTITA_TRY_VALUE(begin, own::amount_or_none(node, "begin_second"));
  out.begin_second = begin.value_or(0);
  PARTITA_TRY_VALUE(end, own::amount_or_none(node, "end_second"));
  out.end_second = end.value_or(0);
  PARTITA_TRY_VALUE(factor, own::amount_or_none(node, "factor"));
  out.factor = factor.value_or(1);
  PARTITA_TRY_VALUE(period, own::amount_or_none(node, "period_seconds"));
  out.period_seconds = period.value_or(out.period_seconds);
  PARTITA_TRY_VALUE(amplitude, own::amount_or_none(node, "amplitude"));
  out.amplitude = amplitude.value_or(out.amplitude);
  PARTITA_TRY_VALUE(peak, own::amount_or_none(node, "peak_second"));
  out.peak_second = peak.value_or(out.peak_second);
  PARTITA_TRY_VALUE(patterns, own::names_or_none(node, "patterns"));
  out.patterns = std::move(patterns);
  return out;
}

Result<Model> read_own_format(const Source& source) {
  if (!source.tree) return invalid(fmt::format("{}: this file is neither YAML nor JSON", source.path));
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
    auto season = read_season(node);
    if (faults.accept(season)) out.seasons.push_back(std::move(*season));
  }
  PARTITA_TRY(faults.result());
  return out;
}

}  // namespace

extern const Reader k_own_format;
const Reader k_own_format{"partita", "Partita's own format, JSON or YAML", recognizes_own_format, read_own_format};

}  // namespace partita::modelling
