// A second process that does some work, so that a library that ends its process does not end this one.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace partita::modelling::design {

class HelperProcess {
 public:
  // Makes the answer to a request, in the other process. That process has the memory of this one as it is when it
  // begins, no open files, and its standard output goes to /dev/null.
  using Work = std::string (*)(std::string_view request);
  explicit HelperProcess(Work work) : work_(work) {}
  ~HelperProcess() { end(); }
  HelperProcess(const HelperProcess&) = delete;

  // The answer of the work, or nullopt if the process cannot begin or ended during the work. The first request begins
  // the process, and so does the next one after it ended. One thread may ask at a time.
  std::optional<std::string> ask(std::string_view request);

 private:
  bool begin();
  void end();

  const Work work_;
  pid_t process_ = -1;
  int socket_ = -1;
};

}  // namespace partita::modelling::design
