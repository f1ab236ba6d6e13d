// WriteRoom: a limit on the bytes that all large writes under way hold together, in the items that they make and in
// their batches. A write must have room before it evaluates. It gives the room back after its answer was handed over. A
// write that finds too little room keeps only its request and waits. Waiters are continued in the order in which they
// came, and no thread waits.
//
// A write waits with its items' locks held. The writes that have room hold their locks too, but they wait for no lock,
// so a cycle of waiters is impossible. Small writes need no room, so they never wait behind large ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include "engine/threads/executor.h"

namespace partita::engine {

class WriteRoom {
 public:
  static constexpr std::size_t kSmallBytes = 16 << 10;  // a write that holds at most this many bytes needs no room
  static constexpr std::size_t kMostWaiting = 16384;

  class Waiter {
   public:
    Waiter() = default;
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

   protected:
    ~Waiter() = default;

   private:
    friend class WriteRoom;
    // Tells the waiter that it has entered with `bytes`. Called on the thread for handovers, so it must not wait or
    // read a disk.
    virtual void has_room(std::size_t bytes) = 0;

    std::size_t wanted_ = 0;
    Waiter* next_ = nullptr;
  };

  // The bytes that one write has entered with. The destructor gives them back.
  class Share {
   public:
    explicit Share(WriteRoom& room) : room_(room) {}
    ~Share() { resize(0); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    // Takes over `bytes` that try_enter() or wait() has counted.
    void hold(std::size_t bytes) { bytes_ = bytes; }
    // Corrects the estimate to the bytes that the write does hold. This may take the room beyond its limit.
    void resize(std::size_t bytes);
    // The same for a holder that still grows: what it expects to hold stays counted.
    void grow_to(std::size_t bytes) {
      if (bytes > bytes_) resize(bytes);
    }

   private:
    WriteRoom& room_;
    std::size_t bytes_ = 0;
  };

  // `limit` is in bytes. One write may exceed it if no other write is in the room. `handovers` must outlive the room.
  WriteRoom(Executor& handovers, std::size_t limit) : handovers_(handovers), limit_(limit) {}
  WriteRoom(const WriteRoom&) = delete;
  WriteRoom& operator=(const WriteRoom&) = delete;

  // Enters if the bytes fit and the queue of waiters is empty. Returns whether it entered.
  bool try_enter(std::size_t bytes);
  enum class Wait : std::uint8_t {
    Over,     // the bytes fit after all, and the write has entered
    Waits,    // has_room() will be called, and may have been called already
    Refused,  // `most_waiting` writes wait already
  };
  // Enters, or puts `waiter` into the queue. A queued waiter must live until its has_room() is called.
  Wait wait(Waiter& waiter, std::size_t bytes, std::size_t most_waiting = kMostWaiting);

  struct Load {
    std::uint64_t bytes = 0;
    std::uint64_t waiting = 0;
  };
  // May be called from any thread, like try_enter() and wait().
  Load load() const;

 private:
  bool fits(std::size_t bytes) const { return held_ == 0 || (held_ < limit_ && bytes <= limit_ - held_); }
  void leave(std::size_t bytes);

  Executor& handovers_;
  const std::size_t limit_;
  mutable std::mutex mutex_;
  std::size_t held_ = 0;  // in bytes; guarded by mutex_, like all below
  std::size_t waiting_ = 0;
  Waiter* first_ = nullptr;
  Waiter* last_ = nullptr;
};

}  // namespace partita::engine
