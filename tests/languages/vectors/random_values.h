// Random values of fields, among them those that keys and numbers of other languages get wrong.
#pragma once

#include <random>

#include "modelling/run/samples.h"

namespace partita::vectors {

class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }
  bool one_in(std::size_t count) { return below(count) == 0; }

  // Texts with '#', NUL, characters of four bytes and other bytes that keys escape; numbers at the ends of their ranges
  // and of 38 digits; documents in documents. nullopt if only the model knows values of the kind.
  std::optional<AttributeValue> value(const model::FieldInfo& field, const AttributeValue& like);

 private:
  std::string text();
  std::string number();
  AttributeValue document(int depth);

  std::mt19937_64 random_;
};

}  // namespace partita::vectors
