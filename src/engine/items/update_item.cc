#include "engine/items/single_write.h"
#include "engine/operations.h"

namespace partita::engine {

void update_item(Context& context, UpdateItemRequest request, MayWait may_wait, Completion<UpdateItemResponse> done) {
  run_single_write<UpdateItemResponse>(context, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
