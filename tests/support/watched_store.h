// WatchedStore: a store that passes all calls on. It holds writes back while its gate is closed, can fail them, lets a
// test act in the middle of an operation or of an iteration, and counts the calls for which a thread that must not wait
// would have waited.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "storage/store.h"

namespace partita::test {

// An iterator that calls `hook` once, when it has passed `entries` entries.
class WatchedIterator final : public storage::Iterator {
 public:
  WatchedIterator(std::unique_ptr<storage::Iterator> below, std::size_t entries, std::function<void()> hook)
      : below_(std::move(below)), entries_(entries), hook_(std::move(hook)) {
    call_if_due();
  }
  bool valid() const override { return below_->valid(); }
  void next() override {
    below_->next();
    ++passed_;
    call_if_due();
  }
  std::string_view key() const override { return below_->key(); }
  std::string_view value() const override { return below_->value(); }
  Result<storage::ReadState> end_state() const override { return below_->end_state(); }

 private:
  void call_if_due() {
    if (passed_ == entries_) hook_();
  }

  const std::unique_ptr<storage::Iterator> below_;
  const std::size_t entries_;
  const std::function<void()> hook_;
  std::size_t passed_ = 0;
};

class WatchedStore final : public storage::Store {
 public:
  // The part that a test keeps, because the engine owns the store.
  struct Watch {
    std::atomic<std::thread::id> loop;    // the thread that must not wait
    std::atomic<std::uint64_t> waits{0};  // its reads beyond the cache and its writes
    std::atomic<std::uint64_t> write_calls{0};
    std::atomic<int> writes_to_fail{0};                // the next writes to fail, those at the gate included
    std::atomic<std::size_t> largest_write{SIZE_MAX};  // a write with more bytes fails, as on a disk with little room

    void close_gate() { set_gate(false); }
    void open_gate() { set_gate(true); }
    void pass() {
      std::unique_lock lock(mutex);
      changed.wait(lock, [this] { return open; });
    }
    // The next get, on any thread, calls `hook` before it reads. So a test can act as another client between two steps
    // of an operation.
    void before_next_get(std::function<void()> hook) {
      std::lock_guard lock(mutex);
      before_get = std::move(hook);
    }
    // The next iterator, on any thread, calls `hook` when it has passed `entries` entries.
    void in_next_iterator(std::size_t entries, std::function<void()> hook) {
      std::lock_guard lock(mutex);
      entries_before_hook = entries;
      in_iterator = std::move(hook);
    }
    std::pair<std::size_t, std::function<void()>> take_iterator_hook() {
      std::lock_guard lock(mutex);
      return {entries_before_hook, std::exchange(in_iterator, nullptr)};
    }
    void enter_get() {
      std::function<void()> hook;
      {
        std::lock_guard lock(mutex);
        hook.swap(before_get);
      }
      if (hook) hook();
    }
    void note(bool would_wait) {
      if (would_wait && loop.load() == std::this_thread::get_id()) ++waits;
    }

   private:
    void set_gate(bool now_open) {
      std::lock_guard lock(mutex);
      open = now_open;
      changed.notify_all();
    }
    std::mutex mutex;
    std::condition_variable changed;
    bool open = true;
    std::function<void()> before_get;
    std::function<void()> in_iterator;
    std::size_t entries_before_hook = 0;
  };

  WatchedStore(std::unique_ptr<storage::Store> below, std::shared_ptr<Watch> watch)
      : below_(std::move(below)), watch_(std::move(watch)) {}

  Result<storage::GetResult> get(std::string_view key, const storage::ReadOptions& options) const override {
    watch_->note(!options.no_wait);
    watch_->enter_get();
    return below_->get(key, options);
  }
  Result<std::vector<storage::GetResult>> get_many(std::span<const std::string_view> keys,
                                                   const storage::ReadOptions& options) const override {
    watch_->note(!options.no_wait);
    return below_->get_many(keys, options);
  }
  std::unique_ptr<storage::Iterator> iterate(const storage::IteratorOptions& options) const override {
    watch_->note(!options.no_wait);
    auto [entries, hook] = watch_->take_iterator_hook();
    auto iterator = below_->iterate(options);
    if (!hook) return iterator;
    return std::make_unique<WatchedIterator>(std::move(iterator), entries, std::move(hook));
  }
  std::shared_ptr<const storage::Snapshot> snapshot() const override { return below_->snapshot(); }
  Result<void> write(const storage::Batch& batch, Sync sync) override {
    if (auto entered = enter_write(batch.size_bytes()); !entered) return entered;
    return below_->write(batch, sync);
  }
  Result<void> write(std::span<const storage::Batch* const> batches, Sync sync) override {
    std::size_t bytes = 0;
    for (const storage::Batch* batch : batches) bytes += batch->size_bytes();
    if (auto entered = enter_write(bytes); !entered) return entered;
    return below_->write(batches, sync);
  }
  Result<std::optional<std::string>> discard(std::string_view from, std::string_view upper,
                                             std::atomic<bool>& stop_flag) override {
    return below_->discard(from, upper, stop_flag);
  }
  // A store on disk answers the same.
  bool write_may_wait() const override { return true; }
  bool can_write() const override { return below_->can_write(); }
  Result<void> flush() override { return below_->flush(); }
  storage::StoreStatistics statistics() const override { return below_->statistics(); }

 private:
  Result<void> enter_write(std::size_t bytes) {
    watch_->note(true);
    ++watch_->write_calls;
    watch_->pass();
    if (bytes > watch_->largest_write) return fail(ErrorCode::InternalServerError, "the disk has too little room");
    int left = watch_->writes_to_fail.load();
    while (left > 0)
      if (watch_->writes_to_fail.compare_exchange_weak(left, left - 1))
        return fail(ErrorCode::InternalServerError, "the disk failed, as it was told to");
    return {};
  }

  const std::unique_ptr<storage::Store> below_;
  const std::shared_ptr<Watch> watch_;
};

}  // namespace partita::test
