// expected holds a value, or an error in its place. It follows std::expected of C++23 (P0323R12, P2505R5).
//
//   expected<int, std::string> port = parse_port(text);
//   if (!port) return unexpected(port.error());
//   listen(*port);
//
// It is one class, because other implementations consist of seven, each with functions of its own for every type of
// value. In a program that is not optimized, they were a large part of the functions that the compiler had to produce.
#pragma once

#include <partita/export.h>

#include <exception>
#include <new>
#include <type_traits>
#include <utility>

namespace partita {

// Wraps an error, so that `return unexpected(error)` makes an expected that holds it.
template <class E>
class unexpected {
 public:
  explicit unexpected(E error) : error_(std::move(error)) {}

  const E& error() const& noexcept { return error_; }
  E& error() & noexcept { return error_; }
  E&& error() && noexcept { return std::move(error_); }

 private:
  E error_;
};

// expected::value() throws this if there is an error. The exception has a copy of the error.
template <class E>
class bad_expected_access : public std::exception {
 public:
  explicit bad_expected_access(E error) : error_(std::move(error)) {}

  const char* what() const noexcept override { return "the expected holds an error, not a value"; }
  const E& error() const& noexcept { return error_; }
  E& error() & noexcept { return error_; }
  E&& error() && noexcept { return std::move(error_); }

 private:
  E error_;
};

template <class T, class E>
class PARTITA_API expected;

namespace detail {

template <class X>
inline constexpr bool kIsUnexpected = false;
template <class E>
inline constexpr bool kIsUnexpected<unexpected<E>> = true;

// True if a U becomes the value of `Self`, which is an expected of T. The U may be an expected of another type.
template <class Self, class T, class U>
inline constexpr bool kIsValueOf = !std::is_same_v<std::remove_cvref_t<U>, Self> &&
                                   !kIsUnexpected<std::remove_cvref_t<U>> && std::is_constructible_v<T, U>;

}  // namespace detail

// Holds a T, or an E if has_value() is false. T and E are neither const nor references, and moving an E must not throw.
// operator* and operator-> require a value, and error() requires an error. These three functions do not check that.
template <class T, class E>
class PARTITA_API expected {
  static_assert(std::is_nothrow_move_constructible_v<E>, "Moving the error of an expected must not throw");

 public:
  using value_type = T;
  using error_type = E;

  expected()
    requires(std::is_default_constructible_v<T>)
      : value_(), has_value_(true) {}
  template <class U = T>
    requires(detail::kIsValueOf<expected, T, U>)
  explicit(!std::is_convertible_v<U, T>) expected(U&& value) : value_(std::forward<U>(value)), has_value_(true) {}
  // Converts from an expected whose value converts to T.
  template <class U>
    requires(!std::is_same_v<U, T> && std::is_convertible_v<U, T> && !std::is_constructible_v<T, expected<U, E>>)
  expected(expected<U, E>&& other) : has_value_(other.has_value()) {
    if (has_value_)
      ::new (&value_) T(*std::move(other));
    else
      ::new (&error_) E(std::move(other).error());
  }
  template <class G>
  expected(const unexpected<G>& error) : error_(error.error()), has_value_(false) {}
  template <class G>
  expected(unexpected<G>&& error) : error_(std::move(error).error()), has_value_(false) {}

  expected(const expected& other)
    requires(std::is_copy_constructible_v<T>)
      : has_value_(other.has_value_) {
    if (has_value_)
      ::new (&value_) T(other.value_);
    else
      ::new (&error_) E(other.error_);
  }
  expected(expected&& other) noexcept(std::is_nothrow_move_constructible_v<T>) : has_value_(other.has_value_) {
    if (has_value_)
      ::new (&value_) T(std::move(other.value_));
    else
      ::new (&error_) E(std::move(other.error_));
  }
  expected& operator=(const expected& other)
    requires(std::is_copy_constructible_v<T>)
  {
    return *this = expected(other);
  }
  // If moving the T throws, an error that was held is still there afterwards.
  expected& operator=(expected&& other) noexcept(std::is_nothrow_move_constructible_v<T>) {
    if (this == &other) return *this;
    // The new content leaves `other` before the old content of this object ends, because `other` may be a part of it.
    const bool has_value = other.has_value_;
    if (!has_value) {
      E taken(std::move(other.error_));
      end();
      ::new (&error_) E(std::move(taken));
    } else if constexpr (std::is_nothrow_move_constructible_v<T>) {
      T taken(std::move(other.value_));
      end();
      ::new (&value_) T(std::move(taken));
    } else if (has_value_) {
      value_ = std::move(other.value_);
    } else {
      T taken(std::move(other.value_));
      E kept(std::move(error_));
      error_.~E();
      try {
        ::new (&value_) T(std::move(taken));
      } catch (...) {
        ::new (&error_) E(std::move(kept));
        throw;
      }
    }
    has_value_ = has_value;
    return *this;
  }
  ~expected() { end(); }

  bool has_value() const noexcept { return has_value_; }
  explicit operator bool() const noexcept { return has_value_; }

  T* operator->() noexcept { return &value_; }
  const T* operator->() const noexcept { return &value_; }
  T& operator*() & noexcept { return value_; }
  const T& operator*() const& noexcept { return value_; }
  T&& operator*() && noexcept { return std::move(value_); }

  E& error() & noexcept { return error_; }
  const E& error() const& noexcept { return error_; }
  E&& error() && noexcept { return std::move(error_); }

