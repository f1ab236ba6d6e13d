#include "mcp/run_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <string_view>

#include "end_with_parent.h"

namespace partita::tools {
namespace {

constexpr std::size_t kMostBytesOfOutput = 16 << 20;
constexpr std::chrono::minutes kLongestRun{15};

struct Pipe {
  int read = -1, write = -1;
  ~Pipe() {
    close_end(read);
    close_end(write);
  }
  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
  static void close_end(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
};

// Reads both pipes until both have ended. Returns false if `stop` became readable or the time was over before.
bool read_both(Pipe& out, Pipe& err, int stop, ProgramResult& result) {
  using Time = std::chrono::steady_clock;
  const auto until = Time::now() + kLongestRun;
  std::array<pollfd, 3> ends = {pollfd{out.read, POLLIN, 0}, pollfd{err.read, POLLIN, 0}, pollfd{stop, POLLIN, 0}};
  const std::array<std::string*, 2> texts = {&result.out, &result.err};
  for (int open = 2; open > 0;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Time::now()).count();
    if (left <= 0) return false;
    if (::poll(ends.data(), ends.size(), static_cast<int>(left)) < 0 && errno != EINTR) return false;
    if (ends.back().revents != 0) return false;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      std::array<char, 65536> bytes{};
      const ssize_t got = ::read(ends[i].fd, bytes.data(), bytes.size());
      if (got < 0 && errno == EINTR) continue;
      if (got > 0) {
        const std::size_t room = kMostBytesOfOutput - std::min(kMostBytesOfOutput, texts[i]->size());
        texts[i]->append(bytes.data(), std::min(room, std::size_t(got)));
        continue;
      }
      ends[i].fd = -1;
      --open;
    }
  }
  return true;
}

}  // namespace

expected<ProgramResult, std::string> run_program(const std::string& program, const std::vector<std::string>& arguments,
                                                 int stop) {
  Pipe out, err;
  if (!out.open() || !err.open()) return unexpected(fmt::format("no pipe for {}: {}", program, std::strerror(errno)));
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  const std::unique_ptr<posix_spawn_file_actions_t, int (*)(posix_spawn_file_actions_t*)> owner(
      &actions, &posix_spawn_file_actions_destroy);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write, STDERR_FILENO);
  std::vector<char*> words = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  // Input of strangers may ask for variables, some of which are keys.
  std::vector<char*> kept;
  for (char** one = environ; *one != nullptr; ++one)
    for (const std::string_view name : {"HOME=", "LANG=", "PATH=", "TMPDIR="})
      if (std::string_view(*one).starts_with(name)) kept.push_back(*one);
  // A run is to end with this process, also if that is killed.
  std::string parent = fmt::format("{}={}", kParentVariable, ::getpid());
  kept.push_back(parent.data());
  kept.push_back(nullptr);
  // The signals that this process blocks must end the program.
  posix_spawnattr_t attributes{};
  posix_spawnattr_init(&attributes);
  const std::unique_ptr<posix_spawnattr_t, int (*)(posix_spawnattr_t*)> attributes_owner(&attributes,
                                                                                         &posix_spawnattr_destroy);
  sigset_t unblocked{};
  sigemptyset(&unblocked);
  posix_spawnattr_setsigmask(&attributes, &unblocked);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t pid = 0;
  if (const int error = ::posix_spawn(&pid, program.c_str(), &actions, &attributes, words.data(), kept.data());
      error != 0)
    return unexpected(fmt::format("{} cannot be started: {}", program, std::strerror(error)));
  Pipe::close_end(out.write);
  Pipe::close_end(err.write);
  ProgramResult result;
  if (!read_both(out, err, stop, result)) ::kill(pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status)) return unexpected(fmt::format("{} was ended by signal {}", program, WTERMSIG(status)));
  result.exit_code = WEXITSTATUS(status);
  return result;
}

std::string own_path() {
  std::array<char, 4096> path{};
  const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size() - 1);
  return length > 0 ? std::string(path.data(), std::size_t(length)) : std::string("partita");
}

}  // namespace partita::tools
