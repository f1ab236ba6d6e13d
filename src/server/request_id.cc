#include "server/request_id.h"

#include <random>

namespace partita::server {

RequestIds::RequestIds() {
  std::random_device device;
  state_ = std::uint64_t{device()} << 32 | device();
}

// SplitMix64: its state never repeats within 2^64 steps, so no two identifiers of a loop are the same.
std::uint64_t RequestIds::random() {
  std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

std::string_view RequestIds::next() {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
  constexpr std::size_t kDigitsPerWord = 12;
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < text_.size(); ++i, word >>= 5) {
    if (i % kDigitsPerWord == 0) word = random();
    text_[i] = kDigits[word & 31];
  }
  return {text_.data(), text_.size()};
}

}  // namespace partita::server
