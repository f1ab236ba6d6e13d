#include "base/large_block.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

namespace partita::base {
namespace {

constexpr std::align_val_t kAlignment{64};
constexpr std::size_t kLargePage = std::size_t{2} << 20;

bool is_mapped(std::size_t size) { return size >= kLargePage / 4 * 3; }
std::size_t mapped_size(std::size_t size) { return (size + kLargePage - 1) / kLargePage * kLargePage; }

// Maps memory that begins and ends with a large page, because the system gives none to other mappings.
std::byte* map_pages(std::size_t size) {
  const std::size_t all = size + kLargePage;
  void* const mapped = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  auto* const first = static_cast<std::byte*>(mapped);
  const std::size_t before = (kLargePage - reinterpret_cast<std::uintptr_t>(first) % kLargePage) % kLargePage;
  if (before > 0) munmap(first, before);
  if (before < kLargePage) munmap(first + before + size, kLargePage - before);
  madvise(first + before, size, MADV_HUGEPAGE);  // a failure only makes reads slower
  return first + before;
}

}  // namespace

LargeBlock::LargeBlock(std::size_t size) : size_(size) {
  if (size == 0) return;
  if (is_mapped(size)) {
    data_ = map_pages(mapped_size(size));
    return;
  }
  data_ = static_cast<std::byte*>(::operator new(size, kAlignment));
  std::memset(data_, 0, size);
}

LargeBlock::LargeBlock(LargeBlock&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

LargeBlock& LargeBlock::operator=(LargeBlock&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

LargeBlock::~LargeBlock() {
  if (!data_) return;
  if (is_mapped(size_))
    munmap(data_, mapped_size(size_));
  else
    ::operator delete(data_, kAlignment);
}

}  // namespace partita::base
