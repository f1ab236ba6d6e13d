#include "engine/operations.h"
#include "engine/single_write.h"

namespace partita::engine {

void delete_item(Context& context, DeleteItemRequest request, MayWait may_wait, Completion<DeleteItemResponse> done) {
  run_single_write<DeleteItemResponse>(context, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
