// Reads the requests of the console's operations and writes their answers, by the tables of names of their structs
// (`fields`). It is the only header of the layer that knows JSON.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>

#include "base/try.h"
#include "protocol/json/json_reader.h"
#include "protocol/json/json_text.h"
#include "protocol/json/json_writer.h"

namespace partita::console {

// A member that is null if it has no value.
template <class T>
struct OrNull {
  std::optional<T> value = {};
};
template <class T>
void write(protocol::Writer& writer, const OrNull<T>& member) {
  using protocol::write;
  if (member.value)
    write(writer, *member.value);
  else
    writer.put("null");
}

// JSON that was written before.
struct RawJson {
  std::string text = "null";
};
inline void write(protocol::Writer& writer, const RawJson& json) { writer.put(json.text); }

// Errors: SerializationException and ValidationException, as of the operations of DynamoDB's API.
template <class Request>
Result<Request> read_request(std::string_view body) {
  PARTITA_TRY_VALUE(text, protocol::JsonText::parse(body));
  protocol::JsonReading reading;
  Request request;
  if (!protocol::read(reading, text.root(), protocol::ValuePlace::Element, request))
    return unexpected(std::move(reading.fault));
  return request;
}

template <class T>
std::string json_of(const T& answer) {
  std::string json;
  {
    protocol::Writer writer(json);
    using protocol::write;
    write(writer, answer);
  }
  return json;
}

}  // namespace partita::console
