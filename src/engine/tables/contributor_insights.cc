// UpdateContributorInsights, DescribeContributorInsights and ListContributorInsights. hot_keys/hot_keys.h watches the
// keys of the tables and indexes that have them.
#include <fmt/format.h>

#include <algorithm>

#include "base/base64.h"
#include "base/try.h"
#include "engine/find_table.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/operations.h"
#include "engine/threads/on_executor.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

using InsightsStatus = ContributorInsightsStatus;

// The table itself, or one of its global indexes.
template <class Table>
struct InsightsOf {
  using Index = std::conditional_t<std::is_const_v<Table>, const catalog::IndexInfo, catalog::IndexInfo>;
  Table& table;
  Index* index = nullptr;  // nullptr: the table itself

  auto& insights() const { return index ? index->insights : table.insights; }
  const catalog::KeySchema& keys() const { return index ? index->keys : table.keys; }
  // What the names of rules have.
  std::string resource() const { return index ? table.name + "-" + index->name : table.name; }
};

bool can_have_insights(const catalog::IndexInfo& index) { return index.global && !index.vector; }

// Errors: ResourceNotFoundException if the table has no global index with the name.
template <class Table>
Result<InsightsOf<Table>> insights_of_index(Table& table, const OptionalString& index_name) {
  if (!index_name) return InsightsOf<Table>{table};
  for (auto& index : table.indexes)
    if (index.name == *index_name && can_have_insights(index)) return InsightsOf<Table>{table, &index};
  return fail(ErrorCode::ResourceNotFoundException,
              fmt::format("Requested resource not found: Index: {} not found for table: {}", *index_name, table.name));
}

InsightsStatus insights_status(const Context& context, const std::optional<catalog::Insights>& insights) {
  if (!insights) return InsightsStatus::Disabled;
  if (is_delayed(context, insights->status_until_ms))
    return insights->enabled ? InsightsStatus::Enabling : InsightsStatus::Disabling;
  return insights->enabled ? InsightsStatus::Enabled : InsightsStatus::Disabled;
}

OptionalEnum<ContributorInsightsMode> mode_of(const std::optional<catalog::Insights>& insights) {
  if (!insights) return std::nullopt;
  return insights->mode;
}

// ---- UpdateContributorInsights

unexpected<Error> must_be_active(std::string_view what) {
  return invalid(
      fmt::format("Table or Index is not in a valid state to update Key Access Insights: {}Status must be "
                  "ACTIVE to enable ContributorInsights.",
                  what));
}

// The service was observed to accept a table that is UPDATING.
Result<void> check_can_enable(const Context& context, const InsightsOf<catalog::TableInfo>& of) {
  const TableStatus table = status_of(context, of.table);
  if (table != TableStatus::Active && table != TableStatus::Updating) return must_be_active("Table");
  if (of.index && status_of(context, *of.index) != IndexStatus::Active) return must_be_active("Index");
  return {};
}

// Returns whether something changed.
Result<bool> enable(const Context& context, const InsightsOf<catalog::TableInfo>& of, ContributorInsightsMode mode) {
  PARTITA_TRY(check_can_enable(context, of));
  std::optional<catalog::Insights>& insights = of.insights();
  if (insights && insights->enabled && insights->mode == mode) return false;
  if (!insights) insights.emplace();
  const std::int64_t now_ms = context.clock.now_ms();
  // The rules that another mode keeps have the names that they had.
  if (!insights->enabled) insights->rules_ms = now_ms;
  insights->enabled = true;
  insights->mode = mode;
  insights->changed_ms = now_ms;
  insights->status_until_ms = now_ms + context.table_delay.count();
  return true;
}

bool disable(const Context& context, std::optional<catalog::Insights>& insights) {
  if (!insights || !insights->enabled) return false;
  insights->enabled = false;
  insights->changed_ms = context.clock.now_ms();
  insights->status_until_ms = insights->changed_ms + context.table_delay.count();
  return true;
}

Result<UpdateContributorInsightsResponse> update_contributor_insights_now(Context& context,
                                                                          UpdateContributorInsightsRequest request) {
  PARTITA_TRY_VALUE(table, requested_table(context, request, "UpdateContributorInsights"));
  using Mode = ContributorInsightsMode;
  const Mode mode =
      request.contributor_insights_mode ? request.contributor_insights_mode->value() : Mode::AccessedAndThrottledKeys;
  const bool enables = *request.contributor_insights_action == ContributorInsightsAction::Enable;
  UpdateContributorInsightsResponse response{.table_name = table->name, .index_name = request.index_name};
  const auto changed = context.catalog.update(table->id, [&](catalog::TableInfo& now) -> Result<void> {
    PARTITA_TRY_VALUE(of, insights_of_index(now, request.index_name));
    bool is_new = false;
    if (enables) {
      PARTITA_TRY_VALUE(enabled, enable(context, of, mode));
      is_new = enabled;
    } else {
      is_new = disable(context, of.insights());
    }
    response.contributor_insights_status = is_new ? enables ? InsightsStatus::Enabling : InsightsStatus::Disabling
                                                  : insights_status(context, of.insights());
    response.contributor_insights_mode = mode_of(of.insights());
    return {};
  });
  if (!changed) return unexpected(changed.error());
  context.hot_keys.refresh();
  return response;
}

// ---- DescribeContributorInsights

