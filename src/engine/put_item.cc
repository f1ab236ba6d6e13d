#include "engine/operations.h"
#include "engine/single_write.h"

namespace partita::engine {

void put_item(Context& context, PutItemRequest request, Caller caller, Completion<PutItemResponse> done) {
  run_single_write<PutItemResponse>(context, std::move(request), caller, std::move(done));
}

}  // namespace partita::engine
