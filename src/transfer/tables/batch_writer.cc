#include "transfer/tables/batch_writer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/try.h"
#include "transfer/tables/patience.h"

namespace partita::transfer {
namespace {

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

std::vector<WriteRequest> requests_of(const std::vector<ItemWrite>& batch) {
  std::vector<WriteRequest> requests(batch.size());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (batch[i].kind == ItemWrite::Kind::Put)
      requests[i].put_request = PutRequest{batch[i].item};
    else
      requests[i].delete_request = DeleteRequest{batch[i].item};
  }
  return requests;
}

}  // namespace

BatchWriter::BatchWriter(Database& database, BatchSettings settings, OnRefused on_refused)
    : database_(database), settings_(std::move(settings)), on_refused_(std::move(on_refused)) {}

void BatchWriter::spend(const OptionalList<ConsumedCapacity>& used) {
  if (settings_.pace == nullptr || !used) return;
  for (const ConsumedCapacity& one : *used) settings_.pace->spend(one.capacity_units.value_or(0));
}

Result<std::size_t> BatchWriter::write(const std::vector<ItemWrite>& batch, const std::atomic<bool>& is_stopped) {
  std::vector<WriteRequest> requests = requests_of(batch);
  Patience patience(settings_.patience);
  for (;;) {
    if (settings_.pace != nullptr) settings_.pace->wait(is_stopped);
    if (is_stopped) return 0;
    const std::size_t count = settings_.pace ? settings_.pace->at_once(requests.size()) : requests.size();
    BatchWriteItemRequest request;
    request.request_items.emplace().emplace_back(
        settings_.table, std::vector<WriteRequest>(requests.end() - std::ptrdiff_t(count), requests.end()));
    if (settings_.pace != nullptr) request.return_consumed_capacity = ReturnConsumedCapacity::Total;
    auto answer = database_.batch_write_item(std::move(request));
    if (!answer) {
      if (is_fault_of_item(answer.error())) return write_one_by_one(batch, is_stopped);
      if (settings_.pace != nullptr && is_throttling(answer.error()))
        settings_.pace->refuse(static_cast<double>(count));
      if (!may_succeed_later(answer.error()) || !patience.wait()) return unexpected(std::move(answer.error()));
      continue;
    }
    spend(answer->consumed_capacity);
    requests.resize(requests.size() - count);
    std::size_t unprocessed = 0;
    if (!answer->unprocessed_items.empty()) {
      auto& left = answer->unprocessed_items.front().second;
      unprocessed = left.size();
      std::ranges::move(left, std::back_inserter(requests));
    }
    if (requests.empty()) return batch.size();
    if (settings_.pace != nullptr && unprocessed > 0) settings_.pace->refuse(static_cast<double>(unprocessed));
    const bool has_progress = unprocessed < count;
    // With a pace, the next attempt waits for its turn.
    if (has_progress) patience.renew();
    if (has_progress && settings_.pace != nullptr) continue;
    if (!patience.wait())
      return fail(ErrorCode::ProvisionedThroughputExceededException,
                  "the database left items unprocessed again and again; run this again later, or with fewer requests");
  }
}

Result<std::size_t> BatchWriter::write_one_by_one(const std::vector<ItemWrite>& batch,
                                                  const std::atomic<bool>& is_stopped) {
  std::size_t written = 0;
  for (const ItemWrite& write : batch) {
    Patience patience(settings_.patience);
    for (;;) {
      if (is_stopped) return written;
      auto done = write_one(write);
      if (done) {
        ++written;
        break;
      }
      if (is_fault_of_item(done.error())) {
        const std::lock_guard lock(refused_mutex_);
        on_refused_(write, done.error().message);
        break;
      }
      if (!may_succeed_later(done.error()) || !patience.wait()) return unexpected(std::move(done.error()));
    }
  }
  return written;
}

Result<void> BatchWriter::write_one(const ItemWrite& write) {
  if (write.kind == ItemWrite::Kind::Put) {
    PARTITA_TRY(database_.put_item({.table_name = settings_.table, .item = write.item}));
  } else {
    PARTITA_TRY(database_.delete_item({.table_name = settings_.table, .key = write.item}));
  }
  return {};
}

}  // namespace partita::transfer
