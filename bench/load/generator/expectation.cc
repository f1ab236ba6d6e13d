#include "load/generator/expectation.h"

#include <fmt/format.h>

#include <charconv>

namespace partita::bench {
namespace {

// The place after `"name":` and blanks. The sought members come before or after a list of items that may have a
// megabyte, so both ends are searched first.
std::size_t value_of_member(std::string_view body, std::string_view name) {
  constexpr std::size_t kEnd = 256;
  const std::string member = fmt::format("\"{}\":", name);
  std::size_t found = body.substr(0, kEnd).find(member);
  if (found == std::string_view::npos && body.size() > kEnd) {
    const std::size_t skipped = body.size() - kEnd;
    found = body.substr(skipped).find(member);
    found = found == std::string_view::npos ? body.find(member) : found + skipped;
  }
  if (found == std::string_view::npos) return found;
  found += member.size();
  while (found < body.size() && body[found] == ' ') ++found;
  return found;
}

std::string begin_of(std::string_view body) { return std::string(body.substr(0, 300)); }

std::string wrong_number(std::string_view name, std::optional<std::uint64_t> expected, std::string_view body) {
  if (!expected) return {};
  const auto actual = number_member(body, name);
  if (actual == expected) return {};
  return fmt::format("{} is {}, expected {}: {}", name, actual ? fmt::to_string(*actual) : "missing", *expected,
                     begin_of(body));
}

}  // namespace

std::optional<std::uint64_t> number_member(std::string_view body, std::string_view name) {
  const std::size_t at = value_of_member(body, name);
  std::uint64_t number = 0;
  if (at == std::string_view::npos ||
      std::from_chars(body.data() + at, body.data() + body.size(), number).ec != std::errc())
    return std::nullopt;
  return number;
}

std::string_view text_member(std::string_view body, std::string_view name) {
  const std::size_t at = value_of_member(body, name);
  if (at == std::string_view::npos || at >= body.size() || body[at] != '"') return {};
  const std::size_t end = body.find('"', at + 1);
  return end == std::string_view::npos ? std::string_view() : body.substr(at + 1, end - at - 1);
}

std::string_view object_member(std::string_view body, std::string_view name) {
  const std::size_t at = value_of_member(body, name);
  if (at == std::string_view::npos || at >= body.size() || body[at] != '{') return {};
  // Our keys have neither braces nor quotes.
  int depth = 0;
  for (std::size_t i = at; i < body.size(); ++i) {
    depth += body[i] == '{' ? 1 : body[i] == '}' ? -1 : 0;
    if (depth == 0) return body.substr(at, i - at + 1);
  }
  return {};
}

std::string fault_of(const Expectation& expected, int status, std::string_view body) {
  if (status != 200) return fmt::format("status {}: {}", status, begin_of(body));
  if (body.size() < expected.least_bytes)
    return fmt::format("{} bytes, expected {} or more: {}", body.size(), expected.least_bytes, begin_of(body));
  if (!expected.contains.empty() && body.find(expected.contains) == std::string_view::npos)
    return fmt::format("there is no {} in {}", expected.contains, begin_of(body));
  if (expected.all_processed && object_member(body, "UnprocessedItems").size() > 2)
    return fmt::format("there are unprocessed items in {}", begin_of(body));
  if (expected.fewer_at_the_end && object_member(body, "LastEvaluatedKey").empty()) return {};
  if (auto wrong = wrong_number("Count", expected.count, body); !wrong.empty()) return wrong;
  return wrong_number("ScannedCount", expected.scanned_count, body);
}

}  // namespace partita::bench