std::vector<std::string> rules_of(const InsightsOf<const catalog::TableInfo>& of, const catalog::Insights& insights) {
  const bool has_sort_key = !of.keys().sort.empty();
  std::vector<std::string> rules;
  for (const auto& [kind, is_accessed, needs_sort_key] :
       {std::tuple{"PKC", true, false}, {"SKC", true, true}, {"PKT", false, false}, {"SKT", false, true}})
    if ((insights.of_accessed_keys() || !is_accessed) && (has_sort_key || !needs_sort_key))
      rules.push_back(fmt::format("DynamoDBContributorInsights-{}-{}-{}", kind, of.resource(), insights.rules_ms));
  return rules;
}

Result<DescribeContributorInsightsResponse> describe_contributor_insights_now(
    const Context& context, const DescribeContributorInsightsRequest& request) {
  PARTITA_TRY_VALUE(table, requested_table(context, request, "DescribeContributorInsights"));
  PARTITA_TRY_VALUE(of, insights_of_index(*table, request.index_name));
  const std::optional<catalog::Insights>& insights = of.insights();
  DescribeContributorInsightsResponse response{.table_name = table->name, .index_name = request.index_name};
  const InsightsStatus status = insights_status(context, insights);
  response.contributor_insights_status = status;
  response.contributor_insights_mode = mode_of(insights);
  if (!insights) return response;
  if (status == InsightsStatus::Enabled) response.contributor_insights_rule_list = rules_of(of, *insights);
  const bool is_settled = status == InsightsStatus::Enabled || status == InsightsStatus::Disabled;
  const std::int64_t since_ms = is_settled ? insights->status_until_ms : insights->changed_ms;
  response.last_update_date_time = static_cast<double>(since_ms) / 1000;
  return response;
}

// ---- ListContributorInsights

// Where a page begins: behind this table, or behind this index of it.
struct InsightsStart {
  std::string table;
  std::optional<std::string> index;

  // Whether the table itself, or the index, is before the start or is its place.
  bool is_past(const std::string& of_table, const catalog::IndexInfo* of_index) const {
    if (of_table != table) return of_table < table;
    return !of_index || (index && of_index->name <= *index);
  }
};

// A slash is in no name.
std::string insights_token(const ContributorInsightsSummary& last) {
  return base::to_base64_for_urls(*last.table_name + (last.index_name ? "/" + *last.index_name : ""));
}

Result<std::optional<InsightsStart>> insights_start(const OptionalString& token) {
  if (!token) return std::nullopt;
  const auto text = base::decode_base64_for_urls(*token);
  if (!text || text->empty()) return invalid("Invalid NextToken");
  const std::size_t slash = text->find('/');
  if (slash == std::string::npos) return InsightsStart{*text, std::nullopt};
  return InsightsStart{text->substr(0, slash), text->substr(slash + 1)};
}

// The table's indexes by name, and nullptr for itself before them.
std::vector<const catalog::IndexInfo*> with_indexes(const catalog::TableInfo& table) {
  std::vector<const catalog::IndexInfo*> all = {nullptr};
  for (const catalog::IndexInfo& index : table.indexes)
    if (can_have_insights(index)) all.push_back(&index);
  std::sort(all.begin() + 1, all.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
  return all;
}

Result<ListContributorInsightsResponse> list_contributor_insights_now(const Context& context,
                                                                      const ListContributorInsightsRequest& request) {
  std::vector<catalog::TablePtr> tables;
  if (request.table_name) {
    PARTITA_TRY_VALUE(table, requested_table(context, request, "ListContributorInsights"));
    tables.push_back(std::move(table));
  } else {
    PARTITA_TRY(ops::validate(request));
    tables = context.catalog.tables();
  }
  PARTITA_TRY_VALUE(start, insights_start(request.next_token));
  const auto most = static_cast<std::size_t>(request.max_results.value_or(limits::kListedInsights));
  ListContributorInsightsResponse response;
  auto& listed = response.contributor_insights_summaries;
  for (const catalog::TablePtr& table : tables)
    for (const catalog::IndexInfo* index : with_indexes(*table)) {
      const auto& insights = index ? index->insights : table->insights;
      const InsightsStatus status = insights_status(context, insights);
      if (status == InsightsStatus::Disabled || (start && start->is_past(table->name, index))) continue;
      if (listed.size() == most) {
        response.next_token = insights_token(listed.back());
        return response;
      }
      listed.push_back({.table_name = table->name,
                        .index_name = index ? OptionalString(index->name) : std::nullopt,
                        .contributor_insights_status = status,
                        .contributor_insights_mode = mode_of(insights)});
    }
  return response;
}

}  // namespace

void update_contributor_insights(Context& context, UpdateContributorInsightsRequest request, MayWait may_wait,
                                 Completion<UpdateContributorInsightsResponse> done) {
  on_executor(context, update_contributor_insights_now, std::move(request), may_wait, std::move(done));
}

void describe_contributor_insights(Context& context, DescribeContributorInsightsRequest request, MayWait,
                                   Completion<DescribeContributorInsightsResponse> done) {
  done(describe_contributor_insights_now(context, request));
}

void list_contributor_insights(Context& context, ListContributorInsightsRequest request, MayWait,
                               Completion<ListContributorInsightsResponse> done) {
  done(list_contributor_insights_now(context, request));
}

}  // namespace partita::engine
