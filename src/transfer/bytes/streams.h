// Source and Sink: bytes that come and go as streams, so that a file of any size passes through a few hundred KB of
// memory. Files, objects of a store and compression implement them.
//
// A stream belongs to one thread at a time. A stream that was made on top of another one uses it until the end, and the
// other one must outlive it.
#pragma once

#include <partita/error.h>

#include <cstddef>
#include <string_view>

namespace partita::transfer {

// The bytes that readers and writers of this layer hand on at once.
inline constexpr std::size_t kChunkBytes = 256 * 1024;

class Source {
 public:
  virtual ~Source() = default;
  // Reads up to `most` bytes to `to` and waits until there is at least one. Returns 0 at the end, and only then.
  // Requires: `most` is not 0. Errors: InternalServerError if the bytes cannot be read, Corruption if they are not
  // those that were written, ValidationException if they are not in the expected form. Each message names the file or
  // object. After an error the stream must not be used.
  virtual Result<std::size_t> read(char* to, std::size_t most) = 0;
};

class Sink {
 public:
  // Without finish() before it, the bytes are dropped as far as they can be.
  virtual ~Sink() = default;
  // Errors: InternalServerError if the bytes cannot be written. After an error the stream must not be used.
  virtual Result<void> write(std::string_view bytes) = 0;
  // Must be called once, after the last write. The bytes are complete only if it succeeds. A stream on top of another
  // one does not finish that. Errors: as write.
  virtual Result<void> finish() = 0;
};

// Reads up to `most` bytes, and fewer only at the end. Errors: those of the source.
Result<std::size_t> read_fully(Source& source, char* to, std::size_t most);
// Reads to the end. Errors: those of the source, and ValidationException if there are more than `most` bytes.
Result<std::string> read_all(Source& source, std::size_t most);

}  // namespace partita::transfer
