// DirectoryLock: keeps other processes, and other stores of this process, out of a data directory.
//
// RocksDB locks the file LOCK. If somebody removes that file, the next process makes a new one and locks it, while the
// first process still writes. So the directory itself is locked too, which cannot be replaced without its files.
#pragma once

#include <partita/error.h>

#include <string>

namespace partita::storage {

class DirectoryLock {
 public:
  enum class Mode : std::uint8_t { Read, Write };  // readers exclude only writers
  DirectoryLock() = default;
  // If the file system cannot lock directories, the lock has no effect. Errors: DataDirectoryInUse.
  static Result<DirectoryLock> take(const std::string& path, Mode mode);
  DirectoryLock(DirectoryLock&& other) noexcept;
  DirectoryLock& operator=(DirectoryLock&& other) noexcept;
  ~DirectoryLock();

 private:
  int descriptor_ = -1;
};

}  // namespace partita::storage
