// Reads HTTP/1.1 answers off a connection's bytes: status and body, by Content-Length or in chunks.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace partita::bench {

class AnswerReader {
 public:
  enum class State { NeedsMore, Complete, Malformed };

  // Where to receive the next bytes, at least 16 KB; then received() with how many came.
  std::span<char> free_space();
  State received(std::size_t bytes);

  // Of a complete answer, until next().
  int status() const { return status_; }
  std::string_view head() const { return std::string_view(buffer_).substr(0, head_bytes_); }
  std::string_view body() const;
  // Forgets the complete answer. The server has nothing to say before the next request, so there are no bytes left.
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
