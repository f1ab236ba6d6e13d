// Space: the bytes that keys take in table files, and how they are freed after the keys are erased. RocksDB by itself
// rewrites a file once enough is written to the same keys, but the keys of a dropped table are never written again.
#pragma once

#include <rocksdb/db.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "storage/store.h"

namespace partita::storage {

// About how many bytes of table files hold the keys of each range, in the order of `ranges`. Keys still in memory do
// not count.
std::vector<std::uint64_t> file_bytes_between(rocksdb::DB& db, std::span<const KeyRange> ranges);

// Deletes the files that hold only keys of [from, upper), even if a snapshot still sees these keys.
rocksdb::Status delete_files_between(rocksdb::DB& db, std::string_view from, std::string_view upper);

// Rewrites the files that hold keys of [from, upper), so that erased keys are gone. An empty string means no bound.
// Ends early with an error if `stop_flag` becomes true. Requires: the caller has begun a write (Healer), because this
// may flush.
rocksdb::Status compact_between(rocksdb::DB& db, std::string_view from, std::string_view upper,
                                std::atomic<bool>& stop_flag);

}  // namespace partita::storage
