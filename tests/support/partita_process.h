// The `partita` command as a child process. A program that uses this compiles partita_process.cc with PARTITA_COMMAND
// defined as the path of the command.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace partita::test {

// Whether a child's stderr is the test's own, or joined with its stdout for output() and read_until().
enum class Stderr : std::uint8_t { Shown, Joined };

// `partita serve` on a free port. It runs until it is killed or this object is destroyed.
class ServerProcess {
 public:
  // A server on a data directory, which logs errors only.
  explicit ServerProcess(const std::string& data)
      : ServerProcess({"--data", data, "--log-level", "error"}, Stderr::Shown) {}
  // Waits until the server listens. If it does not start, fails the test and leaves endpoint() empty.
  ServerProcess(const std::vector<std::string>& options, Stderr errors);
  // Another command that runs until it is ended, such as {"console", "--port", "0"}. Its endpoint() is empty, and its
  // output is that of stdout.
  explicit ServerProcess(const std::vector<std::string>& command);
  ~ServerProcess() { kill(); }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  const std::string& endpoint() const { return endpoint_; }
  // The output until the server listened.
  const std::string& start() const { return start_; }
  // Reads the output until `text` has come since the last call, and returns the output since then. Fails the test if
  // the output ends first.
  std::string read_until(std::string_view text);
  void signal(int number) const;
  // Ends the server with SIGTERM and returns its exit code. Requires: less than a pipe's capacity of its output is
  // unread.
  int stop();
  // Kills the server with SIGKILL and returns after the process has ended.
  void kill();

 private:
  void begin(const std::vector<std::string>& command, Stderr errors);

  pid_t pid_ = -1;
  int output_ = -1;
  std::string unread_;
  std::string start_;
  std::string endpoint_;
};

// Runs `partita` with these arguments and returns its exit code.
int run_partita(const std::vector<std::string>& arguments);

}  // namespace partita::test
