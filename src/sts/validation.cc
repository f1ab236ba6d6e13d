#include "sts/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace partita::sts {
namespace {

// The service's name of a parameter in texts: "roleArn" for RoleArn, "tags.1.member.key" for Tags.member.1.Key.
std::string shown_name(std::string_view name) {
  std::string shown(name);
  if (const auto member = shown.find(".member."); member != shown.npos) {
    const auto end = std::min(shown.find('.', member + 8), shown.size());
    const std::string number = shown.substr(member + 8, end - member - 8), rest = shown.substr(end);
    shown = shown.substr(0, member) + "." + number + ".member" + rest;
  }
  bool begins = true;
  for (char& c : shown) {
    if (begins) c = base::lower(c);
    begins = c == '.';
  }
  return shown;
}

bool is_letter_or_digit(char c) {
  const char letter = base::lower(c);
  return (letter >= 'a' && letter <= 'z') || base::is_digit(c);
}

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

unexpected<StsFault> invalid_request(std::string message) {
  return unexpected(StsFault{400, "ValidationError", std::move(message)});
}

void Validation::fail(std::string_view name, std::optional<std::string_view> value, std::string_view rule) {
  const std::string shown = value ? fmt::format("'{}'", *value) : "null";
  faults_.push_back(
      fmt::format("Value {} at '{}' failed to satisfy constraint: Member must {}", shown, shown_name(name), rule));
}

std::optional<std::string> Validation::text(std::string_view name, Needed needed, std::size_t least, std::size_t most,
                                            std::string_view characters, std::string_view further) {
  const auto value = parameters_.find(name);
  if (!value) {
    if (needed == Needed::Yes) fail(name, std::nullopt, "not be null");
    return std::nullopt;
  }
  const std::size_t size = characters_in(*value), before = faults_.size();
  if (size > most) fail(name, value, fmt::format("have length less than or equal to {}", most));
  if (size < least) fail(name, value, fmt::format("have length greater than or equal to {}", least));
  const bool fits = characters.empty() || std::ranges::all_of(*value, [&](char c) {
                      return is_letter_or_digit(c) || further.find(c) != further.npos;
                    });
  if (!fits) fail(name, value, fmt::format("satisfy regular expression pattern: {}", characters));
  if (faults_.size() > before) return std::nullopt;
  return std::string(*value);
}

std::optional<std::int64_t> Validation::number(std::string_view name, std::int64_t least, std::int64_t most) {
  const auto value = parameters_.find(name);
  if (!value) return std::nullopt;
  std::int64_t number = 0;
  const char* const end = value->data() + value->size();
  const auto [at, error] = std::from_chars(value->data(), end, number);
  if (error != std::errc() || at != end) {
    fail(name, value, "be a whole number");
    return std::nullopt;
  }
  if (number > most) fail(name, value, fmt::format("have value less than or equal to {}", most));
  if (number < least) fail(name, value, fmt::format("have value greater than or equal to {}", least));
  return number;
}

expected<void, StsFault> Validation::finish() const {
  if (faults_.empty()) return {};
  std::string message = fmt::format("{} validation error{} detected: ", faults_.size(), faults_.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < faults_.size(); ++i) message += (i == 0 ? "" : "; ") + faults_[i];
  return invalid_request(std::move(message));
}

}  // namespace partita::sts
