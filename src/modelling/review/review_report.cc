#include "modelling/review/review_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "modelling/core/text_table.h"
#include "modelling/diff/diff_report.h"
#include "modelling/lint/finding_report.h"
#include "modelling/picture/plain_text.h"
#include "modelling/write/tree.h"

namespace partita::modelling::review {
namespace {

std::string units(double count) { return fmt::format("{:.3g}", count); }
std::string money(double usd) { return fmt::format("{:.2f}", usd); }

// "12.5", or "10 -> 12.5" if it was another one.
template <class Text>
std::string change_text(const std::optional<PatternCost>& was, const std::optional<PatternCost>& now, Text text_of) {
  const auto shown = [&](const PatternCost& cost) { return cost.is_priced ? text_of(cost) : std::string("?"); };
  if (!was) return shown(*now);
  if (!now) return shown(*was) + " -> gone";
  const std::string before = shown(*was), after = shown(*now);
  return before == after ? after : before + " -> " + after;
}

struct PatternRow {
  std::string name = {}, reads = {}, writes = {}, usd = {}, how = {};
};

PatternRow row_of(const ReviewedPattern& pattern) {
  const auto& [name, was, now] = pattern;
  PatternRow row{.name = printable(name)};
  row.reads = change_text(was, now, [](const PatternCost& cost) { return units(cost.read_units); });
  row.writes = change_text(was, now, [](const PatternCost& cost) { return units(cost.write_units); });
  row.usd = change_text(was, now, [](const PatternCost& cost) { return money(cost.usd); });
  if (!was)
    row.how = "new: " + now->how;
  else if (!now)
    row.how = "gone";
  else
    row.how = was->how == now->how ? now->how : was->how + " -> " + now->how;
  row.how = printable(row.how);
  return row;
}

std::string bill_text(const Review& review) {
  if (!review.now_usd)
    return review.not_priced.empty()
               ? "The bill is not known, because the model does not say how often its patterns are called."
               : fmt::format("The bill is not known, because {} parts have no price: {}", review.not_priced.size(),
                             printable(review.not_priced.front()));
  if (!review.was_usd)
    return fmt::format("The bill is {} USD a month in {}.", money(*review.now_usd), review.prices.region);
  const auto percent = review.increase_percent();
  return fmt::format("The bill goes from {} to {} USD a month in {}{}.", money(*review.was_usd), money(*review.now_usd),
                     review.prices.region, percent ? fmt::format(" ({:+.1f} %)", *percent) : "");
}

std::string findings_text(const Review& review) {
  return fmt::format("{} new, {} as before, {} cured", review.findings.size(), review.kept_findings,
                     review.cured_findings);
}

// A text for a cell of a table, in which a bar or a line break would end the cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : escaped_markup(text)) {
    if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '[' || c == ']') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

// A block in which Markdown has no meaning. The fence is longer than each run of backticks in the text.
std::string block(const std::string& text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  const std::string fence(longest + 1, '`');
  return fence + "\n" + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n";
}

Tree tree_of(const std::optional<PatternCost>& cost) {
  if (!cost) return {};
  Tree out = tree_map();
  out.add("how", tree_text(printable(cost->how)));
  out.add("readUnits", cost->is_priced ? tree_number(cost->read_units) : Tree());
  out.add("writeUnits", cost->is_priced ? tree_number(cost->write_units) : Tree());
  out.add("usd", cost->is_priced ? tree_number(cost->usd) : Tree());
  return out;
}

std::string without_end(std::string json) {
  if (json.ends_with('\n')) json.pop_back();
  return json;
}

Tree number_or_null(const std::optional<double>& number) { return number ? tree_number(*number) : Tree(); }

}  // namespace

std::string to_lines(const Review& review) {
  std::string out = fmt::format("FINDINGS: {}\n", findings_text(review));
  if (!review.findings.empty()) out += lint::to_lines(review.findings);
  out += fmt::format("\nPATTERNS: {} changed, {} as before\n", review.patterns.size(), review.same_patterns);
  if (!review.patterns.empty()) {
    using Align = TextTable::Align;
    TextTable table({{"pattern"},
                     {"read units", Align::Right},
                     {"write units", Align::Right},
                     {"$ a month", Align::Right},
                     {"how"}});
    for (const ReviewedPattern& pattern : review.patterns) {
      PatternRow row = row_of(pattern);
      table.add(
          {std::move(row.name), std::move(row.reads), std::move(row.writes), std::move(row.usd), std::move(row.how)});
    }
    out += table.text(2);
  }
  out += '\n' + bill_text(review) + '\n';
  if (!review.diff.empty() || !review.diff.notes.empty())
    out += '\n' + diff::to_lines(review.diff, {.prices = review.prices});
  return out;
}

std::string to_markdown(const Review& review) {
  std::string out = fmt::format("## The data model\n\n{}\n", cell(bill_text(review)));
  out += fmt::format("\n**Findings:** {}\n", findings_text(review));
  if (!review.findings.empty()) out += '\n' + block(lint::to_lines(review.findings));
  out += fmt::format("\n**Access patterns:** {} changed, {} as before\n", review.patterns.size(), review.same_patterns);
  if (!review.patterns.empty()) {
    out += "\n| pattern | read units | write units | $ a month | how |\n|---|---:|---:|---:|---|\n";
    for (const ReviewedPattern& pattern : review.patterns) {
      const PatternRow row = row_of(pattern);
      out += fmt::format("| {} | {} | {} | {} | {} |\n", cell(row.name), cell(row.reads), cell(row.writes),
                         cell(row.usd), cell(row.how));
    }
  }
  if (review.diff.empty() && review.diff.notes.empty()) return out;
  out += fmt::format("\n**Tables in use:** {} safe, {} careful, {} unsafe\n\n{}", review.diff.count(diff::Safety::Safe),
                     review.diff.count(diff::Safety::Careful), review.diff.count(diff::Safety::Unsafe),
                     block(diff::to_lines(review.diff, {.prices = review.prices})));
  return out;
}

std::string to_json(const Review& review) {
  Tree patterns = tree_list();
  for (const ReviewedPattern& pattern : review.patterns) {
    Tree& one = patterns.push(tree_map());
    one.add("name", tree_text(printable(pattern.name)));
    one.add("was", tree_of(pattern.was));
    one.add("now", tree_of(pattern.now));
  }
  Tree usd = tree_map();
  usd.add("was", number_or_null(review.was_usd));
  usd.add("now", number_or_null(review.now_usd));
  usd.add("increasePercent", number_or_null(review.increase_percent()));
  Tree tree = tree_map();
  tree.add("keptFindings", tree_number(static_cast<double>(review.kept_findings)));
  tree.add("curedFindings", tree_number(static_cast<double>(review.cured_findings)));
  tree.add("patterns", std::move(patterns));
  tree.add("samePatterns", tree_number(static_cast<double>(review.same_patterns)));
  tree.add("usd", std::move(usd));
  Tree not_priced = tree_list();
  for (const std::string& text : review.not_priced) not_priced.push(tree_text(printable(text)));
  tree.add("notPriced", std::move(not_priced));
  tree.add("diff", tree_bare(without_end(diff::to_json(review.diff, {.prices = review.prices}))));
  tree.add("lint", tree_bare(without_end(lint::to_json(review.findings))));
  return documents::to_json(tree);
}

}  // namespace partita::modelling::review
