// ScratchDirectory: a directory for scratch data, which only this user can read. It is removed with the object, also if
// SIGINT, SIGTERM or SIGHUP ends the process. Those of processes that were killed are removed by the next one.
#pragma once

#include <partita/error.h>

#include <string>
#include <utility>

#include "transfer/bytes/files.h"

namespace partita::tools {

class ScratchDirectory {
 public:
  // In `parent`, or in $TMPDIR or /tmp if it is empty. Errors: InternalServerError.
  static Result<ScratchDirectory> make(const std::string& parent);
  ScratchDirectory(ScratchDirectory&& other) noexcept
      : root_(std::exchange(other.root_, {})), data_(std::move(other.data_)), lock_(std::move(other.lock_)) {}
  ScratchDirectory& operator=(ScratchDirectory&&) = delete;
  ~ScratchDirectory();
  // A path in the directory that does not exist yet.
  const std::string& path() const { return data_; }

 private:
  ScratchDirectory(std::string root, transfer::Descriptor lock)
      : root_(std::move(root)), data_(root_ + "/data"), lock_(std::move(lock)) {}
  std::string root_;
  std::string data_;
  // The root, locked as long as the process lives. A data directory locks itself.
  transfer::Descriptor lock_;
};

}  // namespace partita::tools
