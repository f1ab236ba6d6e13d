// A JSON text and its tree, parsed whole: malformed text and bad UTF-8 are found before anything is read.
#pragma once

#include <partita/error.h>

#include <simdjson.h>

#include <memory>
#include <string_view>

namespace partita::protocol {

using Json = simdjson::dom::element;

// Small texts share a parser per thread, so at most one JsonText may live in a thread at a time; a large text has a
// parser of its own, whose memory goes when it does.
class JsonText {
 public:
  // Errors: SerializationException without a text where it is not JSON; ValidationException where it nests beyond
  // anything that the service accepts. Where there is no memory for it, std::bad_alloc (base/lack_of_memory.h).
  static Result<JsonText> parse(std::string_view text);
  // Valid as long as this object.
  Json root() const { return root_; }

 private:
  std::unique_ptr<simdjson::dom::parser> own_parser_;
  Json root_;
};

}  // namespace partita::protocol
