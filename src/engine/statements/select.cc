#include "engine/statements/select.h"

#include <algorithm>

#include "base/try.h"
#include "engine/items/item_keys.h"
#include "engine/pages/key_range.h"
#include "engine/statements/statement_table.h"
#include "engine/tables/tables.h"
#include "expr/condition_node.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"
#include "partiql/keys.h"
#include "partiql/texts.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

using partiql::KeyNames;
using partiql::KeyPlan;

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

// Joins the ranges of one partition. Ranges that overlap are refused, except if they come from a negated condition:
// then the whole partition is read.
Result<std::vector<PartitionRange>> joined(std::vector<PartitionRange> ranges, bool negates_sort_key) {
  std::vector<PartitionRange> out;
  for (PartitionRange& range : ranges) {
    const auto same = [&](const PartitionRange& other) { return other.partition == range.partition; };
    if (std::ranges::none_of(out, same)) {
      out.push_back(std::move(range));
      continue;
    }
    const auto overlaps = [&](const PartitionRange& other) {
      return same(other) && other.lower < range.upper && range.lower < other.upper;
    };
    const auto whole = std::ranges::find_if(out, same);
    const bool both_whole = !range.has_sort_condition && std::ranges::none_of(out, [&](const PartitionRange& other) {
      return same(other) && other.has_sort_condition;
    });
    if (both_whole) continue;
    if (!negates_sort_key) {
      if (std::ranges::any_of(out, overlaps)) return invalid(std::string(partiql::kOverlappingRanges));
      out.push_back(std::move(range));
      continue;
    }
    whole->lower = whole->partition;
    whole->upper = keys::prefix_end(whole->partition);
    whole->has_sort_condition = false;
  }
  return out;
}

// The order of the ranges: their partitions as ORDER BY says, or else as the statement names them, and within a
// partition by the sort key.
void sort_ranges(const partiql::Statement& statement, const KeyNames& names, bool forward,
                 std::vector<PartitionRange>& ranges) {
  const auto by_partition = std::ranges::find(statement.order, names.partition, &partiql::OrderTerm::attribute);
  if (by_partition != statement.order.end())
    std::ranges::stable_sort(ranges, [&](const PartitionRange& a, const PartitionRange& b) {
      return by_partition->descending ? b.partition_value < a.partition_value : a.partition_value < b.partition_value;
    });
  std::vector<std::string> partitions;
  for (const PartitionRange& range : ranges)
    if (std::ranges::find(partitions, range.partition) == partitions.end()) partitions.push_back(range.partition);
  const auto place = [&](const PartitionRange& range) { return std::ranges::find(partitions, range.partition); };
  std::ranges::stable_sort(ranges, [&](const PartitionRange& a, const PartitionRange& b) {
    if (place(a) != place(b)) return place(a) < place(b);
    return forward ? a.lower < b.lower : b.lower < a.lower;
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
  if (keys->branches.size() > limits::kInPartitions && where->kind == expr::ConditionKind::In)
    return invalid("The IN operator is provided with too many operands; number of operands: " +
                   std::to_string(keys->branches.size()));
  PARTITA_TRY_VALUE(all, ranges_of(plan.where, *keys, names));
  PARTITA_TRY_VALUE(ranges, joined(std::move(all), keys->negates_sort_key));
  sort_ranges(statement, names, plan.page.forward, ranges);
  for (PartitionRange& range : ranges) {
    auto& options = plan.ranges.emplace_back();
    options.lower = std::move(range.lower);
    options.upper = std::move(range.upper);
    options.direction = plan.page.forward ? storage::Direction::Forward : storage::Direction::Reverse;
    options.within_prefix = true;
  }
  if (is_covered(*where, *keys)) plan.page.filter.reset();
  if (plan.where.index) PARTITA_TRY(check_filter(prepared.statement, *plan.where.index));
  return {};
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
  if (index && index->global) PARTITA_TRY(check_global_projection(statement, *index));
  return plan;
}

}  // namespace partita::engine
