#include "engine/pages/page.h"

#include <algorithm>

#include "base/check.h"
#include "base/round_budget.h"
#include "base/try.h"
#include "engine/changes/item_keys.h"
#include "engine/find_table.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/index/vector_entries.h"
#include "engine/items/delayed_read.h"
#include "engine/loop_budget.h"
#include "engine/threads/executor.h"
#include "engine/threads/write_room.h"
#include "engine/throttle/throttle.h"
#include "keys/key_space.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::engine {
namespace {

// If at least this many tasks wait for the executor, a page drops the items that it has read before it waits.
constexpr std::size_t kHalfReadPages = 64;

bool needs_base(const ops::PreparedPage& page, const PageRange& where) {
  if (!where.index || where.index->global || where.index->projection == ProjectionType::All) return false;
  if (page.select == Select::AllAttributes) return true;
  if (!page.projection) return false;
  const auto names = page.projection->top_level_names();
  return !std::all_of(names.begin(), names.end(), [&](const std::string& name) { return where.index->holds(name); });
}

}  // namespace

PageReader::PageReader(const Context& context, const ops::PreparedPage& page, const PageRange& where)
    : context_(context),
      page_(page),
      where_(where),
      from_base_(needs_base(page, where)),
      largest_(from_base_ ? 2 * limits::kItemSizeBytes : limits::kItemSizeBytes),
      count_only_(page.select == Select::Count),
      has_vectors_(where.table->has_vector_indexes()),
      buffer_(page.limit) {}

Result<PageReader::Outcome> PageReader::run(MayWait may_wait, std::size_t budget_bytes) {
  if (!iterator_) {
    storage::IteratorOptions range = where_.range;
    snapshot_ = where_.index && where_.index->global && context_.delayed ? context_.delayed->snapshot()
                                                                         : table_state(context_, page_.consistent);
    if (from_base_ && !snapshot_) snapshot_ = context_.store.snapshot();
    range.snapshot = snapshot_.get();
    range.no_wait = may_wait == MayWait::No;
    range.never_discarded = true;  // the ids of dropped tables and indexes are never used again
    iterator_ = context_.store.iterate(range);
  }
  const std::size_t stop_at = spent_bytes() + budget_bytes;
  for (; iterator_->valid(); iterator_->next()) {
    if (spent_bytes() >= stop_at) return Outcome::OverBudget;
    const value::ItemView entry(iterator_->value());
    const std::size_t entry_bytes = value::item_size_bytes(entry);
    std::size_t bytes = entry_bytes;
    std::size_t base_charged = 0;
    std::optional<storage::PinnedBytes> base;
    if (from_base_) {
      PARTITA_TRY_VALUE(read, base_item(entry, may_wait));
      if (!read) return Outcome::NotCached;
      base = std::move(read);
      bytes += value::item_size_bytes(value::ItemView(base->bytes));
      base_charged = charged_bytes(value::ItemView(base->bytes), bytes - entry_bytes);
    }
    if (evaluated_ > 0 && evaluated_bytes_ + bytes > where_.most_bytes) {
      end_at(value::ItemView(last_evaluated_));
      return Outcome::Complete;
    }
    take(base ? value::ItemView(base->bytes) : entry);
    ++evaluated_;
    entry_charged_ += where_.index ? entry_bytes : charged_bytes(entry, entry_bytes);
    evaluated_bytes_ += bytes;
    if (base) base_units_ += read_units(base_charged, page_.consistent);
    // The page ends at this entry if the next one takes it past 1 MB. That is possible only if an entry of the largest
    // size would do so, and only then the key of this entry is copied.
    if (evaluated_bytes_ + largest_ > where_.most_bytes) last_evaluated_.assign(entry.bytes());
    // The service does not check whether more entries follow after the limit.
    if (page_.limit && evaluated_ == *page_.limit) {
      end_at(entry);
      return Outcome::Complete;
    }
    if (context_.throttle && units() >= where_.units_left) {
      end_at(entry);
      return Outcome::Complete;
    }
  }
  PARTITA_TRY_VALUE(end, iterator_->end_state());
  return end == storage::ReadState::NotCached ? Outcome::NotCached : Outcome::Complete;
}

std::size_t PageReader::expected_bytes() const {
  if (count_only_ || evaluated_ == 0) return 0;
  // The vector of items grows by doubling, and holds the old one meanwhile.
  const double each = static_cast<double>(count_) / static_cast<double>(evaluated_);
  const double kept = each * static_cast<double>(evaluated_bytes_ + 2 * evaluated_ * sizeof(Item));
  double pages = static_cast<double>(where_.most_bytes) / static_cast<double>(evaluated_bytes_);
  if (page_.limit) pages = std::min(pages, static_cast<double>(*page_.limit) / static_cast<double>(evaluated_));
  return static_cast<std::size_t>(kept * std::max(pages, 1.0));
}

