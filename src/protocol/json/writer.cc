#include "protocol/json/writer.h"

#include <algorithm>

namespace partita::protocol {

void Writer::grow(std::size_t bytes) {
  constexpr std::size_t kFirstBytes = 512;
  constexpr std::size_t kMostWithinCapacity = 4096;
  const std::size_t written = size();
  // resize() fills the new bytes with zeros. So a string with room grows by little, because a later writer may append
  // only a line to many others. A string without room grows to twice its bytes, and not to its whole new capacity.
  const bool suffices = out_.capacity() - written >= bytes;
  const std::size_t more = std::max({bytes, suffices ? std::min(written, kMostWithinCapacity) : written, kFirstBytes});
  out_.resize(suffices ? std::min(written + more, out_.capacity()) : written + more);
  at_ = out_.data() + written;
  end_ = out_.data() + out_.size();
}

}  // namespace partita::protocol
