// The conditions that the right answer to a request must meet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::bench {

// The conditions beside status 200. A member that is not set demands nothing.
struct Expectation {
  // A part of the body, and the least length of the body in bytes.
  std::string contains = {};
  std::size_t least_bytes = 2;
  std::optional<std::uint64_t> count = {};
  std::optional<std::uint64_t> scanned_count = {};
  // A page at the end of the whole table may have fewer than `count` items.
  bool fewer_at_the_end = false;
  // Nothing of a batch is left over. Some endpoints then leave UnprocessedItems out.
  bool all_processed = false;
};

// The fault of the answer; "" if it is right.
std::string fault_of(const Expectation& expected, int status, std::string_view body);

// The number in that member ("Count"); nullopt if absent. Requires: the member occurs once in the body.
std::optional<std::uint64_t> number_member(std::string_view body, std::string_view name);
// The member's text, as it stands between its quotes; "" if absent. Requires: the text has no escaped quotes.
std::string_view text_member(std::string_view body, std::string_view name);
// The text of the member's object; "" if absent.
std::string_view object_member(std::string_view body, std::string_view name);

}  // namespace partita::bench
