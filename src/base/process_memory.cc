#include "base/process_memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstring>

namespace partita::base {

std::uint64_t resident_bytes() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 128> text;
  const ssize_t size = read(file, text.data(), text.size());
  close(file);
  if (size <= 0) return 0;
  const char* const end = text.data() + size;
  // The file begins with two numbers: all pages, then the resident pages. The second one is wanted.
  const void* const space = std::memchr(text.data(), ' ', static_cast<std::size_t>(size));
  if (space == nullptr) return 0;
  std::uint64_t pages = 0;
  if (std::from_chars(static_cast<const char*>(space) + 1, end, pages).ec != std::errc()) return 0;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

ProcessMemory process_memory() {
  const auto heap = mallinfo2();
  return {.resident_bytes = resident_bytes(),
          .heap_used_bytes = heap.uordblks + heap.hblkhd,
          .heap_free_bytes = heap.fordblks};
}

}  // namespace partita::base
