// Calls of codecs and functions that users wrote. Their exceptions become faults here, because answers are decoded on
// the database's threads, where no code catches exceptions.
#pragma once

#include <partita/model/value_codec.h>

#include <exception>
#include <string>
#include <string_view>

namespace partita::model {

// A text such as "cannot be decoded: its codec threw an exception: out of paper".
// Requires: an exception is being handled.
inline std::string text_of_exception(std::string_view what_failed, std::string_view who) {
  std::string text = std::string(what_failed) + ": " + std::string(who) + " threw an exception";
  try {
    throw;
  } catch (const std::exception& exception) {
    text += std::string(": ") + exception.what();
  } catch (...) {
  }
  return text;
}

// Both functions return false with `fault` filled in if the codec fails or throws. So does encode_guarded() if the
// codec gives no value for a type that cannot be empty, because an item without the attribute could not be read.
inline bool encode_guarded(const ErasedCodec& codec, const void* from, AttributeValue& to, Fault& fault) {
  try {
    if (!codec.encode(from, to, fault)) return false;
    if (codec.optional || !to.is(AttributeType::None)) return true;
    fault.text = "has no value, and its type is not optional: give it one, or declare the member as std::optional";
    return false;
  } catch (...) {
    fault = {.text = text_of_exception("cannot be encoded", "its codec")};
    return false;
  }
}

inline bool decode_guarded(const ErasedCodec& codec, const StoredValue& from, void* to, Fault& fault) {
  try {
    return codec.decode(from, to, fault);
  } catch (...) {
    fault = {.text = text_of_exception("cannot be decoded", "its codec")};
    return false;
  }
}

}  // namespace partita::model
