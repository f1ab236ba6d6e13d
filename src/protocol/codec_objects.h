// The parts that the codecs of servers and of clients share.
#pragma once

#include <partita/database.h>

#include <concepts>
#include <string>
#include <utility>

#include "protocol/json/json_reader.h"
#include "protocol/json/json_writer.h"

namespace partita::protocol {

template <class T>
Result<T> decode_object(JsonReading& reading, const JsonText& text) {
  T object{};
  if (!read(reading, text.root(), ValuePlace::Element, object)) return unexpected(std::move(reading.fault));
  return object;
}

// The service's body is empty for these responses. For others without members it is {} or "".
template <class T>
inline constexpr bool kEmptyBody = std::same_as<T, TagResourceResponse> || std::same_as<T, UntagResourceResponse>;

template <class T>
void encode_object(const T& object, std::string& out) {
  Writer writer(out);
  write(writer, object);
}

}  // namespace partita::protocol
