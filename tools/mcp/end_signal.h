// EndSignal: the signals that end `partita mcp`, as a file that can be polled. So a call that runs a program ends with
// it, and the copy of the data is removed.
#pragma once

#include <sys/signalfd.h>
#include <unistd.h>

#include "signals.h"

namespace partita::tools {

class EndSignal {
 public:
  EndSignal() {
    const sigset_t set = block_end_signals();
    file_ = ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  ~EndSignal() {
    if (file_ >= 0) ::close(file_);
  }
  EndSignal(const EndSignal&) = delete;
  EndSignal& operator=(const EndSignal&) = delete;

  // Readable once a signal has come. -1 if the system has no file for it.
  int file() const { return file_; }

 private:
  int file_ = -1;
};

}  // namespace partita::tools
