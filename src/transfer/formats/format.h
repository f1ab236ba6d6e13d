// The formats of items in files: the three of exports and imports of the service, and lines of plain JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace partita::transfer {

enum class Format : std::uint8_t {
  DynamoDbJson,  // lines such as {"Item":{"pk":{"S":"a"}}}
  Ion,           // lines such as $ion_1_0 {Item:{pk:"a"}}
  Csv,           // a line with the names of the columns, then a line for each item
  JsonLines,     // lines of ordinary JSON such as {"pk":"a"}, without types
};

// The format that the ending of a file's name promises, apart from an ending of its compression: .json is DynamoDbJson,
// .ion Ion, .csv Csv, and .jsonl and .ndjson JsonLines. nullopt for another one.
std::optional<Format> format_of(std::string_view name);

// The format in the requests and manifests of the service, such as DYNAMODB_JSON. JsonLines is not one of them.
std::string_view service_name(Format format);
std::optional<Format> format_named(std::string_view service_name);

}  // namespace partita::transfer
