#include "modelling/design/report/beside.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "modelling/core/text_table.h"
#include "modelling/design/report/report.h"
#include "modelling/docs/markdown.h"

namespace partita::modelling::design {
namespace {

using Names = std::set<std::string, std::less<>>;

Names names_of(const Model& model) {
  Names out;
  for (const Pattern& pattern : model.patterns) out.insert(pattern.name);
  return out;
}

std::string table_of(const Model& model, const std::string& named, const std::string& entity) {
  if (!named.empty()) return named;
  const Table* table = model.table_of(entity);
  return table ? table->name : std::string();
}

Names tables_of(const Model& model, const Pattern& pattern) {
  Names out;
  for (const std::string& entity : pattern.entities) out.insert(table_of(model, pattern.table, entity));
  for (const Action& action : pattern.actions)
    out.insert(table_of(model, action.table.empty() ? pattern.table : action.table, action.entity));
  return out;
}

Model only_patterns(Model model, const Names& wanted) {
  std::erase_if(model.patterns, [&](const Pattern& pattern) { return !wanted.contains(pattern.name); });
  Names used;
  for (const Pattern& pattern : model.patterns) used.merge(tables_of(model, pattern));
  std::erase_if(model.tables, [&](const Table& table) { return !used.contains(table.name); });
  return model;
}

BesidePlace place_of(const PatternBill& bill) {
  if (!bill.not_priced.empty()) return {.how = "not priced"};
  // The sizes of items follow the first comma.
  return {.how = bill.units->how.substr(0, bill.units->how.find(',')),
          .units = bill.units->read_units() + bill.units->write_units(),
          .usd = bill.usd};
}

BesideTotal total_of(const Bill& bill) {
  BesideTotal out{.tables = bill.tables.size(), .usd = bill.total_usd()};
  for (const TableBill& table : bill.tables) {
    out.indexes += table.places.size() - 1;
    out.gigabytes += table.gigabytes();
    out.storage_usd += table.storage_usd;
  }
  return out;
}

std::string size_of(double gigabytes) { return fmt::format("{:.3g} GB", gigabytes); }

std::vector<std::string> cells_of(const BesidePlace& place) {
  return {place.how, fmt::format("{:.3g}", place.units), fmt::format("{:.2f}", place.usd)};
}

struct Line {
  std::string name = {};
  std::vector<std::string> theirs = {}, ours = {};
};

std::vector<Line> lines_of(const Beside& beside) {
  std::vector<Line> out;
  for (const BesidePattern& one : beside.patterns) out.push_back({one.name, cells_of(one.theirs), cells_of(one.ours)});
  const auto total = [](const BesideTotal& one) {
    return std::vector<std::string>{
        fmt::format("{}, {}", counted(one.tables, "table", "tables"), counted(one.indexes, "index", "indexes")), "",
        fmt::format("{:.2f}", one.usd)};
  };
  const auto storage = [](const BesideTotal& one) {
    return std::vector<std::string>{size_of(one.gigabytes), "", fmt::format("{:.2f}", one.storage_usd)};
  };
  out.push_back({"Storage", storage(beside.theirs), storage(beside.ours)});
  out.push_back({"Total", total(beside.theirs), total(beside.ours)});
  return out;
}

std::string left_out(const Beside& beside) {
  std::string out;
  if (!beside.only_theirs.empty())
    out += fmt::format("No figure counts what only {} has: {}.", beside.name, joined(beside.only_theirs, "; "));
  if (!beside.only_ours.empty())
    out += fmt::format("{}The total of the proposal counts what only the questions have: {}.", out.empty() ? "" : " ",
                       joined(beside.only_ours, "; "));
  return out;
}

}  // namespace

Beside compare_beside(const Proof& proposal, const Model& other, const PriceList& prices) {
  const Names asked = names_of(proposal.model()), theirs = names_of(other);
  Beside out{.name = other.name};
  for (const std::string& name : theirs)
    if (!asked.contains(name)) out.only_theirs.push_back(name);
  for (const std::string& name : asked)
    if (!theirs.contains(name)) out.only_ours.push_back(name);
  const auto bill = [&](const Model& model) {
    return bill_of_model(prove(std::make_shared<const Model>(model)), prices, {});
  };
  const Bill their_bill = bill(only_patterns(other, asked)), our_bill = bill(proposal.model());
  out.theirs = total_of(their_bill);
  out.ours = total_of(our_bill);
  for (const PatternBill& one : our_bill.patterns) {
    const auto same = std::find_if(
        their_bill.patterns.begin(), their_bill.patterns.end(),
        [&](const PatternBill& candidate) { return candidate.units->pattern->name == one.units->pattern->name; });
    if (same != their_bill.patterns.end())
      out.patterns.push_back({one.units->pattern->name, place_of(*same), place_of(one)});
  }
  return out;
}

std::string beside_text(const Beside& beside) {
  using Align = TextTable::Align;
  TextTable table({{"pattern"},
                   {beside.name},
                   {"units", Align::Right},
                   {"$ a month", Align::Right},
                   {"the proposal"},
                   {"units", Align::Right},
                   {"$ a month", Align::Right}});
  for (const Line& line : lines_of(beside)) {
    std::vector<std::string> cells = {line.name};
    cells.insert(cells.end(), line.theirs.begin(), line.theirs.end());
    cells.insert(cells.end(), line.ours.begin(), line.ours.end());
    table.add(cells);
  }
  const std::string more = left_out(beside);
  return table.text(2) + (more.empty() ? "" : "\n  " + more + "\n");
}

std::string beside_markdown(const Beside& beside) {
  std::string out = fmt::format("| pattern | {} | units | $ a month | the proposal | units | $ a month |\n",
                                docs::markdown_text(beside.name));
  out += "|---|---|---:|---:|---|---:|---:|\n";
  for (const Line& line : lines_of(beside)) {
    out += "| " + docs::markdown_text(line.name);
    for (const auto* cells : {&line.theirs, &line.ours})
      for (const std::string& cell : *cells) out += " | " + docs::markdown_text(cell);
    out += " |\n";
  }
  const std::string more = left_out(beside);
  return more.empty() ? out : out + "\n" + docs::markdown_text(more) + "\n";
}

}  // namespace partita::modelling::design
