// A connection to an endpoint, in plain text or in TLS.
#pragma once

#include <sys/types.h>

#include <span>
#include <string_view>

#include "load/generator/endpoint.h"

struct ssl_st;

namespace partita::bench {

class Wire {
 public:
  // Connects. Ends the program if that fails.
  explicit Wire(const Endpoint& endpoint);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  int descriptor() const { return fd_; }
  void stop_blocking();

  static constexpr ssize_t kWait = -1, kClosed = -2;
  // The number of bytes that were sent or received, at least 1; kWait if the socket is not ready; kClosed.
  ssize_t send(std::string_view bytes);
  ssize_t receive(std::span<char> space);
  // Whether bytes are here that the socket does not show any more.
  bool has_pending() const;

 private:
  int fd_;
  ssl_st* session_ = nullptr;  // null for plain text
};

}  // namespace partita::bench
