// SharedValue: a placeholder's value as the operands of an expression hold it. An expression may name a large one hundreds
// of times, so these share it; a small one is held in place, which costs no allocation of its own.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace partita::expr {

// What is worth an allocation to be held once.
inline constexpr std::size_t kSharedFromBytes = 256;

template <class T>
class SharedValue {
 public:
  SharedValue() = default;
  explicit SharedValue(T small) : small_(std::move(small)) {}
  explicit SharedValue(std::shared_ptr<const T> large) : large_(std::move(large)) {}
  const T& get() const { return large_ ? *large_ : small_; }

 private:
  T small_{};
  std::shared_ptr<const T> large_;
};

}  // namespace partita::expr
