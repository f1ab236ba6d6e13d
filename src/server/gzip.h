// gzip, for bodies in both directions.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace partita::server {

// Compresses; made once per loop, as zlib's state is large. Not safe from several threads.
class Gzip {
 public:
  Gzip() = default;
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  // Appends the compressed bytes to `out`. False where there is no memory for it; `out` is then as it was.
  bool deflate(std::string_view bytes, std::string& out);

 private:
  z_stream stream_{};
  bool ready_ = false;
};

enum class Inflated { Done, Malformed, TooLarge, NoMemory };

// Asked before memory for so many bytes in all is taken; false where they are not to be had. Requires: it is not empty.
using MayHold = std::function<bool(std::size_t)>;

// Appends what `bytes`, one or more gzip members, hold to `out`, at most `max_bytes` of it.
Inflated inflate(std::string_view bytes, std::size_t max_bytes, const MayHold& may_hold, std::string& out);

// Whether a field Accept-Encoding of this value takes gzip.
bool accepts_gzip(std::string_view accept_encoding);

}  // namespace partita::server
