#include "engine/vector_cache/vector_cache.h"

#include <algorithm>
#include <span>

#include "base/lack_of_memory.h"
#include "base/try.h"
#include "engine/threads/give_way.h"
#include "keys/key_codec.h"

namespace partita::engine {
namespace {

// A partition with more unread changes than this and than it has rows is not worth its memory.
constexpr std::size_t kManyChanges = 4096;
constexpr std::size_t kReadAtOnce = 256;
// A partition that was too large is looked at again after this many searches.
constexpr std::uint64_t kForgetAfter = 256;
// A search whose partition goes again and again, because others need the memory, reads the store.
constexpr int kPasses = 4;
// A partition that is being read counts anew each time it has grown by so many bytes.
constexpr std::size_t kCountedStep = 256 << 10;
// An index that could not be made for lack of memory is tried again after this many searches of its partition.
constexpr std::uint64_t kTryIndexAgainAfter = 256;
// The indexes that may wait for the thread. A partition beyond them asks again at its next search.
constexpr std::size_t kMostQueuedIndexes = 256;

}  // namespace

struct VectorCache::Partition {
  Partition(const VectorSearch& search, std::size_t approximate_from)
      : prefix(search.prefix), rows(*search.index, approximate_from) {}

  const std::string prefix;
  std::atomic<std::uint64_t> last_search = 0;
  std::atomic<bool> gone = false;  // not in the map any more, so its changes are not reported

  std::mutex changes_mutex;
  std::vector<std::string> changes;  // keys behind the prefix; guarded by changes_mutex
  std::atomic<bool> has_changes = false;

  // A shared mutex prefers readers. So a thread that wants to change the rows holds the gate, at which readers wait.
  std::mutex gate;
  std::shared_mutex mutex;
  PartitionRows rows;  // guarded by mutex
  // These are changed with the mutex. Without it, a search reads whether it needs a turn, and why a load ended.
  std::atomic<bool> loaded = false;
  std::atomic<bool> is_too_large = false;

  std::size_t counted_bytes = 0;  // guarded by the cache's mutex
  std::size_t counted_rows = 0;   // guarded by the cache's mutex
  std::size_t indexed_rows = 0;   // guarded by the cache's mutex
  bool loading = false;           // guarded by the cache's mutex

  std::atomic<bool> asked_for_index = false;      // one is being made
  std::atomic<std::uint64_t> index_wishes = 0;    // the searches that wanted another index than there is
  std::atomic<std::uint64_t> no_index_until = 0;  // a number of wishes

