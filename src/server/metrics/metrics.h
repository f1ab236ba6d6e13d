// The counts of the server. Each loop has its own counts, so that loops do not write to the same cache line. They are
// added up when they are read.
#pragma once

#include <partita/error.h>

#include <array>
#include <atomic>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/target.h"
#include "server/metrics/table_labels.h"

namespace partita::server {

inline constexpr std::size_t kOperations = 0
#define PARTITA_OPERATION(function, Name) +1
#include <partita/operations.def>
#undef PARTITA_OPERATION
    ;
inline constexpr std::size_t kErrorCodes = 0
#define PARTITA_ERROR(name, wire_type, http_status, retryable, meaning) +1
#include <partita/error_codes.def>
#undef PARTITA_ERROR
    ;

// The label of the tables that have no label of their own.
inline constexpr std::string_view kOtherTables = "(other)";

// The upper bounds of the latency histogram in microseconds.
inline constexpr std::array<std::int64_t, 19> kLatencyBoundsUs = {
    10,     20,     50,      100,     200,     500,       1'000,     2'000,     5'000,     10'000,
    20'000, 50'000, 100'000, 200'000, 500'000, 1'000'000, 2'000'000, 5'000'000, 10'000'000};

// The class of an outcome for the operator. The outcome is the error, or nullopt after success. The result is one of
// "success", "condition" (a condition or a conflict stopped the write), "user_error", "throttle", "auth_failure" and
// "server_fault".
std::string_view class_of(std::optional<ErrorCode> error);

using Count = std::atomic<std::uint64_t>;
struct OperationCounts {
  std::array<Count, kErrorCodes + 1> outcomes{};               // by ErrorCode; the last element counts successes
  std::array<Count, kLatencyBoundsUs.size() + 1> latencies{};  // the last element counts those above every bound
  Count latency_sum_ns{};
};

// The counts of one table in one loop. Only the loop's thread may change them. Any thread may read them.
class TableCounts final : public boost::intrusive_ref_counter<TableCounts> {
 public:
  // `label` is as of TableLabels, or one of the labels of requests without one table.
  explicit TableCounts(std::string_view label) : label_(label) {}
  TableCounts(const TableCounts&) = delete;
  ~TableCounts();

  const std::string& label() const { return label_; }
  // nullptr if no request was counted. `operation` is kOperations for requests without an operation.
  const OperationCounts* of(std::size_t operation) const { return of_[operation].load(std::memory_order_acquire); }

 private:
  friend class LoopMetrics;
  const std::string label_;
  // Most tables see few of the operations, so the counts of an operation are made for its first request.
  std::array<std::atomic<OperationCounts*>, kOperations + 1> of_{};
};
using TableCountsPtr = boost::intrusive_ptr<TableCounts>;

// The counts of one loop. Only the loop's thread may call functions that are not const. Any thread may call the others.
class LoopMetrics {
 public:
  // `labels` must outlive the object.
  explicit LoopMetrics(TableLabels& labels);

  // The counts of the requests that are about `name`, which table_of() found. Unless it is the first request to an
  // existing table, this takes no lock and no memory. If memory lacks, the result is that of another table.
  const TableCountsPtr& table(std::string_view name);
  // The same for a request of another account or region than the server's own.
  const TableCountsPtr& table_of_another_account(const TableOfAnother& table);
  // Counts one answer. `table` is a result of table(). If it is nullptr, the request named no table. `operation` is
  // nullopt if the request did not ask for an operation, `error` if it succeeded. `latency` is the time from the last
  // bytes of the request to its answer. An answer is not counted if it is the first one to this operation and table and
  // memory for the count lacks.
  void record(TableCounts* table, std::optional<protocol::Operation> operation, std::optional<ErrorCode> error,
              std::chrono::nanoseconds latency);
  void received(std::size_t bytes) { add(received_, bytes); }
  void sent(std::size_t bytes) { add(sent_, bytes); }
  // Frees the counts of tables that are not labels any more.
  void forget_removed_tables();

  std::vector<boost::intrusive_ptr<const TableCounts>> tables() const;
  std::uint64_t received() const { return received_.load(std::memory_order_relaxed); }
  std::uint64_t sent() const { return sent_.load(std::memory_order_relaxed); }

 private:
  // There is only one writer, so the addition need not be atomic.
  static void add(Count& count, std::uint64_t by) {
    count.store(count.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }
  const TableCountsPtr& counts_of(std::string_view label);
  // The place of the table in places_, or the empty place for it.
  TableCountsPtr& place_of(std::string_view label);
  const TableCountsPtr& add_table(std::string_view label);

  TableLabels& labels_;
  const TableCountsPtr none_, several_, other_;
  std::string label_;  // a buffer for the label of another account's table
  // Places by the hash of the label, at least half of which stay empty. A label is in the first place from its hash's
  // on that was empty when it came. Only the loop's thread changes it, under mutex_. That thread reads it without the
  // mutex.
  std::vector<TableCountsPtr> places_;
  mutable std::mutex mutex_;
  std::uint64_t removals_ = 0;  // of labels_, when forget_removed_tables() looked last
  Count received_{};
  Count sent_{};
};

}  // namespace partita::server
