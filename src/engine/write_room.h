// WriteRoom: how many bytes large writes under way may hold in all: what they make of their items, and their batches. A write
// has room before it evaluates, and gives it back when its answer has been handed over. Who finds none waits, with no more than
// its request, and is continued in the order in which they came; no thread waits.
//
// A write waits with its items' locks held. Those who have room hold theirs too and wait for no lock, so waiting never closes a
// circle. Small writes need no room: however many there are, they never wait behind large ones.
#pragma once

#include "engine/executor.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

namespace partita::engine {

class WriteRoom {
 public:
  static constexpr std::size_t kSmallBytes = 16 << 10;  // what holds less needs none
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
    // It has entered with so many bytes. On the thread for handovers; must not wait, nor read a disk.
    virtual void has_room(std::size_t bytes) = 0;

    std::size_t wanted_ = 0;
    Waiter* next_ = nullptr;
  };

  // What somebody has entered with, given back with it.
  class Share {
   public:
    explicit Share(WriteRoom& room) : room_(room) {}
    ~Share() { resize(0); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    // Requires: somebody entered with `bytes` for it.
    void hold(std::size_t bytes) { bytes_ = bytes; }
    // What it turned out to be; may take the room beyond its limit.
    void resize(std::size_t bytes);

   private:
    WriteRoom& room_;
    std::size_t bytes_ = 0;
  };

  // `limit`: one write may pass it, alone. Requires: `handovers` outlives the room.
  WriteRoom(Executor& handovers, std::size_t limit) : handovers_(handovers), limit_(limit) {}
  WriteRoom(const WriteRoom&) = delete;
  WriteRoom& operator=(const WriteRoom&) = delete;

  // Enters, where there is room and nobody waits for it.
  bool try_enter(std::size_t bytes);
  enum class Wait : std::uint8_t {
    Over,     // there was room after all, and it has entered
    Waits,    // has_room() will be called, and may have been already
    Refused,  // too many wait
  };
  Wait wait(Waiter& waiter, std::size_t bytes);

  struct Load {
    std::uint64_t bytes = 0;
    std::uint64_t waiting = 0;
  };
  Load load() const;

 private:
  bool fits(std::size_t bytes) const { return held_ == 0 || (held_ < limit_ && bytes <= limit_ - held_); }
  void leave(std::size_t bytes);

  Executor& handovers_;
  const std::size_t limit_;
  mutable std::mutex mutex_;
  std::size_t held_ = 0;  // guarded by mutex_, like all below
  std::size_t waiting_ = 0;
  Waiter* first_ = nullptr;
  Waiter* last_ = nullptr;
};

}  // namespace partita::engine
