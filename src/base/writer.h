// The name of the caller whose request this thread begins, for the layers below that note who wrote.
#pragma once

#include <memory>
#include <string>

namespace partita::base {

// Null if the caller is not known. A name never changes.
using WriterName = std::shared_ptr<const std::string>;

class WriterScope {
 public:
  // `name` must outlive the scope. Scopes of a thread end in the reverse order.
  explicit WriterScope(const WriterName& name) : before_(current_) { current_ = &name; }
  ~WriterScope() { current_ = before_; }
  WriterScope(const WriterScope&) = delete;
  WriterScope& operator=(const WriterScope&) = delete;

  static WriterName current() { return current_ ? *current_ : WriterName(); }

 private:
  inline static thread_local const WriterName* current_ = nullptr;
  const WriterName* const before_;
};

}  // namespace partita::base
