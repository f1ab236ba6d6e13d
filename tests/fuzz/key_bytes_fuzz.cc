// Fuzz target of key bytes. If the bytes decode as key parts, they must encode to the same bytes, and numbers must keep
// their order.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "keys/key_codec.h"
#include "value/number.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (!rest.empty()) {
    const std::string_view before = rest;
    const auto part = keys::decode_part(rest);
    if (!part) break;
    const std::string_view taken = before.substr(0, before.size() - rest.size());
    PARTITA_CHECK(!taken.empty());
    std::string again;
    keys::encode_part(*part, again);
    PARTITA_CHECK(again == taken);
    if (!part->is(AttributeType::N)) continue;
    const auto number = value::Number::parse(part->n());
    PARTITA_CHECK(number.has_value());
    PARTITA_CHECK(number->to_text() == part->n());
  }
  return 0;
}
