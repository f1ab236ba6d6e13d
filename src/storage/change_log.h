// ChangeLog: the batches that a store on disk has written, in their order, for a copy of it that is kept elsewhere, and
// the files from which such a copy begins.
//
// Each operation of a batch has a number. The numbers grow by one from operation to operation, so a batch that is
// missing shows. All methods may be called from several threads.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "storage/batch.h"

namespace partita::storage {

class Snapshot;

struct LoggedBatch {
  std::uint64_t first = 0;   // the number of its first operation
  std::uint64_t count = 0;   // of its operations, with those of the store's own that `batch` lacks
  std::int64_t time_ms = 0;  // when it was written, since the Unix epoch; 0 if the log does not tell
  Batch batch = {};
};

// Files that together are the store as it was at one moment. The disk gives their space back when the object is
// destroyed.
class Checkpoint {
 public:
  struct File {
    std::string name;  // in a data directory
    std::uint64_t size_bytes = 0;
    // Whether files of this name never change, so that a copy of this name and size can be used again.
    bool never_changes = false;
  };
  virtual ~Checkpoint() = default;
  virtual const std::vector<File>& files() const = 0;
  // Reads a file in pieces, in order. Errors: InternalServerError, and those of `take`, which end it.
  using Take = std::function<Result<void>(std::string_view bytes)>;
  virtual Result<void> read(const File& file, const Take& take) const = 0;
};

class ChangeLog {
 public:
  virtual ~ChangeLog() = default;
  // The number of the newest operation, 0 if the store is empty.
  virtual std::uint64_t last_number() const = 0;
  // The number of the newest operation that the snapshot sees. Requires: the snapshot is of this store.
  virtual std::uint64_t number_of(const Snapshot& snapshot) const = 0;
  // How often a write has failed since the store was opened. If the number has changed, the log may hold a batch that
  // the store does not have.
  virtual std::uint64_t failures() const = 0;

  enum class ReadEnd : std::uint8_t {
    AtEnd,    // the log has no more batches now
    Stopped,  // `each` returned false
    Gap,      // the log no longer has the batch that follows
  };
  // Calls `each` for the batches after the operation `after`, in their order, until it returns false. Errors:
  // InternalServerError.
  virtual Result<ReadEnd> read(std::uint64_t after, const std::function<bool(LoggedBatch&&)>& each) const = 0;

  // While it is true, the store refuses writes. May be called from any thread.
  virtual void refuse_writes(bool refused) = 0;

  // The store as it is at some moment during the call. Only one may exist at a time. Errors: InternalServerError.
  virtual Result<std::unique_ptr<Checkpoint>> checkpoint() = 0;
};

}  // namespace partita::storage
