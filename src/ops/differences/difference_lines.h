// The lines of a comparison between a wanted table and an existing one.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace partita::ops {

class DifferenceLines {
 public:
  // Adds a line if the two texts differ. `what` says what they describe.
  void compare(std::string_view what, std::string_view wanted, std::string_view there) {
    if (wanted != there) add(fmt::format("{}: the definition has {}, the table has {}", what, wanted, there));
  }
  void add(std::string line) { lines_.push_back(std::move(line)); }
  std::vector<std::string> take() { return std::move(lines_); }

 private:
  std::vector<std::string> lines_;
};

}  // namespace partita::ops
