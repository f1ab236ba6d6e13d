#include "movement/reshaping/reshaping_target.h"

#include <type_traits>

#include "base/try.h"

namespace partita::movement {

Result<PutItemResponse> ReshapingTarget::put(const PutItemRequest& request) {
  const std::atomic<bool> is_stopped = false;
  PARTITA_TRY_VALUE(writes, writes_.puts_of(source_, request.item.value_or(AttributeMap())));
  PARTITA_TRY(writes_.write(writes, is_stopped));
  return PutItemResponse();
}

Result<BatchWriteItemResponse> ReshapingTarget::put_all(const BatchWriteItemRequest& request) {
  const std::atomic<bool> is_stopped = false;
  std::vector<ReshapedWrite> all;
  if (!request.request_items) return BatchWriteItemResponse();
  for (const auto& [table, writes] : *request.request_items)
    for (const WriteRequest& write : writes) {
      if (!write.put_request) return invalid("items of a source are put, and not deleted");
      PARTITA_TRY_VALUE(puts, writes_.puts_of(source_, write.put_request->item.value_or(AttributeMap())));
      for (ReshapedWrite& put : puts) all.push_back(std::move(put));
    }
  PARTITA_TRY(writes_.write(all, is_stopped));
  return BatchWriteItemResponse();
}

template <class Request, class Forward>
auto ReshapingTarget::answer(Request request, const Forward& forward) {
  if constexpr (std::is_same_v<Request, PutItemRequest>)
    return put(request);
  else if constexpr (std::is_same_v<Request, BatchWriteItemRequest>)
    return put_all(request);
  else
    return forward(std::move(request));
}

#define PARTITA_OPERATION(function, Name)                                                                            \
  Result<Name##Response> ReshapingTarget::function(Name##Request request) {                                          \
    return answer(std::move(request), [this](Name##Request other) { return database_.function(std::move(other)); }); \
  }                                                                                                                  \
  void ReshapingTarget::function(Name##Request request, Completion<Name##Response> done) {                           \
    done(function(std::move(request)));                                                                              \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::movement
