#include "server/memory/decoding_bytes.h"

#include <partita/attribute_value.h>

#include <algorithm>
#include <cstring>

namespace partita::server {
namespace {

struct Counts {
  std::size_t objects = 0;
  std::size_t arrays = 0;
  std::size_t commas = 0;
  std::size_t colons = 0;
  std::size_t quotes = 0;
  std::size_t next_objects = 0;  // objects directly after a comma, which are elements of arrays
};

// Counts the marks, also those inside texts, which make the bound higher than necessary.
Counts count_marks(std::string_view text) {
  using Block = unsigned char __attribute__((vector_size(16)));
  Counts counts;
  const auto add_up = [](std::size_t& sum, const Block& lanes) {
    for (std::size_t lane = 0; lane < sizeof(Block); ++lane) sum += lanes[lane];
  };
  // A lane of the sums is a byte, so it counts to at most 255.
  constexpr std::size_t kRun = 255;
  std::size_t at = 0;
  while (at + sizeof(Block) < text.size()) {
    Block objects{}, arrays{}, commas{}, colons{}, quotes{}, next_objects{};
    for (std::size_t i = 0; i < kRun && at + sizeof(Block) < text.size(); ++i, at += sizeof(Block)) {
      Block block, next;
      std::memcpy(&block, text.data() + at, sizeof block);
      std::memcpy(&next, text.data() + at + 1, sizeof next);
      objects -= reinterpret_cast<Block>(block == '{');
      arrays -= reinterpret_cast<Block>(block == '[');
      commas -= reinterpret_cast<Block>(block == ',');
      colons -= reinterpret_cast<Block>(block == ':');
      quotes -= reinterpret_cast<Block>(block == '"');
      next_objects -= reinterpret_cast<Block>((block == ',') & (next == '{'));
    }
    add_up(counts.objects, objects);
    add_up(counts.arrays, arrays);
    add_up(counts.commas, commas);
    add_up(counts.colons, colons);
    add_up(counts.quotes, quotes);
    add_up(counts.next_objects, next_objects);
  }
  for (; at < text.size(); ++at) {
    counts.objects += text[at] == '{';
    counts.arrays += text[at] == '[';
    counts.commas += text[at] == ',';
    counts.colons += text[at] == ':';
    counts.quotes += text[at] == '"';
    counts.next_objects += text[at] == ',' && at + 1 < text.size() && text[at + 1] == '{';
  }
  return counts;
}

}  // namespace

DecodingBytes decoding_bytes(std::string_view body) {
  const Counts counts = count_marks(body);
  const std::size_t containers = counts.objects + counts.arrays, strings = (counts.quotes + 1) / 2;
  // Values that are neither containers nor strings have no mark of their own. So all values are counted. Each one
  // follows a colon or a comma, or is the first of an array, or is the whole body.
  const std::size_t values = counts.colons + counts.commas + counts.arrays + 1;
  // Containers and strings, without the strings that are names of members.
  const std::size_t named = containers + strings - std::min(containers + strings, counts.colons);
  const std::size_t scalars = values - std::min(values, named);
  // simdjson holds a copy of the body, a copy of its strings, each with a length, the words of its tree, and an index
  // of all marks.
  constexpr std::size_t kStringHead = 5, kWord = 8, kMark = 4;
  const std::size_t words = 2 * containers + strings + 2 * scalars;
  const std::size_t marks = 2 * containers + counts.colons + counts.commas + strings + scalars;
  // An element of a list is a value, that of a map an attribute, and that of a set a string. Maps are sorted before
  // they are filled.
  constexpr std::size_t kElement = sizeof(AttributeValue), kSorted = 32,
                        kAttribute = sizeof(std::string) + sizeof(AttributeValue) + kSorted;
  constexpr std::size_t kAllocation = 24;   // the overhead of an allocation with its rounding
  constexpr std::size_t kShortString = 15;  // a string keeps this many bytes in the object itself
  const std::size_t texts = std::min(strings, body.size() / kShortString);
  return {.parsed = 2 * body.size() + kStringHead * strings + kWord * words + kMark * marks,
          .request = body.size() + kAllocation * (texts + containers - counts.next_objects) +
                     kElement * counts.next_objects + kAttribute * (counts.objects - counts.next_objects) +
                     sizeof(std::string) * (counts.commas - counts.next_objects + counts.arrays)};
}

}  // namespace partita::server
