#include "mcp/data_copy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace partita::tools {
namespace {

namespace files = std::filesystem;

constexpr std::string_view kBegin = ".partita-copy-";

// A lock of the directory, which keeps processes that would write from opening it meanwhile (storage/FORMAT.md).
class Reading {
 public:
  explicit Reading(const files::path& directory)
      : descriptor_(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0 || ::flock(descriptor_, LOCK_SH | LOCK_NB) != 0) error_ = errno;
  }
  ~Reading() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Reading(const Reading&) = delete;
  int error() const { return error_; }

 private:
  int descriptor_;
  int error_ = 0;
};

// A copy is in use while a database in it holds the directory's lock, and before that while it is being made.
void remove_left_copies(const files::path& beside) {
  std::error_code ignored;
  const auto young = files::file_time_type::clock::now() - std::chrono::minutes(10);
  for (const files::directory_entry& entry : files::directory_iterator(beside, ignored)) {
    if (!entry.path().filename().string().starts_with(kBegin) || !entry.is_directory(ignored)) continue;
    if (entry.last_write_time(ignored) > young || !files::exists(entry.path() / "partita.format", ignored)) continue;
    const int directory = ::open(entry.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (directory < 0) continue;
    const bool is_free = ::flock(directory, LOCK_EX | LOCK_NB) == 0;
    ::close(directory);
    if (is_free) files::remove_all(entry.path(), ignored);
  }
}

// Returns an empty text if no directory can be made in `parent`.
std::string new_directory(const files::path& parent) {
  std::string pattern = (parent / (std::string(kBegin) + "XXXXXX")).string();
  return ::mkdtemp(pattern.data()) == nullptr ? std::string() : pattern;
}

std::error_code copy_files(const files::path& from, const files::path& to) {
  std::error_code error;
  for (auto at = files::recursive_directory_iterator(from, error); !error && at != files::end(at);
       at.increment(error)) {
    // A name, and not the place to which a symbolic link leads.
    const files::path target = to / at->path().lexically_relative(from);
    if (at->is_directory(error)) {
      files::create_directories(target, error);
      continue;
    }
    if (at->path().filename() == "LOCK") continue;
    std::error_code unlinked;
    const bool can_share = at->path().extension() == ".sst";
    if (can_share) files::create_hard_link(files::canonical(at->path(), unlinked), target, unlinked);
    if (!can_share || unlinked) files::copy_file(at->path(), target, error);
    if (error) break;
  }
  return error;
}

}  // namespace

expected<std::unique_ptr<DataCopy>, std::string> DataCopy::make(const std::string& directory) {
  std::error_code error;
  const files::path from = files::canonical(directory, error);
  if (error) return unexpected(fmt::format("{} cannot be opened: {}", directory, error.message()));
  const Reading reading(from);
  if (reading.error() == EWOULDBLOCK)
    return unexpected(fmt::format(
        "{} is open in another process; end it, or give its address with --endpoint in place of --data", directory));
  if (reading.error() != 0)
    return unexpected(fmt::format("{} cannot be opened: {}", directory, std::strerror(reading.error())));
  // Before anything is copied, because another directory may be large.
  if (!files::exists(from / "partita.format", error))
    return unexpected(
        fmt::format("{} holds no data of Partita; give a directory of `partita serve --data`", directory));
  remove_left_copies(from.parent_path());
  std::string path = new_directory(from.parent_path());
  if (path.empty()) {
    remove_left_copies(files::temp_directory_path(error));
    path = new_directory(files::temp_directory_path(error));
  }
  if (path.empty())
    return unexpected(fmt::format("there is no place for a copy of {}: {}", directory, std::strerror(errno)));
  std::unique_ptr<DataCopy> copy(new DataCopy(std::move(path)));
  if (const std::error_code failed = copy_files(from, copy->path()))
    return unexpected(fmt::format("{} cannot be copied: {}", directory, failed.message()));
  return copy;
}

DataCopy::~DataCopy() {
  std::error_code ignored;
  files::remove_all(path_, ignored);
}

}  // namespace partita::tools
