#include "modelling/simulate/simulation_report.h"
#include "modelling/write/tree.h"

namespace partita::modelling {
namespace {

Tree side_tree(const SideResult& side) {
  Tree tree = tree_map();
  tree.add("units", tree_number(side.units));
  tree.add("limit_per_second", tree_number(side.capacity));
  tree.add("p50", tree_number(side.of_partitions.quantile(0.5)));
  tree.add("p99", tree_number(side.of_partitions.quantile(0.99)));
  tree.add("max", tree_number(side.of_partitions.most()));
  tree.add("throttled_by_partition", tree_number(side.throttled_by_partition));
  tree.add("throttled_by_capacity", tree_number(side.throttled_by_capacity));
  return tree;
}

Tree simulated_place_tree(const PlaceResult& place) {
  Tree tree = tree_map();
  tree.add("name", tree_text(place.name));
  tree.add("partitions_at_start", tree_number(std::int64_t{place.partitions_at_start}));
  tree.add("partitions_at_end", tree_number(std::int64_t{place.partitions_at_end}));
  tree.add("reads", side_tree(place.reads));
  tree.add("writes", side_tree(place.writes));
  tree.add("seconds_throttled", tree_number(std::int64_t{place.seconds_throttled}));
  if (place.first_throttled >= 0) {
    tree.add("first_throttled_second", tree_number(std::int64_t{place.first_throttled}));
    tree.add("last_throttled_second", tree_number(std::int64_t{place.last_throttled}));
  }
  tree.add("partitions_that_cannot_split", tree_number(std::int64_t{place.stuck}));
  Tree& splits = tree.add("splits", tree_list());
  for (const SplitEvent& split : place.splits) {
    Tree& one = splits.push(tree_map());
    one.add("second", tree_number(std::int64_t{split.second}));
    one.add("of", tree_text(split.what));
  }
  return tree;
}

Tree divided_reads_tree(const std::vector<DividedRead>& reads) {
  Tree list = tree_list();
  for (const DividedRead& read : reads) {
    Tree& one = list.push(tree_map());
    one.add("pattern", tree_text(read.pattern));
    one.add("partition_keys", tree_number(read.keys));
    one.add("units", tree_number(read.units));
    one.add("partition_keys_now", tree_number(read.keys_now));
    one.add("units_now", tree_number(read.units_now));
  }
  return list;
}

Tree period_tree(const PeriodProposal& proposal) {
  Tree tree = tree_map();
  if (proposal.periods == 0) {
    tree.add("why_not", tree_text(proposal.why_not));
    return tree;
  }
  tree.add("periods", tree_number(std::int64_t{proposal.periods}));
  if (proposal.seconds > 0) tree.add("seconds", tree_number(proposal.seconds));
  tree.add("throttled_share", tree_number(proposal.throttled_share));
  tree.add("reads", divided_reads_tree(proposal.reads));
  return tree;
}

Tree proposal_tree(const ShardProposal& proposal) {
  Tree tree = tree_map();
  tree.add("place", tree_text(proposal.place));
  tree.add("key_template", tree_text(proposal.key_template));
  if (proposal.shards > 0) {
    tree.add("shards", tree_number(std::int64_t{proposal.shards}));
    tree.add("throttled_share_with_one_less", tree_number(proposal.with_one_less));
  } else {
    tree.add("why_not", tree_text(proposal.why_not));
  }
  tree.add("throttled_share", tree_number(proposal.throttled_share));
  tree.add("throttled_share_now", tree_number(proposal.now));
  if (!proposal.reads.empty()) tree.add("reads", divided_reads_tree(proposal.reads));
  if (proposal.periods) tree.add("periods_of_time", period_tree(*proposal.periods));
  return tree;
}

}  // namespace

std::string simulation_json(const Workload& workload, const SimulationOptions& options, const SimulationResult& result,
                            const std::vector<ShardProposal>& proposals) {
  Tree tree = tree_map();
  tree.add("model", tree_text(workload.bill->units.proof->model().name));
  tree.add("seconds", tree_number(std::int64_t{result.seconds}));
  tree.add("seed", tree_number(static_cast<std::int64_t>(options.seed)));
  tree.add("calls", tree_number(result.calls()));
  tree.add("throttled", tree_number(result.throttled()));
  Tree& patterns = tree.add("patterns", tree_list());
  for (const PatternResult& pattern : result.patterns) {
    Tree& one = patterns.push(tree_map());
    one.add("name", tree_text(pattern.pattern->name));
    one.add("calls", tree_number(pattern.calls));
    one.add("throttled", tree_number(pattern.throttled));
  }
  Tree& templates = tree.add("key_templates", tree_list());
  for (const TemplateResult& of : result.templates) {
    Tree& one = templates.push(tree_map());
    one.add("place", tree_text(result.places[of.place].name));
    one.add("key_template", tree_text(of.key_template));
    one.add("kind", tree_text(of.write ? "write" : "read"));
    one.add("keys", tree_number(of.keys));
    one.add("requests", tree_number(of.requests));
    one.add("throttled", tree_number(of.throttled));
  }
  Tree& places = tree.add("places", tree_list());
  for (const PlaceResult& place : result.places) places.push(simulated_place_tree(place));
  Tree& keys = tree.add("hot_keys", tree_list());
  for (const HotKey& key : result.hot_keys) {
    Tree& one = keys.push(tree_map());
    one.add("place", tree_text(result.places[key.place].name));
    one.add("key", tree_text(key.label));
    one.add("reads_per_second", tree_number(key.reads));
    one.add("writes_per_second", tree_number(key.writes));
    one.add("throttled_share", tree_number(key.throttled_share));
  }
  Tree& list = tree.add("proposals", tree_list());
  for (const ShardProposal& proposal : proposals) list.push(proposal_tree(proposal));
  tree.add("left_out", tree_texts(workload.left_out));
  tree.add("assumptions", tree_texts(workload.assumptions.sentences()));
  return to_json(tree);
}

}  // namespace partita::modelling
