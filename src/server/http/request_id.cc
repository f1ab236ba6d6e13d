#include "server/http/request_id.h"

#include <cstring>
#include <random>

namespace partita::server {

RequestIds::RequestIds() {
  std::random_device device;
  state_ = std::uint64_t{device()} << 32 | device();
}

// The generator is SplitMix64.
std::uint64_t RequestIds::random() {
  std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

std::string_view RequestIds::next() {
  // This makes sixteen digits of five bits at once, which takes far fewer instructions than a loop over single digits.
  using Block = unsigned char __attribute__((vector_size(16)));
  using Words = unsigned long long __attribute__((vector_size(16)));
  for (std::size_t at = 0; at < text_.size(); at += sizeof(Block)) {
    const Block digits = reinterpret_cast<Block>(Words{random(), random()}) & 31;
    const Block letters = reinterpret_cast<Block>(digits > 9);
    const Block text = digits + '0' + (letters & ('A' - '9' - 1));
    std::memcpy(text_.data() + at, &text, sizeof text);
  }
  return {text_.data(), kLength};
}

}  // namespace partita::server