std::size_t PageReader::charged_bytes(const value::ItemView& item, std::size_t bytes) const {
  return has_vectors_ ? charged_size_bytes(*where_.table, item) : bytes;
}

void PageReader::take(const value::ItemView& item) {
  if (page_.filter && !page_.filter->matches(item, filter_work_)) return;
  ++count_;
  if (!count_only_) append(item);
}

Result<std::optional<storage::PinnedBytes>> PageReader::base_item(const value::ItemView& entry, MayWait may_wait) {
  PARTITA_TRY_VALUE(got, context_.store.get(key_of_stored(*where_.table, entry),
                                            {.snapshot = snapshot_.get(), .no_wait = may_wait == MayWait::No}));
  if (got.state == storage::ReadState::NotCached) return std::nullopt;
  if (got.state == storage::ReadState::Missing)
    return fail(ErrorCode::Corruption, "an index entry has no item; run `partita verify`");
  return std::move(got.value);
}

void PageReader::append(const value::ItemView& item) {
  if (!page_.projection) return void(items_.push_back(buffer_.add(item.bytes())));
  projected_.clear();
  page_.projection->project(item, projected_);
  items_.push_back(buffer_.add(projected_));
}

AttributeMap PageReader::key_of(const value::ItemView& entry) const {
  AttributeMap key;
  append_key_attributes(where_.table->keys, entry, key);
  if (where_.index) append_key_attributes(where_.index->keys, entry, key);
  return key;
}

void PageReader::add_to(Consumption& consumption) const {
  const double units = read_units(entry_charged_, page_.consistent);
  if (where_.index)
    consumption.add_index_read(*where_.index, units, where_.range.lower);
  else
    consumption.add_read(units, where_.range.lower);
  if (base_units_ > 0) consumption.add_read(base_units_, where_.range.lower);
}

void PageReader::charge() const {
  if (!context_.throttle) return;
  Consumption consumption(context_.throttle, where_.table);
  add_to(consumption);
  consumption.charge();
}

ConsumedCapacity PageReader::consumed() const {
  Consumption consumption(nullptr, where_.table);
  add_to(consumption);
  return *consumption.report(page_.capacity);
}

PageResponse PageReader::response() {
  PageResponse response;
  response.count = static_cast<std::int64_t>(count_);
  response.scanned_count = static_cast<std::int64_t>(evaluated_);
  response.last_evaluated_key = std::move(last_evaluated_key_);
  if (page_.capacity != ReturnConsumedCapacity::None) response.consumed_capacity = consumed();
  if (!count_only_) response.items = std::move(items_);
  return response;
}

namespace {

void answer(PageReader& reader, Result<PageReader::Outcome> outcome, const Completion<PageResponse>& done) {
  if (!outcome) return done(unexpected(std::move(outcome.error())));
  PARTITA_CHECK(*outcome == PageReader::Outcome::Complete);
  reader.charge();
  done(reader.response());
}

// A page that is being read and that may move from an event loop to the executor. There it needs room for its items,
// which it gives back after its answer was handed over.
class RunningPage final : public WriteRoom::Waiter, public std::enable_shared_from_this<RunningPage> {
 public:
  RunningPage(Context& context, ops::PreparedPage page, PageRange where, std::shared_ptr<void> owner,
              Completion<PageResponse> done)
      : context_(context),
        page_(std::move(page)),
        where_(std::move(where)),
        owner_(std::move(owner)),
        done_(std::move(done)),
        room_(context.page_room) {}

  // Requires: the object is owned by a shared_ptr.
  void start(std::size_t budget_bytes) {
    reader_.emplace(context_, page_, where_);
    auto outcome = reader_->run(MayWait::No, budget_bytes);
    base::RoundBudget::spend(reader_->spent_bytes());
    if (!outcome || *outcome == PageReader::Outcome::Complete) return answer(*reader_, std::move(outcome), done_);
    if (*outcome == PageReader::Outcome::OverBudget) return move_to_executor(reader_->expected_bytes());
    reader_.reset();
    move_to_executor(expected_at_start());
  }

 private:
  // What the items of a page may take of which nothing is known yet.
  std::size_t expected_at_start() const {
    constexpr std::size_t kPage = limits::kPageBytes / 2, kItem = 4 << 10;
    if (page_.select == Select::Count) return 0;
    return page_.limit ? std::min<std::size_t>(kPage, std::min<std::uint64_t>(*page_.limit, kPage) * kItem) : kPage;
  }

