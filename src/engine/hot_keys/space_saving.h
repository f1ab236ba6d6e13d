// SpaceSaving: the most frequent of many texts, in bounded memory (Metwally, Agrawal, El Abbadi, 2005).
//
// It has a counter for each of a limited number of texts. A text without a counter takes the one with the lowest count
// and begins with that count, which is then its greatest possible error. So a text that is more frequent than one in
// `counters` of all has a counter for certain.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace partita::engine {

class SpaceSaving {
 public:
  struct Counter {
    std::uint64_t hash = 0;   // of the whole text
    std::string text = {};    // its first kMostBytes bytes
    bool is_cut = false;      // the text is longer
    std::uint64_t count = 0;  // an upper bound
    std::uint64_t error = 0;  // count - error is a lower bound
  };

  explicit SpaceSaving(std::size_t counters) : most_(counters) {}

  void add(std::string_view text, std::uint64_t weight);
  // Halves all counts, so that what was frequent long ago is forgotten.
  void halve();
  std::uint64_t total() const { return total_; }
  // At most `most` counters, the greatest count first.
  std::vector<Counter> top(std::size_t most) const;

  static constexpr std::size_t kMostBytes = 256;

 private:
  std::size_t most_;
  std::vector<Counter> counters_;
  std::uint64_t total_ = 0;
};

}  // namespace partita::engine
