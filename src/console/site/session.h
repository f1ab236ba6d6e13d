// Who may use a console without keys: the tab of the browser that knew the one-time token first.
#pragma once

#include <partita/error.h>

#include <mutex>
#include <string>
#include <string_view>

namespace partita::console {

// Any thread may call its functions.
class Session {
 public:
  // `token` lets the first caller in who knows it. An empty token means that callers need no session.
  explicit Session(std::string token) : token_(std::move(token)), is_needed_(!token_.empty()) {}

  bool is_needed() const { return is_needed_; }
  // Whether `id` is the session's, or no session is needed. The time does not depend on how much of `id` is right.
  bool admits(std::string_view id) const;
  // Uses the token up, and returns the id of the session.
  // Errors: AccessDeniedException if the token is another one or was used before.
  Result<std::string> open(std::string_view token);

 private:
  mutable std::mutex mutex_;
  std::string token_;  // guarded by mutex_, like id_; empty once it is used up
  std::string id_;     // empty until the session was opened
  const bool is_needed_;
};

// 260 random bits as letters and digits.
std::string random_token();

}  // namespace partita::console
