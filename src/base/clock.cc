#include "base/clock.h"

#include <ctime>
#include <fstream>

namespace partita::base {

std::int64_t SystemClock::elapsed_ms() const {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

std::string SystemClock::boot() const {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  std::getline(file, id);
  return id;
}

}  // namespace partita::base
