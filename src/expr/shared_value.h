// SharedValue: the value of a placeholder, held by the operands of an expression. An expression may name a large value
// hundreds of times, so its operands share that value. A small value is held in place, which needs no allocation of its
// own.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace partita::expr {

// Values of at least this size are worth an allocation that operands share.
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
