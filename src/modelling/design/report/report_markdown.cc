#include <fmt/format.h>

#include "modelling/design/report/report.h"
#include "modelling/docs/markdown.h"

namespace partita::modelling::design {
namespace {

using docs::markdown_code;
using docs::markdown_text;

std::string code_list(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + markdown_code(text);
  return out;
}

std::string reads_markdown(const Report& report) {
  if (report.reads.empty()) return {};
  std::string out = "\n## Reads\n\n| read | key or index | requests | units | a month |\n|---|---|---|---|---|\n";
  for (const ReportedRead& read : report.reads)
    out += fmt::format("| {} | {} | {} {} | {} | {} |\n", markdown_text(read.name),
                       markdown_code(read.index.empty() ? read.table : read.table + "/" + read.index), read.requests,
                       read.operation, units_text(read.units), dollars(read.usd));
  for (const ReportedRead& read : report.reads) {
    out += fmt::format("\n### {}\n\n{}\n\nIt is served by {}, because {}.\n", markdown_text(read.name),
                       markdown_code(read.key_condition),
                       read.index.empty() ? "the primary key" : "the index " + markdown_code(read.index),
                       markdown_text(read.why));
    if (read.considered.empty() && (read.operation == "Query" || read.operation == "GetItem"))
      out += "No other candidate serves it.\n";
    if (!read.considered.empty()) out += "\nConsidered too:\n\n";
    for (const ReportedWay& way : read.considered)
      out += fmt::format("- {}: {} a month\n", markdown_text(way.how), dollars(way.usd));
    if (read.further > 0) out += fmt::format("- {} further ways\n", read.further);
  }
  return out;
}

std::string answers_markdown(const Report& report) {
  if (report.answers.empty()) return {};
  std::string out = "\n## Reads that span entities\n\n";
  for (const ReportedAnswer& answer : report.answers) {
    out += fmt::format("- {}: {}.\n", markdown_text(answer.name), markdown_text(answer.how));
    for (const ReportedAnswer::Other& other : answer.considered)
      out += fmt::format("  - {}\n", markdown_text(considered_text(other)));
  }
  return out;
}

std::string writes_markdown(const Report& report) {
  if (report.writes.empty()) return {};
  std::string out = "\n## Writes\n\n| write | units | a month | how |\n|---|---|---|---|\n";
  for (const ReportedWrite& write : report.writes)
    out += fmt::format("| {} | {} | {} | {} |\n", markdown_text(write.name), units_text(write.units),
                       dollars(write.usd), markdown_text(write.how));
  return out;
}

std::string indexes_markdown(const Report& report) {
  if (report.indexes.empty()) return "\n## Indexes\n\nNo index is needed.\n";
  std::string out =
      "\n## Indexes\n\n| index | entities | shards | reads | a month of writes and storage |\n|---|---|---|---|---|\n";
  for (const ReportedIndex& index : report.indexes)
    out += fmt::format("| {} | {} | {} | {} | {} |\n", markdown_code(index.table + "/" + index.name),
                       markdown_text(joined(index.entities)), index.shards, markdown_text(joined(index.reads, "; ")),
                       dollars(index.usd));
  return out;
}

std::string copies_markdown(const Report& report) {
  std::string out = "\n## Values that are stored once more\n\n";
  if (report.copies.empty()) return out + fmt::format("{}\n", kNoCopies);
  for (const ReportedCopy& copy : report.copies)
    out += fmt::format("- {} of {} repeats {}: {}.\n", markdown_code(copy.attribute), markdown_text(copy.entity),
                       code_list(copy.fields), markdown_text(keeping_of(copy)));
  if (report.copy_costs) out += fmt::format("\n{}\n", markdown_text(sentence_of(*report.copy_costs)));
  return out;
}

std::string hot_markdown(const Report& report) {
  if (report.hot_keys.empty()) return {};
  std::string out =
      fmt::format("\n## Hot keys\n\n{}.\n\n", kHotKeysTitle) +
      "| place | key | read units/s | write units/s | of a partition | shards |\n|---|---|---|---|---|---|\n";
  for (const ReportedHotKey& key : report.hot_keys)
    out += fmt::format("| {} | {} | {} | {} | {:.2g} % | {} |\n", markdown_code(key.place), markdown_code(key.label),
                       units_text(key.reads), units_text(key.writes), 100 * key.use, key.shards);
  return out;
}

std::string designs_markdown(const Report& report) {
  if (report.designs.size() < 2) return {};
  std::string out = "\n## The next best designs\n";
  for (std::size_t i = 1; i < report.designs.size(); ++i) {
    const ReportedDesign& one = report.designs[i];
    out += fmt::format("\n{}.{}\n\n", summary_of(report, one),
                       one.otherwise.empty()
                           ? ""
                           : fmt::format(" It serves otherwise: {}.", markdown_text(joined(one.otherwise, "; "))));
    for (const std::string& key : one.only_here) out += fmt::format("- with {}\n", markdown_code(key));
    for (const std::string& key : one.only_in_best) out += fmt::format("- without {}\n", markdown_code(key));
  }
  return out;
}

std::string beside_section(const Report& report) {
  if (!report.beside) return {};
  return fmt::format("\n## Beside {}, pattern by pattern\n\n{}", markdown_text(report.beside->name),
                     beside_markdown(*report.beside));
}

std::string list_markdown(std::string_view title, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return {};
  std::string out = fmt::format("\n## {}\n\n", title);
  for (const std::string& sentence : sentences) out += fmt::format("- {}\n", markdown_text(sentence));
  return out;
}

std::string upgrade_markdown(const Report& report) {
  if (!report.extension) return {};
  return fmt::format("\n## The upgrade of the existing tables\n\n{}\n\n{}{}", markdown_text(extension_of(report)),
                     indented(report.extension->steps, 4),
                     list_markdown("Findings of lint, which the existing model has too", report.extension->findings));
}

std::string unserved_markdown(const Report& report) {
  if (report.unserved.empty()) return {};
  std::string out = "\n## Reads that no key and no index serves\n\n";
  for (const ReportedUnserved& read : report.unserved)
    out += fmt::format("- {}: {}.\n", markdown_text(read.name),
                       read.change.empty() ? "no single change of the read that was tried serves it"
                                           : "the smallest change: " + markdown_text(read.change));
  return out;
}

}  // namespace

std::string report_markdown(const Report& report) {
  std::string out =
      fmt::format("# The design of {}\n\n{}.\n", markdown_text(report.name), markdown_text(summary_of(report)));
  if (!report.is_complete()) return out + unserved_markdown(report) + list_markdown("Notes", report.notes);
  out += "\n" + markdown_text(optimality_of(report)) + "\n";
  out += answers_markdown(report) + reads_markdown(report) + writes_markdown(report) + indexes_markdown(report) +
         copies_markdown(report) + hot_markdown(report) + upgrade_markdown(report) + designs_markdown(report) +
         beside_section(report);
  return out + list_markdown("Findings of lint that no candidate avoids, and notes", report.findings) +
         list_markdown("Notes", report.notes) + list_markdown("Not priced", report.not_priced) +
         list_markdown("Assumptions", report.assumptions);
}

}  // namespace partita::modelling::design
