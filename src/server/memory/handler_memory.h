// HandlerMemory: reserved memory for one of Asio's handlers, so that an important wait or wake-up never lacks memory.
//
// Asio gives a handler's memory back before it calls the handler, so the handler may be posted again then, from any
// thread. If a second one is pending nevertheless, it takes memory from the heap.
#pragma once

#include <atomic>
#include <boost/asio/bind_allocator.hpp>
#include <cstddef>
#include <new>
#include <utility>

namespace partita::server {

class HandlerMemory {
 public:
  HandlerMemory() = default;
  HandlerMemory(const HandlerMemory&) = delete;
  HandlerMemory& operator=(const HandlerMemory&) = delete;

  void* take(std::size_t bytes) {
    if (bytes <= sizeof(bytes_) && !taken_.exchange(true, std::memory_order_acquire)) return bytes_;
    return ::operator new(bytes);
  }
  void give_back(void* memory) noexcept {
    if (memory == bytes_)
      taken_.store(false, std::memory_order_release);
    else
      ::operator delete(memory);
  }

 private:
  alignas(std::max_align_t) std::byte bytes_[256];
  std::atomic<bool> taken_{false};
};

template <class T>
struct HandlerAllocator {
  using value_type = T;
  HandlerMemory* memory;

  explicit HandlerAllocator(HandlerMemory& from) : memory(&from) {}
  template <class Other>
  HandlerAllocator(const HandlerAllocator<Other>& other) : memory(other.memory) {}
  T* allocate(std::size_t count) { return static_cast<T*>(memory->take(count * sizeof(T))); }
  void deallocate(T* at, std::size_t) noexcept { memory->give_back(at); }
  friend bool operator==(const HandlerAllocator&, const HandlerAllocator&) = default;
};

// Makes Asio keep the handler in `memory`, which must outlive the io_context or timer that the handler is given to.
template <class Handler>
auto in_memory(HandlerMemory& memory, Handler handler) {
  return boost::asio::bind_allocator(HandlerAllocator<std::byte>(memory), std::move(handler));
}

}  // namespace partita::server