  // Throws bad_expected_access<E> if there is an error.
  T& value() & {
    require_value();
    return value_;
  }
  const T& value() const& {
    require_value();
    return value_;
  }
  T&& value() && {
    require_value();
    return std::move(value_);
  }
  template <class U>
  T value_or(U&& instead) const& {
    return has_value_ ? value_ : static_cast<T>(std::forward<U>(instead));
  }
  template <class U>
  T value_or(U&& instead) && {
    return has_value_ ? std::move(value_) : static_cast<T>(std::forward<U>(instead));
  }

  // Calls `next` with the value and returns its result, or returns this error. `next` must return an expected with this
  // error_type.
  template <class F>
  auto and_then(F&& next) const& -> std::remove_cvref_t<std::invoke_result_t<F, const T&>> {
    if (!has_value_) return unexpected<E>(error_);
    return std::forward<F>(next)(value_);
  }
  template <class F>
  auto and_then(F&& next) && -> std::remove_cvref_t<std::invoke_result_t<F, T>> {
    if (!has_value_) return unexpected<E>(std::move(error_));
    return std::forward<F>(next)(std::move(value_));
  }
  // Returns an expected of the result of `change`, which is called with the value, or returns this error.
  template <class F>
  auto transform(F&& change) const& -> expected<std::remove_cv_t<std::invoke_result_t<F, const T&>>, E> {
    if (!has_value_) return unexpected<E>(error_);
    if constexpr (std::is_void_v<std::invoke_result_t<F, const T&>>)
      return std::forward<F>(change)(value_), expected<void, E>();
    else
      return std::forward<F>(change)(value_);
  }
  template <class F>
  auto transform(F&& change) && -> expected<std::remove_cv_t<std::invoke_result_t<F, T>>, E> {
    if (!has_value_) return unexpected<E>(std::move(error_));
    if constexpr (std::is_void_v<std::invoke_result_t<F, T>>)
      return std::forward<F>(change)(std::move(value_)), expected<void, E>();
    else
      return std::forward<F>(change)(std::move(value_));
  }
  // Returns this value, or the result of `change`, which is called with the error, as the new error.
  template <class F>
  auto transform_error(F&& change) && -> expected<T, std::remove_cv_t<std::invoke_result_t<F, E>>> {
    if (has_value_) return std::move(value_);
    return unexpected(std::forward<F>(change)(std::move(error_)));
  }

  // Destroys the content and makes a T from these arguments, which must not throw.
  template <class... Arguments>
    requires(std::is_nothrow_constructible_v<T, Arguments...>)
  T& emplace(Arguments&&... arguments) noexcept {
    end();
    has_value_ = true;
    return *::new (&value_) T(std::forward<Arguments>(arguments)...);
  }

 private:
  void require_value() const {
    if (!has_value_) throw bad_expected_access<E>(error_);
  }
  void end() noexcept {
    if (has_value_)
      value_.~T();
    else
      error_.~E();
  }

  union {
    T value_;
    E error_;
  };
  bool has_value_;
};

// Holds no value, or an E if has_value() is false.
template <class E>
class PARTITA_API expected<void, E> {
  static_assert(std::is_nothrow_move_constructible_v<E>, "Moving the error of an expected must not throw");

 public:
  using value_type = void;
  using error_type = E;

  expected() noexcept : nothing_(), has_value_(true) {}
  template <class G>
  expected(const unexpected<G>& error) : error_(error.error()), has_value_(false) {}
  template <class G>
  expected(unexpected<G>&& error) : error_(std::move(error).error()), has_value_(false) {}

  expected(const expected& other) : nothing_(), has_value_(other.has_value_) {
    if (!has_value_) ::new (&error_) E(other.error_);
  }
  expected(expected&& other) noexcept : nothing_(), has_value_(other.has_value_) {
    if (!has_value_) ::new (&error_) E(std::move(other.error_));
  }
  expected& operator=(const expected& other) { return *this = expected(other); }
  expected& operator=(expected&& other) noexcept {
    if (this == &other) return *this;
    if (other.has_value_) {
      end();
      has_value_ = true;
    } else {
      E taken(std::move(other.error_));
      end();
      ::new (&error_) E(std::move(taken));
      has_value_ = false;
    }
    return *this;
  }
  ~expected() { end(); }

  bool has_value() const noexcept { return has_value_; }
  explicit operator bool() const noexcept { return has_value_; }
  void operator*() const noexcept {}

  E& error() & noexcept { return error_; }
  const E& error() const& noexcept { return error_; }
  E&& error() && noexcept { return std::move(error_); }

  // Throws bad_expected_access<E> if there is an error.
  void value() const {
    if (!has_value_) throw bad_expected_access<E>(error_);
  }

  // Calls `next` and returns its result, or returns this error. `next` takes no argument and must return an expected
  // with this error_type.
  template <class F>
  auto and_then(F&& next) && -> std::remove_cvref_t<std::invoke_result_t<F>> {
    if (!has_value_) return unexpected<E>(std::move(error_));
    return std::forward<F>(next)();
  }
  // Returns an expected of the result of `make`, which takes no argument, or returns this error.
  template <class F>
  auto transform(F&& make) && -> expected<std::remove_cv_t<std::invoke_result_t<F>>, E> {
    if (!has_value_) return unexpected<E>(std::move(error_));
    if constexpr (std::is_void_v<std::invoke_result_t<F>>)
      return std::forward<F>(make)(), expected<void, E>();
    else
      return std::forward<F>(make)();
  }
  // Returns success, or the result of `change`, which is called with the error, as the new error.
  template <class F>
  auto transform_error(F&& change) && -> expected<void, std::remove_cv_t<std::invoke_result_t<F, E>>> {
    if (has_value_) return {};
    return unexpected(std::forward<F>(change)(std::move(error_)));
  }

 private:
  void end() noexcept {
    if (!has_value_) error_.~E();
  }

  union {
    char nothing_;
    E error_;
  };
  bool has_value_;
};

}  // namespace partita
