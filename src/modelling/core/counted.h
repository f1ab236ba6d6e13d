// Numbers of things in texts.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace partita::modelling {

// The number without an exponent, with four digits that count: "1000", "2.5", "0.3333".
inline std::string number_of_things(double count) {
  return count >= 1000 ? fmt::format("{:.0f}", count) : fmt::format("{:.4g}", count);
}

// "1 item", "1000 items"; `plural` if an s does not make it.
inline std::string counted(double count, std::string_view singular, std::string_view plural = {}) {
  const std::string number = number_of_things(count);
  if (number == "1") return fmt::format("1 {}", singular);
  return plural.empty() ? fmt::format("{} {}s", number, singular) : fmt::format("{} {}", number, plural);
}

}  // namespace partita::modelling
