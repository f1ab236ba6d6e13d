// One page of a Query or a Scan: reads entries in order, evaluates the filter on their encoded bytes, and stops at the
// limit or at 1 MB. It costs what it evaluates: what the filter drops is not decoded, and nothing is read ahead but, where
// items are fetched for a local index, the item that would take the page past 1 MB.
#pragma once

#include "engine/capacity.h"
#include "engine/context.h"
#include "engine/item_buffer.h"
#include "ops/prepared.h"

#include <partita/database.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace partita::engine {

// Where a page reads.
struct PageRange {
  catalog::TablePtr table;
  const catalog::IndexInfo* index = nullptr;  // points into `table`; nullptr: the table itself
  storage::IteratorOptions range;

  const catalog::KeySchema& keys() const { return index ? index->keys : table->keys; }
};

class PageReader {
 public:
  enum class Outcome : std::uint8_t {
    Complete,
    NotCached,   // only with cached_only: make a new reader and start again
    OverBudget,  // evaluated much; call run() again, on a thread that has the time
  };
  // `budget_bytes`: how much run() evaluates before it gives its thread back, the filter's work counted too.
  PageReader(const Context& context, const ops::PreparedPage& page, const PageRange& where);

  // Errors: InternalServerError, Corruption.
  Result<Outcome> run(bool cached_only, std::size_t budget_bytes);
  // Requires: run() gave Complete.
  PageResponse response();

 private:
  std::size_t spent_bytes() const { return evaluated_bytes_ + filter_work_; }
  // nullopt: not in memory.
  Result<std::optional<storage::PinnedBytes>> base_item(const value::ItemView& entry, bool cached_only);
  void take(const value::ItemView& item);
  void end_at(const value::ItemView& entry) { last_evaluated_key_ = key_of(entry); }
  void append(const value::ItemView& item);
  AttributeMap key_of(const value::ItemView& entry) const;
  ConsumedCapacity consumed() const;

  const Context& context_;
  const ops::PreparedPage& page_;
  const PageRange& where_;
  const bool from_base_;  // a local index that lacks what is asked for: its items are read from the table
  const std::size_t largest_;  // bytes that one entry can add, with its item
  const bool count_only_;
  std::shared_ptr<const storage::Snapshot> snapshot_;
  std::unique_ptr<storage::Iterator> iterator_;
  std::size_t evaluated_ = 0;
  std::size_t entry_bytes_ = 0;      // of the entries evaluated
  std::size_t evaluated_bytes_ = 0;  // the same, and of the items fetched for them: what 1 MB and the budget count
  std::uint64_t filter_work_ = 0;    // the budget counts this too
  double base_units_ = 0;
  std::size_t count_ = 0;
  ItemBuffer buffer_;
  std::vector<Item> items_;
  std::string projected_;          // one item's, before it is copied
  std::string last_evaluated_;     // entry, kept as bytes until it is known that the page ends there
  std::optional<AttributeMap> last_evaluated_key_;
};

// Reads a page and answers, on the calling thread as far as that must not wait.
void run_page(Context& context, ops::PreparedPage page, PageRange where, std::shared_ptr<void> owner, Caller caller,
              Completion<PageResponse> done);

// The index that a page names, or nullptr. Errors: ValidationException where there is none, it cannot be read yet, or it is
// global and the read is to be consistent.
Result<const catalog::IndexInfo*> page_index(const Context& context, const ops::PreparedPage& page,
                                             const catalog::TableInfo& table);

// What the page asks for can be had: a global index is not asked for attributes that it lacks, and no path goes into a
// key attribute. Errors: ValidationException.
Result<void> check_reach(const ops::PreparedPage& page, const PageRange& where);

}  // namespace partita::engine
