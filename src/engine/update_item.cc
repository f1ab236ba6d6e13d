#include "engine/operations.h"
#include "engine/single_write.h"

namespace partita::engine {

void update_item(Context& context, UpdateItemRequest request, Caller caller, Completion<UpdateItemResponse> done) {
  run_single_write<UpdateItemResponse>(context, std::move(request), caller, std::move(done));
}

}  // namespace partita::engine
