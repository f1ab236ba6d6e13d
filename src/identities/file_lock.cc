#include "identities/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <thread>

#include "auth/private_file.h"

namespace partita::identities {
namespace {

constexpr auto kMostWait = std::chrono::seconds(10);
constexpr auto kBetweenTries = std::chrono::milliseconds(20);
// What the holder of the lock writes into the file. It counts only as long as the lock is held, and from some moments
// after it was taken: until then the text is that of the holder before. So a server is believed after some tries.
constexpr std::string_view kServer = "server", kCommand = "command";
// Follows that text once the file was made.
constexpr std::string_view kMade = " made";
constexpr int kTriesToBelieve = 5;

std::string text_of(int descriptor) {
  char text[32];
  const ssize_t size = pread(descriptor, text, sizeof text, 0);
  return std::string(text, size > 0 ? static_cast<std::size_t>(size) : 0);
}
bool is_held_by_server(int descriptor) { return text_of(descriptor).starts_with(kServer); }

}  // namespace

expected<std::unique_ptr<FileLock>, std::string> FileLock::take(const std::string& path, Opener opener) {
  // The owner of the directory must not make root write to a file elsewhere by a link with this name.
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0 && errno == ELOOP) return unexpected(path + ": the lock is a symbolic link; remove it");
  if (descriptor < 0) return unexpected(fmt::format("{}: cannot open the lock: {}", path, std::strerror(errno)));
  std::unique_ptr<FileLock> lock(new FileLock(descriptor));
  struct stat facts {};
  if (::fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_nlink != 1)
    return unexpected(path + ": the lock is not a regular file with one name; remove it");
  if (!auth::give_to_owner_of(descriptor, auth::folder_of(path)))
    return unexpected(
        fmt::format("{}: cannot give the lock to the owner of its directory: {}", path, std::strerror(errno)));
  const auto deadline = std::chrono::steady_clock::now() + kMostWait;
  int tries_of_server = 0;
  while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return unexpected(fmt::format("{}: cannot lock: {}", path, std::strerror(errno)));
    tries_of_server = is_held_by_server(descriptor) ? tries_of_server + 1 : 0;
    if (tries_of_server >= kTriesToBelieve)
      return unexpected(
          fmt::format("{}: a running server has the identities of this directory; give the socket that it was started "
                      "with (--admin-socket PATH) in place of --data, or stop the server",
                      path));
    if (std::chrono::steady_clock::now() > deadline)
      return unexpected(fmt::format("{}: another process has held the lock for 10 seconds", path));
    std::this_thread::sleep_for(kBetweenTries);
  }
  lock->made_ = text_of(descriptor).ends_with(kMade);
  const std::string holder =
      std::string(opener == Opener::Server ? kServer : kCommand).append(lock->made_ ? kMade : std::string_view());
  if (ftruncate(descriptor, 0) != 0 ||
      pwrite(descriptor, holder.data(), holder.size(), 0) != static_cast<ssize_t>(holder.size()))
    return unexpected(fmt::format("{}: cannot write the lock: {}", path, std::strerror(errno)));
  return lock;
}

void FileLock::note_made() {
  if (made_) return;
  const std::string text = text_of(descriptor_).append(kMade);
  made_ = pwrite(descriptor_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

FileLock::~FileLock() { ::close(descriptor_); }

}  // namespace partita::identities
