// The JSON of a stream's event, as a Lambda function receives it: {"Records": [{"eventName": "MODIFY", "dynamodb":
// {...}}]}.
#pragma once

#include <partita/error.h>
#include <partita/stream_record.h>

#include <string_view>
#include <vector>

namespace partita::protocol {

// Decodes an event, or a single record. Unknown members are ignored. Errors: SerializationException if the JSON is
// malformed, has no record, or has a member of the wrong type or a value that a database cannot store.
// ValidationException if values nest too deeply or a set contains null.
Result<std::vector<StreamRecord>> decode_stream_event(std::string_view json);

}  // namespace partita::protocol
