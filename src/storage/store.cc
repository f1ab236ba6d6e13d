#include "storage/store.h"

namespace partita::storage {

Result<std::vector<GetResult>> Store::get_many(std::span<const std::string_view> keys,
                                               const ReadOptions& options) const {
  std::vector<GetResult> values;
  values.reserve(keys.size());
  for (const std::string_view key : keys) {
    auto got = get(key, options);
    if (!got) return unexpected(std::move(got.error()));
    values.push_back(*std::move(got));
  }
  return values;
}

}  // namespace partita::storage
