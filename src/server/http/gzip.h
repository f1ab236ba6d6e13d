// gzip for the bodies of requests and answers.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace partita::server {

// Gzip: a compressor. Each loop has one, because zlib's state is large. Several threads must not use it at once.
class Gzip {
 public:
  Gzip() = default;
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  // Appends the compressed bytes to `out`. Returns false if zlib gets no memory, and then `out` is unchanged. Throws
  // std::bad_alloc if `out` gets no memory.
  bool deflate(std::string_view bytes, std::string& out);

 private:
  z_stream stream_{};
  bool ready_ = false;
};

enum class Inflated {
  Done,
  Malformed,  // empty, cut short, or not gzip
  TooLarge,   // more than the most bytes
  NoMemory,   // refused by MayHold, or not available
};

// Called before memory is taken, with the bytes in all. Returns false if they may not be taken. It must not be empty.
using MayHold = std::function<bool(std::size_t)>;

// Inflates `bytes`, which must be one or more gzip members, and appends at most `max_bytes` bytes to `out`.
Inflated inflate(std::string_view bytes, std::size_t max_bytes, const MayHold& may_hold, std::string& out);

// Whether an Accept-Encoding field with this value allows gzip.
bool accepts_gzip(std::string_view accept_encoding);

}  // namespace partita::server
