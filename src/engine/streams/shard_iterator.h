// ShardIterator: the place in a shard at which a reader goes on. Its text has all that the database needs, so the
// database remembers no iterators, and they survive a restart. A message authentication code keeps clients from
// inventing places.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/context.h"
#include "engine/records/sequence_numbers.h"

namespace partita::engine {

struct ShardIterator {
  keys::TableId stream = 0;
  SequenceNumber shard = 0;     // the shard's first number
  SequenceNumber position = 0;  // the number at which to go on; 0: at the oldest record that is left
  std::int64_t made_ms = 0;
};

// The iterator's text: the stream's ARN, "|1|" and the encoded and authenticated iterator. Requires: `stream` is the
// iterator's.
std::string text_of(const Context& context, const catalog::StreamInfo& stream, const ShardIterator& iterator);

struct FoundIterator {
  ShardIterator iterator;
  catalog::StreamPtr stream;
};
// Reads a text that text_of() made. Errors: ValidationException if it did not, ResourceNotFoundException if the stream
// is gone, ExpiredIteratorException if the iterator is older than 15 minutes.
Result<FoundIterator> find_iterator(const Context& context, std::string_view text);

}  // namespace partita::engine
