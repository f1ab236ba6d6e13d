// The `partita` command as a child process.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace partita::test {

// `partita serve` on a data directory and a free port. It runs until it is killed or this object is destroyed.
class ServerProcess {
 public:
  // Waits until the server listens. If it does not start, fails the test and leaves endpoint() empty.
  explicit ServerProcess(const std::string& data);
  ~ServerProcess() { kill(); }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  const std::string& endpoint() const { return endpoint_; }
  // Kills the server with SIGKILL and returns after the process has ended.
  void kill();

 private:
  pid_t pid_ = -1;
  int output_ = -1;
  std::string endpoint_;
};

// Runs `partita` with these arguments and returns its exit code.
int run_partita(const std::vector<std::string>& arguments);

}  // namespace partita::test
