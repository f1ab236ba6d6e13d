// Lists and structures as the service prints them inside "Value '...'" and in "Input collection [...]".
#pragma once

#include <partita/attribute_value.h>
#include <partita/table_operations.h>

#include <string>
#include <string_view>
#include <vector>

namespace partita::ops {

// The beginning of `text`, whole characters of UTF-8, where it is longer than an error repeats.
std::string_view shortened(std::string_view text);
// [a, b]. Lists end in "..." where they are longer than an error repeats.
std::string render(const std::vector<std::string>& texts);
// [KeySchemaElement(attributeName=pk, keyType=HASH), ...]
std::string render(const std::vector<KeySchemaElement>& key_schema);
// `count` times `element`: [WriteRequest, WriteRequest]. The service prints the requests' content as well; an error
// text does not repeat megabytes of the request here.
std::string render_repeated(std::string_view element, std::size_t count);
std::string base64(std::string_view bytes);
// The name of a value's type on the wire: S, BOOL, NS.
std::string_view type_name(AttributeType type);

}  // namespace partita::ops
