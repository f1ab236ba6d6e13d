// FileLock: the lock of a store's file. It is a file beside it, because the file itself is replaced by each change.
#pragma once

#include <partita/expected.h>

#include <memory>
#include <string>

#include "identities/store.h"

namespace partita::identities {

class FileLock {
 public:
  // Locks the file `path`, which is made if it is missing, and which root gives to the owner of its directory. It waits
  // for a command that has the lock, for at most 10 seconds. A server that has it is an error at once. Errors: a text
  // of one line with advice.
  static expected<std::unique_ptr<FileLock>, std::string> take(const std::string& path, Opener opener);
  ~FileLock();

  // Whether the file that the lock is for was there once, as note_made() said.
  bool made() const { return made_; }
  // Notes that it is there now. A failure has no effect, because the note only serves to tell of a loss.
  void note_made();

  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  const int descriptor_;
  bool made_ = false;
};

}  // namespace partita::identities
