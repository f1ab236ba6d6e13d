#include "transfer/formats/format.h"

#include <utility>

#include "transfer/compression/compression.h"

namespace partita::transfer {
namespace {

constexpr std::pair<std::string_view, Format> kEndingsOfFormats[] = {
    {".json", Format::DynamoDbJson}, {".ion", Format::Ion},          {".csv", Format::Csv},
    {".jsonl", Format::JsonLines},   {".ndjson", Format::JsonLines},
};
constexpr std::pair<std::string_view, Format> kServiceNames[] = {
    {"DYNAMODB_JSON", Format::DynamoDbJson},
    {"ION", Format::Ion},
    {"CSV", Format::Csv},
};

}  // namespace

std::optional<Format> format_of(std::string_view name) {
  name = without_ending(name);
  for (const auto& [ending, format] : kEndingsOfFormats)
    if (name.ends_with(ending)) return format;
  return std::nullopt;
}

std::string_view service_name(Format format) {
  for (const auto& [name, named] : kServiceNames)
    if (named == format) return name;
  return "";
}

std::optional<Format> format_named(std::string_view service_name) {
  for (const auto& [name, format] : kServiceNames)
    if (name == service_name) return format;
  return std::nullopt;
}

}  // namespace partita::transfer
