#include "sts/parameters.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "auth/percent.h"

namespace partita::sts {
namespace {

// In a form a blank is written as '+'.
std::string decoded(std::string_view text) {
  std::string with_blanks(text);
  std::ranges::replace(with_blanks, '+', ' ');
  return auth::percent_decoded(with_blanks);
}

}  // namespace

Parameters Parameters::read(std::string_view form) {
  Parameters parameters;
  while (!form.empty()) {
    const std::string_view pair = form.substr(0, form.find('&'));
    form.remove_prefix(std::min(pair.size() + 1, form.size()));
    if (pair.empty()) continue;
    if (parameters.all_.size() == kMostParameters) {
      parameters.complete_ = false;
      break;
    }
    const auto equals = std::min(pair.find('='), pair.size());
    parameters.all_.emplace_back(decoded(pair.substr(0, equals)),
                                 decoded(pair.substr(std::min(equals + 1, pair.size()))));
  }
  return parameters;
}

std::optional<std::string_view> Parameters::find(std::string_view name) const {
  for (const auto& [known, value] : all_)
    if (known == name) return value;
  return std::nullopt;
}

std::vector<int> Parameters::members(std::string_view prefix) const {
  const std::string begin = std::string(prefix) + ".member.";
  std::set<int> numbers;
  for (const auto& [name, value] : all_) {
    if (!name.starts_with(begin)) continue;
    int number = 0;
    const char* const digits = name.data() + begin.size();
    if (std::from_chars(digits, name.data() + name.size(), number).ec == std::errc()) numbers.insert(number);
  }
  return {numbers.begin(), numbers.end()};
}

}  // namespace partita::sts
