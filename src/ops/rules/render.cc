#include "ops/rules/render.h"

#include <fmt/format.h>

#include "value/limits.h"

namespace partita::ops {

namespace {

// Renders `text_of(i)` of each element. If the list is too long, its end is replaced by "...".
template <class TextOf>
std::string render_list(std::size_t count, TextOf text_of) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ", ";
    if (i == limits::kListedElements || text.size() > limits::kQuotedBytes) return text + "...]";
    text += shortened(text_of(i));
  }
  return text + "]";
}

}  // namespace

std::string_view shortened(std::string_view text) {
  if (text.size() <= limits::kQuotedBytes) return text;
  std::size_t end = limits::kQuotedBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

std::string render(const std::vector<std::string>& texts) {
  return render(texts, ", ", [](std::string_view text) { return text; });
}

std::string render(const std::vector<KeySchemaElement>& key_schema) {
  return render_list(key_schema.size(), [&](std::size_t i) {
    const KeySchemaElement& element = key_schema[i];
    return fmt::format("KeySchemaElement(attributeName={}, keyType={})",
                       element.attribute_name ? shortened(*element.attribute_name) : "null",
                       element.key_type ? shortened(element.key_type->text()) : "null");
  });
}

std::string render_repeated(std::string_view element, std::size_t count) {
  return render_list(count, [&](std::size_t) { return element; });
}

}  // namespace partita::ops
