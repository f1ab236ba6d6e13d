#include "modelling/verify_data/data_report.h"

#include <fmt/format.h>

#include "modelling/picture/plain_text.h"
#include "modelling/write/plain_tree.h"

namespace partita::modelling::verify_data {
namespace {

std::string key_text(const AttributeMap& key) {
  std::string text = to_json_line(plain_tree(key));
  text.pop_back();
  return text;
}

std::string number_of(std::int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

void write_group(const std::pair<std::string, std::string>& name, const DataFindings::Group& group, std::string& out) {
  out += fmt::format("{:<10} {}: {}{}\n", name.first, name.second.empty() ? "no entity" : printable(name.second),
                     number_of(group.count, "finding", "findings"),
                     group.repairable > 0 ? fmt::format(", {} repairable", group.repairable) : std::string());
  std::string_view cure;
  for (const DataFinding& finding : group.first) {
    const std::string key = finding.key.empty() ? std::string() : key_text(finding.key) + ": ";
    out += fmt::format("  {}: {}\n", printable(finding.table), printable(key + finding.detail));
    if (finding.cure != cure) out += fmt::format("    cure: {}\n", printable(finding.cure));
    cure = finding.cure;
  }
  const std::int64_t more = group.count - std::ssize(group.first);
  if (more > 0) out += fmt::format("  and {} more\n", more);
}

}  // namespace

std::string to_lines(const DataReport& report) {
  std::string out;
  for (const auto& [name, group] : report.findings.groups()) write_group(name, group, out);
  for (const std::string& note : report.notes) out += fmt::format("note: {}\n", printable(note));
  if (!report.findings.empty()) out += '\n';
  out += number_of(report.items, "item", "items");
  if (report.sentinels > 0)
    out += fmt::format(", {} of them {}", report.sentinels,
                       report.sentinels == 1 ? "a sentinel of a unique value" : "sentinels of unique values");
  if (report.repaired > 0) out += fmt::format("; {} repaired", report.repaired);
  out += report.findings.empty() ? "; each as the model says"
                                 : fmt::format("; {}", number_of(report.findings.count(), "finding", "findings"));
  if (const std::int64_t repairable = report.findings.repairable(); repairable > 0)
    out += fmt::format(", {} repairable", repairable);
  return out + '\n';
}

std::string to_json(const DataReport& report) {
  Tree tree = tree_map();
  tree.add("items", tree_number(report.items));
  tree.add("sentinels", tree_number(report.sentinels));
  tree.add("repaired", tree_number(report.repaired));
  tree.add("findings", tree_number(report.findings.count()));
  tree.add("repairable", tree_number(report.findings.repairable()));
  Tree groups = tree_list();
  for (const auto& [name, group] : report.findings.groups()) {
    Tree& one = groups.push(tree_map());
    one.add("kind", tree_text(name.first));
    one.add("entity", name.second.empty() ? Tree() : tree_text(printable(name.second)));
    one.add("count", tree_number(group.count));
    one.add("repairable", tree_number(group.repairable));
    Tree first = tree_list();
    for (const DataFinding& finding : group.first) {
      Tree& entry = first.push(tree_map());
      entry.add("table", tree_text(printable(finding.table)));
      entry.add("key", finding.key.empty() ? Tree() : plain_tree(finding.key));
      entry.add("detail", tree_text(printable(finding.detail)));
      entry.add("cure", finding.cure.empty() ? Tree() : tree_text(printable(finding.cure)));
      entry.add("repairable", tree_flag(finding.repairable));
    }
    one.add("first", std::move(first));
  }
  tree.add("groups", std::move(groups));
  Tree notes = tree_list();
  for (const std::string& note : report.notes) notes.push(tree_text(printable(note)));
  tree.add("notes", std::move(notes));
  return documents::to_json(tree);
}

}  // namespace partita::modelling::verify_data