  void move_to_executor(std::size_t expected) {
    // A page drops its items if it must wait for room, or if many tasks are before it in the queue. Otherwise the items
    // of many waiting pages, each with up to kLoopBudgetBytes, would take much memory.
    if (context_.pages.queued() >= kHalfReadPages) reader_.reset();
    if (expected <= WriteRoom::kSmallBytes) return post();
    if (context_.page_room.try_enter(expected)) {
      room_.hold(expected);
      return post();
    }
    reader_.reset();
    self_ = shared_from_this();
    switch (context_.page_room.wait(*this, expected)) {
      case WriteRoom::Wait::Waits:
        return;
      case WriteRoom::Wait::Over:
        return has_room(expected);
      case WriteRoom::Wait::Refused: {
        const std::shared_ptr<RunningPage> self = std::move(self_);
        return done_(fail(ErrorCode::ThrottlingException, "Too many reads are waiting for memory; try again"));
      }
    }
  }

  void has_room(std::size_t bytes) override {
    const std::shared_ptr<RunningPage> self = std::move(self_);
    room_.hold(bytes);
    post();
  }

  void post() {
    context_.pages.post([self = shared_from_this()] { self->finish(); });
  }

  void finish() {
    if (reader_) {
      auto rest = reader_->run(MayWait::No, kNoBudget);
      if (!rest || *rest == PageReader::Outcome::Complete) return answer(*reader_, std::move(rest), done_);
    }
    PageReader& waiting = reader_.emplace(context_, page_, where_);
    answer(waiting, waiting.run(MayWait::Yes, kNoBudget), done_);
  }

  Context& context_;
  const ops::PreparedPage page_;
  const PageRange where_;
  const std::shared_ptr<void> owner_;
  const Completion<PageResponse> done_;
  WriteRoom::Share room_;
  std::optional<PageReader> reader_;
  std::shared_ptr<RunningPage> self_;  // while it waits for room
};

}  // namespace

void run_page(Context& context, ops::PreparedPage page, PageRange where, std::shared_ptr<void> owner, MayWait may_wait,
              Completion<PageResponse> done) {
  if (auto admitted = admit_page(context, where); !admitted) return done(unexpected(std::move(admitted.error())));
  if (may_wait == MayWait::Yes) {
    PageReader reader(context, page, where);
    return answer(reader, reader.run(MayWait::Yes, kNoBudget), done);
  }
  std::make_shared<RunningPage>(context, std::move(page), std::move(where), std::move(owner), std::move(done))
      ->start(loop_budget());
}

Result<void> admit_page(const Context& context, PageRange& where) {
  if (!context.throttle) return {};
  // All keys of a Query begin with its partition key, and a Scan has none.
  const bool names_partition = where.range.within_prefix;
  const Throttle::Place place{.table = *where.table,
                              .index = where.index,
                              .side = Side::Read,
                              .hash = keys::hash_in(where.range.lower),
                              .key = names_partition ? std::string_view(where.range.lower) : std::string_view(),
                              .named = HotKeys::Named::Partition};
  if (auto refused = context.throttle->refuse(place)) return unexpected(*std::move(refused));
  where.units_left = context.throttle->units_left(place);
  return {};
}

Result<const catalog::IndexInfo*> page_index(const Context& context, const ops::PreparedPage& page,
                                             const catalog::TableInfo& table) {
  if (!page.index) return nullptr;
  const catalog::IndexInfo* index = table.find_index(*page.index);
  if (!index || !index->maintained()) return invalid("The table does not have the specified index: " + *page.index);
  if (index->vector)
    return invalid(std::string(page.key_condition ? "Query" : "Scan") + " operation not supported on this index type");
  if (index->global && page.consistent)
    return invalid("Consistent reads are not supported on global secondary indexes");
  if (status_of(context, *index) == IndexStatus::Creating)
    return invalid("Cannot read from backfilling global secondary index: " + *page.index);
  return index;
}

Result<void> check_reach(const ops::PreparedPage& page, const PageRange& where) {
  if (page.projection) PARTITA_TRY(check_scalar_keys(*where.table, page.projection->nested_names()));
  if (where.index && where.index->global) {
    if (where.index->projection != ProjectionType::All && page.select == Select::AllAttributes)
      return invalid(
          "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global "
          "secondary index " +
          where.index->name + " because its projection type is not ALL");
    if (page.projection)
      for (const std::string& name : page.projection->top_level_names())
        if (!where.index->holds(name))
          return invalid("One or more parameter values were invalid: Global secondary index " + where.index->name +
                         " does not project [" + name + "]");
  }
  if (page.filter) return check_scalar_keys(*where.table, page.filter->nested_names());
  return {};
}

}  // namespace partita::engine
