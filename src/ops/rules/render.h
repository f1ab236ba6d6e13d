// Lists and structures in the service's spelling, for errors with "Value '...'" and "Input collection [...]".
#pragma once

#include <partita/attribute_value.h>
#include <partita/table_operations.h>

#include <string>
#include <string_view>
#include <vector>

#include "value/limits.h"

namespace partita::ops {

// The beginning of `text`, cut after a whole UTF-8 character if it is longer than an error may repeat.
std::string_view shortened(std::string_view text);
// Renders [a, b], with text_of(element) for each of `elements`. A list that is longer than an error may repeat ends in
// "...".
template <class Elements, class TextOf>
std::string render(const Elements& elements, std::string_view separator, TextOf text_of) {
  std::string text = "[";
  std::size_t rendered = 0;
  for (const auto& element : elements) {
    if (rendered > 0) text += separator;
    if (rendered++ == limits::kListedElements || text.size() > limits::kQuotedBytes) return text + "...]";
    text += text_of(shortened(element));
  }
  return text + "]";
}
std::string render(const std::vector<std::string>& texts);
// Renders [KeySchemaElement(attributeName=pk, keyType=HASH), ...]
std::string render(const std::vector<KeySchemaElement>& key_schema);
// Renders `element` `count` times, for example [WriteRequest, WriteRequest]. The service also prints the content of the
// requests. Partita leaves it out, so that an error text does not repeat megabytes of the request.
std::string render_repeated(std::string_view element, std::size_t count);

}  // namespace partita::ops
