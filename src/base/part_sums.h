// PartSums: the number of things in each of several parts, and the sum of their hashes, which does not depend on their
// order. Two collections have the same things in a part if both are equal, but for a chance of 2^-128, as long as
// whoever chose the things does not know the key of the hashes (docs/decisions/0067-a-hash-of-each-table.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/siphash.h"

namespace partita::base {

class PartSums {
 public:
  explicit PartSums(std::size_t parts) : parts_(parts) {}

  // Requires: `part` is less than the number of parts.
  void add(std::size_t part, const SipWords& hash);
  // The form that include/partita/comparison_operations.h describes.
  std::string encode() const;
  // Adds encoded sums. Returns false if they are not well-formed, and may have added some of them then.
  bool add(std::string_view encoded);
  // The parts in which the two are not equal. Requires: `other` has as many parts.
  std::vector<std::size_t> differing(const PartSums& other) const;

 private:
  struct Part {
    std::uint64_t count = 0;
    SipWords sum{};  // two sums that wrap
    friend bool operator==(const Part&, const Part&) = default;
  };
  std::vector<Part> parts_;
};

}  // namespace partita::base
