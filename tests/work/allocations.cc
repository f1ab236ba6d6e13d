#include "work/allocations.h"

#include <cstdlib>
#include <new>

namespace partita::work {
namespace {

// These are plain thread-locals, because they must work before any constructor of this program has run.
thread_local Allocations made;
thread_local int paused = 0;

// The number of the next allocation that fails, counted from 1. If it is 0, no allocation fails.
thread_local std::uint64_t until_failure = 0;
thread_local bool all_fail = false;
thread_local bool failed = false;
thread_local int spared_now = 0;

bool fails_now() {
  if (until_failure == 0 || spared_now > 0) return false;
  if (--until_failure > 0) return false;
  until_failure = all_fail ? 1 : 0;
  failed = true;
  return true;
}

void* allocate(std::size_t size, std::size_t alignment = 0) {
  if (fails_now()) return nullptr;
  if (paused == 0) {
    ++made.count;
    made.bytes += size;
  }
  // aligned_alloc requires a multiple of the alignment.
  if (alignment != 0) return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  return std::malloc(size == 0 ? 1 : size);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment = 0) {
  if (void* memory = allocate(size, alignment)) return memory;
  throw std::bad_alloc();
}

}  // namespace

Allocations allocations() { return made; }
NotCounted::NotCounted() { ++paused; }
NotCounted::~NotCounted() { --paused; }

FailingAllocations::FailingAllocations(std::uint64_t first, Which which) {
  until_failure = first;
  all_fail = which == Which::AllFromThere;
  failed = false;
}
FailingAllocations::~FailingAllocations() { until_failure = 0; }
bool FailingAllocations::struck() const { return failed; }
Spared::Spared() { ++spared_now; }
Spared::~Spared() { --spared_now; }

}  // namespace partita::work

using partita::work::allocate;
using partita::work::allocate_or_throw;

void* operator new(std::size_t size) { return allocate_or_throw(size); }
void* operator new[](std::size_t size) { return allocate_or_throw(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t to) { return allocate_or_throw(size, std::size_t(to)); }
void* operator new[](std::size_t size, std::align_val_t to) { return allocate_or_throw(size, std::size_t(to)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
