#include "server/metrics/metrics.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <new>

#include "base/lack_of_memory.h"
#include "server/subject/table_of.h"

namespace partita::server {

std::string_view class_of(std::optional<ErrorCode> error) {
  if (!error) return "success";
  switch (*error) {
    case ErrorCode::MissingAuthenticationTokenException:
    case ErrorCode::IncompleteSignatureException:
    case ErrorCode::InvalidSignatureException:
    case ErrorCode::UnrecognizedClientException:
    case ErrorCode::ExpiredTokenException:
    case ErrorCode::AccessDeniedException:
      return "auth_failure";
    case ErrorCode::ProvisionedThroughputExceededException:
    case ErrorCode::ThrottlingException:
    case ErrorCode::RequestLimitExceeded:
      return "throttle";
    case ErrorCode::ConditionalCheckFailedException:
    case ErrorCode::DuplicateItemException:
    case ErrorCode::TransactionCanceledException:
    case ErrorCode::TransactionConflictException:
    case ErrorCode::TransactionInProgressException:
    case ErrorCode::VersionConflict:
      return "condition";
    default:
      return describe(*error).http_status >= 500 ? "server_fault" : "user_error";
  }
}

TableCounts::~TableCounts() {
  for (const auto& counts : of_) delete counts.load(std::memory_order_relaxed);
}

LoopMetrics::LoopMetrics(TableLabels& labels)
    : labels_(labels),
      none_(new TableCounts(kNoTable)),
      several_(new TableCounts(kSeveralTables)),
      other_(new TableCounts(kOtherTables)),
      // There are as many labels of own tables as of others.
      places_(std::bit_ceil(4 * labels.limit() + 2)) {}

TableCountsPtr& LoopMetrics::place_of(std::string_view label) {
  std::size_t at = std::hash<std::string_view>()(label);
  for (;; ++at) {
    TableCountsPtr& place = places_[at & (places_.size() - 1)];
    if (!place || place->label() == label) return place;
  }
}

const TableCountsPtr& LoopMetrics::table(std::string_view name) {
  if (name == kNoTable) return none_;
  if (name == kSeveralTables) return several_;
  // A request may name a table as the labels of other accounts' tables are.
  if (is_of_another(name)) return other_;
  return counts_of(name);
}

const TableCountsPtr& LoopMetrics::table_of_another_account(const TableOfAnother& table) {
  if (table.name == kNoTable) return none_;
  if (table.name == kSeveralTables) return several_;
  const TableCountsPtr* counts = &other_;
  (void)base::had_memory_for([&] {
    label_.clear();
    append_label(table, label_);
    counts = &counts_of(label_);
  });
  return *counts;
}

const TableCountsPtr& LoopMetrics::counts_of(std::string_view label) {
  if (const TableCountsPtr& place = place_of(label)) return place;
  return add_table(label);
}

const TableCountsPtr& LoopMetrics::add_table(std::string_view label) {
  const TableCountsPtr* added = &other_;
  (void)base::had_memory_for([&] {
    if (!labels_.admit(label)) return;
    // Labels that were removed may still have places here.
    forget_removed_tables();
    TableCountsPtr counts(new TableCounts(label));
    TableCountsPtr& place = place_of(label);
    const std::lock_guard lock(mutex_);
    place = std::move(counts);
    added = &place;
  });
  return *added;
}

void LoopMetrics::record(TableCounts* table, std::optional<protocol::Operation> operation,
                         std::optional<ErrorCode> error, std::chrono::nanoseconds latency) {
  auto& of = (table ? table : none_.get())->of_[operation ? static_cast<std::size_t>(*operation) : kOperations];
  OperationCounts* counts = of.load(std::memory_order_relaxed);
  if (!counts) {
    counts = new (std::nothrow) OperationCounts;
    if (!counts) return;
    of.store(counts, std::memory_order_release);
  }
  add(counts->outcomes[error ? static_cast<std::size_t>(*error) : kErrorCodes], 1);
  // A bound counts the latencies that are equal to it.
  const std::int64_t us = (latency.count() + 999) / 1000;
  const auto bound = std::lower_bound(kLatencyBoundsUs.begin(), kLatencyBoundsUs.end(), us);
  add(counts->latencies[static_cast<std::size_t>(bound - kLatencyBoundsUs.begin())], 1);
  add(counts->latency_sum_ns, static_cast<std::uint64_t>(latency.count()));
}

void LoopMetrics::forget_removed_tables() {
  const std::uint64_t removals = labels_.removals();
  if (removals == removals_) return;
  std::vector<TableCountsPtr> kept(places_.size());
  const std::lock_guard lock(mutex_);
  kept.swap(places_);
  for (TableCountsPtr& counts : kept)
    if (counts && labels_.contains(counts->label())) place_of(counts->label()) = std::move(counts);
  removals_ = removals;
}

std::vector<boost::intrusive_ptr<const TableCounts>> LoopMetrics::tables() const {
  std::vector<boost::intrusive_ptr<const TableCounts>> tables = {none_, several_, other_};
  const std::lock_guard lock(mutex_);
  for (const TableCountsPtr& counts : places_)
    if (counts && labels_.contains(counts->label())) tables.push_back(counts);
  return tables;
}

}  // namespace partita::server
