// RecordPage: some consecutive records of a stream, in the form in which readers get them.
#pragma once

#include <partita/stream_operations.h>

#include "engine/context.h"
#include "engine/pages/item_buffer.h"
#include "engine/records/record.h"

namespace partita::engine {

class RecordPage {
 public:
  // A page of at most `limit` records. `context` and `stream` must outlive the page.
  RecordPage(const Context& context, const catalog::StreamInfo& stream, std::size_t limit)
      : context_(context), stream_(stream), limit_(limit), buffer_(std::nullopt) {}

  // Reads the records from `position` on and below `bound`, until the page is full. Returns the position after them.
  // Requires: it is called once. Errors: Corruption, InternalServerError.
  Result<SequenceNumber> read(SequenceNumber position, SequenceNumber bound);

  std::vector<Record> take_records() { return std::move(records_); }
  // The bytes of the records as they are stored.
  std::size_t bytes() const { return bytes_; }

 private:
  Result<void> add(SequenceNumber number, const storage::PinnedBytes& bytes);
  Item keys_of(const storage::PinnedBytes& bytes, const StoredRecord& stored);

  const Context& context_;
  const catalog::StreamInfo& stream_;
  const std::size_t limit_;
  ItemBuffer buffer_;
  std::vector<Record> records_;
  std::size_t bytes_ = 0;
};

// The originator of a deletion by the time to live, as the service names it.
Identity time_to_live_identity();

// The error of a reader that wants records which are older than 24 hours.
unexpected<Error> trimmed_data();

}  // namespace partita::engine
