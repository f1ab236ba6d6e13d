#include <fmt/format.h>

#include <algorithm>

#include "modelling/core/text_table.h"
#include "modelling/simulate/partitions.h"
#include "modelling/simulate/simulation_report.h"
#include "value/limits.h"

namespace partita::modelling {
namespace {

using Align = TextTable::Align;

std::string percent_text(double share) {
  if (share <= 0) return "-";
  return share < 0.0001 ? "<0.01 %" : fmt::format("{:.2f} %", 100 * share);
}

std::string amount_text(double value) {
  if (value <= 0) return "-";
  return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string simulated_patterns(const SimulationResult& result) {
  TextTable table({{"pattern"}, {"calls", Align::Right}, {"throttled", Align::Right}, {"share", Align::Right}});
  for (const PatternResult& pattern : result.patterns)
    table.add({pattern.pattern->name, amount_text(pattern.calls), amount_text(pattern.throttled),
               percent_text(pattern.throttled_share())});
  return table.text(2);
}

std::string simulated_templates(const SimulationResult& result) {
  TextTable table({{"place"},
                   {"partition key"},
                   {"kind"},
                   {"keys", Align::Right},
                   {"requests", Align::Right},
                   {"throttled there", Align::Right}});
  for (const TemplateResult& one : result.templates)
    table.add({result.places[one.place].name, one.key_template, one.write ? "write" : "read",
               one.keys >= 1e15 ? "always new" : amount_text(one.keys), amount_text(one.requests),
               percent_text(one.requests > 0 ? one.throttled / one.requests : 0)});
  return table.text(2);
}

std::string simulated_places(const SimulationResult& result) {
  TextTable table({{"place"},
                   {"partitions", Align::Right},
                   {"side"},
                   {"units/s", Align::Right},
                   {"limit", Align::Right},
                   {"p50", Align::Right},
                   {"p99", Align::Right},
                   {"max", Align::Right},
                   {"throttled by partition", Align::Right},
                   {"by place", Align::Right}});
  for (const PlaceResult& place : result.places) {
    const std::string partitions = place.partitions_at_start == place.partitions_at_end
                                       ? fmt::format("{}", place.partitions_at_start)
                                       : fmt::format("{} to {}", place.partitions_at_start, place.partitions_at_end);
    for (const bool write : {false, true}) {
      const SideResult& side = write ? place.writes : place.reads;
      table.add({write ? "" : place.name, write ? "" : partitions, write ? "writes" : "reads",
                 amount_text(side.units / std::max(1, result.seconds)), amount_text(side.capacity),
                 amount_text(side.of_partitions.quantile(0.5)), amount_text(side.of_partitions.quantile(0.99)),
                 amount_text(side.of_partitions.most()), amount_text(side.throttled_by_partition),
                 amount_text(side.throttled_by_capacity)});
    }
  }
  return table.text(2);
}

std::string hot_key_list(const SimulationResult& result) {
  TextTable table({{"partition key"},
                   {"place"},
                   {"reads/s", Align::Right},
                   {"writes/s", Align::Right},
                   {"of a partition", Align::Right},
                   {"throttled", Align::Right}});
  std::size_t shown = 0;
  for (const HotKey& key : result.hot_keys) {
    const double use = std::max(key.reads / limits::kPartitionReadUnits, key.writes / limits::kPartitionWriteUnits);
    if (use < 0.01 && key.throttled_share < 0.01) continue;
    table.add({key.label, result.places[key.place].name, amount_text(key.reads), amount_text(key.writes),
               percent_text(use), percent_text(key.throttled_share)});
    ++shown;
  }
  return shown == 0 ? "  No key needs 1 % of a partition.\n" : table.text(2);
}

std::string story_of(const PlaceResult& place, int seconds) {
  std::string text;
  if (place.first_throttled >= 0) {
    text += fmt::format("  {}: throttled in {} of {} seconds, from {} to {}", place.name, place.seconds_throttled,
                        seconds, clock_text(place.first_throttled), clock_text(place.last_throttled));
    const bool ended = place.last_throttled + 60 < seconds;
    text += ended ? fmt::format("; recovered after {}\n", clock_text(place.last_throttled - place.first_throttled + 1))
                  : "; not recovered at the end\n";
  }
  constexpr std::size_t kShownSplits = 6;
  for (std::size_t i = 0; i < std::min(kShownSplits, place.splits.size()); ++i)
    text += fmt::format("  {}: split of {} at {}\n", place.name,
                        place.splits[i].what == "a range" ? "a range" : "a partition " + place.splits[i].what,
                        clock_text(place.splits[i].second));
  if (place.splits.size() > kShownSplits)
    text += fmt::format("  {}: {} further splits\n", place.name, place.splits.size() - kShownSplits);
  if (place.stuck > 0)
    text += fmt::format("  {}: {} hot partition{} of a single key cannot split\n", place.name, place.stuck,
                        place.stuck == 1 ? "" : "s");
  return text;
}

// "1 month", "3 days", "5 hours", "10 minutes": the length in the largest unit of which it has at least one.
std::string length_text(double seconds) {
  constexpr std::pair<double, const char*> kUnits[] = {{365 * 86400.0, "year"}, {30 * 86400.0, "month"}, {86400, "day"},
                                                       {3600, "hour"},          {60, "minute"},          {1, "second"}};
  for (const auto& [unit, name] : kUnits)
    if (seconds >= unit || unit == 1)
      return fmt::format("{:.3g} {}{}", seconds / unit, name, seconds == unit ? "" : "s");
  return {};
}

std::string divided_reads_text(const std::vector<DividedRead>& reads) {
  std::string text;
  for (const DividedRead& one : reads) {
    const std::string keys = fmt::format("{:.3g}", one.keys);
    text += fmt::format("      a call of \"{}\" reads {} partition key{} ({:.3g} units), now {:.3g} ({:.3g} units)\n",
                        one.pattern, keys, keys == "1" ? "" : "s", one.units, one.keys_now, one.units_now);
  }
  return text;
}

std::string period_text(const PeriodProposal& one) {
  if (one.periods == 0) return fmt::format("    periods of time in the key: none help, because {}\n", one.why_not);
  const std::string width = one.seconds > 0 ? fmt::format(" of {}", length_text(one.seconds)) : std::string();
  return fmt::format("    or {} periods of time{} in the key; {} of the requests are throttled then\n{}", one.periods,
                     width, percent_text(one.throttled_share), divided_reads_text(one.reads));
}

std::string proposal_text(const ShardProposal& one) {
  const std::string periods = one.periods ? period_text(*one.periods) : std::string();
  if (one.shards == 0)
    return fmt::format("  {}, {}: none help; {} of the requests are throttled, and {}\n{}", one.place, one.key_template,
                       percent_text(one.throttled_share), one.why_not, periods);
  return fmt::format("  {}, {}: {} shards; {} of the requests are throttled then, {} with {}, {} now\n{}{}", one.place,
                     one.key_template, one.shards, percent_text(one.throttled_share), percent_text(one.with_one_less),
                     one.shards - 1, percent_text(one.now), divided_reads_text(one.reads), periods);
}

std::string sentences(std::string_view title, const std::vector<std::string>& list) {
  if (list.empty()) return {};
  std::string text = fmt::format("\n{}\n", title);
  for (const std::string& sentence : list) text += fmt::format("  - {}\n", sentence);
  return text;
}

}  // namespace

std::string clock_text(int second) {
  if (second < 3600) return fmt::format("{}:{:02}", second / 60, second % 60);
  return fmt::format("{}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
}

std::string simulation_text(const Workload& workload, const SimulationOptions& options, const SimulationResult& result,
                            const std::vector<ShardProposal>& proposals) {
  const Model& model = workload.bill->units.proof->model();
  std::string text =
      fmt::format("{}: {} calls in {} seconds, {} throttled\n\n", model.name.empty() ? "The model" : model.name,
                  amount_text(result.calls()), result.seconds,
                  result.throttled() > 0 ? percent_text(result.throttled() / result.calls()) : "none");
  text += simulated_patterns(result);
  text += "\nBy partition key:\n\n" + simulated_templates(result);
  text += "\nUnits of each partition and second, as asked for:\n\n" + simulated_places(result);
  text += "\nThe hottest keys, by the mean rates:\n\n" + hot_key_list(result);
  std::string stories;
  for (const PlaceResult& place : result.places) stories += story_of(place, result.seconds);
  if (!stories.empty()) text += "\nIn the course of time:\n\n" + stories;
  if (!proposals.empty()) {
    text += fmt::format(
        "\nShards, or periods of time, that bring what partitions throttle below {:g} %, each count simulated:\n\n",
        100 * kTolerableShare);
    for (const ShardProposal& one : proposals) text += proposal_text(one);
  }
  text += sentences("Left out:", workload.left_out);
  text += sentences("Assumed:", workload.assumptions.sentences());
  text += fmt::format(
      "\nSeed {}; {} tables on demand. docs/modelling/simulate.md says what is documented and what is "
      "assumed.\n",
      options.seed, options.established ? "established" : "new");
  return text;
}

}  // namespace partita::modelling
