// LateWakes: lets a thread that hands work to other threads many times in a row wake each of them only once, at the
// end.
//
// A thread that is woken for the first piece of work may take the core at once, find only this piece, and be woken
// again for the next one. If two threads hand work and answers to each other in this way, each operation costs two
// changes of thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace partita::base {

// A waiting thread, as another thread sees it that wakes it.
class Sleeper {
 public:
  virtual void wake() noexcept = 0;

 protected:
  ~Sleeper() = default;
};

// Gathers the wakes of one kind that its thread asks for with later(), for the lifetime of the object. It must be
// destroyed on the thread that made it. Objects of one kind must be destroyed in the reverse order of their making.
class LateWakes {
 public:
  enum class Of : std::uint8_t {
    Work,     // gathered by event loops, which start many operations in a round
    Answers,  // gathered by threads that complete many operations at once
  };
  static constexpr std::size_t kMostSleepers = 8;

  // `first` is called for the first wake that is gathered after the start or after a wake_all(). It must not throw.
  explicit LateWakes(Of kind, std::function<void()> first = nullptr);
  // Wakes all gathered sleepers.
  ~LateWakes();
  LateWakes(const LateWakes&) = delete;
  LateWakes& operator=(const LateWakes&) = delete;

  // Wakes `sleeper` at the next wake_all() of the calling thread's object of this kind, or when that object is
  // destroyed. It is woken at once if there is no such object or if that has kMostSleepers already. The function
  // allocates no memory. `sleeper` must live until it is woken, and `owner` is held until then.
  static void later(Of kind, Sleeper& sleeper, std::shared_ptr<void> owner = nullptr) noexcept;

  // Calls wake_all() of the calling thread's object of this kind, if the thread has one. A thread that is about to wait
  // for such a sleeper must call it first.
  static void wake_now(Of kind) noexcept;

  // Wakes all gathered sleepers, in the order in which later() first got them.
  void wake_all() noexcept;

 private:
  struct Entry {
    Sleeper* sleeper = nullptr;
    std::shared_ptr<void> owner;
  };

  const Of kind_;
  const std::function<void()> first_;
  LateWakes* const outer_;
  std::size_t count_ = 0;
  std::array<Entry, kMostSleepers> entries_;
};

}  // namespace partita::base
