// The `partita` command as a child process.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace partita::test {

// `partita serve` on a data directory and a free port, until it is killed or this goes.
class ServerProcess {
 public:
  // Waits until it listens. Fails the test, and leaves endpoint() empty, where it does not come up.
  explicit ServerProcess(const std::string& data);
  ~ServerProcess() { kill(); }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  const std::string& endpoint() const { return endpoint_; }
  // With SIGKILL; returns once the process is gone.
  void kill();

 private:
  pid_t pid_ = -1;
  int output_ = -1;
  std::string endpoint_;
};

// The exit code of `partita` with these arguments.
int run_partita(const std::vector<std::string>& arguments);

}  // namespace partita::test
