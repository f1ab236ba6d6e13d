// batch_get() reads any number of items by primary key.
#include <algorithm>

#include "model/core/async_operation.h"
#include "model/core/left_undone.h"
#include "model/core/retry.h"
#include "model/items/keyed_reads.h"
#include "model/reads/row.h"
#include "value/limits.h"

namespace partita::model {
namespace {

// The number of requests of one batch that are under way at a time.
constexpr std::size_t kSideBySide = 4;

struct BatchGetting : AsyncOperation<BatchRows> {
  BatchGetting(std::shared_ptr<Session> session, Mode mode, Done<BatchRows> when_done, KeyedReads what,
               bool consistently)
      : AsyncOperation(std::move(session), mode, std::move(when_done)),
        reads(std::move(what)),
        consistent(consistently) {}

  const KeyedReads reads;
  const bool consistent;
  std::vector<std::size_t> pending;      // keys that this attempt must still ask for
  std::vector<std::size_t> unprocessed;  // keys for the next attempt
  int attempt = 0;
  bool progress = false;  // in this attempt
  BatchRows answer;
  std::optional<Error> last_failure;  // of the last request, if it failed as a whole
  std::optional<Error> error;

  // Takes one request's keys off `pending`: all of them, or as many as a BatchGetItem may have.
  std::vector<std::size_t> take_chunk() {
    const std::size_t size = std::min(pending.size(), limits::kBatchGetKeys);
    std::vector<std::size_t> chunk(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(size));
    pending.erase(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(size));
    return chunk;
  }

  BatchGetItemRequest request_for(const std::vector<std::size_t>& chunk) const {
    BatchGetItemRequest request;
    auto& tables = request.request_items.emplace();
    for (const std::size_t number : chunk) {
      const KeyedReads::Key& key = reads.keys()[number];
      auto table = std::find_if(tables.begin(), tables.end(), [&](const auto& t) { return t.first == key.table_name; });
      if (table == tables.end())
        table = tables.insert(tables.end(),
                              {key.table_name, {.keys = std::vector<AttributeMap>(), .consistent_read = consistent}});
      table->second.keys->push_back(key.key);
    }
    request.return_consumed_capacity = ReturnConsumedCapacity::Total;
    return request;
  }

  Result<void> take_answer(const std::vector<std::size_t>& chunk, Result<BatchGetItemResponse> response) {
    if (!response) {
      if (!may_succeed_later(response.error().code)) return unexpected(std::move(response.error()));
      last_failure = std::move(response.error());
      unprocessed.insert(unprocessed.end(), chunk.begin(), chunk.end());
      return {};
    }
    last_failure.reset();
    std::size_t left = 0;
    for (const auto& [table, keys] : response->unprocessed_keys)
      for (const AttributeMap& key : keys.keys.value_or(std::vector<AttributeMap>()))
        if (const auto number = reads.find(table, key)) {
          unprocessed.push_back(*number);
          ++left;
        }
    progress |= left < chunk.size();
    answer.cost.evaluated += static_cast<std::int64_t>(chunk.size() - left);
    add_capacity(answer.cost, response->consumed_capacity);
    for (const auto& [table, items] : response->responses)
      for (const Item& item : items) take_item(table, item);
    return {};
  }

  void take_item(const std::string& table, const Item& item) {
    const auto number = reads.find(table, item);
    if (!number) return;
    ++answer.cost.returned;
    reads.add(*number, item, caller.session(), answer);
  }

  void finish_batch() {
    if (error) return finish(unexpected(*std::move(error)));
    if (unprocessed.empty()) return finish(std::move(answer));
    std::vector<std::size_t> unread;
    for (const std::size_t number : unprocessed) {
      const auto& positions = reads.keys()[number].positions;
      unread.insert(unread.end(), positions.begin(), positions.end());
    }
    std::sort(unread.begin(), unread.end());
    Error left = left_undone("reads", "undone", unread.size(), answer.rows.size(), attempt, last_failure);
    left.unfinished = std::move(unread);
    finish(unexpected(std::move(left)));
  }
};

// Sends requests for several chunks of `pending`, side by side.
void send_chunks(const std::shared_ptr<BatchGetting>& batch, const std::function<void(Loop)>& next) {
  std::vector<std::vector<std::size_t>> chunks;
  std::vector<BatchGetItemRequest> requests;
  while (!batch->pending.empty() && chunks.size() < kSideBySide) {
    chunks.push_back(batch->take_chunk());
    requests.push_back(batch->request_for(chunks.back()));
  }
  batch->answer.cost.requests += static_cast<int>(requests.size());
  batch->caller.all(std::move(requests), [batch, next, chunks = std::move(chunks)](auto responses) {
    for (std::size_t i = 0; i < responses.size(); ++i)
      if (auto taken = batch->take_answer(chunks[i], std::move(responses[i])); !taken) {
        batch->error = std::move(taken.error());
        return next(Loop::Stop);
      }
    next(Loop::Again);
  });
}

// One step sends chunks or, at the end of an attempt, pauses before the next attempt.
void batch_step(const std::shared_ptr<BatchGetting>& batch, const std::function<void(Loop)>& next) {
  if (!batch->pending.empty()) return send_chunks(batch, next);
  if (batch->unprocessed.empty()) return next(Loop::Stop);
  // Only consecutive attempts that read no item use up attempts, because large items leave keys unprocessed without any
  // fault.
  batch->attempt = batch->progress ? 1 : batch->attempt + 1;
  const auto delay = batch->caller.session().back_off(batch->attempt);
  if (!delay) return next(Loop::Stop);
  batch->progress = false;
  batch->pending = std::exchange(batch->unprocessed, {});
  batch->caller.after(*delay, [next] { next(Loop::Again); });
}

}  // namespace

void batch_get(const std::shared_ptr<Session>& session, Mode mode, std::vector<GetRequest> requests, bool consistent,
               Done<BatchRows> done) {
  auto reads = KeyedReads::make(*session, requests);
  if (!reads) return done(unexpected(std::move(reads.error())));
  auto batch = std::make_shared<BatchGetting>(session, mode, std::move(done), *std::move(reads), consistent);
  batch->answer.rows.resize(requests.size());
  for (std::size_t i = 0; i < batch->reads.keys().size(); ++i) batch->pending.push_back(i);
  repeat(
      mode, [batch](const std::function<void(Loop)>& next) { batch_step(batch, next); },
      [batch] { batch->finish_batch(); });
}

}  // namespace partita::model
