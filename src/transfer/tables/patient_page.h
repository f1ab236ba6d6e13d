// Reads one page of a table, and asks again while the database refuses it for now.
#pragma once

#include <partita/database.h>

#include <atomic>
#include <chrono>

#include "transfer/tables/pace.h"
#include "transfer/tables/patience.h"

namespace partita::transfer {

// `read` sends the request. A page that the database refuses for now is asked for again for up to five minutes. `pace`
// may be null; `units_of_page` are about those of a refused one. Errors: those of `read`.
template <class Response, class Request>
Result<Response> patient_page(Database& database, Result<Response> (Database::*read)(Request), const Request& request,
                              Pace* pace, double units_of_page, const std::atomic<bool>& is_stopped) {
  constexpr std::chrono::minutes kPatience{5};
  Patience patience(kPatience);
  for (;;) {
    if (pace != nullptr) pace->wait(is_stopped);
    auto page = (database.*read)(request);
    if (page && pace != nullptr && page->consumed_capacity)
      pace->spend(page->consumed_capacity->capacity_units.value_or(0));
    if (page) return page;
    if (pace != nullptr && is_throttling(page.error())) pace->refuse(units_of_page);
    if (!may_succeed_later(page.error()) || is_stopped || !patience.wait()) return page;
  }
}

}  // namespace partita::transfer
