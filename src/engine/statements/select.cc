#include "engine/statements/select.h"

#include <algorithm>
#include <map>

#include "base/try.h"
#include "engine/changes/item_keys.h"
#include "engine/find_table.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/pages/key_range.h"
#include "engine/statements/statement_table.h"
#include "expr/bind/condition_node.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"
#include "partiql/keys.h"
#include "partiql/texts.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

using partiql::KeyNames;
using partiql::KeyPlan;

// A bound of our own, because an event loop plans the ranges.
constexpr std::size_t kMostBranches = 2048;

// A page of a statement that names several partitions by IN has at most so many items. Source: the developer guide,
// "PartiQL operators", IN.
constexpr std::uint64_t kInPageItems = 10;

// One range of keys with the value of its partition key, encoded in the order of values.
struct PartitionRange {
  std::string partition_value;
  std::string partition;  // the prefix of its keys
  std::string lower;
  std::string upper;
  bool has_sort_condition = false;
};

Result<void> check_order(const partiql::Statement& statement, const KeyNames& keys,
                         const std::optional<KeyPlan>& plan) {
  if (statement.order.empty()) return {};
  if (!statement.where) return invalid("Must have WHERE clause in the statement when using ORDER BY clause.");
  for (const partiql::OrderTerm& term : statement.order)
    if (term.attribute != keys.partition && (keys.sort.empty() || term.attribute != keys.sort))
      return invalid("Attribute " + term.attribute + " in ORDER BY clause must be part of the primary key");
  if (!plan)
    return invalid(
        "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.");
  const auto differs = [&](const partiql::KeyBranch& branch) {
    return branch.partition != plan->branches.front().partition;
  };
  if (std::ranges::any_of(plan->branches, differs) && statement.order.front().attribute != keys.partition)
    return invalid(
        "The hash key must be the first attribute in ORDER BY clause if the WHERE clause has several values of it.");
  return {};
}

// An index serves a filter on an attribute that it lacks only if the read has no key or the filter is part of an OR.
// The attribute then counts as missing.
Result<void> check_filter(const partiql::PreparedStatement& prepared, const catalog::IndexInfo& index) {
  std::string missing;
  for (const std::string_view name : partiql::names_outside_or(*prepared.where))
    if (!index.holds(name)) missing.append(missing.empty() ? "" : ", ").append(name);
  if (missing.empty()) return {};
  return invalid("One or more parameter values were invalid: Secondary index " + index.name +
                 " does not project one or more filter attributes: [" + missing + "]");
}

Result<void> check_global_projection(const partiql::Statement& statement, const catalog::IndexInfo& index) {
  std::string missing;
  for (const partiql::Term& term : statement.projection)
    if (!index.holds(term.path.top())) missing.append(missing.empty() ? "" : ", ").append(term.path.top());
  if (missing.empty()) return {};
  return invalid("One or more parameter values were invalid: Global secondary index " + index.name +
                 " does not project [" + missing + "]");
}

Result<std::vector<PartitionRange>> ranges_of(const PageRange& where, const KeyPlan& plan, const KeyNames& names) {
  std::vector<PartitionRange> ranges;
  for (const partiql::KeyBranch& branch : plan.branches) {
    PARTITA_TRY_VALUE(range, key_range(*where.table, where.index, branch.condition(names)));
    PartitionRange one{
        {}, std::move(range.partition), std::move(range.lower), std::move(range.upper), branch.sort.has_value()};
    keys::encode_part(branch.partition, one.partition_value);
    ranges.push_back(std::move(one));
  }
  return ranges;
}

// The ranges of each partition, in the order in which the statement names the partitions.
using Partitions = std::vector<std::vector<PartitionRange>>;

Partitions by_partition(std::vector<PartitionRange> ranges) {
  Partitions partitions;
  std::map<std::string, std::size_t> known;
  for (PartitionRange& range : ranges) {
    const auto [at, added] = known.emplace(range.partition, partitions.size());
    if (added) partitions.emplace_back();
    partitions[at->second].push_back(std::move(range));
  }
  return partitions;
}

// Sorts the ranges of one partition. If one of them has a condition on the sort key, ranges that overlap are refused,
// except if the statement negates such a condition: then the whole partition is read.
Result<void> join(std::vector<PartitionRange>& ranges, bool negates_sort_key) {
  if (ranges.size() == 1) return {};
  if (std::ranges::none_of(ranges, &PartitionRange::has_sort_condition)) {
    ranges.resize(1);
    return {};
  }
  if (negates_sort_key) {
    ranges.resize(1);
    ranges[0].lower = ranges[0].partition;
    ranges[0].upper = keys::prefix_end(ranges[0].partition);
    return {};
  }
  std::ranges::sort(ranges, {}, &PartitionRange::lower);
  const auto overlap = [](const PartitionRange& a, const PartitionRange& b) { return b.lower < a.upper; };
  if (std::ranges::adjacent_find(ranges, overlap) != ranges.end())
    return invalid(std::string(partiql::kOverlappingRanges));
  return {};
}

// The order of the partitions is that of ORDER BY, or else that of the statement.
void sort_partitions(const partiql::Statement& statement, const KeyNames& names, Partitions& partitions) {
  const auto wanted = std::ranges::find(statement.order, names.partition, &partiql::OrderTerm::attribute);
  if (wanted == statement.order.end()) return;
  std::ranges::sort(partitions, [&](const auto& a, const auto& b) {
    return wanted->descending ? b[0].partition_value < a[0].partition_value
                              : a[0].partition_value < b[0].partition_value;
  });
}

