#include "engine/written_elsewhere.h"

#include <algorithm>
#include <array>

#include "base/bytes.h"
#include "engine/records/number_bounds.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

// The indexes of the system's table that change often and that a standby does not keep in memory (catalog/FORMAT.md):
// the next ids, client request tokens and their times, the clock of ages, the highest number, the place in an archive.
constexpr std::array<keys::IndexId, 6> kNotKept = {3, 4, 5, 7, 9, 14};

}  // namespace

void WrittenElsewhere::add(const storage::Batch& batch) noexcept {
  batch.for_each([this](storage::Batch::Operation operation, std::string_view key, const storage::Batch::Value&) {
    constexpr std::size_t kTableAndIndexBytes = sizeof(keys::TableId) + sizeof(keys::IndexId);
    if (key.size() < kTableAndIndexBytes) return;
    std::string_view rest = key;
    const auto table = base::take_big_endian<keys::TableId>(rest);
    const auto index = base::take_big_endian<keys::IndexId>(rest);
    if (table == keys::kSystemTable && std::ranges::find(kNotKept, index) == kNotKept.end()) has_descriptions_ = true;
    if (index == keys::kStreamIndex && operation == storage::Batch::Operation::Put &&
        key.size() == keys::kStreamRecordKeyBytes)
      newest_number_ = std::max(newest_number_, keys::number_of_stream_record(key));
  });
  newest_number_ = std::max(newest_number_, marked_number(batch));
}

}  // namespace partita::engine