  std::shared_lock<std::shared_mutex> lock_shared() {
    const std::lock_guard waits(gate);
    return std::shared_lock(mutex);
  }
  void put_off_index() { no_index_until = index_wishes + kTryIndexAgainAfter; }
  // The rows that a search finds by an index. Requires: the rows are locked.
  std::size_t indexed() const { return rows.codes().is_ready() ? rows.size() : 0; }
};

VectorCache::PartitionPtr VectorCache::find(std::string_view prefix) const {
  const std::shared_lock lock(mutex_);
  const auto at = partitions_.find(prefix);
  return at == partitions_.end() ? nullptr : at->second;
}

VectorCache::PartitionPtr VectorCache::find_or_add(const VectorSearch& search) {
  if (PartitionPtr known = find(search.prefix)) return known;
  PartitionPtr made = std::make_shared<Partition>(search, approximate_from_);
  const std::unique_lock lock(mutex_);
  has_partitions_ = true;
  return partitions_.try_emplace(search.prefix, std::move(made)).first->second;
}

void VectorCache::remove(const PartitionPtr& partition) {
  const std::unique_lock lock(mutex_);
  const auto at = partitions_.find(partition->prefix);
  if (at == partitions_.end() || at->second != partition) return;
  partition->gone = true;
  bytes_ -= partition->counted_bytes;
  partitions_.erase(at);
}

void VectorCache::remove_all() {
  decltype(partitions_) gone;
  const std::unique_lock lock(mutex_);
  for (const auto& [prefix, partition] : partitions_) partition->gone = true;
  gone.swap(partitions_);
  bytes_ = 0;
}

bool VectorCache::fit(const PartitionPtr& partition, std::size_t bytes, std::size_t rows, std::size_t indexed_rows) {
  decltype(partitions_) gone;
  const std::unique_lock lock(mutex_);
  if (partition->gone) return true;
  bytes += sizeof(Partition) + 2 * partition->prefix.size();
  bytes_ += bytes - partition->counted_bytes;
  partition->counted_bytes = bytes;
  partition->counted_rows = rows;
  partition->indexed_rows = indexed_rows;
  while (bytes_ > most_bytes_) {
    auto oldest = partitions_.end();
    for (auto at = partitions_.begin(); at != partitions_.end(); ++at)
      if (at->second != partition && at->second->counted_bytes > 0 && !at->second->loading &&
          (oldest == partitions_.end() || at->second->last_search < oldest->second->last_search))
        oldest = at;
    if (oldest == partitions_.end()) oldest = partitions_.find(partition->prefix);
    const bool was_itself = oldest->second == partition;
    oldest->second->gone = true;
    bytes_ -= oldest->second->counted_bytes;
    gone.insert(partitions_.extract(oldest));
    if (was_itself) return false;
  }
  return true;
}

// Of the prefixes, only the last one that is not greater than the key can be the beginning of the key, because no
// prefix is the beginning of another.
void VectorCache::report(std::string_view key) {
  PartitionPtr partition;
  {
    const std::shared_lock lock(mutex_);
    auto at = partitions_.upper_bound(key);
    if (at == partitions_.begin()) return;
    --at;
    if (!key.starts_with(at->first)) return;
    partition = at->second;
  }
  std::size_t waiting = 0;
  {
    const std::lock_guard lock(partition->changes_mutex);
    partition->changes.emplace_back(key.substr(partition->prefix.size()));
    partition->has_changes = true;
    waiting = partition->changes.size();
  }
  if (waiting > kManyChanges && waiting % kManyChanges == 0) {
    const std::shared_lock lock(mutex_);
    if (partition->counted_rows == 0 || waiting < partition->counted_rows) return;
  } else {
    return;
  }
  remove(partition);
}

void VectorCache::changed(std::string_view key) noexcept {
  if (!base::had_memory_for([&] { report(key); })) failures_.fetch_add(1);
}

void VectorCache::settled(const storage::Batch& batch, bool succeeded, std::uint64_t failures) noexcept {
  if (!succeeded) {
    if (batch.empty()) return;
    failures_.fetch_add(1);
    return;
  }
  if (is_distrusted() && failures == failures_.load()) {
    remove_all();
    std::uint64_t trusted = trusted_failures_.load();
    while (trusted < failures && !trusted_failures_.compare_exchange_weak(trusted, failures)) {
    }
  }
  // The batch must be visible before the flag is read, or a search that sets the flag meanwhile could miss the batch.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!has_partitions_.load(std::memory_order_relaxed)) return;
  batch.for_each([&](storage::Batch::Operation operation, std::string_view key, const storage::Batch::Value&) {
    if (operation == storage::Batch::Operation::Put || operation == storage::Batch::Operation::Erase) changed(key);
  });
}

void VectorCache::forget(std::string_view lower, std::string_view upper) noexcept {
  decltype(partitions_) gone;
  const std::unique_lock lock(mutex_);
  for (auto at = partitions_.lower_bound(lower); at != partitions_.end() && at->first < upper;) {
    at->second->gone = true;
    bytes_ -= at->second->counted_bytes;
    gone.insert(partitions_.extract(at++));
  }
}

bool VectorCache::exceeds(Partition& partition) const {
  partition.is_too_large = partition.rows.bytes() > most_bytes_;
  return partition.is_too_large;
}

// Keeps a partition from being removed while it is read.
class VectorCache::LoadingMark {
 public:
  LoadingMark(VectorCache& cache, Partition& partition) : cache_(cache), partition_(partition) { set(Loading::Yes); }
  LoadingMark(const LoadingMark&) = delete;
  LoadingMark& operator=(const LoadingMark&) = delete;
  ~LoadingMark() { set(Loading::No); }

 private:
  enum class Loading : bool { No, Yes };

  void set(Loading loading) {
    const std::unique_lock lock(cache_.mutex_);
    partition_.loading = loading == Loading::Yes;
  }

