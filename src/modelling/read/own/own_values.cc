#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "modelling/read/own/own_format.h"

namespace partita::modelling::own {

Result<double> as_amount(const Node& node, std::string_view name) {
  PARTITA_TRY_VALUE(text, as_text(node, name));
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const std::string_view suffix = end;
  const double factor = suffix.empty() ? 1 : suffix == "k" ? 1e3 : suffix == "M" ? 1e6 : suffix == "G" ? 1e9 : 0;
  if (end == text.c_str() || factor == 0 || !std::isfinite(number) || number < 0)
    return fault(node.place, fmt::format("{} is '{}': give a number that is not negative, such as 20, 0.5, 3e6 or 10k",
                                         name, text));
  return number * factor;
}

Result<std::optional<double>> amount_or_none(const Node& map, std::string_view name) {
  const Node* node = present(map, name);
  if (!node) return std::optional<double>();
  PARTITA_TRY_VALUE(amount, as_amount(*node, name));
  return std::optional<double>(amount);
}

Result<std::optional<double>> distinct_or_none(const Node& map) {
  PARTITA_TRY_VALUE(distinct, amount_or_none(map, "distinct"));
  if (distinct && *distinct < 1)
    return fault(present(map, "distinct")->place,
                 fmt::format("distinct is {:g}: give the number of different values, which is at least 1", *distinct));
  return distinct;
}

Result<std::vector<std::string>> names_or_none(const Node& map, std::string_view name) {
  const Node* node = present(map, name);
  if (!node) return std::vector<std::string>();
  if (!node->is_scalar()) return as_texts(*node, name);
  PARTITA_TRY_VALUE(text, as_text(*node, name));
  return std::vector<std::string>{text};
}

Result<Distribution> read_distribution(const Node& node) {
  Distribution out;
  if (node.is_scalar() && node.text == "uniform") return out;
  if (node.is_map()) {
    PARTITA_TRY(check_members(node, "a distribution", {"zipf", "weights"}));
    if (const Node* zipf = present(node, "zipf")) {
      out.kind = Distribution::Kind::Zipf;
      PARTITA_TRY_VALUE(exponent, as_amount(*zipf, "zipf"));
      out.exponent = exponent;
      return out;
    }
    PARTITA_TRY_VALUE(weights, list_or_empty(node, "weights"));
    out.kind = Distribution::Kind::Fixed;
    for (const Node& weight : weights) {
      PARTITA_TRY_VALUE(amount, as_amount(weight, "a weight"));
      out.weights.push_back(amount);
    }
    const bool any = std::any_of(out.weights.begin(), out.weights.end(), [](double weight) { return weight > 0; });
    if (!out.weights.empty() && !any)
      return fault(node.place,
                   "the weights are all 0, so no value is ever chosen: give at least one that is greater, as "
                   "in {weights: [3, 1]}");
    if (any) return out;
  }
  return fault(node.place, "a distribution is uniform, {zipf: EXPONENT} or {weights: [NUMBER, ...]}");
}

Result<std::optional<When>> read_when(const Node& map) {
  const Node* node = present(map, "when");
  if (!node) return std::optional<When>();
  if (!node->is_map())
    return fault(node->place, "when is a field and its value, as in when: {field: status, equals: OPEN}");
  PARTITA_TRY(check_members(*node, "when", {"field", "equals"}));
  PARTITA_TRY_VALUE(field, needed_text(*node, "when", "field"));
  PARTITA_TRY_VALUE(equals, needed_text(*node, "when", "equals"));
  return std::optional<When>(When{std::move(field), std::move(equals)});
}

}  // namespace partita::modelling::own
