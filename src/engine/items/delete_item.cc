#include "engine/items/single_write.h"
#include "engine/operations.h"

namespace partita::engine {

void delete_item(Context& context, DeleteItemRequest request, MayWait may_wait, Completion<DeleteItemResponse> done) {
  run_single_write<DeleteItemResponse>(context, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
