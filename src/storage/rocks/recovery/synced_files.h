// SyncedFiles: notes in the file "partita.synced" how many bytes of the write-ahead logs and of the manifest are
// synced, so that the next start can tell damage from a power cut. A power cut takes only bytes that were not synced.
// So a file that is missing, or not intact, within the noted bytes was damaged later (damage.h).
//
// A note never claims more than is durable, so an old note is weaker but never wrong. Therefore the file is only
// written after each sync, which costs no wait for the disk, and synced itself now and then.
#pragma once

#include <rocksdb/file_system.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace partita::storage {

struct SyncedFile {
  std::uint64_t number = 0;  // of the log or the manifest, as in its name
  std::uint64_t bytes = 0;
  std::uint64_t sum = 0;  // of a log's records up to there (record_chain.h); 0: not known
  friend bool operator==(const SyncedFile&, const SyncedFile&) = default;
};

struct SyncedNote {
  std::optional<SyncedFile> manifest;
  std::vector<SyncedFile> logs;  // in the order of their numbers
};

inline constexpr const char* kSyncedFileName = "partita.synced";

// The text of the file, always of the same length. Names at most kNotedLogs logs, the newest ones.
std::string text_of(const SyncedNote& note);
inline constexpr std::size_t kNotedLogs = 8;
// nullopt if the text is damaged. The note of an empty text, or of zeros, which a power cut may leave, is empty.
std::optional<SyncedNote> parse_synced_note(std::string_view text);

// Reads the note of a directory. `out` is empty if the note is damaged. A missing note is one without files. Requires:
// the note is not written meanwhile. Errors: those of the disk.
rocksdb::IOStatus read_synced_note(rocksdb::FileSystem& files, const std::string& directory,
                                   std::optional<SyncedNote>& out);

// The numbers in names like "000012.log" and "MANIFEST-000012"; nullopt for other names.
std::optional<std::uint64_t> log_number_of(std::string_view name);
std::optional<std::uint64_t> manifest_number_of(std::string_view name);
// Whether a file of this name, such as "000012.sst", is a log or a table, which only a directory has that once was a
// store. Others may keep an "audit.log" there.
bool holds_records(std::string_view name);

class SyncedFiles {
 public:
  // Requires: the process has locked the directory. The first note replaces an earlier one.
  SyncedFiles(std::shared_ptr<rocksdb::FileSystem> files, std::string directory)
      : files_(std::move(files)), directory_(std::move(directory)) {}

  // All may be called from several threads. The failure of a note is no failure of the store.
  void log_created(std::uint64_t number);
  void log_synced(std::uint64_t number, std::uint64_t bytes, std::uint64_t sum);
  void log_deleted(std::uint64_t number);  // must be called before the log is deleted
  void manifest_synced(std::uint64_t number, std::uint64_t bytes);
  // CURRENT now names the manifest that was synced last.
  void current_named();
  // The sync of a directory makes the names durable that it had when the sync began. end_directory_sync() takes what
  // begin_directory_sync() returned, and is called only if the sync succeeded.
  std::uint64_t begin_directory_sync();
  void end_directory_sync(std::uint64_t begun);
  // Syncs the note itself, so that it survives a power cut.
  void make_durable();
  // As read_synced_note(), but between two notes. A reader beside a writer may find a half of each.
  rocksdb::IOStatus read_note(std::optional<SyncedNote>& out);

 private:
  struct Log {
    std::uint64_t created = 0;  // in the order of events_
    bool named = false;         // its name is durable
    std::uint64_t bytes = 0;
    std::uint64_t sum = 0;
  };
  // All require that mutex_ is held.
  void write_note();
  bool open_file();
  void sync_file();

  const std::shared_ptr<rocksdb::FileSystem> files_;
  const std::string directory_;

  std::mutex mutex_;
  std::uint64_t events_ = 0;
  std::map<std::uint64_t, Log> logs_;
  SyncedFile manifest_;        // that was synced last
  std::uint64_t renamed_ = 0;  // the number of the manifest that CURRENT names; 0: none yet
  std::uint64_t renamed_event_ = 0;
  std::uint64_t current_ = 0;  // the number of the manifest that CURRENT names durably; 0: none yet
  std::uint64_t bytes_since_sync_ = 0;
  std::unique_ptr<rocksdb::FSRandomRWFile> file_;
};

}  // namespace partita::storage
