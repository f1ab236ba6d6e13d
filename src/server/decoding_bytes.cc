#include "server/decoding_bytes.h"

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
  std::size_t next_objects = 0;  // directly behind a comma: elements of arrays
};

// Those in texts too, which the bound may take for more than they are.
Counts count_marks(std::string_view text) {
  using Block = unsigned char __attribute__((vector_size(16)));
  Counts counts;
  const auto add_up = [](std::size_t& sum, const Block& lanes) {
    for (std::size_t lane = 0; lane < sizeof(Block); ++lane) sum += lanes[lane];
  };
  // A lane of the sums takes 255 at most.
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
  // Of what is neither a container nor a string there is no mark: a value follows a colon or a comma, or is the first of an array.
  const std::size_t values = counts.colons + counts.commas + counts.arrays + 1;
  const std::size_t named = containers + strings - std::min(containers + strings, counts.colons);  // without the names of members
  const std::size_t scalars = values - std::min(values, named);
  // simdjson: a copy of the body and one of its strings, each with a length; words of the tree; an index of all marks.
  constexpr std::size_t kStringHead = 5, kWord = 8, kMark = 4;
  const std::size_t words = 2 * containers + strings + 2 * scalars;
  const std::size_t marks = 2 * containers + counts.colons + counts.commas + strings + scalars;
  // An element of a list is a value, one of a map an attribute, of a set a string; maps are sorted before they are filled.
  constexpr std::size_t kElement = sizeof(AttributeValue), kSorted = 32,
                        kAttribute = sizeof(std::string) + sizeof(AttributeValue) + kSorted;
  constexpr std::size_t kAllocation = 24;  // beside what was asked for, its rounding included
  constexpr std::size_t kShort = 15;       // a string of so many bytes lies in the object itself
  const std::size_t texts = std::min(strings, body.size() / kShort);
  return {.parsed = 2 * body.size() + kStringHead * strings + kWord * words + kMark * marks,
          .request = body.size() + kAllocation * (texts + containers - counts.next_objects) +
                     kElement * counts.next_objects + kAttribute * (counts.objects - counts.next_objects) +
                     sizeof(std::string) * (counts.commas - counts.next_objects + counts.arrays)};
}

}  // namespace partita::server
