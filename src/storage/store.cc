#include "storage/store.h"

#include "base/try.h"

namespace partita::storage {

Result<std::vector<GetResult>> Store::get_many(std::span<const std::string_view> keys,
                                               const ReadOptions& options) const {
  std::vector<GetResult> values;
  values.reserve(keys.size());
  for (const std::string_view key : keys) {
    PARTITA_TRY_VALUE(got, get(key, options));
    values.push_back(std::move(got));
  }
  return values;
}

}  // namespace partita::storage
