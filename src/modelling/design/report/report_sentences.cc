// Sentences that the text and the page of a report share.
#include <fmt/format.h>

#include <algorithm>

#include "modelling/design/report/report.h"

namespace partita::modelling::design {

std::string dollars(double usd) {
  std::string text = fmt::format("{:.2f}", usd);
  for (std::size_t at = text.size() > 6 ? text.size() - 6 : 0; at > 0 && text[at - 1] != '-'; at = at > 3 ? at - 3 : 0)
    text.insert(at, ",");
  return "$" + text;
}

std::string units_text(double units) {
  return units < 1000 ? fmt::format("{:.3g}", units) : fmt::format("{:.0f}", units);
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string summary_of(const Report& report) {
  if (report.designs.empty()) return fmt::format("{}: no design answers all questions", report.name);
  const ReportedDesign& best = report.designs[0];
  return fmt::format("{}: {} a month in {}, {} with {}", report.name, dollars(best.usd), report.region,
                     counted(best.tables, "table", "tables"), counted(best.indexes, "index", "indexes"));
}

std::string summary_of(const Report& report, const ReportedDesign& other) {
  constexpr double kSame = 1e-4;  // dollars; a smaller difference is rounding
  const double more = other.usd - report.usd();
  const std::string price = more < kSame   ? "costs the same"
                            : more < 0.005 ? "less than a cent more"
                                           : dollars(more) + " more";
  return fmt::format("{} a month, {}: {}, {}", dollars(other.usd), price, counted(other.tables, "table", "tables"),
                     counted(other.indexes, "index", "indexes"));
}

std::string indented(std::string_view lines, std::size_t blanks) {
  std::string out;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    if (!line.empty()) out.append(blanks, ' ').append(line);
    out += '\n';
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
  }
  return out;
}

std::string extension_of(const Report& report) {
  const ReportedExtension& one = *report.extension;
  std::string out =
      fmt::format("The existing model costs {} a month, so the additions cost {}. {} of it {} served as before.",
                  dollars(one.was_usd), dollars(report.usd() - one.was_usd), counted(one.kept.size(), "read", "reads"),
                  one.kept.size() == 1 ? "is" : "are");
  if (one.capacities.empty()) return out;
  out += " All these sums are those of requests on demand, by which designs are compared.";
  for (const ReportedCapacity& table : one.capacities) {
    out += fmt::format(" {} is billed otherwise: {}, it costs {} a month, and {} with the additions", table.table,
                       table.how, dollars(table.was_usd), dollars(table.usd));
    if (!table.lacks.empty()) out += ", although " + joined(table.lacks, ", and ");
    out += '.';
  }
  return out;
}

std::string keeping_of(const ReportedCopy& copy) {
  if (copy.writes.empty() && copy.kept != CopyKept::Followed) return "no write changes it later";
  switch (copy.kept) {
    case CopyKept::Transaction:
      return "written in the transactions of " + joined(copy.writes);
    case CopyKept::Followed:
      return "written by a program that follows the stream of changes, and when an item is made";
    case CopyKept::Patterns:
      break;
  }
  return "written by " + joined(copy.writes);
}

std::string sentence_of(const CopyCosts& costs) {
  const bool followed = costs.kept == CopyKept::Followed;
  std::string out =
      fmt::format("Keeping the copies of other entities' fields costs {} a month, {}.", dollars(costs.usd),
                  followed ? "a moment after their source" : "in one transaction with their source");
  if (costs.other_usd)
    out += fmt::format(" {} would cost {}.",
                       followed ? "In transactions it"
                                : "Followed from the stream, and true a "
                                  "moment later, it",
                       dollars(*costs.other_usd));
  return out + " Requests that read the stream are not counted.";
}

std::string considered_text(const ReportedAnswer::Other& other) {
  if (other.more_usd < 0.005) return other.how + (other.is_exact ? ", for the same cost" : ", for no less");
  return fmt::format("{}, {}{} more a month", other.how, other.is_exact ? "" : "at least ", dollars(other.more_usd));
}

std::string optimality_of(const Report& report) {
  if (report.proven)
    return fmt::format("No design of the {} candidates costs less{}, and that is proven.", report.candidates,
                       report.extension && !report.extension->capacities.empty() ? " on demand" : "");
  const std::string lead = fmt::format("{}The proposal is not proven to be the cheapest one: ",
                                       report.timed_out ? "The time ran out. " : "");
  const std::string end = " More time (--seconds) may find a cheaper design, or prove this one.";
  if (report.bound <= 0) return lead + "how much less a design may cost is not known." + end;
  return fmt::format("{}no design of the {} candidates costs less than {}, which is {:.2f} % less.{}", lead,
                     report.candidates, dollars(report.bound), report.usd() > 0 ? 100 * report.gap() / report.usd() : 0,
                     end);
}

}  // namespace partita::modelling::design
