// The signals of `partita serve`.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <ctime>

namespace partita::tools {

// Blocks SIGTERM, SIGINT and SIGHUP in this thread and in those it will start, and returns the set of these. Ignores
// SIGPIPE: if the reader of the log or of an answer has gone, a write fails, and the server goes on.
inline sigset_t block_end_signals() {
  sigset_t set{};
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return set;
}

// The signals of block_end_signals(), which only wait() receives.
class Signals {
 public:
  Signals() : set_(block_end_signals()), ends_with_terminal_(has_terminal() && !ignores_hang_up()) {}

  // After wait() has returned: lets it be called again.
  void expect_more() { set_ = block_end_signals(); }

  // Calls `each_second` every second until a signal comes that ends the server, and returns the signal. A second signal
  // then ends the process at once. SIGHUP ends the server if its terminal has gone, unless
  // the signal was ignored at the start. Otherwise it calls `hang_up`.
  template <class EachSecond, class HangUp>
  int wait(EachSecond each_second, HangUp hang_up) {
    constexpr timespec kSecond{1, 0};
    for (;;) {
      const int signal = sigtimedwait(&set_, nullptr, &kSecond);
      if (signal < 0) {
        each_second();
      } else if (signal == SIGHUP && !(ends_with_terminal_ && !has_terminal())) {
        hang_up();
      } else {
        // A SIGHUP that comes while the server stops must not end it.
        sigdelset(&set_, SIGHUP);
        pthread_sigmask(SIG_UNBLOCK, &set_, nullptr);
        return signal;
      }
    }
  }

 private:
  // As `nohup` starts its command.
  static bool ignores_hang_up() {
    struct sigaction action {};
    return ::sigaction(SIGHUP, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
  }
  static bool has_terminal() {
    const int terminal = ::open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0) ::close(terminal);
    return terminal >= 0;
  }

  sigset_t set_;
  const bool ends_with_terminal_;
};

}  // namespace partita::tools
