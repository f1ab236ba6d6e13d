// Interrupt: a file that is readable once the program must end, or while the call under way is cancelled.
#pragma once

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

namespace partita::tools {

class Interrupt {
 public:
  // `end` is the file that is readable once the program must end, or -1. It must outlive this object.
  explicit Interrupt(int end)
      : both_(::epoll_create1(EPOLL_CLOEXEC)), cancelled_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    for (const int file : {end, cancelled_}) {
      epoll_event event{};
      event.events = EPOLLIN;
      if (file >= 0) (void)::epoll_ctl(both_, EPOLL_CTL_ADD, file, &event);
    }
  }
  ~Interrupt() {
    for (const int file : {both_, cancelled_})
      if (file >= 0) ::close(file);
  }
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // -1 if the system has no file for it.
  int file() const { return both_; }
  // Any thread may call these two.
  void cancel() {
    const std::uint64_t one = 1;
    (void)!::write(cancelled_, &one, sizeof one);
  }
  void clear() {
    std::uint64_t times = 0;
    (void)!::read(cancelled_, &times, sizeof times);
  }

 private:
  const int both_;
  const int cancelled_;
};

}  // namespace partita::tools
