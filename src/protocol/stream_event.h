// The JSON of a stream's event, as a Lambda function gets it: {"Records": [{"eventName": "MODIFY", "dynamodb": {...}}]}.
#pragma once

#include <partita/error.h>
#include <partita/stream_record.h>

#include <string_view>
#include <vector>

namespace partita::protocol {

// Also of an event that is one record. Unknown members are ignored. Errors: SerializationException where the JSON is
// malformed, has no record, or has a member of the wrong type.
Result<std::vector<StreamRecord>> decode_stream_event(std::string_view json);

}  // namespace partita::protocol
