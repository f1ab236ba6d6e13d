// Tells damage from the traces of a power cut. After a power cut the end of a log or of the manifest may be torn or
// missing, but never what was synced. The file "partita.synced" says what was (synced_files.h). A directory without it,
// for example of an earlier Partita, shows no such damage.
#pragma once

#include <partita/error.h>
#include <rocksdb/file_system.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace partita::storage {

struct Damage {
  std::string text;                  // names the file, the byte, and what was expected
  std::optional<std::uint64_t> log;  // the number of the damaged log; nullopt: the list of the files is damaged
  bool unusable = false;             // no record of the log counts: it is another one than that which was synced, or
                                     // it is encrypted, and the header with its key is damaged
};

struct DirectoryState {
  std::vector<Damage> damage;
  bool note_damaged = false;     // "partita.synced" itself, so nothing is known of the logs and the manifest
  std::uint64_t oldest_log = 0;  // older logs are not needed, as far as the manifest and the note tell
};

// Reads the logs and the manifest as far as they were synced. If the manifest is damaged, it is not
// known whether a missing log was needed, and its text says so. A directory without any file of a store has no damage.
// Changes nothing. Requires: no process writes there. Errors: those of open_error().
Result<DirectoryState> find_damage(rocksdb::FileSystem& files, const std::string& path);

// One line about all damage, with the remedies. Requires: `damage` is not empty.
Error damage_error(const std::string& path, const std::vector<Damage>& damage);

}  // namespace partita::storage
