#include "storage/rocks/recovery/directory_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "storage/rocks/status.h"

namespace partita::storage {

Result<DirectoryLock> DirectoryLock::take(const std::string& path, Mode mode) {
  DirectoryLock lock;
  lock.descriptor_ = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock.descriptor_ < 0) return lock;
  int locked = 0;
  do {
    locked = ::flock(lock.descriptor_, (mode == Mode::Write ? LOCK_EX : LOCK_SH) | LOCK_NB);
  } while (locked != 0 && errno == EINTR);
  if (locked != 0 && errno == EWOULDBLOCK) return unexpected(in_use_error(path));
  return lock;
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

DirectoryLock& DirectoryLock::operator=(DirectoryLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

DirectoryLock::~DirectoryLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace partita::storage
