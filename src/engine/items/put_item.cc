#include "engine/items/single_write.h"
#include "engine/operations.h"

namespace partita::engine {

void put_item(Context& context, PutItemRequest request, MayWait may_wait, Completion<PutItemResponse> done) {
  run_single_write<PutItemResponse>(context, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
