#include "json_match.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <vector>

namespace partita::test {
namespace {

using Json = simdjson::dom::element;
using simdjson::dom::array;
using simdjson::dom::object;

std::string compare(Json pattern, Json actual, Members members, const std::string& path);

std::string differs(const std::string& path, const Json& pattern, const Json& actual) {
  std::string expected = simdjson::minify(pattern), got = simdjson::minify(actual);
  constexpr std::size_t kShown = 400;
  if (expected.size() > kShown) expected.resize(kShown);
  if (got.size() > kShown) got.resize(kShown);
  return fmt::format("{}: expected {}, is {}", path.empty() ? "answer" : path, expected, got);
}

std::size_t size_of(const Json& json) {
  if (json.is_array()) return array(json).size();
  if (json.is_object()) return object(json).size();
  return json.is_string() ? std::string_view(json).size() : 0;
}

// Whether the special text `pattern` matches.
bool matches_special(std::string_view pattern, const Json& actual) {
  constexpr std::string_view kStarts = "$starts:", kSize = "$size:";
  if (pattern == "$any") return true;
  if (pattern.starts_with(kStarts))
    return actual.is_string() && std::string_view(actual).starts_with(pattern.substr(kStarts.size()));
  if (pattern.starts_with(kSize)) return size_of(actual) == std::stoull(std::string(pattern.substr(kSize.size())));
  return actual.is_string() && std::string_view(actual) == pattern;
}

std::string compare_objects(const object& pattern, const object& actual, Members members, const std::string& path) {
  for (const auto [name, value] : pattern) {
    const std::string at = fmt::format("{}.{}", path, name);
    Json found;
    const bool is_there = !actual.at_key(name).get(found);
    const bool must_lack = value.is_string() && std::string_view(value) == "$absent";
    if (!is_there) {
      if (!must_lack) return fmt::format("{} is missing", at);
      continue;
    }
    if (must_lack) return fmt::format("{} is there: {}", at, simdjson::minify(found));
    if (auto text = compare(value, found, members, at); !text.empty()) return text;
  }
  if (members == Members::Exactly)
    for (const auto [name, value] : actual)
      if (pattern.at_key(name).error())
        return fmt::format("{}.{} is not expected: {}", path, name, simdjson::minify(value));
  return {};
}

std::string compare_in_any_order(const std::vector<Json>& pattern, const std::vector<Json>& actual, Members members,
                                 const std::string& path) {
  std::vector<bool> used(actual.size());
  for (std::size_t p = 1; p < pattern.size(); ++p) {
    std::size_t a = 0;
    while (a < actual.size() && (used[a] || !compare(pattern[p], actual[a], members, path).empty())) ++a;
    if (a == actual.size()) return fmt::format("{}: nothing matches {}", path, simdjson::minify(pattern[p]));
    used[a] = true;
  }
  if (actual.size() + 1 != pattern.size())
    return fmt::format("{}: {} elements expected, {} are there", path, pattern.size() - 1, actual.size());
  return {};
}

std::string compare_arrays(const array& pattern, const array& actual, Members members, const std::string& path) {
  const std::vector<Json> wanted(pattern.begin(), pattern.end()), got(actual.begin(), actual.end());
  if (!wanted.empty() && wanted[0].is_string() && std::string_view(wanted[0]) == "$unordered")
    return compare_in_any_order(wanted, got, members, path);
  for (std::size_t i = 0; i < std::min(wanted.size(), got.size()); ++i)
    if (auto text = compare(wanted[i], got[i], members, fmt::format("{}[{}]", path, i)); !text.empty()) return text;
  if (wanted.size() != got.size())
    return fmt::format("{}: {} elements expected, {} are there", path, wanted.size(), got.size());
  return {};
}

std::string compare(Json pattern, Json actual, Members members, const std::string& path) {
  if (pattern.is_string() && matches_special(std::string_view(pattern), actual)) return {};
  if (pattern.is_object() && actual.is_object()) return compare_objects(pattern, actual, members, path);
  if (pattern.is_array() && actual.is_array()) return compare_arrays(pattern, actual, members, path);
  if (pattern.is_number() && actual.is_number() && double(pattern) == double(actual)) return {};
  if (pattern.is_bool() && actual.is_bool() && bool(pattern) == bool(actual)) return {};
  if (pattern.is_null() && actual.is_null()) return {};
  return differs(path, pattern, actual);
}

}  // namespace

std::string difference(std::string_view pattern, std::string_view actual, Members members) {
  simdjson::dom::parser pattern_parser, actual_parser;
  Json wanted, got;
  if (auto error = pattern_parser.parse(simdjson::padded_string(pattern)).get(wanted))
    return fmt::format("the expected answer is not JSON: {}: {}", simdjson::error_message(error),
                       pattern.substr(0, 200));
  if (auto error = actual_parser.parse(simdjson::padded_string(actual)).get(got))
    return fmt::format("the answer is not JSON: {}: {}", simdjson::error_message(error), actual.substr(0, 200));
  return compare(wanted, got, members, "");
}

}  // namespace partita::test
