#include "base/large_block.h"

#include <sys/mman.h>

#include <cstring>
#include <new>
#include <utility>

namespace partita::base {
namespace {

constexpr std::align_val_t kAlignment{64};
constexpr std::size_t kLargePage = std::size_t{2} << 20;

bool is_mapped(std::size_t size) { return size >= kLargePage; }

}  // namespace

LargeBlock::LargeBlock(std::size_t size) : size_(size) {
  if (size == 0) return;
  if (!is_mapped(size)) {
    data_ = static_cast<std::byte*>(::operator new(size, kAlignment));
    std::memset(data_, 0, size);
    return;
  }
  void* const mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  madvise(mapped, size, MADV_HUGEPAGE);  // a failure only makes reads slower
  data_ = static_cast<std::byte*>(mapped);
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
    munmap(data_, size_);
  else
    ::operator delete(data_, kAlignment);
}

}  // namespace partita::base
