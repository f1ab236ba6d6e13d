// Checks a whole database: every index entry has its item and every item its entries, the expiry entries and the sums are
// right, and all bytes decode.
#pragma once

#include "engine/context.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace partita::engine {

struct VerifyReport {
  std::uint64_t tables = 0;
  std::uint64_t items = 0;
  std::uint64_t entries = 0;
  std::uint64_t fault_count = 0;
  std::vector<std::string> faults;  // the first kListedFaults, a line each
  static constexpr std::size_t kListedFaults = 1000;
};

// `progress` is called now and then with the number of keys read. Requires: nobody writes meanwhile, or faults are found
// that are none. Errors: InternalServerError, Corruption (a block that cannot be read).
Result<VerifyReport> verify(const Context& context, const std::function<void(std::uint64_t keys_read)>& progress);

}  // namespace partita::engine
