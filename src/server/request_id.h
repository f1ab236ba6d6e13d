// x-amzn-RequestId: 52 characters of 0-9 and A-Z, different for every answer.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace partita::server {

// Not safe from several threads; each loop has its own.
class RequestIds {
 public:
  RequestIds();
  // Valid until the next call.
  std::string_view next();

 private:
  std::uint64_t random();

  std::uint64_t state_;
  static constexpr std::size_t kLength = 52;
  std::array<char, 64> text_{};  // whole blocks
};

}  // namespace partita::server