bool reads_forward(const partiql::Statement& statement, const KeyNames& names) {
  if (names.sort.empty()) return true;
  const auto by_sort = std::ranges::find(statement.order, names.sort, &partiql::OrderTerm::attribute);
  return by_sort == statement.order.end() || !by_sort->descending;
}

// Whether the range of keys says all that the WHERE clause says.
bool is_covered(const expr::ConditionNode& where, const KeyPlan& plan) {
  if (plan.branches.size() != 1) return where.kind == expr::ConditionKind::In;
  const std::size_t parts = where.kind == expr::ConditionKind::And ? where.children.size() : 1;
  return where.kind != expr::ConditionKind::Or && parts == (plan.branches[0].sort ? 2 : 1);
}

Result<void> plan_ranges(const partiql::PreparedExecute& prepared, SelectPlan& plan) {
  const partiql::Statement& statement = *prepared.statement.statement;
  const auto& where = prepared.statement.where;
  const KeyNames names = names_of(plan.where.keys());
  std::optional<KeyPlan> keys;
  if (where) keys = plan_keys(*where, names);
  PARTITA_TRY(check_order(statement, names, keys));
  plan.page.forward = reads_forward(statement, names);
  if (!keys) {
    plan.scans = true;
    const keys::IndexId id = plan.where.index ? plan.where.index->id : keys::kBaseTable;
    auto& range = plan.ranges.emplace_back();
    range.lower = keys::index_lower(plan.where.table->id, id);
    range.upper = keys::index_upper(plan.where.table->id, id);
    return {};
  }
  if (keys->largest_in > limits::kInPartitions)
    return invalid("The IN operator is provided with too many operands; number of operands: " +
                   std::to_string(keys->largest_in));
  if (keys->branches.size() > kMostBranches)
    return invalid("The WHERE clause has too many values of the partition key; number of values: " +
                   std::to_string(keys->branches.size()));
  if (keys->largest_in > 1) plan.page.limit = std::min(plan.page.limit.value_or(kInPageItems), kInPageItems);
  PARTITA_TRY_VALUE(ranges, ranges_of(plan.where, *keys, names));
  Partitions partitions = by_partition(std::move(ranges));
  sort_partitions(statement, names, partitions);
  for (std::vector<PartitionRange>& partition : partitions) {
    PARTITA_TRY(join(partition, keys->negates_sort_key));
    if (!plan.page.forward) std::ranges::reverse(partition);
    for (PartitionRange& range : partition) {
      auto& options = plan.ranges.emplace_back();
      options.lower = std::move(range.lower);
      options.upper = std::move(range.upper);
      options.direction = plan.page.forward ? storage::Direction::Forward : storage::Direction::Reverse;
      options.within_prefix = true;
    }
  }
  if (is_covered(*where, *keys)) plan.page.filter.reset();
  if (plan.where.index) PARTITA_TRY(check_filter(prepared.statement, *plan.where.index));
  return {};
}

// Ranges of one partition follow one another.
void note_partitions(const Context& context, const SelectPlan& plan) {
  if (plan.scans || !context.hot_keys.is_on()) return;
  const std::string* before = nullptr;
  for (const auto& range : plan.ranges) {
    if (!before || keys::hash_in(*before) != keys::hash_in(range.lower))
      context.hot_keys.saw_partition(*plan.where.table, plan.where.index, range.lower);
    before = &range.lower;
  }
}

Result<void> check_index(const Context& context, const partiql::PreparedStatement& prepared,
                         const catalog::IndexInfo& index) {
  if (index.vector) return invalid("Scan operation not supported on this index type");
  if (index.global && prepared.consistent) return invalid(std::string(partiql::kConsistentGlobalRead));
  if (status_of(context, index) == IndexStatus::Creating)
    return invalid("Cannot read from backfilling global secondary index: " + index.name);
  return {};
}

}  // namespace

Result<SelectPlan> plan_select(const Context& context, partiql::PreparedExecute& prepared) {
  partiql::PreparedStatement& bound = prepared.statement;
  const partiql::Statement& statement = *bound.statement;
  SelectPlan plan;
  PARTITA_TRY_VALUE(table, table_of(context, statement));
  plan.where.table = std::move(table);
  PARTITA_TRY_VALUE(index, index_of(statement, *plan.where.table));
  plan.where.index = index;
  if (index) PARTITA_TRY(check_index(context, bound, *index));
  PARTITA_TRY(check_projection(statement, *plan.where.table));
  plan.page.projection = statement.projected;
  plan.page.consistent = bound.consistent;
  plan.page.capacity = prepared.capacity;

  if (!index && !prepared.limit && !prepared.next_token && statement.order.empty()) {
    const KeyNames names = names_of(plan.where.table->keys);
    if (const auto key = exact_item_key(statement, *bound.parameters, names)) {
      // A key that does not fit the schema is refused in the words of a Query.
      if (auto item = key_of_key(*plan.where.table, *key)) {
        context.hot_keys.saw_item(*plan.where.table, *item);
        plan.item = *std::move(item);
        return plan;
      }
    }
  }
  plan.page.limit = prepared.limit;
  PARTITA_TRY(bind_where(bound));
  if (bound.where) {
    plan.page.filter = expr::Condition(bound.where);
    PARTITA_TRY(check_scalar_keys(*plan.where.table, plan.page.filter->nested_names()));
  }
  PARTITA_TRY(plan_ranges(prepared, plan));
  note_partitions(context, plan);
  if (index && index->global) PARTITA_TRY(check_global_projection(statement, *index));
  return plan;
}

}  // namespace partita::engine
