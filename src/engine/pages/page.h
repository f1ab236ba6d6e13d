// One page of a Query or a Scan. It reads entries in order, evaluates the filter on their encoded bytes, and stops at
// the limit or at 1 MB. Its cost grows only with the entries that it evaluates, because it does not decode entries that
// the filter drops and reads at most one entry too many, the one that would take the page past 1 MB.
#pragma once

#include <partita/database.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/changes/capacity.h"
#include "engine/context.h"
#include "engine/loop_budget.h"
#include "engine/may_wait.h"
#include "engine/pages/item_buffer.h"
#include "ops/prepared.h"
#include "value/limits.h"

namespace partita::engine {

// The table or index that a page reads, and its range of keys.
struct PageRange {
  catalog::TablePtr table;
  const catalog::IndexInfo* index = nullptr;  // points into `table`; nullptr if the page reads the table itself
  storage::IteratorOptions range;
  std::size_t most_bytes = limits::kPageBytes;  // of the entries evaluated, but one entry is always read
  // The page ends once it has cost as much; see admit_page().
  double units_left = kUnlimited;

  static constexpr double kUnlimited = 1e18;

  // The key schema of the index, or of the table if there is no index.
  const catalog::KeySchema& keys() const { return index ? index->keys : table->keys; }
};

// Only one thread at a time may use a reader.
class PageReader {
 public:
  enum class Outcome : std::uint8_t {
    Complete,
    NotCached,   // only with MayWait::No; start again with a new reader
    OverBudget,  // the budget is used up; call run() again on a thread that has the time
  };
  // The arguments must outlive the reader.
  PageReader(const Context& context, const ops::PreparedPage& page, const PageRange& where);

  // Reads on until the page is complete, or until about `budget_bytes` of work were done, which loop_budget.h measures.
  // It waits for the disk unless `may_wait` is No. The first call decides on `may_wait` for the entries.
  // Errors: InternalServerError, Corruption.
  Result<Outcome> run(MayWait may_wait, std::size_t budget_bytes);
  // The answer. May be called once. Requires: run() returned Complete.
  PageResponse response();
  // The units of the entries and items read so far.
  double units() const { return read_units(entry_charged_, page_.consistent) + base_units_; }
  // Takes these units from the capacity of the table or the index, if it is limited. Must be called once, for the
  // answer that is given, unless the units are added to a Consumption.
  void charge() const;
  // Adds the units of the entries read so far.
  void add_to(Consumption& consumption) const;
  // The bytes of the entries and items read so far.
  std::size_t evaluated_bytes() const { return evaluated_bytes_; }
  // The work so far, as the budget counts it.
  std::size_t spent_bytes() const { return evaluated_bytes_ + filter_work_ + evaluated_ * kItemWork; }
  // The memory that the items of the complete page will take, as far as the entries read so far tell.
  std::size_t expected_bytes() const;

 private:
  // The item of an index entry. nullopt if `may_wait` is No and the item is not in memory.
  Result<std::optional<storage::PinnedBytes>> base_item(const value::ItemView& entry, MayWait may_wait);
  // The bytes that units count for an item of the table, whose size is `bytes`.
  std::size_t charged_bytes(const value::ItemView& item, std::size_t bytes) const;
  void take(const value::ItemView& item);
  void end_at(const value::ItemView& entry) { last_evaluated_key_ = key_of(entry); }
  void append(const value::ItemView& item);
  AttributeMap key_of(const value::ItemView& entry) const;
  ConsumedCapacity consumed() const;

  const Context& context_;
  const ops::PreparedPage& page_;
  const PageRange& where_;
  const bool from_base_;  // the page needs attributes that its local index lacks, so it reads the items from the table
  const std::size_t largest_;  // the most bytes that one entry can add, with its item
  const bool count_only_;
  const bool has_vectors_;
  std::shared_ptr<const storage::Snapshot> snapshot_;
  std::unique_ptr<storage::Iterator> iterator_;
  std::size_t evaluated_ = 0;
  std::size_t entry_charged_ = 0;    // of the entries evaluated, as units count them
  std::size_t evaluated_bytes_ = 0;  // of the entries and the items fetched for them; 1 MB and the budget limit these
  std::uint64_t filter_work_ = 0;    // the budget limits this too
  double base_units_ = 0;
  std::size_t count_ = 0;
  ItemBuffer buffer_;
  std::vector<Item> items_;
  std::string projected_;       // the projected bytes of one item, before they are copied to buffer_
  std::string last_evaluated_;  // the entry before, encoded, if the page may end there
  std::optional<AttributeMap> last_evaluated_key_;
};

// A budget that no page uses up, for PageReader::run.
inline constexpr std::size_t kNoBudget = std::size_t{1} << 40;

// Reads a page and calls `done` once. It goes on as far as possible on the calling thread, and continues on the
// executor if that thread must not wait. `owner` keeps the request alive, which `page` points into.
void run_page(Context& context, ops::PreparedPage page, PageRange where, std::shared_ptr<void> owner, MayWait may_wait,
              Completion<PageResponse> done);

// Whether a page may begin, if capacity is limited. It then ends as soon as the capacity is used up. Errors: those of
// throttled().
Result<void> admit_page(const Context& context, PageRange& where);

// The index that a page names, or nullptr if it does not name one. The result points into `table`. Errors:
// ValidationException if the index is unknown, if it is still being filled, or if it is global and the read must be
// consistent.
Result<const catalog::IndexInfo*> page_index(const Context& context, const ops::PreparedPage& page,
                                             const catalog::TableInfo& table);

// Refuses attributes that a global index does not project, and paths that go into a key attribute. Errors:
// ValidationException.
Result<void> check_reach(const ops::PreparedPage& page, const PageRange& where);

}  // namespace partita::engine
