#include "mcp/run_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>

namespace partita::tools {
namespace {

constexpr std::size_t kMostBytesOfOutput = 16 << 20;

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

// Reads both pipes until both have ended.
void read_both(Pipe& out, Pipe& err, ProgramResult& result) {
  std::array<pollfd, 2> ends = {pollfd{out.read, POLLIN, 0}, pollfd{err.read, POLLIN, 0}};
  const std::array<std::string*, 2> texts = {&result.out, &result.err};
  for (int open = 2; open > 0;) {
    if (::poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t i = 0; i < ends.size(); ++i) {
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
}

}  // namespace

expected<ProgramResult, std::string> run_program(const std::string& program,
                                                 const std::vector<std::string>& arguments) {
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
  pid_t pid = 0;
  if (const int error = ::posix_spawn(&pid, program.c_str(), &actions, nullptr, words.data(), environ); error != 0)
    return unexpected(fmt::format("{} cannot be started: {}", program, std::strerror(error)));
  Pipe::close_end(out.write);
  Pipe::close_end(err.write);
  ProgramResult result;
  read_both(out, err, result);
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
