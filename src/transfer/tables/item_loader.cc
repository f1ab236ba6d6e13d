#include "transfer/tables/item_loader.h"

#include <algorithm>
#include <utility>

#include "base/lack_of_memory.h"
#include "base/try.h"
#include "transfer/tables/patience.h"
#include "value/limits.h"

namespace partita::transfer {
namespace {

constexpr std::size_t kMostBatchBytes = 1'000'000;

// Whether the database refused an item for its own sake, so that the others may be written.
bool is_fault_of_item(const Error& error) {
  switch (error.code) {
    case ErrorCode::ValidationException:
    case ErrorCode::SerializationException:
    case ErrorCode::ItemCollectionSizeLimitExceededException:
    case ErrorCode::MemoryLimitExceeded:
      return true;
    default:
      return false;
  }
}

std::vector<WriteRequest> requests_of(const std::vector<ItemLoader::Write>& batch) {
  std::vector<WriteRequest> requests(batch.size());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (batch[i].kind == ItemLoader::Kind::Put)
      requests[i].put_request = PutRequest{batch[i].item};
    else
      requests[i].delete_request = DeleteRequest{batch[i].item};
  }
  return requests;
}

}  // namespace

ItemLoader::ItemLoader(Database& database, TableFacts table, LoadSettings settings, OnRefused on_refused)
    : database_(database), table_(std::move(table)), settings_(settings), on_refused_(std::move(on_refused)) {
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
  if (current_.size() < limits::kBatchWriteItems && current_bytes_ < kMostBatchBytes) return {};
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
    if (auto done = write_batch(batch); !done) return fail_with(std::move(done.error()));
  }
}

Result<void> ItemLoader::write_batch(const Batch& batch) {
  std::vector<WriteRequest> requests = requests_of(batch);
  Patience patience(settings_.patience);
  for (;;) {
    BatchWriteItemRequest request;
    request.request_items.emplace().emplace_back(table_.name, requests);
    auto answer = database_.batch_write_item(std::move(request));
    if (!answer && is_fault_of_item(answer.error())) return write_one_by_one(batch);
    if (!answer && !may_succeed_later(answer.error())) return unexpected(std::move(answer.error()));
    if (answer && answer->unprocessed_items.empty()) break;
    if (answer) {
      auto& unprocessed = answer->unprocessed_items.front().second;
      if (unprocessed.size() < requests.size()) patience.renew();
      requests = std::move(unprocessed);
    }
    if (has_failed_) return {};
    if (patience.wait()) continue;
    if (!answer) return unexpected(std::move(answer.error()));
    return fail(ErrorCode::ProvisionedThroughputExceededException,
                "the database left items unprocessed again and again; run this again later, or with fewer requests");
  }
  written_ += batch.size();
  return {};
}

Result<void> ItemLoader::write_one_by_one(const Batch& batch) {
  for (const Write& write : batch) {
    Patience patience(settings_.patience);
    for (;;) {
      auto done = write_one(write);
      if (done) {
        ++written_;
        break;
      }
      if (is_fault_of_item(done.error())) {
        const std::lock_guard lock(refused_mutex_);
        on_refused_(write, done.error().message);
        break;
      }
      if (!may_succeed_later(done.error()) || !patience.wait()) return done;
    }
  }
  return {};
}

Result<void> ItemLoader::write_one(const Write& write) {
  if (write.kind == Kind::Put) {
    PARTITA_TRY(database_.put_item({.table_name = table_.name, .item = write.item}));
  } else {
    PARTITA_TRY(database_.delete_item({.table_name = table_.name, .key = write.item}));
  }
  return {};
}

}  // namespace partita::transfer
