// Reads HTTP/1.1 answers from a connection's bytes: status and body, by Content-Length or in chunks.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace partita::bench {

class AnswerReader {
 public:
  enum class State { NeedsMore, Complete, Malformed };

  // The buffer for the next bytes, at least 16 KB. After receiving, the caller must call received() with their number.
  std::span<char> free_space();
  State received(std::size_t bytes);

  // The following are valid for a complete answer, until next().
  int status() const { return status_; }
  std::string_view head() const { return std::string_view(buffer_).substr(0, head_bytes_); }
  std::string_view body() const;
  // Forgets the complete answer. Requires: no bytes follow it, because the server sends no more before the next
  // request.
  void next();

 private:
  State read_head();
  State read_chunks();

  std::string buffer_;
  std::size_t filled_ = 0;
  std::size_t head_bytes_ = 0;
  std::size_t body_bytes_ = 0;
  int status_ = 0;
  bool chunked_ = false;
  std::string chunks_;
};

}  // namespace partita::bench
