// PutItem, UpdateItem and DeleteItem. Each prepares its request, resolves the table and the key, has a WriteSet carry
// out the write of the item, and answers. The steps of the write itself are in commit/write_set.h.
#include <partita/database.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/commit/write_set.h"
#include "engine/items/capacity.h"
#include "engine/operations.h"
#include "engine/tables/tables.h"
#include "ops/prepare.h"

namespace partita::engine {
namespace {

// The answer of a successful write.
template <class Response>
Response written_response(const ItemWrite& write) {
  Response response;
  response.attributes = returned_attributes(write);
  std::visit(
      [&](const auto& prepared) {
        if constexpr (requires { prepared.capacity; }) {
          Consumption consumption(write.table);
          consumption.add_write(write.units);
          response.consumed_capacity = consumption.report(prepared.capacity);
          if (prepared.collection_metrics) response.item_collection_metrics = collection_metrics(write);
        }
      },
      write.prepared);
  return response;
}

// The thread that commits must go on with other writes, so an answer larger than this is given on the executor.
constexpr std::size_t kLargeAnswerBytes = 32 << 10;

// Whether the answer may hold an item of more than kLargeAnswerBytes.
bool has_large_answer(const ItemWrite& write) {
  const bool returns_item = std::visit(
      [](const auto& prepared) {
        if constexpr (requires { prepared.return_values; })
          return prepared.return_values != ReturnValue::None;
        else
          return false;
      },
      write.prepared);
  if (!returns_item) return false;
  const std::size_t old_bytes = write.old_image ? write.old_image->bytes.size() : 0,
                    new_bytes = write.new_image ? write.new_image->size() : 0;
  return std::max(old_bytes, new_bytes) > kLargeAnswerBytes;
}

// Carries out the write of one item and calls `done` once. The context must outlive the write. `action` is the
// operation's name.
template <class Response, class Request>
void run_single_write(Context& context, Request request, MayWait may_wait, Completion<Response> done,
                      std::string_view action) {
  auto owned = std::make_shared<Request>(std::move(request));
  auto prepared = ops::prepare(*owned);
  if (!prepared) return done(unexpected(std::move(prepared.error())));
  if (auto ours = check_arn(context, *owned->table_name, action); !ours)
    return done(unexpected(std::move(ours.error())));
  auto write = resolve(context, *std::move(prepared));
  if (!write) return done(unexpected(std::move(write.error())));
  WriteSet::Writes writes;
  writes.push_back(*std::move(write));
  WriteSet::run(context, std::move(writes), may_wait, std::move(owned), {},
                [&context, may_wait, done = std::move(done)](WriteSet& set, Result<void> outcome) mutable {
                  // `done` was moved into a task that found too little memory. The task's destructor has given the
                  // answer.
                  if (!done) return;
                  const ItemWrite& one = set.writes().front();
                  if (!outcome) return done(unexpected(std::move(outcome.error())));
                  if (one.error) return done(unexpected(*one.error));
                  auto response = written_response<Response>(one);
                  if (may_wait == MayWait::Yes || !has_large_answer(one)) return done(std::move(response));
                  context.executor.post([response = std::move(response), last = std::exchange(done, nullptr),
                                         room = set.take_room()]() mutable { last(std::move(response)); });
                });
}

}  // namespace

void put_item(Context& context, PutItemRequest request, MayWait may_wait, Completion<PutItemResponse> done) {
  run_single_write<PutItemResponse>(context, std::move(request), may_wait, std::move(done), "PutItem");
}

void update_item(Context& context, UpdateItemRequest request, MayWait may_wait, Completion<UpdateItemResponse> done) {
  run_single_write<UpdateItemResponse>(context, std::move(request), may_wait, std::move(done), "UpdateItem");
}

void delete_item(Context& context, DeleteItemRequest request, MayWait may_wait, Completion<DeleteItemResponse> done) {
  run_single_write<DeleteItemResponse>(context, std::move(request), may_wait, std::move(done), "DeleteItem");
}

}  // namespace partita::engine
