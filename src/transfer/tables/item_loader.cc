#include "transfer/tables/item_loader.h"

#include <algorithm>
#include <utility>

#include "base/lack_of_memory.h"
#include "base/try.h"
#include "value/limits.h"

namespace partita::transfer {

ItemLoader::ItemLoader(Database& database, TableFacts table, LoadSettings settings, OnRefused on_refused)
    : table_(std::move(table)),
      settings_(settings),
      writer_(database, {.table = table_.name, .patience = settings_.patience}, std::move(on_refused)) {
  for (int i = 0; i < settings_.requests; ++i)
    threads_.push_back(base::start_thread([this] {
      if (!base::had_memory_for([this] { work(); })) fail_with(base::lack_of_memory());
    }));
}

ItemLoader::~ItemLoader() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    waiting_.clear();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

Result<void> ItemLoader::add(Write write) {
  std::string key = key_bytes(table_, write.item);
  const auto same = std::ranges::find(current_keys_, key);
  if (same != current_keys_.end()) {
    // A batch may not have a key twice. The later item would replace the earlier one.
    current_[static_cast<std::size_t>(same - current_keys_.begin())] = std::move(write);
    ++written_;
    return {};
  }
  current_bytes_ += write.text_bytes;
  current_.push_back(std::move(write));
  current_keys_.push_back(std::move(key));
  if (current_.size() < limits::kBatchWriteItems && current_bytes_ < BatchWriter::kMostBytes) return {};
  return hand_over();
}

Result<void> ItemLoader::hand_over() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return error_ || waiting_.size() < static_cast<std::size_t>(settings_.requests); });
  if (error_) return unexpected(*error_);
  waiting_.push_back(std::exchange(current_, {}));
  current_keys_.clear();
  current_bytes_ = 0;
  changed_.notify_all();
  return {};
}

Result<void> ItemLoader::finish() {
  if (!current_.empty()) PARTITA_TRY(hand_over());
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  const std::lock_guard lock(mutex_);
  if (error_) return unexpected(*error_);
  return {};
}

void ItemLoader::fail_with(Error error) {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = std::move(error);
  has_failed_ = true;
  changed_.notify_all();
}

void ItemLoader::work() {
  for (;;) {
    Batch batch;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return error_ || is_ending_ || !waiting_.empty(); });
      if (error_ || waiting_.empty()) return;
      batch = std::move(waiting_.front());
      waiting_.pop_front();
    }
    changed_.notify_all();
    auto written = writer_.write(batch, has_failed_);
    if (!written) return fail_with(std::move(written.error()));
    written_ += *written;
  }
}

}  // namespace partita::transfer
