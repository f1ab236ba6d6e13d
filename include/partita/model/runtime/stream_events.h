// Reads the events that a Lambda function receives from a stream.
#pragma once

#include <partita/error.h>
#include <partita/export.h>
#include <partita/stream_record.h>

#include <string_view>
#include <vector>

namespace partita::model {

// Reads the records of an event in the form that a Lambda function receives: JSON with a member Records, or one record.
// Each record can be parsed by itself, so that an unreadable one does not stop the others.
// Errors: SerializationException if the JSON is malformed or is not such an event.
PARTITA_API Result<std::vector<StreamRecord>> read_stream_event(std::string_view json);

}  // namespace partita::model
