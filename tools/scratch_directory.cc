#include "scratch_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

#include "base/try.h"

namespace partita::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "partita-scratch-";

// The directories that are there. They are removed by a thread when a signal comes, because a handler may not do so.
class Removal {
 public:
  static Removal& instance() {
    static Removal removal;
    return removal;
  }
  void add(const std::string& path) {
    const std::lock_guard lock(mutex_);
    paths_.insert(path);
  }
  void remove(const std::string& path) {
    const std::lock_guard lock(mutex_);
    std::error_code ignored;
    fs::remove_all(path, ignored);
    paths_.erase(path);
  }

 private:
  Removal() {
    if (::pipe2(pipe_.data(), O_CLOEXEC) != 0) return;
    write_end = pipe_[1];
    std::thread([this] { wait(); }).detach();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction action {};
      // A command that is started by nohup ignores SIGHUP.
      if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
      action = {};
      action.sa_handler = [](int number) {
        const auto byte = static_cast<unsigned char>(number);
        [[maybe_unused]] const auto written = ::write(write_end, &byte, 1);
      };
      ::sigaction(signal, &action, nullptr);
    }
  }
  void wait() {
    unsigned char signal = 0;
    while (::read(pipe_[0], &signal, 1) != 1) continue;
    const std::lock_guard lock(mutex_);
    std::error_code ignored;
    for (const std::string& path : paths_) fs::remove_all(path, ignored);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }

  static inline int write_end = -1;
  std::array<int, 2> pipe_{-1, -1};
  std::mutex mutex_;
  std::set<std::string> paths_;  // guarded by mutex_
};

transfer::Descriptor locked(const std::string& path) {
  transfer::Descriptor file(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (file.number() >= 0 && ::flock(file.number(), LOCK_EX | LOCK_NB) != 0) file.close();
  return file;
}

// Removes the directories of this user whose processes are gone.
void remove_left(const fs::path& parent) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, ignored)) {
    if (!entry.path().filename().string().starts_with(kPrefix)) continue;
    const transfer::Descriptor lock = locked(entry.path().string());
    if (lock.number() >= 0) fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace

Result<ScratchDirectory> ScratchDirectory::make(const std::string& parent) {
  const char* const temporary = std::getenv("TMPDIR");
  const std::string place = !parent.empty() ? parent : temporary != nullptr && *temporary != '\0' ? temporary : "/tmp";
  remove_left(place);
  std::string path = fmt::format("{}/{}XXXXXX", place, kPrefix);
  if (::mkdtemp(path.data()) == nullptr)
    return fail(ErrorCode::InternalServerError, fmt::format("no scratch directory can be made at {}", path));
  Removal::instance().add(path);
  return ScratchDirectory(path, locked(path));
}

ScratchDirectory::~ScratchDirectory() {
  if (!root_.empty()) Removal::instance().remove(root_);
}

}  // namespace partita::tools
