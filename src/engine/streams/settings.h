// Streams of tables: their names, and how they are enabled, disabled and rolled.
#pragma once

#include <partita/table_operations.h>

#include "engine/context.h"
#include "engine/records/sequence_numbers.h"

namespace partita::engine {

// The stream's label, such as 2026-01-05T10:00:00.123. It is made of the time at which the stream was enabled.
std::string stream_label(std::int64_t created_ms);
std::string stream_arn(const Context& context, std::string_view table_name, std::int64_t created_ms);
std::string stream_arn(const Context& context, const catalog::StreamInfo& stream);
// Records with smaller numbers are older than 24 hours, so they must not be read.
SequenceNumber trim_horizon(const Context& context);
// Whether the stream ended 24 hours ago, so that it is not shown any more.
bool is_gone(const Context& context, const catalog::StreamInfo& stream);

// The error for a stream that does not exist.
unexpected<Error> stream_not_found(std::string_view arn);
// Errors: ResourceNotFoundException.
Result<catalog::StreamPtr> find_stream(const Context& context, std::string_view arn);

// The functions below draw a number from `boundary`, which must be settled after the catalog shows the change.

// Gives the table a new stream.
void enable_stream(const Context& context, StreamViewType view, catalog::TableInfo& table,
                   SequenceNumbers::Ticket& boundary);
// Enables or disables the stream of a table. Errors: ValidationException if there is nothing to change.
Result<void> change_stream(const Context& context, const StreamSpecification& wanted, catalog::TableInfo& table,
                           SequenceNumbers::Ticket& boundary);
// Draws the number before which the stream of a deleted table ends.
catalog::Catalog::EndOfStream end_of_stream(SequenceNumbers::Ticket& boundary);
// Whether the stream is enabled and can have one more shard.
bool can_roll(const catalog::StreamInfo& stream);
// Closes the open shard of the table's stream and opens its child. Errors: ValidationException if the table has no
// enabled stream, LimitExceededException if it has had too many shards within 24 hours.
Result<void> roll_stream(catalog::TableInfo& table, SequenceNumbers::Ticket& boundary);

}  // namespace partita::engine
