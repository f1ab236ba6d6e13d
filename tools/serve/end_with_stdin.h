// Ends the process as SIGTERM does once its stdin ends: the program that started it has ended,
// in whatever way, or has closed the pipe.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>

namespace partita::tools {

// Must be called after the signals of the process are blocked, so that the thread does not receive them.
inline void end_with_stdin() {
  // The thread waits until the process ends.
  std::thread([] {
    char ignored[4096];
    for (;;) {
      const ssize_t got = ::read(STDIN_FILENO, ignored, sizeof ignored);
      if (got == 0 || (got < 0 && errno != EINTR)) break;
    }
    ::kill(::getpid(), SIGTERM);
  }).detach();
}

}  // namespace partita::tools
