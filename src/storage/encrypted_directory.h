// Which keys the files of a data directory have, and how they all get the current one. rocks/encryption/ reads and
// writes the files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "storage/open_store.h"

namespace partita::storage {

// The files of the store with one key. Files that are empty or never encrypted do not count (FORMAT.md).
struct KeyUse {
  // Empty: the directory itself; else one that a repair made, such as "damaged-1", or "archive" with the logs that are
  // kept for an archive.
  std::string folder;
  std::optional<std::uint64_t> key_id;  // nullopt: the files are not encrypted
  bool damaged = false;                 // the headers are damaged, so their key is not known
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

// Reads the headers of all files, of a directory that a server may have open. No key is needed. Errors: those of
// open_error(), and DataDirectoryUnreadable for a directory that is not Partita's.
Result<std::vector<KeyUse>> keys_in_use(const std::string& path);

// Checks that `options` has the keys of all files of the directory. Logs how many files are not encrypted with the
// current key, if there are keys. Requires: no process writes there. Errors: DataDirectoryUnreadable, and those of
// open_error().
Result<void> check_keys(rocksdb::FileSystem& file_system, const std::string& path, const StoreOptions& options);

// Writes all files anew that are not encrypted with the current key, except those in the folders of repairs. Removes
// the logs that are kept for an archive, which begins anew with a base therefore. Takes as long, and as much room, as a
// copy of the directory. Requires: `options` has keys, and is not read-only. Errors: those of open_store() and
// Store::write(). After an error the directory is sound, and a part of the files may have the new key.
Result<void> encrypt_with_current_key(const std::string& path, const StoreOptions& options);

}  // namespace partita::storage
