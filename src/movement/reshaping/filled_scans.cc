#include "movement/reshaping/filled_scans.h"

#include <type_traits>

namespace partita::movement {

Result<ScanResponse> FilledScans::fill(const std::string& table, Result<ScanResponse> page) const {
  if (!page || !page->items || !table.starts_with(prefix_)) return page;
  for (Item& item : *page->items) {
    AttributeMap whole = item.to_map();
    const auto missing = fields_.missing_in(table.substr(prefix_.size()), whole);
    if (!missing || missing->set.empty()) continue;
    for (const modelling::derive::NewValue& one : missing->set) whole.set(one.attribute, one.value);
    item = Item(whole);
  }
  return page;
}

template <class Request, class Forward>
auto FilledScans::answer(Request request, const Forward& forward) const {
  if constexpr (std::is_same_v<Request, ScanRequest>) {
    const std::string table = request.table_name.value_or("");
    return fill(table, forward(std::move(request)));
  } else {
    return forward(std::move(request));
  }
}

#define PARTITA_OPERATION(function, Name)                                                                             \
  Result<Name##Response> FilledScans::function(Name##Request request) {                                               \
    return answer(std::move(request), [this](Name##Request other) { return database_->function(std::move(other)); }); \
  }                                                                                                                   \
  void FilledScans::function(Name##Request request, Completion<Name##Response> done) {                                \
    done(function(std::move(request)));                                                                               \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::movement
