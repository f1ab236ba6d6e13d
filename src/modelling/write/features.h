// The parts of a model that a format can hold, and those that are therefore left out.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

enum class Feature : std::uint8_t {
#define PARTITA_FEATURE(name, words) name,
#include "modelling/write/features.def"
#undef PARTITA_FEATURE
};

// In words for documents, such as "local indexes".
std::string_view words_of(Feature feature);
std::span<const Feature> all_features();

class Features {
 public:
  constexpr Features() = default;
  constexpr Features(std::initializer_list<Feature> features) {
    for (const Feature feature : features) bits_ |= bit(feature);
  }
  constexpr bool has(Feature feature) const { return (bits_ & bit(feature)) != 0; }
  constexpr Features with(Feature feature) const {
    Features more = *this;
    more.bits_ |= bit(feature);
    return more;
  }
  constexpr Features without(Feature feature) const {
    Features fewer = *this;
    fewer.bits_ &= ~bit(feature);
    return fewer;
  }
  friend constexpr bool operator==(const Features&, const Features&) = default;

 private:
  static constexpr std::uint64_t bit(Feature feature) { return std::uint64_t{1} << static_cast<int>(feature); }
  std::uint64_t bits_ = 0;
};

// The parts of the model that a format with these features does not hold, in the model's order: "entity ORDER: unique
// field email is not in CloudFormation". Without entities, only the entities themselves are named and not their parts,
// and patterns likewise. `format` is the format's title.
std::vector<std::string> losses_of(const Model& model, const Features& held, std::string_view format);

// The model without the indexes that a format with these features does not hold, and without the keys of entities in
// them: local indexes, vector indexes, and global indexes with keys of several attributes or with shards.
Model without_lost_indexes(const Model& model, const Features& held);

}  // namespace partita::modelling
