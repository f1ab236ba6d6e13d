// What the right answer to a request has in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::bench {

// Besides status 200. Members that are not set demand nothing.
struct Expectation {
  // A part of the body, and its least length.
  std::string contains = {};
  std::size_t least_bytes = 2;
  std::optional<std::uint64_t> count = {};
  std::optional<std::uint64_t> scanned_count = {};
  // The whole table may end before `count` items.
  bool fewer_at_the_end = false;
};

// What is wrong with the answer; "" where nothing is.
std::string fault_of(const Expectation& expected, int status, std::string_view body);

// The number of that member ("Count"), which stands once in the body.
std::optional<std::uint64_t> number_member(std::string_view body, std::string_view name);
// The text of the member's object; "" where there is none.
std::string_view object_member(std::string_view body, std::string_view name);

}  // namespace partita::bench
