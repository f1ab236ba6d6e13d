#include "auth/private_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace partita::auth {
namespace {

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Writes the text durably to a new file that only this user may read, or the owner of `like` if that is not empty.
// Returns false, with errno, if that fails.
bool write_new(const std::string& path, std::string_view text, const std::string& like) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool written = write_all(file, text) && (like.empty() || give_to_owner_of(file, like)) && fsync(file) == 0;
  const int why = errno;
  close(file);
  errno = why;
  return written;
}

bool sync_folder(const std::string& path) {
  const int descriptor = open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synced = fsync(descriptor) == 0;
  close(descriptor);
  return synced;
}

}  // namespace

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == path.npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

bool give_to_owner_of(int file, const std::string& like) {
  if (geteuid() != 0) return true;
  struct stat facts {};
  if (stat(like.c_str(), &facts) != 0 && stat(folder_of(like).c_str(), &facts) != 0) return true;
  return fchown(file, facts.st_uid, facts.st_gid) == 0;
}

expected<void, std::string> write_private_file(const std::string& path, std::string_view text, Existing existing,
                                               const std::string& like) {
  const bool replaces = existing == Existing::Replaced;
  const std::string unfinished = path + ".new";
  unlink(unfinished.c_str());
  // link() refuses a name that exists, so a file of the user's is never replaced unless that is wanted.
  const bool made = write_new(unfinished, text, replaces ? path : like) &&
                    (replaces ? rename(unfinished.c_str(), path.c_str()) : link(unfinished.c_str(), path.c_str())) == 0;
  const int why = errno;
  unlink(unfinished.c_str());
  if (!made || !sync_folder(path))
    return unexpected(fmt::format("{}: the file cannot be {}: {}", path, replaces ? "written" : "made",
                                  std::strerror(made ? errno : why)));
  return {};
}

}  // namespace partita::auth
