// Makes the values of x-amzn-RequestId. Each has 52 characters of 0-9 and A-V and differs from all others.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace partita::server {

// Each loop has its own generator, because several threads must not use one at once.
class RequestIds {
 public:
  RequestIds();
  // The next id. The view is valid until the next call.
  std::string_view next();

 private:
  std::uint64_t random();

  std::uint64_t state_;
  static constexpr std::size_t kLength = 52;
  std::array<char, 64> text_{};  // kLength, rounded up to blocks of 16 characters
};

}  // namespace partita::server
