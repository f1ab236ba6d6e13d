#include "server/decoding_bytes.h"

#include <partita/attribute_value.h>

#include <cstring>

namespace partita::server {
namespace {

struct Counts {
  std::size_t objects = 0;
  std::size_t commas = 0;
};

// Those in texts too, which the bound may take for more than they are.
Counts count_marks(std::string_view text) {
  using Block = unsigned char __attribute__((vector_size(16)));
  Counts counts;
  // A lane of the sums takes 255 at most.
  constexpr std::size_t kRun = 255;
  std::size_t at = 0;
  while (at + sizeof(Block) <= text.size()) {
    Block objects{}, commas{};
    for (std::size_t i = 0; i < kRun && at + sizeof(Block) <= text.size(); ++i, at += sizeof(Block)) {
      Block block;
      std::memcpy(&block, text.data() + at, sizeof block);
      objects -= reinterpret_cast<Block>(block == '{');
      commas -= reinterpret_cast<Block>(block == ',');
    }
    for (std::size_t lane = 0; lane < sizeof(Block); ++lane) {
      counts.objects += objects[lane];
      counts.commas += commas[lane];
    }
  }
  for (; at < text.size(); ++at) {
    counts.objects += text[at] == '{';
    counts.commas += text[at] == ',';
  }
  return counts;
}

}  // namespace

DecodingBytes decoding_bytes(std::string_view body) {
  const Counts counts = count_marks(body);
  // Two words of the parser's tree and its index for each end of an object, each name and each value.
  constexpr std::size_t kParsedMark = 48;
  // An attribute, and as much again for the vector's growth; an element of a set.
  constexpr std::size_t kObject = 2 * (sizeof(std::string) + sizeof(AttributeValue));
  constexpr std::size_t kElement = 2 * sizeof(std::string);
  return {.parsed = 2 * body.size() + kParsedMark * (2 * counts.objects + counts.commas),
          .request = body.size() + kObject * counts.objects + kElement * counts.commas};
}

}  // namespace partita::server
