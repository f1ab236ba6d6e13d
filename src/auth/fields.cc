#include "auth/fields.h"

#include <cstring>

namespace partita::auth {
namespace {

// Sets the bit 0x20 of each byte from 'A' to 'Z'. The bit 0x80 of a byte in the sums below says whether it is greater
// than 'Z', or at least 'A'.
std::uint64_t lower_word(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  const std::uint64_t low_bits = word & (0x7f * kOnes);
  const std::uint64_t above_z = low_bits + (0x7f - 'Z') * kOnes;
  const std::uint64_t from_a = low_bits + (0x80 - 'A') * kOnes;
  return word | ((~word & (from_a ^ above_z) & (0x80 * kOnes)) >> 2);
}

}  // namespace

void HeaderFields::add(std::string_view name, std::string_view value) {
  const std::size_t at = text_.size(), room = room_for(name.size());
  places_.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(name.size()),
                     static_cast<std::uint32_t>(value.size())});
  text_.append(name).append(room - name.size(), '\0').append(value);
  for (char* word = text_.data() + at; word != text_.data() + at + room; word += kWord) {
    std::uint64_t letters;
    std::memcpy(&letters, word, kWord);
    letters = lower_word(letters);
    std::memcpy(word, &letters, kWord);
  }
}

void HeaderFields::clear() {
  text_.clear();
  places_.clear();
}

void HeaderFields::release() {
  std::string().swap(text_);
  std::vector<Place>().swap(places_);
}

}  // namespace partita::auth
