// Reads RocksDB's write-ahead logs and manifests, which share a format: blocks of 32 KB with records, each of which has
// a checksum. The format is stored, so it does not change.
#pragma once

#include <rocksdb/file_system.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace partita::storage {

struct FramedFile {
  std::uint64_t file_bytes = 0;
  std::uint64_t intact_bytes = 0;  // where the last record ends that is intact like all records before it
  std::uint64_t sum = 0;           // of the records up to there (record_chain.h)
  bool goes_on = false;            // the record behind it is damaged, and the one behind that is intact
};

// Reads the file's records up to the first one that is not intact, or up to the byte `limit`. Calls `on_record`, unless
// it is empty, with each intact record. The view is valid during the call. Errors: those of the file system.
rocksdb::IOStatus read_framed_file(rocksdb::FileSystem& files, const std::string& path, std::uint64_t limit,
                                   const std::function<void(std::string_view)>& on_record, FramedFile& out);

// The CRC-32C of the bytes.
std::uint32_t crc32c_of(std::string_view first, std::string_view second = {});

}  // namespace partita::storage