  VectorCache& cache_;
  Partition& partition_;
};

Result<bool> VectorCache::load(const storage::Store& store, const PartitionPtr& partition, const Check& check) {
  const LoadingMark mark(*this, *partition);
  std::size_t counted = 0;
  storage::IteratorOptions range;
  range.lower = partition->prefix;
  range.upper = keys::prefix_end(partition->prefix);
  range.within_prefix = true;
  range.fill_cache = false;
  range.never_discarded = true;
  auto entries = store.iterate(range);
  for (std::size_t read = 0; entries->valid(); entries->next(), ++read) {
    if (read % VectorSearch::kEntriesBetweenChecks == 0) {
      if (partition->gone) return true;
      PARTITA_TRY(check());
    }
    partition->rows.put(entries->key().substr(partition->prefix.size()), entries->value());
    const std::size_t bytes = partition->rows.bytes();
    if (exceeds(*partition)) return false;
    if (bytes < counted + kCountedStep) continue;
    counted = bytes;
    if (!fit(partition, bytes, 0, 0)) return false;
  }
  PARTITA_TRY(entries->end_state());
  partition->loaded = true;
  return true;
}

Result<bool> VectorCache::reread(const storage::Store& store, const PartitionPtr& partition,
                                 std::vector<std::string> keys) {
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  for (std::size_t from = 0; from < keys.size(); from += kReadAtOnce) {
    const std::span<const std::string> some =
        std::span<const std::string>(keys).subspan(from, std::min(kReadAtOnce, keys.size() - from));
    std::vector<std::string> whole;
    for (const std::string& key : some) whole.push_back(partition->prefix + key);
    const std::vector<std::string_view> views(whole.begin(), whole.end());
    PARTITA_TRY_VALUE(entries, store.get_many(views, {.fill_cache = false}));
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (entries[i].state == storage::ReadState::Found)
        partition->rows.put(some[i], entries[i].value.bytes);
      else
        partition->rows.erase(some[i]);
    }
  }
  return !exceeds(*partition);
}

// Returns false if the partition takes too much memory. After an error, or if memory runs out, the partition goes,
// because its rows may lack changes.
Result<bool> VectorCache::bring_up_to_date(const storage::Store& store, const PartitionPtr& partition,
                                           const Check& check) {
  const std::lock_guard waits(partition->gate);
  const std::unique_lock lock(partition->mutex);
  if (partition->gone) return true;
  Result<bool> fits = true;
  const bool had_memory = base::had_memory_for([&] {
    if (!partition->loaded) fits = load(store, partition, check);
    if (!fits || !*fits || !partition->loaded) return;
    std::vector<std::string> changes;
    {
      const std::lock_guard changes_lock(partition->changes_mutex);
      changes.swap(partition->changes);
      partition->has_changes = false;
    }
    fits = reread(store, partition, std::move(changes));
    if (!fits || !*fits || !partition->rows.has_stale_filters()) return;
    partition->loaded = false;
    partition->rows.clear();
    fits = load(store, partition, check);
  });
  if (!had_memory) fits = unexpected(base::lack_of_memory());
  if (fits && *fits) fits = fit(partition, partition->rows.bytes(), partition->rows.size(), partition->indexed());
  if (!fits || !*fits) remove(partition);
  return fits;
}

Result<std::optional<VectorCache::Rows>> VectorCache::search(const storage::Store& store, const VectorSearch& search,
                                                             const Scorer& scorer, const Check& check) {
  const std::uint64_t number = searches_.fetch_add(1) + 1;
  if (is_too_large(search.prefix, number)) return std::nullopt;
  for (int attempt = 0; attempt < kPasses && !is_distrusted(); ++attempt) {
    const PartitionPtr partition = find_or_add(search);
    partition->last_search = number;
    auto lock = partition->lock_shared();
    if (!partition->loaded || partition->has_changes) {
      lock.unlock();
      PARTITA_TRY_VALUE(fits, bring_up_to_date(store, partition, check));
      if (!fits) {
        // Otherwise it may fit later, when no other partition is being read.
        if (partition->is_too_large) note_too_large(search.prefix, number);
        return std::nullopt;
      }
      lock = partition->lock_shared();
    }
    if (partition->gone || !partition->loaded) continue;
    if (partition->rows.size() == 0) {
      // Searches of values that no item has must not fill the memory.
      lock.unlock();
      remove(partition);
      return std::optional<Rows>(std::in_place);
    }
    ask_for_index(partition);
    return std::optional<Rows>(partition->rows.search(search, scorer));
  }
  return std::nullopt;
}

