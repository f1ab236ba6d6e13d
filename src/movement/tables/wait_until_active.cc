#include "movement/tables/wait_until_active.h"

#include <algorithm>
#include <thread>

#include "base/try.h"
#include "model/tables/table_changes.h"
#include "transfer/tables/patience.h"

namespace partita::movement {
namespace {

constexpr std::chrono::milliseconds kFirstPause{10};
constexpr std::chrono::milliseconds kLongestPause{1'000};

}  // namespace

Result<std::optional<TableDescription>> find_table(Database& database, const std::string& name) {
  auto found = database.describe_table({.table_name = name});
  if (found) return std::move(found->table);
  if (found.error().code == ErrorCode::ResourceNotFoundException) return std::nullopt;
  return unexpected(std::move(found.error()));
}

Result<std::optional<TableDescription>> wait_until_active(Database& database, const std::string& name,
                                                          std::chrono::minutes patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (auto pause = kFirstPause;; pause = std::min(kLongestPause, pause * 2)) {
    PARTITA_TRY_VALUE(table, find_table(database, name));
    // A table that was just created may not be known everywhere yet.
    if (table && model::is_settled(*table)) return std::move(table);
    if (std::chrono::steady_clock::now() > end) return std::nullopt;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace partita::movement
