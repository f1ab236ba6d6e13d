#include "protocol/writer.h"

#include <algorithm>

namespace partita::protocol {

void Writer::grow(std::size_t bytes) {
  constexpr std::size_t kFirst = 512;
  const std::size_t written = size();
  // resize() fills the new bytes with zeros, so the string grows to twice its bytes instead of its whole capacity.
  out_.resize(written + std::max({bytes, written, kFirst}));
  at_ = out_.data() + written;
  end_ = out_.data() + out_.size();
}

}  // namespace partita::protocol
