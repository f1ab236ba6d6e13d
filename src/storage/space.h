// Space: what keys take in table files, and how it comes back once they are erased. RocksDB itself rewrites a file where
// enough is written to the same keys, and nobody ever writes to those of a dropped table again.
#pragma once

#include "storage/store.h"

#include <rocksdb/db.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace partita::storage {

// About how many bytes of table files hold the keys of each range. What is still in memory does not count.
std::vector<std::uint64_t> file_bytes_between(rocksdb::DB& db, std::span<const KeyRange> ranges);

// Deletes the files that hold nothing but keys of [from, upper), whatever snapshots there are.
rocksdb::Status delete_files_between(rocksdb::DB& db, std::string_view from, std::string_view upper);

// Rewrites what holds keys of [from, upper), each empty: from the first, to the last, so that erased ones are gone. Ends early,
// with an error, where `call_off` becomes true. Requires: the caller has begun a write (Healer), as this may flush.
rocksdb::Status compact_between(rocksdb::DB& db, std::string_view from, std::string_view upper,
                                std::atomic<bool>& call_off);

}  // namespace partita::storage
