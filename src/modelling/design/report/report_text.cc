#include <fmt/format.h>

#include "modelling/core/text_table.h"
#include "modelling/design/report/report.h"

namespace partita::modelling::design {
namespace {

using Align = TextTable::Align;

std::string served_by(const ReportedRead& read) {
  const std::string key = read.index.empty() ? fmt::format("the primary key of {}", read.table)
                                             : fmt::format("{} of {}", read.index, read.table);
  const std::string how = read.operation != "Query" ? read.operation + " by "
                          : read.requests > 1       ? fmt::format("{} Queries of ", read.requests)
                                                    : "Query of ";
  return how + key;
}

std::string answers_lines(const Report& report) {
  if (report.answers.empty()) return {};
  std::string out = "\nReads that span entities\n";
  for (const ReportedAnswer& answer : report.answers) {
    out += fmt::format("\n  {}\n    {}\n", answer.name, answer.how);
    for (const ReportedAnswer::Other& other : answer.considered)
      out += fmt::format("    considered: {}\n", considered_text(other));
  }
  return out;
}

std::string reads_lines(const Report& report) {
  if (report.reads.empty()) return {};
  std::string out = "\nReads\n";
  for (const ReportedRead& read : report.reads) {
    out += fmt::format("\n  {}: {}, {} {}, {} a month\n", read.name, served_by(read), units_text(read.units),
                       read.units == 1 ? "unit" : "units", dollars(read.usd));
    out += fmt::format("    {}\n    because {}\n", read.key_condition, read.why);
    for (const ReportedWay& way : read.considered)
      out += fmt::format("    considered: {}, {} a month\n", way.how, dollars(way.usd));
    if (read.further > 0) out += fmt::format("    and {} further ways\n", read.further);
    if (read.considered.empty() && (read.operation == "Query" || read.operation == "GetItem"))
      out += "    no other candidate serves it\n";
  }
  return out;
}

std::string writes_lines(const Report& report) {
  if (report.writes.empty()) return {};
  TextTable table({{"write"}, {"units", Align::Right}, {"a month", Align::Right}, {"how"}});
  for (const ReportedWrite& write : report.writes)
    table.add({write.name, units_text(write.units), dollars(write.usd), write.how});
  return "\nWrites\n\n" + table.text(2);
}

std::string indexes_lines(const Report& report) {
  if (report.indexes.empty()) return "\nNo index is needed.\n";
  std::string out = "\nIndexes, with what their writes and storage cost\n\n";
  for (const ReportedIndex& index : report.indexes) {
    out += fmt::format("  {} of {}: {} a month, holds {}", index.name, index.table, dollars(index.usd),
                       joined(index.entities));
    if (index.shards > 1) out += fmt::format(" in {} shards", index.shards);
    out += index.reads.size() > 1 ? ", shared by\n" : ", for\n";
    for (const std::string& read : index.reads) out += fmt::format("    {}\n", read);
  }
  return out;
}

std::string copies_lines(const Report& report) {
  if (report.copies.empty()) return fmt::format("\n{}\n", kNoCopies);
  std::string out = "\nValues that are stored once more, and the writes that keep them true\n\n";
  for (const ReportedCopy& copy : report.copies)
    out +=
        fmt::format("  {} of {} repeats {}: {}\n", copy.attribute, copy.entity, joined(copy.fields), keeping_of(copy));
  if (report.copy_costs) out += fmt::format("  {}\n", sentence_of(*report.copy_costs));
  return out;
}

std::string hot_lines(const Report& report) {
  if (report.hot_keys.empty()) return {};
  std::string out = fmt::format("\n{}\n\n", kHotKeysTitle);
  TextTable table({{"place"},
                   {"key"},
                   {"read units/s", Align::Right},
                   {"write units/s", Align::Right},
                   {"of a partition", Align::Right},
                   {"shards", Align::Right}});
  for (const ReportedHotKey& key : report.hot_keys)
    table.add({key.place, key.label, units_text(key.reads), units_text(key.writes),
               fmt::format("{:.2g} %", 100 * key.use), fmt::format("{}", key.shards)});
  return out + table.text(2);
}

std::string designs_lines(const Report& report) {
  if (report.designs.size() < 2) return "\nThere is no other design.\n";
  std::string out = "\nThe next best designs\n";
  for (std::size_t i = 1; i < report.designs.size(); ++i) {
    const ReportedDesign& one = report.designs[i];
    out += fmt::format("\n  {}\n", summary_of(report, one));
    if (!one.otherwise.empty()) out += fmt::format("    serves otherwise: {}\n", joined(one.otherwise, "; "));
    for (const std::string& key : one.only_here) out += fmt::format("    + {}\n", key);
    for (const std::string& key : one.only_in_best) out += fmt::format("    - {}\n", key);
  }
  return out;
}

std::string beside_lines(const Report& report) {
  if (!report.beside) return {};
  return fmt::format("\nBeside {}, pattern by pattern\n\n{}", report.beside->name, beside_text(*report.beside));
}

std::string list_lines(std::string_view title, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return {};
  std::string out = fmt::format("\n{}:\n", title);
  for (const std::string& sentence : sentences) out += fmt::format("  - {}\n", sentence);
  return out;
}

std::string unserved_lines(const Report& report) {
  if (report.unserved.empty()) return {};
  std::string out = "\nReads that no key and no index serves\n\n";
  for (const ReportedUnserved& read : report.unserved)
    out += fmt::format("  {}\n    {}\n", read.name,
                       read.change.empty() ? "no single change of the read that was tried serves it"
                                           : "the smallest change: " + read.change);
  return out;
}

std::string upgrade_lines(const Report& report) {
  if (!report.extension) return {};
  return "\nThe upgrade of the existing tables\n\n" + indented(report.extension->steps, 2) +
         list_lines("Findings of lint, which the existing model has too", report.extension->findings);
}

}  // namespace

std::string report_text(const Report& report) {
  std::string out = summary_of(report) + "\n";
  if (!report.is_complete()) return out + unserved_lines(report) + list_lines("Notes", report.notes);
  if (report.extension) out += extension_of(report) + "\n";
  out += optimality_of(report) + "\n";
  out += answers_lines(report) + reads_lines(report) + writes_lines(report) + indexes_lines(report) +
         copies_lines(report) + hot_lines(report) + upgrade_lines(report) + designs_lines(report) +
         beside_lines(report);
  return out + list_lines("Findings of lint that no candidate avoids, and notes", report.findings) +
         list_lines("Notes", report.notes) + list_lines("Not priced", report.not_priced) +
         list_lines("Assumed", report.assumptions);
}

}  // namespace partita::modelling::design
