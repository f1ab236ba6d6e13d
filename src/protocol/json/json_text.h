// A JSON text and its tree. The text is parsed as a whole, so malformed text and bad UTF-8 are found before any of it
// is read.
#pragma once

#include <partita/error.h>
#include <simdjson.h>

#include <memory>
#include <string_view>

namespace partita::protocol {

using Json = simdjson::dom::element;

// Small texts share one parser for each thread, so a thread may have at most one JsonText at a time. A large text has
// its own parser, whose memory is freed with the JsonText.
class JsonText {
 public:
  // Errors: SerializationException with an empty text if `text` is not JSON. ValidationException if it nests deeper
  // than the service accepts. Throws std::bad_alloc if there is not enough memory (base/lack_of_memory.h).
  static Result<JsonText> parse(std::string_view text);
  // The tree is valid as long as this object.
  Json root() const { return root_; }

 private:
  std::unique_ptr<simdjson::dom::parser> own_parser_;
  Json root_;
};

}  // namespace partita::protocol
