#include "end_with_parent.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

namespace partita::tools {
namespace {

bool is_there(pid_t process) { return ::kill(process, 0) == 0 || errno != ESRCH; }

void wait_for_end(pid_t process) {
  // Linux has had this call since 5.3. Without it the file is -1, which poll() ignores.
  const int file = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
  for (bool has_ended = false; !has_ended && is_there(process);) {
    pollfd one{file, POLLIN, 0};
    constexpr int kEverySecond = 1000;
    (void)::poll(&one, 1, file < 0 ? kEverySecond : -1);
    has_ended = one.revents != 0;
  }
}

}  // namespace

void end_with_parent() {
  const char* const given = std::getenv(kParentVariable);
  if (given == nullptr) return;
  const std::string text = given;
  ::unsetenv(kParentVariable);
  pid_t parent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parent);
  if (error != std::errc{} || end != text.data() + text.size() || parent <= 0) return;
  // The thread must not receive the signal itself, because the main thread may wait for it.
  sigset_t all{}, before{};
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([parent] {
    wait_for_end(parent);
    ::kill(::getpid(), SIGTERM);
  }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace partita::tools
