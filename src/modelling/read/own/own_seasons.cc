#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/contains.h"
#include "modelling/core/nearest.h"
#include "modelling/read/own/own_format.h"

namespace partita::modelling::own {

Result<Season> read_season(const Node& node) {
  PARTITA_TRY(check_members(
      node, "a season",
      {"name", "begin_second", "end_second", "factor", "period_seconds", "amplitude", "peak_second", "patterns"}));
  Season season;
  PARTITA_TRY_VALUE(name, text_or_empty(node, "name"));
  season.name = std::move(name);
  const std::pair<std::string_view, double Season::*> amounts[] = {{"begin_second", &Season::begin_second},
                                                                   {"end_second", &Season::end_second},
                                                                   {"factor", &Season::factor},
                                                                   {"period_seconds", &Season::period_seconds},
                                                                   {"amplitude", &Season::amplitude},
                                                                   {"peak_second", &Season::peak_second}};
  for (const auto& [member, to] : amounts) {
    PARTITA_TRY_VALUE(amount, amount_or_none(node, member));
    if (amount) season.*to = *amount;
  }
  if (season.amplitude > 1) return fault(node.place, "the amplitude of a season is a share of its factor, at most 1");
  PARTITA_TRY_VALUE(patterns, names_or_none(node, "patterns"));
  season.patterns = std::move(patterns);
  return season;
}

Result<void> check_patterns_of(const Season& season, const Place& place, const std::vector<Pattern>& patterns) {
  std::vector<std::string_view> names;
  for (const Pattern& one : patterns) names.push_back(one.name);
  for (const std::string& name : season.patterns)
    if (!base::contains(names, name))
      return fault(place, fmt::format("the model has no pattern '{}'{}", name, did_you_mean(name, names)));
  return {};
}

}  // namespace partita::modelling::own
