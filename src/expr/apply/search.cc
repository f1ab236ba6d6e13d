#include "expr/apply/search.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>

namespace partita::expr {
namespace {

// The length of the common beginning of `a` and `b`, which have `size` bytes each.
std::size_t common_length(const char* a, const char* b, std::size_t size) {
  return static_cast<std::size_t>(std::mismatch(a, a + size, b).first - a);
}

// The cut of a needle into two parts, and the distance by which the needle may move after its left part differs.
struct Cut {
  std::size_t right = 0;  // the start of the right part
  std::size_t period = 1;
};

// The greatest suffix of the needle, by `less` on its bytes, and the period of that suffix.
template <class Less>
Cut greatest_suffix(std::string_view needle, Less less, std::uint64_t& work) {
  Cut cut;
  std::size_t candidate = 1, offset = 0;
  while (candidate + offset < needle.size()) {
    ++work;
    const auto of_candidate = static_cast<unsigned char>(needle[candidate + offset]);
    const auto of_best = static_cast<unsigned char>(needle[cut.right + offset]);
    if (less(of_candidate, of_best)) {
      candidate += offset + 1;
      offset = 0;
      cut.period = candidate - cut.right;
    } else if (of_candidate == of_best) {
      if (++offset == cut.period) {
        candidate += offset;
        offset = 0;
      }
    } else {
      cut.right = candidate++;
      offset = 0;
      cut.period = 1;
    }
  }
  return cut;
}

// Crochemore and Perrin's two-way search. It compares the right part of the needle forwards, then the left part
// backwards. The cut is critical, which means that a smaller move than the one made cannot succeed. Requires: `needle`
// is not empty.
bool two_way_search(std::string_view text, std::string_view needle, std::uint64_t& work) {
  const Cut falling = greatest_suffix(needle, std::less<>(), work);
  const Cut rising = greatest_suffix(needle, std::greater<>(), work);
  const Cut cut = falling.right > rising.right ? falling : rising;
  const bool periodic =
      cut.right + cut.period <= needle.size() && std::memcmp(needle.data(), needle.data() + cut.period, cut.right) == 0;
  const std::size_t move = periodic ? cut.period : std::max(cut.right, needle.size() - cut.right) + 1;
  std::size_t known = 0;  // the bytes at the needle's front that match already, after a move by a period
  for (std::size_t at = 0; at + needle.size() <= text.size();) {
    std::size_t forward = std::max(cut.right, known);
    while (forward < needle.size() && needle[forward] == text[at + forward]) ++forward, ++work;
    ++work;
    if (forward < needle.size()) {
      at += forward - cut.right + 1;
      known = 0;
      continue;
    }
    std::size_t backward = cut.right;
    while (backward > known && needle[backward - 1] == text[at + backward - 1]) --backward, ++work;
    if (backward <= known) return true;
    at += move;
    known = periodic ? needle.size() - move : 0;
  }
  return false;
}

}  // namespace

// The search starts with memchr, because the first matching byte nearly always decides and memchr finds it fastest. If
// it has compared more bytes than it has passed, memchr could take quadratic time on these texts, and the two-way
// search goes on.
bool has_within(std::string_view text, std::string_view wanted, std::uint64_t& work) {
  if (wanted.empty()) return true;
  constexpr std::size_t kFreeBytes = 64;
  std::size_t at = 0, compared = 0;
  while (at + wanted.size() <= text.size()) {
    if (compared > at + kFreeBytes) {
      work += at + compared;
      return two_way_search(text.substr(at), wanted, work);
    }
    const void* hit = std::memchr(text.data() + at, wanted[0], text.size() - wanted.size() - at + 1);
    if (hit == nullptr) {
      at = text.size();
      break;
    }
    at = static_cast<std::size_t>(static_cast<const char*>(hit) - text.data());
    const std::size_t common = common_length(text.data() + at, wanted.data(), wanted.size());
    compared += common;
    if (common == wanted.size()) {
      work += at + compared;
      return true;
    }
    ++at;
  }
  work += at + compared;
  return false;
}

}  // namespace partita::expr
