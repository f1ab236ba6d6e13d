// ArchiveWriter: writes the archive of a store, step by step, each when it is told to (archiver.h tells it).
//
// At most one server writes an archive. A server takes a number as a writer, and the one with the highest number has
// the right to write. The others notice it when they are about to write the head, and stop. Their earlier
// objects are in generations of their own, so they do no harm.
#pragma once

#include <partita/error.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "archive/archive_place.h"
#include "archive/contents.h"
#include "archive/records.h"
#include "archive/segment.h"
#include "base/clock.h"
#include "base/log.h"
#include "storage/change_log.h"
#include "storage/store.h"

namespace partita::archive {

// The sums of the tables in one moment.
struct SumsAt {
  std::uint64_t number = 0;  // of the last operation that they include
  std::vector<TableSum> sums;
};

struct WriterOptions {
  std::string directory = {};    // of the store: its small files are a part of a base
  std::string host = {};         // for people
  bool take_over = false;        // writes an archive of another directory too, as a new generation
  std::chrono::seconds keep{0};  // for how long any moment can be restored; 0: without an end
  // May return nullopt if it has no sums at the moment.
  std::function<Result<std::optional<SumsAt>>()> sums = {};
  base::Log log = {};
};

class ArchiveWriter {
 public:
  // Requires: `store` has a change log. All arguments outlive the object.
  ArchiveWriter(ArchivePlace& archive, storage::Store& store, const base::Clock& clock, WriterOptions options);

  // Takes the right to write, and finds the point to continue from. Must succeed before any other call. May be
  // repeated. Errors: ResourceInUseException if the archive is that of another directory; those of ArchivePlace.
  Result<void> begin();

  // Writes one segment, if there are changes, of at most 8 MB unless one batch has more. If the log lacks the changes
  // that follow, begins a new generation, which needs a base. Returns whether there are more. Must not be called by two
  // threads at once. Errors: those of ArchivePlace and ChangeLog::read(); ResourceInUseException if another server
  // writes the archive. After an error the same segment is written again.
  enum class Wants : bool { ChangesOnly, ChangesAndSums };
  Result<bool> write_changes(Wants wants);
  // Writes how far the archive is, unless another server has the right to write by now. With ServerState::Closed this
  // server writes no more. Errors: as write_changes().
  enum class ServerState : bool { Alive, Closed };
  Result<void> write_head(ServerState state);

  // Writes a base of the present generation, and then removes the parts older than `keep`. `progress` gets bytes that
  // are done and all of them. Stops early, with ServiceUnavailable, if `stop` becomes true. Must not be called by two
  // threads at once. Errors: as write_changes().
  // The manifest is written when all changes of the base are archived: until then `pass_time` is called again and
  // again. If it returns false, the base is given up with ServiceUnavailable.
  using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;
  using PassTime = std::function<bool()>;
  Result<void> write_base(const Progress& progress, const PassTime& pass_time, const std::atomic<bool>& stop);
  // Whether the generation lacks a base, or the small files of the directory are others than in the last base.
  bool needs_base() const;

  // Whether begin() must be called again, because the archive is another than this server left.
  bool must_begin() const { return must_begin_; }

  struct Position {
    std::uint64_t generation = 0;
    std::uint64_t base = 0;
    ChangesEnd end;
  };
  Position position() const;
  // The time of the oldest batch that is read and not written yet, or 0.
  std::int64_t pending_since_ms() const { return pending_since_ms_; }

 private:
  struct SmallFile {
    std::string name;
    std::string bytes;
    friend bool operator==(const SmallFile&, const SmallFile&) = default;
  };

  Result<std::string> token();
  Result<void> claim(const Contents& contents);
  Result<bool> continue_generation(const Contents& contents);
  Result<void> begin_generation();
  Result<void> check_right();
  Result<bool> is_own_base(const std::string& name) const;
  Result<bool> gather(Segment& segment, Wants wants);
  std::vector<SmallFile> small_files() const;
  Result<BaseFile> store_file(const std::string& name, std::uint64_t size,
                              const std::function<Result<void>(const ArchivePlace::Take&)>& read);
  Result<BaseFile> store_checkpoint_file(const storage::Checkpoint& checkpoint, const storage::Checkpoint::File& file);

  ArchivePlace& archive_;
  storage::Store& store_;
  storage::ChangeLog& log_;
  const base::Clock& clock_;
  const WriterOptions options_;

  std::string token_;
  std::uint64_t writer_ = 0;
  std::atomic<bool> must_begin_{false};
  std::mutex head_mutex_;
  std::string last_head_;  // guarded by head_mutex_; the text that was written last, empty before the first one
  std::uint64_t failures_seen_ = 0;
  // A segment that is not written yet, so that a repetition has the same bytes.
  struct Pending {
    std::string name;
    std::string sealed;
    ChangesEnd end;
    bool more = false;
  };
  std::optional<Pending> pending_;
  std::atomic<std::int64_t> pending_since_ms_{0};

  mutable std::mutex mutex_;
  Position position_;                            // guarded by mutex_
  std::vector<SmallFile> archived_small_files_;  // guarded by mutex_

  // Of the thread that writes bases.
  std::atomic<bool> knows_files_{false};        // whether present_ is that of the archive
  std::set<std::string, std::less<>> present_;  // ids of files in the archive
  std::map<std::string, BaseFile> known_;       // files of the directory that never change
};

}  // namespace partita::archive
