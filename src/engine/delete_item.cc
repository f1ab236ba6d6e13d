#include "engine/operations.h"
#include "engine/single_write.h"

namespace partita::engine {

void delete_item(Context& context, DeleteItemRequest request, Caller caller, Completion<DeleteItemResponse> done) {
  run_single_write<DeleteItemResponse>(context, std::move(request), caller, std::move(done));
}

}  // namespace partita::engine
