// PutItem, UpdateItem and DeleteItem. Each prepares its request, resolves the table and the key, has a WriteSet carry
// out the write of the item, and answers. The steps of the write itself are in commit/write_set.h.
#include <partita/database.h>

#include <memory>
#include <utility>

#include "engine/changes/capacity.h"
#include "engine/find_table.h"
#include "engine/items/single_write.h"
#include "engine/operations.h"
#include "ops/prepare.h"

namespace partita::engine {
namespace {

// The answer of a successful write. `table` is the table's name or ARN, as given.
template <class Response>
Response written_response(const Context& context, const ItemWrite& write, std::string_view table) {
  Response response;
  response.attributes = returned_attributes(write);
  std::visit(
      [&](const auto& prepared) {
        if constexpr (requires { prepared.capacity; }) {
          Consumption consumption(context.throttle, write.table, table);
          consumption.add_write(write.units, write.key);
          consumption.charge();
          response.consumed_capacity = consumption.report(prepared.capacity);
          if (prepared.collection_metrics) response.item_collection_metrics = collection_metrics(write);
        }
      },
      write.prepared);
  return response;
}

// Carries out the write of one item and calls `done` once. The context must outlive the write. `action` is the
// operation's name.
template <class Response, class Request>
void run_write_operation(Context& context, Request request, MayWait may_wait, Completion<Response> done,
                         std::string_view action) {
  auto owned = std::make_shared<Request>(std::move(request));
  auto prepared = ops::prepare(*owned);
  if (!prepared) return done(unexpected(std::move(prepared.error())));
  if (auto ours = check_arn(context, *owned->table_name, action); !ours)
    return done(unexpected(std::move(ours.error())));
  auto write = resolve(context, *std::move(prepared));
  if (!write) return done(unexpected(std::move(write.error())));
  const Request* given = owned.get();  // lives as long as the write
  run_single_write<Response>(context, *std::move(write), may_wait, std::move(owned), std::move(done),
                             [&context, given](const ItemWrite& one) -> Result<Response> {
                               if (!one.error) return written_response<Response>(context, one, *given->table_name);
                               charge_failed(context, one, *given->table_name);
                               return unexpected(*one.error);
                             });
}

}  // namespace

void put_item(Context& context, PutItemRequest request, MayWait may_wait, Completion<PutItemResponse> done) {
  run_write_operation<PutItemResponse>(context, std::move(request), may_wait, std::move(done), "PutItem");
}

void update_item(Context& context, UpdateItemRequest request, MayWait may_wait, Completion<UpdateItemResponse> done) {
  run_write_operation<UpdateItemResponse>(context, std::move(request), may_wait, std::move(done), "UpdateItem");
}

void delete_item(Context& context, DeleteItemRequest request, MayWait may_wait, Completion<DeleteItemResponse> done) {
  run_write_operation<DeleteItemResponse>(context, std::move(request), may_wait, std::move(done), "DeleteItem");
}

}  // namespace partita::engine
