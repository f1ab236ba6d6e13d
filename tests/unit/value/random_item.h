// Random items with every type, nested a few levels deep.
#pragma once

#include <partita/attribute_value.h>

#include <random>
#include <set>
#include <string>

#include "unit/value/fixed_decimal.h"
#include "value/number.h"

namespace partita::test {

inline std::string random_text(std::mt19937& random) {
  static constexpr const char* kPieces[] = {"a", "b", "Z", "é", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
  std::string text;
  for (unsigned i = random() % 6; i > 0; --i) text += kPieces[random() % std::size(kPieces)];
  if (random() % 40 == 0) text += std::string(200, 'x');
  return text;
}

inline std::string random_binary(std::mt19937& random) {
  std::string bytes(random() % 5, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

// A number in plain decimal notation, as the database returns it.
inline std::string random_canonical_number(std::mt19937& random) {
  return value::Number::parse(random_number(random)).value().to_text();
}

template <class Make>
AttributeValue::Set random_set(std::mt19937& random, Make make) {
  std::set<std::string> elements;
  for (unsigned i = 1 + random() % 4; i > 0; --i) elements.insert(make(random));
  return {elements.begin(), elements.end()};
}

inline AttributeMap random_map(std::mt19937& random, int levels);

inline AttributeValue random_value(std::mt19937& random, int levels) {
  switch (random() % (levels > 0 ? 10 : 8)) {
    case 0:
      return AttributeValue(random_text(random));
    case 1:
      return AttributeValue::number(random_canonical_number(random));
    case 2:
      return AttributeValue::binary(random_binary(random));
    case 3:
      return AttributeValue::boolean(random() % 2 == 0);
    case 4:
      return AttributeValue::null();
    case 5:
      return AttributeValue::string_set(random_set(random, random_text));
    case 6:
      return AttributeValue::number_set(random_set(random, random_canonical_number));
    case 7:
      return AttributeValue::binary_set(random_set(random, random_binary));
    case 8: {
      AttributeValue::List list;
      for (unsigned i = random() % 4; i > 0; --i) list.push_back(random_value(random, levels - 1));
      return AttributeValue::list(std::move(list));
    }
    default:
      return AttributeValue::map(random_map(random, levels - 1));
  }
}

inline AttributeMap random_map(std::mt19937& random, int levels) {
  AttributeMap map;
  for (unsigned i = random() % 6; i > 0; --i) map.set(random_text(random), random_value(random, levels));
  return map;
}

}  // namespace partita::test