bool VectorCache::is_too_large(std::string_view prefix, std::uint64_t number) const {
  const std::shared_lock lock(mutex_);
  const auto at = too_large_.find(prefix);
  return at != too_large_.end() && number - at->second < kForgetAfter;
}

void VectorCache::note_too_large(const std::string& prefix, std::uint64_t number) {
  const std::unique_lock lock(mutex_);
  if (too_large_.size() >= kForgetAfter) too_large_.clear();
  too_large_[prefix] = number;
}

// It holds no partition, because to free one may take a tenth of a second.
SearchTurns::Need VectorCache::turns_needed(std::string_view prefix) const {
  if (!is_distrusted()) {
    const std::shared_lock lock(mutex_);
    if (const auto at = partitions_.find(prefix); at != partitions_.end() && at->second->loaded)
      return SearchTurns::Need::None;
  }
  return is_too_large(prefix, searches_.load()) ? SearchTurns::Need::Several : SearchTurns::Need::One;
}

std::optional<VectorCache::Rows> VectorCache::search_at_once(const VectorSearch& search, const Scorer& scorer,
                                                             std::size_t most_bytes) {
  const PartitionPtr partition = is_distrusted() ? nullptr : find(search.prefix);
  if (!partition || partition->has_changes) return std::nullopt;
  const std::shared_lock lock(partition->mutex, std::try_to_lock);
  if (!lock.owns_lock() || !partition->loaded || partition->gone || partition->has_changes ||
      partition->rows.vector_bytes() > most_bytes)
    return std::nullopt;
  partition->last_search = searches_.fetch_add(1) + 1;
  return partition->rows.search(search, scorer);
}

VectorCache::Statistics VectorCache::statistics() const {
  const std::shared_lock lock(mutex_);
  Statistics now{bytes_, partitions_.size(), 0, 0};
  for (const auto& [prefix, partition] : partitions_) {
    now.vectors += partition->counted_rows;
    now.indexed_vectors += partition->indexed_rows;
  }
  return now;
}

VectorCache::~VectorCache() {
  stopping_ = true;
  makers_.stop();
}

void VectorCache::ask_for_index(const PartitionPtr& partition) {
  const PartitionRows& rows = partition->rows;
  if (!rows.codes().wants_update(rows.size())) return;
  if (!rows.codes().is_ready() && rows.bytes() + rows.expected_code_bytes() > most_bytes_) return;
  if (partition->index_wishes.fetch_add(1) < partition->no_index_until) return;
  if (makers_.queued() >= kMostQueuedIndexes) return;
  if (partition->asked_for_index.exchange(true)) return;
  // A partition that goes before the thread comes to it must be freed at once, because it does not count any more.
  const auto make = [this, asked = std::weak_ptr(partition)] {
    if (const PartitionPtr there = asked.lock(); there && !there->gone) make_index(there);
  };
  if (base::had_memory_for([&] { makers_.post(make); })) return;
  partition->put_off_index();
  partition->asked_for_index = false;
}

// Between steps of some milliseconds, changes of the rows can have the lock.
void VectorCache::make_index(const PartitionPtr& partition) {
  give_way();
  vectors::TailedIndex& codes = partition->rows.codes();
  vectors::TailedIndex::Update update;
  const auto with_all_locks = [&](const auto& task) {
    const std::lock_guard waits(partition->gate);
    const std::unique_lock lock(partition->mutex);
    task();
  };
  const bool is_made = base::had_memory_for([&] {
    with_all_locks([&] { update = codes.begin_update(partition->rows.size()); });
    {
      auto lock = partition->lock_shared();
      update.run(partition->rows, [&] {
        lock.unlock();
        if (stopping_ || partition->gone) return false;
        lock = partition->lock_shared();
        return true;
      });
    }
    with_all_locks([&] { codes.end_update(std::move(update), partition->rows.size()); });
  });
  std::size_t bytes = 0, rows = 0, indexed = 0;
  with_all_locks([&] {
    if (!is_made) codes.give_up_update();
    bytes = partition->rows.bytes();
    rows = partition->rows.size();
    indexed = partition->indexed();
  });
  if (!is_made) partition->put_off_index();
  partition->asked_for_index = false;
  if (!fit(partition, bytes, rows, indexed)) remove(partition);
}

}  // namespace partita::engine
